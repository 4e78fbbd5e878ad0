/* shortest_hand.c: shortest ways from one place in a graph with weights. */
#include "bench.h"

enum { N = 20000, DEGREE = 6 };
typedef struct Edge { int to; uint32_t weight; } Edge;
static int *first, *list[2], *mark, *counts;
static Edge *edge;
static uint32_t *distance, *ends;

static void make(void)
{
    first = bench_in(N + 1, 4);
    edge = bench_in(N * DEGREE * 2, sizeof *edge);
    list[0] = bench_in(N, 4);
    list[1] = bench_in(N, 4);
    mark = bench_in(N, 4);
    counts = bench_in(2, 4);
    distance = bench_out(N, KIND_U32, 0, 0);
    ends = bench_out(2, KIND_U32, 0, 0);
    int at = 0;
    for (int v = 0; v < N; v++) {
        first[v] = at;
        for (int e = 2 + (int)(bench_random() % (2 * DEGREE - 3)); e > 0; e--) {
            int to = e % 3 ? v + (int)(bench_random() % 401) - 200 : (int)(bench_random() % N);
            edge[at++] = (Edge){ (to + N) % N, 1 + bench_random() % 100 };
        }
        distance[v] = 0x7fffffff;
    }
    first[N] = at;
    distance[17] = 0;
    ends[0] = 0xffffffff;
}

static void begin(void)
{
    for (int v = 0; v < N; v++)
        mark[v] = 0;
    list[0][0] = 17;
    counts[0] = 1;
}

static void hand(void)
{
    begin();
    for (int round = 1, at = 0; counts[at] > 0; round++, at ^= 1) {
        const int *from = list[at];
        int *to = list[at ^ 1], more = 0;
#pragma omp parallel for
        for (int i = 0; i < counts[at]; i++) {
            const int v = from[i];
            uint32_t d;
#pragma omp atomic read
            d = distance[v];
            for (int e = first[v]; e < first[v + 1]; e++) {
                const int w = edge[e].to;
                const uint32_t through = d + edge[e].weight;
                uint32_t now = __atomic_load_n(&distance[w], __ATOMIC_RELAXED);
                while (through < now && !__atomic_compare_exchange_n(&distance[w], &now, through, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
                if (through < now && __atomic_exchange_n(&mark[w], round, __ATOMIC_RELAXED) != round) {
                    int place;
#pragma omp atomic capture
                    place = more++;
                    to[place] = w;
                }
            }
        }
        counts[at ^ 1] = more;
    }
    uint32_t least = ends[0], far = ends[1];
#pragma omp parallel for reduction(min : least) reduction(max : far)
    for (int v = 0; v < N; v++) {
        if (distance[v] == 0x7fffffff)
            continue;
        if (distance[v] > 0 && distance[v] < least)
            least = distance[v];
        if (distance[v] > far)
            far = distance[v];
    }
    ends[0] = least;
    ends[1] = far;
}

static void launch(Run *r)
{
    begin();
    const int n = N;
    uint32_t *least = ends, *far = ends + 1;
    for (int round = 1, at = 0; counts[at] > 0; round++, at ^= 1) {
        int *from = list[at], *to = list[at ^ 1], *count = counts + at, *more = counts + (at ^ 1);
        *more = 0;
        const uint32_t blocks = (uint32_t)(*count + 255) / 256;
        LAUNCH(r, "relax", DIM(blocks, 1), DIM(256, 1), BUFFER(first), BUFFER(edge), BUFFER(distance), BUFFER(from), BUFFER(count), BUFFER(to),
               BUFFER(more), BUFFER(mark), VALUE(round));
    }
    LAUNCH(r, "spread", DIM((N + 511) / 512, 1), DIM(512, 1), BUFFER(distance), BUFFER(least), BUFFER(far), VALUE(n));
}

const Bench bench = { "shortest", make, hand, launch };
