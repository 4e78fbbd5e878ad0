/* reroll.c: loops that the compiler has unrolled for a number of rounds known only when it runs, as one loop again.
 *
 * Such a loop is two: one does the rounds that are left over, the other (unrolled) some at a time.  With S, a number:
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
 * Or what is left over comes behind:
 *
 *   n = …; rest = n % 4;
 *   if (n - 1 >= 3) { more = n - rest; do { round; round; round; round; more -= 4; } while (more != 0); }
 *   if (rest) do { round; } while (--rest);
 *
 * There, too, the loop of single rounds alone does n of them, while i < limit: n is how many rounds i makes until it is there.  Which loop
 * counts what, up or down, to the limit or to n without its last bits, and whether a test is made at once or before, differs between compilers.
 *
 * Left as they are: loops that all lanes go round as often, unless what a round stores lies behind what the one before has stored, and those in
 * which lanes read the same places, which had better be done by all lanes at once, some rounds at a time (loop_masking.c).
 *
 * Where compilers know that there are fewer rounds than the longer one does at once, the loop of single rounds stands alone.
 *
 * Inside of another loop compilers write the rest out, round by round: that becomes a loop first (reroll_peeled.c).  What addresses there are
 * made of was made in front of it (reroll_known.c).
 *
 * In: a kernel as uniform.c has analysed it.  Out: its instructions without the second loop; blocks are to be made anew. */
#include "transform/loops/reroll.h"

enum { REROLL_MAX = 200, /* instructions of both loops */
       TIMES_MAX = 8,    /* rounds in one of the longer one's */
       STEP_MAX = 1 << 16,
       FACTS = 8 };      /* tests before, at most, of which one may say that there is a round */

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

/* The loop behind mid; NULL: there is none, or it goes elsewhere. */
static Blk *second_loop(Reroll *r)
{
    Blk *front = r->mid->succ[0], *x = front->succ[0];
    if (front->succ[1] == front && front->npred == 2) { /* nothing is made for it */
        r->front2 = NEW(&r->tmp, Blk);
        r->front2->term = -1;
        return cfg_real_target(r->fn, x) == r->end ? front : NULL;
    }
    Blk *to = front->npred == 1 && x ? self_loop(x, &r->front2) : NULL;
    return to && cfg_real_target(r->fn, to) == r->end && r->front2 == front ? x : NULL;
}

/* The loop x, and behind it a longer one, or a shorter one. */
static bool find_blocks(Reroll *r, Blk *x)
{
    r->mid = self_loop(x, &r->front);
    if (!r->mid)
        return false;
    r->head = r->front->pred[0];
    if (r->head->succ[0] != r->front || r->head->succ[1] != r->mid || r->mid->npred != 2 || !r->mid->succ[1])
        return false;
    r->end = r->mid->succ[1];
    Blk *second = second_loop(r);
    if (!second)
        return false;
    r->behind = x->end - x->first > second->end - second->first;
    r->skip = r->behind ? r->mid : r->head;
    r->few = r->behind ? second : x;
    r->many = r->behind ? x : second;
    return (x->end - x->first) + (second->end - second->first) <= REROLL_MAX;
}

/* Behind the loops nobody reads what only one of them, or what is done for it alone, writes. */
static bool are_own(const Reroll *r)
{
    const Ints *const lists[] = {&r->few_writes, &r->many_writes, &r->front_writes, &r->late_writes};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (int i = 0; i < lists[k]->n; i++) {
            const int reg = lists[k]->at[i];
            const bool shared = reroll_is_shared(r, reg), late = WRITES(r->late_writes, reg);
            if (shared ? late : live_has(r->end->live_in, reg))
                return false;
        }
    return true;
}

/* Where the first loop is left out, all that is read behind it is as where it begins. */
static bool same_when_skipped(Reroll *r, const State *skipped, const State *begun)
{
    for (int i = 0; i < r->front_writes.n; i++) {
        const int reg = r->front_writes.at[i];
        if (live_has(r->mid->live_in, reg) && !reroll_same_sum(reroll_value_of(r, skipped, reg), reroll_value_of(r, begun, reg)))
            return false;
    }
    return true;
}

/* ---- tests --------------------------------------------------------------------------------------------------------- */

static bool is_number(Sum v, uint64_t n) { return !v.base && v.off == n; }

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
    return (Sum){base, 0};
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

/* The number of 32 bits without a sign by which the term divides one; 0: it does not. */
static uint64_t divided_by(const Term *t)
{
    if (t->kind != TERM_INS || t->ins->nword != 2 || type_info[isa_slot_type(t->ins, SLOT_TYPE)].kind != 'u' || t->n != 2 || t->arg[1].base)
        return 0;
    return t->ins->mnemonic == INS_DIV ? t->arg[1].off : t->ins->mnemonic == INS_SHR && t->arg[1].off < 32 ? UINT64_C(1) << t->arg[1].off : 0;
}

/* Whether v is the number of rounds, or, of a power of two, differs from it by a multiple of 2^32 / S. */
static bool is_rounds(Reroll *r, Sum v)
{
    const Term t = r->term.at[v.base];
    if (r->step == 1)
        return is_count(r, v, 0);
    return divided_by(&t) == r->step && ((v.off == 1 && is_count(r, t.arg[0], UINT32_MAX)) ||
                                         (v.off == 0 && is_power_of_2(r->step) && is_count(r, t.arg[0], r->step - 1)));
}

/* Whether low < high, or low <= high, says that i, which begins as first, is below a limit to which it comes in so many rounds. */
static bool bounds(Reroll *r, unsigned how, Sum low, Sum high, const Opnd *bound)
{
    const int32_t ahead = (int32_t)(low.off - r->first.off) + (how == CMP_LESS); /* first + ahead <= high */
    const bool number = !r->first.base && r->first.off < INT32_MAX;
    r->bound = bound;
    r->up_to = !ahead;
    r->limit = (Sum){high.base, reroll_cut(high.off + r->up_to, 32)};
    if ((how != CMP_LESS && how != (CMP_LESS | CMP_EQUAL)) || low.base != r->first.base || (low.off != r->first.off && !number) || ahead < 0 || ahead > 1)
        return false;
    return (bound->kind != O_REG || !reroll_is_written(r, bound->reg)) && is_rounds(r, r->rounds);
}

/* Whether the outcome of instruction c says so. */
static bool says_less(Reroll *r, const Ins *c, bool holds)
{
    const unsigned op = isa_compare(c) ^ (holds ? 0 : CMP_ALL);
    const int ia = isa_arg(c, ARG_A), ib = isa_arg(c, ARG_B);
    r->type = isa_slot_type(c, SLOT_TYPE);
    if (c->mnemonic != INS_SETP || c->nword != 3 || (r->type != T_S32 && r->type != T_U32))
        return false;
    const Sum a = reroll_operand(r, &r->begin, &c->arg[ia], c->argtype[ia]), b = reroll_operand(r, &r->begin, &c->arg[ib], c->argtype[ib]);
    return r->ok && (bounds(r, op, a, b, &c->arg[ib]) || bounds(r, compare_swapped(op), b, a, &c->arg[ia]));
}

/* Likewise of a predicate that was made before, of registers that are as they were then: of several tests that hold, or none of which does, one. */
static bool since_less(Reroll *r, int pred, bool holds, int depth)
{
    const Ins *c = reroll_since(r, pred);
    if (!c || !depth || c->guard >= 0)
        return false;
    if (c->mnemonic != (holds ? INS_AND : INS_OR))
        return says_less(r, c, holds);
    const Opnd *a = isa_opnd(c, ARG_A), *b = isa_opnd(c, ARG_B);
    return opnd_is_reg(a) && opnd_is_reg(b) && (since_less(r, a->reg, holds, depth - 1) || since_less(r, b->reg, holds, depth - 1));
}

/* Whether some test that was passed on the way to the loops says so. */
static bool starts_below(Reroll *r)
{
    const Blk *x = r->head, *from = NULL;
    for (int k = 0; k < FACTS && x; k++, x = from ? from : x->idom) {
        from = x->npred == 1 ? x->pred[0] : NULL;
        const Ins *br = from ? blk_conditional(r->fn, from) : NULL;
        bool taken = br && !br->guard_neg;
        if (!br)
            continue;
        const Ins *c = k ? NULL : reroll_test_of(r, from, &taken);
        const bool holds = taken == (from->succ[1] == x);
        if (c ? says_less(r, c, holds) : reroll_is_unchanged(r, br->guard, from->term) && since_less(r, br->guard, holds, 3))
            return true;
        r->ok = true;
    }
    return false;
}

/* The greatest number that a sum may be; INT32_MAX + 1: it may be any. */
static uint64_t most(const Reroll *r, Sum v)
{
    const Term *t = &r->term.at[v.base];
    const uint64_t any = (uint64_t)INT32_MAX + 1, factor = t->kind == TERM_SCALE ? t->number : 1;
    uint64_t sum = t->kind == TERM_REG || t->kind == TERM_SREG ? reroll_uniform(r, v.base).max : v.base && t->kind != TERM_ADD && t->kind != TERM_SCALE ? any : 0;
    for (int k = 0; k < t->n && sum < any; k++)
        sum += most(r, t->arg[k]);
    return sum < any && factor < any && v.off < any && sum * factor + v.off < any ? sum * factor + v.off : any;
}

/* Whether i begins below the number that its rounds are told from, whatever it begins as: compilers have left out the test. */
static bool never_above(Reroll *r)
{
    int part[REROLL_PARTS];
    const Term rounds = r->term.at[r->rounds.base];
    const int base = rounds.kind == TERM_INS && rounds.n == 2 ? rounds.arg[0].base : r->rounds.base;
    r->type = T_S32;
    r->up_to = false;
    r->never = true;
    for (int n = base ? reroll_addends(r, base, part, REROLL_PARTS) : 0; n > 0; n--) {
        const Term t = r->term.at[part[n - 1]];
        const int k = t.n == 2 && t.arg[0].base ? 1 : 0;
        r->limit = (Sum){0, t.arg[k].off + r->step};
        if (t.kind == TERM_INS && t.n == 2 && !t.arg[k].base && r->limit.off < INT32_MAX && most(r, r->first) < r->limit.off && is_rounds(r, r->rounds))
            return true;
    }
    return false;
}

/* What the register grows by in a round of the block; 0: it does not by a number of 32 bits. */
static uint32_t step_in(Reroll *r, const Blk *x, int reg)
{
    State s = {0};
    if (r->fn->regs.at[reg]->type == T_PRED || reroll_reg_bits(r, reg) != 32)
        return 0;
    reroll_run_block(r, &s, x);
    const Sum v = reroll_value_of(r, &s, reg);
    return r->ok && v.base == reroll_leaf(r, reg).base ? (uint32_t)v.off : 0;
}

/* Whether i is, or can be made, what it begins as where the loop of single rounds is alone. */
static bool begins_as_first(Reroll *r, const State *alone)
{
    r->anew = r->behind && !reroll_same_sum(reroll_value_of(r, alone, r->i), r->first);
    return !r->anew || (!r->first.base && !WRITES(r->few_writes, r->i));
}

/* What the first loop counts, and the loop of single rounds can, as i until it is at a limit. */
static bool find_index(Reroll *r, const State *zero, const State *alone)
{
    const Ints *writes = r->behind ? &r->many_writes : &r->few_writes;
    const uint32_t times = r->behind ? (uint32_t)r->times : 1;
    for (int k = 0; k < writes->n; k++) {
        r->i = writes->at[k];
        const uint32_t more = step_in(r, r->behind ? r->many : r->few, r->i);
        r->step = more / times;
        r->first = reroll_value_of(r, zero, r->i);
        if (more && more % times == 0 && r->step <= STEP_MAX && (!WRITES(r->few_writes, r->i) || step_in(r, r->few, r->i) == r->step) &&
            !WRITES(r->late_writes, r->i) && begins_as_first(r, alone) && (starts_below(r) || never_above(r)))
            return true;
    }
    return false;
}

/* Of what rounds the rest is left over by how many at once; 1: it is all of them. */
static bool find_rounds(Reroll *r)
{
    const Term *t = &r->term.at[r->rest.base];
    const bool part = t->kind == TERM_INS && !r->rest.off && t->ins->mnemonic == INS_AND && !t->arg[1].base && t->arg[1].off < TIMES_MAX;
    r->rounds = part ? t->arg[0] : r->rest;
    r->times = part ? (int)t->arg[1].off + 1 : 1;
    return is_power_of_2((uint64_t)r->times);
}

/* The block goes past a loop where there is no rest of so many rounds, in the state. */
static bool find_rest(Reroll *r, const State *s, const Blk *x)
{
    Sum b;
    return reroll_asks(r, s, x, CMP_EQUAL, T_NONE, &r->rest, &b) && is_number(b, 0) && find_rounds(r) && r->times > 1;
}

/* What the loop of single rounds, begun in the state, counts down. */
static bool counted_rest(Reroll *r, const State *s, Sum *rest)
{
    State round = {0};
    Sum a, b;
    reroll_run_block(r, &round, r->few);
    if (!reroll_asks(r, &round, r->few, CMP_OTHER, T_NONE, &a, &b) || !is_number(b, 0) || r->term.at[a.base].kind != TERM_REG ||
        a.off != reroll_cut(UINT64_MAX, r->term.at[a.base].bits))
        return false;
    *rest = reroll_value_of(r, s, (int)r->term.at[a.base].number);
    return r->ok;
}

static bool counts_rest(Reroll *r, const State *s)
{
    Sum rest;
    return counted_rest(r, s, &rest) && reroll_same_sum(rest, r->rest);
}

/* Whether a number below times - 1 says, as it is or shifted (b), that there is one round, but no more than times - 1. */
static bool says_few(const Reroll *r, Sum a, Sum b, int bits)
{
    const Term *t = &r->term.at[r->rounds.base];
    const uint64_t more = (uint64_t)r->times - 1;
    if (a.base == r->rounds.base && a.off == reroll_cut(r->rounds.off - 1, bits))
        return is_number(b, more);
    const uint64_t by = r->rounds.off == 1 ? divided_by(t) : 0;
    return by && by <= STEP_MAX && reroll_same_sum(t->arg[0], a) && is_number(b, more * by);
}

/* Behind the state the block goes past the longer loop where there are fewer than times rounds, of at least one, as is known of i. */
static bool asks_for_many(Reroll *r, const State *s, const Blk *x)
{
    Sum a, b;
    const int bits = r->term.at[r->rest.base].bits;
    const Type type = bits == 64 ? T_U64 : T_U32;
    if (reroll_asks(r, s, x, CMP_MORE, type, &a, &b)) /* -rounds > -times */
        return is_number(b, reroll_cut(-(uint64_t)r->times, bits)) && reroll_same_sum(a, reroll_scaled(r, r->rounds, UINT64_MAX, bits));
    return reroll_asks(r, s, x, CMP_LESS, type, &a, &b) &&
           (says_few(r, a, b, bits) || (reroll_same_sum(a, r->rounds) && is_number(b, (uint64_t)r->times)));
}

/* Whether the value is the rounds but for the rest: all their bits but the last few, and but for the sign, where they are limit - 0 with a sign. */
static bool is_more(const Reroll *r, Sum v)
{
    const Term *t = &r->term.at[v.base];
    const uint64_t mask = reroll_cut(-(uint64_t)r->times, t->bits);
    const bool below = r->type == T_S32 && r->step == 1 && is_number(r->first, 0) && t->bits == 32;
    return !v.off && t->kind == TERM_INS && t->ins->mnemonic == INS_AND && reroll_same_sum(t->arg[0], r->rounds) &&
           (is_number(t->arg[1], mask) || (below && is_number(t->arg[1], mask & INT32_MAX)));
}

/* The longer loop, begun in the state, does what is more than the rest, which has been done so far or will be: it counts that, times by times,
 * up or down. */
static bool counts_more(Reroll *r, const State *begin, Sum rest)
{
    const int bits = r->term.at[r->rest.base].bits;
    const bool second = !r->behind;
    State one = reroll_copy_state(r, begin), any = reroll_behind_rounds(r, begin, r->many, &r->many_writes, (Behind){!second, second});
    Sum a, b, later, end;
    reroll_run_block(r, &one, r->many);
    reroll_run_block(r, &any, r->many);
    if (!r->ok || !reroll_asks(r, &one, r->many, CMP_OTHER, T_NONE, &a, &b) || !reroll_asks(r, &any, r->many, CMP_OTHER, T_NONE, &later, &end))
        return false;
    if (reroll_same_sum(a, later)) { /* the other way round */
        const Sum still = a;
        a = b;
        b = still;
        later = end;
        end = still;
    }
    if (!reroll_same_sum(b, end) || r->term.at[later.base].bits != bits)
        return false;
    const Sum more = reroll_sum(r, r->rounds, reroll_scaled(r, rest, UINT64_MAX, bits), bits);
    for (int down = 0; down < 2; down++) {
        const uint64_t by = down ? -(uint64_t)r->times : (uint64_t)r->times;
        const Sum to = r->behind && is_more(r, b) ? more : b;
        const Sum way = reroll_sum(r, reroll_sum(r, to, (Sum){0, by}, bits), reroll_scaled(r, a, UINT64_MAX, bits), bits);
        if (reroll_same_sum(later, reroll_sum(r, a, reroll_scaled(r, reroll_rounds(r, second, bits), by, bits), bits)) &&
            reroll_same_sum(way, down ? reroll_scaled(r, more, UINT64_MAX, bits) : more))
            return true;
    }
    return false;
}

/* The longer loop, begun in the state, goes on until i is at the limit, or another number, which differs from i by a constant, at one from there. */
static bool goes_to_limit(Reroll *r, const State *begin)
{
    Sum a, b;
    const Sum i = reroll_value_of(r, begin, r->i), all = reroll_scaled(r, reroll_rounds(r, 1, 32), r->step * (uint32_t)r->times, 32);
    State later = reroll_behind_rounds(r, begin, r->many, &r->many_writes, (Behind){0, 1});
    reroll_run_block(r, &later, r->many);
    if (!r->ok || !reroll_asks(r, &later, r->many, CMP_LESS, r->type, &a, &b))
        return false;
    const uint64_t off = a.off - i.off - r->step * (uint64_t)r->times;
    return a.base == reroll_sum(r, i, all, 32).base && b.base == r->limit.base && reroll_cut(b.off - r->limit.off - off, 32) == 0;
}

/* The first loop does the rest, and the second goes on from there; or the second does the rest. */
static bool counts(Reroll *r, const State *zero, const State *alone)
{
    const bool limited = find_index(r, zero, alone);
    if (!limited)
        return false;
    if (r->behind)
        return counts_rest(r, alone) && asks_for_many(r, &r->headed, r->head) && counts_more(r, zero, r->rest);
    State between = reroll_copy_state(r, zero);
    for (int k = 0; k < r->few_writes.n; k++)
        reroll_set(r, &between, r->few_writes.at[k], reroll_symbol(r, r->few_writes.at[k]));
    reroll_run_block(r, &between, r->mid);
    State later = reroll_behind_rounds(r, zero, r->few, &r->few_writes, (Behind){1, 0});
    reroll_run_block(r, &later, r->mid);
    reroll_run_block(r, &later, r->front2);
    return counts_rest(r, zero) && asks_for_many(r, &between, r->mid) &&
           (goes_to_limit(r, &later) || counts_more(r, &later, reroll_rounds(r, 0, r->term.at[r->rest.base].bits)));
}

static bool has_symbol(const Reroll *r, int base)
{
    const Term *t = &r->term.at[base];
    bool has = t->kind == TERM_SYM && t->id == r;
    for (int k = 0; k < t->n; k++)
        has |= has_symbol(r, t->arg[k].base);
    return has;
}

/* Whether a round's accesses lie behind those of the round before, and it stores what is not handed on from round to round: C compilers make
 * vectors of several rounds. */
static bool goes_along_row(Reroll *r, const State *begin)
{
    bool row = true, stores = false;
    State s = reroll_behind_rounds(r, begin, r->few, &r->few_writes, (Behind){1, 0}), next = reroll_copy_state(r, &s);
    reroll_run_block(r, &next, r->few);
    for (int i = r->few->first; i < r->few->term && row && r->ok; i++) {
        const Ins *ins = &r->fn->ins.at[i];
        if (isa_is_ld_st(ins)) {
            const int a = isa_arg(ins, ARG_A), v = isa_emit(ins) == EMIT_ST ? isa_arg(ins, ARG_B) : -1;
            const Sum x = reroll_operand(r, &s, &ins->arg[a], ins->argtype[a]), y = reroll_operand(r, &next, &ins->arg[a], ins->argtype[a]);
            row = x.base == y.base && y.off - x.off == (uint64_t)type_bytes(isa_slot_type(ins, SLOT_TYPE)) &&
                  (v < 0 || !has_symbol(r, reroll_operand(r, &s, &ins->arg[v], ins->argtype[v]).base));
            stores |= v >= 0;
        }
        reroll_run_ins(r, &s, ins);
        reroll_run_ins(r, &next, ins);
    }
    r->stores = (Stores){0};
    return row && stores && r->ok;
}

/* Whether the loop of single rounds is better. */
static bool is_worth_it(Reroll *r, const State *begin)
{
    return (reroll_differs(r, r->rounds.base) && reroll_parts_lanes(r, begin, r->few)) || goes_along_row(r, begin);
}

/* What is known behind the head. */
static State begin(Reroll *r)
{
    const Blk *const blocks[] = {r->head, r->front, r->few, r->mid, r->front2, r->many};
    r->ok = true;
    array_add(&r->tmp, &r->term, ((Term){.kind = TERM_FLOAT}));
    r->begin = reroll_known_before(r, blocks, (int)(sizeof blocks / sizeof *blocks));
    State s = reroll_copy_state(r, &r->begin);
    reroll_run_head(r, &s);
    r->headed = reroll_copy_state(r, &s);
    return s;
}

static bool can_reroll(Reroll *r)
{
    reroll_collect_writes(r, r->few, &r->few_writes);
    reroll_collect_writes(r, r->many, &r->many_writes);
    reroll_collect_writes(r, r->front, &r->front_writes);
    reroll_collect_writes(r, r->mid, &r->late_writes);
    reroll_collect_writes(r, r->front2, &r->late_writes);
    if (has_memory(r, r->front) || has_memory(r, r->mid) || has_memory(r, r->front2) || !are_own(r))
        return false;
    State zero = begin(r), alone = reroll_copy_state(r, &zero);
    reroll_run_block(r, &zero, r->front);
    if (!r->ok || !same_when_skipped(r, &alone, &zero) || !find_rest(r, &alone, r->behind ? r->mid : r->head))
        return false;
    reroll_run_block(r, &alone, r->mid);
    reroll_run_block(r, &alone, r->front2);
    return r->ok && is_worth_it(r, r->behind ? &alone : &zero) && counts(r, &zero, &alone) && reroll_same_rounds(r, &zero, &alone);
}

/* ---- the new code -------------------------------------------------------------------------------------------------- */

/* A move in front of the first loop that was needed only since front might be left out, or moves what is there. */
static bool is_again(Reroll *r, int at)
{
    const Ins *ins = &r->fn->ins.at[at];
    const int d = isa_emit(ins) == EMIT_MOV ? ins_dest(ins).reg : -1, a = d < 0 ? -1 : isa_arg(ins, ARG_A);
    if (at < r->front->first || at >= r->front->end || d < 0)
        return false;
    const bool still = ins->arg[a].kind == O_REG && fn_last_write(r->fn, ins->arg[a].reg, r->front->first, at) < 0;
    if (!reroll_is_shared(r, d) &&
        !(still && reroll_same_sum(reroll_value_of(r, &r->headed, d), reroll_operand(r, &r->headed, &ins->arg[a], ins->argtype[a]))))
        return false;
    return fn_last_write(r->fn, d, r->front->first, at) < 0 && fn_last_write(r->fn, d, at + 1, r->front->end) < 0;
}

/* i < limit. */
static int add_comparison(Reroll *r, Rewrite *w)
{
    Module *m = r->b->m;
    const Ins *like = w->ins;
    const int more = fn_new_reg(m->code, r->fn, "%more", T_PRED);
    const bool is_signed = r->type == T_S32, number = !r->limit.base && r->limit.off != (is_signed ? (uint32_t)INT32_MIN : 0);
    const char *below = is_signed ? "setp.lt.s32" : "setp.lt.u32", *up_to = is_signed ? "setp.le.s32" : "setp.le.u32";
    ins_add_made(m, r->fn, w->out, like, r->up_to && !number ? up_to : below,
                 (Opnd[]){opnd_reg(more), opnd_reg(r->i), number ? opnd_number(r->limit.off, r->type) : *r->bound}, 3);
    return more;
}

/* At the end of a round: i < limit goes on. */
static int add_test(Reroll *r, Rewrite *w)
{
    if (!WRITES(r->few_writes, r->i))
        ins_add_made(r->b->m, r->fn, w->out, w->ins, "add.s32", (Opnd[]){opnd_reg(r->i), opnd_reg(r->i), opnd_number(r->step, T_S32)}, 3);
    return add_comparison(r, w);
}

/* A test that compilers have left out: it says to versioning.c that all is about i and the limit. */
static void add_first_test(Reroll *r, Rewrite *w)
{
    if (!r->never || r->behind || !reroll_same_sum(reroll_value_of(r, &r->headed, r->i), r->first))
        return;
    const int more = add_comparison(r, w);
    rewrite_keep(w);
    w->out->at[w->out->n - 1].guard = more;
    w->out->at[w->out->n - 1].guard_neg = true;
}

static void rewrite(Reroll *r)
{
    Fn *fn = r->fn;
    InsList out;
    int more = -1;
    for (Rewrite w = rewrite_begin(r->b->m, fn, &out); rewrite_next(&w);) {
        const int i = w.i;
        if (i == r->few->term)
            more = add_test(r, &w);
        const bool between = !r->behind && i >= r->mid->first && i < r->mid->term; /* for the second loop alone */
        if (r->anew && i == r->mid->term) /* only the other loop has begun it */
            ins_add_made(r->b->m, fn, &out, w.ins, "mov.b32", (Opnd[]){opnd_reg(r->i), opnd_number(r->first.off, T_U32)}, 2);
        if (i == r->skip->term)
            add_first_test(r, &w);
        if (i == r->skip->term || between || is_again(r, i))
            continue;
        rewrite_keep(&w);
        Ins *ins = &out.at[out.n - 1];
        ins->rolled |= i == r->few->first;
        if (i == r->few->term || i == r->mid->term || i == r->head->term) { /* the latter: past the second loop, or the first */
            ins->guard = i == r->few->term ? more : -1;
            ins->guard_neg = false;
        }
    }
}

/* The loop of single rounds stands alone, where it is known that there are too few for the other one. */
static bool find_alone(Reroll *r, Blk *x, bool tested)
{
    Blk *none = NEW(&r->tmp, Blk);
    none->term = -1;
    r->few = x;
    r->end = self_loop(x, &r->front);
    r->mid = r->front2 = r->many = r->skip = none;
    if (!r->end || x->end - x->first > REROLL_MAX)
        return false;
    r->head = tested ? r->skip = r->front->pred[0] : r->front;
    r->front = tested ? r->front : none;
    return !tested || (r->head->succ[0] == r->front && r->head->succ[1] && cfg_real_target(r->fn, r->head->succ[1]) == cfg_real_target(r->fn, r->end));
}

/* Its rounds are those that i makes until it is at a limit, or what is left of these by a number that there are fewer of. */
static bool can_compare(Reroll *r)
{
    reroll_collect_writes(r, r->few, &r->few_writes);
    State zero = begin(r);
    reroll_run_block(r, &zero, r->front);
    if (!r->ok || has_memory(r, r->front) || !counted_rest(r, &zero, &r->rest) || !find_rounds(r) || !is_worth_it(r, &zero) || !find_index(r, &zero, &zero))
        return false;
    Sum rest, b;
    if (r->skip == r->head && !(reroll_asks(r, &r->headed, r->head, CMP_EQUAL, T_NONE, &rest, &b) && is_number(b, 0) && reroll_same_sum(rest, r->rest)))
        return false;
    const uint64_t rounds = (r->limit.off + r->step - 1) / r->step;
    return r->times == 1 || (!r->limit.base && rounds < (uint64_t)r->times && most(r, r->first) <= INT32_MAX);
}

static bool rewrite_if(Reroll *r, bool can)
{
    if (can)
        rewrite(r);
    return can;
}

static bool reroll_pair(Reroll *r, Blk *x) { return rewrite_if(r, x->is_header && find_blocks(r, x) && can_reroll(r)); }

static bool reroll_rest(Reroll *r, Blk *x) { return !x->is_header && reroll_peeled(r, x); }

static bool reroll_tested(Reroll *r, Blk *x) { return rewrite_if(r, x->is_header && find_alone(r, x, true) && can_compare(r)); }

static bool reroll_untested(Reroll *r, Blk *x) { return rewrite_if(r, x->is_header && find_alone(r, x, false) && can_compare(r)); }

bool reroll_one(Back *b)
{
    static bool (*const ways[])(Reroll *r, Blk *x) = {reroll_pair, reroll_rest, reroll_tested, reroll_untested};
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
