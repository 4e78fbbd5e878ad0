/* border.c: branches that a range of a chunk's lanes takes.
 *
 * Where a value that grows from lane to lane and wraps in none is compared with one that is the same for all, the result
 * changes at one lane at most.  That lane's number is all that is kept of it, and what stands under such a condition runs
 * for a range of lanes: in loops with other bounds, with no test for each lane and no second version.
 *
 * In: uniform.c's values.  Out: Val.border, and the C text of borders and ranges. */
#include "emit_fn.h"
#include "lower.h"

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

Val border_value(const Back *b, const Ins *ins, Val x, Val y)
{
    const Val none = {0}, aff = x.kind == VAL_AFF ? x : y;
    Type t = isa_slot_type(ins, "type");
    int d = isa_arg(ins, "p"), q = isa_arg(ins, "q");
    const Test *test = find_test(ins, x.kind != VAL_AFF);
    if (b->mode != MODE_CTA || !test || d < 0 || ins->arg[d].kind != O_REG || (q >= 0 && ins->arg[q].kind == O_REG) ||
        ins->guard >= 0)
        return none;
    const RegInfo *g = &b->reg[ins->arg[d].reg];
    if (!g->guards || g->ndef != 1 || type_info[t].bits != 32 || x.kind == y.kind || aff.kind != VAL_AFF ||
        (x.kind != VAL_UNI && y.kind != VAL_UNI) || aff.step <= 0 || aff.max > INT32_MAX)
        return none;
    return (Val){.kind = VAL_AFF, .level = LV_CHUNK, .border = test->border, .max = UINT64_MAX};
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

bool border_splits(const Back *b, const Node *n)
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

const char *border_text(Writer *w, const Ins *ins)
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
        with = arena_printf(w->b->a, "(int64_t)%s + 1", lower_paren((Ex){with, false}));
    bool at = test->border == BORDER_AT || test->border == BORDER_BUT;
    return arena_printf(w->b->a, "%s(%s, %lld, %s, n)", at ? "ptx2c_lane_at" : "ptx2c_lanes_below", base,
                        (long long)uniform_opnd(w->b, &ins->arg[ia]).step, with);
}

const char *border_test(Writer *w, int reg, bool negate)
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
Range border_range(const Writer *w, int mask)
{
    return mask ? w->ranges.at[mask] : (Range){"0", "n", NULL};
}

bool border_in_loop(const Writer *w, const Item *it)
{
    const Items *in = &it->kid[0];
    const Ins *br = &w->b->fn->ins.at[it->ins];
    return in->n == 1 && in->at[0]->kind == I_GROUP && in->at[0]->level == LV_LANE &&
           w->b->reg[br->guard].val.border < BORDER_AT;
}

void border_mask(Writer *w, const Item *it)
{
    Arena *a = w->b->a;
    const Ins *br = &w->b->fn->ins.at[it->ins];
    const char *at = lower_reg(w, br->guard).s;
    Range all = border_range(w, it->outer), r = all;
    switch (side_of(w->b, br, it->negate)) {
    case BORDER_BELOW: r = (Range){"0", at, at}; break;
    case BORDER_FROM: r = (Range){at, "n", arena_printf(a, "%s < n", at)}; break;
    default: r = (Range){at, arena_printf(a, "%s + 1", at), arena_printf(a, "%s < n", at)}; break;
    }
    if (it->outer) { /* the part that lies in the range around */
        const char *from = r.from, *to = r.to;
        if (strcmp(from, "0") == 0) {
            r.from = all.from;
        } else if (strcmp(all.from, "0") != 0) {
            line(w, "const uint32_t from%d = ptx2c_max_u32(%s, %s);", it->mask, all.from, from);
            r.from = arena_printf(a, "from%d", it->mask);
        }
        if (strcmp(to, "n") == 0) {
            r.to = all.to;
        } else if (strcmp(all.to, "n") != 0) {
            line(w, "const uint32_t to%d = ptx2c_min_u32(%s, %s);", it->mask, all.to, to);
            r.to = arena_printf(a, "to%d", it->mask);
        }
        r.some = strcmp(r.from, "0") == 0 ? r.to : arena_printf(a, "%s < %s", r.from, r.to);
    }
    while (w->ranges.n <= it->mask)
        array_add(a, &w->ranges, (Range){0});
    w->ranges.at[it->mask] = r;
}
