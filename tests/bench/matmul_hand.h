/* matmul_hand.h: C = A * B, which matmul16 and matmul32 share. */
#include "bench.h"

static int n = 256;
static float *a, *b, *c;

static void make(void)
{
    size_t count = (size_t)(n * n);
    a = bench_in(count, sizeof *a);
    b = bench_in(count, sizeof *b);
    c = bench_out(count, KIND_F32, 1e-4, 0);
    bench_fill(a, count, -1, 1);
    bench_fill(b, count, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (int k = 0; k < n; k++) {
            float x = a[i * n + k];
#pragma omp simd
            for (int j = 0; j < n; j++)
                c[i * n + j] += x * b[k * n + j];
        }
    }
}
