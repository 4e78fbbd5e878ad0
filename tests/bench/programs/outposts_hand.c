/* outposts_hand.c: points chosen one after the other, each the farthest from all before it. */
#include "bench.h"

enum { CLOUDS = 4, N = 2048, M = 64 };
static float *points, *temp;
static int *chosen, n = N, m = M;

static void make(void)
{
    points = bench_in(CLOUDS * N * 3, 4);
    temp = bench_in(CLOUDS * N, 4);
    chosen = bench_out(CLOUDS * M, KIND_U32, 0, 0);
    bench_fill(points, CLOUDS * N * 3, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int c = 0; c < CLOUDS; c++) {
        float x[N], y[N], z[N], d[N];
        for (int i = 0; i < N; i++) {
            x[i] = points[(c * N + i) * 3];
            y[i] = points[(c * N + i) * 3 + 1];
            z[i] = points[(c * N + i) * 3 + 2];
            d[i] = 1e10f;
        }
        int old = 0;
        for (int j = 1; j < M; j++) {
            const float a = x[old], b = y[old], e = z[old];
            float best = -1;
#pragma omp simd reduction(max : best)
            for (int i = 0; i < N; i++) {
                const float q = (x[i] - a) * (x[i] - a) + (y[i] - b) * (y[i] - b) + (z[i] - e) * (z[i] - e);
                d[i] = q < d[i] ? q : d[i];
                best = d[i] > best ? d[i] : best;
            }
            for (old = 0; d[old] != best; old++)
                ;
            chosen[c * M + j] = old;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "outposts", DIM(CLOUDS, 1), DIM(256, 1), VALUE(n), VALUE(m), BUFFER(points), BUFFER(temp), BUFFER(chosen));
}

const Bench bench = { "outposts", make, hand, launch };
