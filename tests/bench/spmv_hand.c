/* spmv_hand.c: sparse matrix (compressed rows) times vector. */
#include "bench.h"

static int rows = 40000, *start, *column;
static float *value, *x, *y;

/* 4 to 28 numbers in a row, at random places around the diagonal. */
static void make(void)
{
    start = bench_in((size_t)rows + 1, sizeof *start);
    for (int i = 0; i < rows; i++)
        start[i + 1] = start[i] + 4 + (int)(bench_random() % 25);
    size_t count = (size_t)start[rows];
    column = bench_in(count, sizeof *column);
    value = bench_in(count, sizeof *value);
    x = bench_in((size_t)rows, sizeof *x);
    y = bench_out((size_t)rows, KIND_F32, 1e-5, 0);
    for (int i = 0; i < rows; i++)
        for (int k = start[i]; k < start[i + 1]; k++)
            column[k] = (int)(((uint32_t)i + bench_random() % 4000) % (uint32_t)rows);
    bench_fill(value, count, -1, 1);
    bench_fill(x, (size_t)rows, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int row = 0; row < rows; row++) {
        float sum = 0;
        for (int i = start[row]; i < start[row + 1]; i++)
            sum += value[i] * x[column[i]];
        y[row] = sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "spmv", DIM((uint32_t)(rows + 127) / 128, 1), DIM(128, 1), VALUE(rows), BUFFER(start), BUFFER(column),
           BUFFER(value), BUFFER(x), BUFFER(y));
}

const Bench bench = { "spmv", make, hand, launch };
