/* bins64_hand.c: how often each of 64 values stands in data. */
#include "bench.h"

enum { N = 1 << 18, BLOCKS = 24 };
static uint8_t *data;
static uint32_t *partial, *counts;
static unsigned vectors = N / 16, blocks = BLOCKS;

static void make(void)
{
    data = bench_in(N, 1), partial = bench_in(BLOCKS * 64, 4), counts = bench_out(64, KIND_U32, 0, 0);
    for (int i = 0; i < N; i++)
        data[i] = (uint8_t)bench_random();
}

static void hand(void)
{
    uint32_t count[4][64] = { 0 }; /* four, so that a value that repeats does not wait */
    for (int i = 0; i < N; i += 4)
        for (int k = 0; k < 4; k++)
            count[k][data[i + k] >> 2]++;
    for (int b = 0; b < 64; b++)
        counts[b] = count[0][b] + count[1][b] + count[2][b] + count[3][b];
}

static void launch(Run *r)
{
    LAUNCH(r, "histogram64Kernel", DIM(BLOCKS, 1), DIM(64, 1), BUFFER(partial), BUFFER(data), VALUE(vectors));
    LAUNCH(r, "mergeHistogram64Kernel", DIM(64, 1), DIM(256, 1), BUFFER(counts), BUFFER(partial), VALUE(blocks));
}

const Bench bench = { "bins64", make, hand, launch };
