/* hgemm_hand.c: C = A * B, matrices of half precision, sums of single precision. */
#include "bench.h"
#include "half.h"

static int n = 128;
static half *a, *b;
static float *c;

static void make(void)
{
    size_t count = (size_t)(n * n);
    a = bench_in(count, sizeof *a);
    b = bench_in(count, sizeof *b);
    c = bench_out(count, KIND_F32, 1e-4, 0);
    for (size_t i = 0; i < count; i++) {
        a[i] = to_half(bench_uniform(-1, 1));
        b[i] = to_half(bench_uniform(-1, 1));
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (int k = 0; k < n; k++) {
            float x = of_half(a[i * n + k]);
#pragma omp simd
            for (int j = 0; j < n; j++)
                c[i * n + j] += x * of_half(b[k * n + j]);
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "hgemm", DIM((uint32_t)n / 16, (uint32_t)n / 16), DIM(16, 16), BUFFER(a), BUFFER(b), BUFFER(c), VALUE(n));
}

const Bench bench = { "hgemm", make, hand, launch };
