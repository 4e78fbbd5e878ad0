/* video.h: video instructions (manual 9.7.18): parts of 32-bit registers are taken, computed with, limited and merged.
 *
 * Types are 1 for s32 and 0 for u32.  A selector is the code that generated text has for it: 0 none; 1 to 4 the bytes
 * .b0 to .b3; 5 and 6 the halves .h0 and .h1; longer ones 0x10000 + 0x100000 * digits + the digits, a hexadecimal
 * place each. */
#ifndef PTX2C_VIDEO_H
#define PTX2C_VIDEO_H

#include "integer.h"

#define PTX2C_SIGNED_u32 0
#define PTX2C_SIGNED_s32 1

/* ---- scalar: one part of each operand ---- */

PTX2C_INLINE int64_t ptx2c_vpart(uint32_t v, bool is_signed, uint32_t sel)
{
    uint32_t shift = sel == 0 ? 0 : sel < 5 ? 8 * (sel - 1) : 16 * (sel - 5);
    uint32_t drop = sel == 0 ? 0 : sel < 5 ? 24 : 16; /* bits above the part, once it is at the bottom */
    v = v >> shift << drop;
    return is_signed ? (int64_t)(int32_t)v >> drop : (int64_t)(v >> drop);
}

/* ptx2c_<op>_<atype>_<btype>(a, its selector, b, its selector), in 64 bits */
#define PTX2C_VOP_TYPES(OP, A, B, EXPR)                                                                                \
    PTX2C_INLINE int64_t ptx2c_##OP##_##A##_##B(uint32_t va, uint32_t asel, uint32_t vb, uint32_t bsel)                \
    {                                                                                                                  \
        int64_t a = ptx2c_vpart(va, PTX2C_SIGNED_##A, asel), b = ptx2c_vpart(vb, PTX2C_SIGNED_##B, bsel);              \
        return EXPR;                                                                                                   \
    }
#define PTX2C_VOP(OP, EXPR)                                                                                            \
    PTX2C_VOP_TYPES(OP, u32, u32, EXPR)                                                                                \
    PTX2C_VOP_TYPES(OP, u32, s32, EXPR)                                                                                \
    PTX2C_VOP_TYPES(OP, s32, u32, EXPR)                                                                                \
    PTX2C_VOP_TYPES(OP, s32, s32, EXPR)

PTX2C_VOP(vadd, a + b)
PTX2C_VOP(vsub, a - b)
PTX2C_VOP(vabsdiff, a < b ? b - a : a - b)
PTX2C_VOP(vmin, a < b ? a : b)
PTX2C_VOP(vmax, a > b ? a : b)
PTX2C_VOP(vset_eq, a == b)
PTX2C_VOP(vset_ne, a != b)
PTX2C_VOP(vset_lt, a < b)
PTX2C_VOP(vset_le, a <= b)
PTX2C_VOP(vset_gt, a > b)
PTX2C_VOP(vset_ge, a >= b)
PTX2C_VOP(vshl_clamp, b < 32 ? (int64_t)((uint64_t)a << b) : a > INT32_MAX ? INT64_MAX ^ UINT32_MAX
                                                               : (int64_t)((uint64_t)a << 32))
PTX2C_VOP(vshl_wrap, (int64_t)((uint64_t)a << (b & 31)))
PTX2C_VOP(vshr_clamp, a >> (b > 32 ? 32 : b))
PTX2C_VOP(vshr_wrap, a >> (b & 31))

PTX2C_INLINE int64_t ptx2c_vclamp(int64_t t, bool is_signed, uint32_t bits)
{
    int64_t top = is_signed ? ((int64_t)1 << (bits - 1)) - 1 : ((int64_t)1 << bits) - 1, low = is_signed ? -top - 1 : 0;
    return t > top ? top : t < low ? low : t;
}

/* .sat: to the destination's type and part; the secondary operation with c, of the destination's type */
#define PTX2C_VEND(T)                                                                                                  \
    PTX2C_INLINE int64_t ptx2c_vsat_##T(int64_t t, uint32_t dsel)                                                      \
    {                                                                                                                  \
        return ptx2c_vclamp(t, PTX2C_SIGNED_##T, dsel == 0 ? 32 : dsel < 5 ? 8 : 16);                                  \
    }                                                                                                                  \
    PTX2C_INLINE uint32_t ptx2c_vop2_add_##T(int64_t t, uint32_t c) { return (uint32_t)t + c; }                        \
    PTX2C_INLINE uint32_t ptx2c_vop2_min_##T(int64_t t, uint32_t c)                                                    \
    {                                                                                                                  \
        int64_t v = ptx2c_vpart(c, PTX2C_SIGNED_##T, 0);                                                               \
        return (uint32_t)(t < v ? t : v);                                                                              \
    }                                                                                                                  \
    PTX2C_INLINE uint32_t ptx2c_vop2_max_##T(int64_t t, uint32_t c)                                                    \
    {                                                                                                                  \
        int64_t v = ptx2c_vpart(c, PTX2C_SIGNED_##T, 0);                                                               \
        return (uint32_t)(t > v ? t : v);                                                                              \
    }
PTX2C_VEND(u32)
PTX2C_VEND(s32)

/* t into the part dsel of c. */
PTX2C_INLINE uint32_t ptx2c_vmerge(int64_t t, uint32_t c, uint32_t dsel)
{
    uint32_t shift = dsel == 0 ? 0 : dsel < 5 ? 8 * (dsel - 1) : 16 * (dsel - 5);
    uint32_t mask = (dsel == 0 ? UINT32_MAX : dsel < 5 ? 0xff : 0xffff) << shift;
    return ((uint32_t)t << shift & mask) | (c & ~mask);
}

/* a * b + c with its sum in 128 bits.  Operands that the text negates come negated: negate says which (1 a, 2 b, 4 c),
 * and they are turned back, since it is the product and not its operands that is negated. */
PTX2C_INLINE uint32_t ptx2c_vmad(uint32_t a, uint32_t asel, bool asigned, uint32_t b, uint32_t bsel, bool bsigned,
                                 uint32_t c, uint32_t negate, bool po, uint32_t scale, bool sat)
{
    bool nega = negate & 1, negb = negate & 2, negc = negate & 4;
    bool is_signed = asigned || bsigned || nega != negb || negc;
    int64_t x = ptx2c_vpart(nega ? 0 - a : a, asigned, asel), y = ptx2c_vpart(negb ? 0 - b : b, bsigned, bsel);
    uint64_t lo = (uint64_t)x * (uint64_t)y, hi = (uint64_t)ptx2c_mulhi_s64(x, y), one = po;
    c = negc ? 0 - c : c;
    uint64_t add = is_signed ? (uint64_t)(int64_t)(int32_t)c : c;
    if (nega != negb) {
        lo = ~lo;
        hi = ~hi;
        one = 1;
    } else if (negc) {
        add = ~add;
        one = 1;
    }
    uint64_t carry = ptx2c_carry_u64(lo, add, one), top = is_signed ? (uint64_t)((int64_t)add >> 63) : 0;
    lo += add + one;
    hi += top + carry;
    if (scale) {
        lo = lo >> scale | hi << (64 - scale);
        hi = is_signed ? (uint64_t)((int64_t)hi >> scale) : hi >> scale;
    }
    if (sat && is_signed) {
        bool fits = hi == (uint64_t)((int64_t)lo >> 63);
        lo = fits ? (uint64_t)ptx2c_clamp_s32((int64_t)lo) : (int64_t)hi < 0 ? (uint64_t)INT32_MIN : INT32_MAX;
    } else if (sat) {
        lo = hi || lo > UINT32_MAX ? UINT32_MAX : lo;
    }
    return (uint32_t)lo;
}

/* ---- SIMD: n = 2 halves or 4 bytes ---- */

typedef enum ptx2c_vop {
    PTX2C_vadd, PTX2C_vsub, PTX2C_vavrg, PTX2C_vabsdiff, PTX2C_vmin, PTX2C_vmax,
    PTX2C_vset_eq, PTX2C_vset_ne, PTX2C_vset_lt, PTX2C_vset_le, PTX2C_vset_gt, PTX2C_vset_ge
} ptx2c_vop;

/* Element i of the vector that sel picks from b:a; without sel those of a (first = 0) or b (first = n). */
PTX2C_INLINE int32_t ptx2c_velement(uint32_t a, uint32_t b, uint32_t sel, int n, int first, bool is_signed, int i)
{
    int k = sel ? (int)(sel >> 4 * i & 7) : first + i, bits = 32 / n;
    uint32_t v = (k < n ? a : b) >> k % n * bits << (32 - bits);
    return is_signed ? (int32_t)v >> (32 - bits) : (int32_t)(v >> (32 - bits));
}

/* Which elements a destination's selector names; all without one. */
PTX2C_INLINE uint32_t ptx2c_vmask(uint32_t sel)
{
    uint32_t m = 0;
    if (sel == 0)
        return 15;
    if (sel < 0x10000)
        return 1u << (sel < 5 ? sel - 1 : sel - 5);
    for (uint32_t i = 0; i < sel >> 20; i++)
        m |= 1u << (sel >> 4 * i & 7);
    return m;
}

PTX2C_INLINE int32_t ptx2c_vcompute(ptx2c_vop op, int32_t a, int32_t b)
{
    switch (op) {
    case PTX2C_vadd: return a + b;
    case PTX2C_vsub: return a - b;
    case PTX2C_vavrg: return (a + b + (a + b >= 0)) >> 1;
    case PTX2C_vabsdiff: return a < b ? b - a : a - b;
    case PTX2C_vmin: return a < b ? a : b;
    case PTX2C_vmax: return a > b ? a : b;
    case PTX2C_vset_eq: return a == b;
    case PTX2C_vset_ne: return a != b;
    case PTX2C_vset_lt: return a < b;
    case PTX2C_vset_le: return a <= b;
    case PTX2C_vset_gt: return a > b;
    case PTX2C_vset_ge: return a >= b;
    }
    return 0;
}

PTX2C_INLINE uint32_t ptx2c_vsimd(ptx2c_vop op, int n, bool dsigned, bool asigned, bool bsigned, bool sat, bool add,
                                  uint32_t a, uint32_t asel, uint32_t b, uint32_t bsel, uint32_t c, uint32_t dsel)
{
    uint32_t mask = ptx2c_vmask(dsel), field = n == 2 ? 0xffff : 0xff, d = c;
    int bits = 32 / n;
    for (int i = 0; i < n; i++) {
        int32_t x = ptx2c_velement(a, b, asel, n, 0, asigned, i), y = ptx2c_velement(a, b, bsel, n, n, bsigned, i);
        int32_t t = ptx2c_vcompute(op, x, y);
        t = sat ? (int32_t)ptx2c_vclamp(t, dsigned, (uint32_t)bits) : t;
        if (!(mask >> i & 1))
            continue;
        d = add ? d + (uint32_t)t : (d & ~(field << i * bits)) | ((uint32_t)t & field) << i * bits;
    }
    return d;
}

#endif
