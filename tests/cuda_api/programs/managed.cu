// Managed memory: allocated, and as a variable; what was advised is told.
#include "say.h"
__managed__ int total = 7;
__device__ __managed__ int table[4] = {1, 2, 3, 4};
__global__ void work(int *x, int n)
{
    int i = threadIdx.x;
    if (i < n)
        atomicAdd(&total, x[i] * table[i % 4]);
}

static int ask(cudaMemRangeAttribute attribute, void *p, size_t size)
{
    int answer = 77;
    OK(cudaMemRangeGetAttribute(&answer, sizeof answer, attribute, p, size));
    return answer;
}

static void advice(char *x, size_t half)
{
    cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
    printf("at first %d %d %d %d\n", ask(cudaMemRangeAttributeReadMostly, x, half), ask(cudaMemRangeAttributePreferredLocation, x, half),
           ask(cudaMemRangeAttributeAccessedBy, x, half), ask(cudaMemRangeAttributeLastPrefetchLocation, x, half));
    OK(cudaMemAdvise(x, 2 * half, cudaMemAdviseSetReadMostly, device));
    OK(cudaMemAdvise(x, half, cudaMemAdviseSetPreferredLocation, device));
    OK(cudaMemAdvise(x + half, half, cudaMemAdviseSetPreferredLocation, host));
    OK(cudaMemAdvise(x, half, cudaMemAdviseSetAccessedBy, device));
    OK(cudaMemPrefetchAsync(x, 2 * half, device, 0, 0));
    OK(cudaDeviceSynchronize());
    printf("one half %d %d %d %d\n", ask(cudaMemRangeAttributeReadMostly, x, half), ask(cudaMemRangeAttributePreferredLocation, x, half),
           ask(cudaMemRangeAttributeAccessedBy, x, half), ask(cudaMemRangeAttributeLastPrefetchLocation, x, half));
    printf("the other's place %d, that of both %d\n", ask(cudaMemRangeAttributePreferredLocation, x + half, half),
           ask(cudaMemRangeAttributePreferredLocation, x, 2 * half));
    OK(cudaMemAdvise(x, half, cudaMemAdviseUnsetReadMostly, device));
    printf("taken back %d, of both %d, of the other %d\n", ask(cudaMemRangeAttributeReadMostly, x, half),
           ask(cudaMemRangeAttributeReadMostly, x, 2 * half), ask(cudaMemRangeAttributeReadMostly, x + half, half));
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
    OK(cudaPointerGetAttributes(&a, &total));
    printf("variable managed: %d\n", a.type == cudaMemoryTypeManaged);
    void *place;
    size_t bytes;
    int words[4];
    OK(cudaGetSymbolAddress(&place, table));
    OK(cudaGetSymbolSize(&bytes, table));
    OK(cudaMemcpyFromSymbol(words, table, sizeof words));
    printf("by its symbol: %d, %zu bytes, %d\n", place == table, bytes, words[3]);
    OK(cudaMemPrefetchAsync(&total, sizeof total, {cudaMemLocationTypeDevice, 0}, 0, 0));
    char *y;
    const size_t half = (size_t)2 << 20;
    for (int i = 0; i < 2; i++) {
        OK(cudaMallocManaged(&y, 2 * half));
        advice(y, half);
        OK(cudaFree(y));
    }
    return 0;
}
