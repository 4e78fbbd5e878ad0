/* real.c: floating point, by the host's own arithmetic in the rounding mode of the instruction.
 *
 * Approximations (.approx, .full) are refused where approximate is false: what they give is not specified to the bit.  So are the
 * bits of a NaN. */
#include "interp.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

static bool tiny(uint64_t v) { return !(v & 0x7f800000); }
static uint64_t flush(const Insn *i, uint64_t v) { return i->ftz && tiny(v) ? v & 0x80000000 : v; }
static float single(Thread *t, const Insn *i, int k) { return k < i->n ? to_f32(flush(i, in(t, i, k))) : 0; }
static double wide(Thread *t, const Insn *i, int k) { return k < i->n ? to_f64(in(t, i, k)) : 0; }

static void out_single(Thread *t, const Insn *i, float f)
{
    if (i->sat)
        f = !(f > 0) ? 0 : f > 1 ? 1 : f;
    out(t, i, flush(i, of_f32(f)));
}

static void out_wide(Thread *t, const Insn *i, double d)
{
    if (i->sat)
        stop(t, i, ".sat");
    out(t, i, of_f64(d));
}

void round_as(Thread *t, const Insn *i)
{
#ifdef FE_TOWARDZERO
    (void)t;
    fesetround(i->round == W_RZ ? FE_TOWARDZERO : i->round == W_RM ? FE_DOWNWARD : i->round == W_RP ? FE_UPWARD : FE_TONEAREST);
#else
    if (i->round == W_RZ || i->round == W_RM || i->round == W_RP)
        stop(t, i, "this rounding is not known here");
#endif
}

/* Of operands a, b and c (0 where there are fewer): volatile, so that it is done in the mode that is set.  must: it says how it rounds. */
#define OPERATION(name, must, of_singles, of_doubles)                                           \
    static void name(Thread *t, const Insn *i)                                                  \
    {                                                                                           \
        if (must && !i->round && !i->approx)                                                    \
            stop(t, i, "needs a rounding");                                                     \
        if (i->t.bits == 32) {                                                                  \
            volatile float a = single(t, i, 1), b = single(t, i, 2), c = single(t, i, 3), d;    \
            (void)b, (void)c;                                                                   \
            round_as(t, i);                                                                     \
            d = of_singles;                                                                     \
            fesetround(FE_TONEAREST);                                                           \
            out_single(t, i, d);                                                                \
        } else {                                                                                \
            volatile double a = wide(t, i, 1), b = wide(t, i, 2), c = wide(t, i, 3), d;         \
            (void)b, (void)c;                                                                   \
            round_as(t, i);                                                                     \
            d = of_doubles;                                                                     \
            fesetround(FE_TONEAREST);                                                           \
            out_wide(t, i, d);                                                                  \
        }                                                                                       \
    }
OPERATION(add, false, a + b, a + b)
OPERATION(sub, false, a - b, a - b)
OPERATION(mul, false, a * b, a * b)
OPERATION(quotient, true, a / b, a / b)
OPERATION(rcp, true, 1 / a, 1 / a)
OPERATION(root, true, sqrtf(a), sqrt(a))
OPERATION(fused_by_host, true, fmaf(a, b, c), fma(a, b, c))

#ifndef FE_TOWARDZERO
/* For hosts that only round to nearest: the product is exact as a double, and so are the sum and what rounding it has lost
 * (Knuth's TwoSum); the nearest float lies beside it. */
static float fused_in_steps(Word round, float a, float b, float c)
{
    const double p = (double)a * b, s = p + c, back = s - p, lost = (p - (s - back)) + (c - back);
    const float f = (float)s;
    const bool below = f < s || (f == s && lost > 0), above = f > s || (f == s && lost < 0), zero = s == 0 && lost == 0;
    if (zero)
        return round == W_RM && signbit(p) != signbit(c) ? -0.0f : f;
    const bool up = round == W_RP || (round == W_RZ && s < 0);
    return up && below ? nextafterf(f, INFINITY) : !up && above ? nextafterf(f, -INFINITY) : f;
}
#endif

static void fused(Thread *t, const Insn *i)
{
#ifndef FE_TOWARDZERO
    if (i->t.bits == 32 && i->round && i->round != W_RN) {
        out_single(t, i, fused_in_steps(i->round, single(t, i, 1), single(t, i, 2), single(t, i, 3)));
        return;
    }
#endif
    fused_by_host(t, i);
}

static uint64_t sign_bit(const Insn *i) { return 1ull << (i->t.bits - 1); }
static uint64_t bits_of(Thread *t, const Insn *i, int k) { return i->t.bits == 32 ? flush(i, in(t, i, k)) : in(t, i, k); }

static void negate(Thread *t, const Insn *i) { out(t, i, bits_of(t, i, 1) ^ sign_bit(i)); }
static void absolute(Thread *t, const Insn *i) { out(t, i, bits_of(t, i, 1) & ~sign_bit(i)); }
static void copysign_(Thread *t, const Insn *i) { out(t, i, (in(t, i, 1) & sign_bit(i)) | (in(t, i, 2) & ~sign_bit(i))); }

/* Approximations: as near as a double's functions come. */
bool approximate;

#define APPROXIMATION(name, f)                                            \
    static void name(Thread *t, const Insn *i)                            \
    {                                                                     \
        if (i->t.bits != 32 || !i->approx)                                \
            stop(t, i, "is not known here");                              \
        const double x = single(t, i, 1);                                 \
        out_single(t, i, (float)(f));                                     \
    }
APPROXIMATION(power, exp2(x))
APPROXIMATION(logarithm, log2(x))
APPROXIMATION(sine, sin(x))
APPROXIMATION(cosine, cos(x))
APPROXIMATION(tangent, tanh(x))
APPROXIMATION(reciprocal_root, 1 / sqrt(x))

/* The lesser or greater of two; a number before a NaN (or after it: .NaN), -0 below +0. */
static void choose(Thread *t, const Insn *i, bool less)
{
    uint64_t a = bits_of(t, i, 1), b = bits_of(t, i, 2);
    double x = real_of(i->t, a), y = real_of(i->t, b);
    bool first;
    if (x != x || y != y)
        first = i->nans ? x != x : y != y;
    else if (x == y)
        first = less == !!(a & sign_bit(i));
    else
        first = (x < y) == less;
    out(t, i, first ? a : b);
}

static void lesser(Thread *t, const Insn *i) { choose(t, i, true); }
static void greater(Thread *t, const Insn *i) { choose(t, i, false); }

static void testp(Thread *t, const Insn *i)
{
    double x = real_of(i->t, in(t, i, 1));
    uint64_t exponent = i->t.bits == 32 ? in(t, i, 1) >> 23 & 255 : in(t, i, 1) >> 52 & 2047;
    bool is_nan = x != x, is_infinite = x == INFINITY || x == -INFINITY, yes = false;
    switch (i->mode) {
    case W_FINITE: yes = !is_nan && !is_infinite; break;
    case W_INFINITE: yes = is_infinite; break;
    case W_NUMBER: yes = !is_nan; break;
    case W_NOTANUMBER: yes = is_nan; break;
    case W_NORMAL: yes = exponent && !is_nan && !is_infinite; break;
    case W_SUBNORMAL: yes = !exponent && x != 0; break;
    default: stop(t, i, "which?");
    }
    set(t, i, &i->o[0], (Type){'p', 1}, yes);
}

const Row real_rows[] = {
    {"add", add, ROUND | FTZ | SAT, 3, 3}, {"sub", sub, ROUND | FTZ | SAT, 3, 3}, {"mul", mul, ROUND | FTZ | SAT, 3, 3},
    {"div", quotient, ROUND | FTZ | APPROX, 3, 3}, {"rcp", rcp, ROUND | FTZ | APPROX, 2, 2},
    {"sqrt", root, ROUND | FTZ | APPROX, 2, 2}, {"ex2", power, FTZ | APPROX, 2, 2}, {"lg2", logarithm, FTZ | APPROX, 2, 2},
    {"sin", sine, FTZ | APPROX, 2, 2}, {"cos", cosine, FTZ | APPROX, 2, 2}, {"tanh", tangent, FTZ | APPROX, 2, 2},
    {"rsqrt", reciprocal_root, FTZ | APPROX, 2, 2},
    {"fma", fused, ROUND | FTZ | SAT, 4, 4}, {"mad", fused, ROUND | FTZ | SAT, 4, 4}, {"neg", negate, FTZ, 2, 2},
    {"abs", absolute, FTZ, 2, 2}, {"copysign", copysign_, 0, 3, 3}, {"min", lesser, FTZ | NANS, 3, 3},
    {"max", greater, FTZ | NANS, 3, 3}, {"testp", testp, MODE, 2, 2}, {0},
};
