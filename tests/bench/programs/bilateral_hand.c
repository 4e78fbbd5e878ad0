/* bilateral_hand.c: a picture smoothed where it is even. */
#include "bench.h"

#include <math.h>

static int width = 320, height = 200;
static float *in, *out, space = 1.7f, range = 0.2f;

static void make(void)
{
    in = bench_in((size_t)width * (size_t)height, sizeof *in);
    out = bench_out((size_t)width * (size_t)height, KIND_F32, 1e-4, 0);
    bench_fill(in, (size_t)width * (size_t)height, 0, 1);
}

static int clamp(int v, int most) { return v < 0 ? 0 : v > most ? most : v; }

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float centre = in[y * width + x], sum = 0, weights = 0;
            for (int dy = -2; dy <= 2; dy++)
                for (int dx = -2; dx <= 2; dx++) {
                    float v = in[clamp(y + dy, height - 1) * width + clamp(x + dx, width - 1)], d = v - centre;
                    float w = expf(-(float)(dx * dx + dy * dy) / (2 * space * space) - d * d / (2 * range * range));
                    sum += w * v;
                    weights += w;
                }
            out[y * width + x] = sum / weights;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "bilateral", DIM((uint32_t)(width + 15) / 16, (uint32_t)(height + 15) / 16), DIM(16, 16), BUFFER(in),
           BUFFER(out), VALUE(width), VALUE(height), VALUE(space), VALUE(range));
}

const Bench bench = { "bilateral", make, hand, launch };
