// doubling.cu: running sums of rows that fit a block or a part of one, by doubled distances in shared memory, four numbers a thread.

__device__ unsigned running_sum(unsigned mine, volatile unsigned *sums, unsigned threads)
{
    unsigned *at = (unsigned *)sums + 2 * threadIdx.x - (threadIdx.x & (threads - 1));
    volatile unsigned *own = at + threads;
    *(volatile unsigned *)at = 0; /* half of it are zeros, so that nobody asks where a row begins */
    *own = mine;
    for (unsigned d = 1; d < threads; d *= 2) {
        __syncthreads();
        const unsigned sum = own[0] + *(own - d);
        __syncthreads();
        *own = sum;
    }
    return *own;
}

extern "C" __global__ void scan(uint4 *to, const uint4 *from, unsigned threads)
{
    __shared__ unsigned sums[512];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 x = from[i];
    x.y += x.x;
    x.z += x.y;
    x.w += x.z;
    const unsigned before = running_sum(x.w, sums, threads) - x.w;
    to[i] = make_uint4(before + x.x, before + x.y, before + x.z, before + x.w);
}
