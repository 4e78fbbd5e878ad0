/* orthogonal_hand.c: columns made orthogonal one after the other. */
#include "bench.h"
#include <math.h>

enum { N = 96 };
static int ni = N, nj = N;
static float *a, *r, *q;

static void make(void)
{
    a = bench_out(N * N, KIND_F32, 1, 1);
    r = bench_out(N * N, KIND_F32, 1e-2, 1e-2);
    q = bench_out(N * N, KIND_F32, 1e-2, 1e-2);
    bench_fill(a, N * N, -1, 1);
}

static void hand(void)
{
    for (int k = 0; k < nj; k++) {
        float sum = 0;
        for (int i = 0; i < ni; i++)
            sum += a[i * nj + k] * a[i * nj + k];
        r[k * nj + k] = sqrtf(sum);
        for (int i = 0; i < ni; i++)
            q[i * nj + k] = a[i * nj + k] / r[k * nj + k];
#pragma omp parallel for
        for (int j = k + 1; j < nj; j++) {
            float s = 0;
            for (int i = 0; i < ni; i++)
                s += q[i * nj + k] * a[i * nj + j];
            r[k * nj + j] = s;
            for (int i = 0; i < ni; i++)
                a[i * nj + j] -= q[i * nj + k] * s;
        }
    }
}

static void launch(Run *run)
{
    for (int k = 0; k < nj; k++) {
        LAUNCH(run, "column_norm", DIM(1, 1), DIM(256, 1), BUFFER(a), BUFFER(r), VALUE(k), VALUE(ni), VALUE(nj));
        LAUNCH(run, "column_scale", DIM(1, 1), DIM(256, 1), BUFFER(a), BUFFER(r), BUFFER(q), VALUE(k), VALUE(ni),
               VALUE(nj));
        LAUNCH(run, "take", DIM(1, 1), DIM(256, 1), BUFFER(a), BUFFER(r), BUFFER(q), VALUE(k), VALUE(ni), VALUE(nj));
    }
}

const Bench bench = {"orthogonal", make, hand, launch};
