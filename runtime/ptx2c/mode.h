/* mode.h: the floating-point mode that generated code needs, whatever the caller's mode and the compiler's flags are.
 * Comes before everything else that it includes. */
#ifndef PTX2C_MODE_H
#define PTX2C_MODE_H

#if defined __FAST_MATH__ || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__)
#error "-ffast-math changes results: compile without it (-fno-math-errno is fine)"
#endif

#include "processor.h"
#include "system.h"

/* A product and a sum, each rounded, are not a fused multiply-add.  gcc fuses them unless it is told -std=c11, clang
 * within an expression.  And nobody asks which operations were inexact or invalid: gcc may do both sides of a condition that
 * differs between lanes, which it needs for vectors.  (This pragma changes no other flag.) */
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize("fp-contract=off", "no-trapping-math")
#else
#pragma STDC FP_CONTRACT OFF
#endif

#include "types.h"
#include <float.h>
#if defined __GNUC__ && (defined __arm__ || defined __riscv) && !defined __unix__ /* no operating system: perhaps no libm */
#define PTX2C_OWN_MODE
#elif defined __x86_64__ && defined __GNUC__ && !defined __TINYC__
#define PTX2C_MXCSR 1 /* which counts alone, and takes a tenth of the time of fesetenv */
#else
#include <fenv.h>
#endif

#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16 /* 16: only of _Float16 */
#error "float and double must be computed in their own precision (x86: -msse2 -mfpmath=sse; s390x: -fexcess-precision=fast)"
#endif

/* Whether kernels with .ftz arithmetic alone have the processor take subnormal inputs for zeros (denormals are zeros, bit
 * 6 of x86's MXCSR).  -DPTX2C_DAZ=0: software does that everywhere, as under valgrind, which lacks the mode. */
#if !defined PTX2C_DAZ
#if defined PTX2C_MXCSR
#define PTX2C_DAZ 1
#else
#define PTX2C_DAZ 0
#endif
#endif

/* Rounding to nearest, no subnormal flushed; daz: but inputs, where PTX2C_DAZ.  Set for a thread that runs CTAs, and put back
 * behind them. */
#if defined PTX2C_OWN_MODE
typedef uint32_t ptx2c_mode;
PTX2C_INLINE void ptx2c_mode_set(uint32_t mode)
{
#if defined __arm__ && defined __ARM_FP
    __asm__ volatile("vmsr fpscr, %0" : : "r"(mode));
#elif defined __riscv_flen
    __asm__ volatile("fscsr %0" : : "r"(mode));
#else
    (void)mode;
#endif
}

PTX2C_INLINE void ptx2c_mode_begin(ptx2c_mode *before, bool daz)
{
    (void)daz;
    *before = 0;
#if defined __arm__ && defined __ARM_FP
    __asm__ volatile("vmrs %0, fpscr" : "=r"(*before));
#elif defined __riscv_flen
    __asm__ volatile("frcsr %0" : "=r"(*before));
#endif
    ptx2c_mode_set(0);
}

PTX2C_INLINE void ptx2c_mode_end(const ptx2c_mode *before) { ptx2c_mode_set(*before); }
#elif defined PTX2C_MXCSR
typedef uint32_t ptx2c_mode;
PTX2C_INLINE void ptx2c_mode_begin(ptx2c_mode *before, bool daz)
{
    const uint32_t wanted = PTX2C_DAZ && daz ? 0x1f80 | 0x40 : 0x1f80;
    *before = __builtin_ia32_stmxcsr();
    if (*before != wanted)
        __builtin_ia32_ldmxcsr(wanted);
}

PTX2C_INLINE void ptx2c_mode_end(const ptx2c_mode *before) { __builtin_ia32_ldmxcsr(*before); }
#else
typedef fenv_t ptx2c_mode;
PTX2C_INLINE void ptx2c_mode_begin(ptx2c_mode *before, bool daz)
{
    (void)daz;
    fegetenv(before);
    fesetenv(FE_DFL_ENV);
}

PTX2C_INLINE void ptx2c_mode_end(const ptx2c_mode *before) { fesetenv(before); }
#endif

/* Compiled as the kernels are where they may have a fused multiply-add. */
#if defined PTX2C_TARGET
PTX2C_TARGET(PTX2C_V3)
#endif
static PTX2C_NOINLINE float ptx2c_mode_probe(float a, float b, float c) { return a * b - c; }

/* Does the compiler fuse multiplications and additions all the same?  No macro tells; clang's -ffp-contract=fast listens
 * to no pragma.  The product, 1 - 2^-26, is not a float; it may be rounded in any direction. */
PTX2C_INLINE bool ptx2c_mode_fuses(void)
{
#if defined PTX2C_STATIC && defined __GNUC__ && !defined __clang__
    return false; /* gcc listens to the one above */
#else
#if defined PTX2C_TARGET
    if (ptx2c_processor() < 3)
        return false;
#endif
    volatile float e = 0x1p-13f;
    const float a = 1 + e, b = 1 - e;
    volatile float product = a * b;
    return ptx2c_mode_probe(a, b, product) != 0;
#endif
}

#endif
