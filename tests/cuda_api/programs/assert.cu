// A failed assertion makes every later call fail until the device is reset.
#include "say.h"
#undef NDEBUG
#include <cassert>
__global__ void check(int n) { assert((int)threadIdx.x < n); }
int main()
{
    int *p;
    check<<<1, 32>>>(32);
    printf("good: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    check<<<1, 32>>>(30);
    printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    printf("bad: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("malloc: %s\n", cudaGetErrorName(cudaMalloc(&p, 4)));
    printf("last: %s\n", cudaGetErrorString(cudaGetLastError()));
    printf("reset: %s\n", cudaGetErrorName(cudaDeviceReset()));
    printf("malloc: %s\n", cudaGetErrorName(cudaMalloc(&p, 4)));
    return 0;
}
