/* coreness_hand.c: nodes of a graph that fall away when those with fewer than k neighbours do. */
#include "bench.h"

enum { NODES = 6000, MOST = 12, TOP = 8, ROUNDS = 4 };
static int *begin, *edges, *degree, *core, *queues, *tails, nodes = NODES;
static int *queue[TOP + 1][ROUNDS + 1], *tail[TOP + 1][ROUNDS + 1];

/* What is left in queues and degrees depends on the order: they are not compared. */
static void make(void)
{
    begin = bench_in(NODES + 1, 4);
    edges = bench_in(2 * NODES * MOST, 4);
    degree = bench_out(NODES, KIND_U32, 0, 1);
    core = bench_out(NODES, KIND_U32, 0, 0);
    queues = bench_out((TOP + 1) * (ROUNDS + 1) * NODES, KIND_U32, 0, 1);
    tails = bench_out((TOP + 1) * (ROUNDS + 1), KIND_U32, 0, 0);
    static int pairs[NODES * MOST][2], fill[NODES];
    int n = 0;
    for (int v = 0; v < NODES; v++)
        for (int i = 0, most = 1 + (int)(bench_random() % (uint32_t)(v % 7 + 1)); i < most; i++) {
            const int u = (v + 1 + (int)(bench_random() % (NODES - 1))) % NODES;
            pairs[n][0] = v, pairs[n++][1] = u;
            degree[v]++, degree[u]++;
        }
    for (int v = 0; v < NODES; v++) {
        begin[v + 1] = begin[v] + degree[v];
        core[v] = -1;
    }
    for (int i = 0; i < n; i++)
        for (int s = 0; s < 2; s++)
            edges[begin[pairs[i][s]] + fill[pairs[i][s]]++] = pairs[i][1 - s];
    for (int k = 0; k <= TOP; k++)
        for (int r = 0; r <= ROUNDS; r++) {
            queue[k][r] = queues + (k * (ROUNDS + 1) + r) * NODES;
            tail[k][r] = tails + k * (ROUNDS + 1) + r;
        }
}

static void hand(void)
{
    for (int k = 0; k <= TOP; k++) {
        int n = 0;
        for (int v = 0; v < NODES; v++)
            if (core[v] < 0 && degree[v] <= k) {
                core[v] = k;
                queue[k][0][n++] = v;
            }
        *tail[k][0] = n;
        for (int round = 0; round < ROUNDS; round++) {
            const int *from = queue[k][round], count = n;
            int *to = queue[k][round + 1];
            n = 0;
#pragma omp parallel for schedule(dynamic, 64) if (count > 512)
            for (int i = 0; i < count; i++)
                for (int v = from[i], e = begin[v]; e < begin[v + 1]; e++) {
                    const int u = edges[e];
                    int was;
                    if (core[u] >= 0)
                        continue;
#pragma omp atomic capture
                    was = degree[u]--;
                    if (was == k + 1) {
                        core[u] = k;
#pragma omp atomic capture
                        was = n++;
                        to[was] = u;
                    }
                }
            *tail[k][round + 1] = n;
        }
    }
}

static void launch(Run *r)
{
    for (int k = 0; k <= TOP; k++) {
        LAUNCH(r, "find", DIM(12, 1), DIM(256, 1), BUFFER(degree), BUFFER(core), VALUE(queue[k][0]), VALUE(tail[k][0]), VALUE(nodes), VALUE(k));
        for (int i = 0; i < ROUNDS; i++)
            LAUNCH(r, "peel", DIM((NODES + 255) / 256, 1), DIM(256, 1), BUFFER(begin), BUFFER(edges), BUFFER(degree), BUFFER(core),
                   VALUE(queue[k][i]), VALUE(tail[k][i]), VALUE(queue[k][i + 1]), VALUE(tail[k][i + 1]), VALUE(k));
    }
}

const Bench bench = { "coreness", make, hand, launch };
