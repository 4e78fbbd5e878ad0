// launch.cu: kernels that do next to nothing: what they take is the cost of a launch and of a block.

extern "C" __global__ void store(int *p)
{
    p[threadIdx.x] = 1;
}

extern "C" __global__ void guarded(int *p, int n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < n)
        p[threadIdx.x] = i;
}

extern "C" __global__ void barrier(int *p)
{
    __shared__ int part[32];
    part[threadIdx.x] = threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = part[31 - threadIdx.x];
}

extern "C" __global__ void shuffle(int *p)
{
    p[threadIdx.x] = __shfl_down_sync(0xffffffffu, p[threadIdx.x], 1);
}
