/* raymarch_hand.c: distance along each pixel's ray to a field of spheres over a plane. */
#include "bench.h"

#include <math.h>

static int width = 160, height = 120;
static float *depth;

/* Where a ray just misses a sphere, the last bit decides. */
static void make(void) { depth = bench_out((size_t)(width * height), KIND_F32, 2e-3, 0.01); }

static inline float nearest(float x, float y, float z)
{
    float u = x - floorf(x) - 0.5f, w = z - floorf(z) - 0.5f;
    return fminf(sqrtf(u * u + y * y + w * w) - 0.3f, y + 0.4f);
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int py = 0; py < height; py++)
        for (int px = 0; px < width; px++) {
            float h = (float)height, dx = ((float)px - 0.5f * (float)width) / h, dy = (0.3f * h - (float)py) / h;
            float scale = 1.0f / sqrtf(dx * dx + dy * dy + 1.0f), t = 0;
            for (int i = 0; i < 64; i++) {
                float d = nearest(t * scale * dx, 1.0f + t * scale * dy, t * scale);
                if (d < 0.001f || t > 20.0f)
                    break;
                t += d;
            }
            depth[py * width + px] = t;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "raymarch", DIM((uint32_t)(width + 15) / 16, (uint32_t)(height + 15) / 16), DIM(16, 16), BUFFER(depth),
           VALUE(width), VALUE(height));
}

const Bench bench = { "raymarch", make, hand, launch };
