/* emit_padding.c: loops over a part of a row's lanes that take the lanes beside it, too, where that makes whole vectors.
 *
 * A stencil in a tile of shared memory leaves out the lanes at its borders.  Of rows of 16 threads 12 or 14 are left: a vector and
 * a rest, lane by lane.  So the loop may go over all of them (PTX2C_LANES_PADDED), if for those that are left out nothing happens
 * but reads of shared memory, no farther off than a row is long, and stores there of what is there already.  Nobody else may be
 * about to store there, which PTX2C_RUN_CTA sees to; in global memory they load nothing (PTX2C_MEANT).
 *
 * Fires on tests/bench/programs/pyramid and planes, and tests/run/tile_parts. */
#include "emit/emit_fn.h"

/* An address that goes on by so many bytes from lane to lane, and in a row by no more than PTX2C_GAP. */
static bool near_by(const Back *b, const Opnd *a, int bytes)
{
    const Val *v = opnd_has_base(a) ? &b->reg[a->reg].val : NULL;
    return v && v->kind == VAL_AFF && v->step == bytes && bytes <= 4;
}

static bool pads_load(const Back *b, const Ins *ins)
{
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)], *d = &ins->arg[isa_arg(ins, ARG_D)];
    const Space space = isa_opnd_space(ins, a);
    const int bytes = type_bytes(ins->argtype[isa_arg(ins, ARG_D)]);
    return d->kind == O_REG && (space == SP_SHARED || (space == SP_GLOBAL && bytes == 4)) && !ins_dirty(ins) && near_by(b, a, bytes);
}

static bool pads_store(const Back *b, const Ins *ins)
{
    if (isa_emit(ins) != EMIT_ST || isa_is_strong(ins))
        return false;
    const Opnd *a = &ins->arg[isa_arg(ins, ARG_A)], *v = &ins->arg[isa_arg(ins, ARG_B)];
    return v->kind != O_VEC && isa_opnd_space(ins, a) == SP_SHARED && near_by(b, a, type_bytes(ins->argtype[isa_arg(ins, ARG_B)]));
}

/* Values that lanes keep beyond the loop are not those of lanes that are left out. */
static bool keeps_nothing(const Back *b, const Ins *ins)
{
    for (Refs r = ins_refs(ins); refs_next(&r);)
        if (b->reg[r.reg].plan->store == ST_STATE || b->reg[r.reg].plan->store == ST_LANES || (r.write && b->reg[r.reg].plan->store == ST_STATE_SCALAR))
            return false;
    return true;
}

/* Whether all that comes of a statement is a store, or a value for what follows, so that lanes can do it that are not to run; counts
 * stores. */
static bool pads(const Back *b, const Item *it, int *stores)
{
    const Ins *ins = item_ins(b, it);
    if (!ins || ins->guard >= 0 || ins->pseudo || (b->spec && b->spec[it->ins]) || !keeps_nothing(b, ins))
        return false;
    const bool store = pads_store(b, ins);
    *stores += store;
    return store || (isa_emit(ins) == EMIT_LD ? pads_load(b, ins) : ins_is_pure(ins));
}

bool padding_fits(const Writer *w, const Item *group)
{
    const Back *b = w->b;
    const Items *in = &group->kid[0];
    const Range r = lane_range_of_mask(w, w->mask);
    int stores = 0;
    if (b->mode != MODE_CTA || b->plan->flat || !w->mask || r.one || lane_range_is_all(w, &r) || w->rows || w->o->trace || b->m->stepping || b->literal)
        return false;
    for (int i = 0; i < in->n; i++)
        if (!pads(b, in->at[i], &stores))
            return false;
    return stores > 0;
}

void padding_begin(Writer *w)
{
    const Range r = lane_range_of_mask(w, w->mask);
    line(w, "PTX2C_LANES_PADDED(VL, %s, %s) {", r.from, r.to);
    w->part = arena_printf(w->b->a, "PTX2C_MEANT(VL, %s, %s)", r.from, r.to);
}
