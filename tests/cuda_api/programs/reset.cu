// The device is reset between kernels, while OpenMP's threads still wait for more of the last one.
#include "say.h"
__device__ int calls;
__global__ void add(int *sum)
{
    atomicAdd(sum, 1);
    atomicAdd(&calls, 1);
}
int main()
{
    for (int i = 0; i < 10; i++) {
        int *sum, all, count;
        OK(cudaMalloc(&sum, sizeof *sum));
        OK(cudaMemset(sum, 0, sizeof *sum));
        add<<<4096, 32>>>(sum);
        OK(cudaGetLastError());
        OK(cudaMemcpy(&all, sum, sizeof all, cudaMemcpyDeviceToHost));
        OK(cudaMemcpyFromSymbol(&count, calls, sizeof count));
        printf("%d %d\n", all, count);
        OK(cudaDeviceReset());
    }
    return 0;
}
