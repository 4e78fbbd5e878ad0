/* quiet_nan.c: floating-point registers of which nothing tells which NaN is in them: only arithmetic and comparisons read them, whose result
 * is some NaN, or the same answer, for all.
 *
 * A conversion from half precision may then be the processor's own, which makes NaNs quiet, and so may a root, whose NaN is not PTX's; to
 * leave them as they are, or to make them what they are there, takes more instructions than the conversion.
 *
 * In: a function's instructions and blocks.  Out: by register. */
#include "analysis/analysis.h"

/* Minima and maxima are not among them: some processors' own take a number for one kind of NaN, and not for the other. */
static bool takes_all_alike(const Ins *ins)
{
    if (ins->pseudo)
        return false;
    switch (ins->mnemonic) {
    case INS_ADD: case INS_SUB: case INS_MUL: case INS_FMA: case INS_MAD: case INS_SETP: return isa_slot_type(ins, SLOT_TYPE) == T_F32;
    default: return false;
    }
}

bool *quiet_nan_find(const Back *b)
{
    bool *quiet = NEWN(b->a, bool, b->nreg + 1);
    for (int r = 0; r < b->nreg; r++)
        quiet[r] = b->fn->regs.at[r]->vec <= 1;
    for (const Ins *ins = b->fn->ins.at; array_has(b->fn->ins, ins); ins++) {
        const bool alike = takes_all_alike(ins);
        for (Refs r = ins_refs(ins); reads_next(&r);)
            quiet[r.reg] &= alike;
    }
    return quiet;
}
