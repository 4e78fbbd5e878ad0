/* trotter_hand.c: a quantum particle on a plane by pairs of neighbours that turn into each other. */
#include "bench.h"
#include <math.h>
#include <string.h>

enum { W = 192, H = 144, INSIDE = 24 };
static float *in_r, *in_i, *out_r, *out_i, c, s;
static int width = W, height = H;

static void make(void)
{
    in_r = bench_in(W * H, 4), in_i = bench_in(W * H, 4);
    out_r = bench_out(W * H, KIND_F32, 1e-4, 0), out_i = bench_out(W * H, KIND_F32, 1e-4, 0);
    bench_fill(in_r, W * H, -1, 1);
    bench_fill(in_i, W * H, -1, 1);
    c = cosf(0.1f), s = sinf(0.1f);
}

static inline void turn(float *ar, float *ai, float *br, float *bi)
{
    const float r = *ar, i = *ai, p = *br, q = *bi;
    *ar = c * r - s * q, *ai = c * i + s * p;
    *br = c * p - s * i, *bi = c * q + s * r;
}

static void hand(void)
{
    static float re[W * H], im[W * H];
#pragma omp parallel
    {
#pragma omp for
        for (int y = 0; y < H; y++) {
            float *p = re + y * W, *q = im + y * W;
            memcpy(p, in_r + y * W, W * 4);
            memcpy(q, in_i + y * W, W * 4);
            for (int x = 0; x < W; x += 2)
                turn(p + x, q + x, p + x + 1, q + x + 1);
            for (int x = 1; x + 1 < W; x += 2)
                turn(p + x, q + x, p + x + 1, q + x + 1);
        }
#pragma omp for
        for (int y = 0; y < H; y += 2)
            for (int x = 0; x < W; x++)
                turn(re + y * W + x, im + y * W + x, re + (y + 1) * W + x, im + (y + 1) * W + x);
#pragma omp for
        for (int y = 0; y < H; y++) {
            if (y % 2 && y + 1 < H)
                for (int x = 0; x < W; x++)
                    turn(re + y * W + x, im + y * W + x, re + (y + 1) * W + x, im + (y + 1) * W + x);
        }
#pragma omp for
        for (int y = 0; y < H; y++) {
            memcpy(out_r + y * W, re + y * W, W * 4);
            memcpy(out_i + y * W, im + y * W, W * 4);
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "_Z7trotterPKfS0_PfS1_iiff", DIM(W / INSIDE, H / INSIDE), DIM(32, 8), BUFFER(in_r), BUFFER(in_i), BUFFER(out_r), BUFFER(out_i), VALUE(width),
           VALUE(height), VALUE(c), VALUE(s));
}

const Bench bench = { "trotter", make, hand, launch };
