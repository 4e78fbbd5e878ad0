/* branchless_update.c: exchanges in shared memory that hang on what was read there, without a branch.
 *
 *   if (best[i + s] > best[i]) { best[i] = best[i + s]; place[i] = place[i + s]; }
 *
 * Sorts and searches for the largest do that, and no processor guesses which lanes do: each second time it begins anew.  Where lanes'
 * places do not lie side by side, so that there are no vectors either, each does it in any case, the lanes that should not in a few bytes
 * that nobody reads (PTX2C_UPDATE).
 *
 * In: items, whose instructions are matched.  Nothing is changed. */
#include "plan/plan.h"

enum { UPDATE_MOST = 10, /* instructions: more are dearer than a wrong guess */
       SOURCE_DEPTH = 4 };

/* Whether a register hangs on what memory holds, and no more than a few operations are in between. */
static bool is_of_memory(const Back *b, int reg, int depth)
{
    const int def = b->reg[reg].def;
    if (b->reg[reg].ndef != 1 || def < 0 || !depth)
        return false;
    const Ins *ins = &b->fn->ins.at[def];
    if (isa_emit(ins) == EMIT_LD)
        return isa_space(ins) == SP_SHARED;
    for (Refs ref = ins_refs(ins); ins->guard < 0 && reads_next(&ref);)
        if (is_of_memory(b, ref.reg, depth - 1))
            return true;
    return false;
}

/* A weak load or store of one number in shared memory; *far: not beside its neighbours'. */
static bool is_access(const Back *b, const Ins *ins, bool *far)
{
    const Opnd *a = isa_address(ins);
    if (!opnd_has_base(a) || isa_space(ins) != SP_SHARED || ins->guard >= 0 || isa_is_strong(ins) ||
        isa_opnd(ins, isa_emit(ins) == EMIT_LD ? ARG_D : ARG_B)->kind == O_VEC)
        return false;
    const Val *at = &b->reg[a->reg].val;
    *far |= at->kind == VAL_VAR || (at->kind == VAL_AFF && at->step != type_info[isa_slot_type(ins, SLOT_TYPE)].bits / 8);
    return true;
}

/* Arithmetic that all lanes may do. */
static bool is_harmless(const Ins *ins)
{
    return ins_is_pure(ins) && isa_emit(ins) != EMIT_LD && ins->mnemonic != INS_DIV && ins->mnemonic != INS_REM;
}

static int reads_in(const Back *b, const Items *list, int reg)
{
    int n = 0;
    for (int i = 0; i < list->n; i++)
        n += list->at[i]->kind == I_INS ? ins_mentions(&b->fn->ins.at[list->at[i]->ins], reg).reads : 0;
    return n;
}

/* What an instruction makes alone, and only instructions of the list read. */
static bool is_own(const Back *b, const Items *list, Dest d)
{
    return d.n == 1 && b->reg[d.reg].ndef == 1 && reads_in(b, list, d.reg) == b->reg[d.reg].nuse;
}

bool update_is_branchless(const Back *b, const Item *it)
{
    const Items *list = &it->kid[0];
    const int guard = b->fn->ins.at[it->ins].guard;
    if (!back_optimizes(b) || it->level != LV_LANE || it->kid[1].n || list->n > UPDATE_MOST || guard < 0 || b->reg[guard].val.kind != VAL_VAR ||
        !is_of_memory(b, guard, SOURCE_DEPTH))
        return false;
    bool far = false, stores = false;
    for (int i = 0; i < list->n; i++) {
        const Ins *ins = item_ins(b, list->at[i]);
        if (!ins || (!is_access(b, ins, &far) && !is_harmless(ins)))
            return false;
        stores |= isa_emit(ins) == EMIT_ST;
        if (ins_dest(ins).n > 0 && !is_own(b, list, ins_dest(ins)))
            return false;
    }
    return far && stores;
}
