/* way_sharing.c: one side of a branch on several conditions, to which each of them jumps, gets one branch.
 *
 *   if (near[i] > a || near[i + 1] > a) X else Y        @p bra X; …; @q bra X; Y; bra end; X: …; end:
 *
 * What is asked next is read or computed only where that before did not tell, so compilers write a jump from each condition.  Into X several
 * ways lead then, and not from one if: in C it is a label in the middle, over which no compiler makes vectors.  Here each condition
 * goes to a predicate, and a branch on that stands behind the last.  On the way from a condition to X there may be a block of its own,
 * but not from the last.
 *
 * Requires: blocks.  Invalidates: all that cfg.c fills.  Cost: a look at each block's predecessors.  Fires on steps of level sets
 * (tests/bench/programs/reinit) and on tests/run/either_way; does nothing where X is where all ways meet, nor in loops, which lanes mostly go
 * one by one, jumps and all. */
#include "normalize/normalize.h"

enum { CONDITIONS = 16 };

typedef struct Ways {
    const Fn *fn;
    const Blk *x;              /* to which they lead */
    const Blk *test[CONDITIONS], *by[CONDITIONS]; /* the conditions in order; the block on the way from each, or NULL */
    int n;
} Ways;

static bool has_test(const Fn *fn, const Blk *t)
{
    return t->branch >= 0 && t->branch == t->end - 1 && !t->targets && fn->ins.at[t->branch].guard >= 0 && t->succ[0] && t->succ[1] &&
           t->succ[0] != t->succ[1] && isa_emit(&fn->ins.at[t->branch]) == EMIT_BRA;
}

static const Blk *other_side(const Blk *t, const Blk *side) { return t->succ[t->succ[0] == side]; }

/* The condition at the predecessor's end, or before it where that is for nothing else. */
static bool find_test(Ways *w, const Blk *p)
{
    const Blk *t = p, *by = NULL;
    if (blk_nsucc(p) == 1 && p->npred == 1 && !p->exits) {
        by = p;
        t = p->pred[0];
    }
    if (!has_test(w->fn, t) || t->loop)
        return false;
    for (int i = 0; i < w->n; i++)
        if (w->test[i] == t)
            return false;
    w->test[w->n] = t;
    w->by[w->n++] = by;
    return true;
}

static const Blk *side_of(const Ways *w, int i) { return w->by[i] ? w->by[i] : w->x; }

/* Each condition follows the one before, and nothing else does. */
static bool put_in_order(Ways *w)
{
    for (int i = 0; i < w->n; i++)
        for (int k = i + 1; k < w->n; k++)
            if (cfg_dominates(w->test[k], w->test[i])) {
                const Blk *t = w->test[i], *by = w->by[i];
                w->test[i] = w->test[k], w->by[i] = w->by[k];
                w->test[k] = t, w->by[k] = by;
            }
    for (int i = 0; i + 1 < w->n; i++)
        if (other_side(w->test[i], side_of(w, i)) != w->test[i + 1] || w->test[i + 1]->npred != 1)
            return false;
    return !w->by[w->n - 1];
}

static bool find_ways(Ways *w)
{
    if (w->x->npred < 2 || w->x->npred > CONDITIONS || w->x->is_header || w->x->exits || w->x->loop)
        return false;
    for (int i = 0; i < w->x->npred; i++)
        if (!find_test(w, w->x->pred[i]))
            return false;
    if (!put_in_order(w) || cfg_postdominates(w->x, w->test[w->n - 1]))
        return false;
    for (int i = 1; i < w->n; i++)
        if (ins_some(w->fn, w->test[i]->first, w->test[i]->end, isa_meets))
            return false;
    return true;
}

/* By instruction: what comes before it.  Numbers of conditions begin with 1. */
typedef struct Edits {
    int *told;     /* the condition goes to the predicate, which the branch asks if it is the last */
    bool *jumps;   /* a jump to the branch, before the labels of what follows */
    Sym **to;      /* or the branch leads there now */
    int *pred;     /* the predicate, of told */
    Sym **here;    /* or a label */
} Edits;

/* The way from one block to the other leads to the label now. */
static void redirect(const Fn *fn, const Edits *e, const Blk *from, const Blk *to, Sym *label)
{
    const bool taken = from->branch >= 0 && (from->succ[1] == to || fn->ins.at[from->branch].guard < 0);
    if (!taken)
        e->jumps[from->end] = true;
    e->to[taken ? from->branch : from->end] = label;
}

static void note(Module *m, Fn *fn, const Ways *w, const Edits *e)
{
    const Ins *last = &fn->ins.at[w->test[w->n - 1]->branch];
    Sym *label = fn_new_label(m->code, fn, "either", last->loc);
    const int pred = fn_copy_reg(m->code, fn, last->guard);
    for (int i = 0; i < w->n; i++) {
        const Blk *t = w->test[i];
        const bool taken = t->succ[1] == side_of(w, i);
        e->told[t->branch] = fn->ins.at[t->branch].guard_neg == taken ? -1 : 1;
        e->pred[t->branch] = pred;
        if (i + 1 < w->n)
            redirect(fn, e, w->by[i] ? w->by[i] : t, w->x, label);
    }
    e->here[w->test[w->n - 1]->branch] = label;
}

static Ins jump(Module *m, const Fn *fn, const Ins *like, Sym *to)
{
    return ins_new(m, fn, m->code, like, "bra", (Opnd[]){opnd_label(to)}, 1);
}

static void lead_to(Module *m, Ins *ins, Sym *to)
{
    ins_part(m->code, ins);
    ins->op[0].sym = to;
    ins->arg[isa_arg(ins, ARG_TGT)].sym = to;
}

static void rewrite(Module *m, Fn *fn, const Edits *e, int *place)
{
    InsList out = fn_new_code(m, fn);
    for (int i = 0; i <= fn->ins.n; i++) {
        if (e->jumps[i])
            array_add(m->code, &out, jump(m, fn, &fn->ins.at[i - 1], e->to[i]));
        place[i] = out.n;
        if (i == fn->ins.n)
            break;
        Ins ins = fn->ins.at[i];
        if (e->told[i])
            ins_add(m, fn, &out, &ins, e->told[i] < 0 ? "not.pred" : "mov.pred", (Opnd[]){opnd_reg(e->pred[i]), opnd_reg(ins.guard)}, 2);
        if (e->here[i]) {
            e->here[i]->index = out.n;
            ins_under(&ins, e->pred[i], ins.guard_neg != (e->told[i] < 0));
        }
        if (e->to[i] && !e->jumps[i])
            lead_to(m, &ins, e->to[i]);
        array_add(m->code, &out, ins);
    }
    fn_set_code(fn, out, place);
}

bool ways_share(Arena *a, Module *m, Fn *fn)
{
    const int n = fn->ins.n + 1;
    const Edits e = {NEWN(a, int, n), NEWN(a, bool, n), NEWN(a, Sym *, n), NEWN(a, int, n), NEWN(a, Sym *, n)};
    bool any = false;
    for (int k = 0; k < fn->nblk; k++) {
        Ways w = {.fn = fn, .x = fn->blk[k]};
        bool taken = false;
        if (!find_ways(&w))
            continue;
        for (int i = 0; i < w.n; i++)
            taken |= e.told[w.test[i]->branch] != 0;
        if (!taken)
            note(m, fn, &w, &e);
        any |= !taken;
    }
    if (any) {
        int *place = NEWN(a, int, n);
        rewrite(m, fn, &e, place);
        for (int i = 0; i < n - 1; i++)
            if (e.here[i])
                fn_put_label(m->code, fn, e.here[i]);
    }
    return any;
}
