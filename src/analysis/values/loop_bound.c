/* loop_bound.c: numbers that say how often a loop goes round.
 *
 * A window around a place is clamped to the picture: for (y = max(y0 - 1, 0); y < min(y0 + 2, h); y++).  Chunks that have no lane at the
 * picture's edge then go round together; one that is clamped, or two, had better be a chunk of its own.  Of numbers that nothing but
 * an address comes from that is not so.
 *
 * Taken for such are the operands of a comparison by which a loop is left or branches, if it has not found them in memory, and the
 * integers that these are made of: compilers ask so for the rounds that are left over from those that they do several at a time.
 *
 * What only counts rounds, min(most, x + 1) of them, is another thing than the end of a window, which begins elsewhere in each lane: lanes
 * go round together where the clamp gives what is the same for all.
 *
 * In: a tree of nodes, loop_data.c.  Out: RegInfo.bound, RegInfo.counts.  Fires on pooling (tests/bench/programs/pool) and
 * tests/run/window_sums; tests/run/few_rounds. */
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

/* By register: every instruction that writes it makes a counter of it. */
static bool *find_counters(const Back *b)
{
    bool *counter = NEWN(b->a, bool, b->nreg + 1);
    for (int r = 0; r < b->nreg; r++)
        counter[r] = b->reg[r].ndef > 0;
    for (int i = 0; i < b->fn->ins.n; i++)
        for (Refs ref = ins_refs(&b->fn->ins.at[i]); b->blk_of[i] && writes_next(&ref);)
            counter[ref.reg] &= linear_counts(&b->fn->ins.at[i], ref.reg);
    return counter;
}

/* Whether the instruction makes of what counts, of numbers and of counters nothing else than that. */
static bool only_counts(const Back *b, const Ins *ins, const bool *counter)
{
    const Dest d = ins_dest(ins);
    if (isa_emit(ins) == EMIT_BRA)
        return true;
    if (!ins_is_pure(ins) || d.n != 1 || !b->reg[d.reg].counts)
        return false;
    for (Refs ref = ins_refs(ins); reads_next(&ref);)
        if (!b->reg[ref.reg].counts && !(ins->mnemonic == INS_SETP && counter[ref.reg]))
            return false;
    return true;
}

static bool clamps_bound(const Back *b)
{
    for (int i = 0; i < b->fn->ins.n; i++)
        if (b->blk_of[i] && isa_is_clamp(&b->fn->ins.at[i]) && b->reg[ins_dest(&b->fn->ins.at[i]).reg].bound)
            return true;
    return false;
}

/* Backwards: what falls takes with it what it is made of. */
static void find_counts(Back *b)
{
    const bool *counter = find_counters(b);
    for (int r = 0; r < b->nreg; r++)
        b->reg[r].counts = !c_float((Type)b->fn->regs.at[r]->type);
    for (AGAIN(anew))
        for (int i = b->fn->ins.n - 1; i >= 0; i--) {
            const Ins *ins = &b->fn->ins.at[i];
            if (!b->blk_of[i] || only_counts(b, ins, counter))
                continue;
            for (Refs ref = ins_refs(ins); refs_next(&ref);) {
                anew |= !ref.write && b->reg[ref.reg].counts;
                b->reg[ref.reg].counts &= ref.write;
            }
        }
    for (int r = 0; r < b->nreg; r++)
        b->reg[r].counts &= b->reg[r].bound;
}

/* Whether a way from the block leads to a loop alone, past which the other one leads. */
static bool guards_loop(const Back *b, const Blk *x)
{
    for (int i = x->id + 1; x->succ[1] && i < b->fn->nblk; i++)
        if (b->fn->blk[i]->is_header && b->fn->blk[i]->loop_up == x->loop && cfg_dominates(x, b->fn->blk[i]))
            for (int k = 0; k < 2; k++)
                if (x->succ[k]->npred == 1 && cfg_dominates(x->succ[k], b->fn->blk[i]))
                    return true;
    return false;
}

/* Backwards: mostly a number is made in front of where it is asked for. */
void loop_bounds_find(Back *b)
{
    for (AGAIN(anew))
        for (int i = b->fn->nblk - 1; i >= 0; i--) {
            const Blk *x = b->fn->blk[i];
            const int guard = x->branch >= 0 && (x->loop || guards_loop(b, x)) ? b->fn->ins.at[x->branch].guard : -1;
            for (int j = x->end - 1; j >= x->first; j--) {
                const Ins *ins = &b->fn->ins.at[j];
                const Dest d = ins_dest(ins);
                const bool asked = ins->mnemonic == INS_SETP && d.n == 1 && d.reg == guard;
                if (asked || (d.n == 1 && b->reg[d.reg].bound && ins_is_pure(ins)))
                    anew |= add_operands(b, ins);
            }
        }
    if (clamps_bound(b))
        find_counts(b);
}
