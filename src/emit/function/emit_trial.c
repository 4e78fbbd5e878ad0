/* emit_trial.c: loops over lanes that are tried, where processors have no instruction for fma, in a way that leaves some rare results in doubt
 * (PTX2C_TRY in runtime/ptx2c/fma.h), and then done again.  So they don't go back; what they change they don't read, or it is kept for that:
 * registers, and memory where lanes store side by side, all of them; and where and whether they read and store none of their own results tells. */
#include "emit/emit_fn.h"

enum { WORTH = 2, MOST = 64, KEPT = 16384 }; /* sums that it takes, of which one of doubles counts twice; of those at most; bytes at most */

typedef struct Attempt {
    const Writer *w;
    const Item *group;
    unsigned loads, stores; /* from where something might be stored; to where: 1 shared memory, 2 other */
    int fmas, doubles, bytes; /* sums, those of doubles; of what is kept of a lane, above KEPT if something can't be */
} Attempt;

static bool changes(const Attempt *t, int reg) { return reg >= 0 && writes_in(t->w->b, &t->group->kid[0], reg); }

/* It has an array of lanes. */
static bool is_array(const Writer *w, int reg)
{
    const Store store = (Store)w->b->reg[reg].plan->store;
    return store == ST_STATE || (store == ST_LANES && !w->rows);
}

/* The bytes that a store takes of each lane; above KEPT: not all lanes store, or not side by side. */
static int stored_bytes(const Back *b, const Item *group, const Item *it)
{
    const Ins *ins = item_ins(b, it);
    if (!ins || isa_emit(ins) != EMIT_ST)
        return 0;
    const Opnd *o = isa_address(ins), *x = isa_opnd(ins, ARG_B);
    const int bytes = type_bytes(isa_slot_type(ins, SLOT_TYPE)) * (x->kind == O_VEC ? (int)x->nsub : 1);
    const Val v = opnd_has_base(o) ? b->reg[o->reg].val : (Val){0};
    return it->in->owner == group && ins->guard < 0 && v.kind == VAL_AFF && v.step == bytes ? bytes : KEPT + 1;
}

static bool access_suits(Attempt *t, const Item *it, const Ins *ins)
{
    const Back *b = t->w->b;
    const Opnd *o = isa_address(ins);
    const Space space = o ? isa_opnd_space(ins, o) : SP_GENERIC;
    const unsigned where = space == SP_SHARED ? 1 : space == SP_GLOBAL ? 2 : 3;
    t->bytes += stored_bytes(b, t->group, it);
    if (isa_emit(ins) == EMIT_ST)
        t->stores |= where;
    else if (!isa_loads_constant(ins) && !isa_has_word(ins, MOD_NC))
        t->loads |= where;
    bool ok = o && !ins_order_matters(ins) && !isa_is_strong(ins) && !changes(t, ins->guard) &&
              (!opnd_has_base(o) || uniform_opnd(b, o).kind != VAL_VAR || !changes(t, o->reg));
    while ((it = it->in->owner) != t->group)
        ok = ok && !changes(t, b->fn->ins.at[it->ins].guard);
    return ok;
}

static bool suits(Attempt *t, const Item *it)
{
    if (it->kind != I_INS)
        return it->kind == I_IF;
    const Ins *ins = &t->w->b->fn->ins.at[it->ins];
    for (Refs r = ins_refs(ins); refs_next(&r);) {
        const Store store = (Store)t->w->b->reg[r.reg].plan->store;
        if (r.write && store != ST_NONE && store != ST_FOLD && store != ST_LOCAL && !is_array(t->w, r.reg))
            return false;
    }
    const Type type = ins->mnemonic == INS_FMA || ins->mnemonic == INS_MAD ? isa_slot_type(ins, SLOT_TYPE) : T_NONE;
    t->fmas += type == T_F32 || type == T_F64;
    t->doubles += type == T_F64;
    return !ins->pseudo && (isa_emit(ins) == EMIT_LD || isa_emit(ins) == EMIT_ST ? access_suits(t, it, ins) : ins_makes(ins) && !ins_dirty(ins));
}

/* A line for each array that the group changes, and for all that is stored where that is to be kept, by which it is kept, or comes back. */
static void each_changed(Writer *w, const Item *group, bool memory, const char *what)
{
    const Items *in = &group->kid[0];
    for (int r = 0; r < w->b->nreg; r++)
        if (is_array(w, r) && writes_in(w->b, in, r))
            line(w, "PTX2C_%s%s(%s, %s, n);", what, w->rows ? "_ROWS" : "", w->b->reg[r].plan->name, lane_array(w, &w->b->reg[r]));
    for (int i = 0; i < in->n && memory; i++) {
        const Ins *ins = item_ins(w->b, in->at[i]);
        const int bytes = stored_bytes(w->b, group, in->at[i]);
        if (bytes)
            line(w, "PTX2C_%s_STORED(%d, %s, %d, %d, n);", what, i, lower_pointer(w, ins, isa_address(ins)).s, bytes, w->b->width);
    }
}

/* Lanes that go on by themselves, or only some of them, go by other loops. */
static bool may_try(const Writer *w, const Item *group)
{
    const bool inside = w->parts || w->joins || w->searches || w->needed || w->b->plan->cc_lanes;
    return back_has_chunks(w->b) && back_optimizes(w->b) && !inside && !group->serial && !group->singly && !group->first;
}

Trial trial_begin(Writer *w, const Item *group)
{
    const Range lanes = lane_range_of_mask(w, group->mask);
    Attempt t = {w, group, .bytes = !w->rows && !group->skips && !group->stride && lane_range_is_all(w, &lanes) ? 0 : KEPT + 1};
    bool ok = may_try(w, group);
    for (const Item *it = items_first(&group->kid[0]); it && ok; it = items_next(it, &group->kid[0]))
        ok = suits(&t, it);
    const bool memory = t.stores & t.loads;
    if (!ok || t.fmas + t.doubles < WORTH || t.doubles > MOST || (memory && t.bytes > KEPT / w->b->width))
        return TRIAL_NONE;
    block(w, "PTX2C_TRY {");
    each_changed(w, group, memory, "KEEP");
    return memory ? TRIAL_MEMORY : TRIAL_REGISTERS;
}

void trial_end(Writer *w, const Item *group, Trial kind)
{
    if (kind == TRIAL_NONE)
        return;
    line(w, "PTX2C_TRIED;");
    each_changed(w, group, kind == TRIAL_MEMORY, "BACK");
    block_end(w);
}
