/* patterns_hand.c: how small lines of memory get when words of frequent patterns are written shorter. */
#include "bench.h"

#include <stdlib.h>

enum { N = 1 << 18 };
static uint64_t *values;
static uint32_t *size;

static void make(void)
{
    values = bench_in(N, 8), size = bench_out(1, KIND_U32, 0, 0);
    for (int i = 0; i < N; i++) {
        const uint32_t x = bench_random(), kind = bench_random() % 7;
        values[i] = kind == 0 ? 0 : kind == 1 ? x & 255 : kind == 2 ? (uint32_t)(int16_t)x : kind == 3 ? x << 16 : kind == 4 ? x & 0xff00ff : kind == 5 ? (x & 255) * 0x1010101u : x;
    }
}

static void hand(void)
{
    uint32_t sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        const int32_t v = (int32_t)values[i];
        const uint32_t u = (uint32_t)v, a = v < 0 ? 0 - u : u;
        const int low = abs((int16_t)u), high = abs((int16_t)(u >> 16));
        sum += a <= 0xff ? 1 : a <= 0xffff || (u & 0xffff) == 0 || (low <= 0xff && high <= 0xff) ? 2 : u == (u & 255) * 0x1010101u ? 1 : 4;
    }
    size[0] += sum;
}

static void launch(Run *r)
{
    LAUNCH(r, "fpc", DIM(N / 256, 1), DIM(256, 1), BUFFER(values), BUFFER(size));
}

const Bench bench = { "patterns", make, hand, launch };
