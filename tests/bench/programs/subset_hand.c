/* subset_hand.c: how far pieces of a speckled surface have moved between two pictures. */
#include "bench.h"

#include <math.h>

enum { ROWS = 200, COLS = 240, POINTS = 40, SIZE = 25 };
static struct Common {
    int cols, rows, points, most;
    float enough;
} common = { COLS, ROWS, POINTS, 8, 1e-7f };
static struct Unique { uint64_t row, col, u, v, steps; } unique; /* pointers, which have 64 bits in the kernel */
static float *ref, *def, *us, *vs;
static int *row, *col, *steps;

static float speckle(float r, float c) { return sinf(0.31f * r + 0.2f) * cosf(0.23f * c) + 0.5f * sinf(0.11f * r - 0.37f * c); }

static void make(void)
{
    ref = bench_in(ROWS * COLS, 4), def = bench_in(ROWS * COLS, 4), row = bench_in(POINTS, 4), col = bench_in(POINTS, 4);
    us = bench_out(POINTS, KIND_F32, 1e-3, 0), vs = bench_out(POINTS, KIND_F32, 1e-3, 0), steps = bench_in(POINTS, 4);
    for (int c = 0; c < COLS; c++)
        for (int r = 0; r < ROWS; r++)
            ref[c * ROWS + r] = speckle((float)r, (float)c), def[c * ROWS + r] = speckle((float)r - 0.7f, (float)c + 0.4f);
    for (int i = 0; i < POINTS; i++)
        row[i] = 20 + (int)(bench_random() % (ROWS - 40)), col[i] = 20 + (int)(bench_random() % (COLS - 40));
    unique = (struct Unique){ (uintptr_t)row, (uintptr_t)col, (uintptr_t)us, (uintptr_t)vs, (uintptr_t)steps };
}

static int within(int v, int n) { return v < 0 ? 0 : v > n - 2 ? n - 2 : v; }

static void hand(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int p = 0; p < POINTS; p++) {
        float u = 0, v = 0;
        int step;
        for (step = 0; step < common.most; step++) {
            float h11 = 0, h12 = 0, h22 = 0, b1 = 0, b2 = 0;
            for (int c = col[p] - SIZE / 2; c <= col[p] + SIZE / 2; c++) {
                const int c0 = within((int)floorf((float)c + v), COLS);
                const float fc = (float)c + v - (float)c0;
                const float *d = def + c0 * ROWS, *a = ref + c * ROWS;
#pragma omp simd reduction(+ : h11, h12, h22, b1, b2)
                for (int r = row[p] - SIZE / 2; r <= row[p] + SIZE / 2; r++) {
                    const int r0 = within((int)floorf((float)r + u), ROWS);
                    const float fr = (float)r + u - (float)r0;
                    const float there = (1 - fr) * (1 - fc) * d[r0] + fr * (1 - fc) * d[r0 + 1] + (1 - fr) * fc * d[r0 + ROWS] + fr * fc * d[r0 + ROWS + 1];
                    const float gr = 0.5f * (a[r + 1] - a[r - 1]), gc = 0.5f * (a[r + ROWS] - a[r - ROWS]), e = a[r] - there;
                    h11 += gr * gr, h12 += gr * gc, h22 += gc * gc, b1 += gr * e, b2 += gc * e;
                }
            }
            const float det = h11 * h22 - h12 * h12 + 1e-12f, du = (h22 * b1 - h12 * b2) / det, dv = (h11 * b2 - h12 * b1) / det;
            u += du, v += dv;
            if (du * du + dv * dv < common.enough)
                break;
        }
        us[p] = u, vs[p] = v, steps[p] = step;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "subset", DIM(POINTS, 1), DIM(128, 1), VALUE(common), VALUE(unique), BUFFER(ref), BUFFER(def));
}

const Bench bench = { "subset", make, hand, launch };
