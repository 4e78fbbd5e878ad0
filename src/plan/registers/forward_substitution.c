/* forward_substitution.c: values that are used once, soon after, become part of the expression that uses them.
 *
 * In: the items of region.c.  Out: RegInfo.store == ST_FOLD for such registers.  Constants fold into every use. */
#include "plan/plan.h"
#include <ctype.h>

enum {
    FOLD_LIMIT = 80, /* columns that a statement with all that is folded into it takes, about */
    NAME_SIZE = 4,
    CAST_SIZE = 9,
    BITS_SIZE = 15, /* of a float as bits, or the other way round */
    ACCESS_SIZE = 32
};

typedef struct Fold {
    Back *b;
    int *taken;  /* by instruction: columns of the texts folded into it */
    bool *loads; /* by register: its text reads memory */
    bool *fragile; /* by register: its text holds a register with several definitions */
} Fold;

typedef struct Uses { int dest, reads[16], nreads, writes; } Uses;

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

/* The operand that a text names at p, behind '$', and what it takes of the text; -1: none. */
static int arg_named(const Ins *ins, const char *p, size_t *n)
{
    for (*n = 0; isalnum((unsigned char)p[*n]) || p[*n] == '_'; ++*n)
        ;
    for (int i = 0; i < ins->narg; i++) {
        const char *name = isa_arg_names[isa_arg_name(ins, i)];
        if (strlen(name) == *n && strncmp(p, name, *n) == 0)
            return i;
    }
    return -1;
}

/* What stands around an operand to print it as its instruction wants it, about; as: what the text asks for, 0: nothing. */
static int around_size(const Back *b, const Ins *ins, int i, char as)
{
    const Opnd *o = &ins->arg[i];
    if (o->kind != O_REG)
        return 0;
    const char kind = as ? as : type_info[ins->argtype[i]].kind, own = type_info[b->fn->regs.at[o->reg]->type].kind;
    return (kind == 'f') != (own == 'f') ? BITS_SIZE : kind == 's' ? CAST_SIZE : 0;
}

/* The columns of what a text says behind '$' at *p, about, which it goes past where that is an operand. */
static int named_size(const Back *b, const Ins *ins, const char **p)
{
    size_t word;
    const int i = arg_named(ins, *p, &word);
    if (i < 0)
        return 1;
    *p += word;
    const char *as = **p == '.' && ((*p)[1] == 'u' || (*p)[1] == 's') && !isalnum((unsigned char)(*p)[2]) ? *p + 1 : "";
    *p += *as ? 2 : 0;
    return NAME_SIZE + around_size(b, ins, i, *as);
}

/* The columns of what an instruction's own text says of its result, about. */
static int own_size(const Back *b, const Ins *ins)
{
    Emit e = isa_emit(ins);
    if (isa_is_ld_st(ins))
        return ACCESS_SIZE;
    if (e != EMIT_TEXT || !ins->lower)
        return NAME_SIZE;
    const int d = isa_arg(ins, ARG_D);
    int n = d >= 0 && around_size(b, ins, d, 0) == BITS_SIZE ? BITS_SIZE : 0;
    const char *p = ins->lower;
    if (strncmp(p, "$d = ", 5) == 0)
        p += 5;
    while (*p && *p != ';' && *p != '{')
        n += *p++ == '$' ? named_size(b, ins, &p) : 1;
    return n;
}

/* How often an instruction's text prints operand i. */
static int times_printed(const Ins *ins, int i)
{
    Emit e = isa_emit(ins);
    if (isa_is_ld_st(ins) || e == EMIT_CVTA || e == EMIT_BRX)
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
    if (ins->guard >= 0 || ins->pseudo == PSEUDO_CHECK || isa_asks_lanes(ins) ||
        ins->pseudo == PSEUDO_ABSENT || ins_dirty(ins) || (isa_emit(ins) != EMIT_LD && !isa_is_arithmetic(ins)))
        return false;
    const Opnd *d = isa_opnd(ins, ARG_D);
    if (!opnd_is_reg(d ? d : isa_opnd(ins, ARG_P)))
        return false;
    for (int i = 0; i < ins->narg; i++) {
        const Opnd *o = &ins->arg[i];
        if (o->kind == O_VEC || opnd_varies(o)) /* a clock is read where it stands */
            return false;
    }
    return true;
}

bool substitution_allows(const Back *b, const Ins *ins) { return !b->spec[ins - b->fn->ins.at] && substitution_fits(ins); }

typedef struct Writes { int reg[16], n; } Writes;

bool substitution_is_constant(const Back *b, const Ins *ins)
{
    const int d = isa_arg(ins, ARG_D);
    if (d < 0 || ins->arg[d].kind != O_REG)
        return false;
    const Opnd *of = isa_emit(ins) == EMIT_MOV ? &ins->arg[isa_arg(ins, ARG_A)] : NULL;
    if (of && of->kind == O_FIMM)
        return back_one_value(b, ins->arg[d].reg) && (Type)of->type == isa_slot_type(ins, SLOT_TYPE);
    return b->reg[ins->arg[d].reg].val.cst && (of ? of->kind == O_IMM : ins->mnemonic == INS_SHR);
}

/* What every use prints anew: a constant, in the use's own type, or the thread's index. */
static bool is_read_anew(const Back *b, const Ins *ins, int reg)
{
    const Val v = b->reg[reg].val;
    const Opnd *of = isa_emit(ins) == EMIT_MOV ? &ins->arg[isa_arg(ins, ARG_A)] : NULL;
    return substitution_is_constant(b, ins) ||
           (of && of->kind == O_SREG && isa_sregs[of->sym->index].shape == SHAPE_TID && v.kind != VAL_VAR);
}

/* Whether the instruction, or the condition that it is, can be printed with something else in the place of a register. */
static bool takes_text(const Back *b, const Item *it, bool cond)
{
    const Ins *x = &b->fn->ins.at[it->ins];
    if (b->spec[it->ins] || (x->sides->put && x->pseudo != PSEUDO_SCAN) || (isa_emit(x) == EMIT_CALL && x->guard >= 0))
        return false;
    return it->kind == I_IF ? cond && it->mask == (it->in->owner ? it->in->owner->mask : 0) : !cond || it->kind != I_INS;
}

/* Whether the only reader, which reads it so often, can print it in the register's place. */
static bool can_print(const Fold *f, const Ins *ins, const Item *next, int reg, int reads, int size)
{
    const Back *b = f->b;
    const Ins *x = &b->fn->ins.at[next->ins];
    const bool cond = x->guard == reg && (next->kind == I_IF || isa_emit(x) == EMIT_BRA);
    const int a = arg_of(x, reg);
    if (reads != 1 || !takes_text(b, next, cond) ||
        (!cond && isa_emit(x) != EMIT_CALL && (x->guard == reg || a < 0 || times_printed(x, a) != 1)))
        return false;
    if (ins->mnemonic == INS_SELP && x->mnemonic == INS_SELP)
        return false; /* compilers choose best what has the condition of what stands beside it */
    if (a >= 0 && isa_is_ld_st(x) && b->reg[reg].val.kind == VAL_AFF)
        return false;
    return size + own_size(b, x) + f->taken[next->ins] <= FOLD_LIMIT;
}

/* The scan directly behind the group of lanes in which the item stands, for the same lanes; NULL: no such one. */
static Item *scan_behind(const Back *b, const Item *it)
{
    const Item *group = it->in->owner;
    if (!group || group->kind != I_GROUP || group->level != LV_LANE || group->pos + 1 >= group->in->n)
        return NULL;
    Item *next = group->in->at[group->pos + 1];
    const Ins *ins = item_ins(b, next);
    return ins && ins->pseudo == PSEUDO_SCAN && ins->guard < 0 && next->mask == group->mask ? next : NULL;
}

/* Whether what the instruction reads is known outside of the loop over lanes in which it stands. */
static bool is_of_warp(const Back *b, const Uses *u)
{
    for (int i = 0; i < u->nreads; i++)
        if (b->reg[u->reads[i]].val.kind == VAL_VAR || b->reg[u->reads[i]].ndef > 1)
            return false;
    return true;
}

static bool may_change_memory(const Ins *ins)
{
    return ins_dirty(ins) || (isa_mem(ins) & MEM_W) || isa_is_warp(ins) || isa_emit(ins) == EMIT_CALL;
}

static bool writes_any(const Ins *ins, const Writes *w)
{
    for (int i = 0; i < w->n; i++)
        if (ins_mentions(ins, w->reg[i]).writes)
            return true;
    return false;
}

/* Two checked accesses in a statement, of which C leaves open which is the first. */
static bool may_check_both(const Back *b, const Ins *ins, bool loads) { return b->m->checked && loads && isa_mem(ins); }

/* The item behind it that reads what the instruction makes, if nothing in between changes what that is. */
static Item *find_reader(const Fold *f, const Item *it, const Uses *u, Writes *w, bool loads, bool fragile, int *reads)
{
    const Back *b = f->b;
    Item *scan = is_of_warp(b, u) ? scan_behind(b, it) : NULL;
    for (int i = it->pos + 1; i < it->in->n + (scan != NULL); i++) {
        Item *next = i < it->in->n ? it->in->at[i] : scan;
        if (next->kind != I_INS && next->kind != I_IF)
            return NULL;
        const Ins *x = &b->fn->ins.at[next->ins];
        Uses v = {0};
        for (Refs ref = ins_refs(x); refs_next(&ref);)
            collect(&v, ref.reg, ref.write);
        *reads = 0;
        for (int j = 0; j < v.nreads; j++)
            *reads += v.reads[j] == u->dest;
        if (*reads)
            return may_check_both(b, x, loads) ? NULL : next;
        if (next->kind == I_IF || fragile || (loads && may_change_memory(x)) || writes_any(x, w))
            return NULL;
    }
    return NULL;
}

/* What it reads: registers that are written again, and whether it loads, or must not move far, by way of what it reads. */
static void look_at_reads(const Fold *f, const Uses *u, Writes *w, bool *loads, bool *fragile)
{
    for (int i = 0; i < u->nreads; i++) {
        *loads |= f->loads[u->reads[i]];
        if (f->b->reg[u->reads[i]].ndef > 1)
            w->reg[w->n++] = u->reads[i];
        *fragile |= f->fragile[u->reads[i]];
    }
}

static void consider(Fold *f, Item *it)
{
    Back *b = f->b;
    const Ins *ins = &b->fn->ins.at[it->ins];
    if (it->kind != I_INS || !substitution_allows(b, ins))
        return;
    Uses u = {0};
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        collect(&u, ref.reg, ref.write);
    if (u.writes != 1)
        return;
    RegInfo *g = &b->reg[u.dest];
    if (g->ndef != 1 || b->fn->regs.at[u.dest]->vec > 1)
        return;
    if (is_read_anew(b, ins, u.dest)) {
        g->plan->store = ST_FOLD;
        return;
    }
    if (g->nuse != 1 || g->val.border)
        return;
    bool loads = isa_emit(ins) == EMIT_LD && !isa_loads_constant(ins), fragile = false;
    Writes w = {.n = 0};
    look_at_reads(f, &u, &w, &loads, &fragile);
    int reads;
    const int size = own_size(b, ins) + f->taken[it->ins];
    const Item *reader = find_reader(f, it, &u, &w, loads, fragile, &reads);
    if (!reader || !can_print(f, ins, reader, u.dest, reads, size))
        return;
    g->plan->store = ST_FOLD;
    f->taken[reader->ins] += size;
    f->loads[u.dest] = loads;
    f->fragile[u.dest] = fragile || w.n;
}

void substitution_build(Back *b)
{
    Fold f = {.b = b};
    f.taken = NEWN(b->a, int, b->fn->ins.n + 1);
    f.fragile = NEWN(b->a, bool, b->nreg + 1);
    f.loads = NEWN(b->a, bool, b->nreg + 1);
    for (Item *it = b->literal ? NULL : items_first(&b->plan->root); it; it = items_next(it, &b->plan->root))
        consider(&f, it);
}
