/* colours_hand.c: pixels of four bytes become brightness and colour, and back. */
#include "bench.h"

enum { W = 200, H = 150 };
typedef struct Pixel {
    uint8_t x, y, z, w;
} Pixel;
static Pixel *in, *out;
static uint8_t *table;
static int w = W, h = H;

static void make(void)
{
    in = bench_in(W * H, 4);
    out = bench_out(W * H * 4, KIND_U8, 0, 1); /* a step more or less */
    table = bench_in(256, 1);
    for (int i = 0; i < W * H * 4; i++)
        (&in->x)[i] = (uint8_t)bench_random();
    for (int i = 0; i < 256; i++)
        table[i] = (uint8_t)(255 - (255 - i) * (255 - i) / 255);
}

static inline uint8_t byte(float x)
{
    return (uint8_t)(x < 0 ? 0 : x > 255 ? 255 : x);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < w * h; i++) {
        Pixel p = in[i];
        float l = 0.299f * p.x + 0.587f * p.y + 0.114f * p.z, u = 0.492f * (p.z - l), v = 0.877f * (p.x - l);
        l = table[(int)l];
        out[i] = (Pixel){byte(l + 1.14f * v), byte(l - 0.395f * u - 0.581f * v), byte(l + 2.032f * u), p.w};
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "colours", DIM((W + 31) / 32, (H + 7) / 8), DIM(32, 8), BUFFER(in), BUFFER(out), BUFFER(table), VALUE(w),
           VALUE(h));
}

const Bench bench = {"colours", make, hand, launch};
