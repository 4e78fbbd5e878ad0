/* digits_hand.c: two passes of a radix sort of keys and values. */
#include "bench.h"


enum { N = 1 << 16, RADIX = 16, BLOCKS = N / 256, MOST = 64 };
static int n = N;
static uint32_t *keys, *values, *counts, *keys1, *values1, *keys2, *values2;

static void make(void)
{
    keys = bench_in(N, 4);
    values = bench_in(N, 4);
    counts = bench_in(RADIX * BLOCKS, 4);
    keys1 = bench_out(N, KIND_U32, 0, 0);
    values1 = bench_out(N, KIND_U32, 0, 0);
    keys2 = bench_out(N, KIND_U32, 0, 0);
    values2 = bench_out(N, KIND_U32, 0, 0);
    for (int i = 0; i < N; i++) {
        keys[i] = bench_random();
        values[i] = (uint32_t)i;
    }
}

static void pass(const uint32_t *k, const uint32_t *v, uint32_t *k_out, uint32_t *v_out, int shift)
{
    static uint32_t place[MOST][RADIX];
#pragma omp parallel
    {
        const Share s = bench_share(n);
        uint32_t own[RADIX] = { 0 };
        for (int i = s.first; i < s.end; i++)
            own[k[i] >> shift & (RADIX - 1)]++;
        for (int d = 0; d < RADIX; d++)
            place[s.me][d] = own[d];
#pragma omp barrier
#pragma omp single
        {
            uint32_t sum = 0;
            for (int d = 0; d < RADIX; d++)
                for (int t = 0; t < s.threads; t++) {
                    const uint32_t c = place[t][d];
                    place[t][d] = sum;
                    sum += c;
                }
        }
        for (int d = 0; d < RADIX; d++)
            own[d] = place[s.me][d];
        for (int i = s.first; i < s.end; i++) {
            const uint32_t to = own[k[i] >> shift & (RADIX - 1)]++;
            k_out[to] = k[i];
            v_out[to] = v[i];
        }
    }
}

static void hand(void)
{
    pass(keys, values, keys1, values1, 0);
    pass(keys1, values1, keys2, values2, 4);
}

static void launch(Run *r)
{
    int all = RADIX * BLOCKS;
    for (int shift = 0; shift <= 4; shift += 4) {
        uint32_t *k = shift ? keys1 : keys, *v = shift ? values1 : values, *ko = shift ? keys2 : keys1,
                 *vo = shift ? values2 : values1;
        LAUNCH(r, "digits_count", DIM(BLOCKS, 1), DIM(256, 1), BUFFER(k), BUFFER(counts), VALUE(shift), VALUE(n));
        LAUNCH(r, "digits_scan", DIM(1, 1), DIM(512, 1), BUFFER(counts), VALUE(all));
        LAUNCH(r, "digits_deal", DIM(BLOCKS, 1), DIM(256, 1), BUFFER(k), BUFFER(v), BUFFER(ko), BUFFER(vo), BUFFER(counts),
               VALUE(shift));
    }
}

const Bench bench = { "digits", make, hand, launch };
