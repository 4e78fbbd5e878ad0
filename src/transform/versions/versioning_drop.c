/* versioning_drop.c: choices between two versions (versioning.c) in front of which nothing has to be checked any more: only the fast one is left.
 *
 * Requires: a function as uniform.c has analysed it.  Invalidates: blocks and analyses. */
#include "transform/transform.h"

/* Whether the instruction's check is asked of the chunk and proves that operand o of such a type does not wrap. */
static bool proves_steps(const Back *b, const Ins *ins, Spec spec, const Opnd *o, Type t, bool is_signed)
{
    if (ins->guard >= 0 || (!spec_is_steps(spec) && spec != SPEC_COMPARE))
        return false;
    for (int k = -1; isa_next_input(ins, &k);)
        if (opnd_reg_is(&ins->arg[k], o->reg) && isa_arg_name(ins, k) != ARG_C && uniform_opnd(b, &ins->arg[k]).kind == VAL_AFF)
            return type_info[ins->argtype[k]].bits == type_info[t].bits && spec_is_signed(spec, ins->argtype[k]) == is_signed;
    return false;
}

/* Whether some check on all ways to the instruction has asked, of chunks that may be cut, whether the operand, which is written once, wraps. */
static bool is_proven_before(const Back *b, int at, const Opnd *o, Type t)
{
    const bool is_signed = spec_is_signed(spec_kind(b->spec[at]), t);
    bool asked = false;
    for (int i = 0; i < b->fn->ins.n && !asked && (b->spec[at] & SPEC_HEAD) && b->reg[o->reg].ndef == 1; i++)
        asked = b->blk_of[i] && !(b->spec[i] & (SPEC_LOCAL | SPEC_PLANE)) && b->spec[i] && back_comes_before(b, i, at) &&
                proves_steps(b, &b->fn->ins.at[i], (Spec)b->spec[i], o, t, is_signed);
    return asked;
}

/* Whether all that the instruction's check asks is known, or has been asked before. */
static bool is_asked_before(const Back *b, int at)
{
    const Ins *ins = &b->fn->ins.at[at];
    const Spec spec = spec_kind(b->spec[at]);
    if (!spec_is_steps(spec))
        return false;
    for (int k = -1; isa_next_input(ins, &k);) {
        const Opnd *o = &ins->arg[k];
        const Val v = uniform_opnd(b, o);
        if (isa_arg_name(ins, k) == ARG_C || v.kind != VAL_AFF || spec_steps_known(&v, ins->argtype[k], spec_is_signed(spec, ins->argtype[k])))
            continue;
        if (!is_proven_before(b, at, o, (Type)ins->argtype[k]))
            return false;
    }
    return true;
}

static bool chooses(const Ins *ins) { return ins->pseudo == PSEUDO_CHECK; }

/* Nothing has to be checked in front of the instruction, which chooses between versions. */
static bool is_sure(const Back *b, int at)
{
    bool sure = chooses(&b->fn->ins.at[at]) && b->blk_of[at];
    for (int i = sure ? b->blk_of[at]->first : at; i < at && sure; i++)
        sure = !(b->spec[i] & SPEC_LOCAL) || b->dead[i] || is_asked_before(b, i);
    return sure;
}

bool version_drop(Back *b)
{
    Fn *fn = b->fn;
    const Opnd zero = opnd_number(0, T_U32);
    bool any = false;
    if (!fn_some(fn, chooses))
        return false;
    dead_find(b);
    for (int i = 0; i < fn->ins.n; i++)
        any |= is_sure(b, i);
    if (!any)
        return false;
    for (Rewrite w = rewrite_begin(b->m, fn, NULL); rewrite_next(&w);)
        if (is_sure(b, w.i))
            rewrite_add(&w, ins_new(b->m, fn, b->m->code, w.ins, "setp.eq.u32", (Opnd[]){w.ins->op[0], zero, zero}, 3));
        else
            rewrite_keep(&w);
    cfg_build(b->a, fn, false);
    ranges_fold(b->a, b->m, fn);
    return true;
}
