/* gather.h: loads of four words from each lane's own place, for all lanes of a chunk at once, for generated code.
 *
 *   ptx2c_gather_v4_b32(at, off, n, a, b, c, d)    ld.v4.b32 {a[l], b[l], c[l], d[l]}, [at[l] + off] for each lane l < n
 *   PTX2C_OWN_V4(type, at, off, a, b, c, d)        the same for lane l, in a loop over lanes behind it; type: u32 or f32, of the arrays
 *   ptx2c_gather_rows_b32(at, step, n, a, b, c, d) ld.v4.b32 {a[l], b[l], c[l], d[l]}, [at + step * l] for each lane l < n
 *   PTX2C_OWN_ROW(type, at, a, b, c, d)            the same for lane l, whose own place `at` is
 *   ptx2c_gather_rows_here_b32(...)                as ptx2c_gather_rows_b32, where no such loop follows
 *   ptx2c_gather_rows_of_b32(at, step, m, a, b, c, d)   the same for the lanes of a warp that are in m
 *   ptx2c_scatter_rows_of_b32(at, step, m, a, b, c, d)  st.v4.b32 [at + step * l], {a[l], b[l], c[l], d[l]} for each of those
 *
 * One of the first two does it, the other is nothing, and so of the next two.  Compilers would load each word by itself: where there are
 * vectors each lane's words are one, and those of eight lanes (four) are then turned.  Where there are none, each lane loads its own in the
 * loop that reads them.
 * at: an array of uintptr_t or of uint64_t, places that need not be aligned to more than a word; NULL: a result that nobody wants. */
#ifndef PTX2C_GATHER_H
#define PTX2C_GATHER_H

#include "memory.h"

#if defined __GNUC__ && (defined __clang__ || __GNUC__ >= 12) && !PTX2C_SINGLE
#define PTX2C_TURNED 1
typedef uint32_t ptx2c_words4 __attribute__((vector_size(16)));
typedef uint32_t ptx2c_words4_at __attribute__((vector_size(16), aligned(4), may_alias));
#if defined __AVX__
typedef uint32_t ptx2c_turned __attribute__((vector_size(32)));
/* What lies at two places; of two such, the i-th, j-th, k-th and m-th word of both halves. */
#define PTX2C_WORDS4(at, l) ((ptx2c_words4) * (const ptx2c_words4_at *)ptx2c_place_of(at, size, off, l))
#define PTX2C_WORDS8(at, x, y) __builtin_shufflevector(PTX2C_WORDS4(at, x), PTX2C_WORDS4(at, y), 0, 1, 2, 3, 4, 5, 6, 7)
#define PTX2C_LOW(e) ((e) < 4 ? (e) : (e) + 4)
#define PTX2C_HIGH(e) ((e) < 4 ? (e) + 4 : (e) + 8)
#define PTX2C_TURN(x, y, i, j, k, m)                                                                                   \
    __builtin_shufflevector(x, y, PTX2C_LOW(i), PTX2C_LOW(j), PTX2C_LOW(k), PTX2C_LOW(m), PTX2C_HIGH(i), PTX2C_HIGH(j), PTX2C_HIGH(k), PTX2C_HIGH(m))
#else
typedef ptx2c_words4 ptx2c_turned;
#define PTX2C_WORDS8(at, x, y) ((ptx2c_words4) * (const ptx2c_words4_at *)ptx2c_place_of(at, size, off, x))
#define PTX2C_TURN(x, y, i, j, k, m) __builtin_shufflevector(x, y, i, j, k, m)
#endif
#else
#define PTX2C_TURNED 0
#endif

/* Where it is wanted, lane l's element and those behind it; one word. */
#define PTX2C_KEEP_WORDS(to, l, x) ((to) ? (void)memcpy((unsigned char *)(to) + 4 * (size_t)(l), x, sizeof *(x)) : (void)0)
#define PTX2C_KEEP_WORD(to, l, x) ((to) ? ptx2c_st_u32((unsigned char *)(to) + 4 * (size_t)(l), ptx2c_ld_u32(x)) : (void)0)

/* The place of lane l: off behind one of an array whose elements are of that size; 0: at and so often off. */
PTX2C_INLINE uintptr_t ptx2c_place_of(const void *at, size_t size, ptrdiff_t off, uint32_t l)
{
    uint64_t wide;
    uintptr_t own;
    if (!size)
        return (uintptr_t)at + (uintptr_t)off * l;
    if (size == sizeof own)
        return memcpy(&own, (const unsigned char *)at + size * l, sizeof own), own + (uintptr_t)off;
    return memcpy(&wide, (const unsigned char *)at + size * l, sizeof wide), (uintptr_t)wide + (uintptr_t)off;
}

PTX2C_INLINE void ptx2c_gather_v4_b32_by(const void *at, size_t size, ptrdiff_t off, uint32_t n, void *a, void *b, void *c, void *d)
{
    uint32_t l = 0;
#if PTX2C_TURNED
    enum { ROWS = sizeof(ptx2c_turned) / 4 };
#if defined __clang__ /* unrolled, it keeps loops over the arrays from becoming vectors */
#pragma clang loop unroll(disable)
#endif
    for (; l + ROWS <= n; l += ROWS) {
        const ptx2c_turned q0 = PTX2C_WORDS8(at, l, l + ROWS - 4), q1 = PTX2C_WORDS8(at, l + 1, l + ROWS - 3);
        const ptx2c_turned q2 = PTX2C_WORDS8(at, l + 2, l + ROWS - 2), q3 = PTX2C_WORDS8(at, l + 3, l + ROWS - 1);
        const ptx2c_turned low = PTX2C_TURN(q0, q1, 0, 4, 1, 5), high = PTX2C_TURN(q0, q1, 2, 6, 3, 7);
        const ptx2c_turned low_ = PTX2C_TURN(q2, q3, 0, 4, 1, 5), high_ = PTX2C_TURN(q2, q3, 2, 6, 3, 7);
        const ptx2c_turned x = PTX2C_TURN(low, low_, 0, 1, 4, 5), y = PTX2C_TURN(low, low_, 2, 3, 6, 7);
        const ptx2c_turned z = PTX2C_TURN(high, high_, 0, 1, 4, 5), w = PTX2C_TURN(high, high_, 2, 3, 6, 7);
        PTX2C_KEEP_WORDS(a, l, &x);
        PTX2C_KEEP_WORDS(b, l, &y);
        PTX2C_KEEP_WORDS(c, l, &z);
        PTX2C_KEEP_WORDS(d, l, &w);
    }
#endif
    for (; l < n; l++) {
        const unsigned char *const p = (const unsigned char *)ptx2c_place_of(at, size, off, l);
        PTX2C_KEEP_WORD(a, l, p);
        PTX2C_KEEP_WORD(b, l, p + 4);
        PTX2C_KEEP_WORD(c, l, p + 8);
        PTX2C_KEEP_WORD(d, l, p + 12);
    }
}
#define ptx2c_gather_rows_here_b32(at, step, ...) ptx2c_gather_v4_b32_by(at, 0, step, __VA_ARGS__)

PTX2C_INLINE void ptx2c_gather_rows_of_b32(const void *at, ptrdiff_t step, uint32_t m, void *a, void *b, void *c, void *d)
{
    if (m == 0xffffffffu) {
        ptx2c_gather_v4_b32_by(at, 0, step, 32, a, b, c, d);
        return;
    }
    for (uint32_t l = 0; l < 32; l++) {
        const unsigned char *const p = (const unsigned char *)ptx2c_place_of(at, 0, step, l);
        if (m >> l & 1) {
            PTX2C_KEEP_WORD(a, l, p);
            PTX2C_KEEP_WORD(b, l, p + 4);
            PTX2C_KEEP_WORD(c, l, p + 8);
            PTX2C_KEEP_WORD(d, l, p + 12);
        }
    }
}

/* Four words of lane l, from the arrays. */
#define PTX2C_ROW_OF(l, a, b, c, d)                                                                                    \
    { ptx2c_ld_u32((a) + 4 * (size_t)(l)), ptx2c_ld_u32((b) + 4 * (size_t)(l)), ptx2c_ld_u32((c) + 4 * (size_t)(l)),     \
      ptx2c_ld_u32((d) + 4 * (size_t)(l)) }

PTX2C_INLINE void ptx2c_scatter_rows_of(unsigned char *at, ptrdiff_t step, uint32_t m, const unsigned char *a, const unsigned char *b,
                                        const unsigned char *c, const unsigned char *d)
{
#if PTX2C_TURNED
    enum { ROWS = sizeof(ptx2c_turned) / 4 };
#if defined __clang__
#pragma clang loop unroll(disable)
#endif
    for (uint32_t l = 0; m == 0xffffffffu && l < 32; l += ROWS) {
        ptx2c_turned x, y, z, w;
        memcpy(&x, a + 4 * (size_t)l, sizeof x);
        memcpy(&y, b + 4 * (size_t)l, sizeof y);
        memcpy(&z, c + 4 * (size_t)l, sizeof z);
        memcpy(&w, d + 4 * (size_t)l, sizeof w);
        const ptx2c_turned low = PTX2C_TURN(x, y, 0, 4, 1, 5), high = PTX2C_TURN(x, y, 2, 6, 3, 7);
        const ptx2c_turned low_ = PTX2C_TURN(z, w, 0, 4, 1, 5), high_ = PTX2C_TURN(z, w, 2, 6, 3, 7);
        const ptx2c_turned row[4] = {PTX2C_TURN(low, low_, 0, 1, 4, 5), PTX2C_TURN(low, low_, 2, 3, 6, 7),
                                     PTX2C_TURN(high, high_, 0, 1, 4, 5), PTX2C_TURN(high, high_, 2, 3, 6, 7)};
        for (uint32_t i = 0; i < ROWS; i++)
            memcpy(at + step * (ptrdiff_t)(l + i), (const unsigned char *)&row[i % 4] + 16 * (i / 4), 16);
    }
    if (m == 0xffffffffu)
        return;
#endif
    for (uint32_t l = 0; l < 32; l++)
        if (m >> l & 1) {
            const uint32_t row[] = PTX2C_ROW_OF(l, a, b, c, d);
            memcpy(at + step * (ptrdiff_t)l, row, sizeof row);
        }
}
#define ptx2c_scatter_rows_of_b32(at, step, m, a, b, c, d)                                                             \
    ptx2c_scatter_rows_of(at, step, m, (const unsigned char *)(a), (const unsigned char *)(b), (const unsigned char *)(c), (const unsigned char *)(d))

#if PTX2C_TURNED
#define ptx2c_gather_rows_b32(...) ptx2c_gather_rows_here_b32(__VA_ARGS__)
#define PTX2C_OWN_ROW(type, at, ...) ((void)sizeof(at)) /* what it names is used */
#define ptx2c_gather_v4_b32(at, ...) ptx2c_gather_v4_b32_by(at, sizeof *(at), __VA_ARGS__)
#define PTX2C_OWN_V4(type, at, ...) ((void)0)
#else
#define PTX2C_OWN(T, bits)                                                                                             \
    PTX2C_INLINE void ptx2c_own_##bits(const unsigned char *p, uint32_t l, T *a, T *b, T *c, T *d)                     \
    {                                                                                                                  \
        if (a)                                                                                                         \
            a[l] = ptx2c_ld_##bits(p);                                                                                 \
        if (b)                                                                                                         \
            b[l] = ptx2c_ld_##bits(p + 4);                                                                             \
        if (c)                                                                                                         \
            c[l] = ptx2c_ld_##bits(p + 8);                                                                             \
        if (d)                                                                                                         \
            d[l] = ptx2c_ld_##bits(p + 12);                                                                            \
    }
PTX2C_OWN(uint32_t, u32)
PTX2C_OWN(float, f32)

#define ptx2c_gather_v4_b32(at, ...) ((void)0)
#define PTX2C_OWN_V4(type, at, off, ...)                                                                               \
    ptx2c_own_##type((const unsigned char *)ptx2c_place_of(at, sizeof *(at), off, l), l, __VA_ARGS__)
#define ptx2c_gather_rows_b32(...) ((void)0)
#define PTX2C_OWN_ROW(type, at, ...) ptx2c_own_##type(at, l, __VA_ARGS__)
#endif

#endif
