/* ranks_hand.c: the k-th smallest number of each column. */
#include "bench.h"

enum { ROWS = 31, COLUMNS = 4000 };

static float *in, *out;
static int rows = ROWS, columns = COLUMNS, k = 15;

static void make(void)
{
    in = bench_in((size_t)ROWS * COLUMNS, sizeof *in);
    out = bench_out(COLUMNS, KIND_F32, 0, 0);
    bench_fill(in, (size_t)ROWS * COLUMNS, 0, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int c = 0; c < columns; c++)
        for (int i = 0; i < rows; i++) {
            const float v = in[i * columns + c];
            int less = 0, same = 0;
            for (int j = 0; j < rows; j++) {
                const float w = in[j * columns + c];
                less += w < v;
                same += w == v;
            }
            if (less <= k && k < less + same) {
                out[c] = v;
                break;
            }
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "ranks", DIM((COLUMNS + 127) / 128, 1), DIM(128, 1), BUFFER(in), BUFFER(out), VALUE(rows), VALUE(columns), VALUE(k));
}

const Bench bench = { "ranks", make, hand, launch };
