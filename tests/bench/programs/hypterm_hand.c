/* hypterm_hand.c: fluxes of a compressible gas in three dimensions by differences of eighth order. */
#include "bench.h"

enum { L = 20, M = 36, N = 44, CELLS = L * M * N };
static double *flux0, *flux1, *flux3, *m1, *m2, *m3, *q1, *q3, *q4, d[3] = { 1.1, 1.2, 1.3 };
static int l = L, m = M, n = N;

static double *field(void)
{
    double *p = bench_in(CELLS, 8);
    for (int i = 0; i < CELLS; i++)
        p[i] = (double)bench_uniform(-1, 1);
    return p;
}

static void make(void)
{
    flux0 = bench_out(CELLS, KIND_F64, 1e-8, 0);
    flux1 = bench_out(CELLS, KIND_F64, 1e-8, 0);
    flux3 = bench_out(CELLS, KIND_F64, 1e-8, 0);
    m1 = field(), m2 = field(), m3 = field(), q1 = field(), q3 = field(), q4 = field();
}

static void hand(void)
{
    static const double c[5] = { 0, 0.8, -0.2, 0.038095, -0.0035714 };
#pragma omp parallel for
    for (int k = 4; k < L - 4; k++)
        for (int j = 4; j < M - 4; j++)
#pragma omp simd
            for (int i = 4; i < N - 4; i++) {
                const int at = (k * M + j) * N + i;
                double f0 = 0, f1 = 0, f3 = 0;
                for (int o = 1; o <= 4; o++) {
                    const int x = o, y = o * N, z = o * M * N;
                    f0 -= c[o] * ((m1[at + x] - m1[at - x]) * d[0] + (m2[at + y] - m2[at - y]) * d[1] + (m3[at + z] - m3[at - z]) * d[2]);
                    f1 -= c[o] * ((m1[at + x] * q1[at + x] + q4[at + x] - m1[at - x] * q1[at - x] - q4[at - x]) * d[0] +
                                  (m2[at + y] * q1[at + y] - m2[at - y] * q1[at - y]) * d[1] +
                                  (m3[at + z] * q1[at + z] - m3[at - z] * q1[at - z]) * d[2]);
                    f3 -= c[o] * ((m1[at + x] * q3[at + x] - m1[at - x] * q3[at - x]) * d[0] +
                                  (m2[at + y] * q3[at + y] - m2[at - y] * q3[at - y]) * d[1] +
                                  (m3[at + z] * q3[at + z] + q4[at + z] - m3[at - z] * q3[at - z] - q4[at - z]) * d[2]);
                }
                flux0[at] = f0;
                flux1[at] = f1;
                flux3[at] = f3;
            }
}

static void launch(Run *r)
{
    LAUNCH(r, "hypterm", ((Dim){ (N + 15) / 16, (M + 3) / 4, (L + 3) / 4 }), ((Dim){ 16, 4, 4 }), BUFFER(flux0), BUFFER(flux1), BUFFER(flux3),
           BUFFER(m1), BUFFER(m2), BUFFER(m3), BUFFER(q1), BUFFER(q3), BUFFER(q4), VALUE(d[0]), VALUE(d[1]), VALUE(d[2]), VALUE(l), VALUE(m),
           VALUE(n));
}

const Bench bench = { "hypterm", make, hand, launch };
