/* loop_bound.c: numbers that say how often a loop goes round.
 *
 * A window around a place is clamped to the picture: for (y = max(y0 - 1, 0); y < min(y0 + 2, h); y++).  Chunks that have no lane at the
 * picture's edge then go round together; one that is clamped, or two, had better be a chunk of its own.  Of numbers that nothing but
 * an address comes from that is not so.
 *
 * Taken for such are the operands of a comparison by which a loop is left or branches, if it has not found them in memory, and the
 * integers that these are made of: compilers ask so for the rounds that are left over from those that they do several at a time.
 *
 * In: a tree of nodes, loop_data.c.  Out: RegInfo.bound.  Fires on pooling (tests/bench/programs/pool) and tests/run/window_sums. */
#include "analysis/uniform.h"

static bool add_operands(Back *b, const Ins *ins)
{
    bool anew = false;
    for (Refs ref = ins_refs(ins); refs_next(&ref);) {
        RegInfo *g = &b->reg[ref.reg];
        const Type t = (Type)b->fn->regs.at[ref.reg]->type;
        if (ref.write || g->bound || g->found || c_float(t) || t == T_PRED)
            continue;
        anew = g->bound = true;
    }
    return anew;
}

/* Backwards: mostly a number is made in front of where it is asked for. */
void loop_bounds_find(Back *b)
{
    for (bool anew = true; anew;) {
        anew = false;
        for (int i = b->fn->nblk - 1; i >= 0; i--) {
            const Blk *x = b->fn->blk[i];
            const int guard = x->branch >= 0 && x->loop ? b->fn->ins.at[x->branch].guard : -1;
            for (int j = x->end - 1; j >= x->first; j--) {
                const Ins *ins = &b->fn->ins.at[j];
                const Dest d = ins_dest(ins);
                const bool asked = ins->mnemonic == INS_SETP && d.n == 1 && d.reg == guard;
                if (asked || (d.n == 1 && b->reg[d.reg].bound && ins_is_pure(ins)))
                    anew |= add_operands(b, ins);
            }
        }
    }
}
