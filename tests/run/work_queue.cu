// Blocks that take work from a queue, as much as they have threads, until there is none.

extern "C" __global__ void scale(int *taken, int n, const float *from, float *to)
{
    __shared__ int first;
    while (true) {
        if (threadIdx.x == 0)
            first = atomicAdd(taken, (int)blockDim.x);
        __syncthreads();
        const int i = first + threadIdx.x;
        __syncthreads();
        if (i - (int)threadIdx.x >= n)
            break;
        if (i < n)
            to[i] = 2 * from[n - 1 - i];
    }
}

// Likewise warps, four rows of 32 each.
extern "C" __global__ void rows(int *taken, int n, const float *from, float *to)
{
    const int lane = threadIdx.x & 31;
    while (true) {
        int row = 0;
        if (lane == 0)
            row = atomicAdd(taken, 4);
        row = __shfl_sync(0xffffffff, row, 0);
        if (row * 32 >= n)
            break;
        for (int i = row * 32 + lane; i < n && i < (row + 4) * 32; i += 32)
            to[i] = 2 * from[n - 1 - i];
    }
}
