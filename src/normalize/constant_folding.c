/* constant_folding.c: conversions of known whole numbers to integers, which are those numbers.
 *
 * nvcc makes a constant of __powf(2, i) where it knows i, but only after it has folded constants: what is made of that by cvt.rzi is a
 * number that only the processor sees.  Strides of trees of sums are such numbers, and which lanes see each other depends on them: this
 * comes before lockstep.c.
 *
 * In: matched instructions, no blocks.  Out: such a cvt is a mov.  Cost: a look at each instruction.  Fires on tests/run/tree_powers. */
#include "normalize/normalize.h"

#include <math.h>

const Opnd *float_constant(const Fn *fn, const int *writer, const Opnd *o, Type t)
{
    if (opnd_is_reg(o) && writer[o->reg] > 0) {
        const Ins *mov = &fn->ins.at[writer[o->reg] - 1];
        const int a = isa_emit(mov) == EMIT_MOV && mov->guard < 0 && mov->nop == 2 ? isa_arg(mov, ARG_A) : -1;
        return a >= 0 && mov->arg[a].kind == O_FIMM && mov->arg[a].type == t ? &mov->arg[a] : NULL;
    }
    return o->kind == O_FIMM && o->type == t ? o : NULL;
}

/* Whether the cvt gives that number, however it rounds: one that both types of 32 bits have. */
static bool converts(const Fn *fn, const int *writer, const Ins *cvt, uint64_t *number)
{
    const int d = isa_arg(cvt, ARG_D), a = isa_arg(cvt, ARG_A);
    if (cvt->mnemonic != INS_CVT || cvt->guard >= 0 || d < 0 || a < 0 || !opnd_is_reg(&cvt->arg[d]))
        return false;
    const Type to = isa_slot_type(cvt, SLOT_DTYPE);
    const Opnd *from = isa_slot_type(cvt, SLOT_ATYPE) == T_F32 && (to == T_S32 || to == T_U32) ? float_constant(fn, writer, &cvt->arg[a], T_F32) : NULL;
    if (!from)
        return false;
    const uint32_t bits = (uint32_t)from->imm;
    float value;
    memcpy(&value, &bits, sizeof value);
    if (!(value >= 0 && value < 0x1p31f) || value != truncf(value))
        return false;
    *number = (uint64_t)value;
    return true;
}

static void fold(Module *m, Fn *fn)
{
    Arena tmp = {0};
    const int *writer = NULL;
    uint64_t number;
    for (int i = 0; i < fn->ins.n; i++) {
        Ins *ins = &fn->ins.at[i];
        if (ins->mnemonic != INS_CVT || !ins->form)
            continue;
        if (!writer)
            writer = only_writers(&tmp, fn);
        if (converts(fn, writer, ins, &number))
            *ins = ins_new(m, fn, m->arena, ins, "mov.b32", (Opnd[]){ins->arg[isa_arg(ins, ARG_D)], opnd_number(number, T_U32)}, 2);
    }
    arena_reset(&tmp);
}

void constants_fold(Module *m)
{
    for (int i = 0; i < m->fns.n; i++)
        if (!m->fns.at[i]->is_proto)
            fold(m, m->fns.at[i]);
}
