// bytes.cu: how often each byte stands in data: words of four bytes, counts of each warp's own in shared memory, then a block a
// byte's value sums the counts of all blocks.
#define WARPS 6

extern "C" __global__ void count(unsigned *part, const unsigned *data, unsigned words)
{
    __shared__ unsigned counts[WARPS * 256];
    unsigned *const own = counts + (threadIdx.x >> 5) * 256;
#pragma unroll
    for (int i = 0; i < WARPS * 256 / (WARPS * 32); i++)
        counts[threadIdx.x + i * WARPS * 32] = 0;
    __syncthreads();
    for (unsigned at = blockIdx.x * blockDim.x + threadIdx.x; at < words; at += blockDim.x * gridDim.x) {
        const unsigned d = data[at];
        atomicAdd(own + (d & 255), 1);
        atomicAdd(own + (d >> 8 & 255), 1);
        atomicAdd(own + (d >> 16 & 255), 1);
        atomicAdd(own + (d >> 24), 1);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < 256; bin += WARPS * 32) {
        unsigned sum = 0;
        for (int i = 0; i < WARPS; i++)
            sum += counts[bin + i * 256];
        part[blockIdx.x * 256 + bin] = sum;
    }
}

extern "C" __global__ void merge(unsigned *all, const unsigned *part, unsigned parts)
{
    __shared__ unsigned share[256];
    unsigned sum = 0;
    for (unsigned i = threadIdx.x; i < parts; i += 256)
        sum += part[blockIdx.x + i * 256];
    share[threadIdx.x] = sum;
    for (unsigned half = 128; half > 0; half >>= 1) {
        __syncthreads();
        if (threadIdx.x < half)
            share[threadIdx.x] += share[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        all[blockIdx.x] = share[0];
}
