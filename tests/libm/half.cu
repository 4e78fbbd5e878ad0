/* half.cu: a kernel for each row of half.h and each of its formats: h_NAME for f16, b_NAME for bf16. */
#pragma nv_diag_suppress 177, 550 /* each kernel uses some of its variables */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ static __half2 pair(__half low, __half high) { return __halves2half2(low, high); }
__device__ static __half upper(__half2 v) { return __high2half(v); }
__device__ static __nv_bfloat162 pair(__nv_bfloat16 low, __nv_bfloat16 high) { return __halves2bfloat162(low, high); }
__device__ static __nv_bfloat16 upper(__nv_bfloat162 v) { return __high2bfloat16(v); }

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
