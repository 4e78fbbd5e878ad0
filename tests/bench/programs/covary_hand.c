/* covary_hand.c: covariances of columns. */
#include "bench.h"

enum { M = 128, N = 128 };
static float *data, *mean, *sym;
static int m = M, n = N;

static void make(void)
{
    data = bench_out(N * M, KIND_F32, 1e-4, 0);
    mean = bench_out(M, KIND_F32, 1e-4, 0);
    sym = bench_out(M * M, KIND_F32, 1e-3, 1e-3);
    bench_fill(data, N * M, 0, 1);
}

static void hand(void)
{
    for (int j = 0; j < M; j++) {
        float sum = 0;
        for (int i = 0; i < N; i++)
            sum += data[i * M + j];
        mean[j] = sum / N;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            data[i * M + j] -= mean[j];
#pragma omp parallel for schedule(dynamic)
    for (int j1 = 0; j1 < M; j1++)
        for (int j2 = j1; j2 < M; j2++) {
            float sum = 0;
            for (int i = 0; i < N; i++)
                sum += data[i * M + j1] * data[i * M + j2];
            sym[j1 * M + j2] = sym[j2 * M + j1] = sum;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "covary_mean", DIM(1, 1), DIM(256, 1), BUFFER(data), BUFFER(mean), VALUE(m), VALUE(n));
    LAUNCH(r, "covary_reduce", DIM(M / 32, N / 8), DIM(32, 8), BUFFER(data), BUFFER(mean), VALUE(m), VALUE(n));
    LAUNCH(r, "covary", DIM(1, 1), DIM(256, 1), BUFFER(data), BUFFER(sym), VALUE(m), VALUE(n));
}

const Bench bench = {"covary", make, hand, launch};
