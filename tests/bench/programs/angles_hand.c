/* angles_hand.c: distances and bearings between places on a sphere. */
#include "bench.h"
#include <math.h>

enum { N = 4000 };
typedef struct Place {
    double x, y;
} Place;
static Place *a, *b;
static double *far, *bearing;
static int n = N;

static void make(void)
{
    a = bench_in(N, sizeof *a);
    b = bench_in(N, sizeof *b);
    far = bench_out(N, KIND_F64, 1e-9, 0);
    bearing = bench_out(N, KIND_F64, 1e-9, 0);
    for (int i = 0; i < N; i++) {
        a[i] = (Place){(double)bench_uniform(-3.1f, 3.1f), (double)bench_uniform(-1.5f, 1.5f)};
        b[i] = (Place){(double)bench_uniform(-3.1f, 3.1f), (double)bench_uniform(-1.5f, 1.5f)};
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        Place p = a[i], q = b[i];
        double dx = q.x - p.x, sy = sin((q.y - p.y) / 2), sx = sin(dx / 2);
        double h = sy * sy + cos(p.y) * cos(q.y) * sx * sx;
        far[i] = 2 * 6371 * asin(sqrt(fmin(h, 1.0)));
        bearing[i] = atan2(sin(dx) * cos(q.y), cos(p.y) * sin(q.y) - sin(p.y) * cos(q.y) * cos(dx));
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "angles", DIM((N + 127) / 128, 1), DIM(128, 1), BUFFER(a), BUFFER(b), BUFFER(far), BUFFER(bearing), VALUE(n));
}

const Bench bench = {"angles", make, hand, launch};
