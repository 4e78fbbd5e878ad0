/* align_hand.c: local alignment, one sequence after the other, with a row of scores on the stack. */
#include "bench.h"

enum { QUERY = 40, COUNT = 512, LONGEST = 60 };

static char *query, *letters;
static int *length, *score, *gap, *best, m = QUERY, count = COUNT;

static void make(void)
{
    query = bench_in(QUERY, 1);
    letters = bench_in((size_t)LONGEST * COUNT, 1);
    length = bench_in(COUNT, sizeof *length);
    score = bench_in((size_t)QUERY * COUNT, sizeof *score);
    gap = bench_in((size_t)QUERY * COUNT, sizeof *gap);
    best = bench_out(COUNT, KIND_U32, 0, 0);
    for (int i = 0; i < QUERY; i++)
        query[i] = "ACGT"[bench_random() % 4];
    for (int i = 0; i < LONGEST * COUNT; i++)
        letters[i] = "ACGT"[bench_random() % 4];
    for (int i = 0; i < COUNT; i++)
        length[i] = LONGEST - (int)(bench_random() % 8);
}

static int most(int a, int b) { return a > b ? a : b; }

static void hand(void)
{
#pragma omp parallel for
    for (int t = 0; t < count; t++) {
        int row[QUERY] = {0}, gaps[QUERY] = {0}, top = 0;
        for (int i = 0; i < length[t]; i++) {
            const char c = letters[i * count + t];
            int diagonal = 0, left = 0, across = 0;
            for (int j = 0; j < m; j++) {
                const int up = row[j];
                gaps[j] = most(gaps[j] - 1, up - 4);
                across = most(across - 1, left - 4);
                left = most(most(diagonal + (query[j] == c ? 5 : -3), 0), most(across, gaps[j]));
                diagonal = up;
                top = most(top, left);
                row[j] = left;
            }
        }
        best[t] = top;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "align", DIM(COUNT / 128, 1), DIM(128, 1), BUFFER(query), BUFFER(letters), BUFFER(length), BUFFER(score), BUFFER(gap), BUFFER(best),
           VALUE(m), VALUE(count));
}

const Bench bench = { "align", make, hand, launch };
