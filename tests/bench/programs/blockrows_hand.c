/* blockrows_hand.c: a sparse matrix of dense blocks of 4 x 4 times a vector. */
#include "bench.h"

enum { ROWS = 3000, MOST = 16 };
static int *row_begin, *columns, rows = ROWS;
static float *values, *x, *y, alpha = 1.5f, beta = 0.25f;

static void make(void)
{
    row_begin = bench_in(ROWS + 1, 4);
    columns = bench_in(ROWS * MOST, 4);
    values = bench_in(ROWS * MOST * 16, 4);
    x = bench_in(4 * ROWS, 4);
    y = bench_out(4 * ROWS, KIND_F32, 1e-4, 0);
    bench_fill(values, ROWS * MOST * 16, -1, 1);
    bench_fill(x, 4 * ROWS, -1, 1);
    bench_fill(y, 4 * ROWS, -1, 1);
    for (int i = 0; i < ROWS; i++) {
        const int n = 4 + (int)(bench_random() % (MOST - 4));
        row_begin[i + 1] = row_begin[i] + n;
        for (int k = 0; k < n; k++)
            columns[row_begin[i] + k] = (int)(bench_random() % ROWS);
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++) {
        float part[16] = {0};
        for (int b = row_begin[i]; b < row_begin[i + 1]; b++) {
            const float *v = values + b * 16, *at = x + 4 * columns[b];
            for (int k = 0; k < 16; k++)
                part[k] += v[k] * at[k & 3];
        }
        for (int r = 0; r < 4; r++) {
            float *out = y + 4 * i + r;
            *out = alpha * (part[4 * r] + part[4 * r + 1] + part[4 * r + 2] + part[4 * r + 3]) + beta * *out;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "blockrows", DIM((ROWS * 16 + 127) / 128, 1), DIM(128, 1), BUFFER(row_begin), BUFFER(columns), BUFFER(values), BUFFER(x),
           BUFFER(y), VALUE(rows), VALUE(alpha), VALUE(beta));
}

const Bench bench = { "blockrows", make, hand, launch };
