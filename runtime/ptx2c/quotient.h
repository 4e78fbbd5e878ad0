/* quotient.h: chunks of neighbouring threads that have one quotient, of their number by what is the same for all: a row of an image. */
#ifndef PTX2C_QUOTIENT_H
#define PTX2C_QUOTIENT_H

#include "cta.h"

/* Of how many of n lanes, at least one, the quotients (a + step * l) / d, rounded towards 0, are that of l = 0, and no number wraps;
 * step and d > 0. */
PTX2C_INLINE uint32_t ptx2c_lanes_of_quotient_s32(uint32_t a, uint32_t step, uint32_t d, uint32_t n)
{
    const int64_t x = (int32_t)a, most = x < 0 ? -(-x / d * d) : x / d * d + (d - 1);
    const uint64_t lanes = (uint64_t)((most < INT32_MAX ? most : INT32_MAX) - x) / step + 1;
    return lanes < n ? (uint32_t)lanes : n;
}

PTX2C_INLINE uint32_t ptx2c_lanes_of_quotient_u32(uint32_t a, uint32_t step, uint32_t d, uint32_t n)
{
    const uint64_t most = (uint64_t)(a / d) * d + (d - 1);
    const uint64_t lanes = ((most < UINT32_MAX ? most : UINT32_MAX) - a) / step + 1;
    return lanes < n ? (uint32_t)lanes : n;
}

/* In a function for such chunks: this one ends where the quotient changes; of a divisor below that the function does nothing and
 * returns 0, for then chunks would be short. */
#define PTX2C_QUOTIENT_LANES 16
#define PTX2C_CUT_QUOTIENT(type, a, step, d)                                                                           \
    do {                                                                                                               \
        if ((int32_t)(d) < PTX2C_QUOTIENT_LANES)                                                                       \
            return 0;                                                                                                  \
        n = ptx2c_lanes_of_quotient_##type((a), (step), (d), n);                                                       \
    } while (0)

/* Runs a chunk function over the CTA, as PTX2C_RUN_CHUNKS, by one for chunks, of at most so many lanes, that end where a quotient
 * changes; and by the other one from where that one does nothing on. */
#define PTX2C_RUN_CHUNKS_BY_QUOTIENTS(c, quotient, most, f, whole, part)                                               \
    do {                                                                                                               \
        if (PTX2C_SINGLE) {                                                                                            \
            PTX2C_RUN_CHUNKS(c, f, whole, part);                                                                       \
            break;                                                                                                     \
        }                                                                                                              \
        ptx2c_set_lanes((c), (most) > (whole) ? (most) : (whole));                                                     \
        PTX2C_FOR_CHUNKS(k_, (c))                                                                                      \
        {                                                                                                              \
            uint32_t at_ = 0;                                                                                          \
            for (uint32_t ran_ = 1; ran_ && at_ < k_.n; at_ += ran_) {                                                 \
                const ptx2c_chunk piece_ = {k_.index, k_.x + at_, k_.y, k_.z, k_.n - at_ < (most) ? k_.n - at_ : (most)}; \
                ran_ = quotient((c), &piece_, piece_.n, true);                                                         \
            }                                                                                                          \
            for (; at_ < k_.n; at_ += (whole)) {                                                                       \
                const ptx2c_chunk rest_ = {k_.index, k_.x + at_, k_.y, k_.z, k_.n - at_ < (whole) ? k_.n - at_ : (whole)}; \
                if (!(rest_.n == (whole)  ? f((c), &rest_, (whole), false)                                             \
                      : rest_.n == (part) ? f((c), &rest_, (part), false)                                              \
                                          : 0))                                                                        \
                    PTX2C_RUN_PIECES((c), f, rest_)                                                                    \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)

#endif
