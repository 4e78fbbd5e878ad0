/* planes_hand.c: a stencil of radius 4 in a block of cells. */
#include "bench.h"

enum { R = 4, W = 64, H = 32, D = 12, STRIDE = W + 2 * R, PLANE = STRIDE * (H + 2 * R), ALL = PLANE * (D + 2 * R + 1) };
static float *in, *out, *coefficient;
static int w = W, h = H, d = D;

static void make(void)
{
    in = bench_in(ALL, 4);
    out = bench_out(ALL, KIND_F32, 1e-4, 0);
    coefficient = bench_in(R + 1, 4);
    bench_fill(in, ALL, -1, 1);
    bench_fill(coefficient, R + 1, 0, .2f);
}

static void hand(void)
{
#pragma omp parallel for collapse(2)
    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                const float *at = in + (z + R) * PLANE + (y + R) * STRIDE + x + R;
                float value = coefficient[0] * *at;
                for (int i = 1; i <= R; i++)
                    value += coefficient[i] * (at[i * PLANE] + at[-i * PLANE] + at[-i * STRIDE] + at[i * STRIDE] + at[-i] + at[i]);
                out[at - in] = value;
            }
}

static void launch(Run *r)
{
    LAUNCH(r, "planes", DIM(W / 32, H / 8), DIM(32, 8), BUFFER(in), BUFFER(out), BUFFER(coefficient), VALUE(w), VALUE(h),
           VALUE(d));
}

const Bench bench = {"planes", make, hand, launch};
