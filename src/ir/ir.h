/* ir.h: a function as blocks and as a tree; its calls; where its variables lie; its names in C. */
#ifndef PTX2C_IR_H
#define PTX2C_IR_H

#include "isa/isa.h"

/* ---- graph.c: flow graphs in numbers ---------------------------------------------------------------------------- */

/* Nodes are 0..n-1, node 0 is the entry.  The caller fills n, at and to; graph_analyse the rest. */
typedef struct Graph {
    int n;
    int *at, *to;       /* successors of v: to[at[v]] ... to[at[v + 1] - 1]; which comes first should be placed first */
    int *pat, *from;    /* predecessors, likewise; also unreachable ones */
    int *order, nreach; /* reachable nodes in reverse post-order; natural loops are contiguous in it */
    int *rank;          /* place in order; -1 when unreachable */
    int *idom;          /* immediate dominator; -1 of the entry and unreachable nodes */
    int *dom_in, *dom_out; /* u dominates v when dom_in[u] <= dom_in[v] && dom_out[v] <= dom_out[u] */
    int *loop;          /* header of the innermost natural loop around, itself when a header; -1 */
    int *loop_up;       /* of a header: the header of the loop around; -1 */
    int *loop_depth;    /* of a header: 1 for an outermost loop */
    bool irreducible;
} Graph;

void graph_analyse(Arena *a, Graph *g);
/* Immediate dominators alone, of a graph given by successors and predecessors. */
void graph_dominators(int n, const int *at, const int *to, const int *pat, const int *from, int *idom);
/* Numbers a tree so that ancestors' intervals enclose; idom of roots is -1.  Linear in n. */
void graph_intervals(int n, const int *idom, int *in, int *out);
void graph_reverse(Arena *a, int n, const int *at, const int *to, int **pat, int **from);
static inline bool graph_dominates(const Graph *g, int u, int v)
{
    return g->dom_in[u] <= g->dom_in[v] && g->dom_out[v] <= g->dom_out[u];
}
/* Numbers the strong components, those that others lead to first (Tarjan 1972): by node, in circle; how many.  recursive, by node, false
 * before: it comes back to itself. */
int graph_circles(Arena *tmp, int n, const int *at, const int *to, int *circle, bool *recursive);
/* Header of the outermost loop that holds u but not v, or -1. */
int graph_left(const Graph *g, int u, int v);

/* ---- cfg.c, liveness.c ------------------------------------------------------------------------------------------ */

/* Registers by number, ascending. */
typedef struct RegSet {
    const int *reg;
    int n;
} RegSet;

/* A register that is live into a block only for lanes that come by one side of an if, which that selects behind it. */
typedef struct LiveChoice {
    int reg;
    const Blk *by; /* whose branch parts them; NULL, in the first block: it is live there only for ways that are left out */
    int side;      /* successor of that */
} LiveChoice;

struct Blk {
    int id;             /* its place in Fn.blk: reverse post-order in which each natural loop is contiguous */
    int first, end;     /* instructions [first, end) */
    Blk *succ[2];       /* [0] fall-through or the only one; [1] taken branch, another block than [0]; NULL where none */
    Blk **targets;      /* of brx: all, in table order (repeats possible); else NULL */
    int ntargets;
    int branch;         /* index of the bra/brx that ends it (end - 1), or -1 */
    int term;           /* index of the bra, brx, ret, exit, trap or call that never returns which ends it, or -1 */
    Blk **pred;
    int npred;
    Blk *idom;          /* immediate dominator; NULL of the entry */
    Blk *ipdom;         /* immediate post-dominator; NULL where it is the exit */
    Blk *loop;          /* header of the innermost natural loop around it, itself when a header; NULL */
    Blk *loop_up;       /* of a header: the header of the loop around */
    bool is_header;
    bool exits;         /* ends in ret, exit, trap or the function's end; with succ[0]: only when term's guard holds */
    int dom_in, dom_out, pdom_in, pdom_out; /* intervals in the dominator trees: see cfg_dominates */
    RegSet live_in, live_out; /* liveness.c */
    LiveChoice *choice; /* of live_in */
    int nchoice;
    int local;          /* scratch of the pass at work */
};

/* Gives a function other instructions; place[i]: where what was number i, or the end, begins in them, for the labels. */
void fn_set_code(Fn *fn, InsList code, const int *place);
void fn_put_label(Arena *a, Fn *fn, Sym *l); /* a new one of its code: they stand in the order of their places */
/* Gives it others for its instructions, one by one: out, NULL: a list of its own, is begun with those, ins is the next one, number i; behind the last, the
 * function has what was added, and its labels are in front of what was added for the instructions behind them.
 *     for (Rewrite w = rewrite_begin(m, fn, NULL); rewrite_next(&w);) … w.ins … rewrite_keep(&w) … */
typedef struct Rewrite {
    Module *m;
    Fn *fn;
    InsList *out;
    Array(int) place;
    int i;
    const Ins *ins;
} Rewrite;
Rewrite rewrite_begin(Module *m, Fn *fn, InsList *out);
bool rewrite_next(Rewrite *w);
static inline void rewrite_add(Rewrite *w, Ins ins) { array_add(w->m->code, w->out, ins); }
static inline void rewrite_labels(Rewrite *w) { w->place.at[w->i] = w->out->n; } /* those in front of ins stand behind what was added for it so far */
static inline void rewrite_keep(Rewrite *w) { rewrite_add(w, *w->ins); }
/* A list for a function's new instructions, of about as many as it has; gives one back that nobody refers to any more. */
InsList fn_new_code(Module *m, const Fn *fn);
void fn_free_code(Module *m, InsList code);

/* Splits into blocks (also at collectives and barriers when split_sync is set: those stand first in their block), and
 * fills everything above but liveness.  A predicated ret, exit, trap ends a block like a branch to the exit. */
void cfg_build(Arena *a, Fn *fn, bool split_sync);
void cfg_end(Arena *a, Fn *fn); /* its blocks end with the arena */
void cfg_edges(Arena *a, Blk **blk, int n, int **at, int **to); /* of blocks numbered by Blk.local, each once, in the order of the text, as in Graph */
Blk **cfg_blocks(Arena *a, const Fn *fn); /* by instruction: its block, NULL where nothing reaches it */
bool cfg_dominates(const Blk *a, const Blk *b);
/* All that comes to instruction at has passed instruction def before, and not since been in front of it; blk_of: cfg_blocks. */
static inline bool cfg_comes_before(Blk *const *blk_of, int def, int at)
{
    const Blk *x = blk_of[def], *y = blk_of[at];
    return x && y && (x == y ? def < at : cfg_dominates(x, y));
}
Blk *cfg_real_target(const Fn *fn, Blk *x); /* where the code goes on: blocks without other code than a jump are passed */
bool cfg_postdominates(const Blk *a, const Blk *b);
/* Blocks that control comes to, each once; seen, by block: those that it has come to, or that are not asked for. */
typedef struct Reach { const Blk **todo; bool *seen; int n; } Reach;
Reach reach_begin(Arena *a, const Fn *fn);
void reach_add(Reach *r, const Blk *x); /* where x leads to */
const Blk *reach_next(Reach *r); /* NULL: no more */
bool reach_leads(Arena *a, const Fn *fn, const Blk *from, const Blk *to, const Blk *by); /* from the end of one to another, not by that or NULL */
Blk *loop_only_pred(const Blk *header, bool inside); /* the only block that leads into it, or round; NULL: several do */
bool loop_holds(const Blk *header, const Blk *x); /* the block is in the loop that begins there */
bool loop_comes_by(const Blk *header, const Blk *x); /* each of its rounds comes to the block */
bool loop_some(const Fn *fn, const Blk *header, bool (*is)(const Ins *ins)); /* one of its instructions is such */
/* The branch that ends the block and goes two ways by its guard, to succ[1] where that holds; NULL: it ends otherwise. */
const Ins *blk_conditional(const Fn *fn, const Blk *b);
/* All successors: succ[0], succ[1], then each entry of targets; repeats are possible. */
int blk_nsucc(const Blk *b);
Blk *blk_succ(const Blk *b, int i);
/* Fills live_in and, with all, live_out; needs matched instructions.  Without all, registers are left out that are written
 * once, before every read of them on all ways: those are not live into any block that dominates the write; and ways are left out by
 * which a selection does not take what it reads.  What may be read before any write is live into the first block, all the same. */
void live_build(Arena *a, Fn *fn, bool all);
bool live_has(RegSet s, int reg);
bool live_comes(const Blk *from, const Blk *to, int reg); /* its value may be read in one, or behind it, that comes from the other */
const LiveChoice *live_choice(const Blk *x, int reg);     /* or NULL */
/* The registers that an instruction reads, then those that it writes, one after the other, the guard first:
 *     for (Refs r = ins_refs(ins); refs_next(&r);) … r.reg … r.write …
 * A guarded write, or one of a part, keeps something of the old value: it comes as a read and as a write.  places_next goes
 * by the places that hold the numbers, each once: the guard, those in arg, or in op where a call or branch has only that. */
typedef enum RegRole { REG_READ, REG_WRITE, REG_UPDATE /* keeps the old value or a part of it */ } RegRole;
enum { REFS_DEPTH = 4 };
typedef struct Refs {
    int reg;
    bool write;
    RegRole role;   /* of the place */
    int32_t *place;
    /* where the iterator is */
    bool begun, keeps;
    Ins *ins;
    Opnd *list;     /* its n operands; dests: those that it writes, by bits */
    uint32_t dests;
    int n, i;
    unsigned pass;  /* 0: through those that it does not write */
    int depth;      /* the operands around this one, and what is left of their parts */
    Opnd *part[REFS_DEPTH];
    uint32_t left[REFS_DEPTH];
    bool dest[REFS_DEPTH];
} Refs;
bool ins_is_any(const Ins *ins, const Mnemonic *list);  /* its mnemonic is one of a list that ends with INS_NONE */
Refs ins_refs(const Ins *ins);
static inline Refs refs_none(void) { return (Refs){.begun = true, .pass = 2}; }
bool refs_next(Refs *r);
bool places_next(Refs *r);
bool reads_next(Refs *r);
bool writes_next(Refs *r);
/* How often it reads and writes a register. */
typedef struct RegMentions { int reg, reads, writes; } RegMentions;
RegMentions ins_mentions(const Ins *ins, int reg);
/* The instructions that write, or read, each register, in their order: those of register r from of[r] on, up to of[r + 1]. */
typedef struct RegIndex { int *of, *ins; } RegIndex;
RegIndex fn_index(Arena *a, const Fn *fn, bool writes, const Blk *const *blk_of); /* those that have a block alone; blk_of NULL: all */
static inline int index_count(const RegIndex *x, int reg) { return x->of[reg + 1] - x->of[reg]; }
/* The only write of a register in a loop, by an index of writes and cfg_blocks. */
enum { LOOP_NEVER = -1, LOOP_OFTEN = -2 };
int loop_write(const RegIndex *writes, Blk *const *blk_of, const Blk *header, int reg);
bool ins_marks_inputs(const Ins *ins, bool *marked); /* true: it writes a register that is marked; then all that it mentions are */
bool ins_mentions_any(const Ins *ins, const bool *which, int n); /* a register of the first n that is one of which */
bool fn_mentions(const Fn *fn, int reg, int from, int to); /* some of instructions from to to - 1 reads or writes it */
int fn_last_write(const Fn *fn, int reg, int from, int to); /* of instructions from to to - 1, the last that writes it; -1: none */
bool fn_written_between(const Fn *fn, int reg, const Blk *x, int from, const Blk *y, int to); /* on a way from instruction from of x, which dominates y, to to of y */
/* By register, the instruction that alone writes it, + 1; 0: none does, -1: several do. */
int *only_writers(Arena *a, const Fn *fn);
const Opnd *copy_origin(const Fn *fn, const int *by, const Opnd *o); /* what the operand is, or is a copy of, through moves that alone write theirs */
const Ins *only_writer(const Fn *fn, const int *by, const Opnd *o); /* of those the one that makes what the operand is, or NULL */
/* How many registers it writes, and the last of them. */
typedef struct Dest { int n, reg; } Dest;
Dest ins_dest(const Ins *ins);
bool ins_dirty(const Ins *ins); /* other threads, or whoever reads memory, may notice it */
bool ins_checks_unset(const Ins *ins); /* PSEUDO_UNSET…, PSEUDO_KEPT…, PSEUDO_PASS, PSEUDO_SKIPS, PSEUDO_PRODUCT */
bool ins_makes(const Ins *ins); /* its results are made of what it reads, in the lane itself */
bool ins_order_matters(const Ins *ins); /* lanes must come to it one after the other */
bool kernel_has_rows(const Fn *fn); /* threads have another number but that in their row: most CTAs are then several rows */
bool ins_gives_way(const Ins *ins); /* the whole CTA waits there, or others have their turn: PSEUDO_WAIT, PSEUDO_TURN */
bool kernel_gives_way(const Fn *fn); /* its loops that wait for other CTAs have been made places at which a CTA waits (PSEUDO_WAIT) */
bool ins_polls(const Ins *ins); /* its result is what another thread may just have written */
bool plain_barrier(const Ins *ins); /* all threads of the CTA meet there */
bool ins_loads_kernel_param(const Ins *ins); /* a number of one, whatever its guard */
bool ins_is_pure(const Ins *ins); /* arithmetic, without a guard, that can stand anywhere behind its inputs */
/* Operands as written and in the form's order name the same registers in the same order: when the places of
 * ins_refs have changed, gives the others the same names.  tmp: for nothing that stays. */
void ins_agree(Arena *tmp, Ins *ins);

/* ---- verify.c --------------------------------------------------------------------------------------------------- */

/* Ends the compiler where the function is not as every pass must leave it; blocks: its blocks are those of its instructions. */
void ir_verify(const Module *m, Fn *fn, bool blocks, const char *after);

/* ---- structure.c: control flow as a tree ------------------------------------------------------------------------ */

typedef enum NodeKind {
    N_BLOCK,    /* the straight-line instructions of blk (its final branch is not one of them) */
    N_SEQ,      /* kid[0..n) in order */
    N_IF,       /* kid[0] when the condition holds, else kid[1] (either may be NULL) */
    N_LOOP,     /* kid[0] for ever; left by N_BREAK, N_GOTO, N_EXIT */
    N_SWITCH,   /* brx: kid[i] for each distinct target, cases in values; C-like, no fall-through */
    N_BREAK,    /* out of the innermost N_LOOP around (not a switch) */
    N_CONTINUE, /* next round of the innermost N_LOOP */
    N_GOTO,     /* to label: to a N_LABEL elsewhere in the tree */
    N_LABEL,    /* a place for N_GOTO */
    N_EXIT,     /* the thread leaves the function by blk->term, or at the function's end where that is -1.  The term of a
                   conditional exit (guarded ret, exit, trap) is the branch of the N_IF around.  A ret, an exit of a
                   kernel or the function's end in tail position has no N_EXIT: the tree's end means it */
    N_LEAVE     /* leaves the set of blocks the tree was made from; goes to blk */
} NodeKind;

typedef struct Node Node;
struct Node {
    NodeKind kind;
    Blk *blk;      /* N_BLOCK, N_LEAVE; N_IF, N_SWITCH: the block that ends with the branch; N_LOOP: the header;
                      N_EXIT: the block that ends so */
    Node **kid;
    int nkid;
    int label;     /* N_GOTO, N_LABEL: its number, from 0 in each tree; else -1 */
    bool tail;     /* N_EXIT, N_LEAVE of a tree made from a set: nothing follows, the tree's end comes next */
    bool negate;   /* N_IF: the condition is the branch's guard (Ins.guard with guard_neg), or its opposite */
    int **values;  /* N_SWITCH: for each kid its table indices, ended by -1; the last kid is also the default */
    Node *up;
    int place;     /* among up's kids */
    Node *to;      /* N_GOTO: its N_LABEL */
    void *user;    /* for the emitter */
};

/* The tree of the blocks in set (NULL: the whole function), entered at entry.  if/while/for shapes are recovered;
 * jumps that the tree cannot say become N_GOTO, where *gotos is counted up. */
Node *struct_build(Arena *a, Fn *fn, Blk *entry, const Bits *set, int *gotos);
static inline Node *node_else(const Node *n) { return n->nkid > 1 ? n->kid[1] : NULL; } /* of an N_IF; NULL: nothing */
/* The nodes of a tree, each in front of those in it: for (const Node *x = n; x; x = node_next(x, n)) …  node_past: what is in x is left out. */
Node *node_next(const Node *x, const Node *root);
Node *node_past(const Node *x, const Node *root);
bool node_holds(const Node *n, NodeKind kind); /* it is, or holds, one of that kind */
void node_mark(const Node *n, bool *in);       /* by Blk.id: it has to do with the block */

/* ---- call_graph.c ----------------------------------------------------------------------------------------------- */

static inline Sym *sym_meant(Sym *s) /* the function that an alias means */
{
    while (s && s->alias_of)
        s = s->alias_of;
    return s;
}
static inline uint64_t sym_passed_bytes(const Sym *s) /* of a parameter; 0: its size is open */
{
    return s->kind == SYM_REG ? (uint64_t)type_bytes(s->type) * s->vec : s->open_array ? 0 : s->bytes;
}
/* Finds the functions whose addresses are used, and those of CUDA that do not return; the rest needs it.  The end of
 * check_module. */
void call_find_addresses(Module *m);
const Fn *call_target(const Ins *ins);                   /* the function with a body that a call names, or NULL */
/* Who calls whom.  Nodes are functions, by Fn.number, and behind them groups of functions: each group is what some call
 * through a register may run.  An edge for each call, in the caller's order, and from each group to its functions. */
struct CallGraph {
    int n;
    int *at, *to;    /* as in Graph */
    int *circle;     /* by node: the number of the circle of calls that it is in, if only by itself; callees have lower ones */
    int ncircles;
    bool *recursive; /* by node: it comes back to itself */
};
/* Made from the module's text when first asked for; calls that rewritten functions lack stay in it. */
const CallGraph *call_graph(Module *m);
int call_group(Module *m, const Ins *ins); /* the node of a call through a register; -1: it is none, or has no prototype */
bool call_is_recursive(Module *m, const Fn *fn);
/* By node: whether own, by function, holds for it or for one that it may come to by calls. */
bool *call_reaching(Arena *a, Module *m, const bool *own);
bool *call_reaching_some(Module *m, bool (*is)(const Ins *ins)); /* likewise: own are those with such an instruction */

/* What a call names as its callee, or NULL: a register; and which of its operands that is. */
const Sym *call_callee(const Ins *ins, int *at);
bool call_may_exit(Module *m, const Ins *ins); /* the function that it calls may end the thread */
bool uses_stack(const Fn *fn); /* has alloca, stacksave or stackrestore */
bool stack_is_narrow(Fn *fn); /* what alloca gives there has an address of 32 bits, or half of one */

/* ---- syscall.c -------------------------------------------------------------------------------------------------- */

enum {
    CALL_ENDS = 1,     /* it ends the thread: a failed assertion */
    CALL_LAUNCHES = 2, /* its CTA is one thread of the host: what it started is done there */
    CALL_ASKS = 4,     /* what the host says of the device */
    CALL_SEEN = 8,     /* it writes nothing for the kernel of which --sanitize is not told, */
    CALL_ALONE = 16,   /* and has nothing to do with other threads */
};

typedef struct Syscall {
    const char *name;
    const char *text;   /* $0, $1 …: the arguments; $t: the module's target */
    unsigned is;        /* of these */
    const char *narrow; /* the text where its result is an address of 32 bits */
} Syscall;

const Syscall *syscall_find(const Sym *s); /* a function of CUDA that no module defines; NULL: another */
bool syscall_is(const Sym *s, unsigned what); /* one that is one of these */
unsigned syscall_kinds(const Module *m); /* what those are that it has */

/* ---- c_name.c --------------------------------------------------------------------------------------------------- */

const char *c_name(const char *ptx);  /* exported C name of a PTX symbol, injective */
const char *c_kernel_name(const Module *m, const char *ptx); /* of a kernel's launch function */
const char *c_choose_module(Module *m, const char *name, bool given); /* Module.object: before anything is named */
void c_make_static(Module *m);
void c_undefine(const Module *m, Str *out);
const char *c_symbol_name(const Module *m, const char *ptx); /* the same of a variable or device function, which no local name hides */
const char *cpp_plain_name(const char *mangled); /* cpp_name.c: conv_float of _Z4convIfEvPT_i; NULL: it is no function's name in C++ */
const char *c_short_name(const Sym *s); /* of a function's own variable or parameter, without the function's name */
bool c_reserved(const char *name);    /* a keyword, library or runtime name */
bool c_is_own(const char *name);      /* what generated files call variables of their own */
const char *c_int_name(int bits, bool is_signed);
const char *c_type(Type t);      /* the C type of a register of that type */
const char *c_slot_type(Type t); /* the C type of an instruction's operand of that type */
static inline bool c_float(Type t) { return t == T_F32 || t == T_F64; }
static inline bool c_signed(Type t) { return type_info[t].kind == 's' && t != T_S16X2; }

/* ---- layout.c: where variables lie ------------------------------------------------------------------------------ */

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
uint32_t place_align(const Sym *s); /* of a variable: programs come to 8 bytes at once in such as are declared for 4, which not all machines do anywhere */
/* Names the module's variables and functions in C, and assigns offsets to its and functions' shared and local variables and parameters. */
void data_layout(Module *m);
void data_layout_dynamic(Module *m, const Fn *kernel); /* after it: where extern .shared x[] lies in that kernel */
uint64_t data_shared_bytes(const Module *m, const Fn *fn); /* static shared memory of a kernel */
uint64_t local_declared(const Fn *fn); /* of the .local variables, as hosts are told */
uint64_t local_bytes(const Fn *fn); /* of the variables in the .local window, a multiple of 16 */

#endif
