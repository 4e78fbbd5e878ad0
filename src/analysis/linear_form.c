/* linear_form.c: what an instruction of integers makes as a sum: a multiple of one operand, another one or its opposite, and a number.
 *
 *   mov, cvta, cvt: x     add, sub: x + more, x - more     neg, not: -x, -x - 1     shl: x * 2^by     mul, mad: x * by, x * by + more
 *
 * The sum is one modulo 2^bits of what the instruction makes; with .wide, and by cvt, x comes as its own type extends it; by cvta, and what lies between
 * the address spaces.  So a form says nothing of numbers that wrap: who follows it from fewer bits to more proves that x does not (uniform_value.c
 * has checks for that), or takes it for granted of addresses (lane_sum.c).  .sat, .hi and carries are no sums.  What by is worth is for the caller to know: a number, a register known to be
 * constant, or a symbol.
 *
 * A form holds for the operands as they are where the instruction stands: who puts several together sees to it that none is written in
 * between.  Requires: matched instructions.  Asked by uniform_value.c, cta_affine.c, lane_value.c and late_store.c, each of which has its own
 * numbers: steps from lane to lane, terms of a CTA, parts for each lane, registers at the beginning of a round. */
#include "analysis/analysis.h"

/* by: that is operand b; more: likewise; third: more is operand c. */
static const struct { Mnemonic op; bool by, more, third; int sign[2], number; } shapes[] = {
    {INS_CVT, false, false, false, {1, 1}, 0}, {INS_NEG, false, false, false, {-1, 1}, 0}, {INS_NOT, false, false, false, {-1, 1}, -1},
    {INS_ADD, false, true, false, {1, 1}, 0},  {INS_SUB, false, true, false, {1, -1}, 0},  {INS_SHL, true, false, false, {1, 1}, 0},
    {INS_MUL, true, false, false, {1, 1}, 0},  {INS_MAD, true, false, true, {1, 1}, 0}};

bool linear_form(const Ins *ins, LinearForm *f)
{
    const Opnd *y = isa_opnd(ins, ARG_B);
    *f = (LinearForm){.x = isa_opnd(ins, ARG_A), .shifts = ins->mnemonic == INS_SHL, .sign = {1, 1}};
    if (isa_emit(ins) == EMIT_MOV || isa_emit(ins) == EMIT_CVTA)
        return f->x;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (shapes[i].op == ins->mnemonic) {
            f->by = shapes[i].by ? y : NULL;
            f->more = shapes[i].more ? y : shapes[i].third ? isa_opnd(ins, ARG_C) : NULL;
            memcpy(f->sign, shapes[i].sign, sizeof f->sign);
            f->number = shapes[i].number;
            return isa_emit(ins) == EMIT_TEXT && isa_is_modular(ins) && !isa_has_floats(ins);
        }
    return false;
}

const Opnd *linear_step(const Ins *ins, int reg)
{
    LinearForm f;
    if (ins->mnemonic != INS_ADD || ins->guard >= 0 || ins_dest(ins).reg != reg || !linear_form(ins, &f))
        return NULL;
    return opnd_reg_is(f.x, reg) ? f.more : opnd_reg_is(f.more, reg) ? f.x : NULL;
}

bool linear_counts(const Ins *ins, int reg)
{
    const bool starts = isa_emit(ins) == EMIT_MOV && ins->guard < 0 && ins->arg[isa_arg(ins, ARG_A)].kind == O_IMM;
    const Opnd *by = linear_step(ins, reg);
    return starts || (by && by->kind == O_IMM);
}
