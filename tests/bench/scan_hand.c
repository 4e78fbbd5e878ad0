/* scan_hand.c: inclusive prefix sums. */
#include "bench.h"

#ifdef _OPENMP
#include <omp.h>
#endif

enum { THREADS = 512, BLOCKS = THREADS, N = BLOCKS * THREADS };

static uint32_t *in, *out, *total, *total_scanned, *all;

static void make(void)
{
    in = bench_in(N, sizeof *in);
    total = bench_in(BLOCKS, sizeof *total);
    total_scanned = bench_in(BLOCKS, sizeof *total);
    all = bench_in(1, sizeof *all);
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

static void launch(Run *r)
{
    LAUNCH(r, "scan_blocks", DIM(BLOCKS, 1), DIM(THREADS, 1), BUFFER(in), BUFFER(out), BUFFER(total));
    LAUNCH(r, "scan_blocks", DIM(1, 1), DIM(THREADS, 1), BUFFER(total), BUFFER(total_scanned),
           BUFFER(all));
    LAUNCH(r, "scan_add", DIM(BLOCKS, 1), DIM(THREADS, 1), BUFFER(out), BUFFER(total_scanned));
}

const Bench bench = { "scan", make, hand, launch };
