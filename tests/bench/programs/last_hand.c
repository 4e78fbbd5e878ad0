/* last_hand.c: smallest, largest and sum of many numbers. */
#include "bench.h"

enum { N = 300000, BLOCKS = 128 };
static int n = N;
static float *x, *shares, *result;

static void make(void)
{
    x = bench_in(N, sizeof *x);
    shares = bench_in(BLOCKS * 3, sizeof *shares);
    result = bench_out(3, KIND_F32, 1e-4, 0);
    bench_fill(x, N, 0, 1);
}

static void hand(void)
{
    float low = 1e30f, high = -1e30f, sum = 0;
#pragma omp parallel for simd reduction(min : low) reduction(max : high) reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
        sum += x[i];
    }
    result[0] = low;
    result[1] = high;
    result[2] = sum;
}

static void launch(Run *r)
{
    LAUNCH(r, "last", DIM(BLOCKS, 1), DIM(256, 1), BUFFER(x), BUFFER(shares), BUFFER(result), VALUE(n));
}

const Bench bench = {"last", make, hand, launch};
