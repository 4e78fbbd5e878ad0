/* effects.c: whether others notice an instruction, and whether lanes see the same of it. */
#include "ir/ir.h"

bool ins_dirty(const Ins *ins)
{
    if (ins->pseudo == PSEUDO_UNSET)
        return true;
    switch (isa_emit(ins)) {
    case EMIT_ST: case EMIT_CALL: case EMIT_TRAP: case EMIT_BAR:
        return true;
    case EMIT_LD:
        return isa_has_word(ins, MOD_VOLATILE) || isa_has_word(ins, MOD_RELAXED) || isa_has_word(ins, MOD_ACQUIRE);
    default:
        return (isa_mem(ins) & MEM_W) || isa_is_warp(ins) || isa_is_cta(ins);
    }
}

bool ins_order_matters(const Ins *ins)
{
    return isa_emit(ins) == EMIT_CALL || isa_emit(ins) == EMIT_TRAP || (isa_mem(ins) == MEM_RW) ||
           (ins_dirty(ins) && isa_emit(ins) != EMIT_ST);
}

static bool has_place(const Opnd *o)
{
    if (o->kind == O_MEM || o->kind == O_VEC || o->kind == O_LIST || o->comp >= 4)
        return true;
    return o->kind == O_SREG && isa_sregs[o->sym->index].vary;
}

bool ins_is_pure(const Ins *ins)
{
    Emit e = isa_emit(ins);
    if (ins->guard >= 0 || !isa_is_uniform(ins) || isa_mem(ins) != MEM_NONE ||
        (e != EMIT_TEXT && e != EMIT_MOV && e != EMIT_CVTA) || (e == EMIT_TEXT && !ins->lower) || isa_reads_carry(ins) || isa_sets_carry(ins))
        return false;
    for (int i = 0; i < ins->narg; i++)
        if (has_place(&ins->arg[i]))
            return false;
    return true;
}

bool ins_polls(const Ins *ins)
{
    if (isa_emit(ins) == EMIT_LD) {
        Space s = isa_opnd_space(ins, &ins->arg[isa_arg(ins, ARG_A)]);
        return s != SP_LOCAL && s != SP_PARAM && s != SP_CONST &&
               (ins_dirty(ins) || isa_has_word(ins, MOD_CV) || isa_has_word(ins, MOD_MMIO));
    }
    if (isa_has_word(ins, MOD_TEST_WAIT) || isa_has_word(ins, MOD_TRY_WAIT))
        return true;
    int d = isa_arg(ins, ARG_D);
    return ins->mnemonic == INS_ATOM && d >= 0 && ins->arg[d].kind != O_SINK && ins->arg[d].kind != O_NONE;
}

/* bar.sync, bar.red of all threads; one whose number is in a register may differ from warp to warp. */
bool plain_barrier(const Ins *ins)
{
    int a = isa_arg(ins, ARG_A), b = isa_arg(ins, ARG_B);
    return !isa_has_word(ins, MOD_ARRIVE) && !isa_has_word(ins, MOD_WAIT) && (b < 0 || ins->arg[b].kind == O_NONE) &&
           (a < 0 || ins->arg[a].kind == O_NONE || ins->arg[a].kind == O_IMM);
}
