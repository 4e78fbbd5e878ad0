/* quantise_hand.c: rows of numbers become signed bytes with a scale, and a product of these. */
#include "bench.h"
#include <math.h>

enum { ROWS = 200, QUADS = 192, N = QUADS * 4 };
static float *in, *scale, *result;
static uint8_t *out;
static int8_t *vector;
static const float of_vector = 0.013f;

static void make(void)
{
    in = bench_in(ROWS * N, 4);
    scale = bench_out(ROWS, KIND_F32, 1e-6, 0);
    result = bench_out(ROWS, KIND_F32, 1e-4, 0.01);
    out = bench_out(ROWS * N, KIND_U8, 0, 0.001);
    vector = bench_in(N, 1);
    bench_fill(in, ROWS * N, -3, 3);
    for (int i = 0; i < N; i++)
        vector[i] = (int8_t)bench_uniform(-127, 127);
}

static void hand(void)
{
#pragma omp parallel for
    for (int r = 0; r < ROWS; r++) {
        const float *row = in + r * N;
        int8_t *to = (int8_t *)out + r * N;
        float m = 0;
#pragma omp simd reduction(max : m)
        for (int i = 0; i < N; i++)
            m = fabsf(row[i]) > m ? fabsf(row[i]) : m;
        scale[r] = m / 127;
        const float by = m > 0 ? 127 / m : 0;
#pragma omp simd
        for (int i = 0; i < N; i++)
            to[i] = (int8_t)rintf(row[i] * by);
    }
#pragma omp parallel for
    for (int r = 0; r < ROWS; r++) {
        const int8_t *row = (int8_t *)out + r * N;
        int sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int i = 0; i < N; i++)
            sum += row[i] * vector[i];
        result[r] = (float)sum * scale[r] * of_vector;
    }
}

static void launch(Run *r)
{
    const int quads = QUADS, rows = ROWS;
    LAUNCH(r, "quantise", DIM(ROWS, 1), DIM(128, 1), BUFFER(in), BUFFER(out), BUFFER(scale), VALUE(quads));
    LAUNCH(r, "multiply", DIM((ROWS + 3) / 4, 1), DIM(128, 1), BUFFER(out), BUFFER(vector), BUFFER(scale), BUFFER(result), VALUE(of_vector),
           VALUE(quads), VALUE(rows));
}

const Bench bench = { "quantise", make, hand, launch };
