/* short_division.c: divisions of 64 bits of numbers that have 32, without the other way to do them.
 *
 *   if (x < 2^32 && y < 2^32) q = (uint32_t)x / (uint32_t)y; else q = x / y;
 *
 * is what compilers make of a division of 64 bits (division.c has put the test in this form).  Where chunks end at another quotient
 * (Back.by_quotients), only the first of both is of use: a chunk with greater numbers is left to the other version.
 *
 * Where lanes ask how often they come to go round, by what is left of a number that falls from lane to lane, most chunks have one quotient
 * (uniform_value.c), but not in a register that two ways write: there the division of 64 bits, which is right for all numbers, stays alone.
 *
 * Requires: uniform.c's values.  Invalidates: blocks and analyses.  Cost: a look at each branch.  Fires on sites of a lattice that are numbered by size_t (tests/bench/programs/ising) and tests/run/quotients; on tests/run/wide_strides. */
#include "analysis/uniform.h"
#include "transform/transform.h"

typedef struct Short {
    const Ins *test[2]; /* of both numbers, or of one: the other has 32 bits */
    int way;            /* of the branch: 1, where it jumps, or 0 */
    const Blk *low;     /* where that goes */
} Short;

/* A comparison of a number with 2^32. */
static bool asks_size(const Ins *ins, unsigned cmp)
{
    return ins && ins->mnemonic == INS_SETP && ins->guard < 0 && ins->nop == 3 && isa_compare(ins) == cmp && isa_slot_type(ins, SLOT_TYPE) == T_U64 &&
           ins->op[2].kind == O_IMM && ins->op[2].imm == UINT64_C(1) << 32;
}

/* Whether the block does nothing but divide 64 bits, and what belongs to that. */
static bool is_long_way(const Fn *fn, const Blk *x)
{
    bool divides = false;
    if (x->npred != 1)
        return false;
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &fn->ins.at[i];
        divides |= (ins->mnemonic == INS_DIV || ins->mnemonic == INS_REM) && type_info[isa_slot_type(ins, SLOT_TYPE)].bits == 64;
        if (isa_emit(ins) != EMIT_BRA && !ins_is_pure(ins))
            return false;
    }
    return divides;
}

static bool find_way(const Back *b, const Blk *x, Short *s)
{
    const Ins *br = blk_conditional(b->fn, x), *both = br ? back_def(b, br->guard) : NULL;
    if (!both || both->nop != 3 || both->guard >= 0)
        return false;
    const bool one = both->mnemonic == INS_SETP, below = both->mnemonic == INS_AND || asks_size(both, CMP_LESS);
    const unsigned cmp = below ? CMP_LESS : CMP_MORE | CMP_EQUAL;
    if (one ? !asks_size(both, cmp) : !below && both->mnemonic != INS_OR)
        return false;
    *s = (Short){.test = {both}, .way = below != br->guard_neg, .low = x->succ[below != br->guard_neg]};
    for (int i = 0; i < 2 && !one; i++) {
        s->test[i] = back_only_def(b, &both->op[i + 1]);
        if (!asks_size(s->test[i], cmp))
            return false;
    }
    return is_long_way(b->fn, x->succ[!s->way]);
}

/* ---- the long way alone -------------------------------------------------------------------------------------------------- */

/* The only instruction of the block that does more than convert; NULL: there is none such, or another. */
static const Ins *only_division(const Fn *fn, const Blk *x)
{
    const Ins *found = NULL;
    for (int i = x->first; i < x->end; i++) {
        const Ins *ins = &fn->ins.at[i];
        if (isa_emit(ins) == EMIT_BRA || ins->mnemonic == INS_CVT)
            continue;
        if (found || ins->mnemonic != INS_DIV || ins->guard >= 0)
            return NULL;
        found = ins;
    }
    return found;
}

/* What an unguarded conversion between integers of 64 and 32 bits, from the one type to the other, is made of; NULL: it is none. */
static const Opnd *converted(const Ins *ins, Type to, Type from)
{
    const bool is = ins && ins->mnemonic == INS_CVT && ins->guard < 0 && ins->nop == 2 && isa_slot_type(ins, SLOT_DTYPE) == to &&
                    isa_slot_type(ins, SLOT_ATYPE) == from;
    return is ? &ins->op[1] : NULL;
}

/* The number has 32 bits where the short way is gone: it was asked, or is a widened one. */
static bool is_short(const Back *b, const Short *s, const Opnd *o)
{
    bool asked = false;
    for (int i = 0; i < 2; i++)
        asked |= s->test[i] && opnd_reg_is(&s->test[i]->op[1], o->reg);
    return asked || converted(back_only_def(b, o), T_U64, T_U32);
}

/* The operand of 32 bits is nothing but the low ones of another, which has no more. */
static bool is_low(const Back *b, const Short *s, const Opnd *low, const Opnd *of)
{
    const Opnd *from = converted(back_only_def(b, low), T_U32, T_U64);
    return from && b->reg[low->reg].nuse == 1 && opnd_is_reg(from) && opnd_reg_is(of, from->reg) && back_only_def(b, of) && is_short(b, s, of);
}

/* The short way, which writes nothing else that is read, gives what the long one does. */
static bool gives_same(const Back *b, const Short *s, const Ins *of, const Ins *by)
{
    const Dest d = ins_dest(of), q = ins_dest(by);
    const Ins *last = NULL;
    for (int i = s->low->first; i < s->low->end; i++)
        last = ins_dest(&b->fn->ins.at[i]).n == 1 ? &b->fn->ins.at[i] : last;
    const Opnd *widened = converted(last, T_U64, T_U32);
    bool same = d.n == 1 && q.n == 1 && isa_slot_type(by, SLOT_TYPE) == T_U32 && widened && opnd_reg_is(widened, q.reg) && ins_dest(last).reg == d.reg &&
                b->reg[q.reg].ndef == 1 && b->reg[q.reg].nuse == 1;
    for (int i = 1; i < 3 && same; i++)
        same = is_low(b, s, &by->op[i], &of->op[i]);
    return same;
}

static bool is_alone(const Back *b, const Blk *x, const Short *s)
{
    const Ins *of = only_division(b->fn, x->succ[!s->way]), *by = only_division(b->fn, s->low);
    const Val falls = of ? uniform_arg(b, of, ARG_A) : uniform_var;
    return of && by && s->low->npred == 1 && falls.kind == VAL_AFF && falls.step < 0 && uniform_arg(b, of, ARG_B).kind == VAL_UNI && gives_same(b, s, of, by);
}

/* ---- one way alone --------------------------------------------------------------------------------------------------------- */

/* s: by instruction, the branch that it is, if low is not NULL; gone: those of ways that are left out. */
static void rewrite(Back *b, const Short *s, const bool *gone)
{
    for (Rewrite w = rewrite_begin(b->m, b->fn, NULL); rewrite_next(&w);) {
        const Short *d = s[w.i].low ? &s[w.i] : NULL;
        for (int i = 0; d && b->by_quotients && i < 2 && d->test[i]; i++) {
            const Opnd large = opnd_reg(fn_new_reg(b->m->code, b->fn, "large", T_PRED));
            ins_add(b->m, b->fn, w.out, d->test[i], "setp.ge.u64", (Opnd[]){large, d->test[i]->op[1], d->test[i]->op[2]}, 3)->pseudo = PSEUDO_ONCE;
        }
        if (gone[w.i] || (d && (d->way == 1) != b->by_quotients))
            continue;
        rewrite_keep(&w);
        if (d)
            w.out->at[w.out->n - 1].guard = -1;
    }
}

bool division_shorten(Back *b)
{
    Short *s = NEWN(b->a, Short, b->fn->ins.n + 1);
    bool any = false, *gone = NEWN(b->a, bool, b->fn->ins.n + 1);
    for (EACH_OF(const Blk, x, b->fn->blk, b->fn->nblk)) {
        Short d;
        if (!find_way(b, x, &d) || (!b->by_quotients && !is_alone(b, x, &d)))
            continue;
        any = true;
        s[x->branch] = d;
        for (int i = d.low->first; !b->by_quotients && i < d.low->end; i++)
            gone[i] = true;
    }
    if (any)
        rewrite(b, s, gone);
    return any;
}
