// What the device and a kernel are said to have.
#include "say.h"
__global__ void __launch_bounds__(256) small(int *x) { __shared__ int s[100]; s[threadIdx.x % 100] = *x; *x = s[0]; }
int main()
{
    cudaDeviceProp p;
    OK(cudaGetDeviceProperties(&p, 0));
    printf("warp %d, threads %d, name %s\n", p.warpSize, p.maxThreadsPerBlock, p.name[0] ? "there" : "none");
    cudaFuncAttributes a;
    OK(cudaFuncGetAttributes(&a, small));
    printf("shared %zu, threads %d\n", a.sharedSizeBytes, a.maxThreadsPerBlock);
    int grid, block, n;
    OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, small));
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, small, 256, 0));
    printf("block %d, grid %s, active %s\n", block, grid > 0 ? "some" : "none", n > 0 ? "some" : "none");
    int *d;
    OK(cudaMalloc(&d, 4));
    small<<<1, 512>>>(d);
    printf("too many: %s\n", cudaGetErrorName(cudaGetLastError()));
    small<<<1, 2048>>>(d);
    printf("far too many: %s\n", cudaGetErrorName(cudaGetLastError()));
    small<<<0, 1>>>(d);
    printf("none: %s\n", cudaGetErrorName(cudaPeekAtLastError()));
    printf("again: %s\n", cudaGetErrorName(cudaGetLastError()));
    printf("then: %s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
