/* unit_divisor.c: arguments that divide, as strides and dilations do, taken to be 1.
 *
 *   w = i % width + pad;
 *   for (x = w < k ? 0 : (w - k) / stride + 1; x < min(w / stride + 1, n); x++)
 *       if ((w - x * stride) % dilation == 0) ...
 *
 * What kernels of libraries take as arguments is mostly 1.  Then neighbouring threads have neighbouring quotients, all places are in even steps, and
 * no remainder is asked for.  Chunks that end where quotients change (Back.by_quotients) gain nothing from a divisor of a few anyway.
 *
 * What divides a thread's number, or a quotient or remainder of one, is as a rule the size of something, and more than 1.  What divides other sums
 * that differ from lane to lane, but none of these, is taken for a stride; what remainders alone are asked of is a size around which places go.
 *
 * In: a function as uniform.c has analysed it; then that function as it was.  Out: instructions; blocks to be made anew.  Cost: a look at each.
 * Fires on tests/bench/programs/col2im and tests/run/unit_divisors, unpool. */
#include "transform/transform.h"

static bool divides(const Ins *ins)
{
    return ins && (ins->mnemonic == INS_DIV || ins->mnemonic == INS_REM) && type_info[isa_slot_type(ins, SLOT_TYPE)].kind != 'f' &&
           type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 32;
}

/* A thread's number, or a quotient or remainder, which may be x - x / d * d. */
static bool is_part(const Back *b, const Opnd *o)
{
    const Ins *def = back_only_def(b, o), *by = def && def->mnemonic == INS_SUB ? back_only_def(b, isa_opnd(def, ARG_B)) : NULL;
    return val_is_even(uniform_opnd(b, o)) || divides(def) ||
           (by && by->mnemonic == INS_MUL && (divides(back_only_def(b, isa_opnd(by, ARG_A))) || divides(back_only_def(b, isa_opnd(by, ARG_B)))));
}

const bool *unit_divisors(Arena *a, const Back *b)
{
    bool *unit = NEWN(a, bool, b->nreg + 1), *size = NEWN(a, bool, b->nreg + 1), any = false;
    for (int i = 0; i < b->fn->ins.n; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        const Ins *def = b->blk_of[i] && divides(ins) ? back_only_def(b, isa_opnd(ins, ARG_B)) : NULL;
        if (!def || !isa_loads_param(def) || ins_dest(def).n != 1)
            continue;
        const Val x = uniform_arg(b, ins, ARG_A);
        const int by = isa_opnd(ins, ARG_B)->reg;
        unit[by] |= x.kind == VAL_VAR && ins->mnemonic == INS_DIV;
        size[by] |= x.kind != VAL_UNI && is_part(b, isa_opnd(ins, ARG_A));
    }
    for (int r = 0; r < b->nreg; r++)
        any |= unit[r] &= !size[r];
    return any ? unit : NULL;
}

void unit_divisors_assume(Module *m, Fn *fn, const bool *unit)
{
    for (Rewrite w = rewrite_begin(m, fn, NULL); rewrite_next(&w);) {
        const Dest d = ins_dest(w.ins);
        rewrite_keep(&w);
        ins_part(m->code, &w.out->at[w.out->n - 1]); /* copies are followed in place, and there is another version */
        if (d.n != 1 || !unit[d.reg])
            continue;
        const int was = fn_copy_reg(m->code, fn, d.reg), other = fn_new_reg(m->code, fn, "other", T_PRED);
        const Opnd one = opnd_number(1, T_U32);
        ins_rename(m->code, &w.out->at[w.out->n - 1], d.reg, was);
        ins_add(m, fn, w.out, w.ins, "setp.ne.u32", (Opnd[]){opnd_reg(other), opnd_reg(was), one}, 3)->pseudo = PSEUDO_ONCE;
        ins_add(m, fn, w.out, w.ins, "mov.u32", (Opnd[]){opnd_reg(d.reg), one}, 2);
    }
}
