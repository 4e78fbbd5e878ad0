/* versioning_derived.c: numbers of a loop that are made of its counters at the end of each round.
 *
 * Where a counter is compared with, or indexes by, a wider number, compilers keep the widened number beside it, from round to round:
 *
 *   w = widen(i)   do { … w … ; i += step; w = widen(i) } while (w < n)
 *
 * That it grows evenly from lane to lane takes a check, for which the end of a round is too late where the round has stored something.
 * At the head of a round w is widen(i), in the first as well as in later ones.  The copy makes it there, in front of its check.
 *
 * In: a region that is a loop, with its counters.  Out: Split.derived, and what is known of such registers where a round begins. */
#include "transform/versions/versioning.h"

/* The loop's only write of the register, if that stands in the block; or -1. */
static int write_in(const Split *s, int reg, const Blk *latch)
{
    const int at = loop_write(&s->writes, s->b->blk_of, s->entry, reg);
    return at >= 0 && s->b->blk_of[at] == latch ? at : -1;
}

/* Its inputs do not change in the loop, or are counters that have changed before it: what they are where the next round begins. */
static bool is_of_counters(const Split *s, int at, const Blk *latch)
{
    bool counters = false, all = true;
    for (const Ref *ref = refs_of(s, at); ref < refs_of(s, at + 1); ref++) {
        if (ref->write || !s->defs[ref->reg])
            continue;
        const int before = write_in(s, ref->reg, latch);
        all &= s->carried[ref->reg] && before >= 0 && before < at;
        counters = true;
    }
    return counters && all;
}

/* Nothing reads the register behind its write but the loop's test, which the copy has at its head. */
static bool is_only_tested(const Split *s, int reg, int at, const Blk *latch)
{
    const RegInfo *guard = &s->b->reg[s->fn->ins.at[latch->branch].guard];
    for (int i = at + 1; i < latch->end; i++)
        for (const Ref *ref = refs_of(s, i); ref < refs_of(s, i + 1); ref++)
            if (!ref->write && ref->reg == reg && (i != guard->def || guard->nuse != 1))
                return false;
    return true;
}

/* The instruction made before the loop what the other makes in it, of what the counters begin with. */
static bool makes_first(const Split *s, const Ins *first, const Ins *again)
{
    bool same = first->guard < 0 && first->nword == again->nword && first->narg == again->narg &&
                !memcmp(first->word, again->word, sizeof *first->word * first->nword);
    for (int i = -1; same && isa_next_input(again, &i);) {
        const Opnd *x = &again->arg[i], *y = &first->arg[i];
        if (x->kind == O_REG && s->defs[x->reg])
            same = opnd_is_reg(x) && opnd_is_reg(y) && split_starts_as(s, x->reg, y->reg);
        else
            same = opnd_same(x, y) && (x->kind == O_IMM || (x->kind == O_REG && s->b->reg[x->reg].ndef == 1));
    }
    return same;
}

static bool begins_so(const Split *s, int reg, const Ins *again)
{
    const Ins *first = NULL;
    for (int i = s->writes.of[reg]; i < s->writes.of[reg + 1]; i++) {
        const Ins *ins = &s->fn->ins.at[s->writes.ins[i]];
        if (inside(s, s->b->blk_of[s->writes.ins[i]]))
            continue;
        const Opnd *from = isa_emit(ins) == EMIT_MOV && ins->guard < 0 ? isa_opnd(ins, ARG_A) : NULL;
        if (first)
            return false;
        first = opnd_is_reg(from) ? back_def(s->b, from->reg) : ins;
    }
    return first && makes_first(s, first, again);
}

void split_find_derived(Split *s)
{
    const Blk *latch = split_find_latch(s);
    for (int i = 0; latch && i < s->entry->live_in.n; i++) {
        const int reg = s->entry->live_in.reg[i], at = s->defs[reg] ? write_in(s, reg, latch) : -1;
        const Ins *ins = at < 0 ? NULL : &s->fn->ins.at[at];
        s->derived[reg] = 0;
        if (!ins || !ins_is_pure(ins) || ins->guard >= 0 || ins_dest(ins).n != 1 || !is_of_counters(s, at, latch) ||
            uniform_check_for(s->b, at) == SPEC_NONE || !split_may_ask(s, at) || !is_only_tested(s, reg, at, latch) ||
            !begins_so(s, reg, ins))
            continue;
        const Val v = uniform_guess(s->b, at, true);
        if (!val_is_even(v))
            continue;
        s->derived[reg] = at + 1;
        s->carried[reg] = true;
        s->b->reg[reg].val = v;
    }
}
