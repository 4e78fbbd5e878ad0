/* smooth_hand.c: a step of a solver for optical flow. */
#include "bench.h"

enum { W = 250, H = 160, STRIDE = 256 };
static float *du0, *dv0, *ix, *iy, *iz, *du1, *dv1, alpha = 0.5f;
static int w = W, h = H, stride = STRIDE;

static void make(void)
{
    float **all[] = {&du0, &dv0, &ix, &iy, &iz};
    for (int i = 0; i < 5; i++) {
        *all[i] = bench_in(STRIDE * H, 4);
        bench_fill(*all[i], STRIDE * H, -1, 1);
    }
    du1 = bench_out(STRIDE * H, KIND_F32, 1e-5, 0);
    dv1 = bench_out(STRIDE * H, KIND_F32, 1e-5, 0);
}

static inline int clamp(int x, int high)
{
    return x < 0 ? 0 : x > high ? high : x;
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int l = clamp(x - 1, w - 1) + y * stride, r = clamp(x + 1, w - 1) + y * stride, p = x + y * stride;
            int u = x + clamp(y - 1, h - 1) * stride, d = x + clamp(y + 1, h - 1) * stride;
            float sumu = (du0[l] + du0[r] + du0[u] + du0[d]) * 0.25f;
            float sumv = (dv0[l] + dv0[r] + dv0[u] + dv0[d]) * 0.25f;
            float fraction = (ix[p] * sumu + iy[p] * sumv + iz[p]) / (ix[p] * ix[p] + iy[p] * iy[p] + alpha);
            du1[p] = sumu - ix[p] * fraction;
            dv1[p] = sumv - iy[p] * fraction;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "smooth", DIM((W + 31) / 32, (H + 5) / 6), DIM(32, 6), BUFFER(du0), BUFFER(dv0), BUFFER(ix), BUFFER(iy),
           BUFFER(iz), VALUE(w), VALUE(h), VALUE(stride), VALUE(alpha), BUFFER(du1), BUFFER(dv1));
}

const Bench bench = {"smooth", make, hand, launch};
