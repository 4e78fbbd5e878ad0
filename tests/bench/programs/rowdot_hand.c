/* rowdot_hand.c: a matrix times a vector. */
#include "bench.h"

enum { ROWS = 2048, COLUMNS = 2048 };
static int rows = ROWS, columns = COLUMNS;
static float *a, *x, *y;

static void make(void)
{
    a = bench_in((size_t)ROWS * COLUMNS, sizeof *a);
    x = bench_in(COLUMNS, sizeof *x);
    y = bench_out(ROWS, KIND_F32, 1e-4, 0);
    bench_fill(a, (size_t)ROWS * COLUMNS, 0, 1);
    bench_fill(x, COLUMNS, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < rows; i++) {
        float sum = 0;
        for (int j = 0; j < columns; j++)
            sum += a[i * columns + j] * x[j];
        y[i] = sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "rowdot", DIM((uint32_t)(rows + 255) / 256, 1), DIM(256, 1), BUFFER(a), BUFFER(x), BUFFER(y), VALUE(rows), VALUE(columns));
}

const Bench bench = { "rowdot", make, hand, launch };
