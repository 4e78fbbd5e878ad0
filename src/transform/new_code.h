/* new_code.h: a function's code that is written anew, from its tree. */
#ifndef PTX2C_NEW_CODE_H
#define PTX2C_NEW_CODE_H

#include "transform/transform.h"

typedef struct NewCode {
    Back *b;
    Fn *fn;
    Arena *a; /* for what stays in the function */
    InsList ins;
    SymList labels;
    const Ins *like; /* what is added is at its place, and of the module's version; NULL: code_add */
} NewCode;

NewCode code_begin(Back *b);
bool code_ends_labelled(const NewCode *c); /* something jumps to the end of what has been written */
void code_end(NewCode *c); /* the function has it */
/* An instruction as of PTX 6.0, when votes were those of the lanes that are there. */
Ins *code_add(NewCode *c, const char *words, const Opnd *op, int n);
void code_copy(NewCode *c, int at); /* of the function as it was */
Ins *code_branch(NewCode *c, Sym *to, int guard, bool negate); /* guard -1: always */
Sym *code_new_label(NewCode *c);
void code_label(NewCode *c, Sym *l);
void code_keep_label(NewCode *c, Sym *l); /* likewise, but until code_replace it still says where it was */
void code_replace(NewCode *c, int kept); /* the function has it; the first labels are kept ones */
Opnd code_new_reg(NewCode *c, const char *name, Type t);
int code_new_pred(NewCode *c, const char *name);
void code_set(NewCode *c, int pred, bool value);              /* in threads that come here */
void code_set_as(NewCode *c, int pred, int from, bool negate); /* another one, or not */

#endif
