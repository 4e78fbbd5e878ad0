/* spmm_hand.c: a sparse matrix times a dense one, a row of the result at a time. */
#include "bench.h"

enum { ROWS = 500, EACH = 10, WIDTH = 64 };
static int *start, *column, width = WIDTH;
static float *value, *dense, *out;

static void make(void)
{
    start = bench_in(ROWS + 1, sizeof *start);
    column = bench_in(ROWS * EACH, sizeof *column);
    value = bench_in(ROWS * EACH, sizeof *value);
    dense = bench_in(ROWS * WIDTH, sizeof *dense);
    out = bench_out(ROWS * WIDTH, KIND_F32, 1e-4, 0);
    bench_fill(value, ROWS * EACH, -1, 1);
    bench_fill(dense, ROWS * WIDTH, -1, 1);
    for (int i = 0; i <= ROWS; i++)
        start[i] = i * EACH;
    for (int i = 0; i < ROWS * EACH; i++)
        column[i] = i * 7919 % ROWS;
}

static void hand(void)
{
#pragma omp parallel for
    for (int r = 0; r < ROWS; r++) {
        float *sum = out + r * WIDTH;
        for (int j = 0; j < WIDTH; j++)
            sum[j] = 0;
        for (int p = start[r]; p < start[r + 1]; p++) {
            const float *row = dense + column[p] * WIDTH, x = value[p];
            for (int j = 0; j < WIDTH; j++)
                sum[j] += x * row[j];
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "spmm", DIM(ROWS, 1), DIM(64, 1), BUFFER(start), BUFFER(column), BUFFER(value), BUFFER(dense), BUFFER(out), VALUE(width));
}

const Bench bench = {"spmm", make, hand, launch};
