// Places for numbers by digits whose bits are found one by one, as libraries sort.

__device__ unsigned lanes_le() { unsigned m; asm("mov.u32 %0, %%lanemask_le;" : "=r"(m)); return m; }

// Peers by eight bits, where the number may have more of them, or lanes are absent.
extern "C" __global__ void by_bits(const unsigned *in, unsigned *out, unsigned *counts, unsigned bits)
{
    __shared__ unsigned count[4 * 1024];
    const int t = threadIdx.x, lane = t & 31;
    unsigned *own = count + (t >> 5) * 1024;
    for (int i = lane; i < 1024; i += 32)
        own[i] = i;
    __syncwarp();
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned digit = in[t + i * blockDim.x] & ~(~0u << bits);
        unsigned peers = ~0u;
#pragma unroll
        for (int bit = 1; bit < 256; bit *= 2) {
            const unsigned vote = __ballot_sync(~0u, digit & bit);
            peers &= digit & bit ? vote : ~vote;
        }
        const unsigned rank = __popc(peers & lanes_le());
        const int leader = 31 - __clz(peers);
        unsigned base = 0;
        if (lane == leader)
            base = atomicAdd(&own[digit], rank);
        out[t + i * blockDim.x] = __shfl_sync(~0u, base, leader) + rank;
    }
    __syncwarp();
    for (int i = lane; i < 1024; i += 32)
        counts[(t >> 5) * 1024 + i] = own[i];
}
