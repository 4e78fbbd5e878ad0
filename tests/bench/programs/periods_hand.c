/* periods_hand.c: how strong each frequency is in samples at uneven times. */
#include "bench.h"
#include <math.h>

enum { SAMPLES = 100, N = 1024 };
static float *t, *y, *freqs, *power, scale = 2.f / SAMPLES;
static int samples = SAMPLES, n = N;

static void make(void)
{
    t = bench_in(SAMPLES, 4), y = bench_in(SAMPLES, 4), freqs = bench_in(N, 4);
    power = bench_out(N, KIND_F32, 1e-2, 1e-2);
    bench_fill(t, SAMPLES, 0, 50), bench_fill(y, SAMPLES, -1, 1);
    for (int i = 0; i < N; i++)
        freqs[i] = 0.1f + (float)i * 0.005f;
}

static void hand(void)
{
#pragma omp parallel for
    for (int f = 0; f < N; f++) {
        const float w = freqs[f];
        float xc = 0, xs = 0, cc = 0, ss = 0, cs = 0;
        for (int k = 0; k < SAMPLES; k++) {
            const float c = cosf(w * t[k]), s = sinf(w * t[k]);
            xc += y[k] * c, xs += y[k] * s, cc += c * c, ss += s * s, cs += c * s;
        }
        const float tau = atan2f(2 * cs, cc - ss) / (2 * w), ct = cosf(w * tau), st = sinf(w * tau);
        const float c2 = ct * ct, s2 = st * st, both = 2 * ct * st, p = ct * xc + st * xs, q = ct * xs - st * xc;
        power[f] = 0.5f * (p * p / (c2 * cc + both * cs + s2 * ss) + q * q / (c2 * ss - both * cs + s2 * cc)) * scale;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "periods", DIM(4, 1), DIM(128, 1), BUFFER(t), BUFFER(y), BUFFER(freqs), BUFFER(power), VALUE(samples), VALUE(n), VALUE(scale));
}

const Bench bench = {"periods", make, hand, launch};
