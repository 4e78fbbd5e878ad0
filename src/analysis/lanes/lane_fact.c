/* lane_fact.c: what branches tell of the lanes that come to a block (lane.h): sums that are not negative there, or not 0.
 *
 * A branch's facts hold in all blocks that one of its ways dominates: the sums' values are those that its lanes have until they come
 * to the branch again. */
#include "analysis/lanes/lane_sum.h"

enum { FACTS_MOST = 24 /* of a branch */, PROOFS_MOST = 4000 /* steps for a block */, DEPTH = 3 /* that are put together */ };

static const Facts *add(Lanes *w, const Facts *to, const Sum *s, bool differs, const Sum *given)
{
    Fact *f = NEW(w->a, Fact);
    Facts *l = NEW(w->a, Facts);
    *f = (Fact){*s, differs, given};
    *l = (Facts){f, to};
    return l;
}

/* With x * kx + y * ky + c >= 0. */
static const Facts *add_bound(Lanes *w, const Facts *to, const Sum *x, int kx, const Sum *y, int ky, int c, const Sum *given)
{
    Sum s;
    if (!sum_add(w, x, kx, y, ky, &s))
        return to;
    s.c = plus(s.c, c);
    return add(w, to, &s, false, given);
}

static const Sum *copy(Lanes *w, const Sum *s)
{
    Sum *c = NEW(w->a, Sum);
    *c = *s;
    return c;
}

const Facts *facts_compare(Lanes *w, const Sum *x, const Sum *y, unsigned cmp, Type t)
{
    /* as numbers without signs, those are below a number which are not negative, if it is not */
    const bool sign = type_info[t].kind == 's';
    const Facts *f = NULL;
    Sum d;
    if (!w->out || !sum_add(w, x, 1, y, -1, &d))
        return NULL;
    if (cmp == CMP_OTHER)
        return add(w, f, &d, true, NULL);
    if (!(cmp & CMP_MORE))
        f = add_bound(w, f, x, -1, y, 1, cmp & CMP_EQUAL ? 0 : -1, sign || cmp == CMP_EQUAL ? NULL : copy(w, y));
    if (!(cmp & CMP_LESS))
        f = add_bound(w, f, x, 1, y, -1, cmp & CMP_EQUAL ? 0 : -1, sign || cmp == CMP_EQUAL ? NULL : copy(w, x));
    if (!sign && !(cmp & CMP_MORE))
        f = add(w, f, x, false, copy(w, y));
    return f;
}

const Facts *facts_join(Lanes *w, const Facts *a, const Facts *b)
{
    for (int n = 0; b && a && n < FACTS_MOST; b = b->next, n++) {
        Facts *l = NEW_OF(w->a, Facts, b->fact, a);
        a = l;
    }
    return a ? a : b;
}

/* ---- what follows from facts ----------------------------------------------------------------------------------------- */

static bool implies(Lanes *w, const Facts *facts, const Sum *s, int depth);

/* s less by times an atom, plus by times x. */
static bool exchange(Lanes *w, const Sum *s, const Term *t, const Sum *x, Sum *out)
{
    const Sum own = sum_atom(t->atom);
    return sum_add(w, s, 1, &own, times(t->by, -1), out) && sum_add(w, out, 1, x, t->by, out);
}

/* The term is one of x & (2^k - 1), less than nothing: that is no more than x, and x less it no less than a multiple of 2^k that x is not
 * less than. */
static bool implies_masked(Lanes *w, const Facts *facts, const Sum *s, const Term *t, int depth)
{
    const Sum *of = w->atoms.at[t->atom].and;
    const int64_t each = atom_low_mask(&w->atoms.at[t->atom]) + 1, b = times(t->by, -1);
    Sum less;
    if (each == 1 || b <= 0 || !exchange(w, s, t, of, &less))
        return false;
    if (implies(w, facts, &less, depth) && implies(w, facts, of, depth))
        return true;
    if (!sum_is_number(&less))
        return false;
    const int64_t at_least = ((-less.c + b - 1) / b + each - 1) / each * each; /* s is b * (x - (x & mask)) + less.c */
    Sum x = *of;
    x.c = plus(x.c, -at_least);
    return less.c < 0 && implies(w, facts, &x, depth);
}

/* Whether s >= 0 for all lanes for which the facts hold. */
static bool implies(Lanes *w, const Facts *facts, const Sum *s, int depth)
{
    Sum less, end = {0};
    if (w->proving-- <= 0)
        return false;
    if (!s->n)
        return sum_natural(w, s);
    const Term t = s->term[s->n - 1];
    if (atom_end(&w->atoms.at[t.atom], t.by, &end.c) && exchange(w, s, &t, &end, &less) && implies(w, facts, &less, depth))
        return true;
    for (int i = 0; i < s->n && depth; i++)
        if (implies_masked(w, facts, s, &s->term[i], depth - 1))
            return true;
    for (const Facts *f = facts; f && depth; f = f->next) {
        const int64_t times = f->fact->differs ? 0 : whole_times(t.by, sum_by(&f->fact->s, t.atom));
        if (times > 0 && sum_add(w, s, 1, &f->fact->s, -times, &less) && implies(w, facts, &less, depth - 1))
            return true;
    }
    return false;
}

bool facts_imply(Lanes *w, const Facts *facts, const Sum *s)
{
    w->proving = PROOFS_MOST;
    return implies(w, facts, s, DEPTH);
}

/* ---- ways and loops -------------------------------------------------------------------------------------------------- */

/* Adds facts of a branch to those of its block: such as hold only for what has no sign if that has none; what differs from 0 and is not
 * below, is above. */
static const Facts *add_known(Lanes *w, const Facts *to, const Facts *from)
{
    for (int n = 0; from && n < FACTS_MOST; from = from->next, n++) {
        const Fact *f = from->fact;
        const Sum zero = {0};
        Sum minus;
        if (f->given && !implies(w, to, f->given, DEPTH))
            continue;
        to = add(w, to, &f->s, f->differs, NULL);
        if (f->differs && implies(w, to, &f->s, DEPTH))
            to = add_bound(w, to, &f->s, 1, &zero, 0, -1, NULL);
        else if (f->differs && sum_add(w, &f->s, -1, &zero, 0, &minus) && implies(w, to, &minus, DEPTH))
            to = add_bound(w, to, &minus, 1, &zero, 0, -1, NULL);
    }
    return to;
}

/* What is so on the way from a block to another. */
static const Facts *on_way(Lanes *w, const Blk *from, const Blk *x)
{
    const Ins *ins = from->term >= 0 ? &w->fn->ins.at[from->term] : NULL;
    if (!ins || w->cond[from->id] < 0 || (blk_nsucc(from) > 1 && from->succ[0] == from->succ[1]))
        return NULL;
    const bool taken = isa_emit(ins) == EMIT_BRA && from->succ[1] == x;
    return w->value[w->cond[from->id]].holds[taken != ins->guard_neg];
}

/* The loop's rounds in a sum, of which nothing else is made in the loop; 0: none. */
static int64_t by_round(const Lanes *w, const Blk *h, const Sum *s)
{
    int64_t by = 0;
    for (int i = 0; i < s->n; i++) {
        const Atom *x = &w->atoms.at[s->term[i].atom];
        if (x->key.kind == ATOM_ROUND && x->key.a == h->id)
            by = s->term[i].by;
        else if (x->blk && loop_holds(h, x->blk))
            return 0;
    }
    return by;
}

/* All of s but the rounds is a multiple of by, as x - (x & 3) is one of 4: it comes to 0. */
static bool counts_down(Lanes *w, const Sum *s, int64_t by)
{
    Sum rest = *s;
    if (within(by, 1))
        return true;
    for (int i = 0; i < s->n; i++) {
        const Atom *x = &w->atoms.at[s->term[i].atom];
        const int64_t mask = atom_low_mask(x);
        if (mask && (mask + 1) % by == 0 && !exchange(w, &rest, &s->term[i], x->and, &rest))
            return false;
    }
    return sum_divides(&rest, by) && rest.c % by == 0 && !rest.lane;
}

/* What the branch back to a loop's head tells of all rounds, if it is also so of the first: each but that one is a round which the branch
 * has let through.  A number that must not be 0 and comes nearer comes to it. */
static const Facts *of_rounds(Lanes *w, const Blk *h, const Blk *latch, const Facts *to)
{
    const Blk *to_block = h; /* the last branch of a round may come before its last block */
    while (latch->npred == 1 && blk_nsucc(latch) == 1 && latch != h) {
        to_block = latch;
        latch = latch->pred[0];
    }
    const Facts *f = on_way(w, latch, to_block);
    for (int n = 0; f && n < FACTS_MOST; f = f->next, n++) {
        const int64_t by = by_round(w, h, &f->fact->s);
        const Sum zero = {0};
        Sum s = f->fact->s, first;
        if (!by || f->fact->given || (f->fact->differs && !counts_down(w, &s, by)))
            continue;
        s.c = plus(s.c, -by);
        if (f->fact->differs) {
            const int64_t down = by < 0 ? 1 : -1;
            if (by == INT64_MIN || !sum_add(w, &s, down, &zero, 0, &s))
                continue;
            s.c = plus(s.c, by * down);
        }
        const int round = atom_no(w, ATOM_ROUND, h->id, 0);
        const Term rounds = {round, sum_by(&s, round)};
        first = s;
        exchange(w, &s, &rounds, &zero, &first);
        if (implies(w, to, &first, DEPTH))
            to = add(w, to, &s, false, NULL);
    }
    return to;
}

/* What is so of a value where two ways meet, because it is so of what comes either way: f, of the value that comes way k, v being it. */
static const Facts *of_meeting(Lanes *w, const Blk *x, int k, const Facts *const way[2], const Sum v[2], const Sum *met, const Facts *to)
{
    for (const Facts *f = way[k]; f && v[k].n; f = f->next) {
        const Term t = v[k].term[v[k].n - 1];
        const int64_t by = sum_by(&f->fact->s, t.atom);
        Sum d, other, own;
        if (!by || f->fact->differs || by % t.by || !sum_add(w, &v[1 - k], 1, &v[k], -1, &d) ||
            !sum_add(w, &f->fact->s, 1, &d, by / t.by, &other) || !implies(w, way[1 - k], &other, DEPTH) ||
            !sum_add(w, met, 1, &v[k], -1, &d) || !sum_add(w, &f->fact->s, 1, &d, by / t.by, &own))
            continue;
        bool here = true; /* not of what only that way has come by */
        for (int i = 0; i < own.n; i++) {
            const Blk *from = w->atoms.at[own.term[i].atom].blk;
            here &= !from || cfg_dominates(from, x);
        }
        to = here ? add(w, to, &own, false, NULL) : to;
    }
    return to;
}

static const Facts *of_meetings(Lanes *w, const Blk *x, const Facts *to)
{
    const Facts *way[2];
    for (int k = 0; k < 2; k++)
        way[k] = add_known(w, w->facts[x->pred[k]->id], on_way(w, x->pred[k], x));
    for (int i = 0; i < x->live_in.n; i++) {
        const int v = w->slot[x->id] + i, from[2] = {lane_comes(w, x, 0, i), lane_comes(w, x, 1, i)};
        if (!w->several[x->live_in.reg[i]] || w->value[v].same >= 0 || from[0] < 0 || from[1] < 0 ||
            w->fn->regs.at[x->live_in.reg[i]]->type == T_PRED || !w->value[v].sum.n)
            continue;
        const Sum came[2] = {w->value[from[0]].sum, w->value[from[1]].sum};
        for (int k = 0; k < 2; k++)
            to = of_meeting(w, x, k, way, came, &w->value[v].sum, to);
    }
    return to;
}

void facts_of_block(Lanes *w, const Blk *x)
{
    const Blk *in = NULL, *back = NULL;
    w->proving = PROOFS_MOST;
    int ins = 0, backs = 0;
    for (int k = 0; k < x->npred; k++)
        if (x->is_header && loop_holds(x, x->pred[k]))
            back = x->pred[k], backs++;
        else
            in = x->pred[k], ins++;
    if (!x->idom) {
        w->facts[x->id] = NULL;
        return;
    }
    w->facts[x->id] = ins == 1 ? add_known(w, w->facts[in->id], on_way(w, in, x)) : w->facts[x->idom->id];
    if (backs == 1)
        w->facts[x->id] = of_rounds(w, x, back, w->facts[x->id]);
    else if (x->npred == 2 && ins == 2)
        w->facts[x->id] = of_meetings(w, x, w->facts[x->id]);
}
