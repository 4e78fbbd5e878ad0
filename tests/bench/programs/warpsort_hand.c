/* warpsort_hand.c: rows of up to 32 keys with values are sorted. */
#include "bench.h"

enum { ROWS = 2048, COLS = 28, K = 8 };
static float *keys, *sorted, *means;
static int *values, rows = ROWS, cols = COLS, k = K;

static void make(void)
{
    keys = bench_in(ROWS * COLS, sizeof *keys);
    sorted = bench_out(ROWS * COLS, KIND_F32, 0, 0);
    values = bench_out(ROWS * COLS, KIND_U32, 0, 1e-3);
    means = bench_out(ROWS, KIND_F32, 1e-5, 0);
    bench_fill(keys, ROWS * COLS, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int r = 0; r < ROWS; r++) {
        float key[COLS], sum = 0;
        int value[COLS];
        for (int i = 0; i < COLS; i++) {
            const float x = keys[r * COLS + i];
            int j = i;
            for (; j > 0 && key[j - 1] > x; j--) {
                key[j] = key[j - 1];
                value[j] = value[j - 1];
            }
            key[j] = x;
            value[j] = i;
        }
        for (int i = 0; i < COLS; i++) {
            sorted[r * COLS + i] = key[i];
            values[r * COLS + i] = value[i];
        }
        for (int i = 0; i < K; i++)
            sum += key[i];
        means[r] = sum / K;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "sort_rows", DIM(ROWS / 4, 1), DIM(128, 1), BUFFER(keys), BUFFER(sorted), BUFFER(values), BUFFER(means), VALUE(rows), VALUE(cols),
           VALUE(k));
}

const Bench bench = { "warpsort", make, hand, launch };
