/* life_hand.c: a generation of cells on a torus. */
#include "bench.h"

static int w = 300, h = 200;
static uint8_t *in, *out;

static void make(void)
{
    in = bench_in((size_t)(w * h), 1);
    for (int i = 0; i < w * h; i++)
        in[i] = bench_random() >> 5 & 1;
    out = bench_out((size_t)(w * h), KIND_U8, 0, 0);
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < h; y++) {
        const uint8_t *up = in + (y + h - 1) % h * w, *at = in + y * w, *down = in + (y + 1) % h * w;
        for (int x = 0; x < w; x++) {
            const int l = x > 0 ? x - 1 : w - 1, r = x < w - 1 ? x + 1 : 0;
            const int sum = up[l] + up[x] + up[r] + at[l] + at[r] + down[l] + down[x] + down[r];
            out[y * w + x] = sum == 3 || (sum == 2 && at[x]);
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "life", DIM((uint32_t)(w * h + 255) / 256, 1), DIM(256, 1), BUFFER(in), BUFFER(out), VALUE(w), VALUE(h));
}

const Bench bench = {"life", make, hand, launch};
