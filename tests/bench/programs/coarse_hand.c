/* coarse_hand.c: between two grids of a multigrid method in three dimensions. */
#include "bench.h"

enum { NX = 33, NY = 21, NZ = 17, FX = 2 * NX - 1, FY = 2 * NY - 1, FZ = 2 * NZ - 1 };
static float *fine, *rough;
static int nx = NX, ny = NY, nz = NZ;

static void make(void)
{
    fine = bench_out(FX * FY * FZ, KIND_F32, 1e-4, 1e-3);
    rough = bench_out(NX * NY * NZ, KIND_F32, 1e-4, 1e-3);
    bench_fill(fine, FX * FY * FZ, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int z = 1; z < NZ - 1; z++)
        for (int y = 1; y < NY - 1; y++) {
            float sum[FX] = { 0 };
            for (int c = -1; c <= 1; c++)
                for (int b = -1; b <= 1; b++) {
                    const float w = (float)((c ? 1 : 2) * (b ? 1 : 2)) / 64, *f = fine + ((2 * z + c) * FY + 2 * y + b) * FX;
#pragma omp simd
                    for (int x = 0; x < FX; x++)
                        sum[x] += w * f[x];
                }
            for (int x = 1; x < NX - 1; x++)
                rough[(z * NY + y) * NX + x] = sum[2 * x - 1] + 2 * sum[2 * x] + sum[2 * x + 1];
        }
#pragma omp parallel for
    for (int z = 0; z < FZ; z++)
        for (int y = 0; y < FY; y++) {
            const float *a = rough + (z / 2 * NY + y / 2) * NX, *b = rough + (z / 2 * NY + (y + 1) / 2) * NX,
                        *c = rough + ((z + 1) / 2 * NY + y / 2) * NX, *d = rough + ((z + 1) / 2 * NY + (y + 1) / 2) * NX;
            float sum[NX], *f = fine + (z * FY + y) * FX;
            for (int x = 0; x < NX; x++)
                sum[x] = 0.125f * (a[x] + b[x] + c[x] + d[x]);
            for (int x = 0; x < NX; x++)
                f[2 * x] += 2 * sum[x];
            for (int x = 0; x < NX - 1; x++)
                f[2 * x + 1] += sum[x] + sum[x + 1];
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "restricted", ((Dim){ (NX + 5) / 8, (NY + 5) / 8, (NZ + 1) / 4 }), ((Dim){ 8, 8, 4 }), BUFFER(fine), BUFFER(rough), VALUE(nx), VALUE(ny), VALUE(nz));
    LAUNCH(r, "prolong", ((Dim){ (FX + 7) / 8, (FY + 7) / 8, (FZ + 3) / 4 }), ((Dim){ 8, 8, 4 }), BUFFER(fine), BUFFER(rough), VALUE(nx), VALUE(ny), VALUE(nz));
}

const Bench bench = { "coarse", make, hand, launch };
