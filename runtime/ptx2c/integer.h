/* integer.h: integer, logic and shift instructions that C has no operator for (manual 9.7.1, 9.7.2, 9.7.8, prmt).
 *
 * Nothing here is undefined for any input: shift amounts clamp as PTX says, division by zero gives all ones as the
 * hardware does, and what overflows wraps. */
#ifndef PTX2C_INTEGER_H
#define PTX2C_INTEGER_H

#include "native.h"

/* p ? a : b where both are read anyway: in C an element of an array would be read under a condition. */
PTX2C_INLINE uint32_t ptx2c_select_u32(bool p, uint32_t a, uint32_t b)
{
    return p ? a : b;
}

/* ---- carry, high products, saturation ---- */

/* The carry out of a + b + c. */
PTX2C_INLINE bool ptx2c_carry_u32(uint32_t a, uint32_t b, bool c)
{
    return ((uint64_t)a + b + c) >> 32 != 0;
}

PTX2C_INLINE bool ptx2c_carry_u64(uint64_t a, uint64_t b, bool c)
{
    uint64_t s = a + b;
    return (s < a) | (s + c < s);
}

/* The upper half of the product. */
PTX2C_INLINE uint16_t ptx2c_mulhi_u16(uint16_t a, uint16_t b) { return (uint16_t)((uint32_t)a * b >> 16); }
PTX2C_INLINE int16_t ptx2c_mulhi_s16(int16_t a, int16_t b) { return (int16_t)((int32_t)a * b >> 16); }
PTX2C_INLINE uint32_t ptx2c_mulhi_u32(uint32_t a, uint32_t b) { return (uint32_t)((uint64_t)a * b >> 32); }
PTX2C_INLINE int32_t ptx2c_mulhi_s32(int32_t a, int32_t b) { return (int32_t)((int64_t)a * b >> 32); }

PTX2C_INLINE uint64_t ptx2c_mulhi_u64(uint64_t a, uint64_t b)
{
#if defined __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 u128;
    return (uint64_t)((u128)a * b >> 64);
#else
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t m = ah * bl + (al * bl >> 32), n = al * bh + (uint32_t)m;
    return ah * bh + (m >> 32) + (n >> 32);
#endif
}

PTX2C_INLINE int64_t ptx2c_mulhi_s64(int64_t a, int64_t b)
{
    uint64_t h = ptx2c_mulhi_u64((uint64_t)a, (uint64_t)b);
    return (int64_t)(h - (a < 0 ? (uint64_t)b : 0) - (b < 0 ? (uint64_t)a : 0));
}

PTX2C_INLINE int32_t ptx2c_clamp_s32(int64_t v)
{
    v = v > INT32_MAX ? INT32_MAX : v;
    return (int32_t)(v < INT32_MIN ? INT32_MIN : v);
}

PTX2C_INLINE int32_t ptx2c_add_sat_s32(int32_t a, int32_t b) { return ptx2c_clamp_s32((int64_t)a + b); }
PTX2C_INLINE int32_t ptx2c_sub_sat_s32(int32_t a, int32_t b) { return ptx2c_clamp_s32((int64_t)a - b); }

/* 24-bit operands: the upper 8 bits of a and b do not count. */
PTX2C_INLINE int64_t ptx2c_mul24_s32(int32_t a, int32_t b)
{
    return (int64_t)((int32_t)((uint32_t)a << 8) >> 8) * ((int32_t)((uint32_t)b << 8) >> 8);
}

PTX2C_INLINE uint64_t ptx2c_mul24_u32(uint32_t a, uint32_t b) { return (uint64_t)(a & 0xffffff) * (b & 0xffffff); }
PTX2C_INLINE int32_t ptx2c_mul24_lo_s32(int32_t a, int32_t b) { return (int32_t)(uint32_t)ptx2c_mul24_s32(a, b); }
PTX2C_INLINE int32_t ptx2c_mul24_hi_s32(int32_t a, int32_t b) { return (int32_t)(ptx2c_mul24_s32(a, b) >> 16); }
PTX2C_INLINE uint32_t ptx2c_mul24_lo_u32(uint32_t a, uint32_t b) { return (uint32_t)ptx2c_mul24_u32(a, b); }
PTX2C_INLINE uint32_t ptx2c_mul24_hi_u32(uint32_t a, uint32_t b) { return (uint32_t)(ptx2c_mul24_u32(a, b) >> 16); }

/* ---- division, order, absolute values: one function for each type ---- */

/* The least and the greatest in a loop that a lane has for itself, where the next round waits for it.  On x86 clang makes a branch of one that
 * comes late, which is guessed wrong as often as not: unless it is told that nobody can guess, and does not see that it is the least. */
#if defined __clang__ && __clang_major__ >= 17 && (defined __x86_64__ || defined __i386__)
#define PTX2C_UNGUESSED(c) __builtin_unpredictable(c)
#define PTX2C_UNSEEN(C, x, a) C x = (a); __asm__("" : "+r"(x))
#else
#define PTX2C_UNGUESSED(c) (c)
#define PTX2C_UNSEEN(C, x, a) const C x = (a)
#endif

PTX2C_INLINE int32_t ptx2c_over_s16(int16_t a, int16_t b) { return ptx2c_over_s32(a, b); }
PTX2C_INLINE int32_t ptx2c_rest_s16(int16_t a, int16_t b) { return ptx2c_rest_s32(a, b); }
PTX2C_INLINE int32_t ptx2c_over_u16(uint16_t a, uint16_t b) { return ptx2c_over_s32(a, b); }
PTX2C_INLINE int32_t ptx2c_rest_u16(uint16_t a, uint16_t b) { return ptx2c_rest_s32(a, b); }
PTX2C_INLINE int64_t ptx2c_over_s64(int64_t a, int64_t b) { return a / b; }
PTX2C_INLINE int64_t ptx2c_rest_s64(int64_t a, int64_t b) { return a % b; }
PTX2C_INLINE uint64_t ptx2c_over_u64(uint64_t a, uint64_t b) { return a / b; }
PTX2C_INLINE uint64_t ptx2c_rest_u64(uint64_t a, uint64_t b) { return a % b; }

/* Division by zero gives all ones for both quotient and remainder, as the hardware's sequence does; the divisor of
 * MIN / -1 is replaced by 1, which has the same wrapped quotient and remainder. */
#define PTX2C_DIVISION(T, C, DIVISOR)                                                                                  \
    PTX2C_INLINE C ptx2c_div_##T(C a, C b) { return b == 0 ? (C)-1 : (C)ptx2c_over_##T(a, DIVISOR); }                  \
    PTX2C_INLINE C ptx2c_rem_##T(C a, C b) { return b == 0 ? (C)-1 : (C)ptx2c_rest_##T(a, DIVISOR); }
#define PTX2C_UNSIGNED_DIVISION(T, C) PTX2C_DIVISION(T, C, (C)(b | (b == 0)))
#define PTX2C_SIGNED_DIVISION(T, C, MIN) PTX2C_DIVISION(T, C, (b == 0) | ((a == MIN) & (b == -1)) ? 1 : b)
/* By an instruction that knows of both, unless compilers know the divisor; U: the type in which products wrap. */
#define PTX2C_DIVISOR_KNOWN(b, U) (__builtin_constant_p(b) && (b) != 0 && (b) + (U)1 != 0)
#define PTX2C_NATIVE_DIVISION(T, C, U)                                                                                 \
    PTX2C_INLINE C ptx2c_div_##T(C a, C b)                                                                             \
    {                                                                                                                  \
        C q;                                                                                                           \
        if (PTX2C_DIVISOR_KNOWN(b, U))                                                                                 \
            return ptx2c_over_##T(a, b);                                                                               \
        PTX2C_QUOTIENT_##T(q, a, b);                                                                                   \
        return !PTX2C_QUOTIENT_BY_0 && b == 0 ? (C)-1 : q;                                                             \
    }                                                                                                                  \
    PTX2C_INLINE C ptx2c_rem_##T(C a, C b)                                                                             \
    {                                                                                                                  \
        C q;                                                                                                           \
        if (PTX2C_DIVISOR_KNOWN(b, U))                                                                                 \
            return ptx2c_rest_##T(a, b);                                                                               \
        PTX2C_QUOTIENT_##T(q, a, b);                                                                                   \
        return b == 0 ? (C)-1 : (C)((U)a - (U)q * (U)b);                                                               \
    }
PTX2C_UNSIGNED_DIVISION(u16, uint16_t)
PTX2C_SIGNED_DIVISION(s16, int16_t, INT16_MIN)
#if defined PTX2C_QUOTIENT_s32
PTX2C_NATIVE_DIVISION(u32, uint32_t, uint32_t)
PTX2C_NATIVE_DIVISION(s32, int32_t, uint32_t)
#else
PTX2C_UNSIGNED_DIVISION(u32, uint32_t)
PTX2C_SIGNED_DIVISION(s32, int32_t, INT32_MIN)
#endif
#if defined PTX2C_QUOTIENT_s64
PTX2C_NATIVE_DIVISION(u64, uint64_t, uint64_t)
PTX2C_NATIVE_DIVISION(s64, int64_t, uint64_t)
#else
PTX2C_UNSIGNED_DIVISION(u64, uint64_t)
PTX2C_SIGNED_DIVISION(s64, int64_t, INT64_MIN)
#endif

#define PTX2C_UNSIGNED_OPS(T, C)                                                                                       \
    PTX2C_INLINE C ptx2c_min_##T(C a, C b) { return a < b ? a : b; }                                                   \
    PTX2C_INLINE C ptx2c_max_##T(C a, C b) { return a > b ? a : b; }                                                   \
    PTX2C_INLINE C ptx2c_min_single_##T(C a, C b) { PTX2C_UNSEEN(C, x, a); return PTX2C_UNGUESSED(x < b) ? a : b; }    \
    PTX2C_INLINE C ptx2c_max_single_##T(C a, C b) { PTX2C_UNSEEN(C, x, a); return PTX2C_UNGUESSED(x > b) ? a : b; }    \
    PTX2C_INLINE C ptx2c_sad_##T(C a, C b, C c) { return (C)(c + (C)(a < b ? b - a : a - b)); }

#define PTX2C_SIGNED_OPS(T, C, U)                                                                                      \
    PTX2C_INLINE C ptx2c_min_##T(C a, C b) { return a < b ? a : b; }                                                   \
    PTX2C_INLINE C ptx2c_max_##T(C a, C b) { return a > b ? a : b; }                                                   \
    PTX2C_INLINE C ptx2c_min_single_##T(C a, C b) { PTX2C_UNSEEN(C, x, a); return PTX2C_UNGUESSED(x < b) ? a : b; }    \
    PTX2C_INLINE C ptx2c_max_single_##T(C a, C b) { PTX2C_UNSEEN(C, x, a); return PTX2C_UNGUESSED(x > b) ? a : b; }    \
    PTX2C_INLINE C ptx2c_abs_##T(C a) { return (C)(a < 0 ? (U)(0 - (U)a) : (U)a); }                                    \
    PTX2C_INLINE C ptx2c_sad_##T(C a, C b, C c)                                                                        \
    {                                                                                                                  \
        return (C)((U)c + (U)(a < b ? (U)((U)b - (U)a) : (U)((U)a - (U)b)));                                           \
    }

PTX2C_UNSIGNED_OPS(u16, uint16_t)
PTX2C_UNSIGNED_OPS(u32, uint32_t)
PTX2C_UNSIGNED_OPS(u64, uint64_t)
PTX2C_SIGNED_OPS(s16, int16_t, uint16_t)
PTX2C_SIGNED_OPS(s32, int32_t, uint32_t)
PTX2C_SIGNED_OPS(s64, int64_t, uint64_t)

/* The same for lanes side by side, by what is the same for all: where processors have vectors of doubles, but none of divisions of integers,
 * a product with the reciprocal.  Half more than a keeps it away from where the quotient changes, by 0.5 / b; what is lost to rounding is
 * less.  Quotients of 32 bits without signs by 2 or more fit 31.  The other divisors have masks, as gcc makes no vectors of choices that
 * all lanes make alike. */
#if !defined PTX2C_DIV_BY_DOUBLE
#if defined __AVX2__
#define PTX2C_DIV_BY_DOUBLE 1
#else
#define PTX2C_DIV_BY_DOUBLE 0
#endif
#endif
#if PTX2C_DIV_BY_DOUBLE
PTX2C_INLINE int32_t ptx2c_div_by_s32(int32_t a, int32_t b)
{
    const uint32_t none = 0 - (uint32_t)(b == 0), minus = 0 - (uint32_t)(b == -1), special = none | minus;
    const double by = 1.0 / (double)(int32_t)(((uint32_t)b & ~special) | (special & 1)), x = (double)a;
    const uint32_t q = (uint32_t)(int32_t)((x + __builtin_copysign(0.5, x)) * by);
    return (int32_t)((q & ~special) | none | ((0 - (uint32_t)a) & minus));
}

PTX2C_INLINE uint32_t ptx2c_div_by_u32(uint32_t a, uint32_t b)
{
    const uint32_t none = 0 - (uint32_t)(b == 0), one = 0 - (uint32_t)(b == 1), special = none | one;
    const double by = 1.0 / (double)((b & ~special) | (special & 4));
    const uint32_t q = (uint32_t)(int32_t)(((double)(int32_t)(a ^ 0x80000000) + 2147483648.5) * by);
    return (q & ~special) | none | (a & one);
}

PTX2C_INLINE int32_t ptx2c_rem_by_s32(int32_t a, int32_t b)
{
    return (int32_t)(((uint32_t)a - (uint32_t)ptx2c_div_by_s32(a, b) * (uint32_t)b) | (0 - (uint32_t)(b == 0)));
}

PTX2C_INLINE uint32_t ptx2c_rem_by_u32(uint32_t a, uint32_t b)
{
    return (a - ptx2c_div_by_u32(a, b) * b) | (0 - (uint32_t)(b == 0));
}
#else
PTX2C_INLINE int32_t ptx2c_div_by_s32(int32_t a, int32_t b) { return ptx2c_div_s32(a, b); }
PTX2C_INLINE uint32_t ptx2c_div_by_u32(uint32_t a, uint32_t b) { return ptx2c_div_u32(a, b); }
PTX2C_INLINE int32_t ptx2c_rem_by_s32(int32_t a, int32_t b) { return ptx2c_rem_s32(a, b); }
PTX2C_INLINE uint32_t ptx2c_rem_by_u32(uint32_t a, uint32_t b) { return ptx2c_rem_u32(a, b); }
#endif

/* Remainders of what is often less than the divisor, and seldom twice that, as (x + 1) % n: a comparison takes less than a division. */
PTX2C_INLINE int32_t ptx2c_rem_near_s32(int32_t a, int32_t b)
{
    const uint32_t x = (uint32_t)a, y = (uint32_t)b;
    if (x < y && b > 0)
        return a;
    return x - y < y && (a | b) >= 0 ? a - b : ptx2c_rem_s32(a, b);
}

PTX2C_INLINE uint32_t ptx2c_rem_near_u32(uint32_t a, uint32_t b)
{
    if (a < b)
        return a;
    return a - b < b ? a - b : ptx2c_rem_u32(a, b);
}

PTX2C_INLINE int32_t ptx2c_relu_s32(int32_t a) { return a < 0 ? 0 : a; }

/* ---- pairs of 16-bit integers ---- */

PTX2C_INLINE uint32_t ptx2c_pack16(uint32_t hi, uint32_t lo) { return hi << 16 | (lo & 0xffff); }

PTX2C_INLINE uint32_t ptx2c_add_u16x2(uint32_t a, uint32_t b)
{
    return ((a & 0x7fff7fff) + (b & 0x7fff7fff)) ^ ((a ^ b) & 0x80008000);
}

#define PTX2C_PAIR_OP(NAME, C, OP)                                                                                     \
    PTX2C_INLINE uint32_t ptx2c_##NAME(uint32_t a, uint32_t b)                                                         \
    {                                                                                                                  \
        return ptx2c_pack16((uint32_t)OP((C)(a >> 16), (C)(b >> 16)), (uint32_t)OP((C)a, (C)b));                       \
    }

PTX2C_PAIR_OP(min_u16x2, uint16_t, ptx2c_min_u16)
PTX2C_PAIR_OP(max_u16x2, uint16_t, ptx2c_max_u16)
PTX2C_PAIR_OP(min_s16x2, int16_t, ptx2c_min_s16)
PTX2C_PAIR_OP(max_s16x2, int16_t, ptx2c_max_s16)

PTX2C_INLINE uint32_t ptx2c_relu_s16x2(uint32_t a)
{
    uint32_t s = a >> 15 & 0x00010001;
    return a & ~(s * 0xffff);
}

/* ---- counting and finding bits ---- */

PTX2C_INLINE uint32_t ptx2c_popc_b32(uint32_t a)
{
#if defined __POPCNT__ || defined __ARM_FEATURE_SVE
    return (uint32_t)__builtin_popcount(a);
#else
    a -= a >> 1 & 0x55555555;
    a = (a & 0x33333333) + (a >> 2 & 0x33333333);
    return ((a + (a >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
#endif
}

PTX2C_INLINE uint32_t ptx2c_popc_b64(uint64_t a)
{
#if defined __POPCNT__ || defined __ARM_FEATURE_SVE
    return (uint32_t)__builtin_popcountll(a);
#else
    return ptx2c_popc_b32((uint32_t)a) + ptx2c_popc_b32((uint32_t)(a >> 32));
#endif
}

PTX2C_INLINE uint32_t ptx2c_clz_b32(uint32_t a)
{
#if defined __GNUC__
    return a == 0 ? 32 : (uint32_t)__builtin_clz(a | (a == 0));
#else
    a |= a >> 1;
    a |= a >> 2;
    a |= a >> 4;
    a |= a >> 8;
    return ptx2c_popc_b32(~(a | a >> 16));
#endif
}

PTX2C_INLINE uint32_t ptx2c_clz_b64(uint64_t a)
{
#if defined __GNUC__
    return a == 0 ? 64 : (uint32_t)__builtin_clzll(a | (a == 0));
#else
    uint32_t hi = (uint32_t)(a >> 32);
    return hi ? ptx2c_clz_b32(hi) : 32 + ptx2c_clz_b32((uint32_t)a);
#endif
}

/* Position of the highest bit that differs from the sign, all ones if there is none. */
PTX2C_INLINE uint32_t ptx2c_bfind_u32(uint32_t a) { return 31 - ptx2c_clz_b32(a); }
PTX2C_INLINE uint32_t ptx2c_bfind_u64(uint64_t a) { return 63 - ptx2c_clz_b64(a); }
PTX2C_INLINE uint32_t ptx2c_bfind_s32(int32_t a) { return ptx2c_bfind_u32((uint32_t)(a ^ a >> 31)); }
PTX2C_INLINE uint32_t ptx2c_bfind_s64(int64_t a) { return ptx2c_bfind_u64((uint64_t)(a ^ a >> 63)); }

/* The same as the shift that moves this bit to the top. */
PTX2C_INLINE uint32_t ptx2c_bfind_shiftamt_u32(uint32_t a) { return a ? ptx2c_clz_b32(a) : UINT32_MAX; }
PTX2C_INLINE uint32_t ptx2c_bfind_shiftamt_u64(uint64_t a) { return a ? ptx2c_clz_b64(a) : UINT32_MAX; }
PTX2C_INLINE uint32_t ptx2c_bfind_shiftamt_s32(int32_t a) { return ptx2c_bfind_shiftamt_u32((uint32_t)(a ^ a >> 31)); }
PTX2C_INLINE uint32_t ptx2c_bfind_shiftamt_s64(int64_t a) { return ptx2c_bfind_shiftamt_u64((uint64_t)(a ^ a >> 63)); }

/* The |offset|-th set bit of mask at or above (offset > 0) or below (offset < 0) base; 0 asks for the bit at base. */
PTX2C_INLINE uint32_t ptx2c_fns_b32(uint32_t mask, uint32_t base, int32_t offset)
{
    int32_t left = offset > 0 ? offset : offset < 0 ? (int32_t)-(uint32_t)offset : 1;
    int32_t step = offset > 0 ? 1 : offset < 0 ? -1 : 32;
    if (offset == INT32_MIN)
        return UINT32_MAX;
    for (int32_t at = (int32_t)base; at >= 0 && at < 32; at += step) {
        left -= (int32_t)(mask >> at & 1);
        if (left == 0)
            return (uint32_t)at;
    }
    return UINT32_MAX;
}

PTX2C_INLINE uint32_t ptx2c_brev_b32(uint32_t a)
{
    a = (a >> 1 & 0x55555555) | (a & 0x55555555) << 1;
    a = (a >> 2 & 0x33333333) | (a & 0x33333333) << 2;
    a = (a >> 4 & 0x0f0f0f0f) | (a & 0x0f0f0f0f) << 4;
    a = (a >> 8 & 0x00ff00ff) | (a & 0x00ff00ff) << 8;
    return a >> 16 | a << 16;
}

PTX2C_INLINE uint64_t ptx2c_brev_b64(uint64_t a)
{
    return (uint64_t)ptx2c_brev_b32((uint32_t)a) << 32 | ptx2c_brev_b32((uint32_t)(a >> 32));
}

/* ---- shifts: amounts of the width and more shift everything out; those of 64 bits by masks, as from ?: compilers make branches ---- */

PTX2C_INLINE uint32_t ptx2c_shl_b32(uint32_t a, uint32_t n) { return n > 31 ? 0 : a << (n & 31); }
PTX2C_INLINE uint64_t ptx2c_shl_b64(uint64_t a, uint32_t n) { return (a << (n & 63)) & (0 - (uint64_t)(n < 64)); }
PTX2C_INLINE uint16_t ptx2c_shl_b16(uint16_t a, uint32_t n) { return (uint16_t)ptx2c_shl_b32(a, n); }
PTX2C_INLINE uint32_t ptx2c_shr_u32(uint32_t a, uint32_t n) { return n > 31 ? 0 : a >> (n & 31); }
PTX2C_INLINE uint64_t ptx2c_shr_u64(uint64_t a, uint32_t n) { return (a >> (n & 63)) & (0 - (uint64_t)(n < 64)); }
PTX2C_INLINE uint16_t ptx2c_shr_u16(uint16_t a, uint32_t n) { return (uint16_t)ptx2c_shr_u32(a, n); }
PTX2C_INLINE int32_t ptx2c_shr_s32(int32_t a, uint32_t n) { return a >> (n > 31 ? 31 : n); }
PTX2C_INLINE int64_t ptx2c_shr_s64(int64_t a, uint32_t n) { return a >> (n > 63 ? 63 : n); }
PTX2C_INLINE int16_t ptx2c_shr_s16(int16_t a, uint32_t n) { return (int16_t)ptx2c_shr_s32(a, n); }
PTX2C_INLINE uint16_t ptx2c_shr_b16(uint16_t a, uint32_t n) { return ptx2c_shr_u16(a, n); }
PTX2C_INLINE uint32_t ptx2c_shr_b32(uint32_t a, uint32_t n) { return ptx2c_shr_u32(a, n); }
PTX2C_INLINE uint64_t ptx2c_shr_b64(uint64_t a, uint32_t n) { return ptx2c_shr_u64(a, n); }

/* Funnel shifts of b:a, in numbers of 32 bits: compilers know those by constants as rotations, and vectors of them are full. */
PTX2C_INLINE uint32_t ptx2c_shf_l_wrap_b32(uint32_t a, uint32_t b, uint32_t n)
{
    return (b << (n & 31)) | (a >> 1 >> (31 - (n & 31)));
}

PTX2C_INLINE uint32_t ptx2c_shf_l_clamp_b32(uint32_t a, uint32_t b, uint32_t n)
{
    return n > 31 ? a : ptx2c_shf_l_wrap_b32(a, b, n);
}

PTX2C_INLINE uint32_t ptx2c_shf_r_wrap_b32(uint32_t a, uint32_t b, uint32_t n)
{
    return (a >> (n & 31)) | (b << 1 << (31 - (n & 31)));
}

PTX2C_INLINE uint32_t ptx2c_shf_r_clamp_b32(uint32_t a, uint32_t b, uint32_t n)
{
    return n > 31 ? b : ptx2c_shf_r_wrap_b32(a, b, n);
}

/* ---- bit fields: position and length are taken modulo 256 ---- */

PTX2C_INLINE uint32_t ptx2c_bfe_u32(uint32_t a, uint32_t pos, uint32_t len)
{
    return ptx2c_shr_u32(a, pos & 255) & ~ptx2c_shl_b32(UINT32_MAX, len & 255);
}

PTX2C_INLINE uint64_t ptx2c_bfe_u64(uint64_t a, uint32_t pos, uint32_t len)
{
    return ptx2c_shr_u64(a, pos & 255) & ~ptx2c_shl_b64(UINT64_MAX, len & 255);
}

/* The field's top bit (or the value's, where the field sticks out) goes to the top, then down with its sign. */
PTX2C_INLINE int32_t ptx2c_bfe_s32(int32_t a, uint32_t pos, uint32_t len)
{
    uint32_t p = pos & 255, n = len & 255, end = p + n > 32 ? 32 : p + n;
    int32_t v = (int32_t)ptx2c_shl_b32((uint32_t)a, 32 - end);
    return n == 0 ? 0 : ptx2c_shr_s32(v, 32 - end + p);
}

PTX2C_INLINE int64_t ptx2c_bfe_s64(int64_t a, uint32_t pos, uint32_t len)
{
    uint32_t p = pos & 255, n = len & 255, end = p + n > 64 ? 64 : p + n;
    int64_t v = (int64_t)ptx2c_shl_b64((uint64_t)a, 64 - end);
    return n == 0 ? 0 : ptx2c_shr_s64(v, 64 - end + p);
}

PTX2C_INLINE uint32_t ptx2c_bfi_b32(uint32_t a, uint32_t b, uint32_t pos, uint32_t len)
{
    uint32_t mask = ptx2c_shl_b32(~ptx2c_shl_b32(UINT32_MAX, len & 255), pos & 255);
    return (b & ~mask) | (ptx2c_shl_b32(a, pos & 255) & mask);
}

PTX2C_INLINE uint64_t ptx2c_bfi_b64(uint64_t a, uint64_t b, uint32_t pos, uint32_t len)
{
    uint64_t mask = ptx2c_shl_b64(~ptx2c_shl_b64(UINT64_MAX, len & 255), pos & 255);
    return (b & ~mask) | (ptx2c_shl_b64(a, pos & 255) & mask);
}

/* The low n bits, extended. */
PTX2C_INLINE uint32_t ptx2c_szext_clamp_u32(uint32_t a, uint32_t n) { return a & ~ptx2c_shl_b32(UINT32_MAX, n); }
PTX2C_INLINE uint32_t ptx2c_szext_wrap_u32(uint32_t a, uint32_t n) { return a & ~(UINT32_MAX << (n & 31)); }

PTX2C_INLINE int32_t ptx2c_szext_clamp_s32(int32_t a, uint32_t n)
{
    uint32_t up = n > 32 ? 0 : 32 - n;
    return ptx2c_shr_s32((int32_t)ptx2c_shl_b32((uint32_t)a, up), up);
}

PTX2C_INLINE int32_t ptx2c_szext_wrap_s32(int32_t a, uint32_t n) { return ptx2c_szext_clamp_s32(a, n & 31); }

/* b ones from bit a on. */
PTX2C_INLINE uint32_t ptx2c_bmsk_clamp_b32(uint32_t a, uint32_t b)
{
    return ptx2c_shl_b32(~ptx2c_shl_b32(UINT32_MAX, b), a);
}

PTX2C_INLINE uint32_t ptx2c_bmsk_wrap_b32(uint32_t a, uint32_t b) { return ptx2c_bmsk_clamp_b32(a & 31, b & 31); }

/* ---- logic ---- */

/* Bit i of the table is the result where a:b:c is i; with a constant table the C compiler keeps what is needed. */
PTX2C_INLINE uint32_t ptx2c_lop3_b32(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t d = 0;
    d |= table & 0x01 ? ~a & ~b & ~c : 0;
    d |= table & 0x02 ? ~a & ~b & c : 0;
    d |= table & 0x04 ? ~a & b & ~c : 0;
    d |= table & 0x08 ? ~a & b & c : 0;
    d |= table & 0x10 ? a & ~b & ~c : 0;
    d |= table & 0x20 ? a & ~b & c : 0;
    d |= table & 0x40 ? a & b & ~c : 0;
    d |= table & 0x80 ? a & b & c : 0;
    return d;
}

/* ---- bytes ---- */

/* Byte sel & 7 of b:a, or its sign eight times where sel & 8. */
PTX2C_INLINE uint32_t ptx2c_prmt_byte(uint64_t ba, uint32_t sel)
{
    uint32_t v = (uint32_t)(ba >> (sel & 7) * 8) & 0xff;
    return sel & 8 ? (0 - (v >> 7)) & 0xff : v;
}

PTX2C_INLINE uint32_t ptx2c_prmt_b32(uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t ba = (uint64_t)b << 32 | a;
    return ptx2c_prmt_byte(ba, c) | ptx2c_prmt_byte(ba, c >> 4) << 8 | ptx2c_prmt_byte(ba, c >> 8) << 16 |
           ptx2c_prmt_byte(ba, c >> 12) << 24;
}

/* The special modes, each as four generic selectors for the four values of c & 3. */
PTX2C_INLINE uint32_t ptx2c_prmt_mode(uint32_t a, uint32_t b, uint32_t c, uint64_t selectors)
{
    return ptx2c_prmt_b32(a, b, (uint32_t)(selectors >> (c & 3) * 16));
}

#define PTX2C_PRMT(MODE, S3, S2, S1, S0)                                                                               \
    PTX2C_INLINE uint32_t ptx2c_prmt_b32_##MODE(uint32_t a, uint32_t b, uint32_t c)                                    \
    {                                                                                                                  \
        return ptx2c_prmt_mode(a, b, c, (uint64_t)(S3) << 48 | (uint64_t)(S2) << 32 | (uint64_t)(S1) << 16 | (S0));    \
    }

PTX2C_PRMT(f4e, 0x6543, 0x5432, 0x4321, 0x3210)
PTX2C_PRMT(b4e, 0x0123, 0x7012, 0x6701, 0x5670)
PTX2C_PRMT(rc8, 0x3333, 0x2222, 0x1111, 0x0000)
PTX2C_PRMT(ecl, 0x3333, 0x3222, 0x3211, 0x3210)
PTX2C_PRMT(ecr, 0x3210, 0x2210, 0x1110, 0x0000)
PTX2C_PRMT(rc16, 0x3232, 0x1010, 0x3232, 0x1010)

/* Dot products of bytes, and of 16-bit values with bytes; a and b are each signed or unsigned. */
PTX2C_INLINE int32_t ptx2c_byte_u32(uint32_t a, unsigned i) { return (int32_t)(a >> 8 * i & 0xff); }
PTX2C_INLINE int32_t ptx2c_byte_s32(uint32_t a, unsigned i) { return (int8_t)(a >> 8 * i); }
PTX2C_INLINE int32_t ptx2c_half_u32(uint32_t a, unsigned i) { return (int32_t)(a >> 16 * i & 0xffff); }
PTX2C_INLINE int32_t ptx2c_half_s32(uint32_t a, unsigned i) { return (int16_t)(a >> 16 * i); }

#define PTX2C_DOT(A, B)                                                                                                \
    PTX2C_INLINE uint32_t ptx2c_dp2a_lo_##A##_##B(uint32_t a, uint32_t b, uint32_t c)                                  \
    {                                                                                                                  \
        return c + (uint32_t)(ptx2c_half_##A(a, 0) * ptx2c_byte_##B(b, 0)) +                                           \
               (uint32_t)(ptx2c_half_##A(a, 1) * ptx2c_byte_##B(b, 1));                                                \
    }                                                                                                                  \
    PTX2C_INLINE uint32_t ptx2c_dp2a_hi_##A##_##B(uint32_t a, uint32_t b, uint32_t c)                                  \
    {                                                                                                                  \
        return ptx2c_dp2a_lo_##A##_##B(a, b >> 16, c);                                                                 \
    }                                                                                                                  \
    PTX2C_INLINE uint32_t ptx2c_dp4a_##A##_##B(uint32_t a, uint32_t b, uint32_t c)                                     \
    {                                                                                                                  \
        int32_t lo = ptx2c_byte_##A(a, 0) * ptx2c_byte_##B(b, 0) + ptx2c_byte_##A(a, 1) * ptx2c_byte_##B(b, 1);        \
        int32_t hi = ptx2c_byte_##A(a, 2) * ptx2c_byte_##B(b, 2) + ptx2c_byte_##A(a, 3) * ptx2c_byte_##B(b, 3);        \
        return c + (uint32_t)lo + (uint32_t)hi;                                                                        \
    }

PTX2C_DOT(u32, u32)
PTX2C_DOT(u32, s32)
PTX2C_DOT(s32, u32)
PTX2C_DOT(s32, s32)

#endif
