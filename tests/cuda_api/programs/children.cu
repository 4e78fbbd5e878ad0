// needs: -rdc=true -lcudadevrt
// A kernel that launches kernels.
#include "say.h"
__global__ void child(int *x, int k) { atomicAdd(x, k + threadIdx.x); }
__global__ void parent(int *x) { child<<<1, 4>>>(x, 10 * threadIdx.x); }
int main()
{
    int *x, v = 0;
    OK(cudaMalloc(&x, 4));
    OK(cudaMemset(x, 0, 4));
    parent<<<1, 3>>>(x);
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(&v, x, 4, cudaMemcpyDeviceToHost));
    printf("%d\n", v);
    return 0;
}
