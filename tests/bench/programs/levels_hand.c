/* levels_hand.c: breadth-first search, a level at a time. */
#include "bench.h"

enum { N = 16384, EACH = 6, LEVELS = 8 };
typedef struct Node { int first, count; } Node;
static int count = N;
static Node *node;
static int *edge, *cost;
static uint8_t *frontier, *updating, *visited, *over;

static void make(void)
{
    node = bench_in(N, sizeof *node);
    edge = bench_in(N * EACH, sizeof *edge);
    frontier = bench_out(N, KIND_U8, 0, 0);
    updating = bench_out(N, KIND_U8, 0, 0);
    visited = bench_out(N, KIND_U8, 0, 0);
    over = bench_out(1, KIND_U8, 0, 0);
    cost = bench_out(N, KIND_U32, 0, 0);
    for (int i = 0; i < N; i++)
        node[i] = (Node){ i * EACH, 1 + (int)(bench_random() % EACH) };
    for (int i = 0; i < N * EACH; i++)
        edge[i] = (int)(bench_random() % N);
    frontier[0] = visited[0] = 1;
}

static void hand(void)
{
    for (int level = 0; level < LEVELS; level++) {
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            if (frontier[i]) {
                frontier[i] = 0;
                for (int e = node[i].first; e < node[i].first + node[i].count; e++)
                    if (!visited[edge[e]]) {
                        cost[edge[e]] = cost[i] + 1;
                        updating[edge[e]] = 1;
                    }
            }
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            if (updating[i]) {
                frontier[i] = visited[i] = 1;
                *over = 1;
                updating[i] = 0;
            }
    }
}

static void launch(Run *r)
{
    for (int level = 0; level < LEVELS; level++) {
        LAUNCH(r, "visit", DIM(N / 512, 1), DIM(512, 1), BUFFER(node), BUFFER(edge), BUFFER(frontier), BUFFER(updating),
               BUFFER(visited), BUFFER(cost), VALUE(count));
        LAUNCH(r, "advance", DIM(N / 512, 1), DIM(512, 1), BUFFER(frontier), BUFFER(updating), BUFFER(visited), BUFFER(over),
               VALUE(count));
    }
}

const Bench bench = { "levels", make, hand, launch };
