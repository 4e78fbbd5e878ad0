/* contours_hand.c: which of 16 ways a contour goes through each square of a picture, and how many pieces that makes. */
#include "bench.h"
enum { W = 301, H = 201, SQUARES = (W - 1) * (H - 1), BLOCKS = (SQUARES + 255) / 256 };
static int w = W, h = H, *counts;
static float *field, level = 0.5f;
static unsigned char *kind;

static void make(void)
{
    field = bench_in(W * H, 4);
    kind = bench_out(SQUARES, KIND_U8, 0, 0);
    counts = bench_out(BLOCKS, KIND_U32, 0, 0);
    bench_fill(field, W * H, 0, 1);
}

static void hand(void)
{
    static const unsigned char pieces[16] = { 0, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 0 };
#pragma omp parallel for
    for (int y = 0; y < H - 1; y++)
        for (int x = 0; x < W - 1; x++) {
            const float *f = field + y * W + x;
            kind[y * (W - 1) + x] = (unsigned char)((f[0] < level) | (f[1] < level) << 1 | (f[W + 1] < level) << 2 | (f[W] < level) << 3);
        }
#pragma omp parallel for
    for (int b = 0; b < BLOCKS; b++) {
        int sum = 0;
        for (int i = b * 256; i < (b + 1) * 256 && i < SQUARES; i++)
            sum += pieces[kind[i]];
        counts[b] = sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "classify", DIM(BLOCKS, 1), DIM(256, 1), BUFFER(field), BUFFER(kind), BUFFER(counts), VALUE(w), VALUE(h), VALUE(level));
}

const Bench bench = { "contours", make, hand, launch };
