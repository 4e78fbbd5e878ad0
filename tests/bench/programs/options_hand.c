/* options_hand.c: prices of options by random walks. */
#include "bench.h"
#include <math.h>

enum { N = 256 };
static double *strike, *price, rate = 0.03, sigma = 0.2;
static int n = N, walks = 8, steps = 4;

static void make(void)
{
    strike = bench_in(N, 8);
    price = bench_out(N, KIND_F64, 1e-6, 1e-2);
    for (int i = 0; i < N; i++)
        strike[i] = 80 + 40 * (double)i / N;
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        unsigned long long seed = 1234567ULL * (unsigned long long)(i + 1);
        const double dt = 1.0 / steps, drift = (rate - 0.5 * sigma * sigma) * dt, spread = sigma * sqrt(dt);
        double sum = 0;
        for (int w = 0; w < walks; w++) {
            double x = 0;
            for (int s = 0; s < steps; s++) {
                seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
                const double u = ((double)(seed >> 11) + 0.5) * (1.0 / 9007199254740992.0);
                seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
                const double v = (double)(seed >> 11) * (1.0 / 9007199254740992.0);
                x += drift + spread * sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
            }
            const double gain = 100 * exp(x) - strike[i];
            sum += gain > 0 ? gain : 0;
        }
        price[i] = exp(-rate) * sum / walks;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "options", DIM(2, 1), DIM(128, 1), BUFFER(strike), BUFFER(price), VALUE(n), VALUE(walks), VALUE(steps), VALUE(rate), VALUE(sigma));
}

const Bench bench = {"options", make, hand, launch};
