/* random.h: the numbers that benchmarks compute with, the same in each run; for the one file of a program that runs them. */
#ifndef RANDOM_H
#define RANDOM_H

#include "bench.h"

uint32_t bench_random(void)
{
    static uint32_t x = 0x9E3779B9u;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
}

float bench_uniform(float low, float high)
{
    return low + (high - low) * (float)(bench_random() >> 8) * (1.0f / 16777216.0f);
}

void bench_fill(float *at, size_t count, float low, float high)
{
    for (size_t i = 0; i < count; i++)
        at[i] = bench_uniform(low, high);
}

#endif
