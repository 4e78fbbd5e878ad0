/* find_hand.c: how often a word stands in a text. */
#include "bench.h"

static int length = 100000, size = 4, *count;
static char *text, *word;
static uint8_t *at;

static void make(void)
{
    text = bench_in((size_t)length, 1);
    word = bench_in(4, 1);
    count = bench_out(1, KIND_U32, 0, 0);
    at = bench_out((size_t)length, KIND_U8, 0, 0);
    for (int i = 0; i < length; i++)
        text[i] = (char)('a' + (bench_random() >> 9) % 4);
    for (int i = 0; i < size; i++)
        word[i] = "abca"[i];
}

static void hand(void)
{
    int all = 0;
#pragma omp parallel for reduction(+ : all)
    for (int i = 0; i <= length - size; i++) {
        int k = 0;
        while (k < size && text[i + k] == word[k])
            k++;
        at[i] = k == size;
        all += k == size;
    }
    *count += all;
}

static void launch(Run *r)
{
    LAUNCH(r, "find", DIM((uint32_t)(length + 255) / 256, 1), DIM(256, 1), BUFFER(text), VALUE(length), BUFFER(word), VALUE(size), BUFFER(count), BUFFER(at));
}

const Bench bench = {"find", make, hand, launch};
