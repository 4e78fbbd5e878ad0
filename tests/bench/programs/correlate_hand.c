/* correlate_hand.c: correlation of the columns of a table. */
#include "bench.h"
#include <math.h>

enum { M = 160, N = 128 };
static int m = M, n = N;
static float *data, *mean, *dev, *part, *corr;

static void make(void)
{
    data = bench_in(M * N, 4);
    mean = bench_out(M, KIND_F32, 1e-4, 0);
    dev = bench_out(M, KIND_F32, 1e-4, 0);
    part = bench_out(M * N, KIND_F32, 1e-3, 0);
    corr = bench_out(M * M, KIND_F32, 1e-3, 0);
    bench_fill(data, M * N, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int j = 0; j < m; j++) {
        float sum = 0, squares = 0;
        for (int i = 0; i < n; i++)
            sum += data[i * m + j];
        mean[j] = sum / n;
        for (int i = 0; i < n; i++)
            squares += (data[i * m + j] - mean[j]) * (data[i * m + j] - mean[j]);
        dev[j] = sqrtf(squares / n);
        if (dev[j] <= 0.005f)
            dev[j] = 1;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            part[i * m + j] = (data[i * m + j] - mean[j]) / (sqrtf(n) * dev[j]);
#pragma omp parallel for schedule(dynamic, 4)
    for (int a = 0; a < m - 1; a++) {
        corr[a * m + a] = 1;
        for (int b = a + 1; b < m; b++) {
            float sum = 0;
            for (int i = 0; i < n; i++)
                sum += part[i * m + a] * part[i * m + b];
            corr[a * m + b] = corr[b * m + a] = sum;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "mean", DIM((M + 255) / 256, 1), DIM(256, 1), BUFFER(data), BUFFER(mean), VALUE(m), VALUE(n));
    LAUNCH(r, "deviation", DIM((M + 255) / 256, 1), DIM(256, 1), BUFFER(data), BUFFER(mean), BUFFER(dev), VALUE(m),
           VALUE(n));
    LAUNCH(r, "reduce", DIM((M + 31) / 32, (N + 7) / 8), DIM(32, 8), BUFFER(data), BUFFER(mean), BUFFER(dev),
           BUFFER(part), VALUE(m), VALUE(n));
    LAUNCH(r, "products", DIM((M + 255) / 256, 1), DIM(256, 1), BUFFER(part), BUFFER(corr), VALUE(m), VALUE(n));
}

const Bench bench = {"correlate", make, hand, launch};
