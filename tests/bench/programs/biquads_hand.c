/* biquads_hand.c: signals through filters of second order one behind the other, filter by filter. */
#include "bench.h"

enum { SIGNALS = 16, N = 400, SECTIONS = 32 };
static int n = N;
static float *in, *out, *filters, *state;

static void make(void)
{
    in = bench_in(SIGNALS * N, 4);
    out = bench_out(SIGNALS * N, KIND_F32, 1e-3, 0);
    filters = bench_in(SECTIONS * 5, 4);
    state = bench_out(SIGNALS * SECTIONS * 2, KIND_F32, 1e-3, 0);
    bench_fill(in, SIGNALS * N, -1, 1);
    for (int t = 0; t < SECTIONS; t++) {
        bench_fill(filters + t * 5, 1, 0.8f, 1);
        bench_fill(filters + t * 5 + 1, 2, -0.1f, 0.1f);
        bench_fill(filters + t * 5 + 3, 2, -0.3f, 0.3f);
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int s = 0; s < SIGNALS; s++) {
        const float *x = in + s * N;
        float *y = out + s * N;
        for (int t = 0; t < SECTIONS; t++) {
            const float b0 = filters[t * 5], b1 = filters[t * 5 + 1], b2 = filters[t * 5 + 2], a1 = filters[t * 5 + 3],
                        a2 = filters[t * 5 + 4];
            float *z = state + (s * SECTIONS + t) * 2, z0 = z[0], z1 = z[1];
            for (int k = 0; k < N; k++) {
                const float v = t == 0 ? x[k] : y[k], r = b0 * v + z0;
                z0 = b1 * v - a1 * r + z1;
                z1 = b2 * v - a2 * r;
                y[k] = r;
            }
            z[0] = z0;
            z[1] = z1;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "biquads", DIM(SIGNALS, 1), DIM(SECTIONS, 1), BUFFER(in), BUFFER(out), BUFFER(filters), BUFFER(state), VALUE(n));
}

const Bench bench = {"biquads", make, hand, launch};
