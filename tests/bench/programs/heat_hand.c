/* heat_hand.c: a step of heat on a square. */
#include "bench.h"

enum { N = 300 };
static unsigned n = N;
static double r = .1, rest = .6, *u, *next;

static void make(void)
{
    u = bench_in(N * N, sizeof *u);
    next = bench_out(N * N, KIND_F64, 1e-12, 0);
    for (int i = 0; i < N * N; i++)
        u[i] = bench_uniform(0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            const double *at = u + j * N + i, west = i > 0 ? at[-1] : 0, east = i < N - 1 ? at[1] : 0;
            const double north = j > 0 ? at[-N] : 0, south = j < N - 1 ? at[N] : 0;
            next[j * N + i] = rest * at[0] + r * (east + west + south + north);
        }
}

static void launch(Run *x)
{
    LAUNCH(x, "heat", DIM((N * N + 255) / 256, 1), DIM(256, 1), VALUE(n), VALUE(r), VALUE(rest), BUFFER(u), BUFFER(next));
}

const Bench bench = {"heat", make, hand, launch};
