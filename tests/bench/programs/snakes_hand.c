/* snakes_hand.c: a field that draws contours to edges around cells. */
#include "bench.h"

#include <math.h>
#include <string.h>

enum { CELLS = 6, M = 41, N = 51, MOST = 12 };
static float *images, *edges, vx = 0.7f, vy = 0.3f, e = 0.5f, cutoff = 1e-4f;
static int *ms, *ns, most = MOST;
static uint64_t *image_of, *edge_of; /* pointers, as wide as in the kernel */

static void make(void)
{
    images = bench_out(CELLS * M * N, KIND_F32, 1e-3, 0);
    edges = bench_in(CELLS * M * N, 4);
    bench_fill(images, CELLS * M * N, 0, 1);
    bench_fill(edges, CELLS * M * N, 0, 1);
    image_of = bench_in(CELLS, sizeof *image_of);
    edge_of = bench_in(CELLS, sizeof *edge_of);
    ms = bench_in(CELLS, 4);
    ns = bench_in(CELLS, 4);
    for (int i = 0; i < CELLS; i++)
        ms[i] = M - i, ns[i] = N - 2 * i, image_of[i] = (uintptr_t)(images + i * M * N), edge_of[i] = (uintptr_t)(edges + i * M * N);
}

static inline float heaviside(float x) { return atanf(x) * (1 / 3.14159f) + 0.5f; }

static void hand(void)
{
    const float mu = 0.5f, lambda = 8 * mu + 1, scale = 1 / e;
#pragma omp parallel for schedule(dynamic)
    for (int c = 0; c < CELLS; c++) {
        const int m = ms[c], n = ns[c];
        float *a = (float *)(uintptr_t)image_of[c];
        const float *edge = (const float *)(uintptr_t)edge_of[c];
        float next[M * N];
        for (int round = 0; round < MOST; round++) {
            float change = 0;
            for (int i = 0; i < m; i++) {
                const int up = (i ? i - 1 : 0) * n, down = (i == m - 1 ? i : i + 1) * n, here = i * n;
#pragma omp simd reduction(+ : change)
                for (int j = 0; j < n; j++) {
                    const int left = j ? j - 1 : 0, right = j == n - 1 ? j : j + 1;
                    const float old = a[here + j];
                    const float ul = a[up + left] - old, u = a[up + j] - old, ur = a[up + right] - old;
                    const float l = a[here + left] - old, r = a[here + right] - old;
                    const float dl = a[down + left] - old, d = a[down + j] - old, dr = a[down + right] - old;
                    float s = heaviside(ul * (vx - vy) * scale) * ul + heaviside(u * vx * scale) * u + heaviside(ur * (vx + vy) * scale) * ur;
                    s += heaviside(l * -vy * scale) * l + heaviside(r * vy * scale) * r + heaviside(dl * (-vx - vy) * scale) * dl;
                    s += heaviside(d * -vx * scale) * d + heaviside(dr * (vy - vx) * scale) * dr;
                    float v = old + mu / lambda * s;
                    v -= 1 / lambda * edge[here + j] * (v - edge[here + j]);
                    next[here + j] = v;
                    change += fabsf(v - old);
                }
            }
            memcpy(a, next, sizeof *a * (size_t)(m * n));
            if (change / (float)(m * n) < cutoff)
                break;
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "snakes", DIM(CELLS, 1), DIM(192, 1), BUFFER(image_of), BUFFER(edge_of), BUFFER(ms), BUFFER(ns), VALUE(vx), VALUE(vy), VALUE(e),
           VALUE(most), VALUE(cutoff));
}

const Bench bench = { "snakes", make, hand, launch };
