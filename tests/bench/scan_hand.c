/* scan_hand.c: scans of blocks, and of their sums. */
#include "scan_hand.h"

enum { THREADS = 512, BLOCKS = N / THREADS };

static uint32_t *total, *total_scanned, *all;

static void make(void)
{
    make_numbers();
    total = bench_in(BLOCKS, sizeof *total);
    total_scanned = bench_in(BLOCKS, sizeof *total);
    all = bench_in(1, sizeof *all);
}

static void launch(Run *r)
{
    LAUNCH(r, "scan_blocks", DIM(BLOCKS, 1), DIM(THREADS, 1), BUFFER(in), BUFFER(out), BUFFER(total));
    LAUNCH(r, "scan_blocks", DIM(1, 1), DIM(THREADS, 1), BUFFER(total), BUFFER(total_scanned),
           BUFFER(all));
    LAUNCH(r, "scan_add", DIM(BLOCKS, 1), DIM(THREADS, 1), BUFFER(out), BUFFER(total_scanned));
}

const Bench bench = { "scan", make, hand, launch };
