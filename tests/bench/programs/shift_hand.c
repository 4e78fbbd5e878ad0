/* shift_hand.c: points move to the mean of those near them, weighted by a bell (mean shift). */
#include "bench.h"
#include <math.h>
enum { N = 800 };
static int n = N;
static float *from, *to, radius = 4, width = 2;

static void make(void)
{
    from = bench_in(N * 2, 4);
    to = bench_out(N * 2, KIND_F32, 1e-4, 0);
    bench_fill(from, N * 2, 0, 10);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        float x = 0, y = 0, weights = 0;
#pragma omp simd reduction(+ : x, y, weights)
        for (int k = 0; k < N; k++) {
            const float dx = from[i * 2] - from[k * 2], dy = from[i * 2 + 1] - from[k * 2 + 1], d = dx * dx + dy * dy;
            const float w = d <= radius ? expf(-d / width) : 0;
            x += w * from[k * 2];
            y += w * from[k * 2 + 1];
            weights += w;
        }
        to[i * 2] = x / weights;
        to[i * 2 + 1] = y / weights;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "shift", DIM((N + 63) / 64, 1), DIM(64, 1), BUFFER(from), BUFFER(from), BUFFER(to), VALUE(n), VALUE(radius), VALUE(width));
}

const Bench bench = { "shift", make, hand, launch };
