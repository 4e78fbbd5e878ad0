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

    // A reset takes the memory back and the pools with it.
    unsigned long long keep = 1 << 20;
    int same;
    cudaMemPool_t now;
    OK(cudaMemPoolCreate(&own, &p));
    OK(cudaDeviceSetMemPool(0, own));
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    OK(cudaMallocAsync(&a, sizeof h, s));
    OK(cudaMallocFromPoolAsync(&b, sizeof h, pool, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaDeviceReset());
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    OK(cudaDeviceGetMemPool(&now, 0));
    same = now == pool;
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    printf("after a reset: the default pool %d, used %llu, keeps %llu\n", same, used, keep);
    OK(cudaMallocAsync(&a, sizeof h, 0));
    fill<<<1, 64>>>(a, 7);
    OK(cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost));
    printf("%d\n", h[63]);
    OK(cudaFreeAsync(a, 0));
    return 0;
}
