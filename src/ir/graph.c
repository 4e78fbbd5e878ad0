/* graph.c: order, dominators and natural loops of a flow graph given in numbers.
 *
 * cfg.c uses it for a whole function, structure.c for a part of one.  Nothing here recurses: graphs may be as deep as they
 * have nodes.  All is linear, dominators nearly so (Lengauer and Tarjan 1979, simple linking with path compression: the
 * iterative algorithms are quadratic on long chains of branches to one place, which unrolled code has). */
#include "ir/ir.h"

void graph_reverse(Arena *a, int n, const int *at, const int *to, int **pat, int **from)
{
    int *p = NEWN(a, int, n + 2), *f = NEWN(a, int, at[n] + 1);
    for (int e = 0; e < at[n]; e++)
        p[to[e] + 2]++;
    for (int v = 0; v < n; v++)
        p[v + 2] += p[v + 1];
    for (int v = 0; v < n; v++)
        for (int e = at[v]; e < at[v + 1]; e++)
            f[p[to[e] + 1]++] = v;
    *pat = p;
    *from = f;
}

/* ---- order ------------------------------------------------------------------------------------------------------- */

/* Reverse post-order by an explicit stack.  Before its own successors a node visits its extra ones (xat, xto; may be
 * NULL): what is visited first is placed last. */
static void reverse_post_order(Graph *g, const int *xat, const int *xto)
{
    Arena tmp = {0};
    int *stack = NEWN(&tmp, int, g->n), *left = NEWN(&tmp, int, g->n), *xleft = NEWN(&tmp, int, g->n);
    int top = 0, place = g->n;
    for (int v = 0; v < g->n; v++) {
        g->rank[v] = -1;
        left[v] = g->at[v + 1];
        xleft[v] = xat ? xat[v] : 0;
    }
    stack[top++] = 0;
    g->rank[0] = 0;
    while (top) {
        int v = stack[top - 1], next = -1;
        if (xat && xleft[v] < xat[v + 1])
            next = xto[xleft[v]++];
        else if (left[v] > g->at[v])
            next = g->to[--left[v]];
        else
            g->order[--place] = stack[--top];
        if (next >= 0 && g->rank[next] < 0) {
            g->rank[next] = 0;
            stack[top++] = next;
        }
    }
    g->nreach = g->n - place;
    memmove(g->order, g->order + place, (size_t)g->nreach * sizeof *g->order);
    for (int i = 0; i < g->nreach; i++)
        g->rank[g->order[i]] = i;
    arena_reset(&tmp);
}

/* ---- dominators -------------------------------------------------------------------------------------------------- */

/* Everything is indexed by depth-first number. */
typedef struct Forest {
    int *vertex, *parent, *semi, *label, *up, *dom, *bucket, *next, *path;
    int n;
} Forest;

static int forest_eval(Forest *f, int v)
{
    if (f->up[v] < 0)
        return v;
    int k = 0;
    for (int x = v; f->up[f->up[x]] >= 0; x = f->up[x])
        f->path[k++] = x;
    while (k) {
        int x = f->path[--k], u = f->up[x];
        if (f->semi[f->label[u]] < f->semi[f->label[x]])
            f->label[x] = f->label[u];
        f->up[x] = f->up[u];
    }
    return f->label[v];
}

/* Depth-first numbers of what node 0 reaches. */
static void forest_number(Forest *f, int n, const int *at, const int *to, int *num, int *left)
{
    int *stack = f->path, top = 0;
    for (int v = 0; v < n; v++) {
        num[v] = -1;
        left[v] = at[v];
    }
    num[0] = 0;
    f->vertex[0] = 0;
    f->parent[0] = -1;
    f->n = 1;
    stack[top++] = 0;
    while (top) {
        int v = stack[top - 1];
        if (left[v] == at[v + 1]) {
            top--;
            continue;
        }
        int w = to[left[v]++];
        if (num[w] < 0) {
            num[w] = f->n;
            f->vertex[f->n] = w;
            f->parent[f->n++] = num[v];
            stack[top++] = w;
        }
    }
}

static void forest_dominators(Forest *f, const int *num, const int *pat, const int *from)
{
    for (int w = 0; w < f->n; w++) {
        f->semi[w] = f->label[w] = w;
        f->up[w] = f->bucket[w] = -1;
    }
    for (int w = f->n - 1; w > 0; w--) {
        int v = f->vertex[w], p = f->parent[w];
        for (int e = pat[v]; e < pat[v + 1]; e++)
            if (num[from[e]] >= 0) {
                int u = forest_eval(f, num[from[e]]);
                f->semi[w] = lesser(f->semi[w], f->semi[u]);
            }
        f->next[w] = f->bucket[f->semi[w]];
        f->bucket[f->semi[w]] = w;
        f->up[w] = p;
        for (int x = f->bucket[p]; x >= 0; x = f->next[x]) {
            int u = forest_eval(f, x);
            f->dom[x] = f->semi[u] < f->semi[x] ? u : p;
        }
        f->bucket[p] = -1;
    }
    f->dom[0] = -1;
    for (int w = 1; w < f->n; w++)
        if (f->dom[w] != f->semi[w])
            f->dom[w] = f->dom[f->dom[w]];
}

void graph_dominators(int n, const int *at, const int *to, const int *pat, const int *from, int *idom)
{
    Arena tmp = {0};
    int *num = NEWN(&tmp, int, n), *left = NEWN(&tmp, int, n);
    Forest f = {.vertex = NEWN(&tmp, int, n), .parent = NEWN(&tmp, int, n), .semi = NEWN(&tmp, int, n),
                .label = NEWN(&tmp, int, n), .up = NEWN(&tmp, int, n), .dom = NEWN(&tmp, int, n),
                .bucket = NEWN(&tmp, int, n), .next = NEWN(&tmp, int, n), .path = NEWN(&tmp, int, n)};
    forest_number(&f, n, at, to, num, left);
    forest_dominators(&f, num, pat, from);
    for (int v = 0; v < n; v++)
        idom[v] = num[v] > 0 ? f.vertex[f.dom[num[v]]] : -1;
    arena_reset(&tmp);
}

void graph_intervals(int n, const int *idom, int *in, int *out)
{
    Arena tmp = {0};
    int *first = NEWN(&tmp, int, n + 1), *next = NEWN(&tmp, int, n + 1), count = 0;
    for (int v = 0; v <= n; v++)
        first[v] = -1;
    for (int v = n - 1; v >= 0; v--) {
        int up = idom[v] < 0 ? n : idom[v]; /* node n stands over all roots */
        next[v] = first[up];
        first[up] = v;
    }
    int *stack = NEWN(&tmp, int, n + 1), top = 0;
    stack[top++] = n;
    while (top) {
        int v = stack[top - 1], w = first[v];
        if (w >= 0) {
            first[v] = next[w];
            in[w] = count++;
            stack[top++] = w;
        } else {
            top--;
            if (v < n)
                out[v] = count - 1;
        }
    }
    arena_reset(&tmp);
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

/* Header of the outermost loop around v found so far, or v. */
static int loop_top(int *top, int v)
{
    int r = v;
    while (top[r] >= 0)
        r = top[r];
    while (top[v] >= 0) {
        int next = top[v];
        top[v] = r;
        v = next;
    }
    return r;
}

/* What leads to the n nodes of work without h is in the loop that begins there. */
static void fill_loop(Graph *g, int *top, int *work, int n, int h)
{
    while (n) {
        const int v = work[--n];
        if (v == h || top[v] >= 0)
            continue;
        top[v] = h;
        *(g->loop[v] == v ? &g->loop_up[v] : &g->loop[v]) = h;
        for (int e = g->pat[v]; e < g->pat[v + 1]; e++)
            if (g->rank[g->from[e]] >= 0 && loop_top(top, g->from[e]) != h)
                work[n++] = loop_top(top, g->from[e]);
    }
}

/* Inner loops come first: a header's number is above those of the headers around it. */
static void find_loops(Graph *g)
{
    Arena tmp = {0};
    int *top = NEWN(&tmp, int, g->n), *work = NEWN(&tmp, int, g->pat[g->n] + 1);
    for (int v = 0; v < g->n; v++)
        top[v] = g->loop[v] = g->loop_up[v] = -1;
    for (int i = g->nreach - 1; i >= 0; i--) {
        int h = g->order[i], n = 0;
        for (int e = g->pat[h]; e < g->pat[h + 1]; e++) {
            int p = g->from[e];
            if (g->rank[p] >= 0 && graph_dominates(g, h, p)) {
                g->loop[h] = h;
                if (loop_top(top, p) != h)
                    work[n++] = loop_top(top, p);
            }
        }
        fill_loop(g, top, work, n, h);
    }
    for (int i = 0; i < g->nreach; i++) {
        int h = g->order[i];
        if (g->loop[h] == h)
            g->loop_depth[h] = g->loop_up[h] < 0 ? 1 : g->loop_depth[g->loop_up[h]] + 1;
    }
    arena_reset(&tmp);
}

int graph_left(const Graph *g, int u, int v)
{
    int a = g->loop[u], b = g->loop[v], left = -1;
    while (a != b) {
        int da = a < 0 ? 0 : g->loop_depth[a], db = b < 0 ? 0 : g->loop_depth[b];
        if (da >= db) {
            left = a;
            a = g->loop_up[a];
        }
        if (db >= da)
            b = g->loop_up[b];
    }
    return left;
}

/* Orders again so that each loop is contiguous: from its header the targets of the edges that leave it are visited
 * before its body.  An edge that leaves several loops is given to the outermost, whose header is met first. */
static void order_loops(Graph *g)
{
    Arena tmp = {0};
    int *xat = NEWN(&tmp, int, g->n + 2), *xto = NEWN(&tmp, int, g->at[g->n] + 1);
    int *left = NEWN(&tmp, int, g->at[g->n] + 1);
    bool any = false;
    for (int i = 0; i < g->nreach; i++) {
        int u = g->order[i];
        for (int e = g->at[u]; e < g->at[u + 1]; e++) {
            left[e] = graph_left(g, u, g->to[e]);
            if (left[e] >= 0) {
                xat[left[e] + 2]++;
                any = true;
            }
        }
    }
    for (int v = 0; v < g->n; v++)
        xat[v + 2] += xat[v + 1];
    for (int i = g->nreach - 1; any && i >= 0; i--) { /* those that came late shall come late again */
        int u = g->order[i];
        for (int e = g->at[u + 1] - 1; e >= g->at[u]; e--)
            if (left[e] >= 0)
                xto[xat[left[e] + 1]++] = g->to[e];
    }
    if (any)
        reverse_post_order(g, xat, xto);
    arena_reset(&tmp);
}

void graph_analyse(Arena *a, Graph *g)
{
    int n = g->n;
    int **field[] = {&g->order, &g->rank, &g->idom, &g->dom_in, &g->dom_out, &g->loop, &g->loop_up, &g->loop_depth};
    for (size_t i = 0; i < sizeof field / sizeof *field; i++)
        *field[i] = NEWN(a, int, n);
    graph_reverse(a, n, g->at, g->to, &g->pat, &g->from);
    reverse_post_order(g, NULL, NULL);
    graph_dominators(n, g->at, g->to, g->pat, g->from, g->idom);
    graph_intervals(n, g->idom, g->dom_in, g->dom_out);
    find_loops(g);
    g->irreducible = false;
    for (int i = 0; i < g->nreach; i++) {
        int u = g->order[i];
        for (int e = g->at[u]; e < g->at[u + 1]; e++)
            g->irreducible |= g->rank[g->to[e]] <= i && !graph_dominates(g, g->to[e], u);
    }
    order_loops(g);
}

int graph_circles(Arena *tmp, int n, const int *at, const int *to, int *circle, bool *recursive)
{
    int *low = NEWN(tmp, int, n), *seen = NEWN(tmp, int, n), *left = NEWN(tmp, int, n), circles = 0;
    int *path = NEWN(tmp, int, n + 1), *open = NEWN(tmp, int, n + 1), top = 0, opened = 0, count = 0;
    for (int v = 0; v < n; v++)
        circle[v] = -1;
    for (int root = 0; root < n; root++) {
        if (seen[root])
            continue;
        path[top++] = root;
        while (top) {
            const int v = path[top - 1];
            if (!seen[v]) {
                seen[v] = low[v] = ++count;
                left[v] = at[v];
                open[opened++] = v;
            }
            if (left[v] < at[v + 1]) {
                const int w = to[left[v]];
                if (!seen[w]) {
                    path[top++] = w;
                    continue;
                }
                if (circle[w] < 0 && low[w] < low[v])
                    low[v] = low[w];
                recursive[v] |= w == v;
                left[v]++;
                continue;
            }
            top--;
            if (low[v] < seen[v])
                continue;
            const bool alone = open[opened - 1] == v;
            do {
                recursive[open[--opened]] |= !alone;
                circle[open[opened]] = circles;
            } while (open[opened] != v);
            circles++;
        }
    }
    return circles;
}
