/* never_nan.c: floating-point registers that hold no NaN, whatever is computed; and those that hold no number with a sign, but +0 or more, or
 * NaN: squares and what is added to them, roots, magnitudes.  What is both is an amount.
 *
 * Minima and maxima are numbers where one of the two is, so that what begins as a number and only ever becomes the larger of itself and
 * something is one in all rounds of a loop; a comparison's instruction then gives the result, with no look at NaNs.  So does what is
 * chosen where it has compared as a number does.  Beside an amount that holds of zeros, too: of equal numbers it is the larger one; and
 * where neither has a sign, equal numbers are the same.
 *
 * Taken for true of all registers, then taken back where an instruction may write something else, until nothing changes.
 *
 * In: a function's instructions and blocks.  Out: by register. */
#include "analysis/analysis.h"

static bool is_nan(const Opnd *o)
{
    const double x = type_float((Type)o->type, o->imm);
    return x != x;
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

/* It is true, or not true, only where both numbers compare. */
static bool compares(const Ins *test, bool holds)
{
    const unsigned cmp = isa_compare_floats(test);
    return isa_is_test(test) && test->nop == 3 && c_float(isa_slot_type(test, SLOT_TYPE)) && cmp != CMP_NONE && holds == !(cmp & CMP_UNORDERED);
}

/* Whether the predicate is only such at instruction number at where reg has compared as a number, in the same block. */
static bool tells_number(const Back *b, int pred, bool holds, int reg, int at)
{
    const Ins *def = back_def(b, pred);
    const int from = def ? (int)(def - b->fn->ins.at) : at;
    if (from >= at || b->blk_of[from] != b->blk_of[at] || fn_last_write(b->fn, reg, from + 1, at) >= 0 || def->guard >= 0)
        return false;
    bool tells = compares(def, holds) && ins_mentions(def, reg).reads;
    for (int i = 1; i < def->narg && def->mnemonic == INS_AND && holds && !tells; i++)
        tells = opnd_is_reg(&def->arg[i]) && def->arg[i].reg != pred && tells_number(b, def->arg[i].reg, !def->arg[i].neg, reg, from);
    return tells;
}

static bool chosen_is_number(const Back *b, const bool *numbers, const Ins *ins, ArgName name)
{
    const Opnd *o = isa_opnd(ins, name), *by = isa_opnd(ins, ARG_C);
    return never_nan_opnd(numbers, o) ||
           (opnd_is_reg(o) && opnd_is_reg(by) && tells_number(b, by->reg, (name == ARG_A) != by->neg, o->reg, (int)(ins - b->fn->ins.at)));
}

static bool takes_larger(const Ins *ins)
{
    return ins->narg == 3 && !isa_has_word(ins, MOD_NaN_) && c_float(isa_slot_type(ins, SLOT_TYPE));
}

/* Whether the instruction's one result is no NaN. */
static bool makes_number(const Back *b, const bool *numbers, const bool *known, const Ins *ins)
{
    (void)known;
    switch (ins->mnemonic) {
    case INS_MOV: return arg_is_number(numbers, ins, ARG_A);
    case INS_ABS: case INS_NEG: return c_float(isa_slot_type(ins, SLOT_TYPE)) && arg_is_number(numbers, ins, ARG_A);
    case INS_SELP: return chosen_is_number(b, numbers, ins, ARG_A) && chosen_is_number(b, numbers, ins, ARG_B);
    case INS_MIN: case INS_MAX: return takes_larger(ins) && (arg_is_number(numbers, ins, ARG_A) || arg_is_number(numbers, ins, ARG_B));
    case INS_CVT: {
        const Type to = (Type)ins->argtype[isa_arg(ins, ARG_D)], from = (Type)ins->argtype[isa_arg(ins, ARG_A)];
        return (to == T_F32 || to == T_F64) && (type_info[from].kind == 's' || type_info[from].kind == 'u');
    }
    default: return false;
    }
}

bool never_signed_opnd(const bool *signless, const Opnd *o)
{
    if (o->kind == O_FIMM)
        return is_nan(o) || !(o->imm >> (o->type == T_F64 ? 63 : 31) & 1);
    return opnd_is_reg(o) && !o->neg && signless[o->reg];
}

static bool is_square(const Opnd *x, const Opnd *y)
{
    return opnd_is_reg(x) && opnd_is_reg(y) && x->reg == y->reg && x->comp < 0 && y->comp < 0 && x->neg == y->neg;
}

/* Of a conversion: from numbers without a sign to floating-point ones. */
static bool converts_signless(const Ins *ins, bool first)
{
    const Type to = (Type)ins->argtype[isa_arg(ins, ARG_D)], from = (Type)ins->argtype[isa_arg(ins, ARG_A)];
    return (to == T_F32 || to == T_F64) && (type_info[from].kind == 'u' || (first && (from == T_F32 || from == T_F64)));
}

static bool is_amount(const bool *signless, const bool *numbers, const Opnd *o) { return never_signed_opnd(signless, o) && never_nan_opnd(numbers, o); }

/* Whether the instruction's one result has no sign.  numbers: which registers hold no NaN. */
static bool makes_signless(const Back *b, const bool *signless, const bool *numbers, const Ins *ins)
{
    (void)b;
    const Opnd *x = isa_opnd(ins, ARG_A), *y = isa_opnd(ins, ARG_B), *z = isa_opnd(ins, ARG_C);
    static const Mnemonic always[] = {INS_ABS, INS_EX2, INS_NONE}, as_first[] = {INS_MOV, INS_SQRT, INS_RSQRT, INS_RCP, INS_NONE},
                          as_both[] = {INS_SELP, INS_ADD, INS_DIV, INS_NONE}, products[] = {INS_MUL, INS_FMA, INS_MAD, INS_NONE};
    const bool first = x && never_signed_opnd(signless, x), both = first && y && never_signed_opnd(signless, y);
    if (ins->mnemonic == INS_CVT)
        return converts_signless(ins, first);
    if (!ins_is_any(ins, (Mnemonic[]){INS_MOV, INS_SELP, INS_NONE}) && !c_float(isa_slot_type(ins, SLOT_TYPE)))
        return false;
    if (ins_is_any(ins, products))
        return (both || is_square(x, y)) && (!z || never_signed_opnd(signless, z));
    if (ins->mnemonic == INS_MIN || ins->mnemonic == INS_MAX)
        return takes_larger(ins) && (both || (ins->mnemonic == INS_MAX && (is_amount(signless, numbers, x) || is_amount(signless, numbers, y))));
    return ins_is_any(ins, always) || (first && ins_is_any(ins, as_first)) || (both && ins_is_any(ins, as_both));
}

/* Numbers may stand in registers without a type. */
static bool may_hold_float(const Sym *s)
{
    const char kind = type_info[s->type].kind;
    return (kind == 'f' || kind == 'b') && (type_info[s->type].bits == 32 || type_info[s->type].bits == 64) && s->vec <= 1;
}

/* By register: whether all that is written to it is made so, of which known says more. */
static bool *find(const Back *b, bool (*made)(const Back *b, const bool *so, const bool *known, const Ins *ins), const bool *known)
{
    bool *so = NEWN(b->a, bool, b->nreg + 1);
    for (int r = 0; r < b->nreg; r++)
        so[r] = b->reg[r].ndef > 0 && may_hold_float(b->fn->regs.at[r]);
    for (AGAIN(changes))
        for (int i = 0; i < b->fn->ins.n; i++) {
            const Ins *ins = &b->fn->ins.at[i];
            const bool makes = b->blk_of[i] && ins_dest(ins).n == 1 && !ins->pseudo && !isa_has_word(ins, MOD_XORSIGN) && made(b, so, known, ins);
            for (Refs r = ins_refs(ins); b->blk_of[i] && !makes && writes_next(&r);) {
                changes |= so[r.reg];
                so[r.reg] = false;
            }
        }
    return so;
}

bool *never_nan_find(const Back *b) { return find(b, makes_number, NULL); }
bool *never_signed_find(const Back *b, const bool *numbers) { return find(b, makes_signless, numbers); }
