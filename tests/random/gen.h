/* gen.h: what the files of the generator share. */
#ifndef GEN_H
#define GEN_H

#include "../draw.h"

#include <stdio.h>

extern FILE *ptx, *ref;

/* Write a line of PTX, of C. */
void p(const char *fmt, ...);
void c(const char *fmt, ...);

/* A text that is kept till seven more were made. */
const char *text(const char *fmt, ...);

/* ---- values: values.c ---- */

enum { R, D, P, TYPES }; /* 32 bits, 64 bits, predicate */

typedef struct Val {
    int id;
    bool uni;     /* the same for all threads of the CTA */
    bool mut;     /* may be assigned again */
} Val;

/* How many values code can use: those made in a branch are gone behind it. */
typedef struct Scope { int n[TYPES]; } Scope;

extern Val vals[TYPES][4000];
extern int nvals[TYPES], nregs[TYPES];
extern int labels, loops, masks;

Val new_val(int type, bool uni, bool mut);
void show(int type, Val v);
Scope mark(void);
void back_to(Scope s);
Val pick(int type);
bool pick_uni(int type, Val *v);

/* An operand in both languages. */
typedef struct Op { char p[24], c[24]; bool uni; } Op;

Op of(int type, Val v);
Op number(int type, uint64_t n);
Op some_number(int type);
Op operand(int type);

/* ---- assignments: values.c ---- */

typedef struct Ctx {
    int m;         /* number of the C mask of the threads that are here */
    int depth;     /* nesting */
    bool uni;      /* all threads of the CTA that still live are here */
    int mask;      /* register with the lanes of the warp that are here, or -1 */
    bool direct;   /* directly in the innermost loop's body */
    int cur;       /* innermost loop, or -1 */
} Ctx;

extern bool in_func, has_bar, has_warp, has_sched, by_generic; /* where the code stands; what the kernel may hold */

/* The place of a result: a new register, or one that is assigned again; guard: the predicate text or "". */
typedef struct Dest { int type; Val v; bool fresh; char guard[24], cond[32]; } Dest;

Dest dest(int type);
void done(Dest *d, bool uni);

/* d = EXPR; the PTX has its destination's name where ~ stands. */
void assign(const Ctx *x, Dest *d, bool uni, const char *expr, const char *fmt, ...);

/* The same for a new register. */
Val fixed(int type, const char *expr, bool uni, const Ctx *x, const char *fmt, ...);

/* The registers every kernel sets at its beginning. */
extern struct Known { Val in, out, soa, acc, far, base, n, lin, gid, lane, threads, total, gx, smem, mask0; } K;

/* ---- statements ---- */

extern const struct Compare { const char *name, *c; } compares[6]; /* arith.c */
void gen_setp(const Ctx *x);
void gen_pred(const Ctx *x);
void gen_arith(const Ctx *x);

Val hide(Val v); /* memory.c */
void gen_load(const Ctx *x);
void gen_far(const Ctx *x);
void gen_own(const Ctx *x);
void gen_local(const Ctx *x);
void gen_const(const Ctx *x);
void gen_red(const Ctx *x);
void gen_call(const Ctx *x);

extern int buffer; /* meet.c: the one that the next exchange goes through */
extern bool exchanging; /* one is in use */
void gen_exchange(Ctx *x);
void gen_barrier(Ctx *x);
int ballot(const Ctx *x, const char *pred_p, const char *pred_c);
void gen_collective(Ctx *x);

void gen_block(Ctx *x, int n); /* gen.c */

#endif
