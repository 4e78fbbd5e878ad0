/* buckets_hand.c: numbers are dealt to buckets. */
#include "bench.h"

enum { N = 30000, BORDERS = 64 };
static int n = N;
static float *in, *borders;
static int *place;
static uint32_t *count;

static void make(void)
{
    in = bench_in(N, 4);
    borders = bench_in(BORDERS, 4);
    place = bench_out(N, KIND_U32, 0, 0);
    count = bench_out(BORDERS + 1, KIND_U32, 0, 0);
    bench_fill(in, N, 0, 1);
    for (int i = 0; i < BORDERS; i++)
        borders[i] = (float)(i + 1) / (BORDERS + 1);
}

static void hand(void)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int at = BORDERS / 2 - 1;
        float pivot = borders[at];
        for (int jump = BORDERS / 4; jump >= 1; jump /= 2) {
            at = in[i] < pivot ? at - jump : at + jump;
            pivot = borders[at];
        }
        at = in[i] < pivot ? at : at + 1;
        place[i] = at << 24;
#pragma omp atomic
        count[at]++;
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "buckets", DIM(16, 1), DIM(128, 1), BUFFER(in), BUFFER(borders), BUFFER(place), BUFFER(count), VALUE(n));
}

const Bench bench = {"buckets", make, hand, launch};
