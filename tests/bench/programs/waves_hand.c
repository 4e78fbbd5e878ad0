/* waves_hand.c: a sum of waves at each point. */
#include "bench.h"
#include <math.h>

enum { N = 4000, COUNT = 201 };
typedef struct Wave {
    float x, y, z, size;
} Wave;
static int n = N, count = COUNT;
static Wave *waves;
static float *x, *y, *z, *re, *im;

static void make(void)
{
    waves = bench_in(256, sizeof *waves);
    x = bench_in(N, 4);
    y = bench_in(N, 4);
    z = bench_in(N, 4);
    re = bench_out(N, KIND_F32, 1e-2, 1e-3);
    im = bench_out(N, KIND_F32, 1e-2, 1e-3);
    bench_fill((float *)waves, 4 * 256, 0, 1);
    bench_fill(x, N, 0, 1);
    bench_fill(y, N, 0, 1);
    bench_fill(z, N, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float sr = re[i], si = im[i];
        for (int k = 0; k < count; k++) {
            const float a = 6.2831853f * (waves[k].x * x[i] + waves[k].y * y[i] + waves[k].z * z[i]);
            sr += waves[k].size * cosf(a);
            si += waves[k].size * sinf(a);
        }
        re[i] = sr;
        im[i] = si;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "waves_fill", DIM(1, 1), DIM(256, 1), BUFFER(waves), VALUE(count));
    LAUNCH(r, "waves_sum", DIM((N + 255) / 256, 1), DIM(256, 1), BUFFER(x), BUFFER(y), BUFFER(z), BUFFER(re),
           BUFFER(im), VALUE(count), VALUE(n));
}

const Bench bench = {"waves", make, hand, launch};
