/* plate_hand.c: Laplace's equation in three dimensions. */
#include "bench.h"

static int nx = 100, ny = 60, nz = 20, pitch = 128;
static float *u1, *u2;

static void make(void)
{
    size_t n = (size_t)(pitch * ny * nz);
    u1 = bench_in(n, 4);
    bench_fill(u1, n, 0, 1);
    u2 = bench_out(n, KIND_F32, 1e-5, 0);
}

static void hand(void)
{
#pragma omp parallel for
    for (int k = 0; k < nz; k++)
        for (int j = 0; j < ny; j++)
            for (int i = 0; i < nx; i++) {
                int at = i + j * pitch + k * pitch * ny;
                if (i == 0 || i == nx - 1 || j == 0 || j == ny - 1 || k == 0 || k == nz - 1)
                    u2[at] = u1[at];
                else
                    u2[at] = (u1[at - 1] + u1[at + 1] + u1[at - pitch] + u1[at + pitch] + u1[at - pitch * ny] + u1[at + pitch * ny]) * (1.0f / 6.0f);
            }
}

static void launch(Run *run)
{
    LAUNCH(run, "_Z5plateiiiiPfS_", DIM((uint32_t)(nx + 31) / 32, (uint32_t)(ny + 3) / 4), DIM(32, 4), VALUE(nx), VALUE(ny), VALUE(nz), VALUE(pitch),
           BUFFER(u1), BUFFER(u2));
}

const Bench bench = {"plate", make, hand, launch};
