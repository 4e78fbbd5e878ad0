/* pixels_hand.c: an image smoothed and made grey. */
#include "bench.h"

static int w = 320, h = 120;
static uint8_t *in, *out, *grey;
static float *weights;

static void make(void)
{
    in = bench_in((size_t)(w * h * 3), 1);
    out = bench_out((size_t)(w * h * 3), KIND_U8, 0, 0.01);
    grey = bench_out((size_t)(w * h), KIND_U8, 0, 0.01);
    weights = bench_in(9, sizeof *weights);
    for (int i = 0; i < w * h * 3; i++)
        in[i] = (uint8_t)(bench_random() >> 9);
    for (int i = 0; i < 9; i++)
        weights[i] = i == 4 ? 0.2f : 0.1f;
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum[3] = {0, 0, 0};
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    const int xx = x + dx < 0 ? 0 : x + dx >= w ? w - 1 : x + dx, yy = y + dy < 0 ? 0 : y + dy >= h ? h - 1 : y + dy;
                    for (int c = 0; c < 3; c++)
                        sum[c] += weights[(dy + 1) * 3 + dx + 1] * in[(yy * w + xx) * 3 + c];
                }
            for (int c = 0; c < 3; c++)
                out[(y * w + x) * 3 + c] = (uint8_t)sum[c];
            grey[y * w + x] = (uint8_t)(0.299f * sum[0] + 0.587f * sum[1] + 0.114f * sum[2]);
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "pixels", DIM((uint32_t)w / 32, (uint32_t)h / 8), DIM(32, 8), BUFFER(in), BUFFER(out), BUFFER(grey), BUFFER(weights), VALUE(w), VALUE(h));
}

const Bench bench = {"pixels", make, hand, launch};
