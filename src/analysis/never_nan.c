/* never_nan.c: floating-point registers that hold no NaN, whatever is computed.
 *
 * Minima and maxima are numbers where one of the two is, so that what begins as a number and only ever becomes the larger of itself and
 * something is one in all rounds of a loop; a comparison's instruction then gives the result, with no look at NaNs.
 *
 * Taken for true of all registers, then taken back where an instruction may write a NaN, until nothing changes.
 *
 * In: a function's instructions and blocks.  Out: by register. */
#include "analysis/analysis.h"

static bool is_nan(const Opnd *o)
{
    float f;
    double x;
    const uint32_t bits = (uint32_t)o->imm;
    memcpy(&f, &bits, sizeof f);
    memcpy(&x, &o->imm, sizeof x);
    return o->type == T_F64 ? x != x : f != f;
}

bool never_nan_opnd(const bool *numbers, const Opnd *o)
{
    return o->kind == O_FIMM ? !is_nan(o) : opnd_is_reg(o) && numbers[o->reg];
}

static bool arg_is_number(const bool *numbers, const Ins *ins, ArgName name)
{
    const int i = isa_arg(ins, name);
    return i >= 0 && never_nan_opnd(numbers, &ins->arg[i]);
}

/* Whether the instruction's one result is no NaN. */
static bool makes_number(const bool *numbers, const Ins *ins)
{
    if (ins->pseudo || isa_has_word(ins, MOD_XORSIGN))
        return false;
    switch (ins->mnemonic) {
    case INS_MOV: case INS_ABS: case INS_NEG: return arg_is_number(numbers, ins, ARG_A);
    case INS_SELP: return arg_is_number(numbers, ins, ARG_A) && arg_is_number(numbers, ins, ARG_B);
    case INS_MIN: case INS_MAX:
        return ins->narg == 3 && !isa_has_word(ins, MOD_NaN_) && type_info[isa_slot_type(ins, SLOT_TYPE)].kind == 'f' &&
               (arg_is_number(numbers, ins, ARG_A) || arg_is_number(numbers, ins, ARG_B));
    case INS_CVT: {
        const Type to = (Type)ins->argtype[isa_arg(ins, ARG_D)], from = (Type)ins->argtype[isa_arg(ins, ARG_A)];
        return (to == T_F32 || to == T_F64) && (type_info[from].kind == 's' || type_info[from].kind == 'u');
    }
    default: return false;
    }
}

/* Numbers may stand in registers without a type. */
static bool may_hold_float(const Sym *s)
{
    const char kind = type_info[s->type].kind;
    return (kind == 'f' || kind == 'b') && (type_info[s->type].bits == 32 || type_info[s->type].bits == 64) && s->vec <= 1;
}

bool *never_nan_find(const Back *b)
{
    bool *numbers = NEWN(b->a, bool, b->nreg + 1);
    for (int r = 0; r < b->nreg; r++)
        numbers[r] = b->reg[r].ndef > 0 && may_hold_float(b->fn->regs.at[r]);
    for (bool changes = true; changes;) {
        changes = false;
        for (int i = 0; i < b->fn->ins.n; i++) {
            const Ins *ins = &b->fn->ins.at[i];
            const bool makes = b->blk_of[i] && ins_dest(ins).n == 1 && makes_number(numbers, ins);
            for (Refs r = ins_refs(ins); b->blk_of[i] && refs_next(&r);)
                if (r.write && numbers[r.reg] && !makes) {
                    numbers[r.reg] = false;
                    changes = true;
                }
        }
    }
    return numbers;
}
