/* dead_code.c: instructions whose results nobody uses, and registers that are wanted.
 *
 * In: liveness, warp_affine.c's values.  Out: Back.dead, RegInfo.wanted. */
#include "analysis/analysis.h"

#include <ctype.h>

typedef struct Want { Back *b; bool changed; } Want;

static void want_read(Want *w, int reg, bool write)
{
    if (!write && !w->b->reg[reg].wanted && !w->b->reg[reg].known)
        w->b->reg[reg].wanted = w->changed = true;
}

static bool has_effect(const Ins *ins)
{
    Emit e = isa_emit(ins);
    return ins->pseudo == PSEUDO_INSIDE || ins->pseudo == PSEUDO_ONCE || ins->pseudo == PSEUDO_AGAIN || ins_dirty(ins) || isa_is_term(ins) || e == EMIT_BRA || e == EMIT_BRX || e == EMIT_RET || e == EMIT_EXIT ||
           (isa_mem(ins) != MEM_NONE && isa_mem(ins) != MEM_TEX && e == EMIT_TEXT) ||
           isa_sets_carry(ins); /* the carry may be all that is wanted */
}

static bool text_prints(const Ins *ins, const char *text, int i) { return text && isa_text_arg(ins, text, i); }

/* Whether the instruction's C text shows operand i: a cache policy, for one, is never looked at, nor by a collective what it
 * only needs for results that are not wanted. */
static bool is_printed(const Back *b, const Ins *ins, int i, bool results)
{
    Emit e = isa_emit(ins);
    const ArgName name = isa_arg_name(ins, i);
    if (b->mode == MODE_SCHED && isa_is_warp(ins) && name == ARG_M) /* its lanes are waited for */
        return true;
    if (isa_is_ld_st(ins))
        return name == ARG_A || name == ARG_B || name == ARG_D;
    if (ins->sides->put || ins->sides->get) /* most collectives have no use for the member mask */
        return text_prints(ins, ins->sides->put, i) || (results && text_prints(ins, ins->sides->get, i));
    return e != EMIT_TEXT || !ins->lower || isa_text_arg(ins, ins->lower, i);
}

/* How many elements at the end of a vector its row says nothing reads: the fourth coordinate of three dimensions. */
static uint32_t padding(const Ins *ins, int i)
{
    Type type[8];
    int n = ins->arg[i].kind == O_VEC ? isa_arg_elements(ins, i, type) : 0;
    return n && n < (int)ins->arg[i].nsub ? ins->arg[i].nsub - (uint32_t)n : 0;
}

static void want_operand(Want *w, const Opnd *o, bool dest)
{
    if ((o->kind == O_REG && !dest) || opnd_has_base(o))
        want_read(w, o->reg, false);
    for (uint32_t i = 0; i < o->nsub; i++)
        want_operand(w, &o->sub[i], dest && o->kind != O_MEM);
}

/* What a needed instruction reads is needed; not for its own sake what its result was before, where a guard may leave that. */
static void want_inputs(Want *w, const Ins *ins, bool results)
{
    bool all = ins->guard < 0 || isa_emit(ins) == EMIT_CALL;
    for (int i = 0; i < ins->narg; i++)
        all &= ins->arg[i].kind == O_NONE || isa_arg_is_dest(ins, i) || (is_printed(w->b, ins, i, results) && !padding(ins, i));
    if (all) {
        for (Refs ref = ins_refs(ins); refs_next(&ref);)
            want_read(w, ref.reg, ref.write);
        return;
    }
    if (ins->guard >= 0)
        want_read(w, ins->guard, false);
    for (int i = 0; i < ins->narg; i++)
        if (isa_arg_is_dest(ins, i) || is_printed(w->b, ins, i, results)) {
            Opnd o = ins->arg[i];
            o.nsub -= padding(ins, i);
            want_operand(w, &o, isa_arg_is_dest(ins, i));
        }
}

/* What is asked for the CTA is asked of its own numbers. */
static void want_inside(Want *w, int at)
{
    int input[PLANE_LEAVES];
    for (int k = cta_affine_inputs(w->b, at, input); k > 0; k--)
        want_read(w, input[k - 1], false);
}

/* What --sanitize looks at although nobody may want its result. */
static bool is_checked(const Back *b, const Ins *ins)
{
    return b->m->checked && (isa_asks_of_cache(ins) || isa_mem(ins) == MEM_TEX || (isa_emit(ins) == EMIT_LD && isa_opnd_space(ins, isa_opnd(ins, ARG_A)) != SP_PARAM));
}

/* Whether somebody wants what the instruction does, and so what it reads. */
static void look_at(Want *w, int at)
{
    Back *b = w->b;
    const Ins *ins = &b->fn->ins.at[at];
    const bool collective = ins->sides && ins->sides->get && ins->dests;
    bool any = false;
    for (Refs ref = ins_refs(ins); (b->dead[at] || collective) && writes_next(&ref);)
        any |= b->reg[ref.reg].wanted;
    if ((!b->dead[at] && !collective) || (!any && !has_effect(ins) && !is_checked(b, ins)))
        return;
    w->changed |= b->dead[at];
    b->dead[at] = false;
    if (ins->pseudo == PSEUDO_INSIDE)
        want_inside(w, at);
    else
        want_inputs(w, ins, any || !collective);
}

void dead_find(Back *b)
{
    Fn *fn = b->fn;
    b->dead = NEWN(b->a, bool, fn->ins.n + 1);
    memset(b->dead, true, sizeof *b->dead * (size_t)fn->ins.n);
    for (int r = 0; r < b->nreg; r++)
        b->reg[r].wanted = false;
    for (EACH(const Sym, r, fn->rets))
        for (int k = 0; r->kind == SYM_REG && k < r->vec; k++)
            b->reg[r->vec > 1 ? r->elements + k : r->index].wanted = true;
    for (Want w = {b, true}; w.changed;) {
        w.changed = false;
        for (int k = fn->nblk; k-- > 0;)
            for (int i = fn->blk[k]->end; i-- > fn->blk[k]->first;)
                look_at(&w, i);
    }
}
