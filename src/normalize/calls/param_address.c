/* param_address.c: parameters and results of device functions whose addresses are taken lie in .local memory.
 *
 * Manual 5.1.6.4: such a parameter is copied to the stack, and its address is one in .local, where also ld.param and st.param
 * through registers find it.  As .local variables they are what layouts and analyses know.
 *
 * In: matched functions.  Out: no mov of theirs names a parameter of a known size; a copy of each that one named is made at
 * the function's begin, or given back in front of each ret. */
#include "normalize/normalize.h"

typedef struct Moved {
    Sym *sym, *variable;
} Moved;

typedef struct Pass {
    Module *m;
    Fn *fn;
    Array(Moved) moved;
    InsList out;
    const Ins *at; /* new instructions come from this one's place */
} Pass;

/* The parameter or result that mov takes the address of, or NULL. */
static Sym *taken(const Ins *ins)
{
    if (!ins->form || isa_emit(ins) != EMIT_MOV)
        return NULL;
    const int a = isa_arg(ins, ARG_A);
    Sym *s = a >= 0 && ins->arg[a].kind == O_SYM ? ins->arg[a].sym : NULL;
    return s && s->kind == SYM_VAR && s->space == SP_PARAM ? s : NULL;
}

/* The variable that stands for it, or NULL. */
static Sym *variable_of(const Pass *p, const Sym *s)
{
    for (int i = 0; i < p->moved.n; i++)
        if (p->moved.at[i].sym == s)
            return p->moved.at[i].variable;
    return NULL;
}

static void give_variable(Pass *p, Sym *s)
{
    if (variable_of(p, s) || !s->bytes)
        return;
    Sym *v = NEW(p->m->arena, Sym);
    *v = *s;
    v->space = SP_LOCAL;
    array_add(p->m->arena, &p->fn->vars, v);
    const Moved x = {s, v};
    array_add(p->m->arena, &p->moved, x);
}

static void add(Pass *p, const char *words, const Opnd *op, int n, const Ins *guarded)
{
    Ins x = ins_new(p->m, p->fn, p->m->arena, p->at, words, op, n);
    array_add(p->m->arena, &p->out, *ins_under(&x, guarded->guard, guarded->guard_neg));
}

/* Copies s to its variable, or back. */
static void copy(Pass *p, Sym *s, bool back, const Ins *guarded)
{
    for (uint64_t at = 0, n; at < s->bytes; at += n) {
        for (n = 8; n > s->bytes - at || at % n || n > s->align; n /= 2)
            ;
        const Type t = n == 8 ? T_B64 : n == 4 ? T_B32 : T_B16;
        const Opnd r = opnd_reg(fn_new_reg(p->m->arena, p->fn, "copied", t));
        const Opnd param = {.kind = O_MEM, .comp = -1, .reg = -1, .sym = s, .imm = at, .loc = p->at->loc};
        Opnd local = param;
        local.sym = variable_of(p, s);
        const char *type = n == 1 ? "b8" : type_plain(t);
        add(p, arena_printf(p->m->arena, back ? "ld.local.%s" : "ld.param.%s", type), (Opnd[]){r, back ? local : param}, 2, guarded);
        add(p, arena_printf(p->m->arena, back ? "st.param.%s" : "st.local.%s", type), (Opnd[]){back ? param : local, r}, 2, guarded);
    }
}

static void copy_all(Pass *p, bool back, const Ins *guarded)
{
    for (int i = 0; i < (back ? p->fn->rets.n : p->fn->params.n); i++) {
        Sym *s = back ? p->fn->rets.at[i] : p->fn->params.at[i];
        if (variable_of(p, s))
            copy(p, s, back, guarded);
    }
}

/* Whether it accesses one that lies in .local now, or makes its address a generic one: by its name or through a register. */
static bool accesses(const Pass *p, const Ins *ins)
{
    const Emit e = ins->form ? isa_emit(ins) : EMIT_NOP;
    if ((!isa_is_ld_st(ins) && e != EMIT_CVTA) || isa_has_word(ins, MOD_PARAM__ENTRY))
        return false;
    const Opnd *o = &ins->arg[isa_arg(ins, ARG_A)];
    if ((e == EMIT_CVTA ? isa_space(ins) : isa_opnd_space(ins, o)) != SP_PARAM)
        return false;
    return o->kind == O_REG || o->reg >= 0 || variable_of(p, o->sym);
}

/* The instruction with .local for .param, and the variables for what they stand for. */
static void rewrite(Pass *p, const Ins *ins)
{
    Arena *a = p->m->arena;
    const char *words = ins->word[0];
    for (int i = 1; i < ins->nword; i++)
        words = arena_printf(a, "%s.%s", words, strncmp(ins->word[i], "param", 5) == 0 ? "local" : ins->word[i]);
    Opnd *op = NEWN(a, Opnd, ins->nop);
    for (int i = 0; i < ins->nop; i++) {
        op[i] = ins->op[i];
        Sym *v = variable_of(p, op[i].sym);
        if (v)
            op[i].sym = v;
    }
    add(p, words, op, ins->nop, ins);
}

static void rewrite_function(Pass *p)
{
    Fn *fn = p->fn;
    const Ins begin = {.loc = fn->sym->loc, .guard = -1};
    fn_end_code(p->m, fn, &fn->ins);
    int *place = NEWN(p->m->arena, int, fn->ins.n + 1);
    p->at = &begin;
    copy_all(p, false, &begin);
    for (int i = 0; i < fn->ins.n; i++) {
        const Ins *ins = p->at = &fn->ins.at[i];
        place[i] = p->out.n;
        if (ins->form && isa_emit(ins) == EMIT_RET)
            copy_all(p, true, ins);
        if (accesses(p, ins) || variable_of(p, taken(ins)))
            rewrite(p, ins);
        else
            array_add(p->m->arena, &p->out, *ins);
    }
    place[fn->ins.n] = p->out.n;
    fn_set_code(fn, p->out, place);
}

void param_addresses(Module *m)
{
    for (int i = 0; i < m->fns.n; i++) {
        Pass p = {.m = m, .fn = m->fns.at[i]};
        bool any = false;
        for (int k = 0; k < p.fn->ins.n && !p.fn->is_entry; k++) {
            Sym *s = taken(&p.fn->ins.at[k]);
            any |= s != NULL;
            if (s)
                give_variable(&p, s);
        }
        if (any)
            rewrite_function(&p);
    }
}
