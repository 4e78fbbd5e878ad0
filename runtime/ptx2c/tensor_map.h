/* tensor_map.h: tensors for bulk copies (manual 5.5): the host describes one in its memory and passes the map to a kernel
 * as it would pass CUDA's CUtensorMap: a parameter of 128 bytes, or a pointer to one in global memory. */
#ifndef PTX2C_TENSOR_MAP_H
#define PTX2C_TENSOR_MAP_H

#include "launch.h"

/* Types of elements, with the numbers of tensormap.replace (manual 9.7.9.28). */
enum {
    PTX2C_TENSOR_U8, PTX2C_TENSOR_U16, PTX2C_TENSOR_U32, PTX2C_TENSOR_S32, PTX2C_TENSOR_U64, PTX2C_TENSOR_S64,
    PTX2C_TENSOR_F16, PTX2C_TENSOR_F32, PTX2C_TENSOR_F32_FTZ, PTX2C_TENSOR_F64, PTX2C_TENSOR_BF16, PTX2C_TENSOR_TF32,
    PTX2C_TENSOR_TF32_FTZ,
    /* below a byte (manual 5.5.1.1); of the last two, 16 take 16 bytes of shared memory, with nothing behind them or, where
     * elements of 6 bits are stored, each in a byte */
    PTX2C_TENSOR_B4X16, PTX2C_TENSOR_B4X16_P64, PTX2C_TENSOR_B6X16
};

/* How 16-byte pieces lie in shared memory: their place in 32, 64 or 128 bytes is combined by exclusive or with the
 * number of the 128 bytes they are in; 96: as 32. */
enum { PTX2C_SWIZZLE_NONE, PTX2C_SWIZZLE_32B, PTX2C_SWIZZLE_64B, PTX2C_SWIZZLE_128B, PTX2C_SWIZZLE_96B };

/* What stays together in 128 bytes; flip: the halves of 16 bytes change places in each second 128 bytes (of loads). */
enum { PTX2C_ATOMICITY_16B, PTX2C_ATOMICITY_32B, PTX2C_ATOMICITY_32B_FLIP, PTX2C_ATOMICITY_64B };

/* Interleaved layouts (manual 5.5.6): channels in slices of 16 or 32 bytes, outside of width, height and depth. */
enum { PTX2C_INTERLEAVE_NONE, PTX2C_INTERLEAVE_16B, PTX2C_INTERLEAVE_32B };

/* The map itself; what is in it is the runtime's own. */
typedef struct ptx2c_tensor_map { uint64_t opaque[16]; } ptx2c_tensor_map;

typedef struct ptx2c_tensor {
    void *data;          /* a multiple of 16 */
    int type;            /* PTX2C_TENSOR_... */
    uint32_t rank;       /* dimensions: 1 to 5 */
    uint32_t size[5];    /* elements in each, the innermost first; at least 1 */
    uint64_t stride[4];  /* bytes from one to the next in dimensions 1, 2 …: multiples of 16; 0: no gaps */
    uint32_t box[5];     /* elements a tiled copy covers in each dimension: 1 to 256; the innermost 16 bytes or multiples */
    uint32_t step[5];    /* it takes every step-th of them: 1 to 8, 0 means 1; the innermost 1 */
    int swizzle;         /* PTX2C_SWIZZLE_...; the box's innermost dimension is not longer */
    bool nan;            /* elements outside become NaN instead of 0; floats */
    /* im2col copies, of 3 to 5 dimensions (channels, width, height, depth, images): pixels of the box between the corners,
     * in (width, height, depth): lower from the first pixel, upper from the last one; box is not used */
    bool im2col;
    int16_t lower[3], upper[3];
    uint32_t channels, pixels; /* of a copy: 1 to 256; 1 to 1024 */
    int atomicity;       /* PTX2C_ATOMICITY_...; others than 16B with 128-byte swizzling */
    /* PTX2C_INTERLEAVE_...; of 3 to 5 dimensions (channels, width, height, depth, images), of which stride has those of the
     * last four: a slice of an image's pixels follows the one before it without a gap.  The channels of a copy are whole
     * slices, those of the tensor need not be; step[0] counts slices.  With 32 bytes data and strides are multiples of 32. */
    int interleave;
} ptx2c_tensor;

/* What the 128 bytes hold. */
typedef struct ptx2c_tensor_fields {
    uint32_t magic;
    uint8_t rank, type, interleave, swizzle, atomicity, fill, im2col, unused;
    int16_t lower[3], upper[3];
    uint32_t size[5], box[5], step[5];
    uint64_t address, stride[4];
} ptx2c_tensor_fields;

#define PTX2C_TENSOR_MAGIC 0x70784d54u

/* Bytes of an element, or of a unit of those below a byte; 0: no such type. */
PTX2C_INLINE uint32_t ptx2c_tensor_bytes(uint32_t type)
{
    static const uint8_t bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 4, 8, 2, 4, 4, 1, 8, 12};
    return type < sizeof bytes ? bytes[type] : 0;
}

/* Elements of a unit, which is copied as a whole. */
PTX2C_INLINE uint32_t ptx2c_tensor_unit(uint32_t type)
{
    return type < PTX2C_TENSOR_B4X16 ? 1 : type == PTX2C_TENSOR_B4X16 ? 2 : 16;
}

/* Bytes of a box's row in shared memory. */
PTX2C_INLINE uint32_t ptx2c_tensor_row_bytes(uint32_t type, uint32_t length)
{
    return length / ptx2c_tensor_unit(type) * (type >= PTX2C_TENSOR_B4X16_P64 ? 16 : ptx2c_tensor_bytes(type));
}

/* Bytes of a slice of channels; 0: they lie side by side. */
PTX2C_INLINE uint32_t ptx2c_tensor_slice_bytes(const ptx2c_tensor_fields *f)
{
    return f->interleave ? 8u << f->interleave : 0;
}

/* Whether all that is interleaved lies at multiples of a slice (manual 5.5.6). */
PTX2C_INLINE bool ptx2c_tensor_sliced(const ptx2c_tensor_fields *f)
{
    const uint32_t slice = ptx2c_tensor_slice_bytes(f), bytes = ptx2c_tensor_bytes(f->type);
    bool ok = f->interleave <= PTX2C_INTERLEAVE_32B && f->rank >= 3 && ptx2c_tensor_unit(f->type) == 1 &&
              f->box[0] * bytes % slice == 0 && f->address % slice == 0;
    for (uint32_t i = 1; i < f->rank; i++)
        ok = ok && f->stride[i - 1] % slice == 0;
    return ok;
}

/* Whether layout and type go together (manual 5.5.6, 5.5.7, 9.7.9.26.5.1). */
PTX2C_INLINE bool ptx2c_tensor_layout(const ptx2c_tensor_fields *f)
{
    const uint32_t unit = ptx2c_tensor_unit(f->type);
    if (f->swizzle > PTX2C_SWIZZLE_96B || f->atomicity > PTX2C_ATOMICITY_64B ||
        (f->atomicity && f->swizzle != PTX2C_SWIZZLE_128B))
        return false;
    if (f->interleave && !ptx2c_tensor_sliced(f))
        return false;
    if (unit > 1 && (f->fill || f->box[0] % unit || f->size[0] % unit))
        return false;
    return unit < 16 || f->swizzle == PTX2C_SWIZZLE_NONE ||
           (f->swizzle == PTX2C_SWIZZLE_128B && f->atomicity != PTX2C_ATOMICITY_32B_FLIP);
}

/* Dimension i of the map, the elements of which lie dense bytes apart where it does not say how; false: it can't be that. */
PTX2C_INLINE bool ptx2c_tensor_dimension(ptx2c_tensor_fields *f, const ptx2c_tensor *t, uint32_t i, uint64_t dense)
{
    f->size[i] = t->size[i];
    f->box[i] = !t->im2col ? t->box[i] : i == 0 ? t->channels : t->pixels;
    f->step[i] = t->step[i] ? t->step[i] : 1;
    if (!f->size[i] || !f->box[i] || f->box[i] > (t->im2col && i ? 1024u : 256u) || f->step[i] > (i || f->interleave ? 8u : 1u))
        return false;
    if (i == 0)
        return true;
    f->stride[i - 1] = t->stride[i - 1] ? t->stride[i - 1] : dense;
    return f->stride[i - 1] % 16 == 0;
}

/* Whether what the map says of the whole tensor is possible. */
PTX2C_INLINE bool ptx2c_tensor_valid(const ptx2c_tensor *t)
{
    return ptx2c_tensor_bytes((uint32_t)t->type) && t->rank >= 1 && t->rank <= 5 && t->data && (uintptr_t)t->data % 16 == 0 &&
           t->swizzle >= 0 && t->swizzle <= PTX2C_SWIZZLE_96B && t->atomicity >= 0 && t->atomicity <= PTX2C_ATOMICITY_64B &&
           !((t->im2col || t->interleave) && t->rank < 3) && t->interleave >= 0 && t->interleave <= PTX2C_INTERLEAVE_32B;
}

/* How many bytes the elements of dimension i take, which lie bytes apart and of which the map says the number. */
PTX2C_INLINE uint64_t ptx2c_tensor_dense(const ptx2c_tensor_fields *f, uint32_t i, uint64_t bytes)
{
    const uint32_t slice = ptx2c_tensor_slice_bytes(f);
    if (slice && i == 0)
        return slice;
    bytes *= i ? f->size[i] : f->size[i] / ptx2c_tensor_unit(f->type);
    return slice && i + 2u == f->rank ? bytes * ((f->size[0] * ptx2c_tensor_bytes(f->type) + slice - 1) / slice) : bytes;
}

/* Makes a map; PTX2C_OK, or PTX2C_BAD_TENSOR when a field is not as it says above: then nothing has changed. */
PTX2C_INLINE int ptx2c_tensor_map_create(ptx2c_tensor_map *map, const ptx2c_tensor *t)
{
    static const uint8_t line[] = {0, 32, 64, 128, 96};
    ptx2c_tensor_fields f;
    const uint32_t type = (uint32_t)t->type, bytes = ptx2c_tensor_bytes(type), rank = t->rank;
    uint64_t dense = bytes;
    memset(&f, 0, sizeof f);
    if (!ptx2c_tensor_valid(t))
        return PTX2C_BAD_TENSOR;
    f.magic = PTX2C_TENSOR_MAGIC;
    f.rank = (uint8_t)rank;
    f.type = (uint8_t)t->type;
    f.interleave = (uint8_t)t->interleave;
    f.address = (uintptr_t)t->data;
    for (uint32_t i = 0; i < rank; i++) {
        if (!ptx2c_tensor_dimension(&f, t, i, dense))
            return PTX2C_BAD_TENSOR;
        dense = ptx2c_tensor_dense(&f, i, i ? f.stride[i - 1] : bytes);
    }
    const uint32_t row = ptx2c_tensor_row_bytes(type, f.box[0]);
    f.swizzle = (uint8_t)t->swizzle;
    f.atomicity = (uint8_t)t->atomicity;
    f.fill = t->nan;
    f.im2col = t->im2col;
    if (row % 16 || (t->swizzle && !t->interleave && row > line[t->swizzle]) || !ptx2c_tensor_layout(&f))
        return PTX2C_BAD_TENSOR;
    memcpy(f.lower, t->lower, sizeof f.lower);
    memcpy(f.upper, t->upper, sizeof f.upper);
    memset(map, 0, sizeof *map);
    memcpy(map, &f, sizeof f);
    return PTX2C_OK;
}

#endif
