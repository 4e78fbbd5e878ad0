/* thread.h: threads of the machine, which plain.c, meet.c and machine.c work on. */
#ifndef THREAD_H
#define THREAD_H

#include "state.h"

enum { BARRIERS = 16, MAX_SHARED = 16384, MAX_STEPS = 40000000, MAX_DEPTH = 12 };

typedef struct Frame {
    const Function *f;
    int pc;
    uint64_t *reg[4];
    Operand result;
} Frame;

typedef enum State { RUNS, MEETS, AT_BARRIER, EXITED } State;

typedef struct Bar { uint32_t warps, expected, yes, all; } Bar;

typedef struct Cta {
    Dim id;
    unsigned char shared[MAX_SHARED];
    Bar bar[BARRIERS];
    Thread *thread;
} Cta;

struct Thread {
    Cta *cta;
    Dim tid;
    uint32_t index; /* in its CTA */
    State state;
    const Insn *at; /* the collective or barrier where it waits */
    uint64_t value, mask;
    uint32_t bar;
    bool pred, arrived, waits;
    Frame frame[MAX_DEPTH];
    int depth;
};

extern struct Allowed { unsigned char *at; size_t bytes; } allowed[16];
extern int nallowed;
extern uint32_t per_cta; /* threads */
extern Dim grid_dim, block_dim;
extern const uint64_t *arguments;

/* What the program did wrong; the first time counts. */
void blame(const char *fmt, ...);

uint32_t rnd(void);

static inline Frame *top(Thread *t) { return &t->frame[t->depth]; }

/* What an operand holds, whole, as 32 bits, as a predicate; a new value for it. */
uint64_t get(Thread *t, const Operand *o);
static inline uint32_t get32(Thread *t, const Operand *o) { return (uint32_t)get(t, o); }
static inline bool getp(Thread *t, const Operand *o) { return get(t, o) & 1; }
void set(Thread *t, const Operand *o, uint64_t v);

/* Begins a function, with registers of its own; ends it. */
void enter(Thread *t, const Function *f);
void leave(Thread *t);

/* Lets those go on that waited for a thread that has exited. */
void checks(Thread *t);

Do op_ret;

/* Instructions by their names; a name that ends with a dot stands for all that begin so.  The last has none. */
typedef struct Named { const char *name; Do *run; } Named;
extern const Named plain[], meeting[];

#endif
