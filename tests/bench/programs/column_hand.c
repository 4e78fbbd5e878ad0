/* column_hand.c: heat in a block of cells. */
#include "bench.h"

enum { NX = 96, NY = 96, NZ = 8 };
static int nx = NX, ny = NY, nz = NZ;
static float *power, *from, *to, ce = 0.1f, cn = 0.12f, ct = 0.05f, cc = 0.4f, step = 0.3f;

static void make(void)
{
    const size_t n = NX * NY * NZ;
    power = bench_in(n, sizeof *power);
    from = bench_in(n, sizeof *from);
    to = bench_out(n, KIND_F32, 1e-5, 0);
    bench_fill(power, n, 0, 1);
    bench_fill(from, n, 60, 90);
}

static void hand(void)
{
#pragma omp parallel for collapse(2)
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
                const int c = x + nx * (y + ny * z);
                const int w = x == 0 ? c : c - 1, e = x == nx - 1 ? c : c + 1, n = y == 0 ? c : c - nx,
                          s = y == ny - 1 ? c : c + nx;
                const int b = z == 0 ? c : c - nx * ny, t = z == nz - 1 ? c : c + nx * ny;
                to[c] = cc * from[c] + cn * from[n] + cn * from[s] + ce * from[e] + ce * from[w] + ct * from[t] +
                        ct * from[b] + step * power[c] + ct * 80;
            }
}

static void launch(Run *r)
{
    LAUNCH(r, "column", DIM(NX / 32, NY / 4), DIM(32, 4), BUFFER(power), BUFFER(from), BUFFER(to), VALUE(nx), VALUE(ny),
           VALUE(nz), VALUE(ce), VALUE(cn), VALUE(ct), VALUE(cc), VALUE(step));
}

const Bench bench = {"column", make, hand, launch};
