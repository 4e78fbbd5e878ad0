/* back.h: what the passes of the back end share: uniform.c, region.c, lower.c, emit_fn.c, emit.c, scheduler_regions.c.
 *
 * A function is translated in one of these modes:
 *   MODE_FUNC   a device function: one thread, scalar C
 *   MODE_LANES  a kernel whose threads never meet: chunks of neighbouring threads, each chunk on its own
 *   MODE_CTA    a kernel with CTA barriers but no warp operations: chunks, phases between barriers
 *   MODE_WARP   a kernel with warp collectives: chunks are warps, execution under masks
 *   MODE_SCHED  anything else: each thread has a program counter, the scheduler runs the lowest */
#ifndef PTX2C_BACK_H
#define PTX2C_BACK_H

#include "compiler.h"

/* ---- c_name.c --------------------------------------------------------------------------------------------------------------- */

const char *c_name(const char *ptx);  /* exported C name of a PTX symbol, injective */
const char *c_kernel_name(const char *ptx); /* of a kernel's launch function */
void c_link_prefix(const char *prefix); /* what stands before the C names that other modules may link to; NULL: nothing */
const char *c_linked(const Sym *s, const char *name); /* a symbol's C name with that, where it is one of them */
const char *c_module(void);                 /* the module's object */
void c_undefine(const Module *m, Str *out);
const char *c_symbol_name(const char *ptx); /* the same of a variable or device function, which no local name hides */
const char *c_short_name(const Sym *s); /* of a function's own variable or parameter, without the function's name */
bool c_reserved(const char *name);    /* a keyword, library or runtime name */
bool c_is_own(const char *name);      /* what generated files call variables of their own */

typedef enum Mode { MODE_FUNC, MODE_LANES, MODE_CTA, MODE_WARP, MODE_SCHED } Mode;

enum { CHUNK_LANES = 32 }; /* of a chunk unless something speaks against it; of a warp */
enum { QUOTIENT_LANES = 16 }; /* PTX2C_QUOTIENT_LANES */

/* Where code runs, outermost first: once for the CTA, once for a chunk (or warp), once for each lane. */
typedef enum Level { LV_CTA, LV_CHUNK, LV_LANE } Level;

/* ---- uniform.c: what is known of each register's value -------------------------------------------------------------- */

typedef enum ShapeKind { VAL_NONE, VAL_UNI, VAL_AFF, VAL_VAR } ShapeKind; /* order of the lattice */

typedef struct Val {
    uint8_t kind;
    uint8_t level;   /* of VAL_UNI: LV_CTA or LV_CHUNK; VAL_AFF is LV_CHUNK */
    uint8_t run;     /* 1 + s: lanes of a chunk that begins at a multiple of its width agree in the bits from number s on; 0: not known */
    uint8_t zeros;   /* so many of the lowest bits are 0 in all lanes, at least */
    uint8_t several; /* of a predicate: 1 + what it is in each chunk of several lanes; 0: not known */
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

/* lane_range.c: a predicate that is true for a range of a chunk's lanes; its variable holds the lane's number where it changes:
 * true below it, from it on, only at it, for all but it.  Where it changes at none that is the number of lanes. */
typedef enum Border { BORDER_NONE, BORDER_BELOW, BORDER_FROM, BORDER_AT, BORDER_BUT } Border;

/* What a run-time check has to prove: no lane wraps (signed, unsigned); a comparison is the same for all lanes; the
 * lanes agree in the upper bits (behind the constant of an and or shr). */
typedef enum Spec {
    SPEC_NONE, SPEC_STEPS_S, SPEC_STEPS_U, SPEC_COMPARE, SPEC_SPAN,
    SPEC_CLAMP, /* no lane's minimum or maximum is the other operand, or there is only one lane */
    SPEC_APART, /* no lane's number is equal to the other operand, likewise */
    SPEC_CHOICE, /* a selp takes the operand that is the same for all lanes */
    SPEC_QUOTIENT, /* the lanes' quotients are the same; where the chunk is cut for that: and the divisor is not small */
    SPEC_LOCAL = 0x80, /* with one of these: it fails to the slow version that versioning.c made */
    SPEC_PLANE = 0x40, /* likewise: it is made once for the CTA: cta_affine.c */
    SPEC_HEAD = 0x20   /* SPEC_LOCAL, MODE_LANES: no lane has touched memory yet, so the chunk may still be cut */
} Spec;
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
    int place;       /* among the kids of the node around it */
    Node *to, *around; /* of a jump: the loop or label that it belongs to; the innermost node around both */
} NodeInfo;

typedef enum Store { ST_NONE, ST_FOLD, ST_SCALAR, ST_LOCAL, ST_LANES, ST_STATE, ST_STATE_SCALAR } Store;

typedef struct Item Item;
typedef struct Items { /* a list of items; at, n, cap as in Array */
    Item **at;
    int n, cap;
    Item *owner;   /* NULL: the function */
    Level level;
    int depth;
    int declared;  /* jump_check.c: the last item with declarations in front of it, or -1 */
} Items;

/* In a loop over lanes for several rows (unroll_jam.c) a chunk's scalar is the same for all, each row's own, or that and read in
 * the loop over lanes. */
typedef enum Row { ROW_SAME, ROW_OWN, ROW_EACH } Row;

/* A chunk's scalar that lives across barriers has a C variable in each loop over chunks that refers to it. */
typedef enum Cached { CACHE_NONE, CACHE_LOADED /* at the head */, CACHE_MADE /* by its first reference, a write */,
               CACHE_DECLARED /* emit_state.c: its declaration stands at the head */ } Cached;

/* The first mention of a register in a loop over lanes: a write that is always done, or another. */
typedef enum Copy { COPY_NONE, COPY_MADE, COPY_READ } Copy;

/* A number that C compilers are not to see: S<value>, a step from lane to lane in bytes, or N<value>, what an integer is compared with. */
typedef struct Hidden { char letter; int64_t value; } Hidden;

/* The constants that branches ask a register for; n is one more than fit when there are more. */
enum { COMPARED_FEW = 4 };
typedef struct Compared { int n; uint32_t with[COMPARED_FEW]; } Compared;

typedef struct RegInfo {
    Val val;
    int ndef, nuse;
    int def;          /* its only defining instruction, or -1 */
    int declared;     /* the instruction that is printed with its type, or -1 */
    uint8_t store;
    bool known;       /* ST_FOLD: its uses print what warp_affine.c knows of it */
    bool again;       /* ST_FOLD: a comparison of scalars, or what scheduler_regions.c finds to be given, that its uses make anew */
    bool remade;      /* ST_STATE_SCALAR: each loop over chunks that reads it makes it anew, instead of keeping it */
    bool wanted;      /* some needed instruction reads it */
    bool param;       /* a parameter of the C function: declared there */
    bool entry_live;  /* may be read before it is written */
    bool guards;      /* it guards a branch */
    bool address;     /* address_width.c: its variable has the type of the host's addresses */
    bool fold_primary;
    uint8_t cached;   /* ST_STATE_SCALAR, in the current loop over chunks: Cached */
    bool changed;     /* likewise: and written there */
    uint8_t row;      /* Row */
    int32_t row_step; /* of ROW_SAME: row j has this much more times j; 0: nothing */
    Node *scope;      /* innermost node that holds all its references */
    const char *name; /* C name */
    const char *fold; /* ST_FOLD: the text to use instead */
    const char *fold_not; /* ST_FOLD of an integer comparison: its opposite, or NULL */
    Items *list;      /* where it is declared: in this list, at or before item at */
    int at;
    const char *lane_name; /* ST_LANES: of that variable */
    bool copied;      /* ST_STATE, ST_LANES: in the current loop over lanes it is a variable; for that, state_promotion.c notes: */
    uint8_t copy;     /* its first mention there: Copy */
    bool copy_wanted; /* it is written under a condition */
    bool copied_early; /* some loop over lanes reads it so where some lanes may have no value yet */
    int copy_at;      /* COPY_MADE: the instruction */
    bool by_address;  /* MODE_SCHED: a predicate of which an instruction takes the address */
    bool place_taken; /* ST_STATE of MODE_SCHED: it takes turns in the place of a register before it */
    int place_next;   /* likewise: the next register of which no lane needs both at once, or -1 */
} RegInfo;

/* A region of a function in MODE_SCHED. */
typedef struct Part {
    Blk *entry;
    int sync;      /* the barrier or collective it starts with, or -1 */
    Node *tree;
    Item *head;    /* the part of its code before that from which on order matters, as a group of lanes, or NULL */
    Item *group;   /* its code, or the rest of it, likewise */
    bool exits;    /* some lanes may exit in it */
    bool flows;    /* all lanes go on in the next region, where no others are */
} Part;

typedef struct Back {
    Arena *a;
    Module *m;
    Fn *fn;
    Mode mode;
    int width;         /* lanes of a chunk at most */
    int narrow;        /* chunks are to have so many lanes, and no more; or 0 */
    const char *weighed; /* for --explain: why; or NULL */
    bool aligned;      /* what is known of some value holds only in chunks within width threads from a multiple of width on */
    bool rows;         /* warps lie in rows: %tid.x is affine (MODE_WARP) */
    bool literal;      /* no analysis: every value per lane */
    bool by_ranges;    /* MODE_LANES: what loops ask anew each round parts the lanes, instead of ending the chunk */
    bool by_quotients; /* MODE_LANES: chunks end where the quotient of a thread's number by what is the same for all changes */
    bool cta_loads;    /* what threads load from one address between two barriers is loaded once for the CTA, which only
                        * one thread of the host runs: were there a race after all, its threads would part */
    Node *tree;
    Node **node_of;    /* by Blk.id */
    Blk **blk_of;      /* by instruction; NULL when unreachable */
    bool *dirty_in;    /* by Blk.id: memory may have been written before */
    uint8_t *spec;     /* by instruction: Spec */
    int *check_at;     /* by Blk.id: the instruction that stands for the checks at its head, or -1 */
    bool *dead;        /* by instruction: pure, and nobody wants its results */
    RegInfo *reg;
    int nreg;
    struct { Node **at; int n, cap; } jumps; /* N_GOTO, N_BREAK, N_CONTINUE */
    const char *why;   /* why this mode can't do it (then MODE_SCHED) */
    int why_ins;
    struct Cycles *cycles; /* collective_round.c, once it has been asked */
    /* scheduler_regions.c */
    Part *regions;
    int nregions;
    int *region_of;    /* by Blk.id */
    bool *waiting;     /* by Blk.id: header of a loop that waits for other threads */
    /* region.c */
    Items root;
    int nmasks, ngroups;
    bool has_state, has_checks, has_spec;
    bool has_rows;     /* some Item.rows */
    Array(Hidden) hidden; /* numbers that are written with names */
    Compared *compared; /* lower_value.c, by register; NULL: not looked for yet */
    uint64_t local_bytes; /* emit_local_bytes: 1 + bytes of .local memory; 0: not asked yet */
    int words;         /* bytes of a word of .local memory, which lies as local[word][lane]; 0: as local[lane][byte] */
    bool cc_lanes;     /* the carry flag lives across lane loops */
    bool cc_read;      /* some instruction that is not dead reads the carry flag */
    bool ok;           /* this mode can run the function */
    int gotos;
    int call_groups;   /* loops over lanes, and device functions, that have had their variables of calls declared */
    int rewritten_at;  /* loop_mask_one: where, in the code before */
    bool stack;        /* MODE_FUNC: has alloca */
} Back;

static inline NodeInfo *info(const Node *n) { return n->user; }

/* Chooses the values' shapes and which nodes run per lane.  False (b->why set) when the mode can't run the function. */
bool uniform_analyse(Back *b);
/* The same without any analysis: every value differs between lanes. */
void uniform_prepare(Back *b, Node **trees, int n);
Val uniform_opnd(const Back *b, const Opnd *o);
/* The value that instruction at gives its destination, from what is known of its inputs; with checks or without. */
Val uniform_guess(Back *b, int at, bool checks);
bool uniform_needs_check(Back *b, int at); /* whether that takes a check */
Val uniform_join(Val a, Val v);
Level node_level(const Back *b, const Node *n); /* where code directly inside n's parent list runs */

/* ---- lane_range.c: branches that a range of lanes takes ---------------------------------------------------------------- */

/* What a comparison gives for operands that are worth x and y, if that changes at one lane; else of kind VAL_NONE. */
Val lane_range_value(Back *b, const Ins *ins, Val x, Val y, bool may_check);
typedef struct LaneTest { Border border; int plus; } LaneTest;
/* What a comparison of an affine value (on the left, or swapped: on the right) with a uniform one is; BORDER_NONE: no such one. */
LaneTest lane_range_find(const Ins *ins, bool swapped);
/* What the instruction is for operands that are worth x and y, if it does nothing else; it may yet wrap between lanes.  BORDER_NONE: no such. */
LaneTest lane_range_compares(const Ins *ins, Val x, Val y);
Border border_opposite(Border x);
Border lane_range_side_of(const Back *b, const Ins *br, bool negate); /* the lanes that go to a side of the branch */
bool lane_range_splits(const Back *b, const Node *n); /* each side of the branch is for a range of lanes */

/* ---- warp_affine.c: integers of warps that are known but for the warp's place in its row --------------------------------- */

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
void warp_affine_build(Back *b); /* chooses the registers that need no variable: RegInfo.known */

/* ---- bit_field.c: bit fields of integers that grow evenly -------------------------------------------------------------- */

int field_zeros(uint64_t x); /* so many of its lowest bits are 0; 63 of 0 */
/* v, the linear combination a * ka + b * kb, with what is known of its bits. */
Val field_linear(Val v, Val a, int64_t ka, Val b, int64_t kb, Type t);
/* What a & mask, a >> by, x | y (either: x ^ y) are, if that grows evenly or is the same for all lanes of a chunk. */
bool field_and(Back *b, Val a, uint64_t mask, Type t, Val *v);
bool field_shr(Back *b, Val a, uint64_t by, Type t, Val *v);
bool field_or(Back *b, Val x, Val y, bool either, Val *v);

/* ---- cta_affine.c: integers that grow evenly over the CTA --------------------------------------------------------------- */

/* Whether the check of instruction at can be made once for the CTA. */
bool cta_affine_checks(const Back *b, int at);
enum { PLANE_LEAVES = 6 }; /* longer ones are no gain to read */
/* The registers that it then reads; their number. */
int cta_affine_inputs(const Back *b, int at, int reg[PLANE_LEAVES]);

/* ---- cost_model.c: what code takes a thread ------------------------------------------------------------------------------ */

int64_t cost_of(const Back *b); /* for chunks of b->width lanes, in units of its own */
bool cost_wants_fields(const Back *b); /* narrower chunks may know more of bit fields */
bool cost_walks(const Back *b); /* lanes that go round a loop together each walk through memory of their own */
void cost_mark_walks(Back *b); /* Item.singly of the loops over lanes that do that */
/* Whether some lanes alone read or write less than a word; masked: they are all that way.  Where vectors have no masks for that
 * compilers do it lane by lane. */
bool cost_has_narrow(const Back *b, const Items *list, bool masked);
void cost_mark_branches(Back *b); /* likewise, and Item.narrow, of those with branches */
/* Whether what each by-th lane does (0: not known which) is done for one after another sooner than as vectors under masks. */
bool cost_prefers_steps(const Back *b, const Items *list, int by);
/* What items first to end - 1 of a loop over lanes take a lane that does them alone, and as vectors; and what it takes that n registers
 * are kept from such a loop to another. */
int64_t cost_of_lanes(const Back *b, const Items *list, int first, int end);
int64_t cost_of_vectors(const Back *b, const Items *list, int first, int end);
int64_t cost_of_shared(const Back *b, int n);
bool cost_has_vectors(const Back *b, const Ins *ins); /* processors read or write vectors like its operand */
int64_t cost_memory(const Back *b); /* bytes of global memory that come to the nearest cache for one lane, about */
int64_t cost_of_quotients(const Back *b); /* with what short chunks take where these are known to be (Back.by_quotients); INT64_MAX: it has none */
int cost_near_lines(void); /* so many lanes may do that at once */
/* A number of the CTA, as a sum of products; a NULL a of a sum is 0. */
typedef enum CtaTermKind { CTA_NUMBER, CTA_OPND, CTA_PLUS, CTA_MINUS, CTA_TIMES } CtaTermKind;
typedef struct CtaTerm {
    CtaTermKind kind;
    uint32_t number;
    const Opnd *o;
    const struct CtaTerm *a, *b;
} CtaTerm;
/* What instruction at is checked for: thread (x, y) has base + row * y + step * x; which of its operands that is. */
typedef struct CtaAffine { const CtaTerm *base, *row; int64_t step; int operand; } CtaAffine; /* NULL: 0 */
CtaAffine cta_affine_of(const Back *b, int at);

/* ---- versioning.c ------------------------------------------------------------------------------------------------------ */

/* Gives one region that would gain by it a fast and a slow version.  True: the function's instructions are others now,
 * and everything about them must be made anew. */
bool version_one(Back *b);

/* ---- cta_merge.c ------------------------------------------------------------------------------------------------------- */

/* Whether neighbouring CTAs of a row of the grid may be run as one; of a kernel without barriers and collectives. */
bool kernel_merges(Arena *a, const Fn *fn);

/* ---- volatile_shared.c -------------------------------------------------------------------------------------------------- */

/* Makes volatile accesses of .shared memory weak ones.  True: as version_one. */
bool volatile_weaken(Back *b);

/* ---- warp_collective.c -------------------------------------------------------------------------------------------------- */

/* Makes chains of shuffles scans and reductions.  True: as version_one. */
bool warp_collective(Back *b);

/* ---- loop_masking.c ----------------------------------------------------------------------------------------------------- */

/* Turns one loop that lanes leave at different times, if that is worth it, into one that all lanes go round together,
 * under a mask; Back.rewritten_at: the first instruction that was to be skipped, in the code before.  True: as version_one. */
bool loop_mask_one(Back *b);
/* The analysis of the new code shows that what was done should not have been: it is to be taken back. */
bool loop_mask_failed(const Back *b);
/* Makes ifs in each other that hold arithmetic alone straight code of selections.  True: as version_one. */
bool if_convert(Back *b);
bool loop_mask_has(const Fn *fn); /* it holds such a loop */

/* ---- reroll.c ---------------------------------------------------------------------------------------------------- */

/* Puts one loop that the compiler has unrolled, and that lanes go round by themselves, together again.  True: as version_one. */
bool reroll_one(Back *b);

/* ---- sign_test.c ------------------------------------------------------------------------------------------------------- */

/* Tests the signs of numbers one by one that were tested at once, where lanes then can agree.  True: as version_one. */
bool sign_test_split(Back *b);

/* ---- lane_transposition.c: x and y of a kernel that merges (cta_merge.c) in each other's place ----------------------------- */

bool transposition_applies(const Fn *fn); /* it asks for the thread's place along y */
void transpose_lanes(Module *m, Fn *fn);
void transpose_extents(Fn *fn);           /* .reqntid and .maxntid; again: as they were */

/* ---- condition_split.c ------------------------------------------------------------------------------------------------- */

/* Makes a branch on several conditions at once, some of which hold for a range of lanes, one on each.  True: as version_one. */
bool condition_split(Back *b);
bool condition_parts(const Back *b); /* it has set Ins.parts somewhere */

/* ---- address_hoisting.c ------------------------------------------------------------------------------------------------------ */

/* Moves address arithmetic to the kernel's beginning where it can be proved not to wrap.  True: as version_one. */
bool hoist_addresses(Back *b);
/* Moves it out of what lanes do by themselves where it is known how addresses grow from lane to lane.  True: as version_one. */
bool hoist_from_lanes(Back *b);

/* ---- store_sinking.c --------------------------------------------------------------------------------------------------------- */

/* Leaves of several stores to one place behind each other one.  True: as version_one. */
bool store_sink(Back *b);
/* register_shadow.c: --sanitize=init: before inlining. */
void registers_shadow(Module *m, Fn *fn);
/* single_round.c: a loop of a function with blocks that most threads go round once, as such; alike: by register: what is the same for
 * all threads, which does not count rounds.  Whether chunks can tell that it holds. */
bool single_round(Module *m, Fn *fn, const bool *alike);
bool single_round_holds(const Back *b);
bool short_division(Module *m, Fn *fn); /* short_division.c: of a function with blocks */

/* ---- sinking.c --------------------------------------------------------------------------------------------------------------- */

/* Moves what one way behind a branch replaces to the other way.  True: as version_one. */
bool sink_moves(Back *b);
bool branch_interchange(Back *b);

/* ---- induction_split.c ---------------------------------------------------------------------------------------------------- */

/* Makes numbers that all threads of a CTA advance alike a sum of the CTA's and what they begin with.  True: as version_one. */
bool induction_split(Back *b);

/* ---- remaking.c ------------------------------------------------------------------------------------------------------------ */

/* Makes what lanes compare and clamp anew behind barriers, from what is known there.  True: as version_one. */
bool remake(Back *b);

/* ---- local_layout.c ------------------------------------------------------------------------------------------------------ */

/* Chooses how the lanes' .local memory lies: Back.words. */
void local_layout_choose(Back *b);
/* Whether a memory operand in .local is at a constant offset, but for its own; which. */
bool local_layout_constant(const Back *b, const Opnd *o, int64_t *at);

/* ---- array_sharing.c ------------------------------------------------------------------------------------------------------ */

/* Gives values of straight code that are arrays of a warp's lanes one array, where one begins as the other ends. */
void array_sharing_build(Back *b);

/* ---- emit_texels.c ------------------------------------------------------------------------------------------------ */

/* Whether an instruction that all lanes of a chunk come to reads a texture for all of them at once. */
bool texels_at_once(const Back *b, const Ins *ins);

/* ---- lane_stride.c ------------------------------------------------------------------------------------------------------ */

/* Finds loops over lanes that only each second, third, ... lane has something to do in. */
void lane_strides_find(Back *b);
void address_width_find(Back *b); /* address_width.c: RegInfo.address */

/* ---- unroll_jam.c ------------------------------------------------------------------------------------------------------- */

/* Finds loops over lanes that gain by being done for several rows at once. */
void unroll_jam_build(Back *b);

/* ---- spin_loop.c: loops that wait for other threads ------------------------------------------------------------------------ */

bool *spin_loops(Arena *a, Fn *fn); /* by Blk.id: headers of such loops; needs blocks */
bool fn_may_spin(const Fn *fn);     /* it may have such a loop; from its text alone */
bool ins_polls(const Ins *ins);     /* its result is what another thread may just have written */

/* ---- region.c: the function as nested items, cut into lane loops and chunk loops -------------------------------------- */

typedef enum ItemKind { I_INS, I_IF, I_LOOP, I_SWITCH, I_BREAK, I_CONTINUE, I_GOTO, I_LABEL, I_EXIT, I_LEAVE, I_GROUP,
                        I_MASK, I_CHECK } ItemKind;

/* Why lanes do something one after another that they could do side by side: each walks through memory of its own; what few lanes
 * come to is most of it; some alone read or write less than a word. */
typedef enum Singly { TOGETHER, SINGLY_WALKS, SINGLY_SELDOM, SINGLY_NARROW } Singly;

struct Item {
    uint8_t kind;     /* ItemKind */
    uint8_t level;    /* Level; I_GROUP: the level of its content */
    bool negate;      /* I_IF: as Node.negate */
    bool spec;        /* I_GROUP: holds speculative checks */
    bool serial;      /* I_GROUP of lanes: order matters (calls, atomics) */
    Singly singly;    /* likewise: it does not, but lanes one after another are faster than vectors (cost_model.c) */
    bool narrow;      /* likewise: unless vectors of bytes have masks */
    bool rows;        /* I_GROUP of a chunk: unroll_jam.c; of lanes in it: a loop over rows for each statement */
    bool dirty;       /* I_GROUP: something in it writes memory or waits */
    bool shares;      /* likewise, and others see it */
    int stride;       /* I_GROUP of lanes: 1 + the remainder by whose divisor it steps (lane_stride.c), or 0; */
    int stride_test;  /*   what compares it, and */
    bool stride_not;  /*   whether with the other one of 0 and 1; */
    bool stride_sure; /*   the comparison holds for all lanes that it steps to, and nothing else asks for what it is of */
    int ins;          /* I_INS; I_IF, I_SWITCH: the branch */
    int nkid;
    Items *kid;       /* I_IF: then, else; I_LOOP, I_GROUP: body; I_SWITCH: one for each case */
    Node *node;
    int mask;         /* number of the mask that it makes (I_MASK) or runs under; 0 = the warp's own */
    int outer;        /* I_MASK: the mask that it narrows */
    int id;           /* I_GROUP: its number; I_CHECK: the instruction whose check it is, made once for the CTA, or -1 */
    int size;         /* I_GROUP of lanes: instructions in it so far */
    int serial_from;  /* I_GROUP of lanes that is serial: the first item in it for which it is */
    Blk *entry;       /* I_GROUP of a region: its first block */
    Items *in;        /* the list it stands in */
    Array(int) decls; /* registers declared in front of it, or by it */
    int pos;          /* its place there, once the lists are complete */
};

/* vector_dependence.c: whether instruction `at` must not stand in one vectorised loop with the accesses before it, n instructions for
 * which dependence_counts; that one is an access to keep account of. */
bool dependence_breaks(const Back *b, const int *before, int n, int at);
bool dependence_counts(const Back *b, const Ins *ins);

void dead_find(Back *b);
void loop_distribute(Back *b); /* loop_distribution.c */
void scope_number(Items *list, int depth); /* Items.depth, Item.pos */
void scope_carry(Back *b);
void scope_registers(Back *b);
bool region_build(Back *b);
void jump_check(Back *b); /* jump_check.c */
/* Marks registers whose only use can hold their whole definition (ST_FOLD); forward_substitution.c. */
void substitution_build(Back *b);
bool substitution_fits(const Ins *ins); /* its value can be an expression where it is used, if no check belongs to it */
bool substitution_allows(const Back *b, const Ins *ins); /* and none does */
bool substitution_is_constant(const Back *b, const Ins *ins); /* each use prints the value itself */

const char *reg_ctype(const Back *b, int reg); /* C type of a register, which may be a vector */
bool has_exit(const Items *list); /* of some threads, not of the CTA */
/* Whether control may reach the end of the list: the thread's end, in a tree that says all other ways out. */
bool falls_off(const Items *list);
/* Whether lanes may leave the list for elsewhere than its end. */
bool leads_out(const Items *list);
const char *sched_ctype(const Back *b, int reg); /* of a register that a warp keeps from region to region */
bool takes_lead(const Back *b, const Ins *ins); /* Writer.lead */
bool opnd_is_number(const Back *b, const Ins *ins, int arg);
void slot_coloring_share(Back *b);

/* trip_count.c: the head of a loop whose rounds can be counted: … test; check; and; leave unless both. */
typedef struct CountedLoop {
    const Items *in;
    int test;          /* the place of the comparison in the list; the check, and, and branch are next */
    const Ins *compare;
    int counter;       /* register */
    const Opnd *by;    /* what it grows by */
} CountedLoop;
bool trip_count_find(const Back *b, const Items *in, CountedLoop *h);

/* state_promotion.c: RegInfo.copied of the registers that a loop over lanes has as variables; copies: those looked at. */
typedef Array(int) Regs;
void state_promotion_begin(Back *b); /* RegInfo.copied_early of all */
void state_promotion_find(Back *b, const Item *group, const Ins *lead, bool end_exits, const bool *all, Regs *copies); /* all, or NULL: by register: copied anyway, and only these */
void state_promotion_end(Back *b, Regs *copies);

/* ---- lower.c: instructions as C text ------------------------------------------------------------------------------- */

/* C text of a value; prim: needs no parentheses inside a larger expression. */
typedef struct Ex {
    const char *s;
    bool prim;
} Ex;

/* The lanes that a mask stands for, as C text: from <= l < to (or only lane one, unless NULL); a condition that there are
 * some.  MODE_WARP: those of them that are in mask. */
typedef struct Range { const char *from, *to, *some, *one, *mask; } Range;

/* What a check has proved: the register's lanes don't wrap as numbers of that type. */
typedef struct Proof {
    int reg;
    const char *type; /* "s32" … */
    const Blk *blk;
} Proof;

/* The code being written for one function. */
/* sanitize_probe.c: with all checks; none but those; only notes of what is stored; without the checks that it makes. */
typedef enum WrittenAs { LANES_CHECKED, LANES_PROBED, LANES_MARKED, LANES_SURE } WrittenAs;

typedef struct Writer Writer;
struct Writer {
    Back *b;
    Str *out;
    const EmitOptions *o;
    const struct Kernel *k; /* of a kernel's functions */
    int indent;
    bool lane;          /* inside a loop over lanes: affine values are those of lane l */
    bool vectors;       /* with lane: C compilers are to make vectors of the loop */
    bool last;          /* with lane: those of the chunk's last lane */
    const char *part;   /* with lane: a condition for the lanes that are meant, others are there as well (emit_padding.c); or NULL */
    int mask;           /* the current mask (MODE_WARP, MODE_CTA) */
    Array(Range) ranges; /* by mask, where from is not NULL */
    bool uses_thread;   /* the text needs a ptx2c_thread */
    bool phases;        /* a CTA function: chunks' values live in s across barriers */
    const Ins *ins;     /* for messages */
    Str notes;          /* --annotate: PTX folded into the next statement */
    int noted;          /* how many instructions that are */
    int at_line;        /* --debug: C belongs to that line of PTX up to the next instruction; 0: to none */
    Array(int) cached;  /* registers with RegInfo.cached */
    Regs copies;        /* registers with RegInfo.copy */
    const Ins *lead;    /* MODE_SCHED: the result of this collective, */
    const char *lead_text; /* which is this, is taken at the head of the next loop over lanes */
    bool rows, row;     /* in a loop over chunks that runs R rows at once; in it, in a loop over them */
    Array(Proof) proved; /* by the checks written so far */
    bool unbroken;      /* a line, however long, is a statement */
    bool straight;      /* directly in the loop over chunks: done once, in order */
    struct Fence *breaks; /* emit_fn.c */
    struct Link *links; /* emit_chain.c: by register; NULL: not needed so far */
    int loops;          /* likewise: how many were looked at */
    int labels;
    bool end_exits;     /* MODE_SCHED: a lane that reaches the group's end exits */
    uint8_t lanes;      /* WrittenAs: the loop over lanes */
    bool marks;         /* LANES_PROBED: LANES_MARKED follows */
    const bool *needed; /* LANES_PROBED, _MARKED: by register: what it computes; else NULL */
    int region;         /* MODE_SCHED: the region being written */
    void (*remake)(Writer *w, const Ins *ins, Ex *value); /* lower_ins: of RegInfo.again, the value of an operand */
};

/* A register with RegInfo.known. */
Ex warp_affine_text(Writer *w, int reg);
const char *c_type(Type t);      /* the C type of a register of that type */
const char *c_slot_type(Type t); /* the C type of an instruction's operand of that type */
Ex lower_reg(Writer *w, int reg);
void lower_cache(Writer *w, int reg, Cached how); /* notes a first reference to a scalar that lives across barriers */
/* Operand number i as a value of its slot's type; how: 0, or u, s, b as in $a.u */
Ex lower_arg(Writer *w, const Ins *ins, int i, char how);
Ex lower_arg_element(Writer *w, const Ins *ins, int i, int k);
Ex lower_value(Writer *w, const Opnd *o, Type slot, char how);
Ex lower_pointer(Writer *w, const Ins *ins, const Opnd *o);
/* Condition of a branch or guard, negated if asked; no outer parentheses. */
const char *lower_cond(Writer *w, int reg, bool negate);
const char *lower_opposite(Arena *a, const Ins *ins, const char *text);
const char *lower_paren(Arena *a, Ex e);   /* fit for any place in an expression */
/* The statements of an instruction (not control flow, calls or barriers), each ended by ';' and a newline, indented.
 * When the value of its only destination can be used in place, fold (if not NULL) receives it and nothing is written. */
void lower_ins(Writer *w, const Ins *ins, Ex *fold);
/* A row's put or get text. */
const char *lower_text(Writer *w, const Ins *ins, const char *text);
void lower_assign(Writer *w, const Ins *ins, const Opnd *d, Type slot, const char *expr, Ex *fold);
const char *lower_sym_offset(Writer *w, const Sym *sym); /* a shared, local or param variable's offset in its window */
void line(Writer *w, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* Breaks the line at the end of out, from start on, where it is too long; indent: of it, in steps of 4 columns. */
void break_line(Str *out, size_t start, int indent);

/* ---- data.c: variables ------------------------------------------------------------------------------------------------ */

/* Where a variable lies in its window; set by data_layout for shared, local and kernel parameters. */
typedef struct Place {
    uint64_t offset;
    const char *name;    /* C name of a variable or function that lives in C; of param variables in device code */
    const char *base;    /* of a kernel: what the names of its parts begin with; kernel_base gives it */
    bool scalar;         /* device-code param variable: a plain C variable of its type */
    bool array;          /* an array (of bytes, for param variables): its name is its address */
    bool used;
    bool read;           /* of a call's param variable: some instruction or call reads it */
    bool kernel_param;   /* a parameter of a kernel: a field of *P */
    bool in_memory;      /* of a scalar one: read as memory, in other widths or through its address, not as its field */
    int group;           /* of a call's param variable: the lane loop it is declared in */
    int first;           /* likewise: the instruction that writes it first there; -1: it is read before */
    const char *lane_name; /* with lanes: of the array */
    bool lanes;          /* of a call's param variable: several lane loops use it, each lane keeps its own */
} Place;

Place *place_of(Sym *sym);
/* Assigns offsets to the module's and functions' shared and local variables and parameters. */
void data_layout(Module *m);
void data_layout_dynamic(Module *m, const Fn *kernel); /* after it: where extern .shared x[] lies in that kernel */
uint64_t data_shared_bytes(const Module *m, const Fn *fn); /* static shared memory of a kernel */
uint64_t local_bytes(const Fn *fn); /* of the variables in the .local window, a multiple of 16 */
void data_emit(Module *m, const EmitOptions *o, Str *out); /* .global and .const variables */
Sym **data_variables(Module *m, int *n); /* those, in the order of the file; marks each with its place there */
bool data_asks_for_constants(const Module *m); /* some instruction asks whether an address is a .const variable's */
long emit_work(Module *m, Fn *kernel); /* instructions of it and of all that it calls; forgets what emit_refuse found */
void emit_refuse(Module *m, const EmitOptions *o); /* what no C can be made of yet, in the kernels that are chosen */

/* ---- emit_fn.c, scheduler_regions.c ------------------------------------------------------------------------------------------------- */

void emit_device(Module *m, Fn *fn, const EmitOptions *o, Str *out);
void emit_kernel(Module *m, Fn *fn, const EmitOptions *o, Str *out);
/* What the names of a kernel's parts in C begin with, so that they are nobody else's: KERNEL_params, KERNEL_run … */
const char *kernel_base(Module *m, const Sym *s);
/* The name of its descriptor, which modules that launch it know if it is not the module's own. */
const char *kernel_object(Module *m, const Sym *s);
const char *device_signature(Module *m, const Sym *proto, const char *name, Arena *a);
bool loops_waiting(Fn *fn); /* some loop waits for other threads; needs blocks */
bool plain_barrier(const Ins *ins); /* all threads of the CTA meet there */
Back *sched_prepare(Arena *a, Module *m, Fn *fn, bool literal);
/* MODE_SCHED: whether a register's value is at hand everywhere: a parameter, an address, the lane's number. */
bool sched_is_given(const Back *b, int reg);
void name_all(Back *b); /* gives registers and local variables their C names */
Sym *name_of_module(const Module *m, const char *name, size_t n); /* the variable or function of that C name, or NULL */
void name_forget(Module *m); /* the table of the module's names that it made */

#endif
