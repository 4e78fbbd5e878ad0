/* cosines_hand.c: the cosine transform of squares of 8 x 8. */
#include "bench.h"

enum { W = 256, H = 128 };
static float *in, *out;
static int stride = W;

static void make(void)
{
    in = bench_in(W * H, 4);
    out = bench_out(W * H, KIND_F32, 1e-3, 0);
    bench_fill(in, W * H, -128, 127);
}

static inline void eight(float *v, int step)
{
    float a0 = v[0], a1 = v[step], a2 = v[2 * step], a3 = v[3 * step];
    float a4 = v[4 * step], a5 = v[5 * step], a6 = v[6 * step], a7 = v[7 * step];
    float p07 = a0 + a7, p16 = a1 + a6, p25 = a2 + a5, p34 = a3 + a4;
    float m07 = a0 - a7, m61 = a6 - a1, m25 = a2 - a5, m43 = a4 - a3;
    float p0734 = p07 + p34, p1625 = p16 + p25, m0734 = p07 - p34, m1625 = p16 - p25;
    v[0] = .3535534f * (p0734 + p1625);
    v[2 * step] = .3535534f * (1.306563f * m0734 + .5411961f * m1625);
    v[4 * step] = .3535534f * (p0734 - p1625);
    v[6 * step] = .3535534f * (.5411961f * m0734 - 1.306563f * m1625);
    v[step] = .3535534f * (1.3870398f * m07 - 1.1758756f * m61 + .7856949f * m25 - .2758994f * m43);
    v[3 * step] = .3535534f * (1.1758756f * m07 + .2758994f * m61 - 1.3870398f * m25 + .7856949f * m43);
    v[5 * step] = .3535534f * (.7856949f * m07 + 1.3870398f * m61 + .2758994f * m25 - 1.1758756f * m43);
    v[7 * step] = .3535534f * (.2758994f * m07 + .7856949f * m61 + 1.1758756f * m25 - 1.3870398f * m43);
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < H; y += 8)
        for (int x = 0; x < W; x += 8) {
            float t[64];
            for (int i = 0; i < 8; i++)
                for (int k = 0; k < 8; k++)
                    t[8 * i + k] = in[(y + i) * stride + x + k];
            for (int k = 0; k < 8; k++)
                eight(t + k, 8);
            for (int i = 0; i < 8; i++)
                eight(t + 8 * i, 1);
            for (int i = 0; i < 8; i++)
                for (int k = 0; k < 8; k++)
                    out[(y + i) * stride + x + k] = t[8 * i + k];
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "cosines", DIM(W / 32, H / 16), DIM(32, 2), BUFFER(out), BUFFER(in), VALUE(stride));
}

const Bench bench = {"cosines", make, hand, launch};
