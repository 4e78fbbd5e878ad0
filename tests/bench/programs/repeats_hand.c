/* repeats_hand.c: the longest match in the window before each byte of a text. */
#include "bench.h"

enum { N = 8192, WINDOW = 128, LONGEST = 18 };
static int n = N;
static uint8_t *text, *length, *distance;

static void make(void)
{
    text = bench_in(N, 1);
    length = bench_out(N, KIND_U8, 0, 0);
    distance = bench_out(N, KIND_U8, 0, 0);
    for (int i = 0; i < N; i++) {
        if (i > 200 && (bench_random() >> 8) % 12 == 0) { /* something comes again */
            const int back = 1 + (int)((bench_random() >> 8) % 150), many = 3 + (int)((bench_random() >> 8) % 20);
            for (int k = 0; k < many && i < N; k++, i++)
                text[i] = text[i - back];
            i--;
        } else {
            text[i] = (uint8_t)('a' + (bench_random() >> 8) % 16);
        }
    }
}

static void hand(void)
{
#pragma omp parallel for
    for (int at = 0; at < n; at++) {
        const int room = n - at < LONGEST ? n - at : LONGEST, back = at < WINDOW ? at : WINDOW;
        int best = 0, where = 0;
        for (int d = 1; d <= back && best < room; d++) {
            int k = 0;
            while (k < room && text[at - d + k] == text[at + k])
                k++;
            if (k > best) {
                best = k;
                where = d;
            }
        }
        length[at] = (uint8_t)best;
        distance[at] = (uint8_t)where;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "repeats", DIM(N / 128, 1), DIM(128, 1), BUFFER(text), VALUE(n), BUFFER(length), BUFFER(distance));
}

const Bench bench = { "repeats", make, hand, launch };
