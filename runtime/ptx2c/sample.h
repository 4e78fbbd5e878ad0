/* sample.h: how a texture is sampled: levels, footprints, addressing and filters.
 *
 * The rules are those of the CUDA C++ Programming Guide, "Texture Fetching", which the manual names in 5.3.2.  A
 * coordinate less a half is rounded to 1/256 of an element (the filter's weights have 8 fraction bits); all before that
 * is exact, in double.  What the guide leaves open: NaN is coordinate 0; an infinite coordinate is 0 where the image
 * repeats, else far outside. */
#ifndef PTX2C_SAMPLE_H
#define PTX2C_SAMPLE_H

#include "run.h"
#include "sanitize_hook.h"
#include "texel.h"

typedef struct ptx2c_coords {
    bool integer;      /* i counts, else f */
    uint32_t layer, sample;
    float f[3];
    int32_t i[3];
} ptx2c_coords;

/* The channels of an element in the order of memory as tex reads them; *resident is cleared where memory is not there. */
struct ptx2c_fetch;
typedef ptx2c_channels ptx2c_sampling(const struct ptx2c_fetch *f, uint32_t geometry, const ptx2c_coords *c, bool *resident);

/* What of an instruction is not its texture, sampler and coordinates; made by the functions of texture.h. */
typedef struct ptx2c_lookup {
    ptx2c_sampling *sampling; /* how it gets by more than level 0; NULL: it does not.  What no instruction names is not linked. */
    bool compare;
    int32_t offset[3];
    float lod, reference;
    float dx[3], dy[3];
} ptx2c_lookup;

/* The result of tex and tld4. */
typedef struct ptx2c_texel {
    uint32_t x[4];
    bool real;         /* bits of floats, else integers */
    bool resident;
} ptx2c_texel;

/* What one instruction works with, once its handles are known to be good. */
typedef struct ptx2c_fetch {
    const ptx2c_object *o;
    const ptx2c_sampler *s;
    bool normalized;
    bool integers;     /* elements are read as integers, unfiltered */
    bool border;       /* outside is the sampler's border colour, else 0 */
    uint32_t alpha;    /* the channel that is alpha, or 4 and above */
    const ptx2c_lookup *how;
} ptx2c_fetch;

/* One level of the image, or one slice (array layer, cube face) of it. */
typedef struct ptx2c_plane {
    ptx2c_level mem;
    int32_t size[3];
} ptx2c_plane;

/* ---- addressing -------------------------------------------------------------------------------------------------- */

/* The elements that one dimension of a footprint touches (-1: the border), and the weight of the second of 256. */
typedef struct ptx2c_axis {
    int32_t i[2];
    uint32_t w;
} ptx2c_axis;

PTX2C_INLINE int32_t ptx2c_index(int64_t i, int32_t n, uint32_t mode)
{
    if (i >= 0 && i < n)
        return (int32_t)i;
    if (mode == PTX2C_WRAP) {
        const int32_t m = (int32_t)(i % n);
        return m < 0 ? m + n : m;
    }
    return mode == PTX2C_CLAMP || mode == PTX2C_MIRROR ? (i < 0 ? 0 : n - 1) : -1;
}

/* Where a coordinate lies, in elements: moved into the image where that repeats, else not very far outside of it.  The
 * offset is left to be added to the element's index, which is exact, but where it matters before: *offset is then 0. */
PTX2C_INLINE double ptx2c_place(float coordinate, int32_t n, int32_t *offset, uint32_t mode, bool normalized)
{
    double x = coordinate == coordinate ? (double)coordinate : 0, t;
    if (mode == PTX2C_WRAP) {
        x -= floor(x);
        return (x == 1 ? 1 - 0x1p-53 : x == x ? x : 0) * n;
    }
    if (mode == PTX2C_MIRROR) {
        x -= 2 * floor(x / 2);
        t = (x == x ? x : 0) * n + *offset;
        t -= floor(t / (2.0 * n)) * (2.0 * n);
        *offset = 0;
        return t > n ? 2.0 * n - t : t;
    }
    t = x * (normalized ? n : 1);
    if (mode == PTX2C_CLAMP_OGL) {
        t += *offset;
        *offset = 0;
        return t < 0 ? 0 : t > n ? n : t;
    }
    return t < -0x1p33 ? -0x1p33 : t > 0x1p33 ? 0x1p33 : t;
}

PTX2C_INLINE ptx2c_axis ptx2c_axis_f32(double t, int32_t n, int32_t offset, uint32_t mode, bool linear)
{
    if (!linear) {
        const int64_t i = (int64_t)floor(t) + offset;
        const int32_t k = i == n && mode == PTX2C_CLAMP_OGL ? n - 1 : ptx2c_index(i, n, mode);
        return (ptx2c_axis){{k, k}, 0};
    }
    const int64_t f = (int64_t)floor(t * 256 - 127.5), i = (f - (f & 255)) / 256 + offset;
    return (ptx2c_axis){{ptx2c_index(i, n, mode), ptx2c_index(i + 1, n, mode)}, (uint32_t)(f & 255)};
}

/* Integer coordinates name elements; those outside of linear memory read as the border, which then is 0. */
PTX2C_INLINE ptx2c_axis ptx2c_axis_s32(int64_t i, int32_t n, uint32_t mode, bool linear_memory)
{
    if (i < 0 || i >= n)
        i = linear_memory || mode == PTX2C_BORDER ? -1 : i < 0 ? 0 : n - 1;
    return (ptx2c_axis){{(int32_t)i, (int32_t)i}, 0};
}

/* ---- cube maps --------------------------------------------------------------------------------------------------- */

/* A direction on the cube's face: s and t from 0 to 1.  Of equal magnitudes x goes before y before z. */
typedef struct ptx2c_face {
    uint32_t face;
    double s, t;
    double ma, sc, tc; /* what s and t were made of: (sc / ma + 1) / 2 */
} ptx2c_face;

PTX2C_INLINE ptx2c_face ptx2c_face_of(double x, double y, double z)
{
    const double ax = fabs(x), ay = fabs(y), az = fabs(z);
    ptx2c_face f;
    if (ax >= ay && ax >= az)
        f = (ptx2c_face){x < 0, 0, 0, ax, x < 0 ? z : -z, -y};
    else if (ay >= az)
        f = (ptx2c_face){2 + (y < 0), 0, 0, ay, x, y < 0 ? -z : z};
    else
        f = (ptx2c_face){4 + (z < 0), 0, 0, az, z < 0 ? -x : x, -y};
    f.s = f.ma > 0 && f.ma <= 3.5e38 ? (f.sc / f.ma + 1) / 2 : .5;
    f.t = f.ma > 0 && f.ma <= 3.5e38 ? (f.tc / f.ma + 1) / 2 : .5;
    return f;
}

/* Element (*i, *j) of a face of n x n, at most one step outside in one dimension, as an element of the face it lies on:
 * its centre in space, twice as large, has odd coordinates inside of -n…n; the one outside is folded over the edge. */
PTX2C_INLINE uint32_t ptx2c_fold(uint32_t face, int32_t n, int32_t *i, int32_t *j)
{
    int32_t a = 2 * *i + 1 - n, b = 2 * *j + 1 - n, m = n;
    if (a < n && a > -n && b < n && b > -n)
        return face;
    m = n - 1;
    a = a < -n ? -n : a > n ? n : a;
    b = b < -n ? -n : b > n ? n : b;
    int32_t x = 0, y = 0, z = 0;
    switch (face) {
    case 0: x = m, y = -b, z = -a; break;
    case 1: x = -m, y = -b, z = a; break;
    case 2: x = a, y = m, z = b; break;
    case 3: x = a, y = -m, z = -b; break;
    case 4: x = a, y = -b, z = m; break;
    default: x = -a, y = -b, z = -m;
    }
    if (x == n || x == -n)
        face = x < 0, a = x < 0 ? z : -z, b = -y;
    else if (y == n || y == -n)
        face = 2 + (y < 0), a = x, b = y < 0 ? -z : z;
    else
        face = 4 + (z < 0), a = z < 0 ? -x : x, b = -y;
    *i = (a + n - 1) / 2;
    *j = (b + n - 1) / 2;
    return face;
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

PTX2C_INLINE bool ptx2c_passes(uint32_t compare, float reference, float element)
{
    switch (compare) {
    case PTX2C_LESS_EQUAL: return reference <= element;
    case PTX2C_LESS: return reference < element;
    case PTX2C_GREATER_EQUAL: return reference >= element;
    case PTX2C_GREATER: return reference > element;
    case PTX2C_EQUAL: return reference == element;
    case PTX2C_NOT_EQUAL: return reference != element;
    default: return compare == PTX2C_ALWAYS;
    }
}

/* What stands outside of the image, in the order of memory. */
static PTX2C_NOINLINE ptx2c_channels ptx2c_outside(const ptx2c_fetch *f)
{
    ptx2c_channels b = {.u = {0}};
    for (int i = 0; f->border && i < 4; i++)
        if (f->o->real)
            b.f[i] = f->s->border[i];
        else
            b.u[i] = ptx2c_border_integer(f->o->read, f->s->border[i]);
    return ptx2c_from_rgba(f->o->image.order, b);
}

/* The channels of an element, or the border where an index is -1; compared where the instruction asks for that. */
PTX2C_INLINE ptx2c_channels ptx2c_element(const ptx2c_fetch *f, const ptx2c_level *l, uint64_t slice, uint32_t sample,
                                          int32_t x, int32_t y, int32_t z)
{
    const ptx2c_object *o = f->o;
    const uint32_t n = o->channels;
    ptx2c_channels v;
    if (!PTX2C_LIKELY((x | y | z) >= 0)) {
        v = ptx2c_outside(f);
    } else {
        const uint32_t samples = o->image.samples ? o->image.samples : 1;
        const unsigned char *p = (const unsigned char *)l->data + (slice + (uint64_t)z) * l->slice_pitch +
                                 (uint64_t)y * l->row_pitch + ((uint64_t)x * samples + sample) * o->bytes;
        if (!ptx2c_may_access(p, o->bytes, 0))
            return (ptx2c_channels){.u = {0}};
        v = o->real ? ptx2c_read_reals(o->read, p, n, o->srgb, f->alpha) : ptx2c_read_integers(o->read, p, n);
    }
    if (f->how->compare)
        for (uint32_t i = 0; i < n; i++) {
            const float e = o->real ? v.f[i] : o->read == PTX2C_READ_U32 ? (float)v.u[i] : (float)(int32_t)v.u[i];
            v.f[i] = ptx2c_passes(f->s->compare, f->how->reference, e);
        }
    return v;
}

/* a + (b - a) * w / 256, exact at both ends. */
PTX2C_INLINE float ptx2c_mix(float a, float b, uint32_t w)
{
    const float r = (float)w * (1 / 256.0f);
    return a * (1 - r) + b * r;
}

PTX2C_INLINE ptx2c_channels ptx2c_mix_channels(ptx2c_channels a, ptx2c_channels b, uint32_t w)
{
    for (int i = 0; i < 4; i++)
        a.f[i] = ptx2c_mix(a.f[i], b.f[i], w);
    return a;
}

/* ---- one level --------------------------------------------------------------------------------------------------- */

/* The footprint of a lookup in one level; for cube maps with the slices of its corners. */
typedef struct ptx2c_footprint {
    ptx2c_level mem;
    ptx2c_axis axis[3];
    uint32_t dims;
    uint64_t slice;
    bool cube;          /* reaches over the edges of face: indices run from -1 to n */
    uint32_t face;
    int32_t n;
} ptx2c_footprint;

PTX2C_INLINE uint32_t ptx2c_geometry_dims(uint32_t geometry)
{
    return geometry == PTX2C_1D || geometry == PTX2C_A1D ? 1 : geometry == PTX2C_3D ? 3 : 2;
}

/* Coordinates that are not normalised can't repeat: the guide makes them clamp. */
PTX2C_INLINE uint32_t ptx2c_address_mode(uint32_t mode, bool normalized)
{
    return normalized || mode > PTX2C_MIRROR ? mode : PTX2C_CLAMP;
}

PTX2C_INLINE void ptx2c_cube_footprint(const ptx2c_fetch *f, ptx2c_footprint *p, const ptx2c_coords *c, bool linear)
{
    const ptx2c_face face = ptx2c_face_of(c->f[0], c->f[1], c->f[2]);
    const double st[2] = {face.s, face.t};
    p->face = face.face;
    p->cube = linear && f->s->seamless;
    p->slice = p->slice * 6 + (p->cube ? 0 : face.face);
    for (uint32_t k = 0; k < 2; k++) {
        p->axis[k] = ptx2c_axis_f32(st[k] * p->n, p->n, 0, PTX2C_CLAMP, linear);
        if (p->cube) {
            const int64_t g = (int64_t)floor(st[k] * p->n * 256 - 127.5);
            p->axis[k].i[0] = (int32_t)((g - (g & 255)) / 256);
            p->axis[k].i[1] = p->axis[k].i[0] + 1;
        }
    }
}

/* linear: two elements each way, whether they are then mixed (tex) or not (tld4). */
PTX2C_INLINE ptx2c_footprint ptx2c_footprint_of(const ptx2c_fetch *f, uint32_t geometry, const ptx2c_coords *c,
                                                uint32_t level, bool linear)
{
    const ptx2c_image *im = &f->o->image;
    const uint32_t size[3] = {im->width, im->height, im->depth};
    ptx2c_footprint p = {.mem = f->o->base, .dims = ptx2c_geometry_dims(geometry)};
    if (level)
        p.mem = ptx2c_image_level(im, level);
    p.slice = im->layers && c->layer >= im->layers ? im->layers - 1 : im->layers ? c->layer : 0;
    p.n = (int32_t)ptx2c_level_size(im->width, level);
    if (geometry == PTX2C_CUBE || geometry == PTX2C_ACUBE) {
        ptx2c_cube_footprint(f, &p, c, linear);
        return p;
    }
    for (uint32_t k = 0; k < p.dims; k++) {
        const int32_t n = (int32_t)ptx2c_level_size(size[k], level);
        const uint32_t mode = ptx2c_address_mode(f->s->address[k], f->normalized);
        int32_t offset = f->how->offset[k];
        if (c->integer) {
            p.axis[k] = ptx2c_axis_s32((int64_t)c->i[k] + offset, n, mode, im->linear);
        } else {
            const double t = ptx2c_place(c->f[k], n, &offset, mode, f->normalized);
            p.axis[k] = ptx2c_axis_f32(t, n, offset, mode, linear);
        }
    }
    return p;
}

/* Corner k of a footprint: bit d says which of the two elements of dimension d.  Where three elements meet at a corner of
 * the cube their mean stands for the fourth. */
static PTX2C_NOINLINE ptx2c_channels ptx2c_corner(const ptx2c_fetch *f, const ptx2c_footprint *p, uint32_t sample,
                                                 uint32_t k)
{
    const int32_t i = p->axis[0].i[k & 1], j = p->axis[1].i[k >> 1 & 1], h = p->axis[2].i[k >> 2 & 1];
    const bool three = p->cube && (i < 0 || i == p->n) && (j < 0 || j == p->n);
    const int32_t in_i = !three ? i : i < 0 ? 0 : i - 1, in_j = !three ? j : j < 0 ? 0 : j - 1;
    ptx2c_channels sum = {.f = {0}};
    for (int m = 0; m < 3; m++) {
        int32_t u = m == 1 ? i : in_i, v = m == 2 ? j : in_j;
        const uint32_t face = p->cube ? ptx2c_fold(p->face, p->n, &u, &v) : 0;
        const ptx2c_channels e = ptx2c_element(f, &p->mem, p->slice + face, sample, u, v, p->cube ? 0 : h);
        if (!three || f->integers) /* unfiltered (tld4): nothing to take the mean of */
            return e;
        for (int n = 0; n < 4; n++)
            sum.f[n] += e.f[n] * (1 / 3.0f);
    }
    return sum;
}

/* The filtered value of one level; *resident is cleared where its memory is not there. */
static PTX2C_NOINLINE ptx2c_channels ptx2c_sample_level(const ptx2c_fetch *f, uint32_t geometry, const ptx2c_coords *c,
                                                       uint32_t level, bool *resident)
{
    const bool linear = f->s->filter == PTX2C_LINEAR && !c->integer;
    const ptx2c_footprint p = ptx2c_footprint_of(f, geometry, c, level, linear);
    const uint32_t samples = f->o->image.samples, sample = samples && c->sample >= samples ? samples - 1 : c->sample;
    ptx2c_channels v[8];
    if (!p.mem.data) {
        *resident = false;
        return (ptx2c_channels){.u = {0}};
    }
    if (!linear)
        return ptx2c_corner(f, &p, sample, 0);
    for (uint32_t k = 0; k < 1u << p.dims; k++)
        v[k] = ptx2c_corner(f, &p, sample, k);
    for (uint32_t d = 0, half = 1u << p.dims >> 1; d < p.dims; d++, half >>= 1)
        for (uint32_t k = 0; k < half; k++)
            v[k] = ptx2c_mix_channels(v[2 * k], v[2 * k + 1], p.axis[d].w);
    return v[0];
}

/* ---- levels ------------------------------------------------------------------------------------------------------ */

/* Elements of level 0 that a step of the coordinates crosses. */
PTX2C_INLINE double ptx2c_step(const ptx2c_fetch *f, uint32_t geometry, const ptx2c_coords *c, const float d[3])
{
    const ptx2c_image *im = &f->o->image;
    if (geometry == PTX2C_CUBE || geometry == PTX2C_ACUBE) { /* of the point on the face: the quotients' derivatives */
        const ptx2c_face p = ptx2c_face_of(c->f[0], c->f[1], c->f[2]);
        const double x = d[0], y = d[1], z = d[2];
        const double major = p.face < 2 ? x : p.face < 4 ? y : z, dm = p.face & 1 ? -major : major;
        const double ds = p.face == 0 ? -z : p.face == 1 ? z : p.face == 5 ? -x : x;
        const double dt = p.face == 2 ? z : p.face == 3 ? -z : -y;
        const double s = (ds * p.ma - p.sc * dm) / (p.ma * p.ma), t = (dt * p.ma - p.tc * dm) / (p.ma * p.ma);
        return sqrt(s * s + t * t) * im->width / 2;
    }
    const uint32_t size[3] = {im->width, im->height, im->depth};
    double sum = 0;
    for (uint32_t k = 0; k < ptx2c_geometry_dims(geometry); k++) {
        const double e = (double)d[k] * (f->normalized ? size[k] : 1);
        sum += e * e;
    }
    return sqrt(sum);
}

/* The lookups of which an instruction's value is the mean: one, or with an anisotropic filter several, which lie apart along the longer
 * of its two steps.  Neither the manual nor the guide says how many and where; here it is as in OpenGL's
 * EXT_texture_filter_anisotropic: count = min(ceil(longer / shorter), max_anisotropy), the level is that of longer / count, and
 * number i of 1 to count lies i / (count + 1) - 1/2 of the step from the middle. */
typedef struct ptx2c_lookups {
    uint32_t count;
    const float *along;
    double lod;        /* as the instruction asks for it */
} ptx2c_lookups;

PTX2C_INLINE ptx2c_lookups ptx2c_lookups_of(const ptx2c_fetch *f, uint32_t geometry, const ptx2c_coords *c)
{
    const double x = ptx2c_step(f, geometry, c, f->how->dx), y = ptx2c_step(f, geometry, c, f->how->dy);
    const double longer = x > y ? x : y, shorter = x > y ? y : x, most = f->s->max_anisotropy;
    const double count = longer > shorter && shorter * most > longer ? ceil(longer / shorter) : longer > shorter ? most : 1;
    ptx2c_lookups n = {1, x > y ? f->how->dx : f->how->dy, 0};
    if (f->s->filter == PTX2C_LINEAR && !c->integer && count > 1)
        n.count = (uint32_t)count;
    n.lod = log2(longer / n.count);
    return n;
}

PTX2C_INLINE ptx2c_coords ptx2c_lookup_at(const ptx2c_coords *c, const ptx2c_lookups *n, uint32_t i)
{
    ptx2c_coords at = *c;
    for (int k = 0; k < 3 && n->count > 1; k++)
        at.f[k] = (float)(c->f[k] + ((double)i / (n->count + 1) - .5) * n->along[k]);
    return at;
}

/* The level that the instruction asks for, inside of the levels that are there. */
PTX2C_INLINE double ptx2c_lod(const ptx2c_fetch *f, double lod)
{
    const uint32_t last = f->o->image.levels - 1;
    lod += (double)f->s->bias;
    lod = lod > f->s->min_level ? lod : f->s->min_level;
    lod = lod < f->s->max_level ? lod : f->s->max_level;
    return !(lod > 0) ? 0 : lod < last ? lod : last;
}

/* One lookup: in a level, or between it and the next, of 256 parts. */
static PTX2C_NOINLINE ptx2c_channels ptx2c_sample_lod(const ptx2c_fetch *f, uint32_t geometry, const ptx2c_coords *c, double lod, bool *resident)
{
    uint32_t level = 0, between = 0;
    if (f->o->image.levels > 1) {
        lod = ptx2c_lod(f, lod);
        level = (uint32_t)(lod + .5);
        if (f->s->mip_filter == PTX2C_LINEAR) {
            between = (uint32_t)(lod * 256 + .5) & 255;
            level = (uint32_t)(lod * 256 + .5) >> 8;
        }
    }
    const ptx2c_channels v = ptx2c_sample_level(f, geometry, c, level, resident);
    return between ? ptx2c_mix_channels(v, ptx2c_sample_level(f, geometry, c, level + 1, resident), between) : v;
}

/* The two kinds of ptx2c_sampling: of a level that the instruction names, and of one that follows from its steps. */
PTX2C_INLINE ptx2c_channels ptx2c_sample_named(const ptx2c_fetch *f, uint32_t geometry, const ptx2c_coords *c, bool *resident)
{
    return ptx2c_sample_lod(f, geometry, c, f->how->lod, resident);
}

PTX2C_INLINE ptx2c_channels ptx2c_sample_steps(const ptx2c_fetch *f, uint32_t geometry, const ptx2c_coords *c, bool *resident)
{
    const ptx2c_lookups n = ptx2c_lookups_of(f, geometry, c);
    ptx2c_channels v = {.u = {0}};
    double sum[4] = {-0.0, -0.0, -0.0, -0.0}; /* and what is added to -0 is left as it is */
    for (uint32_t i = 1; i <= n.count; i++) {
        const ptx2c_coords at = ptx2c_lookup_at(c, &n, i);
        v = ptx2c_sample_lod(f, geometry, &at, n.lod, resident);
        for (int k = 0; k < 4; k++)
            sum[k] += v.f[k];
    }
    for (int k = 0; k < 4 && n.count > 1; k++)
        v.f[k] = (float)(sum[k] / n.count);
    return v;
}

/* tex: the whole of it. */
static PTX2C_NOINLINE ptx2c_texel ptx2c_sample(const ptx2c_fetch *f, uint32_t geometry, const ptx2c_coords *c)
{
    ptx2c_texel r = {.real = f->o->real || f->how->compare, .resident = true};
    ptx2c_channels v = f->how->sampling ? f->how->sampling(f, geometry, c, &r.resident) : ptx2c_sample_level(f, geometry, c, 0, &r.resident);
    v = ptx2c_to_rgba(f->o->image.order, r.real, v);
    for (int i = 0; i < 4; i++)
        r.x[i] = r.resident ? v.u[i] : 0;
    return r;
}

/* tld4: one component of the four elements that a bilinear filter mixes, counter-clockwise from the lower left. */
static PTX2C_NOINLINE ptx2c_texel ptx2c_gather(const ptx2c_fetch *f, uint32_t geometry, uint32_t comp,
                                              const ptx2c_coords *c)
{
    static const uint8_t corner[4] = {2, 3, 1, 0};
    ptx2c_texel r = {.real = f->o->real || f->how->compare, .resident = true};
    const ptx2c_footprint p = ptx2c_footprint_of(f, geometry, c, 0, true);
    r.resident = p.mem.data != NULL;
    for (int i = 0; i < 4 && r.resident; i++)
        r.x[i] = ptx2c_to_rgba(f->o->image.order, r.real, ptx2c_corner(f, &p, 0, corner[i])).u[comp & 3];
    return r;
}

#endif
