/* sure_use.c: which instructions give a value that is surely used where it matters, whatever way a thread goes on.
 *
 * It matters in an address, a branch or another guard, a store, an atomic operation, a collective but a shuffle; a choice's condition
 * matters where what is chosen does, but neither of its sides, nor one side of a logic operation on predicates, which the other one
 * may decide.  What is made of it carries it on.  A must analysis backwards: of two ways both have to use it; a way that never ends
 * says nothing.
 *
 * Requires matched instructions; blocks are stale behind it.  Cost: a bit for each register in each block, unless that is too much:
 * then only what its own block says. */
#include "analysis/analysis.h"

typedef struct Uses {
    Fn *fn;
    Sure what;
    Bits sure;     /* by register, at the instruction that is looked at */
    bool *all;     /* by instruction: the answer, or NULL while it is not asked for */
} Uses;

enum { SURE_BITS = 1 << 29 };

/* Its result may be without what it reads. */
static bool chooses(const Ins *ins) { return isa_is_logic(ins) || (ins->mnemonic == INS_SETP && isa_opnd(ins, ARG_C)); }

static void use_all(Uses *x, const Ins *ins)
{
    for (Refs r = ins_refs(ins); places_next(&r);)
        if (r.role != REG_WRITE && r.place != &ins->guard)
            bits_add(x->sure, r.reg);
}

/* Forgets what it writes; whether that is used surely: all of it, or any. */
static bool forget(Uses *x, const Ins *ins, bool *all)
{
    bool any = false;
    *all = true;
    for (Refs r = ins_refs(ins); places_next(&r);) {
        if (r.role == REG_READ)
            continue;
        const bool sure = bits_has(x->sure, r.reg);
        any |= sure;
        *all &= sure;
        if (r.role == REG_WRITE || ins->guard >= 0)
            bits_del(x->sure, r.reg);
    }
    *all &= any;
    return any;
}

/* A store whose value need not matter, but its address does. */
static bool stores_hidden(const Uses *x, const Ins *ins)
{
    if (isa_space(ins) == SP_PARAM || (x->what == SURE_EACH && isa_opnd(ins, ARG_B)->kind == O_VEC))
        return true;
    return x->what != SURE_KEPT && isa_space(ins) != SP_GLOBAL;
}

/* From behind an instruction to before it. */
static void step_back(Uses *x, int i)
{
    const Ins *ins = &x->fn->ins.at[i];
    bool all;
    const bool any = forget(x, ins, &all), made = ins_makes(ins) && ins->dests;
    if (x->all)
        x->all[i] = all;
    const bool selects = made && ins->mnemonic == INS_SELP, kept = x->what == SURE_KEPT;
    if (ins->guard >= 0 && (any || !made))
        bits_add(x->sure, ins->guard);
    if (ins->guard >= 0 || (made && (chooses(ins) || !(any || (selects && kept)))) || (ins->mnemonic == INS_SHFL && !kept))
        return;
    const Opnd *only = selects ? isa_opnd(ins, ARG_C) : isa_emit(ins) == EMIT_ST && stores_hidden(x, ins) ? isa_opnd(ins, ARG_A) : NULL;
    if (!only)
        use_all(x, ins);
    else if (only->reg >= 0)
        bits_add(x->sure, only->reg);
}

/* What is sure behind a block: on all ways on. */
static void meet(Uses *x, const Blk *b, const Bits *in, int words)
{
    const bool on = b->succ[0] || b->succ[1] || b->ntargets;
    memset(x->sure.w, on && !b->exits ? 0xff : 0, (size_t)words * sizeof *x->sure.w);
    for (int k = 0; k < 2 + b->ntargets; k++) {
        const Blk *to = k < 2 ? b->succ[k] : b->targets[k - 2];
        for (int i = 0; to && i < words; i++)
            x->sure.w[i] &= in[to->id].w[i];
    }
}

bool *sure_uses(Arena *a, Fn *fn, Sure what)
{
    Arena tmp = {0};
    Uses x = {.fn = fn, .what = what, .sure = bits_new(&tmp, fn->regs.n + 1)};
    bool *all = NEWN(a, bool, fn->ins.n + 1);
    const int words = x.sure.n;
    cfg_build(&tmp, fn, false);
    const bool whole = (uint64_t)fn->nblk * (uint64_t)fn->regs.n < SURE_BITS;
    Bits *in = NEWN(&tmp, Bits, fn->nblk + 1);
    for (int b = 0; b < fn->nblk; b++) {
        in[b] = whole || !b ? bits_new(&tmp, fn->regs.n + 1) : in[0];
        memset(in[b].w, whole ? 0xff : 0, (size_t)words * sizeof *in[b].w);
    }
    for (bool more = whole; more;) {
        more = false;
        for (int b = fn->nblk - 1; b >= 0; b--) {
            meet(&x, fn->blk[b], in, words);
            for (int i = fn->blk[b]->end - 1; i >= fn->blk[b]->first; i--)
                step_back(&x, i);
            if (memcmp(in[b].w, x.sure.w, (size_t)words * sizeof *in[b].w) == 0)
                continue;
            bits_copy(in[b], x.sure);
            more = true;
        }
    }
    x.all = all;
    for (int b = 0; b < fn->nblk; b++) {
        meet(&x, fn->blk[b], in, words);
        for (int i = fn->blk[b]->end - 1; i >= fn->blk[b]->first; i--)
            step_back(&x, i);
    }
    cfg_end(&tmp, fn);
    return all;
}
