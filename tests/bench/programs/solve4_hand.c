/* solve4_hand.c: systems of 4 equations. */
#include "bench.h"

#include <math.h>

static int n = 8000;
static float *a, *b, *x;

static void make(void)
{
    a = bench_in((size_t)n * 16, sizeof *a);
    b = bench_in((size_t)n * 4, sizeof *b);
    x = bench_out((size_t)n * 4, KIND_F32, 1e-2, 0.01);
    bench_fill(a, (size_t)n * 16, -1, 1);
    bench_fill(b, (size_t)n * 4, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int id = 0; id < n; id++) {
        float m[4][5];
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++)
                m[i][j] = a[(i * 4 + j) * n + id];
            m[i][4] = b[i * n + id];
        }
        for (int k = 0; k < 4; k++) {
            int p = k;
            for (int i = k + 1; i < 4; i++)
                if (fabsf(m[i][k]) > fabsf(m[p][k]))
                    p = i;
            for (int j = k; j < 5; j++) {
                const float t = m[k][j];
                m[k][j] = m[p][j];
                m[p][j] = t;
            }
            for (int i = k + 1; i < 4; i++) {
                const float f = m[i][k] / m[k][k];
                for (int j = k; j < 5; j++)
                    m[i][j] -= f * m[k][j];
            }
        }
        for (int k = 3; k >= 0; k--) {
            float s = m[k][4];
            for (int j = k + 1; j < 4; j++)
                s -= m[k][j] * m[j][4];
            x[k * n + id] = m[k][4] = s / m[k][k];
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "solve4", DIM((uint32_t)(n + 127) / 128, 1), DIM(128, 1), BUFFER(a), BUFFER(b), BUFFER(x), VALUE(n));
}

const Bench bench = {"solve4", make, hand, launch};
