/* array_sharing.c: arrays of lanes that take turns.
 *
 * A warp's value that several loops over lanes need is an array.  Where one such value is read for the last time and another
 * of its type is written for the first time, in the same loop over lanes or behind it, the second takes the first one's array
 * and name: x += y, as the source most likely had it, rather than a new array for each sum.  Compilers that turn memory into
 * registers no more once they have made vectors (LLVM 14) then write each array once, at its end, instead of once for each
 * value; others don't mind.
 *
 * Only values of straight code take turns: all that refer to them are loops over lanes and collectives of one list of items.
 * What is live around a loop or in one side of a branch has an array of its own.
 *
 * In: Back.root, RegInfo.store, names.  Out: RegInfo.name, Item.decls. */
#include "plan/plan.h"

/* An array's references. */
typedef struct Life {
    const Items *list;
    int first, last;    /* items of the list */
    int written, read;  /* in these: its first write, its last read; by place in the loop over lanes */
    int wrote;          /* the last item in which it is written: a loop over lanes may put a value back at its end */
    bool apart;         /* it is referred to elsewhere, too, or in a way that is not looked at */
} Life;

enum { HOLDERS_MOST = 32 }; /* arrays of a list, the last ones, that are looked at for each value */

typedef struct Turns {
    Back *b;
    Life *life;         /* by register */
    bool *seen;         /* by instruction: stands in the list of items */
    const Items *list;  /* NULL: whatever is referred to now is apart */
    int item, place;
} Turns;

static void note(Turns *t, int reg, bool write)
{
    const RegInfo *g = &t->b->reg[reg];
    Life *x = &t->life[reg];
    for (Refs ref = folded_refs(t->b, reg, write); refs_next(&ref);) /* parts of the expression */
        note(t, ref.reg, ref.write);
    if (g->plan->store != ST_LANES)
        return;
    if (!t->list || (x->list && x->list != t->list)) {
        x->apart = true;
        return;
    }
    if (!x->list) {
        *x = (Life){t->list, t->item, t->item, t->place, t->place, t->item, !write || x->apart};
        return;
    }
    x->wrote = write ? t->item : x->wrote;
    x->read = t->place;
    x->last = t->item;
}

static void note_ins_at(Turns *t, const Items *list, int item, int place, int ins)
{
    t->list = list;
    t->item = item;
    t->place = place;
    t->seen[ins] = true;
    for (Refs ref = ins_refs(&t->b->fn->ins.at[ins]); refs_next(&ref);)
        note(t, ref.reg, ref.write);
}

/* A loop over lanes without branches. */
static bool is_straight(const Item *it)
{
    if (it->kind != I_GROUP || it->level != LV_LANE || it->rows)
        return false;
    for (int i = 0; i < it->kid[0].n; i++)
        if (it->kid[0].at[i]->kind != I_INS)
            return false;
    return true;
}

static void walk(Turns *t, const Items *list)
{
    bool jumps = false;
    for (int i = 0; i < list->n; i++)
        jumps |= list->at[i]->kind == I_LABEL;
    const Items *in = list->level == LV_CHUNK && !jumps ? list : NULL;
    for (int i = 0; i < list->n; i++) {
        const Item *it = list->at[i];
        const bool straight = in && is_straight(it);
        for (int k = 0; k < it->joins.n; k++)
            note_ins_at(t, in, i, 0, it->joins.at[k]);
        if (it->ins >= 0)
            note_ins_at(t, it->kind == I_INS ? in : NULL, i, 0, it->ins);
        for (int k = 0; straight && k < it->kid[0].n; k++)
            note_ins_at(t, list, i, k, it->kid[0].at[k]->ins);
        for (int k = 0; !straight && k < it->nkid; k++)
            walk(t, &it->kid[k]);
    }
}

/* Whether its first write, instruction ins, may stand where x is read for the last time: in one lane after the other or in
 * many at a time, each reads its own element first. */
static bool follows(const Life *x, const Life *y, const Ins *ins)
{
    if (x->last != y->first)
        return x->last < y->first;
    const Emit e = isa_emit(ins);
    if (x->wrote == y->first)
        return false;
    return x->read < y->written || (x->read == y->written && ins_dest(ins).n == 1 && !isa_is_warp(ins) &&
                                   (e == EMIT_TEXT || e == EMIT_MOV));
}

/* Nobody has its array before or after it. */
static bool is_own(const Turns *t, const Items *list, int reg)
{
    const RegInfo *g = &t->b->reg[reg];
    const Life *y = &t->life[reg];
    return g->plan->store != ST_LANES || y->apart || y->list != list || !g->wanted || g->plan->entry_live || g->plan->param || t->b->fn->regs.at[reg]->vec > 1;
}

/* The one that has had the array it takes over, by its place among the holders; their number: none. */
static int find_holder(const Turns *t, const Items *list, const Regs *holder, int reg)
{
    const Back *b = t->b;
    const Life *y = &t->life[reg];
    const Item *loop = list->at[y->first];
    const Ins *ins = &b->fn->ins.at[loop->kind == I_INS ? loop->ins : loop->kid[0].at[y->written]->ins];
    int k = ins->guard >= 0 ? holder->n : (int)greater(holder->n - HOLDERS_MOST, 0);
    while (k < holder->n && (strcmp(lanes_ctype(b, holder->at[k]), lanes_ctype(b, reg)) != 0 || !follows(&t->life[holder->at[k]], y, ins)))
        k++;
    return k;
}

/* Gives the arrays that are declared in the list to one another. */
static void share(Turns *t, Items *list)
{
    Back *b = t->b;
    Regs holder = {0}; /* of each array: who has it now */
    for (EACH(Item, it, *list)) {
        int kept = 0;
        for (int d = 0; d < it->decls.n; d++) {
            const int reg = it->decls.at[d];
            const bool own = is_own(t, list, reg);
            const int k = own ? holder.n : find_holder(t, list, &holder, reg);
            if (k < holder.n) {
                b->reg[reg].plan->name = b->reg[holder.at[k]].plan->name;
                holder.at[k] = reg;
                continue;
            }
            it->decls.at[kept++] = reg;
            if (!own)
                array_add(b->a, &holder, reg);
        }
        it->decls.n = kept;
        for (int k = 0; k < it->nkid; k++)
            share(t, &it->kid[k]);
    }
}

void array_sharing_build(Back *b)
{
    if (b->mode != MODE_WARP || b->literal)
        return;
    const Fn *fn = b->fn;
    Turns t = {.b = b, .life = NEWN(b->a, Life, b->nreg + 1), .seen = NEWN(b->a, bool, fn->ins.n + 1)};
    walk(&t, &b->plan->root);
    t.list = NULL;
    for (int i = 0; i < fn->ins.n; i++)
        if (!t.seen[i] && !ins_folds(b, &fn->ins.at[i]) && !b->dead[i])
            for (Refs ref = ins_refs(&fn->ins.at[i]); refs_next(&ref);)
                note(&t, ref.reg, ref.write);
    share(&t, &b->plan->root);
}
