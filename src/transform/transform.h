/* transform.h: rewriting for lanes that agree. */
#ifndef PTX2C_TRANSFORM_H
#define PTX2C_TRANSFORM_H

#include "normalize/normalize.h"

/* ---- unit_divisor.c --------------------------------------------------------------------------------------------- */

/* By register: whether it is an argument that divides as strides do, which are mostly 1; NULL: none is. */
const bool *unit_divisors(Arena *a, const Back *b);
void unit_divisors_assume(Module *m, Fn *fn, const bool *unit); /* chunks for which they are not are left to another version */

/* ---- clamp_forming.c -------------------------------------------------------------------------------------------- */

bool clamp_form(Back *b); /* A choice between two sums that is a maximum.  True: as version_one. */

/* ---- versioning.c ----------------------------------------------------------------------------------------------- */

/* Gives one region that would gain by it a fast and a slow version.  True: the function's instructions are others now,
 * and everything about them must be made anew. */
bool version_one(Back *b);
/* Leaves of two versions that nothing has to be checked for the fast one.  True: as version_one. */
bool version_drop(Back *b);

/* ---- border_folding.c ------------------------------------------------------------------------------------------- */

/* For CTAs away from borders: comparisons of threads' places are what they are inside.  True: as version_one. */
bool border_hoist(Back *b); /* makes what such a comparison reads at the beginning */
bool border_fold(Back *b);
/* Whether lanes in a row ask for both edges of the grid; for chunks that are away from them (Back.inside) likewise.  True: as version_one. */
bool border_has_edges(const Back *b);
bool border_leave(Back *b);

/* ---- volatile_shared.c ------------------------------------------------------------------------------------------ */

/* Makes volatile accesses of .shared memory weak ones.  True: as version_one. */
bool volatile_weaken(Back *b);

/* ---- wait_uniting.c ---------------------------------------------------------------------------------------------- */

/* Makes all loops that wait for other threads places at which the CTA waits (PSEUDO_WAIT).  True: as version_one. */
bool wait_unite(Back *b);
/* ---- local_offset.c --------------------------------------------------------------------------------------------- */

/* Constants in addresses of threads' own memory become the accesses' offsets.  True: as version_one. */
bool local_offsets(Back *b);
/* Likewise where shared variables lie, behind all passes that go by the registers of addresses. */
bool shared_offsets(Back *b);

/* ---- warp_collective.c ------------------------------------------------------------------------------------------ */

/* Makes chains of shuffles scans and reductions.  True: as version_one. */
bool warp_collective(Back *b);

/* ---- match_rank.c ------------------------------------------------------------------------------------------------ */

/* Lanes that take places by one addition for all that hold the same number take one each.  True: as version_one. */
bool match_rank(Back *b);

/* ---- block_scan.c ------------------------------------------------------------------------------------------------ */

/* Sums of all before, which a block makes step by step, are made by one thread.  True: as version_one. */
bool block_scan(Back *b);

/* ---- loop_masking.c --------------------------------------------------------------------------------------------- */

/* Turns one loop that lanes leave at different times, if that is worth it, into one that all lanes go round together,
 * under a mask; Back.rewritten_at: the first instruction that was to be skipped, in the code before.  True: as version_one. */
bool loop_mask_one(Back *b);
/* The analysis of the new code shows that what was done should not have been: it is to be taken back. */
bool loop_mask_failed(const Back *b);
/* Likewise, unless checks help: what was to be memory in a row from lane to lane is not. */
bool loop_mask_scatters(const Back *b);
/* Makes ifs in each other that hold arithmetic alone straight code of selections.  True: as version_one. */
bool if_convert(Back *b);
bool loop_mask_has(const Fn *fn); /* it holds such a loop */

/* ---- late_store.c ----------------------------------------------------------------------------------------------- */

/* Leaves what a loop stores at one place in each round to behind the loop.  True: as version_one. */
bool store_late(Back *b);

/* ---- reroll.c --------------------------------------------------------------------------------------------------- */

/* Puts one loop that the compiler has unrolled, and that lanes go round by themselves, together again.  True: as version_one. */
bool reroll_one(Back *b);

/* ---- guard_release.c -------------------------------------------------------------------------------------------- */

/* Lets lanes that a guard keeps out for good go on with what is read behind it alone.  True: as version_one. */
bool guard_release(Back *b);

/* ---- sign_test.c ------------------------------------------------------------------------------------------------ */

/* Tests the signs of numbers one by one that were tested at once, where lanes then can agree.  True: as version_one. */
bool sign_test_split(Back *b);

/* ---- mirror_choice.c -------------------------------------------------------------------------------------------- */

/* Makes places that are mirrored at an edge choices between a place and its image.  True: as version_one. */
bool mirror_choose(Back *b);

/* ---- lane_transposition.c: x and y of a kernel that merges (cta_merge.c) in each other's place ------------------ */

bool transposition_applies(const Fn *fn); /* it asks for the thread's place along y */
void transpose_lanes(Module *m, Fn *fn);
void transpose_extents(Fn *fn);           /* .reqntid and .maxntid; again: as they were */

/* ---- condition_split.c ------------------------------------------------------------------------------------------ */

/* Makes a branch on several conditions at once, some of which hold for a range of lanes, one on each.  True: as version_one. */
bool condition_split(Back *b);
bool condition_parts(const Back *b); /* it has set Ins.parts somewhere */

/* ---- address_hoisting.c ----------------------------------------------------------------------------------------- */

/* Moves address arithmetic to the kernel's beginning where it can be proved not to wrap.  True: as version_one. */
bool hoist_addresses(Back *b);
bool hoist_to_beginning(Back *b, const bool *wanted); /* by instruction: it moves there, with all that it needs, if it may */
/* Moves it out of what lanes do by themselves where it is known how addresses grow from lane to lane.  True: as version_one. */
bool hoist_from_lanes(Back *b);

/* ---- neutral_step.c --------------------------------------------------------------------------------------------- */

/* Makes a step of lanes that something for all of them decides about one without a branch.  True: as version_one. */
bool neutral_step(Back *b);

/* ---- flag_store.c ------------------------------------------------------------------------------------------------ */

/* Stores what is the same for all lanes, at one place, or loads it there, once where some lane would.  True: as version_one. */
bool flag_store(Back *b);

/* ---- shared_ahead.c ---------------------------------------------------------------------------------------------- */

/* Loads fixed places of shared memory in front of the conditions under which lanes do.  True: as version_one. */
bool shared_ahead(Back *b);

/* ---- load_combining.c -------------------------------------------------------------------------------------------- */

/* Loads words in a row, at places of each lane's own, as one load.  True: as version_one. */
bool load_combine(Back *b);
bool load_combine_finds(const Back *b); /* some load of each lane's own would be done at once, if chunks were of few lanes */

/* ---- barrier_skip.c --------------------------------------------------------------------------------------------- */

/* --sanitize=sync: before inlining. */
void barriers_skipped(Module *m, Fn *fn);

/* ---- product_use.c ---------------------------------------------------------------------------------------------- */

/* --sanitize=sync: before inlining; sets: how many sets of registers the module has so far. */
void product_uses(Module *m, Fn *fn, int *sets);

/* ---- register_shadow.c ------------------------------------------------------------------------------------------ */

/* --sanitize=init, sync: before inlining. */
void registers_shadow(Module *m, bool (*wanted)(Fn *fn), bool init, bool sync);

/* ---- single_round.c --------------------------------------------------------------------------------------------- */

/* Makes a loop that most threads go round once such a one.  True: as version_one.  Whether chunks can tell that it holds. */
bool single_round(Back *b);
bool single_round_holds(const Back *b);

/* ---- short_division.c ------------------------------------------------------------------------------------------- */

/* Makes divisions of 64 bits that have a shorter way ones without, or (Back.by_quotients) with nothing else.  True: as version_one. */
bool division_shorten(Back *b);

/* ---- sinking.c -------------------------------------------------------------------------------------------------- */

/* Moves what one way behind a branch replaces to the other way.  True: as version_one. */
bool sink_moves(Back *b);

/* ---- jump_predication.c ------------------------------------------------------------------------------------------ */

bool jump_predicate(Back *b);

/* ---- branch_interchange.c --------------------------------------------------------------------------------------- */

bool branch_interchange(Back *b);

/* ---- induction_split.c ------------------------------------------------------------------------------------------ */

/* Makes numbers that all threads of a CTA advance alike a sum of the CTA's and what they begin with.  True: as version_one. */
bool induction_split(Back *b);

/* ---- counter_split.c -------------------------------------------------------------------------------------------- */

/* Gives counters of a loop that lanes go round by themselves registers of their own, where another loop has the same.  True: as version_one. */
bool counter_split(Back *b);

/* ---- edge_load.c ------------------------------------------------------------------------------------------------ */

/* Makes loads at places that are clamped a choice between what lies at the edge and neighbours.  True: as version_one. */
bool edge_loads(Back *b);

/* ---- thread_table.c --------------------------------------------------------------------------------------------- */

/* Makes tests of what comes from the thread's number alone comparisons with it.  True: as version_one. */
bool thread_tables(Back *b);

/* ---- thread_number.c -------------------------------------------------------------------------------------------- */

bool number_is_simple(const Back *b, const Ins *ins); /* number_of knows it */
/* What the instruction makes of its operands a, b and c: numbers of 32 bits, or predicates. */
uint32_t number_of(const Ins *ins, uint32_t x, uint32_t y, uint32_t z);

/* ---- remaking.c ------------------------------------------------------------------------------------------------- */

/* Makes what lanes compare and clamp anew behind barriers, from what is known there.  True: as version_one. */
bool remake(Back *b);

#endif
