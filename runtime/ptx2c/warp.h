/* warp.h: collectives of a warp (manual 9.7.9.5-6, 9.7.13.2, 9.7.13.8-14).
 *
 * Each executing lane first puts its value into the warp's exchange area; when all have, each lane gets its result.
 * w->active tells the lanes that take part.  A lane that its member mask names but that is not among them has exited
 * (or the program is wrong): it is not waited for.  Lanes with different masks may run the same collective at once:
 * each only looks at the lanes of its own mask. */
#ifndef PTX2C_WARP_H
#define PTX2C_WARP_H

#include "memory.h"

/* The lanes of m take part in a collective: they put their values next. */
PTX2C_INLINE void ptx2c_put_begin(ptx2c_warp *w, uint32_t m)
{
    w->active = m;
    w->pred[1] = w->pred[3] = 0; /* nothing of an earlier one is remembered */
}

/* ---- shfl -------------------------------------------------------------------------------------------------------- */

PTX2C_INLINE void ptx2c_shfl_put(ptx2c_warp *w, uint32_t l, uint32_t a)
{
    w->x32[l] = a;
}

/* Source lane j for bval = b & 31, or the lane itself when j is out of range; *p, unless NULL, tells whether it is in
 * range. */
#define PTX2C_SHFL(mode, j_from, in_range)                                                                             \
    PTX2C_INLINE uint32_t ptx2c_shfl_##mode##_p(const ptx2c_warp *w, uint32_t l, uint32_t b, uint32_t c, bool *p)      \
    {                                                                                                                  \
        uint32_t seg = c >> 8 & 31, least = l & seg, most = least | (c & 31 & ~seg), j;                                \
        b &= 31;                                                                                                       \
        j = j_from;                                                                                                    \
        bool ok = in_range;                                                                                            \
        if (p)                                                                                                         \
            *p = ok;                                                                                                   \
        j = l ^ ((l ^ j) & (0u - (uint32_t)ok)); /* by bits: a choice of indices is three times slower */              \
        return w->x32[j & 31];                                                                                         \
    }                                                                                                                  \
    PTX2C_INLINE uint32_t ptx2c_shfl_##mode(const ptx2c_warp *w, uint32_t l, uint32_t b, uint32_t c)                   \
    {                                                                                                                  \
        return ptx2c_shfl_##mode##_p(w, l, b, c, NULL);                                                                \
    }

PTX2C_SHFL(up, l - b, (int32_t)j >= (int32_t)most)
PTX2C_SHFL(down, l + b, j <= most)
PTX2C_SHFL(bfly, l ^ b, j <= most)
PTX2C_SHFL(idx, least | (b & ~seg), j <= most)

/* ---- shfl by a constant ---------------------------------------------------------------------------------------------- */

/* Which lane's value lane l takes; its own when that is out of range. */
#define PTX2C_FROM(mode, j_from, in_range)                                                                             \
    PTX2C_INLINE uint32_t ptx2c_from_##mode(uint32_t l, uint32_t b, uint32_t c)                                        \
    {                                                                                                                  \
        uint32_t seg = c >> 8 & 31, least = l & seg, most = least | (c & 31 & ~seg), j = j_from;                       \
        return in_range ? j : l;                                                                                       \
    }
PTX2C_FROM(up, l - b, (int32_t)j >= (int32_t)most)
PTX2C_FROM(down, l + b, j <= most)
PTX2C_FROM(bfly, l ^ b, j <= most)
PTX2C_FROM(idx, least | (b & ~seg), j <= most)

/* Vectors of as many lanes as the compiler permutes in registers: clang cuts long ones to the machine's length itself. */
#if defined __clang__
#define PTX2C_PART 32
#elif defined __GNUC__ && __GNUC__ >= 12 && defined __AVX512F__
#define PTX2C_PART 16
#elif defined __GNUC__ && __GNUC__ >= 12 && defined __AVX2__
#define PTX2C_PART 8
#elif defined __GNUC__ && __GNUC__ >= 12 && \
    (defined __ARM_NEON || defined __ALTIVEC__ || defined __VX__ || defined __wasm_simd128__ || defined __mips_msa || defined __loongarch_sx)
#define PTX2C_PART 4
#endif

/* Loops over all lanes as a straight line. */
#if defined __GNUC__ && !defined __clang__ && !defined __OPTIMIZE_SIZE__
#define PTX2C_UNROLL_LANES _Pragma("GCC unroll 32")
#else
#define PTX2C_UNROLL_LANES
#endif

#if defined PTX2C_PART
typedef uint32_t ptx2c_part __attribute__((vector_size(4 * PTX2C_PART)));
typedef int32_t ptx2c_signed_part __attribute__((vector_size(4 * PTX2C_PART)));
typedef uint32_t ptx2c_part_at __attribute__((vector_size(4 * PTX2C_PART), aligned(4), may_alias));

/* t = part i of the value whose lane l is that of lane l - b (l + b, l ^ b) of v; lanes are counted modulo 32. */
#if defined __clang__ /* takes literal indices only: distances as sums of powers of two */
#define PTX2C_BELOW(l, b) ((l) - (b)) & 31
#define PTX2C_ABOVE(l, b) ((l) + (b)) & 31
#define PTX2C_ACROSS(l, b) (l) ^ (b)
#define PTX2C_8(f, l, b) f(l, b), f(l + 1, b), f(l + 2, b), f(l + 3, b), f(l + 4, b), f(l + 5, b), f(l + 6, b), f(l + 7, b)
#define PTX2C_STEP(f, k)                                                                                               \
    if (b & (k))                                                                                                       \
        t = __builtin_shufflevector(t, t, PTX2C_8(f, 0, k), PTX2C_8(f, 8, k), PTX2C_8(f, 16, k), PTX2C_8(f, 24, k));
#define PTX2C_STEPS(f)                                                                                                 \
    t = v[0];                                                                                                          \
    PTX2C_STEP(f, 1) PTX2C_STEP(f, 2) PTX2C_STEP(f, 4) PTX2C_STEP(f, 8) PTX2C_STEP(f, 16)
#define PTX2C_MOVE_up PTX2C_STEPS(PTX2C_BELOW)
#define PTX2C_MOVE_down PTX2C_STEPS(PTX2C_ABOVE)
#define PTX2C_MOVE_bfly PTX2C_STEPS(PTX2C_ACROSS)
#define PTX2C_IOTA {PTX2C_8(PTX2C_ACROSS, 0, 0), PTX2C_8(PTX2C_ACROSS, 8, 0), PTX2C_8(PTX2C_ACROSS, 16, 0), PTX2C_8(PTX2C_ACROSS, 24, 0)}
#else
/* Lanes k, k + 1, … of v: from two parts that lie side by side. */
#define PTX2C_WINDOW(k)                                                                                                \
    t = __builtin_shuffle(v[(k) % 32 / PTX2C_PART], v[((k) + PTX2C_PART) % 32 / PTX2C_PART], iota + (k) % PTX2C_PART)
#define PTX2C_MOVE_up PTX2C_WINDOW(32 + i * PTX2C_PART - b);
#define PTX2C_MOVE_down PTX2C_WINDOW(i * PTX2C_PART + b);
#define PTX2C_MOVE_bfly t = __builtin_shuffle(v[i ^ b / PTX2C_PART], iota ^ b % PTX2C_PART);
#if PTX2C_PART == 16
#define PTX2C_IOTA {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
#elif PTX2C_PART == 8
#define PTX2C_IOTA {0, 1, 2, 3, 4, 5, 6, 7}
#else
#define PTX2C_IOTA {0, 1, 2, 3}
#endif
#endif

/* All lanes of a value at once: permutations of vectors, then each lane whose source is out of range keeps its own. */
#define PTX2C_SHUFFLE_ALL(mode, in_range, j_from)                                                                      \
    PTX2C_INLINE void ptx2c_shuffle_all_##mode(void *d, const void *a, uint32_t b, uint32_t c)                         \
    {                                                                                                                  \
        const ptx2c_part iota = PTX2C_IOTA;                                                                            \
        const uint32_t seg = c >> 8 & 31, end = c & 31 & ~seg;                                                         \
        ptx2c_part v[32 / PTX2C_PART], r[32 / PTX2C_PART];                                                             \
        for (uint32_t i = 0; i < 32 / PTX2C_PART; i++)                                                                 \
            v[i] = ((const ptx2c_part_at *)a)[i];                                                                      \
        for (uint32_t i = 0; i < 32 / PTX2C_PART; i++) {                                                               \
            const ptx2c_part l = iota + i * PTX2C_PART, most = (l & seg) | end;                                        \
            const ptx2c_part in = (ptx2c_part)(in_range);                                                              \
            ptx2c_part t;                                                                                              \
            PTX2C_MOVE_##mode                                                                                          \
            r[i] = (t & in) | (v[i] & ~in);                                                                            \
        }                                                                                                              \
        for (uint32_t i = 0; i < 32 / PTX2C_PART; i++)                                                                 \
            ((ptx2c_part_at *)d)[i] = r[i];                                                                            \
    }
#define PTX2C_SHUFFLE_ALL_f32(mode, j_from)                                                                                 \
    PTX2C_INLINE void ptx2c_shuffle_all_##mode##_f32(void *d, const void *a, uint32_t b, uint32_t c)                   \
    {                                                                                                                  \
        ptx2c_shuffle_all_##mode(d, a, b, c);                                                                          \
    }
#else
/* Compilers find the permutation of vectors in an assignment of each lane if it leaves none out, so that lanes which keep
 * their own value are seen to later; and if the value's type is the one that lanes computed. */
#if PTX2C_SINGLE /* nor are there vectors */
#define PTX2C_SHUFFLE_OF(name, T, mode, j_from)                                                                        \
    PTX2C_INLINE void ptx2c_shuffle_all_##name(void *d, const void *a, uint32_t b, uint32_t c)                         \
    {                                                                                                                  \
        uint32_t v[32], r[32];                                                                                         \
        memcpy(v, a, sizeof v);                                                                                        \
        PTX2C_UNROLL_LANES                                                                                             \
        for (uint32_t l = 0; l < 32; l++)                                                                              \
            r[l] = v[ptx2c_from_##mode(l, b, c) & 31];                                                                 \
        memcpy(d, r, sizeof r);                                                                                        \
    }
#else
#define PTX2C_SHUFFLE_OF(name, T, mode, j_from)                                                                        \
    PTX2C_INLINE void ptx2c_shuffle_all_##name(void *d, const void *a, uint32_t b, uint32_t c)                         \
    {                                                                                                                  \
        T v[32], r[32];                                                                                                \
        memcpy(v, a, sizeof v);                                                                                        \
        PTX2C_UNROLL_LANES                                                                                             \
        for (uint32_t l = 0; l < 32; l++)                                                                              \
            r[l] = v[(j_from) & 31];                                                                                   \
        PTX2C_SIMD                                                                                                     \
        for (uint32_t l = 0; l < 32; l++)                                                                              \
            r[l] = ptx2c_from_##mode(l, b, c) == ((j_from) & 31) ? r[l] : v[l];                                        \
        memcpy(d, r, sizeof r);                                                                                        \
    }
#endif
#define PTX2C_SHUFFLE_ALL(mode, in_range, j_from) PTX2C_SHUFFLE_OF(mode, uint32_t, mode, j_from)
#define PTX2C_SHUFFLE_ALL_f32(mode, j_from) PTX2C_SHUFFLE_OF(mode##_f32, float, mode, j_from)
#endif
PTX2C_SHUFFLE_ALL(up, (ptx2c_signed_part)(l - b) >= (ptx2c_signed_part)most, l - b)
PTX2C_SHUFFLE_ALL(down, l + b <= most, l + b)
PTX2C_SHUFFLE_ALL(bfly, (l ^ b) <= most, l ^ b)
PTX2C_SHUFFLE_ALL_f32(up, l - b)
PTX2C_SHUFFLE_ALL_f32(down, l + b)
PTX2C_SHUFFLE_ALL_f32(bfly, l ^ b)

PTX2C_INLINE void ptx2c_shuffle_all_idx(void *d, const void *a, uint32_t b, uint32_t c)
{
    uint32_t v[32], r[32];
    memcpy(v, a, sizeof v);
    for (uint32_t l = 0; l < 32; l++)
        r[l] = v[ptx2c_from_idx(l, b, c) & 31];
    memcpy(d, r, sizeof r);
}

PTX2C_INLINE void ptx2c_shuffle_all_idx_f32(void *d, const void *a, uint32_t b, uint32_t c)
{
    ptx2c_shuffle_all_idx(d, a, b, c);
}

/* shfl for a whole warp: d[l] is lane l's result for the values a, 32 words each, or floats; b and c are constants of the
 * instruction, so that nothing but the moves is left where m has all lanes.  Lanes that m leaves out keep d. */
#define PTX2C_SHUFFLE(name, mode)                                                                                      \
    PTX2C_INLINE void ptx2c_shuffle_##name(uint32_t m, void *d, const void *a, uint32_t b, uint32_t c)                 \
    {                                                                                                                  \
        b &= 31;                                                                                                       \
        if (m == 0xffffffff) {                                                                                         \
            ptx2c_shuffle_all_##name(d, a, b, c);                                                                      \
            return;                                                                                                    \
        }                                                                                                              \
        uint32_t v[32];                                                                                                \
        memcpy(v, a, sizeof v);                                                                                        \
        PTX2C_MASKED(m) memcpy((unsigned char *)d + 4 * l, v + (ptx2c_from_##mode(l, b, c) & 31), 4);                  \
    }
PTX2C_SHUFFLE(up, up)
PTX2C_SHUFFLE(down, down)
PTX2C_SHUFFLE(bfly, bfly)
PTX2C_SHUFFLE(idx, idx)
PTX2C_SHUFFLE(up_f32, up)
PTX2C_SHUFFLE(down_f32, down)
PTX2C_SHUFFLE(bfly_f32, bfly)
PTX2C_SHUFFLE(idx_f32, idx)

/* The same for the first lanes that nobody looks at others than: words that lie in a row, mostly. */
#define PTX2C_SHUFFLE_FIRST(mode)                                                                                      \
    PTX2C_INLINE void ptx2c_shuffle_first_##mode(uint32_t m, void *d, const void *a, uint32_t b, uint32_t c, uint32_t lanes) \
    {                                                                                                                  \
        uint32_t r[16];                                                                                                \
        PTX2C_UNROLL_LANES                                                                                             \
        for (uint32_t l = 0; l < lanes; l++)                                                                           \
            memcpy(r + l, (const unsigned char *)a + 4 * (ptx2c_from_##mode(l, b & 31, c) & 31), 4);                   \
        PTX2C_UNROLL_LANES                                                                                             \
        for (uint32_t l = 0; l < lanes; l++)                                                                           \
            if (m == 0xffffffff || (m >> l & 1))                                                                       \
                memcpy((unsigned char *)d + 4 * l, r + l, 4);                                                          \
    }
PTX2C_SHUFFLE_FIRST(up)
PTX2C_SHUFFLE_FIRST(down)
PTX2C_SHUFFLE_FIRST(bfly)
PTX2C_SHUFFLE_FIRST(idx)

/* d is r in the lanes m. */
PTX2C_INLINE void ptx2c_shuffle_put(uint32_t m, void *d, const uint32_t *r)
{
    if (m == 0xffffffff)
        memcpy(d, r, 128);
    else
        PTX2C_MASKED(m) memcpy((unsigned char *)d + 4 * l, r + l, 4);
}

/* The same where b or c is only known at run time: where vectors are not permuted by numbers, lane l's value is number at in what stands at
 * from: the values, three times one behind the other, so that those that lie in a row stay in one.  p, unless it is NULL, takes whether
 * a lane's source is in range. */
#if defined PTX2C_PART && !defined __clang__
#define PTX2C_SHUFFLE_MOVE(mode, begin, at, j_from) ptx2c_shuffle_all_##mode(r, a, b & 31, c)
#elif PTX2C_SINGLE /* where there are no segments, lanes from first on take what lies in a row or at j; the others ask one by one */
#define PTX2C_SHUFFLE_MOVE(mode, begin, at, j_from)                                                                    \
    do {                                                                                                               \
        const unsigned char *const v = (const unsigned char *)a;                                                       \
        const int32_t first = PTX2C_FIRST_##mode, behind = seg ? first : PTX2C_BEHIND_##mode;                          \
        memcpy(r, v, 128);                                                                                             \
        PTX2C_UNROLLED_4 for (int32_t l = first; l < behind; l++) memcpy(r + l, v + 4 * (j_from), 4);                  \
        for (int32_t l = first < behind ? 32 : 0; l < 32; l++) {                                                       \
            const int32_t most = (l & seg) | end, j = j_from;                                                          \
            if (PTX2C_IN_RANGE_##mode)                                                                                 \
                memcpy(r + l, v + 4 * (j & 31), 4);                                                                    \
        }                                                                                                              \
    } while (0)
#if defined __GNUC__ && !defined __clang__
#define PTX2C_UNROLLED_4 _Pragma("GCC unroll 4")
#else
#define PTX2C_UNROLLED_4
#endif
#define PTX2C_FIRST_up (end + by)
#define PTX2C_BEHIND_up 32
#define PTX2C_FIRST_down 0
#define PTX2C_BEHIND_down (end + 1 - by)
#define PTX2C_FIRST_bfly 0
#define PTX2C_BEHIND_bfly (end == 31 ? 32 : 0)
#define PTX2C_FIRST_idx 0
#define PTX2C_BEHIND_idx (by <= end ? 32 : 0)
#else
#define PTX2C_SHUFFLE_MOVE(mode, begin, at, j_from)                                                                    \
    do {                                                                                                               \
        uint32_t v[96];                                                                                                \
        memcpy(v, a, 128);                                                                                             \
        memcpy(v + 32, a, 128);                                                                                        \
        memcpy(v + 64, a, 128);                                                                                        \
        const uint32_t *const from = v + (begin);                                                                      \
        PTX2C_SIMD                                                                                                     \
        for (int32_t l = 0; l < 32; l++) {                                                                             \
            const int32_t most = (l & seg) | end, j = j_from;                                                          \
            const uint32_t x = from[at];                                                                               \
            r[l] = PTX2C_IN_RANGE_##mode ? x : v[l];                                                                   \
        }                                                                                                              \
    } while (0)
#endif
#define PTX2C_IN_RANGE_up j >= most
#define PTX2C_IN_RANGE_down j <= most
#define PTX2C_IN_RANGE_bfly j <= most
#define PTX2C_IN_RANGE_idx j <= most
#define PTX2C_SHUFFLE_BY(mode, begin, at, j_from)                                                                      \
    PTX2C_INLINE void ptx2c_shuffle_by_##mode(uint32_t m, void *d, const void *a, uint32_t b, uint32_t c, bool *p)     \
    {                                                                                                                  \
        const int32_t seg = (int32_t)(c >> 8 & 31), end = (int32_t)(c & 31) & ~seg, by = (int32_t)(b & 31);            \
        uint32_t r[32];                                                                                                \
        PTX2C_SHUFFLE_MOVE(mode, begin, at, j_from);                                                                   \
        ptx2c_shuffle_put(m, d, r);                                                                                    \
        for (int32_t l = 0; p && l < 32; l++) {                                                                        \
            const int32_t most = (l & seg) | end, j = j_from;                                                          \
            p[l] = m >> l & 1 ? PTX2C_IN_RANGE_##mode : p[l];                                                          \
        }                                                                                                              \
    }
PTX2C_SHUFFLE_BY(up, 32 - by, l, l - by)
PTX2C_SHUFFLE_BY(down, by, l, l + by)
PTX2C_SHUFFLE_BY(bfly, 0, j, l ^ by)
PTX2C_SHUFFLE_BY(idx, 0, j, (l & seg) | (by & ~seg))

/* d[l] is the value of lane b[l], 32 words each, or its own where that is out of range. */
PTX2C_INLINE void ptx2c_shuffle_each_idx(uint32_t m, void *d, const void *a, const uint32_t *b, uint32_t c, bool *p)
{
    const uint32_t seg = c >> 8 & 31, end = c & 31 & ~seg;
    uint32_t from[32], r[32];
    PTX2C_SIMD
    for (uint32_t l = 0; l < 32; l++) {
        const uint32_t j = (l & seg) | (b[l] & 31 & ~seg);
        from[l] = l ^ ((l ^ j) & (0u - (uint32_t)(j <= ((l & seg) | end))));
    }
#if defined PTX2C_PART && !defined __clang__ && PTX2C_PART >= 8
    const ptx2c_part_at *const v = (const ptx2c_part_at *)a;
    for (uint32_t i = 0; i < 32 / PTX2C_PART; i++) {
        const ptx2c_part j = ((const ptx2c_part_at *)from)[i];
        ptx2c_part t = __builtin_shuffle((ptx2c_part)v[0], (ptx2c_part)v[1], j);
        for (uint32_t k = 2; k < 32 / PTX2C_PART; k += 2) {
            const ptx2c_part there = (ptx2c_part)(j / PTX2C_PART / 2 == k / 2);
            t = (t & ~there) | (__builtin_shuffle((ptx2c_part)v[k], (ptx2c_part)v[k + 1], j) & there);
        }
        ((ptx2c_part_at *)r)[i] = t;
    }
#else
    uint32_t v[32];
    memcpy(v, a, sizeof v);
    for (uint32_t l = 0; l < 32; l++)
        r[l] = v[from[l] & 31];
#endif
    for (uint32_t l = 0; p && l < 32; l++)
        p[l] = m >> l & 1 ? ((l & seg) | (b[l] & 31 & ~seg)) <= ((l & seg) | end) : p[l];
    ptx2c_shuffle_put(m, d, r); /* which may be b */
}

/* ---- vote -------------------------------------------------------------------------------------------------------- */

/* Bit i of lane i: shifts by the lane's number are no vectors on older machines. */
static const uint32_t ptx2c_lane_bit[32] PTX2C_UNUSED = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,  1u << 8,  1u << 9,  1u << 10,
    1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15, 1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21,
    1u << 22, 1u << 23, 1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31,
};

PTX2C_INLINE void ptx2c_vote_put(ptx2c_warp *w, uint32_t l, bool a)
{
    w->x32[l] = 0u - (uint32_t)a;
}

/* The bits of the participating lanes; gathered once, as pred[1] tells, into pred[0]. */
PTX2C_INLINE uint32_t ptx2c_vote_bits(ptx2c_warp *w)
{
    if (!w->pred[1]) {
        uint32_t r = 0;
        for (uint32_t i = 0; i < 32; i++)
            r |= w->x32[i] & ptx2c_lane_bit[i];
        w->pred[0] = r & w->active;
        w->pred[1] = 1;
    }
    return w->pred[0];
}

PTX2C_INLINE uint32_t ptx2c_vote_ballot(ptx2c_warp *w, uint32_t m)
{
    return ptx2c_vote_bits(w) & m;
}

PTX2C_INLINE bool ptx2c_vote_any(ptx2c_warp *w, uint32_t m)
{
    return ptx2c_vote_ballot(w, m) != 0;
}

PTX2C_INLINE bool ptx2c_vote_all(ptx2c_warp *w, uint32_t m)
{
    return (~ptx2c_vote_bits(w) & w->active & m) == 0;
}

PTX2C_INLINE bool ptx2c_vote_uni(ptx2c_warp *w, uint32_t m)
{
    return !ptx2c_vote_any(w, m) || ptx2c_vote_all(w, m);
}

#if defined __GNUC__ && !defined __TINYC__ && defined __SSE2__ /* the highest bit of each byte in an instruction */
typedef char ptx2c_bytes16 __attribute__((vector_size(16)));
typedef char ptx2c_bytes16_at __attribute__((vector_size(16), aligned(1), may_alias));
#if defined __AVX2__
typedef char ptx2c_bytes32 __attribute__((vector_size(32)));
typedef char ptx2c_bytes32_at __attribute__((vector_size(32), aligned(1), may_alias));
#endif
#endif
/* Those of the lanes m, at least one, for which p is true, a byte each, 0 or 1; whether it is for any, for all, for all or none. */
PTX2C_INLINE uint32_t ptx2c_ballot(uint32_t m, const void *p)
{
#if defined __GNUC__ && !defined __TINYC__ && defined __AVX2__
    const ptx2c_bytes32 x = *(const ptx2c_bytes32_at *)p;
    return ~(uint32_t)__builtin_ia32_pmovmskb256((ptx2c_bytes32)(x == 0)) & m;
#elif defined __GNUC__ && !defined __TINYC__ && defined __SSE2__
    const ptx2c_bytes16 x = *(const ptx2c_bytes16_at *)p, y = *((const ptx2c_bytes16_at *)p + 1);
    return ~((uint32_t)__builtin_ia32_pmovmskb128((ptx2c_bytes16)(y == 0)) << 16 |
             (uint32_t)__builtin_ia32_pmovmskb128((ptx2c_bytes16)(x == 0))) & m;
#else
    uint32_t r = 0;
    const bool aligned = PTX2C_ALIGNED && (uintptr_t)p % 8 == 0; /* a state's arrays are; what may not be is copied byte by byte */
    for (uint32_t i = 0; i < 32; i += 8) {
        uint64_t x; /* a byte a lane; the product has the first one's bit in its bit 56, and so on: no two meet elsewhere */
        if (aligned)
            x = ptx2c_ld_u64((const uint8_t *)p + i);
        else
            memcpy(&x, (const uint8_t *)p + i, sizeof x);
#if PTX2C_BIG_ENDIAN
        x = (x & 0x0101010101010101u) * 0x8040201008040201u;
#else
        x = (x & 0x0101010101010101u) * 0x0102040810204080u;
#endif
        r |= (uint32_t)(x >> 56) << i;
    }
    return r & m;
#endif
}
PTX2C_INLINE bool ptx2c_lanes_any(uint32_t m, const void *p) { return ptx2c_ballot(m, p) != 0; }
PTX2C_INLINE bool ptx2c_lanes_all(uint32_t m, const void *p) { return ptx2c_ballot(m, p) == m; }
PTX2C_INLINE bool ptx2c_lanes_uni(uint32_t m, const void *p) { return !ptx2c_lanes_any(m, p) || ptx2c_lanes_all(m, p); }

/* ---- match ------------------------------------------------------------------------------------------------------- */

PTX2C_INLINE void ptx2c_match_put_b32(ptx2c_warp *w, uint32_t l, uint32_t a)
{
    w->x32[l] = a;
}

PTX2C_INLINE void ptx2c_match_put_b64(ptx2c_warp *w, uint32_t l, uint64_t a)
{
    w->x32[l] = (uint32_t)a;
    w->high[l] = (uint32_t)(a >> 32);
}

/* Of each participating lane those that put the same value, 32 numbers side by side: into high. */
static PTX2C_NOINLINE void ptx2c_match_find_b32(ptx2c_warp *w)
{
    uint32_t same[32] = {0};
    for (uint32_t i = 0; i < 32; i++) {
        const uint32_t own = w->x32[i], bit = ptx2c_lane_bit[i];
        for (uint32_t l = 0; l < 32; l++)
            same[l] |= (0u - (uint32_t)(w->x32[l] == own)) & bit;
    }
    for (uint32_t l = 0; l < 32; l++) {
        const uint32_t on = 0u - (uint32_t)((w->active & ptx2c_lane_bit[l]) != 0);
        w->high[l] = (same[l] & w->active & on) | (w->high[l] & ~on); /* others may wait with theirs */
    }
    w->pred[1] = 1;
}

/* The participating lanes of the mask that put the same value as lane l; found once for all, as pred[1] tells, unless others take
 * part in something else meanwhile: high and pred[1] may be theirs. */
PTX2C_INLINE uint32_t ptx2c_match_any_b32(ptx2c_warp *w, uint32_t l, uint32_t m)
{
    if (w->active & ~m) {
        uint32_t same = 0;
        for (uint32_t i = 0; i < 32; i++)
            same |= (0u - (uint32_t)(w->x32[i] == w->x32[l])) & ptx2c_lane_bit[i];
        return same & m & w->active;
    }
    if (!w->pred[1])
        ptx2c_match_find_b32(w);
    return w->high[l] & m;
}

PTX2C_INLINE uint32_t ptx2c_match_any_b64(const ptx2c_warp *w, uint32_t l, uint32_t m)
{
    uint32_t same = 0;
    for (uint32_t i = 0; i < 32; i++)
        same |= (0u - (uint32_t)(w->x32[i] == w->x32[l] && w->high[i] == w->high[l])) & ptx2c_lane_bit[i];
    return same & m & w->active;
}

/* All those lanes when they put the same value, else 0; *p, unless NULL, tells which. */
#define PTX2C_MATCH_ALL(T)                                                                                             \
    PTX2C_INLINE uint32_t ptx2c_match_all_##T##_p(ptx2c_warp *w, uint32_t l, uint32_t m, bool *p)                      \
    {                                                                                                                  \
        uint32_t same = ptx2c_match_any_##T(w, l, m);                                                                  \
        bool all = same == (m & w->active);                                                                            \
        if (p)                                                                                                         \
            *p = all;                                                                                                  \
        return all ? same : 0;                                                                                         \
    }                                                                                                                  \
    PTX2C_INLINE uint32_t ptx2c_match_all_##T(ptx2c_warp *w, uint32_t l, uint32_t m)                                   \
    {                                                                                                                  \
        return ptx2c_match_all_##T##_p(w, l, m, NULL);                                                                 \
    }

PTX2C_MATCH_ALL(b32)
PTX2C_MATCH_ALL(b64)

/* ---- redux ------------------------------------------------------------------------------------------------------- */

/* The result for the mask pred[3] is remembered in pred[2]: mostly all lanes have the same mask. */
PTX2C_INLINE void ptx2c_redux_put(ptx2c_warp *w, uint32_t l, uint32_t a)
{
    w->x32[l] = a;
}

/* Over the participating lanes of the mask: none of them changes the result where its value is replaced by none. */
#define PTX2C_REDUX(name, none, step)                                                                                  \
    static PTX2C_NOINLINE uint32_t ptx2c_redux_all_##name(const ptx2c_warp *w, uint32_t m)                             \
    {                                                                                                                  \
        uint32_t r = none;                                                                                             \
        for (uint32_t i = 0; i < 32; i++) {                                                                            \
            uint32_t in = 0u - (m >> i & 1), a = (w->x32[i] & in) | ((none) & ~in);                                    \
            r = step;                                                                                                  \
        }                                                                                                              \
        return r;                                                                                                      \
    }                                                                                                                  \
    PTX2C_INLINE uint32_t ptx2c_redux_##name(ptx2c_warp *w, uint32_t m)                                                \
    {                                                                                                                  \
        if (w->pred[3] != m) {                                                                                         \
            w->pred[2] = ptx2c_redux_all_##name(w, m & w->active);                                                     \
            w->pred[3] = m;                                                                                            \
        }                                                                                                              \
        return w->pred[2];                                                                                             \
    }

PTX2C_REDUX(add_u32, 0u, r + a)
PTX2C_REDUX(add_s32, 0u, r + a)
PTX2C_REDUX(and_b32, ~0u, r & a)
PTX2C_REDUX(or_b32, 0u, r | a)
PTX2C_REDUX(xor_b32, 0u, r ^ a)
PTX2C_REDUX(min_u32, ~0u, a < r ? a : r)
PTX2C_REDUX(max_u32, 0u, a > r ? a : r)
PTX2C_REDUX(min_s32, 0x7fffffffu, (int32_t)a < (int32_t)r ? a : r)
PTX2C_REDUX(max_s32, 0x80000000u, (int32_t)a > (int32_t)r ? a : r)

/* A float's bits as a number that sorts like the float, -0 below +0; NaNs lie above +inf or below -inf. */
PTX2C_INLINE int32_t ptx2c_sortable(uint32_t a)
{
    return (int32_t)(a ^ ((0u - (a >> 31)) & 0x7fffffffu));
}

/* max: the greatest, else the least.  abs: of magnitudes.  nan: a NaN among them makes the result NaN; without, NaNs do
 * not count unless there is nothing else. */
static PTX2C_NOINLINE uint32_t ptx2c_redux_all_f32(const ptx2c_warp *w, uint32_t m, bool max, bool abs, bool nan)
{
    uint32_t best = 0x7fffffff;
    bool none = true;
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t a = abs ? w->x32[i] & 0x7fffffffu : w->x32[i];
        if (!(m >> i & 1))
            continue;
        if ((a & 0x7fffffffu) > 0x7f800000u) {
            if (nan)
                return 0x7fffffff;
            continue;
        }
        if (none || (max ? ptx2c_sortable(a) > ptx2c_sortable(best) : ptx2c_sortable(a) < ptx2c_sortable(best)))
            best = a;
        none = false;
    }
    return best;
}

PTX2C_INLINE float ptx2c_redux_f32(ptx2c_warp *w, uint32_t m, bool max, bool abs, bool nan)
{
    if (w->pred[3] != m) {
        w->pred[2] = ptx2c_redux_all_f32(w, m & w->active, max, abs, nan);
        w->pred[3] = m;
    }
    return ptx2c_f32_of(w->pred[2]);
}

#define PTX2C_REDUX_F32(op, max)                                                                                       \
    PTX2C_INLINE float ptx2c_redux_##op##_f32(ptx2c_warp *w, uint32_t m)                                               \
    {                                                                                                                  \
        return ptx2c_redux_f32(w, m, max, false, false);                                                               \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_redux_##op##_abs_f32(ptx2c_warp *w, uint32_t m)                                           \
    {                                                                                                                  \
        return ptx2c_redux_f32(w, m, max, true, false);                                                                \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_redux_##op##_NaN_f32(ptx2c_warp *w, uint32_t m)                                           \
    {                                                                                                                  \
        return ptx2c_redux_f32(w, m, max, false, true);                                                                \
    }                                                                                                                  \
    PTX2C_INLINE float ptx2c_redux_##op##_abs_NaN_f32(ptx2c_warp *w, uint32_t m)                                       \
    {                                                                                                                  \
        return ptx2c_redux_f32(w, m, max, true, true);                                                                 \
    }

PTX2C_REDUX_F32(min, false)
PTX2C_REDUX_F32(max, true)

/* ---- the others -------------------------------------------------------------------------------------------------- */

/* bar.warp.sync, and collectives without a value: the cut between put and get is all they need. */
PTX2C_INLINE void ptx2c_warp_sync(const ptx2c_warp *w)
{
    (void)w;
}

/* The lowest participating lane of the mask. */
PTX2C_INLINE uint32_t ptx2c_elect(const ptx2c_warp *w, uint32_t m)
{
    return ptx2c_lowest(m & w->active);
}

#endif
