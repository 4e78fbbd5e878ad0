/* narrow.h: the alternate formats of cvt (manual 5.2.3, 5.2.4, 9.7.9.21): tf32, fp8, fp6, fp4, ue8m0, s2f6, packed
 * halves, and stochastic rounding. */
#ifndef PTX2C_NARROW_H
#define PTX2C_NARROW_H

#include "convert.h"
#include "convert_half.h"

/* ---- tf32: an f32 whose lower 13 bits are zero ---- */

PTX2C_INLINE uint32_t ptx2c_tf32_add(float a, uint32_t add)
{
    uint32_t b = ptx2c_bits_f32(a), m = b & 0x7fffffff;
    return m > 0x7f800000 ? 0x7fffffff : m == 0x7f800000 ? b : (b + add) & 0xffffe000;
}

PTX2C_INLINE uint32_t ptx2c_cvt_rna_tf32_f32(float a) { return ptx2c_tf32_add(a, 0x1000); }
PTX2C_INLINE uint32_t ptx2c_cvt_rz_tf32_f32(float a) { return ptx2c_tf32_add(a, 0); }

PTX2C_INLINE uint32_t ptx2c_cvt_rn_tf32_f32(float a)
{
    return ptx2c_tf32_add(a, 0xfff + (ptx2c_bits_f32(a) >> 13 & 1));
}

PTX2C_INLINE uint32_t ptx2c_satfinite_tf32(uint32_t a) { return (a & 0x7fffffff) == 0x7f800000 ? a - 0x2000 : a; }

PTX2C_INLINE uint32_t ptx2c_relu_tf32(uint32_t a)
{
    return (a & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : a >> 31 ? 0 : a;
}

/* ---- fp8, fp6, fp4: mantissa bits, bias, largest value, what NaN becomes, place of the sign ---- */

#define PTX2C_MINIFLOAT(T, MANT, BIAS, MAX, NAN_CODE, SIGN)                                                            \
    PTX2C_INLINE uint32_t ptx2c_##T##_mode(float a, ptx2c_narrow_mode mode, uint32_t random, int bits)                 \
    {                                                                                                                  \
        uint32_t b = ptx2c_bits_f32(a), m = b & 0x7fffffff, inf = 0x7f800000;                                          \
        uint32_t r = m >= inf ? MAX : ptx2c_narrow(m, MANT, BIAS, mode, random, bits);                                 \
        r = r > MAX ? MAX : r;                                                                                         \
        return m > inf ? NAN_CODE : r | (b >> 31) << SIGN;                                                             \
    }                                                                                                                  \
    PTX2C_INLINE uint32_t ptx2c_cvt_rn_##T##_f32(float a) { return ptx2c_##T##_mode(a, PTX2C_NARROW_RN, 0, 0); }       \
    PTX2C_INLINE uint32_t ptx2c_cvt_rn_relu_##T##_f32(float a)                                                         \
    {                                                                                                                  \
        return ptx2c_cvt_rn_##T##_f32(ptx2c_relu_f32(a));                                                              \
    }

PTX2C_MINIFLOAT(e4m3, 3, 7, 0x7eu, 0x7fu, 7)
PTX2C_MINIFLOAT(e5m2, 2, 15, 0x7bu, 0x7fu, 7)
PTX2C_MINIFLOAT(e2m3, 3, 1, 0x1fu, 0x1fu, 5)
PTX2C_MINIFLOAT(e3m2, 2, 3, 0x1fu, 0x1fu, 5)
PTX2C_MINIFLOAT(e2m1, 1, 1, 0x7u, 0x7u, 3)

/* To f16, which holds all of them: the magnitude's bits moved into f16's place count 2^(15 - bias) too little. */
PTX2C_INLINE uint16_t ptx2c_widen(uint32_t magnitude, int mant, int bias, uint32_t sign)
{
    float scale = ptx2c_f32_of((uint32_t)(127 + 15 - bias) << 23);
    float v = ptx2c_f32_f16((uint16_t)(magnitude << (10 - mant))) * scale;
    return (uint16_t)(ptx2c_cvt_rn_f16_f32(v) | sign << 15);
}

PTX2C_INLINE uint16_t ptx2c_cvt_f16_e4m3(uint32_t a)
{
    return (a & 0x7f) == 0x7f ? 0x7fff : ptx2c_widen(a & 0x7f, 3, 7, a >> 7 & 1);
}

PTX2C_INLINE uint16_t ptx2c_cvt_f16_e5m2(uint32_t a)
{
    return (a & 0x7f) > 0x7c ? 0x7fff : (uint16_t)((a & 0xff) << 8);
}

PTX2C_INLINE uint16_t ptx2c_cvt_f16_e2m3(uint32_t a) { return ptx2c_widen(a & 0x1f, 3, 1, a >> 5 & 1); }
PTX2C_INLINE uint16_t ptx2c_cvt_f16_e3m2(uint32_t a) { return ptx2c_widen(a & 0x1f, 2, 3, a >> 5 & 1); }
PTX2C_INLINE uint16_t ptx2c_cvt_f16_e2m1(uint32_t a) { return ptx2c_widen(a & 0x7, 1, 1, a >> 3 & 1); }

/* Pairs and fours: the first operand in the upper part; W bits each. */
#define PTX2C_MINIFLOAT_PAIR(T, W)                                                                                     \
    PTX2C_INLINE uint16_t ptx2c_cvt_rn_##T##x2_f32(float a, float b)                                                   \
    {                                                                                                                  \
        return (uint16_t)(ptx2c_cvt_rn_##T##_f32(a) << W | ptx2c_cvt_rn_##T##_f32(b));                                 \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_rn_relu_##T##x2_f32(float a, float b)                                              \
    {                                                                                                                  \
        return (uint16_t)(ptx2c_cvt_rn_relu_##T##_f32(a) << W | ptx2c_cvt_rn_relu_##T##_f32(b));                       \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_rn_##T##x2_f16x2(uint32_t a)                                                       \
    {                                                                                                                  \
        return ptx2c_cvt_rn_##T##x2_f32(ptx2c_f32_f16(ptx2c_hi16(a)), ptx2c_f32_f16(ptx2c_lo16(a)));                   \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_rn_relu_##T##x2_f16x2(uint32_t a)                                                  \
    {                                                                                                                  \
        return ptx2c_cvt_rn_relu_##T##x2_f32(ptx2c_f32_f16(ptx2c_hi16(a)), ptx2c_f32_f16(ptx2c_lo16(a)));              \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_rn_##T##x2_bf16x2(uint32_t a)                                                      \
    {                                                                                                                  \
        return ptx2c_cvt_rn_##T##x2_f32(ptx2c_f32_bf16(ptx2c_hi16(a)), ptx2c_f32_bf16(ptx2c_lo16(a)));                 \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_rn_relu_##T##x2_bf16x2(uint32_t a)                                                 \
    {                                                                                                                  \
        return ptx2c_cvt_rn_relu_##T##x2_f32(ptx2c_f32_bf16(ptx2c_hi16(a)), ptx2c_f32_bf16(ptx2c_lo16(a)));            \
    }                                                                                                                  \
    PTX2C_INLINE uint32_t ptx2c_cvt_f16x2_##T##x2(uint32_t a)                                                          \
    {                                                                                                                  \
        return ptx2c_join16(ptx2c_cvt_f16_##T(a), ptx2c_cvt_f16_##T(a >> W));                                          \
    }
PTX2C_MINIFLOAT_PAIR(e4m3, 8)
PTX2C_MINIFLOAT_PAIR(e5m2, 8)
PTX2C_MINIFLOAT_PAIR(e2m3, 8)
PTX2C_MINIFLOAT_PAIR(e3m2, 8)
PTX2C_MINIFLOAT_PAIR(e2m1, 4)

/* ---- stochastic rounding: each value has its part of the random bits ---- */

PTX2C_INLINE uint32_t ptx2c_cvt_rs_f16x2_f32(float a, float b, uint32_t random)
{
    return ptx2c_join16(ptx2c_f16_mode(b, PTX2C_NARROW_RS, random, 13),
                        ptx2c_f16_mode(a, PTX2C_NARROW_RS, random >> 16, 13));
}

PTX2C_INLINE uint32_t ptx2c_cvt_rs_bf16x2_f32(float a, float b, uint32_t random)
{
    return ptx2c_join16(ptx2c_bf16_mode(b, PTX2C_NARROW_RS, random), ptx2c_bf16_mode(a, PTX2C_NARROW_RS, random >> 16));
}

/* Fours share them: a and b have the upper 16 bits, e and f the lower; of e2m1, a and b have the upper byte of each
 * half and e and f the lower byte. */
#define PTX2C_MINIFLOAT_RS(T)                                                                                          \
    PTX2C_INLINE uint32_t ptx2c_cvt_rs_##T##x4_f32(float a, float b, float e, float f, uint32_t random)                \
    {                                                                                                                  \
        return ptx2c_##T##_mode(a, PTX2C_NARROW_RS, random >> 16, 16) << 24 |                                          \
               ptx2c_##T##_mode(b, PTX2C_NARROW_RS, random >> 16, 16) << 16 |                                          \
               ptx2c_##T##_mode(e, PTX2C_NARROW_RS, random, 16) << 8 |                                                 \
               ptx2c_##T##_mode(f, PTX2C_NARROW_RS, random, 16);                                                       \
    }                                                                                                                  \
    PTX2C_INLINE uint32_t ptx2c_cvt_rs_relu_##T##x4_f32(float a, float b, float e, float f, uint32_t random)           \
    {                                                                                                                  \
        return ptx2c_cvt_rs_##T##x4_f32(ptx2c_relu_f32(a), ptx2c_relu_f32(b), ptx2c_relu_f32(e), ptx2c_relu_f32(f),    \
                                        random);                                                                       \
    }
PTX2C_MINIFLOAT_RS(e4m3)
PTX2C_MINIFLOAT_RS(e5m2)
PTX2C_MINIFLOAT_RS(e2m3)
PTX2C_MINIFLOAT_RS(e3m2)

PTX2C_INLINE uint16_t ptx2c_cvt_rs_e2m1x4_f32(float a, float b, float e, float f, uint32_t random)
{
    uint32_t hi = ptx2c_e2m1_mode(a, PTX2C_NARROW_RS, random >> 24, 8) << 4 |
                  ptx2c_e2m1_mode(b, PTX2C_NARROW_RS, random >> 8, 8);
    uint32_t lo = ptx2c_e2m1_mode(e, PTX2C_NARROW_RS, random >> 16, 8) << 4 |
                  ptx2c_e2m1_mode(f, PTX2C_NARROW_RS, random, 8);
    return (uint16_t)(hi << 8 | lo);
}

PTX2C_INLINE uint16_t ptx2c_cvt_rs_relu_e2m1x4_f32(float a, float b, float e, float f, uint32_t random)
{
    return ptx2c_cvt_rs_e2m1x4_f32(ptx2c_relu_f32(a), ptx2c_relu_f32(b), ptx2c_relu_f32(e), ptx2c_relu_f32(f), random);
}

/* ---- ue8m0: a power of two in [2^-127, 2^127]; the sign does not count ---- */

PTX2C_INLINE uint32_t ptx2c_ue8m0(float a, bool up, bool satfinite)
{
    uint32_t m = ptx2c_bits_f32(a) & 0x7fffffff, r = m >> 23, rest = m & 0x7fffff;
    r += up && (r ? rest != 0 : rest > 0x400000); /* code 0 is 2^-127, in f32 the subnormal 0x400000 */
    r = r > 0xfe ? satfinite ? 0xfe : 0xff : r;
    return m > 0x7f800000 ? 0xff : r;
}

#define PTX2C_UE8M0(NAME, UP, FINITE)                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_##NAME##_ue8m0x2_f32(float a, float b)                                             \
    {                                                                                                                  \
        return (uint16_t)(ptx2c_ue8m0(a, UP, FINITE) << 8 | ptx2c_ue8m0(b, UP, FINITE));                               \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_##NAME##_ue8m0x2_bf16x2(uint32_t a)                                                \
    {                                                                                                                  \
        return ptx2c_cvt_##NAME##_ue8m0x2_f32(ptx2c_f32_bf16(ptx2c_hi16(a)), ptx2c_f32_bf16(ptx2c_lo16(a)));           \
    }
PTX2C_UE8M0(rz, false, false)
PTX2C_UE8M0(rp, true, false)
PTX2C_UE8M0(rz_satfinite, false, true)
PTX2C_UE8M0(rp_satfinite, true, true)

PTX2C_INLINE uint16_t ptx2c_cvt_bf16_ue8m0(uint32_t a)
{
    a &= 0xff;
    return (uint16_t)(a == 0xff ? 0x7fff : a ? a << 7 : 0x40);
}

PTX2C_INLINE uint32_t ptx2c_cvt_bf16x2_ue8m0x2(uint32_t a)
{
    return ptx2c_join16(ptx2c_cvt_bf16_ue8m0(a), ptx2c_cvt_bf16_ue8m0(a >> 8));
}

/* ---- s2f6: signed, 6 bits behind the point; scale is a ue8m0 code ---- */

PTX2C_INLINE double ptx2c_scale_ue8m0(uint32_t code)
{
    code &= 0xff;
    return code == 0xff ? PTX2C_NAN_F64 : ptx2c_f64_of((uint64_t)(code + 1023 - 127) << 52);
}

/* ptx2c_cvt_RND_s2f6x2_…: round is to the nearest or to zero.  NaN becomes the largest value. */
#define PTX2C_S2F6(RND, ROUND)                                                                                         \
    PTX2C_INLINE uint32_t ptx2c_##RND##_s2f6(float a, uint32_t scale)                                                  \
    {                                                                                                                  \
        double v = ROUND(a / ptx2c_scale_ue8m0(scale) * 64.0);                                                         \
        return (uint32_t)(v != v || v > 127.0 ? 127 : ptx2c_cvt_rzi_s8_f64(v)) & 0xff;                                 \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_##RND##_s2f6x2_f32(float a, float b, uint32_t scale)                               \
    {                                                                                                                  \
        return (uint16_t)(ptx2c_##RND##_s2f6(a, scale >> 8) << 8 | ptx2c_##RND##_s2f6(b, scale));                      \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_##RND##_relu_s2f6x2_f32(float a, float b, uint32_t scale)                          \
    {                                                                                                                  \
        return ptx2c_cvt_##RND##_s2f6x2_f32(ptx2c_relu_f32(a), ptx2c_relu_f32(b), scale);                              \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_##RND##_s2f6x2_bf16x2(uint32_t a, uint32_t scale)                                  \
    {                                                                                                                  \
        return ptx2c_cvt_##RND##_s2f6x2_f32(ptx2c_f32_bf16(ptx2c_hi16(a)), ptx2c_f32_bf16(ptx2c_lo16(a)), scale);      \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_##RND##_relu_s2f6x2_bf16x2(uint32_t a, uint32_t scale)                             \
    {                                                                                                                  \
        return ptx2c_cvt_##RND##_s2f6x2_bf16x2(ptx2c_relu_bf16x2(a), scale);                                           \
    }
PTX2C_S2F6(rn, ptx2c_rni_f64)
PTX2C_S2F6(rz, ptx2c_rzi_f64)

PTX2C_INLINE uint16_t ptx2c_bf16_s2f6(uint32_t a, uint32_t scale)
{
    return ptx2c_cvt_rn_bf16_f64((int8_t)a / 64.0 * ptx2c_scale_ue8m0(scale));
}

PTX2C_INLINE uint32_t ptx2c_cvt_bf16x2_s2f6x2(uint32_t a, uint32_t scale)
{
    return ptx2c_join16(ptx2c_bf16_s2f6(a, scale), ptx2c_bf16_s2f6(a >> 8, scale >> 8));
}

/* ---- one scale factor for both values, a ue8m0 code that they are divided by; .pzo; rounding to zero -------------- */

#define PTX2C_UNSCALED 0x17fu

PTX2C_INLINE uint16_t ptx2c_pzo_f16(uint16_t a) { return a == 0x8000 ? 0 : a; }
PTX2C_INLINE uint16_t ptx2c_pzo_bf16(uint16_t a) { return a == 0x8000 ? 0 : a; }
PTX2C_INLINE uint32_t ptx2c_pzo_tf32(uint32_t a) { return a == 0x80000000 ? 0 : a; }

PTX2C_INLINE uint32_t ptx2c_pzo_f16x2(uint32_t a)
{
    return ptx2c_join16(ptx2c_pzo_f16(ptx2c_lo16(a)), ptx2c_pzo_f16(ptx2c_hi16(a)));
}

PTX2C_INLINE uint32_t ptx2c_pzo_bf16x2(uint32_t a) { return ptx2c_pzo_f16x2(a); }

/* The value divided by the scale; a subnormal one is 0 then. */
PTX2C_INLINE float ptx2c_scaled(float a, uint32_t scale)
{
    if (scale == PTX2C_UNSCALED)
        return a;
    if ((ptx2c_bits_f32(a) & 0x7f800000) == 0)
        a = ptx2c_f32_of(ptx2c_bits_f32(a) & 0x80000000);
    return (float)(a / ptx2c_scale_ue8m0(scale));
}

/* A half as a float; with a scale, 0 for a subnormal one. */
PTX2C_INLINE float ptx2c_scaled_f16(uint16_t a, uint32_t scale)
{
    return ptx2c_scaled(ptx2c_f32_f16(scale != PTX2C_UNSCALED && !(a & 0x7c00) ? a & 0x8000 : a), scale);
}

/* What becomes of a value that was divided by its scale. */
#define PTX2C_SCALED_ONE(T, SIGN, MODE, a)                                                                             \
    uint32_t r = ptx2c_##T##_mode(relu ? ptx2c_relu_f32(a) : (a), MODE, 0, 0);                                         \
    return pzo && r == 1u << SIGN ? 0 : r;

#define PTX2C_SCALED(RND, MODE, T, W, SIGN)                                                                            \
    PTX2C_INLINE uint32_t ptx2c_##RND##_scaled_##T(float a, bool relu, bool pzo)                                       \
    {                                                                                                                  \
        PTX2C_SCALED_ONE(T, SIGN, MODE, a)                                                                             \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_##RND##_scaled_##T##x2_f32(float a, float b, uint32_t scale, bool relu, bool pzo)  \
    {                                                                                                                  \
        return (uint16_t)(ptx2c_##RND##_scaled_##T(ptx2c_scaled(a, scale), relu, pzo) << W |                           \
                          ptx2c_##RND##_scaled_##T(ptx2c_scaled(b, scale), relu, pzo));                                \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_##RND##_scaled_##T##x2_f16x2(uint32_t a, uint32_t scale, bool relu, bool pzo)      \
    {                                                                                                                  \
        return (uint16_t)(ptx2c_##RND##_scaled_##T(ptx2c_scaled_f16(ptx2c_hi16(a), scale), relu, pzo) << W |           \
                          ptx2c_##RND##_scaled_##T(ptx2c_scaled_f16(ptx2c_lo16(a), scale), relu, pzo));                \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_##RND##_scaled_##T##x2_bf16x2(uint32_t a, uint32_t scale, bool relu, bool pzo)     \
    {                                                                                                                  \
        return ptx2c_cvt_##RND##_scaled_##T##x2_f32(ptx2c_f32_bf16(ptx2c_hi16(a)), ptx2c_f32_bf16(ptx2c_lo16(a)),      \
                                                    scale, relu, pzo);                                                 \
    }
#define PTX2C_SCALED_BOTH(T, W, SIGN)                                                                                  \
    PTX2C_SCALED(rn, PTX2C_NARROW_RN, T, W, SIGN)                                                                      \
    PTX2C_SCALED(rz, PTX2C_NARROW_RZ, T, W, SIGN)
PTX2C_SCALED_BOTH(e4m3, 8, 7)
PTX2C_SCALED_BOTH(e5m2, 8, 7)
PTX2C_SCALED_BOTH(e2m3, 8, 5)
PTX2C_SCALED_BOTH(e3m2, 8, 5)
PTX2C_SCALED_BOTH(e2m1, 4, 3)

/* To bf16, multiplied by a scale for each value. */
PTX2C_INLINE uint16_t ptx2c_bf16_scaled(uint16_t f16, uint32_t scale)
{
    return ptx2c_cvt_rn_bf16_f64((double)ptx2c_f32_f16(f16) * ptx2c_scale_ue8m0(scale));
}

#define PTX2C_WIDEN_BF16(T, W)                                                                                         \
    PTX2C_INLINE uint32_t ptx2c_cvt_bf16x2_##T##x2(uint32_t a, uint32_t scale)                                         \
    {                                                                                                                  \
        return ptx2c_join16(ptx2c_bf16_scaled(ptx2c_cvt_f16_##T(a), scale),                                            \
                            ptx2c_bf16_scaled(ptx2c_cvt_f16_##T(a >> W), scale >> 8));                                 \
    }
PTX2C_WIDEN_BF16(e4m3, 8)
PTX2C_WIDEN_BF16(e5m2, 8)
PTX2C_WIDEN_BF16(e2m3, 8)
PTX2C_WIDEN_BF16(e3m2, 8)
PTX2C_WIDEN_BF16(e2m1, 4)

/* ---- ue5m3: unsigned, 5 bits of exponent, 3 of mantissa, NaN 0xff; the sign does not count ---- */

PTX2C_INLINE uint32_t ptx2c_ue5m3(float a, ptx2c_narrow_mode mode, bool finite)
{
    uint32_t m = ptx2c_bits_f32(a) & 0x7fffffff, most = 0xfe;
    uint32_t r = m >= 0x7f800000 ? most + 1 : ptx2c_narrow(m, 3, 15, mode, 0, 0);
    return m > 0x7f800000 ? 0xff : r <= most ? r : finite ? most : 0xff;
}

#define PTX2C_UE5M3(RND, MODE)                                                                                         \
    PTX2C_INLINE uint16_t ptx2c_cvt_##RND##_ue5m3x2_f32(float a, float b, uint32_t scale, bool finite)                 \
    {                                                                                                                  \
        return (uint16_t)(ptx2c_ue5m3(ptx2c_scaled(a, scale), MODE, finite) << 8 |                                     \
                          ptx2c_ue5m3(ptx2c_scaled(b, scale), MODE, finite));                                          \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_##RND##_ue5m3x2_f16x2(uint32_t a, uint32_t scale, bool finite)                     \
    {                                                                                                                  \
        return (uint16_t)(ptx2c_ue5m3(ptx2c_scaled_f16(ptx2c_hi16(a), scale), MODE, finite) << 8 |                     \
                          ptx2c_ue5m3(ptx2c_scaled_f16(ptx2c_lo16(a), scale), MODE, finite));                          \
    }                                                                                                                  \
    PTX2C_INLINE uint16_t ptx2c_cvt_##RND##_ue5m3x2_bf16x2(uint32_t a, uint32_t scale, bool finite)                    \
    {                                                                                                                  \
        return ptx2c_cvt_##RND##_ue5m3x2_f32(ptx2c_f32_bf16(ptx2c_hi16(a)), ptx2c_f32_bf16(ptx2c_lo16(a)), scale,      \
                                             finite);                                                                  \
    }
PTX2C_UE5M3(rn, PTX2C_NARROW_RN)
PTX2C_UE5M3(rz, PTX2C_NARROW_RZ)
PTX2C_UE5M3(rp, PTX2C_NARROW_AWAY)

/* Its values from 2^16 on are infinite in f16. */
PTX2C_INLINE float ptx2c_f32_ue5m3(uint32_t a)
{
    uint32_t e = a >> 3 & 0x1f, m = a & 7;
    if ((a & 0xff) == 0xff)
        return ptx2c_f32_of(0x7fffffff);
    return e ? ptx2c_f32_of((e + 127 - 15) << 23 | m << 20) : (float)m * 0x1p-17f;
}

PTX2C_INLINE uint32_t ptx2c_cvt_f16x2_ue5m3x2(uint32_t a)
{
    return ptx2c_join16(ptx2c_cvt_rn_f16_f32(ptx2c_f32_ue5m3(a)), ptx2c_cvt_rn_f16_f32(ptx2c_f32_ue5m3(a >> 8)));
}

PTX2C_INLINE uint32_t ptx2c_cvt_bf16x2_ue5m3x2(uint32_t a, uint32_t scale)
{
    return ptx2c_join16(ptx2c_cvt_rn_bf16_f64(ptx2c_f32_ue5m3(a) * ptx2c_scale_ue8m0(scale)),
                        ptx2c_cvt_rn_bf16_f64(ptx2c_f32_ue5m3(a >> 8) * ptx2c_scale_ue8m0(scale >> 8)));
}

#endif
