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

/* ---- fragments of mma -------------------------------------------------------------------------------------------- */

/* Lane 4 * g + t holds, of row g (and g + 8) of A and column g of B, the elements k = (4 * r + t) * e + i for
 * register r (counted for each half of A alone), e elements a register; of row g (and g + 8) of C columns 2 * t and
 * 2 * t + 1.  A matrix with the lanes' groups as its rows is so four registers side by side, transposed: */
#define PTX2C_QUADS(to, step, from)                                                                                    \
    for (uint32_t g = 0; g < 8; g++)                                                                                   \
        for (uint32_t t = 0; t < 4; t++)                                                                               \
            (to)[t * (step)][g] = (from)[4 * g + t]
#define PTX2C_UNQUADS(to, from, step)                                                                                  \
    for (uint32_t g = 0; g < 8; g++)                                                                                   \
        for (uint32_t t = 0; t < 4; t++)                                                                               \
            (to)[4 * g + t] = (from)[t * (step)][g]

/* The same for 32-bit values, rows step words apart. */
#if defined __GNUC__ && (defined __clang__ || __GNUC__ >= 12)
typedef uint32_t ptx2c_u32x8 __attribute__((vector_size(32)));
typedef uint32_t ptx2c_u32x16 __attribute__((vector_size(64)));
#define PTX2C_QUAD(t)                                                                                                  \
    r = __builtin_shufflevector(a, b, t, 4 + t, 8 + t, 12 + t, 16 + t, 20 + t, 24 + t, 28 + t);                        \
    memcpy((uint32_t *)to + t * step, &r, sizeof r)
PTX2C_INLINE void ptx2c_quads(void *to, uint32_t step, const void *from)
{
    ptx2c_u32x16 a, b;
    ptx2c_u32x8 r;
    memcpy(&a, from, sizeof a);
    memcpy(&b, (const uint32_t *)from + 16, sizeof b);
    PTX2C_QUAD(0);
    PTX2C_QUAD(1);
    PTX2C_QUAD(2);
    PTX2C_QUAD(3);
}

PTX2C_INLINE void ptx2c_unquads(void *to, const void *from, uint32_t step)
{
    const uint32_t *p = from;
    ptx2c_u32x8 r[4];
    for (uint32_t t = 0; t < 4; t++)
        memcpy(&r[t], p + t * step, sizeof r[t]);
    const ptx2c_u32x16 a = __builtin_shufflevector(r[0], r[1], 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
    const ptx2c_u32x16 b = __builtin_shufflevector(r[2], r[3], 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
    const ptx2c_u32x16 low = __builtin_shufflevector(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
    const ptx2c_u32x16 high = __builtin_shufflevector(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
    memcpy(to, &low, sizeof low);
    memcpy((uint32_t *)to + 16, &high, sizeof high);
}
#undef PTX2C_QUAD
#else
PTX2C_INLINE void ptx2c_quads(void *to, uint32_t step, const void *from)
{
    uint32_t *d = to;
    const uint32_t *v = from;
    for (uint32_t g = 0; g < 8; g++)
        for (uint32_t t = 0; t < 4; t++)
            d[t * step + g] = v[4 * g + t];
}

PTX2C_INLINE void ptx2c_unquads(void *to, const void *from, uint32_t step)
{
    uint32_t *d = to;
    const uint32_t *v = from;
    for (uint32_t g = 0; g < 8; g++)
        for (uint32_t t = 0; t < 4; t++)
            d[4 * g + t] = v[t * step + g];
}
#endif

/* How many elements of k a register has for the sum, which takes the 32 bits of b1 at once. */
PTX2C_INLINE uint32_t ptx2c_terms(ptx2c_el el)
{
    return el == ptx2c_el_b1 ? 1 : ptx2c_per_register(el);
}

/* The registers of a or b, half h of n, as x[k][8 * h + g]. */
#define PTX2C_SPREAD(NAME, T)                                                                                          \
    PTX2C_INLINE void ptx2c_spread_##NAME(T (*x)[16], void *const *a, uint32_t regs, uint32_t h, uint32_t n,           \
                                          ptx2c_el el)                                                                 \
    {                                                                                                                  \
        const uint32_t e = ptx2c_terms(el);                                                                            \
        for (uint32_t r = 0; r < regs; r++)                                                                            \
            for (uint32_t i = 0; i < e; i++) {                                                                         \
                uint32_t u[32];                                                                                        \
                T v[32];                                                                                               \
                memcpy(u, a[n * r + h], sizeof u);                                                                     \
                for (uint32_t l = 0; l < 32; l++)                                                                      \
                    v[l] = ptx2c_##NAME##_of(u[l], i, el);                                                             \
                ptx2c_quads(&x[4 * e * r + i][8 * h], 16 * e, v);                                                      \
            }                                                                                                          \
    }
PTX2C_SPREAD(float, float)
PTX2C_SPREAD(integer, uint32_t)

/* C as acc[column][row]. */
PTX2C_INLINE void ptx2c_c_float(float (*acc)[16], void *const *c, uint32_t halves, ptx2c_el el)
{
    for (uint32_t h = 0; h < halves; h++)
        for (uint32_t i = 0; i < 2; i++) {
            if (el == ptx2c_el_f16) {
                uint32_t u[32];
                float v[32];
                memcpy(u, c[h], sizeof u);
                for (uint32_t l = 0; l < 32; l++)
                    v[l] = ptx2c_float_of(u[l], i, el);
                ptx2c_quads(&acc[i][8 * h], 32, v);
            } else {
                ptx2c_quads(&acc[i][8 * h], 32, c[2 * h + i]);
            }
        }
}

PTX2C_INLINE void ptx2c_d_float(void *const *d, float (*acc)[16], uint32_t halves, ptx2c_el el, uint32_t active)
{
    for (uint32_t h = 0; h < halves; h++) {
        float v[2][32];
        uint32_t u[32];
        for (uint32_t i = 0; i < 2; i++)
            ptx2c_unquads(v[i], &acc[i][8 * h], 32);
        if (el == ptx2c_el_f16) {
            for (uint32_t l = 0; l < 32; l++)
                u[l] = ptx2c_join16(ptx2c_cvt_rn_f16_f32(v[0][l]), ptx2c_cvt_rn_f16_f32(v[1][l]));
            ptx2c_give(d[h], u, sizeof *u, active);
            continue;
        }
        for (uint32_t i = 0; i < 2; i++) {
            for (uint32_t l = 0; l < 32; l++)
                v[i][l] = ptx2c_canonical_f32(v[i][l]);
            ptx2c_give(d[2 * h + i], v[i], sizeof *v[i], active);
        }
    }
}

/* acc[j][i] += x[k][i] * y(j, k), k ascending; y(j, k) = y[line * j + step * k]; length: 16 or 32; lines: of 4.
 * Compilers that are left to choose vectors take the sums apart. */
#if defined __GNUC__
typedef float ptx2c_16_float __attribute__((vector_size(64)));
typedef uint32_t ptx2c_16_uint32_t __attribute__((vector_size(64)));
#define PTX2C_ADD_PRODUCT(s, p, y) s += p * (y)
#else
typedef struct ptx2c_16_float { float v[16]; } ptx2c_16_float;
typedef struct ptx2c_16_uint32_t { uint32_t v[16]; } ptx2c_16_uint32_t;
#define PTX2C_ADD_PRODUCT(s, p, y)                                                                                     \
    for (uint32_t e = 0; e < 16; e++)                                                                                  \
    s.v[e] += p.v[e] * (y)
#endif
#define PTX2C_SUM(name, T)                                                                                             \
    PTX2C_INLINE void name(T *acc, const T *x, const T *y, uint32_t length, uint32_t lines, uint32_t line,             \
                           uint32_t step, uint32_t k)                                                                  \
    {                                                                                                                  \
        for (uint32_t i = 0; i < length; i += 16)                                                                      \
            for (uint32_t j = 0; j < lines; j += 4) {                                                                  \
                T *d = acc + j * length + i;                                                                           \
                const T *at = y + j * line;                                                                            \
                ptx2c_16_##T s0, s1, s2, s3, p;                                                                        \
                memcpy(&s0, d, sizeof s0);                                                                             \
                memcpy(&s1, d + length, sizeof s1);                                                                    \
                memcpy(&s2, d + 2 * length, sizeof s2);                                                                \
                memcpy(&s3, d + 3 * length, sizeof s3);                                                                \
                for (uint32_t q = 0; q < k; q++, at += step) {                                                         \
                    memcpy(&p, x + q * length + i, sizeof p);                                                          \
                    PTX2C_ADD_PRODUCT(s0, p, at[0]);                                                                   \
                    PTX2C_ADD_PRODUCT(s1, p, at[line]);                                                                \
                    PTX2C_ADD_PRODUCT(s2, p, at[2 * line]);                                                            \
                    PTX2C_ADD_PRODUCT(s3, p, at[3 * line]);                                                            \
                }                                                                                                      \
                memcpy(d, &s0, sizeof s0);                                                                             \
                memcpy(d + length, &s1, sizeof s1);                                                                    \
                memcpy(d + 2 * length, &s2, sizeof s2);                                                                \
                memcpy(d + 3 * length, &s3, sizeof s3);                                                                \
            }                                                                                                          \
    }
PTX2C_SUM(ptx2c_sum_float, float)
PTX2C_SUM(ptx2c_sum_integer, uint32_t)

/* ---- mma --------------------------------------------------------------------------------------------------------- */

/* mNn8kK for 8 * halves rows; d, a, b, c: the registers; regs: those of b; then the types. */
PTX2C_INLINE void ptx2c_mma_float(const ptx2c_warp *w, void *const *d, void *const *a, void *const *b, void *const *c,
                                  uint32_t halves, uint32_t regs, ptx2c_el of_a, ptx2c_el of_b, ptx2c_el of_c, ptx2c_el of_d)
{
    _Alignas(PTX2C_LINE) float x[64][16], y[64][16], acc[8][16];
    for (uint32_t h = 0; h < halves; h++)
        ptx2c_spread_float(x, a, regs, h, halves, of_a);
    ptx2c_spread_float(y, b, regs, 0, 1, of_b);
    ptx2c_c_float(acc, c, halves, of_c);
    ptx2c_sum_float(acc[0], x[0], y[0], 16, 8, 1, 16, 4 * regs * ptx2c_per_register(of_b));
    ptx2c_d_float(d, acc, halves, of_d, w->active);
}

/* A scale: ue8m0, or e4m3 without its sign. */
PTX2C_INLINE float ptx2c_scale_of(uint32_t byte, ptx2c_el el)
{
    if (el == ptx2c_el_e4m3)
        return ptx2c_f32_f16(ptx2c_cvt_f16_e4m3(byte & 0x7f));
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
    _Alignas(PTX2C_LINE) float x[64][16], y[64][16], acc[8][16];
    const uint32_t k = 8 * ptx2c_per_register(of_b);
    ptx2c_spread_float(x, a, 2, 0, 2, of_a);
    ptx2c_spread_float(x, a, 2, 1, 2, of_a);
    ptx2c_spread_float(y, b, 2, 0, 1, of_b);
    for (uint32_t q = 0; q < k; q++) {
        for (uint32_t i = 0; i < 16; i++)
            x[q][i] *= ptx2c_scale_a(f, i, q / (k / n), scale);
        for (uint32_t j = 0; j < 8; j++)
            y[q][j] *= ptx2c_scale_b(f, j, q / (k / n), scale);
    }
    ptx2c_c_float(acc, c, 2, ptx2c_el_f32);
    ptx2c_sum_float(acc[0], x[0], y[0], 16, 8, 1, 16, k);
    ptx2c_d_float(d, acc, 2, ptx2c_el_f32, w->active);
}

PTX2C_INLINE uint32_t ptx2c_bits_set(uint32_t v)
{
    v -= v >> 1 & 0x55555555;
    v = (v & 0x33333333) + (v >> 2 & 0x33333333);
    return ((v + (v >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
}

PTX2C_INLINE uint32_t ptx2c_accumulate(uint32_t c, uint32_t sum, ptx2c_overflow over)
{
    const int64_t s = (int64_t)(int32_t)c + (int32_t)sum;
    return over == ptx2c_wrap ? c + sum : s > INT32_MAX ? 0x7fffffff : s < INT32_MIN ? 0x80000000 : (uint32_t)s;
}

/* Adds the sums to C. */
PTX2C_INLINE void ptx2c_d_integer(void *const *d, void *const *c, uint32_t (*acc)[16], uint32_t halves, ptx2c_overflow over,
                                  uint32_t active)
{
    uint32_t v[4][32], u[32];
    for (uint32_t r = 0; r < 2 * halves; r++) {
        ptx2c_unquads(v[r], &acc[r % 2][8 * (r / 2)], 32);
        memcpy(u, c[r], sizeof u);
        for (uint32_t l = 0; l < 32; l++)
            v[r][l] = ptx2c_accumulate(u[l], v[r][l], over);
    }
    for (uint32_t r = 0; r < 2 * halves; r++)
        ptx2c_give(d[r], v[r], sizeof *v[r], active);
}

typedef enum ptx2c_times { ptx2c_times_mul, ptx2c_times_and, ptx2c_times_xor } ptx2c_times;

/* The sums of products of at most 16 bits each fit 32 bits. */
PTX2C_INLINE void ptx2c_mma_integer(const ptx2c_warp *w, void *const *d, void *const *a, void *const *b, void *const *c,
                                    uint32_t halves, uint32_t regs, ptx2c_el of_a, ptx2c_el of_b, ptx2c_times times,
                                    ptx2c_overflow over)
{
    _Alignas(PTX2C_LINE) uint32_t x[64][16], y[64][16], acc[8][16] = {{0}};
    const uint32_t k = 4 * regs * ptx2c_terms(of_b);
    if (halves == 1)
        memset(x, 0, sizeof x);
    for (uint32_t h = 0; h < halves; h++)
        ptx2c_spread_integer(x, a, regs, h, halves, of_a);
    ptx2c_spread_integer(y, b, regs, 0, 1, of_b);
    if (times == ptx2c_times_mul)
        ptx2c_sum_integer(acc[0], x[0], y[0], 16, 8, 1, 16, k);
    for (uint32_t q = 0; q < k && times != ptx2c_times_mul; q++)
        for (uint32_t j = 0; j < 8; j++)
            for (uint32_t i = 0; i < 8 * halves; i++)
                acc[j][i] += ptx2c_bits_set(times == ptx2c_times_and ? x[q][i] & y[q][j] : x[q][i] ^ y[q][j]);
    ptx2c_d_integer(d, c, acc, halves, over, w->active);
}

typedef enum ptx2c_rounding { ptx2c_to_rn, ptx2c_to_rz, ptx2c_to_rm, ptx2c_to_rp } ptx2c_rounding;

PTX2C_INLINE double ptx2c_fma_f64_to(ptx2c_rounding to, double a, double b, double c)
{
    return to == ptx2c_to_rn   ? ptx2c_fma_rn_f64(a, b, c)
           : to == ptx2c_to_rz ? ptx2c_fma_rz_f64(a, b, c)
           : to == ptx2c_to_rm ? ptx2c_fma_rm_f64(a, b, c)
                               : ptx2c_fma_rp_f64(a, b, c);
}

/* Of 64-bit values. */
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
        if (w->active == 0xffffffff)
            for (uint32_t g = 0; g < 8; g++)
                memcpy(&v[i][4 * g], row[g], 16);
        else
            PTX2C_MASKED(w->active) v[i][l] = ptx2c_row_word(row, l);
        if (w->active == 0xffffffff)
            ptx2c_little_endian(v[i], 4, 32);
    }
    for (uint32_t i = 0; i < n; i++)
        ptx2c_give(r[i], v[i], sizeof *v[i], w->active);
}

/* Eight rows of eight halves as columns: in each step, rows n apart give each other every n-th piece of n halves. */
PTX2C_INLINE void ptx2c_transpose_halves(uint16_t (*to)[8], const uint16_t (*from)[8])
{
#if defined __GNUC__ && (defined __clang__ || __GNUC__ >= 12)
    typedef uint16_t halves __attribute__((vector_size(16)));
    halves a[8], b[8];
    memcpy(a, from, sizeof a);
    for (uint32_t i = 0; i < 8; i += 2) {
        b[i] = __builtin_shufflevector(a[i], a[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        b[i + 1] = __builtin_shufflevector(a[i], a[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (uint32_t i = 0; i < 8; i += i % 2 ? 3 : 1) {
        a[i] = __builtin_shufflevector(b[i], b[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        a[i + 2] = __builtin_shufflevector(b[i], b[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
    for (uint32_t i = 0; i < 4; i++) {
        b[i] = __builtin_shufflevector(a[i], a[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        b[i + 4] = __builtin_shufflevector(a[i], a[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
    memcpy(to, b, sizeof b);
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
            for (uint32_t l = 0; l < 32; l++)
                v[i][l] = ptx2c_join16(columns[l / 4][2 * (l % 4)], columns[l / 4][2 * (l % 4) + 1]);
        } else {
            PTX2C_MASKED(w->active) v[i][l] = ptx2c_row_pair(row, l);
        }
    }
    for (uint32_t i = 0; i < n; i++)
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
