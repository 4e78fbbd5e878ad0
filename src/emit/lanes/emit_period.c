/* emit_period.c: loops over lanes whose work repeats after a few lanes (lane_period.c): whole periods have their lanes written out by
 * the C compiler, so that places in them are constants; others go lane by lane. */
#include "emit/emit_fn.h"

/* Pairs go on together as vectors, of which number P is an element. */
static bool has_pairs(const Writer *w) { return w->period_lanes == 2; }

size_t period_begin(Writer *w, const Item *it)
{
    const int number = w->labels++;
    const char *first = lower_paren(w->b->a, lower_reg(w, it->period_of));
    block(w, "for (uint32_t at%d = 0, by%d; at%d < n %% 2048; at%d += by%d) {", number, number, number, number, number);
    w->period = number + 1;
    w->period_lanes = it->period;
    line(w, "by%d = ptx2c_period%s(%s + at%d, %d, n - at%d);", number, has_pairs(w) ? "s" : "", first, number, it->period, number);
    block(w, "if (PTX2C_PERIODS && by%d %s %d) {", number, has_pairs(w) ? ">=" : "==", it->period);
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

void period_else(Writer *w, const Item *it, size_t from)
{
    const int number = w->period - 1;
    if (has_pairs(w))
        block_end(w);
    add_quotient(w, it, from);
    w->period = 0;
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
    const char *q = arena_printf(a, pair ? "(Q%d + P%d)" : "Q%d", number, number);
    const uint32_t plus = pair ? d->part[w->period_lane] : d->plus;
    if (d->scale)
        add_term(text, d->scale == 1 ? q : arena_printf(a, "%s * %d", q, (int)d->scale));
    if (d->times && !pair)
        add_term(text, lane_text(w, d, w->period_lanes));
    if (plus || !text->n)
        add_term(text, arena_printf(a, "%d", (int)plus));
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
