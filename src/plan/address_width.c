/* address_width.c: registers of 64 bits that are addresses and nothing else.
 *
 * A pointer that a loop steps on is a number of 64 bits in PTX.  Where the host's have 32, compilers drop the upper half of what they
 * only make an address of, but not where it goes round a loop; such a register has the type of the host's addresses.
 *
 * In: which instructions are dead.  Out: RegInfo.address. */
#include "plan/plan.h"

/* The low half of its result needs no more than the low half of that operand. */
static bool keeps_low(const Ins *ins, int i)
{
    if (ins->guard >= 0 || isa_reads_carry(ins) || isa_sets_carry(ins) || isa_has_word(ins, MOD_SAT))
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
    const bool memory = isa_emit(ins) == EMIT_LD || isa_emit(ins) == EMIT_ST || (isa_mem(ins) & MEM_RW);
    const Dest d = ins_dest(ins);
    if (ins->guard == reg)
        return false;
    for (int i = 0; i < ins->narg; i++) {
        const Opnd *o = &ins->arg[i];
        if (o->nsub)
            return false;
        if (o->reg != reg || (o->kind != O_REG && o->kind != O_MEM) || isa_arg_is_dest(ins, i))
            continue;
        const bool low = o->kind == O_REG && o->comp < 0 && keeps_low(ins, i) && d.n == 1 && b->reg[d.reg].plan->address;
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
        if (!b->blk_of[i] || b->dead[i])
            continue;
        for (Refs r = ins_refs(ins); refs_next(&r);)
            if (b->reg[r.reg].plan->address && (r.role == REG_UPDATE || (!r.write && !is_address_use(b, ins, r.reg))))
                b->reg[r.reg].plan->address = !(any = true);
    }
    return any;
}

void address_width_find(Back *b)
{
    if (b->m->checked || b->literal || b->mode == MODE_SCHED || b->mode == MODE_FUNC)
        return;
    for (int r = 0; r < b->nreg; r++) {
        const Sym *s = b->fn->regs.at[r];
        const char kind = type_info[s->type].kind;
        b->reg[r].plan->address = type_info[s->type].bits == 64 && (kind == 'u' || kind == 's' || kind == 'b') && s->vec <= 1 && !b->reg[r].plan->param;
    }
    while (take_back(b)) {}
    for (int r = 0; r < b->nreg; r++) /* of others compilers see it */
        b->reg[r].plan->address &= b->reg[r].ndef >= 1;
}
