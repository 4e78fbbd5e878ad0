/* emit_lane_range.c: lane ranges as C text: the lane where a comparison changes, and the bounds of a loop over lanes. */
#include "emit/lower.h"

#include <ctype.h>

static const char *all_lanes(const Writer *w) { return w->b->mode == MODE_WARP ? "32" : "n"; }

/* The arguments of a function that looks for the lane where the comparison changes: the affine value of the first lane, its
 * step, what it is compared with, the lanes.  *x: what kind of border that is. */
static const char *border_args(Writer *w, const Ins *ins, Border *x)
{
    const bool swapped = uniform_arg(w->b, ins, ARG_A).kind != VAL_AFF;
    const LaneTest test = lane_range_find(ins, swapped);
    int ia = isa_arg(ins, swapped ? ARG_B : ARG_A), ib = isa_arg(ins, swapped ? ARG_A : ARG_B);
    char how = type_info[isa_slot_type(ins, SLOT_TYPE)].kind == 's' ? 's' : 'u';
    const char *base = lower_arg(w, ins, ia, how).s, *with = lower_arg(w, ins, ib, how).s;
    if (test.plus && ins->arg[ib].kind == O_IMM)
        with = arena_printf(w->b->a, "%lld", (how == 's' ? (long long)(int32_t)ins->arg[ib].imm
                                                         : (long long)(uint32_t)ins->arg[ib].imm) + 1);
    else if (test.plus)
        with = arena_printf(w->b->a, "(int64_t)%s + 1", lower_paren(w->b->a, ex(with, false)));
    *x = test.border;
    const Val aff = uniform_opnd(w->b, &ins->arg[ia]);
    if (test.border >= BORDER_AT && aff.max > INT32_MAX) /* step 1: what numbers of 32 bits say, wherever they wrap */
        return arena_printf(w->b->a, "0, 1, %s - %s, %s", lower_paren(w->b->a, lower_arg(w, ins, ib, 'u')),
                            lower_paren(w->b->a, lower_arg(w, ins, ia, 'u')), all_lanes(w));
    return arena_printf(w->b->a, "%s, %lld, %s, %s", base, (long long)aff.step, with, all_lanes(w));
}

const char *lane_range_text(Writer *w, const Ins *ins)
{
    Border x;
    const char *args = border_args(w, ins, &x);
    return arena_printf(w->b->a, "%s(%s)", x == BORDER_AT || x == BORDER_BUT ? "ptx2c_lane_at" : "ptx2c_lanes_below", args);
}

const char *lane_range_alike(Writer *w, const Ins *ins)
{
    const bool swapped = uniform_arg(w->b, ins, ARG_A).kind != VAL_AFF;
    const LaneTest test = lane_range_find(ins, swapped);
    if (!test.border || test.border >= BORDER_AT || type_info[isa_slot_type(ins, SLOT_TYPE)].bits != 32)
        return NULL;
    Border x;
    return arena_printf(w->b->a, "ptx2c_lanes_alike(%s)", border_args(w, ins, &x));
}

/* A bound as a number of 64 bits, and one more or less. */
static const char *bound(Writer *w, const Opnd *o, bool has_sign, const char *text, int plus)
{
    if (o->kind == O_IMM)
        return arena_printf(w->b->a, "%lld", (has_sign ? (long long)(int32_t)o->imm : (long long)(uint32_t)o->imm) + plus);
    return plus ? arena_printf(w->b->a, "(int64_t)%s %c 1", text, plus < 0 ? '-' : '+') : text;
}

/* For the lanes of a range: how many they are, and what the first of them has where the first of all has *base, and each that much more. */
static const char *lanes_from(Writer *w, const Range *r, int64_t step, const char **base)
{
    if (strcmp(r->from, "0") == 0)
        return r->to;
    *base = arena_printf(w->b->a, "%s + %lld * %s", *base, (long long)step, r->from);
    return arena_printf(w->b->a, "%s - %s", r->to, r->from);
}

const char *lane_range_some(Writer *w, const Ins *ins)
{
    Arena *a = w->b->a;
    const bool swapped = uniform_arg(w->b, ins, ARG_A).kind != VAL_AFF;
    const int ia = isa_arg(ins, swapped ? ARG_B : ARG_A), ib = isa_arg(ins, swapped ? ARG_A : ARG_B);
    const unsigned cmp = swapped ? compare_swapped(isa_compare(ins)) : isa_compare(ins);
    const Val v = uniform_opnd(w->b, &ins->arg[ia]);
    if (w->lane || v.kind != VAL_AFF)
        return NULL;
    const bool has_sign = type_info[isa_slot_type(ins, SLOT_TYPE)].kind == 's';
    const Range r = lane_range_of_mask(w, w->mask);
    const char *base = lower_arg(w, ins, ia, 'u').s;
    const char *with = lower_paren(a, lower_arg(w, ins, ib, has_sign ? 's' : 'u')), *n = lanes_from(w, &r, v.step, &base);
    const char *low = cmp & CMP_LESS ? has_sign ? "INT32_MIN" : "0" : bound(w, &ins->arg[ib], has_sign, with, !(cmp & CMP_EQUAL));
    const char *high = cmp & CMP_MORE ? has_sign ? "INT32_MAX" : "UINT32_MAX" : bound(w, &ins->arg[ib], has_sign, with, -!(cmp & CMP_EQUAL));
    return arena_printf(a, "ptx2c_some_%c32(%s, %lld, %s, %s, %s)", has_sign ? 's' : 'u', base, (long long)v.step, n, low, high);
}

const char *lane_range_meets(Writer *w, const Ins *ins)
{
    const int ia = isa_arg(ins, ARG_A);
    const Val v = uniform_opnd(w->b, &ins->arg[ia]);
    const bool several = !w->lane && v.kind == VAL_AFF;
    const Range r = lane_range_of_mask(w, w->mask);
    const char *apart = lower_arg(w, ins, ia, 'u').s, *far = lower_arg(w, ins, isa_arg(ins, ARG_B), 'u').s;
    const char *n = several ? lanes_from(w, &r, v.step, &apart) : "1";
    return arena_printf(w->b->a, "ptx2c_meets(%s, %s, %s, %lld, %s)", apart, far, ins->lower + strlen("$a, $b, "), several ? (long long)v.step : 0, n);
}

/* The lanes of a mask. */
Range lane_range_of_mask(const Writer *w, int mask)
{
    if (mask && mask < w->ranges.n && w->ranges.at[mask].from)
        return w->ranges.at[mask];
    return (Range){.from = "0", .to = all_lanes(w), .mask = w->b->mode != MODE_WARP ? NULL : mask_name((Writer *)w, mask)};
}

bool lane_range_is_all(const Writer *w, const Range *r) { return strcmp(r->from, "0") == 0 && strcmp(r->to, all_lanes(w)) == 0; }

bool lane_range_in_loop(const Writer *w, const Item *it)
{
    const Items *in = &it->kid[0];
    const Ins *br = &w->b->fn->ins.at[it->ins];
    return in->n == 1 && in->at[0]->kind == I_GROUP && in->at[0]->level == LV_LANE &&
           (w->b->reg[br->guard].val.border < BORDER_AT || w->b->mode == MODE_WARP);
}

/* A range of a warp that may hold all its lanes: no number in the source ends it before. */
static bool may_be_all(const Writer *w, const Range *r)
{
    return !r->part && !r->one && (strcmp(r->from, "0") == 0 || !isdigit((unsigned char)r->from[0])) &&
           (strcmp(r->to, all_lanes(w)) == 0 || !isdigit((unsigned char)r->to[0]));
}

/* Of one lane, which there may not be: then it begins at their number, and ends behind that. */
static bool may_lack(const Range *r) { return r->one && !isdigit((unsigned char)r->one[0]); }

/* The part of a range that lies in another. */
static Range intersect(Writer *w, Range r, Range all, int mask)
{
    Arena *a = w->b->a;
    const char *from = r.from, *n = all_lanes(w);
    const bool lacks = may_lack(&r) || may_lack(&all), both = strcmp(r.to, n) != 0 && strcmp(all.to, n) != 0;
    r.part = !may_be_all(w, &r) || !may_be_all(w, &all);
    r.one = NULL;
    if (strcmp(from, "0") == 0) {
        r.from = all.from;
    } else if (strcmp(all.from, "0") != 0) {
        line(w, "const uint32_t from%d = ptx2c_max_u32(%s, %s);", mask, all.from, from);
        r.from = arena_printf(a, "from%d", mask);
    }
    r.to = both ? arena_printf(a, "ptx2c_min_u32(%s, %s)", all.to, r.to) : strcmp(r.to, n) == 0 ? all.to : r.to;
    if (lacks)
        r.to = arena_printf(a, "ptx2c_min_u32(%s, %s)", n, r.to);
    if (both || lacks) {
        line(w, "const uint32_t to%d = %s;", mask, r.to);
        r.to = arena_printf(a, "to%d", mask);
    }
    r.some = strcmp(r.from, "0") == 0 ? r.to : arena_printf(a, "%s < %s", r.from, r.to);
    return r;
}

Range lane_range_side(Writer *w, const Item *it)
{
    Arena *a = w->b->a;
    const Ins *br = &w->b->fn->ins.at[it->ins];
    const RegInfo *g = &w->b->reg[br->guard];
    const char *at = lower_reg(w, br->guard).s, *n = all_lanes(w);
    switch (lane_range_side_of(w->b, br, it->negate)) {
    case BORDER_BELOW: return (Range){.from = "0", .to = at, .some = at};
    case BORDER_FROM: return (Range){.from = at, .to = n, .some = arena_printf(a, "%s < %s", at, n)};
    default:
        return (Range){.from = at, .one = at, .some = arena_printf(a, "%s < %s", at, n),
                       .to = g->known ? arena_printf(a, "%d", (int)g->val.base + 1) : arena_printf(a, "%s + 1", at)};
    }
}

void lane_range_mask(Writer *w, const Item *it)
{
    Range all = lane_range_of_mask(w, it->outer), r = lane_range_side(w, it);
    if (it->outer && !lane_range_is_all(w, &all))
        r = intersect(w, r, all, it->mask);
    r.mask = all.mask;
    if (w->b->mode == MODE_WARP)
        r.some = r.one && strcmp(r.one, "0") == 0 ? arena_printf(w->b->a, "%s & 1", r.mask)
                 : r.one && isdigit((unsigned char)r.one[0]) ? arena_printf(w->b->a, "%s >> %s & 1", r.mask, r.one)
                 : r.one ? arena_printf(w->b->a, "%s < 32 && (%s >> %s & 1)", r.one, r.mask, r.one)
                       : arena_printf(w->b->a, "%s & ptx2c_lane_range(%s, %s)", r.mask, r.from, r.to);
    while (w->ranges.n <= it->mask)
        array_add(w->b->a, &w->ranges, (Range){0});
    w->ranges.at[it->mask] = r;
}

const char *mask_name(Writer *w, int mask)
{
    if (mask && w->b->mode == MODE_WARP && mask < w->ranges.n && w->ranges.at[mask].from) {
        const Range *r = &w->ranges.at[mask];
        return arena_printf(w->b->a, "(%s & ptx2c_lane_range(%s, %s))", r->mask, r->from, r->to);
    }
    return mask ? arena_printf(w->b->a, "M%d", mask) : "m";
}

/* Chunks end where lanes are clamped: they are of any length, and mostly short. */
bool lanes_end_at_clamps(const Back *b)
{
    for (int i = 0; b->by_quotients && b->spec && i < b->fn->ins.n; i++)
        if (b->spec[i] == SPEC_CLAMP && b->blk_of[i])
            return true;
    return false;
}

static bool is_serial(LaneOrder order) { return order >= ORDER_SERIAL; }

/* The macro of a loop over the lanes of a chunk, as far as they are to run, and what it is given. */
static const char *chunk_loop(Writer *w, const Range *r, LaneOrder order, bool ranged)
{
    static const char *const name[] = {[ORDER_SERIAL] = "EACH_LANE", [ORDER_SERIAL_FEW] = "EACH_LANE_FEW",
                                       [ORDER_SERIAL_LOOKUP] = "EACH_LANE_LOOKUP", [ORDER_FEW] = "LANES_FEW", [ORDER_BRIEF] = "LANES_BRIEF", [ORDER_LIGHT] = "LANES_LIGHT",
                                       [ORDER_NONE] = "LANES", [ORDER_FILLED] = "LANES_FILLED", [ORDER_APART] = "LANES_APART", [ORDER_NARROW] = "LANES_NARROW"};
    const char *kind = order == ORDER_NARROW || !ranged ? name[order]
                       : is_serial(order) ? "EACH_LANE_FROM" : w->keeps ? "LANES_KEEPING" : "LANES_FROM";
    if (ranged)
        return arena_printf(w->b->a, "%s(%s, %s)", kind, r->from, r->to);
    return w->reads && !is_serial(order) ? arena_printf(w->b->a, "%s(%s, %s)", w->reads, kind, r->to) : arena_printf(w->b->a, "%s(%s)", kind, r->to);
}

/* The order that the macros have, where not all of them are made for parts of loops and of chunks. */
static LaneOrder plain_order(const Writer *w, const Range *r, LaneOrder order)
{
    if (order == ORDER_SERIAL_LOOKUP)
        return w->parts ? ORDER_SERIAL : order;
    return (order == ORDER_FILLED || order == ORDER_APART) && (w->parts || !lane_range_is_all(w, r)) ? ORDER_NONE : order;
}

static void chunk_header(Writer *w, const Range *r, LaneOrder order)
{
    const char *part = w->parts ? "PART_" : "";
    if (r->one && !w->parts && !w->joins && !w->searches) { /* where a branch has found that there is such a lane */
        line(w, "PTX2C_ONE_LANE(%s) {", r->one);
        return;
    }
    order = plain_order(w, r, order);
    const bool ranged = order == ORDER_NARROW || strcmp(r->from, "0") != 0 ||
                        (!is_serial(order) && w->b->mode == MODE_LANES && lanes_end_at_clamps(w->b));
    const char *loop = chunk_loop(w, r, order, ranged);
    if (w->form)
        line(w, w->joins ? "PTX2C_%s(JOIN(%s)) {" : "PTX2C_%s(%s) {", w->form, loop);
    else if (w->joins)
        line(w, "PTX2C_JOIN(%s) {", loop);
    else if (ranged || !w->searches)
        line(w, "PTX2C_%s%s {", part, loop);
    else if (w->search_mask)
        line(w, "PTX2C_SEARCH_ON(%s, %s) {", w->search_mask, loop);
    else
        line(w, "PTX2C_SEARCH(%s%s) {", part, loop);
}

/* Which macro takes a range: what only moves has no need of whole vectors. */
static const char *range_kind(const Writer *w, const Range *r, bool simd) { return simd && !w->moves && may_be_all(w, r) ? "MOST" : "FROM"; }

/* The loop over the lanes that are to run. */
void lanes_header(Writer *w, const char *mask, LaneOrder order, int first)
{
    const Mode mode = w->b->mode;
    const char *simd = is_serial(order) ? "" : "SIMD_";
    const Range r = mode != MODE_SCHED && mode != MODE_FUNC ? lane_range_of_mask(w, w->mask) : (Range){.from = "0", .to = "n"};
    if (mode != MODE_WARP && mode != MODE_SCHED)
        chunk_header(w, &r, order);
    else if (mode == MODE_WARP && r.one)
        line(w, "PTX2C_MASKED_ONE(%s, %s) {", r.mask, r.one);
    else if (mode == MODE_WARP && !lane_range_is_all(w, &r))
        line(w, "PTX2C_%sMASKED_%s(%s, %s, %s) {", simd, range_kind(w, &r, !is_serial(order)), r.mask, r.from, r.to);
    else if (mode == MODE_WARP && w->still.among && w->mask == w->still.mask)
        line(w, "PTX2C_%sMASKED_FROM(%s, 0, n) {", simd, w->still.among);
    else if (mode == MODE_WARP && first)
        line(w, is_serial(order) ? "PTX2C_MASKED_FROM(%s, 0, %d) {" : "PTX2C_MASKED_FIRST(%s, %d) {", mask, first);
    else
        line(w, "PTX2C_%sMASKED%s(%s) {", simd, order == ORDER_FEW ? "_FEW" : order == ORDER_BRIEF ? "_BRIEF" : "", mask);
}

/* The loop ends at the lane whose product reaches what it is compared with. */
static void ends_header(Writer *w, const Item *it, bool serial, ArgName number, ArgName by)
{
    const Ins *of = &w->b->fn->ins.at[it->stride - 1], *test = &w->b->fn->ins.at[it->stride_test];
    const Opnd *first = &test->arg[isa_arg(test, ARG_A)];
    const bool swapped = first->kind != O_REG || first->reg != ins_dest(of).reg;
    const bool has_sign = type_info[isa_slot_type(test, SLOT_TYPE)].kind == 's', shifts = of->mnemonic == INS_SHL;
    const LaneTest found = lane_range_find(test, swapped);
    const char *x = lower_arg(w, of, isa_arg(of, number), 'u').s;
    const char *y = lower_arg(w, of, isa_arg(of, by), 'u').s;
    const char *with = lower_paren(w->b->a, lower_arg(w, test, isa_arg(test, swapped ? ARG_A : ARG_B), has_sign ? 's' : 'u'));
    const char *to = arena_printf(w->b->a, "ptx2c_lanes_below_product(%s, %lld, %s%s%s, (int64_t)%s%s, %s, %s)", x,
                                  (long long)uniform_opnd(w->b, &of->arg[isa_arg(of, number)]).step, shifts ? "ptx2c_shl_b32(1, " : "", y,
                                  shifts ? ")" : "", with, found.plus ? " + 1" : "",
                                  has_sign ? "INT32_MAX" : "UINT32_MAX", all_lanes(w));
    line(w, "const uint32_t below%d = %s;", it->id, to);
    if (w->b->mode == MODE_WARP)
        line(w, serial ? "PTX2C_MASKED_FROM(%s, 0, below%d) {" : "PTX2C_SIMD_MASKED_FROM(%s, 0, below%d) {", mask_name(w, it->mask), it->id);
    else
        line(w, serial ? "PTX2C_EACH_LANE(below%d) {" : "PTX2C_LANES(below%d) {", it->id);
}

bool lanes_steps_header(Writer *w, const Item *it, bool serial, bool other)
{
    const Ins *of = &w->b->fn->ins.at[it->stride - 1], *test = &w->b->fn->ins.at[it->stride_test];
    const int ib = isa_arg(of, ARG_B);
    const bool warp = w->b->mode == MODE_WARP;
    const uint64_t power = lane_stride_power(w->b, of);
    const char how = type_info[isa_slot_type(of, SLOT_TYPE)].kind == 's' ? 's' : 'u';
    Range r = lane_range_of_mask(w, w->mask);
    if (r.one || !lane_range_is_all(w, &r))
        return false;
    ArgName number, factor;
    if (it->stride_ends && lane_stride_reaches(w->b, of, &number, &factor)) {
        ends_header(w, it, serial, number, factor);
        return true;
    }
    const char *x = lower_arg(w, of, isa_arg(of, ARG_A), 'u').s, *y = lower_arg(w, of, ib, how).s;
    const Opnd *with = &test->arg[isa_arg(test, ARG_B)];
    const char *c = it->stride_not != other ? with->imm ? "0" : "1" : lower_arg(w, test, isa_arg(test, ARG_B), 'u').s;
    const char *by = power ? arena_printf(w->b->a, "%u", (unsigned)power)
                           : arena_printf(w->b->a, how == 's' ? "(uint32_t)ptx2c_max_s32(%s, 1)" : "ptx2c_max_u32(%s, 1)", y);
    if (it->stride_sure && of->mnemonic == INS_REM) { /* of none by 0 */
        by = how == 's' ? arena_printf(w->b->a, "(uint32_t)ptx2c_abs_s32(%s)", y) : y;
        line(w, "%s(%s, ptx2c_lane_of_multiple(%s, %s), %s) {", warp ? "PTX2C_MASKED_EVERY" : "PTX2C_LANES_EVERY", warp ? mask_name(w, it->mask) : r.to, x, by, by);
        return true;
    }
    if (it->stride_sure && (of->mnemonic == INS_SUB || (with->kind != O_IMM && !it->stride_not))) { /* none, or of one sign alone */
        const char *to = of->mnemonic == INS_SUB ? arena_printf(w->b->a, "ptx2c_lane_to_remainder(%s, %s, %s)", x, c, r.to) : r.to;
        line(w, "PTX2C_LANES_EVERY(%s, ptx2c_lane_of_remainder_%c32(%s, %s, %s, %s), %s) {", to, of->mnemonic == INS_SUB ? 's' : 'u', x, by, c, r.to, by);
        return true;
    }
    line(w, warp ? "PTX2C_MASKED_EVERY(%s, ptx2c_lane_of(%s, %s, %s), %s) {" : "PTX2C_LANES_EVERY(%s, ptx2c_lane_of(%s, %s, %s), %s) {",
         warp ? mask_name(w, it->mask) : r.to, x, by, c, by);
    return true;
}
