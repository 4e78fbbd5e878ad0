/* uniform_shared.c: what lanes get from memory, and from each other: the same, where none has memory of its own there, and all ask alike.
 *
 * Requires and provides: as uniform_value.c, of loads, votes, shuffles and what passes have made of such. */
#include "analysis/uniform.h"

/* A vector's registers that nothing else writes.  Others would part a loop over lanes that reads what they were before. */
static bool single_parts(const Back *b, const Opnd *o)
{
    bool single = true;
    for (uint32_t k = 0; o->kind == O_VEC && k < o->nsub; k++)
        single &= o->sub[k].kind != O_REG || b->reg[o->sub[k].reg].ndef == 1;
    return single;
}

/* A generic address may be that of a lane's own memory. */
static bool has_lane_memory(const Fn *fn)
{
    for (int i = 0; i < fn->vars.n; i++)
        if (fn->vars.at[i]->space == SP_LOCAL || fn->vars.at[i]->space == SP_PARAM)
            return true;
    return false;
}

/* No lane has memory of its own there. */
static bool loads_common(const Back *b, const Ins *ins)
{
    const Space space = isa_space(ins);
    Sym *sym = isa_opnd(ins, ARG_A)->sym;
    if (space == SP_PARAM)
        return !sym || sym->fn != b->fn || !uniform_is_for_calls(sym);
    return space != SP_LOCAL && single_parts(b, isa_opnd(ins, ARG_D)) && (space != SP_GENERIC || !has_lane_memory(b->fn));
}

Val uniform_load(const Back *b, const Ins *ins)
{
    const Space space = isa_space(ins);
    const bool once = !isa_has_word(ins, MOD_MMIO) && (b->cta_loads || !ins_dirty(ins));
    const Val a = uniform_arg(b, ins, ARG_A);
    if (a.kind == VAL_NONE)
        return a;
    if (a.kind != VAL_UNI || !once || !loads_common(b, ins))
        return uniform_var;
    /* no thread may write between two barriers what others load there */
    return uniform_uni(space == SP_PARAM || space == SP_CONST || b->cta_loads ? (Level)a.level : LV_CHUNK, UINT64_MAX);
}

/* All lanes of a warp that name the same members get the same. */
Val uniform_vote(const Back *b, const Ins *ins)
{
    if (ins->guard >= 0)
        return uniform_var;
    int m = isa_arg(ins, ARG_M);
    Val members = m < 0 ? uniform_uni(LV_CTA, 0) : uniform_opnd(b, &ins->arg[m]);
    return members.kind == VAL_UNI ? uniform_uni(LV_CHUNK, UINT64_MAX) : members.kind == VAL_NONE ? members : uniform_var;
}

/* They get the same from a shuffle, too, that takes the value of one lane of all 32. */
Val uniform_shuffle(const Back *b, const Ins *ins)
{
    const Val from = uniform_arg(b, ins, ARG_B), segments = uniform_arg(b, ins, ARG_C);
    const bool one = from.kind == VAL_UNI || from.kind == VAL_NONE;
    if (!isa_has_word(ins, MOD_IDX) || b->m->checked || !one || !segments.cst || (segments.c & 0x1f1f) != 0x1f)
        return uniform_var;
    return from.kind == VAL_UNI ? uniform_vote(b, ins) : from;
}

bool uniform_broadcasts(const Back *b, const Ins *ins)
{
    return b->mode == MODE_WARP && !b->literal && ins->mnemonic == INS_SHFL && uniform_shuffle(b, ins).kind == VAL_UNI;
}

/* One for the warp where its group is that. */
Val uniform_collective(const Back *b, const Ins *ins)
{
    return ins->pseudo == PSEUDO_REDUCE && uniform_arg(b, ins, ARG_C).c == 32 ? uniform_uni(LV_CHUNK, UINT64_MAX) : uniform_var;
}

/* Whether a comparison holds for some lane, where it is known how its operands grow; else each lane's own. */
Val uniform_some(const Back *b, const Ins *ins)
{
    const Val x = uniform_arg(b, ins, ARG_A), y = uniform_arg(b, ins, ARG_B);
    if (x.kind == VAL_NONE || y.kind == VAL_NONE)
        return (Val){0};
    return b->literal || x.kind == VAL_VAR || y.kind == VAL_VAR || (x.kind == VAL_AFF && y.kind == VAL_AFF) ? uniform_var : uniform_uni(LV_CHUNK, 1);
}
