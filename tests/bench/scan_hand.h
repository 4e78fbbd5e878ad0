/* scan_hand.h: inclusive prefix sums, which scan and cub_scan share. */
#include "bench.h"

#ifdef _OPENMP
#include <omp.h>
#endif

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
#ifdef _OPENMP
        int me = omp_get_thread_num(), threads = omp_get_num_threads();
#else
        int me = 0, threads = 1;
#endif
        int first = (int)((int64_t)N * me / threads), end = (int)((int64_t)N * (me + 1) / threads);
        uint32_t sum = 0;
        if (me + 1 < threads) {
            for (int i = first; i < end; i++)
                sum += in[i];
            sums[me] = sum;
        }
#pragma omp barrier
        sum = 0;
        for (int i = 0; i < me; i++)
            sum += sums[i];
        for (int i = first; i < end; i++)
            out[i] = sum += in[i];
    }
}
