/* web.c: splits registers by def-use webs.
 *
 * Compilers that number registers anew for each value leave nothing to do here.  People, and compilers without such a
 * step, use one register for values that have nothing to do with each other; what is known of one of them (uniform,
 * constant, used once) would be lost for all.
 *
 * A web is a set of definitions that some use can't tell apart.  Values are numbered in the order in which the blocks
 * are walked: one for each register that is live into a block, one for each write.  Walking a block, the current value
 * of each register is known; along an edge it is united with the value at the successor's head.  A second walk in the
 * same order meets the same numbers and renames.  Only registers with several writes are looked at. */
#include "compiler.h"

typedef Array(Opnd *) Leaves;

typedef struct Webs {
    Arena *a;      /* for new symbols */
    Arena tmp;
    Fn *fn;
    bool *split;   /* by register: looked at */
    int *head;     /* by block: the number of its first live-in value */
    int *up;       /* union-find */
    int n, next;   /* number of values; the next write's */
    int *now;      /* by register: current value */
    int *reader;   /* by register: what the current instruction reads, valid when seen is its number */
    int *writer;   /* likewise: what it writes */
    int *seen, *wrote;
    int ins;       /* number of the current instruction, from 1 */
    bool rename;
    int *name;     /* by root: its register; -1: none yet */
    bool *taken;   /* by register: some web has kept it */
    bool changed;  /* the current instruction */
    Leaves written, formal; /* its operands in registers */
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
    int *writes;
    int values;
} Count;

static void count_write(void *ctx, int reg, bool write)
{
    Count *c = ctx;
    if (!write)
        return;
    c->writes[reg]++;
    c->values++;
}

/* False when no register has several writes. */
static bool find_candidates(Webs *w)
{
    const Fn *fn = w->fn;
    Count c = {NEWN(&w->tmp, int, fn->regs.n + 1), 0};
    bool any = false;
    for (int b = 0; b < fn->nblk; b++)
        for (int i = fn->blk[b]->first; i < fn->blk[b]->end; i++)
            ins_regs(fn, &fn->ins.at[i], count_write, &c);
    for (int i = 0; i < fn->params.n; i++) /* the function's head and its callers know these */
        if (fn->params.at[i]->kind == SYM_REG)
            c.writes[fn->params.at[i]->index] = 0;
    for (int i = 0; i < fn->rets.n; i++)
        if (fn->rets.at[i]->kind == SYM_REG)
            c.writes[fn->rets.at[i]->index] = 0;
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

static int new_reg(Webs *w, int like)
{
    Sym *s = NEW(w->a, Sym);
    *s = *w->fn->regs.at[like];
    s->index = w->fn->regs.n;
    s->user = NULL;
    array_add(w->a, &w->fn->regs, s);
    return s->index;
}

static int name_of(Webs *w, int reg, int value)
{
    int root = find(w, value);
    if (w->name[root] < 0) {
        w->name[root] = w->taken[reg] ? new_reg(w, reg) : reg;
        w->taken[reg] = true;
    }
    return w->name[root];
}

/* All reads of an instruction see the values before it; its writes of one register are one value. */
static void visit(void *ctx, int32_t *place, RegRole role)
{
    Webs *w = ctx;
    int reg = *place;
    if (!w->split[reg])
        return;
    if (role != REG_WRITE && w->seen[reg] != w->ins) {
        w->seen[reg] = w->ins;
        w->reader[reg] = w->now[reg];
    }
    int value = w->reader[reg];
    if (role != REG_READ) {
        if (w->wrote[reg] != w->ins) {
            w->wrote[reg] = w->ins;
            w->writer[reg] = w->next++;
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

static void add_leaves(Webs *w, Leaves *l, Opnd *o, int n)
{
    for (int i = 0; i < n; i++) {
        if ((o[i].kind == O_REG || o[i].kind == O_MEM) && o[i].reg >= 0)
            array_add(&w->tmp, l, &o[i]);
        add_leaves(w, l, o[i].sub, (int)o[i].nsub);
    }
}

/* Operands as written and in the form's order name the same registers in the same order; parts may be shared. */
static void copy_names(Webs *w, Ins *ins)
{
    w->written.n = w->formal.n = 0;
    add_leaves(w, &w->written, ins->op, ins->nop);
    add_leaves(w, &w->formal, ins->arg, ins->narg);
    Emit emit = isa_emit(ins);
    bool by_op = emit == EMIT_CALL || emit == EMIT_BRA || emit == EMIT_BRX;
    const Leaves *from = by_op ? &w->written : &w->formal, *to = by_op ? &w->formal : &w->written;
    if (to->n && to->n != from->n)
        ice("operands of '%s' out of step", ins->word ? ins->word[0] : "");
    for (int i = 0; i < to->n; i++)
        to->at[i]->reg = from->at[i]->reg;
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
        for (int i = 0, v = w->head[s->id]; i < s->live_in.n; i++)
            if (w->split[s->live_in.reg[i]])
                unite(w, w->now[s->live_in.reg[i]], v++);
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
            w->changed = false;
            ins_places(&fn->ins.at[i], visit, w);
            if (w->changed)
                copy_names(w, &fn->ins.at[i]);
        }
        if (!rename)
            leave_block(w, fn->blk[b], mark);
    }
}

bool web_split(Arena *a, Fn *fn)
{
    Webs w = {.a = a, .fn = fn};
    int n = fn->regs.n;
    fn->webs = true;
    if (!fn->nblk || !find_candidates(&w)) {
        arena_reset(&w.tmp);
        return false;
    }
    number_heads(&w);
    int **const by_reg[] = {&w.now, &w.reader, &w.writer, &w.seen, &w.wrote};
    for (size_t i = 0; i < sizeof by_reg / sizeof *by_reg; i++)
        *by_reg[i] = NEWN(&w.tmp, int, n + 1);
    w.taken = NEWN(&w.tmp, bool, n + 1);
    w.up = NEWN(&w.tmp, int, w.n + 1);
    w.name = NEWN(&w.tmp, int, w.n + 1);
    for (int i = 0; i < w.n; i++) {
        w.up[i] = i;
        w.name[i] = -1;
    }
    walk(&w, false);
    const RegSet *in = &fn->blk[0]->live_in; /* what is read before any write keeps its register */
    for (int i = 0, v = w.head[0]; i < in->n; i++)
        if (w.split[in->reg[i]])
            name_of(&w, in->reg[i], v++);
    walk(&w, true);
    arena_reset(&w.tmp);
    return fn->regs.n > n;
}
