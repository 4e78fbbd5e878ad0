/* half.cu: a kernel for each row of half.h and each of its formats: h_NAME for f16, b_NAME for bf16. */
#pragma nv_diag_suppress 177, 550 /* each kernel uses some of its variables */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define KERNEL(NAME, T, EXPRESSION)                                                                                    \
    extern "C" __global__ void NAME(T *result, const T *as, const T *bs, const T *cs, unsigned n)                      \
    {                                                                                                                  \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                                            \
        if (i >= n)                                                                                                    \
            return;                                                                                                    \
        T a = as[i], b = bs[i], c = cs[i];                                                                             \
        result[i] = EXPRESSION;                                                                                        \
    }
#define H(NAME, ARGUMENTS, EXPRESSION, REFERENCE, BOUND) KERNEL(h_##NAME, __half, EXPRESSION)
#include "half.h"
#define H(NAME, ARGUMENTS, EXPRESSION, REFERENCE, BOUND) KERNEL(b_##NAME, __nv_bfloat16, EXPRESSION)
#include "half.h"
