/* versioning_inner.c: what a check at a region's head tells of loops that all lanes go round together in it.
 *
 * Such a loop often walks on from an index that the region's head makes: nvcc's loops of four rounds go on where a loop for the rest has
 * left the counter.  With the check the index grows evenly, and so does the pointer in each round.  Here that is only supposed, to see
 * whether a copy is worth while; what is so in the copy is found when the function is analysed again.
 *
 * In: a region that is no loop, with what its head would know (versioning.c).  Out: how many accesses gain.  Changes nothing. */
#include "transform/versioning.h"

bool split_is_one_lane(const Back *b, const Node *n)
{
    return n->kind == N_IF && info(n)->ranged && b->reg[b->fn->ins.at[n->blk->term].guard].val.border >= BORDER_AT;
}

bool split_is_for_one(const Split *s, const Blk *x)
{
    for (const Node *n = s->b->node_of[x->id]; n; n = n->up)
        if (split_is_one_lane(s->b, n))
            return true;
    return false;
}

static bool is_known(const Split *s, int reg) { return s->b->reg[reg].val.kind == VAL_UNI || s->b->reg[reg].val.kind == VAL_AFF; }

static bool is_integer(const Fn *fn, int reg)
{
    const Type t = fn->regs.at[reg]->type;
    const char kind = type_info[t].kind;
    return (kind == 'u' || kind == 's' || kind == 'b') && type_info[t].bits >= 16 && type_info[t].bits <= 64;
}

/* Whether all lanes do the instruction, for no other reason than its result. */
static bool is_common(const Split *s, int at)
{
    const Ins *ins = &s->fn->ins.at[at];
    return ins->guard < 0 && ins_is_pure(ins) && node_level(s->b, s->b->node_of[s->b->blk_of[at]->id]) != LV_LANE;
}

/* The integers of which nothing is known that only the region writes, for all lanes at once. */
static bool *find_open(const Split *s, const int *at, int n)
{
    bool *open = NEWN(s->b->a, bool, s->fn->regs.n + 1);
    for (int r = 0; r < s->fn->regs.n; r++)
        open[r] = s->defs[r] && is_integer(s->fn, r) && !is_known(s, r) && split_is_own(s, r);
    for (int i = 0; i < n; i++)
        for (Refs ref = ins_refs(&s->fn->ins.at[at[i]]); refs_next(&ref);)
            open[ref.reg] &= !ref.write || is_common(s, at[i]);
    return open;
}

int split_helped_inner(const Split *s)
{
    int *at = NEWN(s->b->a, int, s->size + 1), n = 0, helped = 0;
    for (int i = 0; i < s->nin; i++)
        for (int j = s->in[i]->first; j < s->in[i]->end; j++)
            if (holds(s, s->in[i], j))
                at[n++] = j;
    const bool *open = find_open(s, at, n);
    uniform_suppose(s->b, open, at, n);
    for (int i = 0; i < n; i++) {
        const Ins *ins = &s->fn->ins.at[at[i]];
        for (int k = 0; k < ins->narg; k++) {
            const int reg = ins->arg[k].kind == O_MEM ? ins->arg[k].reg : -1;
            helped += reg >= 0 && open[reg] && is_known(s, reg) && !split_is_for_one(s, s->b->blk_of[at[i]]);
        }
    }
    for (int r = 0; r < s->fn->regs.n; r++)
        if (open[r])
            s->b->reg[r].val = s->was[r];
    return helped;
}
