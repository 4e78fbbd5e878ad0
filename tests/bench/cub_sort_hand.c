/* cub_sort_hand.c: a radix sort of numbers, from the least significant byte on. */
#include "cub_hand.h"

#include <string.h>

enum { N = 1 << 17, DIGITS = 256, MOST_THREADS = 1024 };

static uint32_t *in, *out;
Cub cub_sort;

static void make(void)
{
    in = bench_in(N, sizeof *in);
    out = bench_out(N, KIND_U32, 0, 0);
    for (int i = 0; i < N; i++)
        in[i] = bench_random();
}

/* Each thread counts the digits of its part; with the counts of all it knows where its own numbers go. */
static void hand(void)
{
    static uint32_t count[MOST_THREADS][DIGITS], space[N];
#pragma omp parallel
    {
        const Share own = bench_share(N);
        for (int pass = 0; pass < 4; pass++) {
            const uint32_t *from = pass == 0 ? in : pass % 2 == 0 ? out : space;
            uint32_t *to = pass % 2 == 0 ? space : out;
            int shift = 8 * pass;
            memset(count[own.me], 0, sizeof count[own.me]);
            for (int i = own.first; i < own.end; i++)
                count[own.me][from[i] >> shift & (DIGITS - 1)]++;
#pragma omp barrier
            uint32_t at[DIGITS], sum = 0;
            for (int d = 0; d < DIGITS; d++)
                for (int t = 0; t < own.threads; t++) {
                    if (t == own.me)
                        at[d] = sum;
                    sum += count[t][d];
                }
            for (int i = own.first; i < own.end; i++)
                to[at[from[i] >> shift & (DIGITS - 1)]++] = from[i];
#pragma omp barrier
        }
    }
}

static void launch(Run *r) { cub_launch(r, "sort", cub_sort, in, out, N); }

const Bench bench = { "cub_sort", make, hand, launch };
