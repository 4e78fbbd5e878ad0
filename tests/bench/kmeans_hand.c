/* kmeans_hand.c: the nearest of k centres for each point of four coordinates. */
#include "bench.h"

static int n = 40000, k = 16;
static float *point, *centre;
static int *nearest;

static void make(void)
{
    point = bench_in(4 * (size_t)n, sizeof *point);
    centre = bench_in(4 * (size_t)k, sizeof *centre);
    nearest = bench_out((size_t)n, KIND_U32, 0, 0.001); /* of two that are as near as can be told */
    bench_fill(point, 4 * (size_t)n, -1, 1);
    bench_fill(centre, 4 * (size_t)k, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float least = 1e30f;
        int best = 0;
        for (int c = 0; c < k; c++) {
            float sum = 0;
            for (int d = 0; d < 4; d++) {
                float x = point[d * n + i] - centre[c * 4 + d];
                sum += x * x;
            }
            if (sum < least) {
                least = sum;
                best = c;
            }
        }
        nearest[i] = best;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "kmeans", DIM((uint32_t)(n + 255) / 256, 1), DIM(256, 1), VALUE(n), VALUE(k), BUFFER(point),
           BUFFER(centre), BUFFER(nearest));
}

const Bench bench = { "kmeans", make, hand, launch };
