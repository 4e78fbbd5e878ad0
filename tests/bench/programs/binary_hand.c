/* binary_hand.c: a layer of a network whose weights and inputs are signs. */
#include "bench.h"

enum { ROWS = 96, COLUMNS = 256, WORDS = 32 };
static float *values;
static uint32_t *a, *b, *signs;
static int *limits, rows = ROWS, columns = COLUMNS, words = WORDS, n = ROWS * WORDS * 32;

static void make(void)
{
    values = bench_in(ROWS * WORDS * 32, 4);
    a = bench_out(ROWS * WORDS, KIND_U32, 0, 0);
    b = bench_in(COLUMNS * WORDS, 4);
    limits = bench_in(COLUMNS, 4);
    signs = bench_out(ROWS * COLUMNS / 32, KIND_U32, 0, 0);
    bench_fill(values, ROWS * WORDS * 32, -1, 1);
    for (int i = 0; i < COLUMNS * WORDS; i++)
        b[i] = bench_random();
    for (int i = 0; i < COLUMNS; i++)
        limits[i] = (int)(bench_random() % 41) - 20;
}

static void hand(void)
{
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < ROWS * WORDS; i++) {
            uint32_t bits = 0;
            for (int k = 0; k < 32; k++)
                bits |= (uint32_t)(values[32 * i + k] >= 0) << k;
            a[i] = bits;
        }
#pragma omp for
        for (int r = 0; r < ROWS; r++) {
            for (int c = 0; c < COLUMNS; c += 32) {
                uint32_t bits = 0;
                for (int l = 0; l < 32; l++) {
                    int differ = 0;
                    for (int k = 0; k < WORDS; k++)
                        differ += __builtin_popcount(a[r * WORDS + k] ^ b[(c + l) * WORDS + k]);
                    bits |= (uint32_t)(WORDS * 32 - 2 * differ >= limits[c + l]) << l;
                }
                signs[(r * COLUMNS + c) / 32] = bits;
            }
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "pack", DIM((ROWS * WORDS * 32 + 255) / 256, 1), DIM(256, 1), BUFFER(values), BUFFER(a), VALUE(n));
    LAUNCH(r, "binary", DIM(COLUMNS / 32, ROWS / 8), DIM(32, 8), BUFFER(a), BUFFER(b), BUFFER(limits), BUFFER(signs), VALUE(rows), VALUE(columns), VALUE(words));
}

const Bench bench = { "binary", make, hand, launch };
