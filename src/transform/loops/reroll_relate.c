/* reroll_relate.c: whether one round of a loop that was unrolled is several of the other loop's (reroll.c): behind both the same registers
 * hold the same, the same has been stored, and what it counts for itself differs from what that one counts by as much as before. */
#include "transform/loops/reroll.h"

enum { TIMES_MAX = 8, /* rounds of the second one's */
       ADDENDS = 4 };  /* registers to which it adds the same counter */

/* The instruction that writes the register once for all, in no loop, or NULL. */
static const Ins *once(const Reroll *r, int reg)
{
    const RegInfo *g = &r->b->reg[reg];
    return g->def >= 0 && !r->b->blk_of[g->def]->loop ? &r->fn->ins.at[g->def] : NULL;
}

/* What a register that is written once is made from, as far as it is made from register from (*by_it), else itself. */
static Sum made_once(Reroll *r, int reg, int from, int depth, bool *by_it)
{
    const Ins *def = reg == from || !depth ? NULL : once(r, reg);
    State s = {0};
    *by_it = reg == from;
    if (!def || !ins_is_pure(def))
        return reroll_leaf(r, reg);
    for (Refs ref = ins_refs(def); refs_next(&ref);) {
        bool by = false;
        if (ref.write)
            continue;
        if (!once(r, ref.reg))
            return reroll_leaf(r, reg);
        const Sum v = made_once(r, ref.reg, from, depth - 1, &by);
        if (by)
            reroll_set(r, &s, ref.reg, v);
        *by_it |= by;
    }
    const bool was = r->ok;
    if (*by_it)
        reroll_run_ins(r, &s, def);
    *by_it &= r->ok && reroll_find_reg(&s, reg);
    r->ok = was;
    return *by_it ? reroll_find_reg(&s, reg)->v : reroll_leaf(r, reg);
}

/* The value, with the registers in it that are made from register from as that. */
static Sum from_first(Reroll *r, Sum v, int from)
{
    const Term t = r->term.at[v.base];
    bool by_it = false;
    if (!v.base || (t.kind != TERM_REG && t.kind != TERM_ADD && t.kind != TERM_SCALE))
        return v;
    if (t.kind == TERM_SCALE) {
        const Sum scaled = reroll_scaled(r, from_first(r, t.arg[0], from), t.number, t.bits);
        return (Sum){scaled.base, reroll_cut(scaled.off + v.off, t.bits)};
    }
    if (t.kind == TERM_REG) {
        const Sum made = made_once(r, (int)t.number, from, 3, &by_it);
        return by_it ? (Sum){made.base, reroll_cut(made.off + v.off, t.bits)} : v;
    }
    const Sum sum = reroll_sum(r, from_first(r, t.arg[0], from), from_first(r, t.arg[1], from), t.bits);
    return (Sum){sum.base, reroll_cut(sum.off + v.off, t.bits)};
}

/* What the first loop counts beside i may begin as something that was made from what i begins as. */
void reroll_make_from_first(Reroll *r, State *zero)
{
    const Term *first = &r->term.at[r->first.base];
    if (!r->first.base || first->kind != TERM_REG || !once(r, (int)first->number))
        return;
    const int from = (int)first->number;
    for (int k = 0; k < r->few_writes.n; k++) {
        const int p = r->few_writes.at[k];
        const Reg *g = reroll_is_shared(r, p) ? NULL : reroll_find_reg(zero, p);
        if (g)
            reroll_set(r, zero, p, from_first(r, g->v, from));
    }
}

/* By how much the term grows in a round of the first loop, in which i does not wrap. */
static uint64_t growth(Reroll *r, int base)
{
    const Counter i = {r->i, r->step};
    return reroll_growth(r, base, &i, 1, r->few, 8);
}

/* What the instruction adds register reg to, or -1. */
static int added_to(const Ins *ins, int reg)
{
    if (!reroll_is_plain(ins, INS_ADD) || ins->guard >= 0)
        return -1;
    const Opnd *x = &ins->arg[isa_arg(ins, ARG_A)], *y = &ins->arg[isa_arg(ins, ARG_B)];
    return x->kind != O_REG || y->kind != O_REG || x->reg == y->reg ? -1 : x->reg == reg ? y->reg : y->reg == reg ? x->reg : -1;
}

/* The registers written between the loops to which the second adds what it counts alone, m, wherever it reads that but to count; how
 * many, 0 if it does something else with it. */
static int addends_of(const Reroll *r, int m, int *to)
{
    int found = 0, adds = 0;
    for (int i = r->many->first; i < r->many->end; i++) {
        const Ins *ins = &r->fn->ins.at[i];
        const RegMentions of = ins_mentions(ins, m);
        if (!of.reads)
            continue;
        const int other = added_to(ins, m);
        if (of.writes && reroll_is_plain(ins, INS_ADD) && ins->guard < 0 && ins->arg[isa_arg(ins, ARG_B)].kind == O_IMM)
            adds++;
        else if (of.writes || other < 0 || !WRITES(r->late_writes, other) || WRITES(r->many_writes, other))
            return 0;
        else if (!ints_have(to, found, other)) {
            if (found == ADDENDS)
                return 0;
            to[found++] = other;
        }
    }
    return adds == 1 ? found : 0;
}

/* Wherever the second loop reads what some counters of its own are added to it is added to one of these. */
static bool added_alike(const Reroll *r)
{
    for (int k = 0; k < r->pairs.n; k++)
        for (int i = r->many->first, late = r->pairs.at[k].late; late >= 0 && i < r->many->end; i++) {
            if (!ins_mentions(&r->fn->ins.at[i], late).reads)
                continue;
            const int m = added_to(&r->fn->ins.at[i], late);
            bool alike = false;
            for (int j = 0; j < r->pairs.n; j++)
                alike |= r->pairs.at[j].many == m && r->pairs.at[j].late == late;
            if (!alike)
                return false;
        }
    return true;
}

/* The register in which a value is when the loops begin, and which they do not write, as a term; 0: none. */
static int kept_as(Reroll *r, const State *zero, int base)
{
    for (int k = 0; k < zero->n; k++) {
        const int reg = zero->at[k].reg;
        if (zero->at[k].v.base == base && !zero->at[k].v.off && !WRITES(r->few_writes, reg) && !WRITES(r->many_writes, reg))
            return reroll_leaf(r, reg).base;
    }
    const Term *t = &r->term.at[base];
    return t->kind == TERM_REG && !WRITES(r->few_writes, (int)t->number) && !WRITES(r->many_writes, (int)t->number) ? base : 0;
}

/* The value of when the loops begin, with i in the place of what that begins as.  False: it is made of something that they write, or of i
 * in a way that is not looked through. */
static bool with_i(Reroll *r, Sum v, Sum *out)
{
    const Term t = r->term.at[v.base];
    Sum x;
    *out = v;
    if (!v.base)
        return true;
    if (v.base == r->first.base) {
        *out = (Sum){reroll_leaf(r, r->i).base, reroll_cut(v.off - r->first.off, t.bits)};
        return true;
    }
    if (t.kind == TERM_REG)
        return !reroll_is_written(r, (int)t.number);
    Sum arg[REROLL_ARGS];
    bool same = true;
    for (int k = 0; k < t.n; k++) {
        if (!with_i(r, t.arg[k], &arg[k]))
            return false;
        same &= reroll_same_sum(arg[k], t.arg[k]);
    }
    if (same)
        return true;
    switch (t.kind) {
    case TERM_ADD: x = reroll_sum(r, arg[0], arg[1], t.bits); break;
    case TERM_SCALE: x = reroll_scaled(r, arg[0], t.number, t.bits); break;
    case TERM_WIDE: x = reroll_widened(r, arg[0], t.number); break;
    default: return false;
    }
    *out = (Sum){x.base, reroll_cut(x.off + v.off, t.bits)};
    return true;
}

/* What the first loop counts beside i, as far as it is made of i and of what holds still, as that: the second may have it so. */
static State in_terms_of_i(Reroll *r, const State *zero, const State *round)
{
    State s = {0};
    const Sum i = reroll_leaf(r, r->i);
    for (int k = 0; k < r->few_writes.n; k++) {
        const int p = r->few_writes.at[k], bits = reroll_reg_bits(r, p);
        const Reg *g = reroll_find_reg(zero, p);
        const Sum step = reroll_value_of(r, round, p);
        if (reroll_is_shared(r, p) || !g || !r->first.base || bits < 32 || step.base != reroll_leaf(r, p).base)
            continue;
        const uint64_t off = g->v.off - r->first.off;
        const int rest = bits == 32 && step.off == r->step ? reroll_sum(r, (Sum){g->v.base, 0}, reroll_scaled(r, (Sum){r->first.base, 0}, UINT32_MAX, 32), 32).base : 0;
        const int other = rest ? kept_as(r, zero, rest) : 0;
        Sum made;
        if (other) {
            reroll_set(r, &s, p, reroll_sum(r, (Sum){i.base, off}, (Sum){other, 0}, 32));
        } else if (with_i(r, g->v, &made) && !reroll_same_sum(made, g->v)) {
            const bool was = r->ok;
            if (reroll_cut(growth(r, made.base), bits) == step.off && r->ok)
                reroll_set(r, &s, p, made);
            r->ok = was;
        }
    }
    return s;
}

/* Both numbers, for the sum of which another one stands: that one, and 0.  False: they already have others. */
static bool share_out(Reroll *r, State *s, int all, int nothing, Sum v)
{
    const Reg *x = reroll_find_reg(s, all), *y = nothing < 0 ? NULL : reroll_find_reg(s, nothing);
    if ((x && !reroll_same_sum(x->v, v)) || (y && (y->v.base || y->v.off)))
        return false;
    reroll_set(r, s, all, v);
    if (nothing >= 0)
        reroll_set(r, s, nothing, (Sum){0, 0});
    return true;
}

/* Finds what the first loop counts that is m, or its sum with late (>= 0), but for a constant.  few: what that begins with; alone: m is
 * added to no other. */
static bool relate_one(Reroll *r, const State *zero, const State *later, const State *few, const State *round, State *s, int m, int late, bool alone)
{
    const Sum none = {0, 0};
    const int bits = reroll_reg_bits(r, m);
    const Sum was = reroll_sum(r, reroll_value_of(r, zero, m), late < 0 ? none : reroll_value_of(r, zero, late), bits);
    const Sum at = reroll_sum(r, reroll_value_of(r, later, m), late < 0 ? none : reroll_value_of(r, later, late), bits);
    for (int j = 0; j < r->few_writes.n; j++) {
        const int p = r->few_writes.at[j];
        const Reg *g = reroll_find_reg(zero, p);
        if (reroll_is_shared(r, p) || !g || g->v.base != was.base || reroll_reg_bits(r, p) != bits || bits < 32)
            continue;
        const uint64_t off = g->v.off;
        const Sum begin = reroll_value_of(r, few, p), step = reroll_value_of(r, round, p);
        const uint64_t by = growth(r, at.base);
        if (!r->ok || step.base != begin.base || reroll_cut(step.off - begin.off, bits) != reroll_cut(by, bits))
            return false;
        array_add(&r->tmp, &r->pairs, ((Pair){m, p, late}));
        return share_out(r, s, alone ? m : late, alone ? late : m, (Sum){begin.base, reroll_cut(begin.off + was.off - off, bits)});
    }
    return false;
}

/* The state in which the second loop's round is that of times of the first, as far as what it counts alone goes. */
static bool relate(Reroll *r, const State *zero, const State *later, const State *few, const State *round, State *s)
{
    for (int k = 0; k < r->many_writes.n; k++) {
        const int m = r->many_writes.at[k];
        if (reroll_is_shared(r, m) || !reroll_find_reg(zero, m) || relate_one(r, zero, later, few, round, s, m, -1, true))
            continue;
        int late[ADDENDS];
        const int n = r->ok ? addends_of(r, m, late) : 0;
        for (int j = 0; j < n; j++)
            if (!relate_one(r, zero, later, few, round, s, m, late[j], n == 1))
                return false;
        if (!n)
            return false;
    }
    return added_alike(r);
}

bool reroll_same_shared(Reroll *r, const State *a, const State *b)
{
    for (int k = 0; k < r->many_writes.n; k++) {
        const int m = r->many_writes.at[k];
        if (reroll_is_shared(r, m) && !reroll_same_sum(reroll_value_of(r, a, m), reroll_value_of(r, b, m)))
            return false;
    }
    return true;
}

/* The second loop's round against times of the first. */
bool reroll_same_rounds(Reroll *r, const State *zero, const State *later)
{
    State plain = {0}, many = {0};
    reroll_run_block(r, &plain, r->few);
    const State few = in_terms_of_i(r, zero, &plain);
    State one = reroll_copy_state(r, &few), all = reroll_copy_state(r, &few);
    reroll_run_block(r, &one, r->few);
    if (!r->ok || !relate(r, zero, later, &few, &one, &many))
        return false;
    const State start = reroll_copy_state(r, &many);
    r->stores.n = 0;
    reroll_run_block(r, &many, r->many);
    const Stores stored = r->stores;
    r->stores = (Stores){0};
    const Sum i = reroll_value_of(r, &many, r->i);
    r->times = (int)(i.off / r->step);
    if (!r->ok || i.base != reroll_leaf(r, r->i).base || i.off % r->step || r->times < 2 || r->times > TIMES_MAX ||
        !is_power_of_2((uint64_t)r->times))
        return false;
    for (int k = 0; k < r->times; k++)
        reroll_run_block(r, &all, r->few);
    r->ok &= reroll_same_stores(&stored, &r->stores);
    r->ok = r->ok && reroll_same_shared(r, &many, &all);
    for (int k = 0; k < r->pairs.n && r->ok; k++) { /* what it counts alone still differs by as much */
        const Pair x = r->pairs.at[k];
        const Sum from = reroll_value_of(r, &start, x.many), to = reroll_value_of(r, &many, x.many);
        const Sum begin = reroll_value_of(r, &few, x.few), end = reroll_value_of(r, &all, x.few);
        r->ok = to.base == from.base && end.base == begin.base &&
                !reroll_cut((to.off - from.off) - (end.off - begin.off), reroll_reg_bits(r, x.many));
    }
    return r->ok;
}
