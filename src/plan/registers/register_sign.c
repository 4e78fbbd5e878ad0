/* register_sign.c: registers whose variables have a sign.
 *
 * A register of PTX is bits, and each instruction says how it reads them.  One of 32 bits that is read as a number with a sign more often
 * than otherwise (compared, widened, divided, made a float) has a variable of type int32_t, so that its uses need no conversion; the
 * others convert it.  Sums wrap, so that is what they do: the C of an addition is unsigned, and what it gives the variable takes.
 *
 * In: which instructions are dead, where registers are kept, which walk.  Out: RegPlan.is_signed. */
#include "plan/plan.h"
#include "analysis/uniform.h"

/* Whether an instruction's C gives the register's variable its value by an assignment, and nothing else. */
static bool only_assigns(const Ins *ins)
{
    return ins_dest(ins).n == 1 && !isa_takes_address(ins) && (ins_is_pure(ins) || isa_emit(ins) == EMIT_LD);
}

static bool can_be_signed(const Back *b, int reg)
{
    const Sym *s = b->fn->regs.at[reg];
    const RegInfo *g = &b->reg[reg];
    const RegPlan *p = g->plan;
    const bool kept = p->store == ST_LOCAL || p->store == ST_SCALAR || p->store == ST_STATE_SCALAR;
    return kept && type_is_i32(s->type) && s->vec <= 1 && !s->blended && !p->param && !p->walks && !g->val.border;
}

/* What operand i has to say: 1, the sign matters; -1, it is one of bits; 0, either does: equal bits are equal numbers, what steps a
 * counter on converts it.  A place in memory converts it, too, and gcc makes slower loops of some that have a sign (automaton: 1.26 times). */
static int reads_sign(const Ins *ins, int i)
{
    const Opnd *o = &ins->arg[i];
    const int other = isa_arg(ins, isa_arg_name(ins, i) == ARG_A ? ARG_B : ARG_A);
    if (o->kind == O_MEM)
        return 0;
    if (isa_has_word(ins, MOD_EQ) || isa_has_word(ins, MOD_NE))
        return ins->arg[other].kind == O_IMM ? 0 : -1;
    if (address_walk_step(ins, o->reg))
        return 0;
    return isa_arg_is_signed(ins, i) ? 1 : -1;
}

void register_sign_find(Back *b)
{
    if (!back_optimizes(b))
        return;
    int *more = NEWN(b->a, int, b->nreg + 1); /* uses for a sign, less those for bits */
    bool *other = NEWN(b->a, bool, b->nreg + 1);
    for (int i = 0; i < b->fn->ins.n; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        if (b->dead[i])
            continue;
        for (Refs r = ins_refs(ins); refs_next(&r);)
            other[r.reg] |= r.role == REG_UPDATE || (r.write && !only_assigns(ins));
        for (int k = -1; isa_next_input(ins, &k);)
            if (opnd_is_reg(&ins->arg[k]) || (ins->arg[k].kind == O_MEM && ins->arg[k].reg >= 0))
                more[ins->arg[k].reg] += reads_sign(ins, k);
    }
    for (int r = 0; r < b->nreg; r++)
        b->reg[r].plan->is_signed = more[r] > 0 && !other[r] && can_be_signed(b, r);
}
