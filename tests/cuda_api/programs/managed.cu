// Managed memory: allocated, and as a variable.
#include "say.h"
__managed__ int total = 7;
__device__ __managed__ int table[4] = {1, 2, 3, 4};
__global__ void work(int *x, int n)
{
    int i = threadIdx.x;
    if (i < n)
        atomicAdd(&total, x[i] * table[i % 4]);
}

int main()
{
    int *x;
    OK(cudaMallocManaged(&x, 100 * sizeof(int)));
    for (int i = 0; i < 100; i++)
        x[i] = i;
    table[0] = 10;
    OK(cudaMemPrefetchAsync(x, 100 * sizeof(int), {cudaMemLocationTypeDevice, 0}, 0, 0));
    work<<<1, 128>>>(x, 100);
    OK(cudaDeviceSynchronize());
    printf("total %d\n", total);
    cudaPointerAttributes a;
    OK(cudaPointerGetAttributes(&a, x));
    printf("managed: %d\n", a.type == cudaMemoryTypeManaged);
    OK(cudaFree(x));
    return 0;
}
