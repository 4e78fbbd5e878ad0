/* items.c: questions about lists of items. */
#include "plan/plan.h"

void items_number(Items *list, int from)
{
    for (; from < list->n; from++) {
        list->at[from]->in = list;
        list->at[from]->pos = from;
    }
}

void items_add(Back *b, Items *list, Item *it)
{
    array_add(b->a, list, it);
    items_number(list, list->n - 1);
}

/* The first one in so many lists. */
static Item *first_in(const Items *kid, int n)
{
    for (; n > 0 && !kid->n; n--)
        kid++;
    return n > 0 ? kid->at[0] : NULL;
}

/* What comes behind an item and all that is in it. */
static Item *behind(const Item *it, const Items *list, const Item *whole)
{
    Item *next = NULL;
    for (; it != whole && !next; it = it->in->owner) {
        const Items *in = it->in;
        if (it->pos + 1 < in->n)
            return in->at[it->pos + 1];
        if (in == list)
            return NULL;
        next = first_in(in + 1, (int)(in->owner->kid + in->owner->nkid - (in + 1)));
    }
    return next;
}

static Item *inside(const Item *it) { return first_in(it->kid, it->nkid); }

Item *items_past(const Item *it, const Items *list) { return behind(it, list, NULL); }

Item *items_next(const Item *it, const Items *list)
{
    Item *in = inside(it);
    return in ? in : behind(it, list, NULL);
}

Item *item_next(const Item *it, const Item *whole)
{
    Item *in = inside(it);
    return in ? in : behind(it, NULL, whole);
}

void lane_groups_each(Back *b, void (*f)(Back *b, Item *group))
{
    const Items *list = &b->plan->root;
    for (Item *it = items_first(list); it; it = items_next(it, list))
        if (it->kind == I_GROUP && it->level == LV_LANE)
            f(b, it);
}

bool has_exit(const Items *list)
{
    const Item *it = items_first(list);
    while (it && (it->kind != I_EXIT || it->level == LV_CTA))
        it = items_next(it, list);
    return it;
}

bool items_hold(const Items *list, ItemKind kind, ItemKind past)
{
    const Item *it = items_first(list);
    while (it && it->kind != kind)
        it = it->kind == past ? items_past(it, list) : items_next(it, list);
    return it;
}

int kept_in_lanes(const Back *b, const Ins *ins, bool write)
{
    int n = 0;
    for (Refs r = ins_refs(ins); refs_next(&r);)
        n += r.write == write && b->reg[r.reg].plan->store == ST_LANES;
    return n;
}

int writes_in(const Back *b, const Items *list, int reg)
{
    int writes = 0;
    for (const Item *it = items_first(list); it; it = items_next(it, list))
        writes += it->kind == I_INS ? ins_mentions(&b->fn->ins.at[it->ins], reg).writes : 0;
    return writes;
}

bool falls_off(const Items *list)
{
    const Item *last = items_last(list);
    if (!last)
        return true;
    switch (last->kind) {
    case I_LEAVE: case I_EXIT: case I_BREAK: case I_CONTINUE: case I_GOTO:
        return false;
    case I_IF: case I_SWITCH:
        for (int i = 0; i < last->nkid; i++)
            if (falls_off(&last->kid[i]))
                return true;
        return false;
    default:
        return true;
    }
}

bool item_any(const Back *b, const Item *it, bool (*is)(const Back *b, const Ins *ins))
{
    const Item *x = it;
    while (x && (x->kind != I_INS || !is(b, &b->fn->ins.at[x->ins])))
        x = item_next(x, it);
    return x;
}

bool only_leaves(const Item *it)
{
    return it && it->kind == I_IF && it->kid[0].n == 1 && it->kid[0].at[0]->kind == I_BREAK && !it->kid[1].n && it->node->kind == N_IF &&
           !info(it->node)->masked && !it->decls.n;
}

bool access_orders(const Back *b, Places *before, int at)
{
    const Ins *ins = &b->fn->ins.at[at];
    if (ins_order_matters(ins) || (dependence_counts(b, ins) && dependence_breaks(b, before->at, before->n, at)))
        return true;
    if (dependence_counts(b, ins))
        array_add(b->a, before, at);
    return false;
}

bool leads_out(const Items *list)
{
    for (const Item *it = items_first(list); it; it = items_next(it, list))
        if (it->kind != I_INS && it->kind != I_IF && it->kind != I_LOOP && it->kind != I_BREAK && it->kind != I_CONTINUE)
            return true;
    return false;
}
