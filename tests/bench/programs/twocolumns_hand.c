/* twocolumns_hand.c: seven points of a block of cells. */
#include "bench.h"

#include <ptx2c.h>

enum { NX = 512, NY = 48, NZ = 20 };
static float *from, *to, c0 = 1.0f / 6, c1 = 1.0f / 36;
static int nx = NX, ny = NY, nz = NZ;

static void make(void)
{
    from = bench_in(NX * NY * NZ, 4), to = bench_out(NX * NY * NZ, KIND_F32, 1e-4, 0);
    bench_fill(from, NX * NY * NZ, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for collapse(2)
    for (int k = 1; k < NZ - 1; k++)
        for (int j = 1; j < NY - 1; j++) {
            const float *a = from + (k * NY + j) * NX;
            float *b = to + (k * NY + j) * NX;
#pragma omp simd
            for (int i = 1; i < NX - 1; i++)
                b[i] = (a[i + NX * NY] + a[i - NX * NY] + a[i + NX] + a[i - NX] + a[i + 1] + a[i - 1]) * c1 - a[i] * c0;
        }
}

static void launch(Run *r)
{
    void *const args[] = { &c0, &c1, &from, &to, &nx, &ny, &nz };
    const int status = ptx2c_launch(ptx2c_find_kernel(bench_module(r), "block2D_hybrid_coarsen_x"), (ptx2c_dim3){ NX / 64, NY / 4, 1 }, (ptx2c_dim3){ 32, 4, 1 },
                                    2 * 32 * 4 * sizeof(float), args);
    if (status)
        bench_failed(r, "block2D_hybrid_coarsen_x", status);
}

const Bench bench = { "twocolumns", make, hand, launch };
