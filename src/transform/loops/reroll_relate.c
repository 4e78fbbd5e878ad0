/* reroll_relate.c: whether the two loops that one was unrolled to do the same, so many rounds of the one for so many of the other (reroll.c).
 *
 * Behind n rounds of the first loop and m of the second each register to which a loop only adds what holds still has what it began as, and n
 * or m times that.  n and m are symbols: both loops' rounds are run from there, and behind them both have stored the same, and both hold the
 * same in what both write.  Between the loops runs what stands there.
 *
 * That numbers of 32 bits in which rounds are counted do not wrap where they become parts of addresses is taken for granted: on both sides
 * of such a place the loop would read memory that lies gigabytes apart. */
#include "transform/loops/reroll.h"

/* Whether the value is made of what a loop that writes these registers leaves as it is, and is no opaque result. */
static bool is_still(const Reroll *r, int base, const Ints *writes)
{
    const Term *t = &r->term.at[base];
    bool still = t->kind != TERM_INS && (t->kind != TERM_REG || !WRITES(*writes, (int)t->number));
    for (int k = 0; k < t->n && still; k++)
        still = is_still(r, t->arg[k].base, writes);
    return still;
}

static Sum difference(Reroll *r, Sum a, Sum b, int bits) { return reroll_sum(r, a, reroll_scaled(r, b, UINT64_MAX, bits), bits); }

/* The register that holds what the value is whenever the loop has just ended, though it is made otherwise: both are compared at its end.  -1: none. */
static int ends_as(Reroll *r, const State *any, const Blk *loop, const Ints *writes, Sum v)
{
    Sum x, y;
    if (!reroll_asks(r, any, loop, CMP_OTHER, T_NONE, &x, &y) || !is_still(r, v.base, writes) || reroll_same_sum(x, y))
        return -1;
    const Sum with = reroll_same_sum(x, v) ? y : x;
    for (int k = 0; k < writes->n && (reroll_same_sum(x, v) || reroll_same_sum(y, v)); k++)
        if (reroll_same_sum(reroll_value_of(r, any, writes->at[k]), with))
            return writes->at[k];
    return -1;
}

State reroll_behind_rounds(Reroll *r, const State *begin, const Blk *loop, const Ints *writes, Behind rounds)
{
    State s = reroll_copy_state(r, begin), any = {0}, one = reroll_copy_state(r, begin);
    reroll_run_block(r, &any, loop);
    reroll_run_block(r, &one, loop);
    for (int k = 0; k < writes->n && r->ok; k++) {
        const int reg = writes->at[k], bits = reroll_reg_bits(r, reg);
        const bool counts = bits >= 32 && is_still(r, difference(r, reroll_value_of(r, &any, reg), reroll_leaf(r, reg), bits).base, writes);
        const Sum was = reroll_value_of(r, begin, reg);
        if (counts) {
            const Sum n = reroll_scaled(r, reroll_rounds(r, 0, bits), rounds.n, bits), m = reroll_scaled(r, reroll_rounds(r, 1, bits), rounds.m, bits);
            const Sum by = reroll_product(r, difference(r, reroll_value_of(r, &one, reg), was, bits), reroll_sum(r, n, m, bits), bits);
            reroll_set(r, &s, reg, reroll_sum(r, was, by, bits));
        } else {
            reroll_set(r, &s, reg, reroll_symbol(r, reg));
            r->ok &= reroll_is_shared(r, reg) || !live_has(loop->live_in, reg);
        }
    }
    for (int k = 0; k < writes->n && r->ok; k++) {
        const int reg = writes->at[k], as = live_has(loop->live_in, reg) ? -1 : ends_as(r, &any, loop, writes, reroll_value_of(r, &any, reg));
        if (as >= 0 && !reroll_is_shared(r, reg) && live_has(loop->live_in, as))
            reroll_set(r, &s, reg, reroll_value_of(r, &s, as));
    }
    return s;
}

/* What both loops write, and somebody reads, is the same. */
static bool same_shared(Reroll *r, const State *a, const State *b)
{
    for (int k = 0; k < r->many_writes.n; k++) {
        const int m = r->many_writes.at[k];
        const bool read = live_has(r->few->live_in, m) || live_has(r->many->live_in, m) || live_has(r->end->live_in, m);
        if (read && reroll_is_shared(r, m) && !reroll_same_sum(reroll_value_of(r, a, m), reroll_value_of(r, b, m)))
            return false;
    }
    return true;
}

/* Whether so many rounds of one loop do what so many of another one do. */
static bool same_rounds(Reroll *r, State a, const Blk *x, int times, State b, const Blk *y)
{
    r->stores = (Stores){0};
    for (int k = 0; k < times; k++)
        reroll_run_block(r, &a, x);
    const Stores stored = r->stores;
    r->stores = (Stores){0};
    reroll_run_block(r, &b, y);
    const bool same = reroll_same_stores(&stored, &r->stores);
    r->stores = (Stores){0};
    return r->ok && same && same_shared(r, &a, &b);
}

static void run_between(Reroll *r, State *s)
{
    reroll_run_block(r, s, r->mid);
    reroll_run_block(r, s, r->front2);
}

/* The loop of single rounds is first: behind n of its rounds the other one goes m of times of them. */
static bool same_ahead(Reroll *r, const State *zero)
{
    const uint64_t times = (uint64_t)r->times;
    State later = reroll_behind_rounds(r, zero, r->few, &r->few_writes, (Behind){1, 0});
    run_between(r, &later);
    return same_rounds(r, reroll_behind_rounds(r, zero, r->few, &r->few_writes, (Behind){1, times}), r->few, r->times,
                       reroll_behind_rounds(r, &later, r->many, &r->many_writes, (Behind){0, 1}), r->many);
}

/* It is second: n rounds of the other one do times as many of it, as it begins where it is alone; and its own go on from there. */
static bool same_behind(Reroll *r, const State *zero, const State *alone)
{
    const uint64_t times = (uint64_t)r->times;
    State later = reroll_behind_rounds(r, zero, r->many, &r->many_writes, (Behind){1, 0});
    if (!same_rounds(r, reroll_behind_rounds(r, alone, r->few, &r->few_writes, (Behind){times, 0}), r->few, r->times, reroll_copy_state(r, &later),
                     r->many))
        return false;
    run_between(r, &later);
    return same_rounds(r, reroll_behind_rounds(r, alone, r->few, &r->few_writes, (Behind){times, 1}), r->few, 1,
                       reroll_behind_rounds(r, &later, r->few, &r->few_writes, (Behind){0, 1}), r->few);
}

bool reroll_same_rounds(Reroll *r, const State *zero, const State *alone)
{
    return r->behind ? same_behind(r, zero, alone) : same_ahead(r, zero);
}
