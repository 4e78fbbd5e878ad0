/* merge_hand.c: two sorted lists become one. */
#include "bench.h"

enum { NA = 30000, NB = 20003, PART = 16, LONG = 2048 };
static int *a, *b, *out, na = NA, nb = NB;

static void make(void)
{
    a = bench_in(NA, 4);
    b = bench_in(NB, 4);
    out = bench_out(NA + NB, KIND_U32, 0, 0);
    for (int i = 1; i < NA; i++)
        a[i] = a[i - 1] + (int)(bench_random() % 7);
    for (int i = 1; i < NB; i++)
        b[i] = b[i - 1] + (int)(bench_random() % 11);
}

static void hand(void)
{
#pragma omp parallel for
    for (int first = 0; first < na + nb; first += LONG) {
        int low = first > nb ? first - nb : 0, high = first < na ? first : na;
        while (low < high) {
            int middle = (low + high) / 2;
            if (a[middle] <= b[first - 1 - middle])
                low = middle + 1;
            else
                high = middle;
        }
        int i = low, j = first - low, end = first + LONG < na + nb ? first + LONG : na + nb;
        for (int k = first; k < end; k++)
            out[k] = i < na && (j >= nb || a[i] <= b[j]) ? a[i++] : b[j++];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "merge", DIM((NA + NB + 128 * PART - 1) / (128 * PART), 1), DIM(128, 1), BUFFER(a), VALUE(na), BUFFER(b),
           VALUE(nb), BUFFER(out));
}

const Bench bench = {"merge", make, hand, launch};
