/* regex_hand.c: which lines match an expression, states as bits of a word. */
#include "bench.h"

enum { LINES = 2000, MOST = 80 };
static uint8_t *text;
static uint32_t *begins, *takes, *repeats, *count, start = 1, accept = 1 << 5;
static int32_t *matches;
static int lines = LINES;

static void make(void)
{
    text = bench_in(LINES * MOST, 1);
    begins = bench_in(LINES + 1, 4);
    takes = bench_in(128, 4), repeats = bench_in(128, 4);
    matches = bench_out(LINES, KIND_U32, 0, 0);
    count = bench_out(1, KIND_U32, 0, 0);
    for (int l = 0; l < LINES; l++) {
        const uint32_t length = 20 + bench_random() % (MOST - 20);
        for (uint32_t i = 0; i < length; i++)
            text[begins[l] + i] = (uint8_t)('a' + bench_random() % 20);
        begins[l + 1] = begins[l] + length;
    }
    for (int c = 'a'; c < 'a' + 20; c++) /* [a-f][g-p]+.[aeiou][c-h]*[k-t] */
        takes[c] = (c <= 'f') | (uint32_t)(c >= 'g' && c <= 'p') << 1 | 1u << 2 | (uint32_t)(c == 'a' || c == 'e' || c == 'i' || c == 'o') << 3 |
                   (uint32_t)(c >= 'c' && c <= 'd') << 4 | (uint32_t)(c >= 's') << 5,
        repeats[c] = (uint32_t)(c >= 'g' && c <= 'p') << 1 | (uint32_t)(c >= 'c' && c <= 'h') << 4;
}

static void hand(void)
{
    uint32_t all = 0;
#pragma omp parallel for reduction(+ : all)
    for (int l = 0; l < LINES; l++) {
        uint32_t states = 0;
        int at = -1;
        for (uint32_t i = begins[l]; i < begins[l + 1]; i++) {
            const uint32_t c = text[i] & 127;
            states = ((states << 1 | start) & takes[c]) | (states & repeats[c]);
            if (states & accept) {
                at = (int)(i - begins[l]);
                break;
            }
        }
        matches[l] = at;
        all += at >= 0;
    }
    *count += all;
}

static void launch(Run *r)
{
    LAUNCH(r, "regex", DIM((LINES + 255) / 256, 1), DIM(256, 1), BUFFER(text), BUFFER(begins), VALUE(lines), BUFFER(takes), BUFFER(repeats), VALUE(start),
           VALUE(accept), BUFFER(matches), BUFFER(count));
}

const Bench bench = { "regex", make, hand, launch };
