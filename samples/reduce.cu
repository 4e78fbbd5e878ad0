// reduce.cu: sums, and the smallest and largest of an array.  Blocks may have any shape and size: the last warp of a
// block may be short, so each shuffle names only the lanes that exist.

__device__ unsigned thread_in_block()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__device__ unsigned threads_per_block()
{
    return blockDim.x * blockDim.y * blockDim.z;
}

// Lanes of this thread's warp.
__device__ unsigned lanes_in_warp(unsigned tid, unsigned threads)
{
    unsigned left = threads - tid / 32 * 32;
    return left < 32 ? left : 32;
}

// The sum over a warp, right in its lane 0.
__device__ float warp_sum(float sum, unsigned lane, unsigned lanes)
{
    unsigned mask = 0xFFFFFFFFu >> (32 - lanes);
    for (unsigned offset = 16; offset > 0; offset /= 2) {
        float other = __shfl_down_sync(mask, sum, offset);
        if (lane + offset < lanes)
            sum += other;
    }
    return sum;
}

// Shuffles inside warps, shared memory between them, one atomic per block.
extern "C" __global__ void reduce_shuffle(const float *in, unsigned n, float *total)
{
    __shared__ float partial[32];
    unsigned tid = thread_in_block(), threads = threads_per_block();
    unsigned lanes = lanes_in_warp(tid, threads), warps = (threads + 31) / 32;

    float sum = 0;
    for (unsigned i = blockIdx.x * threads + tid; i < n; i += gridDim.x * threads)
        sum += in[i];
    sum = warp_sum(sum, tid % 32, lanes);
    if (tid % 32 == 0)
        partial[tid / 32] = sum;
    __syncthreads();
    if (tid < 32) {
        sum = tid < warps ? partial[tid] : 0.0f;
        for (unsigned i = tid + lanes; i < warps; i += lanes)
            sum += partial[i];
        sum = warp_sum(sum, tid, lanes);
        if (tid == 0)
            atomicAdd(total, sum);
    }
}

// A tree in dynamic shared memory, one float per thread.
extern "C" __global__ void reduce_tree(const float *in, unsigned n, float *total)
{
    extern __shared__ float value[];
    unsigned tid = thread_in_block(), threads = threads_per_block();

    float sum = 0;
    for (unsigned i = blockIdx.x * threads + tid; i < n; i += gridDim.x * threads)
        sum += in[i];
    value[tid] = sum;
    __syncthreads();
    for (unsigned width = threads; width > 1;) {
        unsigned half = (width + 1) / 2;
        if (tid + half < width)
            value[tid] += value[tid + half];
        __syncthreads();
        width = half;
    }
    if (tid == 0)
        atomicAdd(total, value[0]);
}

// range[0] = smallest, range[1] = largest, by the reductions that warps have from sm_80 on; *count = elements seen.
extern "C" __global__ void reduce_range(const int *in, unsigned n, int *range, unsigned long long *count)
{
    unsigned tid = thread_in_block(), threads = threads_per_block();
    unsigned lanes = lanes_in_warp(tid, threads), mask = 0xFFFFFFFFu >> (32 - lanes);

    int low = 0x7FFFFFFF, high = -0x7FFFFFFF - 1;
    unsigned seen = 0;
    for (unsigned i = blockIdx.x * threads + tid; i < n; i += gridDim.x * threads) {
        low = min(low, in[i]);
        high = max(high, in[i]);
        seen++;
    }
    low = __reduce_min_sync(mask, low);
    high = __reduce_max_sync(mask, high);
    seen = __reduce_add_sync(mask, seen);
    if (tid % 32 == 0) {
        atomicMin(&range[0], low);
        atomicMax(&range[1], high);
        atomicAdd(count, seen);
    }
}
