/* hill_hand.c: rates by Hill functions. */
#include "bench.h"

#include <math.h>

static int cells = 4000, regulators = 6;
static double *amount, *half, *exponent, *weight, *rate, order = 1.3;

static double *fill(int count, double low, double high)
{
    double *at = bench_in((size_t)count, sizeof *at);
    for (int i = 0; i < count; i++)
        at[i] = bench_uniform(low, high);
    return at;
}

static void make(void)
{
    amount = fill(regulators * cells, 0.01, 5);
    half = fill(regulators, 0.5, 3);
    exponent = fill(regulators, 1, 4);
    weight = fill(regulators, -1, 1);
    rate = bench_out((size_t)cells, KIND_F64, 1e-12, 0);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < cells; i++) {
        double sum = 0;
        for (int k = 0; k < regulators; k++) {
            double a = pow(amount[k * cells + i], exponent[k]);
            sum += weight[k] * a / (pow(half[k], exponent[k]) + a);
        }
        double x = amount[i], y = amount[cells + i];
        rate[i] = sum - 0.1 * pow(x, order) - 0.01 * pow(x * y, 0.75) + 0.002 * pow(y, 3.0) - 0.03 * pow(x + y, 1.5);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "hill", DIM((uint32_t)(cells + 127) / 128, 1), DIM(128, 1), BUFFER(amount), BUFFER(half), BUFFER(exponent), BUFFER(weight),
           BUFFER(rate), VALUE(regulators), VALUE(order), VALUE(cells));
}

const Bench bench = { "hill", make, hand, launch };
