/* cfg.c: a function's instructions -> basic blocks, their edges, dominators and loops.
 *
 * Requires matched instructions (isa_emit says what ends a block).  Blocks that nothing reaches are dropped; so is
 * the code after a terminator that no branch names. */
#include "ir/ir.h"

void fn_set_code(Fn *fn, InsList code, const int *place)
{
    for (int i = 0; i < fn->labels.n; i++)
        fn->labels.at[i]->index = place[fn->labels.at[i]->index];
    fn->ins = code;
}

Rewrite rewrite_begin(Module *m, Fn *fn, InsList *out)
{
    Rewrite w = {.m = m, .fn = fn, .out = out ? out : NEW(m->code, InsList), .i = -1};
    *w.out = fn_new_code(m, fn);
    array_reserve(m->code, &w.place, fn->ins.n + 1);
    return w;
}

bool rewrite_next(Rewrite *w)
{
    w->place.at[++w->i] = w->out->n;
    w->ins = &w->fn->ins.at[w->i];
    if (w->i < w->fn->ins.n)
        return true;
    fn_set_code(w->fn, *w->out, w->place.at);
    array_free(w->m->code, &w->place);
    return false;
}

void fn_put_label(Arena *a, Fn *fn, Sym *l)
{
    SymList all = {0}; /* code that is kept has the list as it was */
    int i = 0;
    for (; i < fn->labels.n && fn->labels.at[i]->index <= l->index; i++)
        array_add(a, &all, fn->labels.at[i]);
    array_add(a, &all, l);
    for (; i < fn->labels.n; i++)
        array_add(a, &all, fn->labels.at[i]);
    fn->labels = all;
}

InsList fn_new_code(Module *m, const Fn *fn)
{
    InsList code = {0};
    array_reserve(m->code, &code, fn->ins.n + fn->ins.n / 16 + 16);
    return code;
}

void fn_free_code(Module *m, InsList code)
{
    array_free(m->code, &code);
    if (m->code != m->arena)
        array_free(m->arena, &code);
}

/* ---- what ends a block ------------------------------------------------------------------------------------------- */

/* The symbol a branch names: a label of bra, the table of brx. */
static Sym *branch_sym(const Ins *ins, SymKind kind)
{
    for (int i = 0; i < ins->nop; i++)
        if (ins->op[i].sym && ins->op[i].sym->kind == kind)
            return ins->op[i].sym;
    ice("a branch without a target");
}

static bool call_returns(const Ins *ins)
{
    for (int i = 0; i < ins->nop; i++) {
        const Sym *s = sym_meant(ins->op[i].sym);
        if (s && ((s->kind == SYM_FUNC && s->fn && s->fn->noreturn) || (s->kind == SYM_PROTO && s->noreturn)))
            return false;
    }
    return true;
}

typedef enum Term { TERM_NONE, TERM_BRA, TERM_BRX, TERM_EXIT } Term;

static Term term_of(const Ins *ins)
{
    switch (isa_emit(ins)) {
    case EMIT_BRA: return TERM_BRA;
    case EMIT_BRX: return TERM_BRX;
    case EMIT_RET:
    case EMIT_EXIT:
    case EMIT_TRAP: return TERM_EXIT;
    case EMIT_CALL: return call_returns(ins) ? TERM_NONE : TERM_EXIT;
    default: return TERM_NONE;
    }
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

/* Blocks in the order of the text while they are found; at, to are their edges, each once. */
typedef struct Cutter {
    Fn *fn;
    int *block_at; /* of each instruction that begins a block (and of the end): the block's number; else -1 */
    Term *term;    /* of each instruction */
    Blk **blk;
    int n;
} Cutter;

static void mark_leaders(Cutter *c, bool split_sync)
{
    int n = c->fn->ins.n;
    for (int i = 0; i <= n; i++)
        c->block_at[i] = -1;
    c->block_at[0] = 0;
    for (int i = 0; i < n; i++) {
        const Ins *ins = &c->fn->ins.at[i];
        c->term[i] = term_of(ins);
        /* A guarded terminator in the last place still goes on to the function's end: that becomes an empty block. */
        if (c->term[i] != TERM_NONE && (i + 1 < n || ins->guard >= 0))
            c->block_at[i + 1] = 0;
        if (c->term[i] == TERM_BRA)
            c->block_at[branch_sym(ins, SYM_LABEL)->index] = 0;
        if (c->term[i] == TERM_BRX) {
            const Sym *table = branch_sym(ins, SYM_TARGETS);
            for (int k = 0; k < table->targets.n; k++)
                c->block_at[table->targets.at[k]->index] = 0;
        }
        if (isa_is_cta(ins) || (split_sync && isa_is_warp(ins)))
            c->block_at[i] = 0;
        if (isa_is_cta(ins) && !split_sync && i + 1 < n) /* what stands between barriers is whole blocks */
            c->block_at[i + 1] = 0;
    }
}

static void cut_blocks(Arena *a, Cutter *c)
{
    int n = c->fn->ins.n;
    for (int i = 0; i <= n; i++)
        if (c->block_at[i] == 0)
            c->n++;
    c->blk = NEWN(a, Blk *, c->n);
    for (int i = 0, k = 0; i <= n; i++) {
        if (c->block_at[i] != 0)
            continue;
        Blk *b = c->blk[k] = NEW(a, Blk);
        b->first = i;
        b->branch = b->term = -1;
        if (k > 0)
            c->blk[k - 1]->end = i;
        c->block_at[i] = k++;
    }
    c->blk[c->n - 1]->end = n;
}

static Blk *block_of_label(const Cutter *c, const Sym *label) { return c->blk[c->block_at[label->index]]; }

static void link_block(Arena *a, Cutter *c, int k)
{
    Blk *b = c->blk[k], *next = k + 1 < c->n ? c->blk[k + 1] : NULL;
    int last = b->end - 1;
    Term term = b->first < b->end ? c->term[last] : TERM_NONE;
    const Ins *ins = term != TERM_NONE ? &c->fn->ins.at[last] : NULL;
    b->exits = term == TERM_EXIT || (!ins && !next);
    if (!ins || ins->guard >= 0)
        b->succ[0] = next;
    if (!ins)
        return;
    b->term = last;
    if (term == TERM_BRA) {
        Blk *to = block_of_label(c, branch_sym(ins, SYM_LABEL));
        b->branch = last;
        if (ins->guard < 0)
            b->succ[0] = to;
        else if (to != next)
            b->succ[1] = to;
    } else if (term == TERM_BRX) {
        const Sym *table = branch_sym(ins, SYM_TARGETS);
        b->branch = last;
        b->ntargets = table->targets.n;
        b->targets = NEWN(a, Blk *, b->ntargets);
        for (int i = 0; i < b->ntargets; i++)
            b->targets[i] = block_of_label(c, table->targets.at[i]);
    }
}

void cfg_end(Arena *a, Fn *fn)
{
    fn->blk = NULL;
    fn->nblk = 0;
    arena_reset(a);
}

Blk **cfg_blocks(Arena *a, const Fn *fn)
{
    Blk **of = NEWN(a, Blk *, fn->ins.n + 1);
    for (int i = 0; i < fn->nblk; i++)
        for (int k = fn->blk[i]->first; k < fn->blk[i]->end; k++)
            of[k] = fn->blk[i];
    return of;
}

const Ins *blk_conditional(const Fn *fn, const Blk *b) { return b->succ[1] ? &fn->ins.at[b->branch] : NULL; }

int blk_nsucc(const Blk *b) { return (b->succ[0] != NULL) + (b->succ[1] != NULL) + b->ntargets; }

Blk *blk_succ(const Blk *b, int i)
{
    int n = (b->succ[0] != NULL) + (b->succ[1] != NULL);
    return i >= n ? b->targets[i - n] : i == 0 && b->succ[0] ? b->succ[0] : b->succ[1];
}

/* ---- analyses ---------------------------------------------------------------------------------------------------- */

void cfg_edges(Arena *a, Blk **blk, int n, int **at, int **to)
{
    int edges = 0;
    for (int i = 0; i < n; i++)
        edges += blk_nsucc(blk[i]);
    int *p = NEWN(a, int, n + 1), *t = NEWN(a, int, edges + 1), *seen = NEWN(a, int, n);
    edges = 0;
    for (int i = 0; i < n; i++) {
        p[i] = edges;
        for (int k = 0; k < blk_nsucc(blk[i]); k++) {
            int s = blk_succ(blk[i], k)->local;
            if (seen[s] != i + 1) {
                seen[s] = i + 1;
                t[edges++] = s;
            }
        }
    }
    p[n] = edges;
    *at = p;
    *to = t;
}

static void adopt_blocks(Arena *a, Fn *fn, const Graph *g, Blk **blk)
{
    fn->nblk = g->nreach;
    fn->irreducible = g->irreducible;
    fn->blk = NEWN(a, Blk *, g->nreach);
    for (int i = 0; i < g->nreach; i++) {
        int v = g->order[i], n = 0;
        Blk *b = fn->blk[i] = blk[v];
        b->id = i;
        b->idom = g->idom[v] < 0 ? NULL : blk[g->idom[v]];
        b->dom_in = g->dom_in[v];
        b->dom_out = g->dom_out[v];
        b->loop = g->loop[v] < 0 ? NULL : blk[g->loop[v]];
        b->is_header = b->loop == b;
        b->loop_up = b->is_header && g->loop_up[v] >= 0 ? blk[g->loop_up[v]] : NULL;
        b->pred = NEWN(a, Blk *, g->pat[v + 1] - g->pat[v] + 1);
        for (int e = g->pat[v]; e < g->pat[v + 1]; e++)
            if (g->rank[g->from[e]] >= 0)
                b->pred[n++] = blk[g->from[e]];
        b->npred = n;
    }
}

static Blk *outermost_header(Blk *b)
{
    Blk *h = b->loop;
    while (h && h->loop_up)
        h = h->loop_up;
    return h ? h : b;
}

/* Which blocks have an edge to the exit, real or supposed: a loop without an exit is supposed to have one at its
 * header, else nothing in it would be post-dominated by anything.  The last block that reaches no exit is in such a
 * loop. */
static bool *exit_edges(Arena *tmp, const Fn *fn)
{
    int n = fn->nblk, top = 0;
    bool *exits = NEWN(tmp, bool, n), *reaches = NEWN(tmp, bool, n);
    Blk **stack = NEWN(tmp, Blk *, n + 1);
    for (int i = 0; i < n; i++)
        if (fn->blk[i]->exits) {
            exits[i] = reaches[i] = true;
            stack[top++] = fn->blk[i];
        }
    for (int i = n - 1;;) {
        while (top) {
            const Blk *b = stack[--top];
            for (int k = 0; k < b->npred; k++)
                if (!reaches[b->pred[k]->id]) {
                    reaches[b->pred[k]->id] = true;
                    stack[top++] = b->pred[k];
                }
        }
        while (i >= 0 && reaches[i])
            i--;
        if (i < 0)
            return exits;
        Blk *h = outermost_header(fn->blk[i]);
        exits[h->id] = reaches[h->id] = true;
        stack[top++] = h;
    }
}

/* Dominators of the reversed graph whose node 0 is the exit and whose node id + 1 a block. */
static void postdominators(Fn *fn)
{
    Arena tmp = {0};
    int n = fn->nblk, edges = 0, m = 0;
    const bool *exits = exit_edges(&tmp, fn);
    for (int i = 0; i < n; i++)
        edges += fn->blk[i]->npred + exits[i];
    int *at = NEWN(&tmp, int, n + 2), *to = NEWN(&tmp, int, edges + 1);
    int *pat, *from, *idom = NEWN(&tmp, int, n + 1), *in = NEWN(&tmp, int, n + 1), *out = NEWN(&tmp, int, n + 1);
    for (int i = 0; i < n; i++)
        if (exits[i])
            to[m++] = i + 1;
    for (int i = 0; i < n; i++) {
        at[i + 1] = m;
        for (int k = 0; k < fn->blk[i]->npred; k++)
            to[m++] = fn->blk[i]->pred[k]->id + 1;
    }
    at[n + 1] = m;
    graph_reverse(&tmp, n + 1, at, to, &pat, &from);
    graph_dominators(n + 1, at, to, pat, from, idom);
    graph_intervals(n + 1, idom, in, out);
    for (int i = 0; i < n; i++) {
        Blk *b = fn->blk[i];
        b->ipdom = idom[i + 1] > 0 ? fn->blk[idom[i + 1] - 1] : NULL;
        b->pdom_in = in[i + 1];
        b->pdom_out = out[i + 1];
    }
    arena_reset(&tmp);
}

void cfg_build(Arena *a, Fn *fn, bool split_sync)
{
    Arena tmp = {0};
    Graph g = {0};
    Cutter c = {.fn = fn, .block_at = NEWN(&tmp, int, fn->ins.n + 1), .term = NEWN(&tmp, Term, fn->ins.n + 1)};
    mark_leaders(&c, split_sync);
    cut_blocks(a, &c);
    for (int i = 0; i < c.n; i++) {
        c.blk[i]->local = i;
        link_block(a, &c, i);
    }
    g.n = c.n;
    cfg_edges(&tmp, c.blk, c.n, &g.at, &g.to);
    graph_analyse(&tmp, &g);
    adopt_blocks(a, fn, &g, c.blk);
    postdominators(fn);
    arena_reset(&tmp);
}

bool cfg_dominates(const Blk *a, const Blk *b) { return a->dom_in <= b->dom_in && b->dom_out <= a->dom_out; }

Reach reach_begin(Arena *a, const Fn *fn) { return (Reach){NEWN(a, const Blk *, fn->nblk + 1), NEWN(a, bool, fn->nblk + 1), 0}; }

void reach_add(Reach *r, const Blk *x)
{
    for (int i = 0; i < blk_nsucc(x); i++) {
        const Blk *y = blk_succ(x, i);
        if (!r->seen[y->id])
            r->todo[r->n++] = y;
        r->seen[y->id] = true;
    }
}

const Blk *reach_next(Reach *r) { return r->n ? r->todo[--r->n] : NULL; }

bool reach_leads(Arena *a, const Fn *fn, const Blk *from, const Blk *to, const Blk *by)
{
    Reach r = reach_begin(a, fn);
    if (by)
        r.seen[by->id] = true;
    for (const Blk *x = from; x && to != by && !r.seen[to->id]; x = reach_next(&r))
        reach_add(&r, x);
    return to != by && r.seen[to->id];
}

Blk *loop_only_pred(const Blk *header, bool inside)
{
    Blk *found = NULL;
    int n = 0;
    for (int k = 0; k < header->npred; k++)
        if (loop_holds(header, header->pred[k]) == inside) {
            found = header->pred[k];
            n++;
        }
    return n == 1 ? found : NULL;
}

bool loop_holds(const Blk *header, const Blk *x)
{
    for (const Blk *h = x->loop; h; h = h->loop_up)
        if (h == header)
            return true;
    return false;
}

int loop_write(const RegIndex *writes, Blk *const *blk_of, const Blk *header, int reg)
{
    int at = LOOP_NEVER;
    for (int i = writes->of[reg]; i < writes->of[reg + 1]; i++)
        if (blk_of[writes->ins[i]] && loop_holds(header, blk_of[writes->ins[i]]))
            at = at == LOOP_NEVER ? writes->ins[i] : LOOP_OFTEN;
    return at;
}

bool loop_comes_by(const Blk *header, const Blk *x)
{
    bool each = true;
    for (int k = 0; k < header->npred && each; k++)
        each = !loop_holds(header, header->pred[k]) || cfg_dominates(x, header->pred[k]);
    return each;
}

bool loop_some(const Fn *fn, const Blk *header, bool (*is)(const Ins *ins))
{
    bool any = false;
    for (int i = 0; i < fn->nblk && !any; i++)
        any = loop_holds(header, fn->blk[i]) && ins_some(fn, fn->blk[i]->first, fn->blk[i]->end, is);
    return any;
}

bool cfg_postdominates(const Blk *a, const Blk *b) { return a->pdom_in <= b->pdom_in && b->pdom_out <= a->pdom_out; }

Blk *cfg_real_target(const Fn *fn, Blk *x)
{
    for (int n = 0; n < fn->nblk && (x->first == x->end || x->branch == x->first) && x->succ[0] && !x->succ[1] && !x->targets; n++)
        x = x->succ[0];
    return x;
}
