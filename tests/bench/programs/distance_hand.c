/* distance_hand.c: how many letters must change to make a word of a pattern. */
#include "bench.h"

enum { N = 2000, LENGTH = 24, PATTERN = 20 };
static char *words, *pattern;
static int *out, n = N, length = PATTERN;

static void make(void)
{
    words = bench_in(N * LENGTH, 1);
    pattern = bench_in(PATTERN, 1);
    out = bench_out(N, KIND_U32, 0, 0);
    for (int i = 0; i < N * LENGTH; i++)
        words[i] = (char)('a' + bench_random() % 4);
    for (int i = 0; i < PATTERN; i++)
        pattern[i] = (char)('a' + bench_random() % 4);
}

static void hand(void)
{
#pragma omp parallel for
    for (int t = 0; t < n; t++) {
        int row[LENGTH + 1];
        for (int i = 0; i <= LENGTH; i++)
            row[i] = i;
        for (int j = 1; j <= length; j++) {
            int corner = row[0];
            row[0] = j;
            for (int i = 1; i <= LENGTH; i++) {
                int above = row[i], same = corner + (words[t * LENGTH + i - 1] != pattern[j - 1]);
                int least = (above < row[i - 1] ? above : row[i - 1]) + 1;
                row[i] = least < same ? least : same;
                corner = above;
            }
        }
        out[t] = row[LENGTH];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "distance", DIM((N + 127) / 128, 1), DIM(128, 1), BUFFER(words), VALUE(n), BUFFER(pattern), VALUE(length),
           BUFFER(out));
}

const Bench bench = {"distance", make, hand, launch};
