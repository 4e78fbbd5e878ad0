// unit_steps.cu: steps from place to place that are known at run time only, mostly 1; what one thread does is in unit_steps.h.
#include "unit_steps.h"

#define I (int)(blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void gather(const float *from, float *to, const int *step, int width, int n)
{
    if (I < n)
        gather_one(from, to, step, width, I);
}

extern "C" __global__ void move(const int *from, int *to, Layout in, Layout out)
{
    move_one(from, to, in, out, I, blockIdx.y);
}

extern "C" __global__ void walk(const int *from, int *to, const int *step, int n)
{
    walk_one(from, to, step, n, I, gridDim.x * blockDim.x);
}

extern "C" __global__ void across(const int *from, int *to, const int *size, int n)
{
    if (I < n)
        across_one(from, to, size, I);
}

/* Behind a barrier, where nothing can be run again. */
extern "C" __global__ void smooth(const float *from, float *to, const int *step, int n)
{
    __shared__ float there[128];
    const int t = threadIdx.x, s = *step;
    there[t] = I < n ? from[I] : 0;
    __syncthreads();
    if (I < n)
        to[I * s] = there[t] + there[t > 0 ? t - 1 : 0];
}
