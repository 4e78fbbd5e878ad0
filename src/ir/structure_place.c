/* structure_place.c: where each block of a set will stand in the tree: inline at its only predecessor, after its
 * dominator or after a loop.
 *
 * This is the dominator-tree method of Ramsey, "Beyond Relooper" (2022): a block is placed under its immediate
 * dominator, and one that several edges lead to comes after all else there, so that the edges become forward jumps
 * to a place in sight, most of them in tail position, where no jump is needed.  Added is a choice for blocks outside
 * a loop whose dominator is inside: code that the program goes on with stands after the loop, and the edge to it
 * becomes a break; short code at one of several exits stays inline. */
#include "ir/structure.h"

/* ---- the graph of a set ------------------------------------------------------------------------------------------ */

typedef Array(Blk *) BlkList;

static bool inside(const Plan *p, const Blk *b) { return !p->set || bits_has(*p->set, b->id); }

/* The blocks of the set that entry reaches without leaving it, numbered by Blk.local. */
static BlkList collect(Plan *p, Blk *entry)
{
    BlkList list = {0};
    Bits seen = bits_new(p->a, p->fn->nblk);
    array_add(p->a, &list, entry);
    bits_add(seen, entry->id);
    for (int i = 0; i < list.n; i++) {
        Blk *b = list.at[i];
        b->local = i;
        for (int k = 0; k < blk_nsucc(b); k++) {
            Blk *s = blk_succ(b, k);
            if (inside(p, s) && !bits_has(seen, s->id)) {
                bits_add(seen, s->id);
                array_add(p->a, &list, s);
            }
        }
    }
    return list;
}

static Arm arm_to(const Plan *p, Blk *b)
{
    if (!b)
        return (Arm){ARM_NONE, -1, NULL};
    return inside(p, b) ? (Arm){ARM_BLOCK, b->local, b} : (Arm){ARM_LEAVE, -1, b};
}

static void find_arms(Plan *p, int v, int *seen)
{
    BlockPlace *x = &p->at[v];
    Blk *b = x->b;
    x->arm[0] = arm_to(p, b->succ[0]);
    x->arm[1] = arm_to(p, b->succ[1]);
    if (b->exits)
        x->arm[b->succ[0] != NULL] = (Arm){ARM_EXIT, -1, b};
    if (!b->targets)
        return;
    x->table = NEWN(p->a, Arm, b->ntargets);
    for (int i = 0; i < b->ntargets; i++)
        if (seen[b->targets[i]->id] != v + 1) {
            seen[b->targets[i]->id] = v + 1;
            x->table[x->ntable++] = arm_to(p, b->targets[i]);
        }
}

static void make_graph(Plan *p, Blk *entry)
{
    BlkList list = collect(p, entry);
    int n = list.n, edges = 0, *seen = NEWN(p->a, int, p->fn->nblk);
    p->at = NEWN(p->a, BlockPlace, n);
    for (int v = 0; v < n; v++) {
        p->at[v].b = list.at[v];
        find_arms(p, v, seen);
        edges += 2 + p->at[v].ntable;
    }
    p->g = (Graph){.n = n, .at = NEWN(p->a, int, n + 1), .to = NEWN(p->a, int, edges + 1)};
    edges = 0;
    for (int v = 0; v < n; v++) {
        const BlockPlace *x = &p->at[v];
        p->g.at[v] = edges;
        for (int i = 0; i < 2 + x->ntable; i++) {
            const Arm *arm = i < 2 ? &x->arm[i] : &x->table[i - 2];
            if (arm->kind == ARM_BLOCK)
                p->g.to[edges++] = arm->to;
        }
    }
    p->g.at[n] = edges;
    graph_analyse(p->a, &p->g);
}

/* ---- facts about dominator subtrees ------------------------------------------------------------------------------ */

static bool is_back_edge(const Graph *g, int u, int v) { return g->rank[v] <= g->rank[u] && graph_dominates(g, v, u); }

static void measure_subtrees(Plan *p)
{
    const Graph *g = &p->g;
    for (int i = 0; i < g->n; i++) {
        int v = g->order[i];
        BlockPlace *x = &p->at[v];
        x->depth = g->idom[v] < 0 ? 0 : p->at[g->idom[v]].depth + 1;
        x->escapes = x->depth;
        x->size = x->b->end - x->b->first + 1;
        x->blocks = 1;
        x->loops = g->loop[v] == v;
    }
    for (int i = g->n - 1; i >= 0; i--) { /* dominators come first in the order, so subtrees are whole here */
        int v = g->order[i], up = g->idom[v];
        BlockPlace *x = &p->at[v];
        for (int e = g->at[v]; e < g->at[v + 1]; e++) {
            /* The depth of its dominator; a loop's back edge stays in the header's subtree. */
            int to_depth = p->at[g->to[e]].depth - !is_back_edge(g, v, g->to[e]);
            x->escapes = lesser(x->escapes, to_depth);
        }
        if (up < 0)
            continue;
        BlockPlace *u = &p->at[up];
        u->size += x->size;
        u->blocks += x->blocks;
        u->loops += x->loops;
        u->escapes = lesser(u->escapes, x->escapes);
    }
}

/* No edge goes from y's dominator subtree to a block elsewhere: all ways end. */
static bool ends(const Plan *p, int y) { return p->at[y].escapes >= p->at[y].depth; }

static bool is_small(const Plan *p, int y) { return p->at[y].blocks <= 4 && p->at[y].loops == 0 && p->at[y].size <= 40; }

/* ---- placement --------------------------------------------------------------------------------------------------- */

/* Blocks outside a loop whose dominator is inside, and which are in all loops around it. */
typedef struct LoopExits {
    int first;      /* a block by rank, further ones by next_exit; -1 */
    int n, merges;  /* how many; how many of them several edges lead to */
    bool other;     /* some edge leaves the loop for a block that is no such */
} LoopExits;

typedef struct Placer {
    Plan *p;
    int *edges;     /* of each block: edges to it but back edges of natural loops */
    LoopExits *exit; /* of each header */
    int *next_exit;
} Placer;

/* Several edges lead to y, or one from elsewhere than its dominator (in irreducible graphs). */
static bool is_merge(const Placer *pl, int y) { return pl->edges[y] != 1; }

static void count_edges(Placer *pl)
{
    const Graph *g = &pl->p->g;
    for (int u = 0; u < g->n; u++)
        for (int e = g->at[u]; e < g->at[u + 1]; e++) {
            int v = g->to[e];
            if (!is_back_edge(g, u, v))
                pl->edges[v]++;
            int left = graph_left(g, u, v);
            for (int l = left < 0 ? -1 : g->loop[u]; l >= 0; l = l == left ? -1 : g->loop_up[l])
                if (g->idom[v] < 0 || graph_left(g, g->idom[v], v) != l)
                    pl->exit[l].other = true;
        }
}

static void find_exits(Placer *pl)
{
    const Graph *g = &pl->p->g;
    for (int i = g->n - 1; i > 0; i--) {
        int y = g->order[i], l = graph_left(g, g->idom[y], y);
        if (l < 0)
            continue;
        LoopExits *x = &pl->exit[l];
        pl->next_exit[y] = x->first;
        x->first = y;
        x->n++;
        x->merges += is_merge(pl, y);
    }
}

/* Of several exits that all end, the one to go on with after the loop: that of the test at its top or bottom, or
 * else the largest. */
static int main_exit(const Placer *pl, int h)
{
    const Graph *g = &pl->p->g;
    int best = -1;
    for (int y = pl->exit[h].first; y >= 0; y = pl->next_exit[y]) {
        int u = g->idom[y];
        for (int e = g->at[u]; e < g->at[u + 1]; e++)
            if (u == h || g->to[e] == h)
                return y;
        if (best < 0 || pl->p->at[y].size > pl->p->at[best].size)
            best = y;
    }
    return best;
}

/* Which of the blocks that only one edge from inside the loop leads to stay inline; the others follow the loop. */
static void choose_inline(Placer *pl, int h)
{
    const Plan *p = pl->p;
    const Graph *g = &p->g;
    const LoopExits *x = &pl->exit[h];
    if (x->n == 1) { /* the only way out stands after the loop, but for a return from deep inside */
        int y = x->first;
        bool deep = g->loop[g->idom[y]] != h && ends(p, y) && is_small(p, y);
        p->at[y].inline_ = !is_merge(pl, y) && (deep || (x->other && (ends(p, y) || is_small(p, y))));
        return;
    }
    int going_on = 0, large = 0, largest = -1;
    for (int y = x->first; y >= 0; y = pl->next_exit[y]) {
        if (is_merge(pl, y) || ends(p, y))
            continue;
        going_on++;
        large += !is_small(p, y);
        if (largest < 0 || p->at[y].size > p->at[largest].size)
            largest = y;
    }
    int kept = -1; /* the one that follows in any case */
    if (x->merges == 0 && going_on == 0)
        kept = main_exit(pl, h);
    else if (x->merges == 0 && (going_on == 1 || large > 0))
        kept = largest;
    for (int y = x->first; y >= 0; y = pl->next_exit[y])
        p->at[y].inline_ = !is_merge(pl, y) && y != kept && (ends(p, y) || is_small(p, y));
}

static void place_block(Placer *pl, int y)
{
    const Graph *g = &pl->p->g;
    BlockPlace *x = &pl->p->at[y];
    int l = graph_left(g, g->idom[y], y);
    x->up = g->idom[y];
    if (l < 0)
        x->inline_ = !is_merge(pl, y);
    if (x->inline_)
        return;
    x->after = l >= 0;
    if (x->after)
        x->up = l;
    int *list = x->after ? &pl->p->at[x->up].first_after : &pl->p->at[x->up].first_in;
    x->next = *list;
    *list = y;
}

/* Which loop each block will stand in, and its number among that loop's blocks. */
static void nest_blocks(Plan *p)
{
    int n = p->g.n, *around = NEWN(p->a, int, n), *in = NEWN(p->a, int, n), *out = NEWN(p->a, int, n);
    for (int i = 0; i < n; i++) {
        int v = p->g.order[i], up = p->at[v].up;
        bool in_loop_of_up = up >= 0 && !p->at[v].after && p->g.loop[up] == up;
        p->at[v].around = around[v] = up < 0 ? -1 : in_loop_of_up ? up : around[up];
    }
    graph_intervals(n, around, in, out);
    p->by_in = NEWN(p->a, int, n);
    for (int v = 0; v < n; v++) {
        p->at[v].in = in[v];
        p->at[v].out = out[v];
        p->by_in[in[v]] = v;
    }
}

void plan_make(Plan *p, Blk *entry)
{
    make_graph(p, entry);
    measure_subtrees(p);
    int n = p->g.n;
    Placer pl = {p, NEWN(p->a, int, n), NEWN(p->a, LoopExits, n), NEWN(p->a, int, n)};
    for (int v = 0; v < n; v++) {
        pl.exit[v].first = p->at[v].first_in = p->at[v].first_after = p->at[v].next = -1;
        p->at[v].up = -1;
    }
    count_edges(&pl);
    find_exits(&pl);
    for (int i = 0; i < n; i++)
        if (pl.exit[p->g.order[i]].n)
            choose_inline(&pl, p->g.order[i]);
    for (int i = n - 1; i > 0; i--) /* from the last, so that lists are in order */
        place_block(&pl, p->g.order[i]);
    nest_blocks(p);
}

int plan_exit_of(const Plan *p, int h, int next)
{
    Arena tmp = {0};
    const Graph *g = &p->g;
    int best = -1, *count = NEWN(&tmp, int, g->n);
    for (int i = p->at[h].in; i <= p->at[h].out; i++) {
        int u = p->by_in[i];
        for (int e = g->at[u]; e < g->at[u + 1]; e++) {
            int v = g->to[e];
            if (p->at[v].in >= p->at[h].in && p->at[v].out <= p->at[h].out)
                continue;
            count[v]++;
            if (best < 0 || count[v] > count[best] || (count[v] == count[best] && g->rank[v] < g->rank[best]))
                best = v;
        }
    }
    if (next >= 0 && count[next])
        best = next;
    arena_reset(&tmp);
    return best;
}
