// Waits in loops, one behind the other, and by the votes of a warp, for blocks that begin later.

// Some threads wait for one block after the other.
extern "C" __global__ void many(volatile int *flag, int *out, int per)
{
    int got = 0;
    __syncthreads();
    if (threadIdx.x < 3)
        for (int k = blockIdx.x + 1; k < gridDim.x; k++) {
            if (k % 3 == 1)
                continue;
            while (flag[k] < per + k)
                ;
            got += flag[k] * (threadIdx.x + 1);
        }
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        flag[blockIdx.x] = per + blockIdx.x;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = got;
}
// Two waits, one behind the other; between them the block tells what others wait for.
extern "C" __global__ void two(volatile int *flag, int *out)
{
    __shared__ int v;
    const int last = gridDim.x - 1;
    if (threadIdx.x == 7) {
        int x = 0;
        if (blockIdx.x < last) {
            while (flag[blockIdx.x + 1] == 0)
                ;
            __threadfence();
            x = flag[blockIdx.x + 1];
        }
        flag[blockIdx.x] = x + 1;
        __threadfence();
        while (flag[0] == 0)
            ;
        v = flag[0] * 100 + x;
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
// A warp looks back by votes, in a block that is a row.
extern "C" __global__ void __launch_bounds__(96) votes(volatile int *flag, int *out)
{
    __shared__ int sum;
    if (threadIdx.x < 32) {
        int at = (int)(gridDim.x - 1 - blockIdx.x) - 1 - (int)threadIdx.x, all = 0;
        for (;;) {
            int v = 0;
            do {
                v = at >= 0 ? flag[at] : 2;
            } while (__any_sync(~0u, v == 0));
            const unsigned done = __ballot_sync(~0u, v == 2);
            int mine = v == 2 ? 0 : v;
            for (int d = 16; d; d /= 2) mine += __shfl_xor_sync(~0u, mine, d);
            all += mine;
            if (done) break;
            at -= 32;
        }
        if (threadIdx.x == 0) {
            sum = all;
            __threadfence();
            flag[gridDim.x - 1 - blockIdx.x] = 1;
        }
    }
    __syncthreads();
    out[(gridDim.x - 1 - blockIdx.x) * blockDim.x + threadIdx.x] = sum;
}
