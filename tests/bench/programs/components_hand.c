/* components_hand.c: connected components of a graph. */
#include "bench.h"

enum { N = 16384, EDGES = 24576 };
static int n = N, edges = EDGES;
static int *from, *to, *parent;

static void make(void)
{
    from = bench_in(EDGES, 4);
    to = bench_in(EDGES, 4);
    parent = bench_out(N, KIND_U32, 0, 0);
    for (int e = 0; e < EDGES; e++) {
        from[e] = (int)((bench_random() >> 8) % N);
        to[e] = e % 4 == 0 ? (int)((bench_random() >> 8) % N) : (from[e] + 1 + (int)((bench_random() >> 8) % 16)) % N;
    }
}

static inline int root_of(int v)
{
    int p;
    while ((p = __atomic_load_n(parent + v, __ATOMIC_RELAXED)) != v) {
        const int q = __atomic_load_n(parent + p, __ATOMIC_RELAXED);
        if (q != p)
            __atomic_store_n(parent + v, q, __ATOMIC_RELAXED); /* halves the path */
        v = p;
    }
    return v;
}

static void hand(void)
{
#pragma omp parallel
    {
#pragma omp for
        for (int v = 0; v < N; v++)
            parent[v] = v;
#pragma omp for
        for (int e = 0; e < EDGES; e++) {
            int u = from[e], v = to[e];
            for (;;) {
                u = root_of(u);
                v = root_of(v);
                if (u == v)
                    break;
                const int low = u < v ? u : v, high = u < v ? v : u;
                int want = high;
                if (__atomic_compare_exchange_n(parent + high, &want, low, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
                    break;
            }
        }
#pragma omp for
        for (int v = 0; v < N; v++)
            parent[v] = root_of(v);
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "components_start", DIM(N / 256, 1), DIM(256, 1), BUFFER(parent), VALUE(n));
    LAUNCH(r, "components_hook", DIM(24, 1), DIM(256, 1), BUFFER(from), BUFFER(to), BUFFER(parent), VALUE(edges));
    LAUNCH(r, "components_flatten", DIM(N / 256, 1), DIM(256, 1), BUFFER(parent), VALUE(n));
}

const Bench bench = { "components", make, hand, launch };
