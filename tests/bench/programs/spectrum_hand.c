/* spectrum_hand.c: a picture's values from its spectrum. */
#include "bench.h"
#include <math.h>

enum { POINTS = 1024, COUNT = 255 };
typedef struct Sample {
    float x, y, z, phi;
} Sample;
static Sample *samples;
static float *x, *y, *z, *re, *im;
static int count = COUNT;

static void make(void)
{
    samples = bench_in(COUNT, sizeof *samples);
    x = bench_in(POINTS, 4);
    y = bench_in(POINTS, 4);
    z = bench_in(POINTS, 4);
    re = bench_out(POINTS, KIND_F32, 1e-3, 0);
    im = bench_out(POINTS, KIND_F32, 1e-3, 0);
    bench_fill((float *)samples, COUNT * 4, -1, 1);
    bench_fill(x, POINTS, -1, 1);
    bench_fill(y, POINTS, -1, 1);
    bench_fill(z, POINTS, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < POINTS; i++) {
        float qr = re[i], qi = im[i];
        for (int k = 0; k < count; k++) {
            float a = 6.2831853071795864769f * (samples[k].x * x[i] + samples[k].y * y[i] + samples[k].z * z[i]);
            qr += samples[k].phi * cosf(a);
            qi += samples[k].phi * sinf(a);
        }
        re[i] = qr;
        im[i] = qi;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "spectrum", DIM(POINTS / 256, 1), DIM(256, 1), BUFFER(samples), VALUE(count), BUFFER(x), BUFFER(y),
           BUFFER(z), BUFFER(re), BUFFER(im));
}

const Bench bench = {"spectrum", make, hand, launch};
