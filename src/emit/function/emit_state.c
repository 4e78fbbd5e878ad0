/* emit_state.c: MODE_SCHED: what a warp keeps from region to region, as C. */
#include "emit/lower.h"

void declare_array(Writer *w, Declared *before, int reg, const char *lanes, const char *name)
{
    Arena *a = w->b->a;
    declare_joined(w, before, arena_printf(a, "_Alignas(PTX2C_LINE) %s", lanes_ctype(w->b, reg)), arena_printf(a, "%s[%s]", name, lanes));
}

/* The arrays of the places, each by the names of all that take turns in it. */
void slot_coloring_emit(Writer *w)
{
    const Back *b = w->b;
    Declared before = {0};
    for (int r = 0; r < b->nreg; r++) {
        if (b->reg[r].plan->store != ST_STATE || b->reg[r].plan->place_taken)
            continue;
        const bool turns = b->reg[r].plan->place_next >= 0;
        Declared inside = {0};
        if (turns)
            block(w, "union {");
        for (int k = r; k >= 0; k = b->reg[k].plan->place_next)
            declare_array(w, turns ? &inside : &before, r, "32", b->reg[k].plan->name);
        if (turns) {
            w->indent--;
            line(w, "};");
            before.type = NULL;
        }
    }
}

void state_promote(Writer *w, const Item *group)
{
    Back *b = w->b;
    state_promotion_find(b, group, w->end_exits, w->needed, &w->copies);
    for (int i = 0; i < w->copies.n; i++) {
        const RegInfo *g = &b->reg[w->copies.at[i]];
        if (!g->plan->copied || g->plan->copy == COPY_MADE)
            continue;
        if (g->plan->store == ST_LANES)
            line(w, "%s %s = %s[l];", reg_ctype(b, w->copies.at[i]), g->plan->lane_name, g->plan->name);
        else
            line(w, "%s %s = s->%s[l];", b->mode == MODE_SCHED ? lanes_ctype(b, w->copies.at[i]) : reg_ctype(b, w->copies.at[i]),
                 g->plan->name, g->plan->name);
    }
}

void state_store(Writer *w)
{
    for (int i = 0; i < w->copies.n; i++) {
        const RegInfo *g = &w->b->reg[w->copies.at[i]];
        if (g->plan->copied && !w->needed && g->plan->store == ST_LANES)
            line(w, "%s[l] = %s;", g->plan->name, g->plan->lane_name);
        else if (g->plan->copied && !w->needed)
            line(w, "s->%s[l] = %s;", g->plan->name, g->plan->name);
    }
    state_promotion_end(w->b, &w->copies);
}

/* Calls f for what the value of a scalar that is made anew comes from. */
void remade_inputs(Writer *w, int reg, void f(Writer *w, int reg, bool write))
{
    Back *b = w->b;
    const Ins *ins = &b->fn->ins.at[b->reg[reg].def];
    for (int i = -1; isa_next_input(ins, &i);) {
        const Opnd *o = &ins->arg[i];
        if (o->kind != O_REG)
            continue;
        if (b->reg[o->reg].plan->store == ST_FOLD && b->reg[o->reg].def >= 0)
            remade_inputs(w, o->reg, f);
        else
            f(w, o->reg, false);
    }
}

/* The value of a scalar that is made anew, with the sums of its own lanes left out. */
const char *remade_text(Writer *w, int reg)
{
    Back *b = w->b;
    const bool lane = w->lane;
    const Ins *ins = &b->fn->ins.at[b->reg[reg].def];
    Ex e = {0};
    w->lane = false;
    for (int i = -1; isa_next_input(ins, &i);) { /* what is part of it, for this row or these */
        const Opnd *o = &ins->arg[i];
        if (o->kind == O_REG && b->reg[o->reg].plan->store == ST_FOLD && b->reg[o->reg].plan->fold)
            b->reg[o->reg].plan->fold = remade_text(w, o->reg);
    }
    lower_ins(w, ins, &e);
    w->lane = lane;
    return e.s;
}

static void declare_cached(Writer *w, int reg, bool write)
{
    RegInfo *g = &w->b->reg[reg];
    if (write || g->plan->store != ST_STATE_SCALAR || g->plan->cached == CACHE_DECLARED)
        return;
    lower_cache(w, reg, CACHE_LOADED);
    const bool loaded = g->plan->cached == CACHE_LOADED;
    g->plan->cached = CACHE_DECLARED;
    if (g->plan->remade) {
        remade_inputs(w, reg, declare_cached);
        const char *value = remade_text(w, reg);
        const bool integer = !c_float((Type)w->b->fn->regs.at[reg]->type);
        trace_header(w, g->def);
        line(w, "%s %s = %s;", reg_ctype(w->b, reg), g->plan->name, integer ? lower_without_cast(w->b->a, value) : value);
    } else if (loaded && g->val.border && g->plan->entry_live) { /* it may never have been written: no lane that is not there */
        line(w, "%s %s = ptx2c_min_u32(s->%s, n);", reg_ctype(w->b, reg), g->plan->name, g->plan->name);
    } else if (loaded) {
        line(w, "%s %s = s->%s;", reg_ctype(w->b, reg), g->plan->name, g->plan->name);
    }
}

Str cached_state(Writer *w, const char *body, Str *text)
{
    Str head = {0}, *out = divert(w, &head);
    for (int i = 0; i < w->cached.n; i++) {
        const RegInfo *g = &w->b->reg[w->cached.at[i]];
        if (!g->plan->remade || text_has(body, g->plan->name)) /* others may come from it, where that is all that refers to it */
            declare_cached(w, w->cached.at[i], false);
    }
    w->out = text;
    for (int i = 0; i < w->cached.n; i++) {
        RegInfo *g = &w->b->reg[w->cached.at[i]];
        if (g->plan->changed)
            line(w, "s->%s = %s;", g->plan->name, g->plan->name);
        g->plan->cached = CACHE_NONE;
    }
    w->cached.n = 0;
    w->out = out;
    return head;
}
