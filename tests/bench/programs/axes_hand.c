/* axes_hand.c: the axes of an array in another order. */
#include "bench.h"

static int n, *shape, *stride;
static float *in, *out;

static void make(void)
{
    static const int was[4] = {6, 10, 16, 24}, order[4] = {0, 2, 1, 3};
    shape = bench_in(4, sizeof *shape);
    stride = bench_in(4, sizeof *stride);
    n = 1;
    for (int d = 0; d < 4; d++) {
        shape[d] = was[order[d]];
        stride[d] = 1;
        for (int k = order[d] + 1; k < 4; k++)
            stride[d] *= was[k];
        n *= was[d];
    }
    in = bench_in((size_t)n, sizeof *in);
    out = bench_out((size_t)n, KIND_F32, 0, 0);
    bench_fill(in, (size_t)n, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for collapse(3)
    for (int a = 0; a < shape[0]; a++)
        for (int b = 0; b < shape[1]; b++)
            for (int c = 0; c < shape[2]; c++)
                for (int d = 0; d < shape[3]; d++)
                    out[((a * shape[1] + b) * shape[2] + c) * shape[3] + d] = in[a * stride[0] + b * stride[1] + c * stride[2] + d * stride[3]];
}

static void launch(Run *r)
{
    LAUNCH(r, "axes", DIM((uint32_t)(n + 255) / 256, 1), DIM(256, 1), BUFFER(in), BUFFER(out), BUFFER(shape), BUFFER(stride), VALUE(n));
}

const Bench bench = {"axes", make, hand, launch};
