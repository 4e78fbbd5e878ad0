/* param_promotion.c: the variables through which calls pass scalars become registers, and each vector register a register for
 * each element.
 *
 * In: a matched function.  Out: st.param and ld.param of a whole .param variable declared in the body become mov, calls
 * name registers, so that arguments and results fold into C calls.  Arrays and variables that are accessed in parts or
 * whose address is taken stay variables.  Loads from a kernel's parameter by a register that holds its place, as clang writes them for
 * each member of a structure, name the parameter: they give all threads the same. */
#include "normalize/normalize.h"

typedef struct Use {
    bool stays; /* accessed in a way only memory has */
    bool floats, others; /* as a number with a point; in another way, or by a call that stays */
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
    int v = isa_arg(ins, isa_emit(ins) == EMIT_LD ? ARG_D : ARG_B);
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
    if (u && in_list)
        u->others = true;
    if (u && !(in_list && isa_emit(ins) == EMIT_CALL && !o->imm) && !(isa_is_ld_st(ins) && whole_access(ins, o)))
        u->stays = true;
    for (uint32_t i = 0; i < o->nsub; i++)
        inspect(p, ins, &o->sub[i], o->kind == O_LIST);
}

/* Of the variable that an instruction loads or stores. */
static Use *use_of_access(Pass *p, const Ins *ins) { return isa_is_ld_st(ins) ? use_of(p, ins->arg[isa_arg(ins, ARG_A)].sym) : NULL; }

static Type value_type(Pass *p, const Sym *s)
{
    const Use *u = use_of(p, s);
    return !u->floats || u->others ? s->type : type_info[s->type].bits == 32 ? T_F32 : T_F64;
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
        r->type = value_type(p, s);
        r->vec = 1;
        r->bytes = s->bytes;
        r->index = u->reg = p->fn->regs.n;
        array_add(p->a, &p->fn->regs, r);
    }
    return u->reg;
}

static Opnd reg_opnd(const Opnd *o, int reg) { return (Opnd){.kind = O_REG, .comp = -1, .reg = reg, .loc = o->loc}; }

static void rewrite_access(Pass *p, Ins *ins)
{
    bool load = isa_emit(ins) == EMIT_LD;
    int mem = isa_arg(ins, ARG_A), val = isa_arg(ins, load ? ARG_D : ARG_B);
    Sym *s = ins->arg[mem].sym;
    const Opnd r = reg_opnd(&ins->arg[mem], reg_for(p, s));
    ins_become(p->m, p->fn, ins, arena_printf(p->a, "mov.%s", type_plain(value_type(p, s))), load ? (Opnd[]){ins->arg[val], r} : (Opnd[]){r, ins->arg[val]}, 2);
}

/* A value that mov can't take as it stands (a wider register, a literal for a float) keeps its variable in memory. */
static bool mov_takes(const Pass *p, const Ins *ins)
{
    const Sym *s = ins->arg[isa_arg(ins, ARG_A)].sym;
    const Opnd *v = &ins->arg[isa_arg(ins, isa_emit(ins) == EMIT_LD ? ARG_D : ARG_B)];
    if (v->kind == O_REG)
        return type_info[p->fn->regs.at[v->reg]->type].bits == type_info[s->type].bits;
    return v->kind == O_IMM || (v->kind == O_FIMM && type_info[s->type].bits == (v->type == T_F32 ? 32 : 64));
}

/* Elements of a call's list that are such variables become their registers. */
static void pass_regs(Pass *p, Opnd *list)
{
    for (uint32_t i = 0; list->kind == O_LIST && i < list->nsub; i++) {
        Opnd *o = &list->sub[i];
        const Use *u = use_of(p, o->sym);
        if (u && !u->stays)
            *o = reg_opnd(o, reg_for(p, o->sym));
    }
}

/* ---- vector registers -------------------------------------------------------------------------------------------- */

typedef struct Vectors {
    Arena *a;
    Fn *fn;
    int *first; /* by register: that of its first element, or -1 */
    int n;      /* registers before the elements */
} Vectors;

static void add_elements(Vectors *v, int reg)
{
    const Sym *s = v->fn->regs.at[reg];
    v->first[reg] = v->fn->regs.n;
    v->fn->regs.at[reg]->elements = v->fn->regs.n;
    for (int i = 0; i < s->vec; i++) {
        Sym *e = NEW(v->a, Sym);
        *e = *s;
        e->name = i < 4 ? arena_printf(v->a, "%s.%c", s->name, "xyzw"[i]) : arena_printf(v->a, "%s.%d", s->name, i);
        e->vec = 1;
        e->bytes = (uint64_t)type_bytes(s->type);
        e->index = v->fn->regs.n;
        array_add(v->a, &v->fn->regs, e);
    }
}

static void split_operand(Vectors *v, Opnd *o)
{
    for (uint32_t i = 0; i < o->nsub; i++)
        split_operand(v, &o->sub[i]);
    int first = o->kind == O_REG && o->reg < v->n ? v->first[o->reg] : -1; /* lists stand in op and in arg */
    if (first < 0)
        return;
    if (o->comp >= 0) {
        o->reg = first + o->comp;
        o->comp = -1;
        return;
    }
    int n = v->fn->regs.at[o->reg]->vec;
    *o = (Opnd){.kind = O_VEC, .comp = -1, .reg = -1, .loc = o->loc, .nsub = (uint32_t)n, .sub = NEWN(v->a, Opnd, n)};
    for (int i = 0; i < n; i++)
        o->sub[i] = reg_opnd(o, first + i);
}

/* A special register as the elements that a vector register takes of it. */
static void split_special(Vectors *v, Opnd *o, uint32_t n)
{
    Opnd whole = *o;
    *o = (Opnd){.kind = O_VEC, .comp = -1, .reg = -1, .loc = o->loc, .nsub = n, .sub = NEWN(v->a, Opnd, n)};
    for (uint32_t i = 0; i < n; i++) {
        bool there = i < isa_sregs[whole.sym->index].vec;
        o->sub[i] = there ? whole : (Opnd){.kind = O_IMM, .comp = -1, .reg = -1, .loc = o->loc, .type = T_U32};
        if (there && isa_sregs[whole.sym->index].vec > 1)
            o->sub[i].comp = (int8_t)i;
    }
}

static void vectors_to_regs(Arena *a, Fn *fn)
{
    const int n = fn->regs.n;
    Vectors v = {a, fn, NEWN(a, int, n + 1), n};
    bool any = false;
    for (int r = 0; r < n; r++) {
        v.first[r] = -1;
        if (fn->regs.at[r]->kind != SYM_REG || fn->regs.at[r]->vec <= 1)
            continue;
        add_elements(&v, r);
        any = true;
    }
    for (Ins *ins = fn->ins.at; array_has(fn->ins, ins) && any; ins++) {
        for (int k = 0; k < ins->narg; k++)
            split_operand(&v, &ins->arg[k]);
        for (int k = 0; k < ins->nop; k++)
            split_operand(&v, &ins->op[k]);
        if (isa_emit(ins) == EMIT_MOV) {
            const int d = isa_arg(ins, ARG_D), s = isa_arg(ins, ARG_A);
            if (ins->arg[d].kind != O_VEC || ins->arg[s].kind != O_SREG || ins->arg[s].comp >= 0)
                continue;
            if (ins->arg == ins->op) /* what is written stays */
                ins->arg = memcpy(NEWN(a, Opnd, ins->narg), ins->op, sizeof *ins->op * ins->narg);
            split_special(&v, &ins->arg[s], ins->arg[d].nsub);
        }
    }
}

/* ---- structures ---------------------------------------------------------------------------------------------------- */

static void name_param(Opnd *o, const Sym *s)
{
    o->reg = -1;
    o->sym = (Sym *)s;
}

/* Where loads find a kernel's parameters by a register, by their names. */
static void name_params(Arena *a, Fn *fn)
{
    Arena tmp = {0};
    const int *writer = only_writers(&tmp, fn);
    for (Ins *ins = fn->ins.at; array_has(fn->ins, ins); ins++) {
        const int k = isa_emit(ins) == EMIT_LD && isa_space(ins) == SP_PARAM ? isa_arg(ins, ARG_A) : -1;
        const Opnd *o = k >= 0 ? &ins->arg[k] : NULL;
        const Opnd place = {.kind = O_REG, .comp = -1, .reg = o ? o->reg : -1};
        const Opnd *from = o && o->kind == O_MEM && o->reg >= 0 ? copy_origin(fn, writer, &place) : NULL;
        if (!from || from->kind != O_SYM || from->imm || !fn_has_param(fn, from->sym))
            continue;
        const bool shared = ins->arg == ins->op;
        ins->op = memcpy(NEWN(a, Opnd, ins->nop), ins->op, sizeof *ins->op * ins->nop);
        ins->arg = shared ? ins->op : memcpy(NEWN(a, Opnd, ins->narg), ins->arg, sizeof *ins->arg * ins->narg);
        name_param(&ins->arg[k], from->sym);
        name_param(&ins->op[1], from->sym);
    }
    arena_reset(&tmp);
}

void param_to_regs(Module *m, Fn *fn)
{
    vectors_to_regs(m->code, fn);
    if (fn->is_entry)
        name_params(m->code, fn);
    Pass p = {m->code, m, fn, NEWN(m->code, Use, fn->vars.n + 1)};
    bool any = false;
    for (int i = 0; i < fn->vars.n; i++) {
        bool c = candidate(fn, fn->vars.at[i]);
        fn->vars.at[i]->mark = c ? i + 1 : 0;
        p.use[i].reg = -1;
        any |= c;
    }
    for (const Ins *ins = fn->ins.at; array_has(fn->ins, ins) && any; ins++) {
        for (int k = 0; k < ins->nop; k++)
            inspect(&p, ins, &ins->op[k], false);
        Use *u = use_of_access(&p, ins);
        if (!u)
            continue;
        u->stays |= !mov_takes(&p, ins);
        const bool floats = c_float(ins->argtype[isa_arg(ins, isa_emit(ins) == EMIT_LD ? ARG_D : ARG_B)]);
        *(floats ? &u->floats : &u->others) = true;
    }
    for (Ins *ins = fn->ins.at; array_has(fn->ins, ins) && any; ins++) {
        const Use *u = use_of_access(&p, ins);
        if (u && !u->stays)
            rewrite_access(&p, ins);
        for (int k = 0; k < ins->nop && isa_emit(ins) == EMIT_CALL; k++)
            pass_regs(&p, &ins->op[k]);
    }
}
