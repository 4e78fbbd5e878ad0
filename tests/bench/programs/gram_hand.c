/* gram_hand.c: orthogonal columns. */
#include "bench.h"
#include <math.h>

enum { M = 96, N = 96 };
static float *a, *r, *q;
static int m = M, n = N;

static void make(void)
{
    a = bench_out(M * N, KIND_F32, 1e-2, 1e-2);
    r = bench_out(N * N, KIND_F32, 1e-2, 1e-2);
    q = bench_out(M * N, KIND_F32, 1e-2, 1e-2);
    bench_fill(a, M * N, 0, 1);
    for (int i = 0; i < N; i++)
        a[i * N + i] += 4;
}

static void hand(void)
{
    for (int k = 0; k < N; k++) {
        float sum = 0;
        for (int i = 0; i < M; i++)
            sum += a[i * N + k] * a[i * N + k];
        const float length = r[k * N + k] = sqrtf(sum);
        for (int i = 0; i < M; i++)
            q[i * N + k] = a[i * N + k] / length;
        float *row = r + k * N;
        for (int j = k + 1; j < N; j++)
            row[j] = 0;
        for (int i = 0; i < M; i++)
            for (int j = k + 1; j < N; j++)
                row[j] += q[i * N + k] * a[i * N + j];
        for (int i = 0; i < M; i++)
            for (int j = k + 1; j < N; j++)
                a[i * N + j] -= q[i * N + k] * row[j];
    }
}

static void launch(Run *x)
{
    for (int k = 0; k < N; k++) {
        LAUNCH(x, "gram_length", DIM(1, 1), DIM(256, 1), BUFFER(a), BUFFER(r), BUFFER(q), VALUE(k), VALUE(m), VALUE(n));
        LAUNCH(x, "gram_scale", DIM(1, 1), DIM(256, 1), BUFFER(a), BUFFER(r), BUFFER(q), VALUE(k), VALUE(m), VALUE(n));
        LAUNCH(x, "gram_project", DIM(1, 1), DIM(256, 1), BUFFER(a), BUFFER(r), BUFFER(q), VALUE(k), VALUE(m), VALUE(n));
    }
}

const Bench bench = {"gram", make, hand, launch};
