// Callbacks and functions of the host between kernels.
#include "say.h"
__global__ void add(int *x, int k) { *x = *x * 10 + k; }
static int *value;
static void CUDART_CB back(cudaStream_t, cudaError_t e, void *p) { printf("%s: %d, %s\n", (const char *)p, *value, cudaGetErrorName(e)); }
static void CUDART_CB host(void *p) { printf("%s: %d\n", (const char *)p, *value); }
int main()
{
    cudaStream_t s;
    OK(cudaHostAlloc(&value, 4, cudaHostAllocMapped));
    *value = 0;
    int *d;
    OK(cudaHostGetDevicePointer(&d, value, 0));
    OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    add<<<1, 1, 0, s>>>(d, 1);
    OK(cudaStreamAddCallback(s, back, (void *)"first", 0));
    add<<<1, 1, 0, s>>>(d, 2);
    OK(cudaLaunchHostFunc(s, host, (void *)"second"));
    add<<<1, 1, 0, s>>>(d, 3);
    OK(cudaStreamSynchronize(s));
    printf("end: %d\n", *value);
    return 0;
}
