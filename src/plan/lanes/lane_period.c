/* lane_period.c: loops over lanes whose work repeats after a few lanes, but for a quotient.
 *
 * `id / 36`, `id % 36 / 9`, `id % 3`: a thread an element of a small record.  From one multiple of 36 to the next the quotients are
 * q * 1, q * 4 + 0 … 3 and the remainders are the lane's own, so that 36 lanes written out one after the other, q with them, have
 * constants for places: neighbours load the same, and what would have been gathered is loaded once.
 *
 * A register is then worth scale * q + part[lane of the period], where q is the quotient of the thread's number by the period.
 *
 * Of `x / 2`, `x >> 1`, `x & ~1` (a picture twice as large, colours of pairs of pixels, a coarse grid) the period is a pair: two lanes read the
 * same.  Pairs are elements of vectors, so that what lanes would gather is read once for both, and in a row.
 *
 * Numbers of 32 bits that are made of such quotients, and only go into ones of 64, are those of the first pair; what is made of them grows
 * evenly from pair to pair, where a check in front of the loop says that none of them wraps.
 *
 * In: the items of region.c.  Out: Item.period, period_of, walks; Plan.digits, walks.  Fires on tests/bench/programs/su3 and links, on pairs in
 * coarse and chroma. */
#include "plan/plan.h"

enum { MOST = 64, WRITTEN = 2560, /* lanes of a period; instructions of all its lanes */
       MORE = 512, /* added to the lanes' numbers at most */
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

/* A constant that is the second operand of such an instruction; 0: it has none. */
static uint32_t constant_of(const Ins *ins, Mnemonic op)
{
    const Opnd *y = ins && ins->mnemonic == op && has_32_bits(ins) ? isa_opnd(ins, ARG_B) : NULL;
    return y && y->kind == O_IMM ? (uint32_t)y->imm : 0;
}

/* What reg is more than another register, which this returns. */
static int counted_from(const Back *b, int reg, uint32_t *more)
{
    const Ins *ins = back_def(b, reg);
    *more = constant_of(ins, INS_ADD);
    const int from = *more && *more < MORE ? plain_register(isa_opnd(ins, ARG_A)) : -1;
    if (from >= 0 && b->reg[from].ndef == 1 && val_counts_lanes(b->reg[from].val))
        return from;
    *more = 0;
    return reg;
}

/* A quotient or remainder by a small constant, or by 2 as bits or what finds them (x + (x < 0) is halved): of which register. */
static int divides(const Ins *ins, uint32_t *by)
{
    const uint32_t d = constant_of(ins, INS_DIV), r = constant_of(ins, INS_REM), bits = constant_of(ins, INS_AND), shift = constant_of(ins, INS_SHR);
    *by = shift == 1 || shift == 31 || bits == 1 || bits == ~1u ? 2 : d ? d : r;
    return *by > 1 && *by <= MOST ? plain_register(isa_opnd(ins, ARG_A)) : -1;
}

/* ---- the period ------------------------------------------------------------------------------------------------- */

/* The register that x and all that is divided so far are counted from; -1: it is none. */
static int counted_with(const Period *p, int x)
{
    uint32_t more;
    if (x < 0 || !val_counts_lanes(p->b->reg[x].val))
        return -1;
    if (p->of < 0 || counted_from(p->b, p->of, &more) == x)
        return x;
    return x == p->of || counted_from(p->b, x, &more) == p->of ? p->of : -1;
}

static void look_for_period(Period *p, const Items *list)
{
    for (const Item *it = items_first(list); it && p->fits; it = items_next(it, list)) {
        const Ins *ins = item_ins(p->b, it);
        p->fits &= it->kind == I_INS || it->kind == I_IF;
        p->fits &= !ins || (!ins_order_matters(ins) && !isa_is_warp(ins));
        uint32_t by;
        const int of = ins ? counted_with(p, divides(ins, &by)) : -1;
        if (of >= 0) {
            p->of = of;
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
    uint32_t more = 0;
    if (reg >= 0 && (reg == p->of || counted_from(p->b, reg, &more) == p->of)) {
        d->scale = (uint32_t)p->lanes;
        d->whole = true;
        for (int i = 0; i < p->lanes; i++)
            d->part[i] = (uint32_t)i + more;
        return true;
    }
    if (reg < 0 || !p->b->plan->digits || !p->b->plan->digits[reg])
        return false;
    *d = *p->b->plan->digits[reg];
    return true;
}

/* Whether the part of a number that is dropped, or kept, does not grow from period to period. */
static bool drops_evenly(const Ins *ins, uint32_t scale, uint32_t c)
{
    const uint32_t low = c & 1 ? c : ~c; /* the bits below those of the scale, or all others */
    if (ins->mnemonic == INS_AND)
        return !(scale & low) && !(low & (low + 1));
    if (ins->mnemonic == INS_SHR)
        return c == 31 || (c < 31 && scale % (1u << c) == 0);
    return c && scale % c == 0;
}

/* Whether what an instruction makes of x and y grows by the same from period to period, too, in each lane. */
static bool stays_even(const Ins *ins, const LaneDigit *x, const LaneDigit *y, bool constant)
{
    switch (ins->mnemonic) {
    case INS_ADD: case INS_SUB: return true;
    case INS_MUL: case INS_MAD: return isa_has_word(ins, MOD_LO) && (constant || !(x->scale | y->scale));
    case INS_SHL: return constant;
    case INS_AND: return constant && drops_evenly(ins, x->scale, y->part[0]);
    case INS_SHR: case INS_DIV: case INS_REM: return constant && x->whole && drops_evenly(ins, x->scale, y->part[0]);
    default: return false;
    }
}

/* x and y, and z of mad, put together lane by lane, if they can be: the scales likewise. */
static bool put_together(const Ins *ins, const LaneDigit *x, const LaneDigit *y, const LaneDigit *z, int lanes, LaneDigit *d)
{
    const bool divides = ins->mnemonic == INS_DIV || ins->mnemonic == INS_SHR;
    bool constant = !y->scale; /* the same for all lanes */
    for (int i = 0; i < lanes; i++)
        constant &= y->part[i] == y->part[0];
    if (!stays_even(ins, x, y, constant))
        return false;
    for (int i = 0; i < lanes; i++)
        d->part[i] = number_of(ins, x->part[i], y->part[i], z->part[i]);
    d->scale = number_of(ins, x->part[0] + x->scale, y->part[0] + y->scale, z->part[0] + z->scale) - d->part[0];
    const uint32_t most = !d->scale || divides ? INT32_MAX : d->scale <= (uint32_t)lanes ? MORE : 0; /* as the lane's number, and a little */
    d->whole = most > 0;
    for (int i = 0; i < lanes; i++)
        d->whole &= d->part[i] <= most;
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

/* Whether what is known so and what is the same for all make the register, so that it grows evenly from period to period. */
static bool follows(const Back *b, const Opnd *o, int deep)
{
    static const Mnemonic even[] = {INS_ADD, INS_SUB, INS_MUL, INS_MAD, INS_SHL, INS_CVT, INS_MOV, INS_NONE};
    const int reg = o->kind == O_MEM ? o->reg : plain_register(o);
    if (reg < 0 || b->reg[reg].val.kind != VAL_VAR || (b->plan->digits && b->plan->digits[reg]))
        return true;
    const Ins *ins = back_def(b, reg);
    bool all = ins && deep > 0 && ins->guard < 0 && ins_is_any(ins, even) && ins_dest(ins).n == 1;
    for (int i = -1; all && isa_next_input(ins, &i);)
        all = follows(b, &ins->arg[i], deep - 1);
    return all;
}

/* Whether vectors of pairs do better than vectors of lanes: what these gather lies evenly, and all is plain. */
static bool suits_vectors(const Period *p)
{
    enum { DEEP = 8, EVEN = 4 }; /* instructions to an address; other accesses for each that is gathered */
    const Items *list = &p->group->kid[0];
    int gathered = 0, others = 0;
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        const Ins *ins = it->kind == I_INS ? &p->b->fn->ins.at[it->ins] : NULL;
        if (!ins || ins->guard >= 0)
            return false;
        const Opnd *o = p->b->dead[it->ins] ? NULL : isa_address(ins);
        if (!o || !opnd_has_base(o) || p->b->reg[o->reg].val.kind != VAL_VAR)
            others += o != NULL;
        else if (isa_emit(ins) != EMIT_LD || !follows(p->b, o, DEEP))
            return false;
        else
            gathered++;
    }
    return gathered && others <= gathered * EVEN;
}

static bool is_worth_it(const Period *p)
{
    return p->digits && p->rest * p->lanes <= WRITTEN &&
           (p->lanes == 2 ? suits_vectors(p) : p->places >= GATHERED && p->rest <= p->places * BESIDE);
}

/* ---- from pair to pair ------------------------------------------------------------------------------------------- */

int64_t lane_pair_step(const Back *b, int reg)
{
    const Plan *plan = b->plan;
    return reg < 0 || type_info[b->fn->regs.at[reg]->type].bits != 32 ? 0 : plan->digits[reg] ? (int32_t)plan->digits[reg]->scale : plan->walks[reg];
}

static int64_t step_of(const Back *b, const Opnd *o) { return o ? lane_pair_step(b, plain_register(o)) : 0; }

/* Whether all that an instruction reads is known so, is the same for all, or is a constant. */
static bool reads_evenly(const Back *b, const Ins *ins)
{
    bool all = true;
    for (int i = -1; all && isa_next_input(ins, &i);) {
        const int reg = plain_register(&ins->arg[i]);
        all = reg < 0 ? ins->arg[i].kind == O_IMM : b->plan->digits[reg] || lane_pair_step(b, reg) || b->reg[reg].val.kind == VAL_UNI;
    }
    return all;
}

/* A sum, or a product with a constant, of such whole numbers: its step.  0: it is none. */
static int64_t even_step(const Back *b, const Ins *ins)
{
    static const Mnemonic sums[] = {INS_ADD, INS_SUB, INS_CVT, INS_MOV, INS_NONE}, products[] = {INS_MUL, INS_MAD, INS_SHL, INS_NONE};
    static const Modifier odd[] = {MOD_SAT, MOD_CC, MOD_HI, MOD_NONE};
    const bool sum = ins_is_any(ins, sums);
    if (!(sum || ins_is_any(ins, products)) || isa_has_any(ins, odd) || !ins_is_pure(ins) || !reads_evenly(b, ins))
        return 0;
    const Opnd *y = isa_opnd(ins, ARG_B);
    const int64_t first = step_of(b, isa_opnd(ins, ARG_A)), second = step_of(b, y);
    if (sum)
        return ins->mnemonic == INS_SUB ? first - second : first + second;
    const int64_t by = y->kind != O_IMM ? 0 : ins->mnemonic == INS_SHL ? (int64_t)1 << (y->imm & 31) : (int64_t)y->imm;
    return (first | second) && !by ? 0 : first * by + step_of(b, isa_opnd(ins, ARG_C));
}

/* Whether an instruction has to do with numbers of 32 bits that grow. */
static bool grows(const Back *b, const Ins *ins)
{
    for (Refs r = ins_refs(ins); refs_next(&r);)
        if (lane_pair_step(b, r.reg))
            return true;
    return false;
}

/* Notes what grows so.  False: nothing of 64 bits does, or a number of 32 bits that does is wanted for something else. */
static bool find_walks(Back *b, const Items *list)
{
    enum { FAR = 1 << 20 };
    Plan *plan = b->plan;
    plan->walks = plan->walks ? plan->walks : NEWN(b->a, int64_t, b->nreg + 1);
    bool any = false;
    for (const Item *it = items_first(list); it; it = items_next(it, list)) {
        const Ins *ins = &b->fn->ins.at[it->ins];
        if (b->dead[it->ins] || !grows(b, ins))
            continue;
        const Dest to = ins_dest(ins);
        const TypeInfo *t = to.n == 1 ? &type_info[b->fn->regs.at[to.reg]->type] : NULL;
        if (!t || t->kind == 'f' || t->bits < 32 || (t->bits == 32 && b->reg[to.reg].plan->store != ST_FOLD && b->reg[to.reg].plan->store != ST_LOCAL))
            return false;
        if (plan->digits[to.reg])
            continue;
        plan->walks[to.reg] = even_step(b, ins);
        if (!plan->walks[to.reg] || llabs(plan->walks[to.reg]) > FAR)
            return false;
        any |= t->bits == 64;
    }
    return any;
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

static bool is_plain(const Item *group)
{
    return !(group->serial || group->rows || group->stride || group->skips || group->mask || group->scatters || group->whole || group->reductions);
}

static void look_at(Back *b, Item *group)
{
    Period p = {.b = b, .group = group, .of = -1, .lanes = 1, .fits = is_plain(group)};
    look_for_period(&p, &group->kid[0]);
    if (!p.fits || p.of < 0 || p.lanes > MOST || (p.lanes > 2 && !(p.lanes & (p.lanes - 1))))
        return;
    make_digits(&p, &group->kid[0]);
    if (is_worth_it(&p)) {
        group->period = p.lanes;
        group->period_of = p.of;
        group->walks = p.lanes == 2 && find_walks(b, &group->kid[0]);
    } else if (p.digits) {
        forget(b, &group->kid[0]);
    }
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
            for (Refs r = ins_refs(ins); reads_next(&r);)
                if (digits[r.reg])
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
