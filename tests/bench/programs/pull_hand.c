/* pull_hand.c: ranks of pages. */
#include "bench.h"

#include <math.h>

enum { NODES = 8000, MOST = NODES * 12 };
static int *first, *from, *degree, nodes = NODES;
static float *rank, *give, *change, damp = 0.85f;

static void make(void)
{
    first = bench_in(NODES + 1, 4);
    from = bench_in(MOST, 4);
    degree = bench_in(NODES, 4);
    give = bench_in(NODES, 4);
    rank = bench_out(NODES, KIND_F32, 1e-6, 0);
    change = bench_out(1, KIND_F32, 1e-3, 0);
    int at = 0;
    for (int i = 0; i < NODES; i++) {
        first[i] = at;
        const uint32_t n = bench_random() % 20 ? bench_random() % 10 : bench_random() % 40;
        for (uint32_t k = 0; k < n && at < MOST; k++)
            degree[from[at++] = (int)(bench_random() % NODES)]++;
    }
    first[NODES] = at;
}

static void hand(void)
{
    float moved = 0;
    for (int i = 0; i < NODES; i++)
        rank[i] = 1.0f / NODES;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < NODES; i++)
            give[i] = degree[i] ? rank[i] / (float)degree[i] : 0;
#pragma omp for reduction(+ : moved)
        for (int i = 0; i < NODES; i++) {
            float sum = 0;
            for (int e = first[i]; e < first[i + 1]; e++)
                sum += give[from[e]];
            const float now = (1 - damp) / NODES + damp * sum;
            moved += fabsf(now - rank[i]);
            rank[i] = now;
        }
    }
    *change = moved;
}

static void launch(Run *r)
{
    *change = 0;
    for (int i = 0; i < NODES; i++)
        rank[i] = 1.0f / NODES;
    LAUNCH(r, "share", DIM((NODES + 255) / 256, 1), DIM(256, 1), BUFFER(rank), BUFFER(degree), BUFFER(give), VALUE(nodes));
    LAUNCH(r, "pull", DIM(32, 1), DIM(256, 1), BUFFER(first), BUFFER(from), BUFFER(give), BUFFER(rank), BUFFER(change), VALUE(nodes),
           VALUE(damp));
}

const Bench bench = { "pull", make, hand, launch };
