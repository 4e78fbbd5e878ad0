/* welford_hand.c: rows of a layer are normalised. */
#include "bench.h"

#include <math.h>

enum { ROWS = 512, COLUMNS = 768 };
static int columns = COLUMNS;
static float epsilon = 1e-5f;
static float *in, *out, *gamma_, *beta;

static void make(void)
{
    in = bench_in(ROWS * COLUMNS, 4);
    out = bench_out(ROWS * COLUMNS, KIND_F32, 1e-4, 0);
    gamma_ = bench_in(COLUMNS, 4);
    beta = bench_in(COLUMNS, 4);
    bench_fill(in, ROWS * COLUMNS, -2, 3);
    bench_fill(gamma_, COLUMNS, 0.5f, 1.5f);
    bench_fill(beta, COLUMNS, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++) {
        const float *row = in + i * COLUMNS;
        float mean = 0, variance = 0;
#pragma omp simd reduction(+ : mean)
        for (int j = 0; j < COLUMNS; j++)
            mean += row[j];
        mean /= COLUMNS;
#pragma omp simd reduction(+ : variance)
        for (int j = 0; j < COLUMNS; j++)
            variance += (row[j] - mean) * (row[j] - mean);
        const float scale = 1 / sqrtf(variance / COLUMNS + epsilon);
#pragma omp simd
        for (int j = 0; j < COLUMNS; j++)
            out[i * COLUMNS + j] = (row[j] - mean) * scale * gamma_[j] + beta[j];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "welford", DIM(ROWS, 1), DIM(192, 1), BUFFER(in), BUFFER(out), BUFFER(gamma_), BUFFER(beta), VALUE(columns),
           VALUE(epsilon));
}

const Bench bench = { "welford", make, hand, launch };
