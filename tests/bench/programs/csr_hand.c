/* csr_hand.c: the same, row after row. */
#include "bench.h"

static int rows = 4000;
static int *from, *column;
static float *value, *x, *y;

static void make(void)
{
    enum { MOST = 96 };
    from = bench_in((size_t)rows + 1, 4);
    column = bench_in((size_t)rows * MOST, 4);
    value = bench_in((size_t)rows * MOST, 4);
    x = bench_in((size_t)rows, 4);
    y = bench_out((size_t)rows, KIND_F32, 1e-4, 0);
    for (int i = 0; i < rows; i++)
        from[i + 1] = from[i] + 32 + (int)(bench_random() % (MOST - 31));
    for (int j = 0; j < from[rows]; j++)
        column[j] = (int)(bench_random() % (uint32_t)rows);
    bench_fill(value, (size_t)from[rows], 0, 1);
    bench_fill(x, (size_t)rows, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < rows; i++) {
        float sum = 0;
        for (int j = from[i]; j < from[i + 1]; j++)
            sum += value[j] * x[column[j]];
        y[i] = sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "multiply", DIM(40, 1), DIM(128, 1), VALUE(rows), BUFFER(from), BUFFER(column), BUFFER(value), BUFFER(x), BUFFER(y));
}

const Bench bench = {"csr", make, hand, launch};
