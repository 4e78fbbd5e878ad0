/* volatile_shared.c: volatile accesses of .shared memory as plain ones.
 *
 * Old programs say volatile of the memory through which a warp's lanes exchange values.  What order that takes, lockstep.c has seen
 * to; and where no loop waits for other threads, which is what MODE_SCHED is for, nobody can tell a value in a register from
 * one that is read again.  As volatile ones they would be done lane after lane.
 *
 * Requires: a mode in which one thread runs a CTA, or whole chunks of it from barrier to barrier.  Provides: weak accesses.
 * Invalidates: blocks and analyses.  Cost: one look at each instruction.  Fires on reductions that end within a warp (tests/run/lockstep)
 * and on tiles of stencils (tests/bench/programs/smooth). */
#include "transform/transform.h"

static bool finds(const Ins *ins)
{
    return isa_is_ld_st(ins) && isa_has_word(ins, MOD_VOLATILE) && isa_opnd_space(ins, isa_address(ins)) == SP_SHARED;
}

static Ins weakened(const Back *b, const Ins *ins)
{
    Arena *a = b->m->code;
    const char *words = ins->word[0];
    const int dropped = isa_word_at(ins, MOD_VOLATILE);
    for (int i = 1; i < ins->nword; i++)
        if (i != dropped)
            words = arena_printf(a, "%s.%s", words, ins->word[i]);
    Ins weak = *ins;
    ins_become(b->m, b->fn, &weak, words, ins->op, ins->nop);
    return weak;
}

bool volatile_weaken(Back *b)
{
    if (b->m->checked || !fn_some(b->fn, finds))
        return false;
    for (Rewrite w = rewrite_begin(b->m, b->fn, NULL); rewrite_next(&w);)
        rewrite_add(&w, finds(w.ins) ? weakened(b, w.ins) : *w.ins);
    return true;
}
