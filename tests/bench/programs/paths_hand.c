/* paths_hand.c: the mean of prices on random paths. */
#include "bench.h"
#include <math.h>

enum { N = 4000, STEPS = 32 };
static uint32_t *seeds;
static float *out, drift = 0.0002f, vol = 0.02f, strike = 1;
static int steps = STEPS, n = N;

static void make(void)
{
    seeds = bench_out(N, KIND_U32, 0, 0);
    out = bench_out(N, KIND_F32, 1e-3, 0.001);
    for (int i = 0; i < N; i++)
        seeds[i] = bench_random() | 1;
}

static inline uint32_t next(uint32_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        uint32_t s = seeds[i];
        float price = 1, sum = 0;
        for (int k = 0; k < steps; k++) {
            float u = ((float)next(&s) + 1.0f) * 2.3283064e-10f, v = (float)next(&s) * 2.3283064e-10f;
            float normal = sqrtf(-2 * logf(u)) * cosf(6.2831853f * v);
            price *= expf(drift + vol * normal);
            sum += price;
        }
        seeds[i] = s;
        out[i] = fmaxf(sum / (float)steps - strike, 0);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "paths", DIM((N + 127) / 128, 1), DIM(128, 1), BUFFER(seeds), BUFFER(out), VALUE(steps), VALUE(drift),
           VALUE(vol), VALUE(strike), VALUE(n));
}

const Bench bench = {"paths", make, hand, launch};
