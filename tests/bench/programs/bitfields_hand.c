/* bitfields_hand.c: a product of matrices. */
#include "bench.h"

enum { N = 256 };
static int n = N;
static float *a, *b, *c;

static void make(void)
{
    a = bench_in(N * N, sizeof *a);
    b = bench_in(N * N, sizeof *b);
    c = bench_out(N * N, KIND_F32, 1e-4, 0);
    bench_fill(a, N * N, 0, 1);
    bench_fill(b, N * N, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "bitfields", DIM(N / 16, N / 16), DIM(256, 1), BUFFER(a), BUFFER(b), BUFFER(c), VALUE(n));
}

const Bench bench = { "bitfields", make, hand, launch };
