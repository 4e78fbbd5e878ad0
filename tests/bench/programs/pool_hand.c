/* pool_hand.c: the greatest of neighbours. */
#include "bench.h"

static int n = 2, c = 16, h = 56, w = 56, ph = 28, pw = 28;
static float *in, *out;
static int *mask;

static void make(void)
{
    in = bench_in((size_t)(n * c * h * w), sizeof *in);
    out = bench_out((size_t)(n * c * ph * pw), KIND_F32, 0, 0);
    mask = bench_out((size_t)(n * c * ph * pw), KIND_U32, 0, 0);
    bench_fill(in, (size_t)(n * c * h * w), -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int p = 0; p < n * c; p++) {
        const float *plane = in + p * h * w;
        for (int y = 0; y < ph; y++)
            for (int x = 0; x < pw; x++) {
                const int y0 = y > 0 ? 2 * y - 1 : 0, x0 = x > 0 ? 2 * x - 1 : 0;
                const int y1 = 2 * y + 2 < h ? 2 * y + 2 : h, x1 = 2 * x + 2 < w ? 2 * x + 2 : w;
                float most = -3.402823466e+38f;
                int at = -1;
                for (int yy = y0; yy < y1; yy++)
                    for (int xx = x0; xx < x1; xx++)
                        if (plane[yy * w + xx] > most) {
                            at = yy * w + xx;
                            most = plane[at];
                        }
                out[(p * ph + y) * pw + x] = most;
                mask[(p * ph + y) * pw + x] = at;
            }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "pool", DIM(98, 1), DIM(256, 1), BUFFER(in), BUFFER(out), BUFFER(mask), VALUE(n), VALUE(c), VALUE(h), VALUE(w), VALUE(ph), VALUE(pw));
}

const Bench bench = {"pool", make, hand, launch};
