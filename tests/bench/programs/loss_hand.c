/* loss_hand.c: losses of rows of numbers against classes. */
#include "bench.h"
#include <math.h>

enum { ROWS = 1000, CLASSES = 37 };
static float *x, *out, *change;
static int *label, rows = ROWS, classes = CLASSES;

static void make(void)
{
    x = bench_in(ROWS * CLASSES, 4);
    bench_fill(x, ROWS * CLASSES, -3, 3);
    label = bench_in(ROWS, 4);
    for (int i = 0; i < ROWS; i++)
        label[i] = (int)(bench_random() % CLASSES);
    out = bench_out(ROWS, KIND_F32, 1e-4, 0);
    change = bench_out(ROWS * CLASSES, KIND_F32, 1e-5, 0);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++) {
        const float *row = x + i * CLASSES;
        float most = row[0], sum = 0, e[CLASSES];
        for (int c = 1; c < CLASSES; c++)
            most = row[c] > most ? row[c] : most;
        for (int c = 0; c < CLASSES; c++) {
            e[c] = expf(row[c] - most);
            sum += e[c];
        }
        out[i] = logf(sum) + most - row[label[i]];
        for (int c = 0; c < CLASSES; c++)
            change[i * CLASSES + c] = (e[c] / sum - (c == label[i] ? 1.f : 0.f)) / ROWS;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "loss", DIM((ROWS + 127) / 128, 1), DIM(128, 1), BUFFER(x), BUFFER(label), BUFFER(out), BUFFER(change), VALUE(rows), VALUE(classes));
}

const Bench bench = {"loss", make, hand, launch};
