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

PTX2C_INLINE uint32_t ptx2c_first_lane(uint32_t active)
{
    uint32_t l = 0;
    while (l < 31 && !(active >> l & 1))
        l++;
    return l;
}

/* x: the warp's 16 rows of A, k elements of each, side by side.
 * y: n columns of B with k elements each as y[k][column]. */
#define PTX2C_WGMMA_OPERANDS(NAME, T)                                                                                  \
    PTX2C_INLINE void ptx2c_wgmma_negate_##NAME(T *v, uint32_t n, bool negate)                                         \
    {                                                                                                                  \
        for (uint32_t i = 0; i < n && negate; i++)                                                                     \
            v[i] = 0 - v[i];                                                                                           \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_wgmma_a_##NAME(T *x, const ptx2c_warp *w, const unsigned char *shared, ptx2c_el el)        \
    {                                                                                                                  \
        const ptx2c_matrix *f = &w->matrix;                                                                            \
        const uint32_t lead = ptx2c_first_lane(w->active), how = f->how[lead], k = 8 * ptx2c_terms(el);                \
        const ptx2c_tile t = ptx2c_tile_of(shared, f->tile[0][lead]);                                                  \
        unsigned char raw[16 * 32];                                                                                    \
        T v[16 * 32];                                                                                                  \
        if (!(how & PTX2C_WGMMA_MEMORY)) {                                                                             \
            void *const a[] = {(void *)f->a.u[0], (void *)f->a.u[1], (void *)f->a.u[2], (void *)f->a.u[3]};            \
            ptx2c_rows_##NAME(x, a, 2, 2, el);                                                                         \
        } else if (how & PTX2C_WGMMA_TRANS_A) {                                                                        \
            ptx2c_tile_across(raw, &t, 2 * (w->index & 3), 2, k);                                                      \
            ptx2c_raw_##NAME(v, raw, 16 * k, el);                                                                      \
            ptx2c_to_columns(x, v, k, 16);                                                                                   \
        } else {                                                                                                       \
            ptx2c_tile_along(raw, &t, 16 * (w->index & 3), 16, 2);                                                     \
            ptx2c_raw_##NAME(x, raw, 16 * k, el);                                                                      \
        }                                                                                                              \
        ptx2c_wgmma_negate_##NAME(x, 16 * k, how & PTX2C_WGMMA_NEGATE_A);                                              \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_wgmma_b_##NAME(T *y, const ptx2c_warp *w, const unsigned char *shared, uint32_t n,         \
                                           uint32_t k, ptx2c_el el)                                                    \
    {                                                                                                                  \
        const ptx2c_matrix *f = &w->matrix;                                                                            \
        const uint32_t lead = ptx2c_first_lane(w->active), how = f->how[lead];                                         \
        unsigned char raw[PTX2C_WGMMA_BYTES];                                                                          \
        const ptx2c_tile t = ptx2c_tile_of(shared, f->tile[1][lead]);                                                  \
        if (how & PTX2C_WGMMA_TRANS_B) {                                                                               \
            ptx2c_tile_across(raw, &t, 0, n / 8, k);                                                                   \
            ptx2c_raw_##NAME(y, raw, n * k, el);                                                                       \
        } else {                                                                                                       \
            ptx2c_tile_along(raw, &t, 0, n, k / (4 * ptx2c_terms(el)));                                                \
            for (uint32_t j = 0; j < n; j += 8) {                                                                      \
                T v[8 * 64];                                                                                           \
                ptx2c_raw_##NAME(v, raw + 32 * j * (k / (8 * ptx2c_terms(el))), 8 * k, el);                            \
                for (uint32_t q = 0; q < k; q += 4)                                                                    \
                    ptx2c_quads(y + n * q + j, n, v + q, k);                                                           \
            }                                                                                                          \
        }                                                                                                              \
        ptx2c_wgmma_negate_##NAME(y, n * k, how & PTX2C_WGMMA_NEGATE_B);                                               \
    }
PTX2C_WGMMA_OPERANDS(float, float)
PTX2C_WGMMA_OPERANDS(integer, uint32_t)

/* ---- D ----------------------------------------------------------------------------------------------------------- */

/* The registers of eight columns of D. */
PTX2C_INLINE uint32_t ptx2c_wgmma_regs(ptx2c_el el) { return el == ptx2c_el_f16 ? 2 : 4; }

/* D as acc[row][column]; n: its columns. */
PTX2C_INLINE void ptx2c_wgmma_c_float(float *acc, void *const *d, uint32_t n, ptx2c_el el, bool add)
{
    if (!add)
        memset(acc, 0, 16 * n * sizeof *acc);
    for (uint32_t j = 0; j < n && add; j += 8)
        ptx2c_c_float(acc + j, n, d + j / 8 * ptx2c_wgmma_regs(el), 2, el);
}

PTX2C_INLINE void ptx2c_wgmma_d_float(void *const *d, float *acc, uint32_t n, ptx2c_el el, uint32_t active)
{
    for (uint32_t j = 0; j < n; j += 8)
        ptx2c_d_float(d + j / 8 * ptx2c_wgmma_regs(el), acc + j, n, 2, el, active);
}

/* Adds the sums to D, or puts them there. */
PTX2C_INLINE void ptx2c_wgmma_d_integer(void *const *d, const uint32_t *acc, uint32_t n, ptx2c_overflow over, bool add,
                                        uint32_t active)
{
    for (uint32_t j = 0; j < n; j += 8)
        ptx2c_d_integer(d + j / 2, add ? d + j / 2 : NULL, acc + j, n, 2, over, active);
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

/* n: columns of D; d: the arrays of its registers. */
PTX2C_INLINE void ptx2c_wgmma_float(const ptx2c_warp *w, const unsigned char *shared, void *const *d, uint32_t n,
                                    ptx2c_el a, ptx2c_el b, ptx2c_el c)
{
    const uint32_t k = 8 * ptx2c_per_register(b);
    _Alignas(PTX2C_LINE) float x[16 * 32], y[PTX2C_WGMMA_BYTES / 2], acc[16 * 256];
    if (!w->active)
        return;
    ptx2c_wgmma_a_float(x, w, shared, a);
    ptx2c_wgmma_b_float(y, w, shared, n, k, b);
    ptx2c_wgmma_c_float(acc, d, n, c, w->matrix.how[ptx2c_first_lane(w->active)] & PTX2C_WGMMA_ADD);
    ptx2c_sum_float(acc, y, x, n, 16, k, 1, k, ptx2c_short(a) && ptx2c_short(b));
    ptx2c_wgmma_d_float(d, acc, n, c, w->active);
}

PTX2C_INLINE void ptx2c_wgmma_integer(const ptx2c_warp *w, const unsigned char *shared, void *const *d, uint32_t n,
                                      ptx2c_el a, ptx2c_el b, ptx2c_overflow over)
{
    const uint32_t k = 8 * ptx2c_terms(b);
    _Alignas(PTX2C_LINE) uint32_t x[16 * 32], y[PTX2C_WGMMA_BYTES / 2], acc[16 * 256] = {0};
    if (!w->active)
        return;
    const uint32_t how = w->matrix.how[ptx2c_first_lane(w->active)];
    ptx2c_wgmma_a_integer(x, w, shared, a);
    ptx2c_wgmma_b_integer(y, w, shared, n, k, b);
    if (b != ptx2c_el_b1)
        ptx2c_sum_integer(acc, y, x, n, 16, k, 1, k);
    for (uint32_t i = 0; i < 16 && b == ptx2c_el_b1; i++)
        for (uint32_t q = 0; q < k; q++)
            for (uint32_t j = 0; j < n; j++)
                acc[n * i + j] += ptx2c_bits_set(x[k * i + q] & y[n * q + j]);
    ptx2c_wgmma_d_integer(d, acc, n, over, how & PTX2C_WGMMA_ADD, w->active);
}

/* acc[i][j] += x[i][q] * y[column of A that x[i][q] has][j], q ascending, for the 16 rows i and n columns j; k columns
 * of A, of which half are there. */
#define PTX2C_WGMMA_SPARSE(NAME, T)                                                                                    \
    PTX2C_INLINE void ptx2c_wgmma_sum_sparse_##NAME(T *acc, const ptx2c_matrix *f, const T *x, const T *y, uint32_t n, \
                                                    uint32_t k, ptx2c_el a)                                            \
    {                                                                                                                  \
        for (uint32_t i = 0; i < 16; i++, acc += n)                                                                    \
            for (uint32_t q = 0; q < k / 2; q++) {                                                                     \
                const T v = *x++, *from = y + n * ptx2c_sparse_column(f, i, q, k, a);                                  \
                for (uint32_t j = 0; j < n; j++)                                                                       \
                    acc[j] += v * from[j];                                                                             \
            }                                                                                                          \
    }
PTX2C_WGMMA_SPARSE(float, float)
PTX2C_WGMMA_SPARSE(integer, uint32_t)

PTX2C_INLINE void ptx2c_wgmma_sparse_float(const ptx2c_warp *w, const unsigned char *shared, void *const *d,
                                           uint32_t n, ptx2c_el a, ptx2c_el b, ptx2c_el c)
{
    const uint32_t k = 16 * ptx2c_per_register(b);
    _Alignas(PTX2C_LINE) float x[16 * 32], y[PTX2C_WGMMA_BYTES], acc[16 * 256];
    if (!w->active)
        return;
    ptx2c_wgmma_a_float(x, w, shared, a);
    ptx2c_wgmma_b_float(y, w, shared, n, k, b);
    ptx2c_wgmma_c_float(acc, d, n, c, w->matrix.how[ptx2c_first_lane(w->active)] & PTX2C_WGMMA_ADD);
    ptx2c_wgmma_sum_sparse_float(acc, &w->matrix, x, y, n, k, a);
    ptx2c_wgmma_d_float(d, acc, n, c, w->active);
}

PTX2C_INLINE void ptx2c_wgmma_sparse_integer(const ptx2c_warp *w, const unsigned char *shared, void *const *d,
                                             uint32_t n, ptx2c_el a, ptx2c_el b, ptx2c_overflow over)
{
    const uint32_t k = 16 * ptx2c_terms(b);
    _Alignas(PTX2C_LINE) uint32_t x[16 * 32], y[PTX2C_WGMMA_BYTES], acc[16 * 256] = {0};
    if (!w->active)
        return;
    const uint32_t how = w->matrix.how[ptx2c_first_lane(w->active)];
    ptx2c_wgmma_a_integer(x, w, shared, a);
    ptx2c_wgmma_b_integer(y, w, shared, n, k, b);
    ptx2c_wgmma_sum_sparse_integer(acc, &w->matrix, x, y, n, k, a);
    ptx2c_wgmma_d_integer(d, acc, n, over, how & PTX2C_WGMMA_ADD, w->active);
}

#endif
