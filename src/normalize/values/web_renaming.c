/* web_renaming.c: splits registers by def-use webs.
 *
 * Compilers that number registers anew for each value leave nothing to do here.  People, and compilers without such a
 * step, use one register for values that have nothing to do with each other; what is known of one of them (uniform,
 * constant, used once) would be lost for all.
 *
 * A web is a set of definitions that some use can't tell apart.  Values are numbered in the order in which the blocks
 * are walked: one for each register that is live into a block, one for each write.  Walking a block, the current value
 * of each register is known; along an edge it is united with the value at the successor's head.  A second walk in the
 * same order meets the same numbers and renames.  Only registers with several writes are looked at.
 *
 * Where ways meet, a value is not united at once that is written once, from indices and parameters, and read in several
 * places, or before a branch around the loop that counts on from it (then an outer loop's counter may have made it, too): more is
 * known of it than of what it meets.  That gets a copy of it, made at the end of the block that it comes from. */
#include "normalize/normalize.h"

/* A register's value on the way into a block that has several: from at the end of block before, to at its head. */
typedef struct Edge { int before, reg, from, to; const Blk *into; } Edge;

enum {
    KNOWN_READS = 2, /* how often a value is read, at least, if what it meets is worth a register of its own */
    KNOWN_DEPTH = 24, /* instructions one after the other that it is computed by, at most */
    MEET_ROUNDS = 8, /* looks at all meetings for those of one value with itself */
    MEET_MOST = 8,   /* meetings that are looked at, for each instruction */
    VALUES_MOST = 16 /* values, for each instruction and 1024 besides: all registers are left as they are where more are live */
};

typedef struct Webs {
    Arena *a;      /* for new symbols */
    Arena tmp;
    Fn *fn;
    bool *split;   /* by register: looked at */
    Blk **blk_of;  /* cfg_blocks */
    int *head;     /* by block: the number of its first live-in value */
    int *up;       /* union-find */
    int *reads, *writes; /* by value, then by root: how many instructions */
    int *def;      /* by value: the instruction that writes it; by root: some one */
    int *only_def; /* by register: its only write, or -1 */
    struct { uint8_t *yes, *no; } known[2]; /* is_known_reg, by register, without counters and with them: a depth at which it is; at which it is not */
    bool *counts;  /* by register: constants are all that is written to it or added */
    Array(Edge) edges; /* in the order of their targets' values from block to block */
    int n, next;   /* number of values; the next write's */
    int *now;      /* by register: current value */
    int *reader;   /* by register: what the current instruction reads, valid when seen is its number */
    int *writer;   /* likewise: what it writes */
    int *seen, *wrote;
    int ins;       /* number of the current instruction, from 1 */
    int at;        /* its place */
    bool rename;
    int *name;     /* by root: its register; -1: none yet */
    bool *taken;   /* by register: some web has kept it */
    bool changed;  /* the current instruction */
} Webs;

static int find(Webs *w, int v)
{
    while (w->up[v] != v)
        v = w->up[v] = w->up[w->up[v]];
    return v;
}

/* The smaller number becomes the root, so that the result does not depend on the order of the edges. */
static void unite(Webs *w, int x, int y)
{
    x = find(w, x);
    y = find(w, y);
    if (x < y)
        w->up[y] = x;
    else
        w->up[x] = y;
}

/* ---- candidates -------------------------------------------------------------------------------------------------- */

typedef struct Count {
    int *writes, *def;
    int values, at;
} Count;

/* False when no register has several writes. */
static bool find_candidates(Webs *w)
{
    const Fn *fn = w->fn;
    Count c = {NEWN(&w->tmp, int, fn->regs.n + 1), NEWN(&w->tmp, int, fn->regs.n + 1), 0, 0};
    bool any = false;
    w->counts = NEWN(&w->tmp, bool, fn->regs.n + 1);
    memset(w->counts, true, (size_t)fn->regs.n);
    for (int b = 0; b < fn->nblk; b++)
        for (c.at = fn->blk[b]->first; c.at < fn->blk[b]->end; c.at++)
            for (Refs ref = ins_refs(&fn->ins.at[c.at]); writes_next(&ref);) {
                c.def[ref.reg] = c.writes[ref.reg]++ ? -1 : c.at;
                c.values++;
                w->counts[ref.reg] &= linear_counts(&fn->ins.at[c.at], ref.reg);
            }
    for (int r = 0; r < fn->regs.n; r++)
        c.def[r] = c.writes[r] == 1 ? c.def[r] : -1;
    w->only_def = c.def;
    for (int i = 0; i < 2; i++) {
        w->known[i].yes = NEWN(&w->tmp, uint8_t, w->fn->regs.n + 1);
        w->known[i].no = NEWN(&w->tmp, uint8_t, w->fn->regs.n + 1);
    }
    for (int i = 0; i < fn->params.n + fn->rets.n; i++) /* the function's head and its callers know these */
        if (fn_formal(fn, i)->kind == SYM_REG)
            c.writes[fn_formal(fn, i)->index] = 0;
    w->split = NEWN(&w->tmp, bool, fn->regs.n + 1);
    for (int r = 0; r < fn->regs.n; r++)
        any |= w->split[r] = c.writes[r] > 1;
    w->n = c.values;
    return any;
}

static void number_heads(Webs *w)
{
    const Fn *fn = w->fn;
    int n = 0;
    w->head = NEWN(&w->tmp, int, fn->nblk + 1);
    for (int b = 0; b < fn->nblk; b++) {
        w->head[b] = n;
        for (int i = 0; i < fn->blk[b]->live_in.n; i++)
            n += w->split[fn->blk[b]->live_in.reg[i]];
    }
    w->head[fn->nblk] = n;
    w->n += n;
}

/* ---- the walk ---------------------------------------------------------------------------------------------------- */

static int name_of(Webs *w, int reg, int value)
{
    int root = find(w, value);
    if (w->name[root] < 0) {
        w->name[root] = w->taken[reg] ? fn_copy_reg(w->a, w->fn, reg) : reg;
        w->taken[reg] = true;
    }
    return w->name[root];
}

/* All reads of an instruction see the values before it; its writes of one register are one value. */
static void visit(Webs *w, int32_t *place, RegRole role)
{
    int reg = *place;
    if (!w->split[reg])
        return;
    if (role != REG_WRITE && w->seen[reg] != w->ins) {
        w->seen[reg] = w->ins;
        w->reader[reg] = w->now[reg];
        w->reads[w->reader[reg]] += !w->rename;
    }
    int value = w->reader[reg];
    if (role != REG_READ) {
        if (w->wrote[reg] != w->ins) {
            w->wrote[reg] = w->ins;
            w->writer[reg] = w->next++;
            w->writes[w->writer[reg]] = 1;
            w->def[w->writer[reg]] = w->at;
        }
        if (role == REG_UPDATE && !w->rename)
            unite(w, w->reader[reg], w->writer[reg]);
        value = w->now[reg] = w->writer[reg];
    }
    if (w->rename) {
        *place = name_of(w, reg, value);
        w->changed |= *place != reg;
    }
}

static void enter_block(Webs *w, const Blk *b)
{
    for (int i = 0, v = w->head[b->id]; i < b->live_in.n; i++)
        if (w->split[b->live_in.reg[i]])
            w->now[b->live_in.reg[i]] = v++;
}

static void leave_block(Webs *w, const Blk *b, int *mark)
{
    for (int k = 0; k < blk_nsucc(b); k++) {
        const Blk *s = blk_succ(b, k);
        if (mark[s->id] == b->id + 1)
            continue;
        mark[s->id] = b->id + 1;
        for (int i = 0, v = w->head[s->id]; i < s->live_in.n; i++) {
            int reg = s->live_in.reg[i];
            if (!w->split[reg])
                continue;
            Edge e = {b->id, reg, w->now[reg], v++, s};
            if (!live_comes(b, s, reg))
                continue;
            /* functions are not looked at so closely */
            if (s->npred > 1 && w->fn->is_entry && w->edges.n / MEET_MOST < w->fn->ins.n)
                array_add(&w->tmp, &w->edges, e);
            else
                unite(w, e.from, e.to);
        }
    }
}

static void walk(Webs *w, bool rename)
{
    Fn *fn = w->fn;
    int *mark = NEWN(&w->tmp, int, fn->nblk);
    w->rename = rename;
    w->next = w->head[fn->nblk];
    for (int b = 0; b < fn->nblk; b++) {
        enter_block(w, fn->blk[b]);
        for (int i = fn->blk[b]->first; i < fn->blk[b]->end; i++) {
            w->ins++;
            w->at = i;
            w->changed = false;
            for (Refs ref = ins_refs(&fn->ins.at[i]); places_next(&ref);)
                visit(w, ref.place, ref.role);
            if (w->changed)
                ins_agree(&w->tmp, &fn->ins.at[i]);
        }
        if (!rename)
            leave_block(w, fn->blk[b], mark);
    }
}

/* ---- copies where ways meet ---------------------------------------------------------------------------------------- */

static void merge(Webs *w, int x, int y)
{
    x = find(w, x);
    y = find(w, y);
    if (x == y)
        return;
    unite(w, x, y);
    int root = find(w, x), other = root == x ? y : x;
    w->reads[root] += w->reads[other];
    w->writes[root] += w->writes[other];
    if (w->writes[other])
        w->def[root] = w->def[other];
}

/* What is known of each value alone becomes what is known of each web. */
static void sum_up(Webs *w)
{
    for (int v = 0; v < w->n; v++) {
        int root = find(w, v);
        if (root == v)
            continue;
        w->reads[root] += w->reads[v];
        w->writes[root] += w->writes[v];
        if (w->writes[v])
            w->def[root] = w->def[v];
    }
}

/* Edges in the order of their targets; those of one stay in the order of the blocks that they come from. */
static void sort_edges(Webs *w)
{
    const int heads = w->head[w->fn->nblk];
    int *at = NEWN(&w->tmp, int, heads + 1);
    struct { Edge *at; int n, cap; } to = {0};
    array_reserve(&w->tmp, &to, w->edges.n);
    for (int i = 0; i < w->edges.n; i++)
        at[w->edges.at[i].to + 1]++;
    for (int v = 0; v < heads; v++)
        at[v + 1] += at[v];
    for (int i = 0; i < w->edges.n; i++)
        to.at[at[w->edges.at[i].to]++] = w->edges.at[i];
    array_free(&w->tmp, &w->edges);
    w->edges.at = to.at;
    w->edges.cap = to.cap;
}

/* Where only one value meets itself. */
static void unite_trivial(Webs *w)
{
    bool changed = true;
    for (int round = 0; changed && round < MEET_ROUNDS; round++) {
        changed = false;
        for (int i = 0, end; i < w->edges.n; i = end) {
            int to = find(w, w->edges.at[i].to), from = to;
            bool one = true;
            for (end = i; end < w->edges.n && w->edges.at[end].to == w->edges.at[i].to; end++) {
                int x = find(w, w->edges.at[end].from);
                one &= x == to || from == to || x == from;
                from = x == to ? from : x;
            }
            if (one && from != to && !w->writes[to]) {
                merge(w, from, to);
                changed = true;
            }
        }
    }
}

static bool is_known(const Webs *w, const Ins *ins, int depth, bool counters);

/* Likewise of what writes a register, the only one.  What is found is remembered: where it is known, and where it isn't, at what depths. */
static bool is_known_reg(const Webs *w, int reg, int depth, bool counters)
{
    uint8_t *yes = &w->known[counters].yes[reg], *no = &w->known[counters].no[reg];
    if (depth <= *no || (*yes && depth >= *yes))
        return depth > *no;
    const bool known = is_known(w, &w->fn->ins.at[w->only_def[reg]], depth, counters);
    *(known ? yes : no) = (uint8_t)depth;
    return known;
}

/* Whether the instruction computes a number from indices and parameters, or also from counters. */
static bool is_known(const Webs *w, const Ins *ins, int depth, bool counters)
{
    static const Mnemonic ops[] = {INS_ADD, INS_SUB, INS_MUL, INS_MAD, INS_SHL, INS_SHR, INS_AND, INS_OR, INS_CVT, INS_MOV, INS_CVTA,
                                 INS_NEG, INS_NOT, INS_MIN, INS_MAX, INS_SELP, INS_SETP, INS_NONE};
    const bool op = ins_is_any(ins, ops) || (isa_emit(ins) == EMIT_LD && isa_space(ins) == SP_PARAM);
    if (!op || ins->guard >= 0 || !depth)
        return false;
    for (int i = -1; isa_next_input(ins, &i);) {
        const Opnd *o = &ins->arg[i];
        if (opnd_is_constant(o) || o->kind == O_SYM || (o->kind == O_MEM && o->reg < 0))
            continue;
        const int reg = (o->kind == O_REG && o->comp < 0) || o->kind == O_MEM ? o->reg : -1, def = reg >= 0 ? w->only_def[reg] : -1;
        if (counters && reg >= 0 && def < 0 && w->counts[reg])
            continue;
        if (def < 0 || !is_known_reg(w, reg, depth - 1, counters))
            return false;
    }
    return true;
}

/* Whether the edge leads into a loop that some who come by the value's definition go around. */
static bool begins_guarded_loop(const Webs *w, const Edge *e, int def)
{
    const Blk *before = w->fn->blk[e->before], *at = w->blk_of[def];
    return e->into->is_header && !loop_holds(e->into, before) && at != before && cfg_dominates(at, before) && !cfg_postdominates(before, at);
}

/* Unites what meets, but for known values: leaves only their edges. */
static void choose_edges(Webs *w)
{
    const Fn *fn = w->fn;
    int kept = 0;
    sum_up(w);
    sort_edges(w);
    unite_trivial(w);
    bool *begins = NEWN(&w->tmp, bool, w->n + 1); /* by root: it begins a guarded loop, maybe behind another one that it goes around */
    for (int i = 0; i < w->edges.n; i++) {
        const int x = find(w, w->edges.at[i].from);
        begins[x] |= w->writes[x] == 1 && isa_emit(&fn->ins.at[w->def[x]]) != EMIT_MOV && begins_guarded_loop(w, &w->edges.at[i], w->def[x]);
    }
    for (int i = 0; i < w->edges.n; i++) {
        const Edge e = w->edges.at[i];
        const Sym *s = fn->regs.at[e.reg];
        const int x = find(w, e.from);
        const bool number = s->vec <= 1 && type_is_i32_or_64(s->type);
        if (x == find(w, e.to))
            continue;
        const bool once = number && !fn->blk[e.before]->targets && w->writes[x] == 1, guarded = once && begins_guarded_loop(w, &e, w->def[x]);
        const Ins *def = once && w->reads[x] ? &fn->ins.at[w->def[x]] : NULL;
        const bool place = def && def->mnemonic == INS_MOV && isa_opnd(def, ARG_A)->kind == O_SYM; /* of a variable */
        if (once && (guarded || place || w->reads[x] >= KNOWN_READS || begins[x]) && is_known(w, &fn->ins.at[w->def[x]], KNOWN_DEPTH, guarded))
            w->edges.at[kept++] = e;
        else
            merge(w, e.from, e.to);
    }
    w->edges.n = kept;
}

/* A register's copy: behind all that its block does, in front of the jump at its end or of what is at place. */
typedef struct Move { int place; bool jump; int from, to; } Move;

static int by_place(const void *a, const void *b)
{
    const Move *x = a, *y = b;
    if (x->place != y->place)
        return x->place - y->place;
    if (x->jump != y->jump)
        return x->jump - y->jump;
    return x->to != y->to ? x->to - y->to : x->from - y->from;
}

/* Writes the copies, if any.  Where a block goes on without a branch, they stand in front of the next one's label. */
static bool add_copies(Webs *w, Module *m)
{
    Fn *fn = w->fn;
    int n = 0, k = 0;
    Move *move = NEWN(&w->tmp, Move, w->edges.n + 1);
    for (const Edge *e = w->edges.at; array_has(w->edges, e); e++) {
        const Blk *b = fn->blk[e->before];
        int from = find(w, e->from), to = find(w, e->to);
        if (from == to)
            continue;
        from = name_of(w, e->reg, from);
        to = name_of(w, e->reg, to);
        move[n++] = (Move){b->term >= 0 ? b->term : b->end, b->term >= 0, from, to};
    }
    if (!n)
        return false;
    qsort(move, (size_t)n, sizeof *move, by_place);
    int kept = 1;
    for (int i = 1; i < n; i++) /* both ways out of a block may need the same */
        if (by_place(&move[i], &move[kept - 1]) != 0)
            move[kept++] = move[i];
    n = kept;
    const InsList was = fn->ins;
    for (Rewrite to = rewrite_begin(m, fn, NULL); rewrite_next(&to); rewrite_keep(&to)) {
        for (; k < n && move[k].place == to.i && !move[k].jump; k++)
            ins_add_copy(m, fn, to.out, to.ins, move[k].to, move[k].from);
        rewrite_labels(&to);
        for (; k < n && move[k].place == to.i; k++)
            ins_add_copy(m, fn, to.out, to.ins, move[k].to, move[k].from);
    }
    fn_free_code(m, was);
    return true;
}

bool web_rename(Module *m, Fn *fn, bool *copies)
{
    Arena *a = m->code;
    Webs w = {.a = a, .fn = fn};
    int n = fn->regs.n;
    *copies = false;
    const bool any = fn->nblk && find_candidates(&w);
    if (any)
        number_heads(&w);
    if (!any || w.n / VALUES_MOST > fn->ins.n + VALUES_MOST * 64) { /* loops in loops, hundreds deep */
        arena_reset(&w.tmp);
        return false;
    }
    int **const by_reg[] = {&w.now, &w.reader, &w.writer, &w.seen, &w.wrote};
    for (size_t i = 0; i < sizeof by_reg / sizeof *by_reg; i++)
        *by_reg[i] = NEWN(&w.tmp, int, n + 1);
    w.blk_of = cfg_blocks(&w.tmp, fn);
    w.taken = NEWN(&w.tmp, bool, n + 1);
    w.up = NEWN(&w.tmp, int, w.n + 1);
    w.name = NEWN(&w.tmp, int, w.n + 1);
    w.reads = NEWN(&w.tmp, int, w.n + 1);
    w.writes = NEWN(&w.tmp, int, w.n + 1);
    w.def = NEWN(&w.tmp, int, w.n + 1);
    for (int i = 0; i < w.n; i++) {
        w.up[i] = i;
        w.name[i] = -1;
    }
    walk(&w, false);
    choose_edges(&w);
    const RegSet *in = &fn->blk[0]->live_in; /* what is read before any write keeps its register */
    for (int i = 0, v = w.head[0]; i < in->n; i++)
        if (w.split[in->reg[i]])
            name_of(&w, in->reg[i], v++);
    walk(&w, true);
    *copies = add_copies(&w, m);
    arena_reset(&w.tmp);
    return fn->regs.n > n;
}
