/* blackscholes_host.c: prices options with the kernels of blackscholes.cu. */
#include "sample.h"

extern const ptx2c_module blackscholes;

typedef struct Options {
    uint32_t n;
    float rate, volatility, *price, *strike, *years, *call, *put;
} Options;

static double normal(double d)
{
    return 0.5 * erfc(-d / sqrt(2.0));
}

/* Against double.  The normal distribution is off by some 1e-7 (its formula, and 2^-24 of 1 - tail), times a price
 * around 30 or a strike up to 100; d1 is off by its roundings, times a density of at most 0.4.  4e-6 of price + strike
 * covers it four times over; a wrong digit in any constant is beyond it. */
static bool check(const char *kernel, const Options *o)
{
    double rate = o->rate, volatility = o->volatility;
    for (uint32_t i = 0; i < o->n; i++) {
        double s = o->price[i], x = o->strike[i], t = o->years[i], spread = volatility * sqrt(t);
        double d1 = (log(s / x) + (rate + 0.5 * volatility * volatility) * t) / spread, d2 = d1 - spread;
        double worth = x * exp(-rate * t);
        double call = s * normal(d1) - worth * normal(d2), put = worth * normal(-d2) - s * normal(-d1);
        double error = 4e-6 * (s + x);
        if (!(fabs(o->call[i] - call) <= error))
            return sample_fail("%s call[%lu] = %.9g, not %.9g", kernel, (unsigned long)i, (double)o->call[i], call);
        if (!(fabs(o->put[i] - put) <= error))
            return sample_fail("%s put[%lu] = %.9g, not %.9g", kernel, (unsigned long)i, (double)o->put[i], put);
        o->call[i] = o->put[i] = 0;
    }
    return true;
}

static bool run(const Setup *s)
{
    Options o = { .n = s->n.x, .rate = 0.02f, .volatility = 0.3f };
    float **array[] = { &o.price, &o.strike, &o.years, &o.call, &o.put };
    uint32_t seed = 7;
    for (size_t i = 0; i < SAMPLE_COUNT(array); i++)
        *array[i] = sample_alloc(o.n, sizeof(float));
    for (uint32_t i = 0; i < o.n; i++) {
        o.price[i] = sample_uniform(&seed, 5, 30);
        o.strike[i] = sample_uniform(&seed, 1, 100);
        o.years[i] = sample_uniform(&seed, 0.25f, 10);
    }
    void *args[] = { &o.price, &o.strike, &o.years, &o.rate, &o.volatility, &o.n, &o.call, &o.put };
    ptx2c_dim3 grid = sample_grid(s, o.n, 1);
    sample_say("%lu options", (unsigned long)o.n);
    bool ok = sample_launch(&blackscholes, "black_scholes", grid, s->block, 0, args) && check("black_scholes", &o) &&
              sample_launch(&blackscholes, "black_scholes_fast", grid, s->block, 0, args) &&
              check("black_scholes_fast", &o);
    for (size_t i = 0; i < SAMPLE_COUNT(array); i++)
        free(*array[i]);
    return ok;
}

int main(int argc, char **argv)
{
    static const Setup shapes[] = { SAMPLE_LINES };
    static const Sample sample = {
        .name = "blackscholes", .sizes = "options", .run = run,
        .normal = { .n = { 1048576, 1, 1 }, .block = { 128, 1, 1 } },
        .shapes = shapes, .nshapes = SAMPLE_COUNT(shapes),
    };
    return sample_main(&sample, argc, argv);
}
