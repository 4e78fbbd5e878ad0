/* matrix.h: matrix instructions of a warp (manual 9.7.14): mma, ldmatrix, stmatrix, movmatrix.  mma.sp: sparse.h; wmma:
 * wmma.h.
 *
 * One function computes for the whole warp, with the arrays in which its lanes' registers lie; where lanes come one by
 * one, they put theirs into w->matrix and take the results from there.  What the manual leaves open is defined so that results are the same everywhere:
 *
 *   float (f16, bf16, tf32, fp8, fp6, fp4): D = C; then, k ascending, D = D + A[i][k] * B[k][j], the product and the sum
 *   each rounded to nearest in single precision (all products are exact but for those beyond its range).  Subnormal
 *   values count.  An f16 result is rounded to nearest once, at the end.  NaN is 0x7fffffff, or 0x7fff.  Of tf32, the
 *   lower 13 bits are ignored.
 *   f64: D = C; then, k ascending, D = fma(A[i][k], B[k][j], D) with the instruction's rounding.
 *   integers: the sum is exact, then wrapped, or limited with .satfinite. */
#ifndef PTX2C_MATRIX_H
#define PTX2C_MATRIX_H

#include "arith.h"
#include "memory.h"
#include "mma.h"
#include "warp.h"

/* A lane puts the n registers of a fragment. */
#define PTX2C_PUT1(to, l, a) (to)[0][l] = (a)
#define PTX2C_PUT2(to, l, a, b) (to)[0][l] = (a), (to)[1][l] = (b)
#define PTX2C_PUT4(to, l, a, b, c, d) PTX2C_PUT2(to, l, a, b), (to)[2][l] = (c), (to)[3][l] = (d)
#define PTX2C_PUT8(to, l, a, b, c, d, e, f, g, h)                                                                      \
    PTX2C_PUT4(to, l, a, b, c, d), (to)[4][l] = (e), (to)[5][l] = (f), (to)[6][l] = (g), (to)[7][l] = (h)

/* The arrays of 32 values that hold the registers of a fragment. */
#define PTX2C_ARRAYS(...) ((void *const[]){__VA_ARGS__})

/* Copies the n registers of a fragment to or from w->matrix, where it isn't there already; to and at name register i. */
#define PTX2C_TAKE(to, n, from)                                                                                        \
    for (uint32_t i = 0; i < (n); i++)                                                                                 \
        if ((void *)(to) != (from)[i])                                                                                 \
    memcpy((to), (from)[i], sizeof(to))
#define PTX2C_GIVE(to, n, at)                                                                                          \
    for (uint32_t i = 0; i < (n); i++)                                                                                 \
    ptx2c_give((to)[i], (at), sizeof *(at), w->active)

/* What lanes get that take part, of so many bytes each. */
PTX2C_INLINE void ptx2c_give(void *to, const void *from, uint32_t size, uint32_t active)
{
    if (to == from)
        return;
    if (active == 0xffffffff)
        memcpy(to, from, 32 * size);
    else
        PTX2C_MASKED(active) memcpy((unsigned char *)to + size * l, (const unsigned char *)from + size * l, size);
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

typedef enum ptx2c_el {
    ptx2c_el_f32, ptx2c_el_tf32, ptx2c_el_f16, ptx2c_el_bf16, ptx2c_el_e4m3, ptx2c_el_e5m2,
    ptx2c_el_e3m2, ptx2c_el_e2m3, ptx2c_el_e2m1, /* in bytes of their own */
    ptx2c_el_fp4, /* e2m1, two in a byte */
    ptx2c_el_s8, ptx2c_el_u8, ptx2c_el_s4, ptx2c_el_u4, ptx2c_el_b1,
    ptx2c_el_ue5m3, /* of scales */
    ptx2c_el_s1z4m11, /* 16 bits: a sign, four that are 0, and the absolute value */
    ptx2c_el_ue8m0 /* of scales alone */
} ptx2c_el;

typedef enum ptx2c_layout { ptx2c_by_row, ptx2c_by_col } ptx2c_layout;
typedef enum ptx2c_overflow { ptx2c_wrap, ptx2c_satfinite } ptx2c_overflow;

/* How many a 32-bit register holds. */
PTX2C_INLINE uint32_t ptx2c_per_register(ptx2c_el el)
{
    return el <= ptx2c_el_tf32   ? 1
           : el <= ptx2c_el_bf16 ? 2
           : el == ptx2c_el_b1   ? 32
           : el == ptx2c_el_fp4 || el == ptx2c_el_s4 || el == ptx2c_el_u4 ? 8 : 4;
}

/* Element i of a register. */
PTX2C_INLINE float ptx2c_float_of(uint32_t v, uint32_t i, ptx2c_el el)
{
    const uint32_t byte = v >> 8 * (i & 3) & 0xff;
    switch (el) {
    case ptx2c_el_tf32: return ptx2c_f32_of(v & 0xffffe000);
    case ptx2c_el_f16: return ptx2c_f32_f16((uint16_t)(v >> 16 * (i & 1)));
    case ptx2c_el_bf16: return ptx2c_f32_bf16((uint16_t)(v >> 16 * (i & 1)));
    case ptx2c_el_e4m3: return ptx2c_f32_f16(ptx2c_cvt_f16_e4m3(byte));
    case ptx2c_el_e5m2: return ptx2c_f32_f16(ptx2c_cvt_f16_e5m2(byte));
    case ptx2c_el_e3m2: return ptx2c_f32_f16(ptx2c_cvt_f16_e3m2(byte & 0x3f));
    case ptx2c_el_e2m3: return ptx2c_f32_f16(ptx2c_cvt_f16_e2m3(byte & 0x3f));
    case ptx2c_el_e2m1: return ptx2c_f32_f16(ptx2c_cvt_f16_e2m1(byte >> 2 & 0xf));
    case ptx2c_el_fp4: return ptx2c_f32_f16(ptx2c_cvt_f16_e2m1(v >> 4 * (i & 7) & 0xf));
    default: return ptx2c_f32_of(v);
    }
}

PTX2C_INLINE uint32_t ptx2c_integer_of(uint32_t v, uint32_t i, ptx2c_el el)
{
    switch (el) {
    case ptx2c_el_s8: return (uint32_t)((int32_t)(v << (24 - 8 * (i & 3))) >> 24);
    case ptx2c_el_u8: return v >> 8 * (i & 3) & 0xff;
    case ptx2c_el_s4: return (uint32_t)((int32_t)(v << (28 - 4 * (i & 7))) >> 28);
    case ptx2c_el_u4: return v >> 4 * (i & 7) & 0xf;
    default: return v; /* b1: all 32 */
    }
}

/* Element i of a matrix as it lies in memory. */
PTX2C_INLINE uint32_t ptx2c_raw(const unsigned char *m, uint32_t i, ptx2c_el el)
{
    const uint32_t per = ptx2c_per_register(el);
    return per == 8   ? (uint32_t)m[i / 2] >> 4 * (i % 2)
           : per == 4 ? m[i]
           : per == 2 ? ptx2c_ld_u16(m + 2 * i) : ptx2c_ld_u32(m + 4 * i);
}

/* n halves, a multiple of 8, as they lie in memory; a NaN may become another. */
PTX2C_INLINE void ptx2c_raw_f16(float *to, const unsigned char *m, uint32_t n)
{
    for (uint32_t i = 0; i < n; i += 8) {
#if defined __F16C__ && defined __GNUC__
        typedef short halves __attribute__((vector_size(16)));
        typedef float floats __attribute__((vector_size(32)));
        halves h;
        memcpy(&h, m + 2 * i, sizeof h);
        const floats f = __builtin_ia32_vcvtph2ps256(h);
        memcpy(to + i, &f, sizeof f);
#else
        uint16_t h[8];
        memcpy(h, m + 2 * i, sizeof h);
        ptx2c_little_endian(h, 2, 8);
#if defined __aarch64__ && defined __GNUC__
        __fp16 f[8];
        memcpy(f, h, sizeof f);
        for (uint32_t e = 0; e < 8; e++)
            to[i + e] = (float)f[e];
#else
        for (uint32_t e = 0; e < 8; e++)
            to[i + e] = ptx2c_f32_f16(h[e]);
#endif
#endif
    }
}

/* n elements, a multiple of 8 if they are halves, as they lie in memory. */
PTX2C_INLINE void ptx2c_raw_float(float *to, const unsigned char *m, uint32_t n, ptx2c_el el)
{
    if (el == ptx2c_el_f16)
        ptx2c_raw_f16(to, m, n);
    else
        for (uint32_t i = 0; i < n; i++)
            to[i] = ptx2c_float_of(ptx2c_raw(m, i, el), 0, el);
}

PTX2C_INLINE void ptx2c_raw_integer(uint32_t *to, const unsigned char *m, uint32_t n, ptx2c_el el)
{
    for (uint32_t i = 0; i < n; i++)
        to[i] = ptx2c_integer_of(ptx2c_raw(m, i, el), 0, el);
}

/* ---- fragments of mma -------------------------------------------------------------------------------------------- */

/* Lane 4 * g + t holds, of row g (and g + 8) of A and column g of B, the elements k = (4 * r + t) * e + i for
 * register r (counted for each half of A alone), e elements a register: a register of all lanes is eight rows of 4 * e elements
 * as in memory.  Of row g (and g + 8) of C it holds columns 2 * t and 2 * t + 1.  Multiplicands become A's rows and B's
 * columns side by side, C its rows.
 */

/* to[t * step + g] = from[g * stride + t] for eight g and four t. */
PTX2C_INLINE void ptx2c_quads(void *to, uint32_t step, const void *from, uint32_t stride)
{
    ptx2c_columns_4(to, step, from, stride);
    ptx2c_columns_4((uint32_t *)to + 4, step, (const uint32_t *)from + 4 * stride, stride);
}

/* A matrix of lines of so many values becomes one of columns; both numbers are multiples of 8. */
PTX2C_INLINE void ptx2c_to_columns(void *to, const void *from, uint32_t lines, uint32_t columns)
{
    for (uint32_t i = 0; i < lines; i += 8)
        for (uint32_t j = 0; j < columns; j += 4)
            ptx2c_quads((uint32_t *)to + j * lines + i, lines, (const uint32_t *)from + i * columns + j, columns);
}

/* Eight rows of C, stride values apart, from the registers that hold their even and their odd columns; and back. */
PTX2C_INLINE void ptx2c_merge(void *to, uint32_t stride, const void *even, const void *odd)
{
    uint32_t *d = to;
    for (uint32_t g = 0; g < 8; g++, d += stride) {
#if PTX2C_HAS_SHUFFLES
        ptx2c_u32x4 a, b, low, high;
        memcpy(&a, (const uint32_t *)even + 4 * g, sizeof a);
        memcpy(&b, (const uint32_t *)odd + 4 * g, sizeof b);
        low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
        high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
        memcpy(d, &low, sizeof low);
        memcpy(d + 4, &high, sizeof high);
#else
        for (uint32_t t = 0; t < 4; t++)
            d[2 * t] = ((const uint32_t *)even)[4 * g + t], d[2 * t + 1] = ((const uint32_t *)odd)[4 * g + t];
#endif
    }
}

PTX2C_INLINE void ptx2c_unmerge(void *even, void *odd, const void *from, uint32_t stride)
{
    const uint32_t *v = from;
    for (uint32_t g = 0; g < 8; g++, v += stride) {
#if PTX2C_HAS_SHUFFLES
        ptx2c_u32x4 low, high, a, b;
        memcpy(&low, v, sizeof low);
        memcpy(&high, v + 4, sizeof high);
        a = __builtin_shufflevector(low, high, 0, 2, 4, 6);
        b = __builtin_shufflevector(low, high, 1, 3, 5, 7);
        memcpy((uint32_t *)even + 4 * g, &a, sizeof a);
        memcpy((uint32_t *)odd + 4 * g, &b, sizeof b);
#else
        for (uint32_t t = 0; t < 4; t++)
            ((uint32_t *)even)[4 * g + t] = v[2 * t], ((uint32_t *)odd)[4 * g + t] = v[2 * t + 1];
#endif
    }
}

/* How many elements of k a register has for the sum, which takes the 32 bits of b1 at once. */
PTX2C_INLINE uint32_t ptx2c_terms(ptx2c_el el)
{
    return el == ptx2c_el_b1 ? 1 : ptx2c_per_register(el);
}

/* Row g of a register of all lanes as it would lie in memory. */
PTX2C_INLINE void ptx2c_row_bytes(unsigned char *to, const void *a, uint32_t g)
{
    memcpy(to, (const unsigned char *)a + 16 * g, 16);
    ptx2c_little_endian(to, 4, 4);
}

/* The registers of a or b, n for each piece of k, as 8 * n rows of k elements. */
#define PTX2C_REGISTER_ROWS(NAME, T)                                                                                   \
    PTX2C_INLINE void ptx2c_rows_##NAME(T *x, void *const *a, uint32_t regs, uint32_t n, ptx2c_el el)                  \
    {                                                                                                                  \
        const uint32_t wide = 4 * ptx2c_terms(el);                                                                     \
        for (uint32_t r = 0; r < regs; r++)                                                                            \
            for (uint32_t g = 0; g < 8 * n; g++) {                                                                     \
                unsigned char row[16];                                                                                 \
                ptx2c_row_bytes(row, a[n * r + g / 8], g % 8);                                                         \
                ptx2c_raw_##NAME(x + (g * regs + r) * wide, row, wide, el);                                            \
            }                                                                                                          \
    }                                                                                                                  \
    /* Those of b as y[k][column]. */                                                                                  \
    PTX2C_INLINE void ptx2c_columns_##NAME(T (*y)[8], void *const *b, uint32_t regs, ptx2c_el el)                      \
    {                                                                                                                  \
        T v[8 * 128];                                                                                                  \
        ptx2c_rows_##NAME(v, b, regs, 1, el);                                                                          \
        ptx2c_to_columns(y, v, 8, 4 * regs * ptx2c_terms(el));                                                               \
    }
PTX2C_REGISTER_ROWS(float, float)
PTX2C_REGISTER_ROWS(integer, uint32_t)

/* Eight columns of C as rows, stride values apart. */
PTX2C_INLINE void ptx2c_c_float(float *acc, uint32_t stride, void *const *c, uint32_t halves, ptx2c_el el)
{
    for (uint32_t h = 0; h < halves; h++, acc += 8 * stride) {
        if (el != ptx2c_el_f16) {
            ptx2c_merge(acc, stride, c[2 * h], c[2 * h + 1]);
            continue;
        }
        for (uint32_t g = 0; g < 8; g++) {
            unsigned char row[16];
            ptx2c_row_bytes(row, c[h], g);
            ptx2c_raw_f16(acc + g * stride, row, 8);
        }
    }
}

PTX2C_INLINE void ptx2c_d_float(void *const *d, float *acc, uint32_t stride, uint32_t halves, ptx2c_el el, uint32_t active)
{
    for (uint32_t h = 0; h < halves; h++, acc += 8 * stride) {
        if (el == ptx2c_el_f16) {
            uint16_t u[64];
            for (uint32_t g = 0; g < 8; g++)
                for (uint32_t j = 0; j < 8; j++)
                    u[8 * g + j] = ptx2c_cvt_rn_f16_f32(acc[g * stride + j]);
            ptx2c_little_endian(u, 2, 64);
            ptx2c_little_endian(u, 4, 32);
            ptx2c_give(d[h], u, sizeof(uint32_t), active);
            continue;
        }
        float v[2][32];
        const bool all = active == 0xffffffff;
        for (uint32_t g = 0; g < 8; g++)
            for (uint32_t j = 0; j < 8; j++)
                acc[g * stride + j] = ptx2c_canonical_f32(acc[g * stride + j]);
        ptx2c_unmerge(all ? d[2 * h] : v[0], all ? d[2 * h + 1] : v[1], acc, stride);
        for (uint32_t i = 0; i < 2 && !all; i++)
            ptx2c_give(d[2 * h + i], v[i], sizeof *v[i], active);
    }
}

/* Vectors of as many values as the machine's have: a compiler keeps sums in longer ones in memory, and without vectors those of two.  clang cuts
 * them itself. */
#if PTX2C_NO_VECTORS
#define PTX2C_WIDE 2
#elif defined __AVX512F__ || (defined __clang__ && !defined __AVX__)
#define PTX2C_WIDE 16
#elif defined __AVX__ || defined PTX2C_TARGET
#define PTX2C_WIDE 8
#else
#define PTX2C_WIDE 4
#endif
#if PTX2C_VECTORS
typedef float ptx2c_wide_float __attribute__((vector_size(4 * PTX2C_WIDE)));
typedef uint32_t ptx2c_wide_uint32_t __attribute__((vector_size(4 * PTX2C_WIDE)));
typedef float ptx2c_8_float __attribute__((vector_size(32)));
typedef uint32_t ptx2c_8_uint32_t __attribute__((vector_size(32)));
#define PTX2C_ADD_PRODUCT(s, p, y) s += p * (y)
#else
typedef struct ptx2c_wide_float { float v[PTX2C_WIDE]; } ptx2c_wide_float;
typedef struct ptx2c_wide_uint32_t { uint32_t v[PTX2C_WIDE]; } ptx2c_wide_uint32_t;
typedef struct ptx2c_8_float { float v[8]; } ptx2c_8_float;
typedef struct ptx2c_8_uint32_t { uint32_t v[8]; } ptx2c_8_uint32_t;
#define PTX2C_ADD_PRODUCT(s, p, y) PTX2C_ELEMENTS(s) s.v[e] += p.v[e] * (y)
#endif

/* A part of a sum that stays in eight vectors: SIDE of them side by side in each of 8 / SIDE lines. */
#define PTX2C_SUM_AT(i, SIDE, V, T) ((i) / SIDE * length + (i) % SIDE * (sizeof(V) / sizeof(T)))
#define PTX2C_TAKE_8(i, SIDE, V, T) PTX2C_VECTOR_LOAD(T, s##i, acc + PTX2C_SUM_AT(i, SIDE, V, T));
#define PTX2C_GIVE_8(i, SIDE, V, T) PTX2C_VECTOR_STORE(T, acc + PTX2C_SUM_AT(i, SIDE, V, T), s##i);
#define PTX2C_ALL_8(DO, SIDE, V, T)                                                                                    \
    DO(0, SIDE, V, T) DO(1, SIDE, V, T) DO(2, SIDE, V, T) DO(3, SIDE, V, T) DO(4, SIDE, V, T) DO(5, SIDE, V, T)        \
    DO(6, SIDE, V, T) DO(7, SIDE, V, T)
#define PTX2C_BLOCK(name, T, V, SIDE, ADD)                                                                             \
    PTX2C_INLINE void name(T *acc, const T *x, const T *y, uint32_t length, uint32_t line, uint32_t step, uint32_t k)  \
    {                                                                                                                  \
        V s0, s1, s2, s3, s4, s5, s6, s7, p, r;                                                                        \
        PTX2C_ALL_8(PTX2C_TAKE_8, SIDE, V, T)                                                                          \
        for (uint32_t q = 0; q < k; q++, x += length, y += step) {                                                     \
            PTX2C_VECTOR_LOAD(T, p, x);                                                                                \
            PTX2C_VECTOR_LOAD(T, r, x + PTX2C_SUM_AT(SIDE - 1, SIDE, V, T));                                           \
            ADD(s0, p, y[0]);                                                                                          \
            ADD(s1, r, y[1 / SIDE * line]);                                                                            \
            ADD(s2, p, y[2 / SIDE * line]);                                                                            \
            ADD(s3, r, y[3 / SIDE * line]);                                                                            \
            ADD(s4, p, y[4 / SIDE * line]);                                                                            \
            ADD(s5, r, y[5 / SIDE * line]);                                                                            \
            ADD(s6, p, y[6 / SIDE * line]);                                                                            \
            ADD(s7, r, y[7 / SIDE * line]);                                                                            \
        }                                                                                                              \
        PTX2C_ALL_8(PTX2C_GIVE_8, SIDE, V, T)                                                                          \
    }

/* acc[j][i] += x[k][i] * y(j, k), k ascending; y(j, k) = y[line * j + step * k]; length: a multiple of 8; lines: of 4, and where
 * length isn't a multiple of 32, of 8.  Compilers that are left to choose vectors take the sums apart. */
#define PTX2C_SUM(name, T, ADD_WIDE, ADD_8)                                                                            \
    PTX2C_BLOCK(name##_wide, T, ptx2c_wide_##T, 2, ADD_WIDE)                                                           \
    PTX2C_BLOCK(name##_line, T, ptx2c_wide_##T, 1, ADD_WIDE)                                                           \
    PTX2C_BLOCK(name##_8, T, ptx2c_8_##T, 1, ADD_8)                                                                    \
    PTX2C_INLINE void name(T *acc, const T *x, const T *y, uint32_t length, uint32_t lines, uint32_t line,             \
                           uint32_t step, uint32_t k)                                                                  \
    {                                                                                                                  \
        uint32_t i = 0;                                                                                                \
        for (; i + 2 * PTX2C_WIDE <= length; i += 2 * PTX2C_WIDE)                                                      \
            for (uint32_t j = 0; j < lines; j += 4)                                                                    \
                name##_wide(acc + j * length + i, x + i, y + j * line, length, line, step, k);                         \
        for (; i + PTX2C_WIDE <= length; i += PTX2C_WIDE)                                                              \
            for (uint32_t j = 0; j < lines; j += 8)                                                                    \
                name##_line(acc + j * length + i, x + i, y + j * line, length, line, step, k);                         \
        for (; i < length; i += 8)                                                                                     \
            for (uint32_t j = 0; j < lines; j += 8)                                                                    \
                name##_8(acc + j * length + i, x + i, y + j * line, length, line, step, k);                            \
    }
PTX2C_SUM(ptx2c_sum_rounded, float, PTX2C_ADD_PRODUCT, PTX2C_ADD_PRODUCT)
PTX2C_SUM(ptx2c_sum_integer, uint32_t, PTX2C_ADD_PRODUCT, PTX2C_ADD_PRODUCT)

/* Products of these are exact, whether or not the sum rounds them too. */
PTX2C_INLINE bool ptx2c_short(ptx2c_el el) { return el == ptx2c_el_f16 || (el >= ptx2c_el_e4m3 && el <= ptx2c_el_fp4); }

#if defined __FMA__ && PTX2C_WIDE == 8
#define PTX2C_ADD_FUSED(s, p, y) s = __builtin_ia32_vfmaddps256(p, (ptx2c_8_float){y, y, y, y, y, y, y, y}, s)
PTX2C_SUM(ptx2c_sum_exact, float, PTX2C_ADD_FUSED, PTX2C_ADD_FUSED)
#elif defined __FMA__ && PTX2C_WIDE == 16 && defined __AVX512F__
#define PTX2C_ADD_FUSED(s, p, y) s = __builtin_ia32_vfmaddps256(p, (ptx2c_8_float){y, y, y, y, y, y, y, y}, s)
#define PTX2C_ADD_FUSED_16(s, p, y)                                                                                    \
    s = __builtin_ia32_vfmaddps512_mask(p, (ptx2c_wide_float){y, y, y, y, y, y, y, y, y, y, y, y, y, y, y, y}, s, -1, 4)
PTX2C_SUM(ptx2c_sum_exact, float, PTX2C_ADD_FUSED_16, PTX2C_ADD_FUSED)
#elif PTX2C_NO_VECTORS && defined PTX2C_HAS_FMA
#define PTX2C_ADD_FUSED(s, p, y) PTX2C_ELEMENTS(s) s.v[e] = __builtin_fmaf(p.v[e], y, s.v[e])
PTX2C_SUM(ptx2c_sum_exact, float, PTX2C_ADD_FUSED, PTX2C_ADD_FUSED)
#else
#define ptx2c_sum_exact ptx2c_sum_rounded
#endif

PTX2C_INLINE void ptx2c_sum_float(float *acc, const float *x, const float *y, uint32_t length, uint32_t lines, uint32_t line,
                                  uint32_t step, uint32_t k, bool exact)
{
    if (exact)
        ptx2c_sum_exact(acc, x, y, length, lines, line, step, k);
    else
        ptx2c_sum_rounded(acc, x, y, length, lines, line, step, k);
}

/* ---- mma --------------------------------------------------------------------------------------------------------- */

PTX2C_INLINE uint32_t ptx2c_accumulate(uint32_t c, uint32_t sum, ptx2c_overflow over)
{
    const int64_t s = (int64_t)(int32_t)c + (int32_t)sum;
    return over == ptx2c_wrap ? c + sum : s > INT32_MAX ? 0x7fffffff : s < INT32_MIN ? 0x80000000 : (uint32_t)s;
}

PTX2C_INLINE bool ptx2c_is_integer(ptx2c_el el) { return el >= ptx2c_el_s8 && el <= ptx2c_el_u4; }

/* D = C and what A and B add, as mma.h has them. */
PTX2C_INLINE void ptx2c_tile_sum(const ptx2c_warp *w, void *const *d, void *const *c, const uint32_t *x, const uint32_t *y, uint32_t k,
                                 ptx2c_el of_d, bool fused)
{
    _Alignas(PTX2C_LINE) float v[4][32];
    const bool halves = of_d == ptx2c_el_f16, here = !halves && w->active == 0xffffffff;
    float *const spare[4] = {v[0], v[1], v[2], v[3]}, *start[4], *sums[4];
    for (uint32_t i = 0; i < 4; i++) {
        start[i] = halves ? spare[i] : c[i];
        sums[i] = here ? d[i] : spare[i];
    }
    for (uint32_t i = 0; i < 4 && halves; i++)
        for (uint32_t l = 0; l < 32; l++)
            v[i][l] = ptx2c_f32_f16((uint16_t)(((const uint32_t *)c[i / 2])[l] >> 16 * (i % 2)));
    if (fused)
        ptx2c_tile_fused(sums, start, x, y, k);
    else
        ptx2c_tile_rounded(sums, start, x, y, k);
    for (uint32_t i = 0; i < 2 && halves; i++) {
        uint32_t pairs[32];
        for (uint32_t l = 0; l < 32; l++)
            pairs[l] = ptx2c_join16(ptx2c_cvt_rn_f16_f32(v[2 * i][l]), ptx2c_cvt_rn_f16_f32(v[2 * i + 1][l]));
        ptx2c_give(d[i], pairs, sizeof *pairs, w->active);
    }
    for (uint32_t i = 0; i < 4 && !halves && !here; i++)
        ptx2c_give(d[i], v[i], sizeof *v[i], w->active);
}

/* Likewise of pairs of integers. */
PTX2C_INLINE void ptx2c_tile_sum_pairs(const ptx2c_warp *w, void *const *d, void *const *c, const uint32_t *x, const uint32_t *y,
                                       uint32_t k, ptx2c_overflow over)
{
    _Alignas(PTX2C_LINE) uint32_t v[4][32] = {{0}};
    uint32_t *const sums[4] = {v[0], v[1], v[2], v[3]};
    ptx2c_tile_pairs(sums, sums, x, y, k);
    for (uint32_t i = 0; i < 4; i++) {
        for (uint32_t l = 0; l < 32; l++)
            v[i][l] = ptx2c_accumulate(((const uint32_t *)c[i])[l], v[i][l], over);
        ptx2c_give(d[i], v[i], sizeof *v[i], w->active);
    }
}

/* Rows of elements of k, as they are rearranged: by their bytes. */
typedef union ptx2c_tile_rows { uint32_t u[16 * 64]; float f[16 * 64]; int16_t s[2 * 16 * 64]; } ptx2c_tile_rows;

/* The registers of a or b, n for each piece of k, as words of 8 * n rows: floats, or pairs of integers of 16 bits.  Whether their
 * products with others for which it holds have no more digits than floats. */
PTX2C_INLINE bool ptx2c_tile_words(ptx2c_tile_rows *words, void *const *a, uint32_t regs, uint32_t n, ptx2c_el el)
{
    const uint32_t count = 32 * n * regs * ptx2c_per_register(el);
    if (ptx2c_is_integer(el)) {
        uint32_t wide[16 * 64];
        ptx2c_rows_integer(wide, a, regs, n, el);
        for (uint32_t i = 0; i < count; i++)
            words->s[i] = (int16_t)wide[i];
        return true;
    }
    ptx2c_rows_float(words->f, a, regs, n, el);
    return ptx2c_short(el) || ptx2c_tile_moderate(words->f, count);
}

/* m16n8kK, n products one after the other, none of which changes what another one takes as A or B; p: the registers of D, A, B
 * and C of one after those of the one before; regs: those of a B; then the types; over: of sums of integers.  What the one before has
 * as A, too, and what one of some before has as B, stays as it was rearranged for that. */
PTX2C_INLINE void ptx2c_mma_tiles(const ptx2c_warp *w, uint32_t n, void *const *p, uint32_t regs, ptx2c_el of_a, ptx2c_el of_b,
                                  ptx2c_el of_d, ptx2c_overflow over)
{
    const uint32_t k = 4 * regs * ptx2c_per_register(of_b) / (ptx2c_is_integer(of_b) ? 2 : 1), slots = 128 / k;
    const uint32_t sums = of_d == ptx2c_el_f16 ? 2 : 4, step = 3 * regs + 2 * sums;
    _Alignas(PTX2C_LINE) uint32_t x[PTX2C_TILE_A], y[8 * 128];
    _Alignas(PTX2C_LINE) ptx2c_tile_rows words;
    void *const *held[32];
    bool x_exact = true, y_exact[32];
    for (uint32_t i = 0, filled = 0; i < n; i++, p += step) {
        void *const *const d = p, *const *const a = d + sums, *const *const b = a + 2 * regs, *const *const c = b + regs;
        if (i == 0 || memcmp(a, a - step, 2 * regs * sizeof *a) != 0) {
            x_exact = ptx2c_tile_words(&words, a, regs, 2, of_a);
            ptx2c_tile_a(x, words.u, k);
        }
        uint32_t at = 0;
        while (at < filled && at < slots && memcmp(held[at], b, regs * sizeof *b) != 0)
            at++;
        if (at == filled || at == slots) {
            at = filled++ % slots;
            held[at] = b;
            y_exact[at] = ptx2c_tile_words(&words, b, regs, 1, of_b);
            ptx2c_tile_b(y + at * k * 8, words.u, k);
        }
        if (ptx2c_is_integer(of_b))
            ptx2c_tile_sum_pairs(w, d, c, x, y + at * k * 8, k, over);
        else
            ptx2c_tile_sum(w, d, c, x, y + at * k * 8, k, of_d, x_exact && y_exact[at]);
    }
}

/* A scale: ue8m0, or e4m3 without its sign. */
PTX2C_INLINE float ptx2c_scale_of(uint32_t byte, ptx2c_el el)
{
    if (el == ptx2c_el_e4m3)
        return ptx2c_f32_f16(ptx2c_cvt_f16_e4m3(byte & 0x7f));
    if (el == ptx2c_el_ue5m3)
        return ptx2c_f32_ue5m3(byte);
    byte &= 0xff;
    return ptx2c_f32_of(byte == 0 ? 0x00400000 : byte == 0xff ? 0x7fffffff : byte << 23);
}

/* Part number part of row i of A, of column j of B, has this scale (manual 9.7.14.3). */
PTX2C_INLINE float ptx2c_scale_a(const ptx2c_matrix *f, uint32_t i, uint32_t part, ptx2c_el scale)
{
    const uint32_t from = f->scale[1][0], lane = 4 * (i & 7) + 2 * (from >> 8 & 1) + (i >> 3);
    return ptx2c_scale_of(f->scale[0][lane] >> 8 * ((from + part) & 3), scale);
}

PTX2C_INLINE float ptx2c_scale_b(const ptx2c_matrix *f, uint32_t j, uint32_t part, ptx2c_el scale)
{
    const uint32_t from = f->scale[3][0], lane = 4 * j + (from >> 8 & 3);
    return ptx2c_scale_of(f->scale[2][lane] >> 8 * ((from + part) & 3), scale);
}

/* With n scales for each row of A and column of B: the multiplicands are scaled, then multiplied. */
PTX2C_INLINE void ptx2c_mma_scaled(const ptx2c_warp *w, void *const *d, void *const *a, void *const *b, void *const *c,
                                   ptx2c_el of_a, ptx2c_el of_b, uint32_t n, ptx2c_el scale)
{
    const ptx2c_matrix *f = &w->matrix;
    _Alignas(PTX2C_LINE) uint32_t x[PTX2C_TILE_A], y[8 * 64];
    _Alignas(PTX2C_LINE) ptx2c_tile_rows rows, columns;
    const uint32_t k = 8 * ptx2c_per_register(of_b);
    ptx2c_rows_float(rows.f, a, 2, 2, of_a);
    ptx2c_rows_float(columns.f, b, 2, 1, of_b);
    for (uint32_t q = 0; q < k; q++) {
        for (uint32_t i = 0; i < 16; i++)
            rows.f[k * i + q] *= ptx2c_scale_a(f, i, q / (k / n), scale);
        for (uint32_t j = 0; j < 8; j++)
            columns.f[k * j + q] *= ptx2c_scale_b(f, j, q / (k / n), scale);
    }
    ptx2c_tile_a(x, rows.u, k);
    ptx2c_tile_b(y, columns.u, k);
    ptx2c_tile_sum(w, d, c, x, y, k, ptx2c_el_f32, false);
}

PTX2C_INLINE uint32_t ptx2c_bits_set(uint32_t v)
{
    v -= v >> 1 & 0x55555555;
    v = (v & 0x33333333) + (v >> 2 & 0x33333333);
    return ((v + (v >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
}

/* Adds the sums to C, or, without it, puts them into D; stride: between the rows of the sums. */
PTX2C_INLINE void ptx2c_d_integer(void *const *d, void *const *c, const uint32_t *acc, uint32_t stride, uint32_t halves,
                                  ptx2c_overflow over, uint32_t active)
{
    for (uint32_t h = 0; h < halves; h++) {
        uint32_t v[2][32], u[32] = {0};
        ptx2c_unmerge(v[0], v[1], acc + 8 * h * stride, stride);
        for (uint32_t i = 0; i < 2; i++) {
            if (c)
                memcpy(u, c[2 * h + i], sizeof u);
            for (uint32_t l = 0; l < 32; l++)
                v[i][l] = ptx2c_accumulate(u[l], v[i][l], over);
            ptx2c_give(d[2 * h + i], v[i], sizeof *v[i], active);
        }
    }
}

typedef enum ptx2c_times { ptx2c_times_mul, ptx2c_times_and, ptx2c_times_xor } ptx2c_times;

/* The sums of products of at most 16 bits each fit 32 bits. */
PTX2C_INLINE void ptx2c_mma_integer(const ptx2c_warp *w, void *const *d, void *const *a, void *const *b, void *const *c,
                                    uint32_t halves, uint32_t regs, ptx2c_el of_a, ptx2c_el of_b, ptx2c_times times,
                                    ptx2c_overflow over)
{
    _Alignas(PTX2C_LINE) uint32_t x[16 * 64], y[64][8], acc[16][8] = {{0}};
    const uint32_t k = 4 * regs * ptx2c_terms(of_b);
    ptx2c_rows_integer(x, a, regs, halves, of_a);
    ptx2c_columns_integer(y, b, regs, of_b);
    if (times == ptx2c_times_mul)
        ptx2c_sum_integer(acc[0], y[0], x, 8, 8 * halves, k, 1, k);
    for (uint32_t i = 0; i < 8 * halves && times != ptx2c_times_mul; i++)
        for (uint32_t q = 0; q < k; q++)
            for (uint32_t j = 0; j < 8; j++)
                acc[i][j] += ptx2c_bits_set(times == ptx2c_times_and ? x[k * i + q] & y[q][j] : x[k * i + q] ^ y[q][j]);
    ptx2c_d_integer(d, c, acc[0], 8, halves, over, w->active);
}

typedef enum ptx2c_rounding { ptx2c_to_rn, ptx2c_to_rz, ptx2c_to_rm, ptx2c_to_rp } ptx2c_rounding;

PTX2C_INLINE double ptx2c_fma_f64_to(ptx2c_rounding to, double a, double b, double c)
{
    return to == ptx2c_to_rn   ? ptx2c_fma_rn_f64(a, b, c)
           : to == ptx2c_to_rz ? ptx2c_fma_rz_f64(a, b, c)
           : to == ptx2c_to_rm ? ptx2c_fma_rm_f64(a, b, c)
                               : ptx2c_fma_rp_f64(a, b, c);
}

/* A register of lanes 4 * g + t as its values by t, and back; of 64-bit values. */
#define PTX2C_QUADS(to, step, from)                                                                                    \
    for (uint32_t g = 0; g < 8; g++)                                                                                   \
        for (uint32_t t = 0; t < 4; t++)                                                                               \
            (to)[t * (step)][g] = (from)[4 * g + t]
#define PTX2C_UNQUADS(to, from, step)                                                                                  \
    for (uint32_t g = 0; g < 8; g++)                                                                                   \
        for (uint32_t t = 0; t < 4; t++)                                                                               \
            (to)[4 * g + t] = (from)[t * (step)][g]
PTX2C_INLINE void ptx2c_quads_f64(double (*to)[16], uint32_t step, const void *from)
{
    double v[32];
    memcpy(v, from, sizeof v);
    PTX2C_QUADS(to, step, v);
}

PTX2C_INLINE void ptx2c_mma_f64(const ptx2c_warp *w, void *const *d, void *const *a, void *const *b, void *const *c,
                                uint32_t halves, uint32_t regs, ptx2c_rounding to)
{
    _Alignas(PTX2C_LINE) double x[16][16], y[16][16], acc[8][16], v[32];
    for (uint32_t r = 0; r < regs; r++) {
        for (uint32_t h = 0; h < halves; h++)
            ptx2c_quads_f64((double (*)[16])&x[4 * r][8 * h], 1, a[halves * r + h]);
        ptx2c_quads_f64(&y[4 * r], 1, b[r]);
    }
    for (uint32_t h = 0; h < halves; h++)
        for (uint32_t i = 0; i < 2; i++)
            ptx2c_quads_f64((double (*)[16])&acc[i][8 * h], 2, c[2 * h + i]);
    for (uint32_t j = 0; j < 8; j++)
        for (uint32_t q = 0; q < 4 * regs; q++)
            for (uint32_t i = 0; i < 8 * halves; i++)
                acc[j][i] = ptx2c_fma_f64_to(to, x[q][i], y[q][j], acc[j][i]);
    for (uint32_t h = 0; h < halves; h++)
        for (uint32_t i = 0; i < 2; i++) {
            PTX2C_UNQUADS(v, (double (*)[16])&acc[i][8 * h], 2);
            ptx2c_give(d[2 * h + i], v, sizeof *v, w->active);
        }
}

/* ---- mma.m8n8k4 of f16: four products, of lanes 4 * q … and 16 + 4 * q … ------------------------------------------- */

/* Row i or column i of the vector's own dimension, element k, of a multiplicand whose vectors lie along k (as A in rows,
 * B in columns), or across. */
PTX2C_INLINE float ptx2c_884_of(const ptx2c_fragment *a, uint32_t q, uint32_t i, uint32_t k, bool along)
{
    const uint32_t lane = 4 * q + 16 * (i >> 2) + (along ? i & 3 : k), e = along ? k : i & 3;
    return ptx2c_float_of(a->u[e >> 1][lane], e & 1, ptx2c_el_f16);
}

PTX2C_INLINE void ptx2c_mma_884(ptx2c_warp *w, ptx2c_layout a, ptx2c_layout b, ptx2c_el c, ptx2c_el d)
{
    ptx2c_matrix *f = &w->matrix;
    const ptx2c_fragment was = f->c;
    for (uint32_t q = 0; q < 4; q++)
        for (uint32_t high = 0; high < 2; high++)
            for (uint32_t t = 0; t < 4; t++) {
                const uint32_t l = 4 * q + 16 * high + t;
                for (uint32_t e = 0; e < 8; e++) { /* element e of C in this lane: rows as of f16, and as of f32 */
                    const uint32_t row32 = (t & 1) + (e & 2) + 4 * high, col32 = (e & 4) + (t & 2) + (e & 1);
                    const uint32_t i = d == ptx2c_el_f16 ? t + 4 * high : row32, j = d == ptx2c_el_f16 ? e : col32;
                    /* where C keeps the same place */
                    const uint32_t from = c == ptx2c_el_f16 ? 4 * q + 16 * (i >> 2) + (i & 3) : l;
                    float s = c == ptx2c_el_f16 ? ptx2c_float_of(was.u[j >> 1][from], j & 1, c) : was.f[e][l];
                    for (uint32_t k = 0; k < 4; k++)
                        s += ptx2c_884_of(&f->a, q, i, k, a == ptx2c_by_row) * ptx2c_884_of(&f->b, q, j, k, b == ptx2c_by_col);
                    if (d == ptx2c_el_f16)
                        f->c.u[e >> 1][l] = (f->c.u[e >> 1][l] & (e & 1 ? 0xffff : 0xffff0000)) |
                                            (uint32_t)ptx2c_cvt_rn_f16_f32(s) << 16 * (e & 1);
                    else
                        f->c.f[e][l] = ptx2c_canonical_f32(s);
                }
            }
}

/* ---- ldmatrix, stmatrix, movmatrix --------------------------------------------------------------------------------- */

/* Those of matrix number n are the addresses of lanes 8 * n … (manual 9.7.14.5.15).  A lane's word of a matrix; where all lanes
 * take part, four lanes have a row at once. */
PTX2C_INLINE uint32_t ptx2c_row_word(unsigned char *const *row, uint32_t l) { return ptx2c_ld_u32(row[l / 4] + 4 * (l % 4)); }

PTX2C_INLINE uint32_t ptx2c_row_pair(unsigned char *const *row, uint32_t l)
{
    row += 2 * (l % 4);
    return ptx2c_join16(ptx2c_ld_u16(row[0] + 2 * (l / 4)), ptx2c_ld_u16(row[1] + 2 * (l / 4)));
}

PTX2C_INLINE void ptx2c_ldmatrix(const ptx2c_warp *w, void *const *r, uint32_t n)
{
    uint32_t v[4][32];
    for (uint32_t i = 0; i < n; i++) {
        unsigned char *const *row = w->matrix.row + 8 * i;
        if (w->active == 0xffffffff) /* where they are wanted, row by row, as mma reads them next */
            for (uint32_t g = 0; g < 8; g++) {
                memcpy((unsigned char *)r[i] + 16 * g, row[g], 16);
                ptx2c_little_endian((unsigned char *)r[i] + 16 * g, 4, 4);
            }
        else
            PTX2C_MASKED(w->active) v[i][l] = ptx2c_row_word(row, l);
    }
    for (uint32_t i = 0; i < n && w->active != 0xffffffff; i++)
        ptx2c_give(r[i], v[i], sizeof *v[i], w->active);
}

/* Eight rows of eight halves as columns: three times, rows i and i + 4 take turns. */
PTX2C_INLINE void ptx2c_transpose_halves(uint16_t (*to)[8], const uint16_t (*from)[8])
{
#if PTX2C_HAS_SHUFFLES
    typedef uint16_t halves __attribute__((vector_size(16)));
    halves a[8], b[8];
    memcpy(a, from, sizeof a);
#define PTX2C_TURNS(d, s, i)                                                                                           \
    d[2 * i] = __builtin_shufflevector(s[i], s[i + 4], 0, 8, 1, 9, 2, 10, 3, 11),                                      \
    d[2 * i + 1] = __builtin_shufflevector(s[i], s[i + 4], 4, 12, 5, 13, 6, 14, 7, 15)
#define PTX2C_ALL_TURNS(d, s) PTX2C_TURNS(d, s, 0), PTX2C_TURNS(d, s, 1), PTX2C_TURNS(d, s, 2), PTX2C_TURNS(d, s, 3)
    PTX2C_ALL_TURNS(b, a);
    PTX2C_ALL_TURNS(a, b);
    PTX2C_ALL_TURNS(b, a);
    memcpy(to, b, sizeof b);
#undef PTX2C_TURNS
#undef PTX2C_ALL_TURNS
#else
    for (uint32_t i = 0; i < 8; i++)
        for (uint32_t j = 0; j < 8; j++)
            to[i][j] = from[j][i];
#endif
}

PTX2C_INLINE void ptx2c_ldmatrix_trans(const ptx2c_warp *w, void *const *r, uint32_t n)
{
    uint32_t v[4][32];
    for (uint32_t i = 0; i < n; i++) {
        unsigned char *const *row = w->matrix.row + 8 * i;
        if (w->active == 0xffffffff) {
            uint16_t rows[8][8], columns[8][8];
            for (uint32_t g = 0; g < 8; g++)
                memcpy(rows[g], row[g], 16);
            ptx2c_little_endian(rows, 2, 64);
            ptx2c_transpose_halves(columns, (const uint16_t (*)[8])rows);
            ptx2c_little_endian(columns, 2, 64);
            memcpy(r[i], columns, sizeof columns);
            ptx2c_little_endian(r[i], 4, 32);
        } else {
            PTX2C_MASKED(w->active) v[i][l] = ptx2c_row_pair(row, l);
        }
    }
    for (uint32_t i = 0; i < n && w->active != 0xffffffff; i++)
        ptx2c_give(r[i], v[i], sizeof *v[i], w->active);
}

/* Element i of a row of elements of 4, 6 or 8 bits, one behind the other. */
PTX2C_INLINE uint32_t ptx2c_row_bits(const unsigned char *row, uint32_t i, uint32_t bits)
{
    const uint32_t at = i * bits, next = at % 8 + bits > 8 ? row[at / 8 + 1] : 0u;
    return (row[at / 8] | next << 8) >> at % 8 & ((1u << bits) - 1);
}

/* m8n16: four elements of 4 or 6 bits as the lower bits of bytes. */
PTX2C_INLINE uint32_t ptx2c_row_codes(unsigned char *const *row, uint32_t l, uint32_t bits)
{
    uint32_t v = 0;
    for (uint32_t i = 0; i < 4; i++)
        v |= ptx2c_row_bits(row[l / 4], 4 * (l % 4) + i, bits) << 8 * i;
    return v;
}

/* m16n16.trans: register n has, of 16 rows, four neighbouring ones' elements in one column, as bytes. */
PTX2C_INLINE uint32_t ptx2c_column_codes(unsigned char *const *row, uint32_t l, uint32_t n, uint32_t bits)
{
    uint32_t v = 0;
    for (uint32_t i = 0; i < 4; i++)
        v |= ptx2c_row_bits(row[16 * (n / 2) + 4 * (l % 4) + i], 8 * (n % 2) + l / 4, bits) << 8 * i;
    return v;
}

/* .s8.s4: rows of sixteen integers of 4 bits, widened to bytes with their sign. */
PTX2C_INLINE uint32_t ptx2c_row_s4(unsigned char *const *row, uint32_t l)
{
    const uint32_t a = ptx2c_ld_u16(row[l / 4] + 2 * (l % 4));
    uint32_t v = 0;
    for (uint32_t i = 0; i < 4; i++)
        v |= ((((a >> 4 * i & 15) ^ 8) - 8) & 0xff) << 8 * i;
    return v;
}

/* The n registers of those, value by value. */
#define PTX2C_LDMATRIX(r, n, value)                                                                                    \
    do {                                                                                                               \
        uint32_t v[4][32];                                                                                             \
        for (uint32_t i = 0; i < (n); i++)                                                                             \
            PTX2C_MASKED(w->active) v[i][l] = (value);                                                                 \
        for (uint32_t i = 0; i < (n); i++)                                                                             \
            ptx2c_give((r)[i], v[i], sizeof *v[i], w->active);                                                         \
    } while (0)

PTX2C_INLINE void ptx2c_ldmatrix_column(const ptx2c_warp *w, void *const *r, uint32_t n, uint32_t bits)
{
    PTX2C_LDMATRIX(r, n, ptx2c_column_codes(w->matrix.row, l, i, bits));
}

PTX2C_INLINE void ptx2c_ldmatrix_b4x16_p64(const ptx2c_warp *w, void *const *r, uint32_t n)
{
    PTX2C_LDMATRIX(r, n, ptx2c_row_codes(w->matrix.row + 8 * i, l, 4));
}

PTX2C_INLINE void ptx2c_ldmatrix_b6x16_p32(const ptx2c_warp *w, void *const *r, uint32_t n)
{
    PTX2C_LDMATRIX(r, n, ptx2c_row_codes(w->matrix.row + 8 * i, l, 6));
}

PTX2C_INLINE void ptx2c_ldmatrix_s8_s4(const ptx2c_warp *w, void *const *r, uint32_t n)
{
    PTX2C_LDMATRIX(r, n, ptx2c_row_s4(w->matrix.row + 8 * i, l));
}
#undef PTX2C_LDMATRIX

/* Stores the n registers v, lane by lane, each matrix by matrix. */
#define PTX2C_STMATRIX(v, n, STORE)                                                                                    \
    do {                                                                                                               \
        uint32_t u[4][32];                                                                                             \
        for (uint32_t i = 0; i < (n); i++)                                                                             \
            memcpy(u[i], (v)[i], sizeof u[i]);                                                                         \
        PTX2C_MASKED(w->active)                                                                                        \
        for (uint32_t i = 0; i < (n); i++)                                                                             \
            STORE(w->matrix.row + 8 * i, l, u[i][l]);                                                                  \
    } while (0)

PTX2C_INLINE void ptx2c_row_put(unsigned char *const *row, uint32_t l, uint32_t v) { ptx2c_st_u32(row[l / 4] + 4 * (l % 4), v); }

PTX2C_INLINE void ptx2c_row_put_pair(unsigned char *const *row, uint32_t l, uint32_t v)
{
    row += 2 * (l % 4);
    ptx2c_st_u16(row[0] + 2 * (l / 4), (uint16_t)v);
    ptx2c_st_u16(row[1] + 2 * (l / 4), (uint16_t)(v >> 16));
}

/* m16n8.trans: a lane holds its bytes as it does the results of mma.m16n8, which are stored column by column. */
PTX2C_INLINE void ptx2c_row_put_bytes(unsigned char *const *row, uint32_t l, uint32_t v)
{
    for (uint32_t i = 0; i < 4; i++)
        row[2 * (l % 4) + i % 2][l / 4 + 8 * (i / 2)] = (unsigned char)(v >> 8 * i);
}

PTX2C_INLINE void ptx2c_stmatrix(const ptx2c_warp *w, void *const *v, uint32_t n)
{
    PTX2C_STMATRIX(v, n, ptx2c_row_put);
}

PTX2C_INLINE void ptx2c_stmatrix_trans(const ptx2c_warp *w, void *const *v, uint32_t n)
{
    PTX2C_STMATRIX(v, n, ptx2c_row_put_pair);
}

PTX2C_INLINE void ptx2c_stmatrix_bytes(const ptx2c_warp *w, void *const *v, uint32_t n)
{
    PTX2C_STMATRIX(v, n, ptx2c_row_put_bytes);
}
#undef PTX2C_STMATRIX

/* The transposed 8x8 matrix of halves: (i, j) is half j % 2 of lane 4 * i + j / 2. */
PTX2C_INLINE uint32_t ptx2c_movmatrix(const ptx2c_warp *w, uint32_t l)
{
    const uint32_t i = l / 4, j = 2 * (l % 4), up = 16 * (i & 1);
    return ptx2c_join16((uint16_t)(w->x32[4 * j + i / 2] >> up), (uint16_t)(w->x32[4 * j + 4 + i / 2] >> up));
}

#endif
