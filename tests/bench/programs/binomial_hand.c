/* binomial_hand.c: prices of options on a tree of rising and falling prices. */
#include "bench.h"
#include <math.h>

enum { OPTIONS = 64, STEPS = 255 };
typedef struct Option {
    float price, strike, step, discount;
} Option;
static Option *options;
static float *value, up = 0.508f, down = 0.492f;

static void make(void)
{
    options = bench_in(OPTIONS, sizeof *options);
    value = bench_out(OPTIONS, KIND_F32, 1e-4, 0);
    for (int i = 0; i < OPTIONS; i++)
        options[i] = (Option){bench_uniform(5, 30), bench_uniform(5, 30), bench_uniform(.01f, .02f), .9999f};
}

static void hand(void)
{
#pragma omp parallel for
    for (int k = 0; k < OPTIONS; k++) {
        Option o = options[k];
        float v[STEPS + 1];
        for (int t = 0; t <= STEPS; t++) {
            float price = o.price * expf(o.step * (2.0f * (float)t - STEPS));
            v[t] = price > o.strike ? price - o.strike : 0;
        }
        for (int i = STEPS; i > 0; i--)
            for (int t = 0; t < i; t++)
                v[t] = (up * v[t + 1] + down * v[t]) * o.discount;
        value[k] = v[0];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "binomial", DIM(OPTIONS, 1), DIM(STEPS + 1, 1), BUFFER(options), BUFFER(value), VALUE(up), VALUE(down));
}

const Bench bench = {"binomial", make, hand, launch};
