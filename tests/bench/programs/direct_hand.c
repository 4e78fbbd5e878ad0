/* direct_hand.c: a convolutional layer, 3x3. */
#include "bench.h"

enum { CHANNELS = 16, OUTS = 16, H = 58, W = 58, OH = H - 2, OW = W - 2 };
static int channels = CHANNELS, height = H, width = W;
static float *in, *weight, *bias, *out;

static void make(void)
{
    in = bench_in(CHANNELS * H * W, 4);
    weight = bench_in(OUTS * CHANNELS * 9, 4);
    bias = bench_in(OUTS, 4);
    out = bench_out(OUTS * OH * OW, KIND_F32, 1e-4, 0);
    bench_fill(in, CHANNELS * H * W, -1, 1);
    bench_fill(weight, OUTS * CHANNELS * 9, -1, 1);
    bench_fill(bias, OUTS, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for collapse(2)
    for (int o = 0; o < OUTS; o++)
        for (int y = 0; y < OH; y++) {
            float sum[OW];
            for (int x = 0; x < OW; x++)
                sum[x] = bias[o];
            for (int c = 0; c < CHANNELS; c++)
                for (int dy = 0; dy < 3; dy++)
                    for (int dx = 0; dx < 3; dx++) {
                        const float w = weight[(o * CHANNELS + c) * 9 + dy * 3 + dx];
                        const float *row = in + (c * H + y + dy) * W + dx;
#pragma omp simd
                        for (int x = 0; x < OW; x++)
                            sum[x] += w * row[x];
                    }
            for (int x = 0; x < OW; x++)
                out[(o * OH + y) * OW + x] = sum[x] > 0 ? sum[x] : 0;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "direct3", ((Dim){ 4, 7, OUTS / 4 }), ((Dim){ 16, 8, 1 }), BUFFER(in), BUFFER(weight), BUFFER(bias), BUFFER(out),
           VALUE(channels), VALUE(height), VALUE(width));
}

const Bench bench = { "direct", make, hand, launch };
