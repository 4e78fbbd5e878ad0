/* scan_hand.h: inclusive prefix sums, which scan and cub_scan share. */
#include "bench.h"

enum { N = 1 << 18 };

static uint32_t *in, *out;

static void make_numbers(void)
{
    in = bench_in(N, sizeof *in);
    out = bench_out(N, KIND_U32, 0, 0);
    for (int i = 0; i < N; i++)
        in[i] = bench_random() % 1000;
}

/* Each thread adds up its part; with the sums of those before it known, it scans it. */
static void hand(void)
{
    static uint32_t sums[1024];
#pragma omp parallel
    {
        const Share own = bench_share(N);
        uint32_t sum = 0;
        if (own.me + 1 < own.threads) {
            for (int i = own.first; i < own.end; i++)
                sum += in[i];
            sums[own.me] = sum;
        }
#pragma omp barrier
        sum = 0;
        for (int i = 0; i < own.me; i++)
            sum += sums[i];
        for (int i = own.first; i < own.end; i++)
            out[i] = sum += in[i];
    }
}
