/* haar_hand.c: all steps of a wavelet, block by block, sums in an array of the block's. */
#include "bench.h"

enum { BLOCK = 256, GRID = 512, LENGTH = BLOCK * GRID };

static float *in, *out, *approximation;
static int steps = 9, length = LENGTH, block = BLOCK;

static void make(void)
{
    in = bench_in(2 * LENGTH, sizeof *in);
    out = bench_out(2 * LENGTH, KIND_F32, 1e-5, 0);
    approximation = bench_out(GRID, KIND_F32, 1e-5, 0);
    bench_fill(in, 2 * LENGTH, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int b = 0; b < GRID; b++) {
        float sum[2 * BLOCK];
        for (int i = 0; i < 2 * BLOCK; i++)
            sum[i] = in[b * 2 * BLOCK + i];
        int width = length, rest = BLOCK;
        for (int s = 0; s < steps; s++, width >>= 1, rest >>= 1)
            for (int i = 0; i < rest; i++) {
                const float x = sum[2 * i], y = sum[2 * i + 1];
                out[width + b * rest + i] = (x - y) * 0.70710678f;
                sum[i] = (x + y) * 0.70710678f;
            }
        approximation[b] = sum[0];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "haar", DIM(GRID, 1), DIM(BLOCK, 1), BUFFER(in), BUFFER(out), BUFFER(approximation), VALUE(steps), VALUE(length), VALUE(block));
}

const Bench bench = { "haar", make, hand, launch };
