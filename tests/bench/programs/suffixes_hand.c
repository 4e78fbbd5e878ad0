/* suffixes_hand.c: where words stand in a text, by its sorted suffixes. */
#include "bench.h"
#include <stdlib.h>
#include <string.h>

enum { N = 20000, COUNT = 3000, MOST = 12 };
static char *text, *words;
static int *order, *begins, n = N, count = COUNT;
static int32_t *found;

static int by_suffix(const void *a, const void *b) { return strcmp(text + *(const int *)a, text + *(const int *)b); }

static void make(void)
{
    text = bench_in(N + 1, 1);
    order = bench_in(N, 4);
    words = bench_in(COUNT * MOST, 1);
    begins = bench_in(COUNT + 1, 4);
    found = bench_out(2 * COUNT, KIND_U32, 0, 0);
    for (int i = 0; i < N; i++) {
        text[i] = "acgt"[bench_random() % 4];
        order[i] = i;
    }
    qsort(order, N, sizeof *order, by_suffix);
    for (int i = 0; i < COUNT; i++) {
        const int length = 4 + (int)(bench_random() % (MOST - 4)), at = (int)(bench_random() % (N - MOST));
        memcpy(words + begins[i], text + at, (size_t)length);
        if (i % 4 == 0)
            words[begins[i] + length - 1] = 'n';
        begins[i + 1] = begins[i] + length;
    }
}

static inline int side(int low, const char *word, int length, int above)
{
    int high = N;
    while (low < high) {
        const int middle = (low + high) / 2, left = N - order[middle];
        int d = memcmp(text + order[middle], word, (size_t)(left < length ? left : length));
        if (d == 0 && left < length)
            d = -1;
        if (d < above)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < COUNT; i++) {
        const char *word = words + begins[i];
        const int length = begins[i + 1] - begins[i], first = side(0, word, length, 0);
        found[2 * i] = first;
        found[2 * i + 1] = side(first, word, length, 1) - first;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "suffixes", DIM((COUNT + 255) / 256, 1), DIM(256, 1), BUFFER(text), BUFFER(order), VALUE(n), BUFFER(words), BUFFER(begins), VALUE(count),
           BUFFER(found));
}

const Bench bench = { "suffixes", make, hand, launch };
