/* forward_substitution.c: values that are used once, soon after, become part of the expression that uses them.
 *
 * In: the items of region.c.  Out: RegInfo.store == ST_FOLD for such registers.  Constants fold into every use. */
#include "back.h"

enum {
    FOLD_LIMIT = 96, /* columns that a statement with all that is folded into it takes, about */
    NAME_SIZE = 4,
    CAST_SIZE = 9,
    ACCESS_SIZE = 32
};

typedef struct Fold {
    Back *b;
    int *taken;  /* by instruction: columns of the texts folded into it */
    bool *loads; /* by register: its text reads memory */
    bool *fragile; /* by register: its text holds a register with several definitions */
} Fold;

typedef struct Uses { Fold *f; const Ins *ins; int dest, reads[16], nreads, writes; } Uses;

static void collect(Uses *u, int reg, bool write)
{
    if (write) {
        u->writes++;
        u->dest = reg;
    } else if (u->nreads < 16) {
        u->reads[u->nreads++] = reg;
    } else {
        u->writes = 99;
    }
}

/* The columns of an instruction's own text, about. */
static int own_size(const Ins *ins)
{
    Emit e = isa_emit(ins);
    if (e == EMIT_LD || e == EMIT_ST)
        return ACCESS_SIZE;
    if (e != EMIT_TEXT || !ins->lower)
        return NAME_SIZE;
    int n = 0, casts = 0;
    for (int i = 0; i < ins->narg; i++)
        casts += type_info[ins->argtype[i]].kind == 's';
    for (const char *p = ins->lower; *p && *p != ';' && *p != '{'; p++)
        n += *p == '$' ? NAME_SIZE : 1;
    return n + casts * CAST_SIZE;
}

/* How often an instruction's text prints operand i. */
static int times_printed(const Ins *ins, int i)
{
    Emit e = isa_emit(ins);
    if (e == EMIT_LD || e == EMIT_ST || e == EMIT_CVTA || e == EMIT_BRX)
        return 1;
    if (e == EMIT_MOV)
        return ins->arg[i].kind == O_VEC ? 2 : 1;
    if (e != EMIT_TEXT || !ins->lower)
        return 2;
    int count = 0;
    for (const char *p = ins->lower; (p = isa_text_arg(ins, p, i)) != NULL;)
        count++;
    return count ? count : 1;
}

static int arg_of(const Ins *ins, int reg)
{
    for (int i = 0; i < ins->narg; i++)
        if ((ins->arg[i].kind == O_REG || ins->arg[i].kind == O_MEM) && ins->arg[i].reg == reg)
            return i;
    return -1;
}

bool substitution_fits(const Ins *ins)
{
    Emit e = isa_emit(ins);
    if (ins->guard >= 0 || ins->pseudo == PSEUDO_CHECK || ins_dirty(ins) || (e != EMIT_TEXT && e != EMIT_LD && e != EMIT_MOV && e != EMIT_CVTA))
        return false;
    int d = isa_arg(ins, ARG_D);
    if (d < 0)
        d = isa_arg(ins, ARG_P);
    if (d < 0 || ins->arg[d].kind != O_REG || ins->arg[d].comp >= 0)
        return false;
    if (e == EMIT_TEXT && (!ins->lower || isa_reads_carry(ins) || isa_sets_carry(ins) || isa_mem(ins) != MEM_NONE))
        return false;
    for (int i = 0; i < ins->narg; i++) {
        const Opnd *o = &ins->arg[i];
        if (o->kind == O_VEC || (o->kind == O_SREG && isa_sregs[o->sym->index].vary)) /* a clock is read where it stands */
            return false;
    }
    return true;
}

bool substitution_allows(const Back *b, const Ins *ins) { return !b->spec[ins - b->fn->ins.at] && substitution_fits(ins); }

typedef struct Writes { int reg[16], n; bool hit; } Writes;

bool substitution_is_constant(const Back *b, const Ins *ins)
{
    int d = isa_arg(ins, ARG_D);
    if (d < 0 || ins->arg[d].kind != O_REG || !b->reg[ins->arg[d].reg].val.cst)
        return false;
    return isa_emit(ins) == EMIT_MOV ? ins->arg[isa_arg(ins, ARG_A)].kind == O_IMM : ins->mnemonic == INS_SHR;
}

static void consider(Fold *f, Item *it)
{
    Back *b = f->b;
    const Ins *ins = &b->fn->ins.at[it->ins];
    if (it->kind != I_INS || !substitution_allows(b, ins))
        return;
    Uses u = {.f = f, .ins = ins};
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        collect(&u, ref.reg, ref.write);
    if (u.writes != 1)
        return;
    RegInfo *g = &b->reg[u.dest];
    if (g->ndef != 1 || b->fn->regs.at[u.dest]->vec > 1)
        return;
    if (g->val.cst && substitution_is_constant(b, ins)) {
        g->store = ST_FOLD; /* a constant: every use prints it in its own type */
        return;
    }
    if (isa_emit(ins) == EMIT_MOV && ins->arg[isa_arg(ins, ARG_A)].kind == O_SREG &&
        isa_sregs[ins->arg[isa_arg(ins, ARG_A)].sym->index].shape == SHAPE_TID && g->val.kind != VAL_VAR) {
        g->store = ST_FOLD; /* the thread's index: every use reads it anew */
        return;
    }
    if (g->nuse != 1 || g->val.border)
        return;
    const int size = own_size(ins) + f->taken[it->ins];
    bool loads = isa_emit(ins) == EMIT_LD && isa_space(ins) != SP_PARAM && isa_space(ins) != SP_CONST;
    bool fragile = false;
    Writes w = {.n = 0};
    for (int i = 0; i < u.nreads; i++) {
        loads |= f->loads[u.reads[i]];
        if (b->reg[u.reads[i]].ndef > 1)
            w.reg[w.n++] = u.reads[i];
        fragile |= f->fragile[u.reads[i]];
    }
    for (int i = it->pos + 1; i < it->in->n; i++) {
        Item *next = it->in->at[i];
        if (next->kind != I_INS && next->kind != I_IF)
            return;
        const Ins *x = &b->fn->ins.at[next->ins];
        Uses v = {.f = f, .ins = x};
        for (Refs ref = ins_refs(x); refs_next(&ref);)
            collect(&v, ref.reg, ref.write);
        int reads = 0;
        for (int j = 0; j < v.nreads; j++)
            reads += v.reads[j] == u.dest;
        if (reads) {
            bool cond = x->guard == u.dest && (next->kind == I_IF || isa_emit(x) == EMIT_BRA);
            int a = arg_of(x, u.dest);
            if (next->kind == I_IF && !(cond && next->mask == (next->in->owner ? next->in->owner->mask : 0)))
                return;
            bool argument = isa_emit(x) == EMIT_CALL && x->guard < 0;
            if (reads != 1 || (!cond && !argument && (x->guard == u.dest || a < 0 || times_printed(x, a) != 1)) || x->sides->put ||
                (isa_emit(x) == EMIT_CALL && !argument) || b->spec[next->ins] || (next->kind == I_INS && cond))
                return;
            if (x->arg && a >= 0 && (isa_emit(x) == EMIT_LD || isa_emit(x) == EMIT_ST) && g->val.kind == VAL_AFF)
                return;
            if (size + own_size(x) + f->taken[next->ins] > FOLD_LIMIT)
                return;
            g->store = ST_FOLD;
            f->taken[next->ins] += size;
            f->loads[u.dest] = loads;
            f->fragile[u.dest] = fragile || w.n;
            return;
        }
        if (next->kind == I_IF || fragile)
            return;
        if (loads && (ins_dirty(x) || isa_mem(x) & MEM_W || isa_is_warp(x)))
            return;
        if (isa_emit(x) == EMIT_CALL && loads)
            return;
        for (Refs ref = ins_refs(x); refs_next(&ref);)
            for (int i = 0; ref.write && i < w.n; i++)
                w.hit |= w.reg[i] == ref.reg;
        if (w.hit)
            return;
    }
}

static void visit(Fold *f, Items *list)
{
    for (int i = 0; i < list->n; i++) {
        consider(f, list->at[i]);
        for (int k = 0; k < list->at[i]->nkid; k++)
            visit(f, &list->at[i]->kid[k]);
    }
}

void substitution_build(Back *b)
{
    Fold f = {.b = b};
    f.taken = NEWN(b->a, int, b->fn->ins.n + 1);
    f.fragile = NEWN(b->a, bool, b->nreg + 1);
    f.loads = NEWN(b->a, bool, b->nreg + 1);
    if (!b->literal)
        visit(&f, &b->root);
}
