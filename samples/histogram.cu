// histogram.cu: how often each byte value occurs.

__device__ unsigned thread_in_block()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__device__ unsigned threads_per_block()
{
    return blockDim.x * blockDim.y * blockDim.z;
}

// One table per block in shared memory, added to the result at the end.  Reads four bytes at a time.
extern "C" __global__ void histogram_shared(const unsigned char *data, unsigned n, unsigned *bins)
{
    __shared__ unsigned count[256];
    unsigned tid = thread_in_block(), threads = threads_per_block();
    unsigned first = blockIdx.x * threads + tid, step = gridDim.x * threads;

    for (unsigned i = tid; i < 256; i += threads)
        count[i] = 0;
    __syncthreads();
    const unsigned *words = (const unsigned *)data;
    for (unsigned i = first; i < n / 4; i += step) {
        unsigned four = words[i];
        atomicAdd(&count[four & 255], 1u);
        atomicAdd(&count[four >> 8 & 255], 1u);
        atomicAdd(&count[four >> 16 & 255], 1u);
        atomicAdd(&count[four >> 24], 1u);
    }
    for (unsigned i = n / 4 * 4 + first; i < n; i += step)
        atomicAdd(&count[data[i]], 1u);
    __syncthreads();
    for (unsigned i = tid; i < 256; i += threads)
        if (count[i])
            atomicAdd(&bins[i], count[i]);
}

// Straight into memory, and the place of each byte among its equals: atomicAdd's old value.
extern "C" __global__ void histogram_global(const unsigned char *data, unsigned n, unsigned *bins, unsigned *rank)
{
    unsigned threads = threads_per_block();
    for (unsigned i = blockIdx.x * threads + thread_in_block(); i < n; i += gridDim.x * threads)
        rank[i] = atomicAdd(&bins[data[i]], 1u);
}

// Counters of 16 bits, two in a word, stepped with compare-and-swap.
extern "C" __global__ void histogram_packed(const unsigned char *data, unsigned n, unsigned *words)
{
    unsigned threads = threads_per_block();
    for (unsigned i = blockIdx.x * threads + thread_in_block(); i < n; i += gridDim.x * threads) {
        unsigned *word = &words[data[i] / 2], one = data[i] % 2 ? 0x10000u : 1u;
        unsigned seen = *(volatile unsigned *)word, old;
        do {
            old = seen;
            seen = atomicCAS(word, old, old + one);
        } while (seen != old);
    }
}
