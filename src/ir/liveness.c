/* liveness.c: which registers are live between blocks.
 *
 * Requires matched instructions and cfg_build.  Sets are lists: a function with 200,000 registers and
 * 20,000 blocks would need bit sets of 500 MB.  Each register that is read before it is written in some block is walked
 * back from there, so the work is the size of the result.  That grows with the square of a function in which many values
 * live long; so translating leaves out those written once, of which it need not ask. */
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

/* The blocks that each register is live in. */
typedef struct Lives {
    Array(int) blk; /* of register r: those from at[r] to at[r + 1] */
    int *at;
    int *n;         /* by block: how many registers */
} Lives;

typedef struct Flow {
    Arena *a;
    const Fn *fn;
    Lives in, out;     /* out.at may be NULL */
    int *in_for, *out_for, *def_for; /* last register + 1 that was added, or is written, there */
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

static void flow_in(Flow *f, int blk, int reg)
{
    if (f->in_for[blk] == reg + 1)
        return;
    f->in_for[blk] = reg + 1;
    add_live(f->a, &f->in, blk);
    f->stack[f->top++] = blk;
}

static void flow_register(Flow *f, const Events *ev, int reg)
{
    for (int e = ev->at[reg]; e < ev->at[reg + 1]; e++)
        if (ev->event[e] & 1)
            f->def_for[ev->event[e] >> 1] = reg + 1;
    for (int e = ev->at[reg]; e < ev->at[reg + 1]; e++)
        if (!(ev->event[e] & 1))
            flow_in(f, ev->event[e] >> 1, reg);
    while (f->top) {
        const Blk *b = f->fn->blk[f->stack[--f->top]];
        for (int k = 0; k < b->npred; k++) {
            int p = b->pred[k]->id;
            if (f->out_for[p] == reg + 1)
                continue;
            f->out_for[p] = reg + 1;
            if (f->out.at)
                add_live(f->a, &f->out, p);
            if (f->def_for[p] != reg + 1)
                flow_in(f, p, reg);
        }
    }
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

void live_build(Arena *a, Fn *fn, bool all)
{
    Arena tmp = {0};
    int n = fn->nblk;
    Mentions m = find_mentions(&tmp, fn);
    Events ev = find_events(&tmp, fn, &m, all ? NULL : find_simple(&tmp, fn, &m));
    array_free(&tmp, &m.all);
    Flow f = {.a = &tmp, .fn = fn, .in = new_lives(&tmp, fn), .out = all ? new_lives(&tmp, fn) : (Lives){.at = NULL},
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
