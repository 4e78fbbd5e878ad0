/* f16.h: half precision from and to single (manual 9.7.9.21): also for the host's functions, so in what C++11 has of C. */
#ifndef PTX2C_F16_H
#define PTX2C_F16_H

#include "types.h"

#if defined __ARM_FP16_FORMAT_IEEE && defined __ARM_FP
#define PTX2C_ARM_F16 (__ARM_FP >> 1 & 1)
#else
#define PTX2C_ARM_F16 0
#endif

#if PTX2C_ARM_F16 /* it has instructions for them, which make NaNs quiet and keep what is in them */
/* A NaN becomes quiet. */
PTX2C_INLINE float ptx2c_f32_quiet_f16(uint16_t h)
{
    __fp16 x;
    memcpy(&x, &h, sizeof x);
    return (float)x;
}

PTX2C_INLINE float ptx2c_f32_f16(uint16_t h)
{
    const float f = ptx2c_f32_quiet_f16(h);
    const bool loud = (h & 0x7fff) - 0x7c01u < 0x1ff; /* a NaN that was not quiet stays so */
    return ptx2c_f32_of(ptx2c_bits_f32(f) & ~(loud ? UINT32_C(0x400000) : 0));
}

PTX2C_INLINE uint16_t ptx2c_cvt_rn_f16_f32(float a)
{
    const __fp16 x = (__fp16)a;
    uint16_t h;
    memcpy(&h, &x, sizeof h);
    return a != a ? 0x7fff : h;
}
#else
PTX2C_INLINE float ptx2c_f32_f16(uint16_t h)
{
    uint32_t o = (uint32_t)(h & 0x7fff) << 13, exp = o & 0x0f800000, sign = (uint32_t)(h & 0x8000) << 16;
    uint32_t normal = o + ptx2c_pick(exp == 0x0f800000, 224u << 23, 112u << 23);
    float subnormal = ptx2c_f32_of(o + (113u << 23)) - ptx2c_f32_of(113u << 23);
    return ptx2c_f32_of(ptx2c_pick(exp == 0, ptx2c_bits_f32(subnormal), normal) | sign);
}

/* A NaN may become quiet. */
PTX2C_INLINE float ptx2c_f32_quiet_f16(uint16_t h) { return ptx2c_f32_f16(h); }

PTX2C_INLINE uint16_t ptx2c_cvt_rn_f16_f32(float a)
{
    uint32_t b = ptx2c_bits_f32(a), m = b & 0x7fffffff, magic = 126u << 23;
    uint32_t tiny = ptx2c_bits_f32(ptx2c_f32_of(m) + ptx2c_f32_of(magic)) - magic; /* the adder rounds */
    uint32_t normal = (m - (112u << 23) + 0xfff + (m >> 13 & 1)) >> 13;
    uint32_t r = ptx2c_pick(m < 113u << 23, tiny, normal);
    r = ptx2c_pick(m > 0x477fefff, 0x7c00, r);
    r = ptx2c_pick(m > 0x7f800000, 0x7fff, r | (b >> 16 & 0x8000));
    return (uint16_t)r;
}
#endif

#endif
