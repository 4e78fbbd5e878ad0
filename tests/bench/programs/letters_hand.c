/* letters_hand.c: bytes as letters, three as four. */
#include "bench.h"

enum { N = 100001, GROUPS = (N + 2) / 3 };
static unsigned char *in;
static char *out, *table;
static int n = N;

static void make(void)
{
    in = bench_in(N, 1);
    for (int i = 0; i < N; i++)
        in[i] = (unsigned char)bench_random();
    table = bench_in(64, 1);
    for (int i = 0; i < 64; i++)
        table[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[i];
    out = bench_out(GROUPS * 4, KIND_U8, 0, 0);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < GROUPS; i++) {
        const unsigned char *p = in + 3 * i;
        const bool two = 3 * i + 1 < N, three = 3 * i + 2 < N;
        const unsigned v = (unsigned)p[0] << 16 | (two ? (unsigned)p[1] << 8 : 0) | (three ? p[2] : 0);
        out[4 * i] = table[v >> 18];
        out[4 * i + 1] = table[v >> 12 & 63];
        out[4 * i + 2] = two ? table[v >> 6 & 63] : '=';
        out[4 * i + 3] = three ? table[v & 63] : '=';
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "letters", DIM((GROUPS + 255) / 256, 1), DIM(256, 1), BUFFER(in), BUFFER(out), BUFFER(table), VALUE(n));
}

const Bench bench = {"letters", make, hand, launch};
