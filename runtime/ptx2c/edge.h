/* edge.h: whether some lane is at an edge at which places are clamped. */
#ifndef PTX2C_EDGE_H
#define PTX2C_EDGE_H

#include "lanes.h"

/* Whether a + step * l, modulo 2^32, lies in low..high for some lane l of n: of numbers with signs, and without. */
PTX2C_INLINE bool ptx2c_some_s32(uint32_t a, int64_t step, uint32_t n, int64_t low, int64_t high)
{
    const int64_t first = (int32_t)a, last = first + step * ((int64_t)n - 1), least = step < 0 ? last : first, most = step < 0 ? first : last;
    if (least >= INT32_MIN && most <= INT32_MAX)
        return least <= high && most >= low;
    for (uint32_t l = 0; l < n; l++) {
        const int64_t x = (int32_t)(a + (uint32_t)step * l);
        if (x >= low && x <= high)
            return true;
    }
    return false;
}

PTX2C_INLINE bool ptx2c_some_u32(uint32_t a, int64_t step, uint32_t n, int64_t low, int64_t high)
{
    return ptx2c_some_s32(a ^ 0x80000000u, step, n, low + INT32_MIN, high + INT32_MIN);
}

/* Whether a place to which a loop stores at its end only meets what the loop reads, in some of n lanes: it lies so far apart from where that begins, by
 * step more from lane to lane; they meet between low and high, and as far on, or back, as the loop goes on in what it reads. */
PTX2C_INLINE bool ptx2c_meets(uint64_t apart, uint64_t far, int64_t low, int64_t high, int64_t step, uint32_t n)
{
    const int64_t first = (int64_t)apart, last = first + step * ((int64_t)n - 1), on = (int64_t)far;
    return (first > last ? first : last) > low + (on < 0 ? on : 0) && (first < last ? first : last) < high + (on > 0 ? on : 0);
}

#endif
