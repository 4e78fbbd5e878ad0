/* sph_hand.c: the density and pressure of a fluid of particles. */
#include "bench.h"
#include <math.h>
enum { N = 3000, CELLS = 24 };
static int n = N, cells = CELLS, *begin, *end;
static float *place, *rho, *pressure, h = 0.05f, mass = 0.4f;

static void make(void)
{
    place = bench_in(N * 2, 4), begin = bench_in(CELLS * CELLS, 4), end = bench_in(CELLS * CELLS, 4);
    rho = bench_out(N, KIND_F32, 1e-4, 0), pressure = bench_out(N, KIND_F32, 1e-3, 0);
    int at = 0;
    for (int c = 0; c < CELLS * CELLS; c++) {
        begin[c] = at;
        int count = (N - at) / (CELLS * CELLS - c);
        for (; count > 0; count--, at++) {
            place[2 * at] = ((float)(c % CELLS) + bench_uniform(0.01f, 0.99f)) * h;
            place[2 * at + 1] = ((float)(c / CELLS) + bench_uniform(0.01f, 0.99f)) * h;
        }
        end[c] = at;
    }
}

static void hand(void)
{
    const float h2 = h * h, norm = mass * 4.0f / (3.14159265f * h2 * h2 * h2 * h2);
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        const float px = place[2 * i], py = place[2 * i + 1];
        const int cx = (int)(px / h), cy = (int)(py / h);
        const int x0 = cx > 0 ? cx - 1 : 0, x1 = cx < CELLS - 1 ? cx + 1 : cx, y0 = cy > 0 ? cy - 1 : 0, y1 = cy < CELLS - 1 ? cy + 1 : cy;
        float sum = 0;
        for (int y = y0; y <= y1; y++)
            for (int x = x0; x <= x1; x++)
                for (int j = begin[y * CELLS + x]; j < end[y * CELLS + x]; j++) {
                    const float dx = px - place[2 * j], dy = py - place[2 * j + 1], z = h2 - (dx * dx + dy * dy);
                    if (z > 0)
                        sum += z * z * z;
                }
        rho[i] = sum * norm;
        pressure[i] = 1000.0f * (powf(rho[i] / 1000.0f, 7.0f) - 1.0f);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "density", DIM((N + 255) / 256, 1), DIM(256, 1), BUFFER(place), BUFFER(begin), BUFFER(end), BUFFER(rho), BUFFER(pressure), VALUE(n), VALUE(cells), VALUE(h), VALUE(mass));
}

const Bench bench = { "sph", make, hand, launch };
