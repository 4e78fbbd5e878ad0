/* texture.h: tex, tld4, txq, istypep (manual 9.7.10), for generated code.
 *
 * c is the running CTA: what goes wrong (a handle that is none, a wrong kind or geometry) is remembered there, the
 * launch returns it, and the instruction gives zeros.
 *
 *   ptx2c_texel v = ptx2c_tex_2d_f32(c, t, s, x, y, lookup)
 *
 * t is a texture, ptx2c_texref_of(table, count, a), s a separate sampler, ptx2c_samplerref_of(table, count, a), or
 * PTX2C_OWN_SAMPLER where the texture's own is meant; a is a handle or the address of a variable (see below).  Finding
 * them never fails and is done once for many accesses.  Geometries and coordinates:
 *
 *   ptx2c_tex_1d_f32(c, t, s, x, how)             ptx2c_tex_1d_s32(c, t, s, x, how)
 *   ptx2c_tex_2d_f32(c, t, s, x, y, how)          ptx2c_tex_2d_s32(c, t, s, x, y, how)
 *   ptx2c_tex_3d_f32(c, t, s, x, y, z, how)       ptx2c_tex_3d_s32(c, t, s, x, y, z, how)
 *   ptx2c_tex_a1d_f32(c, t, s, layer, x, how)     ptx2c_tex_a1d_s32(c, t, s, layer, x, how)
 *   ptx2c_tex_a2d_f32(c, t, s, layer, x, y, how)  ptx2c_tex_a2d_s32(c, t, s, layer, x, y, how)
 *   ptx2c_tex_cube_f32(c, t, s, x, y, z, how)     ptx2c_tex_acube_f32(c, t, s, layer, x, y, z, how)
 *   ptx2c_tex_2dms_s32(c, t, s, sample, x, y, how)
 *   ptx2c_tex_a2dms_s32(c, t, s, layer, sample, x, y, how)
 *
 * how is the rest of the instruction:
 *
 *   ptx2c_base()                                  tex, tex.base
 *   ptx2c_level_f32(lod), ptx2c_level_s32(lod)    tex.level
 *   ptx2c_grad_1d(dx, dy)                         tex.grad, 1d and a1d
 *   ptx2c_grad_2d(dx0, dx1, dy0, dy1)             2d and a2d
 *   ptx2c_grad_3d(dx0, dx1, dx2, dy0, dy1, dy2)   3d, cube and acube
 *   ptx2c_offset(how, e0, e1, e2)                 operand e; 0 for dimensions that are not there
 *   ptx2c_compare(how, f)                         operand f
 *
 * for example ptx2c_compare(ptx2c_offset(ptx2c_level_f32(lod), e0, e1, 0), f).  The result:
 *
 *   v.x[0] … v.x[3]     red, green, blue, alpha as 32 bits: .u32, .s32, and with ptx2c_f32_of() .f32
 *   ptx2c_texel_f16(v, i)    i in 0..3: the 16 bits for .f16
 *   ptx2c_texel_f16x2(v, i)  i in 0..1: the 32 bits for .f16x2
 *   v.resident          the predicate
 *
 *   ptx2c_tld4_2d(c, t, s, comp, x, y, how), comp 0..3 for r, g, b, a; how: base, with offset and compare
 *   ptx2c_tld4_a2d(c, t, s, comp, layer, x, y, how)
 *   ptx2c_tld4_cube(c, t, s, comp, x, y, z, how)
 *   ptx2c_tld4_acube(c, t, s, comp, layer, x, y, z, how)
 *
 *   uint32_t ptx2c_txq_QUERY(c, h) for each query of txq (width … addr_mode_2); h a texture or (filter_mode,
 *       addr_mode_N, force_unnormalized_coords) a sampler
 *   uint32_t ptx2c_txq_level_QUERY(c, t, lod), QUERY width, height, depth
 *
 * Variables of opaque types are uint64_t: 0, a handle, or PTX2C_SAMPLER_STATE/PTX2C_TEXTURE_STATE of image.h.  An
 * operand that names one is its address.  A register may hold a handle or the address of a variable; the module's table
 * of opaque variables (also those it declares .extern) tells which:
 *
 *   uint64_t ptx2c_opaque_value(table, count, a)             the handle that a stands for (a itself if it is one)
 *   bool ptx2c_istypep(table, count, a, kind)                kind PTX2C_TEXTURE, PTX2C_SAMPLER or PTX2C_SURFACE */
#ifndef PTX2C_TEXTURE_H
#define PTX2C_TEXTURE_H

#include "sample.h"

/* The module's table of opaque variables and their number; generated files with such variables redefine it. */
#define PTX2C_OPAQUES NULL, 0

/* ---- the rest of the instruction --------------------------------------------------------------------------------- */

PTX2C_INLINE ptx2c_lookup ptx2c_base(void) { return (ptx2c_lookup){.sampling = NULL}; }

PTX2C_INLINE ptx2c_lookup ptx2c_level_f32(float lod)
{
    return (ptx2c_lookup){.sampling = ptx2c_sample_named, .lod = lod};
}

PTX2C_INLINE ptx2c_lookup ptx2c_level_s32(int32_t lod) { return ptx2c_level_f32((float)lod); }

PTX2C_INLINE ptx2c_lookup ptx2c_grad_3d(float dx0, float dx1, float dx2, float dy0, float dy1, float dy2)
{
    return (ptx2c_lookup){.sampling = ptx2c_sample_steps, .dx = {dx0, dx1, dx2}, .dy = {dy0, dy1, dy2}};
}

PTX2C_INLINE ptx2c_lookup ptx2c_grad_2d(float dx0, float dx1, float dy0, float dy1)
{
    return ptx2c_grad_3d(dx0, dx1, 0, dy0, dy1, 0);
}

PTX2C_INLINE ptx2c_lookup ptx2c_grad_1d(float dx, float dy) { return ptx2c_grad_3d(dx, 0, 0, dy, 0, 0); }

PTX2C_INLINE ptx2c_lookup ptx2c_offset(ptx2c_lookup how, int32_t e0, int32_t e1, int32_t e2)
{
    how.offset[0] = e0;
    how.offset[1] = e1;
    how.offset[2] = e2;
    return how;
}

/* The same by the geometries' names. */
#define ptx2c_grad_a1d ptx2c_grad_1d
#define ptx2c_grad_a2d ptx2c_grad_2d
#define ptx2c_grad_cube ptx2c_grad_3d
#define ptx2c_grad_acube ptx2c_grad_3d
#define ptx2c_offset_1d(how, x) ptx2c_offset((how), (x), 0, 0)
#define ptx2c_offset_2d(how, x, y) ptx2c_offset((how), (x), (y), 0)
#define ptx2c_offset_3d(how, x, y, z) ptx2c_offset((how), (x), (y), (z))
#define ptx2c_offset_a1d ptx2c_offset_1d
#define ptx2c_offset_a2d ptx2c_offset_2d
#define ptx2c_offset_2dms ptx2c_offset_2d
#define ptx2c_offset_a2dms ptx2c_offset_2d

PTX2C_INLINE ptx2c_lookup ptx2c_compare(ptx2c_lookup how, float reference)
{
    how.compare = true;
    how.reference = reference;
    return how;
}

/* ---- what an access works with ----------------------------------------------------------------------------------- */

/* A handle is wrong: unbound names the variable that had none, or is NULL. */
static PTX2C_NOINLINE void ptx2c_fail_handle(const ptx2c_cta *c, int status, const char *unbound)
{
    if (ptx2c_fail_first(c, status) && unbound)
        ptx2c_say(c->grid, ": %s", unbound);
}

/* An access asks for what there is not: unbound as above. */
static PTX2C_NOINLINE void ptx2c_misuse(const ptx2c_cta *c, int status, const char *unbound)
{
    if (!ptx2c_is_told(status, unbound))
        ptx2c_fail_handle(c, status, unbound);
}

/* What register or variable a stands for: the handle in the variable's element at address a, else a itself.  *unbound is
 * the message for a variable that nothing is bound to. */
PTX2C_INLINE uint64_t ptx2c_opaque_handle(const ptx2c_opaque *table, uint32_t count, uint64_t a, const char **unbound)
{
    *unbound = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t offset = a - (uint64_t)(uintptr_t)table[i].at;
        if (offset % 8 == 0 && offset / 8 < table[i].count) {
            const uint64_t handle = table[i].at[offset / 8];
            if (ptx2c_handle_status(handle, table[i].kind) == PTX2C_UNBOUND)
                *unbound = table[i].unbound;
            return handle;
        }
    }
    return a;
}

typedef struct ptx2c_named {
    uint64_t handle;
    const char *unbound; /* the message of an unbound variable, else NULL */
} ptx2c_named;

/* A texture, found once for many accesses.  It need not be one: then they fail. */
typedef struct ptx2c_texref {
    ptx2c_named own;
    const ptx2c_short_way *fast; /* never NULL; a copy of it here would be copied again for each access */
} ptx2c_texref;

PTX2C_INLINE ptx2c_texref ptx2c_texref_of(const ptx2c_opaque *table, uint32_t count, uint64_t a)
{
    ptx2c_texref t = {0};
    t.own.handle = ptx2c_opaque_handle(table, count, a, &t.own.unbound);
    const ptx2c_object *o = ptx2c_object_of(t.own.handle);
    static const ptx2c_short_way none;
    t.fast = o ? &o->fast : &none;
    return t;
}

/* A separate sampler, or PTX2C_OWN_SAMPLER: that of the texture. */
typedef struct ptx2c_samplerref {
    ptx2c_named own;
    bool given;
} ptx2c_samplerref;
#define PTX2C_OWN_SAMPLER ((ptx2c_samplerref){{0, NULL}, false})

PTX2C_INLINE ptx2c_samplerref ptx2c_samplerref_of(const ptx2c_opaque *table, uint32_t count, uint64_t a)
{
    ptx2c_samplerref s = {.given = true};
    s.own.handle = ptx2c_opaque_handle(table, count, a, &s.own.unbound);
    return s;
}

/* ---- handles ----------------------------------------------------------------------------------------------------- */

/* The sampler that stands in a handle's state bits. */
PTX2C_INLINE ptx2c_sampler ptx2c_state_sampler(uint64_t h)
{
    ptx2c_sampler s = {.filter = (uint8_t)(h >> 41 & 1),
                       .address = {(uint8_t)(h >> 42 & 7), (uint8_t)(h >> 45 & 7), (uint8_t)(h >> 48 & 7)},
                       .force_unnormalized = h >> 51 & 1,
                       .normalized = h >> 52 & 1};
    return s;
}

/* Whether an instruction may fetch from the object.  Elements of a line, but of linear memory, are by integer coordinates those of a single
 * row: so programs fetch them. */
PTX2C_INLINE bool ptx2c_fetch_fits(const ptx2c_object *o, uint32_t geometry, bool integer)
{
    const bool row = integer && geometry == PTX2C_2D && o->geometry == PTX2C_1D && !o->image.linear;
    return row || ptx2c_geometry_serves(o->geometry, geometry, o->image.height == 1);
}

/* Makes f ready, or remembers what is wrong and returns false.  room holds a sampler that has no other place. */
PTX2C_INLINE bool ptx2c_fetch_begin(ptx2c_fetch *f, ptx2c_sampler *room, const ptx2c_cta *c, ptx2c_named tex,
                                    ptx2c_samplerref samp, uint32_t geometry, bool integer, const ptx2c_lookup *how)
{
    const uint64_t t = tex.handle, s = samp.own.handle;
    int status = ptx2c_handle_status(t, PTX2C_TEXTURE);
    const char *unbound = tex.unbound;
    if (!status && samp.given) {
        status = ptx2c_handle_status(s, PTX2C_SAMPLER);
        unbound = samp.own.unbound;
    }
    const ptx2c_object *o = status ? NULL : ptx2c_object_of(t);
    if (!status && (!o || !ptx2c_fetch_fits(o, geometry, integer)))
        status = PTX2C_BAD_GEOMETRY;
    if (status) {
        ptx2c_misuse(c, status, unbound);
        return false;
    }
    *f = (ptx2c_fetch){.o = o, .s = &o->sampler, .normalized = o->sampler.normalized, .how = how};
    if (!o->own_sampler && (t & PTX2C_STATE_MASK)) {
        *room = ptx2c_state_sampler(t);
        f->s = room;
        f->normalized = room->normalized;
    }
    if (samp.given) {
        const ptx2c_object *own = ptx2c_object_of(s);
        if (!own)
            *room = ptx2c_state_sampler(s);
        f->s = own ? &own->sampler : room;
        f->normalized &= !f->s->force_unnormalized;
    }
    f->integers = !o->real && !how->compare;
    if (f->integers && !ptx2c_sampler_fits(f->s, false)) {
        ptx2c_misuse(c, PTX2C_BAD_SAMPLER, NULL);
        return false;
    }
    f->alpha = ptx2c_alpha_channel(o->image.order);
    f->border = !(integer && o->image.linear);
    return true;
}

/* ---- tex --------------------------------------------------------------------------------------------------------- */

static PTX2C_NOINLINE ptx2c_texel ptx2c_tex_any(const ptx2c_cta *c, ptx2c_named t, ptx2c_samplerref s,
                                                uint32_t geometry, ptx2c_coords p, ptx2c_lookup how)
{
    ptx2c_fetch f;
    ptx2c_sampler room;
    if (!ptx2c_fetch_begin(&f, &room, c, t, s, geometry, p.integer, &how))
        return (ptx2c_texel){.real = true};
    return ptx2c_sample(&f, geometry, &p);
}

#if PTX2C_IS_CHECKED
struct ptx2c_site; /* sanitize_look.h */
static void ptx2c_tell_nothing(bool quiet) PTX2C_UNUSED;
static bool ptx2c_may_look(const struct ptx2c_site *s, const void *p, size_t n) PTX2C_UNUSED;

/* 0 if no fetch of that kind from the texture has anything to tell: all of it is memory with values.  Of mipmaps nothing is said. */
static PTX2C_NOINLINE uint32_t ptx2c_look_texture(const ptx2c_cta *c, const struct ptx2c_site *s, ptx2c_texref t, uint32_t geometry, bool integer,
                                                  bool compare)
{
    ptx2c_fetch f;
    ptx2c_sampler room;
    const ptx2c_lookup how = {.compare = compare};
    ptx2c_tell_nothing(true);
    const bool begins = ptx2c_fetch_begin(&f, &room, c, t.own, PTX2C_OWN_SAMPLER, geometry, integer, &how);
    ptx2c_tell_nothing(false);
    if (!begins || f.o->image.levels > 1)
        return 1;
    const ptx2c_image *i = &f.o->image;
    const size_t rows = i->height ? i->height : 1, samples = i->samples ? i->samples : 1;
    const size_t slices = (size_t)(i->depth ? i->depth : i->layers ? i->layers : 1) * (i->cube ? 6 : 1);
    const size_t bytes = (slices - 1) * f.o->base.slice_pitch + (rows - 1) * f.o->base.row_pitch + i->width * samples * f.o->bytes;
    return !ptx2c_may_look(s, f.o->base.data, bytes);
}
#endif

/* ---- the short way: 2-D, and 1-D with integers; the texture's own sampler ----------------------------------------- */

/* A ptx2c_axis without an array, which compilers take out of vectors. */
typedef struct ptx2c_pair {
    int32_t i0, i1;
    uint32_t w;
} ptx2c_pair;

/* A coordinate in 1/256 of an element: twice, rounded down, from one element before the image (NaN, too: like 0 it gives the first one)
 * to one behind it. */
#if defined __OPTIMIZE_SIZE__
PTX2C_UNUSED static PTX2C_NOINLINE
#else
PTX2C_INLINE
#endif
int32_t ptx2c_fast_halves(const ptx2c_short_way *f, int k, float x)
{
    const uint32_t bits = ptx2c_bits_f32(x), exponent = bits >> 23 & 255, limit = ((uint32_t)f->last[k] + 2) * 512;
    const uint64_t product = (uint64_t)((bits & 0x7fffff) | 0x800000) * f->elements[k]; /* below 2^46: no image is larger */
    const int32_t shift = 150 - 9 - (int32_t)exponent;
    const bool minus = bits >> 31;
    uint32_t halves = 0, more = 1; /* whole ones, and whether there is a rest; of the smallest numbers it does not matter which */
    if (shift < -9)
        halves = limit; /* larger than any image */
    else if (shift < 64) {
        const uint64_t whole = shift < 0 ? product << -shift : product >> shift;
        more = shift > 0 && whole << shift != product;
        halves = whole < limit ? (uint32_t)whole : limit;
    } else if (!(bits << 1))
        more = 0;
    if (!minus)
        return x == x ? (int32_t)halves : -512;
    return halves < 512 ? -(int32_t)(halves + more) : -512;
}

/* An axis as ptx2c_place and ptx2c_axis_f32 find it, for what repeats (wrap) or is clamped. */
PTX2C_INLINE ptx2c_pair ptx2c_fast_axis(const ptx2c_short_way *f, int k, float x, bool wrap)
{
    const int32_t last = f->last[k];
    ptx2c_pair a;
    if (wrap) {
        x = x > -16777216.0f && x < 16777216.0f ? x : 0; /* larger ones are integers */
        int32_t whole = (int32_t)x;
        whole -= x < (float)whole;
        const int32_t i = (int32_t)(((double)x - whole) * f->scale[k] + 128.5); /* one element to the right */
        a.w = (uint32_t)i & 255;
        a.i0 = i >> 8 == 0 ? last : (i >> 8) - 1;
        a.i1 = i >> 8 > last ? 0 : i >> 8;
        return a;
    }
    int32_t i; /* two elements to the right */
    if (PTX2C_SOFT_DOUBLE)
        i = ((ptx2c_fast_halves(f, k, x) + 1) >> 1) + 384;
    else {
        double t = x * f->scale[k];
        t = t > -256 ? t : -256; /* NaN, too: like 0 it gives the first element */
        t = t < f->limit[k] ? t : f->limit[k];
        i = (int32_t)(t + 384.5);
    }
    const int32_t e = (i >> 8) - 1; /* the second one */
    a.w = (uint32_t)i & 255;
    a.i0 = e <= last ? e - 1 : last; /* compilers find the least and the greatest of two in vectors */
    a.i0 = a.i0 > 0 ? a.i0 : 0;
    a.i1 = e < last ? e : last;
    a.i1 = a.i1 > 0 ? a.i1 : 0;
    return a;
}

/* The element that is nearest. */
PTX2C_INLINE uint32_t ptx2c_fast_nearest(const ptx2c_short_way *f, int k, float x, bool wrap)
{
    const int32_t last = f->last[k];
    int32_t i;
    if (wrap) {
        x = x > -16777216.0f && x < 16777216.0f ? x : 0;
        int32_t whole = (int32_t)x;
        whole -= x < (float)whole;
        i = (int32_t)(((double)x - whole) * f->scale[k]) >> 8;
    } else if (PTX2C_SOFT_DOUBLE) {
        i = (ptx2c_fast_halves(f, k, x) >> 9);
    } else {
        double t = x * f->scale[k]; /* NaN becomes -256, which gives the first element, like 0 */
        t = t > -256 ? t : -256;
        t = t < f->limit[k] ? t : f->limit[k];
        i = ((int32_t)(t + 256) >> 8) - 1;
    }
    return (uint32_t)(i < 0 ? 0 : i < last ? i : last);
}

/* An element as it is. */
PTX2C_INLINE ptx2c_texel ptx2c_fast_element(const ptx2c_short_way *f, uint32_t format, const unsigned char *row,
                                            size_t i)
{
    ptx2c_texel r = {.real = f->real, .resident = true};
    if (PTX2C_LIKELY(format == PTX2C_FAST_32)) {
        r.x[0] = ptx2c_mem32(row + i * 4);
        r.x[3] = f->real ? 0x3f800000 : 1;
    } else if (format == PTX2C_FAST_32X4) {
        memcpy(r.x, row + i * 16, sizeof r.x);
        ptx2c_little_endian(r.x, 4, 4);
    } else {
        const size_t n = format == PTX2C_FAST_8 ? 1 : 4;
        r.x[3] = f->real ? 0x3f800000 : 1;
        for (size_t k = 0; k < n; k++)
            r.x[k] = f->real ? ptx2c_bits_f32(ptx2c_unorm(row[i * n + k], 255)) : row[i * n + k];
    }
    return r;
}

/* A float between four. */
PTX2C_INLINE float ptx2c_fast_linear(const ptx2c_short_way *f, float x, float y, bool wrap_x, bool wrap_y)
{
    const ptx2c_pair ax = ptx2c_fast_axis(f, 0, x, wrap_x), ay = ptx2c_fast_axis(f, 1, y, wrap_y);
    const size_t r0 = (uint32_t)ay.i0 * f->pitch, r1 = (uint32_t)ay.i1 * f->pitch;
    const size_t i0 = (uint32_t)ax.i0 * (size_t)4, i1 = (uint32_t)ax.i1 * (size_t)4;
    const float v0 = ptx2c_mix(ptx2c_memf(f->data + (r0 + i0)), ptx2c_memf(f->data + (r0 + i1)), ax.w);
    const float v1 = ptx2c_mix(ptx2c_memf(f->data + (r1 + i0)), ptx2c_memf(f->data + (r1 + i1)), ax.w);
    return ptx2c_mix(v0, v1, ay.w);
}

/* Inlined where a module samples seldom: it is long, and compilers take seconds for a dozen of it. */
#if PTX2C_TEXTURES + 0 > 4
#define PTX2C_SELDOM static PTX2C_NOINLINE
#else
#define PTX2C_SELDOM PTX2C_INLINE
#endif
PTX2C_SELDOM ptx2c_texel ptx2c_fast_2d(const ptx2c_short_way *f, float x, float y)
{
    const uint32_t format = f->kind & PTX2C_FAST_FORMAT;
    const bool wrap_x = f->kind & PTX2C_FAST_WRAP_X, wrap_y = f->kind & PTX2C_FAST_WRAP_Y;
    if (!PTX2C_LIKELY(f->kind & PTX2C_FAST_LINEAR)) {
        const unsigned char *row = f->data + ptx2c_fast_nearest(f, 1, y, wrap_y) * f->pitch;
        return ptx2c_fast_element(f, format, row, ptx2c_fast_nearest(f, 0, x, wrap_x));
    }
    ptx2c_texel r = {.real = true, .resident = true};
    if (PTX2C_LIKELY(format == PTX2C_FAST_32)) {
        r.x[0] = ptx2c_bits_f32(ptx2c_fast_linear(f, x, y, wrap_x, wrap_y));
        r.x[3] = 0x3f800000;
        return r;
    }
    const ptx2c_pair ax = ptx2c_fast_axis(f, 0, x, wrap_x), ay = ptx2c_fast_axis(f, 1, y, wrap_y);
    const unsigned char *r0 = f->data + (size_t)(uint32_t)ay.i0 * f->pitch;
    const unsigned char *r1 = f->data + (size_t)(uint32_t)ay.i1 * f->pitch;
    const size_t i0 = (uint32_t)ax.i0, i1 = (uint32_t)ax.i1;
    if (format == PTX2C_FAST_32X4) {
        for (size_t k = 0; k < 16; k += 4) {
            const float v0 = ptx2c_mix(ptx2c_memf(r0 + i0 * 16 + k), ptx2c_memf(r0 + i1 * 16 + k), ax.w);
            const float v1 = ptx2c_mix(ptx2c_memf(r1 + i0 * 16 + k), ptx2c_memf(r1 + i1 * 16 + k), ax.w);
            r.x[k / 4] = ptx2c_bits_f32(ptx2c_mix(v0, v1, ay.w));
        }
    } else { /* sums of bytes and weights are exact as integers */
        const uint32_t w00 = (256 - ax.w) * (256 - ay.w), w10 = ax.w * (256 - ay.w);
        const uint32_t w01 = (256 - ax.w) * ay.w, w11 = ax.w * ay.w;
        const size_t n = format == PTX2C_FAST_8 ? 1 : 4;
        const unsigned char *a = r0 + i0 * n, *b = r0 + i1 * n, *d = r1 + i0 * n, *e = r1 + i1 * n;
        r.x[3] = 0x3f800000;
        for (size_t k = 0; k < n; k++) {
            const uint32_t sum = a[k] * w00 + b[k] * w10 + d[k] * w01 + e[k] * w11;
            r.x[k] = ptx2c_bits_f32((float)((int32_t)sum * (1.0 / (255 * 65536))));
        }
    }
    return r;
}

/* ---- tex --------------------------------------------------------------------------------------------------------- */

/* Whether the instruction is one for the short way, if its texture is; known when it is compiled. */
PTX2C_INLINE bool ptx2c_is_short(ptx2c_samplerref s, ptx2c_lookup how)
{
    return !PTX2C_IS_CHECKED && !s.given && !how.sampling && !how.compare && !(how.offset[0] | how.offset[1]);
}

/* Such ones where the texture is not for it: what ptx2c_tex_any takes is made here, not in memory for each access. */
static PTX2C_NOINLINE ptx2c_texel ptx2c_tex_long_1d(const ptx2c_cta *c, ptx2c_named t, int32_t x)
{
    return ptx2c_tex_any(c, t, PTX2C_OWN_SAMPLER, PTX2C_1D, (ptx2c_coords){.integer = true, .i = {x}}, ptx2c_base());
}

static PTX2C_NOINLINE ptx2c_texel ptx2c_tex_long_2d(const ptx2c_cta *c, ptx2c_named t, float x, float y)
{
    return ptx2c_tex_any(c, t, PTX2C_OWN_SAMPLER, PTX2C_2D, (ptx2c_coords){.f = {x, y}}, ptx2c_base());
}

PTX2C_INLINE ptx2c_texel ptx2c_tex_1d_f32(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, float x,
                                          ptx2c_lookup how)
{
    return ptx2c_tex_any(c, t.own, s, PTX2C_1D, (ptx2c_coords){.f = {x}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tex_1d_s32(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, int32_t x,
                                          ptx2c_lookup how)
{
    if (ptx2c_is_short(s, how)) {
        if (PTX2C_LIKELY(t.fast->line && x >= 0 && x <= t.fast->last[0]))
            return ptx2c_fast_element(t.fast, t.fast->line & PTX2C_FAST_FORMAT, t.fast->data, (uint32_t)x);
        return ptx2c_tex_long_1d(c, t.own, x);
    }
    return ptx2c_tex_any(c, t.own, s, PTX2C_1D, (ptx2c_coords){.integer = true, .i = {x}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tex_2d_f32(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, float x, float y,
                                          ptx2c_lookup how)
{
    if (ptx2c_is_short(s, how)) {
        if (PTX2C_LIKELY(t.fast->kind))
            return ptx2c_fast_2d(t.fast, x, y);
        return ptx2c_tex_long_2d(c, t.own, x, y);
    }
    return ptx2c_tex_any(c, t.own, s, PTX2C_2D, (ptx2c_coords){.f = {x, y}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tex_2d_s32(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, int32_t x, int32_t y,
                                          ptx2c_lookup how)
{
    return ptx2c_tex_any(c, t.own, s, PTX2C_2D, (ptx2c_coords){.integer = true, .i = {x, y}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tex_3d_f32(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, float x, float y,
                                          float z, ptx2c_lookup how)
{
    return ptx2c_tex_any(c, t.own, s, PTX2C_3D, (ptx2c_coords){.f = {x, y, z}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tex_3d_s32(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, int32_t x, int32_t y,
                                          int32_t z, ptx2c_lookup how)
{
    return ptx2c_tex_any(c, t.own, s, PTX2C_3D, (ptx2c_coords){.integer = true, .i = {x, y, z}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tex_a1d_f32(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, uint32_t layer,
                                           float x, ptx2c_lookup how)
{
    return ptx2c_tex_any(c, t.own, s, PTX2C_A1D, (ptx2c_coords){.layer = layer, .f = {x}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tex_a1d_s32(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, uint32_t layer,
                                           int32_t x, ptx2c_lookup how)
{
    return ptx2c_tex_any(c, t.own, s, PTX2C_A1D, (ptx2c_coords){.integer = true, .layer = layer, .i = {x}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tex_a2d_f32(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, uint32_t layer,
                                           float x, float y, ptx2c_lookup how)
{
    return ptx2c_tex_any(c, t.own, s, PTX2C_A2D, (ptx2c_coords){.layer = layer, .f = {x, y}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tex_a2d_s32(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, uint32_t layer,
                                           int32_t x, int32_t y, ptx2c_lookup how)
{
    return ptx2c_tex_any(c, t.own, s, PTX2C_A2D, (ptx2c_coords){.integer = true, .layer = layer, .i = {x, y}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tex_cube_f32(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, float x, float y,
                                            float z, ptx2c_lookup how)
{
    return ptx2c_tex_any(c, t.own, s, PTX2C_CUBE, (ptx2c_coords){.f = {x, y, z}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tex_acube_f32(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, uint32_t layer,
                                             float x, float y, float z, ptx2c_lookup how)
{
    return ptx2c_tex_any(c, t.own, s, PTX2C_ACUBE, (ptx2c_coords){.layer = layer, .f = {x, y, z}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tex_2dms_s32(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, uint32_t sample,
                                            int32_t x, int32_t y, ptx2c_lookup how)
{
    return ptx2c_tex_any(c, t.own, s, PTX2C_2DMS, (ptx2c_coords){.integer = true, .sample = sample, .i = {x, y}}, how);
}

/* The manual's text calls the first element the sample and the layer in turn; its example has the layer first. */
PTX2C_INLINE ptx2c_texel ptx2c_tex_a2dms_s32(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, uint32_t layer,
                                             uint32_t sample, int32_t x, int32_t y, ptx2c_lookup how)
{
    const ptx2c_coords p = {.integer = true, .layer = layer, .sample = sample, .i = {x, y}};
    return ptx2c_tex_any(c, t.own, s, PTX2C_A2DMS, p, how);
}

PTX2C_INLINE uint16_t ptx2c_texel_f16(ptx2c_texel v, int i)
{
    return v.real ? ptx2c_cvt_rn_f16_f32(ptx2c_f32_of(v.x[i])) : (uint16_t)v.x[i]; /* integers: their low bits */
}

PTX2C_INLINE uint32_t ptx2c_texel_f16x2(ptx2c_texel v, int i)
{
    return ptx2c_texel_f16(v, 2 * i) | (uint32_t)ptx2c_texel_f16(v, 2 * i + 1) << 16;
}

/* ---- tld4 -------------------------------------------------------------------------------------------------------- */

enum { PTX2C_COMPONENT_r, PTX2C_COMPONENT_g, PTX2C_COMPONENT_b, PTX2C_COMPONENT_a };

static PTX2C_NOINLINE ptx2c_texel ptx2c_tld4_any(const ptx2c_cta *c, ptx2c_named t, ptx2c_samplerref s,
                                                 uint32_t geometry, uint32_t comp, ptx2c_coords p, ptx2c_lookup how)
{
    ptx2c_fetch f;
    ptx2c_sampler room;
    if (!ptx2c_fetch_begin(&f, &room, c, t, s, geometry, false, &how))
        return (ptx2c_texel){.real = true};
    return ptx2c_gather(&f, geometry, comp, &p);
}

PTX2C_INLINE ptx2c_texel ptx2c_tld4_2d(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, uint32_t comp, float x,
                                       float y, ptx2c_lookup how)
{
    return ptx2c_tld4_any(c, t.own, s, PTX2C_2D, comp, (ptx2c_coords){.f = {x, y}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tld4_a2d(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, uint32_t comp,
                                        uint32_t layer, float x, float y, ptx2c_lookup how)
{
    return ptx2c_tld4_any(c, t.own, s, PTX2C_A2D, comp, (ptx2c_coords){.layer = layer, .f = {x, y}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tld4_cube(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, uint32_t comp, float x,
                                         float y, float z, ptx2c_lookup how)
{
    return ptx2c_tld4_any(c, t.own, s, PTX2C_CUBE, comp, (ptx2c_coords){.f = {x, y, z}}, how);
}

PTX2C_INLINE ptx2c_texel ptx2c_tld4_acube(const ptx2c_cta *c, ptx2c_texref t, ptx2c_samplerref s, uint32_t comp,
                                          uint32_t layer, float x, float y, float z, ptx2c_lookup how)
{
    return ptx2c_tld4_any(c, t.own, s, PTX2C_ACUBE, comp, (ptx2c_coords){.layer = layer, .f = {x, y, z}}, how);
}

/* ---- txq --------------------------------------------------------------------------------------------------------- */

/* The texture of a handle, or NULL: it is none, which is remembered. */
static PTX2C_NOINLINE const ptx2c_object *ptx2c_asked(const ptx2c_cta *c, uint64_t h, uint32_t kind)
{
    const int status = ptx2c_handle_status(h, kind);
    if (status)
        ptx2c_fail(c, status);
    return status ? NULL : ptx2c_object_of(h);
}

#define PTX2C_TXQ(QUERY, VALUE)                                                                                        \
    PTX2C_INLINE uint32_t ptx2c_txq_##QUERY(const ptx2c_cta *c, uint64_t h)                                            \
    {                                                                                                                  \
        const ptx2c_object *o = ptx2c_asked(c, h, PTX2C_TEXTURE);                                                      \
        return o ? (VALUE) : 0;                                                                                        \
    }
PTX2C_TXQ(width, o->image.width)
PTX2C_TXQ(height, o->image.height)
PTX2C_TXQ(depth, o->image.depth)
PTX2C_TXQ(channel_data_type, o->image.type)
PTX2C_TXQ(channel_order, o->image.order)
PTX2C_TXQ(array_size, o->image.layers)
PTX2C_TXQ(num_mipmap_levels, o->image.levels)
PTX2C_TXQ(num_samples, o->image.samples)
PTX2C_TXQ(normalized_coords, !o->own_sampler && (h & PTX2C_STATE_MASK) ? h >> 52 & 1 : o->sampler.normalized)

#define PTX2C_TXQ_LEVEL(QUERY)                                                                                         \
    PTX2C_INLINE uint32_t ptx2c_txq_level_##QUERY(const ptx2c_cta *c, uint64_t t, uint32_t lod)                        \
    {                                                                                                                  \
        const ptx2c_object *o = ptx2c_asked(c, t, PTX2C_TEXTURE);                                                      \
        const bool is = o && o->image.QUERY && (lod == 0 || lod < o->image.levels);                                    \
        return is ? ptx2c_level_size(o->image.QUERY, lod) : 0;                                                         \
    }
PTX2C_TXQ_LEVEL(width)
PTX2C_TXQ_LEVEL(height)
PTX2C_TXQ_LEVEL(depth)

/* What a sampler handle, or a texture's, says of sampling. */
static PTX2C_NOINLINE ptx2c_sampler ptx2c_asked_sampler(const ptx2c_cta *c, uint64_t h)
{
    const bool sampler = PTX2C_KIND_OF(h) == PTX2C_SAMPLER;
    const ptx2c_object *o = NULL;
    const int status = ptx2c_handle_status(h, sampler ? PTX2C_SAMPLER : PTX2C_TEXTURE);
    if (status)
        ptx2c_fail(c, status);
    else
        o = ptx2c_object_of(h);
    if (status || (h & PTX2C_STATE_MASK && !(o && o->own_sampler)))
        return status ? (ptx2c_sampler){0} : ptx2c_state_sampler(h);
    return o->sampler;
}

#define PTX2C_TXQ_SAMPLER(QUERY, FIELD)                                                                                \
    PTX2C_INLINE uint32_t ptx2c_txq_##QUERY(const ptx2c_cta *c, uint64_t h) { return ptx2c_asked_sampler(c, h).FIELD; }
PTX2C_TXQ_SAMPLER(force_unnormalized_coords, force_unnormalized)
PTX2C_TXQ_SAMPLER(filter_mode, filter)
PTX2C_TXQ_SAMPLER(addr_mode_0, address[0])
PTX2C_TXQ_SAMPLER(addr_mode_1, address[1])
PTX2C_TXQ_SAMPLER(addr_mode_2, address[2])

/* ---- what a register holds --------------------------------------------------------------------------------------- */

/* The place of the opaque variable's element that address a means, or NULL; its kind. */
PTX2C_INLINE const uint64_t *ptx2c_opaque_at(const ptx2c_opaque *table, uint32_t count, uint64_t a, uint32_t *kind)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t offset = a - (uint64_t)(uintptr_t)table[i].at;
        if (offset % 8 == 0 && offset / 8 < table[i].count) {
            *kind = table[i].kind;
            return table[i].at + offset / 8;
        }
    }
    return NULL;
}

PTX2C_INLINE uint64_t ptx2c_opaque_value(const ptx2c_opaque *table, uint32_t count, uint64_t a)
{
    const char *unbound;
    return ptx2c_opaque_handle(table, count, a, &unbound);
}

/* The same for an instruction that wants it at once. */
PTX2C_INLINE uint64_t ptx2c_opaque_bound(const ptx2c_cta *c, const ptx2c_opaque *table, uint32_t count, uint64_t a)
{
    const char *unbound;
    const uint64_t handle = ptx2c_opaque_handle(table, count, a, &unbound);
    if (unbound)
        ptx2c_fail_handle(c, PTX2C_UNBOUND, unbound);
    return handle;
}

/* istypep: whether a is the address of an opaque variable of that kind, or a live handle of it. */
PTX2C_INLINE bool ptx2c_istypep(const ptx2c_opaque *table, uint32_t count, uint64_t a, uint32_t kind)
{
    uint32_t is;
    return ptx2c_opaque_at(table, count, a, &is) ? is == kind : ptx2c_handle_status(a, kind) == PTX2C_OK;
}

#endif
