// partition.cu: a pass of a radix sort: how many of each block have each digit, and, where the counts' sums are known, each to its
// place, which an atomic in shared memory gives; the order within a digit is left open, so keys of one are summed to compare.
#define DIGITS 64
#define EACH 4

extern "C" __global__ void tally(const unsigned *keys, unsigned *counts, int n, int shift)
{
    __shared__ unsigned count[DIGITS];
    if (threadIdx.x < DIGITS)
        count[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < EACH; k++) {
        const int i = (blockIdx.x * EACH + k) * blockDim.x + threadIdx.x;
        if (i < n)
            atomicAdd(&count[keys[i] >> shift & (DIGITS - 1)], 1);
    }
    __syncthreads();
    if (threadIdx.x < DIGITS)
        counts[threadIdx.x * gridDim.x + blockIdx.x] = count[threadIdx.x];
}

// All counts are summed, those of one digit behind each other.
extern "C" __global__ void places(unsigned *counts, int n)
{
    __shared__ unsigned part[256];
    unsigned sum = 0;
    for (int from = 0; from < n; from += 256) {
        const int i = from + threadIdx.x;
        const unsigned mine = i < n ? counts[i] : 0;
        part[threadIdx.x] = mine;
        __syncthreads();
        for (int d = 1; d < 256; d *= 2) {
            const unsigned before = threadIdx.x >= d ? part[threadIdx.x - d] : 0;
            __syncthreads();
            part[threadIdx.x] += before;
            __syncthreads();
        }
        if (i < n)
            counts[i] = sum + part[threadIdx.x] - mine;
        sum += part[255];
        __syncthreads();
    }
}

extern "C" __global__ void move(const unsigned *keys, unsigned *sorted, const unsigned *counts, int n, int shift)
{
    __shared__ unsigned place[DIGITS];
    if (threadIdx.x < DIGITS)
        place[threadIdx.x] = counts[threadIdx.x * gridDim.x + blockIdx.x];
    __syncthreads();
    for (int k = 0; k < EACH; k++) {
        const int i = (blockIdx.x * EACH + k) * blockDim.x + threadIdx.x;
        if (i < n) {
            const unsigned key = keys[i];
            sorted[atomicAdd(&place[key >> shift & (DIGITS - 1)], 1)] = key;
        }
    }
}

extern "C" __global__ void check(const unsigned *sorted, unsigned *digits, int n, int shift)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        digits[i] = sorted[i] >> shift & (DIGITS - 1);
}
