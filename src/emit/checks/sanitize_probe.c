/* sanitize_probe.c: --sanitize=memory,init: loops over lanes that run unchecked where a look ahead says that they may.
 *
 * The look ahead, LANES_PROBED, is the loop without all but what addresses and the way to them need: it writes variables of its
 * own and reads no memory, so that C compilers make vectors of it.  It needs a loop whose addresses don't depend on what that
 * loads.  If each load leads into an object that is known and written all over, and each store into one that is known, what is
 * stored is noted, LANES_MARKED, where that object is not all written, and the loop itself follows without their checks,
 * LANES_SURE; else with them, LANES_CHECKED.  Whoever is to be told of a fault is told by the latter. */
#include "emit/emit_fn.h"

typedef struct Slice {
    Writer *w;
    bool *needed;  /* by register */
    bool changed;
    bool fails;    /* there is something in it that can't be left out or repeated */
    int probes;
    bool others;   /* there are other accesses, whose checks must not see beforehand what is stored */
} Slice;

/* Beside a load that a look ahead sees. */
static bool is_beside(const Ins *ins) { return ins->pseudo == PSEUDO_UNWRITTEN || ins->pseudo == PSEUDO_KEPT_LOAD; }

/* Whether what is written now is about it. */
static bool is_looked_at(const Writer *w, const Ins *ins)
{
    return check_probed(ins) && (w->lanes != LANES_MARKED || isa_emit(ins) == EMIT_ST);
}

static bool makes_needed(const Ins *ins, const bool *needed)
{
    bool any = false;
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        any |= ref.write && needed[ref.reg];
    return any;
}

static bool keeps_any(Writer *w, const Items *list, bool in_loop, const bool *needed);

/* Whether the probe has it too; in_loop: the loop around it, if any, is. */
static bool keeps(Writer *w, const Item *it, bool in_loop, const bool *needed)
{
    const Ins *ins = it->ins >= 0 ? &w->b->fn->ins.at[it->ins] : NULL;
    switch (it->kind) {
    case I_INS:
        return is_looked_at(w, ins) || makes_needed(ins, needed);
    case I_IF: return keeps_any(w, &it->kid[0], in_loop, needed) || keeps_any(w, &it->kid[1], in_loop, needed);
    case I_LOOP: return keeps_any(w, &it->kid[0], false, needed);
    case I_BREAK: case I_CONTINUE: return in_loop;
    case I_EXIT: case I_LEAVE: return !it->node || !it->node->tail || w->end_exits;
    default: return true;
    }
}

static bool keeps_any(Writer *w, const Items *list, bool in_loop, const bool *needed)
{
    for (int i = 0; i < list->n; i++)
        if (keeps(w, list->at[i], in_loop, needed))
            return true;
    return false;
}

static void need(Slice *x, int reg)
{
    if (x->needed[reg])
        return;
    x->needed[reg] = x->changed = true;
    for (Refs ref = folded_refs(x->w->b, reg, false); refs_next(&ref);)
        if (!ref.write)
            need(x, ref.reg);
}

static void need_inputs(Slice *x, const Ins *ins)
{
    if (is_looked_at(x->w, ins)) {
        const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)];
        if (a->reg >= 0)
            need(x, a->reg);
        if (ins->guard >= 0)
            need(x, ins->guard);
        return;
    }
    for (Refs ref = ins_refs(ins); refs_next(&ref);)
        if (!ref.write)
            need(x, ref.reg);
}

static void walk(Slice *x, const Items *list, bool in_loop)
{
    for (EACH(const Item, it, *list)) {
        const Ins *ins = it->ins >= 0 ? &x->w->b->fn->ins.at[it->ins] : NULL;
        const bool kept = keeps(x->w, it, in_loop, x->needed);
        switch (it->kind) {
        case I_INS:
            x->probes += is_looked_at(x->w, ins);
            x->others |= isa_mem(ins) != MEM_NONE && !check_probed(ins) && !is_beside(ins) && !check_loads_param(ins) && isa_space(ins) != SP_LOCAL;
            x->fails |= isa_emit(ins) == EMIT_CALL || ins->pseudo == PSEUDO_KEPT || ins->pseudo == PSEUDO_PASS || ins->pseudo == PSEUDO_TAKE || ins->pseudo == PSEUDO_CHECK || (checks_order(x->w) && check_orders(ins));
            if (!kept)
                break;
            x->fails |= check_probed(ins) ? makes_needed(ins, x->needed) : !ins_is_pure(ins) && !check_loads_param(ins);
            need_inputs(x, ins);
            break;
        case I_IF:
            x->fails |= !ins || (it->node->kind == N_IF && info(it->node)->masked);
            if (kept && ins)
                need_inputs(x, ins);
            break;
        case I_EXIT: case I_LEAVE: case I_LOOP: case I_BREAK: case I_CONTINUE: break;
        default: x->fails = true;
        }
        for (int k = 0; k < it->nkid; k++)
            walk(x, &it->kid[k], it->kind == I_LOOP ? kept : in_loop);
    }
}

const bool *probe_needs(Writer *w, const Item *group, WrittenAs as)
{
    const Back *b = w->b;
    if (!checks_on(w) || b->mode != MODE_SCHED || b->literal || b->m->large || w->o->trace ||
        (checks_order(w) && as == LANES_MARKED))
        return NULL;
    Slice x = {.w = w, .needed = NEWN(b->a, bool, b->nreg + 1)};
    const uint8_t was = w->lanes;
    w->lanes = (uint8_t)as;
    do {
        x.changed = false;
        x.probes = 0;
        walk(&x, &group->kid[0], false);
    } while (x.changed && !x.fails);
    w->lanes = was;
    return x.fails || !x.probes || (x.others && (as == LANES_MARKED || checks_order(w))) ? NULL : x.needed;
}

static bool sees_all(const Fn *fn, const Items *list)
{
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        const Ins *ins = it->kind == I_INS ? &fn->ins.at[it->ins] : NULL;
        if (ins && isa_mem(ins) != MEM_NONE && !check_probed(ins) && !is_beside(ins) && !check_loads_param(ins))
            return false;
    }
    return true;
}

bool probe_sees_all(const Writer *w, const Item *group) { return sees_all(w->b->fn, &group->kid[0]); }

bool probe_skips(Writer *w, const Item *it) { return w->needed && !keeps(w, it, true, w->needed); }
