/* streams_hand.c: random numbers from many states. */
#include "bench.h"

enum { THREADS = 2048, EACH = 64 };
static uint32_t *state;
static float *out;
static int each = EACH;

static void make(void)
{
    state = bench_out(THREADS * 4, KIND_U32, 0, 0);
    for (int i = 0; i < THREADS * 4; i++)
        state[i] = bench_random();
    out = bench_out(THREADS * EACH, KIND_F32, 0, 0);
}

static void hand(void)
{
#pragma omp parallel for
    for (int from = 0; from < THREADS; from += 64) {
        uint32_t x[64], y[64], z[64], w[64];
        for (int i = 0; i < 64; i++) {
            const uint32_t *s = state + (from + i) * 4;
            x[i] = s[0], y[i] = s[1], z[i] = s[2], w[i] = s[3];
        }
        for (int k = 0; k < EACH; k++)
            for (int i = 0; i < 64; i++) {
                const uint32_t t = x[i] ^ x[i] << 11;
                x[i] = y[i], y[i] = z[i], z[i] = w[i];
                w[i] = w[i] ^ w[i] >> 19 ^ t ^ t >> 8;
                out[k * THREADS + from + i] = (float)(w[i] >> 8) * (1.0f / 16777216.0f);
            }
        for (int i = 0; i < 64; i++) {
            uint32_t *s = state + (from + i) * 4;
            s[0] = x[i], s[1] = y[i], s[2] = z[i], s[3] = w[i];
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "streams", DIM(THREADS / 128, 1), DIM(128, 1), BUFFER(state), BUFFER(out), VALUE(each));
}

const Bench bench = {"streams", make, hand, launch};
