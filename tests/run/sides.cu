// sides.cu: what only some lanes compute, in ifs and loops that all lanes go through together; the functions are in sides.h.
#include "sides.h"

extern "C" __global__ void numbers(unsigned *out, unsigned long long *wide, unsigned seed)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = i * 7 + seed, y = i ^ (seed << 3);
    out[2 * i] = nested_sides(x, y);
    out[2 * i + 1] = shared_values(x, y);
    wide[i] = halves((unsigned long long)x << 30 ^ y, i);
}

extern "C" __global__ void floats(float *out, float step, unsigned most)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = rounds(step * (float)(i % 61), i * 5 % most);
}

// Stores under such a condition, in a loop.
extern "C" __global__ void stores(unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i + 3;
    for (unsigned k = 0; k < i % n; k++) {
        x = x * 1664525u + 1013904223u;
        if (x >> 29 == 5) {
            unsigned h = (x >> 8) * 3 + k;
            h ^= h >> 6;
            out[i] = h;
            x += h;
        }
    }
    out[gridDim.x * blockDim.x + i] = x;
}
