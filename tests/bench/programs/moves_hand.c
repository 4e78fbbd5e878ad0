/* moves_hand.c: products of a matrix with a vector and of its transpose with another. */
#include "bench.h"

enum { M = 500, N = 400 };
static float *a, *r, *s, *p, *q;
static int m = M, n = N;

static void make(void)
{
    a = bench_in(M * N, 4), r = bench_in(M, 4), p = bench_in(N, 4);
    bench_fill(a, M * N, -1, 1), bench_fill(r, M, -1, 1), bench_fill(p, N, -1, 1);
    s = bench_out(N, KIND_F32, 1e-4, 1e-2), q = bench_out(M, KIND_F32, 1e-4, 1e-2);
}

static void hand(void)
{
    for (int j = 0; j < N; j++)
        s[j] = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            s[j] += r[i] * a[i * N + j];
#pragma omp parallel for
    for (int i = 0; i < M; i++) {
        float sum = 0;
        for (int j = 0; j < N; j++)
            sum += a[i * N + j] * p[j];
        q[i] = sum;
    }
}

static void launch(Run *x)
{
    LAUNCH(x, "moves_down", DIM((N + 255) / 256, 1), DIM(256, 1), BUFFER(a), BUFFER(r), BUFFER(s), VALUE(m), VALUE(n));
    LAUNCH(x, "moves_along", DIM((M + 255) / 256, 1), DIM(256, 1), BUFFER(a), BUFFER(p), BUFFER(q), VALUE(m), VALUE(n));
}

const Bench bench = {"moves", make, hand, launch};
