/* lane_range.c: branches that a range of a chunk's lanes takes.
 *
 * Where a value that grows from lane to lane and wraps in none is compared with one that is the same for all, the result
 * changes at one lane at most.  That lane's number is all that is kept of it, and what stands under such a condition runs
 * for a range of lanes: in loops with other bounds, with no test for each lane and no second version.
 *
 * In: uniform.c's values.  Out: Val.border. */
#include "analysis/analysis.h"

/* What a comparison of an affine value (on the left, or swapped: on the right) with a uniform one is. */
LaneTest lane_range_find(const Ins *ins, bool swapped)
{
    static const LaneTest tests[CMP_ALL] = {
        [CMP_LESS] = {BORDER_BELOW, 0}, [CMP_LESS | CMP_EQUAL] = {BORDER_BELOW, 1}, [CMP_EQUAL] = {BORDER_AT, 0},
        [CMP_MORE] = {BORDER_FROM, 1},  [CMP_MORE | CMP_EQUAL] = {BORDER_FROM, 0},  [CMP_OTHER] = {BORDER_BUT, 0},
    };
    const unsigned c = isa_compare(ins);
    return tests[swapped ? compare_swapped(c) : c];
}

/* The comparison, and nothing else, of 32-bit numbers one of which grows from lane to lane and the other is the same for all. */
LaneTest lane_range_compares(const Ins *ins, Val x, Val y)
{
    const LaneTest none = {BORDER_NONE, 0};
    if (!isa_is_test(ins) || ins->guard >= 0 || type_info[isa_slot_type(ins, SLOT_TYPE)].bits != 32)
        return none;
    const bool swapped = x.kind != VAL_AFF;
    const Val aff = swapped ? y : x, other = swapped ? x : y;
    return aff.kind == VAL_AFF && other.kind == VAL_UNI && aff.step > 0 ? lane_range_find(ins, swapped) : none;
}

/* Whether its numbers must be checked not to wrap for that.  The one lane with a number is the same where neighbours' differ by one. */
bool lane_range_wraps(Val aff, Border border) { return aff.max > INT32_MAX && !(border >= BORDER_AT && aff.step == 1); }

Val lane_range_value(Back *b, const Ins *ins, Val x, Val y, bool may_check)
{
    const Val none = {0};
    const bool ranges = b->mode == MODE_CTA || b->mode == MODE_WARP || ins->parts;
    const Border border = ranges ? lane_range_compares(ins, x, y).border : BORDER_NONE;
    if (!border)
        return none;
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    const RegInfo *g = &b->reg[ins->arg[isa_arg(ins, ARG_P)].reg];
    const bool check = lane_range_wraps(x.kind == VAL_AFF ? x : y, border);
    if (!g->guards || g->ndef != 1 || (check && !(may_check && ins->parts)))
        return none;
    if (check)
        b->spec[ins - b->fn->ins.at] = spec_steps(type_info[t].kind == 's');
    Val v = {.kind = VAL_AFF, .level = LV_CHUNK, .border = border, .max = UINT64_MAX};
    int lane = 0;
    v.known = b->mode == MODE_WARP && warp_affine_lane(x, y, isa_compare(ins), t, border == BORDER_FROM || border == BORDER_AT, &lane);
    v.base = lane;
    return v;
}

Border border_opposite(Border x)
{
    static const Border of[] = {[BORDER_BELOW] = BORDER_FROM, [BORDER_FROM] = BORDER_BELOW, [BORDER_AT] = BORDER_BUT,
                                [BORDER_BUT] = BORDER_AT};
    return of[x];
}

/* The lanes that go to a side of the branch. */
Border lane_range_side_of(const Back *b, const Ins *br, bool negate)
{
    Border x = (Border)b->reg[br->guard].val.border;
    return br->guard_neg ^ negate ? border_opposite(x) : x;
}

bool lane_range_splits(const Back *b, const Node *n)
{
    const Ins *br = &b->fn->ins.at[n->blk->term];
    if (n->kind != N_IF || br->guard < 0 || !b->reg[br->guard].val.border)
        return false;
    for (int i = 0; i < n->nkid && i < 2; i++)
        if (n->kid[i] && lane_range_side_of(b, br, n->negate ^ i) == BORDER_BUT)
            return false;
    return true;
}
