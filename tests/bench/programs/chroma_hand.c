/* chroma_hand.c: pictures of a video become red, green and blue; then a preview of twice the size. */
#include "bench.h"

enum { W = 500, H = 120 };
static unsigned char *y, *uv;
static float *red, *green, *blue, *out, gain = 0.5f;
static int width = W, height = H;

static void make(void)
{
    y = bench_in(W * H, 1);
    uv = bench_in(W * H / 2, 1);
    red = bench_out(W * H, KIND_F32, 1e-4, 1e-3);
    green = bench_out(W * H, KIND_F32, 1e-4, 1e-3);
    blue = bench_out(W * H, KIND_F32, 1e-4, 1e-3);
    out = bench_out(W * H * 4, KIND_F32, 1e-4, 1e-3);
    for (int i = 0; i < W * H; i++)
        y[i] = (unsigned char)bench_random();
    for (int i = 0; i < W * H / 2; i++)
        uv[i] = (unsigned char)bench_random();
}

static void hand(void)
{
#pragma omp parallel for
    for (int j = 0; j < H; j++) {
        const unsigned char *c = uv + j / 2 * W, *l = y + j * W;
        float *r = red + j * W, *g = green + j * W, *b = blue + j * W;
#pragma omp simd
        for (int i = 0; i < W / 2; i++) {
            const float u = (float)c[2 * i] - 128, v = (float)c[2 * i + 1] - 128, l0 = 1.164f * (float)(l[2 * i] - 16), l1 = 1.164f * (float)(l[2 * i + 1] - 16);
            r[2 * i] = l0 + 1.596f * v;
            r[2 * i + 1] = l1 + 1.596f * v;
            g[2 * i] = l0 - 0.391f * u - 0.813f * v;
            g[2 * i + 1] = l1 - 0.391f * u - 0.813f * v;
            b[2 * i] = l0 + 2.018f * u;
            b[2 * i + 1] = l1 + 2.018f * u;
        }
    }
#pragma omp parallel for
    for (int j = 0; j < 2 * H; j++)
#pragma omp simd
        for (int i = 0; i < W; i++)
            out[j * 2 * W + 2 * i] = out[j * 2 * W + 2 * i + 1] = red[j / 2 * W + i] * gain;
}

static void launch(Run *r)
{
    LAUNCH(r, "chroma", DIM((W + 63) / 64, H / 4), DIM(64, 4), BUFFER(y), BUFFER(uv), BUFFER(red), BUFFER(green), BUFFER(blue), VALUE(width), VALUE(height));
    LAUNCH(r, "twice", DIM((2 * W + 127) / 128, 2 * H), DIM(128, 1), BUFFER(red), BUFFER(out), VALUE(width), VALUE(height), VALUE(gain));
}

const Bench bench = { "chroma", make, hand, launch };
