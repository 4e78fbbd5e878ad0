/* anisotropic_hand.c: diffusion that stops at edges. */
#include "bench.h"

enum { COLS = 512, ROWS = 256, S = 16 };
static int cols = COLS, rows = ROWS;
static float *east, *west, *north, *south, *j, *c, q0 = 0.05f, lambda = 0.5f;

static void make(void)
{
    const size_t count = COLS * ROWS;
    east = bench_out(count, KIND_F32, 1e-3, 1e-3);
    west = bench_out(count, KIND_F32, 1e-3, 1e-3);
    north = bench_out(count, KIND_F32, 1e-3, 1e-3);
    south = bench_out(count, KIND_F32, 1e-3, 1e-3);
    c = bench_out(count, KIND_F32, 1e-3, 1e-3);
    j = bench_out(count, KIND_F32, 1e-3, 1e-3);
    bench_fill(j, count, 1, 2);
}

static void hand(void)
{
#pragma omp parallel for
    for (int y = 0; y < ROWS; y++) {
        const float *row = j + y * COLS, *up = j + (y > 0 ? y - 1 : 0) * COLS, *down = j + (y < ROWS - 1 ? y + 1 : y) * COLS;
        for (int x = 0; x < COLS; x++) {
            const float jc = row[x], n = up[x] - jc, s = down[x] - jc;
            const float w = row[x > 0 ? x - 1 : 0] - jc, e = row[x < COLS - 1 ? x + 1 : x] - jc;
            const float g2 = (n * n + s * s + w * w + e * e) / (jc * jc), l = (n + s + w + e) / jc;
            const float den = 1 + 0.25f * l, q = (0.5f * g2 - (1.0f / 16.0f) * (l * l)) / (den * den);
            const float v = 1.0f / (1.0f + (q - q0) / (q0 * (1 + q0)));
            const int i = y * COLS + x;
            c[i] = v < 0 ? 0 : v > 1 ? 1 : v;
            north[i] = n;
            south[i] = s;
            west[i] = w;
            east[i] = e;
        }
    }
#pragma omp parallel for
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLS; x++) {
            const int i = y * COLS + x;
            const float cs = c[y < ROWS - 1 ? i + COLS : i], ce = c[x < COLS - 1 ? i + 1 : i];
            j[i] += 0.25f * lambda * (c[i] * north[i] + cs * south[i] + c[i] * west[i] + ce * east[i]);
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "coefficients", DIM(COLS / S, ROWS / S), DIM(S, S), BUFFER(east), BUFFER(west), BUFFER(north), BUFFER(south),
           BUFFER(j), BUFFER(c), VALUE(cols), VALUE(rows), VALUE(q0));
    LAUNCH(r, "divergence", DIM(COLS / S, ROWS / S), DIM(S, S), BUFFER(east), BUFFER(west), BUFFER(north), BUFFER(south),
           BUFFER(j), BUFFER(c), VALUE(cols), VALUE(rows), VALUE(lambda));
}

const Bench bench = { "anisotropic", make, hand, launch };
