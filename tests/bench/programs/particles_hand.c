/* particles_hand.c: a step of a particle filter in double. */
#include "bench.h"

#include <math.h>
#include <stdlib.h>

enum { COUNT = 4096, DISK = 69, HIGH = 128, WIDE = 128, FRAMES = 4, T = 128 };

static double *x, *y, *xj, *yj, *score, *weight, *sums, *cdf, *u, *xn, *yn;
static int *ones, *seed;
static unsigned char *image;
static int particles = COUNT - 17, disk = DISK, size = HIGH * WIDE * FRAMES, k = 1, high = HIGH, frames = FRAMES;

static void make(void)
{
    x = bench_out(COUNT, KIND_F64, 1e-9, 0.001);
    y = bench_out(COUNT, KIND_F64, 1e-9, 0.001);
    xj = bench_in(COUNT, sizeof *xj);
    yj = bench_in(COUNT, sizeof *yj);
    xn = bench_out(COUNT, KIND_F64, 1e-9, 0.001);
    yn = bench_out(COUNT, KIND_F64, 1e-9, 0.001);
    score = bench_out(COUNT, KIND_F64, 1e-9, 0.001);
    weight = bench_out(COUNT, KIND_F64, 1e-6, 0.001);
    sums = bench_out(COUNT / T, KIND_F64, 1e-6, 0.01);
    cdf = bench_in(COUNT, sizeof *cdf);
    u = bench_in(COUNT, sizeof *u);
    ones = bench_in((size_t)2 * DISK, sizeof *ones);
    seed = bench_out(COUNT, KIND_U32, 0, 0);
    image = bench_in((size_t)HIGH * WIDE * FRAMES, 1);
    int n = 0;
    for (int i = -4; i <= 4; i++)
        for (int j = -4; j <= 4; j++)
            if (i * i + j * j <= 20 && n < DISK) {
                ones[2 * n] = i;
                ones[2 * n++ + 1] = j;
            }
    for (int i = 0; i < HIGH * WIDE * FRAMES; i++)
        image[i] = (unsigned char)(bench_random() % 60 + (bench_random() % 3 ? 80 : 200));
    for (int i = 0; i < COUNT; i++) {
        xj[i] = 60 + bench_random() % 8;
        yj[i] = 60 + bench_random() % 8;
        seed[i] = (int)(bench_random() >> 1);
        cdf[i] = (i + 1.0) / (COUNT - 17);
        u[i] = (i + 0.3) / COUNT;
    }
}

static double uniform(int *at)
{
    const int num = (int)(1103515245u * (unsigned)*at + 12345);
    *at = num % 2147483647;
    return fabs(*at / 2147483647.0);
}

static double normal(int *at)
{
    const double a = uniform(at), b = uniform(at);
    return sqrt(-2 * log(a)) * cos(2 * 3.1415926535897932 * b);
}

static double nearest(double value)
{
    const int whole = (int)value;
    return value - whole < 0.5 ? whole : whole + 1;
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < particles; i++) {
        x[i] = xj[i] + 1 + 5 * normal(seed + i);
        y[i] = yj[i] - 2 + 2 * normal(seed + i);
        double sum = 0;
        for (int j = 0; j < disk; j++) {
            const int ix = (int)(nearest(x[i]) + ones[j * 2 + 1]), iy = (int)(nearest(y[i]) + ones[j * 2]);
            int at = abs(ix * high * frames + iy * frames + k);
            if (at >= size)
                at = 0;
            sum += (pow(image[at] - 100, 2) - pow(image[at] - 228, 2)) / 50;
        }
        score[i] = sum / disk - 300;
        weight[i] = 1.0 / particles * exp(score[i]);
    }
#pragma omp parallel for
    for (int b = 0; b < COUNT / T; b++) {
        double sum = 0;
        for (int i = b * T; i < (b + 1) * T && i < particles; i++)
            sum += weight[i];
        sums[b] = sum;
    }
#pragma omp parallel for
    for (int i = 0; i < particles; i++) {
        int index = particles - 1;
        for (int j = 0; j < particles; j++)
            if (cdf[j] >= u[i]) {
                index = j;
                break;
            }
        xn[i] = x[index];
        yn[i] = y[index];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "likelihood", DIM(COUNT / T, 1), DIM(T, 1), BUFFER(x), BUFFER(y), BUFFER(xj), BUFFER(yj), BUFFER(ones), BUFFER(image),
           BUFFER(score), BUFFER(weight), BUFFER(seed), BUFFER(sums), VALUE(particles), VALUE(disk), VALUE(size), VALUE(k), VALUE(high),
           VALUE(frames));
    LAUNCH(r, "locate", DIM(COUNT / T, 1), DIM(T, 1), BUFFER(cdf), BUFFER(u), BUFFER(x), BUFFER(y), BUFFER(xn), BUFFER(yn), VALUE(particles));
}

const Bench bench = { "particles", make, hand, launch };
