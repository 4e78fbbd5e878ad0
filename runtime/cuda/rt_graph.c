/* rt_graph.c: graphs. */
#include "rt.h"

#define NODE_ARGS cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *after, size_t n

/* ---- parameters in the driver's form ---------------------------------------------------------------------------------- */

static CUresult kernel_params(const struct cudaKernelNodeParams *p, CUDA_KERNEL_NODE_PARAMS *to)
{
    CUkernel k;
    CUfunction f;
    CUresult e = p ? rt_ready() : CUDA_ERROR_INVALID_VALUE;
    if (!e)
        e = rt_kernel(p->func, &k);
    if (!e)
        e = cuKernelGetFunction(&f, k);
    if (e)
        return e;
    *to = (CUDA_KERNEL_NODE_PARAMS){
        .func = f, .gridDimX = p->gridDim.x, .gridDimY = p->gridDim.y, .gridDimZ = p->gridDim.z, .blockDimX = p->blockDim.x,
        .blockDimY = p->blockDim.y, .blockDimZ = p->blockDim.z, .sharedMemBytes = p->sharedMemBytes, .kernelParams = p->kernelParams,
        .extra = p->extra};
    return CUDA_SUCCESS;
}

static CUDA_MEMSET_NODE_PARAMS set_params(const struct cudaMemsetParams *p)
{
    return (CUDA_MEMSET_NODE_PARAMS){rt_ptr(p->dst), p->pitch, p->value, p->elementSize, p->width, p->height};
}

static cudaError_t symbol_params(const void *symbol, const void *other, size_t n, size_t offset, enum cudaMemcpyKind kind, bool to_symbol,
                                 CUDA_MEMCPY3D *c)
{
    CUdeviceptr p;
    size_t size;
    RT_TRY(rt_symbol(symbol, &p, &size));
    RT_REFUSE_IF(offset > size || n > size - offset, cudaErrorInvalidValue);
    RT_REFUSE_IF(rt_bad_kind(kind), cudaErrorInvalidMemcpyDirection);
    void *at = (char *)(uintptr_t)p + offset, *memory = (void *)(uintptr_t)other;
    *c = to_symbol ? rt_copy_line(at, memory, n, kind) : rt_copy_line(memory, at, n, kind);
    return cudaSuccess;
}

/* ---- graphs ---------------------------------------------------------------------------------------------------------- */

CUDA_API cudaError_t cudaGraphCreate(cudaGraph_t *g, unsigned int flags) { RT_CALL(cuGraphCreate(g, flags)); }
CUDA_API cudaError_t cudaGraphDestroy(cudaGraph_t g) { RT_CALL(cuGraphDestroy(g)); }
CUDA_API cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t g) { RT_CALL(cuGraphClone(clone, g)); }
CUDA_API cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *copy, cudaGraphNode_t node, cudaGraph_t clone) { RT_CALL(cuGraphNodeFindInClone(copy, node, clone)); }
CUDA_API cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) { RT_CALL(cuGraphNodeGetType(node, (CUgraphNodeType *)(void *)type)); }
CUDA_API cudaError_t cudaGraphGetNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *n) { RT_CALL(cuGraphGetNodes(g, nodes, n)); }
CUDA_API cudaError_t cudaGraphGetRootNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *n) { RT_CALL(cuGraphGetRootNodes(g, nodes, n)); }
CUDA_API cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) { RT_CALL(cuGraphDestroyNode(node)); }
CUDA_API cudaError_t cudaGraphDebugDotPrint(cudaGraph_t g, const char *path, unsigned int flags) { RT_CALL(cuGraphDebugDotPrint(g, path, flags)); }

#define DATA(d) ((const CUgraphEdgeData *)(const void *)(d))
#if RT_VERSION >= 13
#define EDGES(name) name
#else
#define EDGES(name) name##_v2
CUDA_API cudaError_t cudaGraphGetEdges(cudaGraph_t g, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *n) { RT_CALL(cuGraphGetEdges(g, from, to, n)); }
CUDA_API cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *to, size_t *n) { RT_CALL(cuGraphNodeGetDependencies(node, to, n)); }
CUDA_API cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *to, size_t *n) { RT_CALL(cuGraphNodeGetDependentNodes(node, to, n)); }
CUDA_API cudaError_t cudaGraphAddDependencies(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t n) { RT_CALL(cuGraphAddDependencies(g, from, to, n)); }
CUDA_API cudaError_t cudaGraphRemoveDependencies(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t n) { RT_CALL(cuGraphRemoveDependencies(g, from, to, n)); }
#endif
CUDA_API cudaError_t EDGES(cudaGraphGetEdges)(cudaGraph_t g, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *d, size_t *n) { RT_CALL(cuGraphGetEdges_v2(g, from, to, (CUgraphEdgeData *)(void *)d, n)); }
CUDA_API cudaError_t EDGES(cudaGraphNodeGetDependencies)(cudaGraphNode_t node, cudaGraphNode_t *to, cudaGraphEdgeData *d, size_t *n) { RT_CALL(cuGraphNodeGetDependencies_v2(node, to, (CUgraphEdgeData *)(void *)d, n)); }
CUDA_API cudaError_t EDGES(cudaGraphNodeGetDependentNodes)(cudaGraphNode_t node, cudaGraphNode_t *to, cudaGraphEdgeData *d, size_t *n) { RT_CALL(cuGraphNodeGetDependentNodes_v2(node, to, (CUgraphEdgeData *)(void *)d, n)); }
CUDA_API cudaError_t EDGES(cudaGraphAddDependencies)(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *d, size_t n) { RT_CALL(cuGraphAddDependencies_v2(g, from, to, DATA(d), n)); }
CUDA_API cudaError_t EDGES(cudaGraphRemoveDependencies)(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *d, size_t n) { RT_CALL(cuGraphRemoveDependencies_v2(g, from, to, DATA(d), n)); }

/* ---- running --------------------------------------------------------------------------------------------------------- */

CUDA_API cudaError_t cudaGraphInstantiate(cudaGraphExec_t *e, cudaGraph_t g, unsigned long long flags) { RT_CALL(cuGraphInstantiateWithFlags(e, g, flags)); }
CUDA_API cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *e, cudaGraph_t g, unsigned long long flags) { RT_CALL(cuGraphInstantiateWithFlags(e, g, flags)); }
CUDA_API cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *e, cudaGraph_t g, cudaGraphInstantiateParams *p) { RT_CALL(cuGraphInstantiateWithParams(e, g, (CUDA_GRAPH_INSTANTIATE_PARAMS *)(void *)p)); }
CUDA_API cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t e, unsigned long long *flags) { RT_CALL(cuGraphExecGetFlags(e, (cuuint64_t *)(void *)flags)); }
CUDA_API cudaError_t cudaGraphLaunch(cudaGraphExec_t e, cudaStream_t s) { RT_CALL(cuGraphLaunch(e, s)); }
CUDA_API cudaError_t cudaGraphUpload(cudaGraphExec_t e, cudaStream_t s) { RT_CALL(cuGraphUpload(e, s)); }
CUDA_API cudaError_t cudaGraphExecDestroy(cudaGraphExec_t e) { RT_CALL(cuGraphExecDestroy(e)); }
CUDA_API cudaError_t cudaGraphExecUpdate(cudaGraphExec_t e, cudaGraph_t g, cudaGraphExecUpdateResultInfo *info) { RT_CALL(cuGraphExecUpdate_v2(e, g, (CUgraphExecUpdateResultInfo *)(void *)info)); }
CUDA_API cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t e, cudaGraphNode_t node, unsigned int on) { RT_CALL(cuGraphNodeSetEnabled(e, node, on)); }
CUDA_API cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t e, cudaGraphNode_t node, unsigned int *on) { RT_CALL(cuGraphNodeGetEnabled(e, node, on)); }

/* ---- kernels --------------------------------------------------------------------------------------------------------- */

CUDA_API cudaError_t cudaGraphAddKernelNode(NODE_ARGS, const struct cudaKernelNodeParams *p)
{
    CUDA_KERNEL_NODE_PARAMS k;
    RT_TRY(kernel_params(p, &k));
    return rt_done(cuGraphAddKernelNode_v2(node, g, after, n, &k));
}

CUDA_API cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *p)
{
    CUDA_KERNEL_NODE_PARAMS k;
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    RT_TRY(cuGraphKernelNodeGetParams_v2(node, &k));
    *p = (struct cudaKernelNodeParams){(void *)(uintptr_t)rt_host_of(k.func), {k.gridDimX, k.gridDimY, k.gridDimZ},
                                       {k.blockDimX, k.blockDimY, k.blockDimZ}, k.sharedMemBytes, k.kernelParams, k.extra};
    return cudaSuccess;
}

CUDA_API cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *p)
{
    CUDA_KERNEL_NODE_PARAMS k;
    RT_TRY(kernel_params(p, &k));
    return rt_done(cuGraphKernelNodeSetParams_v2(node, &k));
}

CUDA_API cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t node, const struct cudaKernelNodeParams *p)
{
    CUDA_KERNEL_NODE_PARAMS k;
    RT_TRY(kernel_params(p, &k));
    return rt_done(cuGraphExecKernelNodeSetParams_v2(e, node, &k));
}

CUDA_API cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, enum cudaLaunchAttributeID id, const cudaLaunchAttributeValue *v) { RT_CALL(cuGraphKernelNodeSetAttribute(node, (CUkernelNodeAttrID)id, (const CUkernelNodeAttrValue *)(const void *)v)); }
CUDA_API cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, enum cudaLaunchAttributeID id, cudaLaunchAttributeValue *v) { RT_CALL(cuGraphKernelNodeGetAttribute(node, (CUkernelNodeAttrID)id, (CUkernelNodeAttrValue *)(void *)v)); }
CUDA_API cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t a, cudaGraphNode_t b)
{
#if RT_VERSION >= 13 /* to, from; before: from, to */
    RT_CALL(cuGraphKernelNodeCopyAttributes(a, b));
#else
    RT_CALL(cuGraphKernelNodeCopyAttributes(b, a));
#endif
}

/* ---- copies ---------------------------------------------------------------------------------------------------------- */

/* A node's new copy: in a graph, or in an executable one. */
static cudaError_t change_copy(cudaGraphExec_t e, cudaGraphNode_t node, const CUDA_MEMCPY3D *c)
{
    return rt_done(e ? cuGraphExecMemcpyNodeSetParams(e, node, c, NULL) : cuGraphMemcpyNodeSetParams(node, c));
}

#define WITH(make) \
    CUDA_MEMCPY3D c; \
    const cudaError_t with = (make); \
    if (with != cudaSuccess) \
    return with

CUDA_API cudaError_t cudaGraphAddMemcpyNode(NODE_ARGS, const struct cudaMemcpy3DParms *p)
{
    WITH(rt_copy_3d(p, &c));
    RT_CALL(cuGraphAddMemcpyNode(node, g, after, n, &c, NULL));
}

CUDA_API cudaError_t cudaGraphAddMemcpyNode1D(NODE_ARGS, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    RT_REFUSE_IF(rt_bad_kind(kind), cudaErrorInvalidMemcpyDirection);
    const CUDA_MEMCPY3D c = rt_copy_line(to, from, bytes, kind);
    RT_CALL(cuGraphAddMemcpyNode(node, g, after, n, &c, NULL));
}

CUDA_API cudaError_t cudaGraphAddMemcpyNodeToSymbol(NODE_ARGS, const void *symbol, const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind)
{
    WITH(symbol_params(symbol, from, bytes, offset, kind, true, &c));
    RT_CALL(cuGraphAddMemcpyNode(node, g, after, n, &c, NULL));
}

CUDA_API cudaError_t cudaGraphAddMemcpyNodeFromSymbol(NODE_ARGS, void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind)
{
    WITH(symbol_params(symbol, to, bytes, offset, kind, false, &c));
    RT_CALL(cuGraphAddMemcpyNode(node, g, after, n, &c, NULL));
}

CUDA_API cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *p)
{
    CUDA_MEMCPY3D c;
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    RT_TRY(cuGraphMemcpyNodeGetParams(node, &c));
    const void *from = c.srcMemoryType == CU_MEMORYTYPE_HOST ? c.srcHost : (void *)(uintptr_t)c.srcDevice;
    void *to = c.dstMemoryType == CU_MEMORYTYPE_HOST ? c.dstHost : (void *)(uintptr_t)c.dstDevice;
    *p = (struct cudaMemcpy3DParms){
        .srcArray = (cudaArray_t)(void *)c.srcArray, .srcPos = {c.srcXInBytes, c.srcY, c.srcZ},
        .srcPtr = {(void *)(uintptr_t)from, c.srcPitch, c.WidthInBytes, c.srcHeight},
        .dstArray = (cudaArray_t)(void *)c.dstArray, .dstPos = {c.dstXInBytes, c.dstY, c.dstZ},
        .dstPtr = {to, c.dstPitch, c.WidthInBytes, c.dstHeight}, .extent = {c.WidthInBytes, c.Height, c.Depth}, .kind = rt_copy_kind(&c)};
    return cudaSuccess;
}

CUDA_API cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms *p) { WITH(rt_copy_3d(p, &c)); return change_copy(NULL, node, &c); }
CUDA_API cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t node, const struct cudaMemcpy3DParms *p) { WITH(rt_copy_3d(p, &c)); return change_copy(e, node, &c); }

CUDA_API cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from, size_t n, enum cudaMemcpyKind kind)
{
    RT_REFUSE_IF(rt_bad_kind(kind), cudaErrorInvalidMemcpyDirection);
    const CUDA_MEMCPY3D c = rt_copy_line(to, from, n, kind);
    return change_copy(NULL, node, &c);
}

CUDA_API cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t e, cudaGraphNode_t node, void *to, const void *from, size_t n, enum cudaMemcpyKind kind)
{
    RT_REFUSE_IF(rt_bad_kind(kind), cudaErrorInvalidMemcpyDirection);
    const CUDA_MEMCPY3D c = rt_copy_line(to, from, n, kind);
    return change_copy(e, node, &c);
}

CUDA_API cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol, const void *from, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
    WITH(symbol_params(symbol, from, n, offset, kind, true, &c));
    return change_copy(NULL, node, &c);
}

CUDA_API cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *to, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
    WITH(symbol_params(symbol, to, n, offset, kind, false, &c));
    return change_copy(NULL, node, &c);
}

CUDA_API cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t e, cudaGraphNode_t node, const void *symbol, const void *from, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
    WITH(symbol_params(symbol, from, n, offset, kind, true, &c));
    return change_copy(e, node, &c);
}

CUDA_API cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t e, cudaGraphNode_t node, void *to, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
    WITH(symbol_params(symbol, to, n, offset, kind, false, &c));
    return change_copy(e, node, &c);
}

/* ---- sets, functions of the host, graphs, events, memory -------------------------------------------------------------- */

CUDA_API cudaError_t cudaGraphAddMemsetNode(NODE_ARGS, const struct cudaMemsetParams *p)
{
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    const CUDA_MEMSET_NODE_PARAMS s = set_params(p);
    RT_CALL(cuGraphAddMemsetNode(node, g, after, n, &s, NULL));
}

CUDA_API cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *p)
{
    CUDA_MEMSET_NODE_PARAMS s;
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    RT_TRY(cuGraphMemsetNodeGetParams(node, &s));
    *p = (struct cudaMemsetParams){(void *)(uintptr_t)s.dst, s.pitch, s.value, s.elementSize, s.width, s.height};
    return cudaSuccess;
}

CUDA_API cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *p)
{
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    const CUDA_MEMSET_NODE_PARAMS s = set_params(p);
    RT_CALL(cuGraphMemsetNodeSetParams(node, &s));
}

CUDA_API cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t node, const struct cudaMemsetParams *p)
{
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    const CUDA_MEMSET_NODE_PARAMS s = set_params(p);
    RT_CALL(cuGraphExecMemsetNodeSetParams(e, node, &s, NULL));
}

#define HOST(p) ((const CUDA_HOST_NODE_PARAMS *)(const void *)(p))
CUDA_API cudaError_t cudaGraphAddHostNode(NODE_ARGS, const struct cudaHostNodeParams *p) { RT_CALL(cuGraphAddHostNode(node, g, after, n, HOST(p))); }
CUDA_API cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *p) { RT_CALL(cuGraphHostNodeGetParams(node, (CUDA_HOST_NODE_PARAMS *)(void *)p)); }
CUDA_API cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *p) { RT_CALL(cuGraphHostNodeSetParams(node, HOST(p))); }
CUDA_API cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t node, const struct cudaHostNodeParams *p) { RT_CALL(cuGraphExecHostNodeSetParams(e, node, HOST(p))); }
CUDA_API cudaError_t cudaGraphAddChildGraphNode(NODE_ARGS, cudaGraph_t child) { RT_CALL(cuGraphAddChildGraphNode(node, g, after, n, child)); }
CUDA_API cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *child) { RT_CALL(cuGraphChildGraphNodeGetGraph(node, child)); }
CUDA_API cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t node, cudaGraph_t child) { RT_CALL(cuGraphExecChildGraphNodeSetParams(e, node, child)); }
CUDA_API cudaError_t cudaGraphAddEmptyNode(NODE_ARGS) { RT_CALL(cuGraphAddEmptyNode(node, g, after, n)); }
CUDA_API cudaError_t cudaGraphAddEventRecordNode(NODE_ARGS, cudaEvent_t e) { RT_CALL(cuGraphAddEventRecordNode(node, g, after, n, e)); }
CUDA_API cudaError_t cudaGraphAddEventWaitNode(NODE_ARGS, cudaEvent_t e) { RT_CALL(cuGraphAddEventWaitNode(node, g, after, n, e)); }
CUDA_API cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *e) { RT_CALL(cuGraphEventRecordNodeGetEvent(node, e)); }
CUDA_API cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t e) { RT_CALL(cuGraphEventRecordNodeSetEvent(node, e)); }
CUDA_API cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *e) { RT_CALL(cuGraphEventWaitNodeGetEvent(node, e)); }
CUDA_API cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t e) { RT_CALL(cuGraphEventWaitNodeSetEvent(node, e)); }
CUDA_API cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t x, cudaGraphNode_t node, cudaEvent_t e) { RT_CALL(cuGraphExecEventRecordNodeSetEvent(x, node, e)); }
CUDA_API cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t x, cudaGraphNode_t node, cudaEvent_t e) { RT_CALL(cuGraphExecEventWaitNodeSetEvent(x, node, e)); }
CUDA_API cudaError_t cudaGraphAddMemAllocNode(NODE_ARGS, struct cudaMemAllocNodeParams *p) { RT_CALL(cuGraphAddMemAllocNode(node, g, after, n, (CUDA_MEM_ALLOC_NODE_PARAMS *)(void *)p)); }
CUDA_API cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *p) { RT_CALL(cuGraphMemAllocNodeGetParams(node, (CUDA_MEM_ALLOC_NODE_PARAMS *)(void *)p)); }
CUDA_API cudaError_t cudaGraphAddMemFreeNode(NODE_ARGS, void *p) { RT_CALL(cuGraphAddMemFreeNode(node, g, after, n, rt_ptr(p))); }
CUDA_API cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *p) { RT_CALL(cuGraphMemFreeNodeGetParams(node, (CUdeviceptr *)p)); }
CUDA_API cudaError_t cudaDeviceGraphMemTrim(int device) { RT_CALL(cuDeviceGraphMemTrim(device)); }
CUDA_API cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType a, void *v) { RT_CALL(cuDeviceGetGraphMemAttribute(device, (CUgraphMem_attribute)a, v)); }
CUDA_API cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType a, void *v) { RT_CALL(cuDeviceSetGraphMemAttribute(device, (CUgraphMem_attribute)a, v)); }
CUDA_API cudaError_t cudaUserObjectCreate(cudaUserObject_t *o, void *data, cudaHostFn_t destroy, unsigned int refs, unsigned int flags) { RT_CALL(cuUserObjectCreate(o, data, destroy, refs, flags)); }
CUDA_API cudaError_t cudaUserObjectRetain(cudaUserObject_t o, unsigned int n) { RT_CALL(cuUserObjectRetain(o, n)); }
CUDA_API cudaError_t cudaUserObjectRelease(cudaUserObject_t o, unsigned int n) { RT_CALL(cuUserObjectRelease(o, n)); }
CUDA_API cudaError_t cudaGraphRetainUserObject(cudaGraph_t g, cudaUserObject_t o, unsigned int n, unsigned int flags) { RT_CALL(cuGraphRetainUserObject(g, o, n, flags)); }
CUDA_API cudaError_t cudaGraphReleaseUserObject(cudaGraph_t g, cudaUserObject_t o, unsigned int n) { RT_CALL(cuGraphReleaseUserObject(g, o, n)); }

/* ---- nodes of any type ----------------------------------------------------------------------------------------------- */

static cudaError_t any_params(const struct cudaGraphNodeParams *p, CUgraphNodeParams *to)
{
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    *to = (CUgraphNodeParams){.type = (CUgraphNodeType)p->type};
    switch (p->type) {
    case cudaGraphNodeTypeKernel: {
        const struct cudaKernelNodeParams k = {p->kernel.func, p->kernel.gridDim, p->kernel.blockDim, p->kernel.sharedMemBytes,
                                               p->kernel.kernelParams, p->kernel.extra};
        CUDA_KERNEL_NODE_PARAMS d;
        RT_TRY(kernel_params(&k, &d));
        memcpy(&to->kernel, &d, sizeof d);
        return cudaSuccess;
    }
    case cudaGraphNodeTypeMemcpy: return rt_copy_3d(&p->memcpy.copyParams, &to->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        to->memset = (CUDA_MEMSET_NODE_PARAMS_v2){.dst = rt_ptr(p->memset.dst), .pitch = p->memset.pitch, .value = p->memset.value,
                                                  .elementSize = p->memset.elementSize, .width = p->memset.width, .height = p->memset.height};
        return cudaSuccess;
    default: memcpy(to->reserved1, p->reserved1, sizeof to->reserved1); return cudaSuccess;
    }
}

static cudaError_t add_any(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *after, size_t n, struct cudaGraphNodeParams *p)
{
    CUgraphNodeParams c;
    const cudaError_t e = any_params(p, &c);
    if (e != cudaSuccess)
        return e;
    RT_TRY(rt_ready());
    RT_TRY(cuGraphAddNode_v2(node, g, after, NULL, n, &c));
    if (p->type == cudaGraphNodeTypeMemAlloc)
        p->alloc.dptr = (void *)(uintptr_t)c.alloc.dptr;
    if (p->type == cudaGraphNodeTypeConditional)
        p->conditional.phGraph_out = c.conditional.phGraph_out;
    return cudaSuccess;
}

CUDA_API cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t g, unsigned int first, unsigned int flags)
{
    RT_CALL(cuGraphConditionalHandleCreate(handle, g, NULL, first, flags));
}

CUDA_API cudaError_t EDGES(cudaGraphAddNode)(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *after, const cudaGraphEdgeData *d, size_t n,
                                             struct cudaGraphNodeParams *p)
{
    (void)d;
    return add_any(node, g, after, n, p);
}
#if RT_VERSION < 13
CUDA_API cudaError_t cudaGraphAddNode(NODE_ARGS, struct cudaGraphNodeParams *p) { return add_any(node, g, after, n, p); }
#endif

CUDA_API cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *p)
{
    CUgraphNodeParams c;
    const cudaError_t e = any_params(p, &c);
    return e != cudaSuccess ? e : rt_done(cuGraphNodeSetParams(node, &c));
}

CUDA_API cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t x, cudaGraphNode_t node, struct cudaGraphNodeParams *p)
{
    CUgraphNodeParams c;
    const cudaError_t e = any_params(p, &c);
    return e != cudaSuccess ? e : rt_done(cuGraphExecNodeSetParams(x, node, &c));
}
