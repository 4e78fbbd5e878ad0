/* layers_hand.c: a convolution with several channels in and out, then the largest of 2 x 2. */
#include "bench.h"

enum { IN = 6, OUT = 8, W = 50, H = 42, K = 3, OW = W - K + 1, OH = H - K + 1, N = OUT * (OW / 2) * (OH / 2) };
static float *in, *filter, *bias, *middle, *out;
static int *place, channels = IN, w = W, h = H, ow = OW, oh = OH, n = N;

static void make(void)
{
    in = bench_in(IN * W * H, 4);
    filter = bench_in(OUT * IN * K * K, 4);
    bias = bench_in(OUT, 4);
    middle = bench_out(OUT * OW * OH, KIND_F32, 1e-4, 0);
    out = bench_out(N, KIND_F32, 1e-4, 0);
    place = bench_out(N, KIND_U32, 0, 0.01);
    bench_fill(in, IN * W * H, 0, 1);
    bench_fill(filter, OUT * IN * K * K, -1, 1);
    bench_fill(bias, OUT, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for collapse(2)
    for (int o = 0; o < OUT; o++)
        for (int y = 0; y < oh; y++) {
            float sum[OW];
            for (int x = 0; x < ow; x++)
                sum[x] = bias[o];
            for (int c = 0; c < channels; c++)
                for (int j = 0; j < K; j++)
                    for (int i = 0; i < K; i++) {
                        float f = filter[((o * channels + c) * K + j) * K + i];
                        for (int x = 0; x < ow; x++)
                            sum[x] += in[(c * h + y + j) * w + x + i] * f;
                    }
            for (int x = 0; x < ow; x++)
                middle[(o * oh + y) * ow + x] = sum[x] > 0 ? sum[x] : 0;
        }
#pragma omp parallel for collapse(2)
    for (int c = 0; c < OUT; c++)
        for (int y = 0; y < oh / 2; y++)
            for (int x = 0; x < ow / 2; x++) {
                int best = -1, t = (c * (oh / 2) + y) * (ow / 2) + x;
                float most = -3.4e38f;
                for (int j = 2 * y; j < 2 * y + 2; j++)
                    for (int i = 2 * x; i < 2 * x + 2; i++)
                        if (middle[(c * oh + j) * ow + i] > most) {
                            most = middle[(c * oh + j) * ow + i];
                            best = j * ow + i;
                        }
                out[t] = most;
                place[t] = best;
            }
}

static void launch(Run *r)
{
    LAUNCH(r, "conv", ((Dim){(OW + 15) / 16, (OH + 15) / 16, OUT}), DIM(16, 16), BUFFER(in), BUFFER(filter), BUFFER(bias),
           BUFFER(middle), VALUE(channels), VALUE(w), VALUE(h));
    LAUNCH(r, "pool", DIM((N + 255) / 256, 1), DIM(256, 1), BUFFER(middle), BUFFER(out), BUFFER(place), VALUE(ow),
           VALUE(oh), VALUE(n));
}

const Bench bench = {"layers", make, hand, launch};
