/* column_turning.c: loads by which rows of threads that lie below each other read columns of a tile that lie side by side.
 *
 *   tile[y][x] = in[…]; barrier; out[…] = tile[x][y];
 *
 * Matrices are transposed so.  Each chunk gathers a column, word by word, of which the words beside belong to the next row of threads.  The first
 * chunk loads what several rows will want, with vectors that it turns, and the others find theirs (runtime/ptx2c/column.h).
 *
 * Between two barriers no thread reads what another writes: what is loaded early is what the other rows would load, if nothing between these
 * barriers writes to shared memory, which a thread might read again itself.
 *
 * Requires: the items of region.c, MODE_CTA, no loops over rows (unroll_jam.c).  Provides: Plan.column.  Invalidates: nothing.  Cost: linear.  Fires on
 * tests/bench/transpose and tests/run/turned_columns; does nothing in loops, and where rows of threads read a tile's rows. */
#include "plan/plan.h"
#include "analysis/uniform.h"

enum { WORD = 4, FAR = 2 * WORD /* bytes from lane to lane that compilers turn by themselves */ };

static bool is_column(const Back *b, const Item *it)
{
    const Ins *ins = item_ins(b, it);
    if (!ins || b->dead[it->ins] || isa_emit(ins) != EMIT_LD || isa_space(ins) != SP_SHARED || isa_is_strong(ins) || isa_uses_cluster(ins) ||
        isa_opnd(ins, ARG_D)->kind == O_VEC || type_bytes(isa_slot_type(ins, SLOT_TYPE)) != WORD)
        return false;
    const Opnd *a = isa_address(ins);
    const Val v = opnd_has_base(a) && !a->sym ? b->reg[a->reg].val : (Val){0};
    return v.kind == VAL_AFF && v.step > FAR && cta_affine_row(b, it->ins) == WORD;
}

/* Nothing in it changes shared memory, nor do lanes load words that lie in a row (load_combining.c), which are turned as they are. */
static bool only_reads(const Back *b, const Items *list)
{
    bool reads = true;
    for (const Item *it = items_first(list); it && reads; it = items_next(it, list)) {
        const Ins *ins = item_ins(b, it);
        const bool global = ins && isa_emit(ins) == EMIT_ST && isa_space(ins) == SP_GLOBAL && !isa_is_strong(ins);
        reads = !ins || global || (!ins_dirty(ins) && !gathers_at_once(b, ins));
    }
    return reads;
}

static void mark(Back *b, const Items *list, int *n)
{
    for (EACH(const Item, it, *list)) {
        const bool lanes = it->kind == I_GROUP && it->level == LV_LANE;
        for (int k = 0; lanes && !it->stride && k < it->kid[0].n; k++)
            if (is_column(b, it->kid[0].at[k]))
                b->plan->column[it->kid[0].at[k]->ins] = ++*n;
        for (int k = 0; k < it->nkid && it->kind == I_IF && !lanes; k++)
            mark(b, &it->kid[k], n);
    }
}

void columns_find(Back *b)
{
    int n = 0;
    if (b->mode != MODE_CTA || !back_optimizes(b) || b->plan->has_rows || !kernel_has_rows(b->fn))
        return;
    b->plan->column = NEWN(b->a, int, b->fn->ins.n + 1);
    for (const Item *it = items_first(&b->plan->root); it; it = items_next(it, &b->plan->root))
        if (it->kind == I_GROUP && it->level == LV_CHUNK && only_reads(b, &it->kid[0]))
            mark(b, &it->kid[0], &n);
}
