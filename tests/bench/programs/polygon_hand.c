/* polygon_hand.c: which points lie in a polygon. */
#include "bench.h"

#include <math.h>

typedef struct { float x, y; } point;
static int n = 10000, count = 40;
static point *points, *corners;
static int *in;

static void make(void)
{
    points = bench_in((size_t)n, sizeof *points);
    corners = bench_in((size_t)count, sizeof *corners);
    in = bench_out((size_t)n, KIND_U32, 0, 0.001);
    bench_fill(&points->x, (size_t)n * 2, -1, 1);
    for (int i = 0; i < count; i++) {
        const float a = (float)i * 6.2831853f / (float)count, r = i % 2 ? 0.5f : 0.9f;
        corners[i] = (point){r * cosf(a + 0.01f), r * sinf(a + 0.01f)};
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int c = 0;
        const point p = points[i];
        for (int j = 0, k = count - 1; j < count; k = j++)
            if ((corners[j].y > p.y) != (corners[k].y > p.y) &&
                p.x < (corners[k].x - corners[j].x) / (corners[k].y - corners[j].y) * (p.y - corners[j].y) + corners[j].x)
                c = !c;
        in[i] = c;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "inside", DIM((uint32_t)(n + 511) / 512, 1), DIM(128, 1), BUFFER(in), BUFFER(points), BUFFER(corners), VALUE(n), VALUE(count));
}

const Bench bench = {"polygon", make, hand, launch};
