/* lane_apart.h: whether one of a chunk's lanes is a certain one, and how many are in front of it. */
#ifndef PTX2C_LANE_APART_H
#define PTX2C_LANE_APART_H

#include "lane_check.h"

/* Whether no a + step * i, modulo 2^32, is equal to other; |step| * n is less than 2^32.  Always true for one lane. */
PTX2C_INLINE bool ptx2c_apart_u32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    const uint32_t away = step > 0 ? other - a : a - other, by = (uint32_t)(step > 0 ? step : -step);
    return n == 1 || away % by != 0 || away / by >= n;
}

/* How many of the first of n lanes are alike: one, if its a is other, else those in front of the lane whose a + step * i is. */
PTX2C_INLINE uint32_t ptx2c_lanes_apart_u32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    const uint32_t away = step > 0 ? other - a : a - other, by = (uint32_t)(step > 0 ? step : -step);
    return away % by != 0 || away / by >= n ? n : away ? away / by : 1;
}

#endif
