/* lane_period.c: loops over lanes whose work repeats after a few lanes, but for a quotient.
 *
 * `id / 36`, `id % 36 / 9`, `id % 3`: a thread an element of a small record.  From one multiple of 36 to the next the quotients are
 * q * 1, q * 4 + 0 … 3 and the remainders are the lane's own, so that 36 lanes written out one after the other, q with them, have
 * constants for places: neighbours load the same, and what would have been gathered is loaded once.
 *
 * A register is then worth scale * q + part[lane of the period], where q is the quotient of the thread's number by the period.
 *
 * In: the items of region.c.  Out: Item.period, period_of; Plan.digits.  Fires on tests/bench/programs/su3 and links. */
#include "plan/plan.h"

enum { MOST = 64, WRITTEN = 2560, /* lanes of a period; instructions of all its lanes */
       GATHERED = 2, BESIDE = 8 };/* loads and stores by such places that make it worth while; instructions with each that vectors would
                                   * have been better for */

typedef struct Period {
    Back *b;
    Item *group;
    int of, lanes;    /* the register that is divided, or -1; the period so far */
    int digits, rest; /* instructions whose results are known so, and others; */
    int places;       /*   loads and stores of those whose place is not a vector's */
    bool fits;
} Period;

static uint32_t gcd(uint32_t a, uint32_t b) { return b ? gcd(b, a % b) : a; }

static int plain_register(const Opnd *o) { return opnd_is_reg(o) ? o->reg : -1; }

static bool has_32_bits(const Ins *ins)
{
    const Type t = isa_slot_type(ins, SLOT_TYPE);
    return type_info[t].bits == 32 && type_info[t].kind != 'f' && ins->guard < 0 && !ins->pseudo;
}

/* A quotient or remainder by a small constant. */
static bool divides(const Ins *ins, uint32_t *by)
{
    const Opnd *y = isa_opnd(ins, ARG_B);
    *by = y && y->kind == O_IMM ? (uint32_t)y->imm : 0;
    return (ins->mnemonic == INS_DIV || ins->mnemonic == INS_REM) && has_32_bits(ins) && *by > 1 && *by <= MOST;
}

/* ---- the period ------------------------------------------------------------------------------------------------- */

static void look_for_period(Period *p, const Items *list)
{
    for (const Item *it = items_first(list); it && p->fits; it = items_next(it, list)) {
        const Ins *ins = item_ins(p->b, it);
        p->fits &= it->kind == I_INS || it->kind == I_IF;
        p->fits &= !ins || (!ins_order_matters(ins) && !isa_is_warp(ins));
        uint32_t by;
        const int x = ins && divides(ins, &by) ? plain_register(isa_opnd(ins, ARG_A)) : -1;
        const Val *v = x >= 0 ? &p->b->reg[x].val : NULL;
        if (v && val_counts_lanes(*v) && (p->of < 0 || p->of == x)) {
            p->of = x;
            p->lanes = p->lanes > MOST ? p->lanes : (int)(by / gcd(by, (uint32_t)p->lanes)) * p->lanes;
        }
    }
}

/* ---- what registers are in it ----------------------------------------------------------------------------------- */

/* The operand's value; false: it is not known so. */
static bool read_digit(const Period *p, const Opnd *o, LaneDigit *d)
{
    *d = (LaneDigit){0};
    if (o && o->kind == O_IMM) {
        for (int i = 0; i < p->lanes; i++)
            d->part[i] = (uint32_t)o->imm;
        d->whole = (uint32_t)o->imm <= INT32_MAX;
        return true;
    }
    const int reg = plain_register(o);
    if (reg >= 0 && reg == p->of) {
        d->scale = (uint32_t)p->lanes;
        d->whole = true;
        for (int i = 0; i < p->lanes; i++)
            d->part[i] = (uint32_t)i;
        return true;
    }
    if (reg < 0 || !p->b->plan->digits || !p->b->plan->digits[reg])
        return false;
    *d = *p->b->plan->digits[reg];
    return true;
}

/* x and y, and z of mad, put together lane by lane, if they can be: the scales likewise. */
static bool put_together(const Ins *ins, const LaneDigit *x, const LaneDigit *y, const LaneDigit *z, int lanes, LaneDigit *d)
{
    const uint32_t c = y->part[0];
    const bool divides = ins->mnemonic == INS_DIV;
    bool constant = !y->scale; /* the same for all lanes */
    for (int i = 0; i < lanes; i++)
        constant &= y->part[i] == c;
    switch (ins->mnemonic) {
    case INS_ADD: d->scale = x->scale + y->scale; break;
    case INS_SUB: d->scale = x->scale - y->scale; break;
    case INS_MUL: case INS_MAD:
        if (!isa_has_word(ins, MOD_LO) || (!constant && (x->scale || y->scale)))
            return false;
        d->scale = x->scale * c + z->scale;
        break;
    case INS_SHL:
        if (!constant || c > 31)
            return false;
        d->scale = x->scale << c;
        break;
    case INS_DIV: case INS_REM:
        if (!constant || !c || !x->whole || x->scale % c)
            return false;
        d->scale = divides ? x->scale / c : 0;
        break;
    default: return false;
    }
    d->whole = d->scale == 0 || (divides && x->whole);
    for (int i = 0; i < lanes; i++) {
        d->part[i] = number_of(ins, x->part[i], y->part[i], z->part[i]);
        d->whole &= d->part[i] <= INT32_MAX;
    }
    return true;
}

/* part as (lane % within / by) * times + plus, if it is that. */
static bool find_form(LaneDigit *d, int lanes)
{
    d->plus = d->part[0];
    for (d->within = lanes; d->within > 0; d->within--)
        for (d->by = 1; lanes % d->within == 0 && d->by <= d->within; d->by++) {
            const int next = d->by < d->within ? d->by : 0;
            d->times = d->part[next] - d->plus;
            bool same = d->within % d->by == 0;
            for (int i = 0; i < lanes && same; i++)
                same = d->part[i] == (uint32_t)(i % d->within / d->by) * d->times + d->plus;
            if (same)
                return true;
        }
    return false;
}

static bool make_digit(Period *p, const Ins *ins)
{
    LaneDigit x, y, z = {0}, d = {0};
    const Dest to = ins_dest(ins);
    if (to.n != 1 || p->b->reg[to.reg].ndef != 1 || !has_32_bits(ins) || !ins_is_pure(ins) || p->b->reg[to.reg].val.kind != VAL_VAR ||
        !read_digit(p, isa_opnd(ins, ARG_A), &x) || !read_digit(p, isa_opnd(ins, ARG_B), &y) ||
        (ins->mnemonic == INS_MAD && !read_digit(p, isa_opnd(ins, ARG_C), &z)) || !put_together(ins, &x, &y, &z, p->lanes, &d) ||
        !find_form(&d, p->lanes))
        return false;
    Plan *plan = p->b->plan;
    if (!plan->digits)
        plan->digits = NEWN(p->b->a, LaneDigit *, p->b->nreg + 1);
    plan->digits[to.reg] = memcpy(NEW(p->b->a, LaneDigit), &d, sizeof d);
    return true;
}

static void make_digits(Period *p, const Items *list)
{
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        const Ins *ins = it->kind == I_INS && !p->b->dead[it->ins] ? &p->b->fn->ins.at[it->ins] : NULL;
        if (ins && make_digit(p, ins))
            p->digits++;
        else if (ins) {
            const Opnd *o = isa_address(ins);
            p->places += opnd_has_base(o) && p->b->reg[o->reg].val.kind == VAL_VAR && isa_opnd_space(ins, o) != SP_SHARED;
            p->rest++;
        }
    }
}

/* Forgets what was made of a list. */
static void forget(Back *b, const Items *list)
{
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        const Dest to = it->kind == I_INS ? ins_dest(&b->fn->ins.at[it->ins]) : (Dest){0, -1};
        if (to.n == 1)
            b->plan->digits[to.reg] = NULL;
    }
}

static void look_at(Back *b, Item *group)
{
    Period p = {.b = b, .group = group, .of = -1, .lanes = 1, .fits = true};
    if (group->serial || group->rows || group->stride || group->skips || group->mask)
        return;
    look_for_period(&p, &group->kid[0]);
    if (!p.fits || p.of < 0 || p.lanes > MOST || !(p.lanes & (p.lanes - 1)))
        return;
    make_digits(&p, &group->kid[0]);
    if (!p.digits || p.places < GATHERED || p.rest > p.places * BESIDE || p.rest * p.lanes > WRITTEN) {
        if (p.digits)
            forget(b, &group->kid[0]);
        return;
    }
    group->period = p.lanes;
    group->period_of = p.of;
}

/* Notes which registers are read by more than instructions whose results are known so, too. */
static void note_readers(Back *b)
{
    LaneDigit **digits = b->plan->digits;
    const Items *list = &b->plan->root;
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        const Ins *ins = it->ins >= 0 ? &b->fn->ins.at[it->ins] : NULL;
        const Dest to = ins && it->kind == I_INS ? ins_dest(ins) : (Dest){0, -1};
        const bool known = to.n == 1 && digits[to.reg];
        if (ins && !known && !(it->kind == I_INS && b->dead[it->ins]))
            for (Refs r = ins_refs(ins); refs_next(&r);)
                if (!r.write && digits[r.reg])
                    digits[r.reg]->wanted = true;
    }
}

void lane_periods_find(Back *b)
{
    if (b->mode == MODE_LANES && back_optimizes(b) && !b->gotos && !b->by_quotients)
        lane_groups_each(b, look_at);
    if (b->plan->digits)
        note_readers(b);
}
