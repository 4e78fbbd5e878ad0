/* batch_hand.c: how values of many rows are normalised by column, a row at a time. */
#include <math.h>
#include <string.h>

#include "bench.h"

enum { ROWS = 400, COLUMNS = 200 };
static int rows = ROWS, columns = COLUMNS;
static float least = 1e-5f;
static float *x, *mean, *scale, *gain, *shift, *out;

static void make(void)
{
    x = bench_in(ROWS * COLUMNS, sizeof *x);
    gain = bench_in(COLUMNS, sizeof *gain);
    shift = bench_in(COLUMNS, sizeof *shift);
    mean = bench_out(COLUMNS, KIND_F32, 1e-4, 0);
    scale = bench_out(COLUMNS, KIND_F32, 1e-3, 0);
    out = bench_out(ROWS * COLUMNS, KIND_F32, 1e-3, 0);
    bench_fill(x, ROWS * COLUMNS, -1, 1);
    bench_fill(gain, COLUMNS, 0, 1);
    bench_fill(shift, COLUMNS, -1, 1);
}

static void hand(void)
{
#pragma omp parallel
    {
        const Share s = bench_share(COLUMNS);
        float sum[COLUMNS] = {0}, square[COLUMNS] = {0};
        for (int r = 0; r < ROWS; r++)
            for (int c = s.first; c < s.end; c++) {
                const float v = x[r * COLUMNS + c];
                sum[c] += v;
                square[c] += v * v;
            }
        for (int c = s.first; c < s.end; c++) {
            mean[c] = sum[c] / ROWS;
            scale[c] = 1 / sqrtf(square[c] / ROWS - mean[c] * mean[c] + least);
        }
#pragma omp barrier
#pragma omp for
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < COLUMNS; c++) {
                const float v = (x[r * COLUMNS + c] - mean[c]) * scale[c] * gain[c] + shift[c];
                out[r * COLUMNS + c] = v > 0 ? v : 0.01f * v;
            }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "statistics", DIM((COLUMNS + 31) / 32, 1), DIM(32, 8), BUFFER(x), BUFFER(mean), BUFFER(scale), VALUE(rows), VALUE(columns), VALUE(least));
    LAUNCH(r, "normalise", DIM(100, 1), DIM(256, 1), BUFFER(x), BUFFER(mean), BUFFER(scale), BUFFER(gain), BUFFER(shift), BUFFER(out), VALUE(rows),
           VALUE(columns));
}

const Bench bench = {"batch", make, hand, launch};
