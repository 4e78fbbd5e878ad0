/* bond_hand.c: options on an average of prices by a series. */
#include "bench.h"

#include <math.h>

static int n = 4000, terms = 12;
static float *strike, *years, *value;
static int *kind;

static void make(void)
{
    strike = bench_in((size_t)n, sizeof *strike);
    years = bench_in((size_t)n, sizeof *years);
    kind = bench_in((size_t)n, sizeof *kind);
    value = bench_out((size_t)n, KIND_F32, 1e-4, 0);
    bench_fill(strike, (size_t)n, 0.5f, 2);
    bench_fill(years, (size_t)n, 0.2f, 3);
    for (int i = 0; i < n; i++)
        kind[i] = (int)(bench_random() % 3);
}

static float tail(float x) { return 0.5f * erfcf(x * 0.70710678f); }

static float rate(float t, float a, float b, int how)
{
    if (how == 0)
        return a;
    if (how == 1)
        return t < 1 ? a + (b - a) * t : b;
    return a + (b - a) * (1 - expf(-t));
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        const float k = strike[i], t = years[i], moneyness = logf(1 / k);
        const int how = kind[i];
        float sum = 0;
        for (int j = 1; j <= terms; j++) {
            const float at = t * (float)j / (float)terms, r = rate(at, 0.02f, 0.05f, how), d = expf(-r * at);
            const float s = 0.3f * sqrtf(at), x = (moneyness + r * at) / s;
            float v;
            if (how == 1 && j % 2 != 0)
                continue;
            if (x > 4) {
                v = 1 - k * d;
            } else if (x < -4) {
                v = 0;
            } else {
                v = tail(-x - 0.5f * s) - k * d * tail(-x + 0.5f * s);
                if (how == 2 && v < 0.01f)
                    v = v * erff(100 * v);
            }
            sum += v * d;
        }
        value[i] = sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "bond", DIM((uint32_t)(n + 127) / 128, 1), DIM(128, 1), VALUE(n), VALUE(terms), BUFFER(strike), BUFFER(years),
           BUFFER(kind), BUFFER(value));
}

const Bench bench = { "bond", make, hand, launch };
