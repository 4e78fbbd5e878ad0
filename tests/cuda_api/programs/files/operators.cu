#include "files.h"
__device__ Ring<int> ring;
static __device__ float add(float a, float b) { return a + b; }
static __device__ float mul(float a, float b) { return a * b; }
static __device__ float most(float a, float b) { return fmaxf(a, b); }
static __device__ Operator table[] = {add, mul, most};
__device__ Operator pick(int k) { return table[k % 3]; }
__device__ __noinline__ float apply(Operator f, const float *x, int n)
{
    float s = x[0];
    for (int i = 1; i < n; i++)
        s = f(s, x[i]);
    return s;
}
static __global__ void leaf(int *count, int k)
{
    atomicAdd(count, k + threadIdx.x);
    if (threadIdx.x == 0)
        atomicAdd(&ring.n, 1);
}
template <int N> __global__ void tower(int depth, int *count)
{
    if (threadIdx.x)
        return;
    atomicAdd(count, N);
    if (depth > 0) {
        leaf<<<1, 4>>>(count, depth);
        tower<N><<<2, 32>>>(depth - 1, count);
    }
}
template __global__ void tower<3>(int, int *);
void raise_tower(int *count)
{
    tower<3><<<1, 32>>>(3, count);
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
}
