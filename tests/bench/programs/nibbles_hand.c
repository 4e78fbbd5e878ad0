/* nibbles_hand.c: a matrix of numbers of four bits, 32 to a block with a scale, times a vector. */
#include "bench.h"
enum { ROWS = 120, BLOCKS = 48 };
typedef struct Quant {
    float scale;
    uint8_t q[16];
} Quant;
static int blocks = BLOCKS, rows = ROWS;
static Quant *m;
static float *y, *out;

static void make(void)
{
    m = bench_in(ROWS * BLOCKS, sizeof(Quant)), y = bench_in(32 * BLOCKS, 4);
    out = bench_out(ROWS, KIND_F32, 1e-3, 0);
    for (int i = 0; i < ROWS * BLOCKS; i++) {
        m[i].scale = bench_uniform(0.01f, 0.02f);
        for (int k = 0; k < 16; k++)
            m[i].q[k] = (uint8_t)bench_random();
    }
    bench_fill(y, 32 * BLOCKS, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int row = 0; row < ROWS; row++) {
        float sum = 0;
        for (int b = 0; b < BLOCKS; b++) {
            const Quant *q = &m[row * BLOCKS + b];
            const float *v = y + 32 * b;
            float part = 0;
#pragma omp simd reduction(+ : part)
            for (int i = 0; i < 16; i++)
                part += (float)((q->q[i] & 15) - 8) * v[i] + (float)((q->q[i] >> 4) - 8) * v[i + 16];
            sum += part * q->scale;
        }
        out[row] = sum;
    }
}

static void launch(Run *r) { LAUNCH(r, "nibbles", DIM(ROWS / 4, 1), DIM(32, 4), BUFFER(m), BUFFER(y), BUFFER(out), VALUE(blocks), VALUE(rows)); }

const Bench bench = { "nibbles", make, hand, launch };
