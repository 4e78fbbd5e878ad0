/* versioning_repeat.c: which loops that are tested at their end versioning.c can run for a whole chunk while all lanes go on,
 * whatever was tested in front.
 *
 * All lanes of the chunk go into the loop, or none.  Whether another round follows is arithmetic with counters whose steps are known
 * where the round begins, so it is computed there as well, in registers of its own, and checked with all else: lanes that begin the
 * round together in the copy also leave it together.  When a check fails, the original goes on at its head.
 *
 * It is worth while where accesses become known; where nothing else is left to gain, also for threads that take every n-th place, as a
 * grid's do of something larger: a row of them does such a round in vectors.
 *
 * In: a region that is a loop, with what would be known of its counters.  Out: Split.below and ahead.  Breaks: RegInfo.val
 * of the region's registers. */
#include "transform/versions/versioning.h"

enum { AHEAD_MOST = 32, AHEAD_DEPTH = 16 }; /* instructions that make the test; one from the other */

/* The only write of the register in the loop, if each round comes to it once; or -1. */
static int only_write(const Split *s, int reg)
{
    const int at = loop_write(&s->writes, s->b->blk_of, s->entry, reg);
    const Blk *x = at >= 0 ? s->b->blk_of[at] : NULL;
    return x && x->loop == s->entry && cfg_dominates(x, s->below) ? at : -1;
}

int split_made_before(const Split *s, int reg, int at)
{
    const RegInfo *g = &s->b->reg[reg];
    if (!s->defs[reg] || (g->def >= 0 && s->moved[g->def]))
        return -1;
    const int made = only_write(s, reg);
    return made >= 0 && back_comes_before(s->b, made, at) ? made : -1;
}

/* Whether what the instruction reads is its value where the round begins, which is known. */
static bool is_known_at_head(const Split *s, int reg)
{
    const RegInfo *g = &s->b->reg[reg];
    if (s->defs[reg] && !(g->def >= 0 && s->moved[g->def]) && (!s->carried[reg] || only_write(s, reg) < 0))
        return false;
    return g->val.kind == VAL_UNI || g->val.kind == VAL_AFF;
}

static bool look_ahead(Split *s, int at, int depth);

/* Whether all that the instruction reads is known where the round begins, or what makes it in the round is noted. */
static bool look_ahead_of(Split *s, int at, int depth)
{
    bool all = true;
    for (Refs ref = ins_refs(&s->fn->ins.at[at]); all && refs_next(&ref);) {
        const int made = ref.write ? -1 : split_made_before(s, ref.reg, at);
        all = ref.write || (made >= 0 ? look_ahead(s, made, depth) : is_known_at_head(s, ref.reg));
    }
    return all;
}

/* Notes the instruction, behind those in the round that it takes its numbers from. */
static bool look_ahead(Split *s, int at, int depth)
{
    const Ins *ins = &s->fn->ins.at[at];
    const Dest d = ins_dest(ins);
    if (ints_have(s->ahead, s->nahead, at))
        return true;
    if (!depth || d.n != 1 || s->fn->regs.at[d.reg]->vec > 1 || !ins_is_pure(ins) || !split_may_ask(s, at))
        return false;
    if (!look_ahead_of(s, at, depth - 1) || s->nahead == AHEAD_MOST)
        return false;
    const Val v = uniform_guess(s->b, at, true);
    if (!s->carried[d.reg] && s->b->reg[d.reg].ndef == 1)
        s->b->reg[d.reg].val = v;
    const Val *is = &s->b->reg[d.reg].val;
    s->ahead[s->nahead++] = at;
    return v.kind == is->kind && v.step == is->step && val_is_even(v);
}

/* Whether all of the chunk's lanes that are there come to the loop, or none. */
static bool all_enter(const Split *s)
{
    const Blk *p = s->front;
    return !p->targets && (!p->succ[1] || s->was[s->fn->ins.at[p->branch].guard].kind == VAL_UNI);
}

/* What would be known in the loop of numbers that are made in it, those of loops in it among them. */
static void suppose(Split *s)
{
    Back *b = s->b;
    int n = 0, *at = NEWN(b->a, int, s->size + 1);
    bool *open = NEWN(b->a, bool, b->nreg + 1);
    for (int r = 0; r < b->nreg; r++)
        open[r] = s->defs[r] && !s->carried[r] && b->reg[r].val.kind == VAL_VAR && s->fn->regs.at[r]->vec <= 1;
    for (int i = 0; i < s->nin; i++)
        for (int j = s->in[i]->first; j < s->in[i]->end; j++) {
            const Ins *ins = &s->fn->ins.at[j];
            at[n++] = j;
            for (Refs ref = ins_refs(ins); refs_next(&ref);)
                open[ref.reg] &= !ref.write || (ins->guard < 0 && ins_dest(ins).n == 1);
        }
    for (int r = 0; r < s->entry->live_in.n; r++)
        open[s->entry->live_in.reg[r]] = false;
    uniform_suppose(b, open, at, n, false);
}

/* Whether lanes that go together would read or write memory in order somewhere. */
static bool knows_access(const Split *s)
{
    for (int i = 0; i < s->nin; i++)
        for (int j = s->in[i]->first; j < s->in[i]->end; j++)
            for (int k = 0; k < s->fn->ins.at[j].narg; k++) {
                const Opnd *o = &s->fn->ins.at[j].arg[k];
                if (o->kind == O_MEM && o->reg >= 0 && val_is_even(s->b->reg[o->reg].val))
                    return true;
            }
    return false;
}

static bool all_leave_alike(Split *s)
{
    const int guard = s->fn->ins.at[s->below->branch].guard, made = split_made_before(s, guard, s->below->branch);
    s->ahead = NEWN(s->b->a, int, AHEAD_MOST);
    s->nahead = 0;
    return s->was[guard].kind == VAL_VAR && made >= 0 && look_ahead(s, made, AHEAD_DEPTH) && s->b->reg[guard].val.kind == VAL_UNI;
}

/* Whether rounds end by a number that grows from lane to lane, as where threads take every n-th place: what one does in its round is
 * what its neighbours do in theirs, beside it. */
static bool takes_turns(const Split *s)
{
    bool takes = false;
    for (int i = 0; i < s->nahead; i++)
        for (Refs ref = ins_refs(&s->fn->ins.at[s->ahead[i]]); refs_next(&ref);)
            takes |= !ref.write && s->carried[ref.reg] && s->b->reg[ref.reg].val.kind == VAL_AFF;
    return takes;
}

/* Whether vectors do most of the loop, so that it gains though no access in it is known. */
static bool is_for_vectors(const Split *s)
{
    int vectors = 0, others = 0;
    for (int i = 0; i < s->nin; i++)
        for (int j = s->in[i]->first; j < s->in[i]->end; j++) {
            const Ins *ins = &s->fn->ins.at[j];
            if (ins_order_matters(ins) || !gather_has_vectors(s->b, ins))
                others++;
            else
                vectors++;
        }
    return vectors > 2 * others;
}

bool split_is_repeated(Split *s)
{
    s->below = split_find_latch(s);
    if (s->below && all_enter(s) && all_leave_alike(s)) {
        suppose(s);
        if (s->last ? takes_turns(s) && is_for_vectors(s) : knows_access(s))
            return true;
    }
    s->below = NULL;
    return false;
}
