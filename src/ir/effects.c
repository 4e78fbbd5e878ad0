/* effects.c: whether others notice an instruction, and whether lanes see the same of it. */
#include "ir/ir.h"

bool ins_checks_unset(const Ins *ins) { return ins->pseudo >= PSEUDO_UNSET && ins->pseudo <= PSEUDO_PRODUCT; }

bool ins_dirty(const Ins *ins)
{
    if (ins_checks_unset(ins))
        return true;
    switch (isa_emit(ins)) {
    case EMIT_ST: case EMIT_CALL: case EMIT_TRAP: case EMIT_BAR:
        return true;
    case EMIT_LD:
        return isa_has_word(ins, MOD_VOLATILE) || isa_has_word(ins, MOD_RELAXED) || isa_has_word(ins, MOD_ACQUIRE);
    default:
        return (isa_mem(ins) & MEM_W) || isa_meets(ins);
    }
}

bool ins_makes(const Ins *ins) { return isa_mem(ins) == MEM_NONE && isa_emit(ins) != EMIT_CALL && !isa_meets(ins); }

bool ins_order_matters(const Ins *ins)
{
    return isa_emit(ins) == EMIT_CALL || isa_emit(ins) == EMIT_TRAP || (isa_mem(ins) == MEM_RW) ||
           (ins_dirty(ins) && isa_emit(ins) != EMIT_ST);
}

static bool has_place(const Opnd *o)
{
    return o->kind == O_MEM || o->kind == O_VEC || o->kind == O_LIST || o->comp >= 4 || opnd_varies(o);
}

bool ins_loads_kernel_param(const Ins *ins)
{
    const Opnd *a = isa_emit(ins) == EMIT_LD && isa_space(ins) == SP_PARAM ? isa_opnd(ins, ARG_A) : NULL;
    return a && a->sym && a->reg < 0 && place_of(a->sym)->kernel_param && isa_opnd(ins, ARG_D)->kind == O_REG;
}

bool ins_is_pure(const Ins *ins)
{
    if (ins->guard >= 0 || isa_asks_lanes(ins) || !isa_is_uniform(ins) || !isa_is_arithmetic(ins))
        return false;
    for (int i = 0; i < ins->narg; i++)
        if (has_place(&ins->arg[i]))
            return false;
    return true;
}
