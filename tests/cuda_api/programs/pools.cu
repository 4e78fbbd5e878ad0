// Memory in a stream's order, from the device's pool and one of its own.
#include "say.h"
__global__ void fill(int *x, int v) { x[threadIdx.x] = v + threadIdx.x; }
int main()
{
    cudaStream_t s;
    cudaMemPool_t pool, own;
    int *a, *b, h[64];
    OK(cudaStreamCreate(&s));
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    OK(cudaMallocAsync(&a, sizeof h, s));
    fill<<<1, 64, 0, s>>>(a, 100);
    cudaMemPoolProps p = {};
    p.allocType = cudaMemAllocationTypePinned;
    p.location.type = cudaMemLocationTypeDevice;
    OK(cudaMemPoolCreate(&own, &p));
    OK(cudaMallocFromPoolAsync(&b, sizeof h, own, s));
    OK(cudaMemcpyAsync(b, a, sizeof h, cudaMemcpyDeviceToDevice, s));
    unsigned long long used = 0;
    OK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
    OK(cudaFreeAsync(a, s));
    OK(cudaMemcpyAsync(h, b, sizeof h, cudaMemcpyDeviceToHost, s));
    OK(cudaFreeAsync(b, s));
    OK(cudaStreamSynchronize(s));
    printf("%d %d, used %llu\n", h[0], h[63], used);
    OK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
    printf("then %llu\n", used);
    OK(cudaMemPoolDestroy(own));
    return 0;
}
