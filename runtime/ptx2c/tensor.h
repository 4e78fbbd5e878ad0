/* tensor.h: tensor copies and reductions, changes of tensor maps (manual 5.5, 9.7.9.25.5, 9.7.9.28).  As other bulk copies
 * they are done at once and then counted at their barrier (async.h). */
#ifndef PTX2C_TENSOR_H
#define PTX2C_TENSOR_H

#include "async.h"
#include "sanitize_hook.h"
#include "tensor_map.h"

typedef enum ptx2c_tensor_op {
    ptx2c_tensor_load, ptx2c_tensor_store, ptx2c_tensor_add, ptx2c_tensor_min, ptx2c_tensor_max, ptx2c_tensor_inc,
    ptx2c_tensor_dec, ptx2c_tensor_and, ptx2c_tensor_or, ptx2c_tensor_xor
} ptx2c_tensor_op;

/* Not a map for this copy. */
static PTX2C_NOINLINE void ptx2c_bad_tensor(const ptx2c_cta *c)
{
    if (!ptx2c_is_told(PTX2C_BAD_TENSOR, NULL))
        ptx2c_fail(c, PTX2C_BAD_TENSOR);
}

/* One copy: between the tensor and count lines of length elements side by side in shared memory. */
typedef struct ptx2c_tensor_copy {
    ptx2c_tensor_fields map;
    uint32_t bytes;        /* of an element in memory, or of a unit of those below a byte: map's box and size count units */
    uint32_t unit;         /* elements of it */
    unsigned char *window; /* the shared memory … */
    uint32_t offset;       /* … and where in it the next line begins */
    uint32_t copied;       /* bytes, without what is behind elements there */
    ptx2c_tensor_op op;
} ptx2c_tensor_copy;

/* Where a byte of shared memory is after swizzling (manual 5.5.7). */
PTX2C_INLINE uint32_t ptx2c_swizzled(uint32_t at, uint32_t swizzle, uint32_t atomicity)
{
    const uint32_t line = at >> 7;
    if (atomicity)
        return at ^ (atomicity == PTX2C_ATOMICITY_64B ? (line & 1) << 6 : (line & 3) << 5);
    return at ^ (line & (swizzle == PTX2C_SWIZZLE_96B ? 1 : (1u << swizzle) - 1)) << 4;
}

PTX2C_INLINE void ptx2c_swap_halves(unsigned char *v)
{
    unsigned char half[8];
    memcpy(half, v, 8);
    memmove(v, v + 8, 8);
    memcpy(v + 8, half, 8);
}

/* Reduces an element of the tensor; false: there is no such operation on its type. */
PTX2C_INLINE bool ptx2c_tensor_reduce(ptx2c_tensor_op op, uint32_t type, void *to, const void *from)
{
#define PTX2C_CASE(OP, TYPE, T, as)                                                                                    \
    case 16 * ptx2c_tensor_##OP + PTX2C_TENSOR_##TYPE:                                                                 \
        ptx2c_atom_##OP##_##T(to, ptx2c_ld_##as(from), ptx2c_relaxed);                                                 \
        return true;
    switch (16 * (uint32_t)op + type) {
        PTX2C_CASE(add, U32, u32, u32)
        PTX2C_CASE(add, S32, s32, u32)
        PTX2C_CASE(add, U64, u64, u64)
        PTX2C_CASE(add, S64, u64, u64)
        PTX2C_CASE(add, F16, f16, u16)
        PTX2C_CASE(add, BF16, bf16, u16)
        PTX2C_CASE(add, F32, noftz_f32, f32)
        PTX2C_CASE(add, F32_FTZ, f32, f32)
        PTX2C_CASE(add, F64, f64, f64)
        PTX2C_CASE(min, U32, u32, u32)
        PTX2C_CASE(min, S32, s32, u32)
        PTX2C_CASE(min, U64, u64, u64)
        PTX2C_CASE(min, S64, s64, u64)
        PTX2C_CASE(min, F16, f16, u16)
        PTX2C_CASE(min, BF16, bf16, u16)
        PTX2C_CASE(max, U32, u32, u32)
        PTX2C_CASE(max, S32, s32, u32)
        PTX2C_CASE(max, U64, u64, u64)
        PTX2C_CASE(max, S64, s64, u64)
        PTX2C_CASE(max, F16, f16, u16)
        PTX2C_CASE(max, BF16, bf16, u16)
        PTX2C_CASE(inc, U32, u32, u32)
        PTX2C_CASE(dec, U32, u32, u32)
        PTX2C_CASE(and, U32, b32, u32)
        PTX2C_CASE(and, S32, b32, u32)
        PTX2C_CASE(and, U64, b64, u64)
        PTX2C_CASE(and, S64, b64, u64)
        PTX2C_CASE(or, U32, b32, u32)
        PTX2C_CASE(or, S32, b32, u32)
        PTX2C_CASE(or, U64, b64, u64)
        PTX2C_CASE(or, S64, b64, u64)
        PTX2C_CASE(xor, U32, b32, u32)
        PTX2C_CASE(xor, S32, b32, u32)
        PTX2C_CASE(xor, U64, b64, u64)
        PTX2C_CASE(xor, S64, b64, u64)
    default: return false;
    }
#undef PTX2C_CASE
}

/* 16 elements of 6 bits from the lower bits of 16 bytes. */
PTX2C_INLINE void ptx2c_tensor_narrow(unsigned char *to, const unsigned char *from)
{
    memset(to, 0, 12);
    for (uint32_t i = 0; i < 16; i++) {
        const uint32_t at = 6 * i, v = (from[i] & 0x3fu) << at % 8;
        to[at / 8] |= (unsigned char)v;
        if (v >> 8)
            to[at / 8 + 1] |= (unsigned char)(v >> 8);
    }
}

/* The same as ptx2c_tensor_line of units that take 16 bytes of shared memory; what is behind them stays as it is. */
PTX2C_INLINE bool ptx2c_tensor_padded(ptx2c_tensor_copy *t, unsigned char *row, int64_t x, uint32_t length)
{
    const ptx2c_tensor_fields *f = &t->map;
    if (t->op != ptx2c_tensor_load && (t->op != ptx2c_tensor_store || f->type != PTX2C_TENSOR_B6X16))
        return false;
    for (uint32_t i = 0; i < length; i++, x++, t->offset += 16) {
        unsigned char *shared = t->window + ptx2c_swizzled(t->offset, f->swizzle, f->atomicity);
        if (!ptx2c_may_share(shared, t->op == ptx2c_tensor_load ? t->bytes : 16))
            continue;
        const bool inside = row && x >= 0 && x < (int64_t)f->size[0] && ptx2c_may_access(row + x * t->bytes, t->bytes, 0);
        if (t->op == ptx2c_tensor_load && inside)
            memcpy(shared, row + x * t->bytes, t->bytes);
        else if (t->op == ptx2c_tensor_load)
            memset(shared, 0, t->bytes);
        else if (inside)
            ptx2c_tensor_narrow(row + x * t->bytes, shared);
    }
    return true;
}

/* A line of length elements from element x of the row at row on; NULL: the row is outside.  Parts outside are filled
 * where they are read and left out where they are written. */
PTX2C_INLINE bool ptx2c_tensor_line(ptx2c_tensor_copy *t, unsigned char *row, int64_t x, uint32_t length)
{
    const ptx2c_tensor_fields *f = &t->map;
    const uint32_t bytes = t->bytes;
    const int fill = f->fill && f->type >= PTX2C_TENSOR_F16 ? PTX2C_OOB_NAN & 0xff : 0;
    if (x % t->unit)
        return false;
    x /= t->unit;
    t->copied += length * bytes;
    if (f->type >= PTX2C_TENSOR_B4X16_P64)
        return ptx2c_tensor_padded(t, row, x, length);
    int64_t low = x < 0 ? -x : 0, high = (int64_t)f->size[0] - x;
    low = !row || low > length ? length : low;
    high = high > length ? length : high;
    if (high > low && !ptx2c_may_access(row + (x + low) * bytes, (size_t)(high - low) * bytes, 0))
        high = low;
    const int64_t first = low * bytes, end = (high < low ? low : high) * bytes;
    bool ok = true;
    for (uint32_t p = 0; p < length * bytes; p += 16) {
        const uint32_t size = length * bytes - p < 16 ? length * bytes - p : 16;
        unsigned char *shared = t->window + ptx2c_swizzled(t->offset + p, f->swizzle, f->atomicity);
        unsigned char *mem = PTX2C_PTR((uintptr_t)row + (uint64_t)x * bytes + p); /* where the row goes on */
        const uint32_t from = first > p ? first > p + size ? size : (uint32_t)(first - p) : 0;
        const uint32_t to = end > p + size ? size : end > p ? (uint32_t)(end - p) : 0;
        if (!ptx2c_may_share(shared, size))
            continue;
        if (t->op == ptx2c_tensor_load) {
            memset(shared, fill, size);
            if (to > from)
                memcpy(shared + from, mem + from, to - from);
            if (f->atomicity == PTX2C_ATOMICITY_32B_FLIP && (t->offset + p) >> 7 & 1)
                ptx2c_swap_halves(shared);
        } else if (t->op == ptx2c_tensor_store) {
            if (to > from)
                memcpy(mem + from, shared + from, to - from);
        } else {
            for (uint32_t i = from; i < to; i += bytes)
                ok &= ptx2c_tensor_reduce(t->op, f->type, mem + i, shared + i);
        }
    }
    t->offset += length * bytes;
    return ok;
}

/* The row at these coordinates of dimensions 1 …; NULL: it is outside. */
PTX2C_INLINE unsigned char *ptx2c_tensor_row(const ptx2c_tensor_fields *f, const int64_t *at)
{
    uint64_t a = f->address;
    for (uint32_t i = 1; i < f->rank; i++) {
        if (at[i] < 0 || at[i] >= (int64_t)f->size[i])
            return NULL;
        a += f->stride[i - 1] * (uint64_t)at[i];
    }
    return (unsigned char *)(uintptr_t)a;
}

/* Whether the fields that tensormap.replace may have set, or left as they were in zeroed memory, make a map. */
PTX2C_INLINE bool ptx2c_tensor_complete(const ptx2c_tensor_fields *f)
{
    bool ok = f->address && f->address % 16 == 0;
    for (uint32_t i = 0; i < f->rank && i < 5; i++)
        ok &= f->size[i] && f->box[i] && f->box[i] <= (f->im2col && i ? 1024u : 256u) && f->step[i] && f->step[i] <= 8 &&
              (i == 0 || f->stride[i - 1] % 16 == 0);
    return ok;
}

/* The map; false when it is none, or not one of that rank and mode, or asks for what there is not. */
PTX2C_INLINE bool ptx2c_tensor_copy_begin(ptx2c_tensor_copy *t, const ptx2c_cta *c, const void *map, unsigned char *shared,
                                     uint32_t rank, bool im2col, ptx2c_tensor_op op)
{
    if (!ptx2c_may_copy(map, shared))
        return false;
    memcpy(&t->map, map, sizeof t->map);
    t->bytes = ptx2c_tensor_bytes(t->map.type);
    t->unit = ptx2c_tensor_unit(t->map.type);
    t->copied = 0;
    t->op = op;
    t->window = ptx2c_cluster_window(c, ptx2c_cluster_owner(c, (uintptr_t)shared));
    t->offset = (uint32_t)(shared - t->window);
    if (t->map.magic == PTX2C_TENSOR_MAGIC && t->bytes && t->map.rank == rank && t->map.im2col == im2col &&
        ptx2c_tensor_complete(&t->map) && ptx2c_tensor_layout(&t->map) &&
        (op == ptx2c_tensor_load || t->map.atomicity != PTX2C_ATOMICITY_32B_FLIP)) {
        t->map.size[0] /= t->unit;
        t->map.box[0] /= t->unit;
        return true;
    }
    ptx2c_bad_tensor(c);
    return false;
}

/* The slice of channels (manual 5.5.6) from channel x on of the pixel at these coordinates of dimensions 1 …: behind the
 * slices before it, each of which has all of an image's pixels. */
PTX2C_INLINE bool ptx2c_tensor_slice(ptx2c_tensor_copy *t, const int64_t *at, int64_t x)
{
    const ptx2c_tensor_fields *f = &t->map;
    const int64_t bytes = ptx2c_tensor_slice_bytes(f), length = bytes / t->bytes;
    const int64_t apart = (int64_t)(f->stride[f->rank - 3] * f->size[f->rank - 2]) - bytes;
    unsigned char *row = ptx2c_tensor_row(f, at);
    return x % length == 0 &&
           ptx2c_tensor_line(t, row ? PTX2C_PTR((uintptr_t)row + (uint64_t)(x / length * apart)) : NULL, x, (uint32_t)length);
}

/* A box of an interleaved tensor, which lies in shared memory as in the tensor: of each image slice after slice. */
PTX2C_INLINE bool ptx2c_tensor_slices(ptx2c_tensor_copy *t, const int32_t *at)
{
    const ptx2c_tensor_fields *f = &t->map;
    const uint32_t last = f->rank - 1, length = ptx2c_tensor_slice_bytes(f) / t->bytes;
    uint32_t n[5] = {0};
    int64_t x[5] = {0};
    for (;;) {
        for (uint32_t i = 0; i <= last; i++)
            x[i] = (int64_t)at[i] + n[i];
        if (!ptx2c_tensor_slice(t, x, x[0]))
            return false;
        uint32_t i = 1;
        for (; i < last && (n[i] += f->step[i]) >= f->box[i]; i++)
            n[i] = 0;
        if (i < last)
            continue;
        if ((n[0] += f->step[0] * length) < f->box[0])
            continue;
        n[0] = 0;
        if ((n[last] += f->step[last]) >= f->box[last])
            return true;
    }
}

/* A box from the coordinates on; the bytes that are copied. */
static PTX2C_NOINLINE uint32_t ptx2c_tensor_tile(const ptx2c_cta *c, ptx2c_tensor_op op, const void *map,
                                                 unsigned char *shared, uint32_t rank, const int32_t *at)
{
    ptx2c_tensor_copy t;
    uint32_t n[5] = {0};
    int64_t x[5] = {0};
    if (!ptx2c_tensor_copy_begin(&t, c, map, shared, rank, false, op))
        return 0;
    const ptx2c_tensor_fields *f = &t.map;
    if (f->interleave) {
        if (ptx2c_tensor_slices(&t, at))
            return t.copied;
        ptx2c_bad_tensor(c);
        return 0;
    }
    for (;;) {
        for (uint32_t i = 0; i < rank; i++)
            x[i] = (int64_t)at[i] + n[i];
        if (!ptx2c_tensor_line(&t, ptx2c_tensor_row(f, x), x[0], f->box[0])) {
            ptx2c_bad_tensor(c);
            return 0;
        }
        uint32_t i = 1;
        for (; i < rank && (n[i] += f->step[i]) >= f->box[i]; i++)
            n[i] = 0;
        if (i >= rank)
            return t.copied;
    }
}

/* Rows at[1] … at[4] of a matrix, each from column at[0] on. */
static PTX2C_NOINLINE uint32_t ptx2c_tensor_rows(const ptx2c_cta *c, ptx2c_tensor_op op, const void *map,
                                                 unsigned char *shared, const int32_t *at)
{
    ptx2c_tensor_copy t;
    if (!ptx2c_tensor_copy_begin(&t, c, map, shared, 2, false, op))
        return 0;
    for (uint32_t i = 1; i < 5; i++)
        if (!ptx2c_tensor_line(&t, ptx2c_tensor_row(&t.map, (const int64_t[]){0, at[i]}), at[0], t.map.box[0])) {
            ptx2c_bad_tensor(c);
            return 0;
        }
    return t.copied;
}

/* Pixels of the bounding box in the order of width, height, depth, images, from the coordinates on; of each the channels
 * from channel x on at the place that lies by the offsets beside it, or, of an interleaved tensor, a slice of them. */
PTX2C_INLINE bool ptx2c_tensor_pixels(ptx2c_tensor_copy *t, const int32_t *at, int64_t channel, const uint16_t *offset)
{
    const ptx2c_tensor_fields *f = &t->map;
    const uint32_t n = f->rank - 1u;
    int64_t pixel[5] = {0}, x[5] = {0};
    for (uint32_t i = 0; i <= n; i++)
        pixel[i] = at[i];
    for (uint32_t p = 0; p < f->box[1]; p++) {
        for (uint32_t i = 1; i <= n; i++)
            x[i] = pixel[i] + (offset && i < n ? offset[i - 1] : 0);
        if (!(f->interleave ? ptx2c_tensor_slice(t, x, channel)
                            : ptx2c_tensor_line(t, ptx2c_tensor_row(f, x), channel, f->box[0])))
            return false;
        uint32_t i = 1;
        for (; i < n && (pixel[i] += f->step[i]) > (int64_t)f->size[i] - 1 + f->upper[i - 1]; i++)
            pixel[i] = f->lower[i - 1];
        pixel[n] += i == n;
    }
    return true;
}

/* All of them; of an interleaved tensor slice after slice. */
static PTX2C_NOINLINE uint32_t ptx2c_tensor_im2col(const ptx2c_cta *c, ptx2c_tensor_op op, const void *map,
                                                   unsigned char *shared, uint32_t rank, const int32_t *at,
                                                   const uint16_t *offset)
{
    ptx2c_tensor_copy t;
    if (!ptx2c_tensor_copy_begin(&t, c, map, shared, rank, true, op))
        return 0;
    const ptx2c_tensor_fields *f = &t.map;
    const uint32_t each = f->interleave ? ptx2c_tensor_slice_bytes(f) / t.bytes * f->step[0] : f->box[0];
    for (uint32_t n = 0; n < f->box[0]; n += each)
        if (!ptx2c_tensor_pixels(&t, at, (int64_t)at[0] + n, offset)) {
            ptx2c_bad_tensor(c);
            return 0;
        }
    return t.copied;
}

/* The same along the width alone (manual 5.5.5): height and depth stay, images follow each other; the box lies offset
 * further on.  Behind all pixels, or (w::128) each 32 of 128, follow as many as the halo says, which the manual's figures
 * show: those that come next, so that (w::128) the first of the next 32 are copied twice. */
enum { ptx2c_im2col_w, ptx2c_im2col_w_128 };

/* The pixel behind x. */
PTX2C_INLINE void ptx2c_tensor_next(const ptx2c_tensor_fields *f, int64_t *x, uint16_t offset)
{
    x[1] += f->step[1];
    if (x[1] > (int64_t)f->size[1] - 1 + f->upper[0] + offset) {
        x[1] = f->lower[0] + offset;
        x[f->rank - 1]++;
    }
}

static PTX2C_NOINLINE uint32_t ptx2c_tensor_im2col_w(const ptx2c_cta *c, ptx2c_tensor_op op, const void *map,
                                                     unsigned char *shared, uint32_t rank, const int32_t *at,
                                                     uint16_t halo, uint16_t offset, int mode)
{
    ptx2c_tensor_copy t;
    int64_t x[5] = {0}, behind[5];
    if (!ptx2c_tensor_copy_begin(&t, c, map, shared, rank, true, op))
        return 0;
    const ptx2c_tensor_fields *f = &t.map;
    const uint32_t parts = mode == ptx2c_im2col_w_128 ? 4 : 1, pixels = mode == ptx2c_im2col_w_128 ? 32 : f->box[1];
    bool ok = f->atomicity != PTX2C_ATOMICITY_32B_FLIP && !f->interleave;
    for (uint32_t i = 0; i < rank; i++)
        x[i] = at[i];
    x[1] += offset;
    for (uint32_t part = 0; part < parts; part++) {
        for (uint32_t p = 0; p < pixels && ok; p++, ptx2c_tensor_next(f, x, offset))
            ok = ptx2c_tensor_line(&t, ptx2c_tensor_row(f, x), at[0], f->box[0]);
        memcpy(behind, x, sizeof x);
        for (uint32_t p = 0; p < halo && ok; p++, ptx2c_tensor_next(f, behind, offset))
            ok = ptx2c_tensor_line(&t, ptx2c_tensor_row(f, behind), at[0], f->box[0]);
    }
    if (!ok)
        ptx2c_bad_tensor(c);
    return ok ? t.copied : 0;
}

/* The coordinates and the offsets of an instruction. */
#define PTX2C_COORDINATES(...) ((const int32_t[]){__VA_ARGS__})
#define PTX2C_OFFSETS(...) ((const uint16_t[]){__VA_ARGS__})

typedef enum ptx2c_signal { ptx2c_signal_cta_group_1, ptx2c_signal_cta_group_2 } ptx2c_signal;

/* The barrier that counts what comes to the CTA of that rank: at the place of mbar there; of a pair's, in the one of the two that has the
 * parity of mbar's CTA (manual 9.7.9.26.5.2). */
PTX2C_INLINE unsigned char *ptx2c_signalled(const ptx2c_cta *c, const void *mbar, uint32_t rank, ptx2c_signal group)
{
    const uint32_t owner = ptx2c_cluster_owner(c, (uintptr_t)mbar);
    const uintptr_t at = (uintptr_t)mbar - (uintptr_t)ptx2c_cluster_window(c, owner);
    return ptx2c_cluster_window(c, group == ptx2c_signal_cta_group_2 ? (rank & ~UINT32_C(1)) | (owner & 1) : rank) + at;
}

/* A load to the CTAs of the cluster in mask: load is done with to as the place in each that d is in the executing one,
 * and counted at the barrier there. */
#define PTX2C_TENSOR_MULTICAST(c, d, mbar, mask, group, load)                                                          \
    do {                                                                                                               \
        unsigned char *const mbar_ = (mbar);                                                                           \
        for (uint32_t r_ = 0; r_ < ptx2c_cluster_size(c); r_++)                                                        \
            if ((mask) >> r_ & 1) {                                                                                    \
                unsigned char *const window_ = ptx2c_cluster_window(c, r_), *const to = window_ + ((d) - (c)->shared); \
                ptx2c_arrived(ptx2c_signalled(c, mbar_, r_, group), load);                                             \
            }                                                                                                          \
    } while (0)

#define PTX2C_TENSOR_MULTICAST_REPORT(c, d, mbar, mask, group, what, load)                                             \
    do {                                                                                                               \
        unsigned char *const mbar_ = (mbar);                                                                           \
        for (uint32_t r_ = 0; r_ < ptx2c_cluster_size(c); r_++)                                                        \
            if ((mask) >> r_ & 1) {                                                                                    \
                unsigned char *const window_ = ptx2c_cluster_window(c, r_), *const to = window_ + ((d) - (c)->shared); \
                ptx2c_arrived_report(ptx2c_signalled(c, mbar_, r_, group), to, load, what);                            \
            }                                                                                                          \
    } while (0)

/* ---- properties that an instruction overrides (manual 9.7.10.28 of PTX 9.4) ---------------------------------------- */

/* A map for the tensor at address; sizes and, from the second dimension on, strides of rank dimensions where rank is not
 * 0: bytes are (lower + (4 bits of upper << 32)) * 16. */
PTX2C_INLINE ptx2c_tensor_map ptx2c_map_override(const void *map, uint64_t address, uint32_t upper, uint32_t rank,
                                                 const uint8_t *size, const uint32_t *lower)
{
    ptx2c_tensor_map out;
    ptx2c_tensor_fields f;
    memcpy(&out, map, sizeof out);
    memcpy(&f, map, sizeof f);
    f.address = address;
    for (uint32_t i = 0; i < rank; i++) {
        f.size[i] = size[i];
        if (i)
            f.stride[i - 1] = (lower[i - 1] + ((uint64_t)(upper >> 4 * (i - 1) & 15) << 32)) << 4;
    }
    memcpy(&out, &f, sizeof f);
    return out;
}

#define PTX2C_SIZES(...) ((const uint8_t[]){__VA_ARGS__})
#define PTX2C_LOWER(...) ((const uint32_t[]){__VA_ARGS__})
#define PTX2C_MAP_STRIDED(map, address, upper, rank, sizes, lower)                                                     \
    ((const ptx2c_tensor_map[]){ptx2c_map_override(PTX2C_PTR(map), address, upper, rank, sizes, lower)})
#define PTX2C_MAP_AT(map, address) PTX2C_MAP_STRIDED(map, address, 0, 0, NULL, NULL)
#define PTX2C_MAP_SIZED(map, address, size) PTX2C_MAP_STRIDED(map, address, 0, 1, PTX2C_SIZES((uint8_t)(size)), NULL)

/* tensormap.query.alloc_class_large: all memory is alike here. */
PTX2C_INLINE bool ptx2c_tensor_map_large(const void *map)
{
    (void)map;
    return false;
}

/* ---- tensormap.replace --------------------------------------------------------------------------------------------- */

/* A map that begins as zeroed memory gets all its fields by tensormap.replace. */
PTX2C_INLINE void ptx2c_tensor_open(ptx2c_tensor_fields *f, const void *map)
{
    static const ptx2c_tensor_fields zero;
    memcpy(f, map, sizeof *f);
    if (memcmp(f, &zero, sizeof zero) == 0)
        f->magic = PTX2C_TENSOR_MAGIC;
}

/* Changes a field of the map; ord: the dimension, from 0. */
#define PTX2C_REPLACE(field, T, change)                                                                                   \
    PTX2C_INLINE void ptx2c_replace_##field(void *map, uint32_t ord, T v)                                              \
    {                                                                                                                  \
        ptx2c_tensor_fields f;                                                                                         \
        ptx2c_tensor_open(&f, map);                                                                                    \
        (void)ord;                                                                                                     \
        change;                                                                                                        \
        memcpy(map, &f, sizeof f);                                                                                     \
    }
PTX2C_REPLACE(global_address, uint64_t, f.address = v)
PTX2C_REPLACE(rank, uint32_t, f.rank = (uint8_t)(v + 1))
PTX2C_REPLACE(box_dim, uint32_t, f.box[ord] = v)
PTX2C_REPLACE(global_dim, uint32_t, f.size[ord] = v)
PTX2C_REPLACE(global_stride, uint64_t, f.stride[ord & 3] = v)
PTX2C_REPLACE(element_stride, uint32_t, f.step[ord] = v)
PTX2C_REPLACE(elemtype, uint32_t, f.type = (uint8_t)v)
PTX2C_REPLACE(interleave_layout, uint32_t, f.interleave = (uint8_t)v)
PTX2C_REPLACE(swizzle_mode, uint32_t, f.swizzle = (uint8_t)v)
PTX2C_REPLACE(swizzle_atomicity, uint32_t, f.atomicity = (uint8_t)v)
PTX2C_REPLACE(fill_mode, uint32_t, f.fill = (uint8_t)v)

#endif
