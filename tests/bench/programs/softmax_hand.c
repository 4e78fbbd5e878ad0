/* softmax_hand.c: softmax of long rows. */
#include "bench.h"

#include <math.h>

enum { ROWS = 16, N = 10000 };
static int n = N;
static float *in, *out;

static void make(void)
{
    in = bench_in(ROWS * N, 4);
    out = bench_out(ROWS * N, KIND_F32, 1e-5, 0);
    bench_fill(in, ROWS * N, -8, 8);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++) {
        const float *x = in + i * N;
        float *y = out + i * N;
        float most = -INFINITY, sum = 0;
        for (int j = 0; j < N; j++)
            most = fmaxf(most, x[j]);
        for (int j = 0; j < N; j++) {
            y[j] = expf(x[j] - most);
            sum += y[j];
        }
        const float scale = 1 / sum;
        for (int j = 0; j < N; j++)
            y[j] *= scale;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "softmax", DIM(ROWS, 1), DIM(512, 1), BUFFER(in), BUFFER(out), VALUE(n));
}

const Bench bench = { "softmax", make, hand, launch };
