/* transform.h: rewriting for lanes that agree. */
#ifndef PTX2C_TRANSFORM_H
#define PTX2C_TRANSFORM_H

#include "normalize/normalize.h"

/* ---- passes: each rewrites one place of an analysed function ---------------------------------------------------- */

/* True: the function's instructions are others now, and everything about them must be made anew. */
bool block_scan(Back *b);         /* sums of all before, which a block makes step by step, are made by one thread */
bool border_hoist(Back *b);       /* border_folding.c: makes what comparisons with borders read at the beginning */
bool border_fold(Back *b);        /* for CTAs away from borders: comparisons of threads' places are what they are inside */
bool border_leave(Back *b);       /* likewise for chunks away from edges (Back.inside) */
bool branch_interchange(Back *b); /* a branch that all lanes take alike comes before one at which they part */
bool clamp_form(Back *b);         /* a choice between two sums that is a maximum */
bool condition_split(Back *b);    /* makes a branch on several conditions at once, some of which hold for a range of lanes, one on each */
bool counter_split(Back *b);      /* gives counters of a loop that lanes go round by themselves registers of their own, where another loop has the same */
bool division_shorten(Back *b);   /* makes divisions of 64 bits that have a shorter way ones without, or (Back.by_quotients) with nothing else */
bool edge_loads(Back *b);         /* makes loads at places that are clamped a choice between what lies at the edge and neighbours */
bool flag_store(Back *b);         /* stores what is the same for all lanes, at one place, or loads it there, once where some lane would */
bool guard_release(Back *b);      /* lets lanes that a guard keeps out for good go on with what is read behind it alone */
bool hoist_addresses(Back *b);    /* moves address arithmetic to the kernel's beginning where it can be proved not to wrap */
bool hoist_from_lanes(Back *b);   /* moves it out of what lanes do by themselves where it is known how addresses grow from lane to lane */
bool if_convert(Back *b);         /* loop_masking.c: makes ifs in each other that hold arithmetic alone straight code of selections */
bool induction_split(Back *b);    /* makes numbers that all threads of a CTA advance alike a sum of the CTA's and what they begin with */
bool jump_predicate(Back *b);     /* makes jumps of some lanes past collectives, and out of loops that hold them, predicates */
bool load_combine(Back *b);       /* loads words in a row, at places of each lane's own, as one load */
bool local_offsets(Back *b);      /* constants in addresses of threads' own memory become the accesses' offsets */
bool shared_offsets(Back *b);     /* likewise where shared variables lie, behind all passes that go by the registers of addresses */
/* Turns one loop that lanes leave at different times, if that is worth it, into one that all lanes go round together,
 * under a mask; Back.rewritten_at: the first instruction that was to be skipped, in the code before. */
bool loop_mask_one(Back *b);
bool match_rank(Back *b);         /* lanes that take places by one addition for all that hold the same number take one each */
bool neutral_step(Back *b);       /* makes a step of lanes that something for all of them decides about one without a branch */
bool remake(Back *b);             /* makes what lanes compare and clamp anew behind barriers, from what is known there */
bool reroll_one(Back *b);         /* puts one loop that the compiler has unrolled, and that lanes go round by themselves, together again */
bool shared_ahead(Back *b);       /* loads fixed places of shared memory in front of the conditions under which lanes do */
bool sign_test_split(Back *b);    /* tests the signs of numbers one by one that were tested at once, where lanes then can agree */
bool single_round(Back *b);       /* makes a loop that most threads go round once such a one */
bool sink_moves(Back *b);         /* moves what one way behind a branch replaces to the other way */
bool store_late(Back *b);         /* leaves what a loop stores at one place in each round to behind the loop */
bool thread_tables(Back *b);      /* makes tests of what comes from the thread's number alone comparisons with it */
bool version_drop(Back *b);       /* leaves of two versions that nothing has to be checked for the fast one */
bool version_one(Back *b);        /* gives one region that would gain by it a fast and a slow version */
bool volatile_weaken(Back *b);    /* makes volatile accesses of .shared memory weak ones */
bool wait_unite(Back *b);         /* makes all loops that wait for other threads places at which the CTA waits (PSEUDO_WAIT) */
bool warp_collective(Back *b);    /* makes chains of shuffles scans and reductions */

/* ---- what else is asked of them --------------------------------------------------------------------------------- */

bool border_has_edges(const Back *b);   /* lanes in a row ask for both edges of the grid */
bool condition_parts(const Back *b);    /* condition_split has set Ins.parts somewhere */
bool hoist_to_beginning(Back *b, const bool *wanted); /* address_hoisting.c, by instruction: it moves there, with all that it needs, if it may */
bool load_combine_finds(const Back *b); /* some load of each lane's own would be done at once, if chunks were of few lanes */
bool loop_mask_failed(const Back *b);   /* the analysis of the new code shows that what was done should not have been: it is to be taken back */
bool loop_mask_scatters(const Back *b); /* likewise, unless checks help: what was to be memory in a row from lane to lane is not */
bool loop_mask_has(const Fn *fn);       /* it holds such a loop */
bool single_round_holds(const Back *b); /* chunks can tell that single_round holds */

/* ---- unit_divisor.c --------------------------------------------------------------------------------------------- */

/* By register: whether it is an argument that divides as strides do, which are mostly 1; NULL: none is. */
const bool *unit_divisors(Arena *a, const Back *b);
void unit_divisors_assume(Module *m, Fn *fn, const bool *unit); /* chunks for which they are not are left to another version */

/* ---- lane_transposition.c: x and y of a kernel that merges (cta_merge.c) in each other's place ------------------ */

bool transposition_applies(const Fn *fn); /* it asks for the thread's place along y */
void transpose_lanes(Module *m, Fn *fn);
void transpose_extents(Fn *fn);           /* .reqntid and .maxntid; again: as they were */

/* ---- --sanitize, before inlining: barrier_skip.c, product_use.c, register_shadow.c ------------------------------- */

void barriers_skipped(Module *m, Fn *fn);        /* sync */
void product_uses(Module *m, Fn *fn, int *sets); /* sync; sets: how many sets of registers the module has so far */
void registers_shadow(Module *m, bool (*wanted)(Fn *fn), bool init, bool sync); /* init, sync */

/* ---- thread_number.c -------------------------------------------------------------------------------------------- */

bool number_is_simple(const Back *b, const Ins *ins); /* number_of knows it */
/* What the instruction makes of its operands a, b and c: numbers of 32 bits, or predicates. */
uint32_t number_of(const Ins *ins, uint32_t x, uint32_t y, uint32_t z);

#endif
