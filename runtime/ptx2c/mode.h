/* mode.h: the floating-point mode that generated code needs, whatever the caller's mode and the compiler's flags are. */
#ifndef PTX2C_MODE_H
#define PTX2C_MODE_H

#include "types.h"
#include <fenv.h>
#include <float.h>

#if defined __FAST_MATH__ || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__)
#error "-ffast-math changes results: compile without it (-fno-math-errno is fine)"
#endif
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16 /* 16: only of _Float16 */
#error "float and double must be computed in their own precision (x86: -msse2 -mfpmath=sse)"
#endif

/* Rounding to nearest, no subnormal flushed: set for a thread that runs CTAs, and put back behind them. */
PTX2C_INLINE void ptx2c_mode_begin(fenv_t *before)
{
    fegetenv(before);
    fesetenv(FE_DFL_ENV);
}

PTX2C_INLINE void ptx2c_mode_end(const fenv_t *before) { fesetenv(before); }

/* Compiled as the kernels are. */
PTX2C_CLONES static PTX2C_NOINLINE double ptx2c_mode_probe(double a, double b, double c) { return a * b + c; }

/* Does the compiler fuse multiplications and additions?  No macro tells; the exact product here is 1 - 2^-60. */
PTX2C_INLINE bool ptx2c_mode_fuses(void)
{
    volatile double e = 0x1p-30;
    return ptx2c_mode_probe(1 + e, 1 - e, -1) != 0;
}

#endif
