// warpsize.cu: sums of rows by blocks, whose warps are as large as the device says.

__device__ float warp_sum(float x)
{
    for (int d = warpSize / 2; d > 0; d /= 2)
        x += __shfl_down_sync(0xffffffff, x, d);
    return x;
}

extern "C" __global__ void sums(int width, const float *from, float *to)
{
    __shared__ float part[32];
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize, warps = blockDim.x / warpSize;
    float x = 0;
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        x += from[blockIdx.x * width + i];
    x = warp_sum(x);
    if (lane == 0)
        part[warp] = x;
    __syncthreads();
    if (warp == 0) {
        x = warp_sum(lane < warps ? part[lane] : 0);
        if (lane == 0)
            to[blockIdx.x] = x;
    }
}
