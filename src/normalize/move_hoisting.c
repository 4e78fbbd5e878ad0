/* move_hoisting.c: constants that registers get on both ways of a branch, one of which is for nothing else, are moved before it.
 *
 * `sum = 0; for (i = thread; i < n; i += threads) sum += …` comes from nvcc as `if (thread < n) { sum = 0; do … } else sum = 0;`.
 * Then nothing stands on the other way, and the loop is one that is tested at its head.
 *
 * In: matched instructions, blocks.  Breaks everything cfg.c fills.  Cost: a look at each branch.  Fires on sums of blocks
 * (tests/bench/programs/density) and on tests/run/strided_sums. */
#include "normalize/normalize.h"

/* The constant that an instruction moves to a whole register, or NULL. */
static const Opnd *constant(const Ins *ins)
{
    if (ins->mnemonic != INS_MOV || ins->guard >= 0 || ins->nop != 2 || ins->pseudo || !opnd_is_reg(&ins->arg[0]))
        return NULL;
    return opnd_is_literal(&ins->arg[1]) ? &ins->arg[1] : NULL;
}

/* The place in the block where the same constant is moved to the register before it is read or written; -1: there is none. */
static int place_of_move(const Fn *fn, const Blk *x, const Ins *move)
{
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &fn->ins.at[i];
        const RegMentions m = ins_mentions(ins, move->arg[0].reg);
        const Opnd *c = constant(ins), *d = constant(move);
        if (c && ins->arg[0].reg == move->arg[0].reg && c->kind == d->kind && c->imm == d->imm && c->type == d->type &&
            isa_slot_type(ins, SLOT_TYPE) == isa_slot_type(move, SLOT_TYPE))
            return i;
        if (m.reads || m.writes)
            return -1;
    }
    return -1;
}

/* By place, all + 1, 0: none: the moves that go before a branch, as a list; and those that are left out. */
typedef struct Moves { int *first, *next; bool *gone; } Moves;

/* Notes the moves in both blocks, if one holds no more than these. */
static bool find(const Fn *fn, const Blk *x, const Blk *only, const Blk *other, const Moves *to)
{
    enum { MOST = 64 }; /* instructions of a block that holds nothing else */
    bool any = false;
    if (only->end - only->first > MOST || only->npred != 1 || other->npred != 1 || only == other)
        return false;
    for (int pass = 0; pass < 2; pass++)
        for (int i = only->first; i < only->end; i++) {
            const Ins *ins = &fn->ins.at[i];
            if (isa_emit(ins) == EMIT_BRA && ins->guard < 0)
                continue;
            const int at = constant(ins) && ins->arg[0].reg != fn->ins.at[x->branch].guard ? place_of_move(fn, other, ins) : -1;
            if (at < 0)
                return false;
            if (pass) {
                to->next[i] = to->first[x->branch];
                to->first[x->branch] = i + 1;
                to->gone[i] = to->gone[at] = true;
            }
            any = true;
        }
    return any;
}

bool moves_hoist(Arena *a, Module *m, Fn *fn)
{
    const Moves to = {NEWN(a, int, fn->ins.n + 1), NEWN(a, int, fn->ins.n + 1), NEWN(a, bool, fn->ins.n + 1)};
    bool any = false;
    for (int k = 0; k < fn->nblk; k++) {
        const Blk *x = fn->blk[k];
        if (x->succ[1])
            any |= find(fn, x, x->succ[0], x->succ[1], &to) || find(fn, x, x->succ[1], x->succ[0], &to);
    }
    if (!any)
        return false;
    InsList out;
    for (Rewrite w = rewrite_begin(m, fn, &out); rewrite_next(&w);) {
        for (int k = to.first[w.i]; k; k = to.next[k - 1])
            rewrite_add(&w, fn->ins.at[k - 1]);
        if (!to.gone[w.i])
            rewrite_keep(&w);
    }
    return true;
}
