// saturate.cu: a histogram whose counters stop at 255: four counters a word in shared memory, raised by comparing and exchanging the
// word, merged into bytes of global memory by the same.
extern "C" __global__ void __launch_bounds__(256) count(const unsigned *__restrict__ data, int n, int bins, unsigned *__restrict__ hist)
{
    __shared__ unsigned sub[1024];
    for (int i = threadIdx.x; i < bins / 4; i += blockDim.x)
        sub[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const unsigned v = data[i], word = v >> 2, shift = (v & 3) * 8;
        unsigned old = sub[word], seen;
        do {
            if (((old >> shift) & 255) == 255)
                break;
            seen = old;
            old = atomicCAS(&sub[word], seen, seen + (1u << shift));
        } while (old != seen);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < bins / 4; i += blockDim.x) {
        const unsigned mine = sub[i];
        if (mine == 0)
            continue;
        unsigned old = hist[i], seen;
        do {
            seen = old;
            unsigned sum = 0;
            for (int k = 0; k < 32; k += 8)
                sum |= min(((seen >> k) & 255) + ((mine >> k) & 255), 255u) << k;
            old = atomicCAS(&hist[i], seen, sum);
        } while (old != seen);
    }
}
