/* maxwell_hand.c: steps of an electromagnetic field in a plane. */
#include "bench.h"

enum { NX = 256, NY = 256, STEPS = 8 };
static double *source, *ex, *ey, *hz;

static void make(void)
{
    source = bench_in(STEPS, 8);
    ex = bench_out(NX * (NY + 1), KIND_F64, 1e-9, 0);
    ey = bench_out((NX + 1) * NY, KIND_F64, 1e-9, 0);
    hz = bench_out(NX * NY, KIND_F64, 1e-9, 0);
    for (int t = 0; t < STEPS; t++)
        source[t] = t;
    for (int i = 0; i < NX * (NY + 1); i++)
        ex[i] = bench_uniform(-1, 1);
    for (int i = 0; i < (NX + 1) * NY; i++)
        ey[i] = bench_uniform(-1, 1);
    for (int i = 0; i < NX * NY; i++)
        hz[i] = bench_uniform(-1, 1);
}

static void hand(void)
{
#pragma omp parallel
    for (int t = 0; t < STEPS; t++) {
#pragma omp for
        for (int i = 0; i < NX; i++)
            for (int j = 0; j < NY; j++)
                ey[i * NY + j] = i == 0 ? source[t] : ey[i * NY + j] - 0.5 * (hz[i * NY + j] - hz[(i - 1) * NY + j]);
#pragma omp for
        for (int i = 0; i < NX; i++)
            for (int j = 1; j < NY; j++)
                ex[i * (NY + 1) + j] -= 0.5 * (hz[i * NY + j] - hz[i * NY + j - 1]);
#pragma omp for
        for (int i = 0; i < NX; i++)
            for (int j = 0; j < NY; j++)
                hz[i * NY + j] -= 0.7 * (ex[i * (NY + 1) + j + 1] - ex[i * (NY + 1) + j] + ey[(i + 1) * NY + j] - ey[i * NY + j]);
    }
}

static void launch(Run *r)
{
    for (int t = 0; t < STEPS; t++) {
        LAUNCH(r, "step_ey", DIM(NY / 32, NX / 8), DIM(32, 8), BUFFER(source), BUFFER(ey), BUFFER(hz), VALUE(t));
        LAUNCH(r, "step_ex", DIM(NY / 32, NX / 8), DIM(32, 8), BUFFER(ex), BUFFER(hz));
        LAUNCH(r, "step_hz", DIM(NY / 32, NX / 8), DIM(32, 8), BUFFER(ex), BUFFER(ey), BUFFER(hz));
    }
}

const Bench bench = { "maxwell", make, hand, launch };
