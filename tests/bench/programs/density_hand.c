/* density_hand.c: how densely points lie around a few places. */
#include "bench.h"

#include <math.h>

enum { POINTS = 3000, PLACES = 50 };
static int n = POINTS;
static float *x, *at, *out, h = 0.3f;

static void make(void)
{
    x = bench_in(POINTS, sizeof *x);
    at = bench_in(PLACES, sizeof *at);
    out = bench_out(PLACES, KIND_F32, 1e-4, 0);
    bench_fill(x, POINTS, -3, 3);
    bench_fill(at, PLACES, -3, 3);
}

static void hand(void)
{
#pragma omp parallel for
    for (int k = 0; k < PLACES; k++) {
        float sum = 0;
        for (int i = 0; i < POINTS; i++) {
            const float d = (x[i] - at[k]) / h;
            sum += expf(-0.5f * d * d);
        }
        out[k] = sum / (POINTS * h * 2.5066283f);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "density", DIM(PLACES, 1), DIM(256, 1), BUFFER(x), BUFFER(at), BUFFER(out), VALUE(n), VALUE(h));
}

const Bench bench = {"density", make, hand, launch};
