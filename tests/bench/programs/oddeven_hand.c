/* oddeven_hand.c: keys and values sorted in blocks of 256: by digits of 8 bits. */
#include "bench.h"

#include <string.h>

enum { N = 256, BLOCKS = 128 };
static unsigned *keys, *values, up = 1;

static void make(void)
{
    keys = bench_out(N * BLOCKS, KIND_U32, 0, 0);
    values = bench_out(N * BLOCKS, KIND_U32, 0, 0);
    for (int i = 0; i < N * BLOCKS; i++) {
        keys[i] = bench_random() << 8 | (unsigned)i % N;
        values[i] = (unsigned)i;
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int b = 0; b < BLOCKS; b++) {
        unsigned k[2][N], v[2][N];
        memcpy(k[0], keys + b * N, sizeof k[0]);
        memcpy(v[0], values + b * N, sizeof v[0]);
        for (int d = 0; d < 4; d++) {
            unsigned at[256] = {0}, sum = 0, *const from = k[d & 1], *const to = k[1 - (d & 1)];
            for (int i = 0; i < N; i++)
                at[from[i] >> 8 * d & 255]++;
            for (int i = 0; i < 256; i++) {
                const unsigned n = at[i];
                at[i] = sum;
                sum += n;
            }
            for (int i = 0; i < N; i++) {
                const unsigned place = at[from[i] >> 8 * d & 255]++;
                to[place] = from[i];
                v[1 - (d & 1)][place] = v[d & 1][i];
            }
        }
        memcpy(keys + b * N, k[0], sizeof k[0]);
        memcpy(values + b * N, v[0], sizeof v[0]);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "oddeven", DIM(BLOCKS, 1), DIM(N / 2, 1), BUFFER(keys), BUFFER(values), VALUE(up));
}

const Bench bench = { "oddeven", make, hand, launch };
