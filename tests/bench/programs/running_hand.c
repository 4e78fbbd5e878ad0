/* running_hand.c: a box filter by running sums. */
#include "bench.h"

enum { W = 512, H = 384, R = 6 };
static float *in, *middle, *out;
static int w = W, h = H, radius = R;

static void make(void)
{
    in = bench_in(W * H, 4);
    middle = bench_out(W * H, KIND_F32, 1e-3, 0);
    out = bench_out(W * H, KIND_F32, 1e-3, 0);
    bench_fill(in, W * H, 0, 1);
}

static inline int clamp(int x, int high)
{
    return x < 0 ? 0 : x > high ? high : x;
}

static void hand(void)
{
    float scale = 1.0f / (float)(2 * radius + 1);
#pragma omp parallel for
    for (int y = 0; y < h; y++) {
        const float *from = in + y * w;
        float sum = 0;
        for (int x = -radius; x <= radius; x++)
            sum += from[clamp(x, w - 1)];
        middle[y * w] = sum * scale;
        for (int x = 1; x < w; x++) {
            sum += from[clamp(x + radius, w - 1)] - from[clamp(x - radius - 1, w - 1)];
            middle[y * w + x] = sum * scale;
        }
    }
    Share s = {0};
#pragma omp parallel private(s)
    {
        s = bench_share(w);
        float sum[W];
        for (int x = s.first; x < s.end; x++)
            sum[x] = 0;
        for (int y = -radius; y <= radius; y++)
            for (int x = s.first; x < s.end; x++)
                sum[x] += middle[clamp(y, h - 1) * w + x];
        for (int x = s.first; x < s.end; x++)
            out[x] = sum[x] * scale;
        for (int y = 1; y < h; y++) {
            const float *add = middle + clamp(y + radius, h - 1) * w, *take = middle + clamp(y - radius - 1, h - 1) * w;
            for (int x = s.first; x < s.end; x++) {
                sum[x] += add[x] - take[x];
                out[y * w + x] = sum[x] * scale;
            }
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "rows", DIM((H + 63) / 64, 1), DIM(64, 1), BUFFER(in), BUFFER(middle), VALUE(w), VALUE(h), VALUE(radius));
    LAUNCH(r, "columns", DIM((W + 63) / 64, 1), DIM(64, 1), BUFFER(middle), BUFFER(out), VALUE(w), VALUE(h),
           VALUE(radius));
}

const Bench bench = {"running", make, hand, launch};
