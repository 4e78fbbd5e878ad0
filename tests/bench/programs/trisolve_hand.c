/* trisolve_hand.c: a sparse triangular system, level by level. */
#include "bench.h"

enum { N = 8000, LEVELS = 20, EACH = N / LEVELS, MOST = 12 };
static int *rows, *begin, *column;
static double *value, *right, *x;

static void make(void)
{
    rows = bench_in(N, 4);
    begin = bench_in(N + 1, 4);
    column = bench_in(N * MOST, 4);
    value = bench_in(N * MOST, 8);
    right = bench_in(N, 8);
    x = bench_out(N, KIND_F64, 1e-9, 0);
    for (int i = 0; i < N; i++)
        rows[i] = i % EACH * LEVELS + i / EACH;
    int k = 0;
    for (int i = 0; i < N; i++) {
        begin[i] = k;
        right[i] = bench_uniform(-1, 1);
        const int level = i % LEVELS, many = level == 0 ? 0 : 2 + (int)(bench_random() % (MOST - 3));
        for (int j = 0; j < many; j++) {
            const int before = (int)(bench_random() % (uint32_t)level);
            const int near = i / LEVELS - (int)(bench_random() % 8);
            column[k] = (near < 0 ? 0 : near) * LEVELS + before;
            value[k++] = bench_uniform(-0.5f, 0.5f);
        }
        column[k] = i;
        value[k++] = bench_uniform(1, 2);
    }
    begin[N] = k;
}

static void hand(void)
{
    for (int level = 0; level < LEVELS; level++) {
#pragma omp parallel for
        for (int t = level * EACH; t < (level + 1) * EACH; t++) {
            const int row = rows[t], end = begin[row + 1] - 1;
            double sum = right[row];
            for (int k = begin[row]; k < end; k++)
                sum -= value[k] * x[column[k]];
            x[row] = sum / value[end];
        }
    }
}

static void launch(Run *r)
{
    for (int level = 0; level < LEVELS; level++) {
        const int first = level * EACH, count = EACH;
        LAUNCH(r, "trisolve", DIM((EACH + 127) / 128, 1), DIM(128, 1), BUFFER(rows), BUFFER(begin), BUFFER(column), BUFFER(value),
               BUFFER(right), BUFFER(x), VALUE(first), VALUE(count));
    }
}

const Bench bench = {"trisolve", make, hand, launch};
