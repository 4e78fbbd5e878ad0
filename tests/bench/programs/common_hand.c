/* common_hand.c: what two ends of an edge have in common. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 3000, DEGREE = 24, EDGES = NODES * DEGREE };
static int nodes = NODES, edges = EDGES;
static int *first, *target;
static float *both, *sum, *weight;

static int compare(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void make(void)
{
    first = bench_in(NODES + 1, sizeof *first);
    target = bench_in(EDGES, sizeof *target);
    both = bench_out(EDGES, KIND_F32, 0, 0);
    sum = bench_out(EDGES, KIND_F32, 0, 0);
    weight = bench_out(EDGES, KIND_F32, 1e-6, 0);
    int at = 0;
    for (int i = 0; i < NODES; i++) {
        first[i] = at;
        const int degree = i == NODES - 1 ? EDGES - at : (int)(DEGREE / 2 + bench_random() % DEGREE);
        for (int k = 0; k < degree && at < EDGES - (NODES - 1 - i); k++)
            target[at++] = (i / 64 * 64 + (int)(bench_random() % 90)) % NODES;
        qsort(target + first[i], (size_t)(at - first[i]), sizeof *target, compare);
        int kept = first[i];
        for (int k = first[i]; k < at; k++)
            if (k == first[i] || target[k] != target[kept - 1])
                target[kept++] = target[k];
        at = kept;
    }
    first[NODES] = at;
    edges = at;
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic, 64)
    for (int i = 0; i < NODES; i++)
        for (int e = first[i]; e < first[i + 1]; e++) {
            const int o = target[e];
            int p = first[i], q = first[o], n = 0;
            const int pend = first[i + 1], qend = first[o + 1];
            while (p < pend && q < qend) {
                const int a = target[p], b = target[q];
                n += a == b;
                p += a <= b;
                q += b <= a;
            }
            both[e] = (float)n;
            sum[e] = (float)(pend - first[i] + qend - first[o]);
            weight[e] = both[e] / (sum[e] - both[e]);
        }
}

static void launch(Run *r)
{
    memset(both, 0, EDGES * sizeof *both);
    LAUNCH(r, "neighbours_of_both", ((Dim){ 1, 1, NODES / 8 }), ((Dim){ 32, 1, 8 }), BUFFER(first), BUFFER(target), BUFFER(both),
           BUFFER(sum), VALUE(nodes));
    LAUNCH(r, "weigh", DIM(64, 1), DIM(256, 1), BUFFER(both), BUFFER(sum), BUFFER(weight), VALUE(edges));
}

const Bench bench = { "common", make, hand, launch };
