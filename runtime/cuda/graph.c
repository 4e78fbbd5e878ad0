/* graph.c: graphs of work: building, copying and asking about them.  graph_node.c has what each type of node is told, graph_exec.c what
 * runs. */
#include "graph.h"

static atomic_ullong node_ids = 1;

struct CUuserObject_st {
    uint32_t magic;
    atomic_int refs;
    CUhostFn destroy;
    void *data;
};

/* ---- building -------------------------------------------------------------------------------------------------------- */

static void graph_forget(void *graph) { graph_end(graph); }

/* ctx: the primary context that it ends with, or NULL. */
static CUgraph graph_new(CUcontext ctx) { return handle_new(MAGIC_GRAPH, sizeof(struct CUgraph_st), ctx, graph_forget); }

/* A reset of the device ends the program's graphs. */
static CUcontext graph_owner(void)
{
    CUcontext ctx = context_peek();
    return ctx && ctx->primary ? ctx : NULL;
}

/* Kernels may begin before one that they come after has ended, where an edge says so: that it does not is one of the orders. */
static bool edge_is_right(CUgraphNode node, CUgraphNode on, const CUgraphEdgeData *d)
{
    const bool kernels = node->type == CU_GRAPH_NODE_TYPE_KERNEL && on->type == CU_GRAPH_NODE_TYPE_KERNEL;
    return !d->to_port && d->from_port <= (on->type == CU_GRAPH_NODE_TYPE_KERNEL ? CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER : 0) &&
           (d->type == CU_GRAPH_DEPENDENCY_TYPE_DEFAULT || (d->type == CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC && d->from_port && kernels));
}

/* Where that edge stands, or nafter.  d NULL: with any data. */
static int find_edge(CUgraphNode node, CUgraphNode on, const CUgraphEdgeData *d)
{
    int i = 0;
    while (i < node->nafter && (node->after[i].on != on || (d && memcmp(&node->after[i].data, d, sizeof *d))))
        i++;
    return i;
}

CUresult graph_depend(CUgraphNode node, CUgraphNode on, const CUgraphEdgeData *data)
{
    const CUgraphEdgeData d = data ? *data : (CUgraphEdgeData){0};
    REFUSE_IF(!IS(on, NODE) || on->graph != node->graph || on == node || !edge_is_right(node, on, &d), CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(find_edge(node, on, &d) < node->nafter, CUDA_ERROR_INVALID_VALUE);
    GraphEdge *more = realloc(node->after, (size_t)(node->nafter + 1) * sizeof *more);
    REFUSE_IF(!more, CUDA_ERROR_OUT_OF_MEMORY);
    node->after = more;
    more[node->nafter++] = (GraphEdge){on, d};
    return CUDA_SUCCESS;
}

static bool is_memory(CUgraphNodeType t) { return t == CU_GRAPH_NODE_TYPE_MEM_ALLOC || t == CU_GRAPH_NODE_TYPE_MEM_FREE; }

CUresult graph_add(CUgraph g, CUgraphNodeType type, const CUgraphNode *after, const CUgraphEdgeData *data, size_t n, CUgraphNode *out)
{
    REFUSE_IF(!IS(g, GRAPH) || (n && !after) || !out, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(g->child && is_memory(type), CUDA_ERROR_NOT_SUPPORTED);
    CUgraphNode *more = realloc(g->nodes, (size_t)(g->n + 1) * sizeof *more);
    REFUSE_IF(!more, CUDA_ERROR_OUT_OF_MEMORY);
    g->nodes = more;
    CUgraphNode node = handle_new(MAGIC_NODE, sizeof *node, NULL, NULL);
    REFUSE_IF(!node, CUDA_ERROR_OUT_OF_MEMORY);
    node->id = node->origin = atomic_fetch_add(&node_ids, 1);
    node->graph = g;
    node->type = type;
    for (size_t i = 0; i < n; i++) {
        CUresult status = graph_depend(node, after[i], data ? &data[i] : NULL);
        if (status) {
            free(node->after);
            handle_end(node);
            return status;
        }
    }
    g->nodes[g->n++] = node;
    *out = node;
    return CUDA_SUCCESS;
}

static void node_empty(CUgraphNode node)
{
    if (node->type == CU_GRAPH_NODE_TYPE_GRAPH && node->child)
        graph_end(node->child);
    if (node->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
        condition_end(node);
    if (node->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC && node->range && range_disown((void *)(uintptr_t)node->alloc.dptr, node->range))
        memory_free(node->alloc.dptr); /* what is alive stays till somebody frees it */
    if (node->type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP) {
        free(node->words.paramArray);
        node->words.paramArray = NULL;
    }
    free(node->launch.param);
    free(node->params);
    node->launch.param = NULL;
    node->params = NULL;
}

static void node_end(CUgraphNode node)
{
    node_empty(node);
    node_end_attributes(node);
    free(node->after);
    handle_end(node);
}

static void user_object_release(CUuserObject o, int n)
{
    if (atomic_fetch_sub(&o->refs, n) != n)
        return;
    o->destroy(o->data);
    handle_end(o);
}

void graph_end(CUgraph g)
{
    for (int i = 0; i < g->n; i++)
        node_end(g->nodes[i]);
    for (int i = 0; i < g->nobjects; i++)
        user_object_release(g->objects[i], 1);
    conditions_end(g);
    free(g->objects);
    free(g->nodes);
    handle_end(g);
}

/* Gives a kernel node its launch with parameters of its own. */
static CUresult node_set_launch(CUgraphNode node, const Launch *l)
{
    REFUSE_IF(!IS(l->function, FUNCTION), CUDA_ERROR_INVALID_HANDLE);
    const ptx2c_kernel *k = l->function->kernel;
    size_t bytes = 0;
    for (uint32_t i = 0; i < k->param_count; i++)
        bytes = k->params[i].offset + k->params[i].size;
    unsigned char *param = calloc(1, bytes + 1);
    void **params = calloc(k->param_count + 1u, sizeof *params);
    if (!param || !params) {
        free(param);
        free(params);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    memcpy(param, l->param, bytes);
    for (uint32_t i = 0; i < k->param_count; i++)
        params[i] = param + k->params[i].offset;
    free(node->launch.param);
    free(node->params);
    node->launch = *l;
    node->launch.param = param;
    node->params = params;
    return CUDA_SUCCESS;
}

CUresult graph_add_launch(CUgraph g, const Launch *l, const CUgraphNode *after, size_t n, CUgraphNode *out)
{
    TRY(graph_add(g, CU_GRAPH_NODE_TYPE_KERNEL, after, NULL, n, out));
    return node_set_launch(*out, l);
}

CUresult graph_allocate(CUgraphNode node, CUcontext ctx, size_t bytes)
{
    Range r;
    TRY(memory_make(&node->alloc.dptr, bytes, RANGE_POOL, 0, ctx, NULL));
    node->alloc.bytesize = bytes;
    if (range_find((void *)(uintptr_t)node->alloc.dptr, &r)) {
        node->range = r.id;
        range_own((void *)r.begin, r.id);
    }
    return CUDA_SUCCESS;
}

/* What a kernel node's parameters say, with memory from malloc for the kernel's. */
static CUresult launch_of(const CUDA_KERNEL_NODE_PARAMS *p, Launch *l)
{
    CUfunction f;
    REFUSE_IF(!p, CUDA_ERROR_INVALID_VALUE);
    TRY(function_of(p->func ? p->func : (CUfunction)(void *)p->kern, &f));
    const unsigned dims[6] = {p->gridDimX, p->gridDimY, p->gridDimZ, p->blockDimX, p->blockDimY, p->blockDimZ};
    *l = (Launch){0};
    size_t bytes = 1;
    for (uint32_t i = 0; i < f->kernel->param_count; i++)
        bytes += f->kernel->params[i].offset + f->kernel->params[i].size;
    l->param = calloc(1, bytes);
    REFUSE_IF(!l->param, CUDA_ERROR_OUT_OF_MEMORY);
    CUresult status = launch_fill(l, f, dims, p->sharedMemBytes, p->kernelParams, p->extra);
    if (status)
        free(l->param);
    return status;
}

CUresult node_set_kernel(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *p)
{
    Launch l;
    TRY(launch_of(p, &l));
    l.cluster = node->launch.cluster;
    l.cooperative = node->launch.cooperative;
    CUresult status = node_set_launch(node, &l);
    free(l.param);
    return status;
}

/* ---- copies of graphs ------------------------------------------------------------------------------------------------ */

CUresult node_copy_work(CUgraphNode to, CUgraphNode from)
{
    to->origin = from->id;
    to->disabled = from->disabled;
    switch (from->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        TRY(node_set_launch(to, &from->launch));
        return node_copy_attributes(to, from);
    case CU_GRAPH_NODE_TYPE_GRAPH: return graph_copy(from->child, NULL, &to->child);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL: return condition_copy(to, from);
    case CU_GRAPH_NODE_TYPE_MEMCPY: to->copy = from->copy; break;
    case CU_GRAPH_NODE_TYPE_MEMSET: to->set = from->set; break;
    case CU_GRAPH_NODE_TYPE_HOST: to->host = from->host; break;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD: to->event = from->event; break;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC: /* the same memory */
        to->alloc = from->alloc;
        to->range = from->range;
        range_own((void *)(uintptr_t)to->alloc.dptr, to->range);
        break;
    case CU_GRAPH_NODE_TYPE_MEM_FREE: to->freed = from->freed; break;
    case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: return node_set_words(to, &from->words);
    default: break;
    }
    return CUDA_SUCCESS;
}

static int index_of(CUgraph g, CUgraphNode node)
{
    for (int i = 0; i < g->n; i++)
        if (g->nodes[i] == node)
            return i;
    return -1;
}

static CUresult graph_copy_nodes(CUgraph from, CUgraph to)
{
    for (int i = 0; i < from->n; i++) {
        CUgraphNode node;
        TRY(graph_add(to, from->nodes[i]->type, NULL, NULL, 0, &node));
        TRY(node_copy_work(node, from->nodes[i]));
    }
    for (int i = 0; i < from->n; i++)
        for (int k = 0; k < from->nodes[i]->nafter; k++) {
            const GraphEdge *e = &from->nodes[i]->after[k];
            TRY(graph_depend(to->nodes[i], to->nodes[index_of(from, e->on)], &e->data));
        }
    return CUDA_SUCCESS;
}

static CUresult graph_retain(CUgraph g, CUuserObject o)
{
    CUuserObject *more = realloc(g->objects, (size_t)(g->nobjects + 1) * sizeof *more);
    REFUSE_IF(!more, CUDA_ERROR_OUT_OF_MEMORY);
    g->objects = more;
    more[g->nobjects++] = o;
    return CUDA_SUCCESS;
}

CUresult graph_copy(CUgraph from, CUcontext owner, CUgraph *out)
{
    REFUSE_IF(!IS(from, GRAPH), CUDA_ERROR_INVALID_VALUE);
    CUgraph g = graph_new(owner);
    REFUSE_IF(!g, CUDA_ERROR_OUT_OF_MEMORY);
    CUresult status = conditions_share(g, from);
    if (!status)
        status = graph_copy_nodes(from, g);
    for (int i = 0; i < from->nobjects && !status; i++) {
        status = graph_retain(g, from->objects[i]);
        if (!status)
            atomic_fetch_add(&from->objects[i]->refs, 1);
    }
    if (status) {
        graph_end(g);
        return status;
    }
    *out = g;
    return CUDA_SUCCESS;
}

/* Graphs that belong to a node. */
CUresult graph_make_body(CUgraph *out)
{
    *out = graph_new(NULL);
    REFUSE_IF(!*out, CUDA_ERROR_OUT_OF_MEMORY);
    (*out)->child = true;
    return CUDA_SUCCESS;
}

CUresult graph_copy_body(CUgraph from, CUgraph *out)
{
    TRY(graph_copy(from, NULL, out));
    (*out)->child = true;
    return CUDA_SUCCESS;
}

/* The memory of graphs is for one executable graph at a time: such a graph isn't copied, and stays as it is. */
bool graph_has_memory(CUgraph g)
{
    bool has = false;
    for (int i = 0; i < g->n && !has; i++) {
        const CUgraphNode node = g->nodes[i];
        has = is_memory(node->type) || (node->type == CU_GRAPH_NODE_TYPE_GRAPH && node->child && graph_has_memory(node->child));
    }
    return has;
}

/* Puts the nodes into an order that their edges allow; an error when there is none. */
CUresult graph_sort(CUgraph g)
{
    int done = 0;
    for (int i = 0; i < g->n; i++)
        g->nodes[i]->seen = false;
    while (done < g->n) {
        const int before = done;
        for (int i = done; i < g->n; i++) {
            CUgraphNode node = g->nodes[i];
            bool ready = true;
            for (int k = 0; k < node->nafter && ready; k++)
                ready = node->after[k].on->seen;
            if (!ready)
                continue;
            node->seen = true;
            memmove(&g->nodes[done + 1], &g->nodes[done], (size_t)(i - done) * sizeof *g->nodes);
            g->nodes[done++] = node;
        }
        REFUSE_IF(done == before, CUDA_ERROR_INVALID_VALUE);
    }
    return CUDA_SUCCESS;
}

/* ---- graphs ---------------------------------------------------------------------------------------------------------- */

CUDA_API CUresult cuGraphCreate(CUgraph *graph, unsigned int flags)
{
    TRY(device_init());
    REFUSE_IF(!graph || flags, CUDA_ERROR_INVALID_VALUE);
    *graph = graph_new(graph_owner());
    return *graph ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUDA_API CUresult cuGraphDestroy(CUgraph graph)
{
    REFUSE_IF(!IS(graph, GRAPH) || graph->child, CUDA_ERROR_INVALID_VALUE);
    graph_end(graph);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphClone(CUgraph *clone, CUgraph graph)
{
    REFUSE_IF(!clone || !IS(graph, GRAPH), CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(graph->nconditions || graph_has_memory(graph), CUDA_ERROR_NOT_SUPPORTED);
    return graph_copy(graph, graph_owner(), clone);
}

CUgraphNode graph_find_copy(CUgraph g, uint64_t id)
{
    CUgraphNode found = NULL;
    for (int i = 0; i < g->n && !found; i++) {
        CUgraphNode node = g->nodes[i];
        found = node->origin == id ? node : node->type == CU_GRAPH_NODE_TYPE_GRAPH ? graph_find_copy(node->child, id) : NULL;
        for (unsigned int k = 0; node->type == CU_GRAPH_NODE_TYPE_CONDITIONAL && k < node->cond.n && !found; k++)
            found = graph_find_copy(node->cond.body[k], id);
    }
    return found;
}

CUDA_API CUresult cuGraphNodeFindInClone(CUgraphNode *copy, CUgraphNode node, CUgraph clone)
{
    REFUSE_IF(!copy || !IS(node, NODE) || !IS(clone, GRAPH), CUDA_ERROR_INVALID_VALUE);
    *copy = graph_find_copy(clone, node->id);
    return *copy ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDA_API CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type)
{
    REFUSE_IF(!IS(node, NODE) || !type, CUDA_ERROR_INVALID_VALUE);
    *type = node->type;
    return CUDA_SUCCESS;
}

/* Gives a list of nodes as CUDA does: room for *count of them, or how many there are. */
typedef struct NodeList {
    CUgraphNode *nodes;
    size_t room, n;
    CUgraphEdgeData *data; /* of edges to or from them; NULL: not asked for */
    bool lossy;            /* some have any, but it was not */
} NodeList;

static void list_add(NodeList *l, CUgraphNode node)
{
    if (l->nodes && l->n < l->room)
        l->nodes[l->n] = node;
    l->n++;
}

static void list_add_edge(NodeList *l, CUgraphNode node, const CUgraphEdgeData *d)
{
    if (l->data && l->n < l->room)
        l->data[l->n] = *d;
    l->lossy |= l->nodes && !l->data && (d->from_port || d->type);
    list_add(l, node);
}

static CUresult list_end(NodeList *l, size_t *count)
{
    for (size_t i = l->n; l->nodes && i < l->room; i++)
        l->nodes[i] = NULL;
    *count = l->nodes && l->room < l->n ? l->room : l->n;
    return l->lossy ? CUDA_ERROR_LOSSY_QUERY : CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    REFUSE_IF(!IS(graph, GRAPH) || !count, CUDA_ERROR_INVALID_VALUE);
    NodeList l = {.nodes = nodes, .room = *count};
    for (int i = 0; i < graph->n; i++)
        list_add(&l, graph->nodes[i]);
    return list_end(&l, count);
}

CUDA_API CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    REFUSE_IF(!IS(graph, GRAPH) || !count, CUDA_ERROR_INVALID_VALUE);
    NodeList l = {.nodes = nodes, .room = *count};
    for (int i = 0; i < graph->n; i++)
        if (!graph->nodes[i]->nafter)
            list_add(&l, graph->nodes[i]);
    return list_end(&l, count);
}

CUDA_API CUresult cuGraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *data, size_t *count)
{
    REFUSE_IF(!IS(graph, GRAPH) || !count || !from != !to, CUDA_ERROR_INVALID_VALUE);
    NodeList a = {.nodes = from, .room = *count, .data = data}, b = {.nodes = to, .room = *count};
    for (int i = 0; i < graph->n; i++)
        for (int k = 0; k < graph->nodes[i]->nafter; k++) {
            list_add_edge(&a, graph->nodes[i]->after[k].on, &graph->nodes[i]->after[k].data);
            list_add(&b, graph->nodes[i]);
        }
    list_end(&b, count);
    *count = a.room;
    return list_end(&a, count);
}

CUDA_API CUresult cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *data, size_t *count)
{
    REFUSE_IF(!IS(node, NODE) || !count, CUDA_ERROR_INVALID_VALUE);
    NodeList l = {.nodes = nodes, .room = *count, .data = data};
    for (int i = 0; i < node->nafter; i++)
        list_add_edge(&l, node->after[i].on, &node->after[i].data);
    return list_end(&l, count);
}

CUDA_API CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *data, size_t *count)
{
    REFUSE_IF(!IS(node, NODE) || !count, CUDA_ERROR_INVALID_VALUE);
    NodeList l = {.nodes = nodes, .room = *count, .data = data};
    for (int i = 0; i < node->graph->n; i++)
        for (int k = 0; k < node->graph->nodes[i]->nafter; k++)
            if (node->graph->nodes[i]->after[k].on == node)
                list_add_edge(&l, node->graph->nodes[i], &node->graph->nodes[i]->after[k].data);
    return list_end(&l, count);
}

CUDA_API CUresult cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *data,
                                            size_t n)
{
    REFUSE_IF(!IS(graph, GRAPH) || (n && (!from || !to)), CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < n; i++) {
        REFUSE_IF(!IS(to[i], NODE) || to[i]->graph != graph, CUDA_ERROR_INVALID_VALUE);
        TRY(graph_depend(to[i], from[i], data ? &data[i] : NULL));
    }
    return CUDA_SUCCESS;
}

static bool forget_edge(CUgraphNode node, CUgraphNode on, const CUgraphEdgeData *d)
{
    const int i = find_edge(node, on, d);
    if (i == node->nafter)
        return false;
    node->after[i] = node->after[--node->nafter];
    return true;
}

CUDA_API CUresult cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                               const CUgraphEdgeData *data, size_t n)
{
    static const CUgraphEdgeData none;
    REFUSE_IF(!IS(graph, GRAPH) || (n && (!from || !to)), CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(graph_has_memory(graph), CUDA_ERROR_NOT_SUPPORTED);
    for (size_t i = 0; i < n; i++)
        REFUSE_IF(!IS(to[i], NODE) || !forget_edge(to[i], from[i], data ? &data[i] : &none), CUDA_ERROR_INVALID_VALUE);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphDestroyNode(CUgraphNode node)
{
    REFUSE_IF(!IS(node, NODE) || node->device, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(graph_has_memory(node->graph), CUDA_ERROR_NOT_SUPPORTED);
    graph_remove(node);
    return CUDA_SUCCESS;
}

void graph_remove(CUgraphNode node)
{
    CUgraph g = node->graph;
    for (int i = 0; i < g->n; i++)
        while (forget_edge(g->nodes[i], node, NULL))
            ;
    const int at = index_of(g, node);
    memmove(&g->nodes[at], &g->nodes[at + 1], (size_t)(g->n - at - 1) * sizeof *g->nodes);
    g->n--;
    node_end(node);
}

/* The older forms, without data of edges. */
CUDA_API CUresult cuGraphGetEdges(CUgraph g, CUgraphNode *from, CUgraphNode *to, size_t *n) { return cuGraphGetEdges_v2(g, from, to, NULL, n); }
CUDA_API CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *to, size_t *n) { return cuGraphNodeGetDependencies_v2(node, to, NULL, n); }
CUDA_API CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *to, size_t *n) { return cuGraphNodeGetDependentNodes_v2(node, to, NULL, n); }
CUDA_API CUresult cuGraphAddDependencies(CUgraph g, const CUgraphNode *a, const CUgraphNode *b, size_t n) { return cuGraphAddDependencies_v2(g, a, b, NULL, n); }
CUDA_API CUresult cuGraphRemoveDependencies(CUgraph g, const CUgraphNode *a, const CUgraphNode *b, size_t n) { return cuGraphRemoveDependencies_v2(g, a, b, NULL, n); }

/* ---- what else there is ---------------------------------------------------------------------------------------------- */

CUDA_API CUresult cuUserObjectCreate(CUuserObject *object, void *data, CUhostFn destroy, unsigned int refs, unsigned int flags)
{
    REFUSE_IF(!object || !destroy || !refs || flags != 1, CUDA_ERROR_INVALID_VALUE);
    CUuserObject o = handle_new(MAGIC_USER_OBJECT, sizeof *o, NULL, NULL);
    REFUSE_IF(!o, CUDA_ERROR_OUT_OF_MEMORY);
    atomic_init(&o->refs, (int)refs);
    o->destroy = destroy;
    o->data = data;
    *object = o;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuUserObjectRetain(CUuserObject object, unsigned int n)
{
    REFUSE_IF(!IS(object, USER_OBJECT) || !n, CUDA_ERROR_INVALID_VALUE);
    atomic_fetch_add(&object->refs, (int)n);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuUserObjectRelease(CUuserObject object, unsigned int n)
{
    REFUSE_IF(!IS(object, USER_OBJECT) || !n, CUDA_ERROR_INVALID_VALUE);
    user_object_release(object, (int)n);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int n, unsigned int flags)
{
    REFUSE_IF(!IS(graph, GRAPH) || !IS(object, USER_OBJECT) || !n || flags > 1, CUDA_ERROR_INVALID_VALUE);
    for (unsigned i = 0; i < n; i++)
        TRY(graph_retain(graph, object));
    if (!flags) /* else the caller gives its references away */
        atomic_fetch_add(&object->refs, (int)n);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int n)
{
    REFUSE_IF(!IS(graph, GRAPH) || !IS(object, USER_OBJECT) || !n, CUDA_ERROR_INVALID_VALUE);
    for (int i = graph->nobjects - 1; i >= 0 && n; i--)
        if (graph->objects[i] == object) {
            graph->objects[i] = graph->objects[--graph->nobjects];
            user_object_release(object, 1);
            n--;
        }
    return n ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned int flags)
{
    static const char *const names[] = {"kernel", "copy", "set", "host", "graph", "empty", "wait", "record"};
    (void)flags;
    REFUSE_IF(!IS(graph, GRAPH) || !path, CUDA_ERROR_INVALID_VALUE);
    FILE *f = fopen(path, "w");
    REFUSE_IF(!f, CUDA_ERROR_OPERATING_SYSTEM);
    fprintf(f, "digraph graph_1 {\n");
    for (int i = 0; i < graph->n; i++) {
        CUgraphNode node = graph->nodes[i];
        const char *name = (unsigned)node->type < 8 ? names[node->type] : "memory";
        fprintf(f, "    n%d [label=\"%s\"];\n", i, node->type == CU_GRAPH_NODE_TYPE_KERNEL ? node->launch.function->name : name);
        for (int k = 0; k < node->nafter; k++)
            fprintf(f, "    n%d -> n%d;\n", index_of(graph, node->after[k].on), i);
    }
    fprintf(f, "}\n");
    return fclose(f) ? CUDA_ERROR_OPERATING_SYSTEM : CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceGraphMemTrim(CUdevice device)
{
    return device >= 0 && device < device_count ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

static CUresult graph_memory_count(CUdevice device, CUgraphMem_attribute attribute, const void *value, MemoryCount **c)
{
    REFUSE_IF(device < 0 || device >= device_count, CUDA_ERROR_INVALID_DEVICE);
    REFUSE_IF(!value || (unsigned)attribute > CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH, CUDA_ERROR_INVALID_VALUE);
    *c = attribute <= CU_GRAPH_MEM_ATTR_USED_MEM_HIGH ? &graph_memory[device].used : &graph_memory[device].reserved;
    return CUDA_SUCCESS;
}

static bool is_high(CUgraphMem_attribute a) { return a == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH || a == CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH; }

CUDA_API CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value)
{
    MemoryCount *c;
    TRY(graph_memory_count(device, attribute, value, &c));
    *(cuuint64_t *)value = atomic_load(is_high(attribute) ? &c->high : &c->now);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value)
{
    MemoryCount *c;
    TRY(graph_memory_count(device, attribute, value, &c));
    return is_high(attribute) ? count_reset(c, value) : CUDA_ERROR_INVALID_VALUE;
}
