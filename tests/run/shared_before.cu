// shared_before.cu: shared memory as LLVM addresses it, with 64 bits: what stands before a thread's own, for those that have that; a table that a
// block of rows fills in rounds, or not at all; a place that is one of shared and one of global memory.  Its PTX is made with
// clang -x cuda --cuda-device-only -S --cuda-gpu-arch=sm_80 -O3.
#define THREADS 128

extern "C" __global__ void heads(const unsigned *keys, unsigned *after)
{
    __shared__ unsigned key[THREADS], start[16];
    const int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    key[t] = keys[i];
    __syncthreads();
    const unsigned digit = key[t] >> 2 & 15;
    if (t == 0 || digit != (key[t - 1] >> 2 & 15))
        start[digit] = t;
    __syncthreads();
    after[i] = t - start[digit];
}

extern "C" __global__ void table(const int *in, int *out, int size, int width, int height)
{
    __shared__ int part[THREADS];
    for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < size; i += blockDim.x * blockDim.y)
        part[i] = in[i] * (i / 3) + i % 5;
    __syncthreads();
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int sum = x - y;
    for (int i = 0; i < size; i++)
        sum = sum * 3 + part[i];
    out[y * width + x] = sum;
}

extern "C" __global__ void two(const unsigned *in, const int *weight, int *out, int n)
{
    __shared__ int own[THREADS];
    own[threadIdx.x] = (int)in[blockIdx.x * THREADS + threadIdx.x] - 5;
    __syncthreads();
    const unsigned i = blockIdx.x * THREADS + threadIdx.x, to = (in[i] * 5 + threadIdx.x) % THREADS;
    if (i < n)
        out[i] = own[to] * weight[to] + own[THREADS - 1 - threadIdx.x];
}
