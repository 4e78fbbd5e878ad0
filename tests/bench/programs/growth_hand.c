/* growth_hand.c: clusters grown from each of many points as long as they stay small. */
#include "bench.h"

#include <math.h>

enum { POINTS = 400, MOST = 96, BLOCKS = 32 };
static float *xs, *ys, *farthest, threshold = 0.15f;
static int *neighbours, *degree, *sizes, points = POINTS, most = MOST;

static void make(void)
{
    xs = bench_in(POINTS, 4), ys = bench_in(POINTS, 4), farthest = bench_in(BLOCKS * MOST, 4);
    neighbours = bench_in(POINTS * MOST, 4), degree = bench_in(POINTS, 4), sizes = bench_out(POINTS, KIND_U32, 0, 0.01);
    bench_fill(xs, POINTS, 0, 1), bench_fill(ys, POINTS, 0, 1);
    for (int i = 0; i < POINTS; i++)
        for (int j = 0; j < POINTS; j++)
            if (j != i && hypotf(xs[i] - xs[j], ys[i] - ys[j]) <= threshold && degree[i] < MOST)
                neighbours[i * MOST + degree[i]++] = j;
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic, 8)
    for (int seed = 0; seed < POINTS; seed++) {
        float x[MOST], y[MOST], far[MOST], lx = xs[seed], ly = ys[seed];
        int n = degree[seed], count = 1;
        for (int i = 0; i < n; i++)
            x[i] = xs[neighbours[seed * MOST + i]], y[i] = ys[neighbours[seed * MOST + i]], far[i] = 0;
        for (;;) {
            float least = 1e30f;
#pragma omp simd reduction(min : least)
            for (int i = 0; i < n; i++) {
                const float dx = x[i] - lx, dy = y[i] - ly, d = sqrtf(dx * dx + dy * dy);
                far[i] = d > far[i] ? d : far[i];
                least = far[i] < least ? far[i] : least;
            }
            if (least > threshold)
                break;
            int at = 0;
            while (far[at] != least)
                at++;
            lx = x[at], ly = y[at], far[at] = 1e31f;
            count++;
        }
        sizes[seed] = count;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "qtc", DIM(BLOCKS, 1), DIM(64, 1), BUFFER(xs), BUFFER(ys), BUFFER(neighbours), BUFFER(degree), BUFFER(farthest), BUFFER(sizes), VALUE(points), VALUE(most),
           VALUE(threshold));
}

const Bench bench = { "growth", make, hand, launch };
