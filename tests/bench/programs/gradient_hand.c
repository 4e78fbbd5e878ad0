/* gradient_hand.c: how steep an image is. */
#include "bench.h"

#include <math.h>

static int w = 512, h = 256;
static uint8_t *in, *out;

static void make(void)
{
    in = bench_in((size_t)(w * h), 1);
    out = bench_out((size_t)(w * h), KIND_U8, 0, 0);
    for (int i = 0; i < w * h; i++)
        in[i] = (uint8_t)(bench_random() >> 9);
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 1; y < h - 1; y++) {
        const uint8_t *a = in + (y - 1) * w, *b = a + w, *c = b + w;
        for (int x = 1; x < w - 1; x++) {
            const int gx = a[x + 1] - a[x - 1] + 2 * (b[x + 1] - b[x - 1]) + c[x + 1] - c[x - 1];
            const int gy = c[x - 1] - a[x - 1] + 2 * (c[x] - a[x]) + c[x + 1] - a[x + 1];
            const float m = sqrtf((float)(gx * gx + gy * gy));
            out[y * w + x] = m > 255 ? 255 : (uint8_t)m;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "gradient", DIM((uint32_t)w / 16, (uint32_t)h / 16), DIM(16, 16), BUFFER(in), BUFFER(out), VALUE(w), VALUE(h));
}

const Bench bench = {"gradient", make, hand, launch};
