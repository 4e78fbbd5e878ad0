/* minkowski_hand.c: distances in two norms. */
#include "bench.h"

#include <math.h>

static int n = 20000, seeds = 12;
static double *x, *y, *sx, *sy, *near, *inside, radius = 0.3;
static int *which;

static double *fill(size_t count)
{
    double *at = bench_in(count, sizeof *at);
    for (size_t i = 0; i < count; i++)
        at[i] = bench_uniform(0, 1);
    return at;
}

static void make(void)
{
    x = fill((size_t)n);
    y = fill((size_t)n);
    sx = fill((size_t)seeds);
    sy = fill((size_t)seeds);
    near = bench_out((size_t)n, KIND_F64, 1e-13, 0);
    which = bench_out((size_t)n, KIND_U32, 0, 0.001);
    inside = bench_out((size_t)n, KIND_F64, 1e-12, 0);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double best = 1e300, sum = 0;
        int at = 0;
        for (int s = 0; s < seeds; s++) {
            double dx = x[i] - sx[s], dy = y[i] - sy[s];
            double d = sqrt(dx * dx + dy * dy), root = sqrt(fabs(dx)) + sqrt(fabs(dy)), h = root * root;
            if (d + 0.25 * h < best) {
                best = d + 0.25 * h;
                at = s;
            }
            if (d < radius) {
                double t = 1 - d / radius;
                sum += t * t * t;
            }
        }
        near[i] = best;
        which[i] = at;
        inside[i] = sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "minkowski", DIM((uint32_t)(n + 191) / 192, 1), DIM(192, 1), BUFFER(x), BUFFER(y), BUFFER(sx), BUFFER(sy),
           BUFFER(near), BUFFER(which), BUFFER(inside), VALUE(radius), VALUE(seeds), VALUE(n));
}

const Bench bench = { "minkowski", make, hand, launch };
