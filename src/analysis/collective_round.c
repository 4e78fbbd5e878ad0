/* collective_round.c: whether lanes may meet in a collective that they come to in different rounds of a loop.
 *
 * From sm_70 on a lane waits in a collective for all lanes that it names and that have not exited, also for those that
 * skip the branch this time and take it in a later round.  A mask has no place to wait: what runs under one is right
 * only if lanes that name each other take the branch together.  They do if the condition is the same in each round, and
 * are taken to do so where the names are made in the same round, by a vote or from what it found.
 *
 * In: a function as uniform.c sees it, its collectives under masks.  Any cycle counts, also one with several entries. */
#include "analysis/uniform.h"

typedef struct Cycle {
    const Back *b;
    bool *in;    /* by block */
    bool *still; /* by register: the same value in each round */
} Cycle;

static bool find_cycle(Arena *tmp, Cycle *c, const Blk *x)
{
    const Fn *fn = c->b->fn;
    bool *from = NEWN(tmp, bool, fn->nblk), *to = NEWN(tmp, bool, fn->nblk);
    to[x->id] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = 0; k < fn->nblk; k++)
            for (int i = 0; i < blk_nsucc(fn->blk[k]); i++) {
                const int next = blk_succ(fn->blk[k], i)->id;
                const bool ahead = (from[k] || k == x->id) && !from[next], back = to[next] && !to[k];
                from[next] |= ahead;
                to[k] |= back;
                changed |= ahead || back;
            }
    }
    c->in = NEWN(tmp, bool, fn->nblk);
    for (int k = 0; k < fn->nblk; k++)
        c->in[k] = from[k] && to[k];
    return c->in[x->id];
}

/* What is made in the cycle of what holds still, holds still. */
static bool makes_the_same(const Cycle *c, const Ins *ins)
{
    const bool constant = isa_emit(ins) == EMIT_LD && ins->guard < 0 && (isa_space(ins) == SP_PARAM || isa_space(ins) == SP_CONST);
    if (!ins_is_pure(ins) && !constant)
        return false;
    for (Refs r = ins_refs(ins); refs_next(&r);)
        if (!r.write && !c->still[r.reg])
            return false;
    return true;
}

static void find_still(Arena *tmp, Cycle *c)
{
    const Fn *fn = c->b->fn;
    c->still = NEWN(tmp, bool, fn->regs.n);
    for (int r = 0; r < fn->regs.n; r++)
        c->still[r] = true;
    for (int k = 0; k < fn->nblk; k++)
        for (int i = fn->blk[k]->first; c->in[k] && i < fn->blk[k]->end; i++)
            for (Refs r = ins_refs(&fn->ins.at[i]); refs_next(&r);)
                c->still[r.reg] &= !r.write;
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = 0; k < fn->nblk; k++)
            for (int i = fn->blk[k]->first; c->in[k] && i < fn->blk[k]->end; i++) {
                const Dest d = ins_dest(&fn->ins.at[i]);
                if (d.n != 1 || c->still[d.reg] || c->b->reg[d.reg].ndef != 1 || !makes_the_same(c, &fn->ins.at[i]))
                    continue;
                changed = c->still[d.reg] = true;
            }
    }
}

/* A collective in the node names lanes that it named in earlier rounds. */
static bool names_again(const Cycle *c, const Node *n)
{
    if (n->kind == N_BLOCK || n->kind == N_IF || n->kind == N_SWITCH)
        for (int i = n->blk->first; i < n->blk->end; i++) {
            const Ins *ins = &c->b->fn->ins.at[i];
            const int m = isa_is_warp(ins) ? isa_arg(ins, ARG_M) : -1;
            if (m < 0 || ins->arg[m].kind == O_NONE)
                continue;
            if (ins->arg[m].kind != O_REG || c->still[ins->arg[m].reg])
                return true;
        }
    for (int i = 0; i < n->nkid; i++)
        if (n->kid[i] && names_again(c, n->kid[i]))
            return true;
    return false;
}

bool collective_of_rounds(const Back *b, const Node *n)
{
    const Ins *br = &b->fn->ins.at[n->blk->term];
    Arena tmp = {0};
    Cycle c = {.b = b};
    bool meet = false;
    if (br->guard >= 0 && find_cycle(&tmp, &c, n->blk)) {
        find_still(&tmp, &c);
        for (int i = 0; i < n->nkid && !c.still[br->guard]; i++)
            meet |= n->kid[i] && names_again(&c, n->kid[i]);
    }
    arena_reset(&tmp);
    return meet;
}
