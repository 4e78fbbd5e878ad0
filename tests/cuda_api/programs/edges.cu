// arch: 90
// Edges of graphs whose kernels may begin early: captured, by programmatic launches and by their events; asked for; given to captures.
#include "say.h"
enum { N = 1000 };
__global__ void first(int *x)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        x[i] = i;
    cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void second(int *x)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    cudaGridDependencySynchronize();
    if (i < N)
        x[i] = 2 * x[i] + 1;
}
static void tell(const char *what, cudaGraph_t g)
{
    size_t nodes, n = 8;
    cudaGraphNode_t from[8], to[8];
    cudaGraphEdgeData d[8];
    OK(cudaGraphGetNodes(g, NULL, &nodes));
    OK(cudaGraphGetEdges(g, from, to, d, &n));
    printf("%s: %zu nodes, %zu edges:", what, nodes, n);
    for (size_t i = 0; i < n; i++)
        printf(" %d/%d", d[i].type, d[i].from_port);
    printf("; without data: %s\n", cudaGetErrorName(cudaGraphGetEdges(g, from, to, NULL, &n)));
    for (size_t i = 0; i < n; i++) {
        size_t k = 8;
        OK(cudaGraphNodeGetDependencies(to[i], from, d, &k));
        printf("  %zu", k);
    }
    printf("\n");
}
static void run(const char *what, cudaGraph_t g, cudaStream_t s, int *x)
{
    static int h[N];
    cudaGraphInstantiateParams how = {};
    cudaGraphExec_t exec;
    int wrong = 0;
    how.flags = cudaGraphInstantiateFlagUpload;
    how.uploadStream = s;
    OK(cudaGraphInstantiateWithParams(&exec, g, &how));
    OK(cudaGraphLaunch(exec, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        wrong += h[i] != 2 * i + 1;
    printf("%s: %d wrong, result %d\n", what, wrong, how.result_out);
    OK(cudaGraphExecDestroy(exec));
}
int main()
{
    int *x;
    cudaStream_t s, t, u;
    cudaEvent_t some, begun;
    cudaGraph_t g, other;
    cudaLaunchAttribute a[2];
    cudaLaunchConfig_t c = {};
    OK(cudaMalloc(&x, N * sizeof *x));
    for (cudaStream_t *each : {&s, &t, &u})
        OK(cudaStreamCreateWithFlags(each, cudaStreamNonBlocking));
    for (cudaEvent_t *each : {&some, &begun})
        OK(cudaEventCreateWithFlags(each, cudaEventDisableTiming));
    c.gridDim = 8;
    c.blockDim = 128;
    c.stream = s;
    c.attrs = a;
    c.numAttrs = 1;
    a[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    a[0].val.programmaticStreamSerializationAllowed = 1;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    first<<<8, 128, 0, s>>>(x);
    OK(cudaLaunchKernelEx(&c, second, x));
    OK(cudaStreamEndCapture(s, &g));
    tell("in a stream", g);
    OK(cudaGraphClone(&other, g));
    tell("a clone", other);
    run("a clone", other, t, x);
    // Two events of one launch: what its blocks say, and that they have begun.
    for (int at_start = 0; at_start < 2; at_start++) {
        OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
        a[0].id = cudaLaunchAttributeProgrammaticEvent;
        a[0].val.programmaticEvent = {some, 0, at_start};
        a[1].id = cudaLaunchAttributeLaunchCompletionEvent;
        a[1].val.launchCompletionEvent = {begun, 0};
        c.numAttrs = 2;
        OK(cudaLaunchKernelEx(&c, first, x));
        OK(cudaStreamWaitEvent(t, some));
        second<<<8, 128, 0, t>>>(x);
        OK(cudaStreamWaitEvent(u, begun));
        second<<<1, 1, 0, u>>>(x);
        OK(cudaEventRecord(some, t));
        OK(cudaEventRecord(begun, u));
        OK(cudaStreamWaitEvent(s, some));
        OK(cudaStreamWaitEvent(s, begun));
        OK(cudaStreamEndCapture(s, &g));
        tell("of events", g);
    }
    // What a capture into a graph begins with, and what is added to it.
    cudaGraphNode_t n;
    void *args[] = {&x};
    cudaKernelNodeParams p = {};
    p.func = (void *)first;
    p.gridDim = 8;
    p.blockDim = 128;
    p.kernelParams = args;
    OK(cudaGraphCreate(&g, 0));
    OK(cudaGraphAddKernelNode(&n, g, NULL, 0, &p));
    cudaGraphEdgeData early = {}, whole = {};
    early.from_port = cudaGraphKernelNodePortProgrammatic;
    early.type = cudaGraphDependencyTypeProgrammatic;
    OK(cudaStreamBeginCaptureToGraph(s, g, &n, &early, 1, cudaStreamCaptureModeRelaxed));
    cudaStreamCaptureStatus st;
    unsigned long long id;
    const cudaGraphNode_t *after;
    const cudaGraphEdgeData *data;
    size_t k;
    printf("the tail, without data: %s\n", cudaGetErrorName(cudaStreamGetCaptureInfo(s, &st, &id, &other, &after, NULL, &k)));
    OK(cudaStreamGetCaptureInfo(s, &st, &id, &other, &after, &data, &k));
    printf("the tail: %zu, %d/%d\n", k, data[0].type, data[0].from_port);
    second<<<8, 128, 0, s>>>(x);
    OK(cudaStreamUpdateCaptureDependencies(s, &n, &whole, 1, cudaStreamAddCaptureDependencies));
    OK(cudaMemsetAsync(x, 1, sizeof *x, s));
    OK(cudaStreamEndCapture(s, &g));
    tell("into a graph", g);
    // A copy can't begin early.
    OK(cudaGraphCreate(&g, 0));
    OK(cudaGraphAddKernelNode(&n, g, NULL, 0, &p));
    OK(cudaStreamBeginCaptureToGraph(s, g, &n, &early, 1, cudaStreamCaptureModeRelaxed));
    printf("a copy: %s", cudaGetErrorName(cudaMemsetAsync(x, 0, 4, s)));
    printf(", %s\n", cudaGetErrorName(cudaStreamEndCapture(s, &other)));
    return 0;
}
