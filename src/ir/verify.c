/* verify.c: what holds of a function after every pass, whatever it did.
 *
 * Labels are in order and inside the function; instructions are matched, their registers and labels are the function's own,
 * and operands as written and in the form's order agree; each of them is still what its row asks for.  With blocks: these
 * are what cfg_build makes of the instructions now.  Changes nothing; cost: that of matching all and of cfg_build. */
#include "ir/ir.h"

typedef struct Verify {
    const Module *m;
    Fn *fn;
    const char *after;
    Arena tmp;
} Verify;

#define SAY(v, ...) ice("after %s, in %s: %s", (v)->after, (v)->fn->sym->name, arena_printf(&(v)->tmp, __VA_ARGS__))

static void check_labels(Verify *v)
{
    int last = 0;
    for (EACH(const Sym, l, v->fn->labels)) {
        if (l->kind != SYM_LABEL || l->index < last || l->index > v->fn->ins.n)
            SAY(v, "label %s stands before instruction %d, behind one before %d", l->name, l->index, last);
        last = l->index;
    }
}

static void check_operand(Verify *v, int at, const Opnd *o)
{
    const Fn *fn = v->fn;
    const bool names = o->kind == O_REG || o->kind == O_MEM;
    if (names && (o->reg >= fn->regs.n || (o->kind == O_REG && o->reg < 0)))
        SAY(v, "instruction %d names register %d of %d", at, o->reg, fn->regs.n);
    if (o->kind == O_LABEL && o->sym->kind == SYM_LABEL && !syms_have(&fn->labels, o->sym))
        SAY(v, "instruction %d names a label %s of another function", at, o->sym->name);
    for (uint32_t i = 0; i < o->nsub; i++)
        check_operand(v, at, &o->sub[i]);
}

/* Passes give some instructions operands that their rows do not know: the lanes that are there (lockstep.c), masks
 * (loop_masking.c), scans and reductions of 64 bits (warp_collective.c), descriptors of textures, elements of vector registers; what the checks
 * ask is of no row (register_shadow.c). */
static bool is_beyond_row(const Fn *fn, const Ins *ins)
{
    bool beyond = ins->masked || (ins->made && isa_is_warp(ins)) || (ins->op == ins->arg && ins->mnemonic == INS_SHFL) ||
                  ins->pseudo == PSEUDO_SCAN || ins->pseudo == PSEUDO_REDUCE ||
                  ins_checks_unset(ins) || ins->pseudo == PSEUDO_UNWRITTEN || ins->pseudo == PSEUDO_TAKE;
    for (int i = 0; i < ins->narg; i++) {
        const Opnd *o = &ins->arg[i];
        beyond |= isa_arg_opaque(ins, i) != T_NONE;
        beyond |= o->reg >= 0 && (o->kind == O_REG || o->kind == O_MEM) &&
                  (type_info[fn->regs.at[o->reg]->type].kind == 'o' || fn->regs.at[o->reg]->vec > 1);
    }
    return beyond;
}

static void check_row(Verify *v, int at)
{
    const Ins *ins = &v->fn->ins.at[at];
    if (!ins->form)
        SAY(v, "instruction %d (%s) is not matched", at, ins->nword ? ins->word[0] : "");
    if (ins->guard >= v->fn->regs.n || (ins->guard >= 0 && v->fn->regs.at[ins->guard]->type != T_PRED))
        SAY(v, "instruction %d has register %d as its guard", at, ins->guard);
    for (int i = 0; i < ins->nop; i++)
        check_operand(v, at, &ins->op[i]);
    for (int i = 0; i < ins->narg; i++)
        check_operand(v, at, &ins->arg[i]);
    if (!is_beyond_row(v->fn, ins) && !isa_fits(v->m, v->fn, ins))
        SAY(v, "instruction %d (%s) is of another row than it was", at, ins->word[0]);
}

static void check_flow(Verify *v)
{
    Fn *fn = v->fn, now = *fn;
    cfg_build(&v->tmp, &now, false);
    if (now.nblk != fn->nblk)
        SAY(v, "it has %d blocks, not %d", now.nblk, fn->nblk);
    for (int i = 0; i < now.nblk; i++) {
        const Blk *x = now.blk[i], *was = fn->blk[i];
        if (x->first != was->first || x->end != was->end || x->term != was->term || blk_nsucc(x) != blk_nsucc(was))
            SAY(v, "block %d is not that from %d to %d", i, was->first, was->end);
        for (int k = 0; k < blk_nsucc(x); k++)
            if (blk_succ(x, k)->id != blk_succ(was, k)->id)
                SAY(v, "block %d does not go on in block %d", i, blk_succ(was, k)->id);
    }
}

void ir_verify(const Module *m, Fn *fn, bool blocks, const char *after)
{
    Verify v = {.m = m, .fn = fn, .after = after};
    check_labels(&v);
    for (int i = 0; i < fn->ins.n; i++)
        check_row(&v, i);
    if (blocks)
        check_flow(&v);
    arena_reset(&v.tmp);
}
