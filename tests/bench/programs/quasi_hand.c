/* quasi_hand.c: quasi-random numbers, number after number. */
#include "bench.h"

enum { COUNT = 1 << 15, DIMENSIONS = 8, STRIDE = 1024 };
static uint32_t *directions, count = COUNT;
static float *out;

static void make(void)
{
    directions = bench_in(DIMENSIONS * 32, 4);
    out = bench_out(DIMENSIONS * COUNT, KIND_F32, 1e-6, 0);
    for (int i = 0; i < DIMENSIONS * 32; i++)
        directions[i] = bench_random() | 1u << (31 - i % 32);
}

static void hand(void)
{
#pragma omp parallel for
    for (int d = 0; d < DIMENSIONS; d++) {
        const uint32_t *v = directions + 32 * d;
        uint32_t x = 0;
        for (uint32_t i = 0; i < count; i++) {
            out[(uint32_t)d * count + i] = (float)x * 2.3283064e-10f;
            x ^= v[__builtin_ctz(~i)];
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "quasi", DIM(STRIDE / 64, DIMENSIONS), DIM(64, 1), VALUE(count), BUFFER(directions), BUFFER(out));
}

const Bench bench = {"quasi", make, hand, launch};
