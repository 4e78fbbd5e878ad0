/* short_division.c: divisions of 64 bits of numbers that have 32, without the other way to do them.
 *
 *   if (x < 2^32 && y < 2^32) q = (uint32_t)x / (uint32_t)y; else q = x / y;
 *
 * is what compilers make of a division of 64 bits (division.c has put the test in this form).  Where chunks end at another quotient
 * (Back.by_quotients), only the first of both is of use: a chunk with greater numbers is left to the other version.
 *
 * Requires: a flow graph.  Invalidates: blocks and analyses.  Cost: a look at each branch.  Fires on sites of a lattice that are
 * numbered by size_t (tests/bench/programs/ising) and tests/run/quotients. */
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

bool short_division(Module *m, Fn *fn)
{
    Short s = {.fn = fn, .writes = NEWN(m->code, int, fn->regs.n + 1), .def = NEWN(m->code, int, fn->regs.n + 1)};
    for (int i = 0; i < fn->ins.n; i++)
        for (Refs r = ins_refs(&fn->ins.at[i]); refs_next(&r);)
            if (r.write) {
                s.writes[r.reg]++;
                s.def[r.reg] = i;
            }
    for (int k = 0; k < fn->nblk; k++) {
        const int way = short_way(&s, fn->blk[k]);
        if (way >= 0) {
            rewrite(m, &s, fn->blk[k]->branch, way);
            return true;
        }
    }
    return false;
}
