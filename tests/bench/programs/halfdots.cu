// halfdots.cu: scalar products of numbers of 16 bits, two at a time: fused products, a tree in shared memory on pairs, shares of blocks as
// floats; then a polynomial of such pairs, in place.
#include <cuda_fp16.h>
__device__ void reduce(half2 *v)
{
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            v[threadIdx.x] = __hadd2(v[threadIdx.x], v[threadIdx.x + s]);
        __syncthreads();
    }
}

extern "C" __global__ void dots(const half2 *__restrict__ a, const half2 *__restrict__ b, float *results, size_t n)
{
    const int stride = gridDim.x * blockDim.x;
    __shared__ half2 parts[128];
    half2 value = __float2half2_rn(0.f);
    parts[threadIdx.x] = __float2half2_rn(0.f);
    for (int i = threadIdx.x + blockDim.x * blockIdx.x; i < n; i += stride)
        value = __hfma2(a[i], b[i], value);
    parts[threadIdx.x] = value;
    __syncthreads();
    reduce(parts);
    if (threadIdx.x == 0) {
        const half2 r = parts[0];
        results[blockIdx.x] = __low2float(r) + __high2float(r);
    }
}

extern "C" __global__ void polynomial(half2 *__restrict__ x, int n, float c0, float c1, float c2)
{
    const int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i < n) {
        const half2 v = x[i];
        half2 y = __hfma2(__float2half2_rn(c2), v, __float2half2_rn(c1));
        y = __hfma2(y, v, __float2half2_rn(c0));
        y = __hmax2(y, __float2half2_rn(0.f));
        x[i] = y;
    }
}
