/* seldom_branch.c: sides of branches that hardly any lane goes to: what is done with numbers so large that a sine, say, needs many
 * more digits of pi for them; what stores at a place that is the same for all lanes, as a search does with what it has found.
 *
 * In: items, whose instructions are matched.  Nothing is changed. */
#include "plan/plan.h"

enum { LARGE = 1024 };

static bool holds_loop_or_call(const Back *b, const Items *list)
{
    for (const Item *it = items_first(list); it; it = items_next(it, list))
        if (it->kind == I_LOOP || (it->kind == I_INS && isa_emit(&b->fn->ins.at[it->ins]) == EMIT_CALL))
            return true;
    return false;
}

/* A floating-point constant that is large, or infinite. */
static bool is_large(const Opnd *o) { return o->kind == O_FIMM && type_float((Type)o->type, o->imm) >= LARGE; }

/* Whether the comparison holds for what is as large as its second operand, or larger, rather than for the rest. */
static bool holds_for_large(const Ins *ins)
{
    const unsigned cmp = isa_compare_floats(ins);
    return (cmp & CMP_ALL) && !(cmp & CMP_LESS);
}

bool store_is_for_one(const Back *b, const Ins *ins)
{
    const Opnd *at = isa_emit(ins) == EMIT_ST ? &ins->arg[isa_arg(ins, ARG_A)] : NULL;
    return at && at->kind == O_MEM && (!opnd_has_base(at) || b->reg[at->reg].val.kind == VAL_UNI) && isa_opnd_space(ins, at) != SP_LOCAL;
}

static bool stores_for_one(const Back *b, const Items *list)
{
    for (int i = 0; i < list->n; i++)
        if (list->at[i]->kind == I_INS && store_is_for_one(b, &b->fn->ins.at[list->at[i]->ins]))
            return true;
    return false;
}

int seldom_side(const Back *b, const Item *it)
{
    const Ins *br = it->kind == I_IF ? &b->fn->ins.at[it->ins] : NULL;
    const int def = br && br->guard >= 0 ? b->reg[br->guard].def : -1;
    const Ins *ins = def >= 0 ? &b->fn->ins.at[def] : NULL;
    if (!ins || ins->mnemonic != INS_SETP || type_info[isa_slot_type(ins, SLOT_TYPE)].kind != 'f' || !is_large(&ins->arg[isa_arg(ins, ARG_B)]))
        return -1;
    const int side = holds_for_large(ins) == (br->guard_neg == it->negate) ? 0 : 1;
    return holds_loop_or_call(b, &it->kid[side]) ? side : -1;
}

int side_for_one(const Back *b, const Item *it)
{
    const Ins *br = it->kind == I_IF ? &b->fn->ins.at[it->ins] : NULL;
    if (!br || br->guard < 0 || b->reg[br->guard].val.kind != VAL_VAR || stores_for_one(b, &it->kid[0]) == stores_for_one(b, &it->kid[1]))
        return -1;
    return !stores_for_one(b, &it->kid[0]);
}

bool is_seldom_if(const Back *b, const Item *it) { return seldom_side(b, it) >= 0 || side_for_one(b, it) >= 0; }

const Item *marked_branch(const Back *b, const Item *group)
{
    const Item *it = group->skips && !group->rows && back_has_chunks(b) && group->kid[0].n == 1 ? group->kid[0].at[0] : NULL;
    return it && side_for_one(b, it) >= 0 && !it->kid[0].n != !it->kid[1].n ? it : NULL;
}
