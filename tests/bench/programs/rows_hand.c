/* rows_hand.c: a sparse matrix times a vector; one step of ranks over a graph's edges. */
#include "bench.h"

enum { N = 1500, EDGES = 20000 };
static int *begin, *column, *from, *to, n = N, edges = EDGES;
static float *value, *x, *y, *share, *next;

static void make(void)
{
    begin = bench_in(N + 1, 4);
    for (int i = 0; i < N; i++)
        begin[i + 1] = begin[i] + (int)(bench_random() % 60);
    int all = begin[N];
    column = bench_in((size_t)all, 4);
    value = bench_in((size_t)all, 4);
    x = bench_in(N, 4);
    y = bench_out(N, KIND_F32, 1e-4, 0);
    from = bench_in(EDGES, 4);
    to = bench_in(EDGES, 4);
    share = bench_in(N, 4);
    next = bench_out(N, KIND_F32, 1e-3, 0);
    for (int i = 0; i < all; i++)
        column[i] = (int)(bench_random() % N);
    bench_fill(value, (size_t)all, -1, 1);
    bench_fill(x, N, 0, 1);
    bench_fill(share, N, 0, 1);
    for (int i = 0; i < EDGES; i++) {
        from[i] = (int)(bench_random() % N);
        to[i] = (int)(bench_random() % N);
    }
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic, 64)
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = begin[i]; k < begin[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
#pragma omp parallel for
    for (int e = 0; e < edges; e++)
#pragma omp atomic
        next[to[e]] += x[from[e]] * share[from[e]];
}

static void launch(Run *r)
{
    LAUNCH(r, "rows", DIM((N + 3) / 4, 1), DIM(128, 1), BUFFER(begin), BUFFER(column), BUFFER(value), BUFFER(x), BUFFER(y),
           VALUE(n));
    LAUNCH(r, "push", DIM((EDGES + 255) / 256, 1), DIM(256, 1), BUFFER(from), BUFFER(to), BUFFER(x), BUFFER(share),
           BUFFER(next), VALUE(edges));
}

const Bench bench = {"rows", make, hand, launch};
