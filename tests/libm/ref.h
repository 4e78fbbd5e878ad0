/* ref.h: what MPFR lacks of the functions in functions.h, each by a definition or an identity, at whatever precision r
 * has.  Arguments are floats or doubles, exactly; results are far more exact than a double. */
#ifndef LIBM_REF_H
#define LIBM_REF_H

#include <math.h>
#include <stdint.h>
#define MPFR_USE_INTMAX_T
#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>

#define RN MPFR_RNDN

/* 1 / sqrt(a).  The root of -0 is -0, so is its sign kept by the reciprocal. */
static inline void inverse_root(mpfr_t r, mpfr_t a)
{
    mpfr_sqrt(r, a, RN);
    mpfr_ui_div(r, 1, r, RN);
}

/* The square root of the sum of three or four squares; an infinity wins over NaN. */
static inline void norm(mpfr_t r, mpfr_t a, mpfr_t b, mpfr_t c, mpfr_ptr d)
{
    mpfr_hypot(r, a, b, RN);
    mpfr_hypot(r, r, c, RN);
    if (d)
        mpfr_hypot(r, r, d, RN);
    if (mpfr_inf_p(a) || mpfr_inf_p(b) || mpfr_inf_p(c) || (d && mpfr_inf_p(d)))
        mpfr_set_inf(r, 1);
}

/* sin and cos of pi * a, from the rest of a modulo 2, which is exact. */
static inline void sin_pi(mpfr_t r, mpfr_t a)
{
    mpfr_sinpi(r, a, RN);
    if (mpfr_zero_p(r)) /* zeros have the sign of the argument */
        mpfr_setsign(r, r, mpfr_signbit(a), RN);
}

static inline void cos_pi(mpfr_t r, mpfr_t a)
{
    mpfr_cospi(r, a, RN);
    if (mpfr_zero_p(r))
        mpfr_abs(r, r, RN);
}

static inline void log_gamma(mpfr_t r, mpfr_t a)
{
    int sign;
    mpfr_lgamma(r, &sign, a, RN);
}

/* exp(a^2) * erfc(a); for large a the first terms of its asymptotic series. */
static inline void erfc_scaled(mpfr_t r, mpfr_t a)
{
    mpfr_t s, t;
    mpfr_inits2(2 * mpfr_get_prec(r) + 256, s, t, (mpfr_ptr)0);
    mpfr_sqr(s, a, RN);
    if (mpfr_number_p(a) && mpfr_cmp_d(a, 0x1p26) > 0) { /* 1 - 1/(2 a^2) + 3/(4 a^4) over a sqrt(pi) */
        mpfr_ui_div(t, 1, s, RN);
        mpfr_mul_d(s, t, 0.75, RN);
        mpfr_sub_d(s, s, 0.5, RN);
        mpfr_mul(s, s, t, RN);
        mpfr_add_ui(s, s, 1, RN);
        mpfr_const_pi(t, RN);
        mpfr_sqrt(t, t, RN);
        mpfr_mul(t, t, a, RN);
        mpfr_div(r, s, t, RN);
    } else if (mpfr_inf_p(a)) {
        mpfr_set_d(r, mpfr_sgn(a) > 0 ? 0.0 : INFINITY, RN);
    } else {
        mpfr_exp(s, s, RN);
        mpfr_erfc(t, a, RN);
        mpfr_mul(r, s, t, RN);
    }
    mpfr_clears(s, t, (mpfr_ptr)0);
}

/* The y with log(erfc(y)) = log(a), 0 < a <= 1, by Newton's steps: the logarithm is nearly a parabola, and its curve is
 * concave, so that they converge from any point above. */
static inline void erfc_inverse_small(mpfr_t y, mpfr_t a)
{
    mpfr_t target, f, slope, e;
    mpfr_prec_t prec = mpfr_get_prec(y);
    mpfr_inits2(prec, target, f, slope, e, (mpfr_ptr)0);
    mpfr_log(target, a, RN);
    double start = -mpfr_get_d(target, RN);
    mpfr_set_d(y, start > 0.8 ? sqrt(start) : start * 0.88, RN);
    for (int i = 0; i < 60; i++) {
        mpfr_erfc(f, y, RN);
        mpfr_sqr(slope, y, RN); /* (log erfc)' = -2 / sqrt(pi) * exp(-y^2) / erfc(y) */
        mpfr_neg(slope, slope, RN);
        mpfr_exp(slope, slope, RN);
        mpfr_div(slope, slope, f, RN);
        mpfr_const_pi(e, RN);
        mpfr_rec_sqrt(e, e, RN);
        mpfr_mul(slope, slope, e, RN);
        mpfr_mul_2ui(slope, slope, 1, RN);
        mpfr_log(f, f, RN);
        mpfr_sub(f, f, target, RN);
        mpfr_div(f, f, slope, RN);
        mpfr_add(y, y, f, RN);
        if (mpfr_zero_p(f) || (!mpfr_zero_p(y) && mpfr_get_exp(f) < mpfr_get_exp(y) - 130))
            break;
    }
    mpfr_clears(target, f, slope, e, (mpfr_ptr)0);
}

static inline void erfc_inverse(mpfr_t r, mpfr_t a)
{
    mpfr_t b;
    mpfr_init2(b, mpfr_get_prec(r));
    if (mpfr_nan_p(a) || mpfr_cmp_ui(a, 2) > 0 || mpfr_sgn(a) < 0) {
        mpfr_set_nan(r);
    } else if (mpfr_zero_p(a) || mpfr_cmp_ui(a, 2) == 0) {
        mpfr_set_inf(r, mpfr_zero_p(a) ? 1 : -1);
    } else if (mpfr_cmp_ui(a, 1) == 0) {
        mpfr_set_zero(r, 1);
    } else if (mpfr_cmp_ui(a, 1) > 0) {
        mpfr_ui_sub(b, 2, a, RN);
        erfc_inverse_small(r, b);
        mpfr_neg(r, r, RN);
    } else {
        erfc_inverse_small(r, a);
    }
    mpfr_clear(b);
}

/* erf_inverse(a) = erfc_inverse(1 - a); the difference is exact in r's precision unless a is so small that
 * the first term of the series is enough. */
static inline void erf_inverse(mpfr_t r, mpfr_t a)
{
    mpfr_t b;
    mpfr_init2(b, 2 * mpfr_get_prec(r));
    if (mpfr_zero_p(a)) {
        mpfr_set(r, a, RN);
    } else if (mpfr_number_p(a) && mpfr_get_exp(a) < -60) { /* sqrt(pi)/2 * a */
        mpfr_const_pi(b, RN);
        mpfr_sqrt(b, b, RN);
        mpfr_mul(r, a, b, RN);
        mpfr_div_2ui(r, r, 1, RN);
    } else {
        mpfr_t s;
        mpfr_init2(s, mpfr_get_prec(b));
        mpfr_abs(b, a, RN);
        mpfr_ui_sub(b, 1, b, RN);
        erfc_inverse(s, b);
        mpfr_setsign(r, s, mpfr_signbit(a), RN);
        mpfr_clear(s);
    }
    mpfr_clear(b);
}

/* erfc(-a / sqrt(2)) / 2 */
static inline void normal_cdf(mpfr_t r, mpfr_t a)
{
    mpfr_t b;
    mpfr_init2(b, 2 * mpfr_get_prec(r));
    mpfr_sqrt_ui(b, 2, RN);
    mpfr_div(b, a, b, RN);
    mpfr_neg(b, b, RN);
    mpfr_erfc(r, b, RN);
    mpfr_div_2ui(r, r, 1, RN);
    mpfr_clear(b);
}

static inline void normal_cdf_inverse(mpfr_t r, mpfr_t a)
{
    mpfr_t b, root;
    mpfr_inits2(mpfr_get_prec(r), b, root, (mpfr_ptr)0);
    mpfr_mul_2ui(b, a, 1, RN);
    erfc_inverse(r, b);
    mpfr_sqrt_ui(root, 2, RN);
    mpfr_mul(r, r, root, RN);
    mpfr_neg(r, r, RN);
    if (mpfr_zero_p(r))
        mpfr_abs(r, r, RN);
    mpfr_clears(b, root, (mpfr_ptr)0);
}

/* I_n, n = 0 or 1: the sum of (a/2)^(2k+n) / (k! (k+n)!). */
static inline void bessel_i(mpfr_t r, unsigned n, mpfr_t a)
{
    if (!mpfr_number_p(a) || mpfr_cmpabs_ui(a, 2000) > 0) {
        mpfr_set(r, a, RN);
        if (!mpfr_nan_p(a))
            mpfr_set_inf(r, n && mpfr_signbit(a) ? -1 : 1);
        return;
    }
    mpfr_t term, square;
    mpfr_inits2(mpfr_get_prec(r) + 32, term, square, (mpfr_ptr)0);
    mpfr_div_2ui(term, a, 1, RN);
    mpfr_sqr(square, term, RN);
    if (n == 0)
        mpfr_set_ui(term, 1, RN);
    mpfr_set(r, term, RN);
    for (unsigned k = 1; !mpfr_zero_p(term) && mpfr_get_exp(term) > mpfr_get_exp(r) - 180; k++) {
        mpfr_mul(term, term, square, RN);
        mpfr_div_ui(term, term, k * (k + n), RN);
        mpfr_add(r, r, term, RN);
    }
    mpfr_clears(term, square, (mpfr_ptr)0);
}

/* ---- parts ---- */

/* a = fraction * 2^exponent, the fraction in [1/2, 1). */
static inline void fraction(mpfr_t r, mpfr_t a)
{
    mpfr_set(r, a, RN);
    if (mpfr_regular_p(a))
        mpfr_set_exp(r, 0);
}

static inline void exponent(mpfr_t r, mpfr_t a, int add)
{
    mpfr_set_si(r, mpfr_zero_p(a) ? 0 : mpfr_get_exp(a) + add, RN);
}

static inline void log_binary(mpfr_t r, mpfr_t a)
{
    mpfr_set(r, a, RN);
    if (mpfr_zero_p(a))
        mpfr_set_inf(r, -1);
    else if (mpfr_inf_p(a))
        mpfr_set_inf(r, 1);
    else if (mpfr_regular_p(a))
        mpfr_set_si(r, mpfr_get_exp(a) - 1, RN);
}

/* The neighbour of a towards b in a format of digits digits and exponents (as MPFR counts them) above min. */
static inline void next_after(mpfr_t r, mpfr_t a, mpfr_t b, int digits, int min, int max)
{
    if (mpfr_nan_p(a) || mpfr_nan_p(b)) {
        mpfr_set_nan(r);
        return;
    }
    mpfr_set(r, mpfr_equal_p(a, b) ? b : a, RN);
    if (mpfr_equal_p(a, b))
        return;
    bool up = mpfr_less_p(a, b), outward = up != (mpfr_signbit(a) != 0);
    if (mpfr_inf_p(a)) { /* the largest finite value */
        mpfr_set_ui_2exp(r, 1, max, RN);
        mpfr_t one;
        mpfr_init2(one, mpfr_get_prec(r));
        mpfr_set_ui_2exp(one, 1, max - digits, RN);
        mpfr_sub(r, r, one, RN);
        mpfr_setsign(r, r, mpfr_signbit(a), RN);
        mpfr_clear(one);
        return;
    }
    mpfr_exp_t e = mpfr_zero_p(a) ? min : mpfr_get_exp(a) - digits + 1;
    if (!outward && mpfr_regular_p(a) && mpfr_min_prec(a) == 1)
        e--; /* the values below a power of two lie closer */
    mpfr_t step;
    mpfr_init2(step, mpfr_get_prec(r));
    mpfr_set_si_2exp(step, up ? 1 : -1, (e < min ? min : e) - 1, RN);
    mpfr_add(r, a, step, RN);
    if (mpfr_zero_p(r))
        mpfr_setsign(r, r, mpfr_signbit(a), RN);
    mpfr_clear(step);
}

/* The low three bits of the quotient rounded to nearest even, of its absolute value with its sign: what remquo
 * promises; taken modulo 8, as its row does. */
static inline void remainder_quotient(mpfr_t r, mpfr_t a, mpfr_t b)
{
    mpfr_t q;
    mpfr_init2(q, 4400);
    mpfr_div(q, a, b, RN);
    mpfr_roundeven(q, q);
    bool minus = mpfr_signbit(q);
    mpfr_abs(q, q, RN);
    mpfr_t eight;
    mpfr_init2(eight, 8);
    mpfr_set_ui(eight, 8, RN);
    mpfr_fmod(q, q, eight, RN);
    long low = mpfr_get_si(q, RN);
    mpfr_set_si(r, (minus ? -low : low) & 7, RN);
    mpfr_clears(q, eight, (mpfr_ptr)0);
}

/* The larger one; of NaN and a number the number; -0 is below +0. */
static inline void maximum(mpfr_t r, mpfr_t a, mpfr_t b)
{
    mpfr_max(r, a, b, RN);
    if (mpfr_zero_p(a) && mpfr_zero_p(b))
        mpfr_set_zero(r, mpfr_signbit(a) && mpfr_signbit(b) ? -1 : 1);
}

static inline void minimum(mpfr_t r, mpfr_t a, mpfr_t b)
{
    mpfr_min(r, a, b, RN);
    if (mpfr_zero_p(a) && mpfr_zero_p(b))
        mpfr_set_zero(r, mpfr_signbit(a) || mpfr_signbit(b) ? -1 : 1);
}

/* Into [0, 1], NaN and -0 to 0. */
static inline void saturate(mpfr_t r, mpfr_t a)
{
    mpfr_set(r, a, RN);
    if (mpfr_nan_p(a) || mpfr_sgn(a) <= 0)
        mpfr_set_zero(r, 1);
    else if (mpfr_cmp_ui(a, 1) > 0)
        mpfr_set_ui(r, 1, RN);
}

#endif
