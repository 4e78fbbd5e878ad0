/* lane_range.c: branches that a range of a chunk's lanes takes.
 *
 * Where a value that grows from lane to lane and wraps in none is compared with one that is the same for all, the result
 * changes at one lane at most.  That lane's number is all that is kept of it, and what stands under such a condition runs
 * for a range of lanes: in loops with other bounds, with no test for each lane and no second version.
 *
 * In: uniform.c's values.  Out: Val.border, and the C text of borders and ranges. */
#include "emit/emit_fn.h"
#include "emit/lower.h"

#include <ctype.h>

typedef struct Test { const char *name; bool swapped; Border border; int plus; } Test;

/* What a comparison of an affine value (on the left, or swapped: on the right) with a uniform one is. */
static const Test *find_test(const Ins *ins, bool swapped)
{
    static const Test tests[] = {
        {"lt", false, BORDER_BELOW, 0}, {"le", false, BORDER_BELOW, 1}, {"gt", false, BORDER_FROM, 1},
        {"ge", false, BORDER_FROM, 0},  {"lt", true, BORDER_FROM, 1},   {"le", true, BORDER_FROM, 0},
        {"gt", true, BORDER_BELOW, 0},  {"ge", true, BORDER_BELOW, 1},  {"lo", false, BORDER_BELOW, 0},
        {"ls", false, BORDER_BELOW, 1}, {"hi", false, BORDER_FROM, 1},  {"hs", false, BORDER_FROM, 0},
        {"lo", true, BORDER_FROM, 1},   {"ls", true, BORDER_FROM, 0},   {"hi", true, BORDER_BELOW, 0},
        {"hs", true, BORDER_BELOW, 1},  {"eq", false, BORDER_AT, 0},    {"eq", true, BORDER_AT, 0},
        {"ne", false, BORDER_BUT, 0},   {"ne", true, BORDER_BUT, 0},
    };
    const char *op = isa_slot(ins, "cmp");
    for (size_t i = 0; op && i < sizeof tests / sizeof *tests; i++)
        if (tests[i].swapped == swapped && strcmp(op, tests[i].name) == 0)
            return &tests[i];
    return NULL;
}

Val lane_range_value(const Back *b, const Ins *ins, Val x, Val y)
{
    const Val none = {0}, aff = x.kind == VAL_AFF ? x : y;
    Type t = isa_slot_type(ins, "type");
    int d = isa_arg(ins, "p"), q = isa_arg(ins, "q");
    const Test *test = find_test(ins, x.kind != VAL_AFF);
    if ((b->mode != MODE_CTA && b->mode != MODE_WARP) || !test || d < 0 || ins->arg[d].kind != O_REG || (q >= 0 && ins->arg[q].kind == O_REG) ||
        ins->guard >= 0)
        return none;
    const RegInfo *g = &b->reg[ins->arg[d].reg];
    if (!g->guards || g->ndef != 1 || type_info[t].bits != 32 || x.kind == y.kind || aff.kind != VAL_AFF ||
        (x.kind != VAL_UNI && y.kind != VAL_UNI) || aff.step <= 0 || aff.max > INT32_MAX)
        return none;
    Val v = {.kind = VAL_AFF, .level = LV_CHUNK, .border = test->border, .max = UINT64_MAX};
    int lane;
    v.known = b->mode == MODE_WARP && warp_affine_lane(x, y, isa_slot(ins, "cmp"), t, test->border == BORDER_FROM ||
                                                 test->border == BORDER_AT, &lane);
    v.base = v.known ? lane : 0;
    return v;
}

static Border opposite(Border x)
{
    static const Border of[] = {[BORDER_BELOW] = BORDER_FROM, [BORDER_FROM] = BORDER_BELOW, [BORDER_AT] = BORDER_BUT,
                                [BORDER_BUT] = BORDER_AT};
    return of[x];
}

/* The lanes that go to a side of the branch. */
static Border side_of(const Back *b, const Ins *br, bool negate)
{
    Border x = (Border)b->reg[br->guard].val.border;
    return br->guard_neg ^ negate ? opposite(x) : x;
}

bool lane_range_splits(const Back *b, const Node *n)
{
    const Ins *br = &b->fn->ins.at[n->blk->term];
    if (n->kind != N_IF || br->guard < 0 || !b->reg[br->guard].val.border)
        return false;
    for (int i = 0; i < n->nkid && i < 2; i++)
        if (n->kid[i] && side_of(b, br, n->negate ^ i) == BORDER_BUT)
            return false;
    return true;
}

/* ---- C text ------------------------------------------------------------------------------------------------------- */

static const char *all_lanes(const Writer *w) { return w->b->mode == MODE_WARP ? "32" : "n"; }

/* The arguments of a function that looks for the lane where the comparison changes: the affine value of the first lane, its
 * step, what it is compared with, the lanes.  *x: what kind of border that is. */
static const char *border_args(Writer *w, const Ins *ins, Border *x)
{
    const char *left = "a", *right = "b";
    if (uniform_opnd(w->b, &ins->arg[isa_arg(ins, "a")]).kind != VAL_AFF) {
        left = "b";
        right = "a";
    }
    const Test *test = find_test(ins, *left == 'b');
    int ia = isa_arg(ins, left), ib = isa_arg(ins, right);
    char how = type_info[isa_slot_type(ins, "type")].kind == 's' ? 's' : 'u';
    const char *base = lower_arg(w, ins, ia, how).s, *with = lower_arg(w, ins, ib, how).s;
    if (test->plus && ins->arg[ib].kind == O_IMM)
        with = arena_printf(w->b->a, "%lld", (how == 's' ? (long long)(int32_t)ins->arg[ib].imm
                                                         : (long long)(uint32_t)ins->arg[ib].imm) + 1);
    else if (test->plus)
        with = arena_printf(w->b->a, "(int64_t)%s + 1", lower_paren(w->b->a, (Ex){with, false}));
    *x = test->border;
    return arena_printf(w->b->a, "%s, %lld, %s, %s", base, (long long)uniform_opnd(w->b, &ins->arg[ia]).step, with,
                        all_lanes(w));
}

const char *lane_range_text(Writer *w, const Ins *ins)
{
    Border x;
    const char *args = border_args(w, ins, &x);
    return arena_printf(w->b->a, "%s(%s)", x == BORDER_AT || x == BORDER_BUT ? "ptx2c_lane_at" : "ptx2c_lanes_below", args);
}

const char *lane_range_alike(Writer *w, const Ins *ins)
{
    const bool swapped = uniform_opnd(w->b, &ins->arg[isa_arg(ins, "a")]).kind != VAL_AFF;
    const Test *test = find_test(ins, swapped);
    if (!test || test->border >= BORDER_AT || type_info[isa_slot_type(ins, "type")].bits != 32)
        return NULL;
    Border x;
    return arena_printf(w->b->a, "ptx2c_lanes_alike(%s)", border_args(w, ins, &x));
}

const char *lane_range_test(Writer *w, int reg, bool negate)
{
    static const char *const op[] = {[BORDER_BELOW] = "<", [BORDER_FROM] = ">=", [BORDER_AT] = "==", [BORDER_BUT] = "!="};
    Border x = (Border)w->b->reg[reg].val.border;
    const bool was = w->lane;
    w->lane = false;
    const char *at = lower_reg(w, reg).s;
    w->lane = was;
    return arena_printf(w->b->a, "l %s %s", op[negate ? opposite(x) : x], at);
}

/* The lanes of a mask. */
Range lane_range_of_mask(const Writer *w, int mask)
{
    if (mask && mask < w->ranges.n && w->ranges.at[mask].from)
        return w->ranges.at[mask];
    return (Range){"0", all_lanes(w), NULL, NULL, w->b->mode == MODE_CTA ? NULL : mask_name((Writer *)w, mask)};
}

bool lane_range_is_all(const Writer *w, const Range *r) { return strcmp(r->from, "0") == 0 && strcmp(r->to, all_lanes(w)) == 0; }

bool lane_range_in_loop(const Writer *w, const Item *it)
{
    const Items *in = &it->kid[0];
    const Ins *br = &w->b->fn->ins.at[it->ins];
    return in->n == 1 && in->at[0]->kind == I_GROUP && in->at[0]->level == LV_LANE &&
           (w->b->reg[br->guard].val.border < BORDER_AT || w->b->mode == MODE_WARP);
}

/* The part of a range that lies in another. */
static Range intersect(Writer *w, Range r, Range all, int mask)
{
    Arena *a = w->b->a;
    const char *from = r.from, *to = r.to;
    r.one = NULL;
    if (strcmp(from, "0") == 0) {
        r.from = all.from;
    } else if (strcmp(all.from, "0") != 0) {
        line(w, "const uint32_t from%d = ptx2c_max_u32(%s, %s);", mask, all.from, from);
        r.from = arena_printf(a, "from%d", mask);
    }
    if (strcmp(to, all_lanes(w)) == 0) {
        r.to = all.to;
    } else if (strcmp(all.to, all_lanes(w)) != 0) {
        line(w, "const uint32_t to%d = ptx2c_min_u32(%s, %s);", mask, all.to, to);
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
    switch (side_of(w->b, br, it->negate)) {
    case BORDER_BELOW: return (Range){"0", at, at, NULL, NULL};
    case BORDER_FROM: return (Range){at, n, arena_printf(a, "%s < %s", at, n), NULL, NULL};
    default:
        return (Range){at, g->known ? arena_printf(a, "%d", (int)g->val.base + 1) : arena_printf(a, "%s + 1", at),
                       arena_printf(a, "%s < %s", at, n), at, NULL};
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
