// farthest.cu: how far the farthest point of a set is from the nearest of another (Hausdorff): warps agree by shuffles, blocks by an atomic.
__device__ float dist2(float2 a, float2 b)
{
    const float x = a.x - b.x, y = a.y - b.y;
    return x * x + y * y;
}
__device__ float warp_max(float v)
{
    for (int o = warpSize / 2; o > 0; o /= 2)
        v = fmaxf(v, __shfl_down_sync(0xffffffff, v, o));
    return v;
}
extern "C" __global__ void farthest(unsigned *result, const float2 *from, int nfrom, const float2 *to, int nto)
{
    __shared__ float parts[32];
    float far = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nfrom; i += gridDim.x * blockDim.x) {
        float near = 3.402823466e38f;
        const float2 p = from[i];
        for (int k = 0; k < nto; k++)
            near = fminf(near, dist2(p, to[k]));
        far = fmaxf(far, near);
    }
    far = warp_max(far);
    if ((threadIdx.x & 31) == 0)
        parts[threadIdx.x >> 5] = far;
    __syncthreads();
    if (threadIdx.x < 32) {
        far = threadIdx.x < (blockDim.x + 31) / 32 ? parts[threadIdx.x] : 0.0f;
        far = warp_max(far);
        if (threadIdx.x == 0)
            atomicMax(result, __float_as_uint(far));
    }
}
