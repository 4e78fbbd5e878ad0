/* store_sinking.c: of several stores to one place, on the ways that part behind the first, one is left where they meet again; and of those
 * that each of the ways ends with.
 *
 * a[i] = x; if (x < 0) a[i] = 0; else if (x > 1) a[i] = 1: each store takes a mask, or keeps a loop over lanes from becoming vectors;
 * what is left to the branches are values, which compilers choose from.  No other thread may look at the place in between, since
 * nothing orders that.
 *
 * Requires: a flow graph.  Provides: nothing that others need.  Invalidates: blocks and analyses.  Cost: a look at the few
 * blocks behind each block that ends with a store and a branch.  Fires on coefficients of diffusion that are clamped where
 * they lie (tests/bench/programs/anisotropic, tests/run/settled) and on flags (tests/run/onward). */
#include "transform/transform.h"

enum { REGION_MOST = 8, /* blocks on the ways from the first store to where they meet */
       WORDS_MOST = 4 };

typedef struct Sunk {
    Back *b;
    Fn *fn;
    int first;              /* the store whose place it is, of region[0] or of one of the ways */
    const Blk *meet;
    const Blk *region[REGION_MOST];
    int n;
    Sym *to, *label;        /* where they meet, and of the store that is made in front of it */
    int reg;                /* what it stores */
} Sunk;

static int width(const Ins *ins) { return type_info[isa_slot_type(ins, SLOT_TYPE)].bits; }

/* A store of a register or a number as wide as its place, by any lane that comes there, of which nothing is said but that. */
static bool is_plain(const Fn *fn, const Ins *ins)
{
    if (ins->mnemonic != INS_ST || isa_emit(ins) != EMIT_ST || ins->guard >= 0 || ins->nop != 2 || ins->nword > WORDS_MOST || isa_is_strong(ins) || isa_slot(ins, SLOT_VEC))
        return false;
    const Opnd *v = &ins->arg[isa_arg(ins, ARG_B)];
    const bool number = v->kind == O_IMM, reg = opnd_is_reg(v) && fn->regs.at[v->reg]->vec <= 1 &&
        type_info[fn->regs.at[v->reg]->type].bits == width(ins);
    return width(ins) >= 16 && width(ins) <= 64 && (number || reg) && isa_opnd_space(ins, &ins->arg[isa_arg(ins, ARG_A)]) != SP_PARAM;
}

static bool same_place(const Ins *x, const Ins *y)
{
    const Opnd *p = &x->arg[isa_arg(x, ARG_A)], *q = &y->arg[isa_arg(y, ARG_A)];
    return p->kind == O_MEM && q->kind == O_MEM && p->reg == q->reg && p->sym == q->sym && p->imm == q->imm && width(x) == width(y) &&
        isa_opnd_space(x, p) == isa_opnd_space(y, q);
}

/* Whether an instruction behind the first store leaves memory, other lanes and the place's address alone. */
static bool is_apart(const Sunk *s, const Ins *ins)
{
    const Ins *st = &s->fn->ins.at[s->first];
    const int reg = st->arg[isa_arg(st, ARG_A)].reg;
    return (isa_emit(ins) == EMIT_BRA || ins_is_pure(ins)) && (reg < 0 || !ins_mentions(ins, reg).writes);
}

static bool in_region(const Sunk *s, const Blk *x)
{
    for (int i = 0; i < s->n; i++)
        if (s->region[i] == x)
            return true;
    return false;
}

/* Whether a block that the ways lead through holds nothing but stores to the place and what they need; counts those. */
static bool fits(const Sunk *s, const Blk *x, int *stores)
{
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &s->fn->ins.at[i];
        const bool here = is_plain(s->fn, ins) && same_place(ins, &s->fn->ins.at[s->first]);
        *stores += here;
        if (!here && !is_apart(s, ins))
            return false;
    }
    for (int p = 0; p < x->npred; p++)
        if (!in_region(s, x->pred[p]))
            return false;
    return !x->is_header;
}

/* Whether no way leads out of the region but to where they meet. */
static bool is_closed(const Sunk *s)
{
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < blk_nsucc(s->region[i]); k++) {
            const Blk *to = blk_succ(s->region[i], k);
            if (to != s->meet && (to == s->region[0] || !in_region(s, to)))
                return false;
        }
    return true;
}

/* The ways from the block of the first store to where they meet, block by block. */
static bool find_region(Sunk *s, const Blk *x)
{
    int stores = 0;
    s->meet = x->ipdom;
    s->n = 0;
    s->region[s->n++] = x;
    for (int k = x->id + 1; s->meet && k < s->meet->id; k++) {
        const Blk *y = s->fn->blk[k];
        if (s->n == REGION_MOST)
            return false;
        s->region[s->n++] = y;
        if (!fits(s, y, &stores))
            return false;
    }
    return s->meet && s->meet->id > x->id && stores && is_closed(s);
}

/* The store in front of a block's branch that may be left to the block where its ways meet. */
static bool find_first(Sunk *s, const Blk *x)
{
    if (!x->succ[1])
        return false;
    s->first = x->branch;
    while (s->first >= x->first && !is_plain(s->fn, &s->fn->ins.at[s->first]))
        s->first--;
    for (int i = s->first + 1; s->first >= x->first && i < x->end; i++)
        if (!is_apart(s, &s->fn->ins.at[i]))
            return false;
    return s->first >= x->first && find_region(s, x);
}

/* Whether each way ends with a store to the place: every block that leads to where they meet has one. */
static bool all_store(const Sunk *s)
{
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < blk_nsucc(s->region[i]); k++) {
            bool stores = false;
            for (int j = s->region[i]->first; j < s->region[i]->end && i; j++)
                stores |= isa_emit(&s->fn->ins.at[j]) == EMIT_ST;
            if (blk_succ(s->region[i], k) == s->meet && !stores)
                return false;
        }
    return true;
}

/* The same of the stores that the ways behind the block's branch end with. */
static bool find_each(Sunk *s, const Blk *x)
{
    if (!x->succ[1] || !x->ipdom || x->ipdom->id <= x->id + 1)
        return false;
    const Blk *y = s->fn->blk[x->id + 1];
    s->first = y->first;
    while (s->first < y->end && !is_plain(s->fn, &s->fn->ins.at[s->first]))
        s->first++;
    return s->first < y->end && find_region(s, x) && all_store(s);
}

/* The label by which they go there. */
static bool find_label(Sunk *s)
{
    for (int k = 0; k < s->n && !s->to; k++) {
        const Ins *br = s->region[k]->branch >= 0 ? &s->fn->ins.at[s->region[k]->branch] : NULL;
        Sym *to = br ? br->arg[isa_arg(br, ARG_TGT)].sym : NULL;
        s->to = to && to->index == s->meet->first ? to : NULL;
    }
    return s->to;
}

/* An instruction of the ways: a store becomes a move, and who went where they meet goes to the store. */
static void add_changed(const Sunk *s, Rewrite *w)
{
    Ins x = *w->ins;
    const int tgt = isa_emit(&x) == EMIT_BRA ? isa_arg(&x, ARG_TGT) : -1;
    if (isa_emit(&x) == EMIT_ST)
        ins_become(s->b->m, s->fn, &x, arena_printf(s->b->a, "mov.b%d", width(&x)), (Opnd[]){opnd_reg(s->reg), x.arg[isa_arg(&x, ARG_B)]}, 2);
    else if (tgt >= 0 && x.arg[tgt].sym->index == s->meet->first)
        ins_become(s->b->m, s->fn, &x, "bra", (Opnd[]){opnd_label(s->label)}, 1);
    rewrite_add(w, x);
}

/* Whether what follows an instruction of the ways, in the code, is where they meet. */
static bool runs_on(const Sunk *s, int at)
{
    const Ins *ins = &s->fn->ins.at[at];
    return at + 1 == s->meet->first && (isa_emit(ins) != EMIT_BRA || ins->guard >= 0);
}

/* No block stands in two of the regions.  The stores come behind everything else. */
static void rewrite(Back *b, Sunk *all, int n)
{
    Arena *a = b->m->code;
    Fn *fn = b->fn;
    const InsList was = fn->ins;
    InsList out;
    const Sunk **of = NEWN(b->a, const Sunk *, fn->nblk + 1);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < all[k].n; i++)
            of[all[k].region[i]->id] = &all[k];
    for (Rewrite w = rewrite_begin(b->m, fn, &out); rewrite_next(&w);) {
        const Blk *x = b->blk_of[w.i];
        const Sunk *s = x ? of[x->id] : NULL;
        if (s && (x != s->region[0] || w.i >= s->first))
            add_changed(s, &w);
        else
            rewrite_keep(&w);
        if (s && runs_on(s, w.i))
            ins_add_branch(b->m, fn, &out, w.ins, s->label, -1, false);
    }
    fn_end_code(b->m, fn, &fn->ins);
    for (int k = 0; k < n; k++) { /* the first store, with what was moved */
        const Ins *first = &was.at[all[k].first];
        all[k].label->index = fn->ins.n;
        ins_add(b->m, fn, &fn->ins, first, ins_words(b->a, first), (Opnd[]){first->arg[isa_arg(first, ARG_A)], opnd_reg(all[k].reg)}, 2);
        ins_add_branch(b->m, fn, &fn->ins, first, all[k].to, -1, false);
        fn_put_label(a, fn, all[k].label);
    }
}

bool store_sink(Back *b)
{
    static const Type types[] = {[16] = T_B16, [32] = T_B32, [64] = T_B64};
    Array(Sunk) all = {0};
    for (int k = 0; !b->m->checked && k < b->fn->nblk; k++) {
        Sunk s = {.b = b, .fn = b->fn};
        if ((!find_first(&s, b->fn->blk[k]) && !find_each(&s, b->fn->blk[k])) || !find_label(&s))
            continue;
        s.reg = fn_new_reg(b->m->arena, b->fn, "%stored", types[width(&b->fn->ins.at[s.first])]);
        s.label = fn_new_label(b->m->code, b->fn, "$L__store", b->fn->ins.at[s.first].loc);
        array_add(b->a, &all, s);
        k = s.meet->id - 1;
    }
    if (all.n)
        rewrite(b, all.at, all.n);
    return all.n;
}
