/* emit_trial.c: loops over lanes that are tried, where processors have no instruction for fma in single precision, in a way that leaves some rare
 * results in doubt (PTX2C_TRY in runtime/ptx2c/fma.h), and then done again.  So they don't go back; what they change they don't read, in
 * memory, or it is kept for that, in registers; and where and whether they read and store none of their own results tells. */
#include "emit/emit_fn.h"

typedef struct Trial {
    const Writer *w;
    const Item *group;
    bool loads, stores; /* from memory to which something might be stored; to memory */
    int fmas;
} Trial;

static bool changes(const Trial *t, int reg) { return reg >= 0 && writes_in(t->w->b, &t->group->kid[0], reg); }

/* It has an array of lanes. */
static bool is_array(const Writer *w, int reg)
{
    const Store store = (Store)w->b->reg[reg].plan->store;
    return store == ST_STATE || (store == ST_LANES && !w->rows);
}

static bool access_suits(Trial *t, const Item *it, const Ins *ins)
{
    const Back *b = t->w->b;
    const Opnd *o = isa_address(ins);
    t->stores |= isa_emit(ins) == EMIT_ST;
    t->loads |= isa_emit(ins) == EMIT_LD && !isa_loads_constant(ins) && !isa_has_word(ins, MOD_NC);
    bool ok = o && !ins_order_matters(ins) && !isa_is_strong(ins) && !changes(t, ins->guard) &&
              (!opnd_has_base(o) || uniform_opnd(b, o).kind != VAL_VAR || !changes(t, o->reg));
    while ((it = it->in->owner) != t->group)
        ok = ok && !changes(t, b->fn->ins.at[it->ins].guard);
    return ok;
}

static bool suits(Trial *t, const Item *it)
{
    if (it->kind != I_INS)
        return it->kind == I_IF;
    const Ins *ins = &t->w->b->fn->ins.at[it->ins];
    for (Refs r = ins_refs(ins); refs_next(&r);) {
        const Store store = (Store)t->w->b->reg[r.reg].plan->store;
        if (r.write && store != ST_NONE && store != ST_FOLD && store != ST_LOCAL && !is_array(t->w, r.reg))
            return false;
    }
    t->fmas += (ins->mnemonic == INS_FMA || ins->mnemonic == INS_MAD) && isa_slot_type(ins, SLOT_TYPE) == T_F32;
    return !ins->pseudo && (isa_emit(ins) == EMIT_LD || isa_emit(ins) == EMIT_ST ? access_suits(t, it, ins) : ins_makes(ins) && !ins_dirty(ins));
}

/* A line for each array that the group changes, by which it is kept, or comes back. */
static void each_changed(Writer *w, const Item *group, const char *what)
{
    for (int r = 0; r < w->b->nreg; r++)
        if (is_array(w, r) && writes_in(w->b, &group->kid[0], r))
            line(w, "PTX2C_%s%s(%s, %s, n);", what, w->rows ? "_ROWS" : "", w->b->reg[r].plan->name, lane_array(w, &w->b->reg[r]));
}

bool trial_begin(Writer *w, const Item *group)
{
    enum { WORTH = 2 };
    Trial t = {.w = w, .group = group};
    bool ok = back_has_chunks(w->b) && back_optimizes(w->b) && !w->parts && !w->joins && !w->searches && !w->needed &&
              !w->b->plan->cc_lanes && !group->serial && !group->singly && !group->first;
    for (const Item *it = items_first(&group->kid[0]); it && ok; it = items_next(it, &group->kid[0]))
        ok = suits(&t, it);
    if (!ok || t.fmas < WORTH || (t.stores && t.loads))
        return false;
    block(w, "PTX2C_TRY {");
    each_changed(w, group, "KEEP");
    return true;
}

void trial_end(Writer *w, const Item *group)
{
    line(w, "PTX2C_TRIED;");
    each_changed(w, group, "BACK");
    block_end(w);
}
