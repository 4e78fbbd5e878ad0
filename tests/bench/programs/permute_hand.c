/* permute_hand.c: an array of four dimensions with others in front. */
#include "bench.h"

enum { A = 8, B = 16, C = 24, D = 32, N = A * B * C * D };
static float *in, *out;
static int *order, *old_steps, *new_steps, dims = 4, n = N;

static void make(void)
{
    in = bench_in(N, 4);
    bench_fill(in, N, -1, 1);
    out = bench_out(N, KIND_F32, 0, 0);
    order = bench_in(4, 4), old_steps = bench_in(4, 4), new_steps = bench_in(4, 4);
    const int o[4] = {0, 2, 3, 1}, s[4] = {B * C * D, C * D, D, 1}, t[4] = {B * C * D, D * B, B, 1};
    for (int i = 0; i < 4; i++)
        order[i] = o[i], old_steps[i] = s[i], new_steps[i] = t[i];
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int at = 0, rest = i;
        for (int d = 0; d < dims; d++) {
            at += rest / new_steps[d] * old_steps[order[d]];
            rest %= new_steps[d];
        }
        out[i] = in[at];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "permute", DIM(N / 256, 1), DIM(256, 1), BUFFER(in), BUFFER(out), BUFFER(order), BUFFER(old_steps), BUFFER(new_steps), VALUE(dims), VALUE(n));
}

const Bench bench = {"permute", make, hand, launch};
