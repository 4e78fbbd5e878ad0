/* lane_choice.c: loops over the lanes of a warp of which those do anything that a predicate names, and scatter it: what a filter
 * takes, put together at places that a ballot counts.
 *
 * Lane by lane, the processor would guess at each whether it is one of them, and guess wrong as often as the data change: the lanes
 * are found at once, as bits, and only those are gone through.  How many they are it would guess wrong, too: where words are scattered as
 * vectors, all but a few lanes do that.
 *
 * Requires: the items of region.c.  Provides: Item.chosen, strews.  Invalidates: nothing.  Cost: linear.  Fires on tests/bench/programs/compact
 * and tests/run/choices. */
#include "plan/plan.h"

enum { MOST = 24 }; /* instructions that are no better as vectors, the rest of which are masked */

typedef struct Body {
    int instructions;
    bool scatters, fits;
} Body;

static void look_at(const Back *b, const Items *list, Body *body)
{
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        const Ins *ins = item_ins(b, it);
        body->fits &= ins ? !isa_is_warp(ins) && isa_emit(ins) != EMIT_CALL : it->kind == I_IF;
        if (ins && isa_emit(ins) == EMIT_ST) {
            const Opnd *at = &ins->arg[isa_arg(ins, ARG_A)];
            body->scatters |= opnd_has_base(at) && b->reg[at->reg].val.kind == VAL_VAR;
        }
        body->instructions += ins != NULL;
    }
}

/* Whether it holds an if with one side, before which only what it asks for is made. */
static bool is_choice(const Back *b, const Items *list)
{
    const Item *last = items_last(list);
    if (!last || last->kind != I_IF || (last->kid[0].n && last->kid[1].n))
        return false;
    for (int i = 0; i < list->n - 1; i++)
        if (list->at[i]->kind != I_INS || isa_mem(&b->fn->ins.at[list->at[i]->ins]) != MEM_NONE)
            return false;
    return true;
}

/* Whether all that lanes do there is to store a word or two words at a place of each one's, and little to find that. */
static bool is_strewn(const Back *b, const Items *list)
{
    enum { FEW = 10, WORD = 4 };
    int stores = 0;
    for (int i = 0; i < list->n; i++) {
        const Ins *ins = item_ins(b, list->at[i]);
        if (!ins || ins->guard >= 0 || isa_is_strong(ins) || (isa_mem(ins) != MEM_NONE && !isa_is_ld_st(ins)))
            return false;
        if (!isa_is_ld_st(ins))
            continue;
        const Opnd *at = isa_address(ins);
        const bool own = opnd_has_base(at) && b->reg[at->reg].val.kind == VAL_VAR, store = isa_emit(ins) == EMIT_ST;
        if (own != store || type_bytes(isa_slot_type(ins, SLOT_TYPE)) < WORD || ins->arg[isa_arg(ins, store ? ARG_B : ARG_D)].kind == O_VEC)
            return false;
        stores += store;
    }
    return stores && list->n <= FEW;
}

static void choose(Back *b, Item *group)
{
    Body body = {.fits = true};
    if (group->rows || group->stride || !is_choice(b, &group->kid[0]))
        return;
    look_at(b, &group->kid[0], &body);
    group->chosen = body.fits && body.scatters && body.instructions <= MOST;
    const Item *branch = items_last(&group->kid[0]);
    group->strews = group->chosen && is_strewn(b, &branch->kid[!branch->kid[0].n]);
}

static bool is_wait(const Back *b, const Item *loop)
{
    for (int i = 0; i < loop->kid[0].n; i++)
        if (loop->kid[0].at[i]->ins >= 0 && b->fn->ins.at[loop->kid[0].at[i]->ins].pseudo == PSEUDO_WAIT)
            return true;
    return false;
}

/* In the rounds of a loop at whose end a CTA waits few threads are left, or one: chunks without any are passed over. */
static void skip_in_waits(const Back *b, const Items *list, bool wait)
{
    for (EACH(Item, it, *list)) {
        const Items *in = it->kid;
        if (wait && it->kind == I_GROUP && it->level == LV_LANE && in->n == 1 && in->at[0]->kind == I_IF && !it->rows && !it->stride)
            it->skips = true;
        for (int k = 0; k < it->nkid; k++)
            skip_in_waits(b, &it->kid[k], it->kind == I_LOOP && it->level == LV_CTA ? is_wait(b, it) : wait);
    }
}

void lane_choices_find(Back *b)
{
    if ((b->mode == MODE_CTA || b->mode == MODE_WARP) && !b->literal)
        skip_in_waits(b, &b->plan->root, false);
    if (b->mode == MODE_WARP && back_optimizes(b) && !b->gotos)
        lane_groups_each(b, choose);
}
