/* channels_hand.c: batch normalisation of images. */
#include "bench.h"

#include <math.h>

enum { BATCH = 8, CHANNELS = 48, PIXELS = 28 * 28 };
static int batch = BATCH, channels = CHANNELS, pixels = PIXELS, n = BATCH * CHANNELS * PIXELS;
static float *x, *y, *mean, *variance, *scale, *bias;

static void make(void)
{
    x = bench_in(BATCH * CHANNELS * PIXELS, 4);
    y = bench_out(BATCH * CHANNELS * PIXELS, KIND_F32, 1e-3, 0);
    mean = bench_out(CHANNELS, KIND_F32, 1e-3, 0);
    variance = bench_out(CHANNELS, KIND_F32, 1e-3, 0);
    scale = bench_in(CHANNELS, 4);
    bias = bench_in(CHANNELS, 4);
    bench_fill(x, BATCH * CHANNELS * PIXELS, -1, 1.5f);
    bench_fill(scale, CHANNELS, 0.5f, 1.5f);
    bench_fill(bias, CHANNELS, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int c = 0; c < CHANNELS; c++) {
        float sum = 0, squares = 0;
        for (int b = 0; b < BATCH; b++) {
            const float *at = x + (b * CHANNELS + c) * PIXELS;
#pragma omp simd reduction(+ : sum, squares)
            for (int p = 0; p < PIXELS; p++) {
                sum += at[p];
                squares += at[p] * at[p];
            }
        }
        mean[c] = sum / (BATCH * PIXELS);
        variance[c] = squares / (BATCH * PIXELS) - mean[c] * mean[c];
    }
#pragma omp parallel for collapse(2)
    for (int b = 0; b < BATCH; b++)
        for (int c = 0; c < CHANNELS; c++) {
            const float factor = scale[c] / sqrtf(variance[c] + 0.00001f), m = mean[c], add = bias[c];
            const float *from = x + (b * CHANNELS + c) * PIXELS;
            float *to = y + (b * CHANNELS + c) * PIXELS;
#pragma omp simd
            for (int p = 0; p < PIXELS; p++) {
                const float v = factor * (from[p] - m) + add;
                to[p] = v > 0 ? v : 0.1f * v;
            }
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "channels_stats", DIM(CHANNELS, 1), DIM(256, 1), BUFFER(x), VALUE(batch), VALUE(channels), VALUE(pixels),
           BUFFER(mean), BUFFER(variance));
    LAUNCH(r, "channels_apply", DIM(120, 1), DIM(256, 1), BUFFER(x), BUFFER(y), BUFFER(mean), BUFFER(variance), BUFFER(scale),
           BUFFER(bias), VALUE(channels), VALUE(pixels), VALUE(n));
}

const Bench bench = { "channels", make, hand, launch };
