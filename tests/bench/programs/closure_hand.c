/* closure_hand.c: lengths of all shortest paths. */
#include "bench.h"

enum { N = 192, TILE = 16, FAR = 1 << 20 };
static int n = N;
static int *d;

static void make(void)
{
    d = bench_out(N * N, KIND_U32, 0, 0);
    for (int i = 0; i < N * N; i++)
        d[i] = i / N == i % N ? 0 : (bench_random() >> 8) % 10 == 0 ? 1 + (int)((bench_random() >> 8) % 100) : FAR;
}

static void hand(void)
{
#pragma omp parallel
    for (int k = 0; k < N; k++) {
#pragma omp for
        for (int i = 0; i < N; i++) {
            const int to = d[i * N + k];
#pragma omp simd
            for (int j = 0; j < N; j++) {
                const int way = to + d[k * N + j];
                d[i * N + j] = way < d[i * N + j] ? way : d[i * N + j];
            }
        }
    }
}

static void launch(Run *r)
{
    for (int k = 0; k < N / TILE; k++) {
        LAUNCH(r, "closure_diagonal", DIM(1, 1), DIM(TILE, TILE), BUFFER(d), VALUE(n), VALUE(k));
        LAUNCH(r, "closure_cross", DIM(N / TILE, 2), DIM(TILE, TILE), BUFFER(d), VALUE(n), VALUE(k));
        LAUNCH(r, "closure_rest", DIM(N / TILE, N / TILE), DIM(TILE, TILE), BUFFER(d), VALUE(n), VALUE(k));
    }
}

const Bench bench = { "closure", make, hand, launch };
