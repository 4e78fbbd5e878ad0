/* quotient.h: chunks of neighbouring threads that have one quotient, of their number by what is the same for all: a row of an image. */
#ifndef PTX2C_QUOTIENT_H
#define PTX2C_QUOTIENT_H

#include "integer.h"
#include "run_chunks.h"

/* Of how many of n lanes, at least one, the quotients (a + step * l) / d, rounded towards 0, are that of l = 0, and no number wraps;
 * step and d > 0. */
PTX2C_INLINE uint32_t ptx2c_lanes_of_quotient_s32(uint32_t a, uint32_t step, uint32_t d, uint32_t n)
{
    const int32_t x = (int32_t)a;
    const int64_t most = (int64_t)x - ptx2c_rem_near_s32(x, (int32_t)d) + (x < 0 ? 0 : (int32_t)d - 1);
    const uint32_t over = ptx2c_over_u32((uint32_t)((most < INT32_MAX ? most : INT32_MAX) - x), step);
    return over < n ? over + 1 : n;
}

PTX2C_INLINE uint32_t ptx2c_lanes_of_quotient_u32(uint32_t a, uint32_t step, uint32_t d, uint32_t n)
{
    const uint64_t most = (uint64_t)(a - ptx2c_rem_near_u32(a, d)) + (d - 1);
    const uint32_t over = ptx2c_over_u32((uint32_t)(most < UINT32_MAX ? most : UINT32_MAX) - a, step);
    return over < n ? over + 1 : n;
}

/* The lowest bit that is set, or that for 2^30: numbers with one quotient by it agree in it and in those above. */
PTX2C_INLINE uint32_t ptx2c_lowest_bit(uint32_t x) { return x ? x & (0 - x) : UINT32_C(1) << 30; }

/* x + 1 when that is a power of 2, or else 0. */
PTX2C_INLINE uint32_t ptx2c_power_above(uint32_t x) { return x & (x + 1) ? 0 : x + 1; }

/* In a function for such chunks: this one ends where the quotient changes, if it may be cut; of a divisor below that the function does
 * nothing and returns 0, for then chunks would be shorter than vectors are, and what is done once for each is not worth it. */
#define PTX2C_QUOTIENT_LANES (PTX2C_SHORT || PTX2C_SINGLE ? 8 : 16)
#define PTX2C_CUT_QUOTIENT(type, a, step, d)                                                                           \
    do {                                                                                                               \
        if ((int32_t)(d) < PTX2C_QUOTIENT_LANES)                                                                       \
            return 0;                                                                                                  \
        const uint32_t alike_ = ptx2c_lanes_of_quotient_##type((a), (step), (d), n);                                   \
        if (!cut && alike_ != n)                                                                                       \
            return 0;                                                                                                  \
        n = alike_;                                                                                                    \
    } while (0)

/* Runs those of a piece that have one quotient: at once the first few of them, when so many (0: no number) are alike, for which there is code of
 * its own. */
#define PTX2C_RUN_ALIKE(c, quotient, few)                                                                              \
    ((few) && piece_.n >= (few) && quotient((c), &piece_, (few), false) ? (few) : quotient((c), &piece_, piece_.n, true))

/* Runs a chunk function over the CTA, as PTX2C_RUN_CHUNKS, by one for chunks, of at most so many lanes, that end where a quotient
 * changes; and by the other one from where that one does nothing on.  A loop over all the grid's work that the former goes round once it
 * goes round again, when it has set c->again, as the CTA that is a grid further; the latter goes round by itself. */
#define PTX2C_RUN_CHUNKS_BY_QUOTIENTS(c, quotient, most, few, f, whole, part)                                          \
    do {                                                                                                               \
        if (PTX2C_SCALAR || any_width) {                                                                               \
            PTX2C_RUN_CHUNKS(c, f, whole, part);                                                                       \
            break;                                                                                                     \
        }                                                                                                              \
        ptx2c_set_lanes((c), (most) > (whole) ? (most) : (whole));                                                     \
        PTX2C_FOR_CHUNKS(k_, (c))                                                                                      \
        {                                                                                                              \
            const uint32_t first_ = (c)->ctaid.x;                                                                      \
            uint32_t lanes_ = k_.n;                                                                                    \
            do {                                                                                                       \
                uint32_t at_ = 0, alone_ = 0; /* many lanes, each a chunk, the other one does together */                \
                (c)->again = false;                                                                                    \
                for (uint32_t ran_ = 1; ran_ && at_ < lanes_ && alone_ < 32; at_ += ran_) {                            \
                    const ptx2c_chunk piece_ = {k_.index, k_.x + at_, k_.y, k_.z, lanes_ - at_ < (most) ? lanes_ - at_ : (most)}; \
                    ran_ = PTX2C_RUN_ALIKE(c, quotient, few);                                                          \
                    alone_ = ran_ == 1 ? alone_ + 1 : 0;                                                               \
                }                                                                                                      \
                const uint32_t whole_ = PTX2C_BY_ONE(whole, part) ? 1 : (whole);                                       \
                for (uint32_t rest_ = at_; rest_ < lanes_; rest_ += whole_) {                                          \
                    const ptx2c_chunk left_ = {k_.index, k_.x + rest_, k_.y, k_.z, lanes_ - rest_ < whole_ ? lanes_ - rest_ : whole_}; \
                    if (left_.n != whole_ || !f((c), &left_, whole_, false))                                           \
                        PTX2C_RUN_PIECES((c), f, left_)                                                                \
                }                                                                                                      \
                lanes_ = at_;                                                                                          \
                (c)->ctaid.x += (c)->nctaid.x;                                                                         \
            } while ((c)->again && lanes_);                                                                            \
            (c)->ctaid.x = first_;                                                                                     \
        }                                                                                                              \
    } while (0)

/* The same where chunks also end at lanes that are clamped, each of which is a chunk of its own: where there are several, the other
 * function does some at a time. */
#define PTX2C_RUN_CHUNKS_BY_BOUNDS(c, bounds, most, few, f, whole, part)                                               \
    do {                                                                                                               \
        if (PTX2C_SCALAR || any_width) {                                                                               \
            PTX2C_RUN_CHUNKS(c, f, whole, part);                                                                       \
            break;                                                                                                     \
        }                                                                                                              \
        ptx2c_set_lanes((c), (most) > (whole) ? (most) : (whole));                                                     \
        PTX2C_FOR_CHUNKS(k_, (c))                                                                                      \
        {                                                                                                              \
            const uint32_t whole_ = PTX2C_BY_ONE(whole, part) ? 1 : (whole);                                           \
            bool fits_ = true;                                                                                         \
            for (uint32_t at_ = 0, ran_ = 0, alone_ = 0; at_ < k_.n; at_ += ran_) {                                    \
                const uint32_t left_ = k_.n - at_;                                                                     \
                const ptx2c_chunk piece_ = {k_.index, k_.x + at_, k_.y, k_.z, left_ < (most) ? left_ : (most)};        \
                ran_ = fits_ && alone_ < 32 ? PTX2C_RUN_ALIKE(c, bounds, few) : 0;                                      \
                fits_ &= ran_ || alone_ == 32;                                                                         \
                alone_ = ran_ == 1 ? alone_ + 1 : 0;                                                                   \
                if (ran_)                                                                                              \
                    continue;                                                                                          \
                ran_ = fits_ && whole_ > (part) ? (part) : whole_;                                                     \
                ran_ = ran_ < left_ ? ran_ : left_;                                                                    \
                const ptx2c_chunk few_ = {k_.index, k_.x + at_, k_.y, k_.z, ran_};                                     \
                if (!(ran_ == whole_   ? f((c), &few_, whole_, false)                                                  \
                      : ran_ == (part) ? f((c), &few_, (part), false)                                                  \
                                       : 0))                                                                           \
                    PTX2C_RUN_PIECES((c), f, few_)                                                                     \
                alone_ = 31;                                                                                           \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)

#endif
