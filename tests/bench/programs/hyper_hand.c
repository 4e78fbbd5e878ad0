/* hyper_hand.c: a step of a field in four dimensions on a torus. */
#include "bench.h"
enum { N = 12, N2 = N * N, N3 = N * N2, TOTAL = N * N3 };
static int n = N, total = TOTAL;
static double mass = 0.3, coupling = 0.1, *field, *out;

static void make(void)
{
    field = bench_in(TOTAL, 8);
    out = bench_out(TOTAL, KIND_F64, 1e-10, 0);
    for (int i = 0; i < TOTAL; i++)
        field[i] = (double)bench_uniform(-1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int w = 0; w < N; w++)
        for (int z = 0; z < N; z++)
            for (int y = 0; y < N; y++) {
                const int row = ((w * N + z) * N + y) * N;
                const double *f = field + row, *ya = field + row + (y == N - 1 ? N - N2 : N), *yb = field + row + (y == 0 ? N2 - N : -N);
                const double *za = field + row + (z == N - 1 ? N2 - N3 : N2), *zb = field + row + (z == 0 ? N3 - N2 : -N2);
                const double *wa = field + row + (w == N - 1 ? N3 - TOTAL : N3), *wb = field + row + (w == 0 ? TOTAL - N3 : -N3);
                for (int x = 0; x < N; x++) {
                    const double phi = f[x], sides = f[x == N - 1 ? 0 : x + 1] + f[x == 0 ? N - 1 : x - 1];
                    const double sum = sides + ya[x] + yb[x] + za[x] + zb[x] + wa[x] + wb[x];
                    out[row + x] = phi + 0.01 * (sum - 8.0 * phi - mass * phi - coupling * phi * phi * phi);
                }
            }
}

static void launch(Run *r)
{
    LAUNCH(r, "hyper", DIM((TOTAL + 255) / 256, 1), DIM(256, 1), BUFFER(field), BUFFER(out), VALUE(n), VALUE(mass), VALUE(coupling), VALUE(total));
}

const Bench bench = { "hyper", make, hand, launch };
