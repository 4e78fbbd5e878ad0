/* dots_hand.c: scalar products of many pairs of vectors. */
#include "bench.h"

enum { PAIRS = 64, LENGTH = 4096 };
static int pairs = PAIRS, length = LENGTH;
static float *a, *b, *out;

static void make(void)
{
    a = bench_in(PAIRS * LENGTH, sizeof *a);
    b = bench_in(PAIRS * LENGTH, sizeof *b);
    out = bench_out(PAIRS, KIND_F32, 1e-3, 0);
    bench_fill(a, PAIRS * LENGTH, 0, 1);
    bench_fill(b, PAIRS * LENGTH, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int p = 0; p < PAIRS; p++) {
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int i = 0; i < LENGTH; i++)
            sum += a[p * LENGTH + i] * b[p * LENGTH + i];
        out[p] = sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "dots", DIM(32, 1), DIM(256, 1), BUFFER(out), BUFFER(a), BUFFER(b), VALUE(pairs), VALUE(length));
}

const Bench bench = { "dots", make, hand, launch };
