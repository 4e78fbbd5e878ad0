/* lane_sum.h: arithmetic with sums that have a part for each lane. */
#ifndef PTX2C_LANE_SUM_H
#define PTX2C_LANE_SUM_H

#include "analysis/lanes/lane.h"

int64_t plus(int64_t a, int64_t b); /* modulo 2^64 */
int64_t times(int64_t a, int64_t b);
int atom_no(Lanes *w, AtomKind kind, int64_t a, int64_t b); /* the atom of that key, made if there is none */

int64_t gcd(int64_t a, int64_t b);
static inline int64_t whole_times(int64_t a, int64_t by) { return by && a % by == 0 ? a / by : 0; } /* how often by goes into a; 0: never so */

static inline int64_t lane_more(const Sum *s, int l) { return s->lane ? s->lane[l] : 0; } /* what lane l has besides */
static inline int64_t lane_part(const Sum *s, int l) { return plus(s->c, lane_more(s, l)); } /* all of it that is a number */
Sum sum_number(int64_t c);
Sum sum_atom(int atom);
Sum sum_lanes(Lanes *w, const int64_t lane[32]);
bool sum_same(const Sum *a, const Sum *b);
static inline bool sum_is_number(const Sum *s) { return !s->n && !s->lane; }
int64_t sum_by(const Sum *s, int atom); /* its multiple of the atom */
static inline bool sum_is_atom(const Sum *s) { return s->n == 1 && s->term[0].by == 1 && !s->c && !s->lane; }
bool sum_has_varying(const Lanes *w, const Sum *s); /* lanes differ in one of its terms by what is not known */
bool sum_divides(const Sum *s, int64_t by); /* its terms are multiples of by */
bool sum_natural(const Lanes *w, const Sum *s); /* none of its numbers is negative */
int64_t sum_factor(const Sum *s, int64_t of); /* the greatest that divides of and all of the sum */
int64_t warp_part(const Lanes *w, const Sum *s, int64_t warp); /* what ATOM_WARP adds in the warp of that number: the number,
    that modulo key.b, or divided by -key.b */
int64_t atom_low_mask(const Atom *x); /* 2^k - 1 if the atom is and[0] & 2^k - 1; else 0 */
bool atom_end(const Atom *x, int64_t by, int64_t *end); /* by * x is not below by * *end */
/* False: the result is no such sum. */
bool sum_add(Lanes *w, const Sum *a, int64_t ka, const Sum *b, int64_t kb, Sum *out); /* a * ka + b * kb */
bool sum_multiply(Lanes *w, const Sum *a, const Sum *b, Sum *out);
bool sum_mask(Lanes *w, const Sum *x, int64_t mask, Sum *out); /* x & mask, mask being 2^k - 1, as an atom */
bool sum_modulo(Lanes *w, const Sum *s, int64_t by, Sum *out);
bool sum_divide(Lanes *w, const Sum *s, int64_t by, Sum *out); /* rounded down */
bool sum_bits(Lanes *w, const Sum *a, const Sum *b, char op, Sum *out); /* a & | ^ b, where b is each lane's number */

/* lane_value.c: what instruction number at makes of its inputs.  False: no such sum; lo..hi, where bounded: its bounds. */
typedef struct Result {
    bool known, bounded, natural;
    Sum sum;
    int64_t lo, hi;
    int64_t multiple;  /* Atom.multiple */
    const Sum *and, *or, *product, *either; /* Atom.and, or, product, either */
    uint32_t may[2];   /* of a predicate: the lanes for which it may be false, true */
    bool only[2];      /* Value.only */
    const Facts *holds[2]; /* Value.holds */
    bool anew;         /* of a predicate: sum lacks a number that is the same for all lanes, another one each time */
    int round;         /* of a predicate that compares the rounds of a loop: their atom; else -1 */
    int64_t rounds;    /* and after how many its outcome has changed at most */
} Result;
Result lane_result(Lanes *w, int at);
bool is_kernel_param(const Fn *fn, const Sym *s);
int lane_value(const Lanes *w, int reg); /* the number of the value that a register has now; -1: nothing is known of it */

/* lane_fact.c: what is so where a comparison of x with y comes out as cmp says; two lists as one. */
const Facts *facts_compare(Lanes *w, const Sum *x, const Sum *y, unsigned cmp, Type t);
const Facts *facts_join(Lanes *w, const Facts *a, const Facts *b);
bool facts_imply(Lanes *w, const Facts *facts, const Sum *s); /* s >= 0 in all lanes for which they hold */
void facts_of_block(Lanes *w, const Blk *x); /* those of the block that dominates it, and of the way from there */

/* lane_part.c */
void lane_part_leaves(Lanes *w, const Blk *x); /* lanes that part at x leave at different times the loops that one of its ways leads out of */
void lane_find_parts(Lanes *w);

/* lane_same.c */
int lane_same_as(const Lanes *w, int v); /* the value that v always is; later searches find it at once */
int lane_meets_as(const Lanes *w, int atom); /* a value where ways meet: the number of its register among those live into its block; else -1 */
/* What comes to the head of a block by way k in the place of its register number i; -1: nothing is known of it. */
int lane_comes(const Lanes *w, const Blk *x, int k, int i);
void lane_find_same(Lanes *w); /* the values where ways meet that are always another one */

#endif
