/* gaps_hand.c: Smith and Waterman's scores with affine gaps of one query with many sequences. */
#include "bench.h"

enum { COUNT = 512, QUERY = 48, LONGEST = 60, OPEN = 10, EXTEND = 2 };
static int count = COUNT, query_length = QUERY;
static uint8_t *query, *letters;
static int *lengths, *scores;
static int16_t *rows;
static int8_t *matrix;

static void make(void)
{
    query = bench_in(QUERY, 1);
    letters = bench_in(COUNT * LONGEST, 1);
    lengths = bench_in(COUNT, 4);
    rows = bench_in(COUNT * QUERY * 2, 2);
    scores = bench_out(COUNT, KIND_U32, 0, 0);
    matrix = bench_in(24 * 24, 1);
    for (int i = 0; i < QUERY; i++)
        query[i] = (uint8_t)((bench_random() >> 8) % 24);
    for (int i = 0; i < COUNT * LONGEST; i++)
        letters[i] = (uint8_t)((bench_random() >> 8) % 24);
    for (int i = 0; i < COUNT; i++)
        lengths[i] = LONGEST - (int)((bench_random() >> 8) % 16);
    for (int i = 0; i < 24; i++)
        for (int j = 0; j <= i; j++)
            matrix[i * 24 + j] = matrix[j * 24 + i] = (int8_t)(i == j ? 6 : (int)((bench_random() >> 8) % 6) - 4);
}

static inline int most(int a, int b)
{
    return a > b ? a : b;
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic, 16)
    for (int id = 0; id < COUNT; id++) {
        int above[QUERY] = { 0 }, gap[QUERY] = { 0 };
        int best = 0;
        for (int i = 0; i < lengths[id]; i++) {
            const int8_t *line = matrix + letters[i * COUNT + id] * 24;
            int diagonal = 0, left = 0, f = 0;
            for (int j = 0; j < QUERY; j++) {
                const int e = most(gap[j] - EXTEND, above[j] - OPEN);
                f = most(f - EXTEND, left - OPEN);
                const int h = most(most(diagonal + line[query[j]], 0), most(e, f));
                diagonal = above[j];
                above[j] = left = h;
                gap[j] = e;
                best = most(best, h);
            }
        }
        scores[id] = best;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "gaps", DIM(COUNT / 128, 1), DIM(128, 1), BUFFER(query), VALUE(query_length), BUFFER(letters), BUFFER(lengths),
           BUFFER(rows), BUFFER(scores), BUFFER(matrix), VALUE(count));
}

const Bench bench = { "gaps", make, hand, launch };
