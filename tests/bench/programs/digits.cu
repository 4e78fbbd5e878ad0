// digits.cu: a pass of a radix sort: blocks count their keys' digits, the counts are summed up digit by digit, and each block
// ranks its keys by splitting them bit by bit before it deals them out.
#define THREADS 256
#define RADIX 16

extern "C" __global__ void digits_count(const unsigned *keys, unsigned *counts, int shift, int n)
{
    __shared__ unsigned count[RADIX];
    if (threadIdx.x < RADIX)
        count[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < n)
        atomicAdd(&count[keys[i] >> shift & (RADIX - 1)], 1u);
    __syncthreads();
    if (threadIdx.x < RADIX)
        counts[threadIdx.x * gridDim.x + blockIdx.x] = count[threadIdx.x];
}

// One block for all counts.
extern "C" __global__ void digits_scan(unsigned *counts, int n)
{
    __shared__ unsigned sums[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned carry = 0;
    for (int first = 0; first < n; first += blockDim.x) {
        const int i = first + threadIdx.x;
        const unsigned own = i < n ? counts[i] : 0;
        unsigned v = own;
#pragma unroll
        for (int d = 1; d < 32; d *= 2) {
            unsigned o = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d)
                v += o;
        }
        if (lane == 31)
            sums[warp] = v;
        __syncthreads();
        if (warp == 0) {
            unsigned s = lane < blockDim.x / 32 ? sums[lane] : 0;
#pragma unroll
            for (int d = 1; d < 32; d *= 2) {
                unsigned o = __shfl_up_sync(0xffffffff, s, d);
                if (lane >= d)
                    s += o;
            }
            sums[lane] = s;
        }
        __syncthreads();
        if (i < n)
            counts[i] = carry + (warp ? sums[warp - 1] : 0) + v - own;
        carry += sums[31];
        __syncthreads();
    }
}

static __device__ unsigned scan_of_block(unsigned v, unsigned *shared, unsigned *total)
{
    const int t = threadIdx.x;
    shared[t] = v;
    __syncthreads();
    for (int d = 1; d < THREADS; d <<= 1) {
        unsigned o = t >= d ? shared[t - d] : 0;
        __syncthreads();
        shared[t] += o;
        __syncthreads();
    }
    *total = shared[THREADS - 1];
    unsigned r = shared[t] - v;
    __syncthreads();
    return r;
}

extern "C" __global__ void digits_deal(const unsigned *keys, const unsigned *values, unsigned *keys_out, unsigned *values_out,
                                       const unsigned *offsets, int shift)
{
    __shared__ unsigned shared[THREADS], key[THREADS], value[THREADS], start[RADIX], offset[RADIX];
    const int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    unsigned k = keys[i], v = values[i];
    for (int bit = 0; bit < 4; bit++) {
        const unsigned one = k >> (shift + bit) & 1;
        unsigned zeros;
        const unsigned before = scan_of_block(!one, shared, &zeros);
        const unsigned to = one ? zeros + t - before : before;
        key[to] = k;
        value[to] = v;
        __syncthreads();
        k = key[t];
        v = value[t];
        __syncthreads();
    }
    const unsigned digit = k >> shift & (RADIX - 1);
    if (t < RADIX)
        offset[t] = offsets[t * gridDim.x + blockIdx.x];
    if (t == 0 || digit != (key[t - 1] >> shift & (RADIX - 1)))
        start[digit] = t;
    __syncthreads();
    const unsigned to = offset[digit] + t - start[digit];
    keys_out[to] = k;
    values_out[to] = v;
}
