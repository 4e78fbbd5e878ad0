// masked_memory.cu: loops that neighbouring threads leave at different times, and that read and write memory side by side; what one thread
// does is in masked_memory.h.
#include "masked_memory.h"

extern "C" __global__ void smallests(const float *in, float *out, int *rounds, int rows, int columns, int k)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c < columns)
        rounds[c] = smallest(in, out, rows, columns, k, c);
}

extern "C" __global__ void walks(const float *draw, float *at, int *when, float limit, unsigned long long n, int steps)
{
    unsigned long long t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n)
        when[t] = walk(draw, at, limit, n, steps, t);
}

extern "C" __global__ void aligns(const char *query, const char *db, const int *length, int *h, int *f, int *best, int m, int count)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < count)
        best[t] = align(query, db, length[t], h, f, m, count, t);
}

extern "C" __global__ void listses(const int *next, int *out, int n, int many)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n)
        out[t] = lists(next, n, many, t);
}

extern "C" __global__ void unevens(const int *in, int *also, int *out, int n, int rounds)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n)
        out[t] = uneven(in, also, n, rounds, t);
}
