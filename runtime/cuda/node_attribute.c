/* node_attribute.c: attributes of kernel nodes; and nodes that kernels change: their handles, and what is done to them.
 *
 * A handle is made with the node that is to be changed, and belongs from its graph's only instantiation on to the executable graph's copy
 * of it.  Kernels of many threads of the host may change one node at once; that it does not run meanwhile is the program's to see to, as
 * CUDA asks for. */
#include "graph.h"

struct CUgraphDeviceUpdatableNode_st {
    uint32_t magic;
    atomic_int refs;             /* nodes that have it */
    pthread_mutex_t lock;
    CUgraphNode node;            /* of an executable graph; NULL: there is none */
};

/* ---- attributes ------------------------------------------------------------------------------------------------------ */

static bool is_kept(CUkernelNodeAttrID id)
{
    switch (id) {
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW: case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    case CU_LAUNCH_ATTRIBUTE_PRIORITY: case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP: case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
    case CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION: case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    case CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING: return true;
    default: return false;
    }
}

static CUlaunchAttribute *kept_of(CUgraphNode node, CUkernelNodeAttrID id)
{
    for (int i = 0; i < node->nattributes; i++)
        if (node->attributes[i].id == id)
            return &node->attributes[i];
    return NULL;
}

static CUresult keep(CUgraphNode node, CUkernelNodeAttrID id, const CUkernelNodeAttrValue *value)
{
    CUlaunchAttribute *at = kept_of(node, id);
    if (!at) {
        CUlaunchAttribute *more = realloc(node->attributes, (size_t)(node->nattributes + 1) * sizeof *more);
        REFUSE_IF(!more, CUDA_ERROR_OUT_OF_MEMORY);
        node->attributes = more;
        at = &more[node->nattributes++];
        memset(at, 0, sizeof *at);
        at->id = id;
    }
    at->value = *value;
    return CUDA_SUCCESS;
}

CUresult node_copy_attributes(CUgraphNode to, CUgraphNode from)
{
    to->launch.cluster = from->launch.cluster;
    to->launch.cooperative = from->launch.cooperative;
    for (int i = 0; i < from->nattributes; i++)
        TRY(keep(to, from->attributes[i].id, &from->attributes[i].value));
    return CUDA_SUCCESS;
}

/* The value is told the handle. */
static CUresult set_updatable(CUgraphNode node, CUkernelNodeAttrValue *value)
{
    const int on = value->deviceUpdatableKernelNode.deviceUpdatable;
    REFUSE_IF((on != 0 && on != 1) || (!on && node->device), CUDA_ERROR_INVALID_VALUE);
    if (on && !node->device) {
        node->device = handle_new(MAGIC_DEVICE_NODE, sizeof *node->device, NULL, NULL);
        REFUSE_IF(!node->device, CUDA_ERROR_OUT_OF_MEMORY);
        atomic_init(&node->device->refs, 1);
        pthread_mutex_init(&node->device->lock, NULL);
    }
    value->deviceUpdatableKernelNode.devNode = node->device;
    return CUDA_SUCCESS;
}

CUresult node_take_attributes(CUgraphNode node, CUlaunchAttribute *attributes, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (attributes[i].id == CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE)
            TRY(set_updatable(node, &attributes[i].value));
        else if (is_kept(attributes[i].id))
            TRY(keep(node, attributes[i].id, &attributes[i].value));
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID id, const CUkernelNodeAttrValue *value)
{
    NODE_OF(node, KERNEL);
    REFUSE_IF(!value, CUDA_ERROR_INVALID_VALUE);
    if (id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
        node->launch.cooperative = value->cooperative != 0;
    else if (id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
        node->launch.cluster = (ptx2c_dim3){value->clusterDim.x, value->clusterDim.y, value->clusterDim.z};
    else if (id == CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE)
        return set_updatable(node, (CUkernelNodeAttrValue *)value); /* CUDA writes into it */
    else
        return is_kept(id) ? keep(node, id, value) : CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID id, CUkernelNodeAttrValue *value)
{
    NODE_OF(node, KERNEL);
    REFUSE_IF(!value, CUDA_ERROR_INVALID_VALUE);
    const CUlaunchAttribute *at = kept_of(node, id);
    memset(value, 0, sizeof *value);
    if (id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) {
        value->cooperative = node->launch.cooperative;
    } else if (id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
        value->clusterDim.x = node->launch.cluster.x;
        value->clusterDim.y = node->launch.cluster.y;
        value->clusterDim.z = node->launch.cluster.z;
    } else if (id == CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE) {
        value->deviceUpdatableKernelNode.deviceUpdatable = node->device != NULL;
        value->deviceUpdatableKernelNode.devNode = node->device;
    } else if (!is_kept(id)) {
        return CUDA_ERROR_INVALID_VALUE;
    } else if (at) {
        *value = at->value;
    }
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from)
{
    NODE_OF(to, KERNEL);
    NODE_OF(from, KERNEL);
    REFUSE_IF(to->device || from->device, CUDA_ERROR_INVALID_VALUE);
    return node_copy_attributes(to, from);
}

/* ---- nodes that kernels change ----------------------------------------------------------------------------------------- */

/* Gives a function each node of a graph and of those in it that has a handle. */
static CUresult each_updatable(CUgraph g, CUresult (*f)(CUgraphNode node, CUgraph to), CUgraph to)
{
    for (int i = 0; i < g->n; i++) {
        CUgraphNode node = g->nodes[i];
        if (node->device)
            TRY(f(node, to));
        if (node->type == CU_GRAPH_NODE_TYPE_GRAPH)
            TRY(each_updatable(node->child, f, to));
        for (unsigned k = 0; node->type == CU_GRAPH_NODE_TYPE_CONDITIONAL && k < node->cond.n; k++)
            TRY(each_updatable(node->cond.body[k], f, to));
    }
    return CUDA_SUCCESS;
}

static CUresult refuse_node(CUgraphNode node, CUgraph to)
{
    (void)to;
    return node->device->node ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

static CUresult lend_node(CUgraphNode node, CUgraph to)
{
    CUgraphNode copy = graph_find_copy(to, node->id);
    copy->device = node->device;
    copy->device->node = copy;
    atomic_fetch_add(&copy->device->refs, 1);
    return CUDA_SUCCESS;
}

CUresult graph_lend_updatable(CUgraph from, CUgraph to)
{
    TRY(each_updatable(from, refuse_node, NULL));
    return each_updatable(from, lend_node, to);
}

void node_end_attributes(CUgraphNode node)
{
    const CUgraphDeviceNode d = node->device;
    free(node->attributes);
    if (!d)
        return;
    pthread_mutex_lock(&d->lock);
    if (d->node == node)
        d->node = NULL;
    pthread_mutex_unlock(&d->lock);
    if (atomic_fetch_sub(&d->refs, 1) == 1)
        handle_end(d);
}

enum { CHANGE_GRID = 1, CHANGE_PARAM = 2, CHANGE_ENABLED = 3 }; /* cudaGraphKernelNodeField */

static CUresult change(CUgraphNode node, uint32_t field, const void *data, uint64_t offset, uint64_t bytes)
{
    const ptx2c_kernel *k = node->launch.function->kernel;
    const ptx2c_param *last = k->param_count ? &k->params[k->param_count - 1] : NULL;
    const uint64_t most = last ? last->offset + last->size : 0;
    if (field == CHANGE_ENABLED) {
        node->disabled = !*(const unsigned char *)data;
        return CUDA_SUCCESS;
    }
    if (field == CHANGE_PARAM) {
        REFUSE_IF(offset > most || bytes > most - offset, CUDA_ERROR_INVALID_VALUE);
        memcpy(node->launch.param + offset, data, (size_t)bytes);
        return CUDA_SUCCESS;
    }
    REFUSE_IF(field != CHANGE_GRID, CUDA_ERROR_INVALID_VALUE);
    Launch l = node->launch;
    memcpy(&l.grid, data, sizeof l.grid);
    TRY(launch_check(&l));
    node->launch.grid = l.grid;
    return CUDA_SUCCESS;
}

uint32_t node_change(uint64_t handle, uint32_t field, const void *data, uint64_t offset, uint64_t bytes)
{
    const CUgraphDeviceNode d = (CUgraphDeviceNode)(uintptr_t)handle;
    REFUSE_IF(!IS(d, DEVICE_NODE) || !data, CUDA_ERROR_INVALID_VALUE);
    pthread_mutex_lock(&d->lock);
    const CUgraphNode node = d->node;
    const CUresult status = IS(node, NODE) && IS(node->launch.function, FUNCTION) ? change(node, field, data, offset, bytes) : CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_unlock(&d->lock);
    return status;
}
