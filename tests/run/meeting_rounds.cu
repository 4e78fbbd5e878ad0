// Loops that go on until what other threads write says so, and in which all threads of a block meet each round.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Until nothing changes in the grid.
extern "C" __global__ void settle(int *a, int *b, int n, int most, volatile int *changed, int *rounds)
{
    cg::grid_group grid = cg::this_grid();
    int round = 0, more;
    do {
        if (grid.thread_rank() == 0)
            *changed = 0;
        grid.sync();
        for (int i = grid.thread_rank(); i < n; i += grid.size()) {
            const int left = i ? a[i - 1] : a[i], right = i < n - 1 ? a[i + 1] : a[i], best = max(a[i], max(left, right));
            if (best != a[i])
                *changed = 1;
            b[i] = best;
        }
        grid.sync();
        int *t = a;
        a = b;
        b = t;
        round++;
        more = *changed;
        grid.sync();
    } while (more && round < most);
    if (grid.thread_rank() == 0)
        *rounds = round;
}

// Until no vertex was found in a round; two flags in turn.
extern "C" __global__ void levels(const int *row, const int *to, int *level, int n, int *more)
{
    cg::grid_group grid = cg::this_grid();
    for (int now = 0;; now++) {
        for (int v = grid.thread_rank(); v < n; v += grid.size())
            if (level[v] == now)
                for (int e = row[v]; e < row[v + 1]; e++)
                    if (level[to[e]] < 0) {
                        level[to[e]] = now + 1;
                        more[now & 1] = 1;
                    }
        grid.sync();
        const int again = ((volatile int *)more)[now & 1];
        if (grid.thread_rank() == 0)
            more[(now + 1) & 1] = 0;
        grid.sync();
        if (!again)
            break;
    }
}

// Warps add up what they have; all look at the sum.
extern "C" __global__ void shrink(float *x, int n, float enough, float *sum, int *rounds)
{
    cg::grid_group grid = cg::this_grid();
    int round = 0;
    for (float all = enough + 1; all > enough; round++) {
        float own = 0;
        for (int i = grid.thread_rank(); i < n; i += grid.size())
            own += x[i] *= 0.5f;
        for (int d = 16; d; d /= 2)
            own += __shfl_xor_sync(~0u, own, d);
        if (threadIdx.x % 32 == 0)
            atomicAdd(sum + round, own);
        grid.sync();
        all = *(volatile float *)(sum + round);
    }
    if (grid.thread_rank() == 0)
        *rounds = round;
}

// The last block writes what the others look for, without waiting for anybody between.
extern "C" __global__ void watch(volatile int *stop, int *seen, int *done)
{
    __shared__ int now;
    if (blockIdx.x == gridDim.x - 1) {
        if (threadIdx.x == 0)
            *stop = 5;
        seen[blockIdx.x * blockDim.x + threadIdx.x] = 5;
        return;
    }
    do {
        if (threadIdx.x == 0)
            now = *stop;
        __syncthreads();
        seen[blockIdx.x * blockDim.x + threadIdx.x] = now;
        __syncthreads();
    } while (*(volatile int *)&now != 5);
    if (threadIdx.x == 1)
        atomicAdd(done, 1);
}

// The same, and no thread leaves before: one of each block writes when all others have come.
extern "C" __global__ void gather(volatile int *come, int *seen)
{
    if (threadIdx.x == 0)
        atomicAdd((int *)come, 1);
    int found;
    do {
        __syncthreads();
        found = *come;
        seen[blockIdx.x * blockDim.x + threadIdx.x] = found;
    } while (found < gridDim.x);
}

// Only the threads of a block.
extern "C" __global__ void sort_pairs(int *data)
{
    __shared__ int x[128];
    __shared__ volatile int changed;
    const int t = threadIdx.x;
    x[t] = data[blockIdx.x * blockDim.x + t];
    do {
        __syncthreads();
        if (t == 0)
            changed = 0;
        for (int odd = 0; odd < 2; odd++) {
            __syncthreads();
            if (t % 2 == odd && t + 1 < blockDim.x && x[t] > x[t + 1]) {
                const int y = x[t];
                x[t] = x[t + 1];
                x[t + 1] = y;
                changed = 1;
            }
        }
        __syncthreads();
    } while (changed);
    data[blockIdx.x * blockDim.x + t] = x[t];
}

// Some threads are gone before, and one ends all.
extern "C" __global__ void broken(volatile int *stop, const int *bad, int n)
{
    cg::grid_group grid = cg::this_grid();
    for (int i = 0; *stop != 7; i++) {
        if (bad[(i + threadIdx.x) % n])
            asm volatile("trap;");
        grid.sync();
    }
}

// The thread that would end the loop ends all instead.
extern "C" __global__ void fallen(int *count, int n)
{
    while (count[0] < n) {
        if (threadIdx.x == 3)
            asm volatile("trap;");
        __syncthreads();
        if (threadIdx.x == 3)
            count[0]++;
        __syncthreads();
    }
}
