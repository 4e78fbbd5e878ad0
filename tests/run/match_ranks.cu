// Places for lanes of a warp in rows of numbers alike: one lane adds for all that hold the same.

__device__ unsigned lanes_le() { unsigned m; asm("mov.u32 %0, %%lanemask_le;" : "=r"(m)); return m; }
__device__ unsigned lanes_lt() { unsigned m; asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m)); return m; }

__device__ unsigned *begin(unsigned *count)
{
    unsigned *own = count + (threadIdx.x >> 5) * 256;
    for (int i = threadIdx.x & 31; i < 256; i += 32)
        own[i] = i;
    __syncwarp();
    return own;
}

__device__ void end(unsigned *out, const unsigned *own)
{
    __syncwarp();
    for (int i = threadIdx.x & 31; i < 256; i += 32)
        out[(threadIdx.x >> 5) * 256 + i] = own[i];
}

// The last of the peers adds.
extern "C" __global__ void last(const unsigned *in, unsigned *out, unsigned *counts)
{
    __shared__ unsigned count[4 * 256];
    unsigned *own = begin(count);
    const int t = threadIdx.x, lane = t & 31;
    for (int i = t; i < 4 * blockDim.x; i += blockDim.x) {
        const unsigned digit = in[i] & 255, peers = __match_any_sync(~0u, digit), rank = __popc(peers & lanes_le());
        const int leader = 31 - __clz(peers);
        unsigned base = 0;
        if (lane == leader)
            base = atomicAdd(&own[digit], rank);
        out[i] = __shfl_sync(~0u, base, leader) + rank - 1;
    }
    end(counts, own);
}

// The first one does, as many as they are; the word lies further away than numbers do.
extern "C" __global__ void first(const unsigned *in, unsigned *out, unsigned *counts)
{
    __shared__ unsigned count[4 * 256];
    unsigned *own = begin(count);
    const int t = threadIdx.x, lane = t & 31;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const unsigned number = in[t + i * blockDim.x] & 63, peers = __match_any_sync(~0u, number);
        const int leader = __ffs(peers) - 1;
        unsigned base = 0;
        if (lane == leader)
            base = atomicAdd(&own[number * 3 + 5], __popc(peers));
        base = __shfl_sync(~0u, base, leader);
        out[t + i * blockDim.x] = base + __popc(peers & lanes_lt());
    }
    end(counts, own);
}

// The warp's own words are named only where one lane adds, from %tid.x: what all of a warp find alike there.
extern "C" __global__ void named_late(const unsigned *in, unsigned *out, unsigned *counts)
{
    __shared__ unsigned count[4 * 256];
    const unsigned t = threadIdx.x;
    for (unsigned i = t; i < 4 * 256; i += blockDim.x)
        count[i] = i % 256;
    __syncthreads();
    const unsigned digit = in[t] & 255, peers = __match_any_sync(~0u, digit), rank = __popc(peers & lanes_le());
    const unsigned leader = 31 - __clz(peers);
    unsigned base = 0;
    if ((t & 31) == leader)
        base = atomicAdd((unsigned *)((char *)count + digit * 4 + (t * 32 & ~1023u)), rank);
    out[t] = __shfl_sync(~0u, base, leader) + rank - 1;
    __syncthreads();
    for (unsigned i = t; i < blockDim.x / 32 * 256; i += blockDim.x)
        counts[i] = count[i];
}

// What looks much like it: the word is the lane's own (0), or hangs on its number (1); the leader adds less than its peers are (2), or is another one
// (3); the rank is counted from above (4); what stood there before is wanted, too (5); others look at the word in between (6).
template <int WHICH> __device__ void near_by(const unsigned *in, unsigned *out, unsigned *counts)
{
    __shared__ unsigned count[4 * 256];
    unsigned *own = begin(count);
    const int t = threadIdx.x, lane = t & 31;
    const unsigned digit = in[t] & 63, peers = __match_any_sync(~0u, digit);
    const unsigned rank = __popc(peers & (WHICH == 4 ? ~lanes_lt() : lanes_le()));
    const int leader = (WHICH == 3 ? __ffs(peers & peers - 1 ? peers & peers - 1 : peers) - 1 : 31 - __clz(peers));
    unsigned base = 0, more = 0;
    if (lane == leader)
        base = atomicAdd(&own[WHICH == 0 ? lane : WHICH == 1 ? digit + (lane & 1) * 64 : digit], WHICH == 2 ? rank - 1 : __popc(peers));
    if (WHICH == 6) {
        __syncwarp();
        more = own[lane];
        __syncwarp();
    }
    const unsigned got = __shfl_sync(~0u, base, leader);
    out[t] = got + rank + more + (WHICH == 5 ? got * 64 : 0);
    end(counts, own);
}

#define NEAR(n) extern "C" __global__ void near_##n(const unsigned *in, unsigned *out, unsigned *counts) { near_by<n>(in, out, counts); }
NEAR(0) NEAR(1) NEAR(2) NEAR(3) NEAR(4) NEAR(5) NEAR(6)
