/* liveness.c: which registers are live between blocks.
 *
 * Requires matched instructions and cfg_build.  Sets are lists: a function with 200,000 registers and
 * 20,000 blocks would need bit sets of 500 MB.  Each register that is read before it is written in some block is walked
 * back from there, so the work is the size of the result.  That grows with the square of a function in which many values
 * live long; so translating leaves out those written once, of which it need not ask.
 *
 * Behind an if, a selection by the if's own condition takes one of two registers, of which each may be written on one side:
 *     if (p) b = ...; else a = ...; x = p ? b : a;
 * Where p does not hold b is not live, nor, in a loop, from round to round. */
#include "ir/ir.h"

/* An instruction's mention of a register. */
typedef struct Mention {
    int reg, ins;
    RegRole role;
} Mention;

/* All mentions in the order of the blocks: walking operands again and again would cost more than anything below. */
typedef struct Mentions {
    Array(Mention) all;
    int *of; /* by block: its first; of[nblk] ends */
} Mentions;

static Mentions find_mentions(Arena *tmp, const Fn *fn)
{
    Mentions m = {.of = NEWN(tmp, int, fn->nblk + 1)};
    for (int b = 0; b < fn->nblk; b++) {
        m.of[b] = m.all.n;
        for (int i = fn->blk[b]->first; i < fn->blk[b]->end; i++)
            for (Refs ref = ins_refs(&fn->ins.at[i]); places_next(&ref);) {
                const Mention x = {ref.reg, i, ref.role};
                array_add(tmp, &m.all, x);
            }
    }
    m.of[fn->nblk] = m.all.n;
    return m;
}

/* Registers with one write that comes before each read on all ways. */
static bool *find_simple(Arena *tmp, const Fn *fn, const Mentions *m)
{
    int n = fn->regs.n;
    bool *simple = NEWN(tmp, bool, n + 1);
    int *def = NEWN(tmp, int, n + 1), *def_blk = NEWN(tmp, int, n + 1);
    for (int b = 0; b < fn->nblk; b++)
        for (int i = m->of[b]; i < m->of[b + 1]; i++) {
            const Mention *x = &m->all.at[i];
            if (x->role == REG_READ)
                continue;
            simple[x->reg] = x->role == REG_WRITE && def[x->reg] == 0;
            def[x->reg] = x->ins + 1;
            def_blk[x->reg] = b;
        }
    for (int b = 0; b < fn->nblk; b++)
        for (int i = m->of[b]; i < m->of[b + 1]; i++) {
            const Mention *x = &m->all.at[i];
            if (x->role != REG_READ || !simple[x->reg])
                continue;
            int from = def_blk[x->reg];
            simple[x->reg] = from == b ? def[x->reg] - 1 < x->ins : cfg_dominates(fn->blk[from], fn->blk[b]);
        }
    return simple;
}

/* Blocks that mention each register: those that read it before writing it, and those that write it. */
typedef struct Events {
    int *at;   /* of register r: event[at[r]] ... event[at[r + 1] - 1] */
    int *event; /* block id * 2 + 1 for a write */
} Events;

typedef struct Scan {
    Events *ev;
    int *used, *defined; /* last block, plus 1, for which the register had such an event */
    int blk;
    bool count; /* first pass: count only */
} Scan;

static void scan_reg(Scan *s, int reg, bool write)
{
    if (s->defined[reg] == s->blk + 1 || (!write && s->used[reg] == s->blk + 1))
        return;
    (write ? s->defined : s->used)[reg] = s->blk + 1;
    if (s->count)
        s->ev->at[reg + 2]++;
    else
        s->ev->event[s->ev->at[reg + 1]++] = s->blk * 2 + write;
}

/* Of the registers that are not among those to be left out. */
static Events find_events(Arena *tmp, const Fn *fn, const Mentions *m, const bool *without)
{
    int n = fn->regs.n;
    Events ev = {.at = NEWN(tmp, int, n + 3)};
    for (int pass = 0; pass < 2; pass++) {
        Scan s = {&ev, NEWN(tmp, int, n + 1), NEWN(tmp, int, n + 1), 0, pass == 0};
        for (; s.blk < fn->nblk; s.blk++)
            for (int i = m->of[s.blk]; i < m->of[s.blk + 1]; i++) {
                const Mention *x = &m->all.at[i];
                if (without && without[x->reg])
                    continue;
                if (x->role != REG_WRITE)
                    scan_reg(&s, x->reg, false);
                if (x->role != REG_READ)
                    scan_reg(&s, x->reg, true);
            }
        if (pass == 0) {
            for (int r = 0; r < n; r++)
                ev.at[r + 2] += ev.at[r + 1];
            ev.event = NEWN(tmp, int, ev.at[n + 1] + 1);
        }
    }
    return ev;
}

/* ---- selections behind ifs ------------------------------------------------------------------------------------------ */

typedef struct Choice {
    LiveChoice is;
    Blk *at;
    bool kept;
    int next; /* of the same register, plus 1 */
} Choice;

typedef struct Choices {
    Array(Choice) all;
    int *first; /* by register, plus 1 */
} Choices;

/* Whether the instruction of block x, when it reads the register, selects it by the condition of the if before. */
static bool is_choice(const Fn *fn, const bool *simple, const Blk *x, const Ins *ins, LiveChoice *c)
{
    const Blk *by = x->idom;
    if (ins->mnemonic != INS_SELP || ins->guard >= 0 || !by || !by->succ[1])
        return false;
    const Ins *bra = blk_conditional(fn, by);
    const bool a = opnd_reg_is(isa_opnd(ins, ARG_A), c->reg), b = opnd_reg_is(isa_opnd(ins, ARG_B), c->reg);
    const Opnd *p = isa_opnd(ins, ARG_C);
    if (a == b || !opnd_is_reg(p) || p->reg != bra->guard || p->reg == c->reg || !simple[p->reg])
        return false;
    c->by = by;
    c->side = a != bra->guard_neg;
    return true;
}

/* Whether lanes that come from one block to the other, which selects, may come by the side that counts. */
static bool passes_side(const LiveChoice *c, const Blk *from, const Blk *to)
{
    const Blk *other = c->by ? c->by->succ[!c->side] : NULL;
    if (!other)
        return false;
    if (other == to)
        return from != c->by || c->by->succ[c->side] == to;
    return other->npred > 1 || !cfg_dominates(other, from);
}

/* Registers that blocks read, before any write, in such selections only. */
static Choices find_choices(Arena *tmp, const Fn *fn, const Mentions *m, const bool *simple)
{
    Choices to = {.first = NEWN(tmp, int, fn->regs.n + 1)};
    int *seen = NEWN(tmp, int, fn->regs.n + 1); /* last block, plus 1, with a write or with another read */
    for (int b = 0; b < fn->nblk; b++) {
        const int from = to.all.n;
        for (int i = m->of[b]; i < m->of[b + 1] && fn->blk[b]->npred > 1; i++) {
            const Mention *x = &m->all.at[i];
            const int first = to.first[x->reg];
            const bool has = first > from;
            LiveChoice c = {.reg = x->reg};
            if (seen[x->reg] == b + 1 || simple[x->reg])
                continue;
            if (x->role == REG_READ && is_choice(fn, simple, fn->blk[b], &fn->ins.at[x->ins], &c) &&
                (!has || to.all.at[first - 1].is.side == c.side)) {
                const Choice y = {.is = c, .at = fn->blk[b], .next = first};
                if (!has)
                    array_add(tmp, &to.all, y);
                to.first[x->reg] = has ? first : to.all.n;
                continue;
            }
            seen[x->reg] = b + 1;
            if (has && x->role != REG_WRITE) /* for the others, too */
                to.first[x->reg] = to.all.at[first - 1].next;
        }
    }
    return to;
}

static Choice *choice_at(const Choices *c, int reg, const Blk *x)
{
    for (int i = c->first ? c->first[reg] : 0; i; i = c->all.at[i - 1].next)
        if (c->all.at[i - 1].at == x)
            return &c->all.at[i - 1];
    return NULL;
}

/* ---- the flow ------------------------------------------------------------------------------------------------------- */

/* The blocks that each register is live in. */
typedef struct Lives {
    Array(int) blk; /* of register r: those from at[r] to at[r + 1] */
    int *at;
    int *n;         /* by block: how many registers */
} Lives;

typedef struct Flow {
    Arena *a;
    const Fn *fn;
    Choices choices;
    Lives in, out;     /* out.at may be NULL */
    int *in_for, *out_for, *def_for; /* last flow that was there; last register + 1 that is written there */
    int flow;
    bool trial;        /* nothing is kept */
    int *stack, top;
} Flow;

static Lives new_lives(Arena *tmp, const Fn *fn)
{
    return (Lives){.at = NEWN(tmp, int, fn->regs.n + 1), .n = NEWN(tmp, int, fn->nblk + 1)};
}

static void add_live(Arena *a, Lives *l, int blk)
{
    array_add(a, &l->blk, blk);
    l->n[blk]++;
}

static void flow_in(Flow *f, int blk)
{
    if (f->in_for[blk] == f->flow)
        return;
    f->in_for[blk] = f->flow;
    if (!f->trial)
        add_live(f->a, &f->in, blk);
    f->stack[f->top++] = blk;
}

/* On all ways back to b, or those by one side. */
static void flow_back(Flow *f, int reg, const Blk *b, const LiveChoice *c)
{
    for (int k = 0; k < b->npred; k++) {
        int p = b->pred[k]->id;
        if (f->out_for[p] == f->flow || (c && !passes_side(c, b->pred[k], b)))
            continue;
        f->out_for[p] = f->flow;
        if (f->out.at)
            add_live(f->a, &f->out, p);
        if (f->def_for[p] != reg + 1)
            flow_in(f, p);
    }
}

static void flow_all(Flow *f, int reg)
{
    while (f->top)
        flow_back(f, reg, f->fn->blk[f->stack[--f->top]], NULL);
}

static void flow_reads(Flow *f, const Events *ev, int reg, bool chosen)
{
    for (int e = ev->at[reg]; e < ev->at[reg + 1]; e++)
        if (!(ev->event[e] & 1) && (chosen || !choice_at(&f->choices, reg, f->fn->blk[ev->event[e] >> 1])))
            flow_in(f, ev->event[e] >> 1);
    flow_all(f, reg);
}

/* From where it is chosen; all ways count where the register lives on.  It may be read before any write if that is so by all ways: to
 * C compilers, that is. */
static void flow_choices(Flow *f, const Events *ev, int reg)
{
    const Choices *all = &f->choices;
    bool any = false;
    for (int i = all->first[reg]; i; i = all->all.at[i - 1].next)
        if (f->in_for[all->all.at[i - 1].at->id] != f->flow) {
            flow_back(f, reg, all->all.at[i - 1].at, &all->all.at[i - 1].is);
            flow_all(f, reg);
        }
    for (int i = all->first[reg]; i; i = all->all.at[i - 1].next) {
        Choice *c = &all->all.at[i - 1];
        if (f->in_for[c->at->id] == f->flow)
            continue;
        f->in_for[c->at->id] = f->flow;
        add_live(f->a, &f->in, c->at->id);
        c->kept = any = true;
    }
    if (!any || f->in_for[0] == f->flow)
        return;
    f->flow++;
    f->trial = true;
    flow_reads(f, ev, reg, true);
    f->trial = false;
    if (f->in_for[0] == f->flow) {
        const Choice begins = {.is = {.reg = reg}, .at = f->fn->blk[0], .kept = true};
        add_live(f->a, &f->in, 0);
        array_add(f->a, &f->choices.all, begins);
    }
}

static void flow_register(Flow *f, const Events *ev, int reg)
{
    f->flow++;
    for (int e = ev->at[reg]; e < ev->at[reg + 1]; e++)
        if (ev->event[e] & 1)
            f->def_for[ev->event[e] >> 1] = reg + 1;
    flow_reads(f, ev, reg, false);
    if (f->choices.first && f->choices.first[reg])
        flow_choices(f, ev, reg);
}

/* The registers of each block, in one piece, ascending: next[b] is where the next one of block b goes. */
static int **keep(Arena *a, Arena *tmp, const Fn *fn, const Lives *l)
{
    int *reg = NEWN(a, int, l->blk.n + 1), **next = NEWN(tmp, int *, fn->nblk + 1);
    for (int b = 0; b < fn->nblk; reg += l->n[b++])
        next[b] = reg;
    for (int r = 0; r < fn->regs.n; r++)
        for (int i = l->at[r]; i < l->at[r + 1]; i++)
            *next[l->blk.at[i]]++ = r;
    return next;
}

/* Those of each block, in one piece.  They are in the order of the blocks, but for those of the first block, which come last. */
static void keep_choices(Arena *a, const Fn *fn, const Choices *c)
{
    LiveChoice *to = NEWN(a, LiveChoice, c->all.n + 1);
    for (int b = 0; b < fn->nblk; b++)
        fn->blk[b]->nchoice = 0;
    for (int i = 0; i < c->all.n; i++)
        if (c->all.at[i].kept) {
            Blk *x = c->all.at[i].at;
            x->choice = x->nchoice++ ? x->choice : to;
            *to++ = c->all.at[i].is;
        }
}

void live_build(Arena *a, Fn *fn, bool all)
{
    Arena tmp = {0};
    int n = fn->nblk;
    Mentions m = find_mentions(&tmp, fn);
    const bool *simple = all ? NULL : find_simple(&tmp, fn, &m);
    Events ev = find_events(&tmp, fn, &m, simple);
    const Choices choices = all ? (Choices){.first = NULL} : find_choices(&tmp, fn, &m, simple);
    array_free(&tmp, &m.all);
    Flow f = {.a = &tmp, .fn = fn, .choices = choices, .in = new_lives(&tmp, fn), .out = all ? new_lives(&tmp, fn) : (Lives){.at = NULL},
              .in_for = NEWN(&tmp, int, n), .out_for = NEWN(&tmp, int, n), .def_for = NEWN(&tmp, int, n),
              .stack = NEWN(&tmp, int, n + 1)};
    for (int r = 0; r < fn->regs.n; r++) {
        flow_register(&f, &ev, r);
        f.in.at[r + 1] = f.in.blk.n;
        if (all)
            f.out.at[r + 1] = f.out.blk.n;
    }
    int **in = keep(a, &tmp, fn, &f.in), **out = all ? keep(a, &tmp, fn, &f.out) : NULL;
    for (int i = 0; i < n; i++) {
        fn->blk[i]->live_in = (RegSet){in[i] - f.in.n[i], f.in.n[i]};
        fn->blk[i]->live_out = all ? (RegSet){out[i] - f.out.n[i], f.out.n[i]} : (RegSet){0};
    }
    keep_choices(a, fn, &f.choices);
    arena_reset(&tmp);
}

bool live_has(RegSet s, int reg)
{
    int lo = 0, hi = s.n;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (s.reg[mid] < reg)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < s.n && s.reg[lo] == reg;
}

const LiveChoice *live_choice(const Blk *x, int reg)
{
    for (int i = 0; i < x->nchoice; i++)
        if (x->choice[i].reg == reg)
            return &x->choice[i];
    return NULL;
}

bool live_comes(const Blk *from, const Blk *to, int reg)
{
    const LiveChoice *c = live_choice(to, reg);
    return live_has(to->live_in, reg) && (!c || passes_side(c, from, to));
}
