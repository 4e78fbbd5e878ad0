/* table.h: the generated instruction table, as mkisa writes it and isa.c, isa_match.c read it.
 *
 * Forms stay compact: a form is a row of the table with its sets of legal values, not one entry for each expansion.
 * Lists live in shared arrays; a list is given by its first index and its length. */
#ifndef PTX2C_ISA_TABLE_H
#define PTX2C_ISA_TABLE_H

#include "isa/isa.h"

/* One way to have a feature: a lowest .version and .target; 0 = any.  suffix 'a': that target with the suffix only;
 * 'f': the targets of its family, with suffix a or f. */
typedef struct IsaAvail {
    uint8_t ptx, sm;
    char suffix;
} IsaAvail;

/* Alternatives, of which one must hold; none: always available. */
typedef struct IsaAvails {
    uint16_t first;
    uint8_t n;
} IsaAvails;

/* Legal values of one modifier, or of several together: rows of word numbers (0: absent) in isa_cells. */
typedef struct IsaSet {
    uint32_t cell;    /* rows * width */
    uint32_t avail;   /* rows, in isa_value_avails */
    uint16_t rows;
    uint16_t assumed; /* row taken when nothing is written, + 1; 0 = none */
    uint8_t width;
} IsaSet;

/* A place in a form's pattern: ".rnd", or a fixed word (a set of one value). */
typedef struct IsaTok {
    uint16_t name; /* SlotName */
    uint16_t set;
    uint8_t col;   /* column of the set */
    uint8_t group; /* words in the same { } come together; 0 = outside */
    bool optional;
} IsaTok;

typedef enum IsaKind {
    OK_TYPED,  /* a value of type, or of the type in tok */
    OK_ANY,    /* any register or constant */
    OK_ADDR,   /* what stands inside [ ] */
    OK_VALUE,  /* an integer register of 32 or 64 bits, or the address of a symbol, as a value */
    OK_IMM,    /* an integer constant */
    OK_LABEL, OK_TARGETS, OK_FUNC, OK_LIST, OK_PROTO,
    OK_TEX, OK_SAMP, OK_SURF, /* a variable of that type, or a 64-bit register */
    OK_MOV     /* mov's source or destination: also vectors, symbols, labels, functions, special registers */
} IsaKind;

typedef enum IsaIn { IN_PLAIN, IN_PAIR /* after | */, IN_MEM /* [x] */, IN_LIST /* [x, y] */ } IsaIn;

enum { COUNT_SCALAR = 0, COUNT_TABLE = -1, COUNT_TOK = -2, COUNT_N = -3 };

typedef struct IsaOpnd {
    uint8_t name;  /* ArgName */
    uint8_t pos;   /* place in the list of operands as written */
    uint8_t in;    /* IsaIn */
    uint8_t group; /* operands in the same { } come together; 0 = always there */
    uint8_t kind;  /* IsaKind */
    uint8_t type;
    int8_t tok;    /* the modifier that gives the type, or -1 */
    int8_t count;  /* elements of a vector: fixed, or COUNT_... */
    int8_t vec;    /* COUNT_TABLE: index in the form's vecs; COUNT_TOK, COUNT_N: the token */
    uint8_t div;   /* COUNT_N: the number after the token's n (m64n128k16) is divided by this */
    uint8_t space; /* OK_ADDR: the Space it names; SP_REG: that of the instruction */
    bool dest;
    bool sink;     /* may be _ */
    bool exact;    /* OK_TYPED: registers have this very type */
    bool by_sign;  /* some C text reads it with the sign of its type */
    IsaAvails avail;
} IsaOpnd;

/* vec SLOT : OPERAND: the elements of an operand for each value of a modifier.  spec: a letter per element (x: the
 * operand's own type, p: the same, never read, u, s, f, b: 32 bits), or their number. */
typedef struct IsaVec {
    uint8_t tok;
    uint8_t n;
    uint16_t first; /* in isa_vec_rows */
} IsaVec;

typedef struct IsaVecRow {
    uint16_t word;
    const char *spec;
} IsaVecRow;

/* Conditions are postfix code in isa_code: operation, then its arguments. */
typedef enum IsaCode {
    C_END,
    C_CONST, /* value */
    C_HAS,   /* token */
    C_IS,    /* token, n, word... */
    C_ARG,   /* operand is given */
    C_CALL,  /* function, n, argument... (token number, operand number + 256, constant + 2048) */
    C_NOT, C_AND, C_OR
} IsaCode;

enum { CALL_OPND = 256, CALL_OPND_END = 1024, CALL_NUMBER = 2048 };

#define ISA_FUNCTIONS(X) /* id, name, number of arguments (at least) */                                                \
    X(NARROWS, "narrows", 2)  /* (x, y): type x cannot hold all values of type y */                                    \
    X(FITS, "fits", 3)        /* (vec, type, bits): a vector of type has at most that many bits */                     \
    X(IMM, "imm", 1)          /* (operand): a constant, or one in { } */                                               \
    X(REG, "reg", 1)          /* (operand): a register, or one in { } */                                               \
    X(SYM, "sym", 1)          /* (operand): the address of a variable or function */                                   \
    X(RANGE, "range", 3)      /* (operand, low, high): no constant, or one in the range */                             \
    X(ONEOF, "oneof", 2)      /* (operand, n...): one of these constants */                                            \
    X(MULTIPLE, "multiple", 2) /* (operand, n): no constant, or a multiple of n */                                     \
    X(POWER, "power", 1)      /* (operand): no constant, or a power of two */                                          \
    X(NEGATED, "negated", 1)  /* (operand): written with - */                                                          \
    X(ATMOST, "atmost", 2)    /* (x, y): not two constants of which x is the larger */                                 \
    X(SAME, "same", 2)        /* (x, y): two modifiers have the same value */                                          \
    X(WORD, "word", 1)        /* (operand): no constant, or one of 32 bits without a sign */                           \
    X(FULL, "full", 1)        /* (operand): no constant, or one of 32 bits that are all set */                         \
    X(VECTOR, "vector", 1)    /* (operand): written as { } */                                                          \
    X(OLD, "old", 0)          /* (): the target is below sm_20 */

typedef enum IsaFunction {
#define X(id, name, n) FN_##id,
    ISA_FUNCTIONS(X)
#undef X
    FN_COUNT
} IsaFunction;

typedef enum IsaRuleKind {
    RULE_ONLY, RULE_IFF,
    RULE_NEED,
    RULE_UNTIL, /* what the condition holds for ended with the availability; text: what to write instead */
    RULE_WARN   /* accepted though the manual has no such form; text: what the manual says */
} IsaRuleKind;

typedef struct IsaRule {
    uint32_t a, b;  /* conditions */
    uint8_t kind;
    bool operands;  /* looks at operands: can only be judged with them */
    IsaAvails avail;
    const char *text;
} IsaRule;

typedef enum IsaLowerKind { LOWER_C, LOWER_PUT, LOWER_ALL, LOWER_GET, LOWER_LANE, LOWER_KNOWN, LOWER_COUNT } IsaLowerKind;

typedef struct IsaLower {
    uint8_t kind;
    uint32_t cond;
    const char *text; /* "-": not translated */
} IsaLower;

enum {
    FORM_RELAX = 1,    /* registers may be wider than the type: manual 9.4.1 */
    FORM_WARP = 2, FORM_CTA = 4, FORM_TERM = 8,
    FORM_VARIES = 16,  /* uniform=no */
    FORM_SYNTAX = 32,  /* known and checked, not translated */
    FORM_SREG = 64,    /* sources may be special registers */
    FORM_NEG = 128,    /* sources may be negated registers */
    FORM_SEL = 256,    /* operands may carry byte and halfword selectors */
    FORM_BITS = 512,   /* elements of vectors are bits: any register of their size */
    FORM_WIDE = 1024,  /* address registers have 32 bits or more */
    FORM_WHOLE = 2048, /* of FORM_WARP: all lanes of the warp that have not exited are members */
    FORM_BARE = 4096,  /* shared addresses may stand without [ ] */
    FORM_UPDATE = 8192, /* of FORM_WHOLE: d is read, too, and what is done for the warp takes the lanes' arrays of it */
    FORM_FIXED = 1 << 14,   /* generic addresses may be constants */
    FORM_ALIKE = 1 << 15,   /* of FORM_WARP: the result is the same for all lanes that name the same members */
    FORM_ADDRESS = 1 << 16, /* the C takes the address of operand p, where that is there */
    FORM_CARRY_IN = 1 << 17, FORM_CARRY_OUT = 1 << 18,
    FORM_ENCLOSED = 1 << 19, /* of FORM_BARE: not that of the mbarrier */
    FORM_SEVERAL = 1 << 20 /* of FORM_WHOLE: what is done for the warp does several one after the other, in the arrays of all their operands */
};

struct Form {
    const char *name;    /* the mnemonic, maybe dotted */
    const char *pattern; /* as in the table; begins with name */
    const char *file;
    uint8_t mnemonic;    /* Mnemonic */
    uint16_t line;
    uint16_t tok, opnd, vec, rule, lower; /* first of each */
    uint8_t ntok, nopnd, nvec, nrule, nlower;
    uint32_t flags;
    uint8_t mem, emit;
    int8_t warp;         /* the operand with the member mask, or -1 */
    IsaAvails avail;
    const char *again;   /* words that may be repeated, " sat cc ", or NULL */
    const char *first;   /* words that stand before all others, or NULL */
};

typedef struct IsaInsn {
    const char *name;
    uint16_t first, n; /* forms */
} IsaInsn;

extern const int isa_nwords;
extern const char *const isa_arg_names[], *const isa_slot_names[]; /* by ArgName, by SlotName */
static inline const char *opnd_name(const IsaOpnd *o) { return isa_arg_names[o->name]; }
static inline const char *tok_name(const IsaTok *t) { return isa_slot_names[t->name]; }
extern const IsaAvail isa_avails[];
extern const uint16_t isa_cells[];
extern const IsaAvails isa_value_avails[];
extern const IsaSet isa_sets[];
extern const IsaTok isa_toks[];
extern const IsaOpnd isa_opnds[];
extern const IsaVec isa_vecs[];
extern const IsaVecRow isa_vec_rows[];
extern const uint16_t isa_code[];
extern const IsaRule isa_rules[];
extern const IsaLower isa_lowers[];
extern const Form isa_forms[];
extern const int isa_nforms;
extern const IsaInsn isa_insns[]; /* sorted by name */
extern const int isa_ninsns;

/* ---- isa.c */

extern const char **isa_word_ptr; /* isa_words, interned; filled by isa_begin */
Type isa_word_type(unsigned word); /* of that name, or T_NONE */
int isa_word_number(unsigned word); /* at the end of v2, x4; 1 where there is none */
/* Two integers of 16 bits. */
static inline bool type_is_pair(Type t) { return t == T_U16X2 || t == T_S16X2; }
void isa_begin(void);             /* may be called again */
const IsaInsn *isa_insn(const char *interned);
/* Does the module have one of the alternatives?  If not, *miss is the easiest one. */
bool isa_available(const Module *m, IsaAvails a, IsaAvail *miss);

/* What the conditions of a form are judged on: the word chosen for each token (0: absent), and, when they are known,
 * the formal operands. */
typedef struct IsaChoice {
    const Form *form;
    const uint16_t *word;
    const Opnd *arg;
    bool old; /* the target is below sm_20 */
} IsaChoice;

bool isa_cond(const IsaChoice *c, uint32_t cond);
/* The first rule up to that kind, RULE_ONLY or RULE_IFF, that is broken, or NULL: of those about the operands if these are
 * given, else of those about the words. */
const IsaRule *isa_broken_rule(const IsaChoice *c, IsaRuleKind last);
/* May a register of type r stand where an instruction wants t?  relax: it may be wider. */
bool isa_reg_fits(Type t, Type r, bool relax);

/* ---- isa_rule.c */

const char *isa_form_text(const Form *f, Arena *a); /* its pattern, without versions */
/* What a broken rule asks for: "'.cube' needs '.f32'".  *opnd: an operand it speaks of, or -1. */
const char *isa_rule_text(const IsaChoice *c, const IsaRule *r, Arena *a, int *opnd);

/* ---- isa_word.c: modifiers -> the forms they may mean */

/* A form that the words of an instruction can mean. */
typedef struct IsaCand {
    const Form *form;
    const uint16_t *word;      /* for each token the chosen word, 0 where absent */
    const IsaAvails *avail;    /* of the values written, and of rules */
    int navail;
    const uint8_t *type;       /* of each formal operand */
    uint32_t dests;            /* as Ins.dests */
    const char *text;          /* what it becomes without a c line */
    const IsaRule *broken;     /* the rule that forbids this combination, or NULL */
    bool remarks;              /* an until or warn rule may hold */
} IsaCand;

typedef struct IsaCands {
    const IsaCand *at;
    int n;     /* legal combinations first */
    int legal;
} IsaCands;

IsaCands isa_candidates(const Ins *ins); /* remembered for each list of words */
void isa_no_form(const Module *m, const Fn *fn, const Ins *ins); /* reports why the words mean nothing */
const char *isa_spelling(const IsaCand *c, Arena *a); /* with all its words */
const char *isa_operands(const Form *f, Arena *a);    /* "d, [a], b{, c}" */

/* ---- isa_opnd.c, isa_fit.c: operands -> formal operands */

/* An attempt to fit the operands of an instruction to a form. */
typedef struct IsaMatch {
    const Module *m;
    const Fn *fn;
    const Ins *ins;
    const IsaCand *cand;
    Opnd *arg;
    bool say;    /* keep the message of the furthest mistake */
    bool soft;   /* an operand is tried that may be left out: what is wrong with it matters less */
    int reached; /* twice the operands that fitted in the best attempt, + 1 when it was not soft */
    int now;     /* operands that fit so far */
    Loc loc;
    Str text;
} IsaMatch;

static inline const IsaOpnd *isa_formal(const IsaMatch *m, int k) { return &isa_opnds[m->cand->form->opnd + k]; }
static inline Type isa_reg_type(const IsaMatch *m, const Opnd *o) { return m->fn->regs.at[o->reg]->type; }
static inline int isa_reg_vec(const IsaMatch *m, const Opnd *o) { return o->comp >= 0 && o->comp < 4 ? 1 : m->fn->regs.at[o->reg]->vec; }
static inline bool isa_is_integer(Type t) { return t != T_PRED && t <= T_F64 && type_info[t].kind != 'f' && type_info[t].kind != 'o'; }
bool isa_refuse(IsaMatch *m, Loc loc, const char *fmt, ...) PRINTF_LIKE(3, 4); /* false; says why, if that is asked and no other attempt came further */
const char *isa_describe(const Opnd *o);
bool isa_without_brackets(const IsaMatch *m, const IsaOpnd *f, const Opnd *o);
bool isa_fit_scalar(IsaMatch *m, const IsaOpnd *f, Type t, const Opnd *o); /* one value */
bool isa_fit(IsaMatch *m, const IsaCand *c); /* fills arg */

#endif
