/* jump_check.c: whether what is about to be printed can be jumped through.
 *
 * C lets a goto lead into the middle of a loop over lanes or chunks, past the declaration of what is needed at the label,
 * and a break out of such a loop, and says nothing.  uniform_jump.c and register_scope.c see to it that there is none of that; should one
 * ever come to be, the function is refused here.
 *
 * In: the items, complete, with their declarations.  Nothing is changed but Items.declared. */
#include "plan/plan.h"

typedef struct Check {
    Back *b;
    Arena tmp;
    Item **label;          /* by number */
    int labels;
    int *mask_at;          /* by mask: the place in its list where it is made */
    Array(const Item *) jumps;
} Check;

static void refuse(const Check *c, const Item *it, const char *what)
{
    const Fn *fn = c->b->fn;
    const Blk *x = it->node ? it->node->blk : NULL;
    for (const Node *n = it->node; n && !x; n = n->up)
        x = n->blk;
    const int at = it->ins >= 0 ? it->ins : x ? x->first : 0;
    ice("%s, line %d of %s", what, at < fn->ins.n ? diag_line(fn->ins.at[at].loc) : 0, fn->sym->name);
}

/* What runs for some lanes or chunks only, or for each of them: to be entered at its head, and left at its end. */
static bool is_wall(const Item *it)
{
    return it->kind == I_GROUP || (it->kind == I_IF && (info(it->node)->masked || info(it->node)->exit_guard));
}

static const Items *next_out(const Items *list) { return list->owner ? list->owner->in : NULL; }

static const Item *wall_around(const Items *list)
{
    for (; list && list->owner; list = list->owner->in)
        if (is_wall(list->owner))
            return list->owner;
    return NULL;
}

static void note_label(Check *c, Item *it)
{
    const int n = it->node->label;
    if (n < 0)
        refuse(c, it, "a label without a number");
    if (n >= c->labels) {
        Item **more = NEWN(&c->tmp, Item *, 2 * (size_t)n + 16);
        for (int i = 0; i < c->labels; i++)
            more[i] = c->label[i];
        c->label = more;
        c->labels = 2 * n + 16;
    }
    if (c->label[n])
        refuse(c, it, "a label that stands in two places");
    c->label[n] = it;
    const Item *around = it->in->owner;
    if (around && around->kind == I_GROUP && around->level == LV_CHUNK && around->in->level == LV_CTA)
        refuse(c, it, "a label among what a chunk does in order");
}

/* A break or continue comes to its loop before it comes to something that it can't leave. */
static void check_loop(const Check *c, const Item *it)
{
    for (const Items *l = it->in; l->owner; l = l->owner->in) {
        if (l->owner->kind == I_LOOP)
            return;
        if (is_wall(l->owner))
            refuse(c, it, "a break out of a loop over lanes");
    }
    refuse(c, it, "a break outside of loops");
}

static void walk(Check *c, Items *list)
{
    int last_label = -1;
    list->declared = -1;
    for (int i = 0; i < list->n; i++) {
        Item *it = list->at[i];
        if (it->decls.n)
            list->declared = i;
        switch (it->kind) {
        case I_LABEL: note_label(c, it); last_label = i; break;
        case I_GOTO: array_add(&c->tmp, &c->jumps, it); break;
        case I_BREAK: case I_CONTINUE: check_loop(c, it); break;
        case I_MASK: c->mask_at[it->mask] = i; break;
        case I_IF:
            if (is_wall(it) && it->mask && c->mask_at[it->mask] < last_label)
                refuse(c, it, "a label between a mask and the branch that runs under it");
            break;
        default: break;
        }
        for (int k = 0; k < it->nkid; k++)
            walk(c, &it->kid[k]);
    }
}

/* The item of the list that holds x, or -1. */
static int item_in(const Items *list, const Item *x)
{
    for (; x; x = x->in->owner)
        if (x->in == list)
            return x->pos;
    return -1;
}

static void check_goto(Check *c, const Item *it)
{
    const int n = it->node->label;
    const Item *to = n >= 0 && n < c->labels ? c->label[n] : NULL;
    if (!to)
        refuse(c, it, "a jump that leads nowhere");
    if (wall_around(it->in) != wall_around(to->in))
        refuse(c, it, "a jump into or out of a loop over lanes");
    int at = to->pos; /* what the label is, or is in */
    for (const Items *l = to->in; l; at = l->owner ? l->owner->pos : 0, l = next_out(l)) {
        const int from = item_in(l, it);
        for (int i = from + 1; i <= at && i <= l->declared; i++)
            if (l->at[i]->decls.n)
                refuse(c, it, "a jump past a declaration");
        if (from >= 0)
            break; /* further out both are in the same item */
    }
}

void jump_check(Back *b)
{
    Check c = {.b = b};
    c.mask_at = NEWN(&c.tmp, int, b->plan->nmasks + 2);
    walk(&c, &b->plan->root);
    for (int i = 0; i < c.jumps.n; i++)
        check_goto(&c, c.jumps.at[i]);
    arena_reset(&c.tmp);
}
