/* residues_hand.c: a transform over residues modulo a prime of 31 bits. */
#include "bench.h"
#define P 998244353u
enum { N = 1 << 14 };
static uint32_t *v, *roots;
static int n = N;

static void make(void)
{
    v = bench_out(N, KIND_U32, 0, 0);
    roots = bench_in(N, 4);
    for (int i = 0; i < N; i++)
        v[i] = bench_random() % P, roots[i] = bench_random() % P;
}

static void hand(void)
{
    for (int half = 1; half < N; half *= 2)
#pragma omp parallel for
        for (int j = 0; j < N / 2; j += half)
            for (int k = 0; k < half; k++) {
                const uint32_t a = v[2 * j + k], b = (uint32_t)((uint64_t)v[2 * j + k + half] * roots[half + k] % P);
                const uint32_t sum = a + b, less = a + P - b;
                v[2 * j + k] = sum >= P ? sum - P : sum;
                v[2 * j + k + half] = less >= P ? less - P : less;
            }
}

static void launch(Run *r)
{
    for (int half = 1; half < N; half *= 2)
        LAUNCH(r, "stage", DIM(N / 2 / 256, 1), DIM(256, 1), BUFFER(v), BUFFER(roots), VALUE(n), VALUE(half));
}

const Bench bench = { "residues", make, hand, launch };
