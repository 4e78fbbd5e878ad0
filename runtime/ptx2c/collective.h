/* collective.h: what several shuffles of a warp make together: results for each lane of all lanes up to it, and of all.
 *
 * What is combined so is arithmetic whose order does not matter, or sums and products of floats by halves: of 32 numbers
 * those 16 apart first, then 8, 4, 2, 1, and those 1, 2, 4 … apart first (`up`).  Lanes come in groups of w = 4, 8, 16 or 32;
 * those that m leaves out are no part of it. */
#ifndef PTX2C_COLLECTIVE_H
#define PTX2C_COLLECTIVE_H

#include "f32.h"
#include "f64.h"
#include "integer.h"
#include "warp.h"

/* ---- of all lanes up to each ------------------------------------------------------------------------------------------- */

/* One after the other: where lanes are done so anyway, one operation for each instead of log2(w). */
#define PTX2C_SCAN_IN_ORDER(name, T, op)                                                                               \
    PTX2C_INLINE void ptx2c_scan_in_order_##name(uint32_t m, void *to, const void *from, uint32_t w)                   \
    {                                                                                                                  \
        typedef T PTX2C_ANY_ALIAS any;                                                                                 \
        any *d = (any *)to;                                                                                            \
        const any *a = (const any *)from;                                                                              \
        uint32_t group = 32; /* of the last lane */                                                                    \
        T r = 0;                                                                                                       \
        if (m == 0xffffffff)                                                                                           \
            for (uint32_t i = 0; i < 32; i += w) {                                                                     \
                d[i] = r = a[i];                                                                                       \
                PTX2C_UNROLL_LANES                                                                                     \
                for (uint32_t l = i + 1; l < i + w; l++)                                                               \
                    d[l] = r = op(r, a[l]);                                                                            \
            }                                                                                                          \
        else                                                                                                           \
            PTX2C_MASKED(m) {                                                                                          \
                d[l] = r = group == l / w ? op(r, a[l]) : a[l];                                                        \
                group = l / w;                                                                                         \
            }                                                                                                          \
    }

/* What the lane with r in front of it and x makes of both. */
#define PTX2C_SCAN_STEP(name, T, op)                                                                                   \
    PTX2C_INLINE uint32_t ptx2c_scan_step_##name(uint32_t r, uint32_t x) { return (uint32_t)op((T)r, (T)x); }

/* By four: processors move lanes within so many at once, and the sum up to there is added to the next four. */
#if defined __GNUC__ && !PTX2C_SCALAR && (!PTX2C_SINGLE || defined __ARM_NEON)
typedef uint32_t ptx2c_quad __attribute__((vector_size(16)));
typedef int32_t ptx2c_signed_quad __attribute__((vector_size(16)));
typedef uint32_t ptx2c_quad_at __attribute__((vector_size(16), aligned(4), may_alias));
#if defined __clang__ || __GNUC__ >= 12
#define PTX2C_QUAD(x, y, i, j, k, l) __builtin_shufflevector(x, y, i, j, k, l)
#else
#define PTX2C_QUAD(x, y, i, j, k, l) __builtin_shuffle(x, y, (ptx2c_quad){i, j, k, l})
#endif
#define PTX2C_SCAN(name, T, op, vop, none)                                                                             \
    PTX2C_SCAN_STEP(name, T, op)                                                                                       \
    PTX2C_SCAN_IN_ORDER(name, T, op)                                                                                   \
    /* last: what is in front of v, but for the first ones */                                                          \
    PTX2C_INLINE ptx2c_quad ptx2c_scan_quad_##name(ptx2c_quad v, ptx2c_quad last, bool first)                          \
    {                                                                                                                  \
        const ptx2c_quad other = (ptx2c_quad){0} + (uint32_t)(none);                                                   \
        v = vop(PTX2C_QUAD(other, v, 3, 4, 5, 6), v);                                                                  \
        v = vop(PTX2C_QUAD(other, v, 2, 3, 4, 5), v);                                                                  \
        return first ? v : (ptx2c_quad)vop(last, v);                                                                   \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_scan_##name(uint32_t m, void *to, const void *from, uint32_t w)                            \
    {                                                                                                                  \
        ptx2c_quad last = {0};                                                                                         \
        if (m != 0xffffffff) {                                                                                         \
            ptx2c_scan_in_order_##name(m, to, from, w);                                                                \
            return;                                                                                                    \
        }                                                                                                              \
        for (uint32_t i = 0; i < 8; i++) {                                                                             \
            last = ptx2c_scan_quad_##name(((const ptx2c_quad_at *)from)[i], last, i * 4 % w == 0);                     \
            ((ptx2c_quad_at *)to)[i] = last;                                                                           \
            last = PTX2C_QUAD(last, last, 3, 3, 3, 3);                                                                 \
        }                                                                                                              \
    }
#else
#define PTX2C_SCAN(name, T, op, vop, none)                                                                             \
    PTX2C_SCAN_STEP(name, T, op)                                                                                       \
    PTX2C_SCAN_IN_ORDER(name, T, op)                                                                                   \
    PTX2C_INLINE void ptx2c_scan_##name(uint32_t m, void *to, const void *from, uint32_t w)                            \
    {                                                                                                                  \
        ptx2c_scan_in_order_##name(m, to, from, w);                                                                    \
    }
#endif

/* Of what x is in lane l, which is no array. */
#if PTX2C_SINGLE && !PTX2C_SCALAR && !defined PTX2C_QUAD
#define PTX2C_SCAN_ALL_OF(name, to, w, x)                                                                              \
    for (uint32_t i_ = 0, r_; i_ < 32; i_ += (w)) {                                                                    \
        for (uint32_t l = i_; l == i_; l++)                                                                            \
            (to)[l] = r_ = (x);                                                                                        \
        PTX2C_UNROLL_LANES                                                                                             \
        for (uint32_t l = i_ + 1; l < i_ + (w); l++)                                                                   \
            (to)[l] = r_ = ptx2c_scan_step_##name(r_, (x));                                                            \
    }
#define PTX2C_SCAN_OF(name, m, to, w, x)                                                                               \
    do {                                                                                                               \
        uint32_t r_ = 0, group_ = 32;                                                                                  \
        if ((m) == 0xffffffff) {                                                                                       \
            PTX2C_SCAN_ALL_OF(name, to, w, x)                                                                          \
        } else                                                                                                         \
            PTX2C_MASKED(m) {                                                                                          \
                (to)[l] = r_ = group_ == l / (w) ? ptx2c_scan_step_##name(r_, (x)) : (x);                              \
                group_ = l / (w);                                                                                      \
            }                                                                                                          \
    } while (0)
#else
#define PTX2C_SCAN_OF(name, m, to, w, x)                                                                               \
    do {                                                                                                               \
        uint32_t from_[32];                                                                                            \
        PTX2C_SIMD_MASKED(m) from_[l] = (x);                                                                           \
        ptx2c_scan_##name(m, to, from_, w);                                                                            \
    } while (0)
#endif
/* Of words in memory, one for each lane. */
#if PTX2C_BIG_ENDIAN
#define PTX2C_SCAN_WORDS(name, m, to, w, p) PTX2C_SCAN_OF(name, m, to, w, ptx2c_ld_u32((p) + 4 * l))
#else
#define PTX2C_SCAN_WORDS(name, m, to, w, p) ptx2c_scan_##name(m, to, p, w)
#endif

#define PTX2C_PLUS(x, y) ((x) + (y))
#define PTX2C_TIMES(x, y) ((x) * (y))
#define PTX2C_BITS_AND(x, y) ((x) & (y))
#define PTX2C_BITS_OR(x, y) ((x) | (y))
#define PTX2C_BITS_XOR(x, y) ((x) ^ (y))
/* Of vectors, whose comparisons give all bits or none. */
#define PTX2C_CHOSEN(V, less, x, y) (((V)(less) & (x)) | (~(V)(less) & (y)))
#define PTX2C_LEAST_u32(x, y) PTX2C_CHOSEN(ptx2c_quad, (x) < (y), x, y)
#define PTX2C_MOST_u32(x, y) PTX2C_CHOSEN(ptx2c_quad, (x) > (y), x, y)
#define PTX2C_LEAST_s32(x, y) PTX2C_CHOSEN(ptx2c_quad, (ptx2c_signed_quad)(x) < (ptx2c_signed_quad)(y), x, y)
#define PTX2C_MOST_s32(x, y) PTX2C_CHOSEN(ptx2c_quad, (ptx2c_signed_quad)(x) > (ptx2c_signed_quad)(y), x, y)

PTX2C_SCAN(add_u32, uint32_t, PTX2C_PLUS, PTX2C_PLUS, 0)
PTX2C_SCAN(mul_u32, uint32_t, PTX2C_TIMES, PTX2C_TIMES, 1)
PTX2C_SCAN(and_u32, uint32_t, PTX2C_BITS_AND, PTX2C_BITS_AND, UINT32_MAX)
PTX2C_SCAN(or_u32, uint32_t, PTX2C_BITS_OR, PTX2C_BITS_OR, 0)
PTX2C_SCAN(xor_u32, uint32_t, PTX2C_BITS_XOR, PTX2C_BITS_XOR, 0)
PTX2C_SCAN(min_u32, uint32_t, ptx2c_min_u32, PTX2C_LEAST_u32, UINT32_MAX)
PTX2C_SCAN(max_u32, uint32_t, ptx2c_max_u32, PTX2C_MOST_u32, 0)
PTX2C_SCAN(min_s32, int32_t, ptx2c_min_s32, PTX2C_LEAST_s32, INT32_MAX)
PTX2C_SCAN(max_s32, int32_t, ptx2c_max_s32, PTX2C_MOST_s32, 0x80000000)

/* By doubled distances, as the shuffles do it, in vectors: of what has an order, or none of the above.  Lanes that are not there are
 * passed over. */
#define PTX2C_SCAN_BY_DOUBLING(name, T, op)                                                                            \
    PTX2C_INLINE void ptx2c_scan_##name(uint32_t m, void *to, const void *from, uint32_t w)                            \
    {                                                                                                                  \
        T v[2][32];                                                                                                    \
        uint32_t now = 0;                                                                                              \
        PTX2C_SIMD_MASKED(m) v[0][l] = ((const T PTX2C_ANY_ALIAS *)from)[l];                                           \
        for (uint32_t k = 1; k < w; k *= 2, now ^= 1)                                                                  \
            if (m == 0xffffffff) {                                                                                     \
                memcpy(v[now ^ 1], v[now], k * sizeof(T));                                                             \
                PTX2C_SIMD                                                                                             \
                for (uint32_t l = k; l < 32; l++)                                                                      \
                    v[now ^ 1][l] = l % w < k ? v[now][l] : op(v[now][l], v[now][l - k]);                              \
            } else                                                                                                     \
                PTX2C_MASKED(m) v[now ^ 1][l] = l % w < k || !(m >> (l - k) & 1) ? v[now][l] : op(v[now][l], v[now][l - k]); \
        PTX2C_SIMD_MASKED(m) ((T PTX2C_ANY_ALIAS *)to)[l] = v[now][l];                                                 \
    }

/* ---- of all lanes ------------------------------------------------------------------------------------------------------- */

/* By halves of each group, in v, to where the group begins.  Lanes that are not there are passed over. */
#define PTX2C_FOLD_SOME(name, T, op)                                                                                   \
    typedef T PTX2C_ANY_ALIAS ptx2c_lane_##name; /* a lane's element of an array of any type; it lies as such */       \
    static PTX2C_NOINLINE void ptx2c_fold_some_##name(uint32_t m, T *v, uint32_t w, bool up)                           \
    {                                                                                                                  \
        for (uint32_t i = 1; i < w; i *= 2) {                                                                          \
            const uint32_t k = up ? i : w / 2 / i;                                                                     \
            for (uint32_t l = 0; l < 32; l++)                                                                          \
                if (!(l % w & (up ? 2 * k - 1 : w - k)) && m >> (l + k) & 1) {                                         \
                    v[l] = m >> l & 1 ? op(v[l], v[l + k]) : v[l + k];                                                 \
                    m |= 1u << l;                                                                                      \
                }                                                                                                      \
        }                                                                                                              \
    }
/* The result of all lanes; in groups: d[l] is the result of lane l's. */
#define PTX2C_REDUCE(name, T, op)                                                                                      \
    PTX2C_INLINE T ptx2c_reduce_##name(uint32_t m, const void *a, bool up)                                             \
    {                                                                                                                  \
        T v[32];                                                                                                       \
        if (m == 0xffffffff)                                                                                           \
            return ptx2c_fold_##name(a, up);                                                                           \
        memcpy(v, a, sizeof v);                                                                                        \
        ptx2c_fold_some_##name(m, v, 32, up);                                                                          \
        return v[0];                                                                                                   \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_reduce_groups_##name(uint32_t m, void *d, const void *a, uint32_t w, bool up)              \
    {                                                                                                                  \
        T v[32];                                                                                                       \
        if (m == 0xffffffff) {                                                                                         \
            ptx2c_fold_groups_##name(d, a, w, up);                                                                     \
            return;                                                                                                    \
        }                                                                                                              \
        memcpy(v, a, sizeof v);                                                                                        \
        ptx2c_fold_some_##name(m, v, w, up);                                                                           \
        PTX2C_MASKED(m) ((ptx2c_lane_##name *)d)[l] = v[l & (0u - w)];                                                 \
    }

/* All lanes are there: lane by lane, where there are no vectors in a straight line, if that is short. */
#if PTX2C_SINGLE
#define PTX2C_FOLD_LOOP PTX2C_UNROLL_LANES
#define PTX2C_FOLD_UP_LOOP PTX2C_UNROLL_LANES
#else
#define PTX2C_FOLD_LOOP PTX2C_SIMD
#define PTX2C_FOLD_UP_LOOP
#endif
#define PTX2C_FOLD_STEP(k, op, loop)                                                                                         \
    if (w > (k)) {                                                                                                     \
        loop                                                                                                           \
        for (uint32_t l = 0; l < (k); l++)                                                                             \
            v[i + l] = op(v[i + l], v[i + l + (k)]);                                                                   \
    }
/* Neighbours first: in a straight line, where there are no vectors, for which compilers have to see how far apart they are. */
#define PTX2C_FOLD_UP_STEP(k, op)                                                                                      \
    if (w > (k)) {                                                                                                     \
        PTX2C_FOLD_UP_LOOP                                                                                             \
        for (uint32_t l = i; l < i + w; l += 2 * (k))                                                                  \
            v[l] = op(v[l], v[l + (k)]);                                                                               \
    }
#define PTX2C_FOLD_LANES(name, T, op, loop)                                                                            \
    PTX2C_FOLD_SOME(name, T, op)                                                                                       \
    PTX2C_INLINE void ptx2c_fold_copy_##name(T *v, const void *from)                                                   \
    {                                                                                                                  \
        PTX2C_FOLD_LOOP                                                                                                \
        for (uint32_t l = 0; l < 32; l++)                                                                              \
            v[l] = ((const ptx2c_lane_##name *)from)[l];                                                               \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_fold_lanes_##name(T *v, uint32_t w, bool up)                                               \
    {                                                                                                                  \
        for (uint32_t i = 0; i < 32 && up; i += w) {                                                                   \
            PTX2C_FOLD_UP_STEP(1, op)                                                                                  \
            PTX2C_FOLD_UP_STEP(2, op)                                                                                  \
            PTX2C_FOLD_UP_STEP(4, op)                                                                                  \
            PTX2C_FOLD_UP_STEP(8, op)                                                                                  \
            PTX2C_FOLD_UP_STEP(16, op)                                                                                 \
        }                                                                                                              \
        for (uint32_t i = 0; i < 32 && !up; i += w) {                                                                  \
            PTX2C_FOLD_STEP(16, op, loop)                                                                              \
            PTX2C_FOLD_STEP(8, op, loop)                                                                               \
            PTX2C_FOLD_STEP(4, op, loop)                                                                               \
            PTX2C_FOLD_STEP(2, op, loop)                                                                               \
            PTX2C_FOLD_STEP(1, op, loop)                                                                               \
        }                                                                                                              \
    }                                                                                                                  \
    PTX2C_INLINE T ptx2c_fold_##name(const void *a, bool up)                                                           \
    {                                                                                                                  \
        T v[32];                                                                                                       \
        ptx2c_fold_copy_##name(v, a);                                                                                  \
        ptx2c_fold_lanes_##name(v, 32, up);                                                                            \
        return v[0];                                                                                                   \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_fold_groups_##name(void *d, const void *a, uint32_t w, bool up)                            \
    {                                                                                                                  \
        T v[32];                                                                                                       \
        ptx2c_fold_copy_##name(v, a);                                                                                  \
        ptx2c_fold_lanes_##name(v, w, up);                                                                             \
        PTX2C_FOLD_LOOP                                                                                                \
        for (uint32_t l = 0; l < 32; l++)                                                                              \
            ((ptx2c_lane_##name *)d)[l] = v[l & (0u - w)];                                                             \
    }                                                                                                                  \
    PTX2C_REDUCE(name, T, op)

/* In vectors, each of whose lanes combines its value with another's; compilers leave out what nobody needs. */
#if defined PTX2C_PART && !defined __clang__
typedef float ptx2c_float_part __attribute__((vector_size(4 * PTX2C_PART)));
#define PTX2C_FOLD_PARTS_STEP(k, V, vop)                                                                               \
    if (w > (k)) {                                                                                                     \
        for (uint32_t i = 0; i < 32 / PTX2C_PART; i++)                                                                 \
            r[i] = (k) < PTX2C_PART ? __builtin_shuffle(v[i], iota ^ (k)) : v[i ^ (k) / PTX2C_PART];                   \
        for (uint32_t i = 0; i < 32 / PTX2C_PART; i++)                                                                 \
            v[i] = (V)vop(v[i], r[i]);                                                                                 \
    }
#define PTX2C_FOLD_PARTS(name, T, V, op, vop)                                                                          \
    PTX2C_FOLD_SOME(name, T, op)                                                                                       \
    PTX2C_INLINE void ptx2c_fold_parts_##name(V *v, const void *from, uint32_t w, bool up)                             \
    {                                                                                                                  \
        const ptx2c_part iota = PTX2C_IOTA;                                                                            \
        V r[32 / PTX2C_PART];                                                                                          \
        for (uint32_t i = 0; i < 32 / PTX2C_PART; i++)                                                                 \
            v[i] = (V)((const ptx2c_part_at *)from)[i];                                                                \
        if (up) {                                                                                                      \
            PTX2C_FOLD_PARTS_STEP(1, V, vop)                                                                           \
            PTX2C_FOLD_PARTS_STEP(2, V, vop)                                                                           \
            PTX2C_FOLD_PARTS_STEP(4, V, vop)                                                                           \
            PTX2C_FOLD_PARTS_STEP(8, V, vop)                                                                           \
            PTX2C_FOLD_PARTS_STEP(16, V, vop)                                                                          \
        } else {                                                                                                       \
            PTX2C_FOLD_PARTS_STEP(16, V, vop)                                                                          \
            PTX2C_FOLD_PARTS_STEP(8, V, vop)                                                                           \
            PTX2C_FOLD_PARTS_STEP(4, V, vop)                                                                           \
            PTX2C_FOLD_PARTS_STEP(2, V, vop)                                                                           \
            PTX2C_FOLD_PARTS_STEP(1, V, vop)                                                                           \
        }                                                                                                              \
    }                                                                                                                  \
    PTX2C_INLINE T ptx2c_fold_##name(const void *a, bool up)                                                           \
    {                                                                                                                  \
        V v[32 / PTX2C_PART];                                                                                          \
        ptx2c_fold_parts_##name(v, a, 32, up);                                                                         \
        return (T)v[0][0];                                                                                             \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_fold_groups_##name(void *d, const void *a, uint32_t w, bool up)                            \
    {                                                                                                                  \
        V v[32 / PTX2C_PART];                                                                                          \
        ptx2c_fold_parts_##name(v, a, w, up);                                                                          \
        memcpy(d, v, 128);                                                                                             \
    }                                                                                                                  \
    PTX2C_REDUCE(name, T, op)
#else
#define PTX2C_FOLD_PARTS(name, T, V, op, vop) PTX2C_FOLD_LANES(name, T, op, PTX2C_FOLD_LOOP)
#endif
#if PTX2C_SINGLE /* floats have none */
#define PTX2C_FOLD_FLOATS(name, vop) PTX2C_FOLD_LANES(name, float, vop, PTX2C_FOLD_LOOP)
#else
#define PTX2C_FOLD_FLOATS(name, vop) PTX2C_FOLD_PARTS(name, float, ptx2c_float_part, vop, vop)
#endif

PTX2C_FOLD_PARTS(add_u32, uint32_t, ptx2c_part, PTX2C_PLUS, PTX2C_PLUS)
PTX2C_FOLD_PARTS(mul_u32, uint32_t, ptx2c_part, PTX2C_TIMES, PTX2C_TIMES)
PTX2C_FOLD_PARTS(and_u32, uint32_t, ptx2c_part, PTX2C_BITS_AND, PTX2C_BITS_AND)
PTX2C_FOLD_PARTS(or_u32, uint32_t, ptx2c_part, PTX2C_BITS_OR, PTX2C_BITS_OR)
PTX2C_FOLD_PARTS(xor_u32, uint32_t, ptx2c_part, PTX2C_BITS_XOR, PTX2C_BITS_XOR)
#define PTX2C_PART_LEAST(x, y) PTX2C_CHOSEN(ptx2c_part, (x) < (y), x, y)
#define PTX2C_PART_MOST(x, y) PTX2C_CHOSEN(ptx2c_part, (x) > (y), x, y)
#define PTX2C_SIGNED_PART_LEAST(x, y) PTX2C_CHOSEN(ptx2c_signed_part, (x) < (y), x, y)
#define PTX2C_SIGNED_PART_MOST(x, y) PTX2C_CHOSEN(ptx2c_signed_part, (x) > (y), x, y)
PTX2C_FOLD_PARTS(min_u32, uint32_t, ptx2c_part, ptx2c_min_u32, PTX2C_PART_LEAST)
PTX2C_FOLD_PARTS(max_u32, uint32_t, ptx2c_part, ptx2c_max_u32, PTX2C_PART_MOST)
PTX2C_FOLD_PARTS(min_s32, int32_t, ptx2c_signed_part, ptx2c_min_s32, PTX2C_SIGNED_PART_LEAST)
PTX2C_FOLD_PARTS(max_s32, int32_t, ptx2c_signed_part, ptx2c_max_s32, PTX2C_SIGNED_PART_MOST)
PTX2C_FOLD_FLOATS(add_f32, PTX2C_PLUS)
PTX2C_FOLD_FLOATS(mul_f32, PTX2C_TIMES)
PTX2C_SCAN_BY_DOUBLING(add_f32, float, PTX2C_PLUS)
PTX2C_SCAN_BY_DOUBLING(mul_f32, float, PTX2C_TIMES)

#define PTX2C_TREES(name, T, op, loop)                                                                                 \
    PTX2C_FOLD_LANES(name, T, op, loop)                                                                                \
    PTX2C_SCAN_BY_DOUBLING(name, T, op)
PTX2C_TREES(min_f32, float, ptx2c_min_f32, PTX2C_SIMD)
PTX2C_TREES(max_f32, float, ptx2c_max_f32, PTX2C_SIMD)
/* A comparison and a choice: the second number only where it is beyond the first, or the first only where it is beyond the second. */
#define PTX2C_SECOND_LEAST(x, y) ((x) > (y) ? (y) : (x))
#define PTX2C_SECOND_MOST(x, y) ((x) < (y) ? (y) : (x))
#define PTX2C_FIRST_LEAST(x, y) ((x) < (y) ? (x) : (y))
#define PTX2C_FIRST_MOST(x, y) ((x) > (y) ? (x) : (y))
#define PTX2C_CHOICES(name, T)                                                                                         \
    PTX2C_TREES(second_min_##name, T, PTX2C_SECOND_LEAST, PTX2C_SIMD)                                                  \
    PTX2C_TREES(second_max_##name, T, PTX2C_SECOND_MOST, PTX2C_SIMD)                                                   \
    PTX2C_TREES(first_min_##name, T, PTX2C_FIRST_LEAST, PTX2C_SIMD)                                                    \
    PTX2C_TREES(first_max_##name, T, PTX2C_FIRST_MOST, PTX2C_SIMD)
PTX2C_CHOICES(f32, float)

#endif
