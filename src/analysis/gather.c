/* gather.c: accesses at each lane's own place: which of them processors have vectors for, and which runtime/ptx2c/gather.h does for all
 * lanes of a chunk or a warp at once: loads of four words; of a warp also stores, at places that grow evenly. */
#include "analysis/analysis.h"

enum { WORD = 4 }; /* bytes that a gather takes from each place, at least */

const Opnd *gather_operand(const Ins *ins)
{
    const int i = isa_accesses(ins) ? isa_arg(ins, ARG_A) : -1;
    return i >= 0 && ins->arg[i].kind == O_MEM ? &ins->arg[i] : NULL;
}

bool gather_has_vectors(const Back *b, const Ins *ins)
{
    const Opnd *o = gather_operand(ins);
    if (!o || o->reg < 0 || b->reg[o->reg].val.kind != VAL_VAR)
        return true;
    return isa_emit(ins) != EMIT_ST && type_bytes(isa_slot_type(ins, SLOT_TYPE)) >= WORD;
}

static bool has_chunks(const Back *b) { return back_optimizes(b) && back_has_chunks(b); }

bool gather_has_chunks(const Back *b) { return b->walks && has_chunks(b); }

/* A weak load or store by a register. */
static bool is_weak(const Ins *ins, Emit emit)
{
    static const Modifier plain[] = {MOD_GLOBAL, MOD_CONST, MOD_SHARED, MOD_NC, MOD_V4, MOD_NONE};
    if (isa_emit(ins) != emit || ins->pseudo || ins->guard >= 0)
        return false;
    int known = 2; /* the mnemonic and the type */
    for (int k = 0; plain[k] != MOD_NONE; k++)
        known += isa_has_word(ins, plain[k]);
    const Opnd *o = &ins->arg[isa_arg(ins, ARG_A)];
    return known == ins->nword && o->kind == O_MEM && !o->sym && o->reg >= 0;
}

bool gather_is_own(const Back *b, const Ins *ins)
{
    if (!is_weak(ins, EMIT_LD))
        return false;
    const Opnd *o = &ins->arg[isa_arg(ins, ARG_A)];
    const Space space = isa_opnd_space(ins, o);
    if (b->reg[o->reg].val.kind != VAL_VAR)
        return false;
    return (space == SP_GLOBAL || space == SP_GENERIC || space == SP_CONST) && type_info[b->fn->regs.at[o->reg]->type].bits == 64;
}

/* Its places grow by more than a vector reaches. */
static bool is_far(const Back *b, const Ins *ins)
{
    enum { FAR = 32 }; /* bytes: up to there compilers load what lies between, too, and turn that if words are read one by one */
    const Opnd *o = &ins->arg[isa_arg(ins, ARG_A)];
    const Val *v = &b->reg[o->reg].val;
    const Space space = isa_opnd_space(ins, o);
    const bool wide = type_info[b->fn->regs.at[o->reg]->type].bits == 64;
    return v->kind == VAL_AFF && (v->step > FAR || v->step < -FAR) && (space == SP_SHARED || (space == SP_GLOBAL && wide));
}

/* Of a warp only words of shared memory are turned. */
bool gather_is_far(const Back *b, const Ins *ins)
{
    const bool warp = back_optimizes(b) && b->mode == MODE_WARP;
    return (warp || has_chunks(b)) && is_weak(ins, EMIT_LD) && is_far(b, ins) && (!warp || isa_opnd_space(ins, gather_operand(ins)) == SP_SHARED);
}

static bool is_whole(const Ins *ins, ArgName words)
{
    const int d = isa_arg(ins, words);
    return ins->arg[d].nsub == GATHER_WORDS && type_info[ins->argtype[d]].bits == 32;
}

bool gather_is_whole(const Back *b, const Ins *ins) { return gather_is_own(b, ins) && is_whole(ins, ARG_D); }

/* A warp's own words of shared memory, a row for each lane. */
static bool is_warp_row(const Back *b, const Ins *ins, Emit emit, ArgName words)
{
    return back_optimizes(b) && b->mode == MODE_WARP && is_weak(ins, emit) && is_whole(ins, words) && is_far(b, ins) &&
           isa_opnd_space(ins, &ins->arg[isa_arg(ins, ARG_A)]) == SP_SHARED;
}

bool gathers_at_once(const Back *b, const Ins *ins)
{
    return (gather_has_chunks(b) && gather_is_whole(b, ins)) || (gather_is_far(b, ins) && is_whole(ins, ARG_D)) ||
           is_warp_row(b, ins, EMIT_LD, ARG_D);
}

bool scatters_at_once(const Back *b, const Ins *ins) { return is_warp_row(b, ins, EMIT_ST, ARG_B); }
