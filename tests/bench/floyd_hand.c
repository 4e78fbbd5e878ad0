/* floyd_hand.c: Floyd and Warshall's shortest paths. */
#include "bench.h"

#include <math.h>

static int n = 128;
static float *length;

static void make(void)
{
    length = bench_out((size_t)(n * n), KIND_F32, 1e-6, 0);
    bench_fill(length, (size_t)(n * n), 1, 100);
    for (int i = 0; i < n; i++)
        length[i * n + i] = 0;
}

static void hand(void)
{
    for (int k = 0; k < n; k++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                length[i * n + j] = fminf(length[i * n + j], length[i * n + k] + length[k * n + j]);
    }
}

static void launch(Run *r)
{
    for (int k = 0; k < n; k++)
        LAUNCH(r, "floyd", DIM((uint32_t)n / 32, (uint32_t)n / 8), DIM(32, 8), BUFFER(length), VALUE(n), VALUE(k));
}

const Bench bench = { "floyd", make, hand, launch };
