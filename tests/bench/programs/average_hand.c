/* average_hand.c: means of windows: columns are summed up first. */
#include "bench.h"

enum { W = 120, H = 70, PLANES = 6 };
static int planes = PLANES, h = H, w = W, radius = 3;
static float *in, *out;

static void make(void)
{
    in = bench_in(PLANES * H * W, sizeof *in);
    out = bench_out(PLANES * H * W, KIND_F32, 1e-5, 1e-6);
    bench_fill(in, PLANES * H * W, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int p = 0; p < planes; p++)
        for (int y = 0; y < h; y++) {
            float column[W] = {0};
            const int y0 = y > radius ? y - radius : 0, y1 = y + radius < h - 1 ? y + radius : h - 1;
            for (int yy = y0; yy <= y1; yy++)
                for (int x = 0; x < w; x++)
                    column[x] += in[(p * h + yy) * w + x];
            for (int x = 0; x < w; x++) {
                const int x0 = x > radius ? x - radius : 0, x1 = x + radius < w - 1 ? x + radius : w - 1;
                float sum = 0;
                for (int xx = x0; xx <= x1; xx++)
                    sum += column[xx];
                out[(p * h + y) * w + x] = sum / (float)((x1 - x0 + 1) * (y1 - y0 + 1));
            }
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "average", DIM((PLANES * H * W + 255) / 256, 1), DIM(256, 1), BUFFER(in), BUFFER(out), VALUE(planes), VALUE(h), VALUE(w),
           VALUE(radius));
}

const Bench bench = {"average", make, hand, launch};
