/* shadow.h: what register_shadow.c and call_shadow.c share: what is known of a function's registers while they get shadows. */
#ifndef PTX2C_SHADOW_H
#define PTX2C_SHADOW_H

#include "transform/transform.h"

/* Four bytes of a parameter or result: of a call, or of the function itself. */
typedef struct PassedWord {
    const Sym *of;
    uint64_t at;    /* in bytes */
    int shadow;
    bool plain, loaded; /* as of registers */
} PassedWord;

/* Words of a function's parameters, and of its results, that may come without a value: by number, the first ones. */
typedef struct PassedWords { uint32_t plain, loaded; } PassedWords;
typedef struct Passed { PassedWords in, out; } Passed;

enum { PASSED_WORDS = 32 };

typedef struct Shadows {
    Module *m;
    Fn *fn;
    bool init, sync; /* what is asked for */
    int old;      /* registers of the function as it was */
    int *of;      /* by register: its shadow, or -1 */
    bool *first;  /* live where the function begins */
    bool *cleared; /* some bits of it are */
    bool *plain;  /* it may come from a register that nothing has written, */
    bool *loaded; /* from a load or shuffle that is followed, */
    Bits *loads;  /* of these, which are numbered; NULL: there are too many */
    Array(const Ins *) followed; /* by these numbers */
    bool any_first;
    Array(PassedWord) words;
    SymList outside; /* what is passed to functions that are not the module's */
    Passed *passed, *any; /* by Fn.number; of functions whose address is taken */
    InsList out;
    const Ins *at;
} Shadows;

/* ---- shadow.c --------------------------------------------------------------------------------------------------- */

/* Values of shadows: registers; SHADOW_NEVER: there is a value. */
enum { SHADOW_NEVER = -1 };

static inline int shadow_of(const Shadows *s, const Opnd *o) { return o->kind == O_REG && o->reg < s->old ? s->of[o->reg] : SHADOW_NEVER; }
static inline int shadow_elements(const Opnd *o) { return o->kind == O_VEC ? (int)o->nsub : 1; }
static inline const Opnd *shadow_element(const Opnd *o, int i) { return o->kind == O_VEC ? &o->sub[i] : o; }

int shadow_give(Shadows *s, const char *name);                         /* a new one, for what has that name */
bool shadow_join(Shadows *s, int reg, bool plain, bool loaded);        /* the register may have no value; whether that says more */
Ins *shadow_add(Shadows *s, const char *words, const Opnd *op, int n); /* a new instruction, behind what is written */
Ins *shadow_beside(Shadows *s, const Ins *ins, const char *words, const Opnd *op, int n); /* likewise, under the guard of ins; NULL: always */
int shadow_both(Shadows *s, const char *words, Opnd x, Opnd y);        /* what those words make of two predicates */
int shadow_either(Shadows *s, int x, int y);
int shadow_if(Shadows *s, int x, int predicate, bool value);           /* x where the predicate has that value, */
int shadow_where(Shadows *s, int x, const Ins *ins);                   /* or where the instruction's guard holds */
void shadow_set(Shadows *s, int to, int unset, const Ins *ins);        /* where that holds; ins NULL: always */

/* ---- call_shadow.c ---------------------------------------------------------------------------------------------- */

bool calls_find(Shadows *s);                     /* what calls pass, and parameters hold, as far as registers are known; whether that says more */
bool calls_follow(const Shadows *s, const Ins *ins); /* a store of what is passed to a function of the module, or given back */
bool calls_any(const Shadows *s);                /* it takes or passes something */
void calls_begin(Shadows *s);                    /* where the function begins */
void calls_before(Shadows *s, const Ins *ins);   /* what comes before an instruction, and behind it */
void calls_behind(Shadows *s, const Ins *ins);

#endif
