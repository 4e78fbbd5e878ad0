/* emit_parts.c: a loop over lanes that became several (loop_distribution.c), or searches, for processors without vectors, too.
 *
 * What lives from one to the next is kept by lane: an array.  Without vectors that is nothing but stores and loads, so there each
 * lane does all of them before the next one begins (PTX2C_PARTS), and C compilers see that it reads what it has just stored.
 *
 * In: the list that holds the loops, which stand one behind the other (Item.parts).  Out: their text. */
#include "emit/emit_fn.h"

/* The loop over lanes has a form of its own. */
static bool has_own_form(Writer *w, const Item *part)
{
    const int was = w->mask;
    w->mask = part->mask;
    const bool own = part->stride || part->period || sum_of_lanes(w->b, part) || padding_fits(w, part);
    w->mask = was;
    return own;
}

int parts_count(Writer *w, const Items *list, int first)
{
    const Item *it = list->at[first];
    int n = 0;
    if (!it->parts || (w->b->mode != MODE_LANES && w->b->mode != MODE_CTA) || lane_range_of_mask(w, it->mask).one)
        return 0;
    while (first + n < list->n && list->at[first + n]->parts == it->parts && list->at[first + n]->mask == it->mask && !has_own_form(w, list->at[first + n]))
        n++;
    return n < 2 ? 0 : n;
}

/* ---- searches: loops that lanes go round together until none goes on, reading here and there --------------------------- */

static bool gathers(const Back *b, const Ins *ins)
{
    const Opnd *a = isa_emit(ins) == EMIT_LD ? isa_opnd(ins, ARG_A) : NULL;
    return a && a->kind == O_MEM && a->reg >= 0 && b->reg[a->reg].val.kind == VAL_VAR;
}

static bool is_plain_group(Writer *w, const Item *it)
{
    return it->kind == I_GROUP && it->level == LV_LANE && !it->mask && !has_exit(&it->kid[0]) && !has_own_form(w, it);
}

/* The array that says which lanes go on. */
const char *search_mask(Writer *w, const Item *loop)
{
    const Back *b = w->b;
    for (int i = 0; i < loop->kid[0].n; i++) {
        const Item *x = loop->kid[0].at[i];
        const Ins *ins = x->kind == I_INS ? &b->fn->ins.at[x->ins] : NULL;
        if (ins && ins->pseudo == PSEUDO_ANY)
            return lane_array(w, &b->reg[ins->arg[isa_arg(ins, ARG_A)].reg]);
    }
    return NULL;
}

/* Nothing but loops over lanes, until none goes on. */
static bool is_search(Writer *w, const Item *loop)
{
    const Back *b = w->b;
    const Items *in = &loop->kid[0];
    int goes = -1;
    for (int i = 0; i + 1 < in->n; i++) {
        const Item *x = in->at[i];
        const bool asks = x->kind == I_INS && b->fn->ins.at[x->ins].pseudo == PSEUDO_ANY && goes < 0;
        if (asks)
            goes = ins_dest(&b->fn->ins.at[x->ins]).reg;
        else if (!is_plain_group(w, x) || !item_any(b, x, gathers))
            return false;
    }
    const Item *last = in->n ? in->at[in->n - 1] : NULL;
    return goes >= 0 && b->reg[goes].nuse == 1 && only_leaves(last) && b->fn->ins.at[last->ins].guard == goes;
}

int search_count(Writer *w, const Items *list, int first)
{
    const bool lanes = w->b->mode == MODE_LANES && !lanes_end_at_clamps(w->b);
    int n = 0;
    if (w->lane || w->parts || w->needed || w->o->sanitize || !(lanes || w->b->mode == MODE_CTA))
        return 0;
    while (first + n < list->n && is_plain_group(w, list->at[first + n]))
        n++;
    if (first + n == list->n || list->at[first + n]->kind != I_LOOP || !is_search(w, list->at[first + n]))
        return 0;
    for (n++; first + n < list->n && is_plain_group(w, list->at[first + n]); n++) {}
    return n;
}
