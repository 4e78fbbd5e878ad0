/* compare.h: the comparisons of set and setp (manual 9.3, 9.7.6): ptx2c_cmp_<operator>_<type>. */
#ifndef PTX2C_COMPARE_H
#define PTX2C_COMPARE_H

#include "f32.h"

#define PTX2C_CMP(OP, T, C, EXPR) PTX2C_INLINE bool ptx2c_cmp_##OP##_##T(C a, C b) { return EXPR; }

#define PTX2C_CMP_BITS(T, C)                                                                                           \
    PTX2C_CMP(eq, T, C, a == b)                                                                                        \
    PTX2C_CMP(ne, T, C, a != b)

#define PTX2C_CMP_SIGNED(T, C)                                                                                         \
    PTX2C_CMP_BITS(T, C)                                                                                               \
    PTX2C_CMP(lt, T, C, a < b)                                                                                         \
    PTX2C_CMP(le, T, C, a <= b)                                                                                        \
    PTX2C_CMP(gt, T, C, a > b)                                                                                         \
    PTX2C_CMP(ge, T, C, a >= b)

#define PTX2C_CMP_UNSIGNED(T, C)                                                                                       \
    PTX2C_CMP_SIGNED(T, C)                                                                                             \
    PTX2C_CMP(lo, T, C, a < b)                                                                                         \
    PTX2C_CMP(ls, T, C, a <= b)                                                                                        \
    PTX2C_CMP(hi, T, C, a > b)                                                                                         \
    PTX2C_CMP(hs, T, C, a >= b)

PTX2C_CMP_BITS(b16, uint16_t)
PTX2C_CMP_BITS(b32, uint32_t)
PTX2C_CMP_BITS(b64, uint64_t)
PTX2C_CMP_UNSIGNED(u16, uint16_t)
PTX2C_CMP_UNSIGNED(u32, uint32_t)
PTX2C_CMP_UNSIGNED(u64, uint64_t)
PTX2C_CMP_SIGNED(s16, int16_t)
PTX2C_CMP_SIGNED(s32, int32_t)
PTX2C_CMP_SIGNED(s64, int64_t)

/* Ordered operators are false with a NaN, those that end in u true. */
#define PTX2C_CMP_FLOAT(T, C)                                                                                          \
    PTX2C_CMP(eq, T, C, a == b)                                                                                        \
    PTX2C_CMP(ne, T, C, (a < b) | (a > b))                                                                             \
    PTX2C_CMP(lt, T, C, a < b)                                                                                         \
    PTX2C_CMP(le, T, C, a <= b)                                                                                        \
    PTX2C_CMP(gt, T, C, a > b)                                                                                         \
    PTX2C_CMP(ge, T, C, a >= b)                                                                                        \
    PTX2C_CMP(equ, T, C, !((a < b) | (a > b)))                                                                         \
    PTX2C_CMP(neu, T, C, a != b)                                                                                       \
    PTX2C_CMP(ltu, T, C, !(a >= b))                                                                                    \
    PTX2C_CMP(leu, T, C, !(a > b))                                                                                     \
    PTX2C_CMP(gtu, T, C, !(a <= b))                                                                                    \
    PTX2C_CMP(geu, T, C, !(a < b))                                                                                     \
    PTX2C_CMP(num, T, C, (a == a) & (b == b))                                                                          \
    PTX2C_CMP(nan, T, C, (a != a) | (b != b))

PTX2C_CMP_FLOAT(f32, float)
PTX2C_CMP_FLOAT(f64, double)

/* The comparisons of a type that F converts to type AS. */
#define PTX2C_CMP_VIA(OP, T, C, F, AS) PTX2C_CMP(OP, T, C, ptx2c_cmp_##OP##_##AS(F(a), F(b)))
#define PTX2C_CMP_FLOAT_VIA(T, C, F, AS)                                                                               \
    PTX2C_CMP_VIA(eq, T, C, F, AS)                                                                                     \
    PTX2C_CMP_VIA(lt, T, C, F, AS)                                                                                     \
    PTX2C_CMP_VIA(gt, T, C, F, AS)                                                                                     \
    PTX2C_CMP_VIA(neu, T, C, F, AS)                                                                                    \
    PTX2C_CMP_VIA(leu, T, C, F, AS)                                                                                    \
    PTX2C_CMP_VIA(geu, T, C, F, AS)                                                                                    \
    PTX2C_CMP_REST_VIA(T, C, F, AS)
#define PTX2C_CMP_REST_VIA(T, C, F, AS)                                                                                \
    PTX2C_CMP_VIA(ne, T, C, F, AS)                                                                                     \
    PTX2C_CMP_VIA(le, T, C, F, AS)                                                                                     \
    PTX2C_CMP_VIA(ge, T, C, F, AS)                                                                                     \
    PTX2C_CMP_VIA(equ, T, C, F, AS)                                                                                    \
    PTX2C_CMP_VIA(ltu, T, C, F, AS)                                                                                    \
    PTX2C_CMP_VIA(gtu, T, C, F, AS)                                                                                    \
    PTX2C_CMP_VIA(num, T, C, F, AS)                                                                                    \
    PTX2C_CMP_VIA(nan, T, C, F, AS)

/* The Boolean operators that combine a comparison with a predicate. */
PTX2C_INLINE bool ptx2c_and(bool t, bool c) { return t & c; }
PTX2C_INLINE bool ptx2c_or(bool t, bool c) { return t | c; }
PTX2C_INLINE bool ptx2c_xor(bool t, bool c) { return t ^ c; }

/* With zero, by the bits: from the least normal number of a sign to infinity they follow each other. */
PTX2C_INLINE bool ptx2c_is_below_f32(float a) { return ptx2c_bits_f32(a) - 0x80800000 <= 0x7f800000 - 0x00800000; }
PTX2C_INLINE bool ptx2c_is_above_f32(float a) { return ptx2c_bits_f32(a) - 0x00800000 <= 0x7f800000 - 0x00800000; }
PTX2C_INLINE bool ptx2c_is_flushed_f32(float a) { return (ptx2c_bits_f32(a) & 0x7f800000) == 0; }
#define PTX2C_CMP_ZERO(OP, IS)                                                                                         \
    PTX2C_CMP(OP, ftz_f32, float, PTX2C_CONSTANT(b) && b == 0 ? IS(a) : ptx2c_cmp_##OP##_f32(ptx2c_ftz_f32(a), ptx2c_ftz_f32(b)))
PTX2C_CMP_ZERO(eq, ptx2c_is_flushed_f32)
PTX2C_CMP_ZERO(neu, !ptx2c_is_flushed_f32)
PTX2C_CMP_ZERO(lt, ptx2c_is_below_f32)
PTX2C_CMP_ZERO(geu, !ptx2c_is_below_f32)
PTX2C_CMP_ZERO(gt, ptx2c_is_above_f32)
PTX2C_CMP_ZERO(leu, !ptx2c_is_above_f32)
PTX2C_CMP_REST_VIA(ftz_f32, float, ptx2c_ftz_f32, f32)

/* As in f32.h: none is subnormal by right. */
PTX2C_CMP_FLOAT_VIA(daz_f32, float, , f32)

#endif
