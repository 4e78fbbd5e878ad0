/* col2im_hand.c: columns of patches back to an image. */
#include "bench.h"

enum { W = 60, H = 44, CHANNELS = 6, K = 3, PAD = 1, STRIDE = 1, OW = W, OH = H };
static float *cols, *image;
static int n = W * H * CHANNELS, height = H, width = W, channels = CHANNELS, k = K, pad = PAD, stride = STRIDE, dilation = 1, oh = OH, ow = OW;

static void make(void)
{
    cols = bench_in(CHANNELS * K * K * OH * OW, sizeof *cols);
    image = bench_out(W * H * CHANNELS, KIND_F32, 1e-4, 1e-3);
    bench_fill(cols, CHANNELS * K * K * OH * OW, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int c = 0; c < channels; c++) {
        float *im = image + c * height * width;
        for (int i = 0; i < height * width; i++)
            im[i] = 0;
        for (int hk = 0; hk < k; hk++)
            for (int wk = 0; wk < k; wk++) {
                const float *col = cols + ((c * k + hk) * k + wk) * oh * ow;
                for (int y = 0; y < oh; y++) {
                    const int h = y * stride - pad + hk * dilation;
                    if (h < 0 || h >= height)
                        continue;
                    const int off = wk * dilation - pad;
                    int x0 = 0, x1 = ow;
                    while (x0 * stride + off < 0)
                        x0++;
                    while (x1 > x0 && (x1 - 1) * stride + off >= width)
                        x1--;
                    if (stride == 1)
#pragma omp simd
                        for (int x = x0; x < x1; x++)
                            im[h * width + x + off] += col[y * ow + x];
                    else
                        for (int x = x0; x < x1; x++)
                            im[h * width + x * stride + off] += col[y * ow + x];
                }
            }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "col2im", DIM(16, 1), DIM(512, 1), VALUE(n), BUFFER(cols), VALUE(height), VALUE(width), VALUE(channels), VALUE(k), VALUE(k), VALUE(pad), VALUE(stride),
           VALUE(dilation), VALUE(oh), VALUE(ow), BUFFER(image));
}

const Bench bench = { "col2im", make, hand, launch };
