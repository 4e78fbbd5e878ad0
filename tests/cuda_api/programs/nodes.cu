// nodes.cu: graphs of child graphs, copies, sets, host functions, events and memory; their changes; and clones.
#include "say.h"
__global__ void add(int *x, int v) { x[threadIdx.x] += v; }
static void CUDART_CB called(void *p) { ++*(int *)p; }
static const char *kind(cudaGraphNode_t n)
{
    static const char *names[] = {"kernel", "memcpy", "memset", "host", "graph", "empty", "wait", "record", "signal", "wait for", "alloc", "free"};
    cudaGraphNodeType t;
    OK(cudaGraphNodeGetType(n, &t));
    return t < 12 ? names[t] : "?";
}
int main()
{
    enum { N = 32 };
    int *d, *e, h[N], calls = 0;
    OK(cudaMalloc(&d, sizeof h));
    OK(cudaMalloc(&e, sizeof h));
    cudaGraph_t child, g;
    OK(cudaGraphCreate(&child, 0));
    OK(cudaGraphCreate(&g, 0));
    int three = 3, seven = 7;
    void *args[] = {&d, &three};
    cudaKernelNodeParams k = {};
    k.func = (void *)add;
    k.gridDim = 1;
    k.blockDim = N;
    k.kernelParams = args;
    cudaGraphNode_t inner, set, copy, sub, host, back, empty;
    OK(cudaGraphAddKernelNode(&inner, child, NULL, 0, &k));
    cudaMemsetParams m = {};
    m.dst = d;
    m.elementSize = 4;
    m.width = N;
    m.height = 1;
    m.value = 5;
    OK(cudaGraphAddMemsetNode(&set, g, NULL, 0, &m));
    OK(cudaGraphAddChildGraphNode(&sub, g, &set, 1, child));
    OK(cudaGraphAddMemcpyNode1D(&copy, g, &sub, 1, e, d, sizeof h, cudaMemcpyDeviceToDevice));
    OK(cudaGraphAddMemcpyNode1D(&back, g, &copy, 1, h, e, sizeof h, cudaMemcpyDeviceToHost));
    cudaHostNodeParams hp = {called, &calls};
    OK(cudaGraphAddHostNode(&host, g, &back, 1, &hp));
    OK(cudaGraphAddEmptyNode(&empty, g, NULL, 0));
    size_t n = 0, roots = 0, edges = 0;
    OK(cudaGraphGetNodes(g, NULL, &n));
    OK(cudaGraphGetRootNodes(g, NULL, &roots));
    OK(cudaGraphGetEdges(g, NULL, NULL, NULL, &edges));
    printf("%zu nodes, %zu roots, %zu edges\n", n, roots, edges);
    cudaGraphNode_t all[8];
    n = 8;
    OK(cudaGraphGetNodes(g, all, &n));
    for (size_t i = 0; i < n; i++)
        printf("%s ", kind(all[i]));
    printf("of %zu\n", n);
    cudaGraph_t within;
    OK(cudaGraphChildGraphNodeGetGraph(sub, &within));
    printf("the child is a clone: %d\n", within != child);
    cudaGraphExec_t x;
    OK(cudaGraphInstantiate(&x, g, 0));
    cudaStream_t s;
    OK(cudaStreamCreate(&s));
    for (int i = 0; i < 3; i++)
        OK(cudaGraphLaunch(x, s));
    OK(cudaStreamSynchronize(s));
    printf("%d %d, %d calls\n", h[0], h[N - 1], calls);

    // Changes of what is instantiated.
    m.value = 100;
    OK(cudaGraphExecMemsetNodeSetParams(x, set, &m));
    cudaGraph_t other;
    cudaGraphNode_t otherk;
    OK(cudaGraphCreate(&other, 0));
    args[1] = &seven;
    OK(cudaGraphAddKernelNode(&otherk, other, NULL, 0, &k));
    OK(cudaGraphExecChildGraphNodeSetParams(x, sub, other));
    printf("a host node: %s\n", cudaGetErrorName(cudaGraphNodeSetEnabled(x, host, 0)));
    cudaGetLastError();
    OK(cudaGraphNodeSetEnabled(x, copy, 0));
    unsigned enabled = 9;
    OK(cudaGraphNodeGetEnabled(x, copy, &enabled));
    OK(cudaGraphLaunch(x, s));
    OK(cudaStreamSynchronize(s));
    printf("%d, %d calls, enabled %u\n", h[0], calls, enabled);
    int elsewhere[N] = {};
    OK(cudaGraphExecMemcpyNodeSetParams1D(x, back, elsewhere, e, sizeof h, cudaMemcpyDeviceToHost));
    OK(cudaGraphNodeSetEnabled(x, copy, 1));
    h[0] = -1;
    OK(cudaGraphLaunch(x, s));
    OK(cudaStreamSynchronize(s));
    printf("%d %d, %d calls\n", h[0], elsewhere[0], calls);

    // A whole update: what has the same shape, and what has not.
    cudaGraph_t clone;
    OK(cudaGraphClone(&clone, g));
    cudaGraphNode_t set2, bad;
    OK(cudaGraphNodeFindInClone(&set2, set, clone));
    m.value = 1000;
    OK(cudaGraphMemsetNodeSetParams(set2, &m));
    cudaGraphExecUpdateResultInfo info;
    printf("update: %s", cudaGetErrorName(cudaGraphExecUpdate(x, clone, &info)));
    printf(", %d\n", info.result);
    OK(cudaGraphLaunch(x, s));
    OK(cudaStreamSynchronize(s));
    printf("%d, %d calls\n", h[0], calls);
    OK(cudaGraphAddEmptyNode(&bad, clone, &set2, 1));
    printf("update: %s", cudaGetErrorName(cudaGraphExecUpdate(x, clone, &info)));
    printf(", %d\n", info.result);
    printf("last: %s\n", cudaGetErrorName(cudaGetLastError()));
    // A circle is refused, when it is instantiated at the latest.
    cudaGraphExec_t y;
    cudaGraph_t loop;
    cudaGraphNode_t p, q;
    OK(cudaGraphCreate(&loop, 0));
    OK(cudaGraphAddEmptyNode(&p, loop, NULL, 0));
    OK(cudaGraphAddEmptyNode(&q, loop, &p, 1));
    cudaError_t err = cudaGraphAddDependencies(loop, &q, &p, NULL, 1);
    if (!err)
        err = cudaGraphInstantiate(&y, loop, 0);
    printf("a circle: %s\n", cudaGetErrorName(err));
    cudaGetLastError();
    // Memory that a graph has while it runs, and events.
    cudaGraph_t mem;
    cudaGraphNode_t an, kn, cn, fn, rn;
    OK(cudaGraphCreate(&mem, 0));
    cudaMemAllocNodeParams ap = {};
    ap.poolProps.allocType = cudaMemAllocationTypePinned;
    ap.poolProps.location.type = cudaMemLocationTypeDevice;
    ap.bytesize = sizeof h;
    OK(cudaGraphAddMemAllocNode(&an, mem, NULL, 0, &ap));
    printf("an address before it runs: %d\n", ap.dptr != NULL);
    m.dst = ap.dptr;
    m.value = 40;
    OK(cudaGraphAddMemsetNode(&set, mem, &an, 1, &m));
    int two = 2;
    void *margs[] = {&ap.dptr, &two};
    k.kernelParams = margs;
    OK(cudaGraphAddKernelNode(&kn, mem, &set, 1, &k));
    OK(cudaGraphAddMemcpyNode1D(&cn, mem, &kn, 1, h, ap.dptr, sizeof h, cudaMemcpyDeviceToHost));
    OK(cudaGraphAddMemFreeNode(&fn, mem, &cn, 1, ap.dptr));
    cudaEvent_t ev;
    OK(cudaEventCreate(&ev));
    OK(cudaGraphAddEventRecordNode(&rn, mem, &fn, 1, ev));
    OK(cudaGraphInstantiate(&y, mem, 0));
    OK(cudaGraphLaunch(y, s));
    OK(cudaEventSynchronize(ev));
    printf("%d %d\n", h[0], h[N - 1]);
    OK(cudaDeviceGraphMemTrim(0));
    unsigned long long used = 1;
    OK(cudaStreamSynchronize(s));
    OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    printf("used %llu\n", used);
    OK(cudaGraphDestroyNode(empty));
    OK(cudaGraphGetNodes(g, NULL, &n));
    printf("%zu nodes left\n", n);
    OK(cudaGraphExecDestroy(x));
    OK(cudaGraphExecDestroy(y));
    OK(cudaGraphDestroy(g));
    OK(cudaGraphDestroy(child));
    return 0;
}
