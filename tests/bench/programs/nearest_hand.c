/* nearest_hand.c: the eight nearest of many points. */
#include "bench.h"
#include <math.h>

enum { N = 2000, M = 256, K = 8 };
typedef struct Point {
    float x, y;
} Point;
static Point *points, *asked;
static int *place, n = N, m = M;
static float *far;

static void make(void)
{
    points = bench_in(N, sizeof *points);
    asked = bench_in(M, sizeof *asked);
    place = bench_out(M * K, KIND_U32, 0, 0.01);
    far = bench_out(M * K, KIND_F32, 1e-5, 0);
    bench_fill((float *)points, N * 2, 0, 1);
    bench_fill((float *)asked, M * 2, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int q = 0; q < m; q++) {
        float best[K];
        int who[K];
        for (int k = 0; k < K; k++)
            best[k] = 3.4e38f, who[k] = -1;
        for (int i = 0; i < n; i++) {
            float dx = points[i].x - asked[q].x, dy = points[i].y - asked[q].y, d = dx * dx + dy * dy;
            if (d < best[K - 1]) {
                int k = K - 1;
                for (; k > 0 && best[k - 1] > d; k--) {
                    best[k] = best[k - 1];
                    who[k] = who[k - 1];
                }
                best[k] = d;
                who[k] = i;
            }
        }
        for (int k = 0; k < K; k++) {
            place[q * K + k] = who[k];
            far[q * K + k] = sqrtf(best[k]);
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "nearest", DIM(M / 64, 1), DIM(64, 1), BUFFER(points), VALUE(n), BUFFER(asked), VALUE(m), BUFFER(place),
           BUFFER(far));
}

const Bench bench = {"nearest", make, hand, launch};
