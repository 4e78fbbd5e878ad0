/* ref_num.h: floating-point formats and correct rounding into them, for the references; MPFR holds the numbers. */
#ifndef EVAL_REF_NUM_H
#define EVAL_REF_NUM_H

#include "ref.h"

#include <math.h>
#include <string.h>

#define MPFR_USE_INTMAX_T
#include <mpfr.h>

/* A format: its bits in all, digits of the significand with the leading one, the exponent above its largest value (as
 * MPFR counts: 2^emax is infinite). */
typedef struct Format { const char *name; int bits, digits, emax; } Format;

static inline const Format *format_named(const char *name)
{
    static const Format formats[] = {{"f32", 32, 24, 128}, {"f64", 64, 53, 1024}, {"f16", 16, 11, 16},
                                     {"bf16", 16, 8, 128}, {"f32x2", 32, 24, 128}, {"f16x2", 16, 11, 16},
                                     {"bf16x2", 16, 8, 128}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}

static inline uint64_t format_sign(const Format *f) { return (uint64_t)1 << (f->bits - 1); }
static inline uint64_t format_nan(const Format *f) { return format_sign(f) - 1; } /* the canonical one: all ones */
static inline uint64_t format_one(const Format *f) { return (uint64_t)(f->emax - 1) << (f->digits - 1); }

static inline uint64_t format_inf(const Format *f)
{
    return format_nan(f) & ~(((uint64_t)1 << (f->digits - 1)) - 1);
}

static inline uint64_t format_magnitude(const Format *f, uint64_t v) { return v & format_nan(f); }
static inline bool format_is_nan(const Format *f, uint64_t v) { return format_magnitude(f, v) > format_inf(f); }

static inline bool format_is_subnormal(const Format *f, uint64_t v)
{
    uint64_t m = format_magnitude(f, v);
    return m > 0 && m < (uint64_t)1 << (f->digits - 1);
}

static inline uint64_t format_flush(const Format *f, uint64_t v)
{
    return format_is_subnormal(f, v) ? v & format_sign(f) : v;
}

/* The value of bits v; r has digits enough. */
static inline void format_get(const Format *f, mpfr_t r, uint64_t v)
{
    int mantissa = f->digits - 1;
    uint64_t m = format_magnitude(f, v), low = m & (((uint64_t)1 << mantissa) - 1);
    int e = (int)(m >> mantissa);
    if (format_is_nan(f, v)) {
        mpfr_set_nan(r);
        return;
    }
    if (m == format_inf(f))
        mpfr_set_inf(r, 1);
    else
        mpfr_set_uj_2exp(r, e ? low | (uint64_t)1 << mantissa : low, (e ? e : 1) - f->emax + 2 - f->digits, MPFR_RNDN);
    mpfr_setsign(r, r, (v & format_sign(f)) != 0, MPFR_RNDN);
}

/* r differs from the exact value by less than a place, on the side that ternary tells: gets a digit more, so that a
 * later rounding to fewer digits comes out as if from the exact value. */
static inline void keep_exact(mpfr_t r, int ternary)
{
    if (ternary == 0 || !mpfr_regular_p(r))
        return;
    mpfr_prec_round(r, mpfr_get_prec(r) + 2, MPFR_RNDN);
    if (ternary > 0)
        mpfr_nextbelow(r);
    else
        mpfr_nextabove(r);
}

/* Rounds v, exact or from keep_exact, to bits of the format. */
static inline uint64_t format_round(const Format *f, mpfr_t v, mpfr_rnd_t rnd)
{
    uint64_t sign = mpfr_signbit(v) ? format_sign(f) : 0;
    bool away = rnd == (sign ? MPFR_RNDD : MPFR_RNDU);
    if (mpfr_nan_p(v))
        return format_nan(f);
    if (mpfr_inf_p(v))
        return sign | format_inf(f);
    if (mpfr_zero_p(v))
        return sign;
    mpfr_exp_t least = 3 - f->emax, e = mpfr_get_exp(v) < least ? least : mpfr_get_exp(v);
    uint64_t bits = UINT64_MAX;
    if (e <= f->emax) { /* as an integer of units in the last place */
        mpfr_t m;
        mpfr_init2(m, mpfr_get_prec(v) + 2);
        mpfr_mul_2si(m, v, f->digits - e, MPFR_RNDN);
        if (rnd == MPFR_RNDN)
            mpfr_roundeven(m, m);
        else
            mpfr_rint(m, m, rnd);
        mpfr_abs(m, m, MPFR_RNDN);
        bits = mpfr_get_uj(m, MPFR_RNDN) + ((uint64_t)(e - least) << (f->digits - 1)); /* a carry is right there */
        mpfr_clear(m);
    }
    if (bits >= format_inf(f))
        bits = rnd == MPFR_RNDN || away ? format_inf(f) : format_inf(f) - 1;
    return sign | bits;
}

#endif
