/* wmma.h: wmma.load, wmma.store, wmma.mma (manual 9.7.14.4), with the arithmetic of matrix.h.
 *
 * The manual leaves open where a fragment's elements lie.  Here a fragment is the matrix itself, element after element
 * through the registers' bits, then the lanes, then the registers; what f16 has room for more than once is there again.
 * The longer side of D is that of the loops: of m32n8k16 the matrices are transposed.  Those of m8n8 lie as for mma. */
#ifndef PTX2C_WMMA_H
#define PTX2C_WMMA_H

#include "matrix.h"
#include "sanitize_hook.h"

typedef enum ptx2c_shape {
    ptx2c_m16n16k16, ptx2c_m8n32k16, ptx2c_m32n8k16, ptx2c_m16n16k8, ptx2c_m8n8k32, ptx2c_m8n8k128, ptx2c_m8n8k4
} ptx2c_shape;

/* ---- load and store ------------------------------------------------------------------------------------------------ */

/* How a matrix lies in its fragment: lines of so many elements, in rows or columns. */
typedef struct ptx2c_lines {
    ptx2c_layout layout;
    uint32_t lines, length;
} ptx2c_lines;

PTX2C_INLINE ptx2c_lines ptx2c_lines_of(ptx2c_shape shape, char matrix)
{
    static const uint8_t size[][3] = {{16, 16, 16}, {8, 32, 16}, {32, 8, 16}, {16, 16, 8}, {8, 8, 32}, {8, 8, 128}, {8, 8, 4}};
    const uint32_t m = size[shape][0], n = size[shape][1], k = size[shape][2];
    const bool turned = shape == ptx2c_m32n8k16, small = shape >= ptx2c_m8n8k32;
    if (matrix == 'a')
        return turned ? (ptx2c_lines){ptx2c_by_col, k, m} : (ptx2c_lines){ptx2c_by_row, m, k};
    if (matrix == 'b')
        return turned || small ? (ptx2c_lines){ptx2c_by_col, n, k} : (ptx2c_lines){ptx2c_by_row, k, n};
    return turned ? (ptx2c_lines){ptx2c_by_col, n, m} : (ptx2c_lines){ptx2c_by_row, m, n};
}

/* Element e of C of m8n8, counted row by row, in its fragment. */
PTX2C_INLINE uint32_t ptx2c_small_c(uint32_t e) { return 32 * (e & 1) + e / 2; }

/* Whether all of a matrix may be accessed. */
PTX2C_INLINE bool ptx2c_may_access_lines(const unsigned char *at, uint32_t lines, size_t bytes, size_t step)
{
    bool all = true;
    for (uint32_t i = 0; i < lines && PTX2C_IS_CHECKED; i++)
        all &= ptx2c_may_access(at + i * step, bytes, 0);
    return all;
}

/* Copies between the lines of a fragment and memory, elements of bits bits; of less than 8 only in lines as they lie.
 * All lanes have the same address and stride (elements; 0: none given). */
PTX2C_INLINE void ptx2c_wmma_copy(ptx2c_warp *w, void *fragment, ptx2c_lines f, ptx2c_layout layout, uint32_t bits,
                                  bool small_c, bool store)
{
    const uint32_t lane = ptx2c_lowest(w->active), given = w->matrix.stride[lane], size = bits / 8;
    const bool across = layout != f.layout;
    const size_t step = (size_t)(given ? given : across ? f.lines : f.length) * bits / 8;
    unsigned char *at = w->matrix.row[lane], *to = fragment;
    const uint32_t lines = across ? f.length : f.lines, length = across ? f.lines : f.length;
    if (!ptx2c_may_access_lines(at, lines, (size_t)length * bits / 8, step)) {
        if (!store)
            memset(fragment, 0, (size_t)lines * length * bits / 8);
        return;
    }
    ptx2c_little_endian(fragment, bits == 64 ? 8 : 4, 256); /* registers as bytes of memory, till the end */
    if (!across && !small_c) {
        const uint32_t bytes = f.length * bits / 8;
        for (uint32_t q = 0; q < f.lines; q++)
            if (store)
                memcpy(at + q * step, to + q * bytes, bytes);
            else
                memcpy(to + q * bytes, at + q * step, bytes);
        ptx2c_little_endian(fragment, bits == 64 ? 8 : 4, 256);
        return;
    }
    for (uint32_t q = 0; q < f.lines; q++)
        for (uint32_t p = 0; p < f.length; p++) {
            const uint32_t e = q * f.length + p;
            unsigned char *mem = across ? at + p * step + q * size : at + q * step + p * size;
            unsigned char *reg = to + (small_c ? ptx2c_small_c(e) : e) * size;
            if (store)
                memcpy(mem, reg, size);
            else
                memcpy(reg, mem, size);
        }
    ptx2c_little_endian(fragment, bits == 64 ? 8 : 4, 256);
}

PTX2C_INLINE void ptx2c_wmma_load_a(ptx2c_warp *w, ptx2c_shape shape, ptx2c_layout layout, uint32_t bits)
{
    ptx2c_wmma_copy(w, &w->matrix.a, ptx2c_lines_of(shape, 'a'), layout, bits, false, false);
}

PTX2C_INLINE void ptx2c_wmma_load_b(ptx2c_warp *w, ptx2c_shape shape, ptx2c_layout layout, uint32_t bits)
{
    ptx2c_wmma_copy(w, &w->matrix.b, ptx2c_lines_of(shape, 'b'), layout, bits, false, false);
}

PTX2C_INLINE void ptx2c_wmma_load_c(ptx2c_warp *w, ptx2c_shape shape, ptx2c_layout layout, uint32_t bits)
{
    ptx2c_wmma_copy(w, &w->matrix.c, ptx2c_lines_of(shape, 'c'), layout, bits, shape >= ptx2c_m8n8k32, false);
}

PTX2C_INLINE void ptx2c_wmma_store(ptx2c_warp *w, ptx2c_shape shape, ptx2c_layout layout, uint32_t bits)
{
    ptx2c_wmma_copy(w, &w->matrix.c, ptx2c_lines_of(shape, 'c'), layout, bits, shape >= ptx2c_m8n8k32, true);
}

/* ---- wmma.mma -------------------------------------------------------------------------------------------------------- */

/* The lines' length in D and their number, the steps of the sum: x[step][place in the line], y[line][step]. */
typedef struct ptx2c_product {
    uint32_t length, lines, steps;
    const ptx2c_fragment *x, *y;
} ptx2c_product;

PTX2C_INLINE ptx2c_product ptx2c_product_of(const ptx2c_matrix *f, ptx2c_shape shape)
{
    const ptx2c_lines d = ptx2c_lines_of(shape, 'c');
    const bool turned = shape == ptx2c_m32n8k16;
    return (ptx2c_product){d.length, d.lines, shape == ptx2c_m16n16k8 ? 8 : 16, turned ? &f->a : &f->b,
                           turned ? &f->b : &f->a};
}

/* The n first elements of a fragment. */
PTX2C_INLINE void ptx2c_floats(float *to, const ptx2c_fragment *f, uint32_t n, ptx2c_el el)
{
    const uint32_t per = ptx2c_per_register(el), *reg = f->u_flat;
    if (el == ptx2c_el_f16) {
        uint32_t words[256];
        memcpy(words, reg, n * sizeof(uint16_t));
        ptx2c_little_endian(words, 4, n / 2);
        ptx2c_raw_f16(to, (const unsigned char *)words, n);
        return;
    }
    for (uint32_t r = 0; r < n / per; r++)
        for (uint32_t i = 0; i < per; i++)
            to[r * per + i] = ptx2c_float_of(reg[r], i, el);
}

PTX2C_INLINE float ptx2c_finite_f32(float a, float most)
{
    return a > most ? most : a < -most ? -most : a;
}

PTX2C_INLINE void ptx2c_wmma_float(ptx2c_warp *w, ptx2c_shape shape, ptx2c_el a, ptx2c_el c, ptx2c_el d,
                                   ptx2c_overflow over)
{
    ptx2c_matrix *f = &w->matrix;
    const ptx2c_product p = ptx2c_product_of(f, shape);
    _Alignas(PTX2C_LINE) float x[512], y[256], acc[256];
    ptx2c_floats(x, p.x, p.steps * p.length, a);
    ptx2c_floats(y, p.y, p.steps * p.lines, a);
    ptx2c_floats(acc, &f->c, 256, c);
    ptx2c_sum_float(acc, x, y, p.length, p.lines, p.steps, 1, p.steps, ptx2c_short(a));
    for (uint32_t i = 0; i < 256 && over == ptx2c_satfinite; i++)
        acc[i] = ptx2c_finite_f32(acc[i], d == ptx2c_el_f16 ? 65504.0f : FLT_MAX);
    if (d == ptx2c_el_f16)
        for (uint32_t i = 0; i < 128; i++)
            f->c.u_flat[i] = ptx2c_join16(ptx2c_cvt_rn_f16_f32(acc[2 * i]), ptx2c_cvt_rn_f16_f32(acc[2 * i + 1]));
    else
        for (uint32_t i = 0; i < 256; i++)
            f->c.f_flat[i] = ptx2c_canonical_f32(acc[i]);
}

PTX2C_INLINE void ptx2c_wmma_integer(ptx2c_warp *w, ptx2c_shape shape, ptx2c_el a, ptx2c_overflow over)
{
    ptx2c_matrix *f = &w->matrix;
    const ptx2c_product p = ptx2c_product_of(f, shape);
    _Alignas(PTX2C_LINE) uint32_t x[512], y[256], sum[256] = {0};
    for (uint32_t i = 0; i < p.steps * p.length; i++)
        x[i] = ptx2c_integer_of(p.x->u_flat[i / 4], i % 4, a);
    for (uint32_t i = 0; i < p.steps * p.lines; i++)
        y[i] = ptx2c_integer_of(p.y->u_flat[i / 4], i % 4, a);
    ptx2c_sum_integer(sum, x, y, p.length, p.lines, p.steps, 1, p.steps);
    for (uint32_t i = 0; i < 256; i++)
        f->c.u_flat[i] = ptx2c_accumulate(f->c.u_flat[i], sum[i], over);
}

#endif
