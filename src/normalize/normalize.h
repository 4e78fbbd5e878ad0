/* normalize.h: rewriting that all ways to run a kernel want. */
#ifndef PTX2C_NORMALIZE_H
#define PTX2C_NORMALIZE_H

#include "analysis/analysis.h"

/* ---- passes over a function that has blocks --------------------------------------------------------------------- */

/* True: its blocks, and live registers, must be made anew. */
bool ballots_match(Arena *a, Module *m, Fn *fn);   /* one match where lanes vote on each bit of a number; needs registers as webs */
bool boolean_promote(Arena *a, Module *m, Fn *fn); /* makes predicates of integer registers that hold 0 or 1 and are only asked which */
bool branch_invert(Arena *a, Module *m, Fn *fn);   /* one branch for one over a jump */
bool constants_hoist(Arena *a, Module *m, Fn *fn); /* move_hoisting.c: constants moved in a loop for what is behind it; needs live registers */
bool division_find(Arena *a, Module *m, Fn *fn);   /* divisions by numbers that are products with reciprocals become divisions; false */
bool float_promote(Arena *a, Module *m, Fn *fn);   /* registers of bits that hold floats get their type; false */
bool latches_turn(Arena *a, Module *m, Fn *fn);    /* tests of counters as they were before the last step; needs registers as webs */
bool moves_hoist(Arena *a, Module *m, Fn *fn);     /* constants that both ways of a branch move to a register */
bool moves_unite(Arena *a, Module *m, Fn *fn);     /* a register that is only ever given one value */
bool numbers_narrow(Arena *a, Module *m, Fn *fn);  /* numbers whose upper half nobody asks for become those of 32 bits */
bool places_hoist(Arena *a, Module *m, Fn *fn);    /* move_hoisting.c: comparisons of a thread's place in the grid go to the begin */
bool ranges_fold(Arena *a, Module *m, Fn *fn);     /* arithmetic that the ranges of threads' numbers decide */
bool rounds_unroll(Arena *a, Module *m, Fn *fn);   /* rounds with shuffles by another distance each, written out */
bool special_cases(Arena *a, Module *m, Fn *fn);   /* branches around powers for numbers for which these need none */
bool strides_count(Arena *a, Module *m, Fn *fn);   /* how often loops with a stride go round, without a maximum */
bool subnormal_build(Arena *a, Module *m, Fn *fn); /* lets the processor flush for .ftz, where all of a kernel allows that, which is then to run with ptx2c_kernel.daz */
bool ways_share(Arena *a, Module *m, Fn *fn);      /* one branch where several conditions lead to one side */
/* Gives each register whose definitions never meet in a use a register of its own for each such set of definitions (a
 * web), and what is counted up from a value in a loop one of its own: that it copies then, and more may be known in another
 * round.  Needs live registers. */
bool web_rename(Module *m, Fn *fn, bool *copies);

/* ---- copy_propagation.c ----------------------------------------------------------------------------------------- */

/* Moves of a register that the block has just given a constant become moves of the constant, shuffles of a copy shuffles
 * of what was copied.  From a, which must live as long as the instructions. */
void copy_constants(Arena *a, Fn *fn);
void copy_shortened(Module *m, Fn *fn); /* what is made longer and short again, while it is the same, is that; in: blocks */
/* Reads of a register that is a copy, both written once, become reads of what it is a copy of.  Wants blocks. */
void copy_values(Module *m, Fn *fn);
/* Removes moves of a constant into a register that holds it already on all ways to there.  Wants blocks; when true, they
 * must be built anew. */
bool copy_again(Fn *fn);
bool copy_chosen(Fn *fn); /* likewise moves of what a selection has given */

/* ---- texture.c -------------------------------------------------------------------------------------------------- */

/* Gives each texture, sampler and surface operand of fn a register of type texref, samplerref or surfref that holds its
 * descriptor, with an instruction that finds it.  Wants matched instructions and breaks everything cfg.c fills; what it
 * adds comes from Module.code.  Does nothing when called again. */
void texture_descriptors(Module *m, Fn *fn);
bool texture_used(const Module *m); /* by an instruction or a variable */
int texture_reads(const Module *m); /* how many instructions sample one */

/* ---- passes before there are blocks, after check_module --------------------------------------------------------- */

void constants_fold(Module *m);        /* conversions of constants to integers become moves */
void indirect_branch_share(Module *m); /* functions with too many ways through tables of labels have one branch for each table */
void library_powers(Module *m);        /* pow(x, 2), and 3 and 4, of CUDA's library become products */
void pair_addresses(Module *m);        /* addresses of which a bit is cleared become those of the first CTA of a pair */
void param_addresses(Module *m);       /* parameters and results of device functions whose addresses are taken become .local variables */
void param_to_regs(Module *m, Fn *fn); /* param_promotion.c, behind inline_calls: scalars that calls pass through .param variables become registers */

/* ---- inline.c --------------------------------------------------------------------------------------------------- */

/* Copies into fn the bodies of the functions it may call that want says, or that come to such a one themselves: one copy
 * for each call, or one with frames where they call themselves or copies would be too many (inline_plan.c).  Variables are added to fn->vars: to be done
 * before they are laid out. */
void inline_calls(Module *m, Fn *fn, bool (*want)(Module *m, const Fn *callee));
/* Copies into a kernel the small functions that it calls, while that is not too much.  A loop over lanes with a call has no
 * vectors, and a pointer that is passed has no known object. */
void inline_small(Module *m, Fn *fn);
/* Whether want, which is the same for a module whenever it is asked, says fn or a function that it may come to by calls. */
bool inline_reaches(Module *m, const Fn *fn, bool (*want)(Module *m, const Fn *callee));

/* ---- what else is asked ----------------------------------------------------------------------------------------- */

/* integer_bound.c: the most that an integer, a register of it or a number, may be, without a sign; writer: only_writers. */
uint64_t integer_most(const Fn *fn, const int *writer, const Opnd *o);
/* constant_folding.c: the operand if it is a floating-point constant of that type, or the one that its register always holds; else NULL. */
const Opnd *float_constant(const Fn *fn, const int *writer, const Opnd *o, Type t);
/* range_folding.c, by block that is a loop by itself, which ends with its test: how many rounds that goes, if known and not more than stood
 * there; else 0. */
void rounds_count(Arena *a, Module *m, Fn *fn, int *rounds);

/* ---- lockstep.c ------------------------------------------------------------------------------------------------- */

/* Whether lanes of a warp go in step: where they may see each other, always, never. */
typedef enum WarpSync { WARP_AUTO, WARP_LOCKSTEP, WARP_INDEPENDENT } WarpSync;

void lockstep_insert(Module *m, WarpSync how);

/* Barriers of the whole CTA in place of such points, if the function has no other meetings of warps: false.  More is ordered then;
 * whether all threads come to each, the analysis says. */
bool lockstep_widen(Module *m, Fn *fn);

/* How a warp may lie in rows of its block: in one, in two of 16 threads, in four of 8; as the block's only one, of 16 threads at most, of 8. */
enum { ROWS_32 = 1, ROWS_16 = 2, ROWS_8 = 4, ROWS_ONLY_16 = 8, ROWS_ONLY_8 = 16, ROWS_ALL = 31 };
/* A function that is not too long without its points, if warps that lie in some of ROWS need none; in which.  If it has other meetings of warps, these are ROWS_32 at most. */
unsigned lockstep_drop(Module *m, Fn *fn);

#endif
