/* f32.h: single precision (manual 9.7.3): flushing, saturation, min and max, every rounding of add, mul, fma, div,
 * rcp and sqrt.
 *
 * A directed rounding starts from a nearest result and lets the sign of the exact remainder, computed by fma or in
 * double without error, decide on a step to a neighbour: no rounding mode is read or set, and all of it vectorises. */
#ifndef PTX2C_F32_H
#define PTX2C_F32_H

#include "fma.h"

#define PTX2C_NAN_F32 ptx2c_f32_of(0x7fffffff)

/* ---- bits ---- */

PTX2C_INLINE bool ptx2c_isnan_f32(float a) { return a != a; }

/* Subnormals become zeros of their sign. */
PTX2C_INLINE float ptx2c_ftz_f32(float a)
{
#if PTX2C_RISCV_F32
    if (!PTX2C_CONSTANT(a))
        return PTX2C_LIKELY(!ptx2c_is_subnormal_f32(a)) ? a : __builtin_copysignf(0, a);
#endif
    uint32_t b = ptx2c_bits_f32(a);
#if PTX2C_SHORT /* all but the sign goes: one constant and no choice */
    return ptx2c_f32_of(b & ~((0 - (uint32_t)((b & 0x7f800000) == 0)) & 0x7fffffff));
#else
    return ptx2c_pick_f32((b & 0x7f800000) == 0, ptx2c_f32_of(b & 0x80000000), a);
#endif
}

/* Into [0, 1]; NaN and -0 become +0. */
PTX2C_INLINE float ptx2c_sat_f32(float a)
{
#if PTX2C_RISCV_F32
    return ptx2c_riscv_min_f32(ptx2c_riscv_max_f32(a, 0.0f), 1.0f);
#else
    const float above = a > 0.0f ? a : 0.0f; /* processors have such choices as one instruction */
    return above < 1.0f ? above : 1.0f;
#endif
}

/* Negative values and -0 become +0, NaN the canonical one. */
PTX2C_INLINE float ptx2c_relu_f32(float a)
{
    uint32_t v = ptx2c_bits_f32(a);
    v = ptx2c_pick((int32_t)v < 0, 0, v);
    return ptx2c_f32_of(ptx2c_pick(a != a, 0x7fffffff, v));
}

PTX2C_INLINE float ptx2c_canonical_f32(float a)
{
    return ptx2c_pick_f32(a != a, ptx2c_f32_of(0x7fffffff), a);
}

PTX2C_INLINE float ptx2c_abs_f32(float a)
{
#if PTX2C_SIGNS_F32
    return __builtin_fabsf(a);
#else
    return ptx2c_f32_of(ptx2c_bits_f32(a) & 0x7fffffff);
#endif
}

PTX2C_INLINE float ptx2c_abs_ftz_f32(float a) { return ptx2c_abs_f32(ptx2c_ftz_f32(a)); }

PTX2C_INLINE float ptx2c_neg_f32(float a)
{
#if PTX2C_SIGNS_F32
    return -a;
#else
    return ptx2c_f32_of(ptx2c_bits_f32(a) ^ 0x80000000);
#endif
}

/* The sign of a on the magnitude of b. */
PTX2C_INLINE float ptx2c_copysign_f32(float a, float b)
{
#if PTX2C_RISCV_F32
    return __builtin_copysignf(b, a);
#else
    return ptx2c_f32_of((ptx2c_bits_f32(a) & 0x80000000) | (ptx2c_bits_f32(b) & 0x7fffffff));
#endif
}

PTX2C_INLINE bool ptx2c_testp_finite_f32(float a) { return (ptx2c_bits_f32(a) & 0x7fffffff) < 0x7f800000; }
PTX2C_INLINE bool ptx2c_testp_infinite_f32(float a) { return (ptx2c_bits_f32(a) & 0x7fffffff) == 0x7f800000; }
PTX2C_INLINE bool ptx2c_testp_number_f32(float a) { return a == a; }
PTX2C_INLINE bool ptx2c_testp_notanumber_f32(float a) { return a != a; }
PTX2C_INLINE bool ptx2c_testp_subnormal_f32(float a) { return (ptx2c_bits_f32(a) & 0x7fffffff) - 1 < 0x7fffff; }

PTX2C_INLINE bool ptx2c_testp_normal_f32(float a)
{
    return (ptx2c_bits_f32(a) & 0x7fffffff) == 0 || (ptx2c_bits_f32(a) & 0x7fffffff) - 0x800000 < 0x7f000000;
}

/* The mask of lanes that are in mask and for which p holds, or does not hold. */
PTX2C_INLINE uint32_t ptx2c_if(bool p, uint32_t mask) { return PTX2C_SINGLE ? (p ? mask : 0) : mask & (0 - (uint32_t)p); }
PTX2C_INLINE uint32_t ptx2c_unless(bool p, uint32_t mask) { return PTX2C_SINGLE ? (p ? 0 : mask) : mask & ((uint32_t)p - 1); }

/* a where mask is all ones, b where it is 0: what a lane that is not in a loop any more keeps. */
PTX2C_INLINE uint16_t ptx2c_blend_b16(uint32_t mask, uint16_t a, uint16_t b)
{
    return PTX2C_SINGLE ? (mask ? a : b) : (uint16_t)((a & mask) | (b & ~mask));
}

PTX2C_INLINE uint32_t ptx2c_blend_b32(uint32_t mask, uint32_t a, uint32_t b)
{
    return PTX2C_SINGLE ? (mask ? a : b) : PTX2C_MERGE(mask, a, b);
}

PTX2C_INLINE uint64_t ptx2c_blend_b64(uint32_t mask, uint64_t a, uint64_t b)
{
    uint64_t m = (uint64_t)(int64_t)(int32_t)mask;
    return PTX2C_SINGLE ? (mask ? a : b) : PTX2C_MERGE(m, a, b);
}

/* A number that holds unless it is 0: compilers branch on what they make a bool of.  Of what they know to be 0 or 1 they make a bool,
 * too, where it is compared with 0, and gcc then no vectors: so all ones. */
PTX2C_INLINE uint32_t ptx2c_blend_pred(uint32_t mask, bool a, uint32_t b)
{
    return PTX2C_SINGLE ? (mask ? a : b) : (mask & (0 - (uint32_t)a)) | (~mask & b);
}

PTX2C_INLINE float ptx2c_blend_f32(uint32_t mask, float a, float b)
{
    return PTX2C_SINGLE ? (mask ? a : b) : ptx2c_f32_of(PTX2C_MERGE(mask, ptx2c_bits_f32(a), ptx2c_bits_f32(b)));
}

PTX2C_INLINE double ptx2c_blend_f64(uint32_t mask, double a, double b)
{
    return PTX2C_SINGLE ? (mask ? a : b) : ptx2c_f64_of(ptx2c_blend_b64(mask, ptx2c_bits_f64(a), ptx2c_bits_f64(b)));
}

/* A choice that needs no branch: both sides are computed anyway. */
PTX2C_INLINE float ptx2c_select_f32(bool p, float a, float b)
{
    return ptx2c_pick_f32(p, a, b);
}
/* The same in a loop over lanes that read here and there: without vectors, where none gather, masks would cost more. */
PTX2C_INLINE float ptx2c_select_apart_f32(bool p, float a, float b) { return PTX2C_SHORT ? (p ? a : b) : ptx2c_select_f32(p, a, b); }
/* The same by how they compare, for which there are instructions: else, or of what is no number, b. */
PTX2C_INLINE float ptx2c_above_f32(float a, float b) { return a > b ? a : b; }
PTX2C_INLINE float ptx2c_below_f32(float a, float b) { return a < b ? a : b; }

/* ---- min and max: -0 is below +0, a NaN loses unless asked for, two NaNs give the canonical one ---- */

#if PTX2C_RISCV_F32
PTX2C_INLINE float ptx2c_min_f32(float x, float y) { return ptx2c_canonical_f32(ptx2c_riscv_min_f32(x, y)); }
PTX2C_INLINE float ptx2c_max_f32(float x, float y) { return ptx2c_canonical_f32(ptx2c_riscv_max_f32(x, y)); }
#elif PTX2C_ARM_F32
PTX2C_ARM_MINMAX(min, f32, float, __builtin_fminf, ptx2c_f32_of(0x7fffffff))
PTX2C_ARM_MINMAX(max, f32, float, __builtin_fmaxf, ptx2c_f32_of(0x7fffffff))
#else
/* What is not a NaN of two numbers one of which is; the canonical one if both are. */
PTX2C_INLINE uint32_t ptx2c_number_of_b32(uint32_t a, uint32_t b)
{
    const uint32_t r = ptx2c_pick((b & 0x7fffffff) > 0x7f800000, a, b);
    return ptx2c_pick((r & 0x7fffffff) > 0x7f800000, 0x7fffffff, r);
}

/* Processors have such choices as one instruction.  Of numbers that are equal either side is chosen, which matters for zeros alone. */
PTX2C_INLINE float ptx2c_min_f32(float x, float y)
{
    if (PTX2C_SINGLE && (x < y || y < x))
        return x < y ? x : y;
    uint32_t r = ptx2c_bits_f32(x < y ? x : y) | ptx2c_bits_f32(y < x ? y : x);
    if (PTX2C_UNORDERED(x, y))
        r = ptx2c_number_of_b32(ptx2c_bits_f32(x), ptx2c_bits_f32(y));
    return ptx2c_f32_of(r);
}

PTX2C_INLINE float ptx2c_max_f32(float x, float y)
{
    if (PTX2C_SINGLE && (x < y || y < x))
        return x > y ? x : y;
    uint32_t r = ptx2c_bits_f32(x > y ? x : y) & ptx2c_bits_f32(y > x ? y : x);
    if (PTX2C_UNORDERED(x, y))
        r = ptx2c_number_of_b32(ptx2c_bits_f32(x), ptx2c_bits_f32(y));
    return ptx2c_f32_of(r);
}
#endif

/* The same with y that is no NaN.  A constant takes one comparison: +0 is no minimum beside -0, nor -0 a maximum beside +0.  Others take
 * one more for equal numbers, which are zeros if they differ. */
PTX2C_INLINE float ptx2c_min_number_f32(float x, float y)
{
#if PTX2C_RISCV_F32
    return ptx2c_riscv_min_f32(x, y);
#else
    if (PTX2C_CONSTANT(y))
        return ptx2c_bits_f32(y) == 0 ? (x <= y ? x : y) : (x < y ? x : y);
#if PTX2C_ARM_F32
    const float r = __builtin_fminf(x, y); /* none of a NaN that is not quiet */
    return r == r ? r : y;
#else
    return ptx2c_f32_of(ptx2c_bits_f32(x < y ? x : y) | ptx2c_pick(x == y, ptx2c_bits_f32(x), 0));
#endif
#endif
}

PTX2C_INLINE float ptx2c_max_number_f32(float x, float y)
{
#if PTX2C_RISCV_F32
    return ptx2c_riscv_max_f32(x, y);
#else
    if (PTX2C_CONSTANT(y))
        return ptx2c_bits_f32(y) == 0x80000000 ? (x >= y ? x : y) : (x > y ? x : y);
#if PTX2C_ARM_F32
    const float r = __builtin_fmaxf(x, y); /* none of a NaN that is not quiet */
    return r == r ? r : y;
#else
    return ptx2c_f32_of(ptx2c_bits_f32(x > y ? x : y) & ptx2c_pick(x == y, ptx2c_bits_f32(x), UINT32_MAX));
#endif
#endif
}

/* The same where x or y is a constant, and what comes of the result is compared and meets other conditions: of ?: gcc then makes a choice
 * between truths, for which it has no vectors. */
#if defined __clang__
PTX2C_INLINE float ptx2c_min_tested_f32(float x, float y) { return ptx2c_min_number_f32(x, y); }
PTX2C_INLINE float ptx2c_max_tested_f32(float x, float y) { return ptx2c_max_number_f32(x, y); }
#else
PTX2C_INLINE float ptx2c_min_tested_f32(float x, float y) { return ptx2c_pick_f32(ptx2c_bits_f32(y) == 0 ? x <= y : x < y, x, y); }
PTX2C_INLINE float ptx2c_max_tested_f32(float x, float y) { return ptx2c_pick_f32(ptx2c_bits_f32(y) == 0x80000000 ? x >= y : x > y, x, y); }
#endif

/* The same with y that is +0 or more: it is what is taken of equal numbers.  Of a minimum neither operand has a sign, but x may be NaN. */
#if PTX2C_RISCV_F32
PTX2C_INLINE float ptx2c_max_amount_f32(float x, float y) { return ptx2c_riscv_max_f32(x, y); }
PTX2C_INLINE float ptx2c_min_amount_f32(float x, float y) { return ptx2c_riscv_min_f32(x, y); }
#else
PTX2C_INLINE float ptx2c_max_amount_f32(float x, float y) { return x > y ? x : y; }
PTX2C_INLINE float ptx2c_min_amount_f32(float x, float y) { return x < y ? x : y; }
#endif

/* Of a lane by itself: a branch costs less than what numbers that are equal, or none, would take. */
#if PTX2C_ARM_F32 || PTX2C_RISCV_F32
PTX2C_INLINE float ptx2c_min_single_f32(float x, float y) { return ptx2c_min_f32(x, y); }
PTX2C_INLINE float ptx2c_max_single_f32(float x, float y) { return ptx2c_max_f32(x, y); }
#else
PTX2C_INLINE float ptx2c_min_single_f32(float x, float y)
{
    return x < y || y < x ? (x < y ? x : y) : ptx2c_min_f32(x, y);
}

PTX2C_INLINE float ptx2c_max_single_f32(float x, float y)
{
    return x < y || y < x ? (x > y ? x : y) : ptx2c_max_f32(x, y);
}
#endif

PTX2C_INLINE float ptx2c_min_NaN_f32(float x, float y)
{
    uint32_t a = ptx2c_bits_f32(x), b = ptx2c_bits_f32(y), r = ptx2c_pick(x < y, a, b);
    r = ptx2c_pick(x == y, a | b, r);
    return ptx2c_f32_of(ptx2c_pick((x != x) | (y != y), 0x7fffffff, r));
}

PTX2C_INLINE float ptx2c_max_NaN_f32(float x, float y)
{
    uint32_t a = ptx2c_bits_f32(x), b = ptx2c_bits_f32(y), r = ptx2c_pick(x > y, a, b);
    r = ptx2c_pick(x == y, a & b, r);
    return ptx2c_f32_of(ptx2c_pick((x != x) | (y != y), 0x7fffffff, r));
}

/* The result of an operation on magnitudes, with the product of the signs of a and b unless it is NaN. */
PTX2C_INLINE float ptx2c_xorsign_f32(float r, float a, float b)
{
    uint32_t s = (ptx2c_bits_f32(a) ^ ptx2c_bits_f32(b)) & 0x80000000;
    return ptx2c_f32_of(ptx2c_pick(r != r, 0x7fffffff, ptx2c_bits_f32(r) | s));
}

/* op, NaN handling and ftz of two and three operands */
#define PTX2C_MINMAX_F32(OP)                                                                                           \
    PTX2C_INLINE float ptx2c_##OP##_ftz_f32(float a, float b)                                                          \
    {                                                                                                                  \
        return ptx2c_##OP##_f32(ptx2c_ftz_f32(a), ptx2c_ftz_f32(b));                                                   \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_##OP##_xorsign_abs_f32(float a, float b)                                                  \
    {                                                                                                                  \
        return ptx2c_xorsign_f32(ptx2c_##OP##_f32(ptx2c_abs_f32(a), ptx2c_abs_f32(b)), a, b);                          \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_##OP##_ftz_xorsign_abs_f32(float a, float b)                                              \
    {                                                                                                                  \
        return ptx2c_##OP##_xorsign_abs_f32(ptx2c_ftz_f32(a), ptx2c_ftz_f32(b));                                       \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_##OP##3_f32(float a, float b, float c)                                                    \
    {                                                                                                                  \
        return ptx2c_##OP##_f32(ptx2c_##OP##_f32(a, b), c);                                                            \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_##OP##3_ftz_f32(float a, float b, float c)                                                \
    {                                                                                                                  \
        return ptx2c_##OP##3_f32(ptx2c_ftz_f32(a), ptx2c_ftz_f32(b), ptx2c_ftz_f32(c));                                \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_##OP##3_abs_f32(float a, float b, float c)                                                \
    {                                                                                                                  \
        return ptx2c_##OP##3_f32(ptx2c_abs_f32(a), ptx2c_abs_f32(b), ptx2c_abs_f32(c));                                \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_##OP##3_ftz_abs_f32(float a, float b, float c)                                            \
    {                                                                                                                  \
        return ptx2c_##OP##3_abs_f32(ptx2c_ftz_f32(a), ptx2c_ftz_f32(b), ptx2c_ftz_f32(c));                            \
    }

PTX2C_MINMAX_F32(min)
PTX2C_MINMAX_F32(max)
PTX2C_MINMAX_F32(min_NaN)
PTX2C_MINMAX_F32(max_NaN)

/* ---- neighbours ---- */

/* The next value above a, below a, or towards zero, where go is set; inf and NaN only move where that is meant: an
 * overflowed result steps back to the largest finite value. */
PTX2C_INLINE float ptx2c_up_f32(float a, bool go)
{
    uint32_t b = ptx2c_bits_f32(a), up = ptx2c_pick((int32_t)b < 0, b - 1, b + 1);
    up = ptx2c_pick((b & 0x7fffffff) == 0, 1, up);
    return ptx2c_f32_of(ptx2c_pick(go, up, b));
}

PTX2C_INLINE float ptx2c_down_f32(float a, bool go) { return -ptx2c_up_f32(-a, go); }

PTX2C_INLINE float ptx2c_shrink_f32(float a, bool go) { return ptx2c_f32_of(ptx2c_bits_f32(a) - (uint32_t)go); }

/* r with the exact value r + rest rounded in each direction; rest is NaN where r is exact.  NaN becomes canonical. */
PTX2C_INLINE float ptx2c_fix_rp_f32(float r, double rest) { return ptx2c_canonical_f32(ptx2c_up_f32(r, rest > 0)); }
PTX2C_INLINE float ptx2c_fix_rm_f32(float r, double rest) { return ptx2c_canonical_f32(ptx2c_down_f32(r, rest < 0)); }

PTX2C_INLINE float ptx2c_fix_rz_f32(float r, double rest)
{
    double outward = ptx2c_f64_of(ptx2c_bits_f64(rest) ^ (uint64_t)(ptx2c_bits_f32(r) >> 31) << 63);
    return ptx2c_canonical_f32(ptx2c_shrink_f32(r, outward < 0));
}

/* The same by the sign of rest, what the exact value has more; NaNs stay as they are. */
PTX2C_INLINE float ptx2c_toward_rz_f32(float r, float rest)
{
    uint32_t b = ptx2c_bits_f32(r);
    return ptx2c_f32_of(b - (ptx2c_f32_of(ptx2c_bits_f32(rest) ^ (b & 0x80000000)) < 0));
}

PTX2C_INLINE float ptx2c_toward_rp_f32(float r, float rest)
{
    uint32_t b = ptx2c_bits_f32(r), away = (0 - (b >> 31)) | 1;
    return ptx2c_f32_of(b + (away & (0 - (uint32_t)(rest > 0))));
}

PTX2C_INLINE float ptx2c_toward_rm_f32(float r, float rest)
{
    uint32_t b = ptx2c_bits_f32(r), away = (0 - (b >> 31)) | 1;
    return ptx2c_f32_of(b - (away & (0 - (uint32_t)(rest < 0))));
}

/* What a + b, rounded to s, lacks: a float, found from the larger one; -inf or inf where s overflowed. */
PTX2C_INLINE float ptx2c_add_rest_f32(float a, float b, float s)
{
    uint32_t x = ptx2c_bits_f32(a), y = ptx2c_bits_f32(b);
    bool swap = (int32_t)(x & 0x7fffffff) < (int32_t)(y & 0x7fffffff);
    float big = ptx2c_f32_of(ptx2c_pick(swap, y, x)), small = ptx2c_f32_of(ptx2c_pick(swap, x, y));
    return small - (s - big);
}

/* mad.f32 before sm_20: the exact product is cut off to a float's 24 digits, without a limit of its exponent, then c is
 * added; with c = 0 it is mul and add.  Subnormals are zeros (manual 9.7.3.7). */
PTX2C_INLINE float ptx2c_mad_cut_f32(float a, float b, float c)
{
    a = ptx2c_ftz_f32(a);
    b = ptx2c_ftz_f32(b);
    c = ptx2c_ftz_f32(c);
    double p = ptx2c_f64_of(ptx2c_bits_f64((double)a * b) & ~(uint64_t)0x1fffffff), s = p + c;
    float r = (float)ptx2c_odd_f64(s, ptx2c_sum_lacks(p, c, s)), plain = ptx2c_ftz_f32(a * b) + c;
    return ptx2c_ftz_f32(c == 0.0f ? plain : r);
}

PTX2C_INLINE float ptx2c_add_rn_f32(float a, float b) { return a + b; }
PTX2C_INLINE float ptx2c_sub_rn_f32(float a, float b) { return a - b; }
PTX2C_INLINE float ptx2c_mul_rn_f32(float a, float b) { return a * b; }
PTX2C_INLINE float ptx2c_div_rn_f32(float a, float b) { return a / b; }
PTX2C_INLINE float ptx2c_rcp_rn_f32(float a) { return 1.0f / a; }

/* The root of a value that is not negative, zero, inf or NaN goes through a bit trick and Newton steps; done by a
 * common frame that scales tiny values up and sorts the others out.  For where sqrtf would stop vectorisation because
 * it sets errno. */
typedef struct ptx2c_root_frame { float f; uint32_t tiny; bool ordinary; } ptx2c_root_frame;

PTX2C_INLINE ptx2c_root_frame ptx2c_root_begin(float a)
{
    ptx2c_root_frame x = {0, a < 0x1p-64f, false};
    uint32_t b = ptx2c_bits_f32(a * ptx2c_f32_of(ptx2c_pick(a < 0x1p-64f, (127 + 64) << 23, 127 << 23)));
    x.ordinary = (b > 0) & (b < 0x7f800000);
    x.f = ptx2c_f32_of(ptx2c_pick(x.ordinary, b, 0x3f800000));
    return x;
}

PTX2C_INLINE float ptx2c_root_guess(float f) { return ptx2c_f32_of(0x5f375a86 - (ptx2c_bits_f32(f) >> 1)); }

PTX2C_INLINE float ptx2c_sqrt_end(ptx2c_root_frame x, uint32_t r, float a)
{
    uint32_t b = ptx2c_bits_f32(a);
    uint32_t same = ptx2c_pick(((b & 0x7fffffff) == 0) | (b == 0x7f800000), b, 0x7fffffff);
    return ptx2c_f32_of(ptx2c_pick(x.ordinary, r - x.tiny * (32u << 23), same));
}

/* The last estimate r is off by less than one place; squares of the midpoints beside it are exact in double and
 * decide. */
PTX2C_INLINE float ptx2c_sqrt_soft_f32(float a)
{
    ptx2c_root_frame x = ptx2c_root_begin(a);
    float y = ptx2c_root_guess(x.f);
    y = y * (1.5f - 0.5f * x.f * y * y);
    y = y * (1.5f - 0.5f * x.f * y * y);
    double d = x.f, s = d * y;
    s = s + 0.5 * y * (d - s * s);
    uint32_t r = ptx2c_bits_f32((float)s);
    uint32_t exp = r & 0x7f800000, below = ptx2c_pick((r & 0x7fffff) == 0, 25u << 23, 24u << 23);
    double at = ptx2c_f32_of(r), up = at + ptx2c_f32_of(exp - (24u << 23)), down = at - ptx2c_f32_of(exp - below);
    r += (uint32_t)(ptx2c_bits_f64(up * up - d) >> 63) - (uint32_t)(ptx2c_bits_f64(d - down * down) >> 63);
    return ptx2c_sqrt_end(x, r, a);
}

#if defined __GNUC__
/* With fused steps, g towards the root and h towards half its reciprocal, the last one rounds correctly (the test tries
 * all values of two exponents). */
PTX2C_INLINE float ptx2c_sqrt_fused_f32(float a)
{
    ptx2c_root_frame x = ptx2c_root_begin(a);
    float y = ptx2c_root_guess(x.f);
    y = y * (1.5f - 0.5f * x.f * y * y);
    float g = x.f * y, h = 0.5f * y, e = __builtin_fmaf(-h, g, 0.5f);
    g = __builtin_fmaf(g, e, g);
    h = __builtin_fmaf(h, e, h);
    e = __builtin_fmaf(-h, g, 0.5f);
    g = __builtin_fmaf(g, e, g);
    h = __builtin_fmaf(h, e, h);
    g = __builtin_fmaf(__builtin_fmaf(-g, g, x.f), h, g);
    return ptx2c_sqrt_end(x, ptx2c_bits_f32(g), a);
}
#endif

/* With some NaN for a NaN. */
PTX2C_INLINE float ptx2c_root_f32(float a)
{
#if defined __NO_MATH_ERRNO__ && defined __GNUC__
    return __builtin_sqrtf(a);
#elif defined PTX2C_HAS_FMA
    return ptx2c_sqrt_fused_f32(a);
#else
    return ptx2c_sqrt_soft_f32(a);
#endif
}

PTX2C_INLINE float ptx2c_sqrt_rn_f32(float a) { return ptx2c_canonical_f32(ptx2c_root_f32(a)); }

#if PTX2C_RISCV_F32
#define PTX2C_DIRECTED_F32(RND)                                                                                        \
    PTX2C_RISCV_ROUNDED(RND, f32, float, "s")                                                                          \
    PTX2C_INLINE float ptx2c_cvt_##RND##_f32_s32(int32_t a)                                                            \
    {                                                                                                                  \
        float r;                                                                                                       \
        PTX2C_RISCV_1("fcvt.s.w", "f", r, "r", a, ", " PTX2C_RISCV_##RND);                                            \
        return r;                                                                                                      \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_cvt_##RND##_f32_u32(uint32_t a)                                                           \
    {                                                                                                                  \
        float r;                                                                                                       \
        PTX2C_RISCV_1("fcvt.s.wu", "f", r, "r", a, ", " PTX2C_RISCV_##RND);                                           \
        return r;                                                                                                      \
    }
PTX2C_DIRECTED_F32(rz)
PTX2C_DIRECTED_F32(rp)
PTX2C_DIRECTED_F32(rm)
#else
/* What the quotient or root r lacks, or a value of its sign: exact, since products of floats are exact in double. */
PTX2C_INLINE double ptx2c_div_rest(float a, float b, float r)
{
    double rest = (double)a - (double)r * b;
    return ptx2c_f64_of(ptx2c_bits_f64(rest) ^ (uint64_t)(ptx2c_bits_f32(b) >> 31) << 63);
}

#if defined PTX2C_HAS_FMA
/* Rests by fma, without doubles.  Near the smallest numbers they would not be floats: there all is scaled up. */
#define PTX2C_DIRECTED_F32(RND)                                                                                        \
    PTX2C_INLINE float ptx2c_mul_##RND##_f32(float a, float b)                                                         \
    {                                                                                                                  \
        float p = a * b, scale = ptx2c_f32_of(ptx2c_pick(ptx2c_abs_f32(p) < 0x1p-100f, (127 + 75) << 23, 127 << 23));  \
        return ptx2c_toward_##RND##_f32(p, __builtin_fmaf(a * scale, b * scale, -(p * scale * scale)));                \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_div_##RND##_f32(float a, float b)                                                         \
    {                                                                                                                  \
        float q = a / b, scale = ptx2c_f32_of(ptx2c_pick(ptx2c_abs_f32(a) < 0x1p-100f, (127 + 75) << 23, 127 << 23));  \
        uint32_t rest = ptx2c_bits_f32(__builtin_fmaf(-(q * scale), b, a * scale));                                    \
        return ptx2c_toward_##RND##_f32(q, ptx2c_f32_of(rest ^ (ptx2c_bits_f32(b) & 0x80000000)));                     \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_sqrt_##RND##_f32(float a)                                                                 \
    {                                                                                                                  \
        bool tiny = ptx2c_abs_f32(a) < 0x1p-100f;                                                                      \
        float r = ptx2c_sqrt_rn_f32(a), x = r * ptx2c_f32_of(ptx2c_pick(tiny, (127 + 37) << 23, 127 << 23));           \
        float y = a * ptx2c_f32_of(ptx2c_pick(tiny, (127 + 74) << 23, 127 << 23));                                     \
        return ptx2c_toward_##RND##_f32(r, __builtin_fmaf(-x, x, y));                                                  \
    }
#else
#define PTX2C_DIRECTED_F32(RND)                                                                                        \
    PTX2C_INLINE float ptx2c_mul_##RND##_f32(float a, float b)                                                         \
    {                                                                                                                  \
        double p = (double)a * b;                                                                                      \
        float r = (float)p;                                                                                            \
        return ptx2c_fix_##RND##_f32(r, p - r);                                                                        \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_div_##RND##_f32(float a, float b)                                                         \
    {                                                                                                                  \
        float r = a / b;                                                                                               \
        return ptx2c_fix_##RND##_f32(r, ptx2c_div_rest(a, b, r));                                                      \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_sqrt_##RND##_f32(float a)                                                                 \
    {                                                                                                                  \
        float r = ptx2c_sqrt_rn_f32(a);                                                                                \
        return ptx2c_fix_##RND##_f32(r, (double)a - (double)r * r);                                                    \
    }
#endif
PTX2C_DIRECTED_F32(rz)
PTX2C_DIRECTED_F32(rp)
PTX2C_DIRECTED_F32(rm)

#define PTX2C_DIRECTED_SUM_F32(RND)                                                                                    \
    PTX2C_INLINE float ptx2c_rcp_##RND##_f32(float a) { return ptx2c_div_##RND##_f32(1.0f, a); }                       \
    PTX2C_INLINE float ptx2c_add_any_##RND##_f32(float a, float b)                                                     \
    {                                                                                                                  \
        float s = a + b;                                                                                               \
        return ptx2c_toward_##RND##_f32(s, ptx2c_add_rest_f32(a, b, s));                                               \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_cvt_##RND##_f32_s32(int32_t a)                                                            \
    {                                                                                                                  \
        return ptx2c_add_any_##RND##_f32((float)(a >> 16) * 65536.0f, (float)(a & 0xffff));                            \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_cvt_##RND##_f32_u32(uint32_t a)                                                           \
    {                                                                                                                  \
        return ptx2c_add_any_##RND##_f32((float)(int32_t)(a >> 16) * 65536.0f, (float)(int32_t)(a & 0xffff));          \
    }
PTX2C_DIRECTED_SUM_F32(rz)
PTX2C_DIRECTED_SUM_F32(rp)
PTX2C_DIRECTED_SUM_F32(rm)

PTX2C_INLINE float ptx2c_add_rz_f32(float a, float b) { return ptx2c_add_any_rz_f32(a, b); }
PTX2C_INLINE float ptx2c_add_rp_f32(float a, float b) { return ptx2c_add_any_rp_f32(a, b); }

PTX2C_INLINE float ptx2c_add_rm_f32(float a, float b)
{
    uint32_t r = ptx2c_bits_f32(ptx2c_add_any_rm_f32(a, b)), minus = (ptx2c_bits_f32(a) | ptx2c_bits_f32(b)) & 0x80000000;
    return ptx2c_f32_of(ptx2c_pick(a + b == 0.0f, minus, r)); /* an exact zero sum is -0, but of two +0 */
}

#if defined PTX2C_HAS_FMA
/* What the exact a * b + c has more than its nearest float r, in sign.  c - r is a float d and an error.  Either the
 * error is 0, or a * b and d nearly cancel and a * b + d is a float: the sign of the sum of both is right.  Scaled up
 * where bits of a * b would fall below the smallest number; halved where c - r could overflow, with c's last bit kept as
 * a trace of what that loses.  An overflowed r makes d infinite and the error NaN: then d decides.  NaN where an operand
 * was inf or NaN. */
PTX2C_INLINE float ptx2c_fma_rest_f32(float a, float b, float c, float r)
{
    float size = ptx2c_abs_f32(a * b), scale = ptx2c_select_f32(size < 0x1p-100f, 0x1p75f, 1.0f);
    float half = ptx2c_select_f32(size >= 0x1p126f, 0.5f, 1.0f), x = r * half;
    float z = ptx2c_f32_of(ptx2c_bits_f32(c * half) | (ptx2c_bits_f32(c) & 1));
    float d = z - x, y = d - z, error = (z - (d - y)) - (x + y);
    float rest = __builtin_fmaf(a * (scale * half), b * scale, d * scale * scale);
    error = ptx2c_f32_of(ptx2c_bits_f32(error) & (0 - (uint32_t)(error == error)));
    return __builtin_fmaf(error * scale, scale, rest);
}
#else
/* The same: the product is an exact double.  So is c - s but where c is far smaller than s; then what the difference
 * lacks decides if the rest of it is zero.  Scaled so that as a float it is not zero unless it is. */
PTX2C_INLINE float ptx2c_fma_rest_f32(float a, float b, float c, float s)
{
    double d = (double)c - s, lost = c - (d + s), rest = (double)a * b + d;
    uint64_t trace = ptx2c_bits_f64(lost) & (0 - (uint64_t)(rest == 0));
    return (float)(ptx2c_f64_of(ptx2c_bits_f64(rest) | trace) * 0x1p170);
}
#endif

PTX2C_INLINE float ptx2c_fma_rz_f32(float a, float b, float c)
{
    float s = ptx2c_fma_exact_f32(a, b, c);
    return ptx2c_toward_rz_f32(s, ptx2c_fma_rest_f32(a, b, c, s));
}

PTX2C_INLINE float ptx2c_fma_rp_f32(float a, float b, float c)
{
    float s = ptx2c_fma_exact_f32(a, b, c);
    return ptx2c_toward_rp_f32(s, ptx2c_fma_rest_f32(a, b, c, s));
}

PTX2C_INLINE float ptx2c_fma_rm_f32(float a, float b, float c)
{
    float s = ptx2c_fma_exact_f32(a, b, c), rest = ptx2c_fma_rest_f32(a, b, c, s);
    uint32_t minus = ((ptx2c_bits_f32(a) ^ ptx2c_bits_f32(b)) | ptx2c_bits_f32(c)) & 0x80000000;
    uint32_t zero = (s == 0.0f) & !(ptx2c_abs_f32(rest) > 0.0f);
    return ptx2c_f32_of(ptx2c_bits_f32(ptx2c_toward_rm_f32(s, rest)) | (minus & (0 - zero))); /* as of add */
}

PTX2C_INLINE float ptx2c_sub_rz_f32(float a, float b) { return ptx2c_add_rz_f32(a, ptx2c_neg_f32(b)); }
PTX2C_INLINE float ptx2c_sub_rp_f32(float a, float b) { return ptx2c_add_rp_f32(a, ptx2c_neg_f32(b)); }
PTX2C_INLINE float ptx2c_sub_rm_f32(float a, float b) { return ptx2c_add_rm_f32(a, ptx2c_neg_f32(b)); }
#endif

/* c + a * b rounded down where that is a whole number: c is one, the last place of all between c - |a * b| - 1 and c + |a * b| + 1 is 1. */
PTX2C_INLINE float ptx2c_whole_below_f32(float a, float b, float c)
{
    const float s = ptx2c_fma_rn_f32(a, b, c); /* the nearest, off by less than 1 */
#if defined PTX2C_HAS_FMA
    return s - (__builtin_fmaf(a, b, c - s) < 0 ? 1.0f : 0.0f);
#else
    return s - ((double)a * b + (c - s) < 0 ? 1.0f : 0.0f);
#endif
}

#define PTX2C_ROUNDED_F32_F64(RND)                                                                                     \
    PTX2C_INLINE float ptx2c_cvt_##RND##_f32_f64(double a)                                                             \
    {                                                                                                                  \
        float r = (float)a;                                                                                            \
        return ptx2c_fix_##RND##_f32(r, a - r);                                                                        \
    }
PTX2C_ROUNDED_F32_F64(rz)
PTX2C_ROUNDED_F32_F64(rp)
PTX2C_ROUNDED_F32_F64(rm)
PTX2C_INLINE float ptx2c_cvt_rn_f32_f64(double a) { return (float)a; }

/* A float that rounds to fewer bits as a does: its last bit is 1 where a has more. */
PTX2C_INLINE float ptx2c_f32_odd_f64(double a)
{
    float r = ptx2c_cvt_rz_f32_f64(a);
    return ptx2c_f32_of(ptx2c_bits_f32(r) | (((double)r < a) | ((double)r > a)));
}

/* ---- the .ftz and .sat forms of each operation and rounding ---- */

#define PTX2C_FTZ_SAT_1(OP)                                                                                            \
    PTX2C_INLINE float ptx2c_##OP##_ftz_f32(float a) { return ptx2c_ftz_f32(ptx2c_##OP##_f32(ptx2c_ftz_f32(a))); }
#define PTX2C_FTZ_SAT_2(OP)                                                                                            \
    PTX2C_INLINE float ptx2c_##OP##_ftz_f32(float a, float b)                                                          \
    {                                                                                                                  \
        return ptx2c_ftz_f32(ptx2c_##OP##_f32(ptx2c_ftz_f32(a), ptx2c_ftz_f32(b)));                                    \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_##OP##_sat_f32(float a, float b) { return ptx2c_sat_f32(ptx2c_##OP##_f32(a, b)); }        \
    PTX2C_INLINE float ptx2c_##OP##_ftz_sat_f32(float a, float b)                                                      \
    {                                                                                                                  \
        return ptx2c_sat_f32(ptx2c_##OP##_ftz_f32(a, b));                                                              \
    }
#define PTX2C_FTZ_SAT_3(OP)                                                                                            \
    PTX2C_INLINE float ptx2c_##OP##_ftz_f32(float a, float b, float c)                                                 \
    {                                                                                                                  \
        return ptx2c_ftz_f32(ptx2c_##OP##_f32(ptx2c_ftz_f32(a), ptx2c_ftz_f32(b), ptx2c_ftz_f32(c)));                  \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_##OP##_sat_f32(float a, float b, float c)                                                 \
    {                                                                                                                  \
        return ptx2c_sat_f32(ptx2c_##OP##_f32(a, b, c));                                                               \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_##OP##_ftz_sat_f32(float a, float b, float c)                                             \
    {                                                                                                                  \
        return ptx2c_sat_f32(ptx2c_##OP##_ftz_f32(a, b, c));                                                           \
    }
#define PTX2C_FTZ_SAT(RND)                                                                                             \
    PTX2C_FTZ_SAT_2(add_##RND)                                                                                         \
    PTX2C_FTZ_SAT_2(sub_##RND)                                                                                         \
    PTX2C_FTZ_SAT_2(mul_##RND)                                                                                         \
    PTX2C_FTZ_SAT_2(div_##RND)                                                                                         \
    PTX2C_FTZ_SAT_3(fma_##RND)                                                                                         \
    PTX2C_FTZ_SAT_1(rcp_##RND)                                                                                         \
    PTX2C_FTZ_SAT_1(sqrt_##RND)

PTX2C_FTZ_SAT(rn)
PTX2C_FTZ_SAT(rz)
PTX2C_FTZ_SAT(rm)
PTX2C_FTZ_SAT(rp)

/* ---- the .ftz forms in kernels for which the processor takes subnormal inputs for zeros (mode.h) ----
 *
 * A result may be subnormal; it counts as the zero that it stands for, and the kernel flushes it where its bits count: ptx2c_late_f32.
 * Elsewhere software flushes each result and what may be subnormal by right, as it comes from memory: ptx2c_right_f32.  Then no other input is. */

PTX2C_INLINE float ptx2c_neg_ftz_f32(float a) { return ptx2c_neg_f32(ptx2c_ftz_f32(a)); }

#if PTX2C_DAZ
#define PTX2C_DAZ_RESULT(r) (r)
PTX2C_INLINE float ptx2c_right_f32(float a) { return a; }
PTX2C_INLINE float ptx2c_late_f32(float a) { return ptx2c_ftz_f32(a); }
#else
#define PTX2C_DAZ_RESULT(r) ptx2c_ftz_f32(r)
PTX2C_INLINE float ptx2c_right_f32(float a) { return ptx2c_ftz_f32(a); }
PTX2C_INLINE float ptx2c_late_f32(float a) { return a; }
#endif
#define PTX2C_DAZ_1(OP) PTX2C_INLINE float ptx2c_##OP##_daz_f32(float a) { return PTX2C_DAZ_RESULT(ptx2c_##OP##_f32(a)); }
#define PTX2C_DAZ_2(OP)                                                                                                \
    PTX2C_INLINE float ptx2c_##OP##_daz_f32(float a, float b) { return PTX2C_DAZ_RESULT(ptx2c_##OP##_f32(a, b)); }

PTX2C_INLINE float ptx2c_abs_daz_f32(float a) { return ptx2c_abs_f32(a); }
PTX2C_INLINE float ptx2c_neg_daz_f32(float a) { return ptx2c_neg_f32(a); }
PTX2C_DAZ_1(rcp_rn)
#if PTX2C_DAZ && !defined __NO_MATH_ERRNO__ /* ptx2c_root_f32 looks at the bits */
PTX2C_INLINE float ptx2c_root_daz_f32(float a) { return ptx2c_root_f32(ptx2c_ftz_f32(a)); }
#else
PTX2C_INLINE float ptx2c_root_daz_f32(float a) { return ptx2c_root_f32(a); }
#endif
PTX2C_INLINE float ptx2c_sqrt_rn_daz_f32(float a) { return ptx2c_canonical_f32(ptx2c_root_daz_f32(a)); }
PTX2C_DAZ_2(mul_rn)
PTX2C_DAZ_2(div_rn)
PTX2C_INLINE float ptx2c_fma_rn_daz_f32(float a, float b, float c) { return PTX2C_DAZ_RESULT(ptx2c_fma_rn_f32(a, b, c)); }
/* Sums; _addend_: a term of one that may be subnormal by right; _term_: what only sums read, or squares and powers of 2, for which all that is
 * less than 2^-100 is as good as 0.  What a sum is so small as to look at again, it makes of flushed terms. */
#if PTX2C_DAZ || !PTX2C_SINGLE || PTX2C_SCALAR
PTX2C_DAZ_2(add_rn)
PTX2C_DAZ_2(sub_rn)
PTX2C_INLINE float ptx2c_addend_f32(float a) { return ptx2c_right_f32(a); }
PTX2C_INLINE float ptx2c_add_rn_term_f32(float a, float b) { return ptx2c_add_rn_daz_f32(a, b); }
PTX2C_INLINE float ptx2c_sub_rn_term_f32(float a, float b) { return ptx2c_sub_rn_daz_f32(a, b); }
PTX2C_INLINE float ptx2c_mul_rn_term_f32(float a, float b) { return ptx2c_mul_rn_daz_f32(a, b); }
PTX2C_INLINE float ptx2c_fma_rn_term_f32(float a, float b, float c) { return ptx2c_fma_rn_daz_f32(a, b, c); }
#else
/* What is subnormal is less than half of the last place of a sum from 2^-100 on, and is gone.  A sum of 0 is one of numbers that cancel. */
PTX2C_INLINE float ptx2c_sum_daz_f32(float a, float b, float r)
{
#if PTX2C_RISCV_F32
    const bool right = ptx2c_abs_f32(r) >= 0x1p-100f || r == 0; /* in registers of floats, where r stays */
#elif PTX2C_SIGNS_F32
    const bool right = ptx2c_abs_f32(r) >= 0x1p-100f;
#else
    const bool right = (ptx2c_bits_f32(r) << 1) - 1 >= (27u << 24) - 1;
#endif
    if (PTX2C_LIKELY(right))
        return r;
    return ptx2c_ftz_f32(ptx2c_ftz_f32(a) + ptx2c_ftz_f32(b));
}

PTX2C_INLINE float ptx2c_add_rn_daz_f32(float a, float b) { return ptx2c_sum_daz_f32(a, b, a + b); }
PTX2C_INLINE float ptx2c_sub_rn_daz_f32(float a, float b) { return ptx2c_sum_daz_f32(a, -b, a - b); }
PTX2C_INLINE float ptx2c_addend_f32(float a) { return a; }
PTX2C_INLINE float ptx2c_add_rn_term_f32(float a, float b) { return a + b; }
PTX2C_INLINE float ptx2c_sub_rn_term_f32(float a, float b) { return a - b; }
PTX2C_INLINE float ptx2c_mul_rn_term_f32(float a, float b) { return ptx2c_mul_rn_f32(a, b); }
PTX2C_INLINE float ptx2c_fma_rn_term_f32(float a, float b, float c) { return ptx2c_fma_rn_f32(a, b, c); }
#endif

PTX2C_INLINE float ptx2c_add_rn_daz_sat_f32(float a, float b) { return ptx2c_sat_f32(ptx2c_add_rn_daz_f32(a, b)); }
PTX2C_INLINE float ptx2c_sub_rn_daz_sat_f32(float a, float b) { return ptx2c_sat_f32(ptx2c_sub_rn_daz_f32(a, b)); }
PTX2C_INLINE float ptx2c_mul_rn_daz_sat_f32(float a, float b) { return ptx2c_sat_f32(ptx2c_mul_rn_daz_f32(a, b)); }

PTX2C_INLINE float ptx2c_fma_rn_daz_sat_f32(float a, float b, float c)
{
    return ptx2c_sat_f32(ptx2c_fma_rn_daz_f32(a, b, c));
}

/* ---- pairs of floats in 64 bits ---- */

PTX2C_INLINE float ptx2c_lo_f32x2(uint64_t a) { return ptx2c_f32_of((uint32_t)a); }
PTX2C_INLINE float ptx2c_hi_f32x2(uint64_t a) { return ptx2c_f32_of((uint32_t)(a >> 32)); }

PTX2C_INLINE uint64_t ptx2c_pack_f32x2(float lo, float hi)
{
    return (uint64_t)ptx2c_bits_f32(hi) << 32 | ptx2c_bits_f32(lo);
}

#define PTX2C_PAIR_F32_2(OP)                                                                                           \
    PTX2C_INLINE uint64_t ptx2c_##OP##_f32x2(uint64_t a, uint64_t b)                                                   \
    {                                                                                                                  \
        return ptx2c_pack_f32x2(ptx2c_##OP##_f32(ptx2c_lo_f32x2(a), ptx2c_lo_f32x2(b)),                                \
                                ptx2c_##OP##_f32(ptx2c_hi_f32x2(a), ptx2c_hi_f32x2(b)));                               \
    }
#define PTX2C_PAIR_F32_3(OP)                                                                                           \
    PTX2C_INLINE uint64_t ptx2c_##OP##_f32x2(uint64_t a, uint64_t b, uint64_t c)                                       \
    {                                                                                                                  \
        return ptx2c_pack_f32x2(ptx2c_##OP##_f32(ptx2c_lo_f32x2(a), ptx2c_lo_f32x2(b), ptx2c_lo_f32x2(c)),             \
                                ptx2c_##OP##_f32(ptx2c_hi_f32x2(a), ptx2c_hi_f32x2(b), ptx2c_hi_f32x2(c)));            \
    }
#define PTX2C_PAIR_F32(RND)                                                                                            \
    PTX2C_PAIR_F32_2(add_##RND)                                                                                        \
    PTX2C_PAIR_F32_2(sub_##RND)                                                                                        \
    PTX2C_PAIR_F32_2(mul_##RND)                                                                                        \
    PTX2C_PAIR_F32_3(fma_##RND)

PTX2C_PAIR_F32(rn)
PTX2C_PAIR_F32(rz)
PTX2C_PAIR_F32(rm)
PTX2C_PAIR_F32(rp)
PTX2C_PAIR_F32(rn_ftz)
PTX2C_PAIR_F32(rz_ftz)
PTX2C_PAIR_F32(rm_ftz)
PTX2C_PAIR_F32(rp_ftz)

#endif
