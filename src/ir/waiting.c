/* waiting.c: instructions at which threads wait for others, or look for what others do. */
#include "ir/ir.h"

/* bar.sync, bar.red of all threads; one whose number is in a register may differ from warp to warp. */
bool plain_barrier(const Ins *ins)
{
    int a = isa_arg(ins, ARG_A), b = isa_arg(ins, ARG_B);
    return !isa_has_word(ins, MOD_ARRIVE) && !isa_has_word(ins, MOD_WAIT) && (b < 0 || ins->arg[b].kind == O_NONE) &&
           (a < 0 || ins->arg[a].kind == O_NONE || ins->arg[a].kind == O_IMM);
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

bool kernel_gives_way(const Fn *fn)
{
    for (int i = 0; i < fn->ins.n; i++)
        if (fn->ins.at[i].pseudo == PSEUDO_WAIT)
            return true;
    return false;
}
