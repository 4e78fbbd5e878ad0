/* residual_hand.c: a step of Jacobi's method on a grid and how much it changed. */
#include "bench.h"

enum { W = 514, H = 258 };
static int w = W, h = H;
static float *u, *f, *next, *change;

static void make(void)
{
    u = bench_in(W * H, sizeof *u);
    f = bench_in(W * H, sizeof *f);
    next = bench_out(W * H, KIND_F32, 1e-6, 0);
    change = bench_out(1, KIND_F32, 1e-3, 0);
    bench_fill(u, W * H, 0, 1);
    bench_fill(f, W * H, 0, 1);
}

static void hand(void)
{
    float sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int y = 1; y < H - 1; y++) {
        float row = 0;
#pragma omp simd reduction(+ : row)
        for (int x = 1; x < W - 1; x++) {
            const int i = y * W + x;
            const float v = 0.25f * (u[i - 1] + u[i + 1] + u[i - W] + u[i + W] - f[i]);
            row += (v - u[i]) * (v - u[i]);
            next[i] = v;
        }
        sum += row;
    }
    *change += sum;
}

static void launch(Run *r)
{
    LAUNCH(r, "residual", DIM((W + 31) / 32, (H + 7) / 8), DIM(32, 8), BUFFER(u), BUFFER(f), BUFFER(next), BUFFER(change), VALUE(w), VALUE(h));
}

const Bench bench = {"residual", make, hand, launch};
