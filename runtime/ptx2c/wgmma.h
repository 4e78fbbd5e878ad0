/* wgmma.h: wgmma.mma_async (manual 9.7.16), with the arithmetic of matrix.h and sparse.h.
 *
 * Each of a warpgroup's four warps computes the 16 rows of D that its lanes hold, at once, when it comes to the
 * instruction: they depend on its own registers and on shared memory alone.  At wgmma.wait_group, whose number of groups
 * makes no difference, the warps wait for each other (sched.h): none writes where others still have to read.  D is read
 * and written in the arrays that hold the lanes' registers.  Where scale-d is false the sum begins at +0.  A negated
 * operand has its elements negated. */
#ifndef PTX2C_WGMMA_H
#define PTX2C_WGMMA_H

#include "shared_matrix.h"
#include "sparse.h"

/* What the instruction's operands say. */
enum {
    PTX2C_WGMMA_ADD = 1, /* scale-d */
    PTX2C_WGMMA_NEGATE_A = 2, PTX2C_WGMMA_NEGATE_B = 4,
    PTX2C_WGMMA_TRANS_A = 8, PTX2C_WGMMA_TRANS_B = 16,
    PTX2C_WGMMA_MEMORY = 32 /* A is in shared memory */
};

PTX2C_INLINE uint32_t ptx2c_wgmma_how(bool memory, bool add, int32_t na, int32_t nb, uint32_t ta, uint32_t tb)
{
    return (uint32_t)add + (na < 0) * (uint32_t)PTX2C_WGMMA_NEGATE_A + (nb < 0) * (uint32_t)PTX2C_WGMMA_NEGATE_B +
           ta * PTX2C_WGMMA_TRANS_A + tb * PTX2C_WGMMA_TRANS_B + memory * (uint32_t)PTX2C_WGMMA_MEMORY;
}

/* ---- matrices in shared memory (manual 9.7.16.5.1.2) ------------------------------------------------------------- */

/* A descriptor.  Matrices consist of pieces of 16 bytes, as many side by side as the swizzle's width holds. */
typedef struct ptx2c_tile {
    const unsigned char *shared;
    uint32_t start, leading, stride, base, wide;
} ptx2c_tile;

PTX2C_INLINE ptx2c_tile ptx2c_tile_of(const unsigned char *shared, uint64_t d)
{
    const uint32_t mode = (uint32_t)(d >> 62);
    ptx2c_tile t = {shared, (uint32_t)(d & 0x3fff) << 4, (uint32_t)(d >> 16 & 0x3fff) << 4,
                    (uint32_t)(d >> 32 & 0x3fff) << 4, (uint32_t)(d >> 49 & 7), mode ? 16u >> mode : 1};
    return t;
}

/* The piece at a distance from the start: the swizzle exchanges pieces within 128 bytes by bits 7 to 9 of the address,
 * counted from where its pattern begins. */
PTX2C_INLINE const unsigned char *ptx2c_tile_piece(const ptx2c_tile *t, uint32_t distance)
{
    const uint32_t at = t->start + distance;
    return t->shared + ((at ^ (((at >> 7) - t->base) & (t->wide - 1)) << 4) & 0x3ffff);
}

/* Along k: pieces of k for rows (of A; columns of B) first, first + 1, … n in all, one row behind the other. */
PTX2C_INLINE void ptx2c_tile_along(unsigned char *to, const ptx2c_tile *t, uint32_t first, uint32_t n, uint32_t pieces)
{
    for (uint32_t i = first; i < first + n; i++)
        for (uint32_t q = 0; q < pieces; q++, to += 16) {
            const uint32_t row = i % 8 * 16 * t->wide + i / 8 * t->stride;
            ptx2c_unit_get(to, ptx2c_tile_piece(t, row + q % t->wide * 16 + q / t->wide * t->leading));
        }
}

/* Across: pieces first, first + 1, … of eight rows (columns), for each of steps k, one k behind the other. */
PTX2C_INLINE void ptx2c_tile_across(unsigned char *to, const ptx2c_tile *t, uint32_t first, uint32_t pieces,
                                    uint32_t steps)
{
    const uint32_t leading = t->wide == 1 ? t->stride : t->leading, stride = t->wide == 1 ? t->leading : t->stride;
    for (uint32_t k = 0; k < steps; k++)
        for (uint32_t p = first; p < first + pieces; p++, to += 16) {
            const uint32_t row = k % 8 * 16 * t->wide + k / 8 * stride;
            ptx2c_unit_get(to, ptx2c_tile_piece(t, row + p % t->wide * 16 + p / t->wide * leading));
        }
}

/* ---- multiplicands ----------------------------------------------------------------------------------------------- */

enum { PTX2C_WGMMA_BYTES = 256 * 64 }; /* of the largest B */

/* Element i of a matrix as it lies in memory. */
PTX2C_INLINE uint32_t ptx2c_raw(const unsigned char *m, uint32_t i, ptx2c_el el)
{
    const uint32_t per = ptx2c_per_register(el);
    return per == 4 ? m[i] : per == 2 ? ptx2c_ld_u16(m + 2 * i) : ptx2c_ld_u32(m + 4 * i);
}

PTX2C_INLINE void ptx2c_raw_float(float *to, const unsigned char *m, uint32_t n, ptx2c_el el, bool negate)
{
    const uint32_t sign = (uint32_t)negate << 31;
    for (uint32_t i = 0; i < n; i++)
        to[i] = ptx2c_f32_of(ptx2c_bits_f32(ptx2c_float_of(ptx2c_raw(m, i, el), 0, el)) ^ sign);
}

PTX2C_INLINE void ptx2c_raw_integer(uint32_t *to, const unsigned char *m, uint32_t n, ptx2c_el el, bool negate)
{
    (void)negate;
    for (uint32_t i = 0; i < n; i++)
        to[i] = ptx2c_integer_of(ptx2c_raw(m, i, el), 0, el);
}

PTX2C_INLINE uint32_t ptx2c_first_lane(uint32_t active)
{
    uint32_t l = 0;
    while (l < 31 && !(active >> l & 1))
        l++;
    return l;
}

/* x[k][i]: the warp's 16 rows of A, k elements of each.
 * y: n columns of B with k elements each, those of a column side by side; or, where it is transposed, those of a k. */
#define PTX2C_WGMMA_OPERANDS(NAME, T)                                                                                  \
    PTX2C_INLINE void ptx2c_wgmma_a_##NAME(T (*x)[16], const ptx2c_warp *w, const unsigned char *shared, ptx2c_el el)  \
    {                                                                                                                  \
        const ptx2c_matrix *f = &w->matrix;                                                                            \
        const uint32_t lead = ptx2c_first_lane(w->active), how = f->how[lead], k = 8 * ptx2c_terms(el);                \
        unsigned char raw[16 * 32];                                                                                    \
        T v[16 * 32];                                                                                                  \
        if (!(how & PTX2C_WGMMA_MEMORY)) {                                                                             \
            void *const a[] = {(void *)f->a.u[0], (void *)f->a.u[1], (void *)f->a.u[2], (void *)f->a.u[3]};             \
            ptx2c_spread_##NAME(x, a, 2, 0, 2, el);                                                                    \
            ptx2c_spread_##NAME(x, a, 2, 1, 2, el);                                                                    \
            for (uint32_t q = 0; q < k && how & PTX2C_WGMMA_NEGATE_A; q++)                                             \
                for (uint32_t i = 0; i < 16; i++)                                                                      \
                    x[q][i] = 0 - x[q][i];                                                                             \
            return;                                                                                                    \
        }                                                                                                              \
        const ptx2c_tile t = ptx2c_tile_of(shared, f->tile[0][lead]);                                                  \
        const bool across = how & PTX2C_WGMMA_TRANS_A;                                                                 \
        if (across)                                                                                                    \
            ptx2c_tile_across(raw, &t, 2 * (w->index & 3), 2, k);                                                      \
        else                                                                                                           \
            ptx2c_tile_along(raw, &t, 16 * (w->index & 3), 16, 2);                                                     \
        ptx2c_raw_##NAME(v, raw, 16 * k, el, how & PTX2C_WGMMA_NEGATE_A);                                              \
        for (uint32_t q = 0; q < k; q++)                                                                               \
            for (uint32_t i = 0; i < 16; i++)                                                                          \
                x[q][i] = across ? v[16 * q + i] : v[k * i + q];                                                       \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_wgmma_b_##NAME(T *y, const ptx2c_warp *w, const unsigned char *shared, uint32_t n,         \
                                           uint32_t k, ptx2c_el el)                                                    \
    {                                                                                                                  \
        const ptx2c_matrix *f = &w->matrix;                                                                            \
        const uint32_t lead = ptx2c_first_lane(w->active), how = f->how[lead];                                         \
        unsigned char raw[PTX2C_WGMMA_BYTES];                                                                          \
        const ptx2c_tile t = ptx2c_tile_of(shared, f->tile[1][lead]);                                                  \
        if (how & PTX2C_WGMMA_TRANS_B)                                                                                 \
            ptx2c_tile_across(raw, &t, 0, n / 8, k);                                                                   \
        else                                                                                                           \
            ptx2c_tile_along(raw, &t, 0, n, k / (4 * ptx2c_terms(el)));                                                \
        ptx2c_raw_##NAME(y, raw, n * k, el, how & PTX2C_WGMMA_NEGATE_B);                                               \
    }
PTX2C_WGMMA_OPERANDS(float, float)
PTX2C_WGMMA_OPERANDS(integer, uint32_t)

/* ---- D ----------------------------------------------------------------------------------------------------------- */

/* D as acc[column][row]; n: its columns. */
PTX2C_INLINE void ptx2c_wgmma_c_float(float (*acc)[16], void *const *d, uint32_t n, ptx2c_el el, bool add)
{
    if (!add) {
        memset(acc, 0, n * sizeof *acc);
        return;
    }
    for (uint32_t j = 0; j < n; j += 8)
        for (uint32_t h = 0; h < 2; h++)
            for (uint32_t i = 0; i < 2; i++) {
                if (el == ptx2c_el_f16) {
                    uint32_t v[32];
                    float f[32];
                    memcpy(v, d[j / 4 + h], sizeof v);
                    for (uint32_t l = 0; l < 32; l++)
                        f[l] = ptx2c_float_of(v[l], i, el);
                    ptx2c_quads(&acc[j + i][8 * h], 32, f);
                } else {
                    ptx2c_quads(&acc[j + i][8 * h], 32, d[j / 2 + 2 * h + i]);
                }
            }
}

PTX2C_INLINE void ptx2c_wgmma_d_float(void *const *d, float (*acc)[16], uint32_t n, ptx2c_el el, uint32_t active)
{
    for (uint32_t j = 0; j < n; j += 8)
        for (uint32_t h = 0; h < 2; h++) {
            float v[2][32];
            for (uint32_t i = 0; i < 2; i++)
                ptx2c_unquads(v[i], &acc[j + i][8 * h], 32);
            if (el == ptx2c_el_f16) {
                uint32_t u[32];
                for (uint32_t l = 0; l < 32; l++)
                    u[l] = ptx2c_join16(ptx2c_cvt_rn_f16_f32(v[0][l]), ptx2c_cvt_rn_f16_f32(v[1][l]));
                ptx2c_give(d[j / 4 + h], u, sizeof(uint32_t), active);
                continue;
            }
            for (uint32_t i = 0; i < 2; i++) {
                for (uint32_t l = 0; l < 32; l++)
                    v[i][l] = ptx2c_canonical_f32(v[i][l]);
                ptx2c_give(d[j / 2 + 2 * h + i], v[i], sizeof(uint32_t), active);
            }
        }
}

/* Adds the sums to D, or puts them there. */
PTX2C_INLINE void ptx2c_wgmma_d_integer(void *const *d, uint32_t (*acc)[16], uint32_t n, ptx2c_overflow over, bool add,
                                        uint32_t active)
{
    for (uint32_t j = 0; j < n; j += 8)
        for (uint32_t r = 0; r < 4; r++) {
            uint32_t v[32], was[32] = {0};
            ptx2c_unquads(v, &acc[j + r % 2][8 * (r / 2)], 32);
            if (add)
                memcpy(was, d[j / 2 + r], sizeof was);
            for (uint32_t l = 0; l < 32; l++)
                v[l] = ptx2c_accumulate(was[l], v[l], over);
            ptx2c_give(d[j / 2 + r], v, sizeof(uint32_t), active);
        }
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

/* n: columns of D; d: the arrays of its registers. */
PTX2C_INLINE void ptx2c_wgmma_float(const ptx2c_warp *w, const unsigned char *shared, void *const *d, uint32_t n,
                                    ptx2c_el a, ptx2c_el b, ptx2c_el c)
{
    const uint32_t k = 8 * ptx2c_per_register(b);
    _Alignas(PTX2C_LINE) float x[32][16], y[PTX2C_WGMMA_BYTES / 2], acc[256][16];
    if (!w->active)
        return;
    const uint32_t how = w->matrix.how[ptx2c_first_lane(w->active)];
    const bool across = how & PTX2C_WGMMA_TRANS_B;
    ptx2c_wgmma_a_float(x, w, shared, a);
    ptx2c_wgmma_b_float(y, w, shared, n, k, b);
    ptx2c_wgmma_c_float(acc, d, n, c, how & PTX2C_WGMMA_ADD);
    ptx2c_sum_float(acc[0], x[0], y, 16, n, across ? 1 : k, across ? n : 1, k);
    ptx2c_wgmma_d_float(d, acc, n, c, w->active);
}

PTX2C_INLINE void ptx2c_wgmma_integer(const ptx2c_warp *w, const unsigned char *shared, void *const *d, uint32_t n,
                                      ptx2c_el a, ptx2c_el b, ptx2c_overflow over)
{
    const uint32_t k = 8 * ptx2c_terms(b);
    _Alignas(PTX2C_LINE) uint32_t x[32][16], y[PTX2C_WGMMA_BYTES / 2], acc[256][16] = {{0}};
    if (!w->active)
        return;
    const uint32_t how = w->matrix.how[ptx2c_first_lane(w->active)];
    ptx2c_wgmma_a_integer(x, w, shared, a);
    ptx2c_wgmma_b_integer(y, w, shared, n, k, b);
    if (b != ptx2c_el_b1)
        ptx2c_sum_integer(acc[0], x[0], y, 16, n, k, 1, k);
    for (uint32_t j = 0; j < n && b == ptx2c_el_b1; j++)
        for (uint32_t q = 0; q < k; q++)
            for (uint32_t i = 0; i < 16; i++)
                acc[j][i] += ptx2c_bits_set(x[q][i] & y[k * j + q]);
    ptx2c_wgmma_d_integer(d, acc, n, over, how & PTX2C_WGMMA_ADD, w->active);
}

/* acc[j][i] += x[q][i] * y(j, column of A that x[q][i] has), q ascending, for the 16 rows i and n columns j; k columns
 * of A, of which half are there. */
#define PTX2C_WGMMA_SPARSE(NAME, T)                                                                                    \
    PTX2C_INLINE void ptx2c_wgmma_sum_sparse_##NAME(T (*acc)[16], const ptx2c_matrix *f, T (*x)[16], const T *y,       \
                                                    uint32_t n, uint32_t k, bool across, ptx2c_el a)                   \
    {                                                                                                                  \
        T z[PTX2C_WGMMA_BYTES]; /* [k][j] */                                                                           \
        for (uint32_t j = 0; j < n && !across; j++)                                                                    \
            for (uint32_t q = 0; q < k; q++)                                                                           \
                z[n * q + j] = y[k * j + q];                                                                           \
        for (uint32_t i = 0; i < 16; i++) {                                                                            \
            T s[256];                                                                                                  \
            for (uint32_t j = 0; j < n; j++)                                                                           \
                s[j] = acc[j][i];                                                                                      \
            for (uint32_t q = 0; q < k / 2; q++) {                                                                     \
                const T v = x[q][i], *from = (across ? y : z) + n * ptx2c_sparse_column(f, i, q, k, a);                \
                for (uint32_t j = 0; j < n; j++)                                                                       \
                    s[j] += v * from[j];                                                                               \
            }                                                                                                          \
            for (uint32_t j = 0; j < n; j++)                                                                           \
                acc[j][i] = s[j];                                                                                      \
        }                                                                                                              \
    }
PTX2C_WGMMA_SPARSE(float, float)
PTX2C_WGMMA_SPARSE(integer, uint32_t)

PTX2C_INLINE void ptx2c_wgmma_sparse_float(const ptx2c_warp *w, const unsigned char *shared, void *const *d,
                                           uint32_t n, ptx2c_el a, ptx2c_el b, ptx2c_el c)
{
    const uint32_t k = 16 * ptx2c_per_register(b);
    _Alignas(PTX2C_LINE) float x[32][16], y[PTX2C_WGMMA_BYTES], acc[256][16];
    if (!w->active)
        return;
    const uint32_t how = w->matrix.how[ptx2c_first_lane(w->active)];
    ptx2c_wgmma_a_float(x, w, shared, a);
    ptx2c_wgmma_b_float(y, w, shared, n, k, b);
    ptx2c_wgmma_c_float(acc, d, n, c, how & PTX2C_WGMMA_ADD);
    ptx2c_wgmma_sum_sparse_float(acc, &w->matrix, x, y, n, k, how & PTX2C_WGMMA_TRANS_B, a);
    ptx2c_wgmma_d_float(d, acc, n, c, w->active);
}

PTX2C_INLINE void ptx2c_wgmma_sparse_integer(const ptx2c_warp *w, const unsigned char *shared, void *const *d,
                                             uint32_t n, ptx2c_el a, ptx2c_el b, ptx2c_overflow over)
{
    const uint32_t k = 16 * ptx2c_terms(b);
    _Alignas(PTX2C_LINE) uint32_t x[32][16], y[PTX2C_WGMMA_BYTES], acc[256][16] = {{0}};
    if (!w->active)
        return;
    const uint32_t how = w->matrix.how[ptx2c_first_lane(w->active)];
    ptx2c_wgmma_a_integer(x, w, shared, a);
    ptx2c_wgmma_b_integer(y, w, shared, n, k, b);
    ptx2c_wgmma_sum_sparse_integer(acc, &w->matrix, x, y, n, k, false, a);
    ptx2c_wgmma_d_integer(d, acc, n, over, how & PTX2C_WGMMA_ADD, w->active);
}

#endif
