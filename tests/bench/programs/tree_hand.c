/* tree_hand.c: keys are looked up in a tree of wide nodes. */
#include "bench.h"
#include <limits.h>
#include <stdbool.h>

enum { ORDER = 64, LEAVES = ORDER, RECORDS = ORDER * LEAVES, QUERIES = 1000 };
typedef struct Node {
    int place, keys[ORDER + 1], next[ORDER + 1];
    bool leaf;
    int count;
} Node;
static int height = 1, all = LEAVES + 1;
static Node *nodes;
static int *records, *at, *from, *wanted, *found;

static void make(void)
{
    nodes = bench_in(LEAVES + 1, sizeof *nodes);
    records = bench_in(RECORDS, 4);
    wanted = bench_in(QUERIES, 4);
    at = bench_out(QUERIES, KIND_U32, 0, 0);
    from = bench_out(QUERIES, KIND_U32, 0, 0);
    found = bench_out(QUERIES, KIND_U32, 0, 0);
    for (int i = 0; i < RECORDS; i++)
        records[i] = 7 * i + 1;
    for (int k = 0; k <= LEAVES; k++)
        for (int i = 0; i <= ORDER; i++) {
            nodes[k].keys[i] = i == ORDER ? INT_MAX : k == 0 ? 3 * i * ORDER : 3 * ((k - 1) * ORDER + i);
            nodes[k].next[i] = i == ORDER ? 0 : k == 0 ? i + 1 : (k - 1) * ORDER + i;
        }
    for (int i = 0; i < QUERIES; i++)
        wanted[i] = 3 * (int)(bench_random() % RECORDS);
}

static void hand(void)
{
#pragma omp parallel for
    for (int q = 0; q < QUERIES; q++) {
        for (int i = 0; i < height; i++) {
            for (int k = 0; k < ORDER; k++)
                if (nodes[at[q]].keys[k] <= wanted[q] && nodes[at[q]].keys[k + 1] > wanted[q])
                    if (nodes[from[q]].next[k] < all)
                        from[q] = nodes[from[q]].next[k];
            at[q] = from[q];
        }
        for (int k = 0; k < ORDER; k++)
            if (nodes[at[q]].keys[k] == wanted[q])
                found[q] = records[nodes[at[q]].next[k]];
    }
}

static void launch(Run *r)
{
    LAUNCH(r, "lookup", DIM(QUERIES, 1), DIM(ORDER, 1), VALUE(height), BUFFER(nodes), VALUE(all), BUFFER(records),
           BUFFER(at), BUFFER(from), BUFFER(wanted), BUFFER(found));
}

const Bench bench = {"tree", make, hand, launch};
