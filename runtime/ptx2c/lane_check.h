/* lane_check.h: whether what holds for a chunk's first lane holds for all, and what becomes of a chunk for which it does not. */
#ifndef PTX2C_LANE_CHECK_H
#define PTX2C_LANE_CHECK_H

#include "lanes.h"

/* That it holds is likely, compilers are told: of a path behind ten checks, each of which they take for a toss, they think that it is seldom
 * gone, and make no vectors there where no pragma asks for them. */

/* Whether a + step * i, i in 0..n-1, stays inside the signed (unsigned) 32-bit numbers.  Always true for one lane. */
PTX2C_INLINE bool ptx2c_steps_s32(uint32_t a, int64_t step, uint32_t n)
{
    int64_t last = (int64_t)(int32_t)a + step * (int64_t)(n - 1);
    return n == 1 || PTX2C_LIKELY(last >= INT32_MIN && last <= INT32_MAX);
}

PTX2C_INLINE bool ptx2c_steps_u32(uint32_t a, int64_t step, uint32_t n)
{
    int64_t last = (int64_t)a + step * (int64_t)(n - 1);
    return n == 1 || PTX2C_LIKELY(last >= 0 && last <= UINT32_MAX);
}

/* In how many rounds, of a loop in which a grows by by each round, a + step * i stays below end for all i in 0..n-1, step > 0:
 * at least.  None of them wraps there. */
PTX2C_INLINE uint32_t ptx2c_rounds_s32(uint32_t a, int64_t step, uint32_t n, uint32_t by, uint32_t end)
{
    const int64_t left = (int64_t)(int32_t)end - 1 - step * (int64_t)(n - 1) - (int32_t)a;
    return left < 0 || (int32_t)by <= 0 ? 0 : ptx2c_over_u32((uint32_t)left, by) + 1;
}

PTX2C_INLINE uint32_t ptx2c_rounds_u32(uint32_t a, int64_t step, uint32_t n, uint32_t by, uint32_t end)
{
    const int64_t left = (int64_t)end - 1 - step * (int64_t)(n - 1) - (int64_t)a;
    return left < 0 || !by ? 0 : ptx2c_over_u32((uint32_t)left, by) + 1;
}

/* How many lanes, the first ones, are still in such a loop when that is sure to hold till the last has left it: none of them wraps.  0: none,
 * or it is not sure. */
PTX2C_INLINE uint32_t ptx2c_still_s32(uint32_t a, int64_t step, uint32_t n, uint32_t by, uint32_t end)
{
    const bool sure = (int32_t)by > 0 && (int64_t)(int32_t)end + (int32_t)by + step * (int64_t)n <= INT32_MAX;
    return sure ? ptx2c_lanes_below((int32_t)a, (uint32_t)step, (int32_t)end, n) : 0;
}

PTX2C_INLINE uint32_t ptx2c_still_u32(uint32_t a, int64_t step, uint32_t n, uint32_t by, uint32_t end)
{
    const bool sure = by && (int64_t)end + by + step * (int64_t)n <= UINT32_MAX;
    return sure ? ptx2c_lanes_below(a, (uint32_t)step, end, n) : 0;
}

/* The same for all rows of the CTA's lanes: thread (x, y, z) has base + row * y + step * x, and the rows don't wrap from one
 * to the next either.  Always true for chunks of one lane. */
PTX2C_INLINE bool ptx2c_cta_steps_s32(const ptx2c_cta *c, uint32_t base, uint32_t row, int64_t step)
{
    const int64_t first = (int32_t)base, last = first + (int64_t)(int32_t)row * (int64_t)(c->ntid.y - 1);
    return c->lanes == 1 || (last >= INT32_MIN && last <= INT32_MAX && ptx2c_steps_s32(base, step, c->ntid.x) &&
                             ptx2c_steps_s32((uint32_t)last, step, c->ntid.x));
}

PTX2C_INLINE bool ptx2c_cta_steps_u32(const ptx2c_cta *c, uint32_t base, uint32_t row, int64_t step)
{
    const uint64_t last = base + (uint64_t)row * (c->ntid.y - 1);
    return c->lanes == 1 || (last <= UINT32_MAX && ptx2c_steps_u32((uint32_t)last, step, c->ntid.x));
}

PTX2C_INLINE bool ptx2c_steps_u64(uint64_t a, int64_t step, uint32_t n)
{
    uint64_t last = a + (uint64_t)step * (n - 1);
    return n == 1 || PTX2C_LIKELY(step < 0 ? last <= a : last >= a);
}

PTX2C_INLINE bool ptx2c_steps_s64(uint64_t a, int64_t step, uint32_t n)
{
    return ptx2c_steps_u64(a ^ UINT64_C(0x8000000000000000), step, n);
}

/* Whether no a + step * i wraps and all are at least (at most) other: a minimum or maximum is none but theirs.  Always true for
 * one lane. */
PTX2C_INLINE bool ptx2c_least_in_s32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return PTX2C_LIKELY(ptx2c_steps_s32(a, step, n) && (int32_t)a >= (int32_t)other) &&
           PTX2C_LIKELY((int64_t)(int32_t)a + step * (int64_t)(n - 1) >= (int32_t)other);
}

PTX2C_INLINE bool ptx2c_least_s32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return n == 1 || ptx2c_least_in_s32(a, step, n, other);
}

PTX2C_INLINE bool ptx2c_least_in_u32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return PTX2C_LIKELY(ptx2c_steps_u32(a, step, n) && a >= other) &&
           PTX2C_LIKELY((int64_t)a + step * (int64_t)(n - 1) >= (int64_t)other);
}

PTX2C_INLINE bool ptx2c_least_u32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return n == 1 || ptx2c_least_in_u32(a, step, n, other);
}

PTX2C_INLINE bool ptx2c_most_in_s32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return PTX2C_LIKELY(ptx2c_steps_s32(a, step, n) && (int32_t)a <= (int32_t)other) &&
           PTX2C_LIKELY((int64_t)(int32_t)a + step * (int64_t)(n - 1) <= (int32_t)other);
}

PTX2C_INLINE bool ptx2c_most_s32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return n == 1 || ptx2c_most_in_s32(a, step, n, other);
}

PTX2C_INLINE bool ptx2c_most_in_u32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return PTX2C_LIKELY(ptx2c_steps_u32(a, step, n) && a <= other) &&
           PTX2C_LIKELY((int64_t)a + step * (int64_t)(n - 1) <= (int64_t)other);
}

PTX2C_INLINE bool ptx2c_most_u32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return n == 1 || ptx2c_most_in_u32(a, step, n, other);
}

/* Whether a, a + 1, …, n numbers, agree in the bits above mask (2^k - 1).  Always true for one lane. */
PTX2C_INLINE bool ptx2c_spans(uint64_t a, uint64_t mask, uint32_t n)
{
    return PTX2C_LIKELY((a & mask) + (n - 1) <= mask);
}

/* Whether no number a + step * l wraps and all have one quotient by d, rounded towards 0, which is not 0. */
PTX2C_INLINE bool ptx2c_one_quotient_s32(uint32_t a, int64_t step, uint32_t d, uint32_t n)
{
    const int32_t first = (int32_t)a, last = (int32_t)(a + (uint32_t)step * (n - 1)), by = (int32_t)d;
    return by != 0 && ptx2c_steps_s32(a, step, n) &&
           (by == -1 ? first == last : ptx2c_over_s32(first, by) == ptx2c_over_s32(last, by));
}
PTX2C_INLINE bool ptx2c_one_quotient_u32(uint32_t a, int64_t step, uint32_t d, uint32_t n)
{
    return d != 0 && ptx2c_steps_u32(a, step, n) && ptx2c_over_u32(a, d) == ptx2c_over_u32(a + (uint32_t)step * (n - 1), d);
}
PTX2C_INLINE bool ptx2c_one_quotient_s64(uint64_t a, int64_t step, uint64_t d, uint32_t n)
{
    const int64_t first = (int64_t)a, by = (int64_t)d;
    return by > 0 && ptx2c_steps_s64(a, step, n) && first / by == (int64_t)(a + (uint64_t)step * (n - 1)) / by;
}
PTX2C_INLINE bool ptx2c_one_quotient_u64(uint64_t a, int64_t step, uint64_t d, uint32_t n)
{
    return d != 0 && ptx2c_steps_u64(a, step, n) && a / d == (a + (uint64_t)step * (n - 1)) / d;
}

/* In a function that runs a chunk of n lanes and returns how many it ran: what follows is true of the chunk only when
 * holds is, a condition on n that is true for one lane and, where for some lanes, for fewer.  If it is not, the chunk ends
 * where it stops being true; but with cut false the function returns 0.  No lane has touched memory yet. */
#if PTX2C_SCALAR /* in less code: the chunk may end earlier */
#define PTX2C_CUT(holds)                                                                                               \
    while (!(holds))                                                                                                   \
        n = (n + 1) / 2
#else
#define PTX2C_CUT(holds)                                                                                               \
    do {                                                                                                               \
        uint32_t some_ = 1, all_ = n;                                                                                  \
        if (holds)                                                                                                     \
            break;                                                                                                     \
        if (!cut)                                                                                                      \
            return 0;                                                                                                  \
        while (all_ - some_ > 1) {                                                                                     \
            n = (some_ + all_) / 2;                                                                                    \
            if (holds)                                                                                                 \
                some_ = n;                                                                                             \
            else                                                                                                       \
                all_ = n;                                                                                              \
        }                                                                                                              \
        n = some_;                                                                                                            \
    } while (0)
#endif

/* The same where it is known of how many lanes, at least one, it is true. */
#define PTX2C_CUT_TO(lanes)                                                                                            \
    do {                                                                                                               \
        const uint32_t lanes_ = (lanes);                                                                               \
        if (lanes_ == n)                                                                                               \
            break;                                                                                                     \
        if (!cut)                                                                                                      \
            return 0;                                                                                                  \
        n = lanes_;                                                                                                    \
    } while (0)

/* The same where the function has a label `again` at its head, to which it goes when the chunk has been cut. */
#define PTX2C_AGAIN(CUT)                                                                                               \
    do {                                                                                                               \
        const uint32_t before_ = n;                                                                                    \
        CUT;                                                                                                           \
        if (n != before_)                                                                                              \
            goto again;                                                                                                \
    } while (0)

#endif
