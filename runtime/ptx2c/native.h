/* native.h: instructions that C has no words for, each of which takes the place of many others: RISC-V's arithmetic in a
 * rounding mode that the instruction names, its minimum and maximum, its telling that a number is subnormal, and the conversions
 * to integers of RISC-V and ARM, which saturate.  Only where lanes have no vectors: compilers can't make one instruction of a loop
 * over these; but for minimum and maximum of ARM, and for quotients of integers, of which there are no vectors. */
#ifndef PTX2C_NATIVE_H
#define PTX2C_NATIVE_H

#include "types.h"

#if PTX2C_SINGLE && defined __GNUC__ && defined __riscv_flen
#define PTX2C_RISCV_F32 (__riscv_flen >= 32)
#define PTX2C_RISCV_F64 (__riscv_flen >= 64)
#else
#define PTX2C_RISCV_F32 0
#define PTX2C_RISCV_F64 0
#endif

/* Signs of floats are changed by one instruction, which compilers don't see in what is done with the bits. */
#if PTX2C_SINGLE && defined __GNUC__ && defined __arm__ && defined __ARM_FP
#define PTX2C_SIGNS_F32 1
#define PTX2C_SIGNS_F64 (__ARM_FP >> 3 & 1)
#elif defined __aarch64__ && defined __GNUC__
#define PTX2C_SIGNS_F32 1
#define PTX2C_SIGNS_F64 1
#else
#define PTX2C_SIGNS_F32 PTX2C_RISCV_F32
#define PTX2C_SIGNS_F64 PTX2C_RISCV_F64
#endif

#if PTX2C_RISCV_F32
/* The names of the rounding modes. */
#define PTX2C_RISCV_rz "rtz"
#define PTX2C_RISCV_rm "rdn"
#define PTX2C_RISCV_rp "rup"

/* r = op(a ...): R, A: constraints of the result and of operands; RND: ", rdn" and the like, or nothing. */
#define PTX2C_RISCV_1(OP, R, r, A, a, RND) __asm__(OP " %0, %1" RND : "=" R(r) : A(a))
#define PTX2C_RISCV_2(OP, r, a, b, RND) __asm__(OP " %0, %1, %2" RND : "=f"(r) : "f"(a), "f"(b))
#define PTX2C_RISCV_3(OP, r, a, b, c, RND) __asm__(OP " %0, %1, %2, %3" RND : "=f"(r) : "f"(a), "f"(b), "f"(c))

/* add, sub, mul, div, fma, sqrt and rcp, rounded as RND says; D: the letter of the type C. */
#define PTX2C_RISCV_ROUNDED(RND, T, C, D)                                                                              \
    PTX2C_RISCV_OP_2(add, RND, T, C, D)                                                                                \
    PTX2C_RISCV_OP_2(sub, RND, T, C, D)                                                                                \
    PTX2C_RISCV_OP_2(mul, RND, T, C, D)                                                                                \
    PTX2C_RISCV_OP_2(div, RND, T, C, D)                                                                                \
    PTX2C_INLINE C ptx2c_rcp_##RND##_##T(C a) { return ptx2c_div_##RND##_##T(1, a); }                                  \
    PTX2C_INLINE C ptx2c_fma_##RND##_##T(C a, C b, C c)                                                                \
    {                                                                                                                  \
        C r;                                                                                                           \
        PTX2C_RISCV_3("fmadd." D, r, a, b, c, ", " PTX2C_RISCV_##RND);                                                 \
        return r;                                                                                                      \
    }                                                                                                                  \
    PTX2C_INLINE C ptx2c_sqrt_##RND##_##T(C a)                                                                         \
    {                                                                                                                  \
        C r;                                                                                                           \
        PTX2C_RISCV_1("fsqrt." D, "f", r, "f", a, ", " PTX2C_RISCV_##RND);                                             \
        return ptx2c_canonical_##T(r);                                                                                 \
    }
#define PTX2C_RISCV_OP_2(OP, RND, T, C, D)                                                                             \
    PTX2C_INLINE C ptx2c_##OP##_##RND##_##T(C a, C b)                                                                  \
    {                                                                                                                  \
        C r;                                                                                                           \
        PTX2C_RISCV_2("f" #OP "." D, r, a, b, ", " PTX2C_RISCV_##RND);                                                 \
        return r;                                                                                                      \
    }

/* One instruction tells what kind of number it is: bit 2, 5: a negative, a positive subnormal one. */
PTX2C_INLINE bool ptx2c_is_subnormal_f32(float a)
{
    uint32_t kind;
    PTX2C_RISCV_1("fclass.s", "r", kind, "f", a, "");
    return (kind & 0x24) != 0;
}

/* min and max: -0 is below +0, and a NaN loses; of two NaNs it makes one that is not PTX's. */
#define PTX2C_RISCV_MINMAX(OP, T, C, D)                                                                                \
    PTX2C_INLINE C ptx2c_riscv_##OP##_##T(C a, C b)                                                                    \
    {                                                                                                                  \
        C r;                                                                                                           \
        PTX2C_RISCV_2("f" #OP "." D, r, a, b, "");                                                                     \
        return r;                                                                                                      \
    }
PTX2C_RISCV_MINMAX(min, f32, float, "s")
PTX2C_RISCV_MINMAX(max, f32, float, "s")
#if PTX2C_RISCV_F64
PTX2C_RISCV_MINMAX(min, f64, double, "d")
PTX2C_RISCV_MINMAX(max, f64, double, "d")
#endif
#endif

/* The same of ARM since FPv5, with the canonical NaN of T: of Cortex-M7 and what is ARMv8.  Vectors of 64-bit ARM have such instructions,
 * too, so compilers must know what is meant; numbers win only beside quiet NaNs. */
#if defined __GNUC__ && defined __aarch64__
#define PTX2C_ARM_F32 1
#define PTX2C_ARM_F64 1
#elif defined __GNUC__ && defined __arm__ && defined __ARM_FP && (__ARM_ARCH >= 8 || (defined __ARM_ARCH_7EM__ && (__ARM_FP & 8)))
#define PTX2C_ARM_F32 1
#define PTX2C_ARM_F64 (__ARM_FP >> 3 & 1)
#else
#define PTX2C_ARM_F32 0
#define PTX2C_ARM_F64 0
#endif
#define PTX2C_ARM_MINMAX(OP, T, C, F, nan)                                                                             \
    PTX2C_INLINE C ptx2c_##OP##_##T(C a, C b)                                                                          \
    {                                                                                                                  \
        const C r = F(a, b);                                                                                           \
        if (PTX2C_SINGLE && PTX2C_LIKELY(r == r))                                                                      \
            return r;                                                                                                  \
        const C number = a == a ? a : b == b ? b : (nan);                                                              \
        return r == r ? r : number;                                                                                    \
    }

/* To an integer as C does, towards zero, but what is out of range saturates: PTX2C_TRUNC_<integer>_<float>(r, a) with r not
 * said for NaN, for those that there are.  PTX2C_TRUNC_NAN: whether it is 0 then.  Vectors of 64-bit ARM have such instructions, too; gcc
 * makes them of C's conversion.  But of one and the conversion back it would make one that rounds, which keeps the sign of what becomes 0,
 * and does not saturate: a mask, for which the result is 0 anyway, is between the two. */
#if PTX2C_RISCV_F32
#define PTX2C_TRUNC_s32_f32(r, a) PTX2C_RISCV_1("fcvt.w.s", "r", r, "f", a, ", rtz")
#define PTX2C_TRUNC_u32_f32(r, a) PTX2C_RISCV_1("fcvt.wu.s", "r", r, "f", a, ", rtz")
#if __riscv_xlen >= 64
#define PTX2C_TRUNC_s64_f32(r, a) PTX2C_RISCV_1("fcvt.l.s", "r", r, "f", a, ", rtz")
#define PTX2C_TRUNC_u64_f32(r, a) PTX2C_RISCV_1("fcvt.lu.s", "r", r, "f", a, ", rtz")
#endif
#elif PTX2C_SINGLE && defined __GNUC__ && defined __arm__ && defined __ARM_FP
#define PTX2C_TRUNC_s32_f32(r, a) __asm__("vcvt.s32.f32 %0, %1" : "=t"(r) : "t"(a))
#define PTX2C_TRUNC_u32_f32(r, a) __asm__("vcvt.u32.f32 %0, %1" : "=t"(r) : "t"(a))
#endif
#if PTX2C_RISCV_F64
#define PTX2C_TRUNC_s32_f64(r, a) PTX2C_RISCV_1("fcvt.w.d", "r", r, "f", a, ", rtz")
#define PTX2C_TRUNC_u32_f64(r, a) PTX2C_RISCV_1("fcvt.wu.d", "r", r, "f", a, ", rtz")
#if __riscv_xlen >= 64
#define PTX2C_TRUNC_s64_f64(r, a) PTX2C_RISCV_1("fcvt.l.d", "r", r, "f", a, ", rtz")
#define PTX2C_TRUNC_u64_f64(r, a) PTX2C_RISCV_1("fcvt.lu.d", "r", r, "f", a, ", rtz")
#endif
#elif defined PTX2C_TRUNC_s32_f32 && defined __arm__ && __ARM_FP & 8
#define PTX2C_TRUNC_s32_f64(r, a) __asm__("vcvt.s32.f64 %0, %P1" : "=t"(r) : "w"(a))
#define PTX2C_TRUNC_u32_f64(r, a) __asm__("vcvt.u32.f64 %0, %P1" : "=t"(r) : "w"(a))
#endif
#if defined __aarch64__ && defined __GNUC__ && !defined __clang__
#define PTX2C_TRUNC_s32_f32(r, a) r = (int32_t)(a) & -(int32_t)(__builtin_fabsf(a) >= 1)
#define PTX2C_TRUNC_u32_f32(r, a) r = (uint32_t)(a) & (0 - (uint32_t)((a) >= 1))
#define PTX2C_TRUNC_s64_f32(r, a) r = (int64_t)(a) & -(int64_t)(__builtin_fabsf(a) >= 1)
#define PTX2C_TRUNC_u64_f32(r, a) r = (uint64_t)(a) & (0 - (uint64_t)((a) >= 1))
#define PTX2C_TRUNC_s64_f64(r, a) r = (int64_t)(a) & -(int64_t)(__builtin_fabs(a) >= 1) /* not to 32 bits: vectors go by way of 64 */
#define PTX2C_TRUNC_u64_f64(r, a) r = (uint64_t)(a) & (0 - (uint64_t)((a) >= 1))
#endif
#define PTX2C_TRUNC_NAN (!PTX2C_RISCV_F32)

/* Quotients of integers, for which C leaves open what is divided by 0, and the least by -1: PTX2C_QUOTIENT_<integer>(r, a, b), where an
 * instruction says all ones to the former, or 0 as PTX2C_QUOTIENT_BY_0 says, and the least again to the latter.  Vectors that divide are
 * better. */
#if defined __GNUC__ && defined __aarch64__ && !defined __ARM_FEATURE_SVE
#define PTX2C_QUOTIENT(OP, W, r, a, b) __asm__(OP " %" W "0, %" W "1, %" W "2" : "=r"(r) : "r"(a), "r"(b))
#define PTX2C_QUOTIENT_s32(r, a, b) PTX2C_QUOTIENT("sdiv", "w", r, a, b)
#define PTX2C_QUOTIENT_u32(r, a, b) PTX2C_QUOTIENT("udiv", "w", r, a, b)
#define PTX2C_QUOTIENT_s64(r, a, b) PTX2C_QUOTIENT("sdiv", "x", r, a, b)
#define PTX2C_QUOTIENT_u64(r, a, b) PTX2C_QUOTIENT("udiv", "x", r, a, b)
#define PTX2C_QUOTIENT_BY_0 0
#elif defined __GNUC__ && defined __arm__ && defined __ARM_FEATURE_IDIV
#define PTX2C_QUOTIENT_s32(r, a, b) __asm__("sdiv %0, %1, %2" : "=r"(r) : "r"(a), "r"(b))
#define PTX2C_QUOTIENT_u32(r, a, b) __asm__("udiv %0, %1, %2" : "=r"(r) : "r"(a), "r"(b))
#define PTX2C_QUOTIENT_BY_0 0
#elif defined __GNUC__ && defined __riscv_div && !defined __riscv_vector
#if __riscv_xlen >= 64
#define PTX2C_QUOTIENT_s32(r, a, b) __asm__("divw %0, %1, %2" : "=r"(r) : "r"(a), "r"(b))
#define PTX2C_QUOTIENT_u32(r, a, b) __asm__("divuw %0, %1, %2" : "=r"(r) : "r"(a), "r"(b))
#define PTX2C_QUOTIENT_s64(r, a, b) __asm__("div %0, %1, %2" : "=r"(r) : "r"(a), "r"(b))
#define PTX2C_QUOTIENT_u64(r, a, b) __asm__("divu %0, %1, %2" : "=r"(r) : "r"(a), "r"(b))
#else
#define PTX2C_QUOTIENT_s32(r, a, b) __asm__("div %0, %1, %2" : "=r"(r) : "r"(a), "r"(b))
#define PTX2C_QUOTIENT_u32(r, a, b) __asm__("divu %0, %1, %2" : "=r"(r) : "r"(a), "r"(b))
#endif
#define PTX2C_QUOTIENT_BY_0 1
#endif

#endif
