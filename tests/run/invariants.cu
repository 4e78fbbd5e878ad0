// invariants.cu: loops over a grid's stride behind a barrier, whose invariant values are read before the first round.
#include <stdint.h>

extern "C" __global__ void constants(const float *in, float *out, const float *from, uint32_t n)
{
    __shared__ float s[32];
    if (threadIdx.x < 32)
        s[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = in[i] * s[5] + s[7];
}

extern "C" __global__ void lanes_own(const float *in, float *out, const float *from, uint32_t n)
{
    __shared__ float s[32];
    if (threadIdx.x < 32)
        s[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = from[i & 15], y = in[i], z = *from;
        for (; i < n; i += blockDim.x * gridDim.x)
            out[i] = in[i] * x + s[7] * y + z;
    }
}

// What is read before the loop is elsewhere when no lane goes into it.
extern "C" __global__ void nowhere(const float *const *in, float *out, int n)
{
    __shared__ float s[64];
    s[threadIdx.x & 63] = 2;
    __syncthreads();
    const float *from = n > 0 ? in[n - 1] : 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] += from[3] * s[i & 31] + from[i];
}

// The loop writes what is read before it.
extern "C" __global__ void beside(float *out, int n)
{
    __shared__ float s[64];
    s[threadIdx.x & 63] = 3;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float first = out[i];
        for (; i < n; i += blockDim.x * gridDim.x)
            out[i] = out[i] * s[1] - first;
    }
}
