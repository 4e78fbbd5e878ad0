/* edges_hand.c: a step of a five-point stencil. */
#include "bench.h"

static int w = 500, h = 300;
static float *in, *out;

static void make(void)
{
    in = bench_in((size_t)(w * h), sizeof *in);
    out = bench_out((size_t)(w * h), KIND_F32, 1e-5, 0);
    bench_fill(in, (size_t)(w * h), 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < h; y++) {
        const float *r = in + y * w, *n = y > 0 ? r - w : r, *s = y < h - 1 ? r + w : r;
        float *o = out + y * w;
        o[0] = 0.6f * r[0] + 0.1f * (n[0] + s[0] + r[0] + r[1]);
        for (int x = 1; x < w - 1; x++)
            o[x] = 0.6f * r[x] + 0.1f * (n[x] + s[x] + r[x - 1] + r[x + 1]);
        o[w - 1] = 0.6f * r[w - 1] + 0.1f * (n[w - 1] + s[w - 1] + r[w - 2] + r[w - 1]);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "edges", DIM((uint32_t)(w + 15) / 16, (uint32_t)(h + 15) / 16), DIM(16, 16), BUFFER(in), BUFFER(out), VALUE(w), VALUE(h));
}

const Bench bench = {"edges", make, hand, launch};
