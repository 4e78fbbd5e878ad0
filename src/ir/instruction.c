/* instruction.c: what every pass asks of an instruction: the registers that it reads and writes.
 *
 * Requires matched instructions. */
#include "compiler.h"

/* ---- registers of an instruction --------------------------------------------------------------------------------- */

typedef struct Visit {
    void (*f)(void *ctx, int32_t *reg, RegRole role);
    void *ctx;
    bool keeps; /* what it writes keeps something of what was there */
} Visit;

/* An address is read whoever is written through it. */
static void visit_operand(const Visit *v, Opnd *o, bool dest)
{
    bool write = dest && (o->kind == O_REG || o->kind == O_VEC || o->kind == O_LIST || o->kind == O_PAIR);
    if (o->reg >= 0 && (o->kind == O_REG || o->kind == O_MEM)) /* a guarded or partial write keeps the rest */
        v->f(v->ctx, &o->reg, !write ? REG_READ : v->keeps || o->comp >= 0 ? REG_UPDATE : REG_WRITE);
    for (uint32_t i = 0; i < o->nsub; i++)
        visit_operand(v, &o->sub[i], write);
}

/* call (returned), callee, (arguments), prototype: the list before the callee is written. */
static void visit_call(const Visit *v, Ins *ins, bool writes)
{
    bool before = ins->nop > 0 && ins->op[0].kind == O_LIST;
    for (int i = 0; i < ins->nop; i++) {
        bool dest = i == 0 && before;
        if (dest == writes)
            visit_operand(v, &ins->op[i], dest);
    }
}

static void visit_args(const Visit *v, Ins *ins, bool writes)
{
    for (int i = 0; i < ins->narg; i++) {
        bool dest = isa_arg_is_dest(ins, i);
        Opnd *o = &ins->arg[i];
        if (dest == writes && (o->reg >= 0 || o->nsub))
            visit_operand(v, o, dest);
    }
}

void ins_places(Ins *ins, void (*f)(void *ctx, int32_t *reg, RegRole role), void *ctx)
{
    Visit v = {f, ctx, ins->guard >= 0 || isa_is_update(ins)};
    if (ins->guard >= 0)
        f(ctx, &ins->guard, REG_READ);
    Emit emit = isa_emit(ins);
    if (emit == EMIT_CALL) {
        visit_call(&v, ins, false);
        visit_call(&v, ins, true);
    } else if (emit == EMIT_BRA || emit == EMIT_BRX) {
        for (int i = 0; i < ins->nop; i++)
            visit_operand(&v, &ins->op[i], false);
    } else {
        visit_args(&v, ins, false);
        visit_args(&v, ins, true);
    }
}

typedef Array(Opnd *) Leaves;

static void add_leaves(Arena *tmp, Leaves *l, Opnd *o, int n)
{
    for (int i = 0; i < n; i++) {
        if ((o[i].kind == O_REG || o[i].kind == O_MEM) && o[i].reg >= 0)
            array_add(tmp, l, &o[i]);
        add_leaves(tmp, l, o[i].sub, (int)o[i].nsub);
    }
}

void ins_agree(Arena *tmp, Ins *ins)
{
    if (ins->op == ins->arg)
        return;
    Leaves written = {0}, formal = {0}; /* parts may be shared */
    add_leaves(tmp, &written, ins->op, ins->nop);
    add_leaves(tmp, &formal, ins->arg, ins->narg);
    Emit emit = isa_emit(ins);
    bool by_op = emit == EMIT_CALL || emit == EMIT_BRA || emit == EMIT_BRX;
    const Leaves *from = by_op ? &written : &formal, *to = by_op ? &formal : &written;
    if (to->n && to->n != from->n)
        ice("operands of '%s' out of step", ins->word ? ins->word[0] : "");
    for (int i = 0; i < to->n; i++)
        to->at[i]->reg = from->at[i]->reg;
}

typedef struct Simple {
    void (*f)(void *ctx, int reg, bool write);
    void *ctx;
} Simple;

static void visit_simple(void *ctx, int32_t *reg, RegRole role)
{
    const Simple *s = ctx;
    if (role != REG_WRITE)
        s->f(s->ctx, *reg, false);
    if (role != REG_READ)
        s->f(s->ctx, *reg, true);
}

void ins_regs(const Fn *fn, const Ins *ins, void (*f)(void *ctx, int reg, bool write), void *ctx)
{
    Simple s = {f, ctx};
    (void)fn;
    ins_places((Ins *)ins, visit_simple, &s); /* which changes nothing */
}

static void count_mention(void *ctx, int reg, bool write)
{
    RegMentions *m = ctx;
    if (reg == m->reg)
        ++*(write ? &m->writes : &m->reads);
}

RegMentions ins_mentions(const Ins *ins, int reg)
{
    RegMentions m = {reg, 0, 0};
    ins_regs(NULL, ins, count_mention, &m);
    return m;
}

static void count_dest(void *ctx, int reg, bool write)
{
    Dest *d = ctx;
    if (write) {
        d->n++;
        d->reg = reg;
    }
}

Dest ins_dest(const Ins *ins)
{
    Dest d = {0, -1};
    ins_regs(NULL, ins, count_dest, &d);
    return d;
}
