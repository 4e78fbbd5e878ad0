/* queens_hand.c: in how many ways n queens stand in peace, by the places of the first two. */
#include "bench.h"

static int n = 9;
static int *ways;

static void make(void) { ways = bench_out((size_t)(n * n), KIND_U32, 0, 0); }

static int place(uint32_t all, uint32_t column, uint32_t left, uint32_t right)
{
    if (column == all)
        return 1;
    int count = 0;
    for (uint32_t free = all & ~(column | left | right); free; free &= free - 1) {
        uint32_t at = free & -free;
        count += place(all, column | at, (left | at) << 1, (right | at) >> 1);
    }
    return count;
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int id = 0; id < n * n; id++) {
        uint32_t first = 1u << (id / n), second = 1u << (id % n);
        ways[id] = (first | first << 1 | first >> 1) & second
                       ? 0
                       : place((1u << n) - 1, first | second, (first << 1 | second) << 1, (first >> 1 | second) >> 1);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "queens", DIM((uint32_t)(n * n + 31) / 32, 1), DIM(32, 1), VALUE(n), BUFFER(ways));
}

const Bench bench = { "queens", make, hand, launch };
