/* saxpy_hand.c: y = a * x + y. */
#include "bench.h"

static int n = 1000000;
static float a = 1.5f, *x, *y;

static void make(void)
{
    x = bench_in((size_t)n, sizeof *x);
    y = bench_out((size_t)n, KIND_F32, 1e-6, 0);
    bench_fill(x, (size_t)n, -1, 1);
    bench_fill(y, (size_t)n, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for simd
    for (int i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

static void launch(Run *r)
{
    LAUNCH(r, "saxpy", DIM((uint32_t)(n + 255) / 256, 1), DIM(256, 1), VALUE(n), VALUE(a), BUFFER(x), BUFFER(y));
}

const Bench bench = { "saxpy", make, hand, launch };
