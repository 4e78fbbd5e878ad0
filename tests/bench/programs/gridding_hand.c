/* gridding_hand.c: Q of a magnetic resonance image. */
#include "bench.h"

#include <math.h>

typedef struct Sample { float x, y, z, magnitude; } Sample;

enum { N = 1024, K = 256 };
static int samples = K;
static Sample *k;
static float *x, *y, *z, *real, *imaginary;

static void make(void)
{
    k = bench_in(K, sizeof *k);
    x = bench_in(N, 4);
    y = bench_in(N, 4);
    z = bench_in(N, 4);
    real = bench_out(N, KIND_F32, 1e-3, 0);
    imaginary = bench_out(N, KIND_F32, 1e-3, 0);
    bench_fill(&k->x, 4 * K, -0.3f, 0.3f);
    bench_fill(x, N, -1, 1);
    bench_fill(y, N, -1, 1);
    bench_fill(z, N, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        float re = real[i], im = imaginary[i];
        for (int j = 0; j < samples; j++) {
            const float a = 6.2831853071795864769f * (k[j].x * x[i] + k[j].y * y[i] + k[j].z * z[i]);
            re += k[j].magnitude * cosf(a);
            im += k[j].magnitude * sinf(a);
        }
        real[i] = re;
        imaginary[i] = im;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "gridding", DIM(N / 256, 1), DIM(256, 1), VALUE(samples), BUFFER(k), BUFFER(x), BUFFER(y), BUFFER(z), BUFFER(real),
           BUFFER(imaginary));
}

const Bench bench = { "gridding", make, hand, launch };
