/* pattern_hand.c: where a pattern stands in a text. */
#include "bench.h"

enum { N = 100000, LEN = 6 };
static char *text, *pattern;
static int *found, n = N, len = LEN;

static void make(void)
{
    text = bench_in(N, 1);
    pattern = bench_in(LEN, 1);
    found = bench_out(N, KIND_U32, 0, 0);
    for (int i = 0; i < N; i++)
        text[i] = (char)('a' + bench_random() % 3);
    for (int i = 0; i < LEN; i++)
        pattern[i] = (char)('a' + bench_random() % 3);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i <= N - LEN; i++) {
        int ok = 1;
        for (int k = 0; k < len; k++)
            if (text[i + k] != pattern[k]) {
                ok = 0;
                break;
            }
        found[i] = ok;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "pattern", DIM((N + 255) / 256, 1), DIM(256, 1), BUFFER(text), BUFFER(pattern), BUFFER(found), VALUE(n), VALUE(len));
}

const Bench bench = {"pattern", make, hand, launch};
