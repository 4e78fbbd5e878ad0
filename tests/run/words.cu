// words.cu: arrays in .local memory; what a thread does with them is in words.h.
#include "words.h"

#define KERNEL(name, type, of)                                                                                         \
    extern "C" __global__ void name(type *out, int n)                                                                  \
    {                                                                                                                  \
        unsigned id = blockIdx.x * blockDim.x + threadIdx.x;                                                           \
        out[id] = of(id, n);                                                                                           \
    }
KERNEL(bytes, unsigned char, ring_u8)
KERNEL(halves, unsigned short, ring_u16)
KERNEL(singles, unsigned, ring_u32)
KERNEL(doubles, unsigned long long, ring_u64)
KERNEL(insertion, int, sorted)
KERNEL(counts, unsigned, counted)
KERNEL(mixed, double, several)
KERNEL(pieces, unsigned, parts)
KERNEL(fours, float, vectors)

// Behind a border inside a chunk, where some threads do it once and others twice.
extern "C" __global__ void some(unsigned *out, int n, int most)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= most)
        return;
    unsigned x = ring_u32(id, n);
    if (x % 3 == 0)
        x += ring_u32(x % 1000, n + 1);
    out[id] = x;
}

// A function has the array's address.
__noinline__ __device__ void turn(int *v, int by)
{
    int first = v[by & 15];
    ROLLED for (int i = 0; i < 15; i++)
        v[(i + by) & 15] = v[(i + by + 1) & 15];
    v[(by + 15) & 15] = first;
}

extern "C" __global__ void escapes(int *out, int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x, v[16], w[16];
    for (int i = 0; i < 16; i++) {
        v[i] = id + i;
        w[i] = id - i;
    }
    ROLLED for (int i = 0; i < n; i++) {
        turn(v, i);
        w[i & 15] += v[(i + 3) & 15];
    }
    int sum = 0;
    ROLLED for (int i = 0; i < 16; i++)
        sum += v[(i + n) & 15] * i - w[(i + n) & 15];
    out[id] = sum;
}

// Kept across barriers, in blocks of any shape.
extern "C" __global__ void kept(int *out, int n)
{
    __shared__ int tile[128];
    int t = threadIdx.y * blockDim.x + threadIdx.x, all = blockDim.x * blockDim.y, v[8];
    for (int i = 0; i < 8; i++)
        v[i] = t + i;
    ROLLED for (int i = 0; i < n; i++) {
        tile[t] = v[i & 7];
        __syncthreads();
        v[(i + 1) & 7] += tile[(t + 1) % all];
        v[(i + 5) & 7] ^= tile[t < i ? 0 : t - i];
        __syncthreads();
    }
    int sum = 0;
    ROLLED for (int i = 0; i < 8; i++)
        sum = sum * 3 + v[(i + n) & 7];
    out[blockIdx.x * all + t] = sum;
}

// Rows of threads that read the same of a tile, each thread's factors in its own array.
extern "C" __global__ void rows(float *out, int n)
{
    __shared__ float tile[16][16];
    float own[16], sum = 0;
    tile[threadIdx.y][threadIdx.x] = threadIdx.y * 2 + threadIdx.x;
    for (int i = 0; i < 16; i++)
        own[i] = (threadIdx.y + i) % 7;
    ROLLED for (int i = 0; i < n; i++) {
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += own[(k + i) & 15] * tile[k][threadIdx.x];
    }
    out[threadIdx.y * 16 + threadIdx.x] = sum;
}

// With collectives of the warp, of which some lanes have left.
extern "C" __global__ void shuffled(int *out, int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x, v[8];
    for (int i = 0; i < 8; i++)
        v[i] = id * (i + 1);
    ROLLED for (int i = 0; i < n; i++) {
        int x = __shfl_xor_sync(0xffffffff, v[i & 7], 1 << (i & 3));
        v[(i + 1) & 7] += x;
        if (__any_sync(0xffffffff, x % 64 == 1))
            v[(i + x) & 7] ^= 1;
    }
    int sum = 0;
    ROLLED for (int i = 0; i < 8; i++)
        sum = sum * 3 + v[(i + n) & 7];
    out[id] = sum;
}
