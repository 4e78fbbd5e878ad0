/* window_hand.c: sums over a window around each place of images. */
#include "bench.h"

enum { W = 60, H = 60, IMAGES = 16 };
static int r = 2;
static float *in, *f, *out;

static void make(void)
{
    in = bench_in(W * H * IMAGES, 4);
    f = bench_in(25, 4);
    out = bench_out(W * H * IMAGES, KIND_F32, 1e-5, 0);
    bench_fill(in, W * H * IMAGES, -1, 1);
    bench_fill(f, 25, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int p = 0; p < IMAGES; p++)
        for (int y = 0; y < H; y++) {
            float *o = out + p * W * H + y * W;
            for (int x = 0; x < W; x++)
                o[x] = 0;
            for (int dy = -r; dy <= r; dy++) {
                if (y + dy < 0 || y + dy >= H)
                    continue;
                const float *row = in + p * W * H + (y + dy) * W;
                for (int dx = -r; dx <= r; dx++) {
                    const float c = f[(dy + r) * (2 * r + 1) + dx + r];
                    for (int x = dx < 0 ? -dx : 0; x < (dx > 0 ? W - dx : W); x++)
                        o[x] += row[x + dx] * c;
                }
            }
        }
}

static void launch(Run *run)
{
    LAUNCH(run, "window", ((Dim){2, 8, IMAGES}), DIM(32, 8), BUFFER(in), BUFFER(f), BUFFER(out), VALUE(r));
}

const Bench bench = {"window", make, hand, launch};
