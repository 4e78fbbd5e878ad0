/* texture_hand.c: an image turned about its middle, bilinear.  A texture's weights have 8 fraction bits, those here all that
 * a float has: results differ by up to 1/256 of the elements' differences. */
#include "bench.h"

#include <math.h>
#include <ptx2c.h>

static int width = 500, height = 400;
static float c = 0.921061f, s = 0.389418f, *from, *to;
static uint64_t image;

static void make(void)
{
    from = bench_in((size_t)(width * height), sizeof *from);
    to = bench_out((size_t)(width * height), KIND_F32, 0.01, 0);
    bench_fill(from, (size_t)(width * height), 0, 1);
    const ptx2c_image i = { .data = from, .type = PTX2C_FLOAT, .order = PTX2C_R, .width = (uint32_t)width,
                            .height = (uint32_t)height };
    const ptx2c_sampler sampler = { .filter = PTX2C_LINEAR, .address = { PTX2C_CLAMP, PTX2C_CLAMP } };
    ptx2c_texture_create(&image, &i, &sampler); /* a failure shows as wrong results */
}

static int clamp(int i, int n) { return i < 0 ? 0 : i < n ? i : n - 1; }

static float bilinear(const float *p, int w, int h, float x, float y)
{
    const float fx = floorf(x - .5f), fy = floorf(y - .5f), a = x - .5f - fx, b = y - .5f - fy;
    const int i0 = clamp((int)fx, w), i1 = clamp((int)fx + 1, w), j0 = clamp((int)fy, h), j1 = clamp((int)fy + 1, h);
    const float top = p[j0 * w + i0] * (1 - a) + p[j0 * w + i1] * a;
    const float low = p[j1 * w + i0] * (1 - a) + p[j1 * w + i1] * a;
    return top * (1 - b) + low * b;
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const float u = (float)x - .5f * (float)width, v = (float)y - .5f * (float)height;
            to[y * width + x] = bilinear(from, width, height, c * u - s * v + .5f * (float)width,
                                         s * u + c * v + .5f * (float)height);
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "turn", DIM((uint32_t)(width + 31) / 32, (uint32_t)(height + 7) / 8), DIM(32, 8), VALUE(image), BUFFER(to),
           VALUE(width), VALUE(height), VALUE(c), VALUE(s));
}

const Bench bench = { "texture", make, hand, launch };
