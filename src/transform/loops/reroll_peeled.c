/* reroll_peeled.c: the rounds that are left over of a loop that was unrolled (reroll.c), which the compiler wrote one behind the other, as the
 * loop that they are.
 *
 * In a loop around it such a loop begins, for 4 rounds at a time, with
 *
 *   if (rest != 0) { round 1; if (rest != 1) { round 2; if (rest != 2) round 3; } }
 *
 * where each round's places and counters are those of the one before and a constant.  That is one round in a loop of so many, if what the
 * first few make, computed in symbols, is what those make.
 *
 * In: a kernel as uniform.c has analysed it.  Out: its instructions with a loop in the place of the rounds; blocks are to be made anew. */
#include "transform/loops/reroll.h"

enum { ROUND_MAX = 60 };

static bool is_conditional(const Reroll *r, const Blk *x)
{
    const Ins *br = blk_conditional(r->fn, x);
    return br && !br->guard_neg;
}

/* The register that the block's branch is taken for being k; -1: it asks something else. */
static int asks_for(const Reroll *r, const Blk *x, uint64_t k)
{
    const Ins *br = &r->fn->ins.at[x->term];
    const int def = r->b->reg[br->guard].def;
    const Ins *c = def >= 0 && cfg_dominates(r->b->blk_of[def], x) ? &r->fn->ins.at[def] : NULL;
    if (!c || !isa_is_plain_test(c) || isa_compare(c) != CMP_EQUAL)
        return -1;
    const Opnd *a = isa_opnd(c, ARG_A), *b = isa_opnd(c, ARG_B);
    if (!opnd_is_reg(a) || (r->b->blk_of[def] != x && r->b->reg[a->reg].ndef != 1)) /* it may have changed since then */
        return -1;
    return b->kind == O_IMM && b->imm == k && type_info[isa_slot_type(c, SLOT_TYPE)].bits == 32 ? a->reg : -1;
}

/* Whether y is the next round, and what it asks at its end whether there is another one. */
static bool add_part(Rounds *p, Blk *y, const Blk *last)
{
    const Reroll *r = p->r;
    if (p->n == REROLL_ROUNDS || y->npred != 1 || y->first != last->end || y->end - y->first > ROUND_MAX || y->targets)
        return false;
    p->part[p->n++] = y;
    return !y->succ[1] || (is_conditional(r, y) && y->succ[1] == r->mid && asks_for(r, y, (uint64_t)p->n) == p->rest);
}

/* The blocks, if x is the first round's, one behind the other in the code. */
static bool find_parts(Rounds *p, Blk *x)
{
    Reroll *r = p->r;
    r->head = x->npred == 1 ? x->pred[0] : NULL;
    if (!r->head || !is_conditional(r, r->head) || r->head->succ[0] != x || (p->rest = asks_for(r, r->head, 0)) < 0)
        return false;
    r->mid = r->head->succ[1];
    if (!add_part(p, x, r->head))
        return false;
    const Blk *last = x;
    for (; last->succ[1]; last = last->succ[0])
        if (!add_part(p, last->succ[0], last))
            return false;
    return (p->n == 3 || p->n == 7) && last->succ[0] == r->mid && r->mid->first == last->end && r->mid->npred > p->n && last->term < 0;
}

/* In front of them or behind them: the loop for several rounds, if there are so many. */
static bool find_many(const Reroll *r)
{
    for (int k = 0; k < r->head->npred; k++)
        if (r->head->npred == 2 && r->head->pred[k]->succ[1] == r->head->pred[k] && r->head->pred[k]->npred == 2)
            return true;
    Blk *front = r->mid->succ[0];
    const bool asks = is_conditional(r, r->mid) && !front->targets;
    const Blk *many = !asks ? NULL : front->npred == 1 && !front->succ[1] ? front->succ[0] : front;
    return many && is_conditional(r, many) && many->npred == 2 && many->succ[1] == many && many->succ[0] == r->mid->succ[1];
}

/* ---- the round ------------------------------------------------------------------------------------------------------ */

/* By how much, if it is a constant, the register grows from was to v; 0: it is none. */
static uint64_t growth(const Reroll *r, int reg, Sum was, Sum v)
{
    return v.base == was.base && v.base ? reroll_cut(v.off - was.off, reroll_reg_bits(r, reg)) : 0;
}

static bool may_count(const Reroll *r, int reg)
{
    const Sym *s = r->fn->regs.at[reg];
    return s->type != T_PRED && type_info[s->type].bits >= 32 && s->vec <= 1;
}

/* Whether the register grows by a constant from round to round, as the rounds are: its values behind them, and before. */
static bool grows(const Reroll *r, int reg, const Sum *v, int rounds, uint64_t *step)
{
    *step = growth(r, reg, v[0], v[1]);
    bool even = *step && may_count(r, reg);
    for (int k = 1; k < rounds; k++)
        even &= growth(r, reg, v[k], v[k + 1]) == *step;
    return even;
}

static bool find_counters(Rounds *p, const State *zero)
{
    Reroll *r = p->r;
    State s[REROLL_ROUNDS + 1] = {reroll_copy_state(r, zero)};
    for (int k = 0; k < p->n; k++) {
        s[k + 1] = reroll_copy_state(r, &s[k]);
        reroll_run_block(r, &s[k + 1], p->part[k]);
    }
    for (int i = 0; i < p->later.n && r->ok; i++) {
        Counter c = {p->later.at[i], 0};
        Sum v[REROLL_ROUNDS + 1];
        for (int k = 0; k <= p->n; k++)
            v[k] = reroll_value_of(r, &s[k], c.reg);
        if (grows(r, c.reg, v, p->n, &c.step))
            array_add(&r->tmp, &p->counters, c);
    }
    return r->ok;
}

/* ---- the proof ------------------------------------------------------------------------------------------------------ */

static bool in_parts(const Rounds *p, const Blk *x)
{
    for (int i = 0; i < p->n; i++)
        if (p->part[i] == x)
            return true;
    return false;
}

/* The registers that the rounds write and somebody else reads. */
static void find_seen(Rounds *p, const Ints *writes, Ints *seen)
{
    Reroll *r = p->r;
    for (int b = 0; b < r->fn->nblk; b++) {
        const Blk *x = r->fn->blk[b];
        for (int i = x->first; i < x->end && !in_parts(p, x); i++)
            for (Refs ref = ins_refs(&r->fn->ins.at[i]); refs_next(&ref);)
                if (!ref.write && ints_have(writes->at, writes->n, ref.reg) && !ints_have(seen->at, seen->n, ref.reg))
                    array_add(&r->tmp, seen, ref.reg);
    }
}

/* Behind each of the rounds, everything that is read elsewhere is as it is behind so many of the loop's. */
static bool same_rounds(Rounds *p, const State *zero, const Ints *seen)
{
    Reroll *r = p->r;
    State parts = reroll_copy_state(r, zero), loop = reroll_copy_state(r, zero);
    Stores by_parts = {0}, by_loop = {0};
    r->stores = (Stores){0};
    reroll_run_list(r, &loop, &p->front);
    reroll_begin_walks(r, &loop, p);
    for (int k = 0; k < p->n && r->ok; k++) {
        r->stores = by_parts;
        reroll_run_block(r, &parts, p->part[k]);
        by_parts = r->stores;
        r->stores = by_loop;
        reroll_run_list(r, &loop, &p->round);
        by_loop = r->stores;
        reroll_run_steps(r, &loop, p);
        for (int i = 0; i < seen->n && r->ok; i++)
            r->ok = reroll_same_sum(reroll_value_of(r, &parts, seen->at[i]), reroll_value_of(r, &loop, seen->at[i]));
        r->ok &= reroll_same_stores(&by_parts, &by_loop);
    }
    r->stores = (Stores){0};
    return r->ok;
}

/* ---- the new code --------------------------------------------------------------------------------------------------- */

/* The loop, and its label behind what is in front of it. */
static void add_loop(Rounds *p, InsList *out, Sym *label)
{
    Reroll *r = p->r;
    Arena *a = r->b->m->code;
    const Ins *like = &r->fn->ins.at[p->part[0]->first];
    for (int i = 0; i < p->front.n; i++)
        array_add(a, out, p->front.at[i]);
    reroll_add_walks(p, out, like);
    ins_add_copy(r->b->m, r->fn, out, like, p->left, p->rest);
    label->index = out->n;
    for (int i = 0; i < p->round.n; i++)
        array_add(a, out, p->round.at[i]);
    reroll_add_steps(p, out, like);
    const int more = fn_new_reg(a, r->fn, "%more", T_PRED);
    ins_add_made(r->b->m, r->fn, out, like, "setp.ne.s32", (Opnd[]){opnd_reg(more), opnd_reg(p->left), opnd_number(0, T_S32)}, 3);
    ins_add_branch(r->b->m, r->fn, out, like, label, more, false);
}

static void rewrite(Rounds *p)
{
    Reroll *r = p->r;
    Fn *fn = r->fn;
    InsList out;
    Sym *label = fn_new_label(r->b->m->code, fn, "$L__peeled", fn->ins.at[p->part[0]->first].loc);
    p->left = fn_new_reg(r->b->m->code, fn, "%left", T_B32);
    for (Rewrite w = rewrite_begin(r->b->m, fn, &out); rewrite_next(&w);) {
        if (w.i == p->part[0]->first)
            add_loop(p, &out, label);
        if (w.i < p->part[0]->first || w.i >= r->mid->first)
            rewrite_keep(&w);
    }
    fn_put_label(r->b->m->code, fn, label);
}

bool reroll_peeled(Reroll *r, Blk *x)
{
    Rounds p = {.r = r};
    Ints writes = {0}, seen = {0};
    State zero = {0};
    if (!find_parts(&p, x) || !find_many(r))
        return false;
    r->ok = true;
    array_add(&r->tmp, &r->term, ((Term){.kind = TERM_FLOAT}));
    for (int i = 0; i < p.n; i++) {
        reroll_collect_writes(r, p.part[i], &writes);
        if (i)
            reroll_collect_writes(r, p.part[i], &p.later);
    }
    if (ints_have(writes.at, writes.n, p.rest))
        return false;
    zero = reroll_known_before(r, (const Blk *const *)p.part, p.n);
    reroll_run_head(r, &zero);
    const bool apart = reroll_differs(r, reroll_value_of(r, &zero, p.rest).base) && reroll_parts_lanes(r, &zero, p.part[0]);
    if (!find_counters(&p, &zero) || !reroll_make_round(&p) || (!apart && !reroll_in_rows(&p)))
        return false;
    reroll_make_front(&p);
    find_seen(&p, &writes, &seen);
    if (!same_rounds(&p, &zero, &seen))
        return false;
    rewrite(&p);
    return true;
}
