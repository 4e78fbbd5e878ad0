/* depthwise_hand.c: a convolution of each channel. */
#include "bench.h"

static int channels = 8, h = 64, w = 112, k = 5, pad = 2;
static float *in, *filter, *bias, *out;

static void make(void)
{
    in = bench_in((size_t)(channels * h * w), sizeof *in);
    filter = bench_in((size_t)(channels * k * k), sizeof *filter);
    bias = bench_in((size_t)channels, sizeof *bias);
    out = bench_out((size_t)(channels * h * w), KIND_F32, 1e-5, 0);
    bench_fill(in, (size_t)(channels * h * w), -1, 1);
    bench_fill(filter, (size_t)(channels * k * k), -1, 1);
    bench_fill(bias, (size_t)channels, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for collapse(2)
    for (int ch = 0; ch < channels; ch++)
        for (int y = 0; y < h; y++) {
            float *o = out + (ch * h + y) * w;
            for (int x = 0; x < w; x++)
                o[x] = bias[ch];
            for (int i = 0; i < k; i++) {
                const int yy = y + i - pad;
                if (yy < 0 || yy >= h)
                    continue;
                for (int j = 0; j < k; j++) {
                    const float f = filter[(ch * k + i) * k + j], *r = in + (ch * h + yy) * w;
                    const int first = j < pad ? pad - j : 0, end = j > pad ? w - (j - pad) : w;
                    for (int x = first; x < end; x++)
                        o[x] += r[x + j - pad] * f;
                }
            }
            for (int x = 0; x < w; x++)
                o[x] = o[x] > 0 ? o[x] : 0;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "depthwise", ((Dim){(uint32_t)(w + 63) / 64, (uint32_t)h, (uint32_t)channels}), DIM(64, 1), BUFFER(in), BUFFER(filter), BUFFER(bias),
           BUFFER(out), VALUE(channels), VALUE(h), VALUE(w), VALUE(k), VALUE(pad));
}

const Bench bench = {"depthwise", make, hand, launch};
