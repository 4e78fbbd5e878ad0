/* state_promotion.c: values of lanes that a loop over lanes writes under a condition are variables in that loop, read from
 * their array or the warp's state at its head and put back at its end.  Compilers make vectors of a choice between values, but hardly of
 * a choice whether memory is written. */
#include "plan/plan.h"

typedef struct Walk {
    Back *b;
    Regs *copies;
    bool end_exits;
    bool depends; /* what is mentioned is under a condition */
    const Ins *ins;
    bool ends;    /* lanes may leave before the loop's end */
    bool jumps;   /* some have jumped already, past what comes next */
} Walk;

/* The register is kept in an array or the warp's state, and could be a variable meanwhile. */
static bool may_be_copied(const Back *b, int reg)
{
    const RegInfo *g = &b->reg[reg];
    const Sym *s = b->fn->regs.at[reg];
    const bool array = g->plan->store == ST_STATE || (g->plan->store == ST_LANES && b->mode != MODE_SCHED);
    return array && g->wanted && s->vec <= 1 && (b->mode == MODE_SCHED || s->type != T_PRED);
}

static void mention(Walk *x, int reg, bool write)
{
    Back *b = x->b;
    RegInfo *g = &b->reg[reg];
    for (Refs ref = folded_refs(b, reg, write); refs_next(&ref);)
        mention(x, ref.reg, ref.write);
    if (b->m->stepping || !may_be_copied(b, reg))
        return;
    if (g->plan->copy == COPY_NONE) {
        const bool makes = write && !x->depends && ins_dest(x->ins).n == 1 && isa_emit(x->ins) != EMIT_CALL;
        g->plan->copy = makes ? COPY_MADE : COPY_READ;
        g->plan->copy_at = makes ? (int)(x->ins - b->fn->ins.at) : -1;
        array_add(b->a, x->copies, reg);
    }
    g->plan->copy_wanted |= write && x->depends;
}

static void walk(Walk *x, const Items *list, bool depends)
{
    const Back *b = x->b;
    for (EACH(const Item, it, *list)) {
        enum { LEAVES = 1u << I_EXIT | 1u << I_LEAVE, JUMPS = 1u << I_GOTO | 1u << I_LABEL | 1u << I_BREAK | 1u << I_CONTINUE };
        const bool leaves = 1u << it->kind & LEAVES;
        x->jumps |= it->kind == I_GOTO;
        x->ends |= b->mode == MODE_SCHED ? leaves && (!it->node || !it->node->tail || x->end_exits) : leaves || (1u << it->kind & JUMPS);
        if (it->ins >= 0) {
            x->ins = &b->fn->ins.at[it->ins];
            x->depends = depends || x->jumps || x->ins->guard >= 0;
            if (!ins_folds(b, x->ins))
                for (Refs ref = ins_refs(x->ins); refs_next(&ref);)
                    mention(x, ref.reg, ref.write);
        }
        for (int k = 0; k < it->nkid; k++)
            walk(x, &it->kid[k], true);
    }
}

void state_promotion_find(Back *b, const Item *group, bool end_exits, const bool *all, Regs *copies)
{
    if (b->literal || (b->mode != MODE_SCHED && ((group->serial && !group->reductions) || group->singly || group->rows)))
        return;
    Walk x = {.b = b, .copies = copies, .end_exits = end_exits};
    walk(&x, &group->kid[0], false);
    for (int i = 0; i < copies->n; i++) {
        RegInfo *g = &b->reg[copies->at[i]];
        g->plan->copied = all ? all[copies->at[i]] : g->plan->copy_wanted && !x.ends;
        if (g->plan->copied && g->plan->copy == COPY_MADE)
            g->plan->declared = g->plan->copy_at;
    }
}

void state_promotion_end(Back *b, Regs *copies)
{
    for (int i = 0; i < copies->n; i++) {
        RegInfo *g = &b->reg[copies->at[i]];
        if (g->plan->copied)
            g->plan->declared = -1;
        g->plan->copied = g->plan->copy_wanted = false;
        g->plan->copy = COPY_NONE;
    }
    copies->n = 0;
}

/* ---- arrays of which some lanes may have no value yet --------------------------------------------------------------- */

/* A loop over lanes, by its first block, that reads the register's array at its head. */
typedef struct Early Early;
struct Early { Early *next; const Blk *at; bool written; /* by all lanes that come there */ };

static const Ins *first_of(const Back *b, const Items *list)
{
    for (int i = 0; i < list->n; i++)
        if (list->at[i]->ins >= 0)
            return &b->fn->ins.at[list->at[i]->ins];
    return NULL;
}

static void find_early(Back *b, const Items *list, Regs *copies, Early **early)
{
    for (EACH(const Item, it, *list)) {
        for (int k = 0; k < it->nkid; k++)
            find_early(b, &it->kid[k], copies, early);
        const Ins *first = it->kind == I_GROUP && it->level == LV_LANE ? first_of(b, &it->kid[0]) : NULL;
        const Blk *x = first ? b->blk_of[first - b->fn->ins.at] : NULL;
        if (!x)
            continue;
        state_promotion_find(b, it, false, NULL, copies);
        for (int c = 0; c < copies->n; c++) {
            const RegInfo *g = &b->reg[copies->at[c]];
            if (!g->plan->copied || g->plan->store != ST_LANES || g->plan->copy != COPY_READ)
                continue;
            Early *e = NEW_OF(b->a, Early, early[copies->at[c]], x, false);
            early[copies->at[c]] = e;
        }
        state_promotion_end(b, copies);
    }
}

static void note_writes(const Back *b, const Blk *x, Early **early)
{
    for (int i = x->first; i < x->end; i++)
        for (Refs ref = ins_refs(&b->fn->ins.at[i]); refs_next(&ref);)
            for (Early *e = ref.write && b->fn->ins.at[i].guard < 0 ? early[ref.reg] : NULL; e; e = e->next)
                e->written |= e->at != x && cfg_dominates(x, e->at);
}

void state_promotion_begin(Back *b)
{
    if (b->mode == MODE_SCHED || b->literal)
        return;
    Regs copies = {0};
    Early **early = NEWN(b->a, Early *, b->nreg + 1);
    find_early(b, &b->plan->root, &copies, early);
    for (int k = 0; k < b->fn->nblk; k++)
        if (node_level(b, b->node_of[k]) != LV_LANE)
            note_writes(b, b->fn->blk[k], early);
    for (int r = 0; r < b->nreg; r++)
        for (const Early *e = early[r]; e; e = e->next)
            b->reg[r].plan->copied_early |= !e->written;
}
