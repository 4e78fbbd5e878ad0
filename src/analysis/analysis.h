/* analysis.h: what is known of values, of memory and of how lanes go.
 *
 * A function is translated in one of these modes:
 *   MODE_FUNC   a device function: one thread, scalar C
 *   MODE_LANES  a kernel whose threads never meet: chunks of neighbouring threads, each chunk on its own
 *   MODE_CTA    a kernel with CTA barriers but no warp operations: chunks, phases between barriers
 *   MODE_WARP   a kernel with warp collectives: chunks are warps, execution under masks
 *   MODE_SCHED  anything else: each thread has a program counter, the scheduler runs the lowest */
#ifndef PTX2C_ANALYSIS_H
#define PTX2C_ANALYSIS_H

#include "ir/ir.h"

/* ---- check.c ---------------------------------------------------------------------------------------------------- */

/* Matches and checks every instruction and declaration of the module. */
void check_module(Module *m);

/* ---- uninitialized.c -------------------------------------------------------------------------------------------- */

/* Warns of registers of a checked function that are read before they are written. */
void uninit_check(Module *m, Fn *fn);
bool uninit_is_excused(const Module *m, const Fn *fn, int reg); /* has a value though nothing writes it, or the PTX says that it has none */

/* ---- sure_use.c ------------------------------------------------------------------------------------------------- */

/* By instruction: all that it gives is surely used where it matters.  SURE_KEPT: to store it in shared or local memory, to shuffle
 * it, or to choose by it does, too; SURE_EACH: to store it with others, where it may be padding, does not. */
typedef enum Sure { SURE_USED, SURE_KEPT, SURE_EACH } Sure;
bool *sure_uses(Arena *a, Fn *fn, Sure what);

/* ---- how code runs ---------------------------------------------------------------------------------------------- */

typedef enum Mode { MODE_FUNC, MODE_LANES, MODE_CTA, MODE_WARP, MODE_SCHED } Mode;

enum { CHUNK_LANES = 32 }; /* of a chunk unless something speaks against it; of a warp */
enum { QUOTIENT_LANES = 16 }; /* PTX2C_QUOTIENT_LANES, where vectors are long */

/* Where code runs, outermost first: once for the CTA, once for a chunk (or warp), once for each lane. */
typedef enum Level { LV_CTA, LV_CHUNK, LV_LANE } Level;

/* ---- uniform.c: what is known of each register's value ---------------------------------------------------------- */

typedef enum ShapeKind { VAL_NONE, VAL_UNI, VAL_AFF, VAL_VAR } ShapeKind; /* order of the lattice */

typedef struct Val {
    uint8_t kind;
    uint8_t level;   /* of VAL_UNI: LV_CTA or LV_CHUNK; VAL_AFF is LV_CHUNK */
    uint8_t run;     /* 1 + s: lanes of a chunk that begins at a multiple of its width agree in the bits from number s on; 0: not known */
    uint8_t zeros;   /* so many of the lowest bits are 0 in all lanes, at least */
    uint8_t several; /* of a predicate: 1 + what it is in each chunk of several lanes; 0: not known */
    bool edge;       /* of a predicate: whether a chunk lies on one side of a place in the grid, such as a picture's edge, or the other */
    bool grid;       /* depends on %ctaid */
    bool across;     /* depends on %nctaid: it may be a step over what all CTAs do */
    bool cst;        /* always the constant c */
    uint8_t border;  /* VAL_AFF of a predicate, and of that only: Border */
    bool known;      /* it is warp * r + base + step * l in warp number r of its row: warp_affine.c */
    int64_t step;    /* VAL_AFF: lane l has base + step * l, modulo the register's width */
    int64_t warp, base;
    uint64_t max;    /* no lane's value, as unsigned, is above it */
    uint64_t c;
} Val;

static inline bool val_is_even(Val v) { return v.kind == VAL_UNI || v.kind == VAL_AFF; }
static inline bool val_counts_lanes(Val v) { return v.kind == VAL_AFF && v.step == 1 && !v.border; }
static inline bool val_is_cta(Val v) { return v.kind == VAL_UNI && v.level == LV_CTA; }

/* lane_range.c: a predicate that is true for a range of a chunk's lanes; its variable holds the lane's number where it changes:
 * true below it, from it on, only at it, for all but it.  Where it changes at none that is the number of lanes. */
typedef enum Border { BORDER_NONE, BORDER_BELOW, BORDER_FROM, BORDER_AT, BORDER_BUT } Border;

/* What a run-time check has to prove: no lane wraps (signed, unsigned); a comparison is the same for all lanes; the
 * lanes agree in the upper bits (behind the constant of an and or shr). */
typedef enum Spec {
    SPEC_NONE, SPEC_STEPS_S, SPEC_STEPS_U, SPEC_COMPARE, SPEC_SPAN,
    SPEC_CLAMP, /* no lane's minimum or maximum is the other operand, or there is only one lane */
    SPEC_BOUND, /* every lane's minimum or maximum is the other operand, likewise */
    SPEC_APART, /* no lane's number is equal to the other operand, likewise */
    SPEC_CHOICE, /* a selp takes the operand that is the same for all lanes */
    SPEC_INSIDE, /* a selp takes the operand that is not, or that rises from lane to lane where both differ, as it does but at an edge */
    SPEC_QUOTIENT, /* the lanes' quotients are the same; where the chunk is cut for that: and the divisor is not small */
    SPEC_UNIT, /* what a product multiplies by, the same for all lanes, is 1, or the bytes of an element: a step of memory in a row */
    SPEC_LOCAL = 0x80, /* with one of these: it fails to the slow version that versioning.c made */
    SPEC_PLANE = 0x40, /* likewise: it is made once for the CTA: cta_affine.c */
    SPEC_HEAD = 0x20   /* SPEC_LOCAL, MODE_LANES: no lane has touched memory yet, so the chunk may still be cut */
} Spec;
static inline Spec spec_steps(bool is_signed) { return is_signed ? SPEC_STEPS_S : SPEC_STEPS_U; }
static inline bool spec_is_at_border(Spec s) { return s == SPEC_CLAMP || s == SPEC_BOUND || s == SPEC_APART; }
static inline bool spec_is_steps(Spec s) { return s == SPEC_STEPS_S || s == SPEC_STEPS_U; }
/* Of a check of that kind on an operand of that type: whether it wraps as a signed number. */
static inline bool spec_is_signed(Spec s, Type t) { return s == SPEC_STEPS_S || ((s == SPEC_COMPARE || s == SPEC_UNIT) && type_info[t].kind == 's'); }
/* It is known that no lane reaches where an affine number of that type would wrap: nothing is asked. */
static inline bool spec_steps_known(const Val *v, Type t, bool is_signed)
{
    return type_info[t].bits == 32 && v->step > 0 && v->max < (is_signed ? INT32_MAX : UINT32_MAX);
}
static inline Spec spec_kind(uint8_t s) { return (Spec)(s & ~(SPEC_LOCAL | SPEC_PLANE | SPEC_HEAD)); }

/* What is known of a node of the control-flow tree. */
typedef struct NodeInfo {
    bool lane;       /* runs per lane: its condition, or that of a node around it, differs between lanes */
    bool masked;     /* N_IF that runs at chunk level under a mask (MODE_WARP) or for a range of lanes */
    bool ranged;     /* masked, and it is a range */
    bool has_cta, has_warp; /* contains a barrier, a collective; has_cta also: a jump past one (jump_pin) */
    bool barrier;    /* contains a barrier */
    bool exit_guard; /* N_IF with a barrier in one side, whose other side ends the threads that take it */
    bool left, entered; /* a jump in it leads out of it; one from outside to a label in it, or it is that label: uniform_jump.c */
    Node *to, *around; /* of a jump: the loop or label that it belongs to; the innermost node around both */
} NodeInfo;

/* What is known of a register. */
typedef struct RegInfo {
    Val val;
    int ndef, nuse;
    int nscale;       /* of its reads, those that multiply by it */
    int def;          /* its only defining instruction (then ndef is 1), or -1 */
    bool known;       /* its uses print what warp_affine.c knows of it: it needs no variable */
    bool wanted;      /* some needed instruction reads it */
    bool guards;      /* it guards a branch */
    bool bound;       /* loop_bound.c: a loop goes round as often as it says */
    bool counts;      /* likewise: and it says nothing else */
    bool found;       /* loop_data.c: it depends on what a loop reads from memory */
    Node *scope;      /* innermost node that holds all its references */
    struct RegPlan *plan; /* plan/plan.h */
} RegInfo;

/* A function on its way through the back end: how it is to run, what is known of it and, in the end, what is planned. */
typedef struct Back {
    Arena *a;
    Module *m;
    Fn *fn;
    /* how it is to run */
    Mode mode;
    int width;         /* lanes of a chunk at most */
    int narrow;        /* chunks are to have so many lanes, and no more; or 0 */
    const char *weighed; /* for --explain: why; or NULL */
    bool literal;      /* no analysis: every value per lane */
    bool walks;        /* chunks are of few lanes, each of which walks through memory of its own (cost_model.c) */
    bool by_ranges;    /* MODE_LANES: what loops ask anew each round parts the lanes, instead of ending the chunk */
    bool by_quotients; /* MODE_LANES: chunks end where the quotient of a thread's number by what is the same for all changes */
    bool inside;       /* MODE_LANES: for chunks away from edges: others are left to another version */
    bool inner;        /* MODE_CTA: for CTAs away from borders: no thread gets another number from a minimum or maximum than its own, and
                        * all compare alike with what is the CTA's own */
    bool once;         /* what is asked is asked for code that is no loop, of which there are two versions: versioning.c */
    bool parts_warps;  /* collectives may stand where lanes part: nothing is made of that but what wait_uniting.c makes */
    bool cta_loads;    /* what threads load from one address between two barriers is loaded once for the CTA, which only
                        * one thread of the host runs: were there a race after all, its threads would part.  Also what others may
                        * write meanwhile, where all threads of the CTA are there */
    const char *why;   /* why this mode can't do it (then MODE_SCHED) */
    int why_ins;
    const Node *why_node; /* where the lanes part, or NULL */
    bool ok;           /* this mode can run the function */
    /* what is known */
    bool aligned;      /* what is known of some value holds only in chunks within width threads from a multiple of width on */
    bool rows;         /* warps lie in rows: %tid.x is affine (MODE_WARP) */
    Node *tree;
    int gotos;
    Node **node_of;    /* by Blk.id */
    Blk **blk_of;      /* by instruction; NULL when unreachable */
    bool *dirty_in;    /* by Blk.id: memory may have been written before */
    uint8_t *spec;     /* by instruction: Spec */
    uint32_t *unit;    /* by instruction, with SPEC_UNIT: the factor */
    bool *searches;    /* MODE_LANES, by instruction: a loop chooses by this comparison of what it has found: loop_data.c */
    int *check_at;     /* by Blk.id: the instruction that stands for the checks at its head, or -1 */
    bool *dead;        /* by instruction: pure, and nobody wants its results, or unreachable */
    RegInfo *reg;
    int nreg;
    struct { Node **at; int n, cap; } jumps; /* N_GOTO, N_BREAK, N_CONTINUE */
    struct Cycles *cycles; /* collective_round.c, once it has been asked */
    int rewritten_at;  /* loop_mask_one: where, in the code before */
    struct Plan *plan; /* plan/plan.h */
} Back;

static inline NodeInfo *info(const Node *n) { return n->user; }
static inline bool back_has_chunks(const Back *b) { return b->mode == MODE_LANES || b->mode == MODE_CTA; } /* of threads, not warps */

/* What runs need not be what is written: neither --no-analysis nor --sanitize asks for that. */
static inline bool back_optimizes(const Back *b) { return !b->literal && !b->m->checked; }

/* The only instruction that writes a register, or NULL, as it is for one that came after the analysis. */
static inline const Ins *back_def(const Back *b, int reg)
{
    return reg >= 0 && reg < b->nreg && b->reg[reg].def >= 0 ? &b->fn->ins.at[b->reg[reg].def] : NULL;
}

/* The only instruction that writes the register which the operand is, without a guard; or NULL, as it is for no operand. */
static inline const Ins *back_only_def(const Back *b, const Opnd *o)
{
    const Ins *ins = opnd_is_reg(o) ? back_def(b, o->reg) : NULL;
    return ins && ins->guard < 0 ? ins : NULL;
}

static inline bool back_comes_before(const Back *b, int def, int at) { return cfg_comes_before(b->blk_of, def, at); }

bool back_is_clean(const Back *b, int at); /* in front of the instruction no thread may have written memory; uniform.c */

/* One instruction writes the register, whole, and nothing reads it before. */
static inline bool back_one_value(const Back *b, int reg)
{
    const Ins *ins = back_def(b, reg);
    return ins && ins->guard < 0 && b->fn->regs.at[reg]->vec <= 1 && !live_has(b->fn->blk[0]->live_in, reg);
}

/* Chooses the values' shapes and which nodes run per lane.  False (b->why set) when the mode can't run the function. */
bool uniform_analyse(Back *b);
/* The same without any analysis: every value differs between lanes. */
void uniform_prepare(Back *b, Node **trees, int n);
/* The value that instruction at gives its destination, from what is known of its inputs; with checks or without. */
Val uniform_guess(Back *b, int at, bool checks);
Spec uniform_check_for(Back *b, int at); /* the check that takes; SPEC_NONE: none */
/* Lets what is known of the registers that are open fall from nothing until it holds behind those n instructions, with checks or without: what they
 * were worth if nothing else wrote them, and all lanes went the same way. */
void uniform_suppose(Back *b, const bool *open, const int *at, int n, bool checks);

/* ---- uniform_value.c -------------------------------------------------------------------------------------------- */

Val uniform_opnd(const Back *b, const Opnd *o);
Val uniform_arg(const Back *b, const Ins *ins, ArgName name); /* that of an operand; of one that its row lacks, uniform_var */
bool uniform_broadcasts(const Back *b, const Ins *ins); /* a shuffle that gives all lanes that of one (MODE_WARP) */

/* The same with what each operand is multiplied by, if that is known. */
typedef struct LinearSum { const Opnd *of[2]; int64_t by[2]; int n; } LinearSum;
bool uniform_sum(const Back *b, const Ins *ins, LinearSum *s);

/* ---- linear_form.c ---------------------------------------------------------------------------------------------- */

/* sign[0] * x * by, or with shifts x * 2^by, + sign[1] * more + number; by NULL: x alone; more NULL: nothing. */
typedef struct LinearForm { const Opnd *x, *by, *more; bool shifts; int sign[2], number; } LinearForm;
bool linear_form(const Ins *ins, LinearForm *f); /* false: the instruction makes no such sum */
bool linear_counts(const Ins *ins, int reg); /* it gives the register a number, or adds one to it */
const Opnd *linear_step(const Ins *ins, int reg); /* what it always adds to what the register has, in the register itself; NULL: it does something else */

/* ---- value_lattice.c -------------------------------------------------------------------------------------------- */

Val uniform_join(Val a, Val v);

/* ---- uniform_flow.c --------------------------------------------------------------------------------------------- */

Level node_level(const Back *b, const Node *n); /* where code directly inside n's parent list runs */

/* ---- lane_range.c: branches that a range of lanes takes --------------------------------------------------------- */

/* What a comparison gives for operands that are worth x and y, if that changes at one lane; else of kind VAL_NONE. */
bool lane_range_wraps(Val aff, Border border);
Val lane_range_value(Back *b, const Ins *ins, Val x, Val y, bool may_check);
typedef struct LaneTest { Border border; int plus; } LaneTest;
/* What a comparison of an affine value (on the left, or swapped: on the right) with a uniform one is; BORDER_NONE: no such one. */
LaneTest lane_range_find(const Ins *ins, bool swapped);
/* What the instruction is for operands that are worth x and y, if it does nothing else; it may yet wrap between lanes.  BORDER_NONE: no such. */
LaneTest lane_range_compares(const Ins *ins, Val x, Val y);
Border border_opposite(Border x);
Border lane_range_side_of(const Back *b, const Ins *br, bool negate); /* the lanes that go to a side of the branch */
bool lane_range_splits(const Back *b, const Node *n); /* each side of the branch is for a range of lanes */

/* ---- never_nan.c ------------------------------------------------------------------------------------------------ */

bool *never_nan_find(const Back *b); /* by register: it holds no NaN, read as a float as wide as it is */
bool never_nan_opnd(const bool *numbers, const Opnd *o);
bool *never_signed_find(const Back *b, const bool *numbers); /* likewise: it holds +0 or more, or NaN; numbers: never_nan_find's */
bool never_signed_opnd(const bool *signless, const Opnd *o);

/* ---- quiet_nan.c ------------------------------------------------------------------------------------------------ */

bool *quiet_nan_find(const Back *b); /* by register: nothing tells whether a NaN in it is quiet */

/* ---- float_range.c ---------------------------------------------------------------------------------------------- */

/* Whether a floating-point operand of that type is a number above low and below high, whatever is computed. */
bool float_range_within(const Back *b, const Opnd *o, Type t, double low, double high);
/* No value of an integer operand of that type is, as unsigned, above it. */
uint64_t float_range_most(const Back *b, const Opnd *o, Type t);

/* ---- single_lane.c ---------------------------------------------------------------------------------------------- */

/* Whether the predicate, or its opposite, holds for one lane at most. */
bool single_lane_holds(const Back *b, int pred, bool holds);

/* ---- warp_affine.c: integers of warps that are known but for the warp's place in its row ------------------------ */

/* v, the linear combination a * ka + b * kb, with what is known of it. */
Val warp_affine_linear(Val v, Val a, int64_t ka, Val b, int64_t kb, Type t);
bool warp_affine_widens(Val a); /* a number of 32 bits is the same in 64 */
/* Whether a & mask and a >> by are known again, and as what; mask is 2^k - 1 or all bits above these. */
bool warp_affine_mask(Val a, uint64_t mask, Val *v);
bool warp_affine_shr(Val a, uint64_t by, Val *v);
/* Whether the comparison comes out the same for all lanes of any warp. */
bool warp_affine_compares_alike(Val a, Val b, unsigned cmp, Type t);
/* The first lane for which the comparison comes out as asked, in each warp; 32 where it does for none.  False: not known. */
bool warp_affine_lane(Val a, Val b, unsigned cmp, Type t, bool holds, int *lane);
bool warp_affine_differs(Val a, Val b); /* whether lanes may compare differently in each warp alike */
void warp_affine_build(Back *b); /* RegInfo.known */

/* ---- bit_field.c: bit fields of integers that grow evenly ------------------------------------------------------- */

int field_zeros(uint64_t x); /* so many of its lowest bits are 0; 63 of 0 */
/* v, the linear combination a * ka + b * kb, with what is known of its bits. */
Val field_linear(Val v, Val a, int64_t ka, Val b, int64_t kb, Type t);
/* What a & mask, a >> by, x | y (either: x ^ y) are, if that grows evenly or is the same for all lanes of a chunk. */
bool field_and(Back *b, Val a, uint64_t mask, Type t, Val *v);
bool field_shr(Back *b, Val a, uint64_t by, Type t, Val *v);
bool field_or(Back *b, Val x, Val y, bool either, Val *v);

/* ---- cta_affine.c: integers that grow evenly over the CTA ------------------------------------------------------- */

/* Whether the check of instruction at can be made once for the CTA. */
bool cta_affine_checks(const Back *b, int at);
enum { PLANE_LEAVES = 6 }; /* longer ones are no gain to read */
/* Whether a minimum or maximum can be asked once for the CTA to be the operand that differs in it (Back.inner). */
bool cta_affine_clamps(const Back *b, int at);
/* Whether a comparison of places in the grid can be asked once for the CTA, in front of instruction number user, to hold for all threads, or
 * for none. */
bool cta_affine_compares(const Back *b, int at, int user);
/* The registers that it then reads; their number. */
int cta_affine_inputs(const Back *b, int at, int reg[PLANE_LEAVES]);
/* A number of the CTA, as a sum of products; a NULL a of a sum is 0. */
typedef enum CtaTermKind { CTA_NUMBER, CTA_OPND, CTA_PLUS, CTA_MINUS, CTA_TIMES } CtaTermKind;
typedef struct CtaTerm {
    CtaTermKind kind;
    uint32_t number;
    const Opnd *o;
    const struct CtaTerm *a, *b;
} CtaTerm;
/* What instruction at is checked for: thread (x, y) has base + row * y + step * x; which of its operands that is; what a minimum or
 * maximum compares that with. */
typedef struct CtaAffine { const CtaTerm *base, *row, *other; int64_t step; int operand; } CtaAffine; /* NULL: 0 */
CtaAffine cta_affine_of(const Back *b, int at);
/* By how many bytes the places in shared memory that threads load or store grow from row to row of the CTA, where they grow from thread to
 * thread; -1: that is not known. */
int64_t cta_affine_row(const Back *b, int at);
/* Of an instruction by which all threads store to shared memory, side by side: how many of a row have room in front of the next row, at most
 * CHUNK_LANES; 0: that is not known. */
int cta_affine_pitch(const Back *b, int at);

/* ---- cta_merge.c ------------------------------------------------------------------------------------------------ */

/* Whether neighbouring CTAs of a row of the grid may be run as one; of a kernel without barriers and collectives. */
bool kernel_merges(Arena *a, const Fn *fn);

/* ---- spin_loop.c: loops that wait for other threads ------------------------------------------------------------- */

bool *spin_loops(Arena *a, Fn *fn); /* by Blk.id: headers of such loops; needs blocks */
void clocks_find(Module *m);        /* clock_use.c: Module.clocked */
bool loop_meets_each_round(const Fn *fn, const Blk *header); /* all threads of the CTA meet at a barrier in each round */
bool fn_may_spin(const Fn *fn);     /* it may have such a loop; from its text alone */
bool loop_tries(Arena *a, Fn *fn, Blk *header); /* try_loop.c: it goes on only where atom.cas has failed, and waits for nobody */

/* ---- vector_dependence.c ---------------------------------------------------------------------------------------- */

/* whether instruction `at` must not stand in one vectorised loop with the accesses before it, n instructions for
 * which dependence_counts; that one is an access to keep account of. */
bool dependence_breaks(const Back *b, const int *before, int n, int at);
bool dependence_counts(const Back *b, const Ins *ins);

/* ---- lane_truth.c: lanes of a warp in a row of its CTA, as bits ------------------------------------------------- */

/* Whose value each lane gets by a shuffle by constants, and the lanes for which there is one (manual 9.7.9.6). */
bool shuffle_sources(const Back *b, const Ins *ins, int from[32], uint32_t *in_range);
/* The lanes for which a predicate always holds, if it does or doesn't for each of them. */
bool lanes_where(const Back *b, int pred, bool negate, uint32_t *lanes);
/* The lanes that may come to an instruction and do it. */
uint32_t lanes_at(const Back *b, int at);

/* ---- dead_code.c ------------------------------------------------------------------------------------------------ */

void dead_find(Back *b);

/* ---- gather.c ---------------------------------------------------------------------------------------------------- */

const Opnd *gather_operand(const Ins *ins);              /* that says which memory is accessed, or NULL */
bool gather_has_vectors(const Back *b, const Ins *ins);  /* processors read or write vectors like that; of scattered writes there are none */
enum { GATHER_WORDS = 4 };
/* Loads may be done at once: not in wide chunks, where what is kept meanwhile takes longer than words gathered one by one. */
bool gather_has_chunks(const Back *b);
bool gather_is_own(const Back *b, const Ins *ins);       /* a weak load at each lane's own place */
bool gather_is_far(const Back *b, const Ins *ins);       /* one at places that grow by more than a vector reaches */
bool gather_is_whole(const Back *b, const Ins *ins);     /* of four words of 32 bits */
bool gathers_at_once(const Back *b, const Ins *ins);     /* which is done so where all lanes of a chunk come to it */
bool scatters_at_once(const Back *b, const Ins *ins);    /* a store of four words that is done so where all lanes of a warp do */

#endif
