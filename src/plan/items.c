/* items.c: questions about lists of items. */
#include "plan/plan.h"

bool has_exit(const Items *list)
{
    for (int i = 0; i < list->n; i++) {
        if (list->at[i]->kind == I_EXIT && list->at[i]->level > LV_CTA)
            return true;
        for (int k = 0; k < list->at[i]->nkid; k++)
            if (has_exit(&list->at[i]->kid[k]))
                return true;
    }
    return false;
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
    case I_LOOP:
        return true;
    default:
        return true;
    }
}

bool item_any(const Back *b, const Item *it, bool (*is)(const Back *b, const Ins *ins))
{
    if (it->kind == I_INS && is(b, &b->fn->ins.at[it->ins]))
        return true;
    for (int k = 0; k < it->nkid; k++)
        for (int i = 0; i < it->kid[k].n; i++)
            if (item_any(b, it->kid[k].at[i], is))
                return true;
    return false;
}

bool only_leaves(const Item *it)
{
    return it && it->kind == I_IF && it->kid[0].n == 1 && it->kid[0].at[0]->kind == I_BREAK && !it->kid[1].n && it->node->kind == N_IF &&
           !info(it->node)->masked && !it->decls.n;
}

bool leads_out(const Items *list)
{
    for (int i = 0; i < list->n; i++) {
        const Item *it = list->at[i];
        if (it->kind != I_INS && it->kind != I_IF && it->kind != I_LOOP && it->kind != I_BREAK && it->kind != I_CONTINUE)
            return true;
        for (int k = 0; k < it->nkid; k++)
            if (leads_out(&it->kid[k]))
                return true;
    }
    return false;
}
