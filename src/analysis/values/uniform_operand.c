/* uniform_operand.c: what is known of an operand: of special registers and numbers, of a register what RegInfo.val says. */
#include "analysis/uniform.h"

/* Val.run of what grows by 1 from a multiple of the chunk's width on. */
uint8_t uniform_chunk_run(const Back *b)
{
    uint8_t run = 1;
    for (int w = b->width; w > 1; w /= 2)
        run++;
    return run;
}

static Val sreg_val(const Back *b, const Opnd *o)
{
    const Sreg *s = &isa_sregs[o->sym->index];
    const uint64_t max = sreg_most(o);
    const bool warp = b->mode == MODE_WARP, tid = s->shape == SHAPE_TID && (back_has_chunks(b) || (warp && b->rows));
    const bool x = tid && o->comp == 0;
    if (s->vary)
        return uniform_var;
    if (s->shape == SHAPE_GRID || s->shape == SHAPE_CTA) {
        Val v = uniform_uni(LV_CTA, max);
        v.grid = opnd_is_sreg(o, SREG_CTAID);
        v.across = opnd_is_sreg(o, SREG_NCTAID);
        return v;
    }
    if (x || (warp && opnd_is_sreg(o, SREG_LANEID)))
        return (Val){.kind = VAL_AFF, .level = LV_CHUNK, .step = 1, .max = max, .run = uniform_chunk_run(b), .known = warp, .warp = x ? 32 : 0};
    return (warp && s->shape == SHAPE_WARP) || (tid && o->comp > 0) ? uniform_uni(LV_CHUNK, max) : uniform_var;
}

Val uniform_number(uint64_t c)
{
    Val v = uniform_uni(LV_CTA, c);
    v.cst = v.known = true;
    v.c = c;
    v.zeros = (uint8_t)field_zeros(c);
    v.base = (int64_t)c;
    return v;
}

Val uniform_opnd(const Back *b, const Opnd *o)
{
    switch (o->kind) {
    case O_REG:
        return o->comp >= 0 || b->fn->regs.at[o->reg]->vec > 1 ? uniform_var : b->reg[o->reg].val;
    case O_IMM:
        return uniform_number(o->imm);
    case O_SREG:
        return sreg_val(b, o);
    case O_SYM:
        if (uniform_is_for_calls(o->sym))
            return uniform_var;
        break;
    case O_MEM:
        if (o->reg >= 0)
            return b->reg[o->reg].val;
        break;
    default:
        break;
    }
    Val v = uniform_uni(LV_CTA, UINT64_MAX);
    for (uint32_t i = 0; i < o->nsub; i++) {
        Val e = uniform_opnd(b, &o->sub[i]);
        if (e.kind == VAL_NONE)
            return e;
        v = e.kind == VAL_UNI && v.kind == VAL_UNI ? uniform_uni((Level)greater(e.level, v.level), UINT64_MAX) : uniform_var;
    }
    return v;
}

/* Each lane has its own of such variables. */
bool uniform_is_for_calls(Sym *s) { return s->kind == SYM_VAR && s->space == SP_PARAM && !place_of(s)->kernel_param; }

Val uniform_arg(const Back *b, const Ins *ins, ArgName name)
{
    int i = isa_arg(ins, name);
    return i < 0 ? uniform_var : uniform_opnd(b, &ins->arg[i]);
}
