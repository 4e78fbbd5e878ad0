// fields.cu: nvcc -ptx -arch=sm_80
#include "fields.h"

// Each place alone, over shared memory and a barrier, in a loop, and from the number of the thread in the grid.
#define KERNELS(name, at)                                                                                              \
    extern "C" __global__ void plain_##name(const int *in, int *out, int n)                                            \
    {                                                                                                                  \
        int t = threadIdx.x;                                                                                           \
        out[blockIdx.x * blockDim.x + t] = in[at] + t;                                                                 \
    }                                                                                                                  \
    extern "C" __global__ void shared_##name(const int *in, int *out, int n)                                           \
    {                                                                                                                  \
        __shared__ int s[1100];                                                                                        \
        int t = threadIdx.x, sum = 0;                                                                                  \
        for (int i = t; i < 1100; i += blockDim.x)                                                                     \
            s[i] = in[i];                                                                                              \
        __syncthreads();                                                                                               \
        for (int i = 0; i < 4; i++)                                                                                    \
            sum += s[(at) + i];                                                                                        \
        __syncthreads();                                                                                               \
        s[t] = sum;                                                                                                    \
        __syncthreads();                                                                                               \
        out[blockIdx.x * blockDim.x + t] = s[t ^ 1 ^ (blockDim.x & 1)] + sum;                                          \
    }
FIELDS(KERNELS)

// In a warp, in a loop, and from the number of the thread in the grid.
#define AT (((t & 7) + (t >> 3) * 8 + n) & 1023)
extern "C" __global__ void warp_places(const int *in, int *out, int n)
{
    int t = threadIdx.x, v = in[AT];
    __syncwarp();
    out[blockIdx.x * blockDim.x + t] = v * 2 + in[t >> 4];
}
extern "C" __global__ void loop_places(const int *in, int *out, int n)
{
    int t = threadIdx.x, sum = 0;
    for (int i = t & 15; i < 1024; i += 16)
        sum = sum * 3 + in[i] + in[(t >> 4) + i];
    out[blockIdx.x * blockDim.x + t] = sum;
}
extern "C" __global__ void grid_places(const int *in, int *out, int n)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x, t = g & 1023;
    out[g] = in[AT] + in[g & 15] * 3 + in[g >> 4 & 31];
}


// The thread's place in a block of two dimensions.
extern "C" __global__ void square(const int *in, int *out, int n)
{
    int x = threadIdx.x, y = threadIdx.y, t = y * blockDim.x + x;
    out[blockIdx.x * blockDim.x * blockDim.y + t] = in[(x & 7) + (y & 3) * 8] + in[(x >> 3) + (t >> 4)] + n;
}
