/* tcgen05_mma.h: the matrix multiply-accumulate of tensor memory (manual 9.7.17.10), which one thread starts.
 *
 * What the manual leaves open is as in matrix.h: D is taken first (scaled where that is asked for), then, k ascending, the
 * products are added, each product and each sum rounded to nearest in single precision; a result of f16 is rounded once, at
 * the end; multiplicands are scaled before they are multiplied.  Integers are exact, then wrapped or limited.
 *
 * kind::ti16 is of PTX 9.4 (there 9.7.18.4.2, table 51): integers of a sign, four bits of 0 (which are not looked at) and 11
 * bits, whose products are added to integers of 32 bits.
 *
 * What only sm_107 has is as NVIDIA's CuTe DSL (experimental/primitives/descriptors.py of 4.8) names the bits: rows of 64 bytes,
 * scales of type ue5m3, scales of A in the rows' own lanes, single sparse elements of 4 bits.  decompress::lut::b: a column of
 * B is numbers of 3 bits without gaps, 128 in 48 bytes, of which bit 53 of its descriptor chooses the second half; the 8
 * values of the columns 8 * s to 8 * s + 7 lie in lane s of two columns of tensor memory.
 *
 * Of a sparse A the stored elements are multiplied, in their order; the others add nothing, not even where B is infinite.
 * Where in tensor memory the metadata of a row lies (the manual's figures 262 to 267): types of a byte or less have it in
 * the row's lane, 64 bits in two columns.  Wider types have 32 bits in one column, the first half of K in lanes 0 to 7 of
 * each 16, the second in lanes 8 to 15: rows 0 to 7 there in the lower half of a word, rows 8 to 15 in the upper. */
#ifndef PTX2C_TCGEN05_MMA_H
#define PTX2C_TCGEN05_MMA_H

#include "sparse.h"
#include "tcgen05.h"

typedef enum ptx2c_mma_kind {
    ptx2c_kind_f16, ptx2c_kind_tf32, ptx2c_kind_f8f6f4, ptx2c_kind_i8, ptx2c_kind_ti16,
    ptx2c_kind_mxf8f6f4, ptx2c_kind_mxf4, ptx2c_kind_mxf4nvf4
} ptx2c_mma_kind;

/* Of block scaling: how many scales a row of A and a column of B have. */
enum { ptx2c_scale_vec_1X = 1, ptx2c_scale_vec_2X = 2, ptx2c_scale_vec_4X = 4, ptx2c_block16 = 16, ptx2c_block32 = 32 };

/* An instruction: its operands, then what its descriptor says. */
typedef struct ptx2c_mma {
    ptx2c_cta *cta[2];       /* one, or the pair in the order of its ranks */
    uint32_t ctas;
    ptx2c_mma_kind kind;
    bool weights;            /* .ws: M may be 32, and D is spread over all lanes */
    uint32_t d;
    uint64_t a, b;           /* descriptors; a: or a place in tensor memory */
    bool a_in_tensor;
    uint32_t scales, scale_a, scale_b; /* scales of a row; their places */
    bool blocks;             /* .block16 or .block32, of which longer rows have more */
    bool scales_apart;       /* those of A are in the lanes of its rows */
    bool add;
    float by;                /* of D as it was */
    const uint32_t *off;     /* lanes of D that are left alone, or NULL */
    bool sparse;             /* A has half of its elements */
    uint32_t meta;           /* the place of what says which; then with the selector added */
    uint32_t told;           /* elements that four bits of it tell */
    bool looked_up;          /* B is numbers of what lies at lut */
    uint32_t lut;
    uint64_t zero;           /* .ws: the descriptor of the columns of B that count as 0 */

    ptx2c_el a_el, b_el, d_el, scale_el;
    uint32_t m, n, k;
    uint32_t bytes;          /* of a row of A */
    uint32_t stored;         /* elements in it */
    uint32_t exact;          /* as many products as float adds up exactly */
    uint32_t size;           /* bytes of an element, or of two of 4 bits */
    bool a_across, b_across, a_negative, b_negative, limit;
    uint32_t a_scale, b_scale; /* the bytes their scales begin at */
    uint32_t rows;           /* of each CTA */
    uint32_t parts;          /* that D's columns are cut into, side by side in the lanes */
} ptx2c_mma;

enum { PTX2C_MMA_ROWS = 128, PTX2C_MMA_DEEP = 256, PTX2C_MMA_STORED = 128, PTX2C_MMA_BYTES = 128, PTX2C_MMA_COLUMNS = 16 };

PTX2C_INLINE bool ptx2c_mma_element(ptx2c_el *el, ptx2c_mma_kind kind, uint32_t code)
{
    static const int8_t small[8] = {ptx2c_el_e4m3, ptx2c_el_e5m2, -1, ptx2c_el_e2m3, ptx2c_el_e3m2, ptx2c_el_e2m1, -1, -1};
    static const int8_t half[8] = {ptx2c_el_f16, ptx2c_el_bf16, -1, -1, -1, -1, -1, -1};
    static const int8_t byte[8] = {ptx2c_el_u8, ptx2c_el_s8, -1, -1, -1, -1, -1, -1};
    const int e = kind == ptx2c_kind_f16    ? half[code]
                  : kind == ptx2c_kind_tf32 ? (code == 2 ? ptx2c_el_tf32 : -1)
                  : kind == ptx2c_kind_i8   ? byte[code]
                  : kind == ptx2c_kind_ti16 ? (code == 3 ? ptx2c_el_s1z4m11 : -1)
                  : kind >= ptx2c_kind_mxf4 ? (code == 1 ? ptx2c_el_fp4 : -1) : small[code];
    *el = (ptx2c_el)e;
    return e >= 0;
}

/* M and N: table 42. */
PTX2C_INLINE bool ptx2c_mma_shape(const ptx2c_mma *x)
{
    const uint32_t each = x->m / x->ctas;
    if (x->n < 8 * x->ctas || x->n > 256 || x->n % (8 * x->ctas) || (x->b_across && x->size == 1 && x->n % (16 * x->ctas)))
        return false;
    if (x->weights)
        return (x->m == 32 || x->m == 64 || x->m == 128) && (x->n == 64 || x->n == 128 || x->n == 256);
    return each == 128 || (each == 64 && (!x->scales || x->ctas == 2));
}

/* Whether bits are set that have no meaning (tables 51 to 53 of PTX 9.4). */
PTX2C_INLINE bool ptx2c_mma_reserved(const ptx2c_mma *x, uint32_t idesc)
{
    const bool tiny = x->kind >= ptx2c_kind_mxf4, integer = x->kind == ptx2c_kind_ti16;
    const bool scaled = idesc & (1u << 25 | (tiny ? 0 : 1u << 3)) || (idesc >> 23 & 3) == 3;
    return x->scales ? scaled : idesc & (integer ? 1u << 3 | 3u << 15 : 0);
}

/* Bytes of a row of A; 0: there is no such row. */
PTX2C_INLINE uint32_t ptx2c_mma_row(const ptx2c_mma *x, uint32_t idesc)
{
    if (x->kind >= ptx2c_kind_mxf4) {
        const uint32_t deep = (idesc >> 3 & 1) << 1 | idesc >> 31;
        return deep == 0 ? 32 : deep == 1 ? (x->sparse || !x->blocks ? 0 : 48) : deep == 2 ? 64 : 0;
    }
    return idesc >> (x->scales ? 31 : 29) & 1 ? 64 : 32;
}

/* The types of A, B and D; false: there are none of these numbers. */
PTX2C_INLINE bool ptx2c_mma_elements(ptx2c_mma *x, uint32_t idesc)
{
    const bool integer = x->kind == ptx2c_kind_i8 || x->kind == ptx2c_kind_ti16;
    const uint32_t d = idesc >> 4 & 3;
    if (!ptx2c_mma_element(&x->a_el, x->kind, idesc >> 7 & 7) ||
        !ptx2c_mma_element(&x->b_el, x->kind, idesc >> 10 & (x->kind >= ptx2c_kind_mxf4 ? 3 : 7)))
        return false;
    x->d_el = x->scales ? ptx2c_el_f32 : integer ? ptx2c_el_s8 : d ? ptx2c_el_f32 : ptx2c_el_f16;
    return x->scales || d == (integer ? 2 : x->kind == ptx2c_kind_tf32 ? 1 : d & 1);
}

/* Bytes of an element of A and B, or of two of 4 bits. */
PTX2C_INLINE uint32_t ptx2c_mma_size(ptx2c_mma_kind kind)
{
    return kind == ptx2c_kind_f16 || kind == ptx2c_kind_ti16 ? 2 : kind == ptx2c_kind_tf32 ? 4 : 1;
}

/* Whether matrices lie across, or begin, in a way that is translated. */
PTX2C_INLINE bool ptx2c_mma_across(const ptx2c_mma *x)
{
    if (x->b_across && ((x->zero >> 56 & 63) % (16 / x->size) || x->b >> 52 & 1))
        return false;
    if (x->a_across && x->a >> 52 & 1)
        return false;
    return x->kind < ptx2c_kind_mxf4 || !(x->a_across || x->b_across);
}

/* Manual 9.7.17.4.2.  False: it describes nothing that there is. */
PTX2C_INLINE bool ptx2c_mma_describe(ptx2c_mma *x, uint32_t idesc)
{
    const bool scaled = x->scales != 0, tiny = x->kind >= ptx2c_kind_mxf4;
    x->bytes = ptx2c_mma_row(x, idesc);
    if (!ptx2c_mma_elements(x, idesc) || (idesc >> 2 & 1) != x->sparse || ptx2c_mma_reserved(x, idesc) || !x->bytes)
        return false;
    x->limit = !scaled && idesc >> 3 & 1;
    x->a_negative = idesc >> 13 & 1;
    x->b_negative = idesc >> 14 & 1;
    x->a_across = !x->a_in_tensor && idesc >> 15 & 1;
    x->b_across = idesc >> 16 & 1;
    x->n = (idesc >> 17 & 0x3f) << 3;
    x->m = scaled ? (idesc >> 27 & 3) << 7 : (idesc >> 24 & 0x1f) << 4;
    x->size = ptx2c_mma_size(x->kind);
    x->stored = x->bytes / x->size * (tiny ? 2 : 1);
    x->exact = x->kind == ptx2c_kind_ti16 ? 4 : x->stored;
    x->k = x->stored << x->sparse;
    x->meta += x->sparse && x->size > 1 ? (idesc & 3) * (x->bytes / 32) : 0;
    x->told = tiny && idesc >> 12 & 1 ? 2 : ptx2c_told(x->a_el);
    x->scale_el = !scaled || idesc >> 23 & 1 ? ptx2c_el_ue8m0 : idesc >> 24 & 1 ? ptx2c_el_ue5m3 : ptx2c_el_e4m3;
    x->scales_apart = scaled && idesc >> 26 & 1;
    x->b_scale = idesc >> 4 & 3;
    x->a_scale = idesc >> 29 & 3;
    x->rows = x->m / x->ctas;
    x->parts = x->weights ? 128 / (x->m ? x->m : 1) : x->ctas == 2 && x->m == 128 && !x->sparse ? 2 : 1;
    if (x->blocks) /* table 59 */
        x->scales = x->scales * x->bytes / 32;
    if (x->looked_up && (x->b_el != ptx2c_el_e4m3 || x->b_across))
        return false;
    return ptx2c_mma_across(x) && ptx2c_mma_shape(x);
}

/* The lane of tensor memory that has row i of a CTA's share (manual 9.7.17.10.5). */
PTX2C_INLINE uint32_t ptx2c_mma_lane(const ptx2c_mma *x, uint32_t i, uint32_t part)
{
    if (x->parts > 1)
        return i + 128 / x->parts * part;
    return x->rows == 128 ? i : i / 16 * 32 + i % 16 + (x->d >> 16 & 16);
}

/* ---- multiplicands ----------------------------------------------------------------------------------------------- */

/* What the bytes of a type with elements of a byte stand for. */
PTX2C_INLINE void ptx2c_mma_table(float *table, ptx2c_el el)
{
    for (uint32_t i = 0; i < 256; i++)
        table[i] = el == ptx2c_el_u8   ? (float)i
                   : el == ptx2c_el_s8 ? (float)i - (float)(i >= 128 ? 256 : 0) : ptx2c_float_of(i, 0, el);
}

/* n elements from memory, which are then negated. */
PTX2C_INLINE void ptx2c_mma_floats(float *to, const unsigned char *from, uint32_t n, ptx2c_el el, const float *table,
                                   bool negative)
{
    if (el == ptx2c_el_tf32)
        for (uint32_t i = 0; i < n; i++)
            to[i] = ptx2c_f32_of(ptx2c_ld_u32(from + 4 * i) & 0xffffe000);
    else if (el == ptx2c_el_f16)
        ptx2c_raw_f16(to, from, n);
    else if (el == ptx2c_el_bf16)
        for (uint32_t i = 0; i < n; i++)
            to[i] = ptx2c_f32_of((uint32_t)ptx2c_ld_u16(from + 2 * i) << 16);
    else if (el == ptx2c_el_s1z4m11)
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t v = ptx2c_ld_u16(from + 2 * i);
            to[i] = v >> 15 ? -(float)(v & 0x7ff) : (float)(v & 0x7ff);
        }
    else if (el == ptx2c_el_fp4)
        for (uint32_t i = 0; i < n; i++)
            to[i] = ptx2c_float_of(from[i / 2], i % 2, el);
    else
        for (uint32_t i = 0; i < n; i++)
            to[i] = table[from[i]];
    for (uint32_t i = 0; i < n && negative; i++)
        to[i] = -to[i];
}

PTX2C_FOR_PROCESSORS_OF(ptx2c_mma_floats, void, , (float *to, const unsigned char *from, uint32_t n, ptx2c_el el,
                        const float *table, bool negative), (to, from, n, el, table, negative))

/* Rows first to first + n of a matrix in shared memory. */
static PTX2C_NOINLINE void ptx2c_mma_rows(float *to, const ptx2c_mma *x, const ptx2c_shared_matrix *s, uint32_t first, uint32_t n,
                                 bool of_a, const float *table)
{
    unsigned char raw[16 * PTX2C_MMA_BYTES];
    const ptx2c_el el = of_a ? x->a_el : x->b_el;
    ptx2c_shared_rows(raw, s, first, n, (of_a ? x->bytes : x->bytes << x->sparse) / x->size, x->size,
                      of_a ? x->a_across : x->b_across, el == ptx2c_el_e2m1 ? 4 : el == ptx2c_el_e3m2 || el == ptx2c_el_e2m3 ? 6 : 0);
    ptx2c_mma_floats_best(to, raw, n * (of_a ? x->stored : x->k), el, table, of_a ? x->a_negative : x->b_negative);
}

/* The numbers of 3 bits of k elements of a row of B, from that which the descriptor says. */
PTX2C_INLINE void ptx2c_mma_numbers(uint8_t *number, const ptx2c_mma *x, const ptx2c_shared_matrix *s, uint32_t row)
{
    unsigned char raw[49];
    for (uint32_t u = 0; u < 3; u++)
        ptx2c_unit_get(raw + 16 * u, ptx2c_unit_of_row(s, row, u));
    raw[48] = 0;
    for (uint32_t q = 0; q < x->k; q++) {
        const uint32_t at = 3 * q + (x->b >> 53 & 1 ? 192 : 0);
        number[q] = (uint8_t)((raw[at / 8] | (uint32_t)raw[at / 8 + 1] << 8) >> at % 8 & 7);
    }
}

/* Columns first to first + n of B, of which the table of each 8 has the values; c has the tables of all, j is the first's number. */
static PTX2C_NOINLINE void ptx2c_mma_look_up(float *to, const ptx2c_mma *x, const ptx2c_shared_matrix *s, uint32_t first,
                                             uint32_t n, const ptx2c_cta *c, uint32_t j, const float *table)
{
    for (uint32_t r = 0; r < n; r++, to += x->k) {
        uint8_t number[PTX2C_MMA_DEEP];
        const uint32_t lane = ((x->lut >> 16) + (j + r) / 8) & 127;
        ptx2c_mma_numbers(number, x, s, first + r);
        for (uint32_t q = 0; q < x->k; q++) {
            const uint32_t v = c->tensor->word[ptx2c_tensor_column(x->lut + number[q] / 4)][lane] >> 8 * (number[q] & 3);
            to[q] = x->b_negative ? -table[v & 0xff] : table[v & 0xff];
        }
    }
}

/* The scales of row (or column) i of n elements, from the byte on.  Rows (or columns) have a word each; those of more scales
 * go on in a second one, behind the first ones of all, which are 128 or 256: columns on in tensor memory (manual
 * 9.7.17.10.7.2, 9.7.17.10.7.3).  apart: each in a lane of its own. */
PTX2C_INLINE void ptx2c_mma_scale(float *row, uint32_t n, const ptx2c_mma *x, const ptx2c_cta *c, uint32_t at, uint32_t i,
                                  uint32_t byte, uint32_t columns, bool apart)
{
    const uint32_t lane = ((at >> 16) + (apart ? i : i % 32)) & 127;
    for (uint32_t q = 0; q < n && x->scales; q++) {
        const uint32_t number = byte + q / (n / x->scales), column = at + (apart ? number / 4 : i / 32 + number / 4 * columns);
        row[q] *= ptx2c_scale_of(c->tensor->word[ptx2c_tensor_column(column)][lane] >> 8 * (number & 3), x->scale_el);
    }
}

/* The rows of A that the CTA has, transposed. */
PTX2C_INLINE bool ptx2c_mma_a(float *to, const ptx2c_mma *x, ptx2c_cta *c, uint32_t part, const float *table)
{
    ptx2c_shared_matrix s = {0};
    if (!x->a_in_tensor && !ptx2c_tensor_matrix(&s, c, x->a))
        return false;
    for (uint32_t i = 0; i < x->rows; i += 16) {
        float row[16 * PTX2C_MMA_STORED];
        if (x->a_in_tensor) {
            unsigned char raw[16 * PTX2C_MMA_BYTES];
            for (uint32_t r = 0; r < 16; r++)
                for (uint32_t q = 0; q < x->bytes / 4; q++)
                    ptx2c_st_u32(raw + x->bytes * r + 4 * q,
                                 c->tensor->word[ptx2c_tensor_column((uint32_t)x->a + q)][ptx2c_mma_lane(x, i + r, part)]);
            ptx2c_mma_floats_best(row, raw, 16 * x->stored, x->a_el, table, x->a_negative);
        } else {
            ptx2c_mma_rows(row, x, &s, i, 16, true, table);
        }
        for (uint32_t r = 0; r < 16 && x->scales; r++)
            ptx2c_mma_scale(row + r * x->stored, x->stored, x, c, x->scale_a, i + r, x->a_scale, 4, x->scales_apart);
        for (uint32_t r = 0; r < 16; r += 8)
            for (uint32_t q = 0; q < x->stored; q += 4)
                ptx2c_quads(to + q * x->rows + i + r, x->rows, row + r * x->stored + q, x->stored);
    }
    return true;
}

/* The columns of A that the stored elements of its rows have: at[row * x->stored + q]. */
PTX2C_INLINE void ptx2c_mma_columns(uint8_t *at, const ptx2c_mma *x, const ptx2c_cta *c, uint32_t part)
{
    const uint32_t told = x->told;
    for (uint32_t i = 0; i < x->rows; i++)
        for (uint32_t q = 0; q < x->stored; q++) {
            const uint32_t nibble = q / told, wide = x->size > 1;
            const uint32_t lane = ptx2c_mma_lane(x, wide ? (i & ~8u) + 8 * (nibble / 4 & 1) : i, part);
            const uint32_t bit = wide ? 16 * (i >> 3 & 1) + 4 * (nibble & 3) : 4 * (nibble & 7);
            const uint32_t v = c->tensor->word[ptx2c_tensor_column(x->meta + nibble / 8)][lane];
            at[i * x->stored + q] = (uint8_t)ptx2c_told_column(told, nibble, q, v >> bit & 0xf);
        }
}

/* Whether column j of B counts as 0 (manual 9.7.17.4.3): runs of columns that do and that do not take turns, in each of the
 * parts of D for itself.  The table calls the length of each by the other's name; as the examples there have it. */
PTX2C_INLINE bool ptx2c_mma_skips(const ptx2c_mma *x, uint32_t j)
{
    const uint32_t wide = x->n / x->parts, part = j / wide, skip = (uint32_t)(x->zero >> 40 & 0xff) + 1;
    const uint32_t use = (uint32_t)(x->zero >> 48 & 0xff) + 1, first = x->zero >> (32 + part) & 1 ? 0 : skip;
    return x->zero >> 39 & 1 && (first + (x->zero >> 8 * part & 0xff) + j % wide) % (skip + use) < skip;
}

/* ---- the sum ----------------------------------------------------------------------------------------------------- */

/* A column of D as it was, or what is added to; each 16 rows are lanes side by side. */
PTX2C_INLINE void ptx2c_mma_take(float *acc, const ptx2c_mma *x, const uint32_t *word, const uint8_t *lane)
{
    const float by = x->by;
    if (!x->add || x->d_el == ptx2c_el_s8) {
        memset(acc, 0, x->rows * sizeof *acc);
        return;
    }
    for (uint32_t i = 0; i < x->rows; i += 16, acc += 16) {
        uint32_t v[16];
        float was[16];
        memcpy(v, word + lane[i], sizeof v);
        if (x->d_el == ptx2c_el_f16)
            for (uint32_t r = 0; r < 16; r++)
                was[r] = by * ptx2c_f32_f16((uint16_t)v[r]);
        else
            for (uint32_t r = 0; r < 16; r++)
                was[r] = by * ptx2c_f32_of(v[r]);
        memcpy(acc, was, sizeof was);
    }
}

PTX2C_INLINE uint32_t ptx2c_mma_result(const ptx2c_mma *x, float sum, uint32_t was, bool add)
{
    const int64_t v = (int64_t)sum + (add ? (int32_t)was : 0); /* the sum is exact: less than 2^24 */
    return (uint32_t)(!x->limit ? v : v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : v);
}

/* add: an integer is added to what is there. */
PTX2C_INLINE void ptx2c_mma_give(const float *acc, const ptx2c_mma *x, uint32_t *word, const uint8_t *lane, const uint32_t *off,
                                 bool add)
{
    for (uint32_t i = 0; i < x->rows; i += 16, acc += 16) {
        const uint32_t first = lane[i], left = off ? off[first / 32] >> first % 32 & 0xffff : 0;
        uint32_t v[16];
        float sum[16];
        memcpy(sum, acc, sizeof sum);
        memcpy(v, word + first, sizeof v);
        if (x->d_el == ptx2c_el_f32)
            for (uint32_t r = 0; r < 16; r++)
                v[r] = ptx2c_bits_f32(ptx2c_canonical_f32(sum[r]));
        else if (x->d_el == ptx2c_el_f16)
            for (uint32_t r = 0; r < 16; r++)
                v[r] = ptx2c_cvt_rn_f16_f32(sum[r]);
        else
            for (uint32_t r = 0; r < 16; r++)
                v[r] = ptx2c_mma_result(x, sum[r], v[r], add);
        if (!left)
            memcpy(word + first, v, sizeof v);
        for (uint32_t r = 0; r < 16 && left; r++)
            if (!(left >> r & 1))
                word[first + r] = v[r];
    }
}

/* acc[j][i] += a[q][i] * b[j][at[i][q]], q ascending from first to end. */
PTX2C_INLINE void ptx2c_mma_sum_sparse(float *acc, const ptx2c_mma *x, const float *a, const float *b, const uint8_t *at,
                                       uint32_t n, uint32_t first, uint32_t end)
{
    float z[PTX2C_MMA_DEEP][PTX2C_MMA_COLUMNS];
    for (uint32_t j = 0; j < PTX2C_MMA_COLUMNS; j++)
        for (uint32_t q = 0; q < x->k; q++)
            z[q][j] = j < n ? b[j * x->k + q] : 0;
    for (uint32_t i = 0; i < x->rows; i++) {
        float s[PTX2C_MMA_COLUMNS];
        for (uint32_t j = 0; j < PTX2C_MMA_COLUMNS; j++)
            s[j] = j < n ? acc[j * x->rows + i] : 0;
        for (uint32_t q = first; q < end; q++) {
            const float v = a[q * x->rows + i], *const from = z[at[i * x->stored + q]];
            for (uint32_t j = 0; j < PTX2C_MMA_COLUMNS; j++)
                s[j] += v * from[j];
        }
        for (uint32_t j = 0; j < n; j++)
            acc[j * x->rows + i] = s[j];
    }
}

/* Where D is: the first of some columns, the lane of each row, those that are left alone or NULL. */
typedef struct ptx2c_mma_place {
    uint32_t (*word)[128], to;
    const uint8_t *lane;
    const uint32_t *off;
} ptx2c_mma_place;

PTX2C_INLINE bool ptx2c_mma_exact(const ptx2c_mma *x) { return !x->scales && ptx2c_short(x->a_el) && ptx2c_short(x->b_el); }

/* Whether n columns of D are the sums as they stand in tensor memory. */
PTX2C_INLINE bool ptx2c_mma_in_place(const ptx2c_mma *x, uint32_t n, const ptx2c_mma_place *d)
{
    return x->d_el == ptx2c_el_f32 && x->rows == 128 && !x->sparse && !d->off && x->by == 1 && ptx2c_tensor_column(d->to) + n <= PTX2C_TENSOR_COLUMNS;
}

PTX2C_INLINE void ptx2c_mma_sum_in_place(const ptx2c_mma *x, const float *a, const float *b, uint32_t n, const ptx2c_mma_place *d)
{
    uint32_t(*word)[128] = d->word + ptx2c_tensor_column(d->to);
    if (!x->add)
        memset(word, 0, n * sizeof *word);
    ptx2c_sum_float((float *)(void *)word, a, b, 128, n, x->k, 1, x->k, ptx2c_mma_exact(x));
    for (uint32_t q = 0; q < n; q++)
        for (uint32_t i = 0; i < 128; i++)
            word[q][i] = ptx2c_bits_f32(ptx2c_canonical_f32(ptx2c_f32_of(word[q][i])));
}

/* n columns of D; at: of a sparse A, the columns of its elements. */
PTX2C_INLINE void ptx2c_mma_sum(const ptx2c_mma *x, const float *a, const float *b, const uint8_t *at, uint32_t n,
                                const ptx2c_mma_place *d)
{
    _Alignas(PTX2C_LINE) float acc[PTX2C_MMA_COLUMNS * PTX2C_MMA_ROWS];
    if (ptx2c_mma_in_place(x, n, d)) {
        ptx2c_mma_sum_in_place(x, a, b, n, d);
        return;
    }
    for (uint32_t from = 0; from < x->stored; from += x->exact) {
        for (uint32_t q = 0; q < n; q++)
            ptx2c_mma_take(acc + q * x->rows, x, d->word[ptx2c_tensor_column(d->to + q)], d->lane);
        if (x->sparse)
            ptx2c_mma_sum_sparse(acc, x, a, b, at, n, from, from + x->exact);
        else
            ptx2c_sum_float(acc, a + from * x->rows, b + from, x->rows, n, x->k, 1, x->exact, ptx2c_mma_exact(x));
        for (uint32_t q = 0; q < n; q++)
            ptx2c_mma_give(acc + q * x->rows, x, d->word[ptx2c_tensor_column(d->to + q)], d->lane, d->off, x->add || from);
    }
}
PTX2C_FOR_PROCESSORS_OF(ptx2c_mma_sum, void, , (const ptx2c_mma *x, const float *a, const float *b, const uint8_t *at, uint32_t n,
                        const ptx2c_mma_place *d), (x, a, b, at, n, d))

/* The share of CTA number h of those the instruction runs on; table: for A and for B. */
PTX2C_INLINE bool ptx2c_mma_share(const ptx2c_mma *x, uint32_t h, float (*table)[256])
{
    _Alignas(PTX2C_LINE) float a[PTX2C_MMA_STORED * PTX2C_MMA_ROWS];
    float b[PTX2C_MMA_COLUMNS * PTX2C_MMA_DEEP];
    uint8_t lane[PTX2C_MMA_ROWS], at[PTX2C_MMA_STORED * PTX2C_MMA_ROWS];
    ptx2c_mma_place d = {.word = x->cta[h]->tensor->word, .lane = lane, .off = x->off ? x->off + 4 * h : NULL};
    const uint32_t own = x->n / x->ctas, wide = x->n / x->parts;
    for (uint32_t j = 0, n; j < x->n; j += n) {
        const uint32_t left = wide - j % wide < own - j % own ? wide - j % wide : own - j % own;
        ptx2c_shared_matrix s;
        if (j % wide == 0) {
            if ((x->a_in_tensor || !j) && !ptx2c_mma_a(a, x, x->cta[h], j / wide, table[0]))
                return false;
            for (uint32_t i = 0; i < x->rows; i++)
                lane[i] = (uint8_t)ptx2c_mma_lane(x, i, j / wide);
            if (x->sparse)
                ptx2c_mma_columns(at, x, x->cta[h], j / wide);
        }
        n = left < PTX2C_MMA_COLUMNS ? left : PTX2C_MMA_COLUMNS;
        if (!ptx2c_tensor_matrix(&s, x->cta[j / own], x->b))
            return false;
        if (x->looked_up)
            ptx2c_mma_look_up(b, x, &s, j % own, n, x->cta[h], j, table[1]);
        else
            ptx2c_mma_rows(b, x, &s, j % own + (uint32_t)(x->zero >> 56 & 63), n, false, table[1]);
        for (uint32_t q = 0; q < n; q++) {
            if (x->scales)
                ptx2c_mma_scale(b + q * x->k, x->k, x, x->cta[h], x->scale_b, j + q, x->b_scale, x->n > 128 ? 8 : 4, false);
            if (ptx2c_mma_skips(x, j + q))
                memset(b + q * x->k, 0, x->k * sizeof *b);
        }
        d.to = x->d + j % wide;
        ptx2c_mma_sum_best(x, a, b, at, n, &d);
    }
    return true;
}

/* For --sanitize: what a CTA's share reads of A and writes of D in tensor memory. */
static PTX2C_NOINLINE void ptx2c_mma_note(const ptx2c_mma *x, uint32_t h)
{
    uint8_t a[PTX2C_TENSOR_COLUMNS] = {0}, d[PTX2C_TENSOR_COLUMNS] = {0};
    for (uint32_t part = 0; part < x->parts; part++)
        for (uint32_t i = 0; i < x->rows; i += 16) {
            const uint32_t lane = ptx2c_mma_lane(x, i, part), off = x->off ? x->off[4 * h + lane / 32] >> lane % 32 & 0xffff : 0;
            ptx2c_tensor_part(d, lane, x->d, off == 0xffff ? 0 : x->n / x->parts);
            ptx2c_tensor_part(a, lane, (uint32_t)x->a, x->a_in_tensor ? x->bytes / 4 : 0);
        }
    ptx2c_use_tensor(x->cta[h], a, false);
    ptx2c_use_tensor(x->cta[h], d, true);
}

static void ptx2c_mma_run(const ptx2c_mma *x)
{
    for (uint32_t h = 0; h < x->ctas && PTX2C_IS_CHECKED; h++)
        ptx2c_mma_note(x, h);
    float table[2][256];
    if (x->size == 1 && x->a_el != ptx2c_el_fp4) {
        ptx2c_mma_table(table[0], x->a_el);
        ptx2c_mma_table(table[1], x->b_el);
    }
    for (uint32_t h = 0; h < x->ctas; h++)
        if (!ptx2c_mma_share(x, h, table))
            return;
}

static PTX2C_NOINLINE void ptx2c_mma_start(ptx2c_cta *c, ptx2c_mma *x, uint32_t idesc)
{
    ptx2c_cta *peer = x->ctas == 2 ? ptx2c_tensor_peer(c) : NULL;
    x->cta[0] = peer && c->rank_in_cluster % 2 ? peer : c;
    x->cta[1] = peer && c->rank_in_cluster % 2 ? c : peer;
    if (x->ctas == 2 && !peer)
        return;
    if (ptx2c_mma_describe(x, idesc))
        ptx2c_mma_run(x);
    else
        ptx2c_fail(c, PTX2C_BAD_DESCRIPTOR);
}

#define PTX2C_LANES_OFF(...) ((const uint32_t[]){__VA_ARGS__})

/* Where the metadata of a matrix would be that is not sparse. */
#define PTX2C_DENSE UINT64_MAX

/* tcgen05.mma; meta: the place of a sparse A's metadata, or PTX2C_DENSE; off: the lanes of D that are left alone, or NULL;
 * shift: D is taken times 2 ** -shift. */
PTX2C_INLINE void ptx2c_tensor_mma(ptx2c_cta *c, uint32_t ctas, ptx2c_mma_kind kind, uint32_t d, bool a_in_tensor, uint64_t a,
                                   uint64_t b, uint64_t meta, uint32_t idesc, const uint32_t *off, bool add, uint32_t shift)
{
    ptx2c_mma x = {.ctas = ctas, .kind = kind, .d = d, .a = a, .b = b, .a_in_tensor = a_in_tensor, .add = add,
                   .sparse = meta != PTX2C_DENSE, .meta = (uint32_t)meta, .by = ptx2c_f32_of((127 - shift) << 23), .off = off};
    ptx2c_mma_start(c, &x, idesc);
}

/* .ashift: A lies in tensor memory, where all rows but each warp's last get those of the next when the product is made. */
PTX2C_INLINE void ptx2c_tensor_mma_ashift(ptx2c_cta *c, uint32_t ctas, ptx2c_mma_kind kind, uint32_t d, uint32_t a, uint64_t b,
                                          uint64_t meta, uint32_t idesc, const uint32_t *off, bool add, uint32_t shift)
{
    const uint32_t m = (idesc >> 24 & 0x1f) << 4;
    if (m != 128 && m != 256) {
        ptx2c_fail(c, PTX2C_BAD_DESCRIPTOR);
        return;
    }
    ptx2c_tensor_mma(c, ctas, kind, d, true, a, b, meta, idesc, off, add, shift);
    for (uint32_t warp = 0; warp < 4; warp++)
        ptx2c_tensor_shift(c, ctas, (a & 0xffff) | warp << 21);
}

/* With block scaling; scales: of a row, or block32, which are one or, of elements of 4 bits, two. */
PTX2C_INLINE void ptx2c_tensor_mma_scaled(ptx2c_cta *c, uint32_t ctas, ptx2c_mma_kind kind, uint32_t scales, uint32_t d,
                                          bool a_in_tensor, uint64_t a, uint64_t b, uint64_t meta, uint32_t idesc,
                                          uint32_t scale_a, uint32_t scale_b, bool add)
{
    ptx2c_mma x = {.ctas = ctas, .kind = kind, .d = d, .a = a, .b = b, .a_in_tensor = a_in_tensor, .add = add, .by = 1,
                   .sparse = meta != PTX2C_DENSE, .meta = (uint32_t)meta,
                   .blocks = scales >= ptx2c_block16,
                   .scales = scales < ptx2c_block16 ? scales : scales == ptx2c_block16 ? 4
                             : kind == ptx2c_kind_mxf8f6f4 ? 1 : 2,
                   .scale_a = scale_a, .scale_b = scale_b};
    ptx2c_mma_start(c, &x, idesc);
}

/* decompress::lut::b: B is numbers of the values at lut; scales: as above, or 0. */
PTX2C_INLINE void ptx2c_tensor_mma_lut(ptx2c_cta *c, uint32_t ctas, ptx2c_mma_kind kind, uint32_t scales, uint32_t d,
                                       bool a_in_tensor, uint64_t a, uint64_t b, uint32_t lut, uint32_t idesc, const uint32_t *off,
                                       uint32_t scale_a, uint32_t scale_b, bool add)
{
    ptx2c_mma x = {.ctas = ctas, .kind = kind, .d = d, .a = a, .b = b, .a_in_tensor = a_in_tensor, .add = add, .by = 1,
                   .off = off, .looked_up = true, .lut = lut, .blocks = scales >= ptx2c_block16, .scales = scales != 0,
                   .scale_a = scale_a, .scale_b = scale_b};
    ptx2c_mma_start(c, &x, idesc);
}

/* tcgen05.mma.ws; zero: the descriptor of the columns of B that count as 0, or 0. */
PTX2C_INLINE void ptx2c_tensor_mma_weights(ptx2c_cta *c, ptx2c_mma_kind kind, uint32_t d, bool a_in_tensor, uint64_t a,
                                           uint64_t b, uint64_t meta, uint32_t idesc, bool add, uint64_t zero)
{
    ptx2c_mma x = {.ctas = 1, .kind = kind, .weights = true, .d = d, .a = a, .b = b, .a_in_tensor = a_in_tensor, .add = add,
                   .sparse = meta != PTX2C_DENSE, .meta = (uint32_t)meta, .by = 1, .zero = zero};
    ptx2c_mma_start(c, &x, idesc);
}

#endif
