/* value.c: moves, comparisons, choices and conversions. */
#include "interp.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

/* Compilers fill a part that nobody looks at with any register: what nothing has written counts as 0 there. */
static bool is_filler(Thread *t, const Operand *part) { return part->kind == REGISTER && !top(t)->written[part->reg]; }

static void mov(Thread *t, const Insn *i)
{
    const Operand *d = &i->o[0], *s = &i->o[1];
    if (s->kind == LIST) { /* put together, the first lowest */
        uint64_t v = 0;
        const int bits = i->t.bits / s->n;
        for (int k = 0; k < s->n; k++)
            v |= is_filler(t, &s->item[k]) ? 0 : get(t, i, &s->item[k], (Type){'b', bits}) << k * bits;
        out(t, i, v);
    } else if (d->kind == LIST) {
        uint64_t v = in(t, i, 1);
        const int bits = i->t.bits / d->n;
        for (int k = 0; k < d->n; k++)
            set(t, i, &d->item[k], (Type){'b', bits}, v >> k * bits);
    } else {
        out(t, i, in(t, i, 1));
    }
}

double real_of(Type type, uint64_t v) { return type.bits == 32 ? to_f32(v) : to_f64(v); }

uint64_t bits_of_real(Type type, double x) { return type.bits == 32 ? of_f32((float)x) : of_f64(x); }

/* A subnormal single becomes a zero of its sign. */
static uint64_t flush(bool ftz, Type type, uint64_t v)
{
    return ftz && type.k == 'f' && type.bits == 32 && !(v & 0x7f800000) ? v & 0x80000000 : v;
}

Relation relation_of(double x, double y) { return x < y ? LESS : x == y ? EQUAL : x > y ? MORE : APART; }

bool holds(Thread *t, const Insn *i, Word compare, Relation r)
{
    static const uint8_t held_by[] = {
        [W_EQ] = EQUAL, [W_NE] = LESS | MORE, [W_EQU] = EQUAL | APART, [W_NEU] = LESS | MORE | APART,
        [W_LT] = LESS, [W_LO] = LESS, [W_LTU] = LESS | APART, [W_LE] = LESS | EQUAL, [W_LS] = LESS | EQUAL, [W_LEU] = LESS | EQUAL | APART,
        [W_GT] = MORE, [W_HI] = MORE, [W_GTU] = MORE | APART, [W_GE] = MORE | EQUAL, [W_HS] = MORE | EQUAL, [W_GEU] = MORE | EQUAL | APART,
        [W_NUM] = LESS | EQUAL | MORE, [W_NAN] = APART,
    };
    if (compare >= sizeof held_by || !held_by[compare])
        stop(t, i, "compares how?");
    return held_by[compare] & r;
}

static bool compare(Thread *t, const Insn *i)
{
    const Type type = i->s;
    const uint64_t a = get(t, i, &i->o[1], type), b = get(t, i, &i->o[2], type);
    if (type.k == 'f')
        return holds(t, i, i->compare, relation_of(real_of(type, flush(i->ftz, type, a)), real_of(type, flush(i->ftz, type, b))));
    const bool less = type.k == 's' ? sign(a, type.bits) < sign(b, type.bits) : a < b;
    return holds(t, i, i->compare, less ? LESS : a == b ? EQUAL : MORE);
}

static bool joined(Thread *t, const Insn *i, bool yes)
{
    if (i->n < 4)
        return yes;
    bool c = is_true(t, i, 3);
    return i->oper == W_AND ? yes && c : i->oper == W_OR ? yes || c : yes != c;
}

static void setp(Thread *t, const Insn *i)
{
    const Type pred = {'p', 1};
    if ((i->n == 4) != (i->oper == W_AND || i->oper == W_OR || i->oper == W_XOR))
        stop(t, i, "joined how?");
    bool yes = compare(t, i), p = joined(t, i, yes), q = joined(t, i, !yes);
    set(t, i, &i->o[0], pred, p);
    if (i->o[0].pair)
        set(t, i, i->o[0].pair, pred, q);
}

static void set_(Thread *t, const Insn *i)
{
    if (i->types != 2)
        stop(t, i, "needs two types");
    bool yes = joined(t, i, compare(t, i));
    out(t, i, i->t.k == 'f' ? (yes ? 0x3f800000 : 0) : yes ? ~0ull : 0);
}

static void selp(Thread *t, const Insn *i) { out(t, i, in(t, i, is_true(t, i, 3) ? 1 : 2)); }

static void slct(Thread *t, const Insn *i)
{
    uint64_t c = get(t, i, &i->o[3], i->s);
    bool first = i->s.k == 'f' ? real_of(i->s, flush(i->ftz, i->s, c)) >= 0 : sign(c, i->s.bits) >= 0;
    out(t, i, in(t, i, first ? 1 : 2));
}

/* The least and greatest integers of a type, as doubles where those are exact or just outside. */
static uint64_t real_to_integer(const Insn *i, double x, Type from, Type to)
{
    const bool is_signed = to.k == 's';
    if (x != x)
        return from.bits != 64 && to.bits != 64 ? 0 : 1ull << (to.bits - 1);
    x = rounded(x, i->round);
    double limit = ldexp(1, is_signed ? to.bits - 1 : to.bits); /* the first that is too great */
    if (x >= limit)
        return is_signed ? mask_of(to.bits - 1) : mask_of(to.bits);
    if (is_signed)
        return x < -limit ? 1ull << (to.bits - 1) : (uint64_t)(int64_t)x;
    return x < 0 ? 0 : (uint64_t)x;
}

static uint64_t integer_to_real(Thread *t, const Insn *i, uint64_t v, Type from, Type to)
{
    volatile uint64_t u = v;
    volatile int64_t s = sign(v, from.bits);
    volatile float f;
    volatile double d;
    round_as(t, i);
    if (from.k == 's')
        f = (float)s, d = (double)s;
    else
        f = (float)u, d = (double)u;
    fesetround(FE_TONEAREST);
    return to.bits == 32 ? bits_of_real(to, f) : bits_of_real(to, d);
}

static uint64_t real_to_real(Thread *t, const Insn *i, double x, Type from, Type to)
{
    volatile double d = x;
    if (from.bits == to.bits) {
        if (i->round == W_RN || i->round == W_RZ || i->round == W_RM || i->round == W_RP)
            stop(t, i, "rounds to an integer");
        if (i->round)
            d = rounded(x, i->round);
    } else if (to.bits == 32) {
        volatile float f;
        if (!i->round)
            stop(t, i, "needs a rounding");
        round_as(t, i);
        f = (float)d;
        fesetround(FE_TONEAREST);
        d = f;
    }
    if (i->sat)
        d = !(d > 0) ? 0 : d > 1 ? 1 : d;
    return bits_of_real(to, d);
}

static uint64_t integer_to_integer(const Insn *i, uint64_t v, Type from, Type to)
{
    int64_t s = sign(v, from.bits);
    if (from.k != 's') {
        if (i->sat && v > mask_of(to.k == 's' ? to.bits - 1 : to.bits))
            return mask_of(to.k == 's' ? to.bits - 1 : to.bits);
        return v;
    }
    if (!i->sat)
        return (uint64_t)s;
    if (to.k != 's')
        return s < 0 ? 0 : (uint64_t)s > mask_of(to.bits) ? mask_of(to.bits) : (uint64_t)s;
    const int64_t most = (int64_t)mask_of(to.bits - 1), least = -most - 1;
    return (uint64_t)(s > most ? most : s < least ? least : s);
}

static void cvt(Thread *t, const Insn *i)
{
    const Type to = i->t, from = i->s;
    if (i->types != 2 || to.k == 'b' || from.k == 'b' || to.k == 'p' || from.k == 'p')
        stop(t, i, "needs two types of numbers");
    uint64_t v = get(t, i, &i->o[1], from), r;
    if (from.k != 'f' && to.k != 'f') {
        r = integer_to_integer(i, v, from, to);
    } else if (from.k != 'f') {
        if (!i->round || i->sat)
            stop(t, i, "needs a rounding and no .sat");
        r = integer_to_real(t, i, v, from, to);
    } else {
        double x = real_of(from, flush(i->ftz, from, v));
        if (to.k != 'f' && !i->round)
            stop(t, i, "needs a rounding");
        r = to.k == 'f' ? real_to_real(t, i, x, from, to) : real_to_integer(i, x, from, to);
    }
    out(t, i, flush(i->ftz, to, r));
}

const Row value_rows[] = {
    {"mov", mov, 0, 2, 2}, {"setp", setp, COMPARE | OPER | FTZ, 3, 4}, {"set", set_, COMPARE | OPER | FTZ, 3, 4},
    {"selp", selp, 0, 4, 4}, {"slct", slct, FTZ, 4, 4}, {"cvt", cvt, ROUND | FTZ | SAT, 2, 2}, {0},
};
