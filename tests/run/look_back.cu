// Loops that wait for other blocks, out of which each thread comes by itself and writes what others wait for.

// Of each of 64 digits, how often blocks before had it: a thread for each, which looks back from block to block; lanes of a warp
// keep together by votes of those that are left.  Blocks take numbers in the order in which they begin; each warp clears a table of its own.
extern "C" __global__ void __launch_bounds__(96) digits(volatile unsigned *seen, const unsigned *in, unsigned *out)
{
    __shared__ unsigned count[3][64], before[64], number;
    const unsigned t = threadIdx.x;
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    if (t == 0)
        number = atomicAdd((unsigned *)seen + gridDim.x * 64, 1);
    __syncthreads();
    const unsigned block = number;
    for (int i = lane; i < 64; i += 32)
        count[t / 32][i] = 0;
    __syncwarp();
    atomicAdd(&count[t / 32][in[block * 96 + t] % 64], 1);
    __syncthreads();
    unsigned own = 0;
    if (t < 64) {
        own = count[0][t] + count[1][t] + count[2][t];
        seen[block * 64 + t] = own | 0x40000000;
    }
    if (t < 64) {
        unsigned sum = own, left = ~0u;
        for (int b = (int)block - 1; b >= 0; b--) {
            unsigned x;
            do {
                __threadfence_block();
                x = seen[b * 64 + t];
            } while (x == 0);
            sum += x & 0x3fffffff;
            left = __ballot_sync(left, !(x & 0x80000000));
            if (x & 0x80000000)
                break;
        }
        seen[block * 64 + t] = sum | 0x80000000;
        before[t] = sum - own;
        if (block == gridDim.x - 1)
            out[gridDim.x * 64 + t] = sum;
    }
    __syncthreads();
    if (t < 64)
        out[block * 64 + t] = before[t];
}

// A number goes from hand to hand, along the blocks, then along their threads: were a thread kept until others of its block have come out of
// the loop, none would.
extern "C" __global__ void zigzag(volatile int *hand, int *out)
{
    const int me = threadIdx.x * gridDim.x + blockIdx.x;
    int got = 0;
    if (threadIdx.x % 5 < 4) {
        const int from = me - 1 - ((me - 1) / (int)gridDim.x % 5 == 4) * (int)gridDim.x;
        if (me > 0)
            while (hand[from] == 0)
                ;
        got = me > 0 ? hand[from] : 0;
        hand[me] = got + 1;
    }
    __syncthreads();
    out[me] = got;
}

// The same up to a thread that never gets it.
extern "C" __global__ void lost(volatile int *hand, int *out, int never)
{
    const int me = threadIdx.x * gridDim.x + blockIdx.x;
    int got = 0;
    if (threadIdx.x < 60) {
        if (me > 0)
            while (hand[me == never ? me : me - 1] == 0)
                ;
        got = me > 0 ? hand[me - 1] : 0;
        hand[me] = got + 1;
    }
    __syncthreads();
    out[me] = got;
}

// Two loops that wait, one in a round of another loop, between which lanes of a warp meet, and tell others what they have got.
extern "C" __global__ void __launch_bounds__(128) pairs(volatile int *sum, volatile int *most, int *out)
{
    __shared__ int all[128];
    const int t = threadIdx.x, block = blockIdx.x;
    int s = 0, m = 0;
    all[t] = 0;
    if (t < 96) {
        for (int k = 1; k <= 2 && block - k >= 0; k++) {
            while (sum[(block - k) * 96 + t] == 0)
                ;
            s += sum[(block - k) * 96 + t];
            __syncwarp();
        }
        sum[block * 96 + t] = (s + t + 1) % 1001 + 1;
        while (block > 0 && most[(block - 1) * 96 + (t ^ 1)] == 0)
            ;
        m = block > 0 ? most[(block - 1) * 96 + (t ^ 1)] : 0;
        most[block * 96 + t] = m + t % 3 + 1;
        all[t] = s;
    }
    __syncthreads();
    out[block * 128 + t] = all[t] + m;
}
