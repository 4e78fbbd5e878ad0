/* walsh_hand.c: the Walsh transform of many rows. */
#include "bench.h"

enum { ROWS = 96, LOG = 11, N = 1 << LOG };
static float *in, *out;
static int log2n = LOG;

static void make(void)
{
    in = bench_in(ROWS * N, 4);
    out = bench_out(ROWS * N, KIND_F32, 1e-3, 0);
    bench_fill(in, ROWS * N, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int r = 0; r < ROWS; r++) {
        float *row = out + r * N;
        for (int i = 0; i < N; i++)
            row[i] = in[r * N + i];
        for (int h = N / 2; h > 0; h /= 2)
            for (int i = 0; i < N; i += 2 * h)
                for (int k = i; k < i + h; k++) {
                    float a = row[k], b = row[k + h];
                    row[k] = a + b;
                    row[k + h] = a - b;
                }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "walsh", DIM(ROWS, 1), DIM(N / 4, 1), BUFFER(out), BUFFER(in), VALUE(log2n));
}

const Bench bench = {"walsh", make, hand, launch};
