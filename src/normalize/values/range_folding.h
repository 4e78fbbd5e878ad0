/* range_folding.h: numbers between bounds, as range_value.c computes with them and range_folding.c follows them through a function. */
#ifndef PTX2C_RANGE_FOLDING_H
#define PTX2C_RANGE_FOLDING_H

#include "normalize/normalize.h"

/* What a register is to another one, which is written once, outside of loops: factor * root + (by_low to by_high), where the factor is 1 or
 * -1.  That is so of the numbers, or not tight: with a single by, modulo 2^32. */
typedef struct Relation {
    int root; /* -1: none */
    int factor;
    bool tight;
    int64_t by_low, by_high;
} Relation;

/* What a register holds: a number with a sign between low and high (low above high: nothing yet), and what it is to another register. */
typedef struct KnownRange {
    int64_t low, high;
    Relation to;
} KnownRange;

enum { NUMBERS = 64 }; /* of the function's */

typedef struct Ranges {
    Arena *a; /* for what is of no use behind */
    Module *m;
    Fn *fn;
    int *writer;
    KnownRange *known; /* by register, of those that are written once */
    int *place;   /* by register that is written more than once: its place in a block's list, + 1 */
    int nplace;
    KnownRange **in;   /* by block: what is known at its begin; NULL: no way leads there yet */
    uint8_t *went; /* by block: 1 << k where its way number k may be gone */
    bool *kept;    /* by register: the guard in front of a loop */
    KnownRange *now;
    int sweep;
    int64_t number[NUMBERS + 2]; /* of the function, ascending, the least and the greatest at the ends */
    int numbers;
    bool changed, related; /* related: what is in no loop is done once, so that its register may be a root */
} Ranges;

static const int64_t least = INT32_MIN, greatest = INT32_MAX;

static const KnownRange any = {INT32_MIN, INT32_MAX, {.root = -1}}, nothing = {1, 0, {.root = -1}};

static inline bool is_word(Type t) { return t == T_U32 || t == T_S32 || t == T_B32; }

static inline KnownRange range(int64_t low, int64_t high)
{
    return low < least || high > greatest ? any : (KnownRange){low, high, {.root = -1}};
}

static inline KnownRange number(uint32_t v) { return range((int32_t)v, (int32_t)v); }

static inline bool is_number(KnownRange k) { return k.low == k.high; }

static inline bool is_nothing(KnownRange k) { return k.low > k.high; }

/* range_value.c */
KnownRange range_of(const Ranges *r, const Opnd *o); /* an operand, as it is now */
KnownRange range_of_reg(const Ranges *r, int reg);
KnownRange range_joined(KnownRange a, KnownRange b); /* what holds of both */
bool range_wins(KnownRange a, KnownRange b, bool larger); /* whether a is always what is chosen of a and b */
bool range_is_plain(const Ins *ins, int args); /* the words an instruction of integers may have, and so many operands: its name, its type, .lo */
bool range_is_disjoint(KnownRange a, KnownRange b); /* no bit is set in both numbers, of which b is a constant, but no sign: their sum has the bits of either */
bool range_is_ordered(const Ins *ins, KnownRange a, KnownRange b); /* the numbers are in the same order with a sign and without */
bool range_is_logic(const Ins *ins);
KnownRange range_result(const Ranges *r, const Ins *ins, int reg); /* what an instruction gives its one result, register reg */

#endif
