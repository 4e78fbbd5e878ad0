/* deposit_hand.c: a step of particles in cells. */
#include "bench.h"
#include <math.h>

enum { W = 66, H = 50, N = 20000 };
static struct { int w, h; float dx, dt; } g = {W, H, 0.5f, 0.1f};
static float *x, *y, *vx, *vy, *ex, *ey, *charge, *right, q = 0.25f, background = 1.5f;
static int n = N;

static void make(void)
{
    x = bench_out(N, KIND_F32, 1e-4, 0);
    y = bench_out(N, KIND_F32, 1e-4, 0);
    vx = bench_out(N, KIND_F32, 1e-4, 0);
    vy = bench_out(N, KIND_F32, 1e-4, 0);
    ex = bench_in(W * H, 4);
    ey = bench_in(W * H, 4);
    charge = bench_out(W * H, KIND_F32, 1e-3, 0);
    right = bench_out(W * H, KIND_F32, 1e-3, 0);
    bench_fill(x, N, 1, 30);
    bench_fill(y, N, 1, 22);
    bench_fill(vx, N, -1, 1);
    bench_fill(vy, N, -1, 1);
    bench_fill(ex, W * H, -1, 1);
    bench_fill(ey, W * H, -1, 1);
}

static void hand(void)
{
    const float wide = (W - 2) * g.dx, top = (H - 2) * g.dx;
#pragma omp parallel for simd
    for (int i = 0; i < N; i++) {
        const float px = x[i] / g.dx, py = y[i] / g.dx;
        const int cx = (int)floorf(px), cy = (int)floorf(py);
        const float fx = px - cx, fy = py - cy;
        const int at = cy * W + cx;
        const float a = (1 - fx) * (1 - fy), b = fx * (1 - fy), c = (1 - fx) * fy, d = fx * fy;
        const float ax = a * ex[at] + b * ex[at + 1] + c * ex[at + W] + d * ex[at + W + 1];
        const float ay = a * ey[at] + b * ey[at + 1] + c * ey[at + W] + d * ey[at + W + 1];
        float ux = vx[i] - ax * g.dt;
        const float uy = vy[i] - ay * g.dt;
        float nx = x[i] + ux * g.dt, ny = y[i] + uy * g.dt;
        if (nx < 0) {
            nx = -nx;
            ux = -ux;
        }
        if (nx > wide) {
            nx = 2 * wide - nx;
            ux = -ux;
        }
        ny = ny < 0 ? ny + top : ny >= top ? ny - top : ny;
        x[i] = nx;
        y[i] = ny;
        vx[i] = ux;
        vy[i] = uy;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        const float px = x[i] / g.dx, py = y[i] / g.dx;
        const int cx = (int)floorf(px), cy = (int)floorf(py);
        const float fx = px - cx, fy = py - cy;
        float *at = charge + cy * W + cx;
#pragma omp atomic
        at[0] += q * (1 - fx) * (1 - fy);
#pragma omp atomic
        at[1] += q * fx * (1 - fy);
#pragma omp atomic
        at[W] += q * (1 - fx) * fy;
#pragma omp atomic
        at[W + 1] += q * fx * fy;
    }
#pragma omp parallel for
    for (int j = 0; j < H; j++)
        for (int i = 0; i < W; i++) {
            float rho = charge[j * W + i];
            if (i == 0 || i == W - 1)
                rho *= 2;
            if (j == 0 || j == H - 1)
                rho *= 2;
            right[j * W + i] = (background - rho) * g.dx * g.dx;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "push", DIM(40, 1), DIM(256, 1), BUFFER(x), BUFFER(y), BUFFER(vx), BUFFER(vy), BUFFER(ex), BUFFER(ey), VALUE(g), VALUE(n));
    LAUNCH(r, "deposit", DIM(40, 1), DIM(256, 1), BUFFER(x), BUFFER(y), BUFFER(charge), VALUE(g), VALUE(q), VALUE(n));
    LAUNCH(r, "finish", DIM((W + 15) / 16, (H + 15) / 16), DIM(16, 16), BUFFER(charge), BUFFER(right), VALUE(g), VALUE(background));
}

const Bench bench = {"deposit", make, hand, launch};
