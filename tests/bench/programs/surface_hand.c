/* surface_hand.c: a smooth surface over a net of control points by Bezier's blend. */
#include "bench.h"
#include <math.h>
enum { NI = 4, NJ = 3, RI = 60, RJ = 60 };
static int ni = NI, nj = NJ, ri = RI, rj = RJ;
static double *net, *out;

static void make(void)
{
    net = bench_in((NI + 1) * (NJ + 1) * 3, 8);
    out = bench_out(RI * RJ * 3, KIND_F64, 1e-9, 0);
    for (int i = 0; i < (NI + 1) * (NJ + 1) * 3; i++)
        net[i] = (double)bench_uniform(0, 10);
}

static double blend(double mu, int k, int n)
{
    int nn = n, kn = k, rest = n - k;
    double b = 1;
    while (nn >= 1) {
        b *= nn--;
        if (kn > 1)
            b /= kn--;
        if (rest > 1)
            b /= rest--;
    }
    if (k > 0)
        b *= pow(mu, k);
    if (n - k > 0)
        b *= pow(1 - mu, n - k);
    return b;
}

static volatile int degree_i = NI, degree_j = NJ;

static void hand(void)
{
    const int di = degree_i, dj = degree_j;
#pragma omp parallel for
    for (int i = 0; i < RI; i++)
        for (int j = 0; j < RJ; j++) {
            const double mui = (double)i / (RI - 1), muj = (double)j / (RJ - 1);
            double x = 0, y = 0, z = 0;
            for (int ki = 0; ki <= di; ki++) {
                const double bi = blend(mui, ki, di);
                for (int kj = 0; kj <= dj; kj++) {
                    const double b = bi * blend(muj, kj, dj);
                    const double *c = net + (ki * (dj + 1) + kj) * 3;
                    x += c[0] * b, y += c[1] * b, z += c[2] * b;
                }
            }
            double *const o = out + (i * RJ + j) * 3;
            o[0] = x, o[1] = y, o[2] = z;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "surface", DIM((RI + 15) / 16, (RJ + 15) / 16), DIM(16, 16), BUFFER(net), BUFFER(out), VALUE(ni), VALUE(nj), VALUE(ri), VALUE(rj));
}

const Bench bench = { "surface", make, hand, launch };
