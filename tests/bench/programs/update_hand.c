/* update_hand.c: weights of a network are updated by moments of their gradients. */
#include "bench.h"
#include <math.h>

enum { N = 20000 };
static float *w, *g, *m, *v, *act, rate = 1e-3f, b1 = 0.9f, b2 = 0.999f, c1 = 0.1f, c2 = 0.001f;
static int n = N;

static void make(void)
{
    w = bench_out(N, KIND_F32, 1e-4, 0);
    m = bench_out(N, KIND_F32, 1e-4, 0);
    v = bench_out(N, KIND_F32, 1e-4, 0);
    act = bench_out(N, KIND_F32, 1e-4, 0);
    g = bench_in(N, 4);
    bench_fill(w, N, -2, 2);
    bench_fill(m, N, -.1f, .1f);
    bench_fill(v, N, 0, .1f);
    bench_fill(g, N, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float d = g[i];
        m[i] = b1 * m[i] + (1 - b1) * d;
        v[i] = b2 * v[i] + (1 - b2) * d * d;
        float x = w[i] - rate * (m[i] / c1) / (sqrtf(v[i] / c2) + 1e-8f);
        w[i] = x;
        act[i] = 0.5f * x * (1 + erff(x * 0.70710678f)) + 0.1f * tanhf(x);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "update", DIM(20, 1), DIM(256, 1), BUFFER(w), BUFFER(g), BUFFER(m), BUFFER(v), BUFFER(act), VALUE(rate),
           VALUE(b1), VALUE(b2), VALUE(c1), VALUE(c2), VALUE(n));
}

const Bench bench = {"update", make, hand, launch};
