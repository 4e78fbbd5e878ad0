/* condition_split.c: a branch on several conditions at once becomes a branch on each.
 *
 * `if (x > 0 && x < n && y < m)` is one predicate in PTX, of which nothing is known when x differs between lanes.  Of its
 * parts much is: that y < m is the same for a row, and x > 0 and x < n change at one lane each, so that what stands under
 * them runs for a range of lanes (lane_range.c), with no test for each and no check that all come out alike.
 *
 * In: a function as uniform.c has analysed it.  Out: its instructions; blocks to be made anew.  Fires on windows at the edges of images
 * (tests/bench/programs/winograd) and on tests/run/corners, where the same borders part several loads. */
#include "analysis/uniform.h"

enum { TERMS_MAX = 12, NEAR = 64 }; /* terms of a branch; instructions in front of it that may go to its side */

/* What skips the branch's side: one of some predicates, or that it does not hold; or what stands for it instead: that the number
 * compared in it is (less: below 0; not less: above most), as a signed one. */
typedef struct Term { int pred, def; bool negate, range, made, less; int64_t most; } Term;

typedef struct Terms {
    Back *b;
    const Blk *blk;    /* ends with the branch */
    const Node *side;
    Term at[TERMS_MAX];
    int n, ranges;     /* of them, those that hold for a range of lanes, */
    int ones;          /* and for one lane alone */
    bool *goes;        /* by instruction: to the side */
} Terms;

/* A comparison of a number that grows from lane to lane with one that is the same for all. */
static bool makes_range(const Back *b, const Ins *ins)
{
    if (ins->mnemonic != INS_SETP)
        return false;
    const Val x = uniform_arg(b, ins, ARG_A), y = uniform_arg(b, ins, ARG_B);
    const Border border = lane_range_compares(ins, x, y).border;
    return (border == BORDER_BELOW || border == BORDER_FROM) &&
           ((x.kind == VAL_AFF ? x : y).max <= INT32_MAX || (b->by_ranges && ins->parts) ||
            ((b->mode == MODE_CTA || b->mode == MODE_WARP || b->by_ranges) && b->spec[ins - b->fn->ins.at] == SPEC_COMPARE));
}

/* The comparison, or its opposite, keeps all lanes but one from the side. */
static bool leaves_one(const Back *b, const Ins *ins, bool negate)
{
    if (ins->mnemonic != INS_SETP)
        return false;
    const Val x = uniform_arg(b, ins, ARG_A), y = uniform_arg(b, ins, ARG_B);
    const Border border = lane_range_compares(ins, x, y).border;
    return border == (negate ? BORDER_AT : BORDER_BUT) && !lane_range_wraps(x.kind == VAL_AFF ? x : y, border);
}

/* The comparison, or its opposite, says that a number is none from 0 to *most: `x < 0 || x > 9`, of which compilers make one of unsigned
 * numbers.  In a chunk at a border some lanes have such a number, and as unsigned ones they would wrap. */
static bool is_outside(const Back *b, const Ins *ins, bool negate, int64_t *most)
{
    if (ins->mnemonic != INS_SETP || isa_slot_type(ins, SLOT_TYPE) != T_U32 || !makes_range(b, ins) || ins->arg[isa_arg(ins, ARG_B)].kind != O_IMM)
        return false;
    const unsigned compare = isa_compare(ins) ^ (negate ? CMP_ALL : 0);
    *most = (int64_t)(uint32_t)ins->arg[isa_arg(ins, ARG_B)].imm - (compare & CMP_EQUAL ? 1 : 0);
    return (compare | CMP_EQUAL) == (CMP_MORE | CMP_EQUAL) && *most >= 0 && *most <= INT32_MAX &&
           uniform_arg(b, ins, ARG_A).max > INT32_MAX;
}

/* Whether what instruction at has read of the predicate is the same when the branch comes: after the predicate is written there is no
 * way to the branch but through that instruction. */
static bool stays(const Terms *s, int pred, int at)
{
    enum { BLOCKS_MAX = 1000 }; /* of functions that are searched */
    const Back *b = s->b;
    const int def = b->reg[pred].def;
    const Blk *x = b->blk_of[def], *y = b->blk_of[at];
    if (x == y)
        return def < at;
    return y == s->blk || (x != s->blk && ((cfg_dominates(x, y) && cfg_dominates(y, s->blk)) ||
                                           (b->fn->nblk <= BLOCKS_MAX && !reach_leads(b->a, b->fn, x, s->blk, y))));
}

/* The predicate, or its opposite, as terms one of which must hold; it is read by instruction at, or by the branch (at < 0). */
static bool collect(Terms *s, int pred, bool negate, int at)
{
    const Back *b = s->b;
    const Ins *ins = back_def(b, pred);
    if (!ins || ins->guard >= 0 || (at >= 0 && !stays(s, pred, at)))
        return false;
    at = b->reg[pred].def;
    const bool any = ins->mnemonic == INS_OR, all = ins->mnemonic == INS_AND;
    const Val v = b->reg[pred].val;
    if ((any || all || ins->mnemonic == INS_NOT || ins->mnemonic == INS_MOV) && isa_slot_type(ins, SLOT_TYPE) == T_PRED) {
        const Opnd *x = &ins->arg[isa_arg(ins, ARG_A)], *y = any || all ? &ins->arg[isa_arg(ins, ARG_B)] : NULL;
        if (opnd_is_reg(x) && !y)
            return collect(s, x->reg, negate ^ (ins->mnemonic == INS_NOT), at);
        if (opnd_is_reg(x) && opnd_is_reg(y) && (negate ? all : any))
            return collect(s, x->reg, negate, at) && collect(s, y->reg, negate, at);
    }
    if (s->n + 2 > TERMS_MAX)
        return false;
    int64_t most;
    if (is_outside(b, ins, negate, &most)) {
        s->ranges += 2;
        s->at[s->n++] = (Term){.pred = pred, .def = b->reg[pred].def, .range = true, .made = true, .less = true};
        s->at[s->n++] = (Term){.pred = pred, .def = b->reg[pred].def, .range = true, .made = true, .most = most};
        return true;
    }
    const bool one = leaves_one(b, ins, negate), range = one || makes_range(b, ins);
    s->ranges += range;
    s->ones += one;
    s->at[s->n++] = (Term){.pred = pred, .def = b->reg[pred].def, .negate = negate, .range = range};
    return range || v.kind == VAL_UNI;
}

/* The if has one side, which follows the branch, and nothing in it keeps it from running for a range of lanes. */
static bool has_one_side(Terms *s, const Node *n)
{
    const Node *side = s->side = n->kid[0] ? n->kid[0] : n->nkid > 1 ? n->kid[1] : NULL;
    if (!side || (n->kid[0] && node_else(n)) || info(n)->has_cta || info(n)->has_warp || !jump_closed(n) ||
        node_holds(n, N_EXIT) || !n->blk->succ[0] || (n->up && node_level(s->b, n->up) == LV_LANE))
        return false;
    return node_inside(s->b->node_of[n->blk->succ[0]->id], side);
}

static bool only_reads(const Back *b, const Node *n)
{
    for (const Node *x = n; x; x = node_next(x, n))
        for (int i = x->blk ? x->blk->first : 0; x->blk && i < x->blk->end; i++)
            if (ins_dirty(&b->fn->ins.at[i]))
                return false;
    return true;
}

/* The side is nothing but what stands under another condition of that kind, or several: of a branch on all at once it would be one. */
static bool asks_more(Back *b, const Node *side)
{
    const Node *last = side->kind == N_SEQ ? side->kid[side->nkid - 1] : side;
    const int guard = last->kind == N_IF && !(last->kid[0] && node_else(last)) ? b->fn->ins.at[last->blk->term].guard : -1;
    Terms inner = {.b = b, .blk = last->blk};
    if (guard < 0 || !collect(&inner, guard, b->fn->ins.at[last->blk->term].guard_neg, -1))
        return false;
    for (const Node *x = side; x != last; x = node_next(x, side))
        for (int i = x->kind == N_BLOCK ? x->blk->first : 0; i < (x->kind == N_BLOCK ? x->blk->end : 0); i++)
            if (i != x->blk->term && !ins_is_pure(&b->fn->ins.at[i]) && !ins_loads_kernel_param(&b->fn->ins.at[i]))
                return false;
    return true;
}

/* Where no threads meet, a chunk could as well end where lanes part: once for all that it does that is right, again and again in
 * pieces of a lane it is not.  But that one lane of few chunks does something need not be asked by each lane of all.  Comparisons that part lanes
 * already do so again where each round asks for nothing but what is known in front of the loop, in which nothing is stored: a chunk whose
 * addresses do not fit begins anew. */
static bool is_worth(const Terms *s, const Node *n)
{
    Back *b = s->b;
    const Node *loop = node_loop_around(n);
    bool again = false, ahead = loop && s->n > 1 && only_reads(b, loop);
    for (int k = 0; k < s->n; k++) {
        again |= s->at[k].range && b->fn->ins.at[s->at[k].def].parts;
        ahead = ahead && !node_inside(b->node_of[b->blk_of[s->at[k].def]->id], loop);
    }
    if (b->mode != MODE_LANES)
        return s->n > 1 || (!again && asks_more(b, s->side));
    if (!b->by_ranges)
        return s->ones == s->ranges && (s->n > s->ones || !again);
    return again ? ahead : loop || only_reads(b, s->side);
}

static bool finds(Terms *s, const Node *n)
{
    if (n->kind != N_IF)
        return false;
    const Ins *br = &s->b->fn->ins.at[n->blk->term];
    s->blk = n->blk;
    s->n = s->ranges = s->ones = 0;
    return isa_emit(br) == EMIT_BRA && br->guard >= 0 && has_one_side(s, n) && collect(s, br->guard, br->guard_neg, -1) && s->ranges &&
           is_worth(s, n);
}

/* ---- what only the side needs ------------------------------------------------------------------------------------- */

/* How often the side's blocks, and what goes there, read the register. */
static int reads_in_side(const Terms *s, int reg)
{
    const Fn *fn = s->b->fn;
    int n = 0;
    for (int k = 0; k < fn->nblk; k++)
        for (int i = fn->blk[k]->first; i < fn->blk[k]->end; i++)
            if (s->goes[i] || node_inside(s->b->node_of[k], s->side))
                n += ins_mentions(&fn->ins.at[i], reg).reads;
    return n;
}

/* Nothing from the instruction to the branch writes what it reads. */
static bool reads_the_same(const Terms *s, int at)
{
    for (Refs r = ins_refs(&s->b->fn->ins.at[at]); refs_next(&r);)
        if (!r.write && fn_last_write(s->b->fn, r.reg, at + 1, s->blk->term) >= 0)
            return false;
    return true;
}

/* Values of the lanes' own that nothing but the side reads are made there. */
static void find_what_goes(Terms *s)
{
    const Back *b = s->b;
    s->goes = NEWN(b->a, bool, b->fn->ins.n + 1);
    for (int i = s->blk->term - 1; i >= s->blk->first && i >= s->blk->term - NEAR; i--) {
        const Ins *ins = &b->fn->ins.at[i];
        const Dest d = ins_dest(ins);
        s->goes[i] = ins_is_pure(ins) && d.n == 1 && b->reg[d.reg].ndef == 1 && b->reg[d.reg].val.kind == VAL_VAR &&
                     reads_in_side(s, d.reg) == b->reg[d.reg].nuse && reads_the_same(s, i);
    }
}

/* ---- rewriting ----------------------------------------------------------------------------------------------------- */

static void add_branch(const Terms *s, InsList *out, int pred, bool negate)
{
    Ins br = s->b->fn->ins.at[s->blk->term];
    array_add(s->b->m->code, out, *ins_under(&br, pred, negate));
}

/* One branch for all terms that are the same for all lanes and of that sign. */
static void add_alike(const Terms *s, InsList *out, bool negate)
{
    Back *b = s->b;
    Arena *m = b->m->code;
    const Ins *br = &b->fn->ins.at[s->blk->term];
    int pred = -1;
    for (const Term *t = s->at; array_has(*s, t); t++) {
        if (t->range || t->negate != negate)
            continue;
        if (pred >= 0) {
            const int both = fn_new_reg(m, b->fn, "alike", T_PRED);
            const Opnd op[] = {opnd_reg(both), opnd_reg(pred), opnd_reg(t->pred)};
            ins_add(b->m, b->fn, out, br, negate ? "and.pred" : "or.pred", op, 3);
            pred = both;
        } else {
            pred = t->pred;
        }
    }
    if (pred >= 0)
        add_branch(s, out, pred, negate);
}

/* Behind the comparison of terms: marks it, or adds those that stand for it. */
static void add_comparisons(Terms *s, InsList *out, int at)
{
    Back *b = s->b;
    Arena *m = b->m->code;
    for (Term *t = s->at; array_has(*s, t); t++) {
        if (!t->range || t->def != at)
            continue;
        if (t->made) {
            const Ins *of = &b->fn->ins.at[at];
            t->pred = fn_new_reg(m, b->fn, t->less ? "below" : "above", T_PRED);
            const Opnd op[] = {opnd_reg(t->pred), of->arg[isa_arg(of, ARG_A)], opnd_number(t->less ? 0 : (uint64_t)t->most, T_S32)};
            ins_add(b->m, b->fn, out, of, t->less ? "setp.lt.s32" : "setp.gt.s32", op, 3);
        }
        out->at[out->n - 1].parts = true;
    }
}

static void rewrite(Terms *s)
{
    find_what_goes(s);
    for (Rewrite w = rewrite_begin(s->b->m, s->b->fn, NULL); rewrite_next(&w);) {
        if (w.i == s->blk->term) {
            add_alike(s, w.out, true);
            add_alike(s, w.out, false);
            for (int k = 0; k < s->n; k++)
                if (s->at[k].range)
                    add_branch(s, w.out, s->at[k].pred, s->at[k].negate);
            for (int j = s->blk->first; j < w.i; j++)
                if (s->goes[j])
                    rewrite_add(&w, s->b->fn->ins.at[j]);
        } else if (!s->goes[w.i]) {
            rewrite_keep(&w);
            add_comparisons(s, w.out, w.i);
        }
    }
}

static bool has_parts(const Ins *ins) { return ins->parts; }

bool condition_parts(const Back *b) { return fn_some(b->fn, has_parts); }

bool condition_split(Back *b)
{
    Terms s = {.b = b};
    for (const Node *n = b->mode != MODE_FUNC && b->mode != MODE_SCHED && b->rows ? b->tree : NULL; n; n = node_next(n, b->tree))
        if (finds(&s, n)) {
            rewrite(&s);
            return true;
        }
    return false;
}
