/* outflow_hand.c: the divergence of wind on a sphere's elements of 4 x 4 points. */
#include "bench.h"

enum { NP = 4, P2 = NP * NP, NLEV = 16, ELEMENTS = 120 };
static double *v, *dvv, *metdet, *dinv, *divergence, rrearth = 0.5;

static double *numbers(size_t n, float low, float high)
{
    double *p = bench_in(n, 8);
    for (size_t i = 0; i < n; i++)
        p[i] = (double)bench_uniform(low, high);
    return p;
}

static void make(void)
{
    v = numbers(ELEMENTS * NLEV * 2 * P2, -1, 1);
    dvv = numbers(P2, -1, 1);
    metdet = numbers(ELEMENTS * P2, 1, 2);
    dinv = numbers(ELEMENTS * 4 * P2, -1, 1);
    divergence = bench_out(ELEMENTS * NLEV * P2, KIND_F64, 1e-10, 0);
}

static void hand(void)
{
#pragma omp parallel for
    for (int e = 0; e < ELEMENTS; e++)
        for (int l = 0; l < NLEV; l++) {
            const double *u = v + (e * NLEV + l) * 2 * P2, *d = dinv + e * 4 * P2, *det = metdet + e * P2;
            double g[2][P2];
            for (int i = 0; i < P2; i++) {
                g[0][i] = det[i] * (d[i] * u[i] + d[P2 + i] * u[P2 + i]);
                g[1][i] = det[i] * (d[2 * P2 + i] * u[i] + d[3 * P2 + i] * u[P2 + i]);
            }
            for (int y = 0; y < NP; y++)
                for (int x = 0; x < NP; x++) {
                    double a = 0, b = 0;
                    for (int i = 0; i < NP; i++) {
                        a += dvv[x * NP + i] * g[0][y * NP + i];
                        b += dvv[y * NP + i] * g[1][i * NP + x];
                    }
                    divergence[(e * NLEV + l) * P2 + y * NP + x] = (a + b) * (rrearth / det[y * NP + x]);
                }
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "outflow", DIM(ELEMENTS, 1), ((Dim){ NP, NP, NLEV }), BUFFER(v), BUFFER(dvv), BUFFER(metdet), BUFFER(dinv), VALUE(rrearth),
           BUFFER(divergence));
}

const Bench bench = { "outflow", make, hand, launch };
