// A kernel that waits for the host's word in mapped memory.
#include "say.h"
__global__ void wait(volatile int *flag, volatile int *answer)
{
    while (!*flag)
        ;
    *answer = *flag + 1;
}
int main()
{
    volatile int *f;
    OK(cudaHostAlloc((void **)&f, 8, cudaHostAllocMapped));
    f[0] = f[1] = 0;
    wait<<<1, 1>>>(f, f + 1);
    printf("%s\n", cudaGetErrorName(cudaStreamQuery(0)));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    f[0] = 41;
    OK(cudaDeviceSynchronize());
    printf("%d\n", f[1]);
    return 0;
}
