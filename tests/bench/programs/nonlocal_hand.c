/* nonlocal_hand.c: noise taken off a picture by means of what looks alike: rows of 16 pixels at a time. */
#include "bench.h"
#include <math.h>

enum { W = 100, H = 70, R = 3, P = 1, B = R + P, STRIDE = W + 2 * B };
static int w = W, h = H;
static unsigned char *in, *out;
static float strength = 8;

static void make(void)
{
    in = bench_in(W * H, 1);
    out = bench_out(W * H, KIND_U8, 0, 0.02);
    for (int i = 0; i < W * H; i++)
        in[i] = (unsigned char)((i % W / 20 + i / W / 15) % 2 * 100 + bench_random() % 60);
}

static void hand(void)
{
    static float padded[(H + 2 * B) * STRIDE];
#pragma omp parallel
    {
#pragma omp for
        for (int y = 0; y < H + 2 * B; y++)
            for (int x = 0; x < STRIDE; x++) {
                const int fy = y < B ? 0 : y - B >= H ? H - 1 : y - B, fx = x < B ? 0 : x - B >= W ? W - 1 : x - B;
                padded[y * STRIDE + x] = in[fy * W + fx] / 255.0f;
            }
#pragma omp for
        for (int y = 0; y < H; y++) {
            float sum[W] = {0}, weights[W] = {0};
            const float *at = padded + (y + B) * STRIDE + B;
            for (int dy = -R; dy <= R; dy++)
                for (int dx = -R; dx <= R; dx++) {
                    const float *there = at + dy * STRIDE + dx;
#pragma omp simd
                    for (int x = 0; x < W; x++) {
                        float d = 0;
#pragma GCC unroll 3
                        for (int py = -P; py <= P; py++)
#pragma GCC unroll 3
                            for (int px = -P; px <= P; px++) {
                                const float e = at[x + py * STRIDE + px] - there[x + py * STRIDE + px];
                                d += e * e;
                            }
                        const float weight = expf(-d * strength - (dx * dx + dy * dy) * 0.05f);
                        sum[x] += weight * there[x];
                        weights[x] += weight;
                    }
                }
            for (int x = 0; x < W; x++)
                out[y * W + x] = (unsigned char)(sum[x] / weights[x] * 255.0f + 0.5f);
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "nonlocal", DIM((W + 15) / 16, (H + 15) / 16), DIM(16, 16), BUFFER(in), BUFFER(out), VALUE(w), VALUE(h), VALUE(strength));
}

const Bench bench = {"nonlocal", make, hand, launch};
