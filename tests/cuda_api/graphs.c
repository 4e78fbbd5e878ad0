/* Graphs: built by hand, captured, changed, launched again. */
#include "check.h"

static CUdeviceptr at(unsigned *p) { return (CUdeviceptr)(uintptr_t)p; }

static void add_one(void *data) { ++*(unsigned *)data; }

/* Edges of the same nodes differ by their data: whoever removes one says which, and none is there twice.  k: 0 -early-> 1 -> 2, 0 -order-> 2. */
static void removals(CUgraph g, const CUgraphNode *k)
{
    const CUgraphEdgeData early = {.from_port = 1, .type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC}, order = {.from_port = 2};
    CUgraphNode node;
    size_t n;
    REFUSED(cuGraphAddDependencies_v2(g, &k[0], &k[1], &early, 1), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuGraphAddEmptyNode(&node, g, (CUgraphNode[]){k[0], k[0]}, 2), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuGraphAddDependencies(g, &k[0], &k[1], 1));
    REFUSED(cuGraphRemoveDependencies_v2(g, &k[0], &k[2], &early, 1), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuGraphRemoveDependencies(g, &k[0], &k[2], 1), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuGraphRemoveDependencies_v2(g, &k[0], &k[2], &order, 1));
    CHECK(cuGraphRemoveDependencies(g, &k[0], &k[1], 1));
    CHECK(cuGraphNodeGetDependencies_v2(k[1], NULL, NULL, &n));
    EXPECT(n == 1);
    CHECK(cuGraphDestroyNode(k[0]));
    CHECK(cuGraphNodeGetDependencies(k[1], NULL, &n));
    EXPECT(n == 0);
}

/* Edges keep what they are told: by hand, in copies, and of launches that need not wait; who does not ask for it is told that there is some. */
static void edges(CUmodule m)
{
    CUgraph g, copy;
    CUgraphNode k[3], empty, from[4], to[4];
    CUgraphEdgeData data[4], early = {.from_port = 1, .type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC}, order = {.from_port = 2};
    CUdeviceptr x;
    size_t n = 4;
    unsigned count = 4;
    float add = 1;
    CHECK(cuMemAlloc_v2(&x, 16));
    void *params[] = {&x, &x, &add, &count};
    CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_KERNEL,
                           .kernel = {.func = function(m, "scale"), .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 4, .blockDimY = 1, .blockDimZ = 1,
                                      .kernelParams = params}};
    CHECK(cuGraphCreate(&g, 0));
    CHECK(cuGraphAddNode_v2(&k[0], g, NULL, NULL, 0, &p));
    CHECK(cuGraphAddNode_v2(&k[1], g, k, &early, 1, &p));
    CHECK(cuGraphAddNode_v2(&k[2], g, &k[1], NULL, 1, &p));
    CHECK(cuGraphAddDependencies_v2(g, &k[0], &k[2], &order, 1));
    CHECK(cuGraphClone(&copy, g));
    CHECK(cuGraphGetEdges_v2(copy, from, to, data, &n));
    EXPECT(n == 3 && data[0].type == 1 && data[0].from_port == 1 && !data[1].type && !data[1].from_port && data[2].from_port == 2);
    REFUSED(cuGraphGetEdges_v2(copy, from, to, NULL, &n), CUDA_ERROR_LOSSY_QUERY);
    CHECK(cuGraphGetEdges(copy, NULL, NULL, &n));
    EXPECT(n == 3);
    REFUSED(cuGraphNodeGetDependencies(k[1], from, &n), CUDA_ERROR_LOSSY_QUERY);
    n = 4;
    CHECK(cuGraphNodeGetDependentNodes_v2(k[0], to, data, &n));
    EXPECT(n == 2 && to[1] == k[2] && data[0].type == 1 && data[1].from_port == 2);
    CHECK(cuGraphAddEmptyNode(&empty, g, NULL, 0));
    REFUSED(cuGraphAddDependencies_v2(g, &empty, &k[0], &early, 1), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuGraphAddDependencies_v2(g, &k[0], &empty, &early, 1), CUDA_ERROR_INVALID_VALUE);
    early.from_port = 0;
    REFUSED(cuGraphAddNode_v2(&empty, g, k, &early, 1, &p), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuGraphGetNodes(g, NULL, &n));
    EXPECT(n == 4);
    CHECK(cuGraphDestroy(copy));
    removals(g, k);
    CHECK(cuGraphDestroy(g));

    CUstream s;
    CUlaunchAttribute a = {.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION, .value.programmaticStreamSerializationAllowed = 1};
    CUlaunchConfig c = {1, 1, 1, 4, 1, 1, 0, NULL, &a, 0};
    CHECK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    c.hStream = s;
    CHECK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CHECK(cuMemsetD8Async(x, 0, 16, s));
    for (int i = 0; i < 3; i++) {
        c.numAttrs = i != 1;
        CHECK(cuLaunchKernelEx(&c, function(m, "scale"), params, NULL));
    }
    CHECK(cuStreamEndCapture(s, &g));
    n = 4;
    CHECK(cuGraphGetEdges_v2(g, from, to, data, &n));
    EXPECT(n == 3 && !data[0].type && !data[1].type && data[2].type == 1 && data[2].from_port == 1);
    CHECK(cuGraphDestroy(g));
    CHECK(cuStreamDestroy_v2(s));
    CHECK(cuMemFree_v2(x));
}

/* set -> copy -> kernel (adds to what was copied) -> host function */
static void by_hand(CUmodule m)
{
    CUgraph g;
    CUgraphNode set, copy, kernel, host, list[4];
    CUgraphExec e;
    CUdeviceptr x, y;
    float add = 1, out[4];
    unsigned n = 4, calls = 0;
    size_t count = 4, edges = 0;
    CHECK(cuMemAlloc_v2(&x, 16));
    CHECK(cuMemAlloc_v2(&y, 16));
    void *params[] = {&y, &x, &add, &n};
    CHECK(cuGraphCreate(&g, 0));
    const CUDA_MEMSET_NODE_PARAMS s = {.dst = x, .value = 0x40400000, .elementSize = 4, .width = 4, .height = 1}; /* 3.0f */
    const CUDA_KERNEL_NODE_PARAMS k = {.func = function(m, "scale"), .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 4,
                                       .blockDimY = 1, .blockDimZ = 1, .kernelParams = params};
    const CUDA_MEMCPY3D c = {.srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = y, .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = out,
                             .WidthInBytes = 16, .Height = 1, .Depth = 1};
    const CUDA_HOST_NODE_PARAMS h = {add_one, &calls};
    CHECK(cuGraphAddMemsetNode(&set, g, NULL, 0, &s, NULL));
    CHECK(cuGraphAddMemcpyNode(&copy, g, NULL, 0, &c, NULL));
    CHECK(cuGraphAddKernelNode_v2(&kernel, g, &set, 1, &k));
    CHECK(cuGraphAddDependencies(g, &kernel, &copy, 1));
    CHECK(cuGraphAddHostNode(&host, g, &copy, 1, &h));
    CHECK(cuGraphGetNodes(g, list, &count));
    EXPECT(count == 4);
    CHECK(cuGraphGetEdges(g, NULL, NULL, &edges));
    EXPECT(edges == 3);
    CHECK(cuGraphInstantiateWithFlags(&e, g, 0));
    CHECK(cuGraphLaunch(e, NULL));
    CHECK(cuStreamSynchronize(NULL));
    EXPECT(out[0] == 7 && out[3] == 7 && calls == 1);

    add = 2;
    CHECK(cuGraphExecKernelNodeSetParams_v2(e, kernel, &k));
    CHECK(cuGraphNodeSetEnabled(e, set, 0));
    CHECK(cuMemsetD32_v2(x, 0, 4));
    CHECK(cuGraphLaunch(e, NULL));
    CHECK(cuGraphLaunch(e, NULL));
    CHECK(cuStreamSynchronize(NULL));
    EXPECT(out[0] == 2 && calls == 3);

    CUgraph child, parent;
    CUgraphNode a, b;
    CUgraphExec both;
    CHECK(cuGraphClone(&child, g));
    CHECK(cuGraphCreate(&parent, 0));
    CHECK(cuGraphAddChildGraphNode(&a, parent, NULL, 0, child));
    CHECK(cuGraphAddChildGraphNode(&b, parent, &a, 1, child));
    CHECK(cuGraphInstantiateWithFlags(&both, parent, 0));
    CHECK(cuGraphLaunch(both, NULL));
    CHECK(cuStreamSynchronize(NULL));
    EXPECT(calls == 5 && out[0] == 7);
    CHECK(cuGraphAddDependencies(g, &host, &set, 1)); /* a circle */
    CUgraphExec none;
    REFUSED(cuGraphInstantiateWithFlags(&none, g, 0), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuGraphExecDestroy(e));
    CHECK(cuGraphExecDestroy(both));
    CHECK(cuGraphDestroy(g));
    CHECK(cuGraphDestroy(child));
    CHECK(cuGraphDestroy(parent));
}

/* Two streams, one of which joins through an event. */
static CUgraph capture(CUmodule m, CUstream s, CUstream t, CUevent fork, CUevent join, unsigned *out, unsigned value)
{
    CUgraph g;
    CUstreamCaptureStatus status;
    CHECK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CHECK(cuMemsetD32Async(at(out), value, 1, s));
    CHECK(cuEventRecord(fork, s));
    CHECK(cuStreamWaitEvent(t, fork, 0));
    CHECK(cuMemsetD32Async(at(out + 1), value + 1, 1, t));
    CHECK(cuLaunchKernel(function(m, "count"), 1, 1, 1, 1, 1, 1, 0, s, NULL, NULL));
    CHECK(cuEventRecord(join, t));
    CHECK(cuStreamIsCapturing(t, &status));
    EXPECT(status == CU_STREAM_CAPTURE_STATUS_ACTIVE);
    CHECK(cuStreamWaitEvent(s, join, 0));
    CHECK(cuMemcpyAsync(at(out + 2), at(out + 1), 4, s));
    CHECK(cuStreamEndCapture(s, &g));
    return g;
}

static void captured(CUmodule m)
{
    CUstream s, t;
    CUevent fork, join;
    CUgraph g, g2;
    CUgraphExec e;
    CUgraphExecUpdateResultInfo info;
    void *p;
    size_t n = 0;
    CHECK(cuMemAllocHost_v2(&p, 64));
    unsigned *out = p;
    memset(out, 0, 64);
    CHECK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
    CHECK(cuEventCreate(&fork, CU_EVENT_DISABLE_TIMING));
    CHECK(cuEventCreate(&join, CU_EVENT_DISABLE_TIMING));
    g = capture(m, s, t, fork, join, out, 10);
    CHECK(cuGraphGetNodes(g, NULL, &n));
    EXPECT(n == 4 && out[0] == 0);
    CHECK(cuGraphInstantiateWithFlags(&e, g, 0));
    CHECK(cuGraphLaunch(e, s));
    CHECK(cuStreamSynchronize(s));
    EXPECT(out[0] == 10 && out[1] == 11 && out[2] == 11);
    g2 = capture(m, s, t, fork, join, out, 20);
    CHECK(cuGraphExecUpdate_v2(e, g2, &info));
    EXPECT(info.result == CU_GRAPH_EXEC_UPDATE_SUCCESS);
    CHECK(cuGraphLaunch(e, s));
    CHECK(cuStreamSynchronize(s));
    EXPECT(out[0] == 20 && out[2] == 21);

    CHECK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_RELAXED));
    CHECK(cuEventRecord(fork, s));
    CHECK(cuStreamWaitEvent(t, fork, 0));
    CHECK(cuMemsetD32Async(at(out), 1, 1, t));
    CUgraph none;
    REFUSED(cuStreamEndCapture(s, &none), CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
    CHECK(cuGraphExecDestroy(e));
    CHECK(cuGraphDestroy(g));
    CHECK(cuGraphDestroy(g2));
    CHECK(cuEventDestroy_v2(fork));
    CHECK(cuEventDestroy_v2(join));
    CHECK(cuStreamDestroy_v2(s));
    CHECK(cuStreamDestroy_v2(t));
}

/* Memory of a graph's is for one executable graph at a time, which e is and ends here: it is not copied, nothing is taken out. */
static void only_one(CUgraph g, CUgraphExec e)
{
    CUgraph other;
    CUgraphExec second;
    CUgraphNode nodes[4], node;
    size_t n = 4;
    CHECK(cuGraphGetNodes(g, nodes, &n));
    EXPECT(n == 4);
    REFUSED(cuGraphInstantiateWithFlags(&second, g, 0), CUDA_ERROR_NOT_SUPPORTED);
    REFUSED(cuGraphClone(&other, g), CUDA_ERROR_NOT_SUPPORTED);
    REFUSED(cuGraphDestroyNode(nodes[1]), CUDA_ERROR_NOT_SUPPORTED);
    REFUSED(cuGraphRemoveDependencies(g, &nodes[0], &nodes[1], 1), CUDA_ERROR_NOT_SUPPORTED);
    CHECK(cuGraphCreate(&other, 0));
    REFUSED(cuGraphAddChildGraphNode(&node, other, NULL, 0, g), CUDA_ERROR_NOT_SUPPORTED);
    CHECK(cuGraphDestroy(other));
    CHECK(cuGraphExecDestroy(e));
}

/* Such a graph can be given away to a node, with which it ends; nobody else gets it then, and no more memory. */
static void moved(CUgraph g, CUstream s, unsigned out[4])
{
    CUgraph parent;
    CUgraphExec e;
    CUgraphNode node, other;
    CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_GRAPH, .graph = {g, CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE}};
    CUDA_MEM_ALLOC_NODE_PARAMS more = {.poolProps = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}}, .bytesize = 16};
    CHECK(cuGraphCreate(&parent, 0));
    CHECK(cuGraphAddNode_v2(&node, parent, NULL, NULL, 0, &p));
    REFUSED(cuGraphAddNode_v2(&other, parent, NULL, NULL, 0, &p), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuGraphDestroy(g), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuGraphAddMemAllocNode(&other, g, NULL, 0, &more), CUDA_ERROR_NOT_SUPPORTED);
    CHECK(cuGraphChildGraphNodeGetGraph(node, &p.graph.graph));
    EXPECT(p.graph.graph == g);
    CHECK(cuGraphInstantiateWithFlags(&e, parent, 0));
    out[3] = 0;
    CHECK(cuGraphLaunch(e, s));
    CHECK(cuStreamSynchronize(s));
    EXPECT(out[3] == 77);
    CHECK(cuGraphExecDestroy(e));
    CHECK(cuGraphDestroy(parent));
    REFUSED(cuGraphGetNodes(g, NULL, &(size_t){0}), CUDA_ERROR_INVALID_VALUE);
}

/* Freeing nothing is a call like any other, which may wait. */
static void frees_nothing(void)
{
    CUstream s;
    CUgraph g;
    CHECK(cuStreamCreate(&s, 0));
    CHECK(cuMemFree_v2(0));
    CHECK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    REFUSED(cuMemFree_v2(0), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    REFUSED(cuStreamEndCapture(s, &g), CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    CHECK(cuStreamDestroy_v2(s));
}

/* Memory that a graph allocates. */
static void allocations(void)
{
    CUstream s;
    CUgraph g;
    CUgraphExec e;
    CUdeviceptr p;
    static unsigned out[4];
    CHECK(cuStreamCreate(&s, 0));
    CHECK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CHECK(cuMemAllocAsync(&p, 16, s));
    CHECK(cuMemsetD32Async(p, 77, 4, s));
    CHECK(cuMemcpyDtoHAsync_v2(out, p, 16, s));
    CHECK(cuMemFreeAsync(p, s));
    CHECK(cuStreamEndCapture(s, &g));
    CHECK(cuGraphInstantiateWithFlags(&e, g, 0));
    CHECK(cuGraphLaunch(e, s));
    CHECK(cuStreamSynchronize(s));
    EXPECT(out[3] == 77);
    only_one(g, e);
    CHECK(cuGraphInstantiateWithFlags(&e, g, 0));
    CHECK(cuGraphExecDestroy(e));
    moved(g, s, out);
    CHECK(cuStreamDestroy_v2(s));
}

/* Memory that a graph allocates and does not free: it outlives both the graph and what was made of it, comes again at its place, and
 * ends by cuMemFree, cuMemFreeAsync or another graph. */
static void lives(void)
{
    enum { AUTO_FREE = 1, STREAM, CALL, GRAPH };
    CUstream s;
    CHECK(cuStreamCreate(&s, 0));
    for (unsigned how = 0; how <= GRAPH; how++) {
        CUgraph g, other;
        CUgraphExec e, end;
        CUdeviceptr p;
        unsigned out[4] = {0};
        CHECK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
        CHECK(cuMemAllocAsync(&p, 16, s));
        CHECK(cuMemsetD32Async(p, 5 + how, 4, s));
        CHECK(cuStreamEndCapture(s, &g));
        CHECK(cuGraphInstantiateWithFlags(&e, g, how == AUTO_FREE ? CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH : 0));
        if (how == 0) /* what is made of a graph has its memory, too */
            CHECK(cuGraphDestroy(g));
        REFUSED(cuMemFreeAsync(p, s), CUDA_ERROR_INVALID_VALUE); /* not yet */
        CHECK(cuGraphLaunch(e, s));
        if (how == 0) {
            REFUSED(cuGraphLaunch(e, s), CUDA_ERROR_INVALID_VALUE); /* it is there */
        } else if (how == GRAPH) {
            CHECK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
            CHECK(cuMemFreeAsync(p, s));
            CHECK(cuStreamEndCapture(s, &other));
            CHECK(cuGraphInstantiateWithFlags(&end, other, 0));
            CHECK(cuGraphDestroy(other));
            CHECK(cuGraphLaunch(end, s));
        } else if (how == STREAM) {
            CHECK(cuMemFreeAsync(p, s));
            REFUSED(cuMemFreeAsync(p, s), CUDA_ERROR_INVALID_VALUE);
        } else if (how == CALL) {
            CHECK(cuMemFree_v2(p));
            REFUSED(cuMemFree_v2(p), CUDA_ERROR_INVALID_VALUE);
        }
        if (how) {
            CHECK(cuMemsetD32Async(p, 0, 4, s));
            CHECK(cuGraphLaunch(e, s));
            CHECK(cuGraphDestroy(g));
        }
        CHECK(cuMemcpyDtoHAsync_v2(out, p, 16, s));
        CHECK(cuStreamSynchronize(s));
        EXPECT(out[0] == 5 + how && out[3] == 5 + how);
        CHECK(cuGraphExecDestroy(e));
        out[3] = 0;
        CHECK(cuMemcpyDtoH_v2(out, p, 16));
        EXPECT(out[3] == 5 + how);
        if (how == GRAPH) {
            CHECK(cuGraphLaunch(end, s)); /* nobody's now, it ends for good */
            CHECK(cuGraphExecDestroy(end));
            CHECK(cuStreamSynchronize(s));
        } else {
            CHECK(cuMemFree_v2(p));
        }
        REFUSED(cuMemcpyDtoH_v2(out, p, 16), CUDA_ERROR_INVALID_VALUE);
    }
    CHECK(cuStreamDestroy_v2(s));
}

static CUstreamBatchMemOpParams word(CUstreamBatchMemOpType what, CUdeviceptr where, uint64_t value)
{
    CUstreamBatchMemOpParams o = {.operation = what};
    o.waitValue.address = where;
    o.waitValue.value64 = value;
    o.waitValue.flags = what == CU_STREAM_MEM_OP_WAIT_VALUE_32 || what == CU_STREAM_MEM_OP_WAIT_VALUE_64 ? CU_STREAM_WAIT_VALUE_EQ : 0;
    return o;
}

#define WAIT(where, value) word(CU_STREAM_MEM_OP_WAIT_VALUE_32, where, value)
#define WRITE(where, value) word(CU_STREAM_MEM_OP_WRITE_VALUE_32, where, value)

/* Nodes that write words and wait for them, on branches that need each other; the array is the caller's again at once; changed
 * afterwards; captured; waiting for the host. */
static void words(void)
{
    CUdeviceptr w;
    CUgraph g, child;
    CUgraphNode node[4];
    CUgraphExec e;
    CUstream s;
    unsigned out[4];
    CHECK(cuMemHostAlloc((void **)&w, 16, CU_MEMHOSTALLOC_DEVICEMAP));
    CHECK(cuMemsetD32_v2(w, 0, 4));
    CHECK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    CHECK(cuGraphCreate(&g, 0));
    CUstreamBatchMemOpParams there[] = {WRITE(w, 1), WAIT(w + 4, 2), WRITE(w, 3)}, back[] = {WAIT(w, 1), WRITE(w + 4, 2), WAIT(w, 3)},
                             last = word(CU_STREAM_MEM_OP_WRITE_VALUE_64, w + 8, 0x900000008), wrong[] = {WRITE(w, 7), WRITE(w + 2, 7)};
    CUDA_BATCH_MEM_OP_NODE_PARAMS p = {NULL, 3, there, 0}, got;
    CHECK(cuGraphAddBatchMemOpNode(&node[0], g, NULL, 0, &p));
    p.paramArray = back;
    CHECK(cuGraphAddBatchMemOpNode(&node[1], g, NULL, 0, &p));
    p = (CUDA_BATCH_MEM_OP_NODE_PARAMS){NULL, 1, &last, 0};
    CHECK(cuGraphAddBatchMemOpNode(&node[2], g, node, 2, &p));
    p.paramArray = wrong, p.count = 2;
    REFUSED(cuGraphAddBatchMemOpNode(&node[3], g, NULL, 0, &p), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuStreamBatchMemOp_v2(s, 2, wrong, 0), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuStreamSynchronize(s));
    EXPECT(*(unsigned *)(uintptr_t)w == 0);
    CHECK(cuGraphBatchMemOpNodeGetParams(node[1], &got));
    EXPECT(got.count == 3 && got.paramArray != back && got.paramArray[1].writeValue.address == w + 4);
    CHECK(cuGraphInstantiateWithFlags(&e, g, 0));
    memset(there, 0, sizeof there);
    CHECK(cuGraphLaunch(e, s));
    CHECK(cuStreamSynchronize(s));
    memcpy(out, (void *)(uintptr_t)w, sizeof out);
    EXPECT(out[0] == 3 && out[1] == 2 && out[2] == 8 && out[3] == 9);
    last.writeValue.value64 = 5;
    CHECK(cuGraphExecBatchMemOpNodeSetParams(e, node[2], &(CUDA_BATCH_MEM_OP_NODE_PARAMS){NULL, 1, &last, 0}));
    CHECK(cuMemsetD32_v2(w, 0, 4));
    CHECK(cuGraphLaunch(e, s));
    CHECK(cuStreamSynchronize(s));
    memcpy(out, (void *)(uintptr_t)w, sizeof out);
    EXPECT(out[0] == 3 && out[2] == 5 && out[3] == 0);
    CHECK(cuGraphExecDestroy(e));
    /* captured, and as a child */
    CHECK(cuStreamBeginCapture_v2(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CHECK(cuStreamWriteValue32_v2(s, w, 20, 0));
    CHECK(cuStreamWaitValue32_v2(s, w + 4, 21, CU_STREAM_WAIT_VALUE_GEQ));
    CHECK(cuStreamWriteValue64_v2(s, w + 8, 22, 0));
    CHECK(cuStreamEndCapture(s, &child));
    CHECK(cuMemsetD32_v2(w, 0, 4));
    CHECK(cuGraphDestroy(g));
    CHECK(cuGraphCreate(&g, 0));
    CHECK(cuGraphAddChildGraphNode(&node[0], g, NULL, 0, child));
    CHECK(cuGraphInstantiateWithFlags(&e, g, 0));
    CHECK(cuGraphLaunch(e, s));
    while (__atomic_load_n((unsigned *)(uintptr_t)w, __ATOMIC_SEQ_CST) != 20)
        EXPECT(cuStreamQuery(s) == CUDA_ERROR_NOT_READY);
    __atomic_store_n((unsigned *)(uintptr_t)(w + 4), 25, __ATOMIC_SEQ_CST);
    CHECK(cuStreamSynchronize(s));
    EXPECT(*(unsigned *)(uintptr_t)(w + 8) == 22);
    CHECK(cuGraphExecDestroy(e));
    CHECK(cuGraphDestroy(g));
    CHECK(cuGraphDestroy(child));
    CHECK(cuStreamDestroy_v2(s));
    CHECK(cuMemFreeHost((void *)(uintptr_t)w));
}

int main(int argc, char **argv)
{
    CUcontext ctx;
    (void)argc;
    CUmodule m = begin(argv);
    edges(m);
    by_hand(m);
    captured(m);
    frees_nothing();
    allocations();
    lives();
    words();
    CHECK(cuCtxGetCurrent(&ctx));
    CHECK(cuCtxDestroy_v2(ctx));
    return 0;
}
