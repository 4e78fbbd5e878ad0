/* reroll.h: what reroll.c (loops that were unrolled), reroll_relate.c (their rounds) and reroll_value.c (what a block computes, in symbols)
 * share. */
#ifndef PTX2C_REROLL_H
#define PTX2C_REROLL_H

#include "transform/transform.h"
#include "transform/branches/loop_masking.h"

enum { REROLL_ARGS = 5, REROLL_PARTS = 8 /* terms that are looked at of a sum */ };

/* The number of term base (of term 0: 0) and off, as many bits as the register has. */
typedef struct Sum { int base; uint64_t off; } Sum;

typedef enum TermKind {
    TERM_REG, TERM_FLOAT, TERM_SYM, TERM_SREG,
    TERM_ROUNDS, /* how often a loop, the first or the second one, has gone round */
    TERM_ADD,   /* of more than two as a sum and the last of them, in the order of their numbers; each of them once, or as TERM_SCALE */
    TERM_SCALE, /* a term times the number */
    TERM_TIMES, /* a product of two */
    TERM_WIDE,  /* a 32-bit number in 64 bits, with its sign if the number is 1 */
    TERM_LOW,   /* bits of a 32-bit number, in 64 */
    TERM_LEAST, /* the lesser one of two */
    TERM_INS,
} TermKind;

typedef struct Term {
    TermKind kind;
    int bits, n;
    const void *id;   /* the symbol */
    uint64_t number;  /* the register, the float's bits, the special register's component, the factor, the mask */
    const Ins *ins;   /* TERM_INS: one that says what is computed */
    Sum arg[REROLL_ARGS];
} Term;

typedef struct Reg { int reg; Sum v; } Reg;
typedef Array(Reg) State;

typedef Array(int) Ints;

/* A store: to where, and what. */
typedef struct Stored { const Ins *ins; Sum at, value; } Stored;
typedef Array(Stored) Stores;

typedef struct Reroll {
    Back *b;
    Fn *fn;
    Arena tmp;
    /* asks whether there are rounds for the first loop; before it; asks whether there are for the second; before that; behind */
    Blk *head, *front, *mid, *front2, *end;
    Blk *few, *many;   /* the loop of single rounds; that of times rounds at once */
    Blk *skip;         /* its branch past the former is no longer needed */
    bool behind;       /* the first one is many */
    State begin, headed; /* as far as known, where the head begins; and ends */
    Array(Term) term;
    Stores stores;     /* those done since that was emptied: what a load reads depends on their number */
    Sum rest, rounds;  /* how many the loop of single rounds does; and both together, a round each */
    Ints few_writes, many_writes, front_writes, late_writes; /* late: in mid and front2 */
    int i;             /* the register that counts */
    Sum first, limit;
    const Opnd *bound; /* that, or that but 1 (up_to), where what i begins as is compared with it; NULL: it is not known */
    bool never;        /* no test says that i is below the limit, where it begins: it never is not */
    bool up_to, anew;  /* anew: i begins as a number that the loop of single rounds has to give it */
    Type type;         /* T_S32 or T_U32 */
    uint32_t step;     /* by how much it grows in a round */
    int times;         /* rounds in one of the second loop's */
    bool ok;
} Reroll;

static inline bool reroll_same_sum(Sum a, Sum b) { return a.base == b.base && a.off == b.off; }

static inline int reroll_reg_bits(const Reroll *r, int reg) { return type_info[r->fn->regs.at[reg]->type].bits; }

static inline uint64_t reroll_cut(uint64_t v, int bits) { return bits < 64 ? v & ((UINT64_C(1) << bits) - 1) : v; }

#define WRITES(list, reg) ints_have((list).at, (list).n, reg)

static inline bool reroll_is_shared(const Reroll *r, int reg) { return WRITES(r->few_writes, reg) && WRITES(r->many_writes, reg); }

/* reroll_round.c: one of some rounds that a compiler wrote one behind the other, as text. */

enum { REROLL_ROUNDS = 8 };

/* Memory at a register that holds still and a constant, by a step more in each round. */
typedef struct Walk { int base, reg; int64_t step; } Walk;

typedef struct Counter { int reg; uint64_t step; } Counter;

typedef struct Rounds {
    Reroll *r;
    Blk *part[REROLL_ROUNDS]; /* the rounds */
    int n;
    int rest, left;        /* how many rounds there are; and still */
    Ints later;            /* written in the second round, or behind it */
    Array(Walk) walks;
    Array(Counter) counters;
    InsList front, round;
} Rounds;

/* Of the second round what is not the loop's own.  False: it does what is not looked through. */
bool reroll_make_round(Rounds *p);
/* What the first round makes for all of them. */
void reroll_make_front(Rounds *p);
void reroll_collect_writes(Reroll *r, const Blk *x, Ints *to);
bool reroll_in_rows(const Rounds *p); /* it stores, and all its accesses lie behind those of the round before */
void reroll_run_list(Reroll *r, State *s, const InsList *list);
void reroll_run_steps(Reroll *r, State *s, const Rounds *p); /* what counters and walks grow by in a round */
void reroll_begin_walks(Reroll *r, State *s, const Rounds *p);
void reroll_add_walks(const Rounds *p, InsList *out, const Ins *like); /* those as instructions */
void reroll_add_steps(const Rounds *p, InsList *out, const Ins *like);

/* reroll_relate.c */

/* What a loop's registers, which begin as in the state, hold behind so many times n and m rounds.  Those that do more than count stand for
 * themselves, if both loops go on with them. */
typedef struct Behind { uint64_t n, m; } Behind;
State reroll_behind_rounds(Reroll *r, const State *begin, const Blk *loop, const Ints *writes, Behind rounds);
/* Whether so many rounds of the one loop are times as many of the other, with the state where the first one begins, and the second, if it is
 * alone. */
bool reroll_same_rounds(Reroll *r, const State *zero, const State *alone);

/* reroll_peeled.c: makes a loop of rounds that are left over, if x is the first of them, and the rest of the two loops stands behind them. */
bool reroll_peeled(Reroll *r, Blk *x);

/* reroll_known.c */

/* What is in registers where the head begins, and in those that the blocks read. */
State reroll_known_before(Reroll *r, const Blk *const *blk, int n);
/* The instruction that alone makes the register, in front of the head, of what is still the same there; or NULL. */
const Ins *reroll_since(Reroll *r, int reg);
/* Whether nothing writes the register from behind an instruction, which dominates the head, to there. */
bool reroll_is_unchanged(Reroll *r, int reg, int at);
/* Whether one of the blocks that are run for all that writes the register. */
bool reroll_is_written(const Reroll *r, int reg);

/* What is known of the term, a register, where it is one. */
Val reroll_uniform(const Reroll *r, int base);
/* Whether the value may differ between a chunk's lanes.  Where all go round as often, processors learn where unrolled loops end. */
bool reroll_differs(const Reroll *r, int base);
/* Whether lanes go to places of their own in the block, which the state is in front of.  What they read together they read for several rounds at
 * once, and look who is still there but once for these (loop_masking.c). */
bool reroll_parts_lanes(Reroll *r, const State *begin, const Blk *x);
/* The comparison that a block's branch asks for: whether it holds when the branch is taken. */
const Ins *reroll_test_of(Reroll *r, const Blk *x, bool *taken);
/* Whether the branch is taken exactly when a CMP b, with its operands as of the state at the block's end. */
bool reroll_asks(Reroll *r, const State *s, const Blk *x, unsigned cmp, Type type, Sum *a, Sum *b);

/* reroll_value.c */

/* What the register is where the code begins that is looked at. */
Sum reroll_leaf(Reroll *r, int reg);
/* What it is in a loop that makes more of it than a counter. */
Sum reroll_symbol(Reroll *r, int reg);
Sum reroll_rounds(Reroll *r, int loop, int bits); /* how often that has gone round */
/* What was written to it, or NULL. */
Reg *reroll_find_reg(const State *s, int reg);
/* What is in it. */
Sum reroll_value_of(Reroll *r, const State *s, int reg);
void reroll_set(Reroll *r, State *s, int reg, Sum v);
Sum reroll_operand(Reroll *r, const State *s, const Opnd *o, Type slot);
/* Does what the block does but for its branch.  Clears r->ok where that is not known. */
void reroll_run_block(Reroll *r, State *s, const Blk *x);
void reroll_run_ins(Reroll *r, State *s, const Ins *ins);
/* The same of r->head, in which anything may be done. */
void reroll_run_head(Reroll *r, State *s);
Sum reroll_sum(Reroll *r, Sum a, Sum b, int bits);
Sum reroll_scaled(Reroll *r, Sum v, uint64_t by, int bits);
Sum reroll_product(Reroll *r, Sum a, Sum b, int bits);
int reroll_addends(const Reroll *r, int base, int *to, int most);
bool reroll_same_stores(const Stores *a, const Stores *b);
State reroll_copy_state(Reroll *r, const State *s);

#endif
