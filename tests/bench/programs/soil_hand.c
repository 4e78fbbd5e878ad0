/* soil_hand.c: water in soil after van Genuchten. */
#include "bench.h"
#include <math.h>
enum { NX = 40, NY = 12, NZ = 8, ALL = NX * NY * NZ };
typedef struct Soil {
    double alpha, thetas, thetar, n, ksat;
} Soil;
static Soil s = { 0.02, 0.43, 0.08, 1.9, 0.3 };
static double *psi, *held, *capacity, *conduct;
static size_t nx = NX, ny = NY, nz = NZ;

static void make(void)
{
    psi = bench_in(ALL, 8);
    held = bench_out(ALL, KIND_F64, 1e-9, 0), capacity = bench_out(ALL, KIND_F64, 1e-9, 0), conduct = bench_out(ALL, KIND_F64, 1e-9, 0);
    for (int i = 0; i < ALL; i++)
        psi[i] = (double)bench_uniform(-4, 1);
}

static void hand(void)
{
    const double lambda = s.n - 1, m = lambda / s.n, range = s.thetas - s.thetar;
#pragma omp parallel for simd
    for (int i = 0; i < ALL; i++) {
        const double head = psi[i] * 100, a = s.alpha * (head < 0 ? -head : 1), b = pow(a, s.n);
        const double theta = head < 0 ? range / pow(1 + b, m) + s.thetar : s.thetas;
        held[i] = theta;
        const double se = (theta - s.thetar) / range, inner = 1 - pow(1 - pow(se, 1 / m), m);
        conduct[i] = s.ksat * sqrt(se) * inner * inner;
        capacity[i] = head < 0 ? 100 * s.alpha * s.n * m * range * (b / a) / pow(1 + b, m + 1) : 0;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "soil", ((Dim){ (NX + 15) / 16, (NY + 3) / 4, (NZ + 3) / 4 }), ((Dim){ 16, 4, 4 }), VALUE(s), BUFFER(psi), BUFFER(held), BUFFER(capacity),
           BUFFER(conduct), VALUE(nx), VALUE(ny), VALUE(nz));
}

const Bench bench = { "soil", make, hand, launch };
