/* gates_hand.c: a recurrent network with gates over many sequences, 16 of them at a time. */
#include "bench.h"

#include <math.h>

enum { COUNT = 512, STEPS = 24, UNITS = 5, LANES = 16 };
static int steps = STEPS, count = COUNT;
static float *x, *in_w, *rec_w, *bias, *out_w, out_b = 0.1f, *y;

static void make(void)
{
    x = bench_in(COUNT * STEPS, sizeof *x);
    in_w = bench_in(4 * UNITS, sizeof *in_w);
    rec_w = bench_in(4 * UNITS * UNITS, sizeof *rec_w);
    bias = bench_in(4 * UNITS, sizeof *bias);
    out_w = bench_in(UNITS, sizeof *out_w);
    y = bench_out(COUNT * STEPS, KIND_F32, 1e-4, 0);
    bench_fill(x, COUNT * STEPS, -1, 1);
    bench_fill(in_w, 4 * UNITS, -1, 1);
    bench_fill(rec_w, 4 * UNITS * UNITS, -1, 1);
    bench_fill(bias, 4 * UNITS, -1, 1);
    bench_fill(out_w, UNITS, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int t = 0; t < COUNT; t += LANES) {
        float h[UNITS][LANES] = {{0}}, c[UNITS][LANES] = {{0}}, g[4][UNITS][LANES];
        for (int s = 0; s < STEPS; s++) {
            for (int k = 0; k < 4; k++)
                for (int j = 0; j < UNITS; j++)
                    for (int l = 0; l < LANES; l++) {
                        float a = in_w[k * UNITS + j] * x[(t + l) * STEPS + s] + bias[k * UNITS + j];
                        for (int i = 0; i < UNITS; i++)
                            a += h[i][l] * rec_w[(k * UNITS + j) * UNITS + i];
                        g[k][j][l] = k == 2 ? tanhf(a) : 1.0f / (1.0f + expf(-a));
                    }
            for (int l = 0; l < LANES; l++) {
                float o = out_b;
                for (int j = 0; j < UNITS; j++) {
                    c[j][l] = c[j][l] * g[1][j][l] + g[2][j][l] * g[0][j][l];
                    h[j][l] = tanhf(c[j][l]) * g[3][j][l];
                    o += h[j][l] * out_w[j];
                }
                y[(t + l) * STEPS + s] = o;
            }
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "gates", DIM(COUNT / 128, 1), DIM(128, 1), BUFFER(x), BUFFER(in_w), BUFFER(rec_w), BUFFER(bias), BUFFER(out_w),
           VALUE(out_b), BUFFER(y), VALUE(steps), VALUE(count));
}

const Bench bench = { "gates", make, hand, launch };
