/* approx.h: the approximate instructions (manual 9.7.3): polynomials within the stated error, exact at the special
 * values.  They vectorise: no tables, no branches, no library calls. */
#ifndef PTX2C_APPROX_H
#define PTX2C_APPROX_H

#include "f64.h"

/* Adding this to |x| < 2^22 leaves the nearest integer in the low bits. */
#define PTX2C_RINT_MAGIC 12582912.0f

/* ---- div ---- */

/* Divisors above 2^126 are too large for the hardware's reciprocal: the quotient is zero, of inf NaN. */
PTX2C_INLINE float ptx2c_div_approx_f32(float a, float b)
{
    uint32_t s = (ptx2c_bits_f32(a) ^ ptx2c_bits_f32(b)) & 0x80000000, m = ptx2c_bits_f32(b) & 0x7fffffff;
    uint32_t big = ptx2c_pick(ptx2c_testp_finite_f32(a), s, 0x7fffffff);
    return ptx2c_pick_f32(m - 0x7e800001 < 0x7f800000 - 0x7e800001, ptx2c_f32_of(big), a / b);
}

PTX2C_INLINE float ptx2c_div_approx_ftz_f32(float a, float b)
{
    return ptx2c_ftz_f32(ptx2c_div_approx_f32(ptx2c_ftz_f32(a), ptx2c_ftz_f32(b)));
}

PTX2C_DAZ_2(div_approx)

/* ---- rsqrt ---- */

/* Both operations round correctly, so that all machines give the same bits, within 2^-23.41; they have them for vectors. */
PTX2C_INLINE float ptx2c_inverse_root_f32(float a) { return 1.0f / ptx2c_root_f32(a); } /* with some NaN for a NaN */
PTX2C_INLINE float ptx2c_rsqrt_approx_f32(float a) { return ptx2c_canonical_f32(ptx2c_inverse_root_f32(a)); }

PTX2C_INLINE float ptx2c_rsqrt_approx_ftz_f32(float a)
{
    return ptx2c_ftz_f32(ptx2c_rsqrt_approx_f32(ptx2c_ftz_f32(a)));
}

PTX2C_INLINE float ptx2c_rsqrt_approx_daz_f32(float a) { return ptx2c_canonical_f32(1.0f / ptx2c_root_daz_f32(a)); }

PTX2C_INLINE double ptx2c_rsqrt_approx_f64(double a) { return ptx2c_canonical_f64(1.0 / ptx2c_sqrt_rn_f64(a)); }

/* These two see and give only the upper 32 bits; NaN is 0x7fffffff there. */
PTX2C_INLINE double ptx2c_upper_f64(double a)
{
    uint64_t b = ptx2c_bits_f64(a) >> 32 << 32, m = b & INT64_MAX;
    b = ptx2c_pick64(m < (uint64_t)1 << 52, b ^ m, b);
    return ptx2c_f64_of(ptx2c_pick64(m > PTX2C_INF_BITS, (uint64_t)0x7fffffff << 32, b));
}

/* A NaN may have its bits in the lower half only. */
PTX2C_INLINE double ptx2c_quiet_f64(double a) { return a != a ? ptx2c_f64_of((uint64_t)0x7fffffff << 32) : a; }

PTX2C_INLINE double ptx2c_rcp_approx_ftz_f64(double a)
{
    return ptx2c_upper_f64(1.0 / ptx2c_upper_f64(ptx2c_quiet_f64(a)));
}

PTX2C_INLINE double ptx2c_rsqrt_approx_ftz_f64(double a)
{
    return ptx2c_upper_f64(1.0 / ptx2c_sqrt_rn_f64(ptx2c_upper_f64(ptx2c_quiet_f64(a))));
}

/* ---- ex2: 2^n * 2^f, |f| <= 1/2, degree 6 ---- */

/* 2^(x - t'), t' the whole number nearest to x as the low bits of t. */
PTX2C_INLINE float ptx2c_ex2_rest_f32(float x, float t)
{
    float f = x - (t - PTX2C_RINT_MAGIC), p = 0x1.41fbdap-13f;
    p = p * f + 0x1.5f3fe8p-10f;
    p = p * f + 0x1.3b2d5p-7f;
    p = p * f + 0x1.c6aee6p-5f;
    p = p * f + 0x1.ebfbdcp-3f;
    p = p * f + 0x1.62e43p-1f;
    return p * f + 1.0f;
}

/* |a| < 126, where lanes go one by one, which then need not ask more: the power of two is a sum of exponents. */
PTX2C_INLINE bool ptx2c_ex2_plain_f32(float a) { return PTX2C_SINGLE && PTX2C_LIKELY(ptx2c_bits_f32(a) << 1 < 0x85f80000); }
PTX2C_INLINE uint32_t ptx2c_ex2_bits_f32(float a, float t) { return ptx2c_bits_f32(ptx2c_ex2_rest_f32(a, t)) + (ptx2c_bits_f32(t) << 23); }

/* The power of two in two factors, so that subnormals round once. */
PTX2C_INLINE float ptx2c_ex2_approx_f32(float a)
{
    if (ptx2c_ex2_plain_f32(a))
        return ptx2c_f32_of(ptx2c_ex2_bits_f32(a, a + PTX2C_RINT_MAGIC));
    float x = ptx2c_pick_f32(a > 129.0f, 129.0f, ptx2c_pick_f32(a < -151.0f, -151.0f, a)), t = x + PTX2C_RINT_MAGIC;
    uint32_t n = ptx2c_bits_f32(t) - 0x4b400000, half = (uint32_t)((int32_t)n >> 1);
    float p = ptx2c_ex2_rest_f32(x, t);
    return ptx2c_canonical_f32(p * ptx2c_f32_of((half + 127) << 23) * ptx2c_f32_of((n - half + 127) << 23));
}

/* Without subnormal results it is a sum of exponents everywhere.  Of subnormal numbers it is 1 either way. */
PTX2C_INLINE float ptx2c_ex2_approx_ftz_f32(float a)
{
    uint32_t r = ptx2c_ex2_bits_f32(a, a + PTX2C_RINT_MAGIC);
    if (ptx2c_ex2_plain_f32(a))
        return ptx2c_f32_of(r);
    r = ptx2c_pick(a < 128.0f, r, 0x7f800000);
    r = ptx2c_pick(a < -126.0f, 0, r);
    return ptx2c_f32_of(ptx2c_pick(a == a, r, 0x7fffffff));
}

#if PTX2C_DAZ
PTX2C_DAZ_1(ex2_approx)
#else
PTX2C_INLINE float ptx2c_ex2_approx_daz_f32(float a) { return ptx2c_ex2_approx_ftz_f32(a); }
#endif

/* ---- lg2: exponent + log2(m), m in [sqrt(1/2), sqrt(2)), degree 9 ---- */

/* lg2 of the value with bits b, no subnormal, less shift. */
PTX2C_INLINE float ptx2c_lg2_bits_f32(uint32_t b, uint32_t shift)
{
    int32_t e = (int32_t)(b - 0x3f3504f3) >> 23;
    float t = ptx2c_f32_of(b - ((uint32_t)e << 23)) - 1.0f;
    float p = 0x1.01bfe8p-3f;
    p = p * t - 0x1.a88af6p-3f;
    p = p * t + 0x1.b9cc24p-3f;
    p = p * t - 0x1.e95a42p-3f;
    p = p * t + 0x1.26d34cp-2f;
    p = p * t - 0x1.715c56p-2f;
    p = p * t + 0x1.ec73d8p-2f;
    p = p * t - 0x1.71547p-1f;
    p = p * t + 0x1.715476p+0f;
    float r = p * t + (float)(e - (int32_t)shift);
    if (PTX2C_SINGLE && PTX2C_LIKELY(b - 1 < 0x7f800000 - 1))
        return r;
    uint32_t special = ptx2c_pick(b == 0x7f800000, b, 0x7fffffff);
    special = ptx2c_pick((b & 0x7fffffff) == 0, 0xff800000, special);
    return ptx2c_pick_f32(b - 1 < 0x7f800000 - 1, r, ptx2c_f32_of(special));
}

PTX2C_INLINE float ptx2c_lg2_approx_f32(float a)
{
    bool tiny = a < 0x1p-126f;
    float scale = ptx2c_pick_f32(tiny, 0x1p24f, 1.0f);
    return ptx2c_lg2_bits_f32(ptx2c_bits_f32(a * scale), ptx2c_pick(tiny, 24, 0));
}

/* Its results are far from subnormal. */
PTX2C_INLINE float ptx2c_lg2_approx_ftz_f32(float a)
{
    return ptx2c_lg2_bits_f32(ptx2c_bits_f32(ptx2c_ftz_f32(a)), 0);
}

/* ---- sin, cos: the rest modulo pi by pi in three parts, degree 9; the first two have five bits, so that what is
 * taken away up to 2^18 half turns is exact ---- */

/* sin(a - h * pi) with the sign bit of flip, never beyond 1.  Far outside the stated range it is garbage. */
PTX2C_INLINE float ptx2c_sin_rest_f32(float a, float h, uint32_t flip)
{
    float r = ((a - h * 3.125f) - h * 0x1.1p-6f) - (0.0f - h * 0x1.2aeef4p-17f); /* which keeps -0 */
    float u = r * r, p = 0x1.5cf8acp-19f;
    p = p * u - 0x1.9f5ffp-13f;
    p = p * u + 0x1.110e6ap-7f;
    p = p * u - 0x1.555548p-3f;
    r = r * (1.0f + u * p);
    uint32_t b = ptx2c_bits_f32(r) ^ flip << 31, m = b & 0x7fffffff;
    if (PTX2C_SINGLE && PTX2C_LIKELY(m <= 0x3f800000)) /* lanes one by one need not ask more */
        return ptx2c_f32_of(b);
    m = ptx2c_pick(m > 0x3f800000, 0x3f800000, m);
    return ptx2c_f32_of(ptx2c_pick(r != r, 0x7fffffff, m | (b & 0x80000000)));
}

PTX2C_INLINE float ptx2c_sin_approx_f32(float a)
{
    float t = a * 0x1.45f306p-2f + PTX2C_RINT_MAGIC;
    return ptx2c_sin_rest_f32(a, t - PTX2C_RINT_MAGIC, ptx2c_bits_f32(t));
}

PTX2C_INLINE float ptx2c_cos_approx_f32(float a)
{
    float t = (a * 0x1.45f306p-2f - 0.5f) + PTX2C_RINT_MAGIC;
    float r = ptx2c_sin_rest_f32(a, (t - PTX2C_RINT_MAGIC) + 0.5f, ptx2c_bits_f32(t) + 1);
    return ptx2c_pick_f32(a == 0.0f, 1.0f, r);
}

PTX2C_INLINE float ptx2c_sin_approx_ftz_f32(float a) { return ptx2c_sin_approx_f32(ptx2c_ftz_f32(a)); }
/* 1 of subnormals either way, and never one itself; a sine of a subnormal is zero, and of nothing else a subnormal. */
PTX2C_INLINE float ptx2c_cos_approx_ftz_f32(float a) { return ptx2c_cos_approx_f32(a); }

/* ---- tanh: a rational of degrees 5 and 4 up to where the result is 1 within the bound; small values pass ---- */

PTX2C_INLINE float ptx2c_tanh_approx_f32(float a)
{
    uint32_t m = ptx2c_bits_f32(a) & 0x7fffffff, sign = ptx2c_bits_f32(a) & 0x80000000;
    float x = ptx2c_f32_of(ptx2c_pick(m > 0x40a00000, 0x40a00000, m)), u = x * x;
    float p = (0x1.61167p-11f * u + 0x1.a3e252p-4f) * u + 0x1.fff97p-1f;
    float q = (0x1.a50502p-7f * u + 0x1.bdfcdep-2f) * u + 1.0f;
    uint32_t r = ptx2c_bits_f32(x * p / q);
    r = ptx2c_pick(m > 0x409f0000, 0x3f800000, r);
    r = ptx2c_pick(m < 0x3a800000, m, r);
    return ptx2c_f32_of(ptx2c_pick(m > 0x7f800000, 0x7fffffff, r | sign));
}

#endif
