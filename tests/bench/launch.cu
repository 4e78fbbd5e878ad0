// launch.cu: kernels that do next to nothing: what they take is the cost of a launch and of a block.  p has 4096 numbers, of
// which 128 blocks in a row have 32 each: threads of the host that wrote to the same would wait for each other.

__device__ inline int *mine(int *p) { return p + (blockIdx.x & 127) * 32 + threadIdx.x; }

extern "C" __global__ void store(int *p)
{
    *mine(p) = 1;
}

extern "C" __global__ void guarded(int *p, int n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < n)
        *mine(p) = i;
}

extern "C" __global__ void barrier(int *p)
{
    __shared__ int part[32];
    part[threadIdx.x] = threadIdx.x;
    __syncthreads();
    *mine(p) = part[31 - threadIdx.x];
}

extern "C" __global__ void shuffle(int *p)
{
    *mine(p) = __shfl_down_sync(0xffffffffu, *mine(p), 1);
}
