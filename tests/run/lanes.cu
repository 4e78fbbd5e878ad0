// lanes.cu: values that the lane's number and the warp's place in its row tell, in kernels with collectives.

__device__ unsigned next(unsigned value) { return __shfl_down_sync(0xFFFFFFFFu, value, 1); }

// Sums, shifts and masks of the thread's index and the lane's number, in 32 and 64 bits; 16 results a thread.
extern "C" __global__ void values(long long *out)
{
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    unsigned lin = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, id;
    asm("mov.u32 %0, %%laneid;" : "=r"(id));
    long long *o = out + 16ll * lin;
    unsigned mask = __activemask();
    o[0] = lane * 4 - 5;
    o[1] = (unsigned)(lane - 5);
    o[2] = warp * 12 + 7;
    o[3] = (t & ~31) + 3 * (t & 31);
    o[4] = (t & 63) | (long long)(t >> 6) << 32;
    o[5] = (long long)(t - 40) * 8;
    o[6] = (unsigned long long)(unsigned)(t - 40) * 8;
    o[7] = (lane + 5) & 31;
    o[8] = (lane * 2 + 1) >> 1;
    o[9] = ((t + 32) >> 5) * 1000 + ((t + 16) >> 5);
    o[10] = id * 3 + (id >> 2);
    o[11] = (t & 0xfffffffe) + (lane & 1) * 100;
    o[12] = (32 * warp == t) + 2 * (lane > 30) + 4 * (t < 64) + 8 * (t < 65) + 16 * (t != 95) + 32 * (lane - 16 < 0);
    o[13] = ((unsigned)(t - 32) < 64u) + 2 * ((unsigned)(lane - 3) <= 4u) + 4 * (-t <= -64) + 8 * (31 < lane + warp * 32);
    o[14] = next((unsigned)lane * 7u) + (mask != 0);
    o[15] = (long long)(lane << 27) + (lane << 28);
}

// Branches that one lane takes, a range of them, or whole warps: before, between and behind collectives.
extern "C" __global__ void branches(unsigned *out, unsigned *once, unsigned one, int border)
{
    __shared__ unsigned part[64];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    unsigned v = (unsigned)t * 2654435761u >> 7, sum = v;
    if (t < 64)
        part[t] = 0;
    __syncthreads();
    for (int by = 16; by > 0; by /= 2)
        sum += __shfl_xor_sync(0xFFFFFFFFu, sum, by);
    if (lane == 0)
        part[warp] = sum;
    if (lane == 31)
        part[32 + warp] = v;
    else
        v += 1;
    __syncthreads();
    if (warp == 0) {
        unsigned of = lane < 16 ? part[lane] : part[lane + 16];
        if (lane >= 4 && lane < 9)
            of ^= 0x5555u;
        of += __shfl_up_sync(0xFFFFFFFFu, of, 2);
        if (lane < border)
            part[lane] = of;
        if (lane + 3 == border)
            once[1] = of;
    }
    __syncthreads();
    if (t == one)
        once[0] = v + part[lane];
    if (t > border) {
        v += part[5];
        if (t <= 3 * border)
            v *= 3u;
    } else {
        v -= part[6];
    }
    if (t != one)
        v += next(v) & 0u;
    out[t] = v + next(0u);
}
