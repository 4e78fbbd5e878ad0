/* eliminate_hand.c: Gaussian elimination. */
#include "bench.h"

enum { N = 96 };
static int size = N;
static float *a, *b, *m;

static void make(void)
{
    a = bench_out(N * N, KIND_F32, 1e-3, 0);
    b = bench_out(N, KIND_F32, 1e-3, 0);
    m = bench_out(N * N, KIND_F32, 1e-3, 0);
    bench_fill(a, N * N, 0, 1);
    bench_fill(b, N, 0, 1);
    for (int i = 0; i < N; i++)
        a[i * N + i] += N;
}

static void hand(void)
{
    for (int t = 0; t < N - 1; t++) {
#pragma omp parallel for
        for (int i = t + 1; i < N; i++) {
            m[i * N + t] = a[i * N + t] / a[t * N + t];
            const float factor = m[i * N + t];
            for (int j = t; j < N; j++)
                a[i * N + j] -= factor * a[t * N + j];
            b[i] -= factor * b[t];
        }
    }
}

static void launch(Run *r)
{
    for (int t = 0; t < N - 1; t++) {
        LAUNCH(r, "factors", DIM(1, 1), DIM(512, 1), BUFFER(m), BUFFER(a), VALUE(size), VALUE(t));
        LAUNCH(r, "rows", DIM(N / 4, N / 4), DIM(4, 4), BUFFER(m), BUFFER(a), BUFFER(b), VALUE(size), VALUE(t));
    }
}

const Bench bench = { "eliminate", make, hand, launch };
