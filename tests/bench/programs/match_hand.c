/* match_hand.c: where blocks of an image lie in another. */
#include "bench.h"

#include <stdlib.h>

static int w = 256, h = 128;
static uint8_t *a, *b;
static int *best;

static void make(void)
{
    a = bench_in((size_t)(w * h), 1);
    b = bench_in((size_t)(w * h), 1);
    best = bench_out((size_t)(w * h / 64), KIND_U32, 0, 0);
    for (int i = 0; i < w * h; i++)
        a[i] = (uint8_t)(bench_random() >> 9), b[i] = (uint8_t)(bench_random() >> 9);
}

static int clamp(int x, int n)
{
    return x < 0 ? 0 : x >= n ? n - 1 : x;
}

static void hand(void)
{
#pragma omp parallel for collapse(2)
    for (int by = 0; by < h; by += 8)
        for (int bx = 0; bx < w; bx += 8) {
            uint8_t around[17][17];
            int least = 1 << 30;
            for (int i = 0; i < 17; i++)
                for (int j = 0; j < 17; j++)
                    around[i][j] = b[clamp(by + (i < 15 ? i : 15) - 4, h) * w + clamp(bx + (j < 15 ? j : 15) - 4, w)];
            for (int t = 0; t < 81; t++) {
                int sad = 0;
                for (int y = 0; y < 8; y++)
                    for (int x = 0; x < 8; x++)
                        sad += abs(a[(by + y) * w + bx + x] - around[y + t / 9][x + t % 9]);
                least = sad * 128 + t < least ? sad * 128 + t : least;
            }
            best[by / 8 * (w / 8) + bx / 8] = least;
        }
}

static void launch(Run *r)
{
    LAUNCH(r, "match", DIM((uint32_t)w / 8, (uint32_t)h / 8), DIM(128, 1), BUFFER(a), BUFFER(b), BUFFER(best), VALUE(w), VALUE(h));
}

const Bench bench = {"match", make, hand, launch};
