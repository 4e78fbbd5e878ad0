/* routing_hand.c: tokens are given to the two best of 64 experts. */
#include "bench.h"

#include <math.h>
#include <string.h>

enum { TOKENS = 2000, EXPERTS = 64, WIDTH = 64 };
static float *logits, *weight, *rows, *out;
static int *expert, *count, *start, *order, tokens = TOKENS, twice = 2 * TOKENS, width = WIDTH;

static void make(void)
{
    logits = bench_in(TOKENS * EXPERTS, 4);
    rows = bench_in(TOKENS * WIDTH, 4);
    order = bench_in(2 * TOKENS, 4);
    expert = bench_out(2 * TOKENS, KIND_U32, 0, 0.01);
    weight = bench_out(2 * TOKENS, KIND_F32, 1e-4, 0.01);
    count = bench_out(EXPERTS, KIND_U32, 0, 0);
    start = bench_out(EXPERTS, KIND_U32, 0, 0);
    out = bench_out(2 * TOKENS * WIDTH, KIND_F32, 1e-4, 0.01);
    bench_fill(logits, TOKENS * EXPERTS, -3, 3);
    bench_fill(rows, TOKENS * WIDTH, -1, 1);
    for (int i = 0; i < 2 * TOKENS; i++)
        order[i] = (int)(i * 7919L % (2 * TOKENS));
}

static void hand(void)
{
    memset(count, 0, EXPERTS * sizeof *count);
#pragma omp parallel for
    for (int t = 0; t < TOKENS; t++) {
        const float *x = logits + t * EXPERTS;
        int a = 0, b = -1;
        for (int i = 1; i < EXPERTS; i++)
            if (x[i] > x[a]) {
                b = a;
                a = i;
            } else if (b < 0 || x[i] > x[b]) {
                b = i;
            }
        const float e = expf(x[b] - x[a]);
        expert[2 * t] = a;
        expert[2 * t + 1] = b;
        weight[2 * t] = 1 / (1 + e);
        weight[2 * t + 1] = e / (1 + e);
#pragma omp atomic
        count[a]++;
#pragma omp atomic
        count[b]++;
    }
    for (int i = 0, s = 0; i < EXPERTS; s += count[i++])
        start[i] = s;
#pragma omp parallel for
    for (int r = 0; r < 2 * TOKENS; r++) {
        const int from = order[r];
        for (int i = 0; i < WIDTH; i++)
            out[r * WIDTH + i] = rows[from / 2 * WIDTH + i] * weight[from];
    }
}

static void launch(Run *r)
{
    memset(count, 0, EXPERTS * sizeof *count);
    LAUNCH(r, "choose", DIM(TOKENS / 4, 1), DIM(32, 4), BUFFER(logits), BUFFER(expert), BUFFER(weight), BUFFER(count), VALUE(tokens));
    LAUNCH(r, "starts", DIM(1, 1), DIM(EXPERTS, 1), BUFFER(count), BUFFER(start));
    LAUNCH(r, "gather", DIM(200, 1), DIM(64, 1), BUFFER(rows), BUFFER(order), BUFFER(weight), BUFFER(out), VALUE(twice), VALUE(width));
}

const Bench bench = { "routing", make, hand, launch };
