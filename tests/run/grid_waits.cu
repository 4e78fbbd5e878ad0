// Blocks that wait for others between two barriers of their own.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Rounds over all of the grid's work, each behind the one before.
extern "C" __global__ void jacobi(float *a, float *b, int n, int steps)
{
    cg::grid_group grid = cg::this_grid();
    for (int s = 0; s < steps; s++) {
        for (int i = grid.thread_rank(); i < n; i += grid.size())
            if (i > 0 && i < n - 1)
                b[i] = (a[i - 1] + a[i] + a[i + 1]) * 0.25f;
        grid.sync();
        float *t = a;
        a = b;
        b = t;
    }
}

// Sums of blocks, which the first one adds up; some threads have left before.
extern "C" __global__ void reduce(const int *in, int *part, int *sum, int n)
{
    cg::thread_block block = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
    __shared__ int tmp[256];
    int own = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        own += in[i];
    tmp[threadIdx.x] = own;
    block.sync();
    for (int h = blockDim.x / 2; h; h /= 2) {
        if (threadIdx.x < h)
            tmp[threadIdx.x] += tmp[threadIdx.x + h];
        block.sync();
    }
    if (threadIdx.x == 0)
        part[blockIdx.x] = tmp[0];
    grid.sync();
    if (blockIdx.x == 0) {
        int all = 0;
        for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
            all += part[i];
        atomicAdd(sum, all);
    }
}

// A barrier of the grid by hand: one counter.
__device__ void meet_at(int *count, int all)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < all)
            ;
        __threadfence();
    }
    __syncthreads();
}

extern "C" __global__ void turns(int *data, int *count, int n, int steps)
{
    for (int s = 0; s < steps; s++) {
        const int from = (blockIdx.x + s) % gridDim.x;
        const int v = from * blockDim.x + threadIdx.x < n ? data[from * blockDim.x + threadIdx.x] : 0;
        meet_at(count, (2 * s + 1) * gridDim.x);
        const int to = blockIdx.x * blockDim.x + threadIdx.x;
        if (to < n)
            data[to] += 3 * v + s;
        meet_at(count, (2 * s + 2) * gridDim.x);
    }
}

// One flag for each block, which threads of the first look at side by side.
__device__ void meet_by_flags(volatile int *in, volatile int *out, int goal)
{
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        in[blockIdx.x] = goal;
    if (blockIdx.x == 0) {
        if (threadIdx.x < gridDim.x)
            while (in[threadIdx.x] != goal)
                ;
        __syncthreads();
        if (threadIdx.x < gridDim.x)
            out[threadIdx.x] = goal;
    }
    if (threadIdx.x == 0)
        while (out[blockIdx.x] != goal)
            ;
    __threadfence();
    __syncthreads();
}

extern "C" __global__ void flags(int *data, int *in, int *out, int steps)
{
    const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int s = 1; s <= steps; s++) {
        const int v = __ldcg(&data[(i + s * blockDim.x) % n]);
        meet_by_flags(in, out, 2 * s - 1);
        data[i] += v ^ s;
        meet_by_flags(in, out, 2 * s);
    }
}

// Each block goes on with what the one before has found, and tells the next; there are more blocks than run at once.
extern "C" __global__ void chain(const int *in, int *out, int n, volatile int *sum, volatile int *ready)
{
    __shared__ int tmp[128], before;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tmp[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        const int v = threadIdx.x >= d ? tmp[threadIdx.x - d] : 0;
        __syncthreads();
        tmp[threadIdx.x] += v;
        __syncthreads();
    }
    if (threadIdx.x == blockDim.x - 1) {
        int all = 0;
        if (blockIdx.x > 0) {
            while (ready[blockIdx.x - 1] == 0)
                ;
            __threadfence();
            all = sum[blockIdx.x - 1];
        }
        before = all;
        sum[blockIdx.x] = all + tmp[threadIdx.x];
        __threadfence();
        ready[blockIdx.x] = 1;
    }
    __syncthreads();
    if (i < n)
        out[i] = tmp[threadIdx.x] + before;
}

// All threads of a block look at the flag of the next block: the last one begins.
extern "C" __global__ void back(int *out, volatile int *flag)
{
    if (blockIdx.x + 1 < gridDim.x)
        while (flag[blockIdx.x + 1] == 0)
            ;
    __threadfence();
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = flag[gridDim.x] + threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        flag[gridDim.x] = flag[gridDim.x] * 3 + blockIdx.x;
        __threadfence();
        flag[blockIdx.x] = 1;
    }
}

// The others have work that the waiting thread needs: theirs must not wait for it.
extern "C" __global__ void other(int *out, volatile int *done)
{
    if (threadIdx.x == 0) {
        while (done[blockIdx.x] < 63)
            ;
        out[blockIdx.x] = done[blockIdx.x];
    } else {
        out[gridDim.x + blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
        atomicAdd((int *)&done[(blockIdx.x + 1) % gridDim.x], 1);
    }
}

// A flag that nobody sets.
extern "C" __global__ void never(volatile int *flag, int *out)
{
    __syncthreads();
    if (threadIdx.x == 33 && blockIdx.x == 2)
        while (*flag == 0)
            ;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// As chain, but each block begins before the one that it waits for; where its own sum goes it knows before it waits.
extern "C" __global__ void chain_back(const int *in, int *out, int n, volatile int *sum, volatile int *ready)
{
    __shared__ int tmp[64], before;
    __shared__ unsigned mine;
    if (threadIdx.x == 0)
        mine = gridDim.x - 1 - blockIdx.x;
    __syncthreads();
    const unsigned tile = mine;
    const int i = tile * blockDim.x + threadIdx.x;
    tmp[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) {
        int all = 0;
        if (tile > 0) {
            while (ready[tile - 1] == 0)
                ;
            __threadfence();
            all = sum[tile - 1];
        }
        before = all;
        sum[tile] = all + tmp[threadIdx.x];
        __threadfence();
        ready[tile] = 1;
    }
    __syncthreads();
    if (i < n)
        out[i] = tmp[threadIdx.x] + before;
}
