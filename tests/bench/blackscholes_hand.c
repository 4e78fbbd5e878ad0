/* blackscholes_hand.c: prices of European call and put options. */
#include "bench.h"

#include <math.h>

static int n = 200000;
static float rate = 0.02f, volatility = 0.3f, *price, *strike, *years, *call, *put;

static void make(void)
{
    price = bench_in((size_t)n, sizeof *price);
    strike = bench_in((size_t)n, sizeof *strike);
    years = bench_in((size_t)n, sizeof *years);
    call = bench_out((size_t)n, KIND_F32, 1e-4, 0);
    put = bench_out((size_t)n, KIND_F32, 1e-4, 0);
    bench_fill(price, (size_t)n, 5, 30);
    bench_fill(strike, (size_t)n, 5, 30);
    bench_fill(years, (size_t)n, 0.25f, 10);
}

/* The cumulative normal distribution by formula 26.2.17 of Abramowitz and Stegun. */
static inline float normal(float d)
{
    float t = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float poly = t * (0.319381530f +
                 t * (-0.356563782f + t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
    float tail = 0.39894228040f * expf(-0.5f * d * d) * poly;
    return d > 0 ? 1.0f - tail : tail;
}

static void hand(void)
{
#pragma omp parallel for simd
    for (int i = 0; i < n; i++) {
        float s = price[i], x = strike[i], t = years[i];
        float spread = volatility * sqrtf(t);
        float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / spread;
        float d2 = d1 - spread;
        float worth = x * expf(-rate * t);
        float n1 = normal(d1), n2 = normal(d2);
        call[i] = s * n1 - worth * n2;
        put[i] = worth * (1.0f - n2) - s * (1.0f - n1);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "black_scholes", DIM((uint32_t)(n + 255) / 256, 1), DIM(256, 1), VALUE(n), BUFFER(price), BUFFER(strike),
           BUFFER(years), VALUE(rate), VALUE(volatility), BUFFER(call), BUFFER(put));
}

const Bench bench = { "blackscholes", make, hand, launch };
