/* guarded_hand.c: a product of matrices. */
#include "bench.h"

static int m = 90, n = 100, k = 75;
static double *a, *b, *c, alpha = 0.7, beta = 0.2;

static double *fill(double *at, int count)
{
    for (int i = 0; i < count; i++)
        at[i] = bench_uniform(-1, 1);
    return at;
}

static void make(void)
{
    a = fill(bench_in((size_t)(m * k), sizeof *a), m * k);
    b = fill(bench_in((size_t)(k * n), sizeof *b), k * n);
    c = fill(bench_out((size_t)(m * n), KIND_F64, 1e-12, 0), m * n);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < m; i++) {
        double sum[128] = {0};
        for (int t = 0; t < k; t++)
            for (int j = 0; j < n; j++)
                sum[j] += a[i * k + t] * b[t * n + j];
        for (int j = 0; j < n; j++)
            c[i * n + j] = alpha * sum[j] + beta * c[i * n + j];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "guarded", DIM((uint32_t)(n + 15) / 16, (uint32_t)(m + 15) / 16), DIM(16, 16), BUFFER(a), BUFFER(b), BUFFER(c), VALUE(m), VALUE(n),
           VALUE(k), VALUE(alpha), VALUE(beta));
}

const Bench bench = {"guarded", make, hand, launch};
