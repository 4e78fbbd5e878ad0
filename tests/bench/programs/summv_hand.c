/* summv_hand.c: two matrices times one vector, and the weighted sum of both. */
#include "bench.h"

enum { N = 400 };
static int n = N;
static float *a, *b, *x, *y, *tmp, alpha = 1.5f, beta = 0.7f;

static void make(void)
{
    a = bench_in(N * N, sizeof *a);
    b = bench_in(N * N, sizeof *b);
    x = bench_in(N, sizeof *x);
    tmp = bench_in(N, sizeof *tmp);
    y = bench_out(N, KIND_F32, 1e-3, 0);
    bench_fill(a, N * N, 0, 1);
    bench_fill(b, N * N, 0, 1);
    bench_fill(x, N, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        float s = 0, t = 0;
#pragma omp simd reduction(+ : s, t)
        for (int j = 0; j < N; j++) {
            s += a[i * N + j] * x[j];
            t += b[i * N + j] * x[j];
        }
        y[i] = alpha * s + beta * t;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "summv", DIM((N + 255) / 256, 1), DIM(256, 1), BUFFER(a), BUFFER(b), BUFFER(x), BUFFER(y), BUFFER(tmp),
           VALUE(n), VALUE(alpha), VALUE(beta));
}

const Bench bench = { "summv", make, hand, launch };
