/* Sums that do not depend on the order; sets by what plain C makes of the edges; each turn once. */
#include "host.h"

extern const ptx2c_module retries;

enum { N = 1200, PLACES = 40, NODES = 500 };
static int at[N], wrong, n = N;
static float x[N];

static void bad(const char *kernel, int i)
{
    if (wrong++ < 10)
        printf("%s: %d is wrong\n", kernel, i);
}

static void test_products(const char *kernel)
{
    static float product[PLACES];
    float *p = product, *y = x;
    int *a = at;
    for (int i = 0; i < PLACES; i++)
        product[i] = 1;
    run(&retries, kernel, (N + 95) / 96, 96, (void *[]){&p, &y, &a, &n});
    for (int k = 0; k < PLACES; k++) {
        float want = 1;
        for (int i = 0; i < N; i++)
            want *= at[i] == k ? x[i] : 1;
        if (product[k] != want)
            bad(kernel, k);
    }
}

static void test_least(void)
{
    static float least[PLACES], y[N];
    float *p = least, *z = y;
    int *a = at;
    for (int i = 0; i < N; i++)
        y[i] = (float)(i * 613 % 1009);
    for (int i = 0; i < PLACES; i++)
        least[i] = 1e30f;
    run(&retries, "least", (N + 95) / 96, 96, (void *[]){&p, &z, &a, &n});
    for (int k = 0; k < PLACES; k++) {
        float want = 1e30f;
        for (int i = 0; i < N; i++)
            want = at[i] == k && y[i] < want ? y[i] : want;
        if (least[k] != want)
            bad("least", k);
    }
}

static int root(const int *parent, int i)
{
    while (parent[i] != i)
        i = parent[i];
    return i;
}

static void test_sets(int edges, int hooks)
{
    static int a[N], b[N], parent[NODES], want[NODES], first[NODES + 1], edge[2 * N];
    int *p = parent, *q = a, *r = b, *f = first, *e = edge, nodes = NODES;
    for (int i = 0; i < NODES; i++)
        parent[i] = want[i] = i;
    for (int i = 0; i < edges; i++) {
        a[i] = i * 331 % NODES;
        b[i] = (i * 173 + i / 3) % NODES;
        const int u = root(want, a[i]), v = root(want, b[i]);
        want[u > v ? u : v] = u > v ? v : u;
    }
    for (int v = 0, k = 0; v < NODES; v++) {
        for (int i = 0; i < edges; i++)
            if (a[i] == v || b[i] == v)
                edge[k++] = a[i] == v ? b[i] : a[i];
        first[v + 1] = k;
    }
    if (hooks)
        run(&retries, "hook", 3, 64, (void *[]){&f, &e, &p, &nodes});
    else
        run(&retries, "join", ((uint32_t)edges + 63) / 64, 64, (void *[]){&q, &r, &p, &edges});
    for (int i = 0; i < NODES; i++)
        if (root(parent, i) != root(want, i))
            bad(hooks ? "hook" : "join", i);
}

static void test_turns(int many)
{
    static int order[N], mine[N];
    int turn = 0, door = 0, passed = 0, *t = &turn, *o = order, *m = mine, *d = &door, *p = &passed;
    for (int i = 0; i < many; i++)
        mine[i] = (i * 7 + 3) % many;
    run(&retries, "turns", ((uint32_t)many + 63) / 64, 64, (void *[]){&t, &o, &m, &many});
    for (int i = 0; i < many; i++)
        if (mine[order[i]] != i)
            bad("turns", i);
    run(&retries, "doors", ((uint32_t)many + 63) / 64, 64, (void *[]){&d, &p, &many});
    if (passed != many || door != 2 * many)
        bad("doors", passed);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        at[i] = i * 29 % 37;
        x[i] = i % 3 ? i % 3 == 1 ? 2 : 0.5f : -1;
    }
    test_products("products");
    test_products("products_volatile");
    test_least();
    for (int edges = 50; edges <= N; edges += 230)
        for (int hooks = 0; hooks < 2; hooks++)
            test_sets(edges, hooks);
    test_turns(100);
    printf("%d wrong\n", wrong);
    return 0;
}
