/* libor_hand.c: portfolios of swaptions on forward rates by Monte Carlo. */
#include <math.h>
#include "bench.h"

enum { PATHS = 512, N = 80, NMAT = 40, NOPT = 15 };
static float *lambda, *rates, *normal, *out, delta = 0.25f;
static int *maturities, npath = PATHS;

static void make(void)
{
    lambda = bench_in(N, sizeof *lambda);
    rates = bench_in(NOPT, sizeof *rates);
    maturities = bench_in(NOPT, sizeof *maturities);
    normal = bench_in(NMAT * PATHS, sizeof *normal);
    out = bench_out(PATHS, KIND_F32, 1e-2, 1e-2);
    bench_fill(normal, NMAT * PATHS, -1.5f, 1.5f);
    for (int i = 0; i < N; i++)
        lambda[i] = 0.2f;
    for (int i = 0; i < NOPT; i++) {
        maturities[i] = (int[]){ 4, 8, 20, 28, 40 }[i / 3];
        rates[i] = (float[]){ 0.045f, 0.05f, 0.055f }[i % 3];
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int p = 0; p < PATHS; p++) {
        float L[N], B[NMAT], S[NMAT], b = 1, s = 0, sum = 0;
        for (int i = 0; i < N; i++)
            L[i] = 0.05f;
        for (int n = 0; n < NMAT; n++) {
            const float sqez = sqrtf(delta) * normal[n * PATHS + p];
            float v = 0;
            for (int i = n + 1; i < N; i++) {
                const float lam = lambda[i - n - 1], con = delta * lam;
                v += con * L[i] / (1 + delta * L[i]);
                L[i] *= expf(con * v + lam * (sqez - 0.5f * con));
            }
        }
        for (int n = NMAT; n < N; n++) {
            b /= 1 + delta * L[n];
            s += delta * b;
            B[n - NMAT] = b;
            S[n - NMAT] = s;
        }
        for (int i = 0; i < NOPT; i++) {
            const float value = B[maturities[i] - 1] + rates[i] * S[maturities[i] - 1] - 1;
            if (value < 0)
                sum -= 100 * value;
        }
        for (int n = 0; n < NMAT; n++)
            sum /= 1 + delta * L[n];
        out[p] = sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "price", DIM(2, 1), DIM(128, 1), VALUE(npath), BUFFER(lambda), BUFFER(rates), BUFFER(maturities), BUFFER(normal), VALUE(delta),
           BUFFER(out));
}

const Bench bench = { "libor", make, hand, launch };
