/* ising_hand.c: half a sweep over spins on a torus, row by row; the chances of each sum in a table. */
#include "bench.h"

#include <math.h>

static int rows = 200, cols = 128, black = 1;
static signed char *mine, *other;
static float *chance, beta = 0.4f;

static void make(void)
{
    const size_t n = (size_t)(rows * cols);
    mine = bench_out(n, KIND_U8, 0, 1e-3);
    other = bench_in(n, 1);
    chance = bench_in(n, sizeof *chance);
    bench_fill(chance, n, 0, 1);
    for (size_t i = 0; i < n; i++) {
        mine[i] = i * 2654435761u >> 20 & 1 ? 1 : -1;
        other[i] = i * 40503u >> 9 & 1 ? 1 : -1;
    }
}

static void hand(void)
{
    float turns[9];
    for (int s = -4; s <= 4; s++)
        turns[s + 4] = expf(-2 * beta * (float)s);
#pragma omp parallel for
    for (int i = 0; i < rows; i++) {
        const signed char *up = other + (i + 1 < rows ? i + 1 : 0) * cols, *down = other + (i > 0 ? i - 1 : rows - 1) * cols;
        const signed char *row = other + i * cols;
        signed char *own = mine + i * cols;
        for (int j = 0; j < cols; j++) {
            const int right = j + 1 < cols ? j + 1 : 0, left = j > 0 ? j - 1 : cols - 1;
            const int sum = up[j] + row[j] + down[j] + row[black == i % 2 ? right : left];
            if (chance[i * cols + j] < turns[sum * own[j] + 4])
                own[j] = (signed char)-own[j];
        }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "ising", DIM((uint32_t)(rows * cols + 127) / 128, 1), DIM(128, 1), BUFFER(mine), BUFFER(other), BUFFER(chance), VALUE(beta),
           VALUE(rows), VALUE(cols), VALUE(black));
}

const Bench bench = {"ising", make, hand, launch};
