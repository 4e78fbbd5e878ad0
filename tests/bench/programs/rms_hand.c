/* rms_hand.c: rows scaled to unit length and weighted. */
#include "bench.h"
#include <math.h>

enum { ROWS = 128, N = 1000 };
static float *in, *weight, *out, eps = 1e-5f;
static int n = N;

static void make(void)
{
    in = bench_in(ROWS * N, 4);
    weight = bench_in(N, 4);
    out = bench_out(ROWS * N, KIND_F32, 1e-4, 0);
    bench_fill(in, ROWS * N, -1, 1);
    bench_fill(weight, N, 0, 2);
}

static void hand(void)
{
#pragma omp parallel for
    for (int r = 0; r < ROWS; r++) {
        const float *row = in + r * n;
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int i = 0; i < n; i++)
            sum += row[i] * row[i];
        float scale = 1 / sqrtf(sum / (float)n + eps);
        for (int i = 0; i < n; i++)
            out[r * n + i] = row[i] * scale * weight[i];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "rms", DIM(ROWS, 1), DIM(256, 1), BUFFER(in), BUFFER(weight), BUFFER(out), VALUE(n), VALUE(eps));
}

const Bench bench = {"rms", make, hand, launch};
