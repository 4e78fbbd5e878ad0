/* degrid_hand.c: visibilities of a radio telescope from its grid. */
#include "bench.h"

#include <math.h>

enum { POINTS = 1000, DIM_ = 256, PAD = 16, SUPPORT = 16, GRID = 8 };
typedef struct Complex { float re, im; } Complex;
static Complex *image, *inner, *kernels, *place, *out;
static int npts = POINTS, dim = DIM_;

static void make(void)
{
    image = bench_in(DIM_ * DIM_ + 2 * PAD * DIM_, sizeof(Complex));
    bench_fill(&image->re, 2 * (DIM_ * DIM_ + 2 * PAD * DIM_), -1, 1);
    inner = image + PAD * DIM_;
    kernels = bench_in(GRID * GRID * SUPPORT * SUPPORT, sizeof(Complex));
    bench_fill(&kernels->re, 2 * GRID * GRID * SUPPORT * SUPPORT, -1, 1);
    place = bench_in(POINTS, sizeof(Complex));
    bench_fill(&place->re, 2 * POINTS, 0, DIM_);
    out = (Complex *)bench_out(2 * POINTS, KIND_F32, 1e-3, 1e-2);
}

static void hand(void)
{
#pragma omp parallel for
    for (int n = 0; n < POINTS; n++) {
        const int x = (int)place[n].re, y = (int)place[n].im;
        const int sx = (int)(GRID * (place[n].re - (float)x)), sy = (int)(GRID * (place[n].im - (float)y));
        const int x0 = x < 8 ? -x : -8, x1 = x + 8 > DIM_ ? DIM_ - x : 8;
        float re = 0, im = 0;
        for (int b = -8; b < 8; b++) {
            if (y + b < 0 || y + b >= DIM_)
                continue;
            const Complex *g = kernels + (GRID * sy + sx) * SUPPORT * SUPPORT + SUPPORT * (b + 8) + 8, *p = inner + DIM_ * (y + b) + x;
#pragma omp simd reduction(+ : re, im)
            for (int a = x0; a < x1; a++) {
                re += p[a].re * g[a].re - p[a].im * g[a].im;
                im += p[a].re * g[a].im + p[a].im * g[a].re;
            }
        }
        out[n] = (Complex){ re, im };
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "degrid_kernel", DIM((POINTS + 31) / 32, 1), DIM(32, 8), BUFFER(out), BUFFER(place), BUFFER(inner), BUFFER(kernels),
           VALUE(npts), VALUE(dim));
}

const Bench bench = { "degrid", make, hand, launch };
