/* compiler.h: what the passes share, sectioned by file.  The pass list is main.c. */
#ifndef PTX2C_COMPILER_H
#define PTX2C_COMPILER_H

#include "support/util.h"

/* ---- diag.c ------------------------------------------------------------------------------------------------------ */

/* A place in the source: byte offset and length of the marked text. */
typedef struct Loc {
    uint32_t at, len;
} Loc;

typedef struct Source {
    const char *path; /* as given; "<stdin>" for "-" */
    const char *text; /* NUL-terminated, but may contain NUL bytes */
    size_t len;
    bool linked;      /* several modules, each ended by a NUL byte, that are one (link.c) */
} Source;

/* id, name in -WNAME, on unless told otherwise */
#define WARNINGS(X)                                                                                                    \
    X(ISA, "isa", false)              /* instructions that the assembler takes and the manual forbids */               \
    X(DEPRECATED, "deprecated", true) /* what the manual asks not to use any more */                                   \
    X(NEWER, "newer", true)           /* a .version or .target that is not known yet */                                \
    X(CONSTANT, "constant", true)     /* constants that do not fit their type */                                       \
    X(ADDRESS, "address", true)       /* addresses too narrow for pointers of 64 bits */                               \
    X(BOUNDS, "bounds", true)         /* accesses beyond the end of a variable or parameter */                         \
    X(UNINITIALIZED, "uninitialized", true) /* registers that are read before anything is written to them */           \
    X(MAYBE, "maybe-uninitialized", false)  /* the same, on some way through the function */                            \
    X(WARP_SYNC, "warp-sync", true)   /* lanes of a warp that see each other without a barrier, from sm_70 on */

typedef enum Warning {
#define X(id, name, on) WARN_##id,
    WARNINGS(X)
#undef X
    WARN_COUNT
} Warning;

typedef struct DiagOptions {
    int max_errors; /* default 20; 0 = no limit */
    bool werror, color, no_warnings;
    bool off[WARN_COUNT];
} DiagOptions;

void diag_begin(const Source *src, DiagOptions o);
void error_at(Loc loc, const char *fmt, ...) PRINTF_LIKE(2, 3);
void error_file(const char *fmt, ...) PRINTF_LIKE(1, 2); /* of the file as a whole: no line of it is shown */
void warn_at(Warning kind, Loc loc, const char *fmt, ...) PRINTF_LIKE(3, 4);
bool warn_on(Warning kind); /* for what costs time to find */
void note_at(Loc loc, const char *fmt, ...) PRINTF_LIKE(2, 3); /* belongs to the diagnostic before it */
int diag_errors(void); /* number of errors so far, also those beyond the limit */
bool diag_full(void);  /* the limit is reached: passes should stop */
void diag_line_col(Loc loc, int *line, int *col); /* both from 1 */

/* ---- types ------------------------------------------------------------------------------------------------------- */

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
static inline int type_bytes(Type t) { return (type_info[t].bits + 7) / 8; }

typedef enum Space { SP_GENERIC, SP_REG, SP_SREG, SP_CONST, SP_GLOBAL, SP_LOCAL, SP_PARAM, SP_SHARED, SP_TEX } Space;

/* ---- sym.c: symbols and scopes ------------------------------------------------------------------------------------ */

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
        struct { /* SYM_VAR; a SYM_REG has a stride */
            uint64_t stride; /* bytes from one element of the first dimension to the next; bytes where there is none */
            Init init;       /* of const and global variables (and .shared of the newest versions) */
            const char *const *opaque; /* texref/samplerref initialiser: name, value pairs, NULL-terminated; else NULL */
        };
        struct { /* SYM_PROTO: the signature */
            Array(Sym *) params, rets;
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

/* ---- module ------------------------------------------------------------------------------------------------------- */

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
    PSEUDO_ONCE,  /* single_round.c: a comparison: where it holds for a lane of a chunk, that is left to another version */
    PSEUDO_AGAIN, /* likewise: the chunk has more rounds to go */
    PSEUDO_SCAN,  /* warp_collective.c: a shuffle: each lane of a group of c gets what the runtime's function that its text, lower,
                   * names makes of the lanes' values up to its own */
    PSEUDO_REDUCE, /* likewise, of all of them; b: neighbours are combined first */
    PSEUDO_UNSET  /* register_shadow.c: a place to which threads come whose registers have no value, as its text, lower, says */
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
    bool masked;             /* loop_masking.c: also done for lanes that are not there: no check may stand here */
    bool remade;             /* remaking.c: made it anew, behind a barrier */
    bool parts;              /* condition_split.c: this comparison alone parts the lanes at a branch */
    bool rolled;             /* reroll.c: begins a loop that it has put together again */
    bool alone;              /* loop_masking.c: each lane takes the loop or branch that begins here by itself */
    /* of the form, isa_match */
    uint8_t mnemonic, emit;  /* Mnemonic, Emit */
    uint32_t dests;          /* formal operands that it writes, by bits */
};

typedef struct Blk Blk;
typedef Array(Ins) InsList;
typedef Array(Sym *) SymList;

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
    Array(Sym *) vars;           /* variables declared inside: local, shared, param; also const and global */
    SymList labels;              /* in order of place */
    InsList ins;                 /* in order */
    Loc end;                     /* the closing brace */
    /* cfg.c */
    Blk **blk;                   /* in reverse post-order: blk[0] is the entry; unreachable blocks are not here */
    int nblk;
    bool irreducible;
    bool address_taken; /* call_find_addresses: its address is used as a value */
    unsigned char polls; /* spin_loop.c: whether it looks at memory that others write; 0: not asked yet */
    int number;                  /* its place in Module.fns, once there is a call_graph */
};

typedef struct DebugFile { int number; const char *name; } DebugFile;

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
    Array(Sym *) syms;       /* variables and functions in order of declaration, each once */
    Array(Fn *) fns;         /* in order of definition; prototypes without a definition too */
    Array(DebugFile) files;
    Scope *scope;
    CallGraph *calls;        /* call_graph */
    bool *inlined;           /* by node of it: inline_reaches */
    int leaves;              /* instructions that inline_leaves has copied */
    bool *exiting;           /* by node of it: may end its thread (emit_device.c) */
    bool any_exiting;        /* some function may */
    bool *sharing;           /* by node of it: may touch .shared memory (lockstep.c) */
    const bool *clocked, *tensor_memory; /* likewise: may read a clock, use tensor memory (emit_launch.c) */
    struct Taken *names;     /* local_name.c: C names of the variables and functions in syms, of so many */
    int named;
    Array(const char *) part_names; /* emit_launch.c: of the names in syms, of so many, those that parts of a kernel may have */
    int searched;
    double written, copied;  /* inline_plan.c: instructions of the text; of kernels with the functions copied into them */
    Layout layout;
    int opaques;             /* textures, samplers and surfaces in the table module_opaques: data_emit */
    bool verify;             /* ir_verify after each pass */
    int passes;              /* so many of them, by pass_name, are done; 0: all */
    uint32_t fired;          /* passes that rewrote some function, by pass_name */
    bool checked;            /* --sanitize */
    bool stepping;           /* EmitOptions.debug */
    bool large;              /* emit_module: its kernels are too long for C compilers to make each of them three times */
};

/* ---- lex.c, parse.c, expr.c --------------------------------------------------------------------------------------- */

/* Reads a whole module.  Reports what is wrong and goes on after the next ';'.  Registers, labels and symbols are
 * resolved; instructions are not matched yet. */
Module *parse_module(Arena *a, Source src);
const char *reg_name(const Fn *fn, int reg);

/* ---- isa.c: the generated table ------------------------------------------------------------------------------------ */

/* Fills ins->form and what follows from it, or reports the nearest legal form.  False when there is no form. */
bool isa_match(const Module *m, const Fn *fn, Ins *ins);
bool isa_fits(const Module *m, const Fn *fn, const Ins *ins); /* its operands still fit its row, silently */
static inline Emit isa_emit(const Ins *ins) { return (Emit)ins->emit; }
const char *isa_pattern(const Ins *ins, Arena *a); /* the row's pattern with its chosen values, for --coverage */
bool isa_translated(const Ins *ins);

/* build.c: what passes make; from a, which must live as long as the function's instructions. */
Opnd opnd_reg(int reg);
Opnd opnd_number(uint64_t v, Type t);
Opnd opnd_label(Sym *label);
/* A matched instruction, given by its words ("selp.b32") and n operands, at the place of like. */
Ins ins_new(const Module *m, const Fn *fn, Arena *a, const Ins *like, const char *words, const Opnd *op, int n);
/* Has the instruction read and write another register instead; operands that it shares with others are copied. */
void ins_rename(Arena *a, Ins *ins, int from, int to);
int fn_new_reg(Arena *a, Fn *fn, const char *name, Type t); /* its number */
int fn_copy_reg(Arena *a, Fn *fn, int like);
Sym *fn_new_label(Arena *a, Fn *fn, const char *name, Loc loc); /* to be placed */
const char *type_plain(Type t); /* "b16", "b32" or "b64", in which a register of that type is moved */

typedef enum MemEffect { MEM_NONE, MEM_R = 1, MEM_W = 2, MEM_RW = 3, MEM_TEX = 4 } MemEffect;
MemEffect isa_mem(const Ins *ins);
bool isa_is_warp(const Ins *ins);     /* a warp collective: put/get */
bool isa_is_whole(const Ins *ins);    /* of all lanes of the warp that have not exited */
bool isa_is_fixed(const Ins *ins);    /* that takes constants as generic addresses */
bool isa_is_update(const Ins *ins);   /* that reads its destination, too */
bool isa_is_alike(const Ins *ins);    /* whose result is the same for all lanes that name the same members */
bool isa_takes_address(const Ins *ins); /* its C takes the address of operand p, where that is there */
bool isa_reads_carry(const Ins *ins);
bool isa_sets_carry(const Ins *ins);
bool isa_is_cta(const Ins *ins);      /* a barrier of the CTA or of some of its warps */
void fn_end_code(Module *m, Fn *fn, InsList *code); /* adds the ret that threads come to at its end, so that more may follow */
bool fn_falls_through(const Fn *fn); /* threads may come to its end */
bool isa_is_term(const Ins *ins);     /* ends a block: bra without guard, ret, exit, trap, brx */
bool isa_is_uniform(const Ins *ins);  /* false: the result differs between lanes even when the inputs don't */
#ifndef MKISA_H
#include "isa_names.h"

extern const char *const isa_arg_names[]; /* as rows write them */
int isa_arg(const Ins *ins, ArgName name); /* position of a formal operand, or -1 */
ArgName isa_arg_name(const Ins *ins, int i);
extern const char *const isa_words[];      /* by Modifier; that of MOD_NONE is "" */
Modifier isa_slot(const Ins *ins, SlotName name);     /* chosen value, MOD_NONE if absent */
Type isa_slot_type(const Ins *ins, SlotName name);    /* a slot's value as a type */
int isa_word_at(const Ins *ins, Modifier word);          /* its place in ins->word, or -1 */
bool isa_has_word(const Ins *ins, Modifier word);         /* a modifier is present */
bool isa_has_any(const Ins *ins, const Modifier *words); /* one of them, up to MOD_NONE */
bool ins_is_any(const Ins *ins, const Mnemonic *list);  /* its mnemonic is one of a list that ends with INS_NONE */
static inline bool opnd_is_sreg(const Opnd *o, SregName name) { return o->kind == O_SREG && o->sym->index == (int)name; }
#endif
/* What n letters of its row's text name: an operand's position; or -1, and its slot's value, NULL if there is none. */
int isa_text_name(const Ins *ins, const char *s, size_t n, const char **slot);
/* The first $NAME of operand i in a row's text, behind the $, or NULL. */
const char *isa_text_arg(const Ins *ins, const char *text, int i);
static inline bool isa_arg_is_dest(const Ins *ins, int i) { return ins->dests >> i & 1; } /* it writes it */
bool isa_arg_is_mem(const Ins *ins, int i);             /* written [x] in the row */
bool isa_arg_is_addr(const Ins *ins, int i);            /* an address in a state space, of tensor memory none */
Type isa_arg_opaque(const Ins *ins, int i);             /* texref, samplerref or surfref where it takes one, else T_NONE */
/* The types of a vector operand's elements that are looked at, as its row says; their number.  0: it is no such operand. */
int isa_arg_elements(const Ins *ins, int i, Type type[8]);
Space isa_space(const Ins *ins);                        /* the .space slot (or word), SP_GENERIC if none */
Space isa_opnd_space(const Ins *ins, const Opnd *o);    /* of ins->arg[i]: slot .aspace for operand a, else isa_space */
bool isa_groups_copies(const Ins *ins);                 /* asynchronous copies become a group, or are waited for */
bool isa_uses_cluster(const Ins *ins); /* it may reach other CTAs of the cluster: its .shared addresses have ranks */

/* What of two numbers a comparison holds for: some of these together. */
enum { CMP_NONE, CMP_LESS = 1, CMP_EQUAL = 2, CMP_MORE = 4, CMP_ALL = 7 };
unsigned isa_compare(const Ins *ins); /* CMP_NONE: it compares nothing, or holds for what is no number, too */
static inline unsigned compare_swapped(unsigned c) { return (c & CMP_EQUAL) | (c & CMP_LESS ? CMP_MORE : 0) | (c & CMP_MORE ? CMP_LESS : 0); }

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

/* ---- check.c ------------------------------------------------------------------------------------------------------- */

/* Matches and checks every instruction and declaration of the module. */
void check_module(Module *m);

/* ---- uninitialized.c ------------------------------------------------------------------------------------------------------ */

/* Warns of registers of a checked function that are read before they are written. */
void uninit_check(Module *m, Fn *fn);
bool uninit_is_excused(const Module *m, const Fn *fn, int reg); /* has a value though nothing writes it, or the PTX says that it has none */

/* ---- graph.c: flow graphs in numbers ------------------------------------------------------------------------------- */

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
/* Header of the outermost loop that holds u but not v, or -1. */
int graph_left(const Graph *g, int u, int v);

/* ---- cfg.c, liveness.c ------------------------------------------------------------------------------------------------- */

/* Registers by number, ascending. */
typedef struct RegSet {
    const int *reg;
    int n;
} RegSet;

struct Blk {
    int id;             /* its place in Fn.blk: reverse post-order in which each natural loop is contiguous */
    int first, end;     /* instructions [first, end) */
    Blk *succ[2];       /* [0] fall-through or the only one; [1] taken branch; NULL where none */
    Blk **targets;      /* of brx: all, in table order (repeats possible); else NULL */
    int ntargets;
    int branch;         /* index of the bra/brx that ends it, or -1 */
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
    int local;          /* scratch of the pass at work */
};

/* Gives a function other instructions; place[i]: where what was number i, or the end, begins in them, for the labels. */
void fn_set_code(Fn *fn, InsList code, const int *place);
/* A list for a function's new instructions, of about as many as it has; gives one back that nobody refers to any more. */
InsList fn_new_code(Module *m, const Fn *fn);
void fn_free_code(Module *m, InsList code);

/* Splits into blocks (also at collectives and barriers when split_sync is set: those stand first in their block), and
 * fills everything above but liveness.  A predicated ret, exit, trap ends a block like a branch to the exit. */
void cfg_build(Arena *a, Fn *fn, bool split_sync);
bool cfg_dominates(const Blk *a, const Blk *b);
Blk *cfg_real_target(const Fn *fn, Blk *x); /* where the code goes on: blocks without other code than a jump are passed */
bool cfg_postdominates(const Blk *a, const Blk *b);
bool loop_holds(const Blk *header, const Blk *x); /* the block is in the loop that begins there */
/* All successors: succ[0], succ[1], then each entry of targets; repeats are possible. */
int blk_nsucc(const Blk *b);
Blk *blk_succ(const Blk *b, int i);
/* Fills live_in and, with all, live_out; needs matched instructions.  Without all, registers are left out that are written
 * once, before every read of them on all ways: those are not live into any block that dominates the write. */
void live_build(Arena *a, Fn *fn, bool all);
bool live_has(RegSet s, int reg);
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
Refs ins_refs(const Ins *ins);
bool refs_next(Refs *r);
bool places_next(Refs *r);
/* How often it reads and writes a register. */
typedef struct RegMentions { int reg, reads, writes; } RegMentions;
RegMentions ins_mentions(const Ins *ins, int reg);
/* How many registers it writes, and the last of them. */
typedef struct Dest { int n, reg; } Dest;
Dest ins_dest(const Ins *ins);
bool ins_dirty(const Ins *ins); /* other threads, or whoever reads memory, may notice it */
bool ins_order_matters(const Ins *ins); /* lanes must come to it one after the other */
bool ins_is_pure(const Ins *ins); /* arithmetic that can stand anywhere behind its inputs */
/* Operands as written and in the form's order name the same registers in the same order: when the places of
 * ins_refs have changed, gives the others the same names.  tmp: for nothing that stays. */
void ins_agree(Arena *tmp, Ins *ins);

/* ---- verify.c ------------------------------------------------------------------------------------------------------ */

/* Ends the compiler where the function is not as every pass must leave it; blocks: its blocks are those of its instructions. */
void ir_verify(const Module *m, Fn *fn, bool blocks, const char *after);

/* ---- web_renaming.c --------------------------------------------------------------------------------------------------------- */

/* Gives each register whose definitions never meet in a use a register of its own for each such set of definitions (a
 * web), and what is counted up from a value in a loop one of its own: that it copies then, and more may be known in another
 * round.  Wants blocks and liveness; when true, both must be built anew. */
bool web_rename(Module *m, Fn *fn, bool *copies);

/* ---- branch_inversion.c ----------------------------------------------------------------------------------------------------- */

/* Makes branches over jumps one branch. */
void branch_invert(Arena *a, Fn *fn);
bool moves_hoist(Module *m, Fn *fn); /* move_hoisting.c: constants that both ways of a branch move to a register; needs blocks */

/* ---- boolean_promotion.c ---------------------------------------------------------------------------------------------------- */

/* Makes predicates of integer registers that hold 0 or 1 and are only asked which.  Wants blocks; when true, they must be
 * built anew. */
bool boolean_promote(Module *m, Fn *fn);
/* division.c: divisions by numbers that are products with reciprocals become divisions; needs blocks. */
void division_find(Module *m, Fn *fn);

/* ---- copy_propagation.c -------------------------------------------------------------------------------------------------------- */

/* Moves of a register that the block has just given a constant become moves of the constant, shuffles of a copy shuffles
 * of what was copied.  From a, which must live as long as the instructions. */
void copy_constants(Arena *a, Fn *fn);
/* Reads of a register that is a copy, both written once, become reads of what it is a copy of.  Wants blocks. */
void copy_values(Fn *fn);
/* Removes moves of a constant into a register that holds it already on all ways to there.  Wants blocks; when true, they
 * must be built anew. */
bool copy_again(Fn *fn);

/* ---- texture.c ------------------------------------------------------------------------------------------------------ */

/* Gives each texture, sampler and surface operand of fn a register of type texref, samplerref or surfref that holds its
 * descriptor, with an instruction that finds it.  Wants matched instructions and breaks everything cfg.c fills; what it
 * adds comes from Module.code.  Does nothing when called again. */
void texture_descriptors(Module *m, Fn *fn);
bool texture_used(const Module *m); /* by an instruction or a variable */
int texture_reads(const Module *m); /* how many instructions sample one */

/* ---- structure.c: control flow as a tree ------------------------------------------------------------------------------ */

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
    Node *to;      /* N_GOTO: its N_LABEL */
    void *user;    /* for the emitter */
};

/* The tree of the blocks in set (NULL: the whole function), entered at entry.  if/while/for shapes are recovered;
 * jumps that the tree cannot say become N_GOTO, where *gotos is counted up. */
Node *struct_build(Arena *a, Fn *fn, Blk *entry, const Bits *set, int *gotos);
bool node_holds(const Node *n, NodeKind kind); /* it is, or holds, one of that kind */

/* ---- param_promotion.c ---------------------------------------------------------------------------------------------------------- */

/* Scalars that calls pass through .param variables become registers.  After check_module and inline_calls. */
void param_to_regs(Module *m, Fn *fn);

/* ---- param_address.c ------------------------------------------------------------------------------------------------------------ */

/* Parameters and results of device functions whose addresses are taken become .local variables.  After check_module. */
void param_addresses(Module *m);

/* ---- pair_address.c ---------------------------------------------------------------------------------------------------------- */

/* Addresses of which a bit is cleared become those of the first CTA of a pair.  After check_module. */
void pair_addresses(Module *m);

/* ---- call_graph.c ------------------------------------------------------------------------------------------------------------ */

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

/* What a call names as its callee, or NULL: a register; and which of its operands that is. */
const Sym *call_callee(const Ins *ins, int *at);
bool call_may_exit(Module *m, const Ins *ins); /* the function that it calls may end the thread */
bool uses_stack(const Fn *fn); /* has alloca, stacksave or stackrestore */

/* ---- syscall.c --------------------------------------------------------------------------------------------------------- */

typedef struct Syscall {
    const char *name;
    const char *text;   /* $0, $1 …: the arguments */
    bool ends;          /* it ends the thread */
    bool launches;      /* its CTA is one thread of the host: what it started is done there */
    const char *narrow; /* the text where its result is an address of 32 bits */
} Syscall;

const Syscall *syscall_find(const Sym *s); /* a function of CUDA that no module defines; NULL: another */
bool syscall_ends(const Sym *s);         /* one that ends the thread: a failed assertion */
bool syscall_waits(const Module *m);     /* the module waits for kernels that its kernels launched */

/* ---- inline.c ---------------------------------------------------------------------------------------------------------- */

/* Copies into fn the bodies of the functions it may call that want says, or that come to such a one themselves: one copy
 * for each call, or one with frames where they call themselves or copies would be too many (inline_plan.c).  Variables are added to fn->vars: to be done
 * before they are laid out. */
void inline_calls(Module *m, Fn *fn, bool (*want)(Module *m, const Fn *callee));
/* Copies into a kernel the leaves that it calls itself, while that is not too much: functions of arithmetic alone, without
 * loops.  A loop over lanes with a call has no vectors. */
void inline_leaves(Module *m, Fn *fn);
bool inline_is_leaf(const Fn *fn);
bool inline_calls_left(const Module *m, const Fn *fn); /* whether some function still calls it */
/* Whether want, which is the same for a module whenever it is asked, says fn or a function that it may come to by calls. */
bool inline_reaches(Module *m, const Fn *fn, bool (*want)(Module *m, const Fn *callee));

/* ---- subnormal.c ----------------------------------------------------------------------------------------------------- */

/* Lets the processor flush for .ftz, where all of the kernel allows that.  True: it has other instructions, blocks are to be
 * made anew, and it is to run with ptx2c_kernel.daz. */
bool subnormal_build(Module *m, Fn *fn);

/* ---- indirect_branch.c ---------------------------------------------------------------------------------------------------------- */

void indirect_branch_share(Module *m); /* functions with too many ways through tables of labels have one branch for each table */

/* ---- dump.c ---------------------------------------------------------------------------------------------------------- */

void dump_ast(const Module *m, Str *out);
void dump_component(const Opnd *o, Str *out); /* ".x", ".b3210" */
void dump_ptx(Module *m, Str *out);     /* as Module.passes leave it */
void dump_cfg(Module *m, Str *out);     /* Graphviz */
void dump_line(const Ins *ins, Str *lines); /* adds its line to "3-5,9" */
void dump_link(Str *lines, Str *out);       /* as an attribute of Graphviz: URL="#p3-5,9", for --emit=html; frees it */
void dump_cfg_of(Module *m, int fn, bool links, Str *out); /* of one function; links: blocks to their lines */
void source_text(const Module *m, const Fn *fn, const Ins *ins, Str *out); /* as written, without comments */
void dump_source(const Module *m, const Fn *fn, const Ins *ins, Str *out); /* the same for a Graphviz label */
void dump_regions(Module *m, Str *out); /* Graphviz */
void dump_regions_of(Module *m, Fn *fn, Str *out); /* of one kernel, nodes with links to their lines */
void dump_stats(Module *m, Str *out);
/* Sizes of a function as --emit=stats says them. */
typedef struct FnStats { int instructions, blocks, loops, nesting, gotos, registers, live; bool irreducible; } FnStats;
FnStats fn_stats(Fn *fn);
void dump_coverage(Module *m, Str *out);
void explain_module(Module *m, Str *out); /* explain.c: --explain */
/* What a remark of explain.c is about: which form something has in C, what stopped a better one, why an instruction may
 * have no C of its own. */
typedef enum RemarkKind {
    REMARK_KERNEL, REMARK_SCHEDULER, REMARK_STOPPED, REMARK_VECTOR, REMARK_UNIFORM, REMARK_CONTIGUOUS, REMARK_STRIDED,
    REMARK_GATHERED, REMARK_MASKED, REMARK_VARYING, REMARK_SERIAL, REMARK_ATOMIC, REMARK_LOCAL, REMARK_SYNC, REMARK_ABSENT,
    REMARK_KINDS
} RemarkKind;
typedef void RemarkFn(void *ctx, int line, RemarkKind kind, const char *text); /* text: only during the call */
void explain_each(Module *m, RemarkFn *f, void *ctx); /* all remarks, kernel by kernel */

/* html.c: --emit=html, the PTX, its C and what explain.c says of them as a page. */
void html_text(Str *out, const char *s, size_t n); /* for HTML and SVG; what is no text is shown as '.' */
/* draw.c: a graph in the language of Graphviz as SVG, one <svg> for each of its outermost boxes. */
void draw_graph(Arena *a, const char *graph, Str *out);

/* trace.c: which lines of PTX each line of C is made from.  A Trace in EmitOptions makes the writers of C leave marks in
 * it, lines that begin with a byte that no input puts there; trace_end takes them out again. */
typedef struct Trace Trace;
typedef Array(int) Lines; /* line numbers, ascending */
Trace *trace_begin(Arena *a);
void trace_fold(Trace *t, Loc user, Loc folded); /* the C of one instruction is part of another's */
void trace_mark(Trace *t, Str *marks, Loc loc);  /* adds the instruction to a list of marks */
/* Writes marks, that hold for the next statement or header, or for all up to trace_close. */
void trace_statement(Str *out, const Str *marks);
void trace_open(Str *out, const Str *marks);
void trace_close(Str *out);
void trace_unwrap(Str *text, Str *open); /* takes the marks around it off a text: that in front is added to open */
/* The C without marks; *of[i]: the lines of PTX that line i (from 0) is made from.  The number of lines. */
int trace_end(Trace *t, const Str *marked, Str *c, Lines **of);

/* ---- emit.c ----------------------------------------------------------------------------------------------------------- */

/* Whether lanes of a warp go in step: where they may see each other, always, never. */
typedef enum WarpSync { WARP_AUTO, WARP_LOCKSTEP, WARP_INDEPENDENT } WarpSync;
void lockstep_insert(Module *m, WarpSync how); /* lockstep.c */

/* What generated code checks; the same numbers as PTX2C_CHECK_… */
enum { CHECK_MEMORY = 1, CHECK_INIT = 2, CHECK_RACE = 4, CHECK_SYNC = 8, CHECK_ALL = 15, CHECK_LOCKSTEP = 16, CHECK_COARSE = 32 };

struct Writer;
typedef struct EmitOptions {
    const char *module_name;  /* C identifier */
    bool module_given;        /* by --module */
    const char *source_name;  /* base name of the input, for comments */
    bool annotate, standalone;
    bool only_module;         /* --static: other files see nothing but the module's object */
    const char *link_prefix;  /* of the C names that other modules may link to, or NULL */
    const char *tail;         /* C that stands at the end, or NULL */
    int line;                 /* #line: 0 none, 1 to the PTX, 2 through .loc to the source */
    const char *const *entries; /* NULL: all kernels; else NULL-terminated PTX names */
    bool elsewhere;           /* the variables lie where a loader says: module_describe's */
    const char *ptx_path;     /* for #line: as a C string's text */
    bool no_analysis;         /* literal translation: every value per lane, for comparison */
    bool debug;               /* --debug: the same under the scheduler, each register in its warp's state, for gdb */
    WarpSync warp_sync;
    Trace *trace;             /* or NULL */
    unsigned sanitize;       /* --sanitize: a sum of CHECK_… */
    struct Checks *checks;   /* sanitize.c; NULL: none */
    const char *(*pointer)(struct Writer *w, const Ins *ins, const Opnd *o, const char *plain); /* an address behind its check */
} EmitOptions;

const char *c_choose_module(Module *m, const char *name, bool given); /* before anything is named */
void c_make_static(Module *m);

/* Writes the C file of a checked module.  Reports what cannot be translated, at its place. */
void emit_module(Module *m, const EmitOptions *o, Str *out);
/* Writes what a loader needs that takes each kernel from an object of its own (description.h); that it can't, where kernels
 * share more than variables.  Reports what cannot be translated. */
void module_describe(Module *m, const EmitOptions *o, Str *out);
void emit_header(Module *m, const EmitOptions *o, const char *guard_name, Str *out); /* -H */
/* html.c */
typedef struct HtmlOptions {
    const char *path;              /* of the PTX */
    bool with_dot;                 /* Graphviz lays the drawings out, where it is there */
    Module *(*again)(void *ctx);   /* the module anew, as it came to emit_html */
    void *ctx;
} HtmlOptions;
void emit_html(Module *m, const EmitOptions *o, const HtmlOptions *h, Str *out);

/* ---- host.c -------------------------------------------------------------------------------------------------------------- */

/* Writes a host program for the module's kernels from templates/main.c. */
void emit_main(Module *m, const EmitOptions *o, Str *out);

/* ---- build/embed.c: files inside the compiler, made by tools/embed.c ------------------------------------------------------ */

/* "main.c" … are templates/; "ptx2c.h" is the whole runtime in one text. */
typedef struct EmbeddedFile { const char *name, *text; } EmbeddedFile;
extern const EmbeddedFile embedded_files[]; /* ends with a NULL name */
const char *embedded_text(const char *name); /* never NULL */

/* ---- runtime.c: the runtime's headers and what stands in them ---- */

typedef struct RuntimePart { const char *name, *text; const short *includes; } RuntimePart; /* includes: ends with -1 */
typedef struct RuntimeName { const char *name; int part; } RuntimeName;
extern const RuntimePart runtime_parts[]; /* ends with a NULL name */
extern const RuntimeName runtime_names[]; /* sorted */
extern const int runtime_name_count;

/* Inserts at a place of a generated file the parts that what follows there uses: as #include lines, or whole. */
void runtime_insert(Str *out, size_t at, bool whole);
/* The host's interface: an #include line, or whole. */
void runtime_host(Str *out, bool whole, bool checks);

/* ---- output.c: output files, all or none ----------------------------------------------------------------------------------- */

/* Remembers text to be written to path ("-" is standard output). */
void output_add(const char *path, const Str *text);
/* Writes all of them beside their places, then renames.  False, with a message printed and nothing changed, when one
 * can't be written. */
bool output_commit(void);

#endif
