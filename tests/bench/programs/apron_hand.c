/* apron_hand.c: a filter along rows. */
#include "bench.h"

static int w = 1000, h = 60, r = 7;
static float *in, *out, *filter;

static void make(void)
{
    in = bench_in((size_t)(w * h), 4);
    bench_fill(in, (size_t)(w * h), -1, 1);
    filter = bench_in((size_t)(2 * r + 1), 4);
    bench_fill(filter, (size_t)(2 * r + 1), -1, 1);
    out = bench_out((size_t)(w * h), KIND_F32, 1e-4, 1e-5);
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < h; y++) {
        float row[1100] = {0};
        for (int x = 0; x < w; x++)
            row[x + r] = in[y * w + x];
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = 0; k <= 2 * r; k++)
                sum += row[x + k] * filter[k];
            out[y * w + x] = sum;
        }
    }
}

static void launch(Run *run)
{
    LAUNCH(run, "apron", DIM((uint32_t)(w + 127) / 128, (uint32_t)h), DIM(128, 1), BUFFER(in), BUFFER(out), BUFFER(filter), VALUE(w), VALUE(r));
}

const Bench bench = {"apron", make, hand, launch};
