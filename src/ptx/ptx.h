/* ptx.h: a module as it is written: types, symbols, instructions. */
#ifndef PTX2C_PTX_H
#define PTX2C_PTX_H

#include "support/diag.h"

/* ---- types ------------------------------------------------------------------------------------------------------ */

/* name, bits, kind: p pred, b untyped, u unsigned, s signed, f float, o opaque.  Types that only instructions have
 * (e4m3, tf32 …) are here too; only those up to f64 may be declared (plus b128, f16x2 and the opaque ones). */
#define TYPES(X)                                                                                                       \
    X(PRED, "pred", 1, 'p') X(B8, "b8", 8, 'b') X(B16, "b16", 16, 'b') X(B32, "b32", 32, 'b') X(B64, "b64", 64, 'b')   \
    X(B128, "b128", 128, 'b') X(U8, "u8", 8, 'u') X(U16, "u16", 16, 'u') X(U32, "u32", 32, 'u')                        \
    X(U64, "u64", 64, 'u') X(S8, "s8", 8, 's') X(S16, "s16", 16, 's') X(S32, "s32", 32, 's') X(S64, "s64", 64, 's')    \
    X(F16, "f16", 16, 'f') X(F16X2, "f16x2", 32, 'f') X(F32, "f32", 32, 'f') X(F64, "f64", 64, 'f')                    \
    X(TEXREF, "texref", 64, 'o') X(SAMPLERREF, "samplerref", 64, 'o') X(SURFREF, "surfref", 64, 'o')                   \
    X(BF16, "bf16", 16, 'f') X(BF16X2, "bf16x2", 32, 'f') X(F32X2, "f32x2", 64, 'f') X(TF32, "tf32", 32, 'f')          \
    X(U16X2, "u16x2", 32, 'u') X(S16X2, "s16x2", 32, 's')                                                              \
    X(E4M3, "e4m3", 8, 'f') X(E5M2, "e5m2", 8, 'f') X(E4M3X2, "e4m3x2", 16, 'f') X(E5M2X2, "e5m2x2", 16, 'f')          \
    X(E3M2, "e3m2", 8, 'f') X(E2M3, "e2m3", 8, 'f') X(E2M1, "e2m1", 4, 'f') X(E3M2X2, "e3m2x2", 16, 'f')               \
    X(E2M3X2, "e2m3x2", 16, 'f') X(E2M1X2, "e2m1x2", 8, 'f') X(UE8M0, "ue8m0", 8, 'f')                                 \
    X(UE8M0X2, "ue8m0x2", 16, 'f') X(E4M3X4, "e4m3x4", 32, 'f') X(E5M2X4, "e5m2x4", 32, 'f')                           \
    X(E3M2X4, "e3m2x4", 32, 'f') X(E2M3X4, "e2m3x4", 32, 'f') X(E2M1X4, "e2m1x4", 16, 'f')                             \
    X(S2F6X2, "s2f6x2", 16, 'f') X(B1, "b1", 1, 'b') X(U4, "u4", 4, 'u') X(S4, "s4", 4, 's') X(U2, "u2", 2, 'u')       \
    X(S2, "s2", 2, 's') X(B4X16, "b4x16", 64, 'b') X(B6X16, "b6x16_p32", 128, 'b') X(B8X16, "b8x16", 128, 'b')   \
    X(U8X4, "u8x4", 32, 'u') X(S8X4, "s8x4", 32, 's') X(UE5M3X2, "ue5m3x2", 16, 'f')                                     \
    X(E2M1P4X4, "e2m1p4x4", 32, 'f') X(UE8M0X4, "ue8m0x4", 32, 'f')

typedef enum Type {
    T_NONE,
#define X(id, name, bits, kind) T_##id,
    TYPES(X)
#undef X
    T_COUNT
} Type;

typedef struct TypeInfo {
    const char *name; /* without the dot */
    uint8_t bits;
    char kind;
} TypeInfo;
extern const TypeInfo type_info[T_COUNT]; /* sym.c */
Type type_by_name(const char *name);      /* "u32" -> T_U32; T_NONE if unknown */
const char *type_meant(const char *name); /* PTX's name of a type of C or LLVM: "float" -> "f32"; NULL if it is none */
const char *type_like(const char *name);  /* that, or the most similar type that can be declared, or NULL */
static inline double type_float(Type t, uint64_t bits) /* the number that bits are as a .f32, or .f64 */
{
    const union { uint32_t w; float f; } single = {.w = (uint32_t)bits};
    const union { uint64_t w; double d; } number = {.w = bits};
    return t == T_F32 ? (double)single.f : number.d;
}
static inline int type_bytes(Type t) { return (type_info[t].bits + 7) / 8; }
static inline uint64_t type_max(Type t) { return bits_below((uint64_t)type_info[t].bits); } /* all bits of its numbers */
static inline bool type_is_int(Type t) { return type_info[t].kind == 'u' || type_info[t].kind == 's' || type_info[t].kind == 'b'; }
static inline bool type_is_i32(Type t) { return type_is_int(t) && type_info[t].bits == 32; }
static inline bool type_is_i16_to_64(Type t) { return type_is_int(t) && type_info[t].bits >= 16 && type_info[t].bits <= 64; }
static inline bool type_is_i32_or_64(Type t) { return type_is_int(t) && (type_info[t].bits == 32 || type_info[t].bits == 64); }

typedef enum Space { SP_GENERIC, SP_REG, SP_SREG, SP_CONST, SP_GLOBAL, SP_LOCAL, SP_PARAM, SP_SHARED, SP_TEX } Space;

/* ---- sym.c: symbols and scopes ---------------------------------------------------------------------------------- */

typedef enum SymKind {
    SYM_VAR,    /* a variable in memory: const, global, local, shared, param, tex */
    SYM_REG,    /* a register of a function */
    SYM_SREG,   /* a special register */
    SYM_FUNC,   /* .entry or .func */
    SYM_LABEL,  /* a label of a function */
    SYM_PROTO,  /* .callprototype */
    SYM_TARGETS /* .branchtargets or .calltargets */
} SymKind;

typedef enum Linkage { LINK_NONE, LINK_EXTERN, LINK_VISIBLE, LINK_WEAK, LINK_COMMON } Linkage;

typedef struct Sym Sym;
typedef Array(Sym *) SymList;
typedef struct Fn Fn;
typedef struct Ins Ins;
typedef struct Module Module;
typedef struct CallGraph CallGraph;

/* One piece of an initialiser, at a byte offset from the variable's start.  What no piece covers is zero. */
typedef struct InitPiece {
    uint64_t at;
    uint8_t bytes;
    bool generic;    /* generic(sym): the generic address of sym, whatever its space */
    Sym *sym;        /* address of sym + value; NULL: the value itself */
    uint64_t value;  /* bits (already converted to the element type), or the byte offset from sym */
    uint64_t mask;   /* mask() operator: 0 = none, else one byte of the address: 0xFF << 8*k */
    Sym *minus;      /* sym + value - minus, or NULL */
} InitPiece;

typedef Array(InitPiece) Init;

struct Sym {
    uint8_t kind;    /* SymKind */
    uint8_t linkage; /* Linkage */
    /* SYM_VAR, SYM_REG */
    uint8_t space;   /* Space */
    uint8_t type;    /* Type of an element */
    uint8_t vec;     /* 1, 2, 4 or 8 elements per vector */
    bool is_array;   /* declared with [] */
    bool open_array; /* first dimension left out and not given by an initialiser (extern .shared x[]) */
    bool has_init;
    bool managed;    /* .attribute(.managed) */
    bool unified;    /* .attribute(.unified(…)) */
    bool blended;    /* a predicate of which lanes keep what it was by masks: a number, as compilers make no vectors of it else */
    bool broken;     /* its mistake has been reported; what names it is left out without another word */
    bool ptr;        /* a .param with .ptr */
    uint8_t ptr_space; /* Space */
    /* SYM_PROTO, SYM_TARGETS */
    bool variadic, noreturn;
    bool call_targets; /* .calltargets, else .branchtargets */
    uint32_t align;  /* bytes */
    uint32_t ptr_align;
    int elements;    /* SYM_REG of a vector, after param_to_regs: the register of its first element */
    int index;       /* SYM_REG: its number in Fn.regs; SYM_VAR param: its position; SYM_SREG: its row in isa_sregs;
                        SYM_LABEL: index of the instruction it stands before (may be Fn.ins.n);
                        SYM_PROTO, SYM_TARGETS of calls: call_graph's node */
    int mark;        /* scratch of the pass at work */
    Loc loc;
    const char *name; /* interned, as in PTX */
    Fn *fn;          /* the function it is declared in (NULL: module); of a SYM_FUNC: the function itself */
    uint64_t bytes;  /* whole size */
    union {
        struct { /* SYM_VAR */
            Init init;       /* of const and global variables (and .shared of the newest versions) */
            const char *const *opaque; /* texref/samplerref initialiser: name, value pairs, NULL-terminated; else NULL */
        };
        struct { /* SYM_PROTO: the signature */
            SymList params, rets;
        };
        Array(Sym *) targets; /* SYM_TARGETS: labels or functions */
    };
    Sym *alias_of;   /* .alias: the function meant */
    void *user;      /* for the back end */
};

typedef struct Scope Scope; /* a { } block, a function or the module; sym.c owns it */

/* Symbols that come into being by being looked up are from a and outlive the scope, which is from tables. */
Scope *scope_new(Arena *a, Arena *tables, Scope *up);
/* Declares; on a clash reports it, with a note at the first place, and returns the older symbol. */
Sym *scope_add(Scope *s, Sym *sym);
/* Declares name<count>; its members come into being when first looked up. */
void scope_add_family(Scope *s, Sym *model, const char *prefix, uint32_t count);
Sym *scope_find(Scope *s, const char *interned_name); /* this scope and those around it; NULL if absent */
const char *scope_nearest(Scope *s, const char *name); /* the likely misspelling, or NULL */
/* The family, declared as prefix<count>, that name would belong to if it had more members, or NULL. */
const Sym *scope_beyond(Scope *s, const char *name, uint32_t *count);
/* What is wrong with name has been reported: from here on s knows it as broken, with all others of its family; and if there
 * is none, with all registers whose names differ in nothing but their number. */
void scope_break(Scope *s, const char *name);

/* ---- special registers: build/isa_table.c ----------------------------------------------------------------------- */

typedef enum Shape { SHAPE_GRID, SHAPE_CTA, SHAPE_WARP, SHAPE_LANE, SHAPE_TID } Shape;
typedef struct Sreg {
    const char *name;  /* "%tid" */
    Type type;
    uint8_t vec;       /* 1 or 4 */
    uint8_t version, target;
    Shape shape;       /* the same in the whole grid, CTA, warp; differs per lane; SHAPE_TID: the thread index */
    bool vary;         /* reading it twice may give two values: clock, globaltimer */
    const char *c;     /* C text with $x for the component name; NULL: not translated */
} Sreg;
extern const Sreg isa_sregs[];
extern const int isa_nsregs;

/* ---- module ----------------------------------------------------------------------------------------------------- */

typedef enum OpndKind {
    O_NONE,  /* absent optional operand */
    O_REG,   /* reg */
    O_SREG,  /* sym: a special register, comp its component */
    O_IMM,   /* imm: an integer (64 bits; type says signed or not) */
    O_FIMM,  /* imm: bits of a float, type T_F32 (0f…) or T_F64 (0d… and decimal) */
    O_SYM,   /* sym + imm: the address of a variable or function as a value; WARP_SZ is O_IMM 32 */
    O_MEM,   /* [reg + imm], [sym + imm] or [imm]: reg >= 0, or sym, or neither */
    O_VEC,   /* {sub[0], …} */
    O_LIST,  /* (sub[0], …): call's parameters */
    O_PAIR,  /* sub[0] | sub[1] */
    O_TEX,   /* [sub[0], sub[1], …]: several operands in one pair of brackets (tex, surf, tensors) */
    O_LABEL, /* sym */
    O_SINK   /* _ */
} OpndKind;

typedef struct Opnd Opnd;
struct Opnd {
    unsigned kind : 4; /* OpndKind */
    unsigned neg : 1;  /* !p of a predicate, or -x written before a register */
    signed comp : 5; /* O_REG/O_SREG with a suffix: 0..3 .x .y .z .w (.r .g .b .a); 4..7 .b0...b3; 8, 9 .h0 .h1;
                        10, 11 longer selectors .b3210, .h10: imm their value, hexadecimal, and
                        from bit 32 on their number; else -1 */
    unsigned type : 6; /* Type of an immediate */
    unsigned nsub : 16;
    int32_t reg;     /* number in Fn.regs; -1 where there is none */
    Loc loc;
    Sym *sym;
    Sym *base;       /* O_MEM with a register, made: the shared variable that imm, in which its place is, leads to; or NULL */
    uint64_t imm;
    Opnd *sub;
};
_Static_assert(T_COUNT <= 64 && O_SINK < 16, "they fit Opnd's fields");

typedef struct Form Form; /* a row of the instruction table: see isa.c */

/* What the emitter has to do with an instruction beyond printing its text. */
typedef enum Emit {
    EMIT_TEXT, /* the row's c text is all */
    EMIT_BRA, EMIT_BRX, EMIT_CALL, EMIT_RET, EMIT_EXIT, EMIT_TRAP, EMIT_BAR, EMIT_LD, EMIT_ST, EMIT_MOV, EMIT_CVTA,
    EMIT_STACK, /* alloca, stacksave, stackrestore */
    EMIT_NOP   /* no effect here: prefetch, pragmas, cache hints */
} Emit;

/* The other c texts, each or NULL. */
typedef struct Sides {
    const char *put, *get; /* of a collective: a lane's, before and after */
    const char *all;       /* of a collective: what is done for the whole warp between them */
    const char *lane;      /* of others: in a loop that a lane has for itself */
    const char *known;     /* likewise: where more is known of operands: lower_known.c */
} Sides;

typedef enum Pseudo {
    PSEUDO_NONE,
    PSEUDO_CHECK, /* versioning.c: a move to a predicate that stands for the checks before it in its block */
    PSEUDO_ANY,   /* loop_masking.c: a comparison of a mask with 0 that asks whether it holds in any lane */
    PSEUDO_SOME,  /* edge_load.c: a comparison: whether it holds for some lane of those that are there */
    PSEUDO_WAIT,  /* wait_uniting.c: a bar.red.or: where it holds for some thread, other CTAs have their turn */
    PSEUDO_MOVED, /* wait_rounds.c: a bar.red.or: where it holds for some thread, there is progress */
    PSEUDO_TURN,  /* wait_uniting.c: a bar.sync at the begin of a round: other CTAs have their turn after some rounds */
    PSEUDO_FLAG,  /* flag_store.c: a store of the same value at the same place in all lanes that come to it, which is done once */
    PSEUDO_MEETS, /* late_store.c: a comparison of how far a place lies behind where what is read begins, with how far that goes on: whether they
                   * meet in some lane; lower: its operands, and two numbers, between which the former lies if it is so and nothing goes on */
    PSEUDO_INSIDE, /* border_folding.c: a comparison: CTAs in which it doesn't hold for all threads are left to another version */
    PSEUDO_ONCE,  /* single_round.c: a comparison: where it holds for a lane of a chunk, that is left to another version */
    PSEUDO_AGAIN, /* likewise: the chunk has more rounds to go */
    PSEUDO_SCAN,  /* warp_collective.c: a shuffle: each lane of a group of c gets what the runtime's function that its text, lower,
                   * names makes of the lanes' values up to its own */
    PSEUDO_REDUCE, /* likewise, of all of them; b: neighbours are combined first */
    PSEUDO_UNSET, /* register_shadow.c: a place to which threads come whose registers have no value, as its text, lower, says */
    PSEUDO_UNSET_LOAD,  /* likewise, if nothing has written their value to the memory that it comes from */
    PSEUDO_UNSET_OR_LOAD, /* in either case */
    PSEUDO_KEPT,        /* likewise: a copy of a store, behind it, that says what has no value there */
    PSEUDO_KEPT_LOAD,   /* likewise, if nothing has written that to the memory that it comes from */
    PSEUDO_PASS,        /* call_shadow.c: words of parameters or results, lower says which, are passed without a value; 0: none so far */
    PSEUDO_SKIPS,       /* barrier_skip.c: a thread goes past barriers to which others may come */
    PSEUDO_PRODUCT,     /* product_use.c: the instruction behind it uses registers that wgmma works on, as its text, lower, says */
    PSEUDO_FOLLOWED,   /* register_shadow.c: a load that may read what nothing has written, if its value does not matter */
    PSEUDO_UNWRITTEN,  /* a copy of that, behind it: not 0 if it has done so */
    PSEUDO_TAKE,       /* call_shadow.c: a move of a clock: those words that were passed */
    PSEUDO_ABSENT      /* register_shadow.c: a comparison behind a shuffle: whether the lane of its value did not take part */
} Pseudo;

struct Ins {
    Loc loc;                 /* the opcode with its modifiers */
    const char *const *word; /* word[0] mnemonic, then each modifier without its dot, interned ("shared::cta" is one) */
    uint8_t nword;
    uint8_t nop;             /* operands as written */
    uint8_t narg;            /* formal operands */
    bool guard_neg;
    int32_t guard;           /* predicate register, or -1 */
    Opnd *op;
    /* isa_match fills these */
    const Form *form;        /* NULL until matched */
    const char *lower;       /* the chosen c text, NULL when this form is not translated (and not by emit=) */
    const Sides *sides;      /* the other c texts; never NULL */
    const uint16_t *slot;    /* the chosen Modifier of each slot of the form, MOD_NONE where absent (Form says the names) */
    Opnd *arg;               /* formal operands in the form's order; O_NONE where left out; op itself where it is the same */
    const uint8_t *argtype;  /* Type of each formal operand (element type for vectors) */
    /* the analyses fill these */
    int32_t line_file, line; /* from .loc: file number and line, 0 if unknown */
    bool made;               /* a pass made it: loc is the place of what it was made for, whose text is another */
    uint8_t pseudo;          /* Pseudo: it stands for something else than its row says */
    bool slow;               /* versioning.c: belongs to a region that has a faster copy */
    bool once;               /* versioning.c: it stands for checks of code that is no loop */
    bool masked;             /* loop_masking.c: also done for lanes that are not there: no check of what they compare may stand here */
    bool beside;             /* loop_masking.c: it may only touch memory of neighbouring lanes in a row there */
    bool power;              /* library_power.c: a step of one, which of NaN is any NaN */
    bool each;               /* register_shadow.c: a load of which each element surely matters */
    bool remade;             /* remaking.c: made it anew, behind a barrier */
    bool edge;               /* edge_load.c: a load under a mask, which costs no more than one that all lanes do */
    bool parts;              /* condition_split.c: this comparison alone parts the lanes at a branch */
    bool rolled;             /* reroll.c: begins a loop that it has put together again */
    bool alone;              /* loop_masking.c: each lane takes the loop or branch that begins here by itself */
    uint8_t rows;            /* lockstep.c: a point that it has made is needed where warps lie in such rows of the block: bits of ROWS */
    bool stays;              /* jump_predication.c: lanes that leave by this branch do not come back to it */
    /* of the form, isa_match */
    uint8_t mnemonic, emit;  /* Mnemonic, Emit */
    bool update;             /* it reads its destination, too */
    bool several;            /* one call does it and others like it: product_joining.c */
    uint32_t dests;          /* formal operands that it writes, by bits */
};

typedef struct Blk Blk;
typedef Array(Ins) InsList;
bool syms_have(const SymList *list, const Sym *s);

struct Fn {
    Sym *sym;
    bool is_entry, is_proto; /* is_proto: declared, no body here */
    bool noreturn, variadic;
    bool explicit_cluster, blocks_are_clusters; /* .explicitcluster, .blocksareclusters */
    SymList params, rets;         /* SYM_VAR in SP_PARAM, or SYM_REG (PTX 1.x and register parameters) */
    uint32_t maxntid[3], reqntid[3]; /* 0 where not given */
    uint32_t cta_memory;         /* .minperctamemory: bytes */
    bool has_cta_memory;
    uint32_t minnctapersm, maxnreg, reqnctapercluster[3], maxclusterrank;
    Array(Sym *) regs;           /* all registers, by number; only those looked up exist */
    SymList vars;                /* variables declared inside: local, shared, param; also const and global */
    SymList labels;              /* in order of place */
    InsList ins;                 /* in order */
    Loc end;                     /* the closing brace */
    /* cfg.c */
    Blk **blk;                   /* in reverse post-order: blk[0] is the entry; unreachable blocks are not here */
    int nblk;
    bool irreducible;
    bool address_taken; /* call_find_addresses: its address is used as a value */
    unsigned char narrow_stack; /* stack_is_narrow: 1 no, 2 yes; 0: not asked yet, and no frame in it has an address of 32 bits */
    bool alike;         /* lockstep.c: a kernel whose lanes %laneid alone tells apart */
    bool in_turn;       /* match_rank.c: a kernel of which one thread of the host does what a CTA's lanes do together */
    unsigned char polls; /* spin_loop.c: whether it looks at memory that others write, sleeps or has fences; 0: not asked yet */
    int number;                  /* its place in Module.fns, once there is a call_graph */
};

static inline bool fn_is_kernel(const Fn *fn) { return fn->is_entry && !fn->is_proto; }

/* How many threads a block has at most, by the kernel's directives: a launch with more fails.  0: they say nothing. */
static inline uint64_t fn_threads(const Fn *fn)
{
    const uint32_t *n = fn->reqntid[0] ? fn->reqntid : fn->maxntid;
    return (uint64_t)n[0] * (n[1] ? n[1] : 1) * (n[2] ? n[2] : 1);
}

/* Formal number i: the parameters, then the results. */
static inline Sym *fn_formal(const Fn *fn, int i) { return i < fn->params.n ? fn->params.at[i] : fn->rets.at[i - fn->params.n]; }

typedef struct DebugFile { int number; const char *name; } DebugFile;

/* From where in the text on instructions come from code that was inlined: where the outermost call stands, line 0 if they don't. */
typedef struct InlinedFrom {
    uint32_t from;
    int32_t file, line;
} InlinedFrom;

/* Whether there is a .metadata_section, and one with the domain that trace.mark needs. */
typedef enum Metadata { METADATA_NONE, METADATA_PLAIN, METADATA_DOMAIN } Metadata;

/* Where variables lie in windows: data_layout. */
typedef struct Layout {
    uint64_t shared, local; /* bytes of the module's variables in these windows */
    uint64_t reserved;      /* of the first: those at its begin for %reserved_smem_offset_* */
    uint64_t dynamic_at;    /* where extern .shared x[] begins at the latest */
    bool has_dynamic;       /* there is such a variable */
    bool dynamic_alike;     /* it begins there in all kernels, else behind the kernel's own variables */
    bool has_remote;        /* generic addresses may be those of shared memory of other CTAs of the cluster */
} Layout;

struct Module {
    Metadata metadata;
    Arena *arena;
    Arena *code;             /* what a function is rewritten to: the same, or one that ends with the kernel at work */
    Source src;
    int version;             /* 10 * major + minor: .version 7.8 is 78 */
    int target;              /* sm number: 75, 90, 103 */
    char target_suffix;      /* 'a', 'f' or 0 */
    bool texmode_independent, debug, f64_to_f32;
    int address_size;        /* 32 or 64 */
    bool has_version, has_target;
    SymList syms;            /* variables and functions in order of declaration, each once */
    Array(Fn *) fns;         /* in order of definition; prototypes without a definition too */
    Array(DebugFile) files;
    Array(InlinedFrom) callers; /* in order */
    Scope *scope;
    CallGraph *calls;        /* call_graph */
    bool *inlined;           /* by node of it: inline_reaches */
    int *copied_size;        /* inline_small: by Fn.number, instructions that a call becomes */
    int small_copied;        /* likewise: all that it has copied */
    bool *exiting;           /* by node of it: may end its thread (emit_device.c) */
    bool any_exiting;        /* some function may */
    bool *sharing;           /* by node of it: may touch .shared memory (lockstep.c) */
    const bool *clocked;     /* likewise: may do something for what a clock says (clock_use.c) */
    const bool *tensor_memory; /* likewise: may use tensor memory (emit_launch.c) */
    unsigned syscalls;  /* kinds of CUDA's own functions that it has (emit_launch.c) */
    const char *object;      /* c_name.c: the C name of the module's object, once it is chosen */
    struct Taken *names;     /* local_name.c: C names of the variables and functions in syms, of so many */
    int named;
    Array(const char *) part_names; /* emit_launch.c: of the names in syms, of so many, those that parts of a kernel may have */
    int searched;
    double written, copied;  /* inline_plan.c: instructions of the text; of kernels with the functions copied into them */
    Layout layout;
    int opaques;             /* textures, samplers and surfaces in the table module_opaques: data_emit */
    bool verify;             /* ir_verify after each pass */
    int passes;              /* so many of them, by pass_name, are done; 0: all */
    uint64_t fired;          /* passes that rewrote some function, by pass_name */
    bool checked;            /* --sanitize */
    bool stepping;           /* EmitOptions.debug: without any analysis, too (Back.literal) */
    bool large;              /* emit_module: its kernels are too long for C compilers to make each of them three times */
    bool product;            /* emit_module: long, and functions of their own, for products of matrices, take most of the time */
};

/* ---- lex.c, parse.c, expr.c ------------------------------------------------------------------------------------- */

/* Reads a whole module.  Reports what is wrong and goes on after the next ';'.  Registers, labels and symbols are
 * resolved; instructions are not matched yet. */
Module *parse_module(Arena *a, Source src);
const char *reg_name(const Fn *fn, int reg);

#endif
