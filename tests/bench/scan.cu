// scan.cu: inclusive prefix sums.  Blocks of 512 scan their elements with shuffles; the blocks' sums are scanned by one
// block and added.

constexpr int THREADS = 512;

__device__ unsigned warp_scan(unsigned value, int lane)
{
    for (int offset = 1; offset < 32; offset *= 2) {
        unsigned below = __shfl_up_sync(0xFFFFFFFFu, value, offset);
        if (lane >= offset)
            value += below;
    }
    return value;
}

// Scans each block by itself; total[block] is its sum.
extern "C" __global__ void scan_blocks(const unsigned *in, unsigned *out, unsigned *total)
{
    __shared__ unsigned warp_total[THREADS / 32];
    int tid = threadIdx.x, lane = tid % 32, warp = tid / 32, i = blockIdx.x * THREADS + tid;
    unsigned sum = warp_scan(in[i], lane);
    if (lane == 31)
        warp_total[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        unsigned all = warp_scan(lane < THREADS / 32 ? warp_total[lane] : 0, lane);
        if (lane < THREADS / 32)
            warp_total[lane] = all;
    }
    __syncthreads();
    if (warp > 0)
        sum += warp_total[warp - 1];
    out[i] = sum;
    if (tid == THREADS - 1)
        total[blockIdx.x] = sum;
}

// Adds to each block the sum of those before it; total is scanned by now.
extern "C" __global__ void scan_add(unsigned *out, const unsigned *total)
{
    if (blockIdx.x > 0)
        out[blockIdx.x * THREADS + threadIdx.x] += total[blockIdx.x - 1];
}
