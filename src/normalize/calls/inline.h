/* inline.h: what inline.c and inline_recursive.c share: bodies of functions on their way into a kernel. */
#ifndef PTX2C_INLINE_H
#define PTX2C_INLINE_H

#include "normalize/normalize.h"

#define uthash_fatal(msg) ice("%s", msg)
#include <uthash.h>

typedef struct Map {
    Sym *from, *to;
    UT_hash_handle hh;
} Map;

typedef struct Frame Frame;

typedef struct Inliner {
    Module *m;
    Fn *fn;
    Arena tmp;
    bool *framed; /* by Fn.number: the kernel has one body of it, with frames */
    InsList ins;
    SymList labels;
    Array(Frame *) frames; /* functions with frames, in the order in which they were found */
    Frame **frame_of;      /* by Fn.number */
    int frame;             /* with those: the register that holds the current one's address */
} Inliner;

/* One copy of a function's body; of the caller itself when top is set: then everything stays as it is. */
typedef struct Copy {
    Inliner *in;
    const Fn *from;
    bool top;
    int *reg;  /* new number of each register, plus 1 */
    Map *map;
    Sym *end;  /* where ret goes */
    Loc loc;   /* of the call */
    Frame *frame; /* of a function's only copy, with frames; else NULL */
    int site;     /* likewise: the register with the place where the call goes on */
} Copy;

typedef struct FramePart {
    const Sym *sym;
    uint64_t at;
    UT_hash_handle hh;
} FramePart;

struct Frame {
    Fn *fn;
    Sym *entry;     /* label of the body */
    Sym *sites;     /* .branchtargets: where its calls go on */
    FramePart *parts;
    uint64_t bytes; /* without registers of the caller */
    uint32_t align;
    Loc loc;        /* of the first call */
    Blk **blk_of;   /* of a function that calls itself: by instruction; else NULL */
};

/* The parts of a call: (ret, …), callee, (arg, …), in the numbers of the copy it stands in. */
typedef struct Call {
    const Ins *ins;
    const Fn *callee;
    Opnd *ret, *arg;
    int nret, narg;
} Call;

/* A place in memory: a variable, or an address in a register, in a state space. */
typedef struct Where {
    const char *space;
    Sym *sym;  /* or NULL */
    int reg;
    uint64_t at;
    uint32_t align;
} Where;

int inline_reg(Inliner *in, const char *name, Type t, Loc loc);
void inline_put_label(Inliner *in, Sym *label);
int inline_copy_reg(Copy *c, int reg);
void inline_map_sym(Copy *c, Sym *from, Sym *to);
Sym *inline_copy_sym(Copy *c, Sym *s);
Opnd inline_copy_operand(Copy *c, const Opnd *o);
Opnd *inline_copy_operands(Copy *c, const Opnd *o, int n);
void inline_add_move(Copy *c, const Sym *param, Opnd to, Opnd from);
Opnd inline_opnd_sym(OpndKind kind, Sym *sym, Loc loc);
/* Adds an instruction, given by its words and n operands, which may be newer than the module's version and target. */
Ins *inline_add(Copy *c, const char *words, const Opnd *op, int n);
void inline_branch(Copy *c, Sym *label, int guard, bool negate);
void inline_access(Copy *c, bool load, Where at, const char *type, Opnd v); /* of a register, or an element of one */
void inline_load(Copy *c, int reg, const char *type, Where from);
void inline_store(Copy *c, Where to, const char *type, Opnd value);
void inline_copy_bytes(Copy *c, Where to, Where from, uint64_t bytes);
/* The type to move a value of a parameter in: its own for constants and where sizes differ, else plain bits. */
const char *inline_value_type(const Inliner *in, const Sym *param, const Opnd *value);
bool inline_is_param_var(const Opnd *o);
/* Reads a call; reports one that can't be bound to the callee's parameters. */
bool inline_read_call(Copy *c, const Ins *ins, const Fn *callee, Call *k);

/* ---- inline_plan.c ----------------------------------------------------------------------------------------------- */

/* Chooses which functions get frames; false, with an error reported: copies and calls would be too many all the same. */
bool inline_plan(Inliner *in);

/* ---- inline_recursive.c --------------------------------------------------------------------------------------------------- */

const FramePart *recurse_find_part(const Frame *f, const Sym *s);
void recurse_call(Copy *c, const Ins *ins, const Fn *callee);
bool recurse_has(const Frame *f, const Sym *var); /* the variable is part of the frame */
/* Copies an instruction of a recursive function that names parts of its frame; false when it names none. */
bool recurse_ins(Copy *c, const Ins *ins);
/* Around the only copy of a function with frames; behind the last. */
void recurse_enter(Inliner *in, Frame *f, Copy *body);
void recurse_leave(Inliner *in, Copy *body);
void recurse_end(Inliner *in);

#endif
