/* emit_period.c: loops over lanes whose work repeats after a few lanes (lane_period.c): whole periods have their lanes written out by
 * the C compiler, so that places in them are constants; others go lane by lane. */
#include "emit/emit_fn.h"

/* Pairs go on together as vectors, of which number P is an element. */
static bool has_pairs(const Writer *w) { return w->period_lanes == 2; }

/* The number of the period, if what was written from there on asks for it. */
static void add_quotient(Writer *w, const Item *it, size_t from)
{
    const int number = w->period - 1;
    Str text = {0};
    if (!strstr(w->out->s + from, arena_printf(w->b->a, "Q%d", number)))
        return;
    Str *out = divert(w, &text);
    line(w, "const uint32_t Q%d = (%s + at%d) / %d;", number, lower_paren(w->b->a, lower_reg(w, it->period_of)), number, it->period);
    insert_diverted(w, out, from);
}

/* Item.walks, in front of the loop over pairs: whether numbers of 32 bits go on to the last pair without a wrap, in the lane of a pair. */
static const char *walks_check(Writer *w, const Items *list, int number)
{
    const Back *b = w->b;
    Str text = {0}, *out = divert(w, &text);
    block(w, "{");
    for (int i = 0; i < list->n; i++) {
        const Ins *ins = &b->fn->ins.at[list->at[i]->ins];
        const Dest to = ins_dest(ins);
        if (to.n != 1 || b->dead[list->at[i]->ins] || !(b->plan->walks[to.reg] || b->plan->digits[to.reg]))
            continue;
        const int a = isa_arg(ins, ARG_A);
        if (type_info[b->fn->regs.at[to.reg]->type].bits == 32)
            w->list(w, &(Items){.at = list->at + i, .n = 1});
        else
            line(w, "even%d &= ptx2c_steps_%s(%s, %lld, by%d / 2);", number, c_signed((Type)ins->argtype[a]) ? "s32" : "u32",
                 lower_arg(w, ins, a, 'u').s, (long long)lane_pair_step(b, ins->arg[a].reg), number);
    }
    block_end(w);
    divert(w, out);
    return str_keep(b->a, &text);
}

static void check_walks(Writer *w, const Item *it, int number)
{
    const size_t from = w->out->n;
    line(w, "bool even%d = PTX2C_PERIODS && by%d >= 2;", number, number);
    w->lane = true;
    const char *first = walks_check(w, &it->kid[0], number);
    w->period_lane = 1;
    const char *second = walks_check(w, &it->kid[0], number);
    w->lane = false;
    str_add(w->out, first);
    str_add(w->out, strcmp(first, second) == 0 ? "" : second);
    add_quotient(w, it, from);
}

size_t period_begin(Writer *w, const Item *it)
{
    const int number = w->labels++;
    const char *first = lower_paren(w->b->a, lower_reg(w, it->period_of));
    block(w, "for (uint32_t at%d = 0, by%d; at%d < n %% 2048; at%d += by%d) {", number, number, number, number, number);
    w->period = number + 1;
    w->period_lanes = it->period;
    line(w, "by%d = ptx2c_period%s(%s + at%d, %d, n - at%d);", number, has_pairs(w) ? "s" : "", first, number, it->period, number);
    w->period_walks = it->walks;
    if (it->walks)
        check_walks(w, it, number);
    block(w, it->walks ? "if (even%d) {" : "if (PTX2C_PERIODS && by%d %s %d) {", number, has_pairs(w) ? ">=" : "==", it->period);
    const size_t from = w->out->n;
    if (has_pairs(w)) {
        line(w, "const uint32_t from%d = at%d %% 1024;", number, number); /* it is less: so compilers see that 4 * l does not wrap */
        block(w, "PTX2C_LANE_PAIRS(by%d, P%d) {", number, number);
        period_lane(w, 0);
    } else {
        line(w, "PTX2C_LANES_OF_PERIOD(%d, at%d, M%d) {", it->period, number, number);
    }
    return from;
}

bool period_lane(Writer *w, int lane)
{
    const int number = w->period - 1;
    w->period_lane = lane;
    if (!has_pairs(w) || lane > 1)
        return false;
    line(w, "PTX2C_LANE_OF_PAIR(from%d, P%d, %d) {", number, number, lane);
    return true;
}

void period_else(Writer *w, const Item *it, size_t from)
{
    const int number = w->period - 1;
    if (has_pairs(w))
        block_end(w);
    if (!it->walks)
        add_quotient(w, it, from);
    w->period = 0;
    w->period_walks = false;
    block(w, "} else {");
    line(w, "PTX2C_EACH_LANE_FROM(at%d, at%d + by%d) {", number, number, number);
}

static const char *lane_text(Writer *w, const LaneDigit *d, int period)
{
    Arena *a = w->b->a;
    const char *m = arena_printf(a, "M%d", w->period - 1);
    m = d->within < period ? arena_printf(a, "%s %% %d", m, d->within) : m;
    m = d->by > 1 ? arena_printf(a, "%s / %d", m, d->by) : m;
    return d->times == 1 ? m : arena_printf(a, strchr(m, ' ') ? "(%s) * %d" : "%s * %d", m, (int)d->times);
}

/* What lane i of period q has: in a pair it is known which lane that is. */
static void add_terms(Writer *w, const LaneDigit *d, bool pair, Str *text)
{
    Arena *a = w->b->a;
    const int number = w->period - 1;
    const char *q = arena_printf(a, pair && !w->period_walks ? "(Q%d + P%d)" : "Q%d", number, number);
    const uint32_t plus = pair ? d->part[w->period_lane] : d->plus;
    if (d->scale)
        add_term(text, d->scale == 1 ? q : arena_printf(a, "%s * %d", q, (int)d->scale));
    if (d->times && !pair)
        add_term(text, lane_text(w, d, w->period_lanes));
    if (plus || !text->n)
        add_term(text, arena_printf(a, "%d", (int)plus));
}

const char *period_more(const Writer *w, const Ins *ins)
{
    const Dest to = ins_dest(ins);
    const int64_t step = w->period_walks && to.n == 1 && type_info[w->b->fn->regs.at[to.reg]->type].bits == 64 ? w->b->plan->walks[to.reg] : 0;
    return step ? arena_printf(w->b->a, "(int64_t)P%d * %lld", w->period - 1, (long long)step) : NULL;
}

bool period_assigns(Writer *w, const Ins *ins, Ex *fold)
{
    const Dest to = ins_dest(ins);
    const LaneDigit *d = w->period && w->b->plan->digits && to.n == 1 ? w->b->plan->digits[to.reg] : NULL;
    if (!d)
        return false;
    const RegInfo *g = &w->b->reg[to.reg];
    if (!fold && !d->wanted && is_declared_at(w->b, g, ins))
        return true;
    Str text = {0};
    add_terms(w, d, has_pairs(w), &text);
    lower_assign(w, ins, &ins->arg[isa_arg(ins, ARG_D)], ins->argtype[isa_arg(ins, ARG_D)], str_keep(w->b->a, &text), fold);
    return true;
}
