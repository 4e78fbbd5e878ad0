/* sobol_hand.c: quasi-random points. */
#include "bench.h"

enum { N = 16384, DIMENSIONS = 8, STRIDE = 4 * 64 };
static uint32_t *directions;
static float *out;
static int n = N;

static void make(void)
{
    directions = bench_in(32 * DIMENSIONS, 4);
    for (int i = 0; i < 32 * DIMENSIONS; i++)
        directions[i] = (bench_random() | 1) << (31 - i % 32);
    out = bench_out(N * DIMENSIONS, KIND_F32, 1e-6, 0);
}

static void hand(void)
{
#pragma omp parallel for
    for (int d = 0; d < DIMENSIONS; d++) {
        const uint32_t *v = directions + 32 * d;
        uint32_t x[STRIDE];
        float *to = out + N * d;
        for (uint32_t i = 0; i < STRIDE; i++) {
            x[i] = 0;
            for (uint32_t k = 0, g = i ^ i >> 1; k < 8; k++, g >>= 1)
                x[i] ^= g & 1 ? v[k] : 0;
            to[i] = (float)(int)x[i] * 2.3283064365386963e-10f;
        }
        for (uint32_t at = STRIDE; at < N; at += STRIDE) {
            const uint32_t mask = v[7] ^ v[__builtin_ctz(~((at - STRIDE) | (STRIDE - 1)))];
            for (uint32_t i = 0; i < STRIDE; i++) {
                x[i] ^= mask;
                to[at + i] = (float)(int)x[i] * 2.3283064365386963e-10f;
            }
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "sobol", DIM(4, DIMENSIONS), DIM(64, 1), BUFFER(directions), BUFFER(out), VALUE(n));
}

const Bench bench = {"sobol", make, hand, launch};
