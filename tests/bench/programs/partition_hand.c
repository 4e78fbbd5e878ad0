/* partition_hand.c: a pass of a radix sort: each thread counts its part's digits, then moves its keys. */
#include "bench.h"

enum { DIGITS = 64, N = 150000, EACH = 4, BLOCK = 256, BLOCKS = (N + EACH * BLOCK - 1) / (EACH * BLOCK), THREADS = 256, COUNTS = DIGITS * BLOCKS };
static int n = N, shift = 7, ncounts = COUNTS;
static unsigned *keys, *sorted, *counts, *digits;

static void make(void)
{
    keys = bench_in(N, sizeof *keys);
    sorted = bench_in(N, sizeof *sorted);
    counts = bench_in(COUNTS, sizeof *counts);
    digits = bench_out(N, KIND_U32, 0, 0);
    for (int i = 0; i < N; i++)
        keys[i] = bench_random();
}

static void hand(void)
{
    static unsigned count[THREADS][DIGITS];
#pragma omp parallel
    {
        const Share s = bench_share(N);
        unsigned *mine = count[s.me];
        for (int d = 0; d < DIGITS; d++)
            mine[d] = 0;
        for (int i = s.first; i < s.end; i++)
            mine[keys[i] >> shift & (DIGITS - 1)]++;
#pragma omp barrier
#pragma omp single
        {
            unsigned at = 0;
            for (int d = 0; d < DIGITS; d++)
                for (int t = 0; t < s.threads; t++) {
                    const unsigned was = count[t][d];
                    count[t][d] = at;
                    at += was;
                }
        }
        for (int i = s.first; i < s.end; i++)
            sorted[mine[keys[i] >> shift & (DIGITS - 1)]++] = keys[i];
#pragma omp barrier
        for (int i = s.first; i < s.end; i++)
            digits[i] = sorted[i] >> shift & (DIGITS - 1);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "tally", DIM(BLOCKS, 1), DIM(BLOCK, 1), BUFFER(keys), BUFFER(counts), VALUE(n), VALUE(shift));
    LAUNCH(r, "places", DIM(1, 1), DIM(256, 1), BUFFER(counts), VALUE(ncounts));
    LAUNCH(r, "move", DIM(BLOCKS, 1), DIM(BLOCK, 1), BUFFER(keys), BUFFER(sorted), BUFFER(counts), VALUE(n), VALUE(shift));
    LAUNCH(r, "check", DIM((N + 255) / 256, 1), DIM(256, 1), BUFFER(sorted), BUFFER(digits), VALUE(n), VALUE(shift));
}

const Bench bench = {"partition", make, hand, launch};
