/* weather_hand.c: fluxes of air along x of fourth order with a dissipation. */
#include "bench.h"
#include <math.h>
enum { NX = 100, NZ = 50, HS = 2, NUM = 4, ROW = NX + 2 * HS, PLANE = (NZ + 2 * HS) * ROW };
static int nx = NX, nz = NZ;
static double *state, *flux, *dens, *theta, *tend, hv = 0.05, dx = 200;

static void make(void)
{
    state = bench_in(NUM * PLANE, 8), dens = bench_in(NZ + 2 * HS, 8), theta = bench_in(NZ + 2 * HS, 8);
    flux = bench_out(NUM * NZ * (NX + 1), KIND_F64, 1e-9, 0), tend = bench_out(NUM * NZ * NX, KIND_F64, 1e-9, 0);
    for (int i = 0; i < NUM * PLANE; i++)
        state[i] = (double)bench_uniform(-0.1f, 0.1f);
    for (int i = 0; i < NZ + 2 * HS; i++)
        dens[i] = (double)bench_uniform(1, 1.2f), theta[i] = (double)bench_uniform(300, 310);
}

static void hand(void)
{
#pragma omp parallel for
    for (int k = 0; k < NZ; k++) {
#pragma omp simd
        for (int i = 0; i < NX + 1; i++) {
            double vals[NUM], d3[NUM];
            for (int l = 0; l < NUM; l++) {
                const double *s = state + l * PLANE + (k + HS) * ROW + i;
                vals[l] = (-s[0] + 7 * s[1] + 7 * s[2] - s[3]) * (1 / 12.0);
                d3[l] = -s[0] + 3 * s[1] - 3 * s[2] + s[3];
            }
            const double r = vals[0] + dens[k + HS], u = vals[1] / r, w = vals[2] / r, t = (vals[3] + theta[k + HS]) / r;
            const double p = 27.5 * pow(r * t, 1.4);
            double *const f = flux + k * (NX + 1) + i;
            f[0] = r * u - hv * d3[0];
            f[NZ * (NX + 1)] = r * u * u + p - hv * d3[1];
            f[2 * NZ * (NX + 1)] = r * u * w - hv * d3[2];
            f[3 * NZ * (NX + 1)] = r * u * t - hv * d3[3];
        }
    }
#pragma omp parallel for
    for (int l = 0; l < NUM * NZ; l++)
        for (int i = 0; i < NX; i++)
            tend[l * NX + i] = -(flux[l * (NX + 1) + i + 1] - flux[l * (NX + 1) + i]) / dx;
}

static void launch(Run *r)
{
    LAUNCH(r, "fluxes", DIM((NX + 1 + 31) / 32, (NZ + 3) / 4), DIM(32, 4), BUFFER(state), BUFFER(flux), BUFFER(dens), BUFFER(theta), VALUE(nx), VALUE(nz), VALUE(hv));
    LAUNCH(r, "tendencies", DIM((NUM * NZ * NX + 255) / 256, 1), DIM(256, 1), BUFFER(flux), BUFFER(tend), VALUE(nx), VALUE(nz), VALUE(dx));
}

const Bench bench = { "weather", make, hand, launch };
