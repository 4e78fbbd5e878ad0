/* sparse.h: mma.sp, whose A holds the elements that are not zero (manual 9.7.14.6), with the arithmetic of matrix.h: the
 * others add nothing, not even where B is infinite. */
#ifndef PTX2C_SPARSE_H
#define PTX2C_SPARSE_H

#include "matrix.h"

/* How many elements of A four bits of metadata tell the places of: one of 2, two of 4, or four (two pairs) of 8. */
PTX2C_INLINE uint32_t ptx2c_told(ptx2c_el a)
{
    return a == ptx2c_el_tf32 ? 1 : a == ptx2c_el_fp4 || a == ptx2c_el_s4 || a == ptx2c_el_u4 ? 4 : 2;
}

/* The column of A that its packed element q has; part: how many four bits came before those that tell it. */
PTX2C_INLINE uint32_t ptx2c_told_column(uint32_t told, uint32_t part, uint32_t q, uint32_t places)
{
    if (told == 1)
        return 2 * part + (places >> 1 & 1);
    if (told == 2)
        return 4 * part + (places >> 2 * (q & 1) & 3);
    return 8 * part + 2 * (places >> (q & 2) & 3) + (q & 1);
}

/* The same in row i of a warp's fragment; steps columns.  Lane 4 * g + t has the metadata of rows g and
 * g + 8: of elements of 16 or 32 bits 16 bits for each, of smaller ones 32 bits for one of them; t from the selector on. */
PTX2C_INLINE uint32_t ptx2c_sparse_column(const ptx2c_matrix *f, uint32_t i, uint32_t q, uint32_t steps, ptx2c_el a)
{
    const uint32_t told = ptx2c_told(a), part = q / told, parts = steps / (2 * told), selector = f->meta[1][0];
    const bool wide = a <= ptx2c_el_bf16;
    const uint32_t t = wide ? (parts > 4 ? 2 * selector + part / 4 : selector)
                            : (parts > 8 ? 2 * (part / 8) : 2 * selector) + (i >> 3);
    const uint32_t at = wide ? 4 * (part % 4) + 16 * (i >> 3) : 4 * (part % 8);
    return ptx2c_told_column(told, part, q, f->meta[0][4 * (i & 7) + (t & 3)] >> at & 0xf);
}

/* regs: of b; n: scales of type scale for each row of A and column of B, or 0. */
PTX2C_INLINE void ptx2c_sparse_float(const ptx2c_warp *w, void *const *d, void *const *a, void *const *b, void *const *c,
                                     uint32_t regs, ptx2c_el of_a, ptx2c_el of_b, ptx2c_el of_c, uint32_t n, ptx2c_el scale)
{
    const ptx2c_matrix *f = &w->matrix;
    _Alignas(PTX2C_LINE) float x[16 * 64], y[128][8], acc[16][8];
    const uint32_t k = 4 * regs * ptx2c_per_register(of_b);
    ptx2c_rows_float(x, a, regs / 2, 2, of_a);
    ptx2c_columns_float(y, b, regs, of_b);
    for (uint32_t q = 0; q < k && n; q++)
        for (uint32_t j = 0; j < 8; j++)
            y[q][j] *= ptx2c_scale_b(f, j, q / (k / n), scale);
    ptx2c_c_float(acc[0], 8, c, 2, of_c);
    for (uint32_t i = 0; i < 16; i++)
        for (uint32_t q = 0; q < k / 2; q++) {
            const uint32_t at = ptx2c_sparse_column(f, i, q, k, of_a);
            const float u = x[k / 2 * i + q], v = n ? u * ptx2c_scale_a(f, i, at / (k / n), scale) : u;
            for (uint32_t j = 0; j < 8; j++)
                acc[i][j] += v * y[at][j];
        }
    ptx2c_d_float(d, acc[0], 8, 2, of_c, w->active);
}

PTX2C_INLINE void ptx2c_sparse_integer(const ptx2c_warp *w, void *const *d, void *const *a, void *const *b, void *const *c,
                                       uint32_t regs, ptx2c_el of_a, ptx2c_el of_b, ptx2c_overflow over)
{
    const ptx2c_matrix *f = &w->matrix;
    _Alignas(PTX2C_LINE) uint32_t x[16 * 64], y[128][8], acc[16][8] = {{0}};
    const uint32_t k = 4 * regs * ptx2c_per_register(of_b);
    ptx2c_rows_integer(x, a, regs / 2, 2, of_a);
    ptx2c_columns_integer(y, b, regs, of_b);
    for (uint32_t i = 0; i < 16; i++)
        for (uint32_t q = 0; q < k / 2; q++) {
            const uint32_t at = ptx2c_sparse_column(f, i, q, k, of_a), v = x[k / 2 * i + q];
            for (uint32_t j = 0; j < 8; j++)
                acc[i][j] += v * y[at][j];
        }
    ptx2c_d_integer(d, c, acc[0], 8, 2, over, w->active);
}

#endif
