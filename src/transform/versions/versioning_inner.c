/* versioning_inner.c: what a check at a region's head tells of loops in it.
 *
 * Such a loop often walks on from an index that the region's head makes: nvcc's loops of four rounds go on where a loop for the rest has
 * left the counter.  With the check the index grows evenly, and so does the pointer in each round.  What a round makes of it and of what the loop
 * counts may have to be checked in turn: the copy gets a check of its own in each round when the function is analysed again, as for the places of
 * a window in the row that all lanes are in, or of a column that no lane is clamped to.  And lanes that go round by themselves, since it
 * is not known that they leave together, may get a copy of the loop for as long as they do (versioning_repeat.c), once the places where they begin are
 * known.  Here that is only supposed, to see whether a copy is worth while; what is so in the copy is found when the function is analysed again.
 *
 * In: a region that is no loop, with what its head would know (versioning.c).  Out: how many accesses gain.  Changes nothing. */
#include "transform/versions/versioning.h"

enum { TOGETHER_STEP = 16 }; /* bytes from lane to lane at which vectors still gain */

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

/* The outermost node around the instruction that each lane goes through by itself; NULL: all do it at once. */
static const Node *own_node(const Split *s, int at)
{
    const Node *own = NULL;
    for (const Node *n = s->b->node_of[s->b->blk_of[at]->id]; n; n = n->up)
        own = info(n)->lane ? n : own;
    return own;
}

/* The comparison at the end of a round that alone decides who leaves the loop, or NULL. */
static const Ins *only_test(const Split *s, const Blk *header)
{
    const Blk *latch = NULL;
    for (int i = 0; i < s->nin; i++)
        for (int k = 0; loop_holds(header, s->in[i]) && k < blk_nsucc(s->in[i]); k++) {
            const Blk *to = blk_succ(s->in[i], k);
            if (loop_holds(header, to) && to != header)
                continue;
            if (latch && latch != s->in[i])
                return NULL;
            latch = s->in[i];
        }
    const Ins *br = latch && latch->branch >= 0 ? &s->fn->ins.at[latch->branch] : NULL;
    const int def = br && br->guard >= 0 ? s->b->reg[br->guard].def : -1;
    return def >= 0 && s->b->blk_of[def] == latch && s->fn->ins.at[def].mnemonic == INS_SETP ? &s->fn->ins.at[def] : NULL;
}

/* Whether all lanes do the instruction, for no other reason than its result, or could do so once a round: a loop that each goes round by itself
 * may get a copy for lanes that go together (versioning_repeat.c). */
static bool is_common(const Split *s, int at)
{
    const Ins *ins = &s->fn->ins.at[at];
    const Blk *x = s->b->blk_of[at];
    if (!ins_is_pure(ins))
        return false;
    const Node *own = own_node(s, at);
    const Ins *test = own && own->kind == N_LOOP && own->blk == x->loop ? only_test(s, own->blk) : NULL;
    return !own || (test && cfg_dominates(x, s->b->blk_of[test - s->fn->ins.at]));
}

/* The integers of which nothing is known that only the region writes, for all lanes at once. */
static bool *find_open(const Split *s, const int *at, int n)
{
    bool *open = NEWN(s->b->a, bool, s->fn->regs.n + 1);
    for (int r = 0; r < s->fn->regs.n; r++)
        open[r] = s->defs[r] && type_is_i16_to_64(s->fn->regs.at[r]->type) && !is_known(s, r) && split_is_own(s, r);
    for (int i = 0; i < n; i++)
        for (Refs ref = ins_refs(&s->fn->ins.at[at[i]]); refs_next(&ref);)
            open[ref.reg] &= !ref.write || is_common(s, at[i]);
    return open;
}

/* Whether lanes that go together gain by the access, if they go round a loop by themselves: it is left by a comparison of what is known, and vectors
 * do what lies so near from lane to lane. */
static bool gains_together(const Split *s, int at, int reg)
{
    const Node *own = own_node(s, at);
    const Ins *test = own ? only_test(s, own->blk) : NULL;
    bool known = test != NULL;
    for (Refs ref = ins_refs(test ? test : &s->fn->ins.at[at]); test && refs_next(&ref);)
        known &= ref.write || is_known(s, ref.reg);
    return !own || (known && llabs(s->b->reg[reg].val.step) <= TOGETHER_STEP && !isa_has_word(&s->fn->ins.at[at], MOD_VOLATILE));
}

int split_helped_inner(const Split *s)
{
    int *at = NEWN(s->b->a, int, s->size + 1), n = 0, helped = 0;
    for (int i = 0; i < s->nin; i++)
        for (int j = s->in[i]->first; j < s->in[i]->end; j++)
            if (holds(s, s->in[i], j))
                at[n++] = j;
    const bool *open = find_open(s, at, n);
    uniform_suppose(s->b, open, at, n, true);
    for (int i = 0; i < n; i++) {
        const Ins *ins = &s->fn->ins.at[at[i]];
        for (int k = 0; k < ins->narg; k++) {
            const int reg = ins->arg[k].kind == O_MEM ? ins->arg[k].reg : -1;
            helped += reg >= 0 && open[reg] && is_known(s, reg) && !split_is_for_one(s, s->b->blk_of[at[i]]) && gains_together(s, at[i], reg);
        }
    }
    for (int r = 0; r < s->fn->regs.n; r++)
        if (open[r])
            s->b->reg[r].val = s->was[r];
    return helped;
}
