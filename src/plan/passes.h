/* passes.h: the passes of a function, as passes.c runs them. */
#ifndef PTX2C_PASSES_H
#define PTX2C_PASSES_H

#include "plan/plan.h"

/* How far a function's blocks and live registers are behind its instructions: not; their arena was reset; these are others. */
typedef enum Flow { FLOW_FRESH, FLOW_GONE, FLOW_REWRITTEN } Flow;

/* A function's instructions as they were. */
typedef struct Code { InsList ins; SymList labels; int *label; } Code;

/* A function on its way through the passes. */
typedef struct Passes {
    Arena *a; /* for its analyses and its plan: reset when it is rewritten */
    Module *m;
    Fn *fn;
    bool literal;
    bool daz; /* subnormal.c */
    bool by_quotients, by_ranges, inner, inside, walks; /* Back.by_quotients, by_ranges, inner, inside, walks */
    Flow flow;
    Code first; /* what it began with, which no pass gives back */
    Code apart; /* before waiting loops were united, or nothing */
    Code warps; /* before points where lanes of a warp meet became barriers, or nothing */
    struct Passes *aside; /* what stays as it is meanwhile, or NULL; what it has made of the function, its blocks and variables: */
    Code made;
    Blk **blk;
    int nblk;
    Place *vars;
} Passes;

/* The first passes, each done once: inline_calls and inline_small of what is translated together; the others by passes_begin, the last by kernel_mode.
 * Behind them come those that rewrite analysed functions. */
enum { INLINING, PARAMETERS, TEXTURES, BRANCHES, NARROWING, ROUNDS, RANGES, FLOATS, COPIES, SPECIAL_CASES, WEBS, BOOLEANS, BALLOTS, WAYS, DIVISIONS, SUBNORMALS, WAITS, FIRST };
enum { PASSES_MOST = 64 }; /* bits of Module.fired */
const char *pass_name(int i); /* all of them in their order; NULL behind the last */
/* Brings a function through Module.passes of them, a kernel in the way that it will be run. */
void passes_only(Arena *a, Module *m, Fn *fn);
/* Normalises a function, once: parameters, textures, copies, webs, predicates.  literal: no analysis. */
Passes passes_begin(Arena *a, Module *m, Fn *fn, bool literal);
bool pass_runs(const Module *m, int which); /* --after may end before */
void passes_verify(const Passes *p, const char *after);
/* Blocks and live registers, where these are not those of the function as it is now. */
void passes_make_flow(Passes *p);
void passes_fold(Passes *p); /* what can be told without live registers, once more: some of it has become constant */
/* The function with what is known of its values, as it is; NULL: it has no code. */
Back *passes_analyse(Passes *p, Mode mode, bool rows, int width);
Back *passes_analyse_as(const Passes *p, Back as);
static inline bool back_goes_on(const Back *b) { return b && b->ok; }
/* Analyses it for a mode, rewrites it (rows) while that gains, and plans it: the result may not be ok.  NULL: no code.  What
 * a was used for before may be gone. */
Back *passes_run(Passes *p, Mode mode, bool rows);
/* What some of a kernel's chunks or CTAs may run instead of what all can: chunks that end where quotients by what is the same for all lanes
 * change, or where a lane is clamped; short chunks, of which loops part the lanes by what they ask anew each round; CTAs in which no place
 * is clamped or at a border; lanes along y (with .reqntid and .maxntid as they were), in a kernel that merges. */
typedef enum Variant { BY_QUOTIENTS, BY_RANGES, INNER, INSIDE, TRANSPOSED, VARIANTS } Variant;
typedef struct VariantKind {
    Mode mode;
    bool (*finds)(const Back *b);
    Back *(*run)(Passes *p, const Code *was, const Back *other); /* of the kernel as it was; NULL: that would not take less than other */
    bool only; /* where there is no other */
    const char *what;
} VariantKind;
extern const VariantKind kernel_variants[VARIANTS];
bool passes_finds(Variant v, const Back *b); /* whether the plan b has use for it */
Back *passes_run_anew(Passes *p, const Code *was, Mode mode, bool rows); /* passes_run of the function as it was */
Code passes_keep(const Passes *p);
void passes_restore(Passes *p, const Code *c); /* the function is as it was then */
void passes_drop(const Passes *p, InsList old); /* of a function that no longer has them; not what it is to have again */
void passes_settle(Passes *p);                 /* what it began with is not gone back to */
/* To try the function in another way, with an empty arena, while all that p has made of it stays; then one of the next. */
Passes passes_aside(Passes *p, Arena *a);
void passes_back(Passes *p, Passes *other);             /* the function is again what p has made of it */
void passes_replace(Passes *p, Passes *other, Back *b); /* b, which the other one has made of it, is what p has made */
void passes_reset(Passes *p);                  /* p->a is needed for something else */
void passes_end(Passes *p);                    /* the function has been written: what it was rewritten to goes */

/* The mode to try first, with loops that wait for other CTAs united if that helps.  MODE_SCHED: nothing else can run it, and why. */
Mode kernel_mode(Passes *p, const char **why);
Mode kernel_mode_apart(Fn *fn, const char **why); /* the same with those loops as they are: MODE_SCHED.  Needs blocks */
Mode kernel_mode_behind(Mode failed);                   /* the one to try when that could not */
/* The next one; was: the kernel as it was for the one that failed, and is again unless it is MODE_SCHED's. */
Mode kernel_next_mode(Passes *p, const Code *was, Mode failed);
/* MODE_WARP: the kernel is also made for CTAs whose warps may not lie in rows, and for warps for which a check of the version
 * rows fails; that is asked when it is there. */
bool kernel_needs_any(const Fn *fn, const Back *rows);
bool kernel_rows_run_first(const Fn *fn); /* without barriers of the CTA: warps that lie in its rows may run to their end before a scheduler begins */
bool kernel_is_alone(const Fn *fn); /* it is too large for two versions: it has that for all CTAs */

/* What kernel_analyse came by. */
typedef struct Tried {
    const char *why; /* why no mode but MODE_SCHED was tried, or NULL */
    Mode failed;     /* the first mode that could not run it, */
    const char *stopped; /* why, or NULL: none, */
    Ins at;          /* and the instruction for which it could not: its place and guard */
    bool first;      /* MODE_SCHED: warps that lie in a row of the CTA are run to their end before the scheduler begins */
    const char *any; /* what another version, also made, is for; NULL: there is none */
} Tried;
/* The kernel as emit_kernel makes it, up to the storage of registers. */
Back *kernel_analyse(Arena *a, Module *m, Fn *fn, Tried *tried);

#endif
