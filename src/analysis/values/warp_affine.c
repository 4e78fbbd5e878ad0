/* warp_affine.c: integers of a warp that are known but for the warp's place in its row of the CTA (MODE_WARP).
 *
 * Lane l of the row's warp number r has warp * r + base + step * l, modulo the type's width, with constant warp, base and
 * step: %tid.x is 32 * r + l, %laneid is l, and what is added, shifted and masked from these stays so.  Such a register
 * needs no variable, and a comparison with a constant can be tried out for all lanes of all warps.
 *
 * Val.known tells that a value is one; uniform.c asks here for the results of instructions. */
#include "analysis/analysis.h"

enum { ROW_WARPS = 32 }; /* warps in a row of a CTA, at most */
static const int64_t far = (int64_t)1 << 40; /* no product of a base and a factor of uniform.c overflows */

static int64_t value_at(Val v, int64_t row, int64_t lane) { return v.warp * row + v.base + v.step * lane; }

/* Whether no lane's value is below 0 or above max. */
static bool stays_within(Val v, int64_t max)
{
    for (int corner = 0; corner < 4; corner++) {
        int64_t x = value_at(v, corner & 1 ? ROW_WARPS - 1 : 0, corner & 2 ? 31 : 0);
        if (x < 0 || x > max)
            return false;
    }
    return true;
}

static uint64_t greatest(Val v)
{
    return (uint64_t)(v.base + (v.warp > 0 ? v.warp * (ROW_WARPS - 1) : 0) + (v.step > 0 ? v.step * 31 : 0));
}

static Val forget(Val v)
{
    v.known = false;
    v.warp = v.base = 0;
    return v;
}

/* As the machine does it: without what does not fit 64 bits. */
static int64_t sum_of(int64_t a, int64_t ka, int64_t b, int64_t kb)
{
    return (int64_t)((uint64_t)a * (uint64_t)ka + (uint64_t)b * (uint64_t)kb);
}

Val warp_affine_linear(Val v, Val a, int64_t ka, Val b, int64_t kb, Type t)
{
    v = forget(v);
    if ((ka && !a.known) || (kb && !b.known) || v.kind == VAL_VAR || v.kind == VAL_NONE)
        return v;
    v.base = sum_of(a.base, ka, b.base, kb);
    v.warp = sum_of(a.warp, ka, b.warp, kb);
    if (type_info[t].bits == 32)
        v.base = (int64_t)(int32_t)(uint32_t)v.base;
    v.known = v.base <= far && v.base >= -far && v.warp <= 1 << 20 && v.warp >= -(1 << 20);
    if (!v.known)
        return forget(v);
    if (stays_within(v, INT32_MAX))
        v.max = greatest(v);
    return v;
}

bool warp_affine_widens(Val a) { return a.known && stays_within(a, INT32_MAX); }

bool warp_affine_mask(Val a, uint64_t mask, Val *v)
{
    const int64_t low = (int64_t)(mask & (mask + 1) ? ~mask : mask), size = low + 1;
    if (!a.known || a.step < 0 || low < 0 || low > INT32_MAX || (low & size) || !stays_within(a, INT32_MAX) ||
        a.warp % size || (a.base & low) + 31 * a.step > low)
        return false;
    const int64_t in = a.base & low;
    *v = a;
    v->cst = false;
    v->run = v->zeros = 0;
    if (mask & (mask + 1)) { /* what lies above */
        v->kind = VAL_UNI;
        v->step = 0;
        v->base = a.base - in;
        while (size >> (v->zeros + 1))
            v->zeros++;
    } else {
        v->warp = 0;
        v->base = in;
        v->max = (uint64_t)(in + 31 * a.step);
    }
    return true;
}

bool warp_affine_shr(Val a, uint64_t by, Val *v)
{
    const int64_t size = by > 30 ? 1 : (int64_t)1 << by;
    if (!a.known || by > 30 || !stays_within(a, INT32_MAX) || a.warp % size)
        return false;
    const bool same = a.step >= 0 && a.base % size + 31 * a.step < size;
    if (!same && (a.base % size || a.step % size))
        return false;
    *v = a;
    v->cst = false;
    v->run = v->zeros = 0;
    v->kind = same ? VAL_UNI : VAL_AFF;
    v->step = same ? 0 : a.step / size;
    v->base = a.base / size;
    v->warp = a.warp / size;
    v->max = a.max >> by;
    return true;
}

bool warp_affine_compares_alike(Val a, Val b, unsigned cmp, Type t)
{
    if (!a.known || !b.known || !cmp)
        return false;
    for (int64_t row = 0; row < ROW_WARPS; row++) {
        bool first = compare_holds(cmp, t, (uint64_t)value_at(a, row, 0), (uint64_t)value_at(b, row, 0));
        for (int64_t lane = 1; lane < 32; lane++)
            if (compare_holds(cmp, t, (uint64_t)value_at(a, row, lane), (uint64_t)value_at(b, row, lane)) != first)
                return false;
    }
    return true;
}

bool warp_affine_lane(Val a, Val b, unsigned cmp, Type t, bool holds, int *lane)
{
    if (!warp_affine_differs(a, b))
        return false;
    for (*lane = 0; *lane < 32; ++*lane)
        if (compare_holds(cmp, t, (uint64_t)value_at(a, 0, *lane), (uint64_t)value_at(b, 0, *lane)) == holds)
            break;
    return true;
}

bool warp_affine_differs(Val a, Val b) { return a.known && b.known && a.warp == b.warp && (a.step || b.step); }

/* Its values are printed from the lane's number, and k.x, the %tid.x of lane 0. */
static bool is_printable(const Back *b, int reg)
{
    const RegInfo *g = &b->reg[reg];
    const Sym *s = b->fn->regs.at[reg];
    const Type t = g->val.border ? T_U32 : s->type; /* a border is a lane's number */
    if (!g->val.known || g->def < 0 || s->vec > 1 || g->val.kind == VAL_VAR || g->val.cst ||
        !type_is_i32_or_64(t) || (type_info[t].bits == 64 && !stays_within(g->val, INT32_MAX)))
        return false;
    return g->val.warp % 32 == 0 || (g->val.warp > 0 && 32 % g->val.warp == 0);
}

void warp_affine_build(Back *b)
{
    for (int r = 0; r < b->nreg && b->mode != MODE_FUNC && b->mode != MODE_SCHED && !b->literal; r++)
        if (is_printable(b, r) && (b->mode == MODE_WARP || (b->reg[r].val.kind == VAL_UNI && !b->reg[r].val.warp)) &&
            !ins_dirty(&b->fn->ins.at[b->reg[r].def]))
            b->reg[r].known = true;
}
