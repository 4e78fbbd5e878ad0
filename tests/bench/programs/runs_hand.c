/* runs_hand.c: bytes as runs of equal ones. */
#include "bench.h"

enum { N = 100000, B = 256, BLOCKS = (N + B - 1) / B };
static int n = N, blocks = BLOCKS;
static unsigned char *in, *symbol;
static int *sums, *runs, *from, *length;

static void make(void)
{
    in = bench_in(N, 1);
    symbol = bench_out(N, KIND_U8, 0, 0);
    sums = bench_in(BLOCKS, 4);
    runs = bench_out(1, KIND_U32, 0, 0);
    from = bench_out(N, KIND_U32, 0, 0);
    length = bench_out(N, KIND_U32, 0, 0);
    unsigned char now = 0;
    for (int i = 0; i < N; i++) {
        if (bench_random() % 5 == 0)
            now = (unsigned char)(bench_random() % 7);
        in[i] = now;
    }
}

static void hand(void)
{
    int many = 0;
    for (int i = 0; i < N; i++)
        if (i == 0 || in[i] != in[i - 1]) {
            from[many] = i;
            symbol[many++] = in[i];
        }
    *runs = many;
    for (int i = 0; i < many; i++)
        length[i] = (i + 1 < many ? from[i + 1] : N) - from[i];
}

static void launch(Run *r)
{
    LAUNCH(r, "count", DIM(BLOCKS, 1), DIM(B, 1), BUFFER(in), BUFFER(sums), VALUE(n));
    LAUNCH(r, "total", DIM(1, 1), DIM(512, 1), BUFFER(sums), BUFFER(runs), VALUE(blocks));
    LAUNCH(r, "place", DIM(BLOCKS, 1), DIM(B, 1), BUFFER(in), BUFFER(sums), BUFFER(from), BUFFER(symbol), VALUE(n));
    LAUNCH(r, "lengths", DIM(64, 1), DIM(B, 1), BUFFER(from), BUFFER(length), BUFFER(runs), VALUE(n));
}

const Bench bench = {"runs", make, hand, launch};
