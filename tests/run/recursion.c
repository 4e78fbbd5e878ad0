#include "host.h"

extern const ptx2c_module recursion;

enum { MOST = 256 };

static void compare(const char *what, const int *got, const int *want, int n)
{
    int bad = 0;
    for (int i = 0; i < n; i++)
        if (got[i] != want[i] && bad++ < 4)
            printf("%s: %d has %d, not %d\n", what, i, got[i], want[i]);
    printf("%s: %s\n", what, bad ? "wrong" : "done");
}

static void tree(int block, int grid)
{
    static int in[4 * MOST], out[4 * MOST], want[4 * MOST];
    int *a = in, *b = out;
    for (int i = 0; i < 4 * MOST; i++)
        in[i] = i * 7 % 101 - 50;
    run(&recursion, "tree", (uint32_t)grid, (uint32_t)block, (void *[]){&a, &b});
    for (int k = 0; k < grid; k++) {
        int sum = 0;
        for (int i = 0; i < block; i++)
            sum += in[k * block + i];
        for (int i = 0; i < block; i++)
            want[k * block + i] = sum + 2 * block - 2 + i;
    }
    compare("tree", out, want, block * grid);
}

static void levels(void)
{
    unsigned long long out[64], *o = out;
    int bad = 0;
    run(&recursion, "levels", 1, 64, (void *[]){&o});
    for (int i = 0; i < 64; i++) {
        unsigned long long want = 0, unit = 1;
        for (int level = 0; level <= i * 5 % 7; level++, unit *= 100)
            for (int k = i & 32; k < (i & 32) + 32; k++)
                want += k * 5 % 7 >= level ? unit : 0;
        bad += out[i] != want;
    }
    printf("levels: %s\n", bad ? "wrong" : "done");
}

typedef struct Trail {
    int step[6];
} Trail;

/* All lanes of a warp: up and the results have 32 rows. */
static void walk(Trail *t, int n, int i0, int (*up)[4], int *result)
{
    int own[32][4], v[32];
    Trail deeper[32];
    for (int l = 0; l < 32; l++) {
        own[l][(i0 + l) & 3] = up[l][(i0 + l) & 3] * 3 + n;
        t[l].step[(n + i0 + l) % 6] += n;
        deeper[l] = t[l];
    }
    for (int l = 0; l < 32; l++)
        v[l] = own[l ^ 1][((i0 + l) ^ 1) & 3];
    if (n) {
        int below[32];
        walk(deeper, n - 1, i0, own, below);
        for (int l = 0; l < 32; l++)
            v[l] += below[l];
    }
    for (int l = 0; l < 32; l++) {
        int i = i0 + l;
        for (int k = 0; k < 6; k++)
            v[l] += t[l].step[(k + i) % 6] * (k + 1);
        up[l][i & 3] += 1;
        result[l] = v[l] + own[l][i & 3];
    }
}

static void trails(int depth)
{
    int out[2 * 96], *o = out, want[2 * 96];
    Trail t = {{5, 4, 3, 2, 1, 9}};
    run(&recursion, "trails", 1, 96, (void *[]){&o, &t, &depth});
    for (int i0 = 0; i0 < 96; i0 += 32) {
        Trail all[32];
        int top[32][4], result[32];
        for (int l = 0; l < 32; l++) {
            all[l] = t;
            top[l][(i0 + l) & 3] = i0 + l;
        }
        walk(all, i0 & 32 ? depth : depth + 2, i0, top, result);
        for (int l = 0; l < 32; l++) {
            want[2 * (i0 + l)] = result[l];
            want[2 * (i0 + l) + 1] = top[l][(i0 + l) & 3];
        }
    }
    compare("trails", out, want, 2 * 96);
}

static void odd(int n, const int *a, int *result);

static void even(int n, const int *a, int *result)
{
    int v[32], x[32], b[32];
    for (int l = 0; l < 32; l++) {
        v[l] = a[l == 31 ? 31 : l + 1];
        b[l] = (int)((unsigned)v[l] + (unsigned)n);
    }
    if (!n) {
        memcpy(result, v, sizeof v);
        return;
    }
    odd(n - 1, b, x);
    for (int l = 0; l < 32; l++)
        b[l] = (int)((unsigned)v[l] - (unsigned)x[l]);
    if (n > 2)
        odd(n - 3, b, v);
    for (int l = 0; l < 32; l++)
        result[l] = (int)((unsigned)x[l] + (n > 2 ? (unsigned)v[l] : 1));
}

static void odd(int n, const int *a, int *result)
{
    int b[32], r[32];
    if (n < 0) {
        memcpy(result, a, sizeof b);
        return;
    }
    for (int l = 0; l < 32; l++)
        b[l] = a[l] ^ n;
    even(n - 1 < 0 ? 0 : n - 1, b, r);
    for (int l = 0; l < 32; l++)
        result[l] = (int)((unsigned)r[l] * 2 + (unsigned)a[l]);
}

static void mutual(int n)
{
    int out[64], *o = out, want[64], start[64];
    run(&recursion, "mutual", 1, 64, (void *[]){&o, &n});
    for (int i = 0; i < 64; i++)
        start[i] = i;
    even(n, start, want);
    even(n, start + 32, want + 32);
    compare("mutual", out, want, 64);
}

typedef struct Node {
    int kind, left, right, value;
} Node;

/* The value of a node for all 64 threads. */
static void value(const Node *n, int *v)
{
    int l[64], r[64], any = 0;
    if (n->kind)
        value(n + n->left, l);
    if (n->kind == 1)
        value(n + n->right, r);
    for (int i = 0; i < 64; i++)
        any |= n->kind == 2 && l[i] > n->value;
    for (int i = 0; i < 64; i++)
        v[i] = n->kind == 0 ? n->value + i : n->kind == 1 ? l[i] + r[i] : n->kind == 2 ? any : l[(i & 32) + n->value];
}

static void visit(void)
{
    static const Node nodes[] = {
        {1, 1, 2, 0},  /* add of 1, 2 */
        {3, 2, 0, 9},  /* 1: lane 9 of 3 */
        {1, 2, 3, 0},  /* 2: add of 4, 5 */
        {1, 3, 4, 0},  /* 3: add of 6, 7 */
        {2, 4, 0, 40}, /* 4: whether any of 8 is above 40 */
        {0, 0, 0, 1000}, {0, 0, 0, 70}, {2, 1, 0, 99}, {0, 0, 0, -20},
    };
    int out[64], *o = out, want[64];
    const Node *n = nodes;
    run(&recursion, "visit", 1, 64, (void *[]){&n, &o});
    value(nodes, want);
    compare("visit", out, want, 64);
}

static void deep(int n)
{
    int out[32] = {0}, *o = out, want[32];
    if (run(&recursion, "deep", 1, 32, (void *[]){&o, &n}))
        return;
    unsigned v = 1;
    for (int k = 1; k <= n; k++)
        v = v * 3 ^ (unsigned)k;
    for (int i = 0; i < 32; i++)
        want[i] = (int)v;
    compare("deep", out, want, 32);
}

int main(void)
{
    tree(256, 1);
    tree(64, 3);
    levels();
    trails(0);
    trails(3);
    mutual(0);
    mutual(9);
    visit();
    deep(50);
    deep(100000);
    return 0;
}
