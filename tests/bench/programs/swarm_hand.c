/* swarm_hand.c: steps of a swarm that looks for a minimum. */
#include "bench.h"

#include <math.h>

enum { COUNT = 2048, D = 8, STEPS = 3 };
static int count = COUNT, steps = STEPS;
static float *x, *v, *best, *best_value, *all_best;
static unsigned *seed;

static void make(void)
{
    x = bench_out(COUNT * D, KIND_F32, 1e-2, 0.02);
    v = bench_out(COUNT * D, KIND_F32, 1e-2, 0.02);
    best = bench_out(COUNT * D, KIND_F32, 1e-2, 0.02);
    best_value = bench_out(COUNT, KIND_F32, 1e-2, 0.02);
    all_best = bench_in(D, sizeof *all_best);
    seed = bench_out(COUNT, KIND_U32, 0, 0);
    bench_fill(x, COUNT * D, -5, 5);
    bench_fill(v, COUNT * D, -1, 1);
    bench_fill(best, COUNT * D, -5, 5);
    bench_fill(best_value, COUNT, 60, 160);
    for (int i = 0; i < COUNT; i++)
        seed[i] = bench_random() | 1;
}

static inline float draw(unsigned *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return (float)(*s >> 8) * (1.0f / 16777216);
}

static inline float clamp(float a, float low, float high) { return a < low ? low : a > high ? high : a; }

static void hand(void)
{
#pragma omp parallel for
    for (int t = 0; t < COUNT; t += 16)
        for (int k = 0; k < STEPS; k++) {
            float value[16] = {0};
            for (int d = 0; d < D; d++)
                for (int l = 0; l < 16; l++) {
                    const int i = d * COUNT + t + l;
                    float w = 0.7f * v[i] + 1.4f * draw(&seed[t + l]) * (best[i] - x[i]);
                    w += 1.4f * draw(&seed[t + l]) * (all_best[d] - x[i]);
                    w = clamp(w, -2, 2);
                    const float q = clamp(x[i] + w, -5, 5);
                    v[i] = w;
                    x[i] = q;
                    value[l] += q * q - 10 * cosf(6.2831853f * q) + 10;
                }
            for (int l = 0; l < 16; l++)
                if (value[l] < best_value[t + l]) {
                    best_value[t + l] = value[l];
                    for (int d = 0; d < D; d++)
                        best[d * COUNT + t + l] = x[d * COUNT + t + l];
                }
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "swarm", DIM(COUNT / 128, 1), DIM(128, 1), BUFFER(x), BUFFER(v), BUFFER(best), BUFFER(best_value), BUFFER(all_best),
           BUFFER(seed), VALUE(count), VALUE(steps));
}

const Bench bench = { "swarm", make, hand, launch };
