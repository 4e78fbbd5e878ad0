/* parse.h: what lex.c, expr.c and parse*.c share; nobody else includes it.
 *
 * The lexer hands out one token at a time (Parser.tok); the grammar needs no more.  Where two readings begin alike (-1
 * and -%r1), the parser saves the Lexer, tries one and goes back. */
#ifndef PTX2C_PARSE_H
#define PTX2C_PARSE_H

#include "ptx/ptx.h"

/* Words the parser itself knows, all others being names, types or modifiers.  The second column is the spelling,
 * without the dot of directives. */
#define KEYWORDS(X)                                                                                                    \
    X(VERSION, "version") X(TARGET, "target") X(ADDRESS_SIZE, "address_size") X(ENTRY, "entry") X(FUNC, "func")        \
    X(ALIAS, "alias") X(BRANCHTARGETS, "branchtargets") X(CALLTARGETS, "calltargets")                                  \
    X(CALLPROTOTYPE, "callprototype") X(MAXNREG, "maxnreg") X(MAXNTID, "maxntid") X(REQNTID, "reqntid")                \
    X(MINNCTAPERSM, "minnctapersm") X(MAXNCTAPERSM, "maxnctapersm") X(NORETURN, "noreturn") X(PRAGMA, "pragma")        \
    X(ABI_PRESERVE, "abi_preserve") X(ABI_PRESERVE_CONTROL, "abi_preserve_control") X(SECTION, "section")              \
    X(FILE, "file") X(LOC, "loc") X(EXTERN, "extern") X(VISIBLE, "visible") X(WEAK, "weak") X(COMMON, "common")        \
    X(REQNCTAPERCLUSTER, "reqnctapercluster") X(EXPLICITCLUSTER, "explicitcluster")                                    \
    X(MAXCLUSTERRANK, "maxclusterrank") X(BLOCKSARECLUSTERS, "blocksareclusters") X(ATTRIBUTE, "attribute")            \
    X(MANAGED, "managed") X(UNIFIED, "unified") X(REG, "reg") X(CONST, "const") X(GLOBAL, "global")                    \
    X(LOCAL, "local") X(PARAM, "param") X(SHARED, "shared") X(TEX, "tex") X(PTR, "ptr") X(ALIGN, "align")              \
    X(V2, "v2") X(V4, "v4") X(WARP_SZ, "WARP_SZ") X(GENERIC, "generic") X(DWARF, "DWARF") X(BYTE, "byte")              \
    X(4BYTE, "4byte") X(QUAD, "quad") X(FUNCTION_NAME, "function_name") X(INLINED_AT, "inlined_at") \
    X(LANGUAGE, "language") X(MINPERCTAMEMORY, "minperctamemory") X(LOCAL_MAXNREG, "local_maxnreg")                     \
    X(LOC_INTERMEDIATE, "loc_intermediate") X(INTERMEDIATE_SOURCES, "nv_intermediate_source_section")                  \
    X(METADATA_SECTION, "metadata_section")

typedef enum Keyword {
    KW_NONE,
#define X(id, name) KW_##id,
    KEYWORDS(X)
#undef X
    KW_COUNT
} Keyword;

extern const char *const keyword_name[KW_COUNT];

/* Where what a word begins may stand: only at module scope; there, or in a function; behind a prototype that has no ";". */
enum { PLACE_MODULE = 1, PLACE_OUTSIDE = 2, PLACE_BEHIND = 4 };
extern const uint8_t keyword_place[KW_COUNT]; /* parse.c */

typedef enum TokKind { /* all other punctuation is its own character */
    TK_EOF,
    TK_BAD,  /* already reported */
    TK_ID,   /* name */
    TK_DOT,  /* .word: name without the dot, with all its ::parts */
    TK_INT,  /* value, type T_S64 or T_U64 */
    TK_REAL, /* value: bits; type T_F64, or T_F32 for 0f... */
    TK_STR,  /* name: what stands between the quotes */
    TK_SINK, /* _ alone */
    TK_SHL = 128, TK_SHR, TK_LE, TK_GE, TK_EQ, TK_NE, TK_ANDAND, TK_OROR
} TokKind;

typedef struct Tok {
    uint8_t kind;
    uint8_t type; /* Type of a number */
    uint8_t kw;   /* Keyword of an ID or DOT */
    bool bol;     /* first on its line */
    Loc loc;
    const char *name; /* interned */
    uint64_t value;
} Tok;

/* An opcode as written, "ld.global.f32", cut into its words once. */
typedef struct Opcode {
    const char *text;        /* interned */
    const char *const *word; /* as Ins.word */
    uint8_t nword;
    bool is_call, is_branch; /* call; bra, brx and other takers of labels */
    bool is_mov, is_index;   /* mov and cvta, which take addresses; brx */
} Opcode;

typedef struct Lexer {
    const char *text, *p, *end;
    Arena *arena;
} Lexer;

void lex_begin(Lexer *lx, Arena *a, Source src);
void lex_end(void); /* no name is read any more */
void lex_next(Lexer *lx, Tok *t);
/* The opcode that begins with t, an ID just read; takes the modifiers that follow. */
const Opcode *lex_opcode(Lexer *lx, const Tok *t, Loc *loc);
const Opcode *opcode_named(Lexer *lx, const char *text);
/* The opcode with one more modifier. */
const Opcode *opcode_with(Lexer *lx, const Opcode *o, const char *word);

/* A name to be looked up when its function has been read: labels may be used before they stand. */
typedef struct Fixup {
    Scope *scope;
    const char *name;
    Loc loc;
    int ins, op;     /* the operand to fill, when list is NULL */
    Sym *list;       /* SYM_TARGETS: the element to fill */
    int element;
} Fixup;

/* Places of .loc directives: open hashing over file + 1 (0: free), line, column. */
typedef struct Place Place;

typedef struct Parser {
    Lexer lx;
    Tok tok;
    uint32_t prev_end; /* where the token before ended */
    Arena *a;
    Module *m;
    Fn *fn;            /* the function whose body is read, or NULL */
    Scope *scope, *sregs;
    Scope *linked;     /* link.c: what the modules before let others see */
    uint32_t part;     /* where the module that is read begins, */
    int part_syms;     /* and in Module.syms */
    int file_base;     /* added to its numbers of files */
    Arena scopes;      /* those of the function whose body is read */
    Array(Scope *) blocks; /* the { } around, outermost first */
    Array(Opnd) stack; /* operands under construction */
    const Opcode *code; /* of the instruction under construction */
    Array(Fixup) fixups;
    bool broken;       /* it names what was reported before */
    int depth;         /* nesting of brackets */
    bool target_seen_code; /* a function or variable came: too late for .target and .address_size */
    bool has_address_size;
    bool said_no_target;
    int32_t file, line; /* of the .loc before */
    bool any_loc, any_section;
    Place *places;  /* of .loc directives so far */
    Loc debug_loc; /* of the platform option */
} Parser;

enum { MAX_DEPTH = 250 }; /* of brackets and blocks in each other */
enum { NO_VERSION = 999, NO_TARGET = 9999 }; /* of a module that has not said one: they refuse nothing */

/* ---- link.c */

/* The newest of several modules. */
typedef struct Linked {
    int version, target;
    char suffix;
} Linked;

/* Of two that have one name: what was there, the new one in its place, or neither. */
typedef enum LinkChoice { LINK_OLD, LINK_BOTH, LINK_CLASH } LinkChoice;

void link_begin(Parser *p, uint32_t at);
void link_end(Parser *p, Linked *all);
void link_finish(Parser *p, const Linked *all);
bool link_other(const Parser *p, const Sym *old); /* is it of a module before? */
LinkChoice link_function(Parser *p, Sym *old, Linkage now, bool body);
LinkChoice link_variable(const Sym *old, const Sym *now);

/* ---- parse.c: tools for all of the grammar */

void next(Parser *p);
bool at(const Parser *p, int kind);
bool at_name(const Parser *p); /* and WARP_SZ is a number */
bool at_kw(const Parser *p, Keyword kw); /* a DOT with this word */
bool take(Parser *p, int kind);
bool take_kw(Parser *p, Keyword kw);
bool expect(Parser *p, int kind, const char *after);
/* Reports at the present token, returns false. */
bool fail(Parser *p, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* "expected WHAT before 'token'" at the present token; returns false. */
bool fail_expected(Parser *p, const char *what);
bool enter(Parser *p); /* one bracket deeper; false, and reported, when there are too many */
void leave(Parser *p);
Loc loc_from(const Parser *p, uint32_t at); /* from there to the end of the token before */
/* The end of a statement: ';', or reports that it is missing.  False when the parser should skip. */
bool end_statement(Parser *p, const char *after);
void skip_statement(Parser *p);
bool parse_uint(Parser *p, uint64_t *value, const char *what); /* an integer literal, or WARP_SZ */
bool parse_u32(Parser *p, uint32_t *value, const char *what);

/* Reports when the module's .version or .target is too old for a feature (features in parse.c). */
typedef enum Feature {
#define FEATURES(X)                                                                                                    \
    X(ENTRY_PARAMS, "a kernel parameter list", 14, 0) X(FUNC_PARAMS, "a .param parameter of a .func", 20, 0)           \
    X(MAXNREG, ".maxnreg", 13, 0) X(MAXNTID, ".maxntid", 13, 0) X(MAXNCTAPERSM, ".maxnctapersm", 13, 0)                \
    X(MINNCTAPERSM, ".minnctapersm", 20, 0) X(REQNTID, ".reqntid", 21, 0) X(PRAGMA, ".pragma", 20, 0)                  \
    X(ADDRESS_SIZE, ".address_size", 23, 0) X(ALIAS, ".alias", 63, 30) X(NORETURN, ".noreturn", 64, 30)                \
    X(ABI_PRESERVE, ".abi_preserve", 90, 80) X(ABI_PRESERVE_CONTROL, ".abi_preserve_control", 90, 80)                  \
    X(REQNCTAPERCLUSTER, ".reqnctapercluster", 78, 90) X(EXPLICITCLUSTER, ".explicitcluster", 78, 90)                  \
    X(MAXCLUSTERRANK, ".maxclusterrank", 78, 90) X(BLOCKSARECLUSTERS, ".blocksareclusters", 90, 90)                    \
    X(BRANCHTARGETS, ".branchtargets", 60, 30) X(CALLTARGETS, ".calltargets", 21, 20)                                  \
    X(CALLPROTOTYPE, ".callprototype", 21, 20) X(SECTION, ".section", 20, 0) X(COMMON, ".common", 50, 20)              \
    X(WEAK, ".weak", 31, 0) X(ATTRIBUTE, ".attribute", 40, 30) X(UNIFIED, ".attribute(.unified)", 80, 90)              \
    X(OPAQUE, "a texture, sampler or surface type", 15, 0) X(TEXMODE, "a texture mode", 15, 0)                         \
    X(MASK, "the mask operator", 71, 0) X(GENERIC, "generic()", 31, 0) X(INLINED_AT, "inlined_at", 72, 0)              \
    X(NEGATIVE_DWARF, "a negative number in a section", 75, 0) X(PTR, ".ptr", 22, 0) X(B128, ".b128", 83, 70)          \
    X(LARGE_PARAMS, "more than 4352 bytes of kernel parameters", 81, 70)                                               \
    X(OPEN_PARAM, "a parameter array without a size", 30, 0) X(SECTION_LABEL, "a label in a section", 72, 0) \
    X(LANGUAGE, ".language", 92, 0) X(MINPERCTAMEMORY, ".minperctamemory", 94, 80)                                      \
    X(LOCAL_MAXNREG, ".local_maxnreg", 60, 0) X(LOC_INTERMEDIATE, ".loc_intermediate", 94, 0)                          \
    X(INTERMEDIATE_SOURCES, ".nv_intermediate_source_section", 94, 0)                                                  \
    X(METADATA_SECTION, ".metadata_section", 80, 0)
#define X(id, name, version, target) FEAT_##id,
    FEATURES(X)
#undef X
    FEAT_COUNT
} Feature;
bool need(Parser *p, Loc loc, Feature f);

/* ---- input.c: what is no PTX */

/* What a file is, by its first bytes or, where it does not begin as PTX does, its words, and the way from there to PTX; NULL
 * where it may be PTX.  *at: its first word; nothing of what is no text. */
const char *input_foreign(const Source *src, Loc *at);
bool input_is_sass(const char *s, const char *end); /* an instruction of the machine begins there */

/* ---- expr.c: constants */

typedef struct Const {
    Type type; /* T_S64, T_U64, T_F64 or T_F32 (only a 0f literal) */
    uint64_t bits;
} Const;
bool parse_const(Parser *p, Const *c);
bool at_const(const Parser *p); /* can the present token begin a constant? */
bool const_is_int(Const c);
double const_f64(Const c);

/* ---- parse_decl.c: variables and parameters */

bool at_decl(const Parser *p);
/* decl = {linkage | space | .align n | .attribute(...)} [.v2|.v4] .type declarator {"," declarator} ";" */
void parse_decl(Parser *p, Linkage linkage);
/* A parameter of an .entry, .func or .callprototype; NULL when reported. */
typedef enum ParamOf { PARAM_ENTRY, PARAM_FUNC, PARAM_RET, PARAM_PROTO } ParamOf;
Sym *parse_param(Parser *p, ParamOf of);
bool parse_attribute(Parser *p, bool *managed, Loc *unified);

/* ---- parse_init.c: initialisers */

/* Reads what follows '=' into sym->init; dims[0] may be 0, then the number of elements found becomes it. */
bool parse_init(Parser *p, Sym *sym, uint64_t *dims, int ndims);

/* ---- parse_debug.c: lines without semicolons that make no code */

void parse_file(Parser *p);
void parse_loc(Parser *p);
void parse_caller(Parser *p, InlinedFrom caller); /* what comes now was inlined there */
void parse_section(Parser *p);
void parse_loc_intermediate(Parser *p);
bool parse_intermediate_sources(Parser *p);
bool parse_metadata(Parser *p);
void parse_dwarf(Parser *p); /* at the second '@' of @@DWARF */
bool parse_pragma(Parser *p, bool body);

/* ---- parse_header.c: what follows .entry and .func */

/* What a header says before it is known whether the function was declared before. */
typedef struct Header {
    Fn fn;      /* without body */
    Loc loc;    /* the name */
    const char *name;
    uint32_t seen; /* directives, a bit each */
    bool managed;
} Header;
bool parse_params(Parser *p, SymList *list, ParamOf of);
bool parse_function_header(Parser *p, Header *h);
bool parse_header_directives(Parser *p, Header *h);
bool parse_prototype_ends(const Parser *p); /* NVIDIA's old compiler wrote them without ";", and the assembler takes them: what is next tells */
void parse_check_param_size(Parser *p, const Fn *fn, Loc loc);

/* ---- parse_fn.c: .entry, .func, their bodies' blocks and directives */

void parse_function(Parser *p, Linkage linkage);
void parse_alias(Parser *p);
/* The present function or block gets a register, variable … that was just looked up: gives it its number. */
int reg_number(Parser *p, Sym *sym);

/* ---- parse_ins.c */

/* The ID it begins with is the present token; guard: the predicate's number, -1 for none. */
enum { BROKEN_GUARD = -2 }; /* one that was reported */
bool parse_instruction(Parser *p, int32_t guard, bool guard_neg);
/* The symbol of a name, NULL when there is none; members of families of variables join their function or module. */
Sym *find_name(Parser *p, const char *name);
/* Reports, once for each name; returns false. */
bool undeclared(Parser *p, Scope *scope, const char *name, Loc loc, const char *what);
/* The special register of this name, or NULL. */
Sym *sreg_find(Parser *p, const char *name);
/* A scope with all special registers. */
Scope *sreg_scope(Arena *a);
void resolve_fixups(Parser *p);

#endif
