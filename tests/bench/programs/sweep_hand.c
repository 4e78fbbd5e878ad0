/* sweep_hand.c: implicit steps along rows, then along columns. */
#include "bench.h"

enum { N = 256 };
static float *x, *a, *b;
static int n = N;

static void make(void)
{
    x = bench_out(N * N, KIND_F32, 1e-3, 0);
    a = bench_in(N * N, 4);
    b = bench_out(N * N, KIND_F32, 1e-3, 0);
    bench_fill(x, N * N, 0, 1);
    bench_fill(a, N * N, 0.1f, 0.3f);
    bench_fill(b, N * N, 4, 5);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        float *p = x + i * N, *q = b + i * N;
        const float *c = a + i * N;
        for (int j = 1; j < N; j++) {
            p[j] -= p[j - 1] * c[j] / q[j - 1];
            q[j] -= c[j] * c[j] / q[j - 1];
        }
        p[N - 1] /= q[N - 1];
        for (int j = N - 2; j > 0; j--)
            p[j] = (p[j] - p[j - 1] * c[j - 1]) / q[j - 1];
    }
#pragma omp parallel for
    for (int part = 0; part < N; part += 64) {
        for (int i = 1; i < N; i++)
            for (int j = part; j < part + 64; j++) {
                x[i * N + j] -= x[(i - 1) * N + j] * a[i * N + j] / b[(i - 1) * N + j];
                b[i * N + j] -= a[i * N + j] * a[i * N + j] / b[(i - 1) * N + j];
            }
        for (int j = part; j < part + 64; j++)
            x[(N - 1) * N + j] /= b[(N - 1) * N + j];
        for (int i = N - 2; i > 0; i--)
            for (int j = part; j < part + 64; j++)
                x[i * N + j] = (x[i * N + j] - x[(i - 1) * N + j] * a[(i - 1) * N + j]) / b[i * N + j];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "sweep_rows", DIM(N / 64, 1), DIM(64, 1), BUFFER(x), BUFFER(a), BUFFER(b), VALUE(n));
    LAUNCH(r, "sweep_columns", DIM(N / 64, 1), DIM(64, 1), BUFFER(x), BUFFER(a), BUFFER(b), VALUE(n));
}

const Bench bench = {"sweep", make, hand, launch};
