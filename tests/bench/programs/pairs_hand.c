/* pairs_hand.c: how often pairs of points lie so far apart. */
#include "bench.h"
#include <math.h>

enum { N = 700, BINS = 20 };
static int n = N;
static float *x, *y, *z, *edge;
static uint32_t *counts;

static void make(void)
{
    x = bench_in(N, 4);
    y = bench_in(N, 4);
    z = bench_in(N, 4);
    edge = bench_in(BINS + 1, 4);
    counts = bench_out(BINS + 2, KIND_U32, 0.01, 0);
    for (int i = 0; i < N; i++) {
        const float a = bench_uniform(0, 6.28f), b = bench_uniform(-1, 1), c = sqrtf(1 - b * b);
        x[i] = c * cosf(a);
        y[i] = c * sinf(a);
        z[i] = b;
    }
    for (int i = 0; i <= BINS; i++)
        edge[i] = cosf(powf(10, -2 + 0.12f * (float)i));
}

static void hand(void)
{
#pragma omp parallel
    {
        uint32_t own[BINS + 2] = {0};
#pragma omp for
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++) {
                const float d = x[i] * x[k] + y[i] * y[k] + z[i] * z[k];
                int low = 0, high = BINS;
                while (high > low + 1) {
                    const int middle = (low + high) / 2;
                    if (d >= edge[middle])
                        high = middle;
                    else
                        low = middle;
                }
                own[d >= edge[low] ? low : d < edge[high] ? high + 1 : high]++;
            }
#pragma omp critical
        for (int b = 0; b < BINS + 2; b++)
            counts[b] += own[b];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "pairs", DIM((N + 127) / 128, 1), DIM(128, 1), BUFFER(x), BUFFER(y), BUFFER(z), BUFFER(edge),
           BUFFER(counts), VALUE(n));
}

const Bench bench = {"pairs", make, hand, launch};
