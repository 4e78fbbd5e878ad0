/* address_width.c: registers that are addresses, and whose variables are as wide as the host's.
 *
 * A pointer that a loop steps on is a number of 64 bits in PTX.  Where the host's have 32, compilers drop the upper half of what they
 * only make an address of, but not where it goes round a loop; such a register has the type of the host's addresses, where it is
 * nothing else.
 *
 * One into shared memory has 32 bits, and where a lane's own loop steps it on compilers must think that it wraps: they know of no two
 * places that they are neighbours, and make no vectors.  What is read or written in each round lies in the window, which is small:
 * between one access and the next nothing wraps, if each step stands in one block with an access.  Such a register walks: its variable
 * has the sign and the width of what is added to a pointer, and its low half is the register wherever else it is read.
 *
 * In: which instructions are dead, where registers are kept.  Out: RegPlan.address, RegPlan.walks. */
#include "plan/plan.h"
#include "analysis/uniform.h"

/* The low half of its result needs no more than the low half of that operand. */
static bool keeps_low(const Ins *ins, int i)
{
    if (ins->guard >= 0 || isa_uses_carry(ins) || isa_has_word(ins, MOD_SAT))
        return false;
    switch (ins->mnemonic) {
    case INS_ADD: case INS_SUB: case INS_AND: case INS_OR: case INS_XOR: return type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 64;
    case INS_MUL: case INS_MAD: return isa_has_word(ins, MOD_LO) || isa_arg_name(ins, i) == ARG_C;
    case INS_SHL: return isa_arg_name(ins, i) == ARG_A;
    default: return (isa_emit(ins) == EMIT_MOV || isa_emit(ins) == EMIT_CVTA) && ins->narg == 2;
    }
}

/* Whether the instruction reads the register as an address only, or for a result that is one. */
static bool is_address_use(const Back *b, const Ins *ins, int reg)
{
    const bool memory = isa_is_ld_st(ins) || (isa_mem(ins) & MEM_RW);
    const Dest d = ins_dest(ins);
    if (ins->guard == reg)
        return false;
    for (int i = -1; isa_next_input(ins, &i);) {
        const Opnd *o = &ins->arg[i];
        if (o->nsub)
            return false;
        if (o->reg != reg || (o->kind != O_REG && o->kind != O_MEM))
            continue;
        const bool low = opnd_is_reg(o) && keeps_low(ins, i) && d.n == 1 && b->reg[d.reg].plan->address;
        if (!low && !(memory && o->kind == O_MEM && isa_arg_is_addr(ins, i)))
            return false;
    }
    return true;
}

/* Takes back what some instruction looks at otherwise. */
static bool take_back(Back *b)
{
    bool any = false;
    for (int i = 0; i < b->fn->ins.n; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        if (b->dead[i])
            continue;
        for (Refs r = ins_refs(ins); refs_next(&r);)
            if (b->reg[r.reg].plan->address && (r.role == REG_UPDATE || (!r.write && !is_address_use(b, ins, r.reg))))
                b->reg[r.reg].plan->address = !(any = true);
    }
    return any;
}

enum { STEP_MOST = 1 << 20 }; /* of a walk, and of what is added to it in an access */

int64_t address_walk_step(const Ins *ins, int reg)
{
    if ((ins->mnemonic != INS_ADD && ins->mnemonic != INS_SUB) || isa_sets_carry(ins) || isa_has_word(ins, MOD_SAT))
        return 0;
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)], *by = &ins->arg[isa_arg(ins, ARG_B)];
    const int64_t n = by->kind == O_IMM ? (int32_t)(uint32_t)by->imm : 0;
    const bool here = ins_dest(ins).reg == reg && a->kind == O_REG && a->reg == reg && a->comp < 0;
    return here && n > -STEP_MOST && n < STEP_MOST ? (ins->mnemonic == INS_SUB ? -n : n) : 0;
}

/* All lanes that come to the block read or write near the place in shared memory that the register says. */
static bool is_accessed(const Back *b, const Blk *x, int reg)
{
    bool any = false;
    for (int i = x->first; i < x->end && !any; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        if (!isa_is_ld_st(ins) || ins->guard >= 0 || isa_uses_cluster(ins))
            continue;
        const Opnd *o = &ins->arg[isa_arg(ins, ARG_A)];
        any = o->kind == O_MEM && o->reg == reg && !o->sym && isa_opnd_space(ins, o) == SP_SHARED && llabs((int64_t)o->imm) < STEP_MOST;
    }
    return any;
}

/* Arithmetic that makes a number of a lane's own. */
static bool makes_place(const Back *b, const Ins *ins, int reg)
{
    const Sym *s = b->fn->regs.at[reg];
    const RegPlan *p = b->reg[reg].plan;
    return ins_is_pure(ins) && ins_dest(ins).n == 1 && s->vec <= 1 && type_is_i32(s->type) && !p->param && p->store == ST_LOCAL;
}

/* Marks the registers of lanes' own that some loop steps on, and takes back those that are written otherwise than a walk is. */
static void find_walks(Back *b)
{
    bool *other = NEWN(b->a, bool, b->nreg + 1);
    for (int i = 0; i < b->fn->ins.n; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        const Blk *x = b->blk_of[i];
        for (Refs r = ins_refs(ins); x && writes_next(&r);) {
            const bool step = address_walk_step(ins, r.reg) != 0;
            other[r.reg] |= r.role == REG_UPDATE || !makes_place(b, ins, r.reg) || (step && !is_accessed(b, x, r.reg));
            b->reg[r.reg].plan->walks |= step && b->node_of[x->id] && node_loop_around(b->node_of[x->id]);
        }
    }
    for (int r = 0; r < b->nreg; r++)
        b->reg[r].plan->walks &= !other[r];
}

void address_width_find(Back *b)
{
    if (!back_optimizes(b) || b->mode == MODE_SCHED || b->mode == MODE_FUNC)
        return;
    find_walks(b);
    for (int r = 0; r < b->nreg; r++) {
        const Sym *s = b->fn->regs.at[r];
        b->reg[r].plan->address = type_info[s->type].bits == 64 && type_is_int(s->type) && s->vec <= 1 && !b->reg[r].plan->param;
    }
    while (take_back(b)) {}
    for (int r = 0; r < b->nreg; r++) /* of others compilers see it */
        b->reg[r].plan->address &= b->reg[r].ndef >= 1;
}
