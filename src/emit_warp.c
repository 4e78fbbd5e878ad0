/* emit_warp.c: warp collectives: all lanes put, then all lanes get; shuffles by a constant of whole arrays. */
#include "emit_fn.h"

/* The lanes of m take the results of a collective. */
void emit_get(Writer *w, const Ins *ins, const char *m)
{
    if (!ins->get)
        return;
    const char *eq = strstr(ins->get, " = ");
    int d = isa_arg(ins, "d");
    w->lane = true;
    line(w, "PTX2C_MASKED(%s) {", m);
    w->indent++;
    if (eq && ins->get[0] == '$' && d >= 0 && ins->arg[d].kind == O_REG) {
        const char *e = lower_text(w, ins, eq + 3);
        if (w->b->reg[ins->arg[d].reg].wanted)
            lower_assign(w, ins, &ins->arg[d], ins->argtype[d], e, NULL);
        else if (strchr(ins->get, '&'))
            line(w, "(void)%s;", e);
    } else if (eq && ins->get[0] == '$') {
        line(w, "(void)%s;", lower_text(w, ins, eq + 3));
    } else {
        line(w, "%s;", lower_text(w, ins, ins->get));
    }
    w->indent--;
    line(w, "}");
    w->lane = false;
}

static bool is_lane_array(const Back *b, const Opnd *o, Type *t)
{
    if (o->kind != O_REG || o->comp >= 0 || o->neg)
        return false;
    *t = b->fn->regs.at[o->reg]->type;
    const RegInfo *g = &b->reg[o->reg];
    return (g->store == ST_LANES || g->store == ST_STATE) && type_info[*t].bits == 32 && b->fn->regs.at[o->reg]->vec <= 1;
}

static const char *array_name(Writer *w, int reg)
{
    const RegInfo *g = &w->b->reg[reg];
    return g->store == ST_STATE ? arena_printf(w->b->a, "s->%s", g->name) : g->name;
}

/* A shuffle by a constant distance, of whole arrays. */
static bool constant_shuffle(Writer *w, const Ins *ins, const char *m)
{
    Back *b = w->b;
    int d = isa_arg(ins, "d"), p = isa_arg(ins, "p"), a = isa_arg(ins, "a"), by = isa_arg(ins, "b"), c = isa_arg(ins, "c");
    Type t;
    if (strcmp(ins->word[0], "shfl") != 0 || ins->guard >= 0 || !is_lane_array(b, &ins->arg[d], &t) ||
        !b->reg[ins->arg[d].reg].wanted || !uniform_opnd(b, &ins->arg[by]).cst || !uniform_opnd(b, &ins->arg[c]).cst ||
        (p >= 0 && ins->arg[p].kind == O_REG && b->reg[ins->arg[p].reg].wanted))
        return false;
    const char *from;
    if (is_lane_array(b, &ins->arg[a], &t)) {
        from = array_name(w, ins->arg[a].reg);
    } else {
        from = arena_printf(b->a, "Q%d", w->labels++);
        line(w, "uint32_t %s[32]%s;", from, strcmp(m, "m") == 0 ? "" : " = {0}");
        w->lane = true;
        line(w, "PTX2C_SIMD PTX2C_MASKED(%s) %s[l] = %s;", m, from, lower_arg(w, ins, a, 'u').s);
        w->lane = false;
    }
    line(w, "ptx2c_shuffle_%s(%s, %s, %s, %llu, %llu);", isa_slot(ins, "mode"), m, array_name(w, ins->arg[d].reg), from,
         (unsigned long long)uniform_opnd(b, &ins->arg[by]).c, (unsigned long long)uniform_opnd(b, &ins->arg[c]).c);
    return true;
}

/* A warp collective: all lanes put, then all lanes get. */
void emit_collective(Writer *w, const Ins *ins)
{
    const char *m = mask_name(w, w->mask);
    if (isa_arg(ins, "m") >= 0 && ins->arg[isa_arg(ins, "m")].kind == O_NONE)
        return; /* of lockstep.c: that one loop over lanes ends is all */
    if (w->b->mode == MODE_WARP && constant_shuffle(w, ins, m))
        return;
    w->lane = true;
    if (ins->guard >= 0) {
        line(w, "uint32_t Q%d = 0;", w->labels);
        line(w, "PTX2C_MASKED(%s) Q%d |= (uint32_t)(%s) << l;", m, w->labels,
             lower_cond(w, ins->guard, ins->guard_neg));
        m = arena_printf(w->b->a, "Q%d", w->labels++);
    }
    line(w, "w->active = %s;", m);
    if (ins->put)
        line(w, "PTX2C_MASKED(%s) %s;", m, lower_text(w, ins, ins->put));
    emit_get(w, ins, m);
    w->lane = false;
}
