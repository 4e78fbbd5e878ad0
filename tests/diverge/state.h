/* state.h: a program as read.c reads it for machine.c. */
#ifndef STATE_H
#define STATE_H

#include "machine.h"

#include <stdbool.h>

enum { MAX_OPERANDS = 12 };

typedef enum Kind { NONE, R, D, P, IMM, MEM, NAME } Kind;

/* A register, a number or offset (value), a name: of a label, function, variable or special register. */
typedef struct Operand {
    Kind kind, base; /* base: of MEM: R, D or NAME */
    bool neg, pair;  /* !%p; %r|%p, whose predicate is in the next operand */
    int reg;
    int64_t value;
    char name[24];
} Operand;

typedef struct Thread Thread;
typedef struct Insn Insn;
typedef void Do(Thread *t, const Insn *i);

struct Insn {
    char op[48];
    Do *run;
    bool guard, guard_neg;
    int guard_reg, n, line;
    Operand o[MAX_OPERANDS];
};

typedef struct Label { char name[24]; int at, target[16], targets; } Label;

typedef struct Function {
    char name[24], param[12][24];
    int params, n, labels;
    Insn *code;
    Label *label;
    int regs[4]; /* how many: R, D, P */
    struct Function *next;
} Function;

/* What read.c has read. */
extern Function *functions;
extern struct Symbol { char name[24]; uint32_t at; } symbol[16]; /* variables in shared memory */
extern int nsymbols;
extern uint32_t shared_size;

void die(int line, const char *what, const char *which);

/* What does an instruction, by its name and operands. */
Do *machine_find(const Insn *i);

#endif
