/* emit_fn.h: the C of a function: what the files share that write it. */
#ifndef PTX2C_EMIT_FN_H
#define PTX2C_EMIT_FN_H

#include "emit/emit.h"
#include "plan/passes.h"

/* C text of a value; prim: needs no parentheses inside a larger expression. */
typedef struct Ex {
    const char *s;
    bool prim;
    const char *as_signed; /* the same as an int32_t, where there is such a variable; else NULL */
} Ex;
static inline Ex ex(const char *s, bool prim) { return (Ex){.s = s, .prim = prim}; }
/* As the argument of a C function, which converts it. */
static inline const char *ex_argument(Ex e) { return e.as_signed ? e.as_signed : e.s; }

/* The lanes that a mask stands for, as C text: from <= l < to (or only lane one, unless NULL); a condition that there are
 * some.  MODE_WARP: those of them that are in mask. */
typedef struct Range {
    const char *from, *to, *some, *one, *mask;
    bool part; /* surely not all lanes, whatever from and to are */
} Range;

/* A mask whose first n lanes are left in a loop, and the name of what it was before; or NULL. */
typedef struct StillLanes { int mask; const char *among; } StillLanes;

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
    bool searches;      /* in a search, which each lane may do by itself (emit_parts.c) */
    const char *search_mask; /* with searches: in its loop, which lanes go on */
    bool alike;         /* with vectors: conditions that are the same for all lanes are written as ones of each */
    bool apart;         /* with vectors: lanes read here and there, of which only processors that gather make any */
    bool seldom;        /* with vectors: lanes that begin anywhere do some of it under a condition */
    const Reductions *reductions; /* with lane: operations of which each lane only notes its term (emit_reduction.c); or NULL */
    bool columns;       /* in a loop over lanes whose columns have been found (plan/lanes/column_turning.c) */
    bool updates;       /* with lane: it is in an exchange that all do (plan/items/branchless_update.c) */
    bool last;          /* with lane: those of the chunk's last lane */
    const char *part;   /* with lane: a condition for the lanes that are meant, others are there as well (emit_padding.c); or NULL */
    const char *reads;  /* the loop over lanes reads here and there and does little else: "PICKED": less than words; "SPREAD": words; or NULL */
    bool keeps;         /* the loop over lanes goes on with what it keeps in arrays */
    bool moves;         /* it is an instruction or two: little else than moves */
    bool parts;         /* in a loop over lanes that holds several (emit_parts.c) */
    const char *form;   /* what the macro of the next such loop is given to: PTX2C_SCATTERING or its part; or NULL */
    bool joins;         /* likewise, and branches that all lanes take alike */
    int mask;           /* the current mask (MODE_WARP, MODE_CTA) */
    StillLanes still;   /* MODE_WARP */
    Array(Range) ranges; /* by mask, where from is not NULL */
    bool phases;        /* a CTA function: chunks' values live in s across barriers */
    const Ins *ins;     /* for messages */
    Str notes;          /* --annotate: PTX folded into the next statement */
    int at_line;        /* --debug: C belongs to that line of PTX up to the next instruction; 0: to none */
    Array(int) cached;  /* registers with RegPlan.cached */
    Regs copies;        /* registers with RegPlan.copy */
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
    bool one_row;       /* LANES_SURE: the warp's lanes are neighbours along x */
    const bool *needed; /* LANES_PROBED, _MARKED: by register: what it computes; else NULL */
    int region;         /* MODE_SCHED: the region being written */
    int period;         /* in a loop over the lanes of a period (lane_period.c): 1 + the number in its variables' names, */
    int period_lanes;   /*   and how many they are; of two, */
    int period_lane;    /*   which one it is; */
    bool period_walks;  /*   Item.walks */
    void (*remake)(Writer *w, const Ins *ins, Ex *value); /* lower_ins: of RegPlan.again, the value of an operand */
    void (*list)(Writer *w, Items *list); /* emit_list: what stands in a loop over chunks or lanes */
};

/* A register with RegPlan.known. */
Ex warp_affine_text(Writer *w, int reg);
Ex lower_reg(Writer *w, int reg);
Ex lower_variable(Writer *w, int reg); /* as it is kept: of a register that walks more than its bits */
void lower_cache(Writer *w, int reg, Cached how); /* notes a first reference to a scalar that lives across barriers */
/* Operand number i as a value of its slot's type; how: 0, or u, s, b as in $a.u */
const char *float_literal(Arena *a, Type t, uint64_t bits); /* of a finite number, as short as it may be */
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
/* The instruction's text gives the register its type. */
static inline bool is_declared_at(const Back *b, const RegInfo *g, const Ins *ins)
{
    return g->plan->declared >= 0 && ins == &b->fn->ins.at[g->plan->declared];
}
void lower_ins(Writer *w, const Ins *ins, Ex *fold);
const char *lane_array(const Writer *w, const RegInfo *g); /* of a register of lanes; NULL: it has none */
/* A row's put or get text. */
const char *lower_text(Writer *w, const Ins *ins, const char *text);
void lower_assign(Writer *w, const Ins *ins, const Opnd *d, Type slot, const char *expr, Ex *fold);
void line(Writer *w, const char *fmt, ...) PRINTF_LIKE(2, 3);
void add_term(Str *s, const char *text); /* of a sum */
void block(Writer *w, const char *fmt, ...) PRINTF_LIKE(2, 3); /* a line in front of deeper ones; with "}" first also behind such */
void block_end(Writer *w); /* "}" behind them */
/* A head, which holds only what the text behind it needs, is written last, to another text, and inserted: what was written to before; its end. */
Str *divert(Writer *w, Str *to);
void insert_diverted(Writer *w, Str *out, size_t at);
/* Breaks the line at the end of out, from start on, where it is too long; indent: of it, in steps of 4 columns. */
void break_line(Str *out, size_t start, int indent);

/* C constructs around the current place, innermost first: where break, continue and exits go. */
typedef enum FenceKind { FENCE_LOOP, FENCE_SWITCH, FENCE_LANES, FENCE_CHUNKS, FENCE_MASK } FenceKind;

typedef struct Fence {
    FenceKind kind;
    int end;         /* number of its end label once something jumps there, else -1 */
    struct Fence *up;
} Fence;

const char *lane_range_text(Writer *w, const Ins *ins); /* a comparison as the lane where it changes */
const char *lane_range_alike(Writer *w, const Ins *ins); /* how many lanes compare as the first one does; NULL: not known so */
void lane_range_mask(Writer *w, const Item *it); /* I_MASK: what is needed to know its range */
bool lane_range_in_loop(const Writer *w, const Item *it); /* the bounds of the loop over lanes say all that the branch does */
Range lane_range_of_mask(const Writer *w, int mask);
Range lane_range_side(Writer *w, const Item *it); /* of I_MASK: of all lanes, those that go there */
bool lane_range_is_all(const Writer *w, const Range *r);
bool lanes_end_at_clamps(const Back *b); /* chunks end where lanes are clamped */

/* emit_fn.c: what emit_control.c writes items with. */
void emit_declarations(Writer *w, Item *it); /* of the registers whose scope begins there */
void emit_instruction(Writer *w, Item *it);
void emit_instruction_again(Writer *w, Item *it); /* where what it declares is known already */
int rotation_find(const Writer *w, const Items *in); /* emit_rotation.c: the choice between versions for which a loop has another in it; -1: none */
void emit_line_directive(Writer *w, const Ins *ins); /* --line */
void emit_annotation(Writer *w, const Ins *ins); /* --annotate: kept for the next statement */
void emit_notes(Writer *w);                      /* writes what was kept */
void trace_header(Writer *w, int ins); /* --emit=html: the next statement or header is made from that instruction */
/* A loop of Item.period: the beginning of what whole periods do, which is from there in the output on; and of what other lanes do. */
size_t period_begin(Writer *w, const Item *it);
bool period_lane(Writer *w, int lane); /* the head of a loop for one of a pair, if there are any */
void period_else(Writer *w, const Item *it, size_t from);
/* Writes a register that is known by the place in the period; false: it is not. */
bool period_assigns(Writer *w, const Ins *ins, Ex *fold);
const char *period_more(const Writer *w, const Ins *ins); /* what is to be added to that of the first pair; NULL: nothing */
/* The same for Item.stride, if that suits the mask, or for the lanes between; false: it does not. */
bool lanes_steps_header(Writer *w, const Item *it, bool serial, bool other);
typedef enum LaneOrder {
    ORDER_NONE,      /* side by side, as compilers like */
    ORDER_FILLED,    /* likewise, and a last vector that is not whole may be filled by masks */
    ORDER_APART,     /* side by side, reading at even distances and not all that lies between */
    ORDER_FEW,       /* side by side, with little to do for each, to floats */
    ORDER_LIGHT,     /* likewise, with more to do, each of one or two of a processor's instructions */
    ORDER_BRIEF,     /* side by side, with little to do for each, to no floats */
    ORDER_NARROW,    /* likewise, but branches to bytes and half words in memory are not for vectors without masks for those */
    ORDER_SERIAL,
    ORDER_SERIAL_FEW,   /* with little to do for each */
    ORDER_SERIAL_LOOKUP /* where what is read says what is read next */
} LaneOrder;
void lanes_header(Writer *w, const char *mask, LaneOrder order, int first); /* first: for the first so many lanes alone; 0: for all */
/* emit_lane_head.c */
void lanes_read_ahead(Writer *w, const Item *it); /* what the next chunk reads in the same round of a loop */
LaneOrder lanes_order(Writer *w, const Item *it, bool serial);
/* Whether gcc makes no more versions of the loop for conditions that are the same for all lanes: what is read under such ones it has no
 * vectors for then, but under conditions of each lane. */
bool lanes_hide_alike(const Back *b, const Item *group);
/* Item.skips: what stands behind it is done if a lane does anything of it; false: that is not known before. */
bool lanes_skip_begin(Writer *w, const Item *it);
/* The loop over the lanes that an array marks, where that is all that a loop over lanes asks: the list that it is of, or NULL. */
Items *lanes_marked_begin(Writer *w, const Item *it);
/* Item.chosen: the if that lanes are looked up for, if that can be asked before; behind what stands before it: the mask of
 * those. */
const Item *lanes_choice(const Writer *w, const Item *it);
const char *lanes_chosen(Writer *w, const Item *it, const Item *branch);
/* The declarations of scalars that live across barriers, of those that are made anew where body refers to them; what changed is
 * written back behind text. */
Str cached_state(Writer *w, const char *body, Str *text);

/* emit_control.c */
void emit_list(Writer *w, Items *list);
Writer writer_of(Back *b, Str *out, const EmitOptions *o, const struct Kernel *k); /* what writes code of b to out */
const char *remade_text(Writer *w, int reg); /* RegPlan.remade */
void remade_inputs(Writer *w, int reg, void f(Writer *w, int reg, bool write));
/* Variables of calls that several lane loops use: named as elements of arrays, and declared. */
void emit_spread(Writer *w);
const char *mask_name(Writer *w, int mask);
void emit_return_if_gone(Writer *w); /* emit_kernel.c: the CTA's function ends when no thread is left */
void emit_thread_end(Writer *w, Item *it);

/* A function for chunks of some kind, and the most lanes of them; 0: there is none. */
typedef struct ChunkPart { const char *name; int lanes; } ChunkPart;

typedef struct Kernel {
    Module *m;
    Fn *fn;
    const EmitOptions *o;
    const char *name;       /* C name: NAME_params, NAME_run … */
    const char *way;        /* "" or, behind the names of its functions: for which threads they are */
    const char *state_name; /* C type of what a chunk, warp or thread keeps across barriers */
    Str *out;
    Arena *a;
    Passes passes;
    bool exits;             /* threads may end between barriers */
    bool joins;             /* cta_merge.c */
    ChunkPart inside;       /* chunks away from edges have a function of their own (Back.inside) */
    ChunkPart ranges;       /* likewise chunks that can't be run at once (Back.by_ranges) */
    bool by_bounds;         /* likewise, or at a lane that is clamped; and nothing asks for another round (PSEUDO_AGAIN) */
    bool quotient_keeps;    /* such chunks keep a float or two for all lanes */
    ChunkPart quotient;     /* chunks that end where a quotient changes (Back.by_quotients) */
    bool transposed;        /* it is also made for lanes along y: lane_transposition.c */
    const char *rows;       /* a scheduler's kernel: the function that runs a warp that lies in a row of the CTA to its end; NULL: there is none */
    /* CTAs whose warps lie in such ROWS need no points where lanes meet: how they are run, or NULL; the type of what that keeps, or NULL; its functions */
    struct { unsigned rows; const char *how, *state; Str text; } apart;
    size_t sure, sure_end;  /* where in out a version without checks is (emit_sure); the same: there is none */
    int leads;              /* sanitize_sure.c: how many places the look knows that is written */
    bool looked;            /* it can be looked at before it runs */
    bool uneven;            /* some CTAs are likely to take far longer than others */
    int waits;              /* places at which a CTA waits for others, of all versions; their lines in PTX */
    Str wait_lines;
    Str kept;               /* the members of what is kept of a CTA meanwhile, and the name of its type */
    const char *kept_name;  /* that of the version being written */
    bool kept_any;          /* the version for warps of any kind has one as well */
    bool cta_loads;         /* what memory holds decides how often a barrier is passed: read once, by one thread of the host */
} Kernel;

/* Its functions, of more instructions than that, are not inlined wherever they are called: none is made for each number of lanes. */
enum { INLINE_LIMIT = 1500 };
static inline bool kernel_is_apart(const Kernel *k) { return k->fn->ins.n > INLINE_LIMIT; }

/* emit_chain.c: whether each round of a loop adds to a float several times. */
bool adds_in_order(Writer *w, const Items *loop);

/* unroll_jam.c: the scalars and the loop over lanes of a group with Item.rows */
void unroll_jam_emit(Writer *w, Item *group);
/* emit_last_chunk.c: where the loop over chunks ends early, the end of its body */
void last_chunk_emit(Writer *w, const Item *group);

/* emit_padding.c: whether that loop over lanes may take more of them than are meant; its head */
bool padding_fits(const Writer *w, const Item *group);
void padding_begin(Writer *w);
/* emit_filling.c: whether masks may fill the last vector of that loop over lanes */
bool filling_fits(const Writer *w, const Item *group);
bool filling_fits_gaps(const Writer *w, const Item *group);
/* Whether it goes on with what it keeps in arrays, where masks would be slow; they are the lesser evil where lanes read at even distances. */
bool filling_stalls(const Writer *w, const Item *group);

/* emit_parts.c: how many loops over lanes from that item on are parts of one and go over the same lanes, each by itself; 0: it is none */
int parts_count(Writer *w, const Items *list, int first);
/* How many items from that one on are loops over lanes, and branches between them that all take alike, which each lane may do for itself, and
 * gains by it; 0: they are not. */
int join_count(Writer *w, const Items *list, int first);
bool join_precedes(const Back *b, const Item *it); /* of those: arithmetic for the chunk, that goes in front of them */
/* How many items from that one on are a search, whose lanes go round a loop together, and loops over lanes beside it; 0: it is none. */
int search_count(Writer *w, const Items *list, int first);
bool lanes_read_apart(const Back *b, const Ins *ins); /* a load, each lane's from a place of its own */
const char *search_mask(Writer *w, const Item *loop); /* the array that says which lanes go on; NULL: none */

/* emit_texels.c: a read of a texture, for all lanes at once */
void emit_texels(Writer *w, const Ins *ins);

/* emit_gather.c: a load at each lane's own place, likewise */
void emit_gather(Writer *w, const Item *it);
void emit_scatter(Writer *w, const Ins *ins); /* a store */
void emit_gather_own(Writer *w, const Item *lanes); /* at the head of that loop: of such loads in front of it, where there are no vectors */

/* emit_check.c: before an instruction; behind the head of a fast version (versioning.c) */
void emit_check(Writer *w, const Ins *ins, Spec spec);
void emit_checks_of_head(Writer *w, const Ins *ins);
void emit_single_round(Writer *w, const Ins *ins); /* PSEUDO_ONCE, PSEUDO_AGAIN */
/* In a range of lanes, where the first lane may be clamped: the operand that a minimum or maximum is there, or NULL. */
const Opnd *check_unclamped(const Writer *w, const Ins *ins);
void emit_check_cta(Writer *w, int at); /* the check of that instruction, once for the CTA */

/* emit_kernel.c */
void run_begin(const Kernel *k); /* the head of the function that runs its CTAs, and what follows its last line */
void run_end(const Kernel *k);
const char *local_size(const Fn *fn, Arena *a);

/* emit_launch.c */
void emit_params(Kernel *k); /* their struct */
bool uses_tensor_memory(const Ins *ins);
void kernel_extent(uint32_t to[3], const uint32_t given[3]); /* of a block or a cluster: 1 where a second or a third is not given; or all 0 */
uint64_t const_bytes(const Module *m); /* of its constants */
void emit_descriptor(Kernel *k, const char *state, int unit, bool alone);
void emit_launcher(Kernel *k);
void kernel_launch(const Fn *fn, const char *descriptor, bool cxx, Str *out);
void kernel_signature(const Module *m, const Fn *fn, const EmitOptions *o, Str *out);

/* syscall.c */
bool syscall_emit(Writer *w, const Sym *callee, const Opnd *rets, const Opnd *args); /* false: none of them */

void emit_scheduled(Kernel *k); /* emit_sched.c */

/* emit_wait.c */
const char *prologue_for(Writer *w, const Ins *ins, int arg); /* chunk_prologue for an operand that is read lane by lane; its C */
bool emit_waiting(Writer *w, const Item *it, Pseudo pseudo); /* false: the CTA does not wait there */
void emit_resume(Writer *head, const Kernel *k, int first); /* at the head of a function: how it goes on at its waits, from number first + 1 on */
bool others_see(const Ins *ins); /* that the instruction was done */
bool register_is_declared(const Writer *w, int reg); /* it has a variable, where its plan says */

/* emit_trial.c: around a loop over lanes, whether it is tried, and what is kept for that. */
typedef enum Trial { TRIAL_NONE, TRIAL_REGISTERS, TRIAL_MEMORY } Trial;
Trial trial_begin(Writer *w, const Item *group);
void trial_end(Writer *w, const Item *group, Trial kind);

/* emit_state.c: around the content of a loop over lanes */
void state_promote(Writer *w, const Item *group);
void state_store(Writer *w);

/* Declares a variable, with those before where they have its type and there is room. */
typedef struct Declared { const char *type; size_t column; } Declared; /* of those, and where their line ends */
void declare_joined(Writer *w, Declared *before, const char *type, const char *what);
void declare_array(Writer *w, Declared *before, int reg, const char *lanes, const char *name); /* whole cache lines, for the compiler's vectors */
void slot_coloring_emit(Writer *w);
void emit_joined(Writer *w, const Item *it);
void emit_collective(Writer *w, const Ins *ins, int first); /* first: for so many lanes alone, if that matters; 0: for all */
void emit_put(Writer *w, const Ins *ins); /* the parts of a collective: emit_warp.c */
void emit_all(Writer *w, const Ins *ins);
void emit_get(Writer *w, const Ins *ins, const char *m); /* its lanes take their results */
const char *lane_predicate(Writer *w, int reg); /* the array in which lanes hold it, or NULL */
const char *warp_predicate(Writer *w, int reg); /* the same of a warp's lanes */
typedef struct Names { const char **at; int n, cap; } Names;
void emit_whole(const Fn *fn, Names *done, Arena *a, Str *out); /* the functions that emit_all names */
bool emit_look_ahead(Writer *w, Item *it); /* for all warps of the CTA; false, and nothing: it can't */
void emit_lane_group(Writer *w, Item *it);
void emit_chunk_group(Writer *w, Item *it);
void emit_leave_exited(Writer *w, const Item *it, int mask);
/* n loops over lanes from that item on, as parts of one; of the one that they are for some processors. */
void emit_parts(Writer *w, Items *list, int first, int n);
void emit_scattering(Writer *w, Items *list, int first, int n);
bool collective_is_bare(const Ins *ins);
void emit_goto_end(Writer *w, Fence *f); /* behind what it is about */
void emit_lane_end(Writer *w);
void note_ins(Writer *w, const Ins *ins);

/* emit_reduction.c */
void emit_reductions_begin(Writer *w, const Item *it); /* around a loop over lanes with such */
void emit_reductions_none(Writer *w); /* in front of what a lane does: as if it did none of those that only some do */
bool emit_reduction_term(Writer *w, const Ins *ins); /* what lane l joins; false: the instruction is no such one */
void emit_reductions_end(Writer *w);

/* emit_kernel.c */
void emit_param_pointer(Writer *head, const Kernel *k, const char *text);
void chunk_prologue(Writer *w, const char *text, const char *more); /* n, m and s of the chunk, where these need them */
void lane_prologue(Writer *w, const Items *list, const char *text); /* call parameters, the thread t */
void emit_leave(Writer *w, Item *it); /* emit_sched.c: the lane goes on at another region */

uint64_t emit_local_bytes(Writer *w); /* of .local memory of the function that is written: local_bytes, asked once */
bool text_has(const char *text, const char *word); /* the word occurs as an identifier of its own */
bool text_has_at(const char *text, const char *p, size_t n); /* that part of it is such a one */
void emit_shared_offsets(Writer *w, const char *text); /* the offsets of shared variables that the text names */

/* sanitize.c */
bool checks_on(const Writer *w);                          /* --sanitize */
bool checks_order(const Writer *w);                       /* somebody asks what comes before what */
const char *check_pointer(Writer *w, const Ins *ins, const Opnd *o, const char *pointer); /* EmitOptions.pointer */
const char *check_site(Writer *w, const Ins *ins);        /* its place, as C */
/* c_text.c: a special register's text: from check_keep's variables, if it is one of those fields of the CTA. */
const char *check_kept(Arena *a, const char *text);
extern const char *const check_kept_fields[];
void check_keep(Writer *head, const Kernel *k, const char *text); /* what lanes of a region read again and again */
bool checks_init(const Writer *w);                       /* what is read before it is written is looked for */
const char *check_thread(const Writer *w);                /* the thread's number in its CTA, as C */
const char *check_called(Writer *w, const Ins *ins, const char *f); /* whether that is a function: a call through it is left out if not */
const char *check_takes(const Writer *w);                 /* PSEUDO_TAKE */
const char *check_deep(Writer *w); /* whether its calls have used up the stack, which is told */
void check_told(Writer *w, const Ins *ins);               /* PSEUDO_UNSET…, PSEUDO_PASS, PSEUDO_SKIPS, PSEUDO_PRODUCT */
const char *check_absent(const Writer *w);                /* PSEUDO_ABSENT */
void check_meets(Writer *w, const Ins *ins, const char *members);
void check_stores_kept(Writer *w, const Ins *ins);        /* PSEUDO_KEPT… */
bool check_unset_before(const Fn *fn, const Item *group); /* it may keep what was loaded before it, and had no value */
bool check_probed(const Ins *ins);                        /* sanitize_probe.c may look ahead at its address */
bool check_orders(const Ins *ins);                       /* it may order threads, and so what is noted of accesses around it, or is noted slowly */
void check_lanes(Writer *w, size_t loop);                /* behind the loop there, which looks ahead: notes what lanes access */
void check_marks(Writer *w, size_t before);               /* the head of what is written there: LANES_MARKED */
bool check_loads_param(const Ins *ins);                   /* always, one of them: nothing is checked */
void check_probe(Writer *w, const Ins *ins);              /* does, in C: Qbad is 1 where it is none that is known to be right */
/* No later access joins the look at those before: control flow comes between, or what that instruction writes. */
void check_probes_part(const Writer *w, const Ins *writes);
void check_order(Writer *w, const Ins *ins);
void check_order_behind(Writer *w, const Ins *ins);
void check_tensor(Writer *w, const Ins *ins, const char *m); /* loads and stores of a warp */
void check_next(Writer *w, const Ins *ins, const char *thread); /* what its function finds by itself; thread: who does it, as C */
const char *check_loop(const Fn *fn); /* the head of the loop that runs a CTA */
bool check_serial(const Writer *w, const Items *list);
size_t checks_group_begin(const Writer *w, const Item *group); /* around a loop over lanes */
void checks_group_end(Writer *w, size_t before);
int check_access(Writer *w, const Ins *ins, uint32_t *bytes, bool *reads, bool *writes); /* its site, what it does; -1: nothing is known */
int check_fetch(Writer *w, const Ins *ins);               /* the same of what its function finds by itself */
/* emit_aside.c */
/* Writes the functions that run the kernel in that mode, as Kernel.way: how a CTA is run, or NULL: it can't be; *state: the type of what it
 * keeps, or NULL. */
typedef const char *EmitWay(Kernel *k, Mode mode, const char **state);
const char *way_in_some_mode(Kernel *k, EmitWay *emit_way, const char *way, const char **state); /* in the first mode that can */
void emit_apart(Kernel *k, EmitWay *emit_way, const Code *was); /* fills Kernel.apart */
/* sanitize_sure.c */
/* NAME_run_sure, which runs a CTA without checks, and NAME_is_sure, whether it may, where emit_sched.c does not make that. */
void emit_sure(Kernel *k, EmitWay *emit_way, const Code *was);
void look_head(Writer *head, const char *text); /* at a function's head: what its text has of the look's places */
/* sanitize_probe.c */
/* By register: what a look ahead computes, or what notes the stores; NULL: there can be none. */
const bool *probe_needs(Writer *w, const Item *group, WrittenAs as);
bool probe_sees_all(const Writer *w, const Item *group); /* it accesses no other memory */
bool probe_skips(Writer *w, const Item *it);           /* it is written now, without this */
struct Checks *checks_new(Arena *a);
bool checks_see_all(const Module *m, Loc *unseen);        /* all that it writes goes through a check; else: what doesn't */
bool checks_go_beside(const Module *m);                   /* bulk copies, products */
bool checks_are_coarse(const Module *m);                  /* only barriers of all order its warps */
void checks_mark(struct Checks *c, const Str *out);       /* the table of places goes there */
bool checks_have_sites(const struct Checks *c);
void checks_emit_sites(const Module *m, const EmitOptions *o, Str *out);
void checks_emit_variables(const Module *m, bool elsewhere, Str *out);
void checks_emit_kernel(const Kernel *k);

/* emit_device.c */
const char *call_argument(Writer *w, const Opnd *o, const Sym *formal);
void emit_stack(Writer *w, const Ins *ins);
void emit_call(Writer *w, const Ins *ins);
void emit_return(Writer *w);
/* A function's parameter, or result, of a vector register: its elements from memory, or into it. */
void emit_vector_param(Writer *w, const Sym *v, bool in);
/* MODE_WARP: lanes under a mask have exited.  What is left of the code under it is nothing for them; when there are none
 * any more it might go round for ever, or load from where nothing is. */
void emit_leave_mask(Writer *w, const Item *it, int mask, bool all);
void emit_end_if_alone(Writer *w); /* MODE_WARP: the rest is nothing for a warp without lanes, which no vote would let out of a loop */
const char *local_declaration(const Back *b); /* the .local windows of a chunk's lanes: one behind the other, or word by word */
void declare_call_params(Writer *w, const Items *list);

/* data.c: variables */
void data_emit(Module *m, const EmitOptions *o, Str *out); /* .global and .const variables */
bool data_in_memory(const Sym *s);       /* a .global or .const variable */
Sym **data_variables(Module *m, int *n); /* those, in the order of the file; marks each with its place there */
bool data_asks_for_constants(const Module *m); /* some instruction asks whether an address is a .const variable's */

/* emit_device.c */
void emit_device(Module *m, Fn *fn, const EmitOptions *o, Str *out);

/* emit_kernel.c */
void emit_kernel(Module *m, Fn *fn, const EmitOptions *o, Str *out);

/* emit_launch.c */
/* What the names of a kernel's parts in C begin with, so that they are nobody else's: KERNEL_params, KERNEL_run … */
const char *kernel_base(Module *m, const Sym *s);
/* The name of its descriptor, which modules that launch it know if it is not the module's own. */
const char *kernel_object(Module *m, const Sym *s);

/* emit_call.c */
const char *device_signature(const Sym *proto, const char *name, Arena *a);

#endif
