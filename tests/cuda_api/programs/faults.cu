// Kernels that access memory that is not there: in one thread and in many, in calls that compilers make of loops, behind barriers, beside a
// kernel that waits, from a thread of the program's.  Each launch fails, and the context until it is reset.
#include "say.h"
#include <thread>

__global__ void store(int *p, int from)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= from)
        p[i] = 3;
}
__global__ void set(int *p, int v) { p[blockIdx.x * blockDim.x + threadIdx.x] = v; }
__global__ void load(const int *p, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = p[i * 5] + 1;
}
__global__ void follow(int **p)
{
    int *q = p[threadIdx.x];
    *q = 1;
}
__global__ void mirror(int *p)
{
    __shared__ int s[256];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x > 200)
        p[s[255 - threadIdx.x]] = 1;
    __syncthreads();
    p[0] = s[3];
}
__global__ void wait(volatile int *flag)
{
    while (!*flag)
        __nanosleep(100);
}

static void ends(const char *what)
{
    const int n = 4096;
    static int host[n];
    int *p;
    const cudaError_t waited = cudaDeviceSynchronize(), more = cudaMalloc(&p, 4), last = cudaGetLastError();
    printf("%s: %s, %s, %s", what, cudaGetErrorName(waited), cudaGetErrorName(more), cudaGetErrorName(last));
    OK(cudaDeviceReset());
    OK(cudaMalloc(&p, n * sizeof *p));
    set<<<n / 256, 256>>>(p, 7);
    OK(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    int right = 0;
    for (int v : host)
        right += v == 7;
    printf("; then %d of %d\n", right, n);
    OK(cudaFree(p));
}

int main()
{
    int *out, *flag, **pointers, *const low = reinterpret_cast<int *>(8);
    cudaStream_t a, b;
    store<<<1, 1>>>(nullptr, 0);
    ends("one thread");
    store<<<100, 256>>>(nullptr, 0);
    ends("all threads");
    store<<<100, 256>>>(nullptr, 99 * 256);
    ends("the last block");
    OK(cudaMalloc(&out, 1024 * sizeof *out));
    load<<<4, 256>>>(low, out);
    ends("a load");
    set<<<40, 256>>>(nullptr, 0);
    ends("a set");
    mirror<<<8, 256>>>(low);
    ends("behind a barrier");
    store<<<1, 32>>>(reinterpret_cast<int *>(0x1234567812345678), 0);
    ends("no address");
    OK(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped));
    *flag = 0;
    OK(cudaStreamCreate(&a));
    OK(cudaStreamCreate(&b));
    wait<<<1, 1, 0, a>>>(flag);
    store<<<40, 256, 0, b>>>(low, 5);
    ends("beside one that waits");
    OK(cudaMallocManaged(&pointers, 32 * sizeof *pointers));
    for (int i = 0; i < 32; i++)
        pointers[i] = nullptr;
    follow<<<1, 32>>>(pointers);
    ends("a pointer in memory");
    std::thread([low] { store<<<9, 32>>>(low, 0); ends("a thread of the program's"); }).join();
    store<<<1, 1>>>(nullptr, 0);
    ends("again");
}
