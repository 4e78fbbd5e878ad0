/* half.h: f16 and bf16, alone and in pairs (manual 9.7.4, 9.7.5, 9.7.7): values are carried as their bits.
 *
 * Sums and products of two values are rounded first to float and then again: float has more than twice their digits,
 * so that the second rounding gives what one would.  For fma a round to odd comes between. */
#ifndef PTX2C_HALF_H
#define PTX2C_HALF_H

#include "approx.h"
#include "compare.h"
#include "f16.h"

/* ---- from and to float ---- */

PTX2C_INLINE float ptx2c_f32_bf16(uint16_t h) { return ptx2c_f32_of((uint32_t)h << 16); }
PTX2C_INLINE float ptx2c_f32_quiet_bf16(uint16_t h) { return ptx2c_f32_bf16(h); } /* a NaN may become quiet */

PTX2C_INLINE uint16_t ptx2c_cvt_rn_bf16_f32(float a)
{
    uint32_t b = ptx2c_bits_f32(a);
    return (uint16_t)ptx2c_pick(a != a, 0x7fff, (b + 0x7fff + (b >> 16 & 1)) >> 16);
}

typedef enum ptx2c_narrow_mode {
    PTX2C_NARROW_RN, PTX2C_NARROW_RZ, PTX2C_NARROW_AWAY, PTX2C_NARROW_RNA, PTX2C_NARROW_RS
} ptx2c_narrow_mode;

/* The magnitude m (float bits without sign, finite) in a format of mant mantissa bits and the given bias, not limited
 * to its largest value.  RS adds the random bits, bits of them, to the top of what is cut off. */
PTX2C_INLINE uint32_t ptx2c_narrow(uint32_t m, int mant, int bias, ptx2c_narrow_mode mode, uint32_t random, int bits)
{
    int exp = (int)(m >> 23), e = exp + (exp == 0) - 127 + bias, shift = 23 - mant;
    uint32_t value = (m & 0x7fffff) | (uint32_t)(exp != 0) << 23; /* m = value * 2^(e - bias - 23) */
    int low = e < 1 ? 1 - e : 0;
    shift += low;
    if (mode == PTX2C_NARROW_RS && shift > 31) /* far below the smallest, and still not heavier than it is */
        value = shift < 55 ? value >> (shift - 31) : 0;
    shift = shift > 31 ? 31 : shift;
    e += low;
    uint32_t q = value >> shift, rest = value & ((1u << shift) - 1), half = 1u << (shift - 1);
    uint32_t base = (uint32_t)(e - 1) << mant;
    switch (mode) {
    case PTX2C_NARROW_RN: q += (rest > half) | ((rest == half) & (q & 1)); break;
    case PTX2C_NARROW_RZ: break;
    case PTX2C_NARROW_AWAY: q += rest != 0; break;
    case PTX2C_NARROW_RNA: q += rest >= half; break;
    case PTX2C_NARROW_RS:
        q += (uint32_t)((rest + ((uint64_t)(random & ((1u << bits) - 1)) << (shift - bits))) >> shift);
        break;
    }
    return base + q;
}

/* f16 with any rounding; what is too large becomes the largest value or inf as the direction says. */
PTX2C_INLINE uint16_t ptx2c_f16_mode(float a, ptx2c_narrow_mode mode, uint32_t random, int bits)
{
    uint32_t b = ptx2c_bits_f32(a), m = b & 0x7fffffff, r = ptx2c_narrow(m, 10, 15, mode, random, bits);
    uint32_t over = mode == PTX2C_NARROW_RZ ? 0x7bff : 0x7c00;
    r = ptx2c_pick(r > over, over, r);
    r = ptx2c_pick(m == 0x7f800000, 0x7c00, r);
    return (uint16_t)ptx2c_pick(m > 0x7f800000, 0x7fff, r | (b >> 16 & 0x8000));
}

PTX2C_INLINE uint16_t ptx2c_bf16_mode(float a, ptx2c_narrow_mode mode, uint32_t random)
{
    uint32_t b = ptx2c_bits_f32(a), m = b & 0x7fffffff, add = 0;
    add = mode == PTX2C_NARROW_AWAY ? 0xffff : add;
    add = mode == PTX2C_NARROW_RS ? random & 0xffff : add;
    return (uint16_t)(m > 0x7f800000 ? 0x7fff : (m == 0x7f800000 ? b : b + add) >> 16);
}

PTX2C_INLINE uint16_t ptx2c_cvt_rz_f16_f32(float a) { return ptx2c_f16_mode(a, PTX2C_NARROW_RZ, 0, 0); }
PTX2C_INLINE uint16_t ptx2c_cvt_rz_bf16_f32(float a) { return ptx2c_bf16_mode(a, PTX2C_NARROW_RZ, 0); }

PTX2C_INLINE uint16_t ptx2c_cvt_rp_f16_f32(float a)
{
    bool minus = ptx2c_bits_f32(a) >> 31;
    return minus ? ptx2c_f16_mode(a, PTX2C_NARROW_RZ, 0, 0) : ptx2c_f16_mode(a, PTX2C_NARROW_AWAY, 0, 0);
}

PTX2C_INLINE uint16_t ptx2c_cvt_rm_f16_f32(float a)
{
    bool minus = ptx2c_bits_f32(a) >> 31;
    return minus ? ptx2c_f16_mode(a, PTX2C_NARROW_AWAY, 0, 0) : ptx2c_f16_mode(a, PTX2C_NARROW_RZ, 0, 0);
}

PTX2C_INLINE uint16_t ptx2c_cvt_rp_bf16_f32(float a)
{
    bool minus = ptx2c_bits_f32(a) >> 31;
    return minus ? ptx2c_bf16_mode(a, PTX2C_NARROW_RZ, 0) : ptx2c_bf16_mode(a, PTX2C_NARROW_AWAY, 0);
}

PTX2C_INLINE uint16_t ptx2c_cvt_rm_bf16_f32(float a)
{
    bool minus = ptx2c_bits_f32(a) >> 31;
    return minus ? ptx2c_bf16_mode(a, PTX2C_NARROW_AWAY, 0) : ptx2c_bf16_mode(a, PTX2C_NARROW_RZ, 0);
}

/* ---- bits: the same for both formats but for where the exponent lies ---- */

PTX2C_INLINE uint16_t ptx2c_ftz_f16(uint16_t a) { return (a & 0x7c00) == 0 ? a & 0x8000 : a; }
PTX2C_INLINE uint16_t ptx2c_ftz_bf16(uint16_t a) { return (a & 0x7f80) == 0 ? a & 0x8000 : a; }
PTX2C_INLINE bool ptx2c_isnan_f16(uint16_t a) { return (a & 0x7fff) > 0x7c00; }
PTX2C_INLINE bool ptx2c_isnan_bf16(uint16_t a) { return (a & 0x7fff) > 0x7f80; }

/* Into [0, 1]; NaN and -0 become +0. */
PTX2C_INLINE uint16_t ptx2c_sat_f16(uint16_t a)
{
    uint16_t r = a > 0x3c00 ? 0x3c00 : a;
    return a > 0x7c00 ? 0 : r;
}

#define PTX2C_HALF_BITS(T, INF)                                                                                        \
    PTX2C_INLINE uint16_t ptx2c_relu_##T(uint16_t a)                                                                   \
    {                                                                                                                  \
        uint16_t r = a & 0x8000 ? 0 : a;                                                                               \
        return ptx2c_isnan_##T(a) ? 0x7fff : r;                                                                        \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_satfinite_##T(uint16_t a) { return (uint16_t)(a - ((a & 0x7fff) == INF)); }            \
    PTX2C_INLINE uint16_t ptx2c_abs_##T(uint16_t a) { return a & 0x7fff; }                                             \
    PTX2C_INLINE uint16_t ptx2c_neg_##T(uint16_t a) { return a ^ 0x8000; }                                             \
    PTX2C_INLINE uint16_t ptx2c_abs_ftz_##T(uint16_t a) { return ptx2c_abs_##T(ptx2c_ftz_##T(a)); }                    \
    PTX2C_INLINE uint16_t ptx2c_neg_ftz_##T(uint16_t a) { return ptx2c_neg_##T(ptx2c_ftz_##T(a)); }

PTX2C_HALF_BITS(f16, 0x7c00)
PTX2C_HALF_BITS(bf16, 0x7f80)

/* ---- arithmetic ---- */

/* The product is exact in float (f16) or double (bf16); the sum is rounded to odd and then to the format. */
#if PTX2C_ARM_F16 && defined __aarch64__ /* the format by one instruction.  The sum in double is exact, unless one is 2^-30 of the other, at most; and
that is c, beside a product beyond the largest f16, or the product, beside a c that stays as it is. */
PTX2C_INLINE uint16_t ptx2c_fma_f16(uint16_t a, uint16_t b, uint16_t c)
{
    const float p = ptx2c_f32_quiet_f16(a) * ptx2c_f32_quiet_f16(b);
    const double s = (double)p + ptx2c_f32_quiet_f16(c);
    const __fp16 x = (__fp16)s;
    uint16_t h;
    memcpy(&h, &x, sizeof h);
    return s != s ? 0x7fff : h;
}
#else
PTX2C_INLINE uint16_t ptx2c_fma_f16(uint16_t a, uint16_t b, uint16_t c)
{
    const float p = ptx2c_f32_quiet_f16(a) * ptx2c_f32_quiet_f16(b), z = ptx2c_f32_quiet_f16(c), s = p + z;
    if (PTX2C_SINGLE && PTX2C_LIKELY(ptx2c_bits_f32(s) & 0xfff)) /* only between two of f16, which have 12 digits, may the first rounding matter */
        return ptx2c_cvt_rn_f16_f32(s);
    return ptx2c_cvt_rn_f16_f32(ptx2c_odd_f32(s, ptx2c_sum_lacks_f32(p, z, s)));
}
#endif

PTX2C_INLINE uint16_t ptx2c_fma_bf16(uint16_t a, uint16_t b, uint16_t c)
{
    double p = (double)ptx2c_f32_bf16(a) * ptx2c_f32_bf16(b), z = ptx2c_f32_bf16(c), s = p + z;
    return ptx2c_cvt_rn_bf16_f32(ptx2c_f32_odd_f64(ptx2c_odd_f64(s, ptx2c_sum_lacks(p, z, s))));
}

#define PTX2C_HALF_OP(T, NAME, EXPR)                                                                                   \
    PTX2C_INLINE uint16_t ptx2c_##NAME##_##T(uint16_t h, uint16_t i)                                                   \
    {                                                                                                                  \
        float a = ptx2c_f32_quiet_##T(h), b = ptx2c_f32_quiet_##T(i);                                                  \
        return ptx2c_cvt_rn_##T##_f32(EXPR);                                                                           \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_##NAME##_ftz_##T(uint16_t h, uint16_t i)                                               \
    {                                                                                                                  \
        return ptx2c_ftz_##T(ptx2c_##NAME##_##T(ptx2c_ftz_##T(h), ptx2c_ftz_##T(i)));                                  \
    }

#define PTX2C_HALF_ARITH(T)                                                                                            \
    PTX2C_HALF_OP(T, add, a + b)                                                                                       \
    PTX2C_HALF_OP(T, sub, a - b)                                                                                       \
    PTX2C_HALF_OP(T, mul, a * b)                                                                                       \
    PTX2C_HALF_OP(T, min, ptx2c_min_f32(a, b))                                                                         \
    PTX2C_HALF_OP(T, max, ptx2c_max_f32(a, b))                                                                         \
    PTX2C_HALF_OP(T, min_NaN, ptx2c_min_NaN_f32(a, b))                                                                 \
    PTX2C_HALF_OP(T, max_NaN, ptx2c_max_NaN_f32(a, b))                                                                 \
    PTX2C_HALF_OP(T, min_xorsign_abs, ptx2c_min_xorsign_abs_f32(a, b))                                                 \
    PTX2C_HALF_OP(T, max_xorsign_abs, ptx2c_max_xorsign_abs_f32(a, b))                                                 \
    PTX2C_HALF_OP(T, min_NaN_xorsign_abs, ptx2c_min_NaN_xorsign_abs_f32(a, b))                                         \
    PTX2C_HALF_OP(T, max_NaN_xorsign_abs, ptx2c_max_NaN_xorsign_abs_f32(a, b))                                         \
    PTX2C_INLINE uint16_t ptx2c_fma_ftz_##T(uint16_t a, uint16_t b, uint16_t c)                                        \
    {                                                                                                                  \
        return ptx2c_ftz_##T(ptx2c_fma_##T(ptx2c_ftz_##T(a), ptx2c_ftz_##T(b), ptx2c_ftz_##T(c)));                     \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_fma_relu_##T(uint16_t a, uint16_t b, uint16_t c)                                       \
    {                                                                                                                  \
        return ptx2c_relu_##T(ptx2c_fma_##T(a, b, c));                                                                 \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_fma_ftz_relu_##T(uint16_t a, uint16_t b, uint16_t c)                                   \
    {                                                                                                                  \
        return ptx2c_relu_##T(ptx2c_fma_ftz_##T(a, b, c));                                                             \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_fma_oob_##T(uint16_t a, uint16_t b, uint16_t c)                                        \
    {                                                                                                                  \
        return (a == PTX2C_OOB_NAN || b == PTX2C_OOB_NAN) ? 0 : ptx2c_fma_##T(a, b, c);                                \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_fma_oob_relu_##T(uint16_t a, uint16_t b, uint16_t c)                                   \
    {                                                                                                                  \
        return ptx2c_relu_##T(ptx2c_fma_oob_##T(a, b, c));                                                             \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_tanh_approx_##T(uint16_t a)                                                            \
    {                                                                                                                  \
        return ptx2c_cvt_rn_##T##_f32(ptx2c_tanh_approx_f32(ptx2c_f32_##T(a)));                                        \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_ex2_approx_##T(uint16_t a)                                                             \
    {                                                                                                                  \
        return ptx2c_cvt_rn_##T##_f32(ptx2c_ex2_approx_f32(ptx2c_f32_##T(a)));                                         \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_ex2_approx_ftz_##T(uint16_t a)                                                         \
    {                                                                                                                  \
        return ptx2c_ftz_##T(ptx2c_ex2_approx_##T(ptx2c_ftz_##T(a)));                                                  \
    }

/* What a tensor copy writes for elements outside: the manual does not say which NaN; this is the one with all bits
 * set, which no arithmetic produces. */
#define PTX2C_OOB_NAN 0xffff

PTX2C_HALF_ARITH(f16)
PTX2C_HALF_ARITH(bf16)

#define PTX2C_HALF_SAT(NAME)                                                                                           \
    PTX2C_INLINE uint16_t ptx2c_##NAME##_sat_f16(uint16_t a, uint16_t b)                                               \
    {                                                                                                                  \
        return ptx2c_sat_f16(ptx2c_##NAME##_f16(a, b));                                                                \
    }
PTX2C_HALF_SAT(add)
PTX2C_HALF_SAT(sub)
PTX2C_HALF_SAT(mul)
PTX2C_HALF_SAT(add_ftz)
PTX2C_HALF_SAT(sub_ftz)
PTX2C_HALF_SAT(mul_ftz)

PTX2C_INLINE uint16_t ptx2c_fma_sat_f16(uint16_t a, uint16_t b, uint16_t c)
{
    return ptx2c_sat_f16(ptx2c_fma_f16(a, b, c));
}

PTX2C_INLINE uint16_t ptx2c_fma_ftz_sat_f16(uint16_t a, uint16_t b, uint16_t c)
{
    return ptx2c_sat_f16(ptx2c_fma_ftz_f16(a, b, c));
}

/* ---- comparisons ---- */

PTX2C_INLINE float ptx2c_f32_ftz_f16(uint16_t a) { return ptx2c_f32_quiet_f16(ptx2c_ftz_f16(a)); }
PTX2C_CMP_FLOAT_VIA(f16, uint16_t, ptx2c_f32_quiet_f16, f32)
PTX2C_CMP_FLOAT_VIA(ftz_f16, uint16_t, ptx2c_f32_ftz_f16, f32)
PTX2C_CMP_FLOAT_VIA(bf16, uint16_t, ptx2c_f32_bf16, f32)

/* ---- pairs: the low half first ---- */

PTX2C_INLINE uint16_t ptx2c_lo16(uint32_t a) { return (uint16_t)a; }
PTX2C_INLINE uint16_t ptx2c_hi16(uint32_t a) { return (uint16_t)(a >> 16); }
PTX2C_INLINE uint32_t ptx2c_join16(uint16_t lo, uint16_t hi) { return (uint32_t)hi << 16 | lo; }

#define PTX2C_PAIR_1(NAME, T)                                                                                          \
    PTX2C_INLINE uint32_t ptx2c_##NAME##_##T##x2(uint32_t a)                                                           \
    {                                                                                                                  \
        return ptx2c_join16(ptx2c_##NAME##_##T(ptx2c_lo16(a)), ptx2c_##NAME##_##T(ptx2c_hi16(a)));                     \
    }
#define PTX2C_PAIR_2(NAME, T)                                                                                          \
    PTX2C_INLINE uint32_t ptx2c_##NAME##_##T##x2(uint32_t a, uint32_t b)                                               \
    {                                                                                                                  \
        return ptx2c_join16(ptx2c_##NAME##_##T(ptx2c_lo16(a), ptx2c_lo16(b)),                                          \
                            ptx2c_##NAME##_##T(ptx2c_hi16(a), ptx2c_hi16(b)));                                         \
    }
#define PTX2C_PAIR_3(NAME, T)                                                                                          \
    PTX2C_INLINE uint32_t ptx2c_##NAME##_##T##x2(uint32_t a, uint32_t b, uint32_t c)                                   \
    {                                                                                                                  \
        return ptx2c_join16(ptx2c_##NAME##_##T(ptx2c_lo16(a), ptx2c_lo16(b), ptx2c_lo16(c)),                           \
                            ptx2c_##NAME##_##T(ptx2c_hi16(a), ptx2c_hi16(b), ptx2c_hi16(c)));                          \
    }
#define PTX2C_PAIRS(T)                                                                                                 \
    PTX2C_PAIR_2(add, T) PTX2C_PAIR_2(sub, T) PTX2C_PAIR_2(mul, T)                                                     \
    PTX2C_PAIR_2(add_ftz, T) PTX2C_PAIR_2(sub_ftz, T) PTX2C_PAIR_2(mul_ftz, T)                                         \
    PTX2C_PAIR_2(min, T) PTX2C_PAIR_2(min_ftz, T) PTX2C_PAIR_2(min_NaN, T) PTX2C_PAIR_2(min_NaN_ftz, T)                \
    PTX2C_PAIR_2(max, T) PTX2C_PAIR_2(max_ftz, T) PTX2C_PAIR_2(max_NaN, T) PTX2C_PAIR_2(max_NaN_ftz, T)                \
    PTX2C_PAIR_2(min_xorsign_abs, T) PTX2C_PAIR_2(min_NaN_xorsign_abs, T)                                              \
    PTX2C_PAIR_2(max_xorsign_abs, T) PTX2C_PAIR_2(max_NaN_xorsign_abs, T)                                              \
    PTX2C_PAIR_2(min_xorsign_abs_ftz, T) PTX2C_PAIR_2(min_NaN_xorsign_abs_ftz, T)                                      \
    PTX2C_PAIR_2(max_xorsign_abs_ftz, T) PTX2C_PAIR_2(max_NaN_xorsign_abs_ftz, T)                                      \
    PTX2C_PAIR_3(fma, T) PTX2C_PAIR_3(fma_ftz, T) PTX2C_PAIR_3(fma_relu, T) PTX2C_PAIR_3(fma_ftz_relu, T)              \
    PTX2C_PAIR_3(fma_oob, T) PTX2C_PAIR_3(fma_oob_relu, T)                                                             \
    PTX2C_PAIR_1(abs, T) PTX2C_PAIR_1(abs_ftz, T) PTX2C_PAIR_1(neg, T) PTX2C_PAIR_1(neg_ftz, T)                        \
    PTX2C_PAIR_1(tanh_approx, T) PTX2C_PAIR_1(ex2_approx, T) PTX2C_PAIR_1(ex2_approx_ftz, T)                           \
    PTX2C_PAIR_1(relu, T) PTX2C_PAIR_1(satfinite, T)

PTX2C_PAIRS(f16)
PTX2C_PAIRS(bf16)
PTX2C_PAIR_2(add_sat, f16)
PTX2C_PAIR_2(sub_sat, f16)
PTX2C_PAIR_2(mul_sat, f16)
PTX2C_PAIR_2(add_ftz_sat, f16)
PTX2C_PAIR_2(sub_ftz_sat, f16)
PTX2C_PAIR_2(mul_ftz_sat, f16)
PTX2C_PAIR_3(fma_sat, f16)
PTX2C_PAIR_3(fma_ftz_sat, f16)

/* ---- comparisons of pairs: bit 0 for the low half, bit 1 for the high one ---- */

#define PTX2C_SETP_PAIR(OP, T, NAME)                                                                                   \
    PTX2C_INLINE uint32_t ptx2c_setp_##OP##_##NAME(uint32_t a, uint32_t b)                                             \
    {                                                                                                                  \
        return (uint32_t)ptx2c_cmp_##OP##_##T(ptx2c_lo16(a), ptx2c_lo16(b)) |                                          \
               (uint32_t)ptx2c_cmp_##OP##_##T(ptx2c_hi16(a), ptx2c_hi16(b)) << 1;                                      \
    }
#define PTX2C_SETP_PAIRS(T, NAME)                                                                                      \
    PTX2C_SETP_PAIR(eq, T, NAME) PTX2C_SETP_PAIR(ne, T, NAME) PTX2C_SETP_PAIR(lt, T, NAME)                             \
    PTX2C_SETP_PAIR(le, T, NAME) PTX2C_SETP_PAIR(gt, T, NAME) PTX2C_SETP_PAIR(ge, T, NAME)                             \
    PTX2C_SETP_PAIR(equ, T, NAME) PTX2C_SETP_PAIR(neu, T, NAME) PTX2C_SETP_PAIR(ltu, T, NAME)                          \
    PTX2C_SETP_PAIR(leu, T, NAME) PTX2C_SETP_PAIR(gtu, T, NAME) PTX2C_SETP_PAIR(geu, T, NAME)                          \
    PTX2C_SETP_PAIR(num, T, NAME) PTX2C_SETP_PAIR(nan, T, NAME)

PTX2C_SETP_PAIRS(f16, f16x2)
PTX2C_SETP_PAIRS(ftz_f16, ftz_f16x2)
PTX2C_SETP_PAIRS(bf16, bf16x2)

PTX2C_INLINE uint32_t ptx2c_and_pair(uint32_t t, bool c) { return c ? t : 0; }
PTX2C_INLINE uint32_t ptx2c_or_pair(uint32_t t, bool c) { return c ? 3 : t; }
PTX2C_INLINE uint32_t ptx2c_xor_pair(uint32_t t, bool c) { return c ? t ^ 3 : t; }
PTX2C_INLINE uint32_t ptx2c_spread_pair(uint32_t t) { return (t & 1) | (t & 2) << 15; }
PTX2C_INLINE uint32_t ptx2c_set_pair_int(uint32_t t) { return ptx2c_spread_pair(t) * 0xffff; }
PTX2C_INLINE uint32_t ptx2c_set_pair_f16(uint32_t t) { return ptx2c_spread_pair(t) * 0x3c00; }
PTX2C_INLINE uint32_t ptx2c_set_pair_bf16(uint32_t t) { return ptx2c_spread_pair(t) * 0x3f80; }

#endif
