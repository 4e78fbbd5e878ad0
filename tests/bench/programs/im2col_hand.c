/* im2col_hand.c: patches of an image as columns of a matrix. */
#include "bench.h"

static int h = 56, w = 56, ch = 16, k = 3, pad = 1, stride = 1, oh = 56, ow = 56, n;
static float *in, *out;

static void make(void)
{
    n = ch * oh * ow;
    in = bench_in((size_t)(ch * h * w), 4);
    bench_fill(in, (size_t)(ch * h * w), -1, 1);
    out = bench_out((size_t)(n * k * k), KIND_F32, 0, 0);
}

static void hand(void)
{
#pragma omp parallel for
    for (int c = 0; c < ch; c++)
        for (int a = 0; a < k; a++)
            for (int b = 0; b < k; b++)
                for (int y = 0; y < oh; y++)
                    for (int x = 0; x < ow; x++) {
                        const int yy = y * stride - pad + a, xx = x * stride - pad + b;
                        out[(((c * k + a) * k + b) * oh + y) * ow + x] = yy >= 0 && xx >= 0 && yy < h && xx < w ? in[(c * h + yy) * w + xx] : 0;
                    }
}

static void launch(Run *r)
{
    LAUNCH(r, "im2col", DIM((uint32_t)(n + 255) / 256, 1), DIM(256, 1), BUFFER(in), BUFFER(out), VALUE(n), VALUE(h), VALUE(w), VALUE(k),
           VALUE(pad), VALUE(stride), VALUE(oh), VALUE(ow));
}

const Bench bench = {"im2col", make, hand, launch};
