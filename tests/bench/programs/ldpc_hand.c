/* ldpc_hand.c: words of a quasi-cyclic parity code freed of errors by rounds of messages. */
#include "bench.h"

#include <math.h>

enum { ROWS = 6, COLS = 18, Z = 96, MOST = 9, WORDS = 32, ROUNDS = 5 };
static const struct { int col, shift; } h[ROWS][MOST] = {
    { { 0, 68 }, { 1, 12 }, { 2, 46 }, { 5, 74 }, { 6, 7 }, { 12, 64 }, { 0, 0 }, { 0, 0 }, { 0, 0 } },
    { { 0, 30 }, { 1, 11 }, { 3, 70 }, { 6, 54 }, { 8, 7 }, { 10, 72 }, { 12, 15 }, { 13, 28 }, { 0, 0 } },
    { { 0, 5 }, { 1, 71 }, { 6, 17 }, { 8, 37 }, { 9, 53 }, { 10, 18 }, { 11, 69 }, { 13, 15 }, { 14, 73 } },
    { { 1, 47 }, { 2, 12 }, { 3, 70 }, { 4, 91 }, { 8, 8 }, { 14, 72 }, { 15, 7 }, { 0, 0 }, { 0, 0 } },
    { { 3, 40 }, { 6, 59 }, { 7, 74 }, { 8, 58 }, { 9, 46 }, { 11, 38 }, { 15, 31 }, { 16, 23 }, { 0, 0 } },
    { { 1, 57 }, { 2, 36 }, { 3, 77 }, { 4, 9 }, { 5, 15 }, { 7, 65 }, { 11, 53 }, { 16, 21 }, { 17, 43 } }
};
static const int count[ROWS] = { 6, 8, 9, 7, 8, 9 };
static float *llr0, *llr, *r;
static uint8_t *hard;

static void make(void)
{
    llr0 = bench_in(WORDS * COLS * Z, 4);
    llr = bench_out(WORDS * COLS * Z, KIND_F32, 1e-3, 0);
    r = bench_out(WORDS * ROWS * MOST * Z, KIND_F32, 1e-3, 0);
    hard = bench_out(WORDS * COLS * Z, KIND_U8, 0, 1e-3);
    bench_fill(llr0, WORDS * COLS * Z, -2, 8);
}

static void hand_check(const float *in, float *out, int row, bool first)
{
    float least[Z], second[Z], q[MOST][Z];
    int where[Z], odd[Z];
    for (int i = 0; i < Z; i++)
        least[i] = second[i] = 1000, where[i] = odd[i] = 0;
    for (int j = 0; j < count[row]; j++) {
        const float *from = in + h[row][j].col * Z;
        const int s = h[row][j].shift;
        for (int i = 0; i < Z - s; i++)
            q[j][i] = from[i + s];
        for (int i = Z - s; i < Z; i++)
            q[j][i] = from[i + s - Z];
        for (int i = 0; i < Z; i++) {
            const float x = first ? q[j][i] : q[j][i] - out[j * Z + i], a = fabsf(x);
            q[j][i] = x;
            odd[i] ^= x < 0;
            second[i] = a < least[i] ? least[i] : a < second[i] ? a : second[i];
            where[i] = a < least[i] ? j : where[i];
            least[i] = a < least[i] ? a : least[i];
        }
    }
    for (int j = 0; j < count[row]; j++)
        for (int i = 0; i < Z; i++) {
            const float m = 0.75f * (where[i] == j ? second[i] : least[i]);
            out[j * Z + i] = (odd[i] ^ (q[j][i] < 0)) ? -m : m;
        }
}

static void hand(void)
{
#pragma omp parallel for
    for (int w = 0; w < WORDS; w++)
        for (int round = 0; round < ROUNDS; round++) {
            const float *in = (round ? llr : llr0) + w * COLS * Z, *zero = llr0 + w * COLS * Z;
            float *to = llr + w * COLS * Z;
            for (int row = 0; row < ROWS; row++)
                hand_check(in, r + (w * ROWS + row) * MOST * Z, row, round == 0);
            for (int i = 0; i < COLS * Z; i++)
                to[i] = zero[i];
            for (int row = 0; row < ROWS; row++)
                for (int j = 0; j < count[row]; j++) {
                    const float *from = r + ((w * ROWS + row) * MOST + j) * Z;
                    const int s = h[row][j].shift;
                    float *at = to + h[row][j].col * Z;
                    for (int i = 0; i < Z - s; i++)
                        at[i + s] += from[i];
                    for (int i = Z - s; i < Z; i++)
                        at[i + s - Z] += from[i];
                }
            for (int i = 0; i < COLS * Z; i++)
                hard[w * COLS * Z + i] = to[i] < 0;
        }
}

static void launch(Run *run)
{
    for (int round = 0; round < ROUNDS; round++) {
        const int first = round == 0;
        if (first)
            LAUNCH(run, "check_nodes", DIM(ROWS, WORDS), DIM(Z, 1), BUFFER(llr0), BUFFER(r), VALUE(first));
        else
            LAUNCH(run, "check_nodes", DIM(ROWS, WORDS), DIM(Z, 1), BUFFER(llr), BUFFER(r), VALUE(first));
        LAUNCH(run, "variable_nodes", DIM(COLS, WORDS), DIM(Z, 1), BUFFER(llr0), BUFFER(r), BUFFER(llr), BUFFER(hard));
    }
}

const Bench bench = { "ldpc", make, hand, launch };
