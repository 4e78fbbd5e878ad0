// repeated_rounds.cu: loops that compilers test at their end alone, whatever they test in front; what one thread does is in
// repeated_rounds.h.
#include "repeated_rounds.h"

#define I (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define STRIDE (int)(gridDim.x * blockDim.x)

extern "C" __global__ void chain(const unsigned *in, unsigned *out, int n)
{
    chain_one(in, out, n, I, STRIDE);
}

extern "C" __global__ void descend(const unsigned *in, unsigned *out, long long n, int rounds)
{
    descend_one(in, out, n, I, STRIDE, rounds);
}

extern "C" __global__ void enter(const unsigned *in, unsigned *out, int n, int by)
{
    enter_one(in, out, n, I, by);
}

extern "C" __global__ void behind(const unsigned *in, unsigned *out, int *last, int n)
{
    behind_one(in, out, last, n, I, STRIDE);
}

extern "C" __global__ void wrap(const unsigned *in, unsigned *out, unsigned begin, unsigned limit, unsigned by)
{
    wrap_one(in, out, begin, limit, I, by);
}
