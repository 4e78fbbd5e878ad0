/* keysearch_hand.c: keys are looked up in a tree whose nodes have 64 keys. */
#include "bench.h"
enum { ORDER = 64, QUERIES = 2000, LEAVES = 4096, NODES = 1 + 64 + LEAVES };
typedef struct Node {
    int keys[ORDER + 1], children[ORDER + 1];
    _Bool leaf;
    int count;
} Node;
static Node *nodes;
static long *current, height = 2, count = NODES;
static int *start, *end, *first, *length;

static void make(void)
{
    nodes = bench_in(NODES, sizeof *nodes);
    current = bench_out(QUERIES * 2, KIND_U32, 0, 0);
    start = bench_in(QUERIES, 4), end = bench_in(QUERIES, 4);
    first = bench_out(QUERIES, KIND_U32, 0, 0), length = bench_out(QUERIES, KIND_U32, 0, 0);
    for (int n = 0; n < NODES; n++) {
        const int level = n == 0 ? 0 : n <= 64 ? 1 : 2;
        const int base = level == 0 ? 0 : level == 1 ? (n - 1) * 4096 * 3 : (n - 65) * 64 * 3;
        const int step = level == 0 ? 4096 * 3 : level == 1 ? 64 * 3 : 3;
        for (int i = 0; i <= ORDER; i++) {
            nodes[n].keys[i] = base + i * step;
            nodes[n].children[i] = level == 0 ? 1 + i : level == 1 ? 65 + (n - 1) * 64 + i : (n - 65) * 64 + i;
        }
        nodes[n].leaf = level == 2, nodes[n].count = ORDER;
    }
    for (int q = 0; q < QUERIES; q++) {
        start[q] = (int)(bench_random() % (LEAVES * 64 - 200)) * 3;
        end[q] = start[q] + (int)(bench_random() % 100) * 3;
    }
}
static long find(long at, int key)
{
    for (long i = 0; i < height; i++) {
        const Node *n = nodes + at;
        for (int t = 0; t < ORDER; t++)
            if (n->keys[t] <= key && n->keys[t + 1] > key) {
                at = n->children[t];
                break;
            }
    }
    return at;
}
static int leaf(long at, int key)
{
    for (int t = 0; t < ORDER; t++)
        if (nodes[at].keys[t] == key)
            return nodes[at].children[t];
    return -1;
}
static void hand(void)
{
#pragma omp parallel for
    for (int q = 0; q < QUERIES; q++) {
        const long a = find(0, start[q]), b = find(0, end[q]);
        const int f = leaf(a, start[q]), l = leaf(b, end[q]);
        first[q] = f, length[q] = f >= 0 && l >= 0 ? l - f + 1 : 0;
        current[q] = a;
    }
}
static void launch(Run *r)
{
    for (int q = 0; q < QUERIES; q++)
        current[q] = 0;
    LAUNCH(r, "keysearch", DIM(QUERIES, 1), DIM(ORDER, 1), VALUE(height), BUFFER(nodes), VALUE(count), BUFFER(current), BUFFER(start), BUFFER(end), BUFFER(first), BUFFER(length));
}
const Bench bench = { "keysearch", make, hand, launch };
