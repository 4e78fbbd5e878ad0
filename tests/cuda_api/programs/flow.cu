// Allocations in stream order, copies that overlap, managed memory fetched ahead, events, a graph of it, callbacks.
#include "say.h"
#include <vector>
#include <numeric>
__global__ void scale(float *x, int n, float k)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] *= k;
}
__global__ void add(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += x[i];
}
struct Note {
    int id;
    std::vector<int> *seen;
};
static void CUDART_CB seen(void *p)
{
    auto n = (Note *)p;
    n->seen->push_back(n->id);
}
int main()
{
    const int streams = 4, n = 10000;
    cudaStream_t s[streams];
    cudaEvent_t e[streams], start, end;
    int least, most;
    OK(cudaDeviceGetStreamPriorityRange(&least, &most));
    for (int i = 0; i < streams; i++) {
        OK(cudaStreamCreateWithPriority(&s[i], cudaStreamNonBlocking, i % 2 ? least : most));
        OK(cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming));
    }
    OK(cudaEventCreate(&start));
    OK(cudaEventCreate(&end));
    float *host, *total;
    OK(cudaMallocHost(&host, streams * n * 4));
    OK(cudaMallocManaged(&total, n * 4));
    for (int i = 0; i < streams * n; i++)
        host[i] = i % 100;
    OK(cudaMemset(total, 0, n * 4));
    cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
    OK(cudaMemPrefetchAsync(total, n * 4, device, 0, s[0]));
    OK(cudaEventRecord(start, s[0]));
    std::vector<int> order;
    Note note = {1, &order};
    float *d[streams];
    for (int i = 0; i < streams; i++) {
        OK(cudaMallocAsync(&d[i], n * 4, s[i]));
        OK(cudaMemcpyAsync(d[i], host + i * n, n * 4, cudaMemcpyHostToDevice, s[i]));
        scale<<<8, 128, 0, s[i]>>>(d[i], n, i + 1);
        if (i)
            OK(cudaStreamWaitEvent(s[i], e[i - 1], 0));
        add<<<(n + 255) / 256, 256, 0, s[i]>>>(d[i], total, n);
        OK(cudaEventRecord(e[i], s[i]));
        OK(cudaFreeAsync(d[i], s[i]));
    }
    OK(cudaLaunchHostFunc(s[streams - 1], seen, &note));
    OK(cudaEventRecord(end, s[streams - 1]));
    OK(cudaEventSynchronize(end));
    float ms;
    OK(cudaEventElapsedTime(&ms, start, end));
    cudaMemLocation cpu = {cudaMemLocationTypeHost, 0};
    OK(cudaMemPrefetchAsync(total, n * 4, cpu, 0, s[0]));
    OK(cudaDeviceSynchronize());
    printf("total %g, %d seen, time %d\n", std::accumulate(total, total + n, 0.0f), (int)order.size(), ms >= 0);
    cudaMemPool_t pool;
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location = device;
    OK(cudaMemPoolCreate(&pool, &props));
    unsigned long long keep = ~0ull;
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    float *p;
    OK(cudaMallocFromPoolAsync(&p, n * 4, pool, s[1]));
    cudaGraph_t g;
    cudaGraphExec_t x;
    OK(cudaStreamBeginCapture(s[1], cudaStreamCaptureModeGlobal));
    OK(cudaMemsetAsync(p, 0, n * 4, s[1]));
    OK(cudaEventRecord(e[0], s[1]));
    OK(cudaStreamWaitEvent(s[2], e[0], 0));
    add<<<(n + 255) / 256, 256, 0, s[2]>>>(total, p, n);
    OK(cudaEventRecord(e[1], s[2]));
    OK(cudaStreamWaitEvent(s[1], e[1], 0));
    scale<<<8, 128, 0, s[1]>>>(p, n, 0.5f);
    float *q;
    OK(cudaMallocAsync(&q, n * 4, s[1]));
    OK(cudaMemcpyAsync(q, p, n * 4, cudaMemcpyDeviceToDevice, s[1]));
    OK(cudaMemcpyAsync(host, q, n * 4, cudaMemcpyDeviceToHost, s[1]));
    OK(cudaFreeAsync(q, s[1]));
    OK(cudaStreamEndCapture(s[1], &g));
    size_t nodes;
    OK(cudaGraphGetNodes(g, nullptr, &nodes));
    OK(cudaGraphInstantiate(&x, g, 0));
    for (int i = 0; i < 3; i++) {
        OK(cudaGraphLaunch(x, s[1]));
    }
    OK(cudaStreamSynchronize(s[1]));
    printf("graph %g, %d nodes\n", std::accumulate(host, host + n, 0.0f), (int)nodes);
    return 0;
}
