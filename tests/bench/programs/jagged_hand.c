/* jagged_hand.c: a sparse matrix in jagged diagonals times a vector. */
#include "bench.h"

enum { N = 8192, MOST = 48 };
static int n = N;
static float *out, *value, *x;
static int *column, *order, *start, *length;

static void make(void)
{
    out = bench_out(N, KIND_F32, 1e-4, 0);
    order = bench_in(N, 4);
    x = bench_in(N, 4);
    start = bench_in(MOST, 4);
    length = bench_in(N / 32, 4);
    value = bench_in(N * MOST, 4);
    column = bench_in(N * MOST, 4);
    for (int i = 0; i < N; i++)
        order[i] = (int)((uint32_t)i * 2654435761u % N);
    for (int i = 0; i < N / 32; i++)
        length[i] = MOST - i * (MOST - 4) / (N / 32);
    int used = 0;
    for (int k = 0; k < MOST; k++) {
        int rows = 0;
        while (rows < N && length[rows / 32] > k)
            rows++;
        start[k] = used;
        used += rows;
    }
    for (int i = 0; i < used; i++)
        column[i] = (int)(bench_random() >> 8) % N;
    bench_fill(value, (size_t)used, -1, 1);
    bench_fill(x, N, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        float sum = 0;
        for (int k = 0; k < length[i / 32]; k++)
            sum += value[start[k] + i] * x[column[start[k] + i]];
        out[order[i]] = sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "jagged", DIM(N / 64, 1), DIM(64, 1), BUFFER(out), BUFFER(value), BUFFER(column), BUFFER(order), BUFFER(x),
           VALUE(n), BUFFER(start), BUFFER(length));
}

const Bench bench = { "jagged", make, hand, launch };
