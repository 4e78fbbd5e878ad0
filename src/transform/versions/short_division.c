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
 * Requires: a flow graph; long_division also uniform.c's values.  Invalidates: blocks and analyses.  Cost: a look at each branch.  Fires
 * on sites of a lattice that are numbered by size_t (tests/bench/programs/ising) and tests/run/quotients; on tests/run/wide_strides. */
#include "analysis/uniform.h"
#include "transform/transform.h"

typedef struct Short {
    Fn *fn;
    int *writes, *def; /* by register */
    const Ins *test[2]; /* of both numbers, or of one: the other has 32 bits */
} Short;

static const Ins *made_once(const Short *s, int reg) { return s->writes[reg] == 1 ? &s->fn->ins.at[s->def[reg]] : NULL; }

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

/* The way that the branch at the block's end is to go: 1, where it jumps, or 0; -1: it is no such branch. */
static int short_way(Short *s, const Blk *x)
{
    const Ins *br = blk_conditional(s->fn, x), *both = br ? made_once(s, br->guard) : NULL;
    const bool below = both && (both->mnemonic == INS_AND || asks_size(both, CMP_LESS));
    const bool one = both && both->mnemonic == INS_SETP;
    if (!both || (!below && both->mnemonic != INS_OR && !one) || both->nop != 3 || both->guard >= 0)
        return -1;
    s->test[0] = both;
    s->test[1] = NULL;
    if (one && !below && !asks_size(both, CMP_MORE | CMP_EQUAL))
        return -1;
    for (int i = 0; i < 2 && !one; i++) {
        const Opnd *o = &both->op[i + 1];
        s->test[i] = o->kind == O_REG && !o->neg ? made_once(s, o->reg) : NULL;
        if (!asks_size(s->test[i], below ? CMP_LESS : CMP_MORE | CMP_EQUAL))
            return -1;
    }
    const int way = below != br->guard_neg;
    return is_long_way(s->fn, x->succ[!way]) ? way : -1;
}

static void rewrite(Module *m, Short *s, int at, int way)
{
    Fn *fn = s->fn;
    InsList out;
    for (Rewrite w = rewrite_begin(m, fn, &out); rewrite_next(&w);) {
        for (int i = 0; w.i == at && i < 2 && s->test[i]; i++) {
            const Opnd large = opnd_reg(fn_new_reg(m->code, fn, "large", T_PRED));
            ins_add(m, fn, &out, s->test[i], "setp.ge.u64", (Opnd[]){large, s->test[i]->op[1], s->test[i]->op[2]}, 3)->pseudo = PSEUDO_ONCE;
        }
        if (w.i == at && !way)
            continue;
        rewrite_keep(&w);
        if (w.i == at)
            out.at[out.n - 1].guard = -1;
    }
}

static Short begin(Arena *a, Fn *fn)
{
    Short s = {.fn = fn, .writes = NEWN(a, int, fn->regs.n + 1), .def = NEWN(a, int, fn->regs.n + 1)};
    for (int i = 0; i < fn->ins.n; i++)
        for (Refs r = ins_refs(&fn->ins.at[i]); refs_next(&r);)
            if (r.write) {
                s.writes[r.reg]++;
                s.def[r.reg] = i;
            }
    return s;
}

bool short_division(Module *m, Fn *fn)
{
    Short s = begin(m->code, fn);
    for (int k = 0; k < fn->nblk; k++) {
        const int way = short_way(&s, fn->blk[k]);
        if (way >= 0) {
            rewrite(m, &s, fn->blk[k]->branch, way);
            return true;
        }
    }
    return false;
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
static bool is_short(const Short *s, const Opnd *o)
{
    bool asked = false;
    for (int i = 0; i < 2; i++)
        asked |= s->test[i] && opnd_reg_is(&s->test[i]->op[1], o->reg);
    return asked || converted(made_once(s, o->reg), T_U64, T_U32);
}

/* The operand of 32 bits is nothing but the low ones of another, which has no more. */
static bool is_low(const Short *s, const Back *b, const Opnd *low, const Opnd *of)
{
    const Opnd *from = opnd_is_reg(low) ? converted(made_once(s, low->reg), T_U32, T_U64) : NULL;
    return from && b->reg[low->reg].nuse == 1 && opnd_is_reg(from) && opnd_reg_is(of, from->reg) && s->writes[of->reg] == 1 && is_short(s, of);
}

/* The short way, which writes nothing else that is read, gives what the long one does. */
static bool gives_same(const Short *s, const Back *b, const Blk *x, const Ins *of, const Ins *by)
{
    const Dest d = ins_dest(of), q = ins_dest(by);
    const Ins *last = NULL;
    for (int i = x->first; i < x->end; i++)
        last = ins_dest(&s->fn->ins.at[i]).n == 1 ? &s->fn->ins.at[i] : last;
    const Opnd *widened = converted(last, T_U64, T_U32);
    bool same = d.n == 1 && q.n == 1 && isa_slot_type(by, SLOT_TYPE) == T_U32 && widened && opnd_reg_is(widened, q.reg) && ins_dest(last).reg == d.reg &&
                s->writes[q.reg] == 1 && b->reg[q.reg].nuse == 1;
    for (int i = 1; i < 3 && same; i++)
        same = is_low(s, b, &by->op[i], &of->op[i]);
    return same;
}

static bool falls_by_lane(const Back *b, const Ins *of)
{
    const Val x = uniform_arg(b, of, ARG_A);
    return x.kind == VAL_AFF && x.step < 0 && uniform_arg(b, of, ARG_B).kind == VAL_UNI;
}

/* Leaves out the branch, or the condition of it, and the short way. */
static void leave_short(Back *b, int branch, int way, const Blk *x)
{
    InsList out;
    for (Rewrite w = rewrite_begin(b->m, b->fn, &out); rewrite_next(&w);) {
        if ((w.i == branch && way) || (w.i >= x->first && w.i < x->end))
            continue;
        rewrite_keep(&w);
        if (w.i == branch)
            out.at[out.n - 1].guard = -1;
    }
}

bool long_division(Back *b)
{
    Short s = begin(b->a, b->fn);
    for (int k = 0; k < b->fn->nblk; k++) {
        const Blk *x = b->fn->blk[k];
        const int way = b->by_quotients ? -1 : short_way(&s, x);
        const Blk *low = way < 0 ? NULL : x->succ[way];
        const Ins *of = low ? only_division(b->fn, x->succ[!way]) : NULL, *by = low ? only_division(b->fn, low) : NULL;
        if (of && by && low->npred == 1 && falls_by_lane(b, of) && gives_same(&s, b, low, of, by)) {
            leave_short(b, x->branch, way, low);
            return true;
        }
    }
    return false;
}
