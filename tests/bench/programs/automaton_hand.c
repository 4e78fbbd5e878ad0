/* automaton_hand.c: how often any of some words stands in a text: an automaton, four pieces of the text at a time. */
#include "bench.h"

enum { STATES = 64, LETTERS = 32, PIECE = 100, N = 200000, THREADS = 2048 };
static int piece = PIECE, n = N;
static unsigned char *text;
static unsigned short *table;
static int *found;

static void make(void)
{
    text = bench_in(N, 1);
    table = bench_in(STATES * LETTERS, sizeof *table);
    found = bench_out(THREADS, KIND_U32, 0, 0);
    for (int i = 0; i < N; i++)
        text[i] = (unsigned char)('a' + bench_random() % 26);
    for (int i = 0; i < STATES * LETTERS; i++)
        table[i] = (unsigned short)(bench_random() % STATES | (bench_random() % 29 == 0) << 15);
}

static void hand(void)
{
#pragma omp parallel for
    for (int t = 0; t < THREADS; t += 4) {
        int state[4] = {0}, count[4] = {0};
        if ((t + 4) * PIECE <= N) {
            for (int i = 0; i < PIECE; i++)
                for (int k = 0; k < 4; k++) {
                    const unsigned s = table[state[k] * LETTERS + (text[(t + k) * PIECE + i] & (LETTERS - 1))];
                    count[k] += (int)(s >> 15);
                    state[k] = (int)(s & (STATES - 1));
                }
        } else {
            for (int k = 0; k < 4; k++)
                for (int i = (t + k) * PIECE; i < (t + k + 1) * PIECE && i < N; i++) {
                    const unsigned s = table[state[k] * LETTERS + (text[i] & (LETTERS - 1))];
                    count[k] += (int)(s >> 15);
                    state[k] = (int)(s & (STATES - 1));
                }
        }
        for (int k = 0; k < 4; k++)
            found[t + k] = count[k];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "automaton", DIM(THREADS / 128, 1), DIM(128, 1), BUFFER(text), BUFFER(table), BUFFER(found), VALUE(piece), VALUE(n));
}

const Bench bench = {"automaton", make, hand, launch};
