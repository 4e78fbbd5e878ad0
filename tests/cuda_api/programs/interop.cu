// needs: -lcuda
// The driver API beside the runtime: one context, one set of streams.
#include "say.h"
#include <cuda.h>
__global__ void set(int *x) { *x = 5; }
int main()
{
    CUcontext a = nullptr, b = nullptr;
    CUdeviceptr p;
    int *q, v = 0;
    OK(cudaFree(0));
    cuCtxGetCurrent(&a);
    cuDevicePrimaryCtxRetain(&b, 0);
    printf("primary: %d\n", a == b && a);
    cuMemAlloc(&p, 4);
    q = (int *)p;
    cudaStream_t s;
    OK(cudaStreamCreate(&s));
    set<<<1, 1, 0, s>>>(q);
    cuMemcpyDtoHAsync(&v, p, 4, s);
    printf("%d %d\n", cuStreamSynchronize(s), v);
    OK(cudaFree(q));
    cudaFunction_t f;
    OK(cudaGetFuncBySymbol(&f, (const void *)set));
    const char *name = "";
    cuFuncGetName(&name, f);
    printf("%s\n", name);
    return 0;
}
