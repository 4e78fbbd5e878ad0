/* shepard_hand.c: heights between measured points by their distances to a power. */
#include "bench.h"
#include <math.h>
enum { POINTS = 300, QUERIES = 1000 };
static int points = POINTS, queries = QUERIES;
static float *px, *py, *pz, *qx, *qy, *power, *z;

static void make(void)
{
    px = bench_in(POINTS, 4), py = bench_in(POINTS, 4), pz = bench_in(POINTS, 4);
    qx = bench_in(QUERIES, 4), qy = bench_in(QUERIES, 4), power = bench_in(QUERIES, 4);
    z = bench_out(QUERIES, KIND_F32, 1e-3, 0);
    bench_fill(px, POINTS, 0, 10), bench_fill(py, POINTS, 0, 10), bench_fill(pz, POINTS, 1, 2);
    bench_fill(qx, QUERIES, 0, 10), bench_fill(qy, QUERIES, 0, 10), bench_fill(power, QUERIES, 1, 4);
}

static void hand(void)
{
#pragma omp parallel for
    for (int q = 0; q < QUERIES; q++) {
        float sum = 0, weights = 0;
        const float x = qx[q], y = qy[q], half = power[q] * 0.5f;
#pragma omp simd reduction(+ : sum, weights)
        for (int i = 0; i < POINTS; i++) {
            const float dx = x - px[i], dy = y - py[i], w = 1.0f / powf(dx * dx + dy * dy, half);
            weights += w;
            sum += w * pz[i];
        }
        z[q] = sum / weights;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "shepard", DIM((QUERIES + 127) / 128, 1), DIM(128, 1), BUFFER(px), BUFFER(py), BUFFER(pz), VALUE(points), BUFFER(qx), BUFFER(qy), BUFFER(power), BUFFER(z), VALUE(queries));
}

const Bench bench = { "shepard", make, hand, launch };
