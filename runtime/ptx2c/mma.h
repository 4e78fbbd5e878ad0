/* mma.h: sums of products as the lanes of a warp hold them (manual 9.7.14.5): what mma does with single precision.
 *
 * Lane 4 * g + t has, of row g and of row g + 8 of C, columns 2 * t and 2 * t + 1: four registers, each an array of 32 lanes.
 * Their sums are made where they lie, in vectors of neighbouring lanes: those of a vector have the rows of A that follow each other,
 * each four times over, and the same four columns of B again and again.  So only A and B are rearranged, and products that share
 * them do that once. */
#ifndef PTX2C_MMA_H
#define PTX2C_MMA_H

#include "f32.h"
#include "memory.h"
#include "warp.h"

/* The vectors that follow have four values: they are cut out of longer ones in memory where the machine has no such ones. */
#if defined __GNUC__ && (defined __clang__ || __GNUC__ >= 12)
#define PTX2C_HAS_SHUFFLES 1
typedef uint32_t ptx2c_u32x4 __attribute__((vector_size(16)));
#else
#define PTX2C_HAS_SHUFFLES 0
#endif

/* to[t * step + g] = from[g * stride + t] for four g and four t. */
PTX2C_INLINE void ptx2c_columns_4(uint32_t *to, uint32_t step, const uint32_t *from, uint32_t stride)
{
#if PTX2C_HAS_SHUFFLES
    ptx2c_u32x4 a, b, c, d, t;
    memcpy(&a, from, sizeof a);
    memcpy(&b, from + stride, sizeof b);
    memcpy(&c, from + 2 * stride, sizeof c);
    memcpy(&d, from + 3 * stride, sizeof d);
    t = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    a = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    b = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    c = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    d = __builtin_shufflevector(a, b, 0, 1, 4, 5);
    memcpy(to, &d, sizeof d);
    d = __builtin_shufflevector(a, b, 2, 3, 6, 7);
    memcpy(to + step, &d, sizeof d);
    d = __builtin_shufflevector(t, c, 0, 1, 4, 5);
    memcpy(to + 2 * step, &d, sizeof d);
    d = __builtin_shufflevector(t, c, 2, 3, 6, 7);
    memcpy(to + 3 * step, &d, sizeof d);
#else
    for (uint32_t g = 0; g < 4; g++)
        for (uint32_t t = 0; t < 4; t++)
            memcpy(to + t * step + g, from + g * stride + t, sizeof *to);
#endif
}

/* PTX2C_VECTORS: vectors are a compiler's; else they are structures, which compilers keep in registers word by word: those that the
 * machine lacks they would take to pieces in memory.  PTX2C_VECTOR_LOAD and _STORE copy one from and to words of type T: as such, since
 * processors without vectors may want words aligned. */
#if defined __GNUC__ && !PTX2C_NO_VECTORS
#define PTX2C_VECTORS 1
#define PTX2C_VECTOR_LOAD(T, s, at) memcpy(&s, at, sizeof s)
#define PTX2C_VECTOR_STORE(T, at, s) memcpy(at, &s, sizeof s)
#else
#define PTX2C_VECTORS 0
typedef float PTX2C_ANY_ALIAS ptx2c_any_float;
typedef uint32_t PTX2C_ANY_ALIAS ptx2c_any_uint32_t;
#define PTX2C_ELEMENTS(s) for (uint32_t e = 0; e < sizeof s / sizeof *s.v; e++)
#define PTX2C_VECTOR_LOAD(T, s, at) PTX2C_ELEMENTS(s) s.v[e] = ((const ptx2c_any_##T *)(at))[e]
#define PTX2C_VECTOR_STORE(T, at, s) PTX2C_ELEMENTS(s) ((ptx2c_any_##T *)(at))[e] = s.v[e]
#endif

/* Lanes in a vector: 4 are one row of A. */
#if !PTX2C_VECTORS
#define PTX2C_TILE_LANES 4
#elif defined __AVX512F__
#define PTX2C_TILE_LANES 16
#elif defined __AVX__ || defined PTX2C_TARGET
#define PTX2C_TILE_LANES 8
#else
#define PTX2C_TILE_LANES 4
#endif
#if PTX2C_VECTORS
typedef float ptx2c_tile_float __attribute__((vector_size(4 * PTX2C_TILE_LANES)));
typedef uint32_t ptx2c_tile_uint32_t __attribute__((vector_size(4 * PTX2C_TILE_LANES)));
typedef int32_t ptx2c_tile_int32_t __attribute__((vector_size(4 * PTX2C_TILE_LANES)));
typedef int16_t ptx2c_tile_int16_t __attribute__((vector_size(4 * PTX2C_TILE_LANES)));
#define PTX2C_TILE_ROUNDED(s, x, y) s += x * y
#define PTX2C_TILE_CANONICAL(s)                                                                                        \
    s = (ptx2c_tile_float)(((ptx2c_tile_int32_t)s & (s == s)) | (~(s == s) & 0x7fffffff))
#else
typedef struct ptx2c_tile_float { float v[4]; } ptx2c_tile_float;
typedef struct ptx2c_tile_uint32_t { uint32_t v[4]; } ptx2c_tile_uint32_t;
#define PTX2C_TILE_ROUNDED(s, x, y) PTX2C_ELEMENTS(s) s.v[e] += x.v[e] * y.v[e]
#define PTX2C_TILE_CANONICAL(s) PTX2C_ELEMENTS(s) s.v[e] = ptx2c_canonical_f32(s.v[e])
#endif
#if defined __FMA__ && defined __GNUC__ && PTX2C_TILE_LANES == 16
#define PTX2C_TILE_FUSED(s, x, y) s = __builtin_ia32_vfmaddps512_mask(x, y, s, -1, 4)
#elif defined __FMA__ && defined __GNUC__ && PTX2C_TILE_LANES == 8
#define PTX2C_TILE_FUSED(s, x, y) s = __builtin_ia32_vfmaddps256(x, y, s)
#elif PTX2C_NO_VECTORS && defined PTX2C_HAS_FMA
#define PTX2C_TILE_FUSED(s, x, y) PTX2C_ELEMENTS(s) s.v[e] = __builtin_fmaf(x.v[e], y.v[e], s.v[e])
#else
#define PTX2C_TILE_FUSED PTX2C_TILE_ROUNDED
#endif
/* Of pairs of integers of 16 bits, whose products' sums have 32. */
#if defined __AVX512BW__ && defined __clang__
#define PTX2C_TILE_MULTIPLY(x, y) (ptx2c_tile_uint32_t) __builtin_ia32_pmaddwd512((ptx2c_tile_int16_t)x, (ptx2c_tile_int16_t)y)
#elif defined __AVX512BW__ && defined __GNUC__
#define PTX2C_TILE_MULTIPLY(x, y)                                                                                      \
    (ptx2c_tile_uint32_t) __builtin_ia32_pmaddwd512_mask((ptx2c_tile_int16_t)x, (ptx2c_tile_int16_t)y,                 \
                                                         (ptx2c_tile_int32_t){0}, -1)
#elif defined __AVX2__ && defined __GNUC__ && PTX2C_TILE_LANES == 8
#define PTX2C_TILE_MULTIPLY(x, y) (ptx2c_tile_uint32_t) __builtin_ia32_pmaddwd256((ptx2c_tile_int16_t)x, (ptx2c_tile_int16_t)y)
#elif defined __SSE2__ && defined __GNUC__ && PTX2C_TILE_LANES == 4
#define PTX2C_TILE_MULTIPLY(x, y) (ptx2c_tile_uint32_t) __builtin_ia32_pmaddwd128((ptx2c_tile_int16_t)x, (ptx2c_tile_int16_t)y)
#elif PTX2C_VECTORS
#define PTX2C_TILE_LOW(x) ((ptx2c_tile_int32_t)(x << 16) >> 16)
#define PTX2C_TILE_HIGH(x) ((ptx2c_tile_int32_t)x >> 16)
#define PTX2C_TILE_MULTIPLY(x, y)                                                                                      \
    (ptx2c_tile_uint32_t)(PTX2C_TILE_LOW(x) * PTX2C_TILE_LOW(y) + PTX2C_TILE_HIGH(x) * PTX2C_TILE_HIGH(y))
#endif
#if PTX2C_VECTORS
#define PTX2C_TILE_PAIRS(s, x, y) s += PTX2C_TILE_MULTIPLY(x, y)
#else
#define PTX2C_TILE_PAIRS(s, x, y)                                                                                      \
    PTX2C_ELEMENTS(s)                                                                                                  \
    s.v[e] += (uint32_t)((int16_t)x.v[e] * (int16_t)y.v[e]) + (uint32_t)((int16_t)(x.v[e] >> 16) * (int16_t)(y.v[e] >> 16))
#endif
#define PTX2C_TILE_AS_IT_IS(s) (void)0

/* Values that A has there, with an element for each lane where a vector has several rows. */
#define PTX2C_TILE_A (PTX2C_TILE_LANES == 4 ? 16 * 64 : 64 * 64)

/* A's 16 rows of k elements become x[k][lane of rows 0 to 7, of 8 to 15]; they stay where a vector is of one row. */
#if PTX2C_TILE_LANES == 4
PTX2C_INLINE void ptx2c_tile_a(uint32_t *x, const uint32_t *rows, uint32_t k)
{
    memcpy(x, rows, 16 * k * sizeof *x);
}
#else
#define PTX2C_FOUR_TIMES(e) (e), (e), (e), (e)
#if PTX2C_TILE_LANES == 16
#define PTX2C_OF_ROWS(e) PTX2C_FOUR_TIMES(e), PTX2C_FOUR_TIMES(8 + (e)), PTX2C_FOUR_TIMES(16 + (e)), PTX2C_FOUR_TIMES(24 + (e))
#else
#define PTX2C_OF_ROWS(e) PTX2C_FOUR_TIMES(e), PTX2C_FOUR_TIMES(8 + (e))
#endif
#if PTX2C_TILE_LANES == 16
#define PTX2C_TILE_ROWS(r, i)                                                                                          \
    memcpy(&low, rows + k * (i) + q, sizeof low);                                                                      \
    memcpy(&high, rows + k * ((i) + 1) + q, sizeof high);                                                              \
    r = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#else
#define PTX2C_TILE_ROWS(r, i) memcpy(&r, rows + k * (i) + q, sizeof r)
#endif
#define PTX2C_TILE_SPREAD(e)                                                                                           \
    t = __builtin_shufflevector(r, s, PTX2C_OF_ROWS(e));                                                               \
    memcpy(x + 64 * (q + (e)) + 4 * i, &t, sizeof t)

PTX2C_INLINE void ptx2c_tile_a(uint32_t *x, const uint32_t *rows, uint32_t k)
{
    uint32_t q = 0;
#if PTX2C_HAS_SHUFFLES
    for (; q + 8 <= k; q += 8)
        for (uint32_t i = 0; i < 16; i += PTX2C_TILE_LANES / 4) {
            ptx2c_tile_uint32_t r, s, t;
#if PTX2C_TILE_LANES == 16
            uint32_t low __attribute__((vector_size(32))), high __attribute__((vector_size(32)));
#endif
            PTX2C_TILE_ROWS(r, i);
            PTX2C_TILE_ROWS(s, i + PTX2C_TILE_LANES / 8);
            PTX2C_TILE_SPREAD(0);
            PTX2C_TILE_SPREAD(1);
            PTX2C_TILE_SPREAD(2);
            PTX2C_TILE_SPREAD(3);
            PTX2C_TILE_SPREAD(4);
            PTX2C_TILE_SPREAD(5);
            PTX2C_TILE_SPREAD(6);
            PTX2C_TILE_SPREAD(7);
        }
#endif
    for (; q < k; q++)
        for (uint32_t i = 0; i < 64; i++)
            memcpy(x + 64 * q + i, rows + k * (i / 4) + q, sizeof *x);
}
#undef PTX2C_TILE_SPREAD
#undef PTX2C_OF_ROWS
#undef PTX2C_FOUR_TIMES
#endif

/* B's 8 columns of k elements become y[k][even columns, odd ones]; k: a multiple of 4. */
PTX2C_INLINE void ptx2c_tile_b(uint32_t *y, const uint32_t *columns, uint32_t k)
{
    for (uint32_t odd = 0; odd < 2; odd++)
        for (uint32_t q = 0; q < k; q += 4)
            ptx2c_columns_4(y + 8 * q + 4 * odd, 8, columns + odd * k + q, 2 * k);
}

/* p = four of those, as often as a vector has rows: loads do that, though gcc doesn't make them of shuffles. */
#if PTX2C_HAS_SHUFFLES && PTX2C_TILE_LANES > 4
typedef ptx2c_u32x4 ptx2c_tile_four;
typedef float ptx2c_tile_floats __attribute__((vector_size(16)));
#if PTX2C_TILE_LANES == 16 && !defined __clang__
#define PTX2C_TILE_REPEAT(four)                                                                                        \
    __builtin_ia32_broadcastf32x4_512((ptx2c_tile_floats)four, (ptx2c_tile_float){0}, (uint16_t)-1)
#elif PTX2C_TILE_LANES == 16
#define PTX2C_TILE_REPEAT(four) __builtin_shufflevector(four, four, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3)
#elif defined __AVX__ && !defined __clang__
#define PTX2C_TILE_REPEAT(four) __builtin_ia32_vbroadcastf128_ps256((const ptx2c_tile_floats *)&(four))
#else
#define PTX2C_TILE_REPEAT(four) __builtin_shufflevector(four, four, 0, 1, 2, 3, 0, 1, 2, 3)
#endif
#define PTX2C_TILE_COLUMNS(T, p, at)                                                                                   \
    memcpy(&four, at, sizeof four);                                                                                    \
    p = (ptx2c_tile_##T)PTX2C_TILE_REPEAT(four)
#else
typedef struct ptx2c_tile_four { uint32_t v[4]; } ptx2c_tile_four;
#define PTX2C_TILE_COLUMNS(T, p, at)                                                                                   \
    memcpy(&four, at, sizeof four);                                                                                    \
    for (uint32_t e = 0; e < PTX2C_TILE_LANES; e += 4)                                                                 \
    memcpy((unsigned char *)&p + 4 * e, &four, sizeof four)
#endif

/* Of four vectors of lanes from number i on, those of 64, the sums for even and for odd columns. */
#define PTX2C_TILE_AT(s, odd, j) ((s)[2 * ((i + (j) * PTX2C_TILE_LANES) / 32) + (odd)] + (i + (j) * PTX2C_TILE_LANES) % 32)
#define PTX2C_TILE_TAKE(T, j)                                                                                          \
    PTX2C_VECTOR_LOAD(T, even##j, PTX2C_TILE_AT(c, 0, j));                                                             \
    PTX2C_VECTOR_LOAD(T, odd##j, PTX2C_TILE_AT(c, 1, j))
#define PTX2C_TILE_GIVE(T, END, j)                                                                                     \
    END(even##j);                                                                                                      \
    END(odd##j);                                                                                                       \
    PTX2C_VECTOR_STORE(T, PTX2C_TILE_AT(d, 0, j), even##j);                                                            \
    PTX2C_VECTOR_STORE(T, PTX2C_TILE_AT(d, 1, j), odd##j)
#if PTX2C_TILE_LANES > 4
#define PTX2C_TILE_ELEMENT(T, j) memcpy(&p, x + 64 * q + i + (j) * PTX2C_TILE_LANES, sizeof p)
#elif PTX2C_VECTORS
#define PTX2C_TILE_ELEMENT(T, j)                                                                                       \
    memcpy(&element, x + k * (i / 4 + (j)) + q, sizeof element);                                                       \
    p = (ptx2c_tile_##T){element, element, element, element}
#else
#define PTX2C_TILE_ELEMENT(T, j)                                                                                       \
    memcpy(&element, x + k * (i / 4 + (j)) + q, sizeof element);                                                       \
    p.v[0] = p.v[1] = p.v[2] = p.v[3] = element
#endif
#define PTX2C_TILE_STEP(T, ADD, j)                                                                                     \
    PTX2C_TILE_ELEMENT(T, j);                                                                                          \
    ADD(even##j, p, u);                                                                                                \
    ADD(odd##j, p, v)
/* Four vectors' sums at once, or without vectors those of two: more would not stay in registers.  */
#if PTX2C_SINGLE
#define PTX2C_TILE_AT_ONCE 2
#define PTX2C_TILE_OTHERS(...) (void)0
#else
#define PTX2C_TILE_AT_ONCE 4
#define PTX2C_TILE_OTHERS(...) __VA_ARGS__
#endif
#define PTX2C_TILE_SUMS(name, T, ADD, END)                                                                             \
    PTX2C_INLINE void name(T *const *d, T *const *c, const uint32_t *x, const uint32_t *y, uint32_t k)                 \
    {                                                                                                                  \
        for (uint32_t i = 0; i < 64; i += PTX2C_TILE_AT_ONCE * PTX2C_TILE_LANES) {                                     \
            ptx2c_tile_##T even0, even1, odd0, odd1, p, u, v;                                                          \
            PTX2C_TILE_OTHERS(ptx2c_tile_##T even2, even3, odd2, odd3);                                                \
            T element;                                                                                                 \
            (void)element;                                                                                             \
            PTX2C_TILE_TAKE(T, 0);                                                                                     \
            PTX2C_TILE_TAKE(T, 1);                                                                                     \
            PTX2C_TILE_OTHERS(PTX2C_TILE_TAKE(T, 2); PTX2C_TILE_TAKE(T, 3));                                           \
            for (uint32_t q = 0; q < k; q++) {                                                                         \
                ptx2c_tile_four four;                                                                                  \
                PTX2C_TILE_COLUMNS(T, u, y + 8 * q);                                                                   \
                PTX2C_TILE_COLUMNS(T, v, y + 8 * q + 4);                                                               \
                PTX2C_TILE_STEP(T, ADD, 0);                                                                            \
                PTX2C_TILE_STEP(T, ADD, 1);                                                                            \
                PTX2C_TILE_OTHERS(PTX2C_TILE_STEP(T, ADD, 2));                                                         \
                PTX2C_TILE_OTHERS(PTX2C_TILE_STEP(T, ADD, 3));                                                         \
            }                                                                                                          \
            PTX2C_TILE_GIVE(T, END, 0);                                                                                \
            PTX2C_TILE_GIVE(T, END, 1);                                                                                \
            PTX2C_TILE_OTHERS(PTX2C_TILE_GIVE(T, END, 2));                                                             \
            PTX2C_TILE_OTHERS(PTX2C_TILE_GIVE(T, END, 3));                                                             \
        }                                                                                                              \
    }
/* d[2 * h + odd][lane of the rows 8 * h …] = c[…] and the products; k ascending; NaN is canonical.  Of pairs the sum wraps. */
PTX2C_TILE_SUMS(ptx2c_tile_rounded, float, PTX2C_TILE_ROUNDED, PTX2C_TILE_CANONICAL)
PTX2C_TILE_SUMS(ptx2c_tile_fused, float, PTX2C_TILE_FUSED, PTX2C_TILE_CANONICAL)
PTX2C_TILE_SUMS(ptx2c_tile_pairs, uint32_t, PTX2C_TILE_PAIRS, PTX2C_TILE_AS_IT_IS)

/* Whether products of these and of others like them are exact in single precision if they have at most 12 digits: zeros or values far from
 * the ends of its range. */
PTX2C_INLINE bool ptx2c_tile_moderate(const float *v, uint32_t n)
{
    uint32_t beyond = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t u = ptx2c_bits_f32(v[i]) << 1;
        beyond |= u != 0 && u - (65u << 24) > (125u << 24);
    }
    return !beyond;
}

#endif
