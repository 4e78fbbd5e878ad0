/* prefix_hand.c: sums of all before: each thread sums its part, then goes over it with what stands before. */
#include "bench.h"

enum { BLOCK = 512, BLOCKS = 512, N = BLOCK * BLOCKS, THREADS = 256 };
static int *in, *out, *sums, *first, *none;

static void make(void)
{
    in = bench_in(N, sizeof *in);
    out = bench_out(N, KIND_U32, 0, 0);
    sums = bench_in(BLOCKS, sizeof *sums);
    first = bench_in(BLOCKS, sizeof *first);
    for (int i = 0; i < N; i++)
        in[i] = (int)(bench_random() >> 20);
}

static void hand(void)
{
    static int sum[THREADS];
#pragma omp parallel
    {
        const Share s = bench_share(N);
        int mine = 0;
        for (int i = s.first; i < s.end && s.threads > 1; i++)
            mine += in[i];
        sum[s.me] = mine;
#pragma omp barrier
        int before = 0;
        for (int k = 0; k < s.me; k++)
            before += sum[k];
        for (int i = s.first; i < s.end; i++) {
            out[i] = before;
            before += in[i];
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "scan", DIM(BLOCKS, 1), DIM(BLOCK / 2, 1), BUFFER(in), BUFFER(out), BUFFER(sums));
    LAUNCH(r, "scan", DIM(1, 1), DIM(BLOCK / 2, 1), BUFFER(sums), BUFFER(first), VALUE(none));
    LAUNCH(r, "add", DIM(BLOCKS, 1), DIM(BLOCK / 2, 1), BUFFER(out), BUFFER(first));
}

const Bench bench = {"prefix", make, hand, launch};
