/* clock_use.c: which functions do something for what a clock says.
 *
 * Loops that wait for other threads ask for the time to sleep the longer the longer they have waited, as those of CUDA's barriers
 * do: if what they wait for never comes, they wait for ever all the same.  Others end when it is time, or tell somebody.  A clock is used
 * where a value made of it in the same round decides whether a loop is left, is stored, or is passed to a function; and where a
 * function that reads a clock is called in a loop.  Outside of loops nothing waits.
 *
 * In: matched instructions.  Out: by node of the graph of calls; blocks are stale.  Cost: blocks of functions that read a clock in some way. */
#include "analysis/analysis.h"

typedef struct Clock {
    Fn *fn;
    Blk *loop;         /* the header */
    const bool *reads; /* by node: may read a clock */
    bool *reg;         /* is made of one in the loop */
    bool *seen;
    bool changed;
} Clock;

static bool reads_clock(const Ins *ins)
{
    for (int k = 0; k < ins->nop && ins->pseudo != PSEUDO_TAKE; k++)
        if (opnd_varies(&ins->op[k]))
            return true;
    return false;
}

static bool calls_clock(const Ins *ins, const bool *reads)
{
    const Fn *to = isa_emit(ins) == EMIT_CALL ? call_target(ins) : NULL;
    return isa_emit(ins) == EMIT_CALL && (!to || reads[to->number]);
}

static bool is_made_of_it(const Clock *x, const Ins *ins)
{
    bool made = reads_clock(ins);
    for (Refs ref = ins_refs(ins); reads_next(&ref);)
        made |= x->reg[ref.reg];
    return made;
}

/* What the instruction does hangs on the time; true: somebody else comes to know it. */
static bool hangs_on_it(Clock *x, const Ins *ins)
{
    for (Refs ref = ins_refs(ins); writes_next(&ref);)
        if (!x->reg[ref.reg])
            x->reg[ref.reg] = x->changed = true;
    return isa_mem(ins) & MEM_W || isa_emit(ins) == EMIT_CALL;
}

/* The same of what runs or not as the branch of a block decides, up to where both ways meet; true, too: one leaves the loop. */
static bool sides_hang_on_it(Clock *x, const Blk *branch, const Blk *from)
{
    bool told = from->exits;
    for (int k = 0; k < blk_nsucc(from) && !told; k++) {
        Blk *y = blk_succ(from, k);
        if (!loop_holds(x->loop, y))
            return true;
        if (y == branch->ipdom || y == x->loop || x->seen[y->id])
            continue;
        x->seen[y->id] = true;
        for (int j = y->first; j < y->end; j++)
            told |= hangs_on_it(x, &x->fn->ins.at[j]);
        told = told || sides_hang_on_it(x, branch, y);
    }
    return told;
}

static bool block_uses(Clock *x, const Blk *blk)
{
    for (int j = blk->first; j < blk->end; j++) {
        const Ins *ins = &x->fn->ins.at[j];
        if (calls_clock(ins, x->reads) || (is_made_of_it(x, ins) && hangs_on_it(x, ins)))
            return true;
    }
    const int at = blk->branch >= 0 ? blk->branch : blk->term;
    if (at < 0 || !is_made_of_it(x, &x->fn->ins.at[at]))
        return false;
    memset(x->seen, 0, (size_t)x->fn->nblk * sizeof *x->seen);
    return sides_hang_on_it(x, blk, blk);
}

static bool loop_uses(Arena *a, Fn *fn, Blk *header, const bool *reads)
{
    Clock x = {.fn = fn, .loop = header, .reads = reads, .reg = NEWN(a, bool, fn->regs.n + 1), .seen = NEWN(a, bool, fn->nblk)};
    do {
        x.changed = false;
        for (int i = 0; i < fn->nblk; i++)
            if (loop_holds(header, fn->blk[i]) && block_uses(&x, fn->blk[i]))
                return true;
    } while (x.changed);
    return false;
}

static bool fn_uses(Fn *fn, const bool *reads)
{
    Arena a = {0};
    cfg_build(&a, fn, false);
    bool uses = fn->irreducible;
    for (int i = 0; i < fn->nblk && !uses; i++)
        uses = fn->blk[i]->is_header && loop_uses(&a, fn, fn->blk[i], reads);
    cfg_end(&a, fn);
    return uses;
}

void clocks_find(Module *m)
{
    bool *own = NEWN(m->arena, bool, m->fns.n + 1);
    const bool *reads = call_reaching_some(m, reads_clock);
    for (int i = 0; i < m->fns.n; i++)
        own[i] = reads[i] && !m->fns.at[i]->is_proto && fn_uses(m->fns.at[i], reads);
    m->clocked = call_reaching(m->arena, m, own);
}
