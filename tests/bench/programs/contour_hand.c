/* contour_hand.c: the strongest edge across circles around each pixel. */
#include "bench.h"
#include <math.h>

enum { POINTS = 75, CIRCLES = 7, H = 72, W = 120 };
static int h = H, w = W;
static float *gx, *gy, *sn, *cs, *out;
static int *px, *py;

static void make(void)
{
    gx = bench_in(H * W, 4);
    gy = bench_in(H * W, 4);
    sn = bench_in(POINTS, 4);
    cs = bench_in(POINTS, 4);
    px = bench_in(CIRCLES * POINTS, 4);
    py = bench_in(CIRCLES * POINTS, 4);
    out = bench_out(H * W, KIND_F32, 1e-3, 1e-3);
    bench_fill(gx, H * W, -1, 1);
    bench_fill(gy, H * W, -1, 1);
    for (int n = 0; n < POINTS; n++) {
        const float a = 6.2831853f * (float)n / 25;
        sn[n] = sinf(a);
        cs[n] = cosf(a);
        for (int k = 0; k < CIRCLES; k++) {
            px[k * POINTS + n] = (int)lrintf((float)(k + 4) * sn[n]);
            py[k * POINTS + n] = (int)lrintf((float)(k + 4) * cs[n]);
        }
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 12; i < h - 12; i++)
        for (int j = 12; j < w - 12; j++) {
            float most = 0;
            for (int k = 0; k < CIRCLES; k++) {
                float sum = 0, mean = 0, m2 = 0;
                for (int n = 0; n < 25; n++) {
                    const int y = j + py[k * POINTS + n], x = i + px[k * POINTS + n];
                    const float p = gx[x * w + y] * cs[n] + gy[x * w + y] * sn[n], delta = p - mean;
                    sum += p;
                    mean += delta / (float)(n + 1);
                    m2 += delta * (p - mean);
                }
                mean = sum / 25;
                const float var = m2 / 24;
                if (mean * mean / var > most)
                    most = mean * mean / var;
            }
            out[i * w + j] = most;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "contour", DIM(H - 24, 1), DIM(W - 24, 1), BUFFER(gx), BUFFER(gy), BUFFER(sn), BUFFER(cs), BUFFER(px),
           BUFFER(py), BUFFER(out), VALUE(h), VALUE(w));
}

const Bench bench = {"contour", make, hand, launch};
