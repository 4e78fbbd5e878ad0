// bitonic.cu: bitonic sorting network over 2^k keys.  Steps that reach no farther than a tile are done in shared
// memory, the others one launch each.

constexpr unsigned TILE = 512;

// Keys i and i ^ distance, upwards where bit `width` of i is clear.
__device__ void exchange(unsigned *keys, unsigned i, unsigned place, unsigned width, unsigned distance)
{
    unsigned a = keys[place], b = keys[place + distance];
    if ((a > b) == ((i & width) == 0)) {
        keys[place] = b;
        keys[place + distance] = a;
    }
}

// The lower of the t-th pair: a zero bit put into t at `distance`, which is a power of two.
__device__ unsigned lower(unsigned t, unsigned distance)
{
    return 2 * t - (t & (distance - 1));
}

// With first = 2: sorts each tile.  With first = a larger width: the last steps of that width.  A tile is TILE keys, or
// all n when there are fewer; the block's threads share its pairs.
extern "C" __global__ void bitonic_tiles(unsigned *keys, unsigned n, unsigned first)
{
    __shared__ unsigned tile[TILE];
    unsigned size = min(TILE, n), last = first > size ? first : size;
    for (unsigned base = blockIdx.x * size; base < n; base += gridDim.x * size) {
        for (unsigned i = threadIdx.x; i < size; i += blockDim.x)
            tile[i] = keys[base + i];
        __syncthreads();
        for (unsigned width = first; width <= last; width *= 2)
            for (unsigned distance = min(width, size) / 2; distance > 0; distance /= 2) {
                for (unsigned t = threadIdx.x; t < size / 2; t += blockDim.x) {
                    unsigned place = lower(t, distance);
                    exchange(tile, base + place, place, width, distance);
                }
                __syncthreads();
            }
        for (unsigned i = threadIdx.x; i < size; i += blockDim.x)
            keys[base + i] = tile[i];
        __syncthreads();
    }
}

// One step over all keys.
extern "C" __global__ void bitonic_step(unsigned *keys, unsigned n, unsigned width, unsigned distance)
{
    for (unsigned t = blockIdx.x * blockDim.x + threadIdx.x; t < n / 2; t += gridDim.x * blockDim.x) {
        unsigned i = lower(t, distance);
        exchange(keys, i, i, width, distance);
    }
}
