/* frontier_hand.c: a breadth-first search. */
#include "bench.h"

enum { N = 20000, STEPS = 8 };
static int n = N;
static struct node { int first, count; } *nodes;
static int *edges, *cost;
static char *frontier, *next, *visited, *over;

static void make(void)
{
    nodes = bench_in(N, sizeof *nodes);
    edges = bench_in(N * 8, sizeof *edges);
    cost = bench_out(N, KIND_U32, 0, 0);
    frontier = bench_out(N, KIND_U8, 0, 0);
    next = bench_out(N, KIND_U8, 0, 0);
    visited = bench_out(N, KIND_U8, 0, 0);
    over = bench_out(1, KIND_U8, 0, 0);
    int e = 0;
    for (int i = 0; i < N; i++) {
        nodes[i].first = e;
        nodes[i].count = (int)(bench_random() >> 8 & 7);
        for (int k = 0; k < nodes[i].count; k++)
            edges[e++] = (int)(bench_random() % N);
    }
    frontier[1] = visited[1] = 1;
}

static void hand(void)
{
    for (int step = 0; step < STEPS; step++) {
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            if (frontier[i]) {
                frontier[i] = 0;
                for (int e = nodes[i].first; e < nodes[i].first + nodes[i].count; e++)
                    if (!visited[edges[e]]) {
                        cost[edges[e]] = cost[i] + 1;
                        next[edges[e]] = 1;
                    }
            }
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            if (next[i]) {
                frontier[i] = visited[i] = *over = 1;
                next[i] = 0;
            }
    }
}

static void launch(Run *r)
{
    for (int step = 0; step < STEPS; step++) {
        LAUNCH(r, "visit", DIM((N + 511) / 512, 1), DIM(512, 1), BUFFER(nodes), BUFFER(edges), BUFFER(frontier), BUFFER(next), BUFFER(visited),
               BUFFER(cost), VALUE(n));
        LAUNCH(r, "turn", DIM((N + 511) / 512, 1), DIM(512, 1), BUFFER(frontier), BUFFER(next), BUFFER(visited), BUFFER(over), VALUE(n));
    }
}

const Bench bench = {"frontier", make, hand, launch};
