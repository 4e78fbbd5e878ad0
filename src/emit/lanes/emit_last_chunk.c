/* emit_last_chunk.c: a loop over chunks whose threads are in order of what an if compares, and do nothing outside of that if, ends with the
 * chunk in which the if's lanes end: halves of a block that sum up the other halves, its first thread that tells the result. */
#include "emit/emit_fn.h"

enum { TALLEST = 1 << 19 }; /* a row of so many may wrap */

/* How the value grows from row to row of the CTA, as C; NULL: not seen to grow. */
static const char *rise(const Writer *w, const CtaTerm *row)
{
    if (!row)
        return "0";
    if (row->kind == CTA_NUMBER)
        return row->number < TALLEST ? arena_printf(w->b->a, "%u", row->number) : NULL;
    const Opnd *o = row->kind == CTA_OPND ? row->o : NULL;
    const Ins *def = o ? back_only_def(w->b, o) : NULL;
    if (def && isa_emit(def) == EMIT_MOV)
        o = &def->arg[isa_arg(def, ARG_A)];
    return o && o->kind == O_SREG && strcmp(isa_sregs[o->sym->index].name, "%ntid") == 0 && o->comp == 0 ? "c->ntid.x" : NULL;
}

/* What a chunk computes for itself alone. */
static bool only_computes(const Writer *w, const Item *it)
{
    if (it->kind != I_INS || it->ins < 0 || ins_dirty(&w->b->fn->ins.at[it->ins]))
        return false;
    for (Refs ref = ins_refs(&w->b->fn->ins.at[it->ins]); refs_next(&ref);)
        if (ref.write && w->b->reg[ref.reg].plan->store >= ST_LOCAL)
            return false;
    return true;
}

void last_chunk_emit(Writer *w, const Item *group)
{
    const Back *b = w->b;
    const Items *in = &group->kid[0];
    const Item *mask = in->n > 1 ? in->at[in->n - 2] : NULL, *then = mask ? in->at[in->n - 1] : NULL;
    if (b->mode == MODE_WARP || group->rows || !mask || mask->kind != I_MASK || mask->outer || then->kind != I_IF || then->mask != mask->mask ||
        !info(mask->node)->ranged)
        return;
    for (int i = 0; i < in->n - 2; i++)
        if (!only_computes(w, in->at[i]))
            return;
    const Ins *br = &b->fn->ins.at[mask->ins];
    const int def = b->reg[br->guard].def;
    const CtaAffine x = def < 0 ? (CtaAffine){0} : cta_affine_of(b, def);
    const char *row = x.step <= 0 || x.step >= TALLEST || x.base ? NULL : rise(w, x.row);
    const Range r = lane_range_of_mask(w, mask->mask);
    if (row && lane_range_side_of(b, br, mask->negate) != BORDER_FROM)
        line(w, "if (%s < n && ptx2c_chunks_rise(c, %s, %lld))\n%*sbreak;", r.one ? r.one : r.to, row, (long long)x.step, 4 * (w->indent + 1), "");
}
