/* flow_hand.c: waves on a grid. */
#include "bench.h"

enum { NX = 128, NY = 160, STEPS = 3 };
static int nx = NX, ny = NY;
static float *source, *ex, *ey, *hz;

static void make(void)
{
    source = bench_in(STEPS, 4);
    ex = bench_out(NX * (NY + 1), KIND_F32, 1e-4, 0);
    ey = bench_out((NX + 1) * NY, KIND_F32, 1e-4, 0);
    hz = bench_out(NX * NY, KIND_F32, 1e-4, 0);
    bench_fill(source, STEPS, 0, 1);
    bench_fill(ex, NX * (NY + 1), 0, 1);
    bench_fill(ey, (NX + 1) * NY, 0, 1);
    bench_fill(hz, NX * NY, 0, 1);
}

static void hand(void)
{
    for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
        for (int i = 0; i < nx; i++)
            for (int j = 0; j < ny; j++)
                ey[i * ny + j] = i == 0 ? source[t] : ey[i * ny + j] - 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
#pragma omp parallel for
        for (int i = 0; i < nx; i++)
            for (int j = 1; j < ny; j++)
                ex[i * (ny + 1) + j] -= 0.5f * (hz[i * ny + j] - hz[i * ny + j - 1]);
#pragma omp parallel for
        for (int i = 0; i < nx; i++)
            for (int j = 0; j < ny; j++)
                hz[i * ny + j] -=
                    0.7f * (ex[i * (ny + 1) + j + 1] - ex[i * (ny + 1) + j] + ey[(i + 1) * ny + j] - ey[i * ny + j]);
    }
}

static void launch(Run *r)
{
    const Dim grid = DIM((NY + 31) / 32, (NX + 7) / 8), block = DIM(32, 8);
    for (int t = 0; t < STEPS; t++) {
        LAUNCH(r, "step1", grid, block, BUFFER(source), BUFFER(ex), BUFFER(ey), BUFFER(hz), VALUE(t), VALUE(nx),
               VALUE(ny));
        LAUNCH(r, "step2", grid, block, BUFFER(ex), BUFFER(hz), VALUE(nx), VALUE(ny));
        LAUNCH(r, "step3", grid, block, BUFFER(ex), BUFFER(ey), BUFFER(hz), VALUE(nx), VALUE(ny));
    }
}

const Bench bench = {"flow", make, hand, launch};
