/* bytes_hand.c: how often each byte stands in data. */
#include "bench.h"

#include <string.h>

enum { WORDS = 1 << 17, PARTS = 48 };
static unsigned *data, *part, *all, words = WORDS - 77, parts = PARTS;

static void make(void)
{
    data = bench_in(WORDS, sizeof *data);
    part = bench_in(PARTS * 256, sizeof *part);
    all = bench_out(256, KIND_U32, 0, 0);
    for (int i = 0; i < WORDS; i++)
        data[i] = bench_random() ^ bench_random() >> 9;
}

static void hand(void)
{
    memset(all, 0, 256 * sizeof *all);
#pragma omp parallel
    {
        unsigned own[4][256] = {0};
#pragma omp for
        for (int i = 0; i < WORDS - 77; i++) {
            const unsigned d = data[i];
            own[0][d & 255]++;
            own[1][d >> 8 & 255]++;
            own[2][d >> 16 & 255]++;
            own[3][d >> 24]++;
        }
#pragma omp critical
        for (int i = 0; i < 256; i++)
            all[i] += own[0][i] + own[1][i] + own[2][i] + own[3][i];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "count", DIM(PARTS, 1), DIM(192, 1), BUFFER(part), BUFFER(data), VALUE(words));
    LAUNCH(r, "merge", DIM(256, 1), DIM(256, 1), BUFFER(all), BUFFER(part), VALUE(parts));
}

const Bench bench = { "bytes", make, hand, launch };
