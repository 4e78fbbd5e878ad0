/* surface.h: suld, sust, sured, suq (manual 9.7.11), for generated code.
 *
 * c is the running CTA: what goes wrong (a handle that is none, another geometry, .trap outside of the surface) is
 * remembered there, the launch returns it, and the access does not happen.
 *
 * The place of an access, or NULL where none is to happen; clamp is PTX2C_CLAMP_trap, _clamp or _zero; s is
 * ptx2c_surfref_of(table, count, a), a a handle or the address of a variable (texture.h):
 *
 *   unsigned char *p = ptx2c_surface_1d(c, s, x, bytes, clamp)          x in bytes; bytes: of the whole vector
 *   ptx2c_surface_2d(c, s, x, y, bytes, clamp)          ptx2c_surface_3d(c, s, x, y, z, bytes, clamp)
 *   ptx2c_surface_a1d(c, s, layer, x, bytes, clamp)     ptx2c_surface_a2d(c, s, layer, x, y, bytes, clamp)
 *
 * suld.b:  uintT_t ptx2c_suld_bT(p, i)                  element i of the vector; T 8, 16, 32, 64; 0 where p is NULL
 * sust.b:  void ptx2c_sust_bT(p, i, v)
 * sust.p:  void ptx2c_sust_p_1d(c, s, x, n, r, g, b, a, clamp)          n elements (the others 0), as 32 bits each
 *          ptx2c_sust_p_2d(c, s, x, y, n, …)            ptx2c_sust_p_3d(c, s, x, y, z, n, …)
 * sured.b: void ptx2c_sured_OP_T(p, v)                  OP_T as in the manual: add_u32 … or_b32, min_u64 …
 * sured.p: p = ptx2c_surface_p_1d(c, s, x, bytes, clamp), _2d, _3d      x in units of bytes (4 or 8)
 *          void ptx2c_sured_p_OP_T(s, p, v)             T b32: add min max and or; b64: min max
 * suq:     uint32_t ptx2c_suq_QUERY(c, s)               width … memory_layout */
#ifndef PTX2C_SURFACE_H
#define PTX2C_SURFACE_H

#include "atomic.h"
#include "texture.h"

/* .clamp of an instruction: what happens outside of the surface. */
enum { PTX2C_CLAMP_trap, PTX2C_CLAMP_clamp, PTX2C_CLAMP_zero };

/* Bytes of an instruction's type. */
enum {
    PTX2C_BYTES_b8 = 1, PTX2C_BYTES_b16 = 2, PTX2C_BYTES_b32 = 4, PTX2C_BYTES_u32 = 4, PTX2C_BYTES_s32 = 4,
    PTX2C_BYTES_b64 = 8, PTX2C_BYTES_u64 = 8, PTX2C_BYTES_s64 = 8
};

/* A surface, found once for many accesses.  It need not be one: then they fail. */
typedef struct ptx2c_surfref {
    uint64_t handle;
    const char *unbound;     /* the message of an unbound variable, else NULL */
    const ptx2c_object *o;   /* NULL: no surface; else what follows is set */
    unsigned char *data;
    size_t row_pitch, slice_pitch;
    int64_t row, rows, slices; /* bytes of a row; rows; planes or layers */
    uint32_t geometry;
} ptx2c_surfref;

PTX2C_INLINE ptx2c_surfref ptx2c_surfref_of(const ptx2c_opaque *table, uint32_t count, uint64_t a)
{
    ptx2c_surfref s = {0};
    s.handle = ptx2c_opaque_handle(table, count, a, &s.unbound);
    const ptx2c_object *o = ptx2c_object_of(s.handle);
    if (o && PTX2C_KIND_OF(s.handle) == PTX2C_SURFACE) {
        const ptx2c_image *i = &o->image;
        s.o = o;
        s.data = o->base.data;
        s.row_pitch = o->base.row_pitch;
        s.slice_pitch = o->base.slice_pitch;
        s.row = (int64_t)i->width * o->bytes;
        s.rows = i->height ? i->height : 1;
        s.slices = i->layers ? i->layers : i->depth ? i->depth : 1;
        s.geometry = o->geometry;
    }
    return s;
}

/* Remembers why an access has no surface. */
static PTX2C_NOINLINE void ptx2c_surface_bad(const ptx2c_cta *c, uint64_t handle, const char *unbound)
{
    const int status = ptx2c_handle_status(handle, PTX2C_SURFACE);
    ptx2c_misuse(c, status ? status : PTX2C_BAD_GEOMETRY, unbound);
}

/* Where bytes at x bytes in row y of slice z lie, or NULL. */
PTX2C_INLINE unsigned char *ptx2c_surface_at(const ptx2c_cta *c, ptx2c_surfref s, uint32_t geometry, int64_t x,
                                             int64_t y, int64_t z, uint32_t bytes, int clamp)
{
    const int64_t last = s.row - bytes; /* the last x; below 0 where nothing fits */
    if (!PTX2C_LIKELY(s.o && (s.geometry == geometry || ptx2c_geometry_serves(s.geometry, geometry, s.rows == 1)))) {
        ptx2c_surface_bad(c, s.handle, s.unbound);
        return NULL;
    }
    if (!PTX2C_LIKELY(x >= 0 && x <= last && y >= 0 && y < s.rows && z >= 0 && z < s.slices)) {
        if (clamp == PTX2C_CLAMP_trap)
            ptx2c_misuse(c, PTX2C_SURFACE_BOUNDS, NULL);
        if (clamp != PTX2C_CLAMP_clamp || last < 0)
            return NULL;
        x = x < 0 ? 0 : x > last ? last : x;
        y = y < 0 ? 0 : y >= s.rows ? s.rows - 1 : y;
        z = z < 0 ? 0 : z >= s.slices ? s.slices - 1 : z;
    }
    unsigned char *p = s.data + (size_t)z * s.slice_pitch + (size_t)y * s.row_pitch + (size_t)x;
    return ptx2c_may_access(p, bytes, x) ? p : NULL;
}

PTX2C_INLINE unsigned char *ptx2c_surface_1d(const ptx2c_cta *c, ptx2c_surfref s, int32_t x, uint32_t bytes, int clamp)
{
    return ptx2c_surface_at(c, s, PTX2C_1D, x, 0, 0, bytes, clamp);
}

PTX2C_INLINE unsigned char *ptx2c_surface_2d(const ptx2c_cta *c, ptx2c_surfref s, int32_t x, int32_t y, uint32_t bytes,
                                             int clamp)
{
    return ptx2c_surface_at(c, s, PTX2C_2D, x, y, 0, bytes, clamp);
}

PTX2C_INLINE unsigned char *ptx2c_surface_3d(const ptx2c_cta *c, ptx2c_surfref s, int32_t x, int32_t y, int32_t z,
                                             uint32_t bytes, int clamp)
{
    return ptx2c_surface_at(c, s, PTX2C_3D, x, y, z, bytes, clamp);
}

PTX2C_INLINE unsigned char *ptx2c_surface_a1d(const ptx2c_cta *c, ptx2c_surfref s, uint32_t layer, int32_t x,
                                              uint32_t bytes, int clamp)
{
    return ptx2c_surface_at(c, s, PTX2C_A1D, x, 0, layer, bytes, clamp);
}

PTX2C_INLINE unsigned char *ptx2c_surface_a2d(const ptx2c_cta *c, ptx2c_surfref s, uint32_t layer, int32_t x, int32_t y,
                                              uint32_t bytes, int clamp)
{
    return ptx2c_surface_at(c, s, PTX2C_A2D, x, y, layer, bytes, clamp);
}

/* The same for sured.p, whose x counts pieces of that many bytes. */
PTX2C_INLINE unsigned char *ptx2c_surface_p_1d(const ptx2c_cta *c, ptx2c_surfref s, int32_t x, uint32_t bytes,
                                               int clamp)
{
    return ptx2c_surface_at(c, s, PTX2C_1D, (int64_t)x * bytes, 0, 0, bytes, clamp);
}

PTX2C_INLINE unsigned char *ptx2c_surface_p_2d(const ptx2c_cta *c, ptx2c_surfref s, int32_t x, int32_t y,
                                               uint32_t bytes, int clamp)
{
    return ptx2c_surface_at(c, s, PTX2C_2D, (int64_t)x * bytes, y, 0, bytes, clamp);
}

PTX2C_INLINE unsigned char *ptx2c_surface_p_3d(const ptx2c_cta *c, ptx2c_surfref s, int32_t x, int32_t y, int32_t z,
                                               uint32_t bytes, int clamp)
{
    return ptx2c_surface_at(c, s, PTX2C_3D, (int64_t)x * bytes, y, z, bytes, clamp);
}

/* ---- suld.b, sust.b ---------------------------------------------------------------------------------------------- */

#define PTX2C_SURFACE_ACCESS(bits)                                                                                     \
    PTX2C_INLINE uint##bits##_t ptx2c_suld_b##bits(const unsigned char *p, int i)                                      \
    {                                                                                                                  \
        uint##bits##_t v = 0;                                                                                          \
        if (p)                                                                                                         \
            v = ptx2c_ld_u##bits(p + i * (bits / 8));                                                                  \
        return v;                                                                                                      \
    }                                                                                                                  \
    PTX2C_INLINE void ptx2c_sust_b##bits(unsigned char *p, int i, uint##bits##_t v)                                    \
    {                                                                                                                  \
        if (p)                                                                                                         \
            ptx2c_st_u##bits(p + i * (bits / 8), v);                                                                   \
    }
PTX2C_SURFACE_ACCESS(8)
PTX2C_SURFACE_ACCESS(16)
PTX2C_SURFACE_ACCESS(32)
PTX2C_SURFACE_ACCESS(64)

/* ---- sust.p ------------------------------------------------------------------------------------------------------ */

static PTX2C_NOINLINE void ptx2c_sust_p_any(const ptx2c_cta *c, ptx2c_surfref s, uint32_t geometry, int64_t x,
                                            int64_t y, int64_t z, ptx2c_channels v, int clamp)
{
    const uint32_t bytes = s.o ? s.o->bytes : 1;
    unsigned char *p = ptx2c_surface_at(c, s, geometry, x * bytes, y, z, bytes, clamp);
    if (p)
        ptx2c_write_channels(s.o->image.type, p, s.o->channels, ptx2c_from_rgba(s.o->image.order, v));
}

PTX2C_INLINE ptx2c_channels ptx2c_sust_p_value(int n, uint32_t r, uint32_t g, uint32_t b, uint32_t a)
{
    return (ptx2c_channels){.u = {r, n > 1 ? g : 0, n > 2 ? b : 0, n > 3 ? a : 0}};
}

PTX2C_INLINE void ptx2c_sust_p_1d(const ptx2c_cta *c, ptx2c_surfref s, int32_t x, int n, uint32_t r, uint32_t g,
                                  uint32_t b, uint32_t a, int clamp)
{
    ptx2c_sust_p_any(c, s, PTX2C_1D, x, 0, 0, ptx2c_sust_p_value(n, r, g, b, a), clamp);
}

PTX2C_INLINE void ptx2c_sust_p_2d(const ptx2c_cta *c, ptx2c_surfref s, int32_t x, int32_t y, int n, uint32_t r,
                                  uint32_t g, uint32_t b, uint32_t a, int clamp)
{
    ptx2c_sust_p_any(c, s, PTX2C_2D, x, y, 0, ptx2c_sust_p_value(n, r, g, b, a), clamp);
}

PTX2C_INLINE void ptx2c_sust_p_3d(const ptx2c_cta *c, ptx2c_surfref s, int32_t x, int32_t y, int32_t z, int n,
                                  uint32_t r, uint32_t g, uint32_t b, uint32_t a, int clamp)
{
    ptx2c_sust_p_any(c, s, PTX2C_3D, x, y, z, ptx2c_sust_p_value(n, r, g, b, a), clamp);
}

/* ---- sured ------------------------------------------------------------------------------------------------------- */

/* A place that is not aligned to the access, which the manual leaves undefined, is changed under a lock. */
#define PTX2C_SURED(name, bits, NEW)                                                                                   \
    PTX2C_INLINE void ptx2c_sured_##name(unsigned char *p, uint##bits##_t v)                                           \
    {                                                                                                                  \
        if (p && (uintptr_t)p % (bits / 8) == 0) {                                                                     \
            ptx2c_atom_##name(p, v, ptx2c_relaxed);                                                                    \
        } else if (p) {                                                                                                \
            ptx2c_lock *l = ptx2c_lock_of(p);                                                                          \
            const uint##bits##_t old = ptx2c_suld_b##bits(p, 0);                                                       \
            ptx2c_sust_b##bits(p, 0, NEW(old, v));                                                                     \
            PTX2C_UNLOCK(l);                                                                                           \
        }                                                                                                              \
    }
PTX2C_SURED(add_u32, 32, PTX2C_NEW_add)
PTX2C_SURED(add_s32, 32, PTX2C_NEW_add)
PTX2C_SURED(add_u64, 64, PTX2C_NEW_add)
PTX2C_SURED(and_b32, 32, PTX2C_NEW_and)
PTX2C_SURED(or_b32, 32, PTX2C_NEW_or)
PTX2C_SURED(min_u32, 32, PTX2C_NEW_min)
PTX2C_SURED(max_u32, 32, PTX2C_NEW_max)
PTX2C_SURED(min_s32, 32, PTX2C_NEW_min_s32)
PTX2C_SURED(max_s32, 32, PTX2C_NEW_max_s32)
PTX2C_SURED(min_u64, 64, PTX2C_NEW_min)
PTX2C_SURED(max_u64, 64, PTX2C_NEW_max)
PTX2C_SURED(min_s64, 64, PTX2C_NEW_min_s64)
PTX2C_SURED(max_s64, 64, PTX2C_NEW_max_s64)

/* Whether the surface's elements are signed integers; what is neither SINT nor UINT counts as unsigned. */
PTX2C_INLINE bool ptx2c_surface_signed(ptx2c_surfref s)
{
    const ptx2c_object *o = s.o;
    return o && o->image.type >= PTX2C_SIGNED_INT8 && o->image.type <= PTX2C_SIGNED_INT32;
}

PTX2C_INLINE void ptx2c_sured_p_add_b32(ptx2c_surfref s, unsigned char *p, uint32_t v)
{
    (void)s;
    ptx2c_sured_add_u32(p, v);
}

PTX2C_INLINE void ptx2c_sured_p_and_b32(ptx2c_surfref s, unsigned char *p, uint32_t v)
{
    (void)s;
    ptx2c_sured_and_b32(p, v);
}

PTX2C_INLINE void ptx2c_sured_p_or_b32(ptx2c_surfref s, unsigned char *p, uint32_t v)
{
    (void)s;
    ptx2c_sured_or_b32(p, v);
}

#define PTX2C_SURED_P(op, bits)                                                                                        \
    PTX2C_INLINE void ptx2c_sured_p_##op##_b##bits(ptx2c_surfref s, unsigned char *p, uint##bits##_t v)                \
    {                                                                                                                  \
        if (ptx2c_surface_signed(s))                                                                                   \
            ptx2c_sured_##op##_s##bits(p, v);                                                                          \
        else                                                                                                           \
            ptx2c_sured_##op##_u##bits(p, v);                                                                          \
    }
PTX2C_SURED_P(min, 32)
PTX2C_SURED_P(max, 32)
PTX2C_SURED_P(min, 64)
PTX2C_SURED_P(max, 64)

/* ---- suq --------------------------------------------------------------------------------------------------------- */

#define PTX2C_SUQ(QUERY, VALUE)                                                                                        \
    PTX2C_INLINE uint32_t ptx2c_suq_##QUERY(const ptx2c_cta *c, uint64_t s)                                            \
    {                                                                                                                  \
        const int status = ptx2c_handle_status(s, PTX2C_SURFACE);                                                      \
        const ptx2c_object *o = ptx2c_object_of(s);                                                                    \
        if (status)                                                                                                    \
            ptx2c_fail(c, status);                                                                                     \
        return status || !o ? 0 : (VALUE);                                                                             \
    }
PTX2C_SUQ(width, o->image.width)
PTX2C_SUQ(height, o->image.height)
PTX2C_SUQ(depth, o->image.depth)
PTX2C_SUQ(channel_data_type, o->image.type)
PTX2C_SUQ(channel_order, o->image.order)
PTX2C_SUQ(array_size, o->image.layers)
PTX2C_SUQ(memory_layout, o->image.linear)

#endif
