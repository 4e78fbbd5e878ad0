/* texels.h: tex for many lanes at once, for generated code.
 *
 *   ptx2c_texels_2d_f32_best(c, t, n, x, y, v, components, stride)
 *
 * does what for each lane l < n (at most 1024)
 *
 *   r = ptx2c_tex_2d_f32(c, t, PTX2C_OWN_SAMPLER, x[l], y[l], ptx2c_base())
 *
 * does (texture.h), and stores r.x[k] in v[k * stride + l] for k < components.  What kind of texture it is is asked once;
 * compilers make vectors of what is left. */
#ifndef PTX2C_TEXELS_H
#define PTX2C_TEXELS_H

#include "texture.h"

/* Floats between four, where vectors can't load what lies apart: so many lanes' places, then their elements one by one, then what is
 * between them. */
#if PTX2C_SHORT
PTX2C_INLINE void ptx2c_texels_between(const ptx2c_short_way *f, bool wrap, uint32_t n, const float *restrict x, const float *restrict y,
                                       uint32_t *restrict v)
{
    enum { SOME = 32 };
    uint32_t i0[SOME], i1[SOME], j0[SOME], j1[SOME], w[SOME], h[SOME];
    float a[SOME], b[SOME], d[SOME], e[SOME];
    PTX2C_LANES(n) {
        const ptx2c_pair i = ptx2c_fast_axis(f, 0, x[l], wrap);
        i0[l] = (uint32_t)i.i0;
        i1[l] = (uint32_t)i.i1;
        w[l] = i.w;
    }
    PTX2C_LANES(n) {
        const ptx2c_pair j = ptx2c_fast_axis(f, 1, y[l], wrap);
        j0[l] = (uint32_t)j.i0;
        j1[l] = (uint32_t)j.i1;
        h[l] = j.w;
    }
    PTX2C_EACH_LANE_FEW(n) {
        const unsigned char *const top = f->data + j0[l] * f->pitch, *const low = f->data + j1[l] * f->pitch;
        a[l] = ptx2c_memf(top + i0[l] * (size_t)4);
        b[l] = ptx2c_memf(top + i1[l] * (size_t)4);
        d[l] = ptx2c_memf(low + i0[l] * (size_t)4);
        e[l] = ptx2c_memf(low + i1[l] * (size_t)4);
    }
    PTX2C_LANES(n) v[l] = ptx2c_bits_f32(ptx2c_mix(ptx2c_mix(a[l], b[l], w[l]), ptx2c_mix(d[l], e[l], w[l]), h[l]));
}
#endif

/* The one component, of 32 bits; all bool are constants, but where code is to be small. */
PTX2C_INLINE void ptx2c_texels_of(ptx2c_short_way f, bool linear, bool wrap, uint32_t n, const float *restrict x,
                                  const float *restrict y, uint32_t *restrict v)
{
#if PTX2C_SHORT
    if (linear) {
        uint32_t at = 0;
        for (; at + 32 <= n; at += 32)
            ptx2c_texels_between(&f, wrap, 32, x + at, y + at, v + at);
        if (at < n)
            ptx2c_texels_between(&f, wrap, n - at, x + at, y + at, v + at);
        return;
    }
#endif
    PTX2C_LANES(n)
        v[l] = linear ? ptx2c_bits_f32(ptx2c_fast_linear(&f, x[l], y[l], wrap, wrap))
                      : ptx2c_mem32(f.data + (ptx2c_fast_nearest(&f, 1, y[l], wrap) * f.pitch +
                                              ptx2c_fast_nearest(&f, 0, x[l], wrap) * (size_t)4));
}

/* As each lane would read them. */
static PTX2C_NOINLINE void ptx2c_texels_any(const ptx2c_cta *c, ptx2c_texref t, uint32_t n, const float *restrict x,
                                            const float *restrict y, uint32_t *restrict v, uint32_t components,
                                            size_t stride)
{
    PTX2C_EACH_LANE(n) {
#if defined __OPTIMIZE_SIZE__
        const ptx2c_texel r = ptx2c_tex_long_2d(c, t.own, x[l], y[l]);
#else
        const ptx2c_texel r = ptx2c_tex_2d_f32(c, t, PTX2C_OWN_SAMPLER, x[l], y[l], ptx2c_base());
#endif
        for (uint32_t k = 0; k < components; k++)
            v[k * stride + l] = r.x[k];
    }
}

PTX2C_INLINE void ptx2c_texels_2d_f32(const ptx2c_cta *c, ptx2c_texref t, uint32_t n, const float *restrict x, const float *restrict y,
                         uint32_t *restrict v, uint32_t components, size_t stride)
{
    enum { NEAREST = PTX2C_FAST_32, LINEAR = PTX2C_FAST_32 | PTX2C_FAST_LINEAR, WRAP = PTX2C_FAST_WRAP_X | PTX2C_FAST_WRAP_Y };
    const ptx2c_short_way f = *t.fast;
#if defined __OPTIMIZE_SIZE__
    const uint32_t wrap = f.kind & WRAP;
    if ((f.kind & ~(uint32_t)WRAP & ~(uint32_t)PTX2C_FAST_LINEAR) != NEAREST || (wrap && wrap != WRAP)) {
        ptx2c_texels_any(c, t, n, x, y, v, components, stride);
        return;
    }
    ptx2c_texels_of(f, f.kind & PTX2C_FAST_LINEAR, wrap, n, x, y, v);
#else
    switch (f.kind) {
    case NEAREST: ptx2c_texels_of(f, false, false, n, x, y, v); break;
    case NEAREST | WRAP: ptx2c_texels_of(f, false, true, n, x, y, v); break;
    case LINEAR: ptx2c_texels_of(f, true, false, n, x, y, v); break;
    case LINEAR | WRAP: ptx2c_texels_of(f, true, true, n, x, y, v); break;
    default: ptx2c_texels_any(c, t, n, x, y, v, components, stride); return;
    }
#endif
    for (uint32_t k = 1; k < components; k++) {
        const uint32_t none = k < 3 ? 0 : f.real ? 0x3f800000 : 1;
        PTX2C_LANES(n) v[k * stride + l] = none;
    }
}
/* Not in line: a kernel may read many textures. */
PTX2C_FOR_PROCESSORS_OF(ptx2c_texels_2d_f32, void, ,
                        (const ptx2c_cta *c, ptx2c_texref t, uint32_t n, const float *restrict x, const float *restrict y,
                         uint32_t *restrict v, uint32_t components, size_t stride),
                        (c, t, n, x, y, v, components, stride))

#endif
