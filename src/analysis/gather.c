/* gather.c: loads of four words at each lane's own place, which runtime/ptx2c/gather.h does for all lanes of a chunk at once. */
#include "analysis/analysis.h"

bool gather_has_chunks(const Back *b)
{
    return b->walks && !b->literal && !b->m->checked && !b->m->stepping && (b->mode == MODE_LANES || b->mode == MODE_CTA);
}

bool gather_is_own(const Back *b, const Ins *ins)
{
    static const Modifier plain[] = {MOD_GLOBAL, MOD_CONST, MOD_NC, MOD_V4, MOD_NONE};
    if (isa_emit(ins) != EMIT_LD || ins->pseudo || ins->guard >= 0)
        return false;
    int known = 2; /* the mnemonic and the type */
    for (int k = 0; plain[k] != MOD_NONE; k++)
        known += isa_has_word(ins, plain[k]);
    const Opnd *o = &ins->arg[isa_arg(ins, ARG_A)];
    if (known != ins->nword || o->kind != O_MEM || o->sym || o->reg < 0 || b->reg[o->reg].val.kind != VAL_VAR)
        return false;
    const Space space = isa_opnd_space(ins, o);
    return (space == SP_GLOBAL || space == SP_GENERIC || space == SP_CONST) && type_info[b->fn->regs.at[o->reg]->type].bits == 64;
}

bool gather_is_whole(const Back *b, const Ins *ins)
{
    if (!gather_is_own(b, ins))
        return false;
    const int d = isa_arg(ins, ARG_D);
    return ins->arg[d].nsub == GATHER_WORDS && type_info[ins->argtype[d]].bits == 32;
}

bool gathers_at_once(const Back *b, const Ins *ins) { return gather_has_chunks(b) && gather_is_whole(b, ins); }
