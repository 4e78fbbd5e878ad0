/* mode.h: the floating-point mode that generated code needs, whatever the caller's mode and the compiler's flags are.
 * Comes before everything else that it includes. */
#ifndef PTX2C_MODE_H
#define PTX2C_MODE_H

#if defined __FAST_MATH__ || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__)
#error "-ffast-math changes results: compile without it (-fno-math-errno is fine)"
#endif

/* A product and a sum, each rounded, are not a fused multiply-add.  gcc fuses them unless it is told -std=c11, clang
 * within an expression.  (This pragma changes no other flag, and nothing in code compiled with -std=c11.) */
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize("fp-contract=off")
#else
#pragma STDC FP_CONTRACT OFF
#endif

#include "types.h"
#include <fenv.h>
#include <float.h>

#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16 /* 16: only of _Float16 */
#error "float and double must be computed in their own precision (x86: -msse2 -mfpmath=sse; s390x: -fexcess-precision=fast)"
#endif

/* Rounding to nearest, no subnormal flushed: set for a thread that runs CTAs, and put back behind them. */
PTX2C_INLINE void ptx2c_mode_begin(fenv_t *before)
{
    fegetenv(before);
    fesetenv(FE_DFL_ENV);
}

PTX2C_INLINE void ptx2c_mode_end(const fenv_t *before) { fesetenv(before); }

/* Compiled as the kernels are where they may have a fused multiply-add. */
#if defined PTX2C_TARGET
PTX2C_TARGET(PTX2C_V3)
#endif
static PTX2C_NOINLINE double ptx2c_mode_probe(double a, double b, double c) { return a * b - c; }

/* Does the compiler fuse multiplications and additions all the same?  No macro tells; clang's -ffp-contract=fast listens
 * to no pragma.  The product, 1 - 2^-60, is not a double; it may be rounded in any direction. */
PTX2C_INLINE bool ptx2c_mode_fuses(void)
{
#if defined PTX2C_TARGET
    if (ptx2c_processor() < 3)
        return false;
#endif
    volatile double e = 0x1p-30, a = 1 + e, b = 1 - e, product = a * b;
    return ptx2c_mode_probe(a, b, product) != 0;
}

#endif
