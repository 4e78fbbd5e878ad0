/* image.h: textures, samplers and surfaces as the host makes them from plain memory (manual 5.3), and their handles.
 *
 * A handle is 64 bits that a kernel takes as a parameter or that is bound to a .texref, .samplerref or .surfref
 * variable.  It names a slot of a table that all modules of the program share, with the slot's generation and kind:
 * a handle that is stale or made up is noticed without touching memory it might point to.  Functions that take one
 * return PTX2C_OK or a status; they may be called from several threads at once.  What a running kernel uses must not
 * be updated or destroyed meanwhile.
 *
 * Where linkers do not make the tables of several C files one (compilers without weak symbols; modules that dlopen has
 * loaded into a program that does not export its own), a module finds what is not in its own table in that of the C file
 * that launched the kernel: see ptx2c_objects_lend. */
#ifndef PTX2C_IMAGE_H
#define PTX2C_IMAGE_H

#include "launch.h"
#include "lock.h"
#include <stdlib.h>

/* ---- images ------------------------------------------------------------------------------------------------------ */

/* Type of a channel, with OpenCL's numbers, as txq and suq give them (manual 5.3.3). */
enum {
    PTX2C_SNORM_INT8 = 0x10D0, /* -128..127 reads as max(-1, n / 127) */
    PTX2C_SNORM_INT16,
    PTX2C_UNORM_INT8,          /* 0..255 reads as n / 255 */
    PTX2C_UNORM_INT16,
    PTX2C_UNORM_SHORT_565,     /* 16 bits: red in bits 11-15, green 5-10, blue 0-4; only PTX2C_RGB */
    PTX2C_UNORM_SHORT_555,     /* 16 bits: red in bits 10-14, green 5-9, blue 0-4; only PTX2C_RGB */
    PTX2C_UNORM_INT_101010,    /* 32 bits: red in bits 20-29, green 10-19, blue 0-9; only PTX2C_RGB */
    PTX2C_SIGNED_INT8,
    PTX2C_SIGNED_INT16,
    PTX2C_SIGNED_INT32,
    PTX2C_UNSIGNED_INT8,
    PTX2C_UNSIGNED_INT16,
    PTX2C_UNSIGNED_INT32,
    PTX2C_HALF_FLOAT,
    PTX2C_FLOAT
};

/* Channels of an element in the order they have in memory (manual 5.3.3).  A read gives red, green, blue, alpha; what
 * the element lacks is 0, alpha 1 (the integer or the float).  One-channel orders: red; alpha; all four (intensity);
 * red, green and blue alike (luminance). */
enum {
    PTX2C_R = 0x10B0, PTX2C_A, PTX2C_RG, PTX2C_RA, PTX2C_RGB, PTX2C_RGBA, PTX2C_BGRA, PTX2C_ARGB, PTX2C_INTENSITY,
    PTX2C_LUMINANCE
};

/* Memory of one level of a mipmap. */
typedef struct ptx2c_level {
    void *data;         /* NULL: not resident (manual 9.7.10.3, the predicate p): reads give 0 */
    size_t row_pitch;   /* bytes from row to row; 0: rows follow each other without a gap */
    size_t slice_pitch; /* bytes from slice to slice (depth, array layer, cube face); 0: no gap */
} ptx2c_level;

/* An image in plain memory.  Its geometry follows from its sizes: height 0 is one-dimensional, depth > 0 three-
 * dimensional, layers > 0 an array, samples > 0 multi-sampled, cube a cube map or (layers > 0) an array of them.
 * Slices are the layers of an array, the planes of a volume, and of cube maps six faces (+x -x +y -y +z -z) for each
 * layer.  The samples of an element follow each other.  Textures only read the memory.  The memory, and the array
 * .level, must stay until the texture or surface is destroyed. */
typedef struct ptx2c_image {
    void *data;                 /* level 0 */
    uint32_t type, order;       /* of the channels, see above */
    uint32_t width, height, depth;
    uint32_t layers;            /* 0: no array */
    uint32_t samples;           /* 0: not multi-sampled; only 2-D */
    uint32_t levels;            /* 0: no mipmap; else the number of levels, with level 0 */
    bool cube;                  /* width = height, depth 0 */
    bool linear;                /* plain linear memory, as a kernel knows it from suq.memory_layout: reads with integer
                                   coordinates outside of it give 0, whatever the sampler says */
    size_t row_pitch, slice_pitch; /* of level 0, see ptx2c_level */
    const ptx2c_level *level;   /* levels 1, 2, …; level n has max(1, size >> n) elements each way */
} ptx2c_image;

/* ---- samplers ---------------------------------------------------------------------------------------------------- */

enum { PTX2C_NEAREST, PTX2C_LINEAR };

/* What stands for an element outside of the image (manual 5.3.2, with txq's numbers). */
enum {
    PTX2C_WRAP,      /* the image repeats; only with normalised coordinates, else as PTX2C_CLAMP */
    PTX2C_MIRROR,    /* the same, every other time mirrored */
    PTX2C_CLAMP_OGL, /* coordinates are clamped to the image's edge; linear filtering there meets the border */
    PTX2C_CLAMP,     /* clamp_to_edge: the nearest element */
    PTX2C_BORDER     /* clamp_to_border: the border's colour */
};

/* Which comparisons of a depth texture pass: reference OP element. */
enum {
    PTX2C_LESS_EQUAL, PTX2C_LESS, PTX2C_GREATER_EQUAL, PTX2C_GREATER, PTX2C_EQUAL, PTX2C_NOT_EQUAL, PTX2C_ALWAYS,
    PTX2C_NEVER
};

typedef struct ptx2c_sampler {
    uint8_t filter;             /* PTX2C_NEAREST, or PTX2C_LINEAR (only what reads as float) */
    uint8_t mip_filter;         /* PTX2C_NEAREST: the nearest level; PTX2C_LINEAR: between two of them */
    uint8_t address[3];         /* for each dimension */
    uint8_t compare;            /* of tex and tld4 with a reference value */
    bool seamless;              /* linear filtering of cube maps reaches over the edges of faces, else it stops there */
    bool force_unnormalized;    /* of a separate sampler: coordinates count elements, whatever the texture says */
    uint8_t max_anisotropy;     /* of tex.grad with linear filters: lookups along the longer step; at most 1: one (see sample.h) */
    float bias, min_level, max_level; /* level = clamp(level asked for + bias, min_level, max_level); the default, 0,
                                   shows level 0 only */
    float border[4];            /* red, green, blue, alpha; converted to what the texture holds, through its order */
    /* Of the texture itself: not taken from a separate sampler. */
    bool normalized;            /* coordinates run from 0 to 1, else they count elements; cube maps: always true */
    bool read_normalized;       /* 8- and 16-bit integers read as normalised floats, as UNORM and SNORM types do */
    bool srgb;                  /* 8-bit unsigned normalised red, green and blue are sRGB and read as linear */
} ptx2c_sampler;

/* Whether that sampler can be used for what reads to integers (real false) or floats. */
PTX2C_INLINE bool ptx2c_sampler_fits(const ptx2c_sampler *s, bool real)
{
    return real || (s->filter == PTX2C_NEAREST && s->mip_filter == PTX2C_NEAREST);
}

/* ---- handles ----------------------------------------------------------------------------------------------------- */

enum { PTX2C_TEXTURE = 1, PTX2C_SAMPLER, PTX2C_SURFACE, PTX2C_STATE };

/* Handle: 63-56 mark, 55-53 kind, 52-40 sampler state, 39-20 generation, 19-0 slot. */
#define PTX2C_HANDLE_MARK (UINT64_C(0xd7) << 56)
#define PTX2C_STATE_MASK (UINT64_C(0x1fff) << 40)
#define PTX2C_KIND_OF(h) ((uint32_t)((h) >> 53 & 7))

/* Sampler state that stands in a variable itself, from its initialiser in PTX (manual 5.3.2): constant expressions.
 * PTX2C_SAMPLER_STATE(filter, a0, a1, a2, force_unnormalized) is a whole sampler, for .samplerref variables;
 * PTX2C_TEXTURE_STATE(filter, a0, a1, a2, normalized) is an unbound texture that remembers it (.texref in unified
 * mode): a texture that is bound to the variable and has no sampler of its own takes it. */
#define PTX2C_STATE_BITS(filter, a0, a1, a2, force, norm)                                                              \
    (UINT64_C(1) << 40 | (uint64_t)(filter) << 41 | (uint64_t)(a0) << 42 | (uint64_t)(a1) << 45 |                      \
     (uint64_t)(a2) << 48 | (uint64_t)(force) << 51 | (uint64_t)(norm) << 52)
#define PTX2C_SAMPLER_STATE(filter, a0, a1, a2, force)                                                                 \
    (PTX2C_HANDLE_MARK | (uint64_t)PTX2C_SAMPLER << 53 | PTX2C_STATE_BITS(filter, a0, a1, a2, force, 0))
#define PTX2C_TEXTURE_STATE(filter, a0, a1, a2, norm)                                                                  \
    (PTX2C_HANDLE_MARK | (uint64_t)PTX2C_STATE << 53 | PTX2C_STATE_BITS(filter, a0, a1, a2, 0, norm))

enum { PTX2C_1D, PTX2C_2D, PTX2C_3D, PTX2C_A1D, PTX2C_A2D, PTX2C_CUBE, PTX2C_ACUBE, PTX2C_2DMS, PTX2C_A2DMS };

/* What 2-D reads and 1-D reads with integer coordinates need on their short way (texture.h). */
typedef struct ptx2c_short_way {
    uint32_t kind, line;  /* PTX2C_FAST_… of 2-D, of 1-D; 0: they can't go it */
    bool real;            /* reads give floats */
    int32_t last[2];      /* width - 1, height - 1 */
    double scale[2];      /* from a coordinate to 1/256 of an element */
    double limit[2];      /* one element beyond the image, in these units */
    uint32_t elements[2]; /* from a coordinate to elements */
    const unsigned char *data;
    size_t pitch;
} ptx2c_short_way;

/* What a handle stands for.  A free slot's object has handle 0. */
typedef struct ptx2c_object {
    uint64_t handle;
    ptx2c_short_way fast;
    ptx2c_image image;
    ptx2c_sampler sampler;
    bool own_sampler;     /* the texture came with a sampler */
    uint8_t geometry;     /* PTX2C_1D … */
    uint8_t channels;     /* in memory: 1 to 4 */
    uint8_t read;         /* how a channel is read: PTX2C_READ_… */
    bool real;            /* reads give floats, else integers */
    uint32_t bytes;       /* of an element (one sample of it) */
    ptx2c_level base;     /* level 0 with its pitches filled in */
    float *srgb;          /* 256 sRGB values as linear ones; made when a sampler first wants it, else NULL */
    uint32_t generation, next; /* next: slot of the next free object, ~0 at the end */
} ptx2c_object;

/* Slots are numbered through: 64 here, then chunks of 64, 128, 256 … from the heap, as handles come to need them.  An
 * object, once made, is only used again, never freed. */
#define PTX2C_FEW 64
enum { PTX2C_LENDERS = 16 };
struct ptx2c_object_table {
    ptx2c_lock lock;                 /* of all but reads by handle */
    uint32_t used, free;             /* slots in use so far; first free one plus 1 */
    ptx2c_object *few[PTX2C_FEW];
    ptx2c_object **more[14];
    ptx2c_object_table *lender[PTX2C_LENDERS]; /* other tables, while kernels that use this one are launched with them */
    uint32_t launches[PTX2C_LENDERS];          /* such launches now */
};
PTX2C_SHARED_VARIABLE ptx2c_object_table ptx2c_objects;

/* Where a table keeps the pointer to a slot's object; NULL where no chunk is. */
PTX2C_INLINE ptx2c_object **ptx2c_slot(ptx2c_object_table *t, uint32_t slot)
{
    if (PTX2C_LIKELY(slot < PTX2C_FEW))
        return &t->few[slot];
    uint32_t k = 0;
    for (slot -= PTX2C_FEW; slot >= (uint32_t)PTX2C_FEW << k; k++)
        slot -= (uint32_t)PTX2C_FEW << k;
    ptx2c_object **chunk = k < 14 ? PTX2C_LOAD_SHARED(&t->more[k]) : NULL;
    return chunk ? chunk + slot : NULL;
}

PTX2C_INLINE ptx2c_object *ptx2c_object_in(ptx2c_object_table *t, uint64_t handle)
{
    ptx2c_object **slot = ptx2c_slot(t, (uint32_t)handle & 0xfffff);
    ptx2c_object *o = slot ? PTX2C_LOAD_SHARED(slot) : NULL;
    return o && PTX2C_LOAD_SHARED(&o->handle) == (handle & ~PTX2C_STATE_MASK) ? o : NULL;
}

static PTX2C_NOINLINE ptx2c_object *ptx2c_object_lent(uint64_t handle)
{
    ptx2c_object *o = NULL;
    for (int i = 0; i < PTX2C_LENDERS && !o; i++) {
        ptx2c_object_table *t = PTX2C_LOAD_SHARED(&ptx2c_objects.lender[i]);
        o = t ? ptx2c_object_in(t, handle) : NULL;
    }
    return o;
}

/* The object of a handle (whatever sampler state stands in it), or NULL. */
PTX2C_INLINE ptx2c_object *ptx2c_object_of(uint64_t handle)
{
    ptx2c_object *o = ptx2c_object_in(&ptx2c_objects, handle);
    return PTX2C_LIKELY(o != NULL) ? o : ptx2c_object_lent(handle);
}

/* PTX2C_OK when the handle is one of that kind, else why not. */
PTX2C_INLINE int ptx2c_handle_status(uint64_t handle, uint32_t kind)
{
    const bool marked = handle >> 56 == PTX2C_HANDLE_MARK >> 56;
    if (handle == 0 || (marked && PTX2C_KIND_OF(handle) == PTX2C_STATE))
        return PTX2C_UNBOUND;
    if (marked && kind == PTX2C_SAMPLER && (handle & ~PTX2C_STATE_MASK) == (PTX2C_SAMPLER_STATE(0, 0, 0, 0, 0) &
                                                                            ~PTX2C_STATE_MASK))
        return PTX2C_OK;
    if (!ptx2c_object_of(handle))
        return PTX2C_BAD_HANDLE;
    return PTX2C_KIND_OF(handle) == kind ? PTX2C_OK : PTX2C_BAD_KIND;
}

PTX2C_INLINE void ptx2c_objects_lock(void)
{
    while (!PTX2C_TRY_LOCK(&ptx2c_objects.lock))
        ;
}

/* Lets this C file find the handles of another table as well, for a launch; false when too many others do. */
static PTX2C_NOINLINE bool ptx2c_objects_lend(ptx2c_object_table *lender)
{
    ptx2c_object_table *t = &ptx2c_objects;
    int at = -1;
    ptx2c_objects_lock();
    for (int i = PTX2C_LENDERS - 1; i >= 0; i--)
        if (t->lender[i] == lender || (!t->lender[i] && (at < 0 || t->lender[at] != lender)))
            at = i;
    if (at >= 0) {
        PTX2C_STORE_SHARED(&t->lender[at], lender);
        t->launches[at]++;
    }
    PTX2C_UNLOCK(&t->lock);
    return at >= 0;
}

static PTX2C_NOINLINE void ptx2c_objects_return(const ptx2c_object_table *lender)
{
    ptx2c_object_table *t = &ptx2c_objects;
    ptx2c_objects_lock();
    for (int i = 0; i < PTX2C_LENDERS; i++)
        if (t->lender[i] == lender && !--t->launches[i])
            PTX2C_STORE_SHARED(&t->lender[i], (ptx2c_object_table *)NULL);
    PTX2C_UNLOCK(&t->lock);
}

/* A slot with an object in it, under the lock.  NULL: no memory, or a million handles are alive. */
static PTX2C_NOINLINE ptx2c_object *ptx2c_object_take(uint32_t *index)
{
    ptx2c_object_table *t = &ptx2c_objects;
    if (t->free) {
        *index = t->free - 1;
        ptx2c_object *o = *ptx2c_slot(t, *index);
        t->free = o->next;
        return o;
    }
    *index = t->used;
    if (*index > 0xfffff)
        return NULL;
    if (!ptx2c_slot(t, *index)) {
        uint32_t k = 0;
        while (t->more[k])
            k++;
        ptx2c_object **chunk = (ptx2c_object **)calloc((size_t)PTX2C_FEW << k, sizeof *chunk);
        if (!chunk)
            return NULL;
        PTX2C_STORE_SHARED(&t->more[k], chunk);
    }
    ptx2c_object *o = (ptx2c_object *)calloc(1, sizeof *o);
    if (!o)
        return NULL;
    o->generation = (uint32_t)((uintptr_t)t >> 4) * 0x9e3779b1u >> 12; /* so that no two tables make the same handle */
    PTX2C_STORE_SHARED(ptx2c_slot(t, *index), o);
    t->used++;
    return o;
}

/* ---- formats ----------------------------------------------------------------------------------------------------- */

/* Bytes of a channel, or of a whole packed element; 0 for what is no type. */
PTX2C_INLINE uint32_t ptx2c_type_bytes(uint32_t type)
{
    switch (type) {
    case PTX2C_SNORM_INT8: case PTX2C_UNORM_INT8: case PTX2C_SIGNED_INT8: case PTX2C_UNSIGNED_INT8:
        return 1;
    case PTX2C_SNORM_INT16: case PTX2C_UNORM_INT16: case PTX2C_SIGNED_INT16: case PTX2C_UNSIGNED_INT16:
    case PTX2C_HALF_FLOAT: case PTX2C_UNORM_SHORT_565: case PTX2C_UNORM_SHORT_555:
        return 2;
    case PTX2C_SIGNED_INT32: case PTX2C_UNSIGNED_INT32: case PTX2C_FLOAT: case PTX2C_UNORM_INT_101010:
        return 4;
    default:
        return 0;
    }
}

/* Channels that an order has in memory; 0 for what is no order. */
PTX2C_INLINE uint32_t ptx2c_order_channels(uint32_t order)
{
    static const uint8_t channels[] = {1, 1, 2, 2, 3, 4, 4, 4, 1, 1};
    return order >= PTX2C_R && order <= PTX2C_LUMINANCE ? channels[order - PTX2C_R] : 0;
}

PTX2C_INLINE bool ptx2c_type_packed(uint32_t type)
{
    return type == PTX2C_UNORM_SHORT_565 || type == PTX2C_UNORM_SHORT_555 || type == PTX2C_UNORM_INT_101010;
}

PTX2C_INLINE bool ptx2c_type_integer(uint32_t type)
{
    return type >= PTX2C_SIGNED_INT8 && type <= PTX2C_UNSIGNED_INT32;
}

/* Bytes of an element of the image; 0 when type and order do not go together. */
PTX2C_INLINE uint32_t ptx2c_element_bytes(const ptx2c_image *i)
{
    if (ptx2c_type_packed(i->type))
        return i->order == PTX2C_RGB ? ptx2c_type_bytes(i->type) : 0;
    return ptx2c_type_bytes(i->type) * ptx2c_order_channels(i->order);
}

PTX2C_INLINE uint32_t ptx2c_image_geometry(const ptx2c_image *i)
{
    if (i->cube)
        return i->layers ? PTX2C_ACUBE : PTX2C_CUBE;
    if (i->samples)
        return i->layers ? PTX2C_A2DMS : PTX2C_2DMS;
    if (i->layers)
        return i->height ? PTX2C_A2D : PTX2C_A1D;
    return i->depth ? PTX2C_3D : i->height ? PTX2C_2D : PTX2C_1D;
}

/* Whether an instruction of one geometry may read what has another: lines, too, what is a single row. */
PTX2C_INLINE bool ptx2c_geometry_serves(uint32_t has, uint32_t wanted, bool one_row)
{
    return has == wanted || (one_row && ((has == PTX2C_2D && wanted == PTX2C_1D) || (has == PTX2C_A2D && wanted == PTX2C_A1D)));
}

/* Elements of a dimension in a level; at least 1. */
PTX2C_INLINE uint32_t ptx2c_level_size(uint32_t size, uint32_t level)
{
    return level > 31 || size >> level == 0 ? 1 : size >> level;
}

/* The level's memory with its pitches filled in; n below max(1, levels). */
PTX2C_INLINE ptx2c_level ptx2c_image_level(const ptx2c_image *i, uint32_t n)
{
    ptx2c_level l = {i->data, i->row_pitch, i->slice_pitch};
    if (n)
        l = i->level[n - 1];
    size_t element = (size_t)ptx2c_element_bytes(i) * (i->samples ? i->samples : 1);
    if (!l.row_pitch)
        l.row_pitch = ptx2c_level_size(i->width, n) * element;
    if (!l.slice_pitch)
        l.slice_pitch = ptx2c_level_size(i->height, n) * l.row_pitch;
    return l;
}

/* Levels of a whole mipmap of the image: 1 + floor(log2(largest size)) (manual 9.7.10.2). */
PTX2C_INLINE uint32_t ptx2c_full_levels(const ptx2c_image *i)
{
    uint32_t n = 1;
    while ((i->width | i->height | i->depth) >> n)
        n++;
    return n;
}

#endif
