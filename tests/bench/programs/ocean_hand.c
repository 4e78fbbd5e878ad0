/* ocean_hand.c: the waves of a sea at a time. */
#include "bench.h"

#include <math.h>

enum { W = 128, H = 128, IN = W + 4 };
typedef struct Complex {
    float re, im;
} Complex;
static Complex *h0, *ht, *slope;
static float *map, t = 3.5f, patch = 100;
static uint32_t in_width = IN, width = W, height = H;

static void make(void)
{
    h0 = bench_in(IN * (H + 1), sizeof *h0);
    bench_fill((float *)h0, IN * (H + 1) * 2, -1, 1);
    ht = bench_out(W * H * 2, KIND_F32, 1e-2, 0);
    slope = bench_out(W * H * 2, KIND_F32, 2e-2, 0);
    map = bench_out(W * H, KIND_F32, 1e-2, 0);
}

static void hand(void)
{
    const float f = 2 * 3.14159265f / patch;
#pragma omp parallel
    {
#pragma omp for
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                const float kx = (-W / 2.0f + (float)x) * f, ky = (-W / 2.0f + (float)y) * f, w = sqrtf(9.81f * sqrtf(kx * kx + ky * ky));
                const Complex a = h0[y * IN + x], b = h0[(H - y) * IN + W - x];
                const float c = cosf(w * t), s = sinf(w * t);
                const float re = a.re * c - a.im * s + b.re * c - b.im * s;
                ht[y * W + x] = (Complex){ re, a.re * s + a.im * c - b.re * s - b.im * c };
                map[y * W + x] = (x + y) & 1 ? -re : re;
            }
#pragma omp for
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                slope[y * W + x] = x > 0 && y > 0 && x < W - 1 && y < H - 1 ? (Complex){ map[y * W + x + 1] - map[y * W + x - 1],
                                                                                        map[(y + 1) * W + x] - map[(y - 1) * W + x] }
                                                                           : (Complex){ 0, 0 };
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "spectrum", DIM(W / 8, H / 8), DIM(8, 8), BUFFER(h0), BUFFER(ht), VALUE(in_width), VALUE(width), VALUE(height), VALUE(t), VALUE(patch));
    LAUNCH(r, "heights", DIM(W / 8, H / 8), DIM(8, 8), BUFFER(map), BUFFER(ht), VALUE(width));
    LAUNCH(r, "slopes", DIM(W / 8, H / 8), DIM(8, 8), BUFFER(map), BUFFER(slope), VALUE(width), VALUE(height));
}

const Bench bench = { "ocean", make, hand, launch };
