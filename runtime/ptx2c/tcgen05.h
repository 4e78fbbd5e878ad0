/* tcgen05.h: tensor memory: its allocation, loads and stores of a warp, copies from shared memory (manual 9.7.17).
 * tcgen05_mma.h: what computes on it.
 *
 * Each is done at once, so that there is nothing to wait for.  A column is what lies side by side: neighbouring lanes of a
 * warp read neighbouring words.  Every CTA has a tensor memory of its own: an allocation that does not fit fails rather
 * than wait for another warp of the same CTA to give some back. */
#ifndef PTX2C_TCGEN05_H
#define PTX2C_TCGEN05_H

#include "async.h"
#include "matrix.h"
#include "shared_matrix.h"
#include "space.h"

/* The column of an address. */
PTX2C_INLINE uint32_t ptx2c_tensor_column(uint32_t a)
{
    a &= 0xffff;
    return a < PTX2C_TENSOR_COLUMNS ? a : a & 511;
}

/* ---- allocation -------------------------------------------------------------------------------------------------- */

/* In modules of --sanitize=sync, sanitize_tensor.h: a warp takes so many columns, or gives those back, which are these bits of used. */
#ifdef PTX2C_CHECK
static void ptx2c_tensor_turn(const ptx2c_cta *c, uint32_t u, uint32_t bits, uint32_t columns, bool gives) PTX2C_UNUSED;
#else
PTX2C_INLINE void ptx2c_tensor_turn(const ptx2c_cta *c, uint32_t u, uint32_t bits, uint32_t columns, bool gives)
{
    (void)c, (void)u, (void)bits, (void)columns, (void)gives;
}
#endif

/* The columns from there on, as bits of used. */
PTX2C_INLINE uint32_t ptx2c_tensor_bits(uint32_t from, uint32_t columns) { return ((1u << (columns / 32 & 31)) - 1) << from / 32; }

/* tcgen05.alloc, of a warp: once for all its lanes. */
static PTX2C_NOINLINE void ptx2c_tensor_alloc(ptx2c_cta *c, const ptx2c_warp *w, uint32_t l, void *to, uint32_t columns)
{
    ptx2c_tensor_memory *t = c->tensor;
    if (l != ptx2c_lowest(w->active))
        return;
    ptx2c_tensor_turn(c, w->index * 32 + l, 0, columns, false);
    const uint32_t n = columns / 32, all = ptx2c_tensor_bits(0, columns), there = n > 16 ? PTX2C_TENSOR_COLUMNS / 32 : 16;
    for (uint32_t i = 0; n && n <= there && !t->closed && i + n <= there; i++)
        if (!(t->used & all << i)) {
            t->used |= all << i;
            ptx2c_st_u32(to, 32 * i);
            return;
        }
    ptx2c_fail(c, PTX2C_TENSOR_MEMORY);
}

static PTX2C_NOINLINE void ptx2c_tensor_dealloc(ptx2c_cta *c, const ptx2c_warp *w, uint32_t l, uint32_t a, uint32_t columns)
{
    if (l != ptx2c_lowest(w->active))
        return;
    const uint32_t bits = ptx2c_tensor_bits(ptx2c_tensor_column(a), columns);
    ptx2c_tensor_turn(c, w->index * 32 + l, bits, columns, true);
    c->tensor->used &= ~bits;
}

/* ---- loads and stores -------------------------------------------------------------------------------------------- */

/* Each shape: where lane l's first register lies in tensor memory, and how many words behind it register i; step: from a
 * column to the next, twice as far where each has 16 bits.  A warp has the 32 lanes of its number modulo 4; shapes of 16
 * lanes, one half of them. */
PTX2C_INLINE uint32_t *ptx2c_tensor_word(ptx2c_cta *c, const ptx2c_warp *w, uint32_t a, uint32_t lane, uint32_t column)
{
    return &c->tensor->word[ptx2c_tensor_column(a + column)][w->index % 4 * 32 + lane];
}

#define PTX2C_TENSOR_HALF(a) ((a) >> 16 & 16)
#define ptx2c_tensor_32x32b(c, w, l, a, step) ptx2c_tensor_word(c, w, a, l, 0)
#define ptx2c_tensor_16x64b(c, w, l, a, step)                                                                          \
    ptx2c_tensor_word(c, w, a, PTX2C_TENSOR_HALF(a) + (l) / 4 + 8 * ((l) & 1), (step) * ((l) / 2 & 1))
#define ptx2c_tensor_16x128b(c, w, l, a, step)                                                                         \
    ptx2c_tensor_word(c, w, a, PTX2C_TENSOR_HALF(a) + (l) / 4, (step) * ((l) % 4))
#define ptx2c_tensor_16x256b(c, w, l, a, step)                                                                         \
    ptx2c_tensor_word(c, w, a, PTX2C_TENSOR_HALF(a) + (l) / 4, (step) * 2 * ((l) % 4))
#define ptx2c_tensor_16x32bx2(c, w, l, a, half)                                                                        \
    ptx2c_tensor_word(c, w, a, PTX2C_TENSOR_HALF(a) + (l) % 16, (l) / 16 * (uint32_t)(half))

#define PTX2C_REGISTER_32x32b(i, step) ((i) * (step) * 128)
#define PTX2C_REGISTER_16x64b(i, step) ((i) * (step) * 256)
#define PTX2C_REGISTER_16x128b(i, step) ((i) / 2 * (step) * 512 + (i) % 2 * 8)
#define PTX2C_REGISTER_16x256b(i, step) (((i) / 4 * 8 + (i) % 2) * (step) * 128 + (i) / 2 % 2 * 8)
#define PTX2C_REGISTER_16x32bx2(i, step) ((i) * (step) * 128)

/* The lower halves of two columns. */
PTX2C_INLINE uint32_t ptx2c_tensor_packed(const uint32_t *p)
{
    return (p[0] & 0xffff) | p[128] << 16;
}

PTX2C_INLINE void ptx2c_tensor_unpack(uint32_t *p, uint32_t v)
{
    p[0] = v & 0xffff;
    p[128] = v >> 16;
}

#define PTX2C_TENSOR_STORE(shape)                                                                                      \
    PTX2C_INLINE void ptx2c_tensor_store_##shape(uint32_t *p, const uint32_t *v, uint32_t n)                           \
    {                                                                                                                  \
        for (uint32_t i = 0; i < n; i++)                                                                               \
            p[PTX2C_REGISTER_##shape(i, 1)] = v[i];                                                                    \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_tensor_unpack_##shape(uint32_t *p, const uint32_t *v, uint32_t n)                          \
    {                                                                                                                  \
        for (uint32_t i = 0; i < n; i++)                                                                               \
            ptx2c_tensor_unpack(p + PTX2C_REGISTER_##shape(i, 2), v[i]);                                               \
    }
PTX2C_TENSOR_STORE(32x32b)
PTX2C_TENSOR_STORE(16x64b)
PTX2C_TENSOR_STORE(16x128b)
PTX2C_TENSOR_STORE(16x256b)
PTX2C_TENSOR_STORE(16x32bx2)
#define PTX2C_REGISTERS(...) ((const uint32_t[]){__VA_ARGS__})

/* tcgen05.ld.red: the least or greatest of n columns, for each lane of its own. */
#define PTX2C_TENSOR_BEST(NAME, T, OP)                                                                                 \
    PTX2C_INLINE uint32_t ptx2c_tensor_##NAME(const uint32_t *word, uint32_t n)                                        \
    {                                                                                                                  \
        T best = (T)word[0];                                                                                           \
        for (uint32_t i = 1; i < n; i++)                                                                               \
            best = (T)word[128 * i] OP best ? (T)word[128 * i] : best;                                                 \
        return (uint32_t)best;                                                                                         \
    }
PTX2C_TENSOR_BEST(min_u32, uint32_t, <)
PTX2C_TENSOR_BEST(max_u32, uint32_t, >)
PTX2C_TENSOR_BEST(min_s32, int32_t, <)
PTX2C_TENSOR_BEST(max_s32, int32_t, >)

/* Of floats, or of their absolute values; NaNs do not count, or, with nan, one makes all NaN. */
enum { ptx2c_tensor_by_min, ptx2c_tensor_by_max, ptx2c_tensor_abs = 1, ptx2c_tensor_NaN = 1 };
PTX2C_INLINE float ptx2c_tensor_best_f32(const uint32_t *word, uint32_t n, uint32_t op, bool abs, bool nan)
{
    const uint32_t mask = abs ? 0x7fffffff : 0xffffffff;
    float best = ptx2c_f32_of(word[0] & mask);
    for (uint32_t i = 1; i < n; i++) {
        const float v = ptx2c_f32_of(word[128 * i] & mask);
        best = op == ptx2c_tensor_by_min ? nan ? ptx2c_min_NaN_f32(best, v) : ptx2c_min_f32(best, v)
                                         : nan ? ptx2c_max_NaN_f32(best, v) : ptx2c_max_f32(best, v);
    }
    return best;
}

/* tcgen05.ld.spcompress: of each four columns from word on the two that are kept, as two numbers of 2 bits. */
PTX2C_INLINE uint32_t ptx2c_tensor_two(const uint32_t *word, uint32_t op, bool abs)
{
    uint32_t key[4];
    for (uint32_t i = 0; i < 4; i++)
        key[i] = ptx2c_keep_float(word[128 * i] & (abs ? 0x7fffffff : 0xffffffff), 0x80000000, 0x7f800000,
                                  op == ptx2c_tensor_by_min);
    return ptx2c_keep_two(key);
}

/* Register n of those that are kept, of their places. */
PTX2C_INLINE uint32_t ptx2c_tensor_kept(const uint32_t *word, uint32_t n, uint32_t op, bool abs)
{
    const uint32_t *four = word + 128 * (n / 2 * 4);
    return four[128 * (ptx2c_tensor_two(four, op, abs) >> 2 * (n & 1) & 3)];
}

PTX2C_INLINE uint32_t ptx2c_tensor_places(const uint32_t *word, uint32_t n, uint32_t columns, uint32_t op, bool abs)
{
    uint32_t v = 0;
    for (uint32_t i = 0; i < 8 && 32 * n + 4 * i < columns; i++)
        v |= ptx2c_tensor_two(word + 128 * (32 * n + 4 * i), op, abs) << 4 * i;
    return v;
}

/* ---- copies, barriers -------------------------------------------------------------------------------------------- */

/* The matrix of a descriptor of 64 bits in the shared window of c; false: there is no such. */
PTX2C_INLINE bool ptx2c_tensor_matrix(ptx2c_shared_matrix *m, ptx2c_cta *c, uint64_t desc)
{
    static const uint8_t line[8] = {16, 128, 128, 0, 64, 0, 32, 0};
    *m = (ptx2c_shared_matrix){
        .window = c->shared,
        .start = (uint32_t)(desc & 0x7fff) << 4, /* of sm_107 15 bits */
        .lead = (uint32_t)(desc >> 16 & 0x7fff) << 4,
        .stride = (uint32_t)(desc >> 32 & 0x3fff) << 4,
        .base = (uint32_t)(desc >> 49 & 7),
        .line = line[desc >> 61],
        .wide = desc >> 61 == 1,
        .apart = desc >> 52 & 1,
    };
    if (m->line && (!m->apart || (desc >> 61 == 2 && !m->base)))
        return true;
    ptx2c_fail(c, PTX2C_BAD_DESCRIPTOR);
    return false;
}

/* The CTA of the pair that is not c; NULL: it has none. */
PTX2C_INLINE ptx2c_cta *ptx2c_tensor_peer(ptx2c_cta *c)
{
    if (c->cluster && (c->rank_in_cluster ^ 1) < c->cluster->n)
        return &c->cluster->cta[c->rank_in_cluster ^ 1];
    ptx2c_fail(c, PTX2C_BAD_CLUSTER);
    return NULL;
}

enum { ptx2c_b6x16_p32 = 6, ptx2c_b4x16_p64 = 4 };

/* For --sanitize: some columns of those 16 lanes. */
PTX2C_INLINE void ptx2c_tensor_part(uint8_t *part, uint32_t lane, uint32_t a, uint32_t columns)
{
    for (uint32_t k = 0; k < columns; k++)
        part[ptx2c_tensor_column(a + k)] |= (uint8_t)(1 << lane % 128 / 16);
}

/* tcgen05.cp: rows of so many units of 16 bytes.  warps: a digit for each 32 lanes, which of the source's 32 rows they get.
 * bits: of elements that are widened, or 0. */
static PTX2C_NOINLINE void ptx2c_tensor_copy_in(ptx2c_cta *c, uint32_t a, uint64_t desc, uint32_t rows, uint32_t units,
                                                const char *warps, uint32_t bits)
{
    ptx2c_shared_matrix m;
    if (!ptx2c_tensor_matrix(&m, c, desc))
        return;
    if (PTX2C_IS_CHECKED) {
        uint8_t part[PTX2C_TENSOR_COLUMNS] = {0};
        for (uint32_t lane = 0; lane < 128; lane++)
            ptx2c_tensor_part(part, lane + (a >> 16), a, lane % 32 < rows ? 4 * units : 0);
        ptx2c_use_tensor(c, part, true);
    }
    for (uint32_t lane = 0; lane < 128; lane++)
        for (uint32_t u = 0; u < units && lane % 32 < rows; u++) {
            unsigned char v[16];
            ptx2c_unit_get(v, ptx2c_unit_of_row(&m, rows * (uint32_t)(warps[lane / 32] - '0') + lane % 32, u));
            if (bits)
                ptx2c_widen16(v, bits);
            for (uint32_t k = 0; k < 4; k++)
                c->tensor->word[ptx2c_tensor_column(a + 4 * u + k)][(lane + (a >> 16)) & 127] = ptx2c_ld_u32(v + 4 * k);
        }
}
#define ptx2c_tensor_cp_128x256b(c, a, desc, bits) ptx2c_tensor_copy_in(c, a, desc, 32, 2, "0123", bits)
#define ptx2c_tensor_cp_128x128b(c, a, desc, bits) ptx2c_tensor_copy_in(c, a, desc, 32, 1, "0123", bits)
#define ptx2c_tensor_cp_4x256b(c, a, desc, bits) ptx2c_tensor_copy_in(c, a, desc, 1, 2, "0123", bits)
#define ptx2c_tensor_cp_warpx2_02_13(c, a, desc, bits) ptx2c_tensor_copy_in(c, a, desc, 32, 1, "0101", bits)
#define ptx2c_tensor_cp_warpx2_01_23(c, a, desc, bits) ptx2c_tensor_copy_in(c, a, desc, 32, 1, "0011", bits)
#define ptx2c_tensor_cp_warpx4(c, a, desc, bits) ptx2c_tensor_copy_in(c, a, desc, 32, 1, "0000", bits)

/* In the CTA, or in it and its peer. */
enum { ptx2c_cta_group_1 = 1, ptx2c_cta_group_2 = 2 };
#define PTX2C_TENSOR_CP(c, ctas, copy, a, desc, bits)                                                                  \
    do {                                                                                                               \
        ptx2c_cta *const peer_ = (ctas) == 2 ? ptx2c_tensor_peer(c) : NULL;                                           \
        copy(c, a, desc, bits);                                                                                        \
        if (peer_)                                                                                                     \
            copy(peer_, a, desc, bits);                                                                                \
    } while (0)

/* tcgen05.shift: of the 32 lanes at a, all but the last get the 32 bytes of the next one. */
static PTX2C_NOINLINE void ptx2c_tensor_shift(ptx2c_cta *c, uint32_t ctas, uint32_t a)
{
    ptx2c_cta *const cta[2] = {c, ctas == 2 ? ptx2c_tensor_peer(c) : NULL};
    for (uint32_t h = 0; h < 2 && cta[h] && PTX2C_IS_CHECKED; h++) {
        uint8_t part[PTX2C_TENSOR_COLUMNS] = {0};
        for (uint32_t lane = a >> 16 & 96, i = 0; i < 32; i += 16)
            ptx2c_tensor_part(part, lane + i, a, 8);
        ptx2c_use_tensor(cta[h], part, true);
    }
    for (uint32_t h = 0; h < 2 && cta[h]; h++)
        for (uint32_t k = 0; k < 8; k++) {
            uint32_t *const lane = &cta[h]->tensor->word[ptx2c_tensor_column(a + k)][a >> 16 & 96];
            memmove(lane, lane + 1, 31 * sizeof *lane);
        }
}

/* tcgen05.commit: all that came before is done. */
PTX2C_INLINE void ptx2c_commit(void *mbar)
{
    ptx2c_mbar_update(mbar, 0, 1, 0, ptx2c_release);
}

PTX2C_INLINE void ptx2c_commit_multicast(ptx2c_cta *c, void *mbar, uint32_t mask)
{
    const uintptr_t bar = (uintptr_t)mbar - (uintptr_t)c->shared;
    for (uint32_t r = 0; r < (c->cluster ? c->cluster->n : 1); r++)
        if (mask >> r & 1)
            ptx2c_commit((c->cluster ? c->cluster->cta[r].shared : c->shared) + bar);
}

#endif
