/* potential_hand.c: the potential of charges on a plane of a grid, row by row, charges too far from the row left out for all of it. */
#include <math.h>

#include "bench.h"

enum { W = 250, H = 120, N = 200 };
typedef struct Charge {
    float x, y, z, q;
} Charge;
static int w = W, h = H, n = N;
static float spacing = .5f, limit = 12;
static Charge *atoms;
static float *grid;

static void make(void)
{
    atoms = bench_in(N, sizeof *atoms);
    grid = bench_out(W * H, KIND_F32, 1e-4, 0);
    for (int i = 0; i < N; i++)
        atoms[i] = (Charge){bench_uniform(0, W * .5f), bench_uniform(0, H * .5f), bench_uniform(1, 12), bench_uniform(0, 1)};
}

static void hand(void)
{
    const float cut = limit * limit;
#pragma omp parallel for schedule(dynamic, 4)
    for (int y = 0; y < H; y++) {
        float e[W] = {0};
        for (int i = 0; i < N; i++) {
            const float dy = (float)y * spacing - atoms[i].y, yz = dy * dy + atoms[i].z * atoms[i].z;
            if (yz >= cut)
                continue;
            for (int x = 0; x < W; x++) {
                const float dx = (float)x * spacing - atoms[i].x, d = dx * dx + yz, s = 1 - d / cut;
                e[x] += d < cut ? atoms[i].q / sqrtf(d) * s * s : 0;
            }
        }
        for (int x = 0; x < W; x++)
            grid[y * W + x] += e[x];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "potential", DIM((W + 127) / 128, (H + 3) / 4), DIM(32, 4), BUFFER(atoms), BUFFER(grid), VALUE(w), VALUE(h), VALUE(n), VALUE(spacing),
           VALUE(limit));
}

const Bench bench = {"potential", make, hand, launch};
