/* interleaved_hand.c: the largest of each block of 128 and where it stands. */
#include "bench.h"

enum { COUNT = 1 << 19, T = 128 };

static float *in, *largest;
static int *where, count = COUNT - 45;

static void make(void)
{
    in = bench_in(COUNT, sizeof *in);
    largest = bench_out(COUNT / T, KIND_F32, 0, 0);
    where = bench_out(COUNT / T, KIND_U32, 0, 0);
    bench_fill(in, COUNT, -1, 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int b = 0; b < COUNT / T; b++) {
        float best = -1e30f;
        int place = b * T;
        for (int i = b * T; i < (b + 1) * T && i < count; i++)
            if (in[i] > best) {
                best = in[i];
                place = i;
            }
        largest[b] = best;
        where[b] = place;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "interleaved", DIM(COUNT / T, 1), DIM(T, 1), BUFFER(in), BUFFER(largest), BUFFER(where), VALUE(count));
}

const Bench bench = { "interleaved", make, hand, launch };
