/* branch_interchange.c: a branch that all lanes take alike, first thing behind one at which they part, comes before that one.
 *
 *   if (mine < n) { if (size > 0) for (…) …; else for (…) … }
 *
 * Compilers take what does not change out of loops, so that there is one for each way.  Lanes that part before run both each by itself;
 * the other way round, each loop stands under a condition of its own, as versioning.c wants it.  So does a loop that only
 * one of the ways leads to, if a check may find that the lanes do not part at all.
 *
 * Requires: a function as uniform.c has analysed it.  Invalidates: blocks and analyses.  Cost: a look at each branch.  Fires on
 * loops over the places of an image by the threads of a block (tests/bench/programs/track) and on tests/run/two_ways and one_way. */
#include "transform/transform.h"

typedef struct Swap {
    Back *b;
    Fn *fn;
    const Blk *outer, *inner; /* which end with the branches */
    const Blk *around;        /* where the outer branch leads to but for the inner one */
} Swap;

static bool is_comparison(const Ins *ins) { return ins->mnemonic == INS_SETP && isa_arg(ins, ARG_C) < 0; }

/* Whether all lanes get the same, by what it is computed from. */
static bool is_alike(const Back *b, int reg)
{
    const Ins *ins = back_def(b, reg);
    if (b->reg[reg].val.kind == VAL_UNI)
        return true;
    if (!ins || !is_comparison(ins) || ins->guard >= 0)
        return false;
    return uniform_arg(b, ins, ARG_A).kind == VAL_UNI && uniform_arg(b, ins, ARG_B).kind == VAL_UNI;
}

/* A loop that each lane runs by itself begins there, or behind what leads to nothing else. */
static bool leads_to_loop(const Back *b, const Blk *x)
{
    while (x->npred == 1 && blk_nsucc(x) == 1 && !x->is_header)
        x = blk_succ(x, 0);
    return x->is_header && node_level(b, b->node_of[x->id]) == LV_LANE;
}

/* Whether a check may find that a predicate is the same for all lanes: it compares threads' places, or counters, with a bound for all, or joins such. */
static bool may_agree(const Back *b, int reg, int depth)
{
    enum { DEEP = 6 };
    const Ins *ins = back_def(b, reg);
    if (b->reg[reg].val.kind == VAL_UNI)
        return true;
    if (!ins || ins->guard >= 0 || depth > DEEP)
        return false;
    const bool joins = ins->mnemonic == INS_OR || ins->mnemonic == INS_AND;
    if (!joins && !is_comparison(ins))
        return false;
    bool bound = false, place = false, all = true;
    for (int i = -1; isa_next_input(ins, &i);) {
        const Opnd *o = &ins->arg[i];
        const Val v = uniform_opnd(b, o);
        bound |= v.kind == VAL_UNI;
        place |= v.kind == VAL_AFF || (o->kind == O_REG && b->reg[o->reg].ndef > 1);
        all &= !joins || (o->kind == O_REG && may_agree(b, o->reg, depth + 1));
    }
    return joins ? all : bound && place;
}

/* Whether both ways lead to loops, or one does that then may be a loop of all lanes. */
static bool leads_to_loops(const Swap *s)
{
    const bool first = leads_to_loop(s->b, s->inner->succ[0]), second = leads_to_loop(s->b, s->inner->succ[1]);
    return (first && second) || ((first || second) && may_agree(s->b, s->fn->ins.at[s->outer->branch].guard, 0));
}

/* Whether the block between holds only what may be done for all lanes, and nobody else reads. */
static bool is_harmless(const Swap *s)
{
    for (int i = s->inner->first; i < s->inner->branch; i++) {
        const Ins *ins = &s->fn->ins.at[i];
        if (!ins_is_pure(ins) || ins->pseudo)
            return false;
        for (Refs ref = ins_refs(ins); refs_next(&ref);)
            if (ref.write && (live_has(s->around->live_in, ref.reg) || ref.reg == s->fn->ins.at[s->outer->branch].guard))
                return false;
    }
    return true;
}

/* Whether nothing stands behind the loops, where the ways of the inner branch meet, that the outer one passes over: lanes that part behind
 * both would jump past that. */
static bool ends_with_loops(const Swap *s) { return !s->inner->ipdom || s->inner->ipdom == s->around; }

static bool fits(Swap *s, const Blk *x)
{
    const Back *b = s->b;
    const Ins *br = blk_conditional(s->fn, x);
    if (!br || b->reg[br->guard].val.kind == VAL_UNI || node_level(b, b->node_of[x->id]) == LV_LANE)
        return false;
    for (int k = 0; k < 2; k++) {
        const Blk *y = x->succ[k];
        const Ins *inner = blk_conditional(s->fn, y);
        s->outer = x;
        s->inner = y;
        s->around = x->succ[!k];
        if (inner && y->npred == 1 && !y->is_header && is_alike(b, inner->guard) &&
            leads_to_loops(s) && ends_with_loops(s) && is_harmless(s))
            return true;
    }
    return false;
}

/* A label where the block begins. */
static Sym *label_of(Swap *s, const Blk *x)
{
    for (int i = 0; i < s->fn->labels.n; i++)
        if (s->fn->labels.at[i]->index == x->first)
            return s->fn->labels.at[i];
    Sym *l = fn_new_label(s->b->m->code, s->fn, "$L__way", s->fn->ins.at[x->first].loc);
    l->index = x->first;
    fn_put_label(s->b->m->code, s->fn, l);
    return l;
}

/* The outer branch, for one way of the inner one. */
static void add_way(const Swap *s, InsList *out, const Ins *br, Sym *around, Sym *to)
{
    ins_under(ins_add(s->b->m, s->fn, out, br, "bra", (Opnd[]){opnd_label(around)}, 1), br->guard, br->guard_neg ^ (s->outer->succ[1] != s->around));
    ins_add_branch(s->b->m, s->fn, out, br, to, -1, false);
}

static void rewrite(Swap *s)
{
    Fn *fn = s->fn;
    Arena *a = s->b->m->code;
    const Ins *br = &fn->ins.at[s->outer->branch], *inner = &fn->ins.at[s->inner->branch];
    Sym *around = label_of(s, s->around), *to[] = {label_of(s, s->inner->succ[0]), label_of(s, s->inner->succ[1])};
    Sym *taken = fn_new_label(a, fn, "$L__way", inner->loc);
    for (Rewrite w = rewrite_begin(s->b->m, fn, NULL); rewrite_next(&w);)
        if (w.ins == br) {
            for (int k = s->inner->first; k < s->inner->branch; k++)
                rewrite_add(&w, fn->ins.at[k]);
            Ins first = *inner;
            ins_become(s->b->m, fn, &first, "bra", (Opnd[]){opnd_label(taken)}, 1);
            rewrite_add(&w, first);
            add_way(s, w.out, br, around, to[0]);
        } else if (w.i < s->inner->first || w.i >= s->inner->end) {
            rewrite_keep(&w);
        }
    fn_end_code(s->b->m, fn, &fn->ins);
    taken->index = fn->ins.n;
    add_way(s, &fn->ins, br, around, to[1]);
    fn_put_label(a, fn, taken);
}

bool branch_interchange(Back *b)
{
    Swap s = {.b = b, .fn = b->fn};
    if (b->mode == MODE_SCHED || b->mode == MODE_FUNC || b->m->checked)
        return false;
    for (int k = 0; k < b->fn->nblk; k++)
        if (fits(&s, b->fn->blk[k])) {
            rewrite(&s);
            return true;
        }
    return false;
}
