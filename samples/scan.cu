// scan.cu: inclusive prefix sums.

// Inclusive sum over the block, by shuffles inside warps and one more scan over the warps' sums.  The last warp may be
// short: its lanes alone take part.  warp_total has 32 places.
__device__ unsigned block_scan(unsigned value, unsigned *warp_total)
{
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, left = blockDim.x - warp * 32;
    unsigned mask = left >= 32 ? 0xFFFFFFFFu : (1u << left) - 1;
    for (unsigned offset = 1; offset < 32; offset *= 2) {
        unsigned below = __shfl_up_sync(mask, value, offset);
        if (lane >= offset)
            value += below;
    }
    if (lane == 31 || threadIdx.x == blockDim.x - 1)
        warp_total[warp] = value;
    __syncthreads();
    for (unsigned i = 0; i < warp; i++)
        value += warp_total[i];
    __syncthreads();
    return value;
}

// Scans each tile of blockDim.x elements by itself; total[tile] = the tile's sum.
extern "C" __global__ void scan_tiles(const unsigned *in, unsigned *out, unsigned *total, unsigned n)
{
    __shared__ unsigned warp_total[32];
    unsigned tiles = (n + blockDim.x - 1) / blockDim.x;
    for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        unsigned i = tile * blockDim.x + threadIdx.x;
        unsigned sum = block_scan(i < n ? in[i] : 0, warp_total);
        if (i < n)
            out[i] = sum;
        if (threadIdx.x == blockDim.x - 1)
            total[tile] = sum;
    }
}

// Adds to each tile the sum of those before it; total is scanned by now.
extern "C" __global__ void scan_add(unsigned *out, const unsigned *total, unsigned n)
{
    unsigned tiles = (n + blockDim.x - 1) / blockDim.x;
    for (unsigned tile = blockIdx.x + 1; tile < tiles; tile += gridDim.x) {
        unsigned i = tile * blockDim.x + threadIdx.x;
        if (i < n)
            out[i] += total[tile - 1];
    }
}

// All in one pass: a tile waits until its left neighbour has published the sum of everything up to there.  Tiles are
// taken from a counter, so a block only waits for blocks that run already.  state[t] is 0, then 2^32 + sum.
extern "C" __global__ void scan_chained(const unsigned *in, unsigned *out, unsigned long long *state,
                                        unsigned *next_tile, unsigned n)
{
    __shared__ unsigned warp_total[32], my_tile, before;
    unsigned tiles = (n + blockDim.x - 1) / blockDim.x;
    for (;;) {
        if (threadIdx.x == 0)
            my_tile = atomicAdd(next_tile, 1u);
        __syncthreads();
        unsigned tile = my_tile;
        if (tile >= tiles)
            return;
        unsigned i = tile * blockDim.x + threadIdx.x;
        unsigned sum = block_scan(i < n ? in[i] : 0, warp_total);
        if (threadIdx.x == blockDim.x - 1) {
            unsigned long long left = 1ull << 32;
            if (tile > 0)
                do
                    left = *(volatile unsigned long long *)&state[tile - 1];
                while (left == 0);
            before = (unsigned)left;
            __threadfence();
            atomicExch(&state[tile], 1ull << 32 | (unsigned)(before + sum));
        }
        __syncthreads();
        if (i < n)
            out[i] = before + sum;
        __syncthreads();
    }
}
