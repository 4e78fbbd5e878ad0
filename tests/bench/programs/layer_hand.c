/* layer_hand.c: a layer of a neural network. */
#include "bench.h"

enum { SIDE = 16, INPUTS = 16384 };
static int hidden = SIDE;
static float *input, *weight, *old, *partial, *delta, rate = 0.3f, momentum = 0.3f;

static void make(void)
{
    const size_t weights = (INPUTS + 1) * (SIDE + 1);
    input = bench_in(INPUTS + 1, sizeof *input);
    delta = bench_in(SIDE + 1, sizeof *delta);
    weight = bench_out(weights, KIND_F32, 1e-5, 0);
    old = bench_out(weights, KIND_F32, 1e-5, 0);
    partial = bench_out(INPUTS, KIND_F32, 1e-4, 0);
    bench_fill(input, INPUTS + 1, 0, 1);
    bench_fill(delta, SIDE + 1, -1, 1);
    bench_fill(weight, weights, -1, 1);
    bench_fill(old, weights, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int block = 0; block < INPUTS / SIDE; block++) {
        float sum[SIDE] = { 0 };
        for (int i = block * SIDE + 1; i <= (block + 1) * SIDE; i++)
            for (int h = 0; h < SIDE; h++)
                sum[h] += weight[i * (SIDE + 1) + h + 1] * input[i];
        for (int h = 0; h < SIDE; h++)
            partial[block * SIDE + h] = sum[h];
    }
#pragma omp parallel for
    for (int i = 1; i <= INPUTS; i++)
        for (int h = 1; h <= SIDE; h++) {
            const int at = i * (SIDE + 1) + h;
            const float change = rate * delta[h] * input[i] + momentum * old[at];
            weight[at] += change;
            old[at] = change;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "forward", DIM(1, INPUTS / SIDE), DIM(SIDE, SIDE), BUFFER(input), BUFFER(weight), BUFFER(partial), VALUE(hidden));
    LAUNCH(r, "adjust", DIM(1, INPUTS / SIDE), DIM(SIDE, SIDE), BUFFER(delta), BUFFER(input), BUFFER(weight), BUFFER(old),
           VALUE(hidden), VALUE(rate), VALUE(momentum));
}

const Bench bench = { "layer", make, hand, launch };
