// masked.cu: loops that neighbouring threads leave at different times; the functions are in masked.h.
#include "masked.h"

extern "C" __global__ void plain(unsigned *out, unsigned first)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = collatz(first + i);
}

// Behind a border that may lie inside a chunk, with a store under the same condition.
extern "C" __global__ void bordered(unsigned long long *out, unsigned *also, int n)
{
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if ((int)(t * 7 % 33) < n) {
        unsigned long long w = ways(i, t * 3 + 1);
        out[i] = w;
        if (w & 1)
            also[i] = (unsigned)(w >> 7);
    } else {
        also[i] = 5;
    }
}

extern "C" __global__ void loops(unsigned *out, int a)
{
    unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
    out[i] = nested((int)(i % 13) + a, i - 20);
}

extern "C" __global__ void fields(float *out, float step, int most)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = field((float)i * step, (float)threadIdx.x * 0.25f, most);
}

extern "C" __global__ void chases(unsigned *out, const unsigned *list, unsigned n, unsigned first)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = chase(list, n, first + i * 13 % 101);
}

// Each thread loads from a place of its own: not for all at once.
extern "C" __global__ void gathers(unsigned *out, const unsigned *next)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = 0;
    for (unsigned at = i % 64; at != 0 && n < 100; n++)
        at = next[at];
    out[i] = n;
}

// Between barriers.
extern "C" __global__ void phases(unsigned *out, unsigned first)
{
    __shared__ unsigned part[512];
    unsigned t = threadIdx.x;
    part[t] = collatz(first + t);
    __syncthreads();
    unsigned x = part[blockDim.x - 1 - t];
    out[blockIdx.x * blockDim.x + t] = collatz(x % 97 + 1) + nested((int)(x % 5), t);
}

// Beside a collective.
extern "C" __global__ void warps(unsigned *out, unsigned first)
{
    unsigned t = threadIdx.x, x = collatz(first + t);
    x += __shfl_xor_sync(0xffffffff, x, 1);
    if (t % 3 != 1)
        x += collatz(x % 64 + 1);
    out[blockIdx.x * blockDim.x + t] = x + __popc(__ballot_sync(0xffffffff, x & 1));
}
