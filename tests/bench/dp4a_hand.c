/* dp4a_hand.c: dot products of bytes: a matrix of int8 times a vector of them; four bytes of a row lie side by side. */
#include "bench.h"

static int rows = 4096, words = 64;
static int32_t *matrix, *vector, *out;

static void make(void)
{
    matrix = bench_in((size_t)(rows * words), 4);
    vector = bench_in((size_t)words, 4);
    out = bench_out((size_t)rows, KIND_U32, 0, 0);
    for (int i = 0; i < rows * words; i++)
        matrix[i] = (int32_t)bench_random();
    for (int i = 0; i < words; i++)
        vector[i] = (int32_t)bench_random();
}

static void hand(void)
{
    const int8_t *m = (const int8_t *)matrix, *v = (const int8_t *)vector;
#pragma omp parallel for
    for (int row = 0; row < rows; row++) {
        int sum = 0;
        for (int i = 0; i < words; i++)
            for (int k = 0; k < 4; k++)
                sum += m[4 * (i * rows + row) + k] * v[4 * i + k];
        out[row] = sum;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "dp4a", DIM((uint32_t)rows / 256, 1), DIM(256, 1), VALUE(rows), VALUE(words), BUFFER(matrix),
           BUFFER(vector), BUFFER(out));
}

const Bench bench = { "dp4a", make, hand, launch };
