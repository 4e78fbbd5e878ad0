/* fluid_hand.c: a step of a lattice Boltzmann fluid with 19 velocities. */
#include "bench.h"

enum { NX = 32, NY = 24, NZ = 20, CELLS = NX * NY * NZ };
static float omega = 1.2f;
static float *from, *to;
static uint32_t *walls;

static const int ex[19] = { 0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0 };
static const int ey[19] = { 0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1 };
static const int ez[19] = { 0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1 };
static const int opposite[19] = { 0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11, 14, 13, 16, 15, 18, 17 };
static const float weight[19] = { 1.0f / 3,  1.0f / 18, 1.0f / 18, 1.0f / 18, 1.0f / 18, 1.0f / 18, 1.0f / 18,
                                  1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36,
                                  1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36 };

static void make(void)
{
    from = bench_in(19 * CELLS, 4);
    to = bench_out(19 * CELLS, KIND_F32, 1e-4, 0);
    walls = bench_in(CELLS, 4);
    for (int q = 0; q < 19; q++)
        bench_fill(from + q * CELLS, CELLS, 0.9f * weight[q], 1.1f * weight[q]);
    for (int z = 0; z < NZ; z++)
        for (int y = 0; y < NY; y++)
            for (int x = 0; x < NX; x++) {
                const int ball = (x - 16) * (x - 16) + (y - 12) * (y - 12) + (z - 10) * (z - 10) < 16;
                walls[(z * NY + y) * NX + x] = y == 0 || y == NY - 1 || ball ? 1 : z == 0 ? 2 : 0;
            }
}

static void hand(void)
{
#pragma omp parallel for collapse(2)
    for (int z = 0; z < NZ; z++)
        for (int y = 0; y < NY; y++)
            for (int x = 0; x < NX; x++) {
                const int at = (z * NY + y) * NX + x;
                float f[19], density = 0, ux = 0, uy = 0, uz = 0;
                for (int q = 0; q < 19; q++) {
                    const int sx = (x - ex[q] + NX) % NX, sy = (y - ey[q] + NY) % NY, sz = (z - ez[q] + NZ) % NZ;
                    f[q] = from[q * CELLS + (sz * NY + sy) * NX + sx];
                }
                if (walls[at] & 1) {
                    for (int q = 0; q < 19; q++)
                        to[opposite[q] * CELLS + at] = f[q];
                    continue;
                }
                for (int q = 0; q < 19; q++) {
                    density += f[q];
                    ux += (float)ex[q] * f[q];
                    uy += (float)ey[q] * f[q];
                    uz += (float)ez[q] * f[q];
                }
                ux /= density;
                uy /= density;
                uz /= density;
                if (walls[at] & 2) {
                    ux = 0.005f;
                    uy = 0.002f;
                    uz = 0;
                }
                const float u2 = 1.5f * (ux * ux + uy * uy + uz * uz);
                for (int q = 0; q < 19; q++) {
                    const float e = (float)ex[q] * ux + (float)ey[q] * uy + (float)ez[q] * uz;
                    to[q * CELLS + at] =
                        (1 - omega) * f[q] + omega * weight[q] * density * (1 + 3 * e + 4.5f * e * e - u2);
                }
            }
}

static void launch(Run *r)
{
    LAUNCH(r, "fluid", DIM(NY, NZ), DIM(NX, 1), BUFFER(from), BUFFER(to), BUFFER(walls), VALUE(omega));
}

const Bench bench = { "fluid", make, hand, launch };
