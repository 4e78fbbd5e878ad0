// What a memory pool says of itself, what it keeps, and the memory of graphs.
#include "say.h"
#define IS(call, want) \
    do { \
        cudaError_t e_ = (call); \
        if (e_ != (want)) \
            printf("line %d: %s: %s\n", __LINE__, #call, cudaGetErrorName(e_)); \
        cudaGetLastError(); \
    } while (0)
#define SAYS(x) \
    do { \
        if (!(x)) \
            printf("line %d: not %s\n", __LINE__, #x); \
    } while (0)

typedef unsigned long long Bytes;
static const Bytes MB = 1 << 20;
static cudaMemPool_t pool;

static Bytes is(cudaMemPoolAttr a)
{
    Bytes v = 99;
    OK(cudaMemPoolGetAttribute(pool, a, &v));
    return v;
}
static void set(cudaMemPoolAttr a, Bytes v) { OK(cudaMemPoolSetAttribute(pool, a, &v)); }

static Bytes of_graphs(cudaGraphMemAttributeType a)
{
    Bytes v = 99;
    OK(cudaDeviceGetGraphMemAttribute(0, a, &v));
    return v;
}

__global__ void fill(int *p, int n, int v)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        p[i] = v;
}

static void keeps(cudaStream_t s)
{
    int *a, *b, *again;
    OK(cudaMallocFromPoolAsync(&a, 8 * MB, pool, s));
    OK(cudaMallocFromPoolAsync(&b, 4 * MB, pool, s));
    SAYS(is(cudaMemPoolAttrUsedMemCurrent) == 12 * MB && is(cudaMemPoolAttrUsedMemHigh) == 12 * MB);
    set(cudaMemPoolAttrReleaseThreshold, ~0ull);
    const Bytes reserved = is(cudaMemPoolAttrReservedMemCurrent);
    OK(cudaFreeAsync(b, s));
    OK(cudaStreamSynchronize(s));
    SAYS(is(cudaMemPoolAttrUsedMemCurrent) == 8 * MB && is(cudaMemPoolAttrUsedMemHigh) == 12 * MB);
    SAYS(reserved >= 12 * MB && is(cudaMemPoolAttrReservedMemCurrent) == reserved);
    OK(cudaMallocFromPoolAsync(&again, 4 * MB, pool, s));
    SAYS(again == b && is(cudaMemPoolAttrReservedMemCurrent) == reserved);
    fill<<<1, 64, 0, s>>>(again, 1000, 3);
    OK(cudaFreeAsync(again, s));
    OK(cudaFreeAsync(a, s));
    OK(cudaStreamSynchronize(s));
    SAYS(is(cudaMemPoolAttrUsedMemCurrent) == 0 && is(cudaMemPoolAttrReservedMemCurrent) == reserved);
    OK(cudaMemPoolTrimTo(pool, 10 * MB));
    SAYS(is(cudaMemPoolAttrReservedMemCurrent) > 0 && is(cudaMemPoolAttrReservedMemCurrent) <= 10 * MB);
    OK(cudaMemPoolTrimTo(pool, 0));
    SAYS(is(cudaMemPoolAttrReservedMemCurrent) == 0 && is(cudaMemPoolAttrReservedMemHigh) == reserved);
    set(cudaMemPoolAttrReleaseThreshold, 0);
    OK(cudaMallocFromPoolAsync(&a, 2 * MB, pool, s));
    OK(cudaFreeAsync(a, s));
    OK(cudaStreamSynchronize(s));
    SAYS(is(cudaMemPoolAttrReservedMemCurrent) == 0);
}

static void highest()
{
    Bytes one = 1, none = 0;
    IS(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &one), cudaErrorInvalidValue);
    IS(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &none), cudaErrorInvalidValue);
    set(cudaMemPoolAttrReservedMemHigh, 0);
    SAYS(is(cudaMemPoolAttrReservedMemHigh) == 0 && is(cudaMemPoolAttrUsedMemHigh) == 12 * MB);
    set(cudaMemPoolAttrUsedMemHigh, 0);
    SAYS(is(cudaMemPoolAttrUsedMemHigh) == 0);
}

// What is freed after the pool's end is not kept for it.
static void ends(cudaStream_t s)
{
    int *a, *b, h = 0;
    set(cudaMemPoolAttrReleaseThreshold, ~0ull);
    OK(cudaMallocFromPoolAsync(&a, 100, pool, s));
    OK(cudaMallocFromPoolAsync(&b, 100, pool, s));
    OK(cudaFreeAsync(b, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaMemPoolDestroy(pool));
    fill<<<1, 64, 0, s>>>(a, 25, 5);
    OK(cudaMemcpyAsync(&h, a + 24, 4, cudaMemcpyDeviceToHost, s));
    OK(cudaFreeAsync(a, s));
    OK(cudaStreamSynchronize(s));
    SAYS(h == 5);
}

static void graphs(cudaStream_t s)
{
    int *a;
    cudaGraph_t g;
    cudaGraphExec_t e;
    Bytes none = 0;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    OK(cudaMallocAsync(&a, 4 * MB, s));
    fill<<<1, 64, 0, s>>>(a, 1000, 1);
    OK(cudaFreeAsync(a, s));
    OK(cudaStreamEndCapture(s, &g));
    OK(cudaGraphInstantiate(&e, g, 0));
    OK(cudaGraphLaunch(e, s));
    OK(cudaGraphLaunch(e, s));
    OK(cudaStreamSynchronize(s));
    SAYS(of_graphs(cudaGraphMemAttrUsedMemCurrent) == 0 && of_graphs(cudaGraphMemAttrUsedMemHigh) == 4 * MB);
    SAYS(of_graphs(cudaGraphMemAttrReservedMemCurrent) >= 4 * MB);
    OK(cudaGraphExecDestroy(e));
    OK(cudaGraphDestroy(g));
    OK(cudaDeviceGraphMemTrim(0));
    SAYS(of_graphs(cudaGraphMemAttrReservedMemCurrent) == 0 && of_graphs(cudaGraphMemAttrReservedMemHigh) >= 4 * MB);
    OK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &none));
    SAYS(of_graphs(cudaGraphMemAttrUsedMemHigh) == 0);
    IS(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &none), cudaErrorInvalidValue);

    // Memory that a graph leaves to others, which they free.
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    OK(cudaMallocAsync(&a, 2 * MB, s));
    OK(cudaStreamEndCapture(s, &g));
    OK(cudaGraphInstantiate(&e, g, 0));
    OK(cudaGraphLaunch(e, s));
    OK(cudaStreamSynchronize(s));
    SAYS(of_graphs(cudaGraphMemAttrUsedMemCurrent) == 2 * MB);
    OK(cudaGraphExecDestroy(e));
    OK(cudaGraphDestroy(g));
    SAYS(of_graphs(cudaGraphMemAttrUsedMemCurrent) == 2 * MB);
    OK(cudaFree(a));
    SAYS(of_graphs(cudaGraphMemAttrUsedMemCurrent) == 0 && of_graphs(cudaGraphMemAttrReservedMemCurrent) == 0);
}

int main()
{
    cudaStream_t s;
    cudaMemPoolProps p = {};
    p.allocType = cudaMemAllocationTypePinned;
    p.location = {cudaMemLocationTypeDevice, 0};
    OK(cudaMemPoolCreate(&pool, &p));
    OK(cudaStreamCreate(&s));
    SAYS(is(cudaMemPoolAttrUsedMemCurrent) == 0 && is(cudaMemPoolAttrReservedMemCurrent) == 0 && is(cudaMemPoolAttrReleaseThreshold) == 0);
    keeps(s);
    highest();
    ends(s);
    graphs(s);
    puts("figures");
    return 0;
}
