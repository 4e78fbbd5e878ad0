// reduce_shuffle.cu: one sum per block of up to 1024 threads, by shuffles in warps and shared memory between them.

__device__ float warp_sum(float sum)
{
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xFFFFFFFFu, sum, offset);
    return sum;
}

extern "C" __global__ void reduce_shuffle(const float *in, float *out, int n)
{
    __shared__ float part[32];
    int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + tid; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    sum = warp_sum(sum);
    if (lane == 0)
        part[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? part[lane] : 0;
        sum = warp_sum(sum);
        if (lane == 0)
            out[blockIdx.x] = sum;
    }
}
