/* mkisa.h: what the parts of the table compiler share. */
#ifndef MKISA_H
#define MKISA_H /* before isa.h, which leaves out then what is made of the table */

#include "isa/table.h"

/* ---- mkisa_word.c: the table as it is read, messages, words */

typedef struct Row {
    const char **word; /* interned; NULL: absent */
    IsaAvails avail;
    bool assumed;
} Row;

typedef struct Slot {
    const char **name;
    int width, line, set; /* set: number once written, else -1 */
    Array(Row) rows;
    bool used;
} Slot;

typedef struct Set {
    const char *name, *file;
    Array(Row) rows;
} Set;

typedef struct Line { /* a rule, vec or lower, understood once the form is known */
    int line;
    const char *text;
} Line;

typedef struct Body {
    Array(Slot *) slots;
    Array(Line) rules, vecs, lowers;
} Body;

typedef struct RawForm {
    const char *file, *pattern, *operands;
    int line;
    Body body;
    struct Insn *insn;
    Form out;
} RawForm;

typedef struct Insn {
    const char *name, *file, *dest, *sink, *again, *first, *warp;
    int line;
    Body body;
    Array(RawForm *) forms;
    uint32_t flags;
    uint8_t mem, emit;
} Insn;

typedef struct Table {
    Array(Set) sets;
    Array(Insn *) insns;
    Array(RawForm *) forms;
    Array(Sreg) sregs;
} Table;

extern Table table;
extern Arena arena;
extern int nerrors;
extern const char *file; /* place of messages */
extern int line;

#define ADD(v, item) array_add(&arena, &(v), item)

void bad(const char *fmt, ...) PRINTF_LIKE(1, 2);
void blanks(const char **p);
bool is_word_char(char c);
const char *read_word(const char **p); /* letters, digits, _ and ::, interned; NULL if none */
bool take(const char **p, const char *s);
IsaAvails read_avails(const char **p); /* @7.8/90a@8.1/89 ... */
const Set *find_set(const char *name);
Type find_type(const char *name);

/* ---- likewise: the arrays that are written */

typedef Array(const char *) Names;

typedef struct Output {
    Names words;                    /* words.at[0] is "" */
    Names mnemonics, args, slots;     /* first words of mnemonics, names of operands, of places in patterns */
    Array(IsaAvail) avails;
    Array(uint16_t) cells;
    Array(IsaAvails) value_avails;
    Array(IsaSet) sets;
    Array(IsaTok) toks;
    Array(IsaOpnd) opnds;
    Array(IsaVec) vecs;
    Array(IsaVecRow) vec_rows;
    Array(uint16_t) code;
    Array(IsaRule) rules;
    Array(IsaLower) lowers;
} Output;

extern Output out;

uint16_t name_id(Names *n, const char *name); /* its place in n, where it is added if need be */
uint16_t word_id(const char *w);
int find_tok(const Form *f, const char *name);    /* within the form; -1 if none */
int find_opnd(const Form *f, const char *name);
bool known_name(const RawForm *f, const char *name); /* in some form of the instruction */
bool known_value(const RawForm *f, const char *slot, uint16_t word);

/* ---- mkisa_form.c: forms are understood */

void build_form(RawForm *f);                      /* pattern and operands */
void build_body(RawForm *f);                      /* rules, vecs and C; all forms must be built */

/* ---- mkisa_cond.c */

void build_rule(RawForm *f, const Line *l);
uint32_t build_cond(RawForm *f, const char **p, bool *operands); /* up to what is no condition */

/* ---- mkisa_write.c */

void write_table(void);
void write_names(void); /* isa_names.h */

#endif
