/* decay_hand.c: a step of learning with momentum and decay. */
#include "bench.h"

enum { N = 100000, BLOCKS = 16 };
static float *weight, *momentum, *gradient, *sums, rate = 0.01f, keep = 0.9f, decay = 1e-4f;
static int64_t n = N;

static void make(void)
{
    weight = bench_out(N, KIND_F32, 1e-5, 0);
    momentum = bench_out(N, KIND_F32, 1e-5, 0);
    sums = bench_out(BLOCKS, KIND_F32, 1e-3, 0);
    gradient = bench_in(N, sizeof *gradient);
    bench_fill(weight, N, -1, 1);
    bench_fill(momentum, N, -1, 1);
    bench_fill(gradient, N, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int64_t i = 0; i < N; i++) {
        momentum[i] = keep * momentum[i] + gradient[i] + decay * weight[i];
        weight[i] -= rate * momentum[i];
    }
#pragma omp parallel for
    for (int b = 0; b < BLOCKS; b++) {
        float sum = 0;
        for (int64_t i = b * 256; i < N; i += BLOCKS * 256) {
            const int64_t end = i + 256 < N ? i + 256 : N;
#pragma omp simd reduction(+ : sum)
            for (int64_t k = i; k < end; k++)
                sum += gradient[k] * gradient[k];
        }
        sums[b] = sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "step", DIM(BLOCKS, 1), DIM(256, 1), BUFFER(weight), BUFFER(momentum), BUFFER(gradient), VALUE(n), VALUE(rate), VALUE(keep),
           VALUE(decay));
    LAUNCH(r, "length", DIM(BLOCKS, 1), DIM(256, 1), BUFFER(gradient), VALUE(n), BUFFER(sums));
}

const Bench bench = { "decay", make, hand, launch };
