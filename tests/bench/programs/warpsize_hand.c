/* warpsize_hand.c: the same, row after row. */
#include "bench.h"

static int width = 1000, rows = 400;
static float *from, *to;

static void make(void)
{
    from = bench_in((size_t)rows * (size_t)width, 4);
    to = bench_out((size_t)rows, KIND_F32, 1e-4, 0);
    bench_fill(from, (size_t)rows * (size_t)width, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < rows; i++) {
        float sum = 0;
        for (int k = 0; k < width; k++)
            sum += from[i * width + k];
        to[i] = sum;
    }
}

static void launch(Run *r) { LAUNCH(r, "sums", DIM((uint32_t)rows, 1), DIM(256, 1), VALUE(width), BUFFER(from), BUFFER(to)); }

const Bench bench = {"warpsize", make, hand, launch};
