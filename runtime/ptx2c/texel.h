/* texel.h: one element of an image: its channels from memory and back, and their order (manual 5.3.3). */
#ifndef PTX2C_TEXEL_H
#define PTX2C_TEXEL_H

#include "f16.h"
#include "image.h"
#include <math.h>

/* How the channels of an image are read (ptx2c_object.read): to integers, and from PTX2C_READ_SN8 on to floats. */
enum {
    PTX2C_READ_S8, PTX2C_READ_U8, PTX2C_READ_S16, PTX2C_READ_U16, PTX2C_READ_S32, PTX2C_READ_U32, PTX2C_READ_SN8,
    PTX2C_READ_UN8, PTX2C_READ_SN16, PTX2C_READ_UN16, PTX2C_READ_F16, PTX2C_READ_F32, PTX2C_READ_565, PTX2C_READ_555,
    PTX2C_READ_101010, PTX2C_READ_SRGB8
};

/* The channels of an element in the order of memory: floats (f) or 32-bit integers (u). */
typedef union ptx2c_channels { float f[4]; uint32_t u[4]; } ptx2c_channels;

/* Which channel in memory red, green, blue and alpha are; PTX2C_ZERO and PTX2C_ONE: they are not there. */
#define PTX2C_ZERO 4
#define PTX2C_ONE 5
PTX2C_INLINE const uint8_t *ptx2c_order_map(uint32_t order)
{
    static const uint8_t map[][4] = {
        [PTX2C_R - PTX2C_R] = {0, PTX2C_ZERO, PTX2C_ZERO, PTX2C_ONE},
        [PTX2C_A - PTX2C_R] = {PTX2C_ZERO, PTX2C_ZERO, PTX2C_ZERO, 0},
        [PTX2C_RG - PTX2C_R] = {0, 1, PTX2C_ZERO, PTX2C_ONE},
        [PTX2C_RA - PTX2C_R] = {0, PTX2C_ZERO, PTX2C_ZERO, 1},
        [PTX2C_RGB - PTX2C_R] = {0, 1, 2, PTX2C_ONE},
        [PTX2C_RGBA - PTX2C_R] = {0, 1, 2, 3},
        [PTX2C_BGRA - PTX2C_R] = {2, 1, 0, 3},
        [PTX2C_ARGB - PTX2C_R] = {1, 2, 3, 0},
        [PTX2C_INTENSITY - PTX2C_R] = {0, 0, 0, 0},
        [PTX2C_LUMINANCE - PTX2C_R] = {0, 0, 0, PTX2C_ONE},
    };
    return map[order - PTX2C_R];
}

/* The channel in memory that is alpha alone, which sRGB leaves as it is; above 3: none. */
PTX2C_INLINE uint32_t ptx2c_alpha_channel(uint32_t order)
{
    return order == PTX2C_INTENSITY ? PTX2C_ONE : ptx2c_order_map(order)[3];
}

/* Red, green, blue, alpha from channels in memory order; as bits of floats (real) or integers. */
PTX2C_INLINE ptx2c_channels ptx2c_to_rgba(uint32_t order, bool real, ptx2c_channels v)
{
    const uint8_t *map = ptx2c_order_map(order);
    const uint32_t u[6] = {v.u[0], v.u[1], v.u[2], v.u[3], 0, real ? 0x3f800000u : 1};
    ptx2c_channels r;
    for (int i = 0; i < 4; i++)
        r.u[i] = u[map[i]];
    return r;
}

/* The opposite; intensity and luminance take red. */
PTX2C_INLINE ptx2c_channels ptx2c_from_rgba(uint32_t order, ptx2c_channels v)
{
    const uint8_t *map = ptx2c_order_map(order);
    ptx2c_channels m = {{0}};
    for (int i = 3; i >= 0; i--)
        if (map[i] < PTX2C_ZERO)
            m.u[map[i]] = v.u[i];
    return m;
}

/* n / (2^bits - 1) as the nearest float: in double the product's error is far from any float's edge. */
PTX2C_INLINE float ptx2c_unorm(uint32_t n, uint32_t max) { return (float)(n * (1.0 / max)); }
PTX2C_INLINE float ptx2c_snorm(int32_t n, int32_t max) { return n < -max ? -1.0f : (float)(n * (1.0 / max)); }

PTX2C_INLINE uint16_t ptx2c_mem16(const unsigned char *p) { uint16_t v; memcpy(&v, p, 2); return PTX2C_LE(16, v); }
PTX2C_INLINE uint32_t ptx2c_mem32(const unsigned char *p) { uint32_t v; memcpy(&v, p, 4); return PTX2C_LE(32, v); }
PTX2C_INLINE float ptx2c_memf(const unsigned char *p) { return ptx2c_f32_of(ptx2c_mem32(p)); }

/* n channels at p as integers. */
PTX2C_INLINE ptx2c_channels ptx2c_read_integers(uint32_t read, const unsigned char *p, uint32_t n)
{
    ptx2c_channels v = {{0}};
    for (uint32_t i = 0; i < n; i++)
        switch (read) {
        case PTX2C_READ_S8: v.u[i] = (uint32_t)(int8_t)p[i]; break;
        case PTX2C_READ_U8: v.u[i] = p[i]; break;
        case PTX2C_READ_S16: v.u[i] = (uint32_t)(int16_t)ptx2c_mem16(p + 2 * i); break;
        case PTX2C_READ_U16: v.u[i] = ptx2c_mem16(p + 2 * i); break;
        default: v.u[i] = ptx2c_mem32(p + 4 * i);
        }
    return v;
}

/* n channels at p as floats; srgb is the table of PTX2C_READ_SRGB8, alpha the channel that it leaves alone. */
PTX2C_INLINE ptx2c_channels ptx2c_read_reals(uint32_t read, const unsigned char *p, uint32_t n, const float *srgb,
                                             uint32_t alpha)
{
    ptx2c_channels v = {{0}};
    switch (read) {
    case PTX2C_READ_SN8:
        for (uint32_t i = 0; i < n; i++)
            v.f[i] = ptx2c_snorm((int8_t)p[i], 127);
        break;
    case PTX2C_READ_UN8:
        for (uint32_t i = 0; i < n; i++)
            v.f[i] = ptx2c_unorm(p[i], 255);
        break;
    case PTX2C_READ_SN16:
        for (uint32_t i = 0; i < n; i++)
            v.f[i] = ptx2c_snorm((int16_t)ptx2c_mem16(p + 2 * i), 32767);
        break;
    case PTX2C_READ_UN16:
        for (uint32_t i = 0; i < n; i++)
            v.f[i] = ptx2c_unorm(ptx2c_mem16(p + 2 * i), 65535);
        break;
    case PTX2C_READ_F16:
        for (uint32_t i = 0; i < n; i++)
            v.f[i] = ptx2c_f32_f16(ptx2c_mem16(p + 2 * i));
        break;
    case PTX2C_READ_565:
    case PTX2C_READ_555: {
        const uint32_t w = ptx2c_mem16(p), green = read == PTX2C_READ_565 ? 6 : 5;
        v.f[0] = ptx2c_unorm(w >> (5 + green) & 31, 31);
        v.f[1] = ptx2c_unorm(w >> 5 & ((1u << green) - 1), (1u << green) - 1);
        v.f[2] = ptx2c_unorm(w & 31, 31);
        break;
    }
    case PTX2C_READ_101010:
        for (uint32_t i = 0; i < 3; i++)
            v.f[i] = ptx2c_unorm(ptx2c_mem32(p) >> (20 - 10 * i) & 1023, 1023);
        break;
    case PTX2C_READ_SRGB8:
        for (uint32_t i = 0; i < n; i++)
            v.f[i] = i == alpha ? ptx2c_unorm(p[i], 255) : srgb[p[i]];
        break;
    default:
        memcpy(v.f, p, 4 * n);
        ptx2c_little_endian(v.f, 4, n);
    }
    return v;
}

/* ---- and back ---------------------------------------------------------------------------------------------------- */

/* The nearest of 0…max to f * max; NaN is 0. */
PTX2C_INLINE uint32_t ptx2c_to_unorm(float f, uint32_t max)
{
    const double d = (double)f * max;
    return !(d > 0) ? 0 : d >= max ? max : (uint32_t)(d + .5);
}

/* The nearest of -max…max to f * max; NaN is 0. */
PTX2C_INLINE int32_t ptx2c_to_snorm(float f, int32_t max)
{
    const double d = (double)f * max;
    return d != d ? 0 : d >= max ? max : d <= -max ? -max : d < 0 ? -(int32_t)(.5 - d) : (int32_t)(d + .5);
}

PTX2C_INLINE uint32_t ptx2c_saturate(int64_t v, int64_t min, int64_t max)
{
    return (uint32_t)(v < min ? min : v > max ? max : v);
}

/* A border's channel for what reads to integers of that kind. */
PTX2C_INLINE uint32_t ptx2c_border_integer(uint32_t read, float f)
{
    const double least = read == PTX2C_READ_S32 || read == PTX2C_READ_S16 || read == PTX2C_READ_S8 ? -2147483648.0 : 0;
    const double most = least < 0 ? 2147483647.0 : 4294967295.0;
    const double d = (double)f;
    return d != d ? 0 : (uint32_t)(int64_t)(d < least ? least : d > most ? most : d);
}

PTX2C_INLINE void ptx2c_put(unsigned char *p, uint32_t v, uint32_t bytes)
{
    const uint8_t b8 = (uint8_t)v;
    const uint16_t b16 = PTX2C_LE(16, (uint16_t)v);
    v = PTX2C_LE(32, v);
    memcpy(p, bytes == 1 ? (const void *)&b8 : bytes == 2 ? (const void *)&b16 : (const void *)&v, bytes);
}

/* Writes n channels: floats for normalised and float types, else integers of the type's sign, saturated. */
PTX2C_INLINE void ptx2c_write_channels(uint32_t type, unsigned char *p, uint32_t n, ptx2c_channels v)
{
    const uint32_t bytes = ptx2c_type_bytes(type);
    if (ptx2c_type_packed(type)) {
        const uint32_t red = type == PTX2C_UNORM_INT_101010 ? 1023 : 31;
        const uint32_t green = type == PTX2C_UNORM_SHORT_565 ? 63 : red;
        const uint32_t r = ptx2c_to_unorm(v.f[0], red), g = ptx2c_to_unorm(v.f[1], green);
        const uint32_t b = ptx2c_to_unorm(v.f[2], red);
        ptx2c_put(p, (r * (green + 1) + g) * (red + 1) + b, bytes);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t w = v.u[i];
        switch (type) {
        case PTX2C_SNORM_INT8: w = (uint32_t)ptx2c_to_snorm(v.f[i], 127); break;
        case PTX2C_SNORM_INT16: w = (uint32_t)ptx2c_to_snorm(v.f[i], 32767); break;
        case PTX2C_UNORM_INT8: w = ptx2c_to_unorm(v.f[i], 255); break;
        case PTX2C_UNORM_INT16: w = ptx2c_to_unorm(v.f[i], 65535); break;
        case PTX2C_SIGNED_INT8: w = ptx2c_saturate((int32_t)w, -128, 127); break;
        case PTX2C_SIGNED_INT16: w = ptx2c_saturate((int32_t)w, -32768, 32767); break;
        case PTX2C_UNSIGNED_INT8: w = ptx2c_saturate(w, 0, 255); break;
        case PTX2C_UNSIGNED_INT16: w = ptx2c_saturate(w, 0, 65535); break;
        case PTX2C_HALF_FLOAT: w = ptx2c_cvt_rn_f16_f32(v.f[i]); break;
        }
        ptx2c_put(p + bytes * i, w, bytes);
    }
}

/* ---- sRGB -------------------------------------------------------------------------------------------------------- */

/* From sRGB to linear and back, 0 to 1 (IEC 61966-2-1). */
PTX2C_INLINE double ptx2c_srgb_linear(double s) { return s <= .04045 ? s / 12.92 : pow((s + .055) / 1.055, 2.4); }
PTX2C_INLINE double ptx2c_linear_srgb(double l)
{
    return l <= .0031308 ? l * 12.92 : 1.055 * pow(l, 1 / 2.4) - .055;
}

/* How a texture of that image reads with that sampler. */
PTX2C_INLINE uint32_t ptx2c_read_of(const ptx2c_image *i, const ptx2c_sampler *s)
{
    switch (i->type) {
    case PTX2C_SNORM_INT8: return PTX2C_READ_SN8;
    case PTX2C_SNORM_INT16: return PTX2C_READ_SN16;
    case PTX2C_UNORM_INT8: return s->srgb ? PTX2C_READ_SRGB8 : PTX2C_READ_UN8;
    case PTX2C_UNORM_INT16: return PTX2C_READ_UN16;
    case PTX2C_UNORM_SHORT_565: return PTX2C_READ_565;
    case PTX2C_UNORM_SHORT_555: return PTX2C_READ_555;
    case PTX2C_UNORM_INT_101010: return PTX2C_READ_101010;
    case PTX2C_SIGNED_INT8: return s->read_normalized ? PTX2C_READ_SN8 : PTX2C_READ_S8;
    case PTX2C_SIGNED_INT16: return s->read_normalized ? PTX2C_READ_SN16 : PTX2C_READ_S16;
    case PTX2C_SIGNED_INT32: return PTX2C_READ_S32;
    case PTX2C_UNSIGNED_INT8:
        return !s->read_normalized ? PTX2C_READ_U8 : s->srgb ? PTX2C_READ_SRGB8 : PTX2C_READ_UN8;
    case PTX2C_UNSIGNED_INT16: return s->read_normalized ? PTX2C_READ_UN16 : PTX2C_READ_U16;
    case PTX2C_UNSIGNED_INT32: return PTX2C_READ_U32;
    case PTX2C_HALF_FLOAT: return PTX2C_READ_F16;
    default: return PTX2C_READ_F32;
    }
}

/* ---- the short way ----------------------------------------------------------------------------------------------- */

/* ptx2c_short_way.kind: a format (32 bits: floats, or integers that are not filtered; 8 bits: unsigned, normalised or
 * not), how it is filtered, and which dimensions repeat. */
enum { PTX2C_FAST_32 = 1, PTX2C_FAST_32X4, PTX2C_FAST_8, PTX2C_FAST_8X4, PTX2C_FAST_FORMAT = 7, PTX2C_FAST_LINEAR,
       PTX2C_FAST_WRAP_X = 16, PTX2C_FAST_WRAP_Y = 32 };

PTX2C_INLINE uint32_t ptx2c_fast_format(uint32_t read, uint32_t order)
{
    const bool word = read == PTX2C_READ_F32 || read == PTX2C_READ_S32 || read == PTX2C_READ_U32;
    if (!word && read != PTX2C_READ_UN8 && read != PTX2C_READ_U8)
        return 0;
    return order == PTX2C_R ? (word ? PTX2C_FAST_32 : PTX2C_FAST_8)
           : order == PTX2C_RGBA ? (word ? PTX2C_FAST_32X4 : PTX2C_FAST_8X4) : 0;
}

PTX2C_INLINE ptx2c_short_way ptx2c_short_way_of(const ptx2c_object *o)
{
    const ptx2c_image *i = &o->image;
    const ptx2c_sampler *s = &o->sampler;
    const uint32_t size[2] = {i->width, i->height};
    ptx2c_short_way f;
    memset(&f, 0, sizeof f);
    f.real = o->real;
    uint32_t kind = ptx2c_fast_format(o->read, i->order);
    if (!kind || !i->data || !o->own_sampler || (o->geometry != PTX2C_2D && o->geometry != PTX2C_1D))
        return f;
    f.data = (const unsigned char *)o->base.data;
    f.pitch = o->base.row_pitch;
    if (s->filter == PTX2C_LINEAR)
        kind |= PTX2C_FAST_LINEAR;
    for (int k = 0; k < 2; k++) {
        f.last[k] = (int32_t)size[k] - 1;
        f.elements[k] = s->normalized ? size[k] : 1;
        f.scale[k] = 256.0 * f.elements[k];
        f.limit[k] = 256.0 * (size[k] + 1.0);
        const bool repeats = s->address[k] == PTX2C_WRAP || s->address[k] == PTX2C_MIRROR;
        if (s->normalized && s->address[k] == PTX2C_WRAP)
            kind |= k ? PTX2C_FAST_WRAP_Y : PTX2C_FAST_WRAP_X;
        else if (o->geometry == PTX2C_2D && s->address[k] != PTX2C_CLAMP && (s->normalized || !repeats))
            return f;
    }
    *(o->geometry == PTX2C_2D ? &f.kind : &f.line) = kind;
    return f;
}

#endif
