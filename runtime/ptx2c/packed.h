/* packed.h: four integers of 8 bits or two of 16 in a register (manual 9.7.1, 9.7.7 of PTX 9.4), carry-less products
 * (9.7.1.5). */
#ifndef PTX2C_PACKED_H
#define PTX2C_PACKED_H

#include "integer.h"

/* Sums and differences modulo 2^8: no carry leaves its byte. */
PTX2C_INLINE uint32_t ptx2c_add_u8x4(uint32_t a, uint32_t b)
{
    return ((a & 0x7f7f7f7f) + (b & 0x7f7f7f7f)) ^ ((a ^ b) & 0x80808080);
}

PTX2C_INLINE uint32_t ptx2c_sub_u8x4(uint32_t a, uint32_t b)
{
    return ((a | 0x80808080) - (b & 0x7f7f7f7f)) ^ ((a ^ ~b) & 0x80808080);
}

/* An element of a: its bits from bit at on as a C type. */
#define PTX2C_ELEMENT(C, a, at) ((int32_t)(C)((a) >> (at)))

/* ptx2c_NAME(a, b): op of the elements x of a and y of b, each of so many bits. */
#define PTX2C_PACKED_OP(NAME, C, BITS, OP)                                                                             \
    PTX2C_INLINE uint32_t ptx2c_##NAME(uint32_t a, uint32_t b)                                                         \
    {                                                                                                                  \
        uint32_t r = 0;                                                                                                \
        for (int i = 0; i < 32; i += BITS) {                                                                           \
            const int32_t x = PTX2C_ELEMENT(C, a, i), y = PTX2C_ELEMENT(C, b, i);                                      \
            r |= ((uint32_t)(OP) & ((1u << BITS) - 1)) << i;                                                           \
        }                                                                                                              \
        return r;                                                                                                      \
    }

PTX2C_INLINE int32_t ptx2c_limit(int32_t x, int32_t least, int32_t most) { return x < least ? least : x > most ? most : x; }

PTX2C_PACKED_OP(add_sat_u8x4, uint8_t, 8, ptx2c_limit(x + y, 0, UINT8_MAX))
PTX2C_PACKED_OP(add_sat_s8x4, int8_t, 8, ptx2c_limit(x + y, INT8_MIN, INT8_MAX))
PTX2C_PACKED_OP(sub_sat_u8x4, uint8_t, 8, ptx2c_limit(x - y, 0, UINT8_MAX))
PTX2C_PACKED_OP(sub_sat_s8x4, int8_t, 8, ptx2c_limit(x - y, INT8_MIN, INT8_MAX))
PTX2C_PACKED_OP(add_sat_u16x2, uint16_t, 16, ptx2c_limit(x + y, 0, UINT16_MAX))
PTX2C_PACKED_OP(add_sat_s16x2, int16_t, 16, ptx2c_limit(x + y, INT16_MIN, INT16_MAX))
PTX2C_PACKED_OP(min_u8x4, uint8_t, 8, x < y ? x : y)
PTX2C_PACKED_OP(min_s8x4, int8_t, 8, x < y ? x : y)
PTX2C_PACKED_OP(max_u8x4, uint8_t, 8, x > y ? x : y)
PTX2C_PACKED_OP(max_s8x4, int8_t, 8, x > y ? x : y)

PTX2C_INLINE uint32_t ptx2c_add_sat_u32(uint32_t a, uint32_t b) { return a + b < a ? UINT32_MAX : a + b; }

PTX2C_INLINE uint32_t ptx2c_relu_s8x4(uint32_t a)
{
    uint32_t s = a >> 7 & 0x01010101;
    return a & ~(s * 0xff);
}

/* set: all bits of an element for which the comparison holds. */
#define PTX2C_PACKED_SET(T, C, BITS)                                                                                   \
    PTX2C_PACKED_OP(set_eq_##T, C, BITS, x == y ? -1 : 0)                                                              \
    PTX2C_PACKED_OP(set_ne_##T, C, BITS, x != y ? -1 : 0)                                                              \
    PTX2C_PACKED_OP(set_lt_##T, C, BITS, x < y ? -1 : 0)                                                               \
    PTX2C_PACKED_OP(set_le_##T, C, BITS, x <= y ? -1 : 0)                                                              \
    PTX2C_PACKED_OP(set_gt_##T, C, BITS, x > y ? -1 : 0)                                                               \
    PTX2C_PACKED_OP(set_ge_##T, C, BITS, x >= y ? -1 : 0)                                                              \
    PTX2C_PACKED_OP(set_lo_##T, C, BITS, x < y ? -1 : 0)                                                               \
    PTX2C_PACKED_OP(set_ls_##T, C, BITS, x <= y ? -1 : 0)                                                              \
    PTX2C_PACKED_OP(set_hi_##T, C, BITS, x > y ? -1 : 0)                                                               \
    PTX2C_PACKED_OP(set_hs_##T, C, BITS, x >= y ? -1 : 0)
PTX2C_PACKED_SET(u8x4, uint8_t, 8)
PTX2C_PACKED_SET(s8x4, int8_t, 8)
PTX2C_PACKED_SET(u16x2, uint16_t, 16)
PTX2C_PACKED_SET(s16x2, int16_t, 16)

/* The halves of the product of polynomials over GF(2) of degree 126. */
PTX2C_INLINE uint64_t ptx2c_clmul_lo_u64(uint64_t a, uint64_t b)
{
    uint64_t r = 0;
    for (int i = 0; i < 64; i++)
        r ^= (a << i) & (0 - (b >> i & 1));
    return r;
}

PTX2C_INLINE uint64_t ptx2c_clmul_hi_u64(uint64_t a, uint64_t b)
{
    uint64_t r = 0;
    for (int i = 1; i < 64; i++)
        r ^= (a >> (64 - i)) & (0 - (b >> i & 1));
    return r;
}

#endif
