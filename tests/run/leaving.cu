// leaving.cu: loops that lanes leave for a reason of their own or all together.
#define ALSO static __device__ __forceinline__
#include "leaving.h"

extern "C" __global__ void leave_both(unsigned *out, int most)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = both(i * 37 + 1, most);
}

extern "C" __global__ void leave_either(unsigned *out, int most)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 3)
        out[i] = either(i, most);
}

extern "C" __global__ void leave_inner(float *out, int most)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = inner(i, most);
}
