/* rotary_hand.c: pairs of numbers turned by angles of their own. */
#include "bench.h"

#include <math.h>

enum { HEADS = 8, LENGTH = 64, TOKENS = 128 };
static int heads = HEADS, length = LENGTH, *at;
static float *q, base = 10000;

static void make(void)
{
    q = bench_out(TOKENS * HEADS * LENGTH, KIND_F32, 1e-4, 1);
    at = bench_in(TOKENS, sizeof *at);
    bench_fill(q, TOKENS * HEADS * LENGTH, -1, 1);
    for (int i = 0; i < TOKENS; i++)
        at[i] = 7 * i;
}

static void hand(void)
{
#pragma omp parallel for
    for (int t = 0; t < TOKENS; t++)
        for (int h = 0; h < HEADS; h++)
            for (int i = 0; i < LENGTH / 2; i++) {
                const float angle = (float)at[t] / powf(base, 2.0f * (float)i / LENGTH);
                const float c = cosf(angle), s = sinf(angle);
                float *v = q + (t * HEADS + h) * LENGTH + 2 * i;
                const float x = v[0], y = v[1];
                v[0] = x * c - y * s;
                v[1] = x * s + y * c;
            }
}

static void launch(Run *r)
{
    LAUNCH(r, "rotary", DIM(1, TOKENS), DIM(HEADS * LENGTH / 2, 1), BUFFER(q), BUFFER(at), VALUE(heads), VALUE(length), VALUE(base));
}

const Bench bench = {"rotary", make, hand, launch};
