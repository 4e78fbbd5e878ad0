/* paint_hand.c: colours for the nodes of a graph so that neighbours differ. */
#include "bench.h"
enum { N = 4000, EDGES = N * 12 };
static int n = N, *first, *to, *weight, *colours;

static void make(void)
{
    first = bench_in(N + 1, 4), to = bench_in(EDGES, 4), weight = bench_in(N, 4);
    colours = bench_out(N, KIND_U32, 0, 0);
    int at = 0;
    for (int i = 0; i < N; i++) {
        first[i] = at;
        const int degree = (int)(bench_random() >> 9) % 12 + 1;
        for (int k = 0; k < degree; k++)
            to[at++] = (i + 1 + (int)(bench_random() >> 8) % 300) % N;
        weight[i] = (int)(bench_random() >> 1);
        colours[i] = -1;
    }
    first[N] = at;
}

static void hand(void)
{
    for (int colour = 0; colour < 12; colour += 2)
#pragma omp parallel for schedule(dynamic, 64)
        for (int i = 0; i < N; i++) {
            if (colours[i] != -1)
                continue;
            int most = 1, least = 1;
            for (int k = first[i]; k < first[i + 1] && (most | least); k++) {
                const int j = to[k], c = colours[j];
                if ((c != -1 && c != colour && c != colour + 1) || i == j)
                    continue;
                most &= weight[i] > weight[j];
                least &= weight[i] < weight[j];
            }
            if (most)
                colours[i] = colour;
            else if (least)
                colours[i] = colour + 1;
        }
}

static void launch(Run *r)
{
    for (int colour = 0; colour < 12; colour += 2)
        LAUNCH(r, "round_of", DIM(8, 1), DIM(256, 1), VALUE(colour), VALUE(n), BUFFER(first), BUFFER(to), BUFFER(weight), BUFFER(colours));
}

const Bench bench = { "paint", make, hand, launch };
