/* resample_hand.c: particles drawn anew by their weights, and their likelihoods. */
#include "bench.h"

#include <math.h>
#include <stdlib.h>

enum { N = 2048, WIDTH = 128, HEIGHT = 128, POINTS = 69 };
static int count = N, width = WIDTH, height = HEIGHT, points = POINTS, *dx, *dy;
static double *x, *y, *sums, *u, *xn, *yn, *out;
static uint8_t *picture;

static void make(void)
{
    x = bench_in(N, sizeof *x);
    y = bench_in(N, sizeof *y);
    sums = bench_in(N, sizeof *sums);
    u = bench_in(N, sizeof *u);
    dx = bench_in(POINTS, sizeof *dx);
    dy = bench_in(POINTS, sizeof *dy);
    picture = bench_in(WIDTH * HEIGHT, 1);
    xn = bench_out(N, KIND_F64, 0, 0);
    yn = bench_out(N, KIND_F64, 0, 0);
    out = bench_out(N, KIND_F64, 1e-9, 0);
    double sum = 0;
    for (int i = 0; i < N; i++) {
        x[i] = (double)bench_uniform(20, 100);
        y[i] = (double)bench_uniform(20, 100);
        sums[i] = sum += 1.0 / N;
        u[i] = (i + 0.5) / N;
    }
    for (int i = 0; i < POINTS; i++) {
        dx[i] = (int)(bench_random() % 9) - 4;
        dy[i] = (int)(bench_random() % 9) - 4;
    }
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        picture[i] = (uint8_t)bench_random();
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int k = 0;
        while (k < N - 1 && sums[k] < u[i])
            k++;
        xn[i] = x[k];
        yn[i] = y[k];
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        const int px = (int)rint(xn[i]), py = (int)rint(yn[i]);
        double sum = 0;
        for (int k = 0; k < POINTS; k++) {
            int at = abs((py + dy[k]) * WIDTH + px + dx[k]);
            if (at >= WIDTH * HEIGHT)
                at = 0;
            const double a = picture[at] - 100, b = picture[at] - 228;
            sum += (a * a - b * b) / 50.0;
        }
        out[i] = sum / POINTS;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "find", DIM(N / 128, 1), DIM(128, 1), BUFFER(x), BUFFER(y), BUFFER(sums), BUFFER(u), BUFFER(xn), BUFFER(yn),
           VALUE(count));
    LAUNCH(r, "likelihood", DIM(N / 128, 1), DIM(128, 1), BUFFER(xn), BUFFER(yn), BUFFER(dx), BUFFER(dy), BUFFER(picture),
           BUFFER(out), VALUE(points), VALUE(width), VALUE(height), VALUE(count));
}

const Bench bench = { "resample", make, hand, launch };
