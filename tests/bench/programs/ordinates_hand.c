/* ordinates_hand.c: neutrons flow through a box of cells in many directions of one octant. */
#include "bench.h"

enum { NX = 12, NY = 10, NZ = 9, CELLS = NX * NY * NZ, ANGLES = 32, ROWS = 4 };
typedef struct Box { int nx, ny, nz; } Box;
static double *source, *mu, *eta, *xi, *weights, *sigma, *in_x, *in_y, *in_z, *flux;
static Box box = { NX, NY, NZ };

static double *some(int n, float low, float high)
{
    double *p = bench_in((size_t)n, 8);
    for (int i = 0; i < n; i++)
        p[i] = (double)bench_uniform(low, high);
    return p;
}

static void make(void)
{
    source = some(CELLS, 0, 1), sigma = some(CELLS, 0.5f, 2);
    mu = some(ANGLES, 0.1f, 1), eta = some(ANGLES, 0.1f, 1), xi = some(ANGLES, 0.1f, 1), weights = some(ANGLES, 0, 0.1f);
    in_x = bench_out(NZ * NY * ANGLES, KIND_F64, 1e-9, 0), in_y = bench_out(NZ * NX * ANGLES, KIND_F64, 1e-9, 0);
    in_z = bench_out(NY * NX * ANGLES, KIND_F64, 1e-9, 0);
    flux = bench_out(CELLS, KIND_F64, 1e-9, 0);
}

static void hand(void)
{
    for (int plane = 0; plane < NX + NY + NZ - 2; plane++)
#pragma omp parallel for schedule(static, 1)
        for (int y = 0; y < NY; y++)
            for (int x = 0; x < NX; x++) {
                const int z = plane - x - y;
                if (z < 0 || z >= NZ)
                    continue;
                const int at = (z * NY + y) * NX + x;
                double *px = in_x + (z * NY + y) * ANGLES, *py = in_y + (z * NX + x) * ANGLES, *pz = in_z + (y * NX + x) * ANGLES, sum = 0;
#pragma omp simd reduction(+ : sum)
                for (int a = 0; a < ANGLES; a++) {
                    const double psi = (source[at] + 2 * (mu[a] * px[a] + eta[a] * py[a] + xi[a] * pz[a])) / (sigma[at] + 2 * (mu[a] + eta[a] + xi[a]));
                    const double ox = 2 * psi - px[a], oy = 2 * psi - py[a], oz = 2 * psi - pz[a];
                    px[a] = ox > 0 ? ox : 0;
                    py[a] = oy > 0 ? oy : 0;
                    pz[a] = oz > 0 ? oz : 0;
                    sum += psi * weights[a];
                }
                flux[at] += sum;
            }
}

static void launch(Run *r)
{
    for (int plane = 0; plane < NX + NY + NZ - 2; plane++)
        LAUNCH(r, "ordinates", DIM((NX * NY + ROWS - 1) / ROWS, 1), DIM(ANGLES, ROWS), BUFFER(source), BUFFER(mu), BUFFER(eta), BUFFER(xi), BUFFER(weights),
               BUFFER(sigma), BUFFER(in_x), BUFFER(in_y), BUFFER(in_z), BUFFER(flux), VALUE(box), VALUE(plane));
}

const Bench bench = { "ordinates", make, hand, launch };
