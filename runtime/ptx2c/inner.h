/* inner.h: CTAs that are away from the borders at which their threads' places are clamped. */
#ifndef PTX2C_INNER_H
#define PTX2C_INNER_H

#include "run_chunks.h"

/* Whether for all threads of the CTA base + row * y + step * x, which does not wrap, is from low to high. */
PTX2C_INLINE bool ptx2c_cta_between(const ptx2c_cta *c, int64_t base, uint32_t row, int64_t step, int64_t low, int64_t high)
{
    const int64_t down = (int64_t)(int32_t)row * (int64_t)(c->ntid.y - 1), across = step * (int64_t)(c->ntid.x - 1);
    const int64_t least = base + (down < 0 ? down : 0) + (across < 0 ? across : 0), most = base + (down > 0 ? down : 0) + (across > 0 ? across : 0);
    return least >= low && most <= high;
}

/* Likewise at least other; at most; above; below; not other, on one side of it. */
#define PTX2C_CTA_BORDERS(name, type, min, max)                                                                        \
    PTX2C_INLINE bool ptx2c_cta_least_##name(const ptx2c_cta *c, uint32_t base, uint32_t row, int64_t step, uint32_t other) \
    {                                                                                                                  \
        return ptx2c_cta_between(c, (type)base, row, step, (type)other, max);                                          \
    }                                                                                                                  \
    PTX2C_INLINE bool ptx2c_cta_most_##name(const ptx2c_cta *c, uint32_t base, uint32_t row, int64_t step, uint32_t other) \
    {                                                                                                                  \
        return ptx2c_cta_between(c, (type)base, row, step, min, (type)other);                                          \
    }                                                                                                                  \
    PTX2C_INLINE bool ptx2c_cta_above_##name(const ptx2c_cta *c, uint32_t base, uint32_t row, int64_t step, uint32_t other) \
    {                                                                                                                  \
        return ptx2c_cta_between(c, (type)base, row, step, (int64_t)(type)other + 1, max);                             \
    }                                                                                                                  \
    PTX2C_INLINE bool ptx2c_cta_below_##name(const ptx2c_cta *c, uint32_t base, uint32_t row, int64_t step, uint32_t other) \
    {                                                                                                                  \
        return ptx2c_cta_between(c, (type)base, row, step, min, (int64_t)(type)other - 1);                             \
    }                                                                                                                  \
    PTX2C_INLINE bool ptx2c_cta_apart_##name(const ptx2c_cta *c, uint32_t base, uint32_t row, int64_t step, uint32_t other) \
    {                                                                                                                  \
        return ptx2c_cta_above_##name(c, base, row, step, other) || ptx2c_cta_below_##name(c, base, row, step, other); \
    }
PTX2C_CTA_BORDERS(s32, int32_t, INT32_MIN, INT32_MAX)
PTX2C_CTA_BORDERS(u32, uint32_t, 0, UINT32_MAX)

/* Runs the version for CTAs that are away from all borders, where such a CTA has short rows or whole chunks of 32 and no other OpenMP
 * thread shares it; otherwise does how, which does all.  Like _ROWS: with rows, an argument each; or without. */
#define PTX2C_RUN_CTA_INNER(c, f, least, how) PTX2C_RUN_CTA_INNER_OF(c, f, least, how, f##_rows_##least(c))
#define PTX2C_RUN_CTA_INNER_ROWS(c, f, least, how)                                                                     \
    PTX2C_RUN_CTA_INNER_OF(c, f, least, how, (c)->ntid.y % PTX2C_ROWS == 0 ? f##_groups_16(c) : f##_rows_16(c))
#define PTX2C_RUN_CTA_INNER_OF(c, f, least, how, with16)                                                               \
    do {                                                                                                               \
        if (!PTX2C_SCALAR && !any_width && (c)->ntid.z == 1 && (c)->alone &&                                           \
            ((least) < 32 && (c)->ntid.x == (least) ? (with16) : (c)->ntid.x % 32 == 0 && f##_32(c)))                  \
            break;                                                                                                     \
        how;                                                                                                           \
    } while (0)

#endif
