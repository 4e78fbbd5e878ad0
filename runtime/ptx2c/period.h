/* period.h: loops over lanes whose work repeats after a few of them, each by-th lane, and those of which only the first lanes have any. */
#ifndef PTX2C_PERIOD_H
#define PTX2C_PERIOD_H

#include "lanes.h"

/* The lanes of a period, all written out by the compiler: number l of the chunk is number m of the period. */
#if !defined PTX2C_PERIODS
#if defined __OPTIMIZE__ && !defined __OPTIMIZE_SIZE__
#define PTX2C_PERIODS 1 /* 0: none is, which is less code */
#else
#define PTX2C_PERIODS 0
#endif
#endif
#if defined __clang__
#define PTX2C_WRITTEN_OUT _Pragma("clang loop unroll(full)")
#elif defined __GNUC__
#define PTX2C_WRITTEN_OUT _Pragma("GCC ivdep") _Pragma("GCC unroll 64")
#else
#define PTX2C_WRITTEN_OUT
#endif
#define PTX2C_LANES_OF_PERIOD(period, from, m) PTX2C_WRITTEN_OUT for (uint32_t m = 0, l = (from); m < (period); m++, l++)
/* So many lanes, which are pairs, as vectors of pairs, and one of the two. */
#define PTX2C_LANE_PAIRS(lanes, p) PTX2C_SIMD for (uint32_t p = 0; p < (lanes) % 2048 / 2; p++)
#define PTX2C_LANE_OF_PAIR(from, p, m) for (uint32_t l = (from) + 2 * (p) + (m), once_ = 1; once_; once_ = 0)

/* How many of left lanes, of which the first has number a, go on together: those of a whole period, or up to its next one. */
PTX2C_INLINE uint32_t ptx2c_period(uint32_t a, uint32_t period, uint32_t left)
{
    const uint32_t rest = !PTX2C_PERIODS ? left : a <= INT32_MAX - 2048 ? period - a % period : 1;
    return rest < left ? rest : left;
}

/* Likewise: those of all whole periods, or fewer than one. */
PTX2C_INLINE uint32_t ptx2c_periods(uint32_t a, uint32_t period, uint32_t left)
{
    const bool whole = PTX2C_PERIODS && a <= INT32_MAX - 2048 && a % period == 0 && left >= period;
    return whole ? left - left % period : ptx2c_period(a, period, left);
}

/* How many of n lanes, n > 0, have to be looked at for those with (a + step * l) * by < bound: all, where a product of them is above
 * most, the greatest number of the type that is compared; step > 0. */
PTX2C_INLINE uint32_t ptx2c_lanes_below_product(uint32_t a, uint32_t step, uint32_t by, int64_t bound, uint32_t most, uint32_t n)
{
    const uint64_t last = a + (uint64_t)step * (n - 1);
    if (last > UINT32_MAX || last * by > most || (int64_t)(last * by) < bound)
        return n;
    if (bound <= 0)
        return 0;
    const uint32_t first = (uint32_t)(bound - 1) / by + 1; /* by > 0 and bound <= most, as the last product reaches it */
    return first <= a ? 0 : (uint32_t)(((uint64_t)(first - a) + (step - 1)) / step);
}

/* The first lane l with (a + l) % by == c, by a power of 2; n if there is none. */
PTX2C_INLINE uint32_t ptx2c_lane_of_remainder_u32(uint32_t a, uint32_t by, uint32_t c, uint32_t n) { return c < by ? (c - a) & (by - 1) : n; }
/* The same of numbers with a sign, whose remainders have it; the lanes from there on to the next function's have the remainder c, which is
 * negative, or not, as they are. */
PTX2C_INLINE uint32_t ptx2c_lane_of_other_sign(uint32_t a, uint32_t n)
{
    const uint32_t lanes = (a >> 31 ? 0 : 0x80000000u) - a;
    return lanes < n ? lanes : n;
}
PTX2C_INLINE uint32_t ptx2c_lane_of_remainder_s32(uint32_t a, uint32_t by, uint32_t c, uint32_t n)
{
    const uint32_t from = c && (a ^ c) >> 31 ? ptx2c_lane_of_other_sign(a, n) : 0;
    return c + (by - 1) < 2 * by - 1 ? from + ((c - (a + from)) & (by - 1)) : n;
}
PTX2C_INLINE uint32_t ptx2c_lane_to_remainder(uint32_t a, uint32_t c, uint32_t n)
{
    return !c || (a ^ c) >> 31 ? n : ptx2c_lane_of_other_sign(a, n);
}

#endif
