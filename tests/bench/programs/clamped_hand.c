/* clamped_hand.c: a stencil with clamped and wrapped neighbours. */
#include "bench.h"

enum { WIDTH = 1000, HEIGHT = 300 };
static int width = WIDTH, height = HEIGHT;
static float *in, *out;

static void make(void)
{
    in = bench_in(WIDTH * HEIGHT, sizeof *in);
    out = bench_out(WIDTH * HEIGHT, KIND_F32, 1e-4, 0);
    bench_fill(in, WIDTH * HEIGHT, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++) {
        const float *n = in + (y ? y - 1 : 0) * width, *c = in + y * width, *s = in + (y < height - 1 ? y + 1 : y) * width;
        float *o = out + y * width;
        for (int x = 0; x < width; x++) {
            if (x > 0 && x < width - 2) {
                o[x] = 0.2f * (c[x] + c[x - 1] + c[x + 1] + n[x] + s[x]) + 0.1f * (c[x - 1] + c[x + 2] - n[x + 1]);
                continue;
            }
            const int w = x ? x - 1 : 0, e = x < width - 1 ? x + 1 : x, round = x ? x - 1 : width - 1,
                      far = x > width - 3 ? x + 2 - width : x + 2;
            o[x] = 0.2f * (c[x] + c[w] + c[e] + n[x] + s[x]) + 0.1f * (c[round] + c[far] - n[e]);
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "clamped", DIM((uint32_t)(width + 31) / 32, (uint32_t)(height + 7) / 8), DIM(32, 8), BUFFER(in), BUFFER(out),
           VALUE(width), VALUE(height));
}

const Bench bench = { "clamped", make, hand, launch };
