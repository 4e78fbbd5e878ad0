/* convert_half.h: cvt of f64 to f16 and bf16 (manual 9.7.9.21): by way of a float made odd, so that the second rounding gives what one would. */
#ifndef PTX2C_CONVERT_HALF_H
#define PTX2C_CONVERT_HALF_H

#include "f64.h"
#include "half.h"

#define PTX2C_FROM_F64(T, RND)                                                                                         \
    PTX2C_INLINE uint16_t ptx2c_cvt_##RND##_##T##_f64(double a)                                                        \
    {                                                                                                                  \
        return ptx2c_cvt_##RND##_##T##_f32(ptx2c_f32_odd_f64(a));                                                      \
    }
PTX2C_FROM_F64(f16, rn)
PTX2C_FROM_F64(f16, rz)
PTX2C_FROM_F64(f16, rm)
PTX2C_FROM_F64(f16, rp)
PTX2C_FROM_F64(bf16, rn)
PTX2C_FROM_F64(bf16, rz)
PTX2C_FROM_F64(bf16, rm)
PTX2C_FROM_F64(bf16, rp)

/* Saturation of a bf16 as of the other formats. */
PTX2C_INLINE uint16_t ptx2c_sat_bf16(uint16_t a)
{
    uint16_t r = a > 0x3f80 ? 0x3f80 : a;
    return a > 0x7f80 ? 0 : r;
}

#endif
