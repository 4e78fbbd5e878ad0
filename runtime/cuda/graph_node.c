/* graph_node.c: nodes of each type: adding them and their parameters. */
#include "graph.h"

static CUresult check_set(const CUDA_MEMSET_NODE_PARAMS *p)
{
    Fill f;
    return fill_of(p, false, &f);
}

/* A copy of that graph, or the graph itself, is from now on the node's and ends with it. */
CUresult node_set_child(CUgraphNode node, CUgraph child, CUgraphChildGraphNodeOwnership how)
{
    const bool move = how == CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE;
    REFUSE_IF(!IS(child, GRAPH) || (how && !move) || (move && (child->child || child == node->graph)), CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!move && graph_has_memory(child), CUDA_ERROR_NOT_SUPPORTED);
    if (move) {
        child->child = true;
        handle_leave(child);
    } else {
        TRY(graph_copy_body(child, &child));
    }
    if (node->child)
        graph_end(node->child);
    node->child = child;
    return CUDA_SUCCESS;
}

/* What a node does, from parameters of any type. */
CUresult node_set(CUgraphNode node, CUgraphNodeParams *p)
{
    Box b;
    REFUSE_IF(node->type != p->type, CUDA_ERROR_INVALID_VALUE);
    switch (p->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: return node_set_kernel(node, (const CUDA_KERNEL_NODE_PARAMS *)(const void *)&p->kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        TRY(box_of(&p->memcpy.copyParams, false, &b));
        node->copy = p->memcpy.copyParams;
        return CUDA_SUCCESS;
    case CU_GRAPH_NODE_TYPE_MEMSET: {
        const CUDA_MEMSET_NODE_PARAMS_v2 *s = &p->memset;
        const CUDA_MEMSET_NODE_PARAMS set = {s->dst, s->pitch, s->value, s->elementSize, s->width, s->height};
        TRY(check_set(&set));
        node->set = set;
        return CUDA_SUCCESS;
    }
    case CU_GRAPH_NODE_TYPE_HOST:
        REFUSE_IF(!p->host.fn, CUDA_ERROR_INVALID_VALUE);
        node->host = (CUDA_HOST_NODE_PARAMS){p->host.fn, p->host.userData};
        return CUDA_SUCCESS;
    case CU_GRAPH_NODE_TYPE_GRAPH: return node_set_child(node, p->graph.graph, p->graph.ownership);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        REFUSE_IF(!IS(p->eventWait.event, EVENT), CUDA_ERROR_INVALID_VALUE);
        node->event = p->eventWait.event;
        return CUDA_SUCCESS;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC: {
        CONTEXT(ctx);
        node->alloc.poolProps = p->alloc.poolProps;
        return graph_allocate(node, ctx, p->alloc.bytesize);
    }
    case CU_GRAPH_NODE_TYPE_MEM_FREE: node->freed = p->free.dptr; return CUDA_SUCCESS;
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: return node_set_words(node, (const CUDA_BATCH_MEM_OP_NODE_PARAMS *)(const void *)&p->memOp);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL: return condition_set(node, &p->conditional);
    case CU_GRAPH_NODE_TYPE_EMPTY: return CUDA_SUCCESS;
    default: return CUDA_ERROR_NOT_SUPPORTED;
    }
}

static CUresult add_node(CUgraphNode *node, CUgraph g, const CUgraphNode *after, size_t n, CUgraphNodeParams *p)
{
    return cuGraphAddNode_v2(node, g, after, NULL, n, p);
}

CUDA_API CUresult cuGraphAddNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, const CUgraphEdgeData *data, size_t n,
                                    CUgraphNodeParams *params)
{
    REFUSE_IF(!node || !params, CUDA_ERROR_INVALID_VALUE);
    CUgraphNode made;
    TRY(graph_add(graph, params->type, after, data, n, &made));
    CUresult status = node_set(made, params);
    if (status) {
        graph_remove(made);
        return status;
    }
    *node = made;
    if (params->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
        params->alloc.dptr = made->alloc.dptr;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphAddNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n, CUgraphNodeParams *params)
{
    return cuGraphAddNode_v2(node, graph, after, NULL, n, params);
}

CUDA_API CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *params)
{
    REFUSE_IF(!IS(node, NODE) || !params, CUDA_ERROR_INVALID_VALUE);
    return node_set(node, params);
}

CUDA_API CUresult cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
                                          const CUDA_KERNEL_NODE_PARAMS *params)
{
    REFUSE_IF(!node || !params, CUDA_ERROR_INVALID_VALUE);
    CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_KERNEL};
    _Static_assert(sizeof p.kernel == sizeof *params, "versions 2 and 3 are the same");
    memcpy(&p.kernel, params, sizeof p.kernel);
    return add_node(node, graph, after, n, &p);
}

CUDA_API CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params)
{
    NODE_OF(node, KERNEL);
    REFUSE_IF(!params, CUDA_ERROR_INVALID_VALUE);
    const Launch *l = &node->launch;
    *params = (CUDA_KERNEL_NODE_PARAMS){
        .func = l->function, .gridDimX = l->grid.x, .gridDimY = l->grid.y, .gridDimZ = l->grid.z, .blockDimX = l->block.x,
        .blockDimY = l->block.y, .blockDimZ = l->block.z, .sharedMemBytes = l->shared, .kernelParams = node->params};
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params)
{
    NODE_OF(node, KERNEL);
    return node_set_kernel(node, params);
}

CUDA_API CUresult cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n, const CUDA_MEMCPY3D *copy,
                                       CUcontext ctx)
{
    (void)ctx;
    REFUSE_IF(!node || !copy, CUDA_ERROR_INVALID_VALUE);
    CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_MEMCPY, .memcpy.copyParams = *copy};
    return add_node(node, graph, after, n, &p);
}

CUDA_API CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *params)
{
    NODE_OF(node, MEMCPY);
    REFUSE_IF(!params, CUDA_ERROR_INVALID_VALUE);
    *params = node->copy;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *params)
{
    Box b;
    NODE_OF(node, MEMCPY);
    REFUSE_IF(!params, CUDA_ERROR_INVALID_VALUE);
    TRY(box_of(params, false, &b));
    node->copy = *params;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
                                       const CUDA_MEMSET_NODE_PARAMS *set, CUcontext ctx)
{
    (void)ctx;
    REFUSE_IF(!node, CUDA_ERROR_INVALID_VALUE);
    TRY(check_set(set));
    TRY(graph_add(graph, CU_GRAPH_NODE_TYPE_MEMSET, after, NULL, n, node));
    (*node)->set = *set;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *params)
{
    NODE_OF(node, MEMSET);
    REFUSE_IF(!params, CUDA_ERROR_INVALID_VALUE);
    *params = node->set;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params)
{
    NODE_OF(node, MEMSET);
    TRY(check_set(params));
    node->set = *params;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphAddHostNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
                                     const CUDA_HOST_NODE_PARAMS *params)
{
    REFUSE_IF(!node || !params, CUDA_ERROR_INVALID_VALUE);
    CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_HOST, .host = {.fn = params->fn, .userData = params->userData}};
    return add_node(node, graph, after, n, &p);
}

CUDA_API CUresult cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS *params)
{
    NODE_OF(node, HOST);
    REFUSE_IF(!params, CUDA_ERROR_INVALID_VALUE);
    *params = node->host;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params)
{
    NODE_OF(node, HOST);
    REFUSE_IF(!params || !params->fn, CUDA_ERROR_INVALID_VALUE);
    node->host = *params;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphAddChildGraphNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n, CUgraph child)
{
    REFUSE_IF(!node, CUDA_ERROR_INVALID_VALUE);
    CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_GRAPH, .graph.graph = child};
    return add_node(node, graph, after, n, &p);
}

CUDA_API CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph)
{
    NODE_OF(node, GRAPH);
    REFUSE_IF(!graph, CUDA_ERROR_INVALID_VALUE);
    *graph = node->child;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphAddEmptyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n)
{
    return graph_add(graph, CU_GRAPH_NODE_TYPE_EMPTY, after, NULL, n, node);
}

CUDA_API CUresult cuGraphAddEventRecordNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n, CUevent event)
{
    REFUSE_IF(!node, CUDA_ERROR_INVALID_VALUE);
    CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_EVENT_RECORD, .eventRecord.event = event};
    return add_node(node, graph, after, n, &p);
}

CUDA_API CUresult cuGraphAddEventWaitNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n, CUevent event)
{
    REFUSE_IF(!node, CUDA_ERROR_INVALID_VALUE);
    CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_WAIT_EVENT, .eventWait.event = event};
    return add_node(node, graph, after, n, &p);
}

CUDA_API CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event)
{
    NODE_OF(node, EVENT_RECORD);
    REFUSE_IF(!event, CUDA_ERROR_INVALID_VALUE);
    *event = node->event;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event)
{
    NODE_OF(node, WAIT_EVENT);
    REFUSE_IF(!event, CUDA_ERROR_INVALID_VALUE);
    *event = node->event;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event)
{
    NODE_OF(node, EVENT_RECORD);
    REFUSE_IF(!IS(event, EVENT), CUDA_ERROR_INVALID_VALUE);
    node->event = event;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event)
{
    NODE_OF(node, WAIT_EVENT);
    REFUSE_IF(!IS(event, EVENT), CUDA_ERROR_INVALID_VALUE);
    node->event = event;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphAddMemAllocNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
                                         CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
    REFUSE_IF(!node || !params, CUDA_ERROR_INVALID_VALUE);
    CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC};
    _Static_assert(sizeof p.alloc == sizeof *params, "versions 1 and 2 are the same");
    memcpy(&p.alloc, params, sizeof p.alloc);
    TRY(add_node(node, graph, after, n, &p));
    params->dptr = p.alloc.dptr;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
    NODE_OF(node, MEM_ALLOC);
    REFUSE_IF(!params, CUDA_ERROR_INVALID_VALUE);
    *params = node->alloc;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphAddMemFreeNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n, CUdeviceptr p)
{
    REFUSE_IF(!p, CUDA_ERROR_INVALID_VALUE);
    TRY(graph_add(graph, CU_GRAPH_NODE_TYPE_MEM_FREE, after, NULL, n, node));
    (*node)->freed = p;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *p)
{
    NODE_OF(node, MEM_FREE);
    REFUSE_IF(!p, CUDA_ERROR_INVALID_VALUE);
    *p = node->freed;
    return CUDA_SUCCESS;
}
