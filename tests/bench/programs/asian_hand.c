/* asian_hand.c: the price of an Asian option by Monte Carlo. */
#include "bench.h"

#include <math.h>

enum { BLOCKS = 8, THREADS = 128 };
static int paths = 4, steps = 32;
static float start = 100, strike = 100, drift = 0.0005f, vol = 0.03f;
static float *sums;

typedef struct Rng { uint32_t x, y, z, w; } Rng;

static void make(void)
{
    sums = bench_out(BLOCKS, KIND_F32, 1e-3, 0);
}

static inline uint32_t next(Rng *s)
{
    const uint32_t t = s->x ^ (s->x << 11);
    s->x = s->y;
    s->y = s->z;
    s->z = s->w;
    return s->w = s->w ^ (s->w >> 19) ^ t ^ (t >> 8);
}

static void hand(void)
{
#pragma omp parallel for
    for (int b = 0; b < BLOCKS; b++) {
        float all = 0;
        for (int t = 0; t < THREADS; t++) {
            const uint32_t id = (uint32_t)(b * THREADS + t);
            Rng s = { 123456789u + id * 7919u, 362436069u ^ id, 521288629u + id, 88675123u };
            for (int i = 0; i < 8; i++)
                next(&s);
            for (int p = 0; p < paths; p++) {
                float price = start, average = 0;
                for (int i = 0; i < steps; i += 2) {
                    const float u = (float)((next(&s) >> 8) + 1) / 16777216.0f, v = (float)(next(&s) >> 8) / 16777216.0f;
                    const float r = sqrtf(-2 * logf(u)), a = 6.2831853f * v;
                    price *= expf(drift + vol * (r * cosf(a)));
                    average += price;
                    price *= expf(drift + vol * (r * sinf(a)));
                    average += price;
                }
                all += fmaxf(average / (float)steps - strike, 0);
            }
        }
        sums[b] = all;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "asian", DIM(BLOCKS, 1), DIM(THREADS, 1), BUFFER(sums), VALUE(paths), VALUE(steps), VALUE(start), VALUE(strike),
           VALUE(drift), VALUE(vol));
}

const Bench bench = { "asian", make, hand, launch };
