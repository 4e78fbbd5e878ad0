/* periodic_hand.c: diffusion with periodic borders. */
#include "bench.h"

static int nx = 60, ny = 50, nz = 20;
static double *in, *out, c = 0.1;

static void make(void)
{
    in = bench_in((size_t)(nx * ny * nz), 8);
    for (int i = 0; i < nx * ny * nz; i++) in[i] = bench_uniform(-1, 1);
    out = bench_out((size_t)(nx * ny * nz), KIND_F64, 1e-9, 1e-12);
}

static void hand(void)
{
    const int plane = nx * ny;
#pragma omp parallel for
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++) {
            const double *at = in + z * plane + y * nx, *north = in + z * plane + (y + ny - 1) % ny * nx, *south = in + z * plane + (y + 1) % ny * nx;
            const double *below = in + (z + nz - 1) % nz * plane + y * nx, *above = in + (z + 1) % nz * plane + y * nx;
            for (int x = 0; x < nx; x++) {
                const double sum = at[x > 0 ? x - 1 : nx - 1] + at[x < nx - 1 ? x + 1 : 0] + north[x] + south[x] + below[x] + above[x];
                out[z * plane + y * nx + x] = at[x] + c * (sum - 6 * at[x]);
            }
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "periodic", DIM((uint32_t)(nx * ny * nz + 127) / 128, 1), DIM(128, 1), BUFFER(in), BUFFER(out), VALUE(nx), VALUE(ny), VALUE(nz),
           VALUE(c));
}

const Bench bench = {"periodic", make, hand, launch};
