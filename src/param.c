/* param.c: the variables through which calls pass scalars become registers.
 *
 * In: a matched function.  Out: st.param and ld.param of a whole .param variable declared in the body become mov, calls
 * name registers, so that arguments and results fold into C calls.  Arrays and variables that are accessed in parts or
 * whose address is taken stay variables. */
#include "back.h"

typedef struct Use {
    bool stays; /* accessed in a way only memory has */
    int reg;
} Use;

static bool candidate(const Fn *fn, const Sym *s)
{
    if (!s || s->kind != SYM_VAR || s->space != SP_PARAM || s->fn != fn || s->is_array || s->vec > 1)
        return false;
    if (type_info[s->type].bits < 16 || type_info[s->type].bits > 64)
        return false;
    for (int i = 0; i < fn->vars.n; i++) /* a body's variable, not a formal parameter */
        if (fn->vars.at[i] == s)
            return true;
    return false;
}

static bool whole_access(const Ins *ins, const Opnd *o)
{
    int v = isa_arg(ins, isa_emit(ins) == EMIT_LD ? "d" : "b");
    return ins->nop == 2 && o->kind == O_MEM && !o->imm && v >= 0 && ins->arg[v].kind != O_VEC &&
           type_info[ins->argtype[v]].bits == type_info[o->sym->type].bits &&
           (ins->arg[v].kind != O_REG || ins->arg[v].comp < 0);
}

typedef struct Pass {
    Arena *a;
    Module *m;
    Fn *fn;
    Use *use;      /* by position in fn->vars */
} Pass;

static Use *use_of(Pass *p, const Sym *s)
{
    return s && s->kind == SYM_VAR && s->mark > 0 && s->mark <= p->fn->vars.n && p->fn->vars.at[s->mark - 1] == s
               ? &p->use[s->mark - 1] : NULL;
}

static void inspect(Pass *p, const Ins *ins, const Opnd *o, bool in_list)
{
    Use *u = use_of(p, o->sym);
    Emit e = isa_emit(ins);
    if (u && !(in_list && e == EMIT_CALL && !o->imm) && !((e == EMIT_LD || e == EMIT_ST) && whole_access(ins, o)))
        u->stays = true;
    for (uint32_t i = 0; i < o->nsub; i++)
        inspect(p, ins, &o->sub[i], o->kind == O_LIST);
}

static int reg_for(Pass *p, Sym *s)
{
    Use *u = use_of(p, s);
    if (u->reg < 0) {
        Sym *r = NEW(p->a, Sym);
        r->kind = SYM_REG;
        r->name = s->name;
        r->loc = s->loc;
        r->fn = p->fn;
        r->space = SP_REG;
        r->type = s->type;
        r->vec = 1;
        r->bytes = s->bytes;
        r->index = u->reg = p->fn->regs.n;
        array_add(p->a, &p->fn->regs, r);
    }
    return u->reg;
}

static Opnd reg_opnd(const Opnd *o, int reg)
{
    return (Opnd){.kind = O_REG, .comp = -1, .reg = reg, .loc = o->loc};
}

static void rewrite_access(Pass *p, Ins *ins)
{
    static const char *const b[] = {"b16", "b32", "b64"};
    bool load = isa_emit(ins) == EMIT_LD;
    int mem = isa_arg(ins, "a"), val = isa_arg(ins, load ? "d" : "b");
    Sym *s = ins->arg[mem].sym;
    int bits = type_info[s->type].bits;
    const char **word = NEWN(p->a, const char *, 2);
    Opnd *op = NEWN(p->a, Opnd, 2), r = reg_opnd(&ins->arg[mem], reg_for(p, s));
    word[0] = intern("mov");
    word[1] = intern(b[bits == 16 ? 0 : bits == 32 ? 1 : 2]);
    op[0] = load ? ins->arg[val] : r;
    op[1] = load ? r : ins->arg[val];
    Ins mov = {.loc = ins->loc, .word = word, .nword = 2, .nop = 2, .op = op, .guard = ins->guard,
               .guard_neg = ins->guard_neg, .line_file = ins->line_file, .line = ins->line};
    if (!isa_match(p->m, p->fn, &mov))
        ice("mov for a parameter of '%s' has no form", p->fn->sym->name);
    *ins = mov;
}

/* A value that mov can't take as it stands (a wider register, a literal for a float) keeps its variable in memory. */
static bool mov_takes(const Pass *p, const Ins *ins, const Sym *s)
{
    int val = isa_arg(ins, isa_emit(ins) == EMIT_LD ? "d" : "b");
    const Opnd *v = &ins->arg[val];
    if (v->kind == O_REG)
        return type_info[p->fn->regs.at[v->reg]->type].bits == type_info[s->type].bits;
    return v->kind == O_IMM || (v->kind == O_FIMM && type_info[s->type].bits == (v->type == T_F32 ? 32 : 64));
}

void param_to_regs(Module *m, Fn *fn)
{
    if (fn->params_done)
        return;
    fn->params_done = true;
    Pass p = {m->arena, m, fn, NEWN(m->arena, Use, fn->vars.n + 1)};
    bool any = false;
    for (int i = 0; i < fn->vars.n; i++) {
        bool c = candidate(fn, fn->vars.at[i]);
        fn->vars.at[i]->mark = c ? i + 1 : 0;
        p.use[i].reg = -1;
        any |= c;
    }
    for (int i = 0; i < fn->ins.n && any; i++) {
        const Ins *ins = &fn->ins.at[i];
        for (int k = 0; k < ins->nop; k++)
            inspect(&p, ins, &ins->op[k], false);
        Emit e = isa_emit(ins);
        if (e == EMIT_LD || e == EMIT_ST) {
            const Sym *s = ins->arg[isa_arg(ins, "a")].sym;
            Use *u = use_of(&p, s);
            if (u && !mov_takes(&p, ins, s))
                u->stays = true;
        }
    }
    for (int i = 0; i < fn->ins.n && any; i++) {
        Ins *ins = &fn->ins.at[i];
        Emit e = isa_emit(ins);
        if (e == EMIT_LD || e == EMIT_ST) {
            Use *u = use_of(&p, ins->arg[isa_arg(ins, "a")].sym);
            if (u && !u->stays)
                rewrite_access(&p, ins);
        }
        for (int k = 0; k < ins->nop && e == EMIT_CALL; k++)
            for (uint32_t j = 0; ins->op[k].kind == O_LIST && j < ins->op[k].nsub; j++) {
                Opnd *o = &ins->op[k].sub[j];
                Use *u = use_of(&p, o->sym);
                if (u && !u->stays)
                    *o = reg_opnd(o, reg_for(&p, o->sym));
            }
    }
}
