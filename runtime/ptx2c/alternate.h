/* alternate.h: arithmetic of four values in formats of 8, 6 and 4 bits (manual 9.7.6 of PTX 9.4), of pairs in f32 and half
 * precision (9.7.5).
 *
 * A sum, product or fma of four is exact, then rounded once, to nearest.  In double precision it is exact but where one
 * operand is so much larger than the other that the rounded result is the larger one. */
#ifndef PTX2C_ALTERNATE_H
#define PTX2C_ALTERNATE_H

#include "f32.h"
#include "narrow.h"

typedef struct ptx2c_f64x4 { double v[4]; } ptx2c_f64x4;

/* ptx2c_lanes_T: the four values of a register, VALUE being that with the bits c, BITS from one to the next.  (This and
 * ptx2c_alternate_T are called: each takes compilers a fifth of a second where it is inlined.) */
#define PTX2C_ALTERNATE_LANES(T, BITS, VALUE)                                                                          \
    static PTX2C_NOINLINE ptx2c_f64x4 ptx2c_lanes_##T(uint32_t a)                                                      \
    {                                                                                                                  \
        ptx2c_f64x4 r;                                                                                                 \
        for (int i = 0; i < 4; i++) {                                                                                  \
            const uint32_t c = a >> BITS * i;                                                                          \
            r.v[i] = VALUE;                                                                                            \
        }                                                                                                              \
        return r;                                                                                                      \
    }
PTX2C_ALTERNATE_LANES(e4m3x4, 8, (double)ptx2c_f32_f16(ptx2c_cvt_f16_e4m3(c)))
PTX2C_ALTERNATE_LANES(e5m2x4, 8, (double)ptx2c_f32_f16(ptx2c_cvt_f16_e5m2(c)))
PTX2C_ALTERNATE_LANES(e3m2x4, 8, (double)ptx2c_f32_f16(ptx2c_cvt_f16_e3m2(c)))
PTX2C_ALTERNATE_LANES(e2m3x4, 8, (double)ptx2c_f32_f16(ptx2c_cvt_f16_e2m3(c)))
PTX2C_ALTERNATE_LANES(e2m1x4, 4, (double)ptx2c_f32_f16(ptx2c_cvt_f16_e2m1(c)))
PTX2C_ALTERNATE_LANES(e2m1p4x4, 8, (double)ptx2c_f32_f16(ptx2c_cvt_f16_e2m1(c)))
PTX2C_ALTERNATE_LANES(ue8m0x4, 8, ptx2c_scale_ue8m0(c))

#define PTX2C_ALTERNATE_OP(OP, EXPR)                                                                                   \
    PTX2C_INLINE ptx2c_f64x4 ptx2c_alternate_##OP(ptx2c_f64x4 a, ptx2c_f64x4 b)                                        \
    {                                                                                                                  \
        for (int i = 0; i < 4; i++)                                                                                    \
            a.v[i] = a.v[i] EXPR b.v[i];                                                                               \
        return a;                                                                                                      \
    }
PTX2C_ALTERNATE_OP(add, +)
PTX2C_ALTERNATE_OP(sub, -)
PTX2C_ALTERNATE_OP(mul, *)

PTX2C_INLINE ptx2c_f64x4 ptx2c_alternate_fma(ptx2c_f64x4 a, ptx2c_f64x4 b, ptx2c_f64x4 c)
{
    return ptx2c_alternate_add(ptx2c_alternate_mul(a, b), c); /* products are exact */
}

/* Four results in fp8; what is too large becomes the largest value (finite), else NaN or, where there is one, infinity. */
#define PTX2C_ALTERNATE_ROUND(T, MANT, BIAS, MAX, OVER)                                                                \
    static PTX2C_NOINLINE uint32_t ptx2c_alternate_##T##x4(ptx2c_f64x4 a, bool finite)                                 \
    {                                                                                                                  \
        uint32_t r = 0;                                                                                                \
        for (int i = 0; i < 4; i++) {                                                                                  \
            const uint32_t b = ptx2c_bits_f32(ptx2c_f32_odd_f64(a.v[i])), m = b & 0x7fffffff;                              \
            uint32_t e = m >= 0x7f800000 ? MAX + 1 : ptx2c_narrow(m, MANT, BIAS, PTX2C_NARROW_RN, 0, 0);               \
            e = e > MAX ? finite ? MAX : OVER : e;                                                                     \
            r |= (m > 0x7f800000 ? 0x7fu : e == 0x7f ? 0x7fu : e | (b >> 31) << 7) << 8 * i;                           \
        }                                                                                                              \
        return r;                                                                                                      \
    }
PTX2C_ALTERNATE_ROUND(e4m3, 3, 7, 0x7eu, 0x7fu)
PTX2C_ALTERNATE_ROUND(e5m2, 2, 15, 0x7bu, 0x7cu)

/* ---- pairs ---- */

PTX2C_INLINE uint64_t ptx2c_f32x2_f16x2(uint32_t a)
{
    return ptx2c_pack_f32x2(ptx2c_f32_f16(ptx2c_lo16(a)), ptx2c_f32_f16(ptx2c_hi16(a)));
}

PTX2C_INLINE uint64_t ptx2c_f32x2_bf16x2(uint32_t a)
{
    return ptx2c_pack_f32x2(ptx2c_f32_bf16(ptx2c_lo16(a)), ptx2c_f32_bf16(ptx2c_hi16(a)));
}

PTX2C_INLINE uint16_t ptx2c_flush_f16(uint16_t a) { return (a & 0x7c00) ? a : a & 0x8000; }

/* Rounded to zero; with .ftz subnormal results become zero, with their sign. */
PTX2C_INLINE uint32_t ptx2c_f16x2_rz_ftz_f32x2(uint64_t a)
{
    return ptx2c_join16(ptx2c_flush_f16(ptx2c_cvt_rz_f16_f32(ptx2c_lo_f32x2(a))),
                        ptx2c_flush_f16(ptx2c_cvt_rz_f16_f32(ptx2c_hi_f32x2(a))));
}

PTX2C_INLINE uint32_t ptx2c_bf16x2_rz_f32x2(uint64_t a)
{
    return ptx2c_join16(ptx2c_cvt_rz_bf16_f32(ptx2c_lo_f32x2(a)), ptx2c_cvt_rz_bf16_f32(ptx2c_hi_f32x2(a)));
}

#endif
