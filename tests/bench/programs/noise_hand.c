/* noise_hand.c: smooth noise from a table of permutations, in octaves. */
#include "bench.h"
#include <math.h>

enum { WIDTH = 160, HEIGHT = 100 };
static int *perm, width = WIDTH, height = HEIGHT, octaves = 4;
static float *out, scale = 0.07f;

static void make(void)
{
    perm = bench_in(514, 4);
    for (int i = 0; i < 256; i++)
        perm[i] = i;
    for (int i = 255; i > 0; i--) {
        const int k = (int)(bench_random() % (unsigned)(i + 1)), x = perm[i];
        perm[i] = perm[k];
        perm[k] = x;
    }
    for (int i = 256; i < 514; i++)
        perm[i] = perm[i - 256];
    out = bench_out(WIDTH * HEIGHT, KIND_F32, 1e-4, 1e-3);
}

static float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
static float lerp(float t, float a, float b) { return a + t * (b - a); }
static float grad(int h, float x, float y)
{
    h &= 7;
    const float u = h < 4 ? x : y, v = h < 4 ? y : x;
    return (h & 1 ? -u : u) + (h & 2 ? -2 * v : 2 * v);
}

static void hand(void)
{
#pragma omp parallel for
    for (int py = 0; py < HEIGHT; py++)
        for (int px = 0; px < WIDTH; px++) {
            float sum = 0, weight = 1, at = scale;
            for (int o = 0; o < octaves; o++) {
                float x = (float)px * at, y = (float)py * at;
                const float fx = floorf(x), fy = floorf(y);
                const int xi = (int)fx & 255, yi = (int)fy & 255;
                x -= fx, y -= fy;
                const float u = fade(x), v = fade(y);
                const int a = perm[xi] + yi, b = perm[xi + 1] + yi;
                sum += weight * lerp(v, lerp(u, grad(perm[a], x, y), grad(perm[b], x - 1, y)),
                                     lerp(u, grad(perm[a + 1], x, y - 1), grad(perm[b + 1], x - 1, y - 1)));
                weight *= 0.5f, at *= 2;
            }
            out[py * WIDTH + px] = sum;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "noise", DIM(WIDTH / 16, (HEIGHT + 15) / 16), DIM(16, 16), BUFFER(perm), BUFFER(out), VALUE(width), VALUE(height), VALUE(scale),
           VALUE(octaves));
}

const Bench bench = {"noise", make, hand, launch};
