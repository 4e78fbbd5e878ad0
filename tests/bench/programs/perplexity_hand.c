/* perplexity_hand.c: how wide the bell around each point must be so that its neighbours have a given entropy. */
#include "bench.h"

#include <float.h>
#include <math.h>

enum { N = 512, K = 60, STEPS = 60 };
static float *distance, *P, target = 20, eps = 1e-4f;
static int steps = STEPS, n = N, k = K;

static void make(void)
{
    distance = bench_in(N * K, 4);
    P = bench_out(N * K, KIND_F32, 1e-3, 1e-2);
    for (int i = 0; i < N; i++) {
        const float scale = bench_uniform(0.3f, 6);
        bench_fill(distance + i * K, K, 0, scale);
    }
}

static void hand(void)
{
    const float wanted = logf(target);
#pragma omp parallel for schedule(dynamic, 16)
    for (int i = 0; i < N; i++) {
        const float *d = distance + i * K;
        float *p = P + i * K, low = -INFINITY, high = INFINITY, beta = 1;
        for (int step = 0; step < steps; step++) {
            float sum = FLT_EPSILON, dot = 0;
#pragma omp simd reduction(+ : sum)
            for (int j = 0; j < K; j++) {
                p[j] = expf(-d[j] * beta);
                sum += p[j];
            }
            const float inverse = 1 / sum;
#pragma omp simd reduction(+ : dot)
            for (int j = 0; j < K; j++) {
                p[j] *= inverse;
                dot += d[j] * p[j];
            }
            const float off = logf(sum) + beta * dot - wanted;
            if (fabsf(off) <= eps)
                break;
            if (off > 0) {
                low = beta;
                beta = isinf(high) ? beta * 2 : (beta + high) * 0.5f;
            } else {
                high = beta;
                beta = isinf(low) ? beta * 0.5f : (beta + low) * 0.5f;
            }
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "sigmas_row", DIM((N + 127) / 128, 1), DIM(128, 1), BUFFER(distance), BUFFER(P), VALUE(target), VALUE(eps), VALUE(steps),
           VALUE(n), VALUE(k));
}

const Bench bench = { "perplexity", make, hand, launch };
