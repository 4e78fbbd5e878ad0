// shapes.cu: grids and blocks of one to three dimensions.

__device__ unsigned thread_in_block()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__device__ unsigned threads_per_block()
{
    return blockDim.x * blockDim.y * blockDim.z;
}

__device__ unsigned block_in_grid()
{
    return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}

__device__ unsigned lane_id()
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

// Lanes of this thread's warp.
__device__ unsigned warp_mask()
{
    unsigned left = threads_per_block() - thread_in_block() / 32 * 32;
    return left >= 32 ? 0xFFFFFFFFu : (1u << left) - 1;
}

// Sixteen words per thread: where it is and how large everything is.
extern "C" __global__ void shapes_ids(unsigned *out)
{
    unsigned lt, le, gt, ge;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
    asm("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
    unsigned *to = out + 16 * (size_t)(block_in_grid() * threads_per_block() + thread_in_block());
    to[0] = threadIdx.x | threadIdx.y << 11 | threadIdx.z << 22;
    to[1] = blockIdx.x;
    to[2] = blockIdx.y << 16 | blockIdx.z;
    to[3] = blockDim.x | blockDim.y << 11 | blockDim.z << 22;
    to[4] = gridDim.x;
    to[5] = gridDim.y << 16 | gridDim.z;
    to[6] = lane_id();
    to[7] = warpSize;
    to[8] = lt;
    to[9] = le;
    to[10] = gt;
    to[11] = ge;
    to[12] = threadIdx.x * blockIdx.x - threadIdx.y * blockIdx.y + threadIdx.z * blockIdx.z;
    to[13] = threadIdx.y % 2 ? threadIdx.x : ~threadIdx.x;
    to[14] = thread_in_block() / 32;
    to[15] = (float)threadIdx.x / 4 == 0.5f;
}

// Twelve words per thread: what warps say together.  Warps are cut from the block's threads in order x, y, z, so they
// bend around rows; the last one may be short.
extern "C" __global__ void shapes_votes(unsigned *out)
{
    unsigned tid = thread_in_block(), lane = lane_id(), mask = warp_mask(), left = __popc(mask);
    unsigned *to = out + 12 * (size_t)(block_in_grid() * threads_per_block() + tid);
    to[0] = __ballot_sync(mask, threadIdx.x % 3 == 0);
    to[1] = __any_sync(mask, threadIdx.y == 1);
    to[2] = __all_sync(mask, threadIdx.y < 2);
    to[3] = __popc(__ballot_sync(mask, threadIdx.z & 1));
    to[4] = __match_any_sync(mask, threadIdx.y);
    to[5] = __shfl_sync(mask, tid, (lane + 5) % left);
    unsigned neighbour = __shfl_xor_sync(mask, threadIdx.x, 1), third = __shfl_down_sync(mask, tid, 3, 16);
    to[6] = (lane ^ 1) < left ? neighbour : threadIdx.x; // of a lane that there is
    to[7] = __shfl_up_sync(mask, tid, 1, 8);
    to[8] = lane % 16 + 3 < 16 && lane + 3 < left ? third : tid;
    // A warp in two parts, each voting with itself.
    bool even = lane % 2 == 0;
    unsigned part = __ballot_sync(mask, even);
    if (even)
        to[9] = __ballot_sync(part, threadIdx.x & 2);
    else
        to[9] = __ballot_sync(mask & ~part, tid & 4);
    int same;
    __match_all_sync(mask, blockIdx.x, &same);
    to[10] = same;
    int all;
    unsigned row = __match_all_sync(mask, threadIdx.y, &all);
    to[11] = (row == (all ? mask : 0)) | all << 1;
}

// Four words per thread: what a block says together.  value needs one word per thread.
extern "C" __global__ void shapes_blocks(unsigned *out)
{
    extern __shared__ unsigned value[];
    unsigned tid = thread_in_block(), threads = threads_per_block();
    unsigned *to = out + 4 * (size_t)(block_in_grid() * threads + tid);
    to[0] = __syncthreads_count(threadIdx.x % 2 == 0);
    to[1] = __syncthreads_and(threadIdx.y < 3) != 0;
    to[2] = __syncthreads_or(threadIdx.z == 2) != 0;
    value[tid] = tid * tid + block_in_grid();
    __syncthreads();
    to[3] = value[(tid + threads / 2) % threads] - value[threads - 1 - tid];
}
