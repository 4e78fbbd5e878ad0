/* doubling_hand.c: the same, number after number. */
#include "bench.h"

static unsigned n = 1 << 18, threads = 256, *from, *to;

static void make(void)
{
    from = bench_in(n, 4);
    to = bench_out(n, KIND_U32, 0, 0);
    for (unsigned i = 0; i < n; i++)
        from[i] = bench_random() & 255;
}

static void hand(void)
{
#pragma omp parallel for
    for (unsigned row = 0; row < n / (4 * threads); row++) {
        unsigned sum = 0;
        for (unsigned i = row * 4 * threads; i < (row + 1) * 4 * threads; i++)
            to[i] = sum += from[i];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "scan", DIM(n / 1024, 1), DIM(256, 1), BUFFER(to), BUFFER(from), VALUE(threads));
}

const Bench bench = {"doubling", make, hand, launch};
