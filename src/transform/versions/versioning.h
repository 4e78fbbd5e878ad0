/* versioning.h: what versioning.c (regions, and what a check would tell of them), versioning_inner.c (loops inside of one),
 * versioning_loop.c, versioning_derived.c and versioning_repeat.c (regions that are loops) and versioning_write.c (the two versions) share. */
#ifndef PTX2C_SPLIT_H
#define PTX2C_SPLIT_H

#include "transform/new_code.h"

/* A region under consideration. */
typedef struct Ref { int reg; bool write; } Ref;

typedef struct Split {
    Back *b;
    Fn *fn;
    Arena *a;      /* for what stays in the function */
    Blk **in;      /* the region's blocks, by id, and how many; their instructions */
    int nin, size;
    int *stamp, now; /* by Blk.id: now, where it is one of them */
    int *leads, led; /* by Blk.id: led, where a way leads from it to the loop; for which region that was asked */
    int *ref_at;   /* by instruction: where what it reads, then what it writes, begins in ref (instruction.c) */
    Ref *ref;
    RegIndex writes; /* in all the function */
    Blk *entry;
    bool loop;     /* all of a loop whose header is entry */
    bool last;     /* nothing else gains: loops by turns do, though no access in them is known */
    Blk *exit;     /* where all its ways out go; NULL: to the branch tail */
    int tail;      /* the branch, or the threads' end, at the end of the last block, which stays behind both versions; or -1 */
    /* a loop that is tested at its end: the block before it that tests first, and what continues */
    Blk *guard, *latch;
    /* a loop that all lanes go into, whatever was tested in front: what continues, and what makes its test, in this order */
    Blk *below;
    int *ahead, nahead;
    int again;     /* the test in the copy: a register */
    Blk *front;    /* of a loop: the block before it and what leads only to it */
    bool lead_loads; /* what stands between the front and the loop reads memory */
    int *defs;     /* by register: its writes in the region */
    int *uses;     /* by register: its reads and writes in the region */
    bool *before;  /* by instruction of the entry: stays in front of both versions */
    uint8_t *rests; /* by register, while these are looked for: what others of the entry do with it */
    bool *moved;   /* by instruction: goes to the copy's head */
    bool asks_steps; /* at the copy's head nothing else is asked than that no index wraps */
    bool *carried; /* by register: a loop's integer whose steps are known */
    int *derived;  /* by register: 1 + the instruction that makes a carried one of others (versioning_derived.c), or 0 */
    Val *was;      /* by register: what is known without a check */
    int *copy;     /* by register: its number in the copy */
    int *slow;     /* by register: its number in the original, where a counter that ends there is another */
    Sym **label_at; /* by old instruction: a label before it */
    NewCode code;
    Sym **of_copy; /* by block: its label in the copy */
    Sym *out;      /* at the copy's end */
} Split;

static inline bool inside(const Split *s, const Blk *x) { return s->stamp[x->id] == s->now; }

static inline const Ref *refs_of(const Split *s, int at) { return s->ref + s->ref_at[at]; }

/* Whether instruction j of block x, if any, belongs to the region. */
static inline bool holds(const Split *s, const Blk *x, int j) { return x && inside(s, x) && !s->before[j] && j != s->tail; }

static inline bool ends_in_tail(const Split *s, const Blk *x) { return s->tail >= 0 && x->end - 1 == s->tail; }

/* Whether an edge of the region's block to x stays in it. */
static inline bool internal(const Split *s, const Blk *x) { return inside(s, x) && (s->loop || x != s->entry); }

/* Whether the check that the instruction would take may be one of the region's: steps that are not 1 are no reason for lanes to go round a
 * loop each by itself. */
static inline bool split_may_ask(const Split *s, int at) { return !s->loop || uniform_check_for(s->b, at) != SPEC_UNIT; }

/* versioning.c */
bool split_is_own(const Split *s, int reg);
bool split_live_after(const Split *s, int reg);

/* versioning_loop.c */
/* Whether an instruction before the loop may be done only for lanes that go into it. */
bool split_wants_lane(const Ins *ins);
/* Whether a block stands between the loop and the one before it: it stays in front, and so is no longer under the guard. */
bool split_leads_in(const Split *s, const Blk *x);
bool split_find_front(Split *s);
bool split_is_while(Split *s);
bool split_is_rotated(Split *s);
Blk *split_find_latch(const Split *s); /* the block where all lanes leave the loop or go on, if that is its end; or NULL */

bool split_starts_as(const Split *s, int reg, int value); /* reg is value's copy where the loop begins, by its only write before */

/* versioning_derived.c */
void split_find_derived(Split *s);

/* versioning_repeat.c */
bool split_is_repeated(Split *s);
/* The instruction of the same round that makes what the instruction at a place of the loop reads in the register; -1: none does, it is
 * as it was where the round began. */
int split_made_before(const Split *s, int reg, int at);

/* versioning_inner.c */
/* Whether one lane alone does what the node, the block holds: its accesses are what they are. */
bool split_is_one_lane(const Back *b, const Node *n);
bool split_is_for_one(const Split *s, const Blk *x);
/* How many accesses in loops of the region gain by what its head would know. */
int split_helped_inner(const Split *s);

/* versioning_write.c */
void version_write(Split *s);

#endif
