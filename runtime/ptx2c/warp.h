/* warp.h: collectives of a warp (manual 9.7.9.5-6, 9.7.13.2, 9.7.13.8-14).
 *
 * Each executing lane first puts its value into the warp's exchange area; when all have, each lane gets its result.
 * w->active tells the lanes that take part.  A lane that its member mask names but that is not among them has exited
 * (or the program is wrong): it is not waited for.  Lanes with different masks may run the same collective at once:
 * each only looks at the lanes of its own mask. */
#ifndef PTX2C_WARP_H
#define PTX2C_WARP_H

#include "cta.h"

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

/* The same for a whole warp: d[l] is lane l's result for the values a, 32 words each; b and c are constants of the
 * instruction, and where m has all lanes the moves become permutations of vectors.  Lanes that m leaves out keep d. */
#if defined __GNUC__ && (defined __clang__ || __GNUC__ >= 12)
typedef uint32_t ptx2c_v8 __attribute__((vector_size(32)));
#define PTX2C_PICK8(i0, i1, i2, i3, i4, i5, i6, i7) r = __builtin_shufflevector(x, y, i0, i1, i2, i3, i4, i5, i6, i7)

/* d[0..7] = elements k..k+7 of x[0..7], y[0..7]; k < 8. */
PTX2C_INLINE void ptx2c_window8(uint32_t *d, const uint32_t *at_x, const uint32_t *at_y, uint32_t k)
{
    ptx2c_v8 x, y, r;
    memcpy(&x, at_x, sizeof x);
    memcpy(&y, at_y, sizeof y);
    switch (k) {
    case 1: PTX2C_PICK8(1, 2, 3, 4, 5, 6, 7, 8); break;
    case 2: PTX2C_PICK8(2, 3, 4, 5, 6, 7, 8, 9); break;
    case 3: PTX2C_PICK8(3, 4, 5, 6, 7, 8, 9, 10); break;
    case 4: PTX2C_PICK8(4, 5, 6, 7, 8, 9, 10, 11); break;
    case 5: PTX2C_PICK8(5, 6, 7, 8, 9, 10, 11, 12); break;
    case 6: PTX2C_PICK8(6, 7, 8, 9, 10, 11, 12, 13); break;
    case 7: PTX2C_PICK8(7, 8, 9, 10, 11, 12, 13, 14); break;
    default: r = x;
    }
    memcpy(d, &r, sizeof r);
}

/* d[i] = x[i ^ k], 8 elements; k < 8. */
PTX2C_INLINE void ptx2c_xor8(uint32_t *d, const uint32_t *at, uint32_t k)
{
    ptx2c_v8 x, y, r;
    memcpy(&x, at, sizeof x);
    y = x;
    switch (k) {
    case 1: PTX2C_PICK8(1, 0, 3, 2, 5, 4, 7, 6); break;
    case 2: PTX2C_PICK8(2, 3, 0, 1, 6, 7, 4, 5); break;
    case 3: PTX2C_PICK8(3, 2, 1, 0, 7, 6, 5, 4); break;
    case 4: PTX2C_PICK8(4, 5, 6, 7, 0, 1, 2, 3); break;
    case 5: PTX2C_PICK8(5, 4, 7, 6, 1, 0, 3, 2); break;
    case 6: PTX2C_PICK8(6, 7, 4, 5, 2, 3, 0, 1); break;
    case 7: PTX2C_PICK8(7, 6, 5, 4, 3, 2, 1, 0); break;
    default: r = x;
    }
    memcpy(d, &r, sizeof r);
}
#undef PTX2C_PICK8

PTX2C_INLINE void ptx2c_move_up(uint32_t *t, const uint32_t *a, uint32_t b)
{
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t from = 32 + 8 * i - b; /* so far below the first lane that it stays positive */
        ptx2c_window8(t + 8 * i, a + (from / 8 + 4) % 8 % 4 * 8, a + (from / 8 + 5) % 8 % 4 * 8, from % 8);
    }
}

PTX2C_INLINE void ptx2c_move_down(uint32_t *t, const uint32_t *a, uint32_t b)
{
    for (uint32_t i = 0; i < 4; i++)
        ptx2c_window8(t + 8 * i, a + (i + b / 8) % 4 * 8, a + (i + b / 8 + 1) % 4 * 8, b % 8);
}

PTX2C_INLINE void ptx2c_move_bfly(uint32_t *t, const uint32_t *a, uint32_t b)
{
    for (uint32_t i = 0; i < 4; i++)
        ptx2c_xor8(t + 8 * i, a + (i ^ b / 8) * 8, b % 8);
}
#define PTX2C_MOVE(mode) ptx2c_move_##mode(t, v, b)
#else
#define PTX2C_MOVE(mode) \
    for (uint32_t l = 0; l < 32; l++) t[l] = v[ptx2c_from_##mode(l, b, c) & 31]
#endif

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

#define PTX2C_SHUFFLE(mode, MOVE)                                                                                      \
    PTX2C_INLINE void ptx2c_shuffle_##mode(uint32_t m, void *d, const void *a, uint32_t b, uint32_t c)                 \
    {                                                                                                                  \
        uint32_t v[32], t[32], r[32];                                                                                  \
        memcpy(v, a, sizeof v);                                                                                        \
        b &= 31;                                                                                                       \
        if (m == 0xffffffff) {                                                                                         \
            MOVE;                                                                                                      \
            for (uint32_t l = 0; l < 32; l++)                                                                          \
                r[l] = ptx2c_from_##mode(l, b, c) != l ? t[l] : v[l];                                                  \
            memcpy(d, r, sizeof r);                                                                                    \
            return;                                                                                                    \
        }                                                                                                              \
        PTX2C_MASKED(m) memcpy((unsigned char *)d + 4 * l, v + (ptx2c_from_##mode(l, b, c) & 31), 4);                  \
    }
PTX2C_SHUFFLE(up, PTX2C_MOVE(up))
PTX2C_SHUFFLE(down, PTX2C_MOVE(down))
PTX2C_SHUFFLE(bfly, PTX2C_MOVE(bfly))
PTX2C_SHUFFLE(idx, for (uint32_t l = 0; l < 32; l++) t[l] = v[ptx2c_from_idx(l, b, c) & 31])

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
    w->pred[1] = 0;
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

/* ---- match ------------------------------------------------------------------------------------------------------- */

PTX2C_INLINE void ptx2c_match_put_b32(ptx2c_warp *w, uint32_t l, uint32_t a)
{
    w->x32[l] = a;
}

PTX2C_INLINE void ptx2c_match_put_b64(ptx2c_warp *w, uint32_t l, uint64_t a)
{
    w->x[l] = a;
}

/* The participating lanes of the mask that put the same value as lane l. */
PTX2C_INLINE uint32_t ptx2c_match_any_b32(const ptx2c_warp *w, uint32_t l, uint32_t m)
{
    uint32_t same = 0;
    for (uint32_t i = 0; i < 32; i++)
        same |= (0u - (uint32_t)(w->x32[i] == w->x32[l])) & ptx2c_lane_bit[i];
    return same & m & w->active;
}

PTX2C_INLINE uint32_t ptx2c_match_any_b64(const ptx2c_warp *w, uint32_t l, uint32_t m)
{
    uint32_t same = 0;
    for (uint32_t i = 0; i < 32; i++)
        same |= (0u - (uint32_t)(w->x[i] == w->x[l])) & ptx2c_lane_bit[i];
    return same & m & w->active;
}

/* All those lanes when they put the same value, else 0; *p, unless NULL, tells which. */
#define PTX2C_MATCH_ALL(T)                                                                                             \
    PTX2C_INLINE uint32_t ptx2c_match_all_##T##_p(const ptx2c_warp *w, uint32_t l, uint32_t m, bool *p)                \
    {                                                                                                                  \
        uint32_t same = ptx2c_match_any_##T(w, l, m);                                                                  \
        bool all = same == (m & w->active);                                                                            \
        if (p)                                                                                                         \
            *p = all;                                                                                                  \
        return all ? same : 0;                                                                                         \
    }                                                                                                                  \
    PTX2C_INLINE uint32_t ptx2c_match_all_##T(const ptx2c_warp *w, uint32_t l, uint32_t m)                             \
    {                                                                                                                  \
        return ptx2c_match_all_##T##_p(w, l, m, NULL);                                                                 \
    }

PTX2C_MATCH_ALL(b32)
PTX2C_MATCH_ALL(b64)

/* ---- redux ------------------------------------------------------------------------------------------------------- */

/* The result for the mask pred[1] is remembered in pred[2]: mostly all lanes have the same mask. */
PTX2C_INLINE void ptx2c_redux_put(ptx2c_warp *w, uint32_t l, uint32_t a)
{
    w->x32[l] = a;
    w->pred[1] = 0;
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
        if (w->pred[1] != m) {                                                                                         \
            w->pred[2] = ptx2c_redux_all_##name(w, m & w->active);                                                     \
            w->pred[1] = m;                                                                                            \
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
    if (w->pred[1] != m) {
        w->pred[2] = ptx2c_redux_all_f32(w, m & w->active, max, abs, nan);
        w->pred[1] = m;
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
