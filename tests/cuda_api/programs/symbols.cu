// Constant and global variables by their symbols.
#include "say.h"
__constant__ float factor[4];
__device__ int counter = 3;
__device__ float result[4];
__global__ void work()
{
    result[threadIdx.x] = factor[threadIdx.x] * 2;
    atomicAdd(&counter, 1);
}
int main()
{
    float f[4] = {1, 2, 3, 4}, r[4];
    int c;
    void *p;
    size_t size;
    OK(cudaMemcpyToSymbol(factor, f, sizeof f));
    work<<<1, 4>>>();
    OK(cudaMemcpyFromSymbol(r, result, sizeof r));
    OK(cudaMemcpyFromSymbol(&c, counter, sizeof c));
    OK(cudaGetSymbolAddress(&p, result));
    OK(cudaGetSymbolSize(&size, result));
    float last;
    OK(cudaMemcpy(&last, (float *)p + 3, 4, cudaMemcpyDeviceToHost));
    printf("%g %g %g %g, %d, %zu bytes, %g\n", r[0], r[1], r[2], r[3], c, size, last);
    printf("too long: %s\n", cudaGetErrorString(cudaMemcpyToSymbol(factor, f, sizeof f, 4)));
    return 0;
}
