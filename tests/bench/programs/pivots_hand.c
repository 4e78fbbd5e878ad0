/* pivots_hand.c: systems of 5 equations each. */
#include "bench.h"
#include <math.h>

enum { N = 2000 };
static float *a, *b, *x;
static int n = N;

static void make(void)
{
    a = bench_in(N * 25, 4), b = bench_in(N * 5, 4);
    x = bench_out(N * 5, KIND_F32, 1e-2, 1e-2);
    bench_fill(a, N * 25, -1, 1), bench_fill(b, N * 5, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        float m[5][6];
        for (int r = 0; r < 5; r++) {
            for (int c = 0; c < 5; c++)
                m[r][c] = a[i * 25 + r * 5 + c];
            m[r][5] = b[i * 5 + r];
        }
        for (int k = 0; k < 5; k++) {
            int p = k;
            for (int r = k + 1; r < 5; r++)
                if (fabsf(m[r][k]) > fabsf(m[p][k]))
                    p = r;
            if (p != k)
                for (int c = k; c < 6; c++) {
                    const float t = m[k][c];
                    m[k][c] = m[p][c];
                    m[p][c] = t;
                }
            for (int r = k + 1; r < 5; r++) {
                const float f = m[r][k] / m[k][k];
                for (int c = k; c < 6; c++)
                    m[r][c] -= f * m[k][c];
            }
        }
        for (int k = 4; k >= 0; k--) {
            float s = m[k][5];
            for (int c = k + 1; c < 5; c++)
                s -= m[k][c] * m[c][5];
            x[i * 5 + k] = m[k][5] = s / m[k][k];
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "pivots", DIM((N + 127) / 128, 1), DIM(128, 1), BUFFER(a), BUFFER(b), BUFFER(x), VALUE(n));
}

const Bench bench = {"pivots", make, hand, launch};
