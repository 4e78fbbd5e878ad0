/* between_hand.c: how many shortest paths lead through each node. */
#include "bench.h"

enum { NODES = 1024, EDGES = 8, BLOCKS = 4, SOURCES = 16 };
static float *bc, *delta;
static int *R, *C, *d, *queue, *ends, n = NODES, sources = SOURCES;
static uint64_t *sigma;

static void make(void)
{
    bc = bench_out(NODES, KIND_F32, 1e-3, 1e-3);
    R = bench_in(NODES + 1, sizeof *R);
    C = bench_in(NODES * EDGES, sizeof *C);
    d = bench_in(NODES * BLOCKS, sizeof *d);
    sigma = bench_in(NODES * BLOCKS, sizeof *sigma);
    delta = bench_in(NODES * BLOCKS, sizeof *delta);
    queue = bench_in(NODES * BLOCKS, sizeof *queue);
    ends = bench_in((NODES + 2) * BLOCKS, sizeof *ends);
    static const int far[] = { 1, 7, 50, 311 };
    for (int i = 0; i <= NODES; i++)
        R[i] = i * EDGES;
    for (int i = 0; i < NODES; i++)
        for (int k = 0; k < EDGES; k++)
            C[i * EDGES + k] = (i + (k & 1 ? far[k / 2] : NODES - far[k / 2])) % NODES;
}

static void hand(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int s = 0; s < SOURCES; s++) {
        int dist[NODES], q[NODES], head = 0, tail = 1;
        uint64_t paths[NODES];
        float dep[NODES];
        for (int i = 0; i < NODES; i++) {
            dist[i] = 0x7fffffff;
            paths[i] = 0;
            dep[i] = 0;
        }
        dist[s] = 0;
        paths[s] = 1;
        q[0] = s;
        while (head < tail) {
            const int v = q[head++];
            for (int r = R[v]; r < R[v + 1]; r++) {
                const int w = C[r];
                if (dist[w] == 0x7fffffff) {
                    dist[w] = dist[v] + 1;
                    q[tail++] = w;
                }
                if (dist[w] == dist[v] + 1)
                    paths[w] += paths[v];
            }
        }
        for (int k = tail - 1; k > 0; k--) {
            const int w = q[k];
            float sum = 0;
            for (int r = R[w]; r < R[w + 1]; r++)
                if (dist[C[r]] == dist[w] + 1)
                    sum += (float)paths[w] / (float)paths[C[r]] * (1 + dep[C[r]]);
            dep[w] = sum;
        }
        for (int i = 0; i < NODES; i++)
            if (i != s) {
#pragma omp atomic
                bc[i] += dep[i];
            }
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "betweenness", DIM(BLOCKS, 1), DIM(128, 1), BUFFER(bc), BUFFER(R), BUFFER(C), VALUE(n), BUFFER(d), BUFFER(sigma), BUFFER(delta),
           BUFFER(queue), BUFFER(ends), VALUE(sources));
}

const Bench bench = { "between", make, hand, launch };
