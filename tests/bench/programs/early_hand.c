/* early_hand.c: prices of options that may be exercised early, by explicit differences in time. */
#include "bench.h"
#include <ptx2c.h>

enum { OPTIONS = 24, PLACES = 201, STEPS = 600 };
typedef struct Option {
    double spot, strike, rate, sigma, maturity;
} Option;
static Option *options;
static double *prices;
static int places = PLACES, steps = STEPS;

static void make(void)
{
    options = bench_in(OPTIONS, sizeof *options);
    prices = bench_out(OPTIONS, KIND_F64, 1e-9, 0);
    for (int i = 0; i < OPTIONS; i++) {
        const double strike = bench_uniform(80, 120);
        options[i] = (Option){ strike * bench_uniform(0.8f, 1.2f), strike, bench_uniform(0.01f, 0.06f), bench_uniform(0.1f, 0.2f), bench_uniform(0.2f, 1) };
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int k = 0; k < OPTIONS; k++) {
        const Option o = options[k];
        const double ds = 3 * o.strike / (PLACES - 1), dt = o.maturity / STEPS;
        double a[PLACES], b[PLACES], c[PLACES], pay[PLACES], grids[2][PLACES];
        for (int i = 0; i < PLACES; i++) {
            const double s2 = 0.5 * o.sigma * o.sigma * i * i, r = 0.5 * o.rate * i;
            a[i] = dt * (s2 - r), b[i] = 1 - dt * (2 * s2 + o.rate), c[i] = dt * (s2 + r);
            pay[i] = o.strike - i * ds;
            grids[0][i] = pay[i] > 0 ? pay[i] : 0;
        }
        for (int t = 0; t < STEPS; t++) {
            const double *now = grids[t & 1];
            double *next = grids[~t & 1];
            next[0] = o.strike, next[PLACES - 1] = 0;
            for (int i = 1; i < PLACES - 1; i++) {
                const double v = a[i] * now[i - 1] + b[i] * now[i] + c[i] * now[i + 1];
                next[i] = v > pay[i] ? v : pay[i];
            }
        }
        const int at = (int)(o.spot / ds);
        const double part = o.spot / ds - at;
        prices[k] = grids[STEPS & 1][at] * (1 - part) + grids[STEPS & 1][at + 1] * part;
    }
}

static void launch(Run *r)
{
    void *args[] = { &options, &prices, &places, &steps };
    const int status = ptx2c_launch(ptx2c_find_kernel(bench_module(r), "early"), (ptx2c_dim3){ OPTIONS, 1, 1 }, (ptx2c_dim3){ 128, 1, 1 },
                                    2 * PLACES * sizeof(double), args);
    if (status)
        bench_failed(r, "early", status);
}

const Bench bench = { "early", make, hand, launch };
