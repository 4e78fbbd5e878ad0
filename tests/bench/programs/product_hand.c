/* product_hand.c: a matrix and a vector. */
#include "bench.h"

static int m = 400, n = 500;
static float *a, *x, *bias, *y;

static void make(void)
{
    a = bench_in((size_t)(m * n), sizeof *a);
    x = bench_in((size_t)n, sizeof *x);
    bias = bench_in((size_t)m, sizeof *bias);
    y = bench_out((size_t)m, KIND_F32, 1e-4, 0);
    bench_fill(a, (size_t)(m * n), -1, 1);
    bench_fill(x, (size_t)n, -1, 1);
    bench_fill(bias, (size_t)m, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < m; i++) {
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int j = 0; j < n; j++)
            sum += a[i * n + j] * x[j];
        y[i] = sum + bias[i];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "product", DIM((uint32_t)(m + 7) / 8, 1), DIM(256, 1), BUFFER(a), BUFFER(x), BUFFER(bias), BUFFER(y), VALUE(m), VALUE(n));
}

const Bench bench = {"product", make, hand, launch};
