/* factor_hand.c: triangular factors of many small symmetric matrices. */
#include "bench.h"

#include <math.h>

enum { N = 24, COUNT = 256 };
static float *matrices;

static void make(void)
{
    matrices = bench_out(COUNT * N * N, KIND_F32, 1e-3, 0);
    for (int c = 0; c < COUNT; c++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j <= i; j++)
                matrices[(c * N + i) * N + j] = matrices[(c * N + j) * N + i] = i == j ? 20 + bench_uniform(0, 1) : bench_uniform(-1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int c = 0; c < COUNT; c++) {
        float *const own = matrices + c * N * N, m[N][N]; /* by columns */
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                m[j][i] = own[i * N + j];
        for (int k = 0; k < N; k++) {
            const float d = sqrtf(m[k][k]);
            m[k][k] = d;
            for (int i = k + 1; i < N; i++)
                m[k][i] /= d;
            for (int j = k + 1; j < N; j++)
                for (int i = j; i < N; i++)
                    m[j][i] -= m[k][i] * m[k][j];
        }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                own[i * N + j] = j <= i ? m[j][i] : 0;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "factor", DIM(COUNT, 1), DIM(32, 1), BUFFER(matrices));
}

const Bench bench = { "factor", make, hand, launch };
