/* lane_truth.c: which of a warp's lanes something holds for: predicates that only a lane's number decides, ifs around an instruction, a
 * shuffle by constants.
 *
 * Requires: uniform.c's values, MODE_WARP with warps in rows.  Cost: 1024 comparisons for each predicate that is asked for. */
#include "analysis/analysis.h"

enum { FLOW_DEPTH = 6 }; /* from a number to what it is made of */

/* Lanes for which a predicate may hold in some warp, and may not. */
typedef struct Truth { uint32_t may, may_not; } Truth;
static const Truth anything = {UINT32_MAX, UINT32_MAX};

static bool constant_of(const Back *b, const Ins *ins, ArgName name, uint32_t *c)
{
    const Val v = uniform_arg(b, ins, name);
    *c = (uint32_t)v.c;
    return v.cst;
}

bool shuffle_sources(const Back *b, const Ins *ins, int from[32], uint32_t *in_range)
{
    uint32_t by, c;
    if (ins->mnemonic != INS_SHFL || ins->pseudo || ins->guard >= 0 || !constant_of(b, ins, ARG_B, &by) || !constant_of(b, ins, ARG_C, &c))
        return false;
    const Modifier mode = isa_slot(ins, SLOT_MODE);
    const int seg = c >> 8 & 31, k = by & 31;
    *in_range = 0;
    for (int l = 0; l < 32; l++) {
        const int least = l & seg, most = least | (c & 31 & ~(uint32_t)seg);
        const int j = mode == MOD_UP ? l - k : mode == MOD_DOWN ? l + k : mode == MOD_BFLY ? l ^ k : least | (k & ~seg);
        const bool in = mode == MOD_UP ? j >= most : j <= most;
        from[l] = in ? j : l;
        *in_range |= (uint32_t)in << l;
    }
    return true;
}

/* The lane's number: the remainder by 32 of what grows by 1 from lane to lane, where a check tells that no lane but the first is at a
 * multiple of that. */
static bool is_lane_number(const Back *b, const Ins *ins)
{
    const Val m = uniform_arg(b, ins, ARG_B);
    return spec_kind(b->spec[ins - b->fn->ins.at]) == SPEC_SPAN && m.cst && (uint32_t)m.c == 31 && uniform_arg(b, ins, ARG_A).step == 1;
}

/* What lane l of the row's warp number row has of an integer of 32 bits that only they decide. */
static bool value_in(const Back *b, const Opnd *o, int row, int l, int depth, uint32_t *value)
{
    const Val v = uniform_opnd(b, o);
    if (v.known && v.kind != VAL_VAR) {
        *value = (uint32_t)(v.warp * row + v.base + v.step * l);
        return true;
    }
    const Ins *ins = back_only_def(b, o);
    uint32_t x, y;
    if (!ins || ins->mnemonic != INS_AND || !depth || type_info[isa_slot_type(ins, SLOT_TYPE)].bits != 32)
        return false;
    if (is_lane_number(b, ins)) {
        *value = (uint32_t)l;
        return true;
    }
    if (!value_in(b, &ins->arg[1], row, l, depth - 1, &x) || !value_in(b, &ins->arg[2], row, l, depth - 1, &y))
        return false;
    *value = x & y;
    return true;
}

/* The lanes for which a comparison may hold in some warp, and may not. */
static Truth truth_of_compare(const Back *b, const Ins *ins)
{
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    const unsigned cmp = isa_compare(ins);
    Truth now = {0, 0};
    if (type_info[t].bits != 32 || type_info[t].kind == 'f' || !cmp)
        return anything;
    for (int i = 0; i < 32 * 32; i++) {
        uint32_t x, y;
        if (!value_in(b, &ins->arg[isa_arg(ins, ARG_A)], i / 32, i % 32, FLOW_DEPTH, &x) ||
            !value_in(b, &ins->arg[isa_arg(ins, ARG_B)], i / 32, i % 32, FLOW_DEPTH, &y))
            return anything;
        *(compare_holds(cmp, t, x, y) ? &now.may : &now.may_not) |= 1u << i % 32;
    }
    return now;
}

static Truth truth_of(const Back *b, int pred)
{
    const Ins *ins = back_def(b, pred);
    if (!ins || ins->guard >= 0)
        return anything;
    if (ins->mnemonic == INS_SETP)
        return isa_is_test(ins) ? truth_of_compare(b, ins) : anything;
    int from[32];
    uint32_t in;
    return shuffle_sources(b, ins, from, &in) ? (Truth){in, ~in} : anything;
}

bool lanes_where(const Back *b, int pred, bool negate, uint32_t *lanes)
{
    const Truth t = truth_of(b, pred);
    *lanes = negate ? t.may_not : t.may;
    return !(t.may & t.may_not);
}

uint32_t lanes_at(const Back *b, int at)
{
    const Ins *ins = &b->fn->ins.at[at];
    uint32_t lanes = UINT32_MAX;
    if (ins->guard >= 0) {
        const Truth t = truth_of(b, ins->guard);
        lanes &= ins->guard_neg ? t.may_not : t.may;
    }
    for (const Node *n = b->node_of[b->blk_of[at]->id], *up; (up = n->up) != NULL; n = up) {
        if (up->kind != N_IF || up->nkid > 2)
            continue;
        const Ins *br = &b->fn->ins.at[up->blk->term];
        const bool second = up->kid[0] != n;
        if (br->guard < 0)
            continue;
        const Truth t = truth_of(b, br->guard);
        lanes &= br->guard_neg ^ up->negate ^ second ? t.may_not : t.may;
    }
    return lanes;
}
