/* implied_hand.c: which volatility makes an option cost what it does. */
#include "bench.h"
#include <math.h>

enum { COUNT = 4000 };
typedef struct Quote { double price, spot, strike, rate, years; int call; } Quote;
static Quote *quotes;
static double *sigmas;
static int count = COUNT;

static inline double normal(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }

static inline double value(const Quote *q, double sigma, double *vega)
{
    const double root = sqrt(q->years), d1 = (log(q->spot / q->strike) + (q->rate + 0.5 * sigma * sigma) * q->years) / (sigma * root), d2 = d1 - sigma * root;
    const double discount = q->strike * exp(-q->rate * q->years);
    *vega = q->spot * root * 0.39894228040143267794 * exp(-0.5 * d1 * d1);
    return q->call ? q->spot * normal(d1) - discount * normal(d2) : discount * normal(-d2) - q->spot * normal(-d1);
}

static void make(void)
{
    quotes = bench_in(COUNT, sizeof *quotes);
    sigmas = bench_out(COUNT, KIND_F64, 1e-6, 0);
    for (int i = 0; i < COUNT; i++) {
        double vega;
        quotes[i] = (Quote){ 0, 100, bench_uniform(70, 140), bench_uniform(0, 0.06f), bench_uniform(0.2f, 3), i % 3 != 0 };
        quotes[i].price = value(quotes + i, bench_uniform(0.15f, 0.9f), &vega);
    }
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic, 64)
    for (int i = 0; i < COUNT; i++) {
        const Quote q = quotes[i];
        double low = 0.01, high = 3, sigma = 0.3;
        for (int step = 0; step < 40; step++) {
            double vega;
            const double error = value(&q, sigma, &vega) - q.price;
            if (fabs(error) < 1e-9 * q.spot)
                break;
            if (error > 0)
                high = sigma;
            else
                low = sigma;
            const double next = sigma - error / vega;
            sigma = vega > 1e-12 && next > low && next < high ? next : 0.5 * (low + high);
        }
        sigmas[i] = sigma;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "implied", DIM((COUNT + 127) / 128, 1), DIM(128, 1), BUFFER(quotes), BUFFER(sigmas), VALUE(count));
}

const Bench bench = { "implied", make, hand, launch };
