/* hessian_hand.c: blobs by determinants of second derivatives from an integral image. */
#include <math.h>
#include "bench.h"

enum { W = 430, H = 150 };
static float *img, *out, sigma = 4;
static int width = W, height = H;

static void make(void)
{
    img = bench_in(W * H, sizeof *img);
    out = bench_out(W * H, KIND_F32, 1e-2, 1e-2);
    bench_fill(img, W * H, 0, 1);
    for (int r = 0; r < H; r++)
        for (int c = 0; c < W; c++)
            img[r * W + c] = floorf(img[r * W + c] * 4) / 4 + (r ? img[(r - 1) * W + c] : 0) + (c ? img[r * W + c - 1] : 0) -
                             (r && c ? img[(r - 1) * W + c - 1] : 0);
}

static inline int clip(int v, int high)
{
    return v < 0 ? 0 : v > high ? high : v;
}

static inline float corners(const float *a, const float *b, int c, int c2)
{
    const float s = a[c] + b[c2] - a[c2] - b[c];
    return s > 0 ? s : 0;
}

static inline float sum(const float *a, const float *b, int w, int c, int len)
{
    c = clip(c, w - 1);
    return corners(a, b, c, clip(c + len, w - 1));
}

static inline const float *line(int r)
{
    return img + clip(r, height - 1) * width;
}

static void hand(void)
{
    const int w = width;
    const int size = (int)(3 * sigma) % 2 ? (int)(3 * sigma) : (int)(3 * sigma) + 1, b = (size - 1) / 2, l = size / 3;
    const float norm = 1.0f / size / size;
#pragma omp parallel for
    for (int r = 0; r < height; r++) {
        const float *up = line(r - l), *up2 = line(clip(r - l, height - 1) + l), *down = line(r + 1), *down2 = line(clip(r + 1, height - 1) + l);
        const float *flat = line(r - l + 1), *flat2 = line(clip(r - l + 1, height - 1) + 2 * l - 1);
        const float *high = line(r - b), *high2 = line(clip(r - b, height - 1) + size), *in = line(r - l / 2), *in2 = line(clip(r - l / 2, height - 1) + l);
        const int from = b + 1, to = w - size - 1;
        for (int pass = 0; pass < 2; pass++)
            for (int c = pass ? to : 0; c < (pass ? w : from); c++) {
                const float tl = sum(up, up2, w, c - l, l), br = sum(down, down2, w, c + 1, l), bl = sum(up, up2, w, c + 1, l),
                            tr = sum(down, down2, w, c - l, l), dxy = -(bl + tr - tl - br) * norm;
                const float dxx = -(sum(flat, flat2, w, c - b, size) - 3 * sum(flat, flat2, w, c - l / 2, l)) * norm,
                            dyy = -(sum(high, high2, w, c - l + 1, 2 * l - 1) - 3 * sum(in, in2, w, c - l + 1, 2 * l - 1)) * norm;
                out[r * w + c] = dxx * dyy - 0.81f * (dxy * dxy);
            }
#pragma omp simd
        for (int c = from; c < to; c++) {
            const float tl = corners(up, up2, c - l, c), br = corners(down, down2, c + 1, c + 1 + l), bl = corners(up, up2, c + 1, c + 1 + l),
                        tr = corners(down, down2, c - l, c), dxy = -(bl + tr - tl - br) * norm;
            const float dxx = -(corners(flat, flat2, c - b, c - b + size) - 3 * corners(flat, flat2, c - l / 2, c - l / 2 + l)) * norm,
                        dyy = -(corners(high, high2, c - l + 1, c + l) - 3 * corners(in, in2, c - l + 1, c + l)) * norm;
            out[r * w + c] = dxx * dyy - 0.81f * (dxy * dxy);
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "hessian", DIM((W * H + 127) / 128, 1), DIM(128, 1), BUFFER(img), BUFFER(out), VALUE(height), VALUE(width), VALUE(sigma));
}

const Bench bench = { "hessian", make, hand, launch };
