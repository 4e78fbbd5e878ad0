/* dct_hand.c: cosine transforms of 8 x 8 blocks. */
#include "bench.h"

enum { WIDTH = 512, HEIGHT = 256 };
static float *in, *out;
static int width = WIDTH, across = WIDTH / 8, blocks = WIDTH * HEIGHT / 64;

static void make(void)
{
    in = bench_in(WIDTH * HEIGHT, 4);
    out = bench_out(WIDTH * HEIGHT, KIND_F32, 1e-4, 0);
    bench_fill(in, WIDTH * HEIGHT, -1, 1);
}

static void transform(float *v, int step)
{
    const float s07 = v[0] + v[7 * step], s16 = v[step] + v[6 * step], s25 = v[2 * step] + v[5 * step], s34 = v[3 * step] + v[4 * step];
    const float d07 = v[0] - v[7 * step], d16 = v[step] - v[6 * step], d25 = v[2 * step] - v[5 * step], d34 = v[3 * step] - v[4 * step];
    v[0] = 0.35355339f * (s07 + s16 + s25 + s34);
    v[4 * step] = 0.35355339f * (s07 - s16 - s25 + s34);
    v[2 * step] = 0.46193977f * (s07 - s34) + 0.19134172f * (s16 - s25);
    v[6 * step] = 0.19134172f * (s07 - s34) - 0.46193977f * (s16 - s25);
    v[step] = 0.49039264f * d07 + 0.41573481f * d16 + 0.27778512f * d25 + 0.09754516f * d34;
    v[3 * step] = 0.41573481f * d07 - 0.09754516f * d16 - 0.49039264f * d25 - 0.27778512f * d34;
    v[5 * step] = 0.27778512f * d07 - 0.49039264f * d16 + 0.09754516f * d25 + 0.41573481f * d34;
    v[7 * step] = 0.09754516f * d07 - 0.27778512f * d16 + 0.41573481f * d25 - 0.49039264f * d34;
}

static void hand(void)
{
#pragma omp parallel for
    for (int b = 0; b < WIDTH * HEIGHT / 64; b++) {
        float v[64];
        const int at = b / (WIDTH / 8) * 8 * WIDTH + b % (WIDTH / 8) * 8;
        for (int i = 0; i < 64; i++)
            v[i] = in[at + i / 8 * WIDTH + i % 8];
        for (int y = 0; y < 8; y++)
            transform(v + 8 * y, 1);
        for (int x = 0; x < 8; x++)
            transform(v + x, 8);
        for (int i = 0; i < 64; i++)
            out[at + i / 8 * WIDTH + i % 8] = v[i];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "dct", DIM((uint32_t)(blocks + 127) / 128, 1), DIM(128, 1), BUFFER(in), BUFFER(out), VALUE(width), VALUE(across), VALUE(blocks));
}

const Bench bench = {"dct", make, hand, launch};
