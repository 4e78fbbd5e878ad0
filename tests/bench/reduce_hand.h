/* reduce_hand.h: the sum of an array, which reduce_shared and reduce_shuffle share. */
#include "bench.h"

enum { BLOCKS = 256 };

static int n = 1000000, blocks = BLOCKS;
static float *in, *part, *out;

static void make(void)
{
    in = bench_in((size_t)n, sizeof *in);
    part = bench_in(BLOCKS, sizeof *part);
    out = bench_out(1, KIND_F32, 1e-4, 0);
    bench_fill(in, (size_t)n, 0, 1);
}

static void hand(void)
{
    float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += in[i];
    out[0] = sum;
}

/* A sum per block, then the sum of those. */
static void launch_both(Run *r, const char *kernel)
{
    LAUNCH(r, kernel, DIM(BLOCKS, 1), DIM(256, 1), BUFFER(in), BUFFER(part), VALUE(n));
    LAUNCH(r, kernel, DIM(1, 1), DIM(256, 1), BUFFER(part), BUFFER(out), VALUE(blocks));
}
