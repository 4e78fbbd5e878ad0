// kinds.cu: a kernel of each kind, for machines with nothing else: barriers with atomics, shuffles, doubles, recursion, threads that wait
// for each other.
#include <cstdint>

// Counts of the lowest bits, then their sums up to each.
extern "C" __global__ void counts(const uint32_t *in, uint32_t *out, int n)
{
    __shared__ uint32_t count[64];
    if (threadIdx.x < 64)
        count[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&count[in[i] & 63], in[i] >> 28);
    __syncthreads();
    for (int k = 1; k < 64; k *= 2) {
        uint32_t below = threadIdx.x < 64 && threadIdx.x >= k ? count[threadIdx.x - k] : 0;
        __syncthreads();
        if (threadIdx.x < 64)
            count[threadIdx.x] += below;
        __syncthreads();
    }
    if (threadIdx.x < 64)
        out[threadIdx.x] = count[threadIdx.x];
}

extern "C" __global__ void lanes(const uint32_t *in, uint32_t *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    uint32_t x = in[i], sum = x;
    for (int k = 1; k < 32; k *= 2) {
        uint32_t below = __shfl_up_sync(~0u, sum, k);
        if (lane >= k)
            sum += below;
    }
    float f = (float)(x >> 8);
    for (int k = 16; k; k /= 2)
        f += __shfl_xor_sync(~0u, f, k);
    uint32_t odd = __ballot_sync(~0u, x & 1), other = __shfl_sync(~0u, x, (x >> 3) & 31);
    out[i] = sum ^ __float_as_uint(f) ^ odd ^ other;
}

extern "C" __global__ void doubles(const double *in, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double x = in[i], y = 0;
    for (int k = 1; k < 6; k++)
        y = fma(y, x, 1.0 / k);
    out[i] = sqrt(y * y + x) / (y + 3) + rint(x * 7) + (double)(float)x;
}

__device__ __noinline__ uint32_t ways(int left, int most)
{
    if (left == 0)
        return 1;
    uint32_t n = 0;
    for (int part = left < most ? left : most; part > 0; part--)
        n += ways(left - part, part);
    return n;
}

extern "C" __global__ void partitions(uint32_t *out)
{
    out[threadIdx.x] = ways(threadIdx.x, threadIdx.x);
}

// Each thread takes the lock, whoever of its warp has it.
extern "C" __global__ void locked(uint32_t *lock, uint32_t *sum)
{
    for (bool done = false; !done;)
        if (atomicCAS(lock, 0, 1) == 0) {
            *(volatile uint32_t *)sum = *(volatile uint32_t *)sum * 3 + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
}

extern "C" __global__ void turned(cudaTextureObject_t image, float *out, int width)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * width + x] = tex2D<float>(image, 0.8f * x - 0.6f * y + 3.0f, 0.6f * x + 0.8f * y - 2.0f);
}
