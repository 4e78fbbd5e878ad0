/* f64.h: double precision (manual 9.7.3): min and max, fma and every rounding of add, mul, fma, div, rcp, sqrt.
 *
 * Rounding to nearest is the host's.  The other directions, and fma where there is no instruction, go through exact
 * sums in 128 bits of integer arithmetic; but where the error of the nearest result is known in floats, its sign tells. */
#ifndef PTX2C_F64_H
#define PTX2C_F64_H

#include "f32.h"
#include "integer.h"

#define PTX2C_NAN_F64 ptx2c_f64_of(0x7fffffffffffffff)

/* ---- bits ---- */

#if PTX2C_SIGNS_F64
PTX2C_INLINE double ptx2c_abs_f64(double a) { return __builtin_fabs(a); }
PTX2C_INLINE double ptx2c_neg_f64(double a) { return -a; }
#else
PTX2C_INLINE double ptx2c_abs_f64(double a) { return ptx2c_f64_of(ptx2c_bits_f64(a) & INT64_MAX); }
PTX2C_INLINE double ptx2c_neg_f64(double a) { return ptx2c_f64_of(ptx2c_bits_f64(a) ^ (uint64_t)1 << 63); }
#endif

PTX2C_INLINE double ptx2c_canonical_f64(double a)
{
    return PTX2C_SINGLE ? (a != a ? PTX2C_NAN_F64 : a) : ptx2c_f64_of(ptx2c_pick64(a != a, INT64_MAX, ptx2c_bits_f64(a)));
}

PTX2C_INLINE double ptx2c_sat_f64(double a)
{
#if PTX2C_RISCV_F64
    return ptx2c_riscv_min_f64(ptx2c_riscv_max_f64(a, 0.0), 1.0);
#else
    uint64_t v = ptx2c_bits_f64(a);
    v = ptx2c_pick64(a > 0.0, v, 0);
    return ptx2c_f64_of(ptx2c_pick64(a >= 1.0, (uint64_t)0x3ff << 52, v));
#endif
}

PTX2C_INLINE double ptx2c_copysign_f64(double a, double b)
{
#if PTX2C_RISCV_F64
    return __builtin_copysign(b, a);
#else
    uint64_t sign = (uint64_t)1 << 63;
    return ptx2c_f64_of((ptx2c_bits_f64(a) & sign) | (ptx2c_bits_f64(b) & ~sign));
#endif
}

PTX2C_INLINE double ptx2c_select_f64(bool p, double a, double b)
{
    uint64_t m = 0 - (uint64_t)p;
    return PTX2C_SINGLE ? (p ? a : b) : ptx2c_f64_of(PTX2C_MERGE(m, ptx2c_bits_f64(a), ptx2c_bits_f64(b)));
}
PTX2C_INLINE double ptx2c_select_apart_f64(bool p, double a, double b) { return PTX2C_SHORT ? (p ? a : b) : ptx2c_select_f64(p, a, b); }
PTX2C_INLINE double ptx2c_above_f64(double a, double b) { return a > b ? a : b; }
PTX2C_INLINE double ptx2c_below_f64(double a, double b) { return a < b ? a : b; }

#define PTX2C_INF_BITS ((uint64_t)0x7ff << 52)
PTX2C_INLINE bool ptx2c_testp_finite_f64(double a) { return (ptx2c_bits_f64(a) & INT64_MAX) < PTX2C_INF_BITS; }
PTX2C_INLINE bool ptx2c_testp_infinite_f64(double a) { return (ptx2c_bits_f64(a) & INT64_MAX) == PTX2C_INF_BITS; }
PTX2C_INLINE bool ptx2c_testp_number_f64(double a) { return a == a; }
PTX2C_INLINE bool ptx2c_testp_notanumber_f64(double a) { return a != a; }

PTX2C_INLINE bool ptx2c_testp_subnormal_f64(double a)
{
    return (ptx2c_bits_f64(a) & INT64_MAX) - 1 < ((uint64_t)1 << 52) - 1;
}

PTX2C_INLINE bool ptx2c_testp_normal_f64(double a)
{
    return ptx2c_testp_finite_f64(a) && !ptx2c_testp_subnormal_f64(a);
}

/* ---- min and max: as in single precision ---- */

/* As for f32 (ptx2c_number_of_b32, ptx2c_min_f32). */
PTX2C_INLINE uint64_t ptx2c_number_of_b64(uint64_t a, uint64_t b)
{
    const uint64_t r = ptx2c_pick64((b & INT64_MAX) > PTX2C_INF_BITS, a, b);
    return ptx2c_pick64((r & INT64_MAX) > PTX2C_INF_BITS, INT64_MAX, r);
}

#if PTX2C_RISCV_F64
PTX2C_INLINE double ptx2c_min_f64(double x, double y) { return ptx2c_canonical_f64(ptx2c_riscv_min_f64(x, y)); }
PTX2C_INLINE double ptx2c_max_f64(double x, double y) { return ptx2c_canonical_f64(ptx2c_riscv_max_f64(x, y)); }
#elif PTX2C_ARM_F64
PTX2C_ARM_MINMAX(min, f64, double, __builtin_fmin, ptx2c_f64_of(INT64_MAX))
PTX2C_ARM_MINMAX(max, f64, double, __builtin_fmax, ptx2c_f64_of(INT64_MAX))
#else
PTX2C_INLINE double ptx2c_min_f64(double x, double y)
{
    if (PTX2C_SINGLE && (x < y || y < x))
        return x < y ? x : y;
    uint64_t r = ptx2c_bits_f64(x < y ? x : y) | ptx2c_bits_f64(y < x ? y : x);
    if (PTX2C_UNORDERED(x, y))
        r = ptx2c_number_of_b64(ptx2c_bits_f64(x), ptx2c_bits_f64(y));
    return ptx2c_f64_of(r);
}

PTX2C_INLINE double ptx2c_max_f64(double x, double y)
{
    if (PTX2C_SINGLE && (x < y || y < x))
        return x > y ? x : y;
    uint64_t r = ptx2c_bits_f64(x > y ? x : y) & ptx2c_bits_f64(y > x ? y : x);
    if (PTX2C_UNORDERED(x, y))
        r = ptx2c_number_of_b64(ptx2c_bits_f64(x), ptx2c_bits_f64(y));
    return ptx2c_f64_of(r);
}
#endif

/* The same with y that is no NaN.  A constant takes one comparison: +0 is no minimum beside -0, nor -0 a maximum beside +0.  Others take
 * one more for equal numbers, which are zeros if they differ. */
PTX2C_INLINE double ptx2c_min_number_f64(double x, double y)
{
#if PTX2C_RISCV_F64
    return ptx2c_riscv_min_f64(x, y);
#else
    if (PTX2C_CONSTANT(y))
        return ptx2c_bits_f64(y) == 0 ? (x <= y ? x : y) : (x < y ? x : y);
#if PTX2C_ARM_F64
    const double r = __builtin_fmin(x, y); /* none of a NaN that is not quiet */
    return r == r ? r : y;
#else
    return ptx2c_f64_of(ptx2c_bits_f64(x < y ? x : y) | ptx2c_pick64(x == y, ptx2c_bits_f64(x), 0));
#endif
#endif
}

PTX2C_INLINE double ptx2c_max_number_f64(double x, double y)
{
#if PTX2C_RISCV_F64
    return ptx2c_riscv_max_f64(x, y);
#else
    if (PTX2C_CONSTANT(y))
        return ptx2c_bits_f64(y) == UINT64_C(0x8000000000000000) ? (x >= y ? x : y) : (x > y ? x : y);
#if PTX2C_ARM_F64
    const double r = __builtin_fmax(x, y); /* none of a NaN that is not quiet */
    return r == r ? r : y;
#else
    return ptx2c_f64_of(ptx2c_bits_f64(x > y ? x : y) & ptx2c_pick64(x == y, ptx2c_bits_f64(x), UINT64_MAX));
#endif
#endif
}

/* The same where x or y is a constant, and what comes of the result is compared and meets other conditions: of ?: gcc then makes a choice
 * between truths, for which it has no vectors. */
#if defined __clang__
PTX2C_INLINE double ptx2c_min_tested_f64(double x, double y) { return ptx2c_min_number_f64(x, y); }
PTX2C_INLINE double ptx2c_max_tested_f64(double x, double y) { return ptx2c_max_number_f64(x, y); }
#else
PTX2C_INLINE double ptx2c_min_tested_f64(double x, double y) { return ptx2c_select_f64(ptx2c_bits_f64(y) == 0 ? x <= y : x < y, x, y); }
PTX2C_INLINE double ptx2c_max_tested_f64(double x, double y) { return ptx2c_select_f64(ptx2c_bits_f64(y) == UINT64_C(0x8000000000000000) ? x >= y : x > y, x, y); }
#endif

/* The same with y that is +0 or more: it is what is taken of equal numbers.  Of a minimum neither operand has a sign, but x may be NaN. */
#if PTX2C_RISCV_F64
PTX2C_INLINE double ptx2c_max_amount_f64(double x, double y) { return ptx2c_riscv_max_f64(x, y); }
PTX2C_INLINE double ptx2c_min_amount_f64(double x, double y) { return ptx2c_riscv_min_f64(x, y); }
#else
PTX2C_INLINE double ptx2c_max_amount_f64(double x, double y) { return x > y ? x : y; }
PTX2C_INLINE double ptx2c_min_amount_f64(double x, double y) { return x < y ? x : y; }
#endif

/* Of a lane by itself: a branch costs less than what numbers that are equal, or none, would take. */
#if PTX2C_ARM_F64 || PTX2C_RISCV_F64
PTX2C_INLINE double ptx2c_min_single_f64(double x, double y) { return ptx2c_min_f64(x, y); }
PTX2C_INLINE double ptx2c_max_single_f64(double x, double y) { return ptx2c_max_f64(x, y); }
#else
PTX2C_INLINE double ptx2c_min_single_f64(double x, double y)
{
    return x < y || y < x ? (x < y ? x : y) : ptx2c_min_f64(x, y);
}

PTX2C_INLINE double ptx2c_max_single_f64(double x, double y)
{
    return x < y || y < x ? (x > y ? x : y) : ptx2c_max_f64(x, y);
}
#endif

/* ---- rounding of exact values ---- */

typedef enum ptx2c_round { PTX2C_RN, PTX2C_RZ, PTX2C_RM, PTX2C_RP } ptx2c_round;

/* (-1)^minus * (hi.lo) * 2^exp, hi.lo a 128-bit integer whose bit 0 may stand for any nonzero bits below it. */
typedef struct ptx2c_exact { uint64_t hi, lo; int exp; bool minus; } ptx2c_exact;

PTX2C_INLINE ptx2c_exact ptx2c_exact_shl(ptx2c_exact x, unsigned n)
{
    if (n >= 64) {
        x.hi = x.lo;
        x.lo = 0;
        x.exp -= 64;
        n -= 64;
    }
    if (n) {
        x.hi = x.hi << n | x.lo >> (64 - n);
        x.lo <<= n;
        x.exp -= (int)n;
    }
    return x;
}

/* Bits that fall out are kept as a one in bit 0. */
PTX2C_INLINE ptx2c_exact ptx2c_exact_shr(ptx2c_exact x, unsigned n)
{
    x.exp += (int)n;
    if (n >= 128) {
        x.lo = (x.hi | x.lo) != 0;
        x.hi = 0;
        return x;
    }
    if (n >= 64) {
        x.lo = x.hi | (x.lo != 0);
        x.hi = 0;
        n -= 64;
    }
    if (n) {
        bool lost = x.lo << (64 - n) != 0;
        x.lo = x.lo >> n | x.hi << (64 - n) | lost;
        x.hi >>= n;
    }
    return x;
}

/* Bit 127 set, unless it is zero. */
PTX2C_INLINE ptx2c_exact ptx2c_exact_normal(ptx2c_exact x)
{
    if ((x.hi | x.lo) == 0)
        return x;
    return ptx2c_exact_shl(x, x.hi ? ptx2c_clz_b64(x.hi) : 64 + ptx2c_clz_b64(x.lo));
}

PTX2C_INLINE ptx2c_exact ptx2c_exact_add(ptx2c_exact x, ptx2c_exact y, ptx2c_round rnd)
{
    x = ptx2c_exact_normal(x);
    y = ptx2c_exact_normal(y);
    bool x_small = (x.hi | x.lo) == 0 || ((y.hi | y.lo) != 0 && x.exp < y.exp);
    ptx2c_exact big = ptx2c_exact_shr(x_small ? y : x, 1), small = x_small ? x : y; /* room for the carry */
    if ((small.hi | small.lo) == 0) {
        if ((big.hi | big.lo) == 0 && x.minus != y.minus)
            big.minus = rnd == PTX2C_RM;
        return big;
    }
    small = ptx2c_exact_shr(small, (unsigned)(big.exp - small.exp));
    ptx2c_exact s = big;
    if (big.minus == small.minus) {
        s.lo = big.lo + small.lo;
        s.hi = big.hi + small.hi + (s.lo < big.lo);
        return s;
    }
    bool swap = big.hi < small.hi || (big.hi == small.hi && big.lo < small.lo);
    ptx2c_exact p = swap ? small : big, q = swap ? big : small;
    s = p;
    s.lo = p.lo - q.lo;
    s.hi = p.hi - q.hi - (p.lo < q.lo);
    if ((s.hi | s.lo) == 0)
        s.minus = rnd == PTX2C_RM;
    return s;
}

PTX2C_INLINE double ptx2c_exact_round(ptx2c_exact x, ptx2c_round rnd)
{
    uint64_t sign = (uint64_t)x.minus << 63;
    bool away = rnd == (x.minus ? PTX2C_RM : PTX2C_RP);
    x = ptx2c_exact_normal(x);
    if (x.hi == 0)
        return ptx2c_f64_of(sign);
    int e = x.exp + 127 + 1023; /* the biased exponent of bit 127 */
    if (e <= 0) {
        x = ptx2c_exact_shr(x, (unsigned)(1 - e));
        e = 1;
    }
    uint64_t m = x.hi >> 11, rest = x.hi << 53 | (x.lo != 0), half = (uint64_t)1 << 63;
    bool up = rnd == PTX2C_RN ? rest > half || (rest == half && (m & 1)) : away && rest != 0;
    if (e >= 0x7ff)
        m = rnd == PTX2C_RN || away ? PTX2C_INF_BITS : PTX2C_INF_BITS - 1;
    else
        m += ((uint64_t)(e - 1) << 52) + up;
    if (m >= PTX2C_INF_BITS && rnd != PTX2C_RN && !away)
        m = PTX2C_INF_BITS - 1;
    return ptx2c_f64_of(sign | m);
}

PTX2C_INLINE ptx2c_exact ptx2c_exact_of(double a)
{
    uint64_t b = ptx2c_bits_f64(a), m = b & (((uint64_t)1 << 52) - 1);
    int e = (int)(b >> 52 & 0x7ff);
    ptx2c_exact x = {0, m | (uint64_t)(e != 0) << 52, (e ? e : 1) - 1075, (b >> 63) != 0};
    return x;
}

PTX2C_INLINE ptx2c_exact ptx2c_exact_mul(double a, double b)
{
    ptx2c_exact x = ptx2c_exact_of(a), y = ptx2c_exact_of(b);
    ptx2c_exact p = {ptx2c_mulhi_u64(x.lo, y.lo), x.lo * y.lo, x.exp + y.exp, x.minus != y.minus};
    return p;
}

/* a * b + c, rounded once; exact integer arithmetic. */
static PTX2C_NOINLINE double ptx2c_fma_exact_f64(double a, double b, double c, ptx2c_round rnd)
{
    if (!ptx2c_testp_finite_f64(a) || !ptx2c_testp_finite_f64(b))
        return ptx2c_canonical_f64(a * b + c); /* inf or NaN: nothing to round */
    if (!ptx2c_testp_finite_f64(c))
        return ptx2c_canonical_f64(c);
    return ptx2c_exact_round(ptx2c_exact_add(ptx2c_exact_mul(a, b), ptx2c_exact_of(c), rnd), rnd);
}

/* a * b as it is, of normal numbers: bit 126 is the highest that may be set, 21 bits at the end are zeros. */
PTX2C_INLINE ptx2c_exact ptx2c_normal_product(uint64_t a, uint64_t b)
{
    const uint64_t one = (uint64_t)1 << 52, x = (a << 12 >> 2) | one << 10, y = (b << 12 >> 1) | one << 11;
    const uint32_t x0 = (uint32_t)x, x1 = x >> 32, y0 = (uint32_t)y, y1 = y >> 32;
    const uint64_t low = (uint64_t)x0 * y0, t = (uint64_t)x1 * y0 + (low >> 32), u = (uint64_t)x0 * y1 + (uint32_t)t;
    const ptx2c_exact p = {(uint64_t)x1 * y1 + (t >> 32) + (u >> 32), u << 32 | (uint32_t)low,
                           (int)(a >> 52 & 0x7ff) + (int)(b >> 52 & 0x7ff) - 2171, ((a ^ b) >> 63) != 0};
    return p;
}

/* The sum of what has the same exp, of numbers below 2^127. */
PTX2C_INLINE ptx2c_exact ptx2c_aligned_sum(ptx2c_exact x, ptx2c_exact y)
{
    if (x.minus == y.minus) {
        x.lo += y.lo;
        x.hi += y.hi + (x.lo < y.lo);
        return x;
    }
    const bool borrow = x.lo < y.lo;
    x.lo -= y.lo;
    x.hi -= y.hi + borrow;
    if (x.hi >> 63) {
        x.minus = y.minus;
        x.lo = 0 - x.lo;
        x.hi = ~x.hi + (x.lo == 0);
    }
    return x;
}

/* a * b + c, rounded to nearest, in few steps where they and the result are normal.  Bits that are cut off, of the number that is so much
 * smaller that no digits vanish, are kept as one at the very end, where the other one has zeros. */
static PTX2C_NOINLINE double ptx2c_fma_soft_f64(double a, double b, double c)
{
    const uint64_t x = ptx2c_bits_f64(a), y = ptx2c_bits_f64(b), z = ptx2c_bits_f64(c);
    const uint32_t ex = x >> 52 & 0x7ff, ey = y >> 52 & 0x7ff, ez = z >> 52 & 0x7ff;
    if (ex - 1 >= 0x7fe || ey - 1 >= 0x7fe || ez - 1 >= 0x7fe) {
        if (ez < 0x7ff && ex < 0x7ff && ey < 0x7ff && (x << 1 == 0 || y << 1 == 0))
            return a * b + c; /* the product is a zero */
        if (z << 1 == 0 && ex - 1 < 0x7fe && ey - 1 < 0x7fe && a * b != 0)
            return a * b; /* rounded once */
        return ptx2c_fma_exact_f64(a, b, c, PTX2C_RN);
    }
    ptx2c_exact p = ptx2c_normal_product(x, y), q = {(z << 12 >> 2) | (uint64_t)1 << 62, 0, (int)ez - 1149, z >> 63 != 0};
    if (p.exp > q.exp)
        q = ptx2c_exact_shr(q, (unsigned)(p.exp - q.exp));
    else if (p.exp < q.exp)
        p = ptx2c_exact_shr(p, (unsigned)(q.exp - p.exp));
    p = ptx2c_aligned_sum(p, q);
    if ((p.hi | p.lo) == 0)
        return 0;
    p = ptx2c_exact_normal(p);
    const int e = p.exp + 127 + 1022;
    if (e < 0 || e >= 0x7fd)
        return ptx2c_exact_round(p, PTX2C_RN);
    const uint64_t m = p.hi >> 11;
    const uint32_t rest = (uint32_t)p.hi & 0x7ff;
    const bool up = rest > 0x400 || (rest == 0x400 && (p.lo != 0 || (m & 1)));
    return ptx2c_f64_of((uint64_t)p.minus << 63 | (((uint64_t)e << 52) + m + up));
}

/* ---- a * b + c by products and sums of doubles ---- */

/* The nearest with 26 digits (Veltkamp); the rest has as many, and products of such parts are exact.  inf - inf where a is above 2^996. */
PTX2C_INLINE double ptx2c_first_digits_f64(double a)
{
    const double t = a * 134217729.0;
    return t - (t - a);
}

/* What s = a + b lacks (Knuth). */
PTX2C_INLINE double ptx2c_sum_rest(double a, double b, double s)
{
    const double of_b = s - a;
    return (a - (s - of_b)) + (b - of_b);
}

/* a * b + c, rounded once (Dekker's product; Boldo, Melquiond: Emulation of a FMA and correctly rounded sums, 2008), without a branch, so that
 * lanes have vectors for it.  The highest bit of *far is set where that is in doubt: a result that is inf or no number, or a product so small,
 * beside a result so small, that its rest may be less than there is a double for.  Of a product beside which there is nothing to add it is
 * not, nor where one of the factors is 0 and c is not small. */
PTX2C_INLINE double ptx2c_fma_parts_f64(double a, double b, double c, uint64_t *far)
{
    const double p = a * b, a1 = ptx2c_first_digits_f64(a), b1 = ptx2c_first_digits_f64(b), a0 = a - a1, b0 = b - b1;
    const double rest = a0 * b0 - (((p - a1 * b1) - a0 * b1) - a1 * b0);
    const double t = c + rest, s = p + t, t0 = ptx2c_sum_rest(c, rest, t), s0 = ptx2c_sum_rest(p, t, s), z = t0 + s0;
    const double r = s + ptx2c_odd_f64(z, ptx2c_sum_lacks(t0, s0, z));
    const bool alone = c == 0;
    const uint64_t size = ptx2c_bits_f64(ptx2c_abs_f64(p) + ptx2c_select_f64(alone, 1, ptx2c_abs_f64(r)));
    *far |= (size - ((uint64_t)128 << 52)) | (PTX2C_INF_BITS - 1 - size); /* 2^-895, with whose last digit a product's rest still ends above 2^-1074 */
    const double product = ptx2c_select_f64((a == 0) | (b == 0), p + c, p); /* one that is too small keeps its sign */
    return ptx2c_select_f64(alone, product, r);
}

static PTX2C_NOINLINE double ptx2c_fma_sure_f64(double a, double b, double c)
{
    uint64_t far = 0;
    const double r = ptx2c_fma_parts_f64(a, b, c, &far);
    return PTX2C_LIKELY(far >> 63 == 0) ? r : ptx2c_fma_soft_f64(a, b, c);
}

/* ---- the instructions ---- */

PTX2C_INLINE double ptx2c_fma_rn_f64(double a, double b, double c)
{
#if defined PTX2C_FMA_SEPARATE
    return a * b + c;
#elif defined PTX2C_HAS_FMA_F64 || (defined PTX2C_HAS_FMA && defined __GNUC__ && defined __GLIBC__) /* whose fma finds the instruction */
    return __builtin_fma(a, b, c);
#elif PTX2C_SOFT_DOUBLE
    return ptx2c_fma_soft_f64(a, b, c);
#else
    return ptx2c_fma_sure_f64(a, b, c);
#endif
}

#if PTX2C_TRIES
PTX2C_INLINE double ptx2c_fma_tried_f64(double a, double b, double c, bool sure, ptx2c_doubts *d)
{
    return sure ? ptx2c_fma_rn_f64(a, b, c) : ptx2c_fma_parts_f64(a, b, c, &d->far);
}
#define ptx2c_fma_rn_f64(a, b, c) ptx2c_fma_tried_f64(a, b, c, ptx2c_sure, ptx2c_seen)
#endif

PTX2C_INLINE double ptx2c_sqrt_rn_f64(double a)
{
#if defined __GNUC__
    return ptx2c_canonical_f64(__builtin_sqrt(a));
#else
    extern double sqrt(double);
    return ptx2c_canonical_f64(sqrt(a));
#endif
}

/* The neighbour of r on the side of the exact value, where the sign of rest says that the direction wants it. */
PTX2C_INLINE double ptx2c_step_f64(double r, int rest, ptx2c_round rnd)
{
    uint64_t b = ptx2c_bits_f64(r);
    bool minus = b >> 63;
    bool up = rnd == PTX2C_RP && rest > 0, down = rnd == PTX2C_RM && rest < 0;
    if (rnd == PTX2C_RZ) {
        up = minus && rest > 0;
        down = !minus && rest < 0;
    }
    if ((b & INT64_MAX) == 0 && (up || down))
        return ptx2c_f64_of(up ? 1 : (uint64_t)1 << 63 | 1);
    return ptx2c_f64_of(up ? (minus ? b - 1 : b + 1) : down ? (minus ? b + 1 : b - 1) : b);
}

/* The sign of a - q * b. */
PTX2C_INLINE int ptx2c_rest_sign_f64(double a, double q, double b)
{
    ptx2c_exact r = ptx2c_exact_add(ptx2c_exact_mul(-q, b), ptx2c_exact_of(a), PTX2C_RN);
    return (r.hi | r.lo) == 0 ? 0 : r.minus ? -1 : 1;
}

static PTX2C_NOINLINE double ptx2c_div_exact_f64(double a, double b, ptx2c_round rnd)
{
    double q = a / b;
    if (!ptx2c_testp_finite_f64(a) || !ptx2c_testp_finite_f64(b) || b == 0)
        return ptx2c_canonical_f64(q);
    bool minus = ptx2c_bits_f64(b) >> 63;
    int rest = ptx2c_testp_finite_f64(q) ? ptx2c_rest_sign_f64(a, q, b) : (q > 0) == minus ? 1 : -1;
    return ptx2c_step_f64(q, minus ? -rest : rest, rnd);
}

static PTX2C_NOINLINE double ptx2c_sqrt_exact_f64(double a, ptx2c_round rnd)
{
    double r = ptx2c_sqrt_rn_f64(a);
    if (!(a > 0) || !ptx2c_testp_finite_f64(a))
        return r;
    return ptx2c_step_f64(r, ptx2c_rest_sign_f64(a, r, r), rnd);
}

PTX2C_INLINE double ptx2c_add_rn_f64(double a, double b) { return a + b; }
PTX2C_INLINE double ptx2c_sub_rn_f64(double a, double b) { return a - b; }
PTX2C_INLINE double ptx2c_mul_rn_f64(double a, double b) { return a * b; }
PTX2C_INLINE double ptx2c_div_rn_f64(double a, double b) { return a / b; }
PTX2C_INLINE double ptx2c_rcp_rn_f64(double a) { return 1.0 / a; }

#if PTX2C_RISCV_F64
PTX2C_RISCV_ROUNDED(rz, f64, double, "d")
PTX2C_RISCV_ROUNDED(rm, f64, double, "d")
PTX2C_RISCV_ROUNDED(rp, f64, double, "d")
#else
/* Directed roundings of one operation start from the nearest result r; e, of which only the sign counts, is what the
 * exact value has more, and NaN where r is exact because an operand was inf or NaN. */
PTX2C_INLINE double ptx2c_toward_f64(double r, double e, ptx2c_round rnd)
{
    uint64_t b = ptx2c_bits_f64(r), away = (0 - (b >> 63)) | 1;
    if (rnd == PTX2C_RZ)
        return ptx2c_f64_of(b - (ptx2c_f64_of(ptx2c_bits_f64(e) ^ b >> 63 << 63) < 0));
    return ptx2c_f64_of(rnd == PTX2C_RP ? b + (away & (0 - (uint64_t)(e > 0))) : b - (away & (0 - (uint64_t)(e < 0))));
}

/* The error of s = a + b is a double, found from the larger one; -inf or inf where s overflowed. */
PTX2C_INLINE double ptx2c_add_toward_f64(double a, double b, ptx2c_round rnd)
{
    uint64_t x = ptx2c_bits_f64(a), y = ptx2c_bits_f64(b);
    bool swap = (int64_t)(x & INT64_MAX) < (int64_t)(y & INT64_MAX);
    double s = a + b, big = ptx2c_f64_of(ptx2c_pick64(swap, y, x)), small = ptx2c_f64_of(ptx2c_pick64(swap, x, y));
    double r = ptx2c_toward_f64(s, small - (s - big), rnd);
    if (rnd != PTX2C_RM)
        return r;
    return ptx2c_f64_of(ptx2c_pick64(s == 0.0, (x | y) >> 63 << 63, ptx2c_bits_f64(r)));
}

#if defined PTX2C_HAS_FMA_F64
/* Exact remainders by fma.  Near the smallest numbers they would not be representable: there all is scaled up. */
PTX2C_INLINE double ptx2c_mul_toward_f64(double a, double b, ptx2c_round rnd)
{
    double p = a * b, scale = ptx2c_select_f64(ptx2c_abs_f64(p) < 0x1p-900, 0x1p540, 1.0);
    return ptx2c_toward_f64(p, __builtin_fma(a * scale, b * scale, -(p * scale * scale)), rnd);
}

PTX2C_INLINE double ptx2c_div_toward_f64(double a, double b, ptx2c_round rnd)
{
    double q = a / b, scale = ptx2c_select_f64(ptx2c_abs_f64(a) < 0x1p-960, 0x1p540, 1.0);
    double rest = __builtin_fma(-(q * scale), b, a * scale);
    return ptx2c_toward_f64(q, ptx2c_f64_of(ptx2c_bits_f64(rest) ^ ptx2c_bits_f64(b) >> 63 << 63), rnd);
}

PTX2C_INLINE double ptx2c_sqrt_toward_f64(double a, ptx2c_round rnd)
{
    double r = ptx2c_sqrt_rn_f64(a);
    bool tiny = ptx2c_abs_f64(a) < 0x1p-900;
    double x = r * ptx2c_select_f64(tiny, 0x1p270, 1.0);
    return ptx2c_toward_f64(r, __builtin_fma(-x, x, a * ptx2c_select_f64(tiny, 0x1p540, 1.0)), rnd);
}

/* The rest as in single precision (ptx2c_fma_rest_f32). */
PTX2C_INLINE double ptx2c_fma_toward_f64(double a, double b, double c, ptx2c_round rnd)
{
    double r = __builtin_fma(a, b, c), size = ptx2c_abs_f64(a * b);
    double scale = ptx2c_select_f64(size < 0x1p-900, 0x1p540, 1.0), half = ptx2c_select_f64(size >= 0x1p1022, 0.5, 1.0);
    double z = ptx2c_f64_of(ptx2c_bits_f64(c * half) | (ptx2c_bits_f64(c) & 1)), x = r * half;
    double d = z - x, y = d - z, error = (z - (d - y)) - (x + y);
    double rest = __builtin_fma(a * (scale * half), b * scale, d * scale * scale);
    rest = __builtin_fma(ptx2c_f64_of(ptx2c_bits_f64(error) & (0 - (uint64_t)(error == error))) * scale, scale, rest);
    double to = ptx2c_toward_f64(r, rest, rnd);
    if (rnd != PTX2C_RM)
        return to;
    uint64_t minus = ((ptx2c_bits_f64(a) ^ ptx2c_bits_f64(b)) | ptx2c_bits_f64(c)) >> 63 << 63;
    uint64_t zero = (r == 0) & !(ptx2c_abs_f64(rest) > 0);
    return ptx2c_f64_of(ptx2c_bits_f64(to) | (minus & (0 - zero)));
}
#else
PTX2C_INLINE double ptx2c_fma_toward_f64(double a, double b, double c, ptx2c_round rnd)
{
    return ptx2c_fma_exact_f64(a, b, c, rnd);
}

/* The zero added to a product has the product's sign, so that the sum keeps it. */
PTX2C_INLINE double ptx2c_mul_toward_f64(double a, double b, ptx2c_round rnd)
{
    uint64_t sign = (ptx2c_bits_f64(a) ^ ptx2c_bits_f64(b)) >> 63 << 63;
    return ptx2c_fma_exact_f64(a, b, ptx2c_f64_of(sign), rnd);
}

PTX2C_INLINE double ptx2c_div_toward_f64(double a, double b, ptx2c_round rnd) { return ptx2c_div_exact_f64(a, b, rnd); }
PTX2C_INLINE double ptx2c_sqrt_toward_f64(double a, ptx2c_round rnd) { return ptx2c_sqrt_exact_f64(a, rnd); }
#endif

#define PTX2C_DIRECTED_F64(RND, MODE)                                                                                  \
    PTX2C_INLINE double ptx2c_add_##RND##_f64(double a, double b) { return ptx2c_add_toward_f64(a, b, MODE); }         \
    PTX2C_INLINE double ptx2c_sub_##RND##_f64(double a, double b) { return ptx2c_add_toward_f64(a, -b, MODE); }        \
    PTX2C_INLINE double ptx2c_mul_##RND##_f64(double a, double b) { return ptx2c_mul_toward_f64(a, b, MODE); }         \
    PTX2C_INLINE double ptx2c_fma_##RND##_f64(double a, double b, double c)                                            \
    {                                                                                                                  \
        return ptx2c_fma_toward_f64(a, b, c, MODE);                                                                    \
    }                                                                                                                  \
    PTX2C_INLINE double ptx2c_div_##RND##_f64(double a, double b) { return ptx2c_div_toward_f64(a, b, MODE); }         \
    PTX2C_INLINE double ptx2c_rcp_##RND##_f64(double a) { return ptx2c_div_toward_f64(1.0, a, MODE); }                 \
    PTX2C_INLINE double ptx2c_sqrt_##RND##_f64(double a) { return ptx2c_sqrt_toward_f64(a, MODE); }

PTX2C_DIRECTED_F64(rz, PTX2C_RZ)
PTX2C_DIRECTED_F64(rm, PTX2C_RM)
PTX2C_DIRECTED_F64(rp, PTX2C_RP)
#endif

#endif
