/* lane_demand.c: loops over a warp's lanes of which only the first few are ever looked at.
 *
 * Of a sum by shuffles one lane is read in the end: the last step is for it, the one before for two, and so on.  What an instruction
 * computes is asked for by those that read it: stores and branches for the lanes that come to them, a shuffle for the lanes whose values
 * the lanes that are asked for take.  Demands are the first lanes of the warp, up to some number.
 *
 * Requires: uniform.c's values, region.c's loops, MODE_WARP with warps in rows.  Provides: Item.first of loops over lanes, and of
 * shuffles.  Cost: some rounds over the instructions of functions that have shuffles by constants. */
#include "plan/plan.h"

typedef struct Demand {
    Back *b;
    uint8_t *reg;  /* by register: the lanes that are read */
    const Item **side; /* by instruction: the if in a loop over lanes that it is the branch of */
    uint8_t *come; /* by instruction: the lanes that come to it; only of those whose results are not all that they are for */
} Demand;

enum { ALL = 32 };

static uint8_t up_to_last(uint32_t lanes)
{
    uint8_t n = ALL;
    while (n && !(lanes >> (n - 1) & 1))
        n--;
    return n;
}

/* The source of a shuffle by constants, whose range nobody asks for. */
static const Opnd *source_of_shuffle(const Back *b, const Ins *ins, int from[32])
{
    uint32_t in;
    const int p = isa_arg(ins, ARG_P);
    if (!shuffle_sources(b, ins, from, &in) || (p >= 0 && ins->arg[p].kind == O_REG && b->reg[ins->arg[p].reg].wanted))
        return NULL;
    const Opnd *a = isa_opnd(ins, ARG_A);
    return opnd_is_reg(a) ? a : NULL;
}

/* It is for nothing but its results. */
static bool is_for_results(const Ins *ins)
{
    return !isa_is_warp(ins) && (ins_is_pure(ins) || (isa_emit(ins) == EMIT_MOV && ins->guard < 0 && !ins->pseudo));
}

static uint8_t results_wanted(const Demand *d, const Ins *ins)
{
    uint8_t n = 0;
    for (Refs r = ins_refs(ins); writes_next(&r);)
        n = greater(n, d->reg[r.reg]);
    return n;
}

static bool want(Demand *d, int reg, uint8_t n)
{
    const bool more = d->reg[reg] < n;
    if (more)
        d->reg[reg] = n;
    return more;
}

/* The lanes for which any of the instructions in an item are done; ALL where it has more than instructions for results, and ifs of such. */
static uint8_t of_item(const Demand *d, const Item *whole)
{
    uint8_t n = 0;
    for (const Item *it = whole; it; it = item_next(it, whole)) {
        const Ins *ins = item_ins(d->b, it);
        if (it->kind != I_IF && it->kind != I_GROUP && (!ins || !is_for_results(ins)))
            return ALL;
        const uint8_t asked = ins ? results_wanted(d, ins) : 0;
        n = asked > n ? asked : n;
    }
    return n;
}

/* Whether it asks for more than was known. */
static bool ask(Demand *d, int at)
{
    const Ins *ins = &d->b->fn->ins.at[at];
    int from[32];
    const Opnd *source = source_of_shuffle(d->b, ins, from);
    uint8_t n = source || is_for_results(ins) ? results_wanted(d, ins) : d->side[at] ? of_item(d, d->side[at]) : d->come[at];
    uint32_t lanes = 0;
    for (int l = 0; source && l < n; l++)
        lanes |= 1u << l | 1u << from[l];
    if (source)
        return want(d, source->reg, up_to_last(lanes));
    bool more = false;
    for (Refs r = ins_refs(ins); reads_next(&r);)
        more |= want(d, r.reg, n);
    return more;
}

static void ask_all(Demand *d)
{
    for (AGAIN(more))
        for (int i = d->b->fn->ins.n; i-- > 0;)
            more |= !d->b->dead[i] && ask(d, i);
}

/* Ifs of lanes. */
static void find_sides(const Demand *d, const Items *list, bool lanes)
{
    for (EACH(const Item, it, *list)) {
        if (it->kind == I_IF && lanes)
            d->side[it->ins] = it;
        for (int k = 0; k < it->nkid; k++)
            find_sides(d, &it->kid[k], lanes || (it->kind == I_GROUP && it->level == LV_LANE));
    }
}

static void note(const Demand *d)
{
    int from[32];
    const Items *list = &d->b->plan->root;
    for (Item *it = items_first(list); it;) {
        const bool lanes = it->kind == I_GROUP && it->level == LV_LANE;
        uint8_t n = ALL;
        if (lanes)
            n = of_item(d, it);
        else if (it->kind == I_INS && source_of_shuffle(d->b, &d->b->fn->ins.at[it->ins], from))
            n = results_wanted(d, &d->b->fn->ins.at[it->ins]);
        it->first = n && n <= ALL / 2 ? n : 0;
        it = lanes ? items_past(it, list) : items_next(it, list);
    }
}

void lane_demand_find(Back *b)
{
    int from[32];
    bool any = false;
    for (int i = 0; i < b->fn->ins.n && !any && b->mode == MODE_WARP && b->rows && back_optimizes(b); i++)
        any = !b->dead[i] && source_of_shuffle(b, &b->fn->ins.at[i], from);
    if (!any)
        return;
    Demand d = {b, NEWN(b->a, uint8_t, b->nreg + 1), NEWN(b->a, const Item *, b->fn->ins.n + 1), NEWN(b->a, uint8_t, b->fn->ins.n + 1)};
    find_sides(&d, &b->plan->root, false);
    for (int i = 0; i < b->fn->ins.n; i++) {
        const Ins *ins = &b->fn->ins.at[i];
        if (!b->dead[i] && !is_for_results(ins))
            d.come[i] = isa_is_warp(ins) || isa_is_term(ins) || isa_emit(ins) == EMIT_BRA ? ALL : up_to_last(lanes_at(b, i));
    }
    ask_all(&d);
    note(&d);
}
