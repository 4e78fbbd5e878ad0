/* march_hand.c: a step of heat in three dimensions. */
#include "bench.h"

static int nx = 128, ny = 64, nz = 8;
static float *in, *power, *out, ce = 0.1f, cn = 0.08f, ct = 0.05f, cc = 0.5f, dt = 0.01f;

static void make(void)
{
    const size_t n = (size_t)(nx * ny * nz);
    in = bench_in(n, sizeof *in);
    power = bench_in(n, sizeof *power);
    out = bench_out(n, KIND_F32, 1e-5, 0);
    bench_fill(in, n, 20, 90);
    bench_fill(power, n, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for collapse(2)
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
                const int c = x + y * nx + z * nx * ny;
                const int w = x == 0 ? c : c - 1, e = x == nx - 1 ? c : c + 1, n = y == 0 ? c : c - nx, s = y == ny - 1 ? c : c + nx;
                const int b = z == 0 ? c : c - nx * ny, t = z == nz - 1 ? c : c + nx * ny;
                out[c] = cc * in[c] + ce * (in[w] + in[e]) + cn * (in[s] + in[n]) + ct * (in[b] + in[t]) + dt * power[c] + ct * 80.0f;
            }
}

static void launch(Run *r)
{
    LAUNCH(r, "march", DIM((uint32_t)nx / 64, (uint32_t)ny / 4), DIM(64, 4), BUFFER(in), BUFFER(power), BUFFER(out), VALUE(nx), VALUE(ny), VALUE(nz),
           VALUE(ce), VALUE(cn), VALUE(ct), VALUE(cc), VALUE(dt));
}

const Bench bench = {"march", make, hand, launch};
