/* product_joining.c: products of matrices that one call makes.
 *
 * The mma of a warp that stand near each other share what they multiply: each has rows of A and columns of B that others have, too.  A
 * call for several rearranges each of them once.  The last of them makes those before it as well, in their order; so they are put off,
 * across other things of the warp that neither read what they give nor write what they take or give.
 *
 * Requires: the items of region.c, MODE_WARP; no array has been given to another register (array_sharing.c asks for the joins).  Provides:
 * Item.joins, Item.joined.  Invalidates: nothing.  Cost: for each item after an mma, its registers times those of the ones put off.  Fires on: tests/run/mma_tiles. */
#include "plan/plan.h"

enum { JOINED_MOST = 32 };

typedef struct Run {
    Back *b;
    Item *at[JOINED_MOST];
    int n;
    Array(int) taken, given; /* their registers: of A and B; of C and D */
} Run;

static void end_run(Run *run)
{
    for (int i = 0; i + 1 < run->n; i++) {
        run->at[i]->joined = true;
        array_add(run->b->a, &run->at[run->n - 1]->joins, run->at[i]->ins);
    }
    run->n = run->taken.n = run->given.n = 0;
}

static bool is_taken(const Run *run, int reg) { return ints_have(run->taken.at, run->taken.n, reg); }
static bool is_given(const Run *run, int reg) { return ints_have(run->given.at, run->given.n, reg); }

static bool conflicts(const Run *run, int reg, bool write)
{
    bool any = is_given(run, reg) || (write && is_taken(run, reg));
    for (Refs ref = folded_refs(run->b, reg, write); refs_next(&ref) && !any;) /* parts of the expression */
        any = conflicts(run, ref.reg, ref.write);
    return any;
}

static bool item_conflicts(const Run *run, const Item *it)
{
    bool any = false;
    for (Refs ref = item_refs(run->b, it); refs_next(&ref) && !any;)
        any = conflicts(run, ref.reg, ref.write);
    return any;
}

/* Whether the run's products may be put off until behind it. */
static bool may_pass(const Run *run, const Item *it)
{
    const Ins *ins = item_ins(run->b, it);
    if (!(ins ? !isa_is_term(ins) && !isa_is_cta(ins) && isa_emit(ins) != EMIT_CALL : it->kind == I_GROUP && it->level == LV_LANE))
        return false;
    bool any = false;
    for (const Item *x = it; x && !any; x = item_next(x, it))
        any = item_conflicts(run, x);
    return !any;
}

/* All of an operand's elements are arrays of lanes, or, if it may, constants. */
static bool is_in_arrays(const Back *b, const Opnd *o, Type slot, bool constants)
{
    bool all = o->kind == O_VEC;
    for (uint32_t i = 0; i < o->nsub && all; i++) {
        const Opnd *e = &o->sub[i];
        all = plan_has_lanes(b, e, type_info[slot].bits) ? constants || b->reg[e->reg].wanted
                                                         : constants && (!opnd_is_reg(e) || b->reg[e->reg].val.cst);
    }
    return all;
}

static bool may_join(const Run *run, const Item *it)
{
    const Back *b = run->b;
    const Ins *ins = item_ins(b, it);
    const int d = isa_arg(ins, ARG_D);
    if (ins->guard >= 0)
        return false;
    for (int i = 0; i < ins->narg; i++)
        if (!is_in_arrays(b, &ins->arg[i], (Type)ins->argtype[i], i != d))
            return false;
    if (!run->n)
        return true;
    const Ins *first = item_ins(b, run->at[0]);
    if (run->n == JOINED_MOST || it->mask != run->at[0]->mask || strcmp(isa_pattern(first, b->a), isa_pattern(ins, b->a)) != 0)
        return false;
    for (int i = 0; i < ins->narg; i++)
        for (uint32_t k = 0; k < ins->arg[i].nsub; k++) {
            const int reg = opnd_is_reg(&ins->arg[i].sub[k]) ? ins->arg[i].sub[k].reg : -1;
            if (reg >= 0 && (i == d ? is_taken(run, reg) : i != isa_arg(ins, ARG_C) && is_given(run, reg)))
                return false;
        }
    return true;
}

static void join(Run *run, Item *it)
{
    const Ins *ins = item_ins(run->b, it);
    run->at[run->n++] = it;
    for (int i = 0; i < ins->narg; i++)
        for (uint32_t k = 0; k < ins->arg[i].nsub; k++) {
            const Opnd *e = &ins->arg[i].sub[k];
            if (!opnd_is_reg(e))
                continue;
            if (i == isa_arg(ins, ARG_D) || i == isa_arg(ins, ARG_C))
                array_add(run->b->a, &run->given, e->reg);
            else
                array_add(run->b->a, &run->taken, e->reg);
        }
}

static void walk(Run *run, Items *list)
{
    for (EACH(Item, it, *list)) {
        const Ins *ins = item_ins(run->b, it);
        const bool several = ins && ins->several;
        if (run->n && !(several ? may_join(run, it) : may_pass(run, it)))
            end_run(run);
        if (several && may_join(run, it))
            join(run, it);
        for (int k = 0; k < it->nkid && !(it->kind == I_GROUP && it->level == LV_LANE); k++)
            walk(run, &it->kid[k]);
    }
    end_run(run);
}

void products_join(Back *b)
{
    bool any = false;
    for (int i = 0; i < b->fn->ins.n && !any && b->mode == MODE_WARP && back_optimizes(b) && !b->m->checked; i++)
        any = !b->dead[i] && b->fn->ins.at[i].several;
    if (!any)
        return;
    Run run = {.b = b};
    walk(&run, &b->plan->root);
}
