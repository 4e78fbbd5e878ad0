/* descent_hand.c: the cheapest ways down a grid of costs: row by row, each place from the three above it. */
#include "bench.h"

static int cols = 20000, start = 0, rows = 20, margin = 20;
static int *cost, *from, *a, *b, *to;

static void make(void)
{
    const size_t count = (size_t)cols;
    cost = bench_in(count * (size_t)rows, sizeof *cost);
    from = bench_in(count, sizeof *from);
    a = bench_in(count, sizeof *a);
    b = bench_in(count, sizeof *b);
    to = bench_out(count, KIND_U32, 0, 0);
    for (size_t i = 0; i < count * (size_t)rows; i++)
        cost[i] = (int)(i * 2654435761u >> 27);
    for (size_t i = 0; i < count; i++)
        from[i] = (int)(i * 40503u >> 3 & 15);
}

static inline int least(int x, int y) { return x < y ? x : y; }

static void hand(void)
{
    const int *in = from;
    for (int i = 0; i < rows; i++) {
        int *out = i == rows - 1 ? to : i % 2 ? b : a;
        const int *c = cost + i * cols;
        out[0] = least(in[0], in[1]) + c[0];
#pragma omp parallel for simd
        for (int x = 1; x < cols - 1; x++)
            out[x] = least(in[x - 1], least(in[x], in[x + 1])) + c[x];
        out[cols - 1] = least(in[cols - 2], in[cols - 1]) + c[cols - 1];
        in = out;
    }
}

static void launch(Run *r)
{
    const int inner = 256 - 2 * margin;
    LAUNCH(r, "descend", DIM((uint32_t)((cols + inner - 1) / inner), 1), DIM(256, 1), VALUE(rows), BUFFER(cost), BUFFER(from),
           BUFFER(to), VALUE(cols), VALUE(start), VALUE(margin));
}

const Bench bench = { "descent", make, hand, launch };
