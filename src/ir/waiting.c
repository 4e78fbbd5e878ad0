/* waiting.c: instructions at which threads wait for others, or look for what others do. */
#include "ir/ir.h"

/* bar.sync, bar.red of all threads; one whose number is in a register may differ from warp to warp. */
bool plain_barrier(const Ins *ins)
{
    const Opnd *a = isa_opnd(ins, ARG_A);
    return !isa_has_word(ins, MOD_ARRIVE) && !isa_has_word(ins, MOD_WAIT) && !isa_opnd(ins, ARG_B) && (!a || a->kind == O_IMM);
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
    const Opnd *d = isa_opnd(ins, ARG_D);
    return ins->mnemonic == INS_ATOM && d && d->kind != O_SINK;
}

bool ins_gives_way(const Ins *ins) { return ins->pseudo == PSEUDO_WAIT || ins->pseudo == PSEUDO_TURN; }

bool kernel_gives_way(const Fn *fn) { return fn_some(fn, ins_gives_way); }
