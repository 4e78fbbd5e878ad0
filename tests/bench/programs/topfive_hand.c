/* topfive_hand.c: the five nearest points. */
#include "bench.h"

#include <math.h>

enum { K = 5 };
static int points = 400, queries = 1500, *index;
static float *px, *py, *qx, *qy, *dist;

static void make(void)
{
    px = bench_in((size_t)points, sizeof *px);
    py = bench_in((size_t)points, sizeof *py);
    qx = bench_in((size_t)queries, sizeof *qx);
    qy = bench_in((size_t)queries, sizeof *qy);
    dist = bench_out((size_t)queries * K, KIND_F32, 1e-5, 0);
    index = bench_out((size_t)queries * K, KIND_U32, 0, 0.001);
    bench_fill(px, (size_t)points, 0, 1);
    bench_fill(py, (size_t)points, 0, 1);
    bench_fill(qx, (size_t)queries, 0, 1);
    bench_fill(qy, (size_t)queries, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int q = 0; q < queries; q++) {
        float d[K];
        int at[K];
        for (int k = 0; k < K; k++)
            d[k] = 3.402823466e+38f, at[k] = -1;
        for (int p = 0; p < points; p++) {
            const float dx = px[p] - qx[q], dy = py[p] - qy[q], e = dx * dx + dy * dy;
            if (e < d[K - 1]) {
                int k = K - 1;
                for (; k > 0 && d[k - 1] > e; k--)
                    d[k] = d[k - 1], at[k] = at[k - 1];
                d[k] = e, at[k] = p;
            }
        }
        for (int k = 0; k < K; k++)
            dist[k * queries + q] = sqrtf(d[k]), index[k * queries + q] = at[k];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "topfive", DIM((uint32_t)(queries + 63) / 64, 1), DIM(64, 1), BUFFER(px), BUFFER(py), BUFFER(qx), BUFFER(qy), BUFFER(dist), BUFFER(index),
           VALUE(points), VALUE(queries));
}

const Bench bench = {"topfive", make, hand, launch};
