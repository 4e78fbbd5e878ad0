/* fma.h: a * b + c of floats, rounded once (manual 9.7.3.6), on machines with and without such an instruction; and trials: loops over lanes
 * whose sums are rounded twice, and done again where one of these is in doubt (PTX2C_TRIES). */
#ifndef PTX2C_FMA_H
#define PTX2C_FMA_H

#include "native.h"
#include "types.h"

/* A fused multiply-add is one instruction (PTX2C_HAS_FMA), of doubles, too: Cortex-M4F computes those without instructions, and a small C
 * library's fma rounds twice. */
#if defined __FP_FAST_FMAF
#if defined __FP_FAST_FMA
#define PTX2C_HAS_FMA_F64 1
#endif
#elif defined __riscv_flen
#if __riscv_flen >= 64
#define PTX2C_HAS_FMA_F64 1
#endif
#elif defined PTX2C_HAS_FMA && (!defined __arm__ || (__ARM_FP & 8))
#define PTX2C_HAS_FMA_F64 1
#endif

/* -DPTX2C_FMA=separate: where there is no such instruction, fma.rn is a product and a sum, each rounded.  Results then differ
 * from machine to machine in their last bits, and far more where the two nearly cancel. */
#define PTX2C_FMA_IS_separate 1
#define PTX2C_FMA_IS_(how) PTX2C_FMA_IS_##how
#define PTX2C_FMA_IS(how) PTX2C_FMA_IS_(how)
#if defined PTX2C_FMA && !defined PTX2C_HAS_FMA
#if PTX2C_FMA_IS(PTX2C_FMA) + 0 != 1
#error "PTX2C_FMA can be: separate"
#endif
#define PTX2C_FMA_SEPARATE 1
#endif

/* ---- a + b and a * b + c: s is the double sum, e has the sign of what it lacks ---- */

/* 0 where s = a + b is exact, else a number with the sign of what it lacks.  s - b is a less that.  Where b is the larger one the difference is
 * exact; where not, it may become a, but rounding never takes it past a.  So neither of the two has the wrong sign, and one is not 0 where
 * something is lacking.  (Of the bits of both one may make a number that is none: 1 and 2 have all bits of an exponent between them.) */
PTX2C_INLINE double ptx2c_sum_lacks(double a, double b, double s)
{
    return (a - (s - b)) + (b - (s - a));
}

/* The double made odd, so that a later rounding to fewer digits comes out as one rounding of the exact sum: cut off toward zero,
 * with its last bit set.  e is NaN where s is inf or NaN.  A choice between doubles, for which even plain SSE2 has vectors. */
PTX2C_INLINE double ptx2c_odd_f64(double s, double e)
{
    const uint64_t b = ptx2c_bits_f64(s);
    const double odd = ptx2c_f64_of((b - ((b ^ ptx2c_bits_f64(e)) >> 63)) | 1);
    return ptx2c_f64_of(ptx2c_bits_f64(e) & INT64_MAX) > 0 ? odd : s;
}

/* The same of floats. */
PTX2C_INLINE float ptx2c_sum_lacks_f32(float a, float b, float s)
{
    return (a - (s - b)) + (b - (s - a));
}
PTX2C_INLINE float ptx2c_odd_f32(float s, float e)
{
    const uint32_t b = ptx2c_bits_f32(s);
    const float odd = ptx2c_f32_of((b - ((b ^ ptx2c_bits_f32(e)) >> 31)) | 1);
    return ptx2c_f32_of(ptx2c_bits_f32(e) & INT32_MAX) > 0 ? odd : s;
}

/* A power of two, of which it is known when the code is compiled, from 2^-24 on. */
PTX2C_INLINE bool ptx2c_is_scale(float a)
{
    return PTX2C_CONSTANT(a) && ptx2c_bits_f32(a) << 9 == 0 && ptx2c_bits_f32(a) << 1 >= 103u << 24;
}

PTX2C_INLINE bool ptx2c_is_zero(float a) { return PTX2C_CONSTANT(a) && a == 0; }

/* A product with a power of two has 24 digits, like c.  Of the sum of two such numbers a double has enough digits for a second rounding
 * to do no harm (Figueroa: twice as many and two more); below a float's normal numbers the double is exact.  A product alone it has whole. */
PTX2C_INLINE float ptx2c_fma_soft_f32(float a, float b, float c)
{
    double p = (double)a * b, s = p + c;
    if (ptx2c_is_scale(a) || ptx2c_is_scale(b) || ptx2c_is_zero(c))
        return (float)s;
    return (float)ptx2c_odd_f64(s, ptx2c_sum_lacks(p, c, s));
}

#if PTX2C_TRIES
/* What has been seen of the sums that were rounded twice: signed, the least of the digits that a float does not have, INT32_MIN where these are one
 * half; unsigned, of twice the results' bits less 1, below 2^24 where one was no larger than the least normal number and no zero.  Of doubles,
 * whether one was in doubt, as the highest bit. */
typedef struct ptx2c_doubts {
    int32_t half;
    uint32_t small;
    uint64_t far;
} ptx2c_doubts;

#define PTX2C_NO_DOUBTS {0, UINT32_MAX, 0}
PTX2C_INLINE bool ptx2c_doubtful(const ptx2c_doubts *d) { return d->half == INT32_MIN || d->small <= 0xffffff || d->far >> 63; }

/* a * b + c by one rounding, or sure to be that unless it is doubtful.  The double is as near to the exact sum as half of one of its digits: it lies
 * on the same side of all places where a float's rounding changes, or on such a place.  A zero comes of an exact sum. */
PTX2C_INLINE float ptx2c_fma_tried_f32(float a, float b, float c, bool sure, ptx2c_doubts *d)
{
    const double s = (double)a * b + c;
    const float r = (float)s;
    if (sure || ptx2c_is_scale(a) || ptx2c_is_scale(b) || ptx2c_is_zero(c))
        return ptx2c_fma_soft_f32(a, b, c);
    const int32_t half = (int32_t)((uint32_t)ptx2c_bits_f64(s) << 3);
    const uint32_t small = (ptx2c_bits_f32(r) << 1) - 1;
    d->half = half < d->half ? half : d->half;
    d->small = small < d->small ? small : d->small;
    return r;
}
#endif

/* Exact everywhere. */
PTX2C_INLINE float ptx2c_fma_exact_f32(float a, float b, float c)
{
#if defined PTX2C_HAS_FMA
    return __builtin_fmaf(a, b, c);
#else
    return ptx2c_fma_soft_f32(a, b, c);
#endif
}

PTX2C_INLINE float ptx2c_fma_rn_f32(float a, float b, float c)
{
#if defined PTX2C_FMA_SEPARATE
    return a * b + c;
#else
    return ptx2c_fma_exact_f32(a, b, c);
#endif
}

/* Around a loop over lanes: it is done with such sums, and once more without them if one is in doubt, for which PTX2C_KEEP and BACK keep what it
 * changes, number k of what it stores side by side in at most so many lanes.  Two rounds that compilers unroll, as long as they see nothing else
 * that tells which round it is. */
#if PTX2C_TRIES
enum { ptx2c_sure = true }; /* elsewhere */
static ptx2c_doubts *const ptx2c_seen = NULL;

/* What became of the trials of a loop: failures, less successes, and how often it is not tried for those. */
typedef struct ptx2c_trial {
    uint32_t failed, waits;
} ptx2c_trial;

PTX2C_INLINE bool ptx2c_may_try(ptx2c_trial *t) { return !t->waits || !t->waits--; }

/* Whether the round counts.  Where more than a third fail, hardly any more are tried. */
PTX2C_INLINE bool ptx2c_tried(ptx2c_trial *t, bool sure, const ptx2c_doubts *d)
{
    const bool fails = ptx2c_doubtful(d);
    if (sure)
        return !fails;
    t->failed = fails ? t->failed + 2 : t->failed - (t->failed > 0);
    if (fails && t->failed > 4)
        t->waits = 1u << (t->failed < 20 ? t->failed / 2 : 10);
    return !fails;
}
#if defined __clang__
#define PTX2C_TRY_TWICE _Pragma("clang loop unroll(full)")
#else
#define PTX2C_TRY_TWICE _Pragma("GCC unroll 2")
#endif
#define PTX2C_TRY                                                                                                      \
    for (ptx2c_trial *trial_ = __extension__({ static PTX2C_THREAD ptx2c_trial own; &own; }); trial_; trial_ = NULL)   \
    for (ptx2c_doubts doubts_ = PTX2C_NO_DOUBTS, *ptx2c_seen = &doubts_; ptx2c_seen; ptx2c_seen = NULL)                \
        PTX2C_TRY_TWICE for (uint32_t ptx2c_sure = 0; ptx2c_sure < 2; ptx2c_sure++)                                    \
            if (ptx2c_sure || ptx2c_may_try(trial_))
#define PTX2C_TRIED                                                                                                    \
    if (ptx2c_tried(trial_, ptx2c_sure, ptx2c_seen))                                                                  \
        break;                                                                                                         \
    *ptx2c_seen = (ptx2c_doubts)PTX2C_NO_DOUBTS
#define PTX2C_KEEP(name, array, n)                                                                                     \
    __typeof__(array) kept_##name;                                                                                     \
    memcpy(kept_##name, array, (n) * sizeof *(array))
#define PTX2C_BACK(name, array, n) memcpy(array, kept_##name, (n) * sizeof *(array))
#define PTX2C_KEEP_STORED(k, p, bytes, most, n)                                                                        \
    unsigned char stored_##k[(bytes) * (most)];                                                                        \
    memcpy(stored_##k, p, (bytes) * (n))
#define PTX2C_BACK_STORED(k, p, bytes, most, n) memcpy(p, stored_##k, (bytes) * (n))
#define PTX2C_KEEP_ROWS(name, array, n)                                                                                \
    __typeof__(s->name) kept_##name[PTX2C_ROWS];                                                                       \
    PTX2C_EACH_ROW memcpy(kept_##name[j], s[j].name, (n) * sizeof *s->name)
#define PTX2C_BACK_ROWS(name, array, n) PTX2C_EACH_ROW memcpy(s[j].name, kept_##name[j], (n) * sizeof *s->name)
#define ptx2c_fma_rn_f32(a, b, c) ptx2c_fma_tried_f32(a, b, c, ptx2c_sure, ptx2c_seen)
#else
#define PTX2C_TRY
#define PTX2C_TRIED (void)0
#define PTX2C_KEEP(name, array, n) (void)0
#define PTX2C_BACK(name, array, n) (void)0
#define PTX2C_KEEP_STORED(k, p, bytes, most, n) (void)0
#define PTX2C_BACK_STORED(k, p, bytes, most, n) (void)0
#define PTX2C_KEEP_ROWS(name, array, n) (void)0
#define PTX2C_BACK_ROWS(name, array, n) (void)0
#endif

#endif
