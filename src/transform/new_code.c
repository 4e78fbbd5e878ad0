/* new_code.c: a function's code that is written anew, from its tree. */
#include "transform/new_code.h"

NewCode code_begin(Back *b) { return (NewCode){.b = b, .fn = b->fn, .a = b->m->code, .ins = fn_new_code(b->m, b->fn)}; }

bool code_ends_labelled(const NewCode *c) { return c->labels.n && c->labels.at[c->labels.n - 1]->index == c->ins.n; }

void code_end(NewCode *c)
{
    if (code_ends_labelled(c)) /* what others add behind it is not for those who jump there */
        code_add(c, "ret", NULL, 0);
    c->fn->ins = c->ins;
    c->fn->labels = c->labels;
    fn_end_code(c->b->m, c->fn, &c->fn->ins);
}

Ins *code_add(NewCode *c, const char *words, const Opnd *op, int n)
{
    if (c->like)
        return ins_add_made(c->b->m, c->fn, &c->ins, c->like, words, op, n);
    const Loc loc = c->ins.n ? c->ins.at[c->ins.n - 1].loc : c->fn->ins.at[0].loc;
    const Ins at = {.loc = loc, .made = true};
    Module early = *c->b->m;
    early.version = 60;
    early.target = 60;
    array_add(c->a, &c->ins, ins_new(&early, c->fn, c->a, &at, words, op, n));
    return &c->ins.at[c->ins.n - 1];
}

void code_copy(NewCode *c, int at) { array_add(c->a, &c->ins, c->fn->ins.at[at]); }

Ins *code_branch(NewCode *c, Sym *to, int guard, bool negate)
{
    return ins_under(code_add(c, "bra", (Opnd[]){opnd_label(to)}, 1), guard, negate);
}

Sym *code_new_label(NewCode *c) { return fn_new_label(c->a, c->fn, "$L__on", (Loc){0, 0}); }

void code_label(NewCode *c, Sym *l)
{
    l->index = c->ins.n;
    array_add(c->a, &c->labels, l);
}

void code_keep_label(NewCode *c, Sym *l)
{
    l->mark = c->ins.n;
    array_add(c->a, &c->labels, l);
}

void code_replace(NewCode *c, int kept)
{
    for (int i = 0; i < kept; i++)
        c->labels.at[i]->index = c->labels.at[i]->mark;
    c->fn->ins = c->ins;
    c->fn->labels = c->labels;
}

Opnd code_new_reg(NewCode *c, const char *name, Type t) { return opnd_reg(fn_new_reg(c->a, c->fn, name, t)); }

int code_new_pred(NewCode *c, const char *name) { return fn_new_reg(c->a, c->fn, name, T_PRED); }

void code_set(NewCode *c, int pred, bool value) { code_add(c, "mov.pred", (Opnd[]){opnd_reg(pred), opnd_number(value, T_PRED)}, 2); }

void code_set_as(NewCode *c, int pred, int from, bool negate)
{
    code_add(c, negate ? "not.pred" : "mov.pred", (Opnd[]){opnd_reg(pred), opnd_reg(from)}, 2);
}
