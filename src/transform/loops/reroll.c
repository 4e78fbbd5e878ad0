/* reroll.c: loops that the compiler has unrolled for a number of rounds known only when it runs, as one loop again.
 *
 * Such a loop is two: one does the rounds that are left over, the other (unrolled) some at a time.  With S, a power of two:
 *
 *   i = first; rest = ((n - first - 1) / S + 1) % 4;
 *   if (rest) do { round; i += S; } while (--rest);
 *   if (n - first - 1 >= 3 * S) do { round; round; round; round; i += 4 * S; } while (i < n);
 *
 * Where the lanes of a chunk go round different numbers of times, each lane runs both by itself, and a processor guesses
 * wrong where either ends.  The first loop alone, with the test i < n at its end, does the same: that is
 *   - its rounds are those of the other: both are computed in symbols and compared; what only the other one counts differs
 *     from something that the first one counts by a constant (and goes on from it, where i does not wrap);
 *   - first < n where they begin, so that i, growing by S towards n, does not wrap before it is there; behind n it would only if n
 *     were among the last S numbers, and then the loop in C, with i < n, would have no end either;
 *   - the number of rounds is that one, in the rest and in the test between the two.
 * Loads and plain stores may be in a round, in the same order in both, but nothing else that has to do with memory.
 *
 * Inside of another loop compilers write the rest out, round by round: that becomes a loop first (reroll_peeled.c).  What addresses there are
 * made of was made in front of it (reroll_known.c).
 *
 * In: a kernel as uniform.c has analysed it.  Out: its instructions without the second loop; blocks are to be made anew. */
#include "transform/loops/reroll.h"

enum { REROLL_MAX = 200, /* instructions of both loops */
       STEP_MAX = 1 << 16,
       FACTS = 4 };      /* tests before, at most, of which one may say that there is a round */

static bool has_memory(const Reroll *r, const Blk *x) { return ins_some(r->fn, x->first, x->end, isa_is_ld_st); }

/* ---- the blocks ---------------------------------------------------------------------------------------------------- */

/* x is a loop of one block, entered from *front alone; where it goes to. */
static Blk *self_loop(Blk *x, Blk **front)
{
    if (x->succ[1] != x || x->npred != 2)
        return NULL;
    *front = x->pred[x->pred[0] == x];
    return *front != x && (*front)->npred == 1 && (*front)->succ[0] == x && !(*front)->succ[1] && !(*front)->targets
               ? x->succ[0]
               : NULL;
}

static bool find_blocks(Reroll *r, Blk *few)
{
    r->few = few;
    r->mid = self_loop(few, &r->front);
    if (!r->mid)
        return false;
    r->head = r->front->pred[0];
    if (r->head->succ[0] != r->front || r->head->succ[1] != r->mid || r->mid->npred != 2 || !r->mid->succ[1])
        return false;
    r->end = r->mid->succ[1];
    Blk *front2 = r->mid->succ[0];
    const bool direct = front2->succ[1] == front2 && front2->npred == 2; /* nothing is made for it */
    r->many = direct ? front2 : front2->succ[0];
    if (direct) {
        r->front2 = NEW(&r->tmp, Blk);
        r->front2->term = -1;
    } else if (front2->npred != 1 || !r->many || self_loop(r->many, &r->front2) != r->end || r->front2 != front2) {
        return false;
    }
    return (!direct || r->many->succ[0] == r->end) && (few->end - few->first) + (r->many->end - r->many->first) <= REROLL_MAX;
}

/* What the use of a register outside of a loop, before and between the loops must not be. */
static void test_use(Reroll *r, const Blk *x, const Ints *made, int reg, bool write)
{
    const bool few = WRITES(r->few_writes, reg), many = WRITES(r->many_writes, reg), late = WRITES(r->late_writes, reg);
    const bool front = WRITES(r->front_writes, reg), shared = few && many;
    if (write) {
        r->ok &= !shared || (x != r->mid && x != r->front2);
        r->ok &= x != r->front || !many || few;
    } else if (x == r->few) {
        r->ok &= !late && (!many || few);
    } else if (x == r->many) {
        r->ok &= !few || many;
    } else if ((x == r->head || x == r->front) && ints_have(made->at, made->n, reg)) {
        ;
    } else if (x == r->mid || x == r->front2) {
        r->ok &= shared || (!few && !front && (late || !many));
    } else {
        r->ok &= shared || (!few && !many && !late && !front);
    }
}

/* Nobody else reads what only one of the loops, or what is done for it alone, writes; before the loops, only what was
 * written there. */
static bool find_uses(Reroll *r)
{
    Ints made = {0};
    for (int b = 0; b < r->fn->nblk && r->ok; b++) {
        const Blk *x = r->fn->blk[b];
        for (int i = x->first; i < x->end; i++) {
            for (Refs ref = ins_refs(&r->fn->ins.at[i]); refs_next(&ref);)
                test_use(r, x, &made, ref.reg, ref.write);
            if (x == r->head || x == r->front)
                reroll_collect_writes(r, &(Blk){.first = i, .end = i + 1}, &made);
        }
    }
    return r->ok;
}

/* ---- tests --------------------------------------------------------------------------------------------------------- */

/* Between instruction at of the block x, which leads to the head alone, and the head nothing writes the register. */
static bool unwritten(const Reroll *r, int reg, const Blk *x, int at)
{
    for (const Blk *y = r->head; y != x;) {
        y = y->pred[0];
        if (fn_last_write(r->fn, reg, y == x ? at + 1 : y->first, y->end) >= 0)
            return false;
    }
    return true;
}

/* Whether first < limit follows from the outcome of instruction c: limit <= first, or limit < first + 1 (a number), is not so. */
static bool says_less(Reroll *r, const Ins *c, bool holds)
{
    const unsigned op = isa_compare(c) ^ (holds ? 0 : CMP_ALL);
    const State none = {0};
    const int ia = isa_arg(c, ARG_A), ib = isa_arg(c, ARG_B);
    if (isa_slot_type(c, SLOT_TYPE) != r->type)
        return false;
    const Sum a = reroll_operand(r, &none, &c->arg[ia], c->argtype[ia]);
    const Sum b = reroll_operand(r, &none, &c->arg[ib], c->argtype[ib]);
    const Sum next = {r->first.base, r->first.off + 1};
    const bool number = !r->first.base && r->first.off < INT32_MAX;
    for (int k = 0; k < 2; k++) {
        const Sum low = k ? b : a, high = k ? a : b;
        const unsigned how = k ? compare_swapped(op) : op;
        if (reroll_same_sum(high, r->limit) && ((how == CMP_LESS && reroll_same_sum(low, r->first)) ||
                                                (how == (CMP_LESS | CMP_EQUAL) && number && reroll_same_sum(low, next))))
            return true;
    }
    return false;
}

/* Whether some test whose result is there since longer says so, of registers that are as they were then. */
static bool says_since(Reroll *r, int pred, bool holds)
{
    const Ins *c = reroll_since(r, pred);
    if (!c || c->mnemonic != INS_SETP || c->nword != 3 || isa_slot_type(c, SLOT_TYPE) != r->type)
        return false;
    const Opnd *x = &c->arg[isa_arg(c, ARG_A)], *y = &c->arg[isa_arg(c, ARG_B)];
    const unsigned op = isa_compare(c) ^ (holds ? 0 : CMP_ALL);
    return op == CMP_LESS && x->kind == O_REG && y->kind == O_REG &&
           reroll_same_sum(reroll_leaf(r, x->reg), r->first) && reroll_same_sum(reroll_leaf(r, y->reg), r->limit);
}

/* Whether some test on the only way to the loops says so. */
static bool starts_below(Reroll *r)
{
    const Blk *x = r->head;
    for (int k = 0; k < FACTS && x->npred == 1; k++) {
        const Blk *from = x->pred[0];
        bool taken;
        const Ins *br = blk_conditional(r->fn, from), *c = br && !k ? reroll_test_of(r, from, &taken) : NULL;
        if (c && says_less(r, c, taken == (from->succ[1] == x)))
            return r->ok;
        if (br && reroll_is_unchanged(r, br->guard, from->term) && says_since(r, br->guard, (from->succ[1] == x) != br->guard_neg))
            return r->ok;
        x = from;
    }
    return false;
}

/* ---- proofs -------------------------------------------------------------------------------------------------------- */

/* The sum of two registers, which keep their values until the head, that was written to the register last before it; or NULL. */
static const Ins *sum_before(const Reroll *r, int reg)
{
    const Blk *x = r->head;
    for (int k = 0; k < FACTS && x->npred == 1; k++) {
        x = x->pred[0];
        const int i = fn_last_write(r->fn, reg, x->first, x->end);
        if (i < 0)
            continue;
        const Ins *ins = &r->fn->ins.at[i];
        if (ins->guard >= 0 || !reroll_is_plain(ins, INS_ADD))
            return NULL;
        const Opnd *a = isa_opnd(ins, ARG_A), *b = isa_opnd(ins, ARG_B);
        const bool sum = a->kind == O_REG && b->kind == O_REG && a->reg != reg && b->reg != reg;
        return sum && unwritten(r, a->reg, x, i) && unwritten(r, b->reg, x, i) ? ins : NULL;
    }
    return NULL;
}

static Sum written_out(Reroll *r, Sum v);

/* The greater of n + by and first + by + 1, which is not above it, or first + by + S, which counts as many rounds: as n + by. */
static bool is_limit(Reroll *r, const Term *t, Sum *v)
{
    if (t->kind != TERM_INS || t->ins->mnemonic != INS_MAX || t->n != 2)
        return false;
    const int k = t->arg[0].base == r->first.base ? 0 : 1;
    const uint32_t by = (uint32_t)(t->arg[1 - k].off - r->limit.off), ahead = (uint32_t)(t->arg[k].off - r->first.off) - by;
    *v = t->arg[1 - k];
    return t->ins->nword == 2 && isa_slot_type(t->ins, SLOT_TYPE) == r->type && t->arg[k].base == r->first.base &&
           v->base == r->limit.base && (ahead == 1 || ahead == r->step);
}

/* The same of one of the terms that add up to a number. */
static Sum term_written_out(Reroll *r, int base)
{
    const Term t = r->term.at[base];
    Sum limit;
    if (t.kind == TERM_SCALE)
        return reroll_scaled(r, term_written_out(r, t.arg[0].base), t.number, t.bits);
    if (is_limit(r, &t, &limit))
        return written_out(r, limit);
    const bool bound = base == r->first.base || base == r->limit.base;
    const Ins *sum = bound && t.kind == TERM_REG ? sum_before(r, (int)t.number) : NULL;
    return sum ? reroll_sum(r, reroll_leaf(r, isa_opnd(sum, ARG_A)->reg), reroll_leaf(r, isa_opnd(sum, ARG_B)->reg), t.bits) : (Sum){base, 0};
}

/* A number, with what first and limit are the sums of, where that was written to registers before, in their places. */
static Sum written_out(Reroll *r, Sum v)
{
    int part[REROLL_PARTS];
    Sum sum = {0, v.off};
    for (int n = v.base ? reroll_addends(r, v.base, part, REROLL_PARTS) : 0; n > 0; n--)
        sum = reroll_sum(r, sum, term_written_out(r, part[n - 1]), 32);
    return sum;
}

/* Whether v, of 32 bits, is limit - first + more. */
static bool is_count(Reroll *r, Sum v, uint32_t more)
{
    if (v.base && r->term.at[v.base].bits != 32)
        return false;
    const Sum first = reroll_scaled(r, written_out(r, r->first), UINT32_MAX, 32), count = reroll_sum(r, written_out(r, r->limit), first, 32);
    return reroll_same_sum(written_out(r, v), (Sum){count.base, reroll_cut(count.off + more, 32)});
}

/* Whether v is the number of rounds, or differs from it by a multiple of 2^32 / S. */
static bool is_rounds(Reroll *r, Sum v)
{
    if (r->step == 1)
        return is_count(r, v, 0);
    const Term u = r->term.at[v.base], *t = &u;
    if (t->kind != TERM_INS || t->ins->mnemonic != INS_SHR || t->ins->nword != 2 || isa_slot_type(t->ins, SLOT_TYPE) != T_U32 || t->n != 2 ||
        t->arg[1].base || t->arg[1].off > 31 || UINT32_C(1) << t->arg[1].off != r->step)
        return false;
    return (v.off == 1 && is_count(r, t->arg[0], UINT32_MAX)) || (v.off == 0 && is_count(r, t->arg[0], r->step - 1));
}

/* The register that the second loop's test compares, and what with: i += times, then i < limit goes on. */
static bool find_counter(Reroll *r)
{
    bool taken;
    const Ins *c = reroll_test_of(r, r->many, &taken);
    State s = {0};
    if (!c || !taken || isa_compare(c) != CMP_LESS)
        return false;
    const int ib = isa_arg(c, ARG_B);
    const Opnd *i = &c->arg[isa_arg(c, ARG_A)], *limit = &c->arg[ib];
    r->type = isa_slot_type(c, SLOT_TYPE);
    if ((r->type != T_S32 && r->type != T_U32) || i->kind != O_REG || !reroll_is_shared(r, i->reg))
        return false;
    if (limit->kind == O_REG && reroll_is_written(r, limit->reg))
        return false;
    r->i = i->reg;
    r->limit = reroll_operand(r, &s, limit, c->argtype[ib]);
    reroll_run_block(r, &s, r->few);
    const Sum next = reroll_value_of(r, &s, r->i);
    r->step = (uint32_t)next.off;
    return r->ok && next.base == reroll_leaf(r, r->i).base && r->step <= STEP_MAX && is_power_of_2(r->step);
}

static bool is_number(Sum v, uint64_t n) { return !v.base && v.off == n; }

/* The rest is what is left of the number of rounds; the first loop counts it down; the second begins where there are
 * more. */
static bool counts(Reroll *r, const State *zero)
{
    State round = {0};
    Sum a, b, rest;
    if (!reroll_asks(r, zero, r->head, CMP_EQUAL, T_NONE, &rest, &b) || !is_number(b, 0))
        return false;
    const Term *t = &r->term.at[rest.base];
    if (t->kind != TERM_INS || rest.off || t->ins->mnemonic != INS_AND || !is_number(t->arg[1], (uint64_t)(r->times - 1)) || !is_rounds(r, t->arg[0]))
        return false;
    reroll_run_block(r, &round, r->few);
    if (!reroll_asks(r, &round, r->few, CMP_OTHER, T_NONE, &a, &b) || !is_number(b, 0) || a.off != UINT32_MAX || r->term.at[a.base].kind != TERM_REG ||
        !reroll_same_sum(reroll_value_of(r, zero, (int)r->term.at[a.base].number), rest))
        return false;
    return reroll_asks(r, zero, r->mid, CMP_LESS, T_U32, &a, &b) && is_number(b, (uint64_t)(r->times - 1) * r->step) && is_count(r, a, UINT32_MAX);
}

static bool can_reroll(Reroll *r)
{
    State zero = {0};
    r->ok = true;
    array_add(&r->tmp, &r->term, ((Term){.kind = TERM_FLOAT}));
    reroll_collect_writes(r, r->few, &r->few_writes);
    reroll_collect_writes(r, r->many, &r->many_writes);
    reroll_collect_writes(r, r->front, &r->front_writes);
    reroll_collect_writes(r, r->mid, &r->late_writes);
    reroll_collect_writes(r, r->front2, &r->late_writes);
    if (has_memory(r, r->front) || has_memory(r, r->mid) || has_memory(r, r->front2) || !find_counter(r))
        return false;
    reroll_run_head(r, &zero);
    const State skipped = reroll_copy_state(r, &zero);
    reroll_run_block(r, &zero, r->front);
    if (!reroll_same_shared(r, &skipped, &zero))
        return false;
    r->first = reroll_value_of(r, &zero, r->i);
    reroll_make_from_first(r, &zero);
    State later = reroll_copy_state(r, &zero);
    for (int k = 0; k < r->few_writes.n; k++)
        if (reroll_is_shared(r, r->few_writes.at[k]))
            reroll_set(r, &later, r->few_writes.at[k], reroll_leaf(r, r->few_writes.at[k]));
    reroll_run_block(r, &zero, r->mid);
    reroll_run_block(r, &zero, r->front2);
    reroll_run_block(r, &later, r->mid);
    reroll_run_block(r, &later, r->front2);
    return r->ok && reroll_same_rounds(r, &zero, &later) && starts_below(r) && counts(r, &zero) && find_uses(r);
}

/* ---- the new code -------------------------------------------------------------------------------------------------- */

/* A move in front of the first loop that was needed only since front might be left out. */
static bool is_again(const Reroll *r, int at)
{
    const Ins *ins = &r->fn->ins.at[at];
    const int d = isa_emit(ins) == EMIT_MOV ? ins_dest(ins).reg : -1;
    if (at < r->front->first || at >= r->front->end || d < 0 || !reroll_is_shared(r, d))
        return false;
    return fn_last_write(r->fn, d, r->front->first, at) < 0 && fn_last_write(r->fn, d, at + 1, r->front->end) < 0;
}

static void rewrite(Reroll *r)
{
    Fn *fn = r->fn;
    InsList out;
    bool taken;
    const Ins *test = reroll_test_of(r, r->many, &taken);
    for (Rewrite w = rewrite_begin(r->b->m, fn, &out); rewrite_next(&w);) {
        const int i = w.i;
        if (i == r->few->term)
            rewrite_add(&w, *test);
        const bool between = i >= r->mid->first && i < r->mid->term; /* for the second loop alone */
        if (i == r->head->term || between || is_again(r, i))
            continue;
        rewrite_keep(&w);
        Ins *ins = &out.at[out.n - 1];
        ins->rolled |= i == r->few->first;
        if (i == r->few->term || i == r->mid->term)
            ins->guard = i == r->mid->term ? -1 : fn->ins.at[r->many->term].guard;
    }
}

static bool reroll_pair(Reroll *r, Blk *x)
{
    const bool can = x->is_header && find_blocks(r, x) && can_reroll(r);
    if (can)
        rewrite(r);
    return can;
}

static bool reroll_rest(Reroll *r, Blk *x) { return !x->is_header && reroll_peeled(r, x); }

bool reroll_one(Back *b)
{
    static bool (*const ways[])(Reroll *r, Blk *x) = {reroll_pair, reroll_rest, reroll_several};
    Arena tmp = {0};
    bool done = false;
    for (int i = 0; i < b->fn->nblk; i++)
        for (size_t k = 0; node_level(b, b->node_of[i]) == LV_LANE && !done && k < sizeof ways / sizeof *ways; k++) {
            Reroll r = {.b = b, .fn = b->fn, .tmp = tmp};
            done = ways[k](&r, b->fn->blk[i]);
            arena_reset(&r.tmp);
            tmp = r.tmp;
        }
    return done;
}
