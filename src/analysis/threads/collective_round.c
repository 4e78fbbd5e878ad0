/* collective_round.c: whether lanes may meet in a collective that they come to in different rounds of a loop.
 *
 * From sm_70 on a lane waits in a collective for all lanes that it names and that have not exited, also for those that
 * skip the branch this time and take it in a later round.  A mask has no place to wait: what runs under one is right
 * only if lanes that name each other take the branch together.  They do if the condition is the same in each round, and
 * are taken to do so where the names are made in the same round, by a vote or from what it found.
 *
 * In: a function as uniform.c sees it, its collectives under masks.  Any cycle counts, also one with several entries. */
#include "analysis/uniform.h"

typedef struct Cycles {
    int *of;     /* by block: the cycle that it is part of, 0: none */
    int *writes; /* by register: the only cycle in which it is written, 0: none, SEVERAL */
    bool *still; /* by register: written once, and with the same value in each round of its cycle */
} Cycles;

enum { SEVERAL = -1 };

static void find_cycles(Cycles *c, const Fn *fn)
{
    Arena tmp = {0};
    int *at, *to, *circle = NEWN(&tmp, int, fn->nblk);
    bool *again = NEWN(&tmp, bool, fn->nblk);
    for (int i = 0; i < fn->nblk; i++)
        fn->blk[i]->local = i;
    cfg_edges(&tmp, fn->blk, fn->nblk, &at, &to);
    graph_circles(&tmp, fn->nblk, at, to, circle, again);
    for (int i = 0; i < fn->nblk; i++)
        c->of[i] = again[i] ? 1 + circle[i] : 0;
    arena_reset(&tmp);
}

/* ---- registers -------------------------------------------------------------------------------------------------------- */

static bool is_still(const Cycles *c, int cycle, int reg)
{
    return c->writes[reg] != SEVERAL && (c->writes[reg] != cycle || c->still[reg]);
}

/* What is made in a cycle of what holds still, holds still. */
static bool makes_the_same(const Cycles *c, int cycle, const Ins *ins)
{
    const bool constant = isa_loads_constant(ins) && ins->guard < 0;
    if (!ins_is_pure(ins) && !constant)
        return false;
    for (Refs r = ins_refs(ins); reads_next(&r);)
        if (!is_still(c, cycle, r.reg))
            return false;
    return true;
}

static void find_writes(Cycles *c, const Fn *fn)
{
    for (int k = 0; k < fn->nblk; k++)
        for (int i = fn->blk[k]->first; c->of[k] && i < fn->blk[k]->end; i++)
            for (Refs r = ins_refs(&fn->ins.at[i]); writes_next(&r);)
                c->writes[r.reg] = !c->writes[r.reg] || c->writes[r.reg] == c->of[k] ? c->of[k] : SEVERAL;
}

static void find_still(Cycles *c, const Back *b)
{
    const Fn *fn = b->fn;
    for (AGAIN(changed))
        for (int k = 0; k < fn->nblk; k++)
            for (int i = fn->blk[k]->first; c->of[k] && i < fn->blk[k]->end; i++) {
                const Dest d = ins_dest(&fn->ins.at[i]);
                if (d.n == 1 && !c->still[d.reg] && b->reg[d.reg].ndef == 1 && makes_the_same(c, c->of[k], &fn->ins.at[i]))
                    changed = c->still[d.reg] = true;
            }
}

static const Cycles *cycles_of(Back *b)
{
    if (b->cycles)
        return b->cycles;
    Cycles *c = NEW(b->a, Cycles);
    c->of = NEWN(b->a, int, b->fn->nblk);
    c->writes = NEWN(b->a, int, b->fn->regs.n);
    c->still = NEWN(b->a, bool, b->fn->regs.n);
    find_cycles(c, b->fn);
    find_writes(c, b->fn);
    find_still(c, b);
    return b->cycles = c;
}

/* A collective in the node names lanes that it named in earlier rounds. */
static bool names_again(const Back *b, const Cycles *c, int cycle, const Node *n)
{
    for (const Node *x = n; x; x = node_next(x, n))
        for (int i = x->kind == N_BLOCK ? x->blk->first : 0; x->kind == N_BLOCK && i < x->blk->end; i++) {
            const Opnd *m = isa_is_warp(&b->fn->ins.at[i]) ? isa_opnd(&b->fn->ins.at[i], ARG_M) : NULL;
            if (m && (m->kind != O_REG || is_still(c, cycle, m->reg)))
                return true;
        }
    return false;
}

bool collective_of_rounds(Back *b, const Node *n)
{
    const Ins *br = &b->fn->ins.at[n->blk->term];
    const Cycles *c = cycles_of(b);
    const int cycle = c->of[n->blk->id];
    return cycle && br->guard >= 0 && !br->stays && !is_still(c, cycle, br->guard) && names_again(b, c, cycle, n);
}
