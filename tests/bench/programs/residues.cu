// residues.cu: a transform over residues modulo a prime of 31 bits, a launch a stage, for fast products of large numbers.
typedef unsigned int u32;
typedef unsigned long long u64;
#define P 998244353u
__device__ __forceinline__ u32 times(u32 a, u32 b) { return (u64)a * b % P; }

extern "C" __global__ void stage(u32 *v, const u32 *roots, int n, int half)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2)
        return;
    const int block = i / half, k = i % half;
    const int at = block * half * 2 + k;
    const u32 a = v[at], b = times(v[at + half], roots[half + k]);
    const u32 sum = a + b, less = a + P - b;
    v[at] = sum >= P ? sum - P : sum;
    v[at + half] = less >= P ? less - P : less;
}
