/* convert.h: cvt between integers, f32 and f64 (manual 9.7.9.21); to 16-bit floats: half.h, convert_half.h.  No conversion is undefined: values out
 * of range saturate, NaN becomes 0 or the top bit as the manual says. */
#ifndef PTX2C_CONVERT_H
#define PTX2C_CONVERT_H

#include "f64.h"

/* ---- integers: ptx2c_sat_<to>_<s or u>(v), v of the sign given ---- */

#define PTX2C_SAT(T, C, MIN, MAX, UMAX)                                                                                \
    PTX2C_INLINE C ptx2c_sat_##T##_s(int64_t v) { v = v > MAX ? MAX : v; return (C)(v < MIN ? MIN : v); }              \
    PTX2C_INLINE C ptx2c_sat_##T##_u(uint64_t v) { return (C)(v > UMAX ? UMAX : v); }

PTX2C_SAT(s8, int8_t, INT8_MIN, INT8_MAX, INT8_MAX)
PTX2C_SAT(s16, int16_t, INT16_MIN, INT16_MAX, INT16_MAX)
PTX2C_SAT(s32, int32_t, INT32_MIN, INT32_MAX, INT32_MAX)
PTX2C_SAT(s64, int64_t, INT64_MIN, INT64_MAX, INT64_MAX)
PTX2C_SAT(u8, uint8_t, 0, UINT8_MAX, UINT8_MAX)
PTX2C_SAT(u16, uint16_t, 0, UINT16_MAX, UINT16_MAX)
PTX2C_SAT(u32, uint32_t, 0, UINT32_MAX, UINT32_MAX)
PTX2C_INLINE uint64_t ptx2c_sat_u64_s(int64_t v) { return v < 0 ? 0 : (uint64_t)v; }
PTX2C_INLINE uint64_t ptx2c_sat_u64_u(uint64_t v) { return v; }

/* The low n bits of b, a saturated above them, and c in what is left (cvt.pack). */
PTX2C_INLINE uint32_t ptx2c_pack_sat(int32_t a, int32_t b, uint32_t c, int n, int32_t min, int32_t max)
{
    uint32_t mask = (1u << n) - 1;
    a = a > max ? max : a < min ? min : a;
    b = b > max ? max : b < min ? min : b;
    return (uint32_t)((uint64_t)c << 2 * n) | ((uint32_t)a & mask) << n | ((uint32_t)b & mask);
}

#define PTX2C_PACK(T, N, MIN, MAX)                                                                                     \
    PTX2C_INLINE uint32_t ptx2c_cvt_pack_##T(int32_t a, int32_t b, uint32_t c)                                         \
    {                                                                                                                  \
        return ptx2c_pack_sat(a, b, c, N, MIN, MAX);                                                                   \
    }
PTX2C_PACK(u16, 16, 0, 65535)
PTX2C_PACK(s16, 16, -32768, 32767)
PTX2C_PACK(u8, 8, 0, 255)
PTX2C_PACK(s8, 8, -128, 127)
PTX2C_PACK(u4, 4, 0, 15)
PTX2C_PACK(s4, 4, -8, 7)
PTX2C_PACK(u2, 2, 0, 3)
PTX2C_PACK(s2, 2, -2, 1)

/* ---- to an integral value of the same type ---- */

/* Where there are instructions.  _any: of NaN some NaN. */
#define PTX2C_INTEGRAL_ONE(RND, T, C, F)                                                                               \
    PTX2C_INLINE C ptx2c_##RND##_any_##T(C a) { return F(a); }                                                         \
    PTX2C_INLINE C ptx2c_##RND##_##T(C a) { return ptx2c_canonical_##T(F(a)); }
#define PTX2C_INTEGRAL_NATIVE(T, C, F)                                                                                 \
    PTX2C_INTEGRAL_ONE(rni, T, C, __builtin_rint##F)                                                                   \
    PTX2C_INTEGRAL_ONE(rmi, T, C, __builtin_floor##F)                                                                  \
    PTX2C_INTEGRAL_ONE(rpi, T, C, __builtin_ceil##F)                                                                   \
    PTX2C_INTEGRAL_ONE(rzi, T, C, __builtin_trunc##F)
#define PTX2C_INTEGRAL_ANY(T, C)                                                                                       \
    PTX2C_INLINE C ptx2c_rni_any_##T(C a) { return ptx2c_rni_##T(a); }                                                 \
    PTX2C_INLINE C ptx2c_rmi_any_##T(C a) { return ptx2c_rmi_##T(a); }                                                 \
    PTX2C_INLINE C ptx2c_rpi_any_##T(C a) { return ptx2c_rpi_##T(a); }
#if defined __SSE4_1__ || defined __wasm__ || defined PTX2C_TARGET
#define PTX2C_INTEGRAL_F32 1
#define PTX2C_INTEGRAL_F64 1
#else
#define PTX2C_INTEGRAL_F32 PTX2C_ARM_F32
#define PTX2C_INTEGRAL_F64 PTX2C_ARM_F64
#endif

/* Below TOP (2^23 or 2^52) adding and taking away TOP rounds to the nearest even integer. */
#define PTX2C_NEAREST(T, C, TOP)                                                                                       \
    PTX2C_INLINE C ptx2c_rni_##T(C a)                                                                                  \
    {                                                                                                                  \
        C m = ptx2c_abs_##T(a), r = ptx2c_copysign_##T(a, (m + TOP) - TOP);                                            \
        return ptx2c_canonical_##T(ptx2c_select_##T(m < TOP, r, a));                                                   \
    }
#define PTX2C_INTEGRAL(T, C, TOP)                                                                                      \
    PTX2C_NEAREST(T, C, TOP)                                                                                           \
    PTX2C_INLINE C ptx2c_rmi_##T(C a)                                                                                  \
    {                                                                                                                  \
        C r = ptx2c_rni_##T(a);                                                                                        \
        return ptx2c_select_##T(r > a, r - (C)1, r);                                                                   \
    }                                                                                                                  \
    PTX2C_INLINE C ptx2c_rpi_##T(C a) { return ptx2c_canonical_##T(ptx2c_neg_##T(ptx2c_rmi_##T(ptx2c_neg_##T(a)))); }  \
    PTX2C_INLINE C ptx2c_rzi_##T(C a)                                                                                  \
    {                                                                                                                  \
        return ptx2c_canonical_##T(ptx2c_copysign_##T(a, ptx2c_rmi_##T(ptx2c_abs_##T(a))));                            \
    }

/* Without vectors, what has a fraction goes through an integer I. */
#define PTX2C_INTEGRAL_SINGLE(T, C, TOP, I)                                                                            \
    PTX2C_NEAREST(T, C, TOP)                                                                                           \
    PTX2C_THROUGH_INTEGER(rmi, T, C, TOP, I, -(C)(i > a))                                                              \
    PTX2C_THROUGH_INTEGER(rpi, T, C, TOP, I, +(C)(i < a))                                                              \
    PTX2C_THROUGH_INTEGER(rzi, T, C, TOP, I, )
#define PTX2C_THROUGH_INTEGER(RND, T, C, TOP, I, STEP)                                                                 \
    PTX2C_INLINE C ptx2c_##RND##_##T(C a)                                                                              \
    {                                                                                                                  \
        if (ptx2c_abs_##T(a) < TOP) {                                                                                  \
            const C i = (C)(I)a;                                                                                       \
            return ptx2c_copysign_##T(a, i STEP);                                                                      \
        }                                                                                                              \
        return ptx2c_canonical_##T(a);                                                                                 \
    }

#if PTX2C_INTEGRAL_F32
PTX2C_INTEGRAL_NATIVE(f32, float, f)
#elif PTX2C_SINGLE
PTX2C_INTEGRAL_SINGLE(f32, float, 0x1p23f, int32_t)
PTX2C_INTEGRAL_ANY(f32, float)
#else
PTX2C_INTEGRAL(f32, float, 0x1p23f)
PTX2C_INTEGRAL_ANY(f32, float)
#endif
#if PTX2C_INTEGRAL_F64
PTX2C_INTEGRAL_NATIVE(f64, double, )
#elif PTX2C_SINGLE && UINTPTR_MAX > UINT32_MAX
PTX2C_INTEGRAL_SINGLE(f64, double, 0x1p52, int64_t)
PTX2C_INTEGRAL_ANY(f64, double)
#else
PTX2C_INTEGRAL(f64, double, 0x1p52)
PTX2C_INTEGRAL_ANY(f64, double)
#endif

/* ---- to integers, towards zero ---- */

#define PTX2C_PICK32(p, a, b) ((int32_t)ptx2c_pick(p, (uint32_t)(a), (uint32_t)(b)))
#define PTX2C_PICK64(p, a, b) ((int64_t)ptx2c_pick64(p, (uint64_t)(a), (uint64_t)(b)))

/* F: the float type, LO and HI: the nearest values of F outside the range are below LO and at least HI; NAN: the
 * result for NaN.  The value converted is always in range. */
#define PTX2C_TO_INT(T, C, F, FC, LO, HI, MIN, MAX, NAN_VALUE, PICK)                                                   \
    PTX2C_INLINE C ptx2c_cvt_rzi_##T##_##F(FC a)                                                                       \
    {                                                                                                                  \
        bool in = (a > LO) & (a < HI);                                                                                 \
        C r = (C)ptx2c_select_##F(in, a, 0);                                                                           \
        r = (C)PICK(a >= HI, MAX, r);                                                                                  \
        r = (C)PICK(a <= LO, MIN, r);                                                                                  \
        return (C)PICK(a != a, NAN_VALUE, r);                                                                          \
    }

/* The same where an instruction does it. */
#define PTX2C_TO_INT_NATIVE(T, C, F, FC, NAN_VALUE)                                                                    \
    PTX2C_INLINE C ptx2c_cvt_rzi_##T##_##F(FC a)                                                                       \
    {                                                                                                                  \
        C r;                                                                                                           \
        PTX2C_TRUNC_##T##_##F(r, a);                                                                                   \
        return (PTX2C_TRUNC_NAN && NAN_VALUE == 0) || a == a ? r : NAN_VALUE;                                          \
    }

#if defined PTX2C_TRUNC_s32_f32
PTX2C_TO_INT_NATIVE(s32, int32_t, f32, float, 0)
PTX2C_TO_INT_NATIVE(u32, uint32_t, f32, float, 0)
#else
/* As few steps as can be, for loops without vectors: beyond the range is what the sign says, or 0 for NaN. */
PTX2C_INLINE int32_t ptx2c_cvt_rzi_s32_f32(float a)
{
    float m = ptx2c_f32_of(ptx2c_bits_f32(a) & 0x7fffffff);
    int32_t r = (int32_t)ptx2c_pick_f32(m < 0x1p31f, a, 0);
    return r | PTX2C_PICK32(m >= 0x1p31f, (ptx2c_bits_f32(a) >> 31) + INT32_MAX, 0);
}

/* A NaN fails the first comparison, and 0 is what it gives. */
PTX2C_INLINE uint32_t ptx2c_cvt_rzi_u32_f32(float a)
{
    float t = a > 0 ? a : 0;
    t = t < 0x1.fffffep31f ? t : 0x1.fffffep31f;
    return (uint32_t)t | ptx2c_pick(a >= 0x1p32f, 0xff, 0);
}
#endif
#if defined PTX2C_TRUNC_s64_f32
PTX2C_TO_INT_NATIVE(s64, int64_t, f32, float, INT64_MIN)
PTX2C_TO_INT_NATIVE(u64, uint64_t, f32, float, (uint64_t)1 << 63)
#else
PTX2C_TO_INT(s64, int64_t, f32, float, -0x1.000002p63f, 0x1p63f, INT64_MIN, INT64_MAX, INT64_MIN, PTX2C_PICK64)
PTX2C_TO_INT(u64, uint64_t, f32, float, -1.0f, 0x1p64f, 0, UINT64_MAX, (uint64_t)1 << 63, PTX2C_PICK64)
#endif
#if defined PTX2C_TRUNC_s32_f64
PTX2C_TO_INT_NATIVE(s32, int32_t, f64, double, INT32_MIN)
PTX2C_TO_INT_NATIVE(u32, uint32_t, f64, double, (uint32_t)1 << 31)
#else
PTX2C_TO_INT(u32, uint32_t, f64, double, -1.0, 0x1p32, 0, UINT32_MAX, (uint32_t)1 << 31, PTX2C_PICK32)

/* A NaN fails the first comparison, and INT32_MIN is what it gives.  The mask, for which the result is 0 anyway, keeps gcc from making of this
 * and a conversion back one that only rounds, which would keep the sign of 0. */
PTX2C_INLINE int32_t ptx2c_cvt_rzi_s32_f64(double a)
{
    a = a > -0x1p31 ? a : -0x1p31;
    return (int32_t)(a < 0x1.fffffffcp30 ? a : 0x1.fffffffcp30) & -(int32_t)(__builtin_fabs(a) >= 1);
}
#endif
#if defined PTX2C_TRUNC_s64_f64
PTX2C_TO_INT_NATIVE(s64, int64_t, f64, double, INT64_MIN)
PTX2C_TO_INT_NATIVE(u64, uint64_t, f64, double, (uint64_t)1 << 63)
#else
PTX2C_TO_INT(s64, int64_t, f64, double, -0x1.0000000000001p63, 0x1p63, INT64_MIN, INT64_MAX, INT64_MIN, PTX2C_PICK64)
PTX2C_TO_INT(u64, uint64_t, f64, double, -1.0, 0x1p64, 0, UINT64_MAX, (uint64_t)1 << 63, PTX2C_PICK64)
#endif

#define PTX2C_TO_SMALL(T, C, MIN, MAX, TOP)                                                                            \
    PTX2C_INLINE C ptx2c_cvt_rzi_##T##_f32(float a)                                                                    \
    {                                                                                                                  \
        int32_t r = ptx2c_cvt_rzi_s32_f32(a);                                                                          \
        r = r > MAX ? MAX : r;                                                                                         \
        return (C)(r < MIN ? MIN : r);                                                                                 \
    }                                                                                                                  \
    PTX2C_INLINE C ptx2c_cvt_rzi_##T##_f64(double a)                                                                   \
    {                                                                                                                  \
        int32_t r = ptx2c_cvt_rzi_s32_f64(a);                                                                          \
        r = r > MAX ? MAX : r;                                                                                         \
        r = r < MIN ? MIN : r;                                                                                         \
        return (C)PTX2C_PICK32(a != a, TOP, r);                                                                        \
    }
PTX2C_TO_SMALL(s8, int8_t, INT8_MIN, INT8_MAX, INT8_MIN)
PTX2C_TO_SMALL(u8, uint8_t, 0, UINT8_MAX, 0x80)
PTX2C_TO_SMALL(s16, int16_t, INT16_MIN, INT16_MAX, INT16_MIN)
PTX2C_TO_SMALL(u16, uint16_t, 0, UINT16_MAX, 0x8000)

#define PTX2C_TO_INT_ROUNDED(T, C)                                                                                     \
    PTX2C_INLINE C ptx2c_cvt_rni_##T##_f32(float a) { return ptx2c_cvt_rzi_##T##_f32(ptx2c_rni_any_f32(a)); }          \
    PTX2C_INLINE C ptx2c_cvt_rmi_##T##_f32(float a) { return ptx2c_cvt_rzi_##T##_f32(ptx2c_rmi_any_f32(a)); }          \
    PTX2C_INLINE C ptx2c_cvt_rpi_##T##_f32(float a) { return ptx2c_cvt_rzi_##T##_f32(ptx2c_rpi_any_f32(a)); }          \
    PTX2C_INLINE C ptx2c_cvt_rni_##T##_f64(double a) { return ptx2c_cvt_rzi_##T##_f64(ptx2c_rni_any_f64(a)); }         \
    PTX2C_INLINE C ptx2c_cvt_rmi_##T##_f64(double a) { return ptx2c_cvt_rzi_##T##_f64(ptx2c_rmi_any_f64(a)); }         \
    PTX2C_INLINE C ptx2c_cvt_rpi_##T##_f64(double a) { return ptx2c_cvt_rzi_##T##_f64(ptx2c_rpi_any_f64(a)); }
PTX2C_TO_INT_ROUNDED(u8, uint8_t)
PTX2C_TO_INT_ROUNDED(u16, uint16_t)
PTX2C_TO_INT_ROUNDED(u32, uint32_t)
PTX2C_TO_INT_ROUNDED(u64, uint64_t)
PTX2C_TO_INT_ROUNDED(s8, int8_t)
PTX2C_TO_INT_ROUNDED(s16, int16_t)
PTX2C_TO_INT_ROUNDED(s32, int32_t)
PTX2C_TO_INT_ROUNDED(s64, int64_t)

/* Of a lane by itself: a jump that is hardly ever taken costs less than what numbers beyond the range would take.  Neither the mask nor 64 bits
 * on the way change the result: they keep gcc from making one rounding of this and a conversion back (as in ptx2c_cvt_rzi_s32_f64). */
#if defined PTX2C_TRUNC_s32_f32
#define PTX2C_TO_INT_IN_RANGE(T, C, F, a, IN) ptx2c_cvt_rzi_##T##_##F(a)
#elif UINTPTR_MAX > UINT32_MAX
#define PTX2C_TO_INT_IN_RANGE(T, C, F, a, IN) (PTX2C_LIKELY(IN) ? (C)(int64_t)(a) : ptx2c_cvt_rzi_##T##_##F(a))
#else
#define PTX2C_TO_INT_IN_RANGE(T, C, F, a, IN)                                                                          \
    (PTX2C_LIKELY(IN) ? (C)(a) & -(C)(ptx2c_abs_##F(a) >= 1) : ptx2c_cvt_rzi_##T##_##F(a))
#endif
#define PTX2C_TO_INT_SINGLE(F, FC)                                                                                     \
    PTX2C_INLINE int32_t ptx2c_cvt_rzi_single_s32_##F(FC a)                                                            \
    {                                                                                                                  \
        return PTX2C_TO_INT_IN_RANGE(s32, int32_t, F, a, ptx2c_abs_##F(a) < (FC)0x1p31);                               \
    }                                                                                                                  \
    PTX2C_INLINE uint32_t ptx2c_cvt_rzi_single_u32_##F(FC a)                                                           \
    {                                                                                                                  \
        return PTX2C_TO_INT_IN_RANGE(u32, uint32_t, F, a, ((a) >= 0) & ((a) < (FC)0x1p32));                            \
    }                                                                                                                  \
    PTX2C_TO_INT_SINGLE_ROUNDED(s32, int32_t, F, FC)                                                                   \
    PTX2C_TO_INT_SINGLE_ROUNDED(u32, uint32_t, F, FC)
#define PTX2C_TO_INT_SINGLE_ROUNDED(T, C, F, FC)                                                                       \
    PTX2C_TO_INT_SINGLE_OF(rni, T, C, F, FC)                                                                           \
    PTX2C_TO_INT_SINGLE_OF(rmi, T, C, F, FC)                                                                           \
    PTX2C_TO_INT_SINGLE_OF(rpi, T, C, F, FC)
#define PTX2C_TO_INT_SINGLE_OF(RND, T, C, F, FC)                                                                       \
    PTX2C_INLINE C ptx2c_cvt_##RND##_single_##T##_##F(FC a)                                                            \
    {                                                                                                                  \
        return ptx2c_cvt_rzi_single_##T##_##F(ptx2c_##RND##_any_##F(a));                                               \
    }
PTX2C_TO_INT_SINGLE(f32, float)
PTX2C_TO_INT_SINGLE(f64, double)

/* ---- from integers: those up to 32 bits are exact doubles, longer ones are made odd ones ---- */

PTX2C_INLINE double ptx2c_odd_u64(uint64_t a)
{
    bool big = a >> 53 != 0;
    uint64_t m = a >> 11 | ((a & 0x7ff) != 0);
    return big ? (double)m * 2048.0 : (double)a;
}

PTX2C_INLINE double ptx2c_odd_s64(int64_t a)
{
    double r = ptx2c_odd_u64(a < 0 ? 0 - (uint64_t)a : (uint64_t)a);
    return a < 0 ? -r : r;
}

/* To the nearest, for lanes side by side: few processors have that for vectors of 64 bits, and gcc makes none without.  The halves, in doubles
 * of exponents such that an addition is all that is left to round.  A float's double has a bit for what is far below its last place. */
#if defined __SSE2__ && !defined __AVX512DQ__
PTX2C_INLINE double ptx2c_f64_u64(uint64_t a)
{
    return (ptx2c_f64_of(a >> 32 | 0x4530000000000000) - 0x1.00000001p84) + ptx2c_f64_of((a & 0xffffffff) | 0x4330000000000000);
}
PTX2C_INLINE double ptx2c_f64_s64(int64_t a)
{
    return (ptx2c_f64_of((uint64_t)a >> 32 ^ 0x4530000080000000) - 0x1.00000801p84) +
           ptx2c_f64_of(((uint64_t)a & 0xffffffff) | 0x4330000000000000);
}
PTX2C_INLINE uint64_t ptx2c_sticky(uint64_t a, uint64_t is_long)
{
    const uint64_t low = ((a & 0xfff) + 0xfff) & 0x1000 & (0 - is_long);
    return (a & ~(0xfff & (0 - is_long))) | low;
}
PTX2C_INLINE float ptx2c_f32_u64(uint64_t a) { return (float)ptx2c_f64_u64(ptx2c_sticky(a, a >> 53 != 0)); }
PTX2C_INLINE float ptx2c_f32_s64(int64_t a)
{
    return (float)ptx2c_f64_s64((int64_t)ptx2c_sticky((uint64_t)a, ((uint64_t)a + ((uint64_t)1 << 53)) >> 54 != 0));
}
#else
PTX2C_INLINE double ptx2c_f64_u64(uint64_t a) { return (double)a; }
PTX2C_INLINE double ptx2c_f64_s64(int64_t a) { return (double)a; }
PTX2C_INLINE float ptx2c_f32_u64(uint64_t a) { return (float)a; }
PTX2C_INLINE float ptx2c_f32_s64(int64_t a) { return (float)a; }
#endif

#define PTX2C_WIDE_F64(RND, MODE)                                                                                      \
    PTX2C_INLINE double ptx2c_cvt_##RND##_f64_u64(uint64_t a)                                                          \
    {                                                                                                                  \
        ptx2c_exact x = {0, a, 0, false};                                                                              \
        return ptx2c_exact_round(x, MODE);                                                                             \
    }                                                                                                                  \
    PTX2C_INLINE double ptx2c_cvt_##RND##_f64_s64(int64_t a)                                                           \
    {                                                                                                                  \
        ptx2c_exact x = {0, a < 0 ? 0 - (uint64_t)a : (uint64_t)a, 0, a < 0};                                          \
        return ptx2c_exact_round(x, MODE);                                                                             \
    }
PTX2C_WIDE_F64(rz, PTX2C_RZ)
PTX2C_WIDE_F64(rm, PTX2C_RM)
PTX2C_WIDE_F64(rp, PTX2C_RP)

#endif
