/* primes_hand.c: the least divisor of each number. */
#include "bench.h"

enum { N = 4096 };
static uint32_t *x, *least;
static int n = N;

static void make(void)
{
    x = bench_in(N, 4);
    least = bench_out(N, KIND_U32, 0, 0);
    for (int i = 0; i < N; i++)
        x[i] = bench_random() % 100000 + 2;
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic, 64)
    for (int i = 0; i < N; i++) {
        const uint32_t v = x[i];
        uint32_t d = 1;
        if (v % 2 == 0)
            d = 2;
        else
            for (uint32_t k = 3; k * k <= v; k += 2)
                if (v % k == 0) {
                    d = k;
                    break;
                }
        least[i] = d;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "primes", DIM(N / 128, 1), DIM(128, 1), BUFFER(x), BUFFER(least), VALUE(n));
}

const Bench bench = {"primes", make, hand, launch};
