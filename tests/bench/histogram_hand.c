/* histogram_hand.c: how often each byte value occurs. */
#include "bench.h"

static int n = 1000000;
static uint8_t *data;
static uint32_t *bins;

/* The mean of two random bytes: values in the middle are more frequent. */
static void make(void)
{
    data = bench_in((size_t)n, 1);
    bins = bench_out(256, KIND_U32, 0, 0);
    for (int i = 0; i < n; i++)
        data[i] = (uint8_t)(((bench_random() & 255) + (bench_random() & 255)) / 2);
}

static void hand(void)
{
    uint32_t count[256] = { 0 };
#pragma omp parallel for reduction(+ : count[:256])
    for (int i = 0; i < n; i++)
        count[data[i]]++;
    for (int i = 0; i < 256; i++)
        bins[i] += count[i];
}

static void launch(Run *r)
{
    LAUNCH(r, "histogram", DIM(64, 1), DIM(256, 1), BUFFER(data), VALUE(n), BUFFER(bins));
}

const Bench bench = { "histogram", make, hand, launch };
