/* fourier_hand.c: Fourier transforms of many rows of 512 complex numbers, radix 2 with a table of twiddles. */
#include "bench.h"
#include <math.h>

enum { POINTS = 512, ROWS = 128 };
static float *in, *out;

static void make(void)
{
    in = bench_in(ROWS * POINTS * 2, 4);
    out = bench_out(ROWS * POINTS * 2, KIND_F32, 1e-3, 0);
    bench_fill(in, ROWS * POINTS * 2, -1, 1);
}

static void hand(void)
{
    float cs[POINTS], sn[POINTS];
    for (int half = 1; half < POINTS; half <<= 1)
        for (int k = 0; k < half; k++) {
            cs[half + k] = cosf(-3.14159265f * (float)k / (float)half);
            sn[half + k] = sinf(-3.14159265f * (float)k / (float)half);
        }
#pragma omp parallel for
    for (int r = 0; r < ROWS; r++) {
        float a[2][POINTS], b[2][POINTS];
        float(*restrict f)[POINTS] = a, (*restrict g)[POINTS] = b;
        for (int i = 0; i < POINTS; i++) {
            f[0][i] = in[(r * POINTS + i) * 2];
            f[1][i] = in[(r * POINTS + i) * 2 + 1];
        }
        for (int half = 1; half < POINTS; half <<= 1) {
            for (int j = 0; j < POINTS / 2; j += half)
#pragma omp simd
                for (int k = 0; k < half; k++) {
                    const float c = cs[half + k], s = sn[half + k], x = f[0][j + k + POINTS / 2], y = f[1][j + k + POINTS / 2];
                    const float wx = x * c - y * s, wy = x * s + y * c;
                    g[0][2 * j + k] = f[0][j + k] + wx;
                    g[1][2 * j + k] = f[1][j + k] + wy;
                    g[0][2 * j + k + half] = f[0][j + k] - wx;
                    g[1][2 * j + k + half] = f[1][j + k] - wy;
                }
            float(*t)[POINTS] = f;
            f = g;
            g = t;
        }
        for (int i = 0; i < POINTS; i++) {
            out[(r * POINTS + i) * 2] = f[0][i];
            out[(r * POINTS + i) * 2 + 1] = f[1][i];
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "fourier", DIM(ROWS, 1), DIM(POINTS / 2, 1), BUFFER(in), BUFFER(out));
}

const Bench bench = { "fourier", make, hand, launch };
