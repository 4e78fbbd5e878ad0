/* regions_hand.c: features of regions of a picture, pooled to 7 x 7 by the mean of points between pixels. */
#include "bench.h"

enum { CHANNELS = 16, H = 40, W = 50, P = 7, SAMPLING = 2, ROIS = 24, BATCH = 2, POINTS = P * P * SAMPLING * SAMPLING };
static float *in, *rois, *out, scale = 0.25f;
static int n = ROIS * CHANNELS * P * P, channels = CHANNELS, h = H, w = W, p = P, sampling = SAMPLING;

static void make(void)
{
    in = bench_in(BATCH * CHANNELS * H * W, sizeof *in);
    rois = bench_in(ROIS * 5, sizeof *rois);
    out = bench_out(ROIS * CHANNELS * P * P, KIND_F32, 1e-3, 1e-3);
    bench_fill(in, BATCH * CHANNELS * H * W, -1, 1);
    for (int i = 0; i < ROIS; i++) {
        rois[5 * i] = (float)(i % BATCH);
        rois[5 * i + 1] = bench_uniform(-5, 100);
        rois[5 * i + 2] = bench_uniform(-5, 80);
        rois[5 * i + 3] = rois[5 * i + 1] + bench_uniform(30, 130);
        rois[5 * i + 4] = rois[5 * i + 2] + bench_uniform(30, 90);
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int r = 0; r < ROIS; r++) {
        int at[4][POINTS];
        float weight[4][POINTS];
        const float *roi = rois + 5 * r;
        const float x0 = roi[1] * scale - 0.5f, y0 = roi[2] * scale - 0.5f, bh = ((roi[4] - roi[2]) * scale) / P, bw = ((roi[3] - roi[1]) * scale) / P;
        int k = 0;
        for (int py = 0; py < P; py++)
            for (int px = 0; px < P; px++)
                for (int iy = 0; iy < SAMPLING; iy++)
                    for (int ix = 0; ix < SAMPLING; ix++, k++) {
                        float y = y0 + (float)py * bh + ((float)iy + 0.5f) * bh / SAMPLING, x = x0 + (float)px * bw + ((float)ix + 0.5f) * bw / SAMPLING;
                        const int inside = !(y < -1 || y > H || x < -1 || x > W);
                        y = y <= 0 ? 0 : y;
                        x = x <= 0 ? 0 : x;
                        int ya = (int)y, xa = (int)x, yb = ya + 1, xb = xa + 1;
                        if (ya >= H - 1)
                            ya = yb = H - 1, y = (float)ya;
                        if (xa >= W - 1)
                            xa = xb = W - 1, x = (float)xa;
                        const float ly = y - (float)ya, lx = x - (float)xa, hy = 1 - ly, hx = 1 - lx, in_ = inside ? 1.0f / (SAMPLING * SAMPLING) : 0;
                        at[0][k] = ya * W + xa, at[1][k] = ya * W + xb, at[2][k] = yb * W + xa, at[3][k] = yb * W + xb;
                        weight[0][k] = hy * hx * in_, weight[1][k] = hy * lx * in_, weight[2][k] = ly * hx * in_, weight[3][k] = ly * lx * in_;
                    }
        for (int c = 0; c < CHANNELS; c++) {
            const float *data = in + ((int)roi[0] * CHANNELS + c) * H * W;
            float *o = out + (r * CHANNELS + c) * P * P;
            for (int b = 0; b < P * P; b++) {
                float sum = 0;
                for (int i = b * 4; i < b * 4 + 4; i++)
                    sum += weight[0][i] * data[at[0][i]] + weight[1][i] * data[at[1][i]] + weight[2][i] * data[at[2][i]] + weight[3][i] * data[at[3][i]];
                o[b] = sum;
            }
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "regions", DIM(24, 1), DIM(256, 1), VALUE(n), BUFFER(in), VALUE(scale), VALUE(channels), VALUE(h), VALUE(w), VALUE(p), VALUE(p), VALUE(sampling),
           BUFFER(rois), BUFFER(out));
}

const Bench bench = { "regions", make, hand, launch };
