// What kernels have of malloc: as much as the limit says, which can't be changed once a kernel has asked.
#include "say.h"
enum { N = 64 };
__device__ void *kept[N];
__global__ void take(size_t bytes, int *got)
{
    const int i = threadIdx.x;
    char *p = (char *)malloc(bytes);
    if (p)
        p[0] = p[bytes - 1] = 1;
    got[i] = p != NULL;
    kept[i] = p;
}
__global__ void give() { free(kept[threadIdx.x]); }
struct Row {
    int x[1000];
    __device__ Row(int v) { for (int &each : x) each = v; }
};
__global__ void objects(int *sum)
{
    Row *r = new Row(threadIdx.x);
    atomicAdd(sum, r->x[999]);
    delete r;
}
static int *got;
static int count(size_t bytes)
{
    int n = 0;
    take<<<1, N>>>(bytes, got);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        n += got[i];
    give<<<1, N>>>();
    OK(cudaDeviceSynchronize());
    return n;
}
static void limit()
{
    size_t n;
    OK(cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize));
    printf("limit %zu MB\n", n >> 20);
}
int main()
{
    OK(cudaMallocManaged(&got, N * sizeof *got));
    limit();
    OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
    limit();
    printf("small ones: %d\n", count(1000));
    for (int i = 0; i < 2; i++) {
        const int n = count(1 << 20);
        printf("of 1 MB: %s\n", n > 16 && n <= 32 ? "some" : "not so many");
    }
    printf("too large: %d\n", count(33 << 20));
    printf("later: %s\n", cudaGetErrorName(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20)));
    limit();
    got[0] = 0;
    objects<<<1, N>>>(got);
    OK(cudaDeviceSynchronize());
    printf("objects: %d\n", got[0]);
    OK(cudaDeviceReset());
    OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 << 20));
    OK(cudaMallocManaged(&got, N * sizeof *got));
    printf("of 1 MB: %d\n", count(1 << 20));
    return 0;
}
