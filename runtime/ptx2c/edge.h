/* edge.h: whether some lane is at an edge at which places are clamped, and loads of those that are not. */
#ifndef PTX2C_EDGE_H
#define PTX2C_EDGE_H

#include "memory.h"
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

/* In a loop over n lanes: d = what lies at p in shared memory, which grows by 4 bytes from lane to lane, if here.  Where vectors have no masks
 * all lanes load, up to 32, which is a choice of two values then: they come no farther than PTX2C_GAP from what one of them loads rightly, and
 * if none does, they load what is there for nobody. */
#if PTX2C_SHORT && !PTX2C_TSAN
#define PTX2C_LOAD_NEAR(T, d, here, p) d = ptx2c_near_##T(c, n, (here), l, (p), d)
PTX2C_INLINE const unsigned char *ptx2c_near_row(const ptx2c_cta *c, const unsigned char *first)
{
    const uintptr_t front = (uintptr_t)c->shared - 128; /* which is memory of the CTA, too */
    return (const unsigned char *)((uintptr_t)first - front < 128 + (uintptr_t)c->shared_bytes ? (uintptr_t)first : front);
}
#define PTX2C_NEAR(T, C, PICK)                                                                                         \
    PTX2C_INLINE C ptx2c_near_##T(const ptx2c_cta *c, uint32_t n, bool here, uint32_t l, const unsigned char *p, C other) \
    {                                                                                                                  \
        if (n > 32)                                                                                                    \
            return here ? ptx2c_ld_##T(p) : other;                                                                     \
        const C there = ptx2c_ld_##T(ptx2c_near_row(c, p - 4 * l) + 4 * l);                                            \
        return (C)PICK(here, there, other);                                                                            \
    }
PTX2C_NEAR(u32, uint32_t, ptx2c_pick)
PTX2C_NEAR(s32, int32_t, ptx2c_pick)
PTX2C_NEAR(f32, float, ptx2c_pick_f32)
#else
#define PTX2C_LOAD_NEAR(T, d, here, p) if (here) d = ptx2c_ld_##T(p)
#endif

/* Whether a place to which a loop stores at its end only meets what the loop reads, in some of n lanes: it lies so far apart from where that begins, by
 * step more from lane to lane; they meet between low and high, and as far on, or back, as the loop goes on in what it reads. */
PTX2C_INLINE bool ptx2c_meets(uint64_t apart, uint64_t far, int64_t low, int64_t high, int64_t step, uint32_t n)
{
    const int64_t first = (int64_t)apart, last = first + step * ((int64_t)n - 1), on = (int64_t)far;
    return (first > last ? first : last) > low + (on < 0 ? on : 0) && (first < last ? first : last) < high + (on > 0 ? on : 0);
}

#endif
