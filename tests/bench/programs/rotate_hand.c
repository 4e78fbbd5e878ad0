/* rotate_hand.c: a coloured picture is turned about its middle. */
#include "bench.h"

#include <math.h>

enum { W = 320, H = 240 };
static int width = W, height = H;
static float sine = 0.38268343f, cosine = 0.92387953f;
static uint8_t *in, *out;

static void make(void)
{
    in = bench_in(W * H * 4, 1);
    out = bench_out(W * H * 4, KIND_U8, 2, 0);
    for (int i = 0; i < W * H * 4; i++)
        in[i] = (uint8_t)(bench_random() >> 8);
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            const float cx = (float)x - 0.5f * W, cy = (float)y - 0.5f * H;
            const float sx = cx * cosine - cy * sine + 0.5f * W, sy = cx * sine + cy * cosine + 0.5f * H;
            const int ix = (int)floorf(sx), iy = (int)floorf(sy);
            uint8_t *to = out + (y * W + x) * 4;
            to[0] = to[1] = to[2] = 0;
            to[3] = 255;
            if (ix >= 0 && iy >= 0 && ix + 1 < W && iy + 1 < H) {
                const float fx = sx - (float)ix, fy = sy - (float)iy;
                const uint8_t *p = in + (iy * W + ix) * 4;
                for (int c = 0; c < 3; c++)
                    to[c] = (uint8_t)(p[c] * (1 - fx) * (1 - fy) + p[4 + c] * fx * (1 - fy) + p[4 * W + c] * (1 - fx) * fy +
                                      p[4 * W + 4 + c] * fx * fy + 0.5f);
            }
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "rotate_rgba", DIM(W / 16, H / 16), DIM(16, 16), BUFFER(in), BUFFER(out), VALUE(width), VALUE(height), VALUE(sine),
           VALUE(cosine));
}

const Bench bench = { "rotate", make, hand, launch };
