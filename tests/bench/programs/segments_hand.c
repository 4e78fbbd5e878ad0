/* segments_hand.c: the same, number after number. */
#include "bench.h"

static int n = 128000, rows = 8000, each = 3200;
static int *row, *column;
static float *value, *x, *y;

static void make(void)
{
    row = bench_in((size_t)n, 4);
    column = bench_in((size_t)n, 4);
    value = bench_in((size_t)n, 4);
    x = bench_in((size_t)rows, 4);
    y = bench_out((size_t)rows, KIND_F32, 1e-4, 0);
    for (int i = 0, r = 0; i < n; i++) {
        row[i] = r;
        r += r < rows - 1 && bench_random() % 16 == 0;
        column[i] = (int)(bench_random() % (uint32_t)rows);
    }
    bench_fill(value, (size_t)n, 0, 1);
    bench_fill(x, (size_t)rows, 0, 1);
}

static void hand(void)
{
#pragma omp parallel
    {
        const Share s = bench_share(n);
        for (int i = s.first; i < s.end;) {
            const int r = row[i];
            float sum = 0;
            for (; i < s.end && row[i] == r; i++)
                sum += value[i] * x[column[i]];
#pragma omp atomic
            y[r] += sum;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "multiply", DIM(5, 1), DIM(256, 1), VALUE(n), VALUE(each), BUFFER(row), BUFFER(column), BUFFER(value), BUFFER(x), BUFFER(y));
}

const Bench bench = {"segments", make, hand, launch};
