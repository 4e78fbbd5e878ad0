/* entropy_hand.c: how much is told by the values of 16 kinds within 5 x 5 around each pixel. */
#include "bench.h"
#include <math.h>

enum { W = 240, H = 160 };
static int width = W, height = H;
static unsigned char *picture;
static float *out;

static void make(void)
{
    picture = bench_in(W * H, 1);
    out = bench_out(W * H, KIND_F32, 1e-4, 0);
    for (int i = 0; i < W * H; i++)
        picture[i] = (unsigned char)((bench_random() >> 20 & 3) + (uint32_t)(i / W / 16 + i % W / 20) % 13);
}

static void hand(void)
{
    float logs[26] = { 0 };
    for (int i = 1; i < 26; i++)
        logs[i] = (float)i * log2f((float)i);
#pragma omp parallel for
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            unsigned char count[16] = { 0 };
            const int x0 = x > 2 ? x - 2 : 0, x1 = x < W - 3 ? x + 2 : W - 1, y0 = y > 2 ? y - 2 : 0, y1 = y < H - 3 ? y + 2 : H - 1;
            for (int yy = y0; yy <= y1; yy++)
                for (int xx = x0; xx <= x1; xx++)
                    ++count[picture[yy * W + xx]];
            const float total = (float)((y1 - y0 + 1) * (x1 - x0 + 1));
            float sum = 0;
            for (int k = 0; k < 16; k++)
                sum -= logs[count[k]];
            out[y * W + x] = sum / total + log2f(total);
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "entropy", DIM((W + 15) / 16, (H + 15) / 16), DIM(16, 16), BUFFER(picture), BUFFER(out), VALUE(height), VALUE(width));
}

const Bench bench = { "entropy", make, hand, launch };
