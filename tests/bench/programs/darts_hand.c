/* darts_hand.c: how many of many points lie in a circle. */
#include "bench.h"

enum { THREADS = 20000, EACH = 20 };
static const int threads = THREADS, each = EACH;
static uint32_t *seeds, *hits;

static void make(void)
{
    seeds = bench_in(THREADS, sizeof *seeds);
    hits = bench_out(1, KIND_U32, 0, 0);
    for (uint32_t i = 0; i < THREADS; i++)
        seeds[i] = i * 2654435761u;
}

static void hand(void)
{
    uint32_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < THREADS; i++) {
        uint32_t s = seeds[i];
        for (int k = 0; k < EACH; k++) {
            s = s * 1664525u + 1013904223u;
            const float x = (float)(s >> 8) * (1.0f / 16777216.0f);
            s = s * 1664525u + 1013904223u;
            const float y = (float)(s >> 8) * (1.0f / 16777216.0f);
            sum += x * x + y * y < 1.0f;
        }
    }
    *hits = sum;
}

static void launch(Run *r)
{
    LAUNCH(r, "darts", DIM((THREADS + 127) / 128, 1), DIM(128, 1), BUFFER(seeds), BUFFER(hits), VALUE(threads), VALUE(each));
}

const Bench bench = { "darts", make, hand, launch };
