/* saturate_hand.c: a histogram whose counters stop at 255. */
#include "bench.h"

enum { N = 200000, BINS = 4096 };
static uint32_t *data;
static uint8_t *hist;
static int n = N, bins = BINS;

static void make(void)
{
    data = bench_in(N, sizeof *data);
    hist = bench_out(BINS, KIND_U8, 0, 0);
    for (int i = 0; i < N; i++) {
        uint32_t sum = 0;
        for (int k = 0; k < 4; k++)
            sum += bench_random() % 1024;
        data[i] = sum;
    }
}

static void hand(void)
{
#pragma omp parallel
    {
        uint8_t own[BINS] = { 0 };
#pragma omp for
        for (int i = 0; i < N; i++)
            if (own[data[i]] < 255)
                own[data[i]]++;
#pragma omp critical
        for (int i = 0; i < BINS; i++)
            hist[i] = (uint8_t)(hist[i] + own[i] > 255 ? 255 : hist[i] + own[i]);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "count", DIM(16, 1), DIM(256, 1), BUFFER(data), VALUE(n), VALUE(bins), BUFFER(hist));
}

const Bench bench = { "saturate", make, hand, launch };
