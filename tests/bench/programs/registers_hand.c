/* registers_hand.c: a product of matrices, a row of the result at a time. */
#include "bench.h"

enum { SIDE = 128 };
static int columns = SIDE, inner = SIDE;
static float *a, *b, *c;

static void make(void)
{
    a = bench_in(SIDE * SIDE, sizeof *a);
    b = bench_in(SIDE * SIDE, sizeof *b);
    c = bench_out(SIDE * SIDE, KIND_F32, 1e-3, 0);
    bench_fill(a, SIDE * SIDE, -1, 1);
    bench_fill(b, SIDE * SIDE, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < SIDE; i++) {
        float *sum = c + i * SIDE;
        for (int j = 0; j < SIDE; j++)
            sum[j] = 0;
        for (int k = 0; k < SIDE; k++)
            for (int j = 0; j < SIDE; j++)
                sum[j] += a[i * SIDE + k] * b[k * SIDE + j];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "registers", DIM(SIDE / 64, SIDE / 64), DIM(256, 1), BUFFER(a), BUFFER(b), BUFFER(c), VALUE(columns), VALUE(inner));
}

const Bench bench = {"registers", make, hand, launch};
