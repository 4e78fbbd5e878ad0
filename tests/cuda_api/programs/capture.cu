// capture.cu: streams captured into graphs: that fork and join, that fail, that take part in one; what is asked of a capture.
#include "say.h"
__global__ void add(int *x, int v) { *x += v; }
__global__ void twice(int *x) { *x *= 2; }
static const char *name(cudaError_t e) { return cudaGetErrorName(e); }
#define SAY(call) do { cudaError_t e_ = (call); printf("%s: %s\n", #call, name(e_)); cudaGetLastError(); } while (0)
int main()
{
    cudaStream_t a, b, c;
    cudaEvent_t fork, join, other;
    cudaGraph_t g;
    cudaGraphExec_t x;
    int *p, *q, h[2];
    OK(cudaMalloc(&p, 8));
    q = p + 1;
    OK(cudaMemset(p, 0, 8));
    OK(cudaDeviceSynchronize()); // stream c does not wait for the default one
    OK(cudaStreamCreate(&a));
    OK(cudaStreamCreate(&b));
    OK(cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking));
    OK(cudaEventCreate(&fork));
    OK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    OK(cudaEventCreate(&other));
    OK(cudaStreamBeginCapture(a, cudaStreamCaptureModeThreadLocal));
    add<<<1, 1, 0, a>>>(p, 3);
    OK(cudaEventRecord(fork, a));
    OK(cudaStreamWaitEvent(b, fork, 0));
    add<<<1, 1, 0, b>>>(q, 4);
    twice<<<1, 1, 0, a>>>(p);
    OK(cudaEventRecord(join, b));
    OK(cudaStreamWaitEvent(a, join, 0));
    OK(cudaMemcpyAsync(h, p, 8, cudaMemcpyDeviceToHost, a));
    cudaStreamCaptureStatus st;
    unsigned long long id, id2;
    const cudaGraphNode_t *deps;
    size_t n;
    OK(cudaStreamGetCaptureInfo(a, &st, &id, &g, &deps, NULL, &n));
    printf("status %d, %zu dependencies\n", st, n);
    OK(cudaStreamIsCapturing(b, &st));
    printf("the other stream: %d\n", st);
    OK(cudaStreamGetCaptureInfo(b, &st, &id2, NULL, NULL, NULL, NULL));
    printf("the same capture: %d\n", id == id2);
    OK(cudaStreamEndCapture(a, &g));
    size_t edges;
    OK(cudaGraphGetNodes(g, NULL, &n));
    OK(cudaGraphGetEdges(g, NULL, NULL, NULL, &edges));
    printf("%zu nodes, %zu edges\n", n, edges);
    OK(cudaGraphInstantiate(&x, g, 0));
    for (int i = 0; i < 3; i++)
        OK(cudaGraphLaunch(x, i == 1 ? b : c));
    OK(cudaDeviceSynchronize());
    printf("%d %d\n", h[0], h[1]);

    // What a capture does not allow.
    OK(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
    SAY(cudaStreamQuery(a));
    SAY(cudaStreamIsCapturing(a, &st));
    printf("%d\n", st);
    SAY(cudaStreamEndCapture(a, &g));
    printf("a graph: %d\n", g != NULL);
    // An event that was recorded in a capture.
    SAY(cudaEventQuery(fork));
    OK(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
    OK(cudaEventRecord(fork, a));
    SAY(cudaEventSynchronize(fork));
    SAY(cudaStreamIsCapturing(a, &st));
    printf("%d\n", st);
    add<<<1, 1, 0, a>>>(p, 3);
    SAY(cudaGetLastError());
    SAY(cudaStreamEndCapture(a, &g));
    OK(cudaEventRecord(fork, a));
    SAY(cudaEventQuery(fork) == cudaSuccess ? cudaSuccess : cudaEventSynchronize(fork));
    OK(cudaStreamBeginCapture(c, cudaStreamCaptureModeRelaxed));
    SAY(cudaDeviceSynchronize());
    SAY(cudaStreamEndCapture(c, &g));
    OK(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
    SAY(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
    SAY(cudaStreamEndCapture(a, &g));
    SAY(cudaStreamEndCapture(a, &g));
    // Not joined.
    OK(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
    add<<<1, 1, 0, a>>>(p, 1);
    OK(cudaEventRecord(fork, a));
    OK(cudaStreamWaitEvent(b, fork, 0));
    add<<<1, 1, 0, b>>>(p, 1);
    SAY(cudaStreamEndCapture(a, &g));
    SAY(cudaStreamIsCapturing(b, &st));
    printf("%d\n", st);
    // The default stream waits for those captured: not allowed.
    OK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    add<<<1, 1>>>(p, 1);
    SAY(cudaGetLastError());
    SAY(cudaStreamEndCapture(a, &g));
    OK(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
    SAY(cudaMemcpy(h, p, 4, cudaMemcpyDefault));
    SAY(cudaStreamEndCapture(a, &g));
    OK(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
    SAY(cudaStreamIsCapturing(0, &st));
    SAY(cudaStreamEndCapture(a, &g));
    OK(cudaStreamBeginCapture(c, cudaStreamCaptureModeRelaxed)); // it waits for nobody
    SAY(cudaMemcpy(h, p, 4, cudaMemcpyDefault));
    SAY(cudaStreamEndCapture(c, &g));
    SAY(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
    // Calls that could wait, in a capture of mode global.
    OK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    int *r;
    SAY(cudaMalloc(&r, 4));
    SAY(cudaStreamEndCapture(a, &g));
    OK(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
    SAY(cudaMalloc(&r, 4));
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    OK(cudaThreadExchangeStreamCaptureMode(&mode));
    printf("was %d\n", mode);
    OK(cudaStreamBeginCapture(c, cudaStreamCaptureModeGlobal));
    SAY(cudaMalloc(&r, 4)); // this thread is relaxed now
    SAY(cudaStreamEndCapture(c, &g));
    OK(cudaThreadExchangeStreamCaptureMode(&mode));
    OK(cudaEventRecord(other, c));
    SAY(cudaStreamWaitEvent(a, other, 0));
    SAY(cudaStreamEndCapture(a, &g));
    SAY(cudaStreamSynchronize(c));
    // Memory in a stream's order becomes nodes; sets and host functions, too.
    static int calls;
    OK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    int *own;
    OK(cudaMallocAsync(&own, 4, a));
    OK(cudaMemsetAsync(own, 0, 4, a));
    add<<<1, 1, 0, a>>>(own, 9);
    OK(cudaMemcpyAsync(h, own, 4, cudaMemcpyDefault, a));
    OK(cudaFreeAsync(own, a));
    OK(cudaLaunchHostFunc(a, [](void *) { calls++; }, NULL));
    OK(cudaStreamEndCapture(a, &g));
    cudaGraphNode_t nodes[10];
    n = 10;
    OK(cudaGraphGetNodes(g, nodes, &n));
    for (size_t i = 0; i < n; i++) {
        cudaGraphNodeType t;
        OK(cudaGraphNodeGetType(nodes[i], &t));
        printf("%d ", t);
    }
    OK(cudaGraphInstantiate(&x, g, 0));
    for (int i = 0; i < 5; i++)
        OK(cudaGraphLaunch(x, a));
    OK(cudaStreamSynchronize(a));
    printf(": %d, %d calls\n", h[0], calls);
    // A graph in a capture becomes a child.
    OK(cudaStreamBeginCapture(b, cudaStreamCaptureModeGlobal));
    OK(cudaStreamGetCaptureInfo(b, &st, &id, &g, &deps, NULL, &n));
    cudaGraphNode_t hand;
    void *args[] = {&p, h};
    int v = 100;
    args[1] = &v;
    cudaKernelNodeParams k = {};
    k.func = (void *)add;
    k.gridDim = k.blockDim = 1;
    k.kernelParams = args;
    OK(cudaGraphAddKernelNode(&hand, g, deps, n, &k));
    OK(cudaStreamUpdateCaptureDependencies(b, &hand, NULL, 1, cudaStreamSetCaptureDependencies));
    twice<<<1, 1, 0, b>>>(p);
    OK(cudaStreamEndCapture(b, &g));
    OK(cudaGraphInstantiate(&x, g, 0));
    OK(cudaMemset(p, 0, 4));
    OK(cudaGraphLaunch(x, b));
    OK(cudaMemcpy(h, p, 4, cudaMemcpyDefault));
    printf("by hand: %d\n", h[0]);
    return 0;
}
