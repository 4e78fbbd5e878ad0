/* graph.c: graphs of work, and running them.  Nodes of an executable graph run one after the other, in an order that their
 * edges allow. */
#include "internal.h"

static atomic_ullong node_ids = 1;

struct CUgraphExec_st {
    uint32_t magic;
    CUgraph graph;               /* a copy */
    atomic_int refs;             /* and launches of it that have not run yet */
    CUcontext ctx;
    cuuint64_t flags;
    Record *last;                /* the end of its last launch: the next one comes after it, whatever its stream */
};

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

CUresult graph_depend(CUgraphNode node, CUgraphNode on)
{
    REFUSE_IF(!IS(on, NODE) || on->graph != node->graph || on == node, CUDA_ERROR_INVALID_VALUE);
    for (int i = 0; i < node->nafter; i++)
        if (node->after[i] == on)
            return CUDA_SUCCESS;
    CUgraphNode *more = realloc(node->after, (size_t)(node->nafter + 1) * sizeof *more);
    REFUSE_IF(!more, CUDA_ERROR_OUT_OF_MEMORY);
    node->after = more;
    more[node->nafter++] = on;
    return CUDA_SUCCESS;
}

CUresult graph_add(CUgraph g, CUgraphNodeType type, const CUgraphNode *after, size_t n, CUgraphNode *out)
{
    REFUSE_IF(!IS(g, GRAPH) || (n && !after) || !out, CUDA_ERROR_INVALID_VALUE);
    CUgraphNode *more = realloc(g->nodes, (size_t)(g->n + 1) * sizeof *more);
    REFUSE_IF(!more, CUDA_ERROR_OUT_OF_MEMORY);
    g->nodes = more;
    CUgraphNode node = handle_new(MAGIC_NODE, sizeof *node, NULL, NULL);
    REFUSE_IF(!node, CUDA_ERROR_OUT_OF_MEMORY);
    node->id = node->origin = atomic_fetch_add(&node_ids, 1);
    node->graph = g;
    node->type = type;
    for (size_t i = 0; i < n; i++) {
        CUresult status = graph_depend(node, after[i]);
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
    Range r;
    if (node->type == CU_GRAPH_NODE_TYPE_GRAPH && node->child)
        graph_end(node->child);
    if (node->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
        condition_end(node);
    if (node->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC && node->range && range_find((void *)(uintptr_t)node->alloc.dptr, &r) &&
        r.id == node->range)
        memory_free(node->alloc.dptr);
    free(node->launch.param);
    free(node->params);
    node->launch.param = NULL;
    node->params = NULL;
}

static void node_end(CUgraphNode node)
{
    node_empty(node);
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
    TRY(graph_add(g, CU_GRAPH_NODE_TYPE_KERNEL, after, n, out));
    return node_set_launch(*out, l);
}

CUresult graph_allocate(CUgraphNode node, CUcontext ctx, size_t bytes)
{
    Range r;
    TRY(memory_make(&node->alloc.dptr, bytes, RANGE_POOL, 0, ctx, NULL));
    node->alloc.bytesize = bytes;
    if (range_find((void *)(uintptr_t)node->alloc.dptr, &r))
        node->range = r.id;
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

static CUresult node_set_kernel(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *p)
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

static CUresult graph_copy(CUgraph from, CUcontext owner, CUgraph *out);

static CUresult node_copy_work(CUgraphNode to, CUgraphNode from)
{
    to->origin = from->id;
    to->disabled = from->disabled;
    switch (from->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: return node_set_launch(to, &from->launch);
    case CU_GRAPH_NODE_TYPE_GRAPH: return graph_copy(from->child, NULL, &to->child);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL: return condition_copy(to, from);
    case CU_GRAPH_NODE_TYPE_MEMCPY: to->copy = from->copy; break;
    case CU_GRAPH_NODE_TYPE_MEMSET: to->set = from->set; break;
    case CU_GRAPH_NODE_TYPE_HOST: to->host = from->host; break;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD: to->event = from->event; break;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC: to->alloc = from->alloc; break; /* the first one's memory */
    case CU_GRAPH_NODE_TYPE_MEM_FREE: to->freed = from->freed; break;
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
        TRY(graph_add(to, from->nodes[i]->type, NULL, 0, &node));
        TRY(node_copy_work(node, from->nodes[i]));
    }
    for (int i = 0; i < from->n; i++)
        for (int k = 0; k < from->nodes[i]->nafter; k++)
            TRY(graph_depend(to->nodes[i], to->nodes[index_of(from, from->nodes[i]->after[k])]));
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

static CUresult graph_copy(CUgraph from, CUcontext owner, CUgraph *out)
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

/* Puts the nodes into an order that their edges allow; an error when there is none. */
static CUresult graph_sort(CUgraph g)
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
                ready = node->after[k]->seen;
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

/* ---- running --------------------------------------------------------------------------------------------------------- */

static CUresult node_run(CUgraphNode node)
{
    Box b;
    Fill f;
    switch (node->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        REFUSE_IF(!IS(node->launch.function, FUNCTION), CUDA_ERROR_INVALID_HANDLE); /* its module has been unloaded since */
        return launch_run(&node->launch);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        REFUSE_IF(box_of(&node->copy, true, &b), CUDA_ERROR_ILLEGAL_ADDRESS); /* its memory has been freed since */
        box_copy(&b);
        return CUDA_SUCCESS;
    case CU_GRAPH_NODE_TYPE_MEMSET:
        REFUSE_IF(fill_of(&node->set, true, &f), CUDA_ERROR_ILLEGAL_ADDRESS);
        fill_set(&f);
        return CUDA_SUCCESS;
    case CU_GRAPH_NODE_TYPE_HOST: host_call(node->host.fn, node->host.userData); return CUDA_SUCCESS;
    case CU_GRAPH_NODE_TYPE_GRAPH: return graph_run(node->child);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL: return condition_run(node);
    default: return CUDA_SUCCESS; /* events: graph_launch */
    }
}

static CUresult nodes_run(CUgraph g, int from, int to)
{
    for (int i = from; i < to; i++)
        if (!g->nodes[i]->disabled)
            TRY(node_run(g->nodes[i]));
    return CUDA_SUCCESS;
}

CUresult graph_run(CUgraph g)
{
    conditions_begin(g);
    return nodes_run(g, 0, g->n);
}

static void exec_release(CUgraphExec e)
{
    if (atomic_fetch_sub(&e->refs, 1) != 1)
        return;
    record_release(e->last);
    graph_end(e->graph);
    handle_end(e);
}

static void exec_end(void *handle)
{
    CUgraphExec e = handle;
    e->magic = 0;
    exec_release(e);
}

/* Nodes of a graph, which run one behind the other. */
typedef struct GraphTask {
    Task task;
    CUgraphExec exec;
    CUgraph graph;               /* its own or that of a node of it */
    int from, to;
} GraphTask;

static CUresult graph_task(Task *t)
{
    const GraphTask *g = (GraphTask *)t;
    if (!g->from)
        conditions_begin(g->graph);
    return nodes_run(g->graph, g->from, g->to);
}

static void graph_drop(Task *t) { exec_release(((GraphTask *)t)->exec); }

static bool has_type(CUgraph g, int from, int to, CUgraphNodeType type);

static bool node_has_type(CUgraphNode node, CUgraphNodeType type)
{
    if (node->type == CU_GRAPH_NODE_TYPE_GRAPH && has_type(node->child, 0, node->child->n, type))
        return true;
    for (unsigned int i = 0; node->type == CU_GRAPH_NODE_TYPE_CONDITIONAL && i < node->cond.n; i++)
        if (has_type(node->cond.body[i], 0, node->cond.body[i]->n, type))
            return true;
    return node->type == type;
}

static bool has_type(CUgraph g, int from, int to, CUgraphNodeType type)
{
    while (from < to && !node_has_type(g->nodes[from], type))
        from++;
    return from < to;
}

static CUresult launch_nodes(CUgraphExec exec, CUgraph g, int from, int to, CUstream s)
{
    GraphTask *t = task_new(sizeof *t, graph_task);
    Record *r = record_make(s, UINT64_MAX), *last = exec->last;
    if (!t || !r) {
        free(t);
        record_release(r);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    atomic_fetch_add(&exec->refs, 1);
    t->exec = exec;
    t->graph = g;
    t->from = from;
    t->to = to;
    t->task.drop = graph_drop;
    t->task.of_host = has_type(g, from, to, CU_GRAPH_NODE_TYPE_HOST);
    if (last && last->stream != s) {
        atomic_fetch_add(&last->refs, 1);
        task_wait_for(&t->task, last);
    }
    const CUresult status = stream_add_ticket(s, &t->task, &r->ticket);
    if (!status)
        exec->last = r;
    record_release(status ? r : last);
    return status;
}

/* Events are the stream's, in its order: others that wait for one which the graph records do so from now on, as for any other of the stream. */
static CUresult graph_launch(CUgraphExec exec, CUgraph g, CUstream s)
{
    int from = 0;
    for (int i = 0; i <= g->n; i++) {
        CUgraphNode node = i < g->n ? g->nodes[i] : NULL;
        const bool records = node && node_has_type(node, CU_GRAPH_NODE_TYPE_EVENT_RECORD),
                   waits = node && node_has_type(node, CU_GRAPH_NODE_TYPE_WAIT_EVENT);
        if (node && !records && !waits)
            continue;
        if (from < i || !from)
            TRY(launch_nodes(exec, g, from, i, s));
        from = i + 1;
        if (!node)
            break;
        if (node->type == CU_GRAPH_NODE_TYPE_GRAPH) {
            TRY(graph_launch(exec, node->child, s));
            continue;
        }
        REFUSE_IF(!IS(node->event, EVENT), CUDA_ERROR_INVALID_HANDLE); /* it has been destroyed since */
        TRY(records ? event_record(node->event, s) : event_wait(node->event, s));
    }
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!IS(exec, EXEC), CUDA_ERROR_INVALID_VALUE);
    if (s->capture)
        return capture_graph(s, exec->graph);
    return graph_launch(exec, exec->graph, s);
}

CUDA_API CUresult cuGraphUpload(CUgraphExec exec, CUstream stream)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    return IS(exec, EXEC) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* A change of an executable graph holds for later launches: those before must have read it. */
static void exec_settle(CUgraphExec e)
{
    if (e->last)
        stream_wait(e->last->stream, e->last->ticket);
}

static CUresult sort_all(CUgraph g)
{
    TRY(graph_sort(g));
    for (int i = 0; i < g->n; i++) {
        CUgraphNode node = g->nodes[i];
        if (node->type == CU_GRAPH_NODE_TYPE_GRAPH)
            TRY(sort_all(node->child));
        for (unsigned int k = 0; node->type == CU_GRAPH_NODE_TYPE_CONDITIONAL && k < node->cond.n; k++)
            TRY(sort_all(node->cond.body[k]));
    }
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags)
{
    CONTEXT(ctx);
    REFUSE_IF(!exec || !IS(graph, GRAPH) || flags > 15, CUDA_ERROR_INVALID_VALUE);
    CUgraphExec e = handle_new(MAGIC_EXEC, sizeof *e, ctx, exec_end);
    REFUSE_IF(!e, CUDA_ERROR_OUT_OF_MEMORY);
    CUresult status = graph_copy(graph, NULL, &e->graph);
    if (!status && (status = sort_all(e->graph)))
        graph_end(e->graph);
    if (status) {
        handle_end(e);
        return status;
    }
    atomic_init(&e->refs, 1);
    e->ctx = ctx;
    e->flags = flags;
    *exec = e;
    return CUDA_SUCCESS;
}

/* As CUDA 10 and 11 had it. */
CUDA_API CUresult cuGraphInstantiate_v2(CUgraphExec *exec, CUgraph graph, CUgraphNode *bad, char *log, size_t size)
{
    if (bad)
        *bad = NULL;
    if (log && size)
        *log = 0;
    return cuGraphInstantiateWithFlags(exec, graph, 0);
}

CUDA_API CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, CUgraphNode *bad, char *log, size_t size)
{
    return cuGraphInstantiate_v2(exec, graph, bad, log, size);
}

CUDA_API CUresult cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params)
{
    REFUSE_IF(!params, CUDA_ERROR_INVALID_VALUE);
    CUresult status = cuGraphInstantiateWithFlags(exec, graph, params->flags);
    params->hErrNode_out = NULL;
    params->result_out = status ? CUDA_GRAPH_INSTANTIATE_ERROR : CUDA_GRAPH_INSTANTIATE_SUCCESS;
    return status;
}

CUDA_API CUresult cuGraphExecDestroy(CUgraphExec exec)
{
    REFUSE_IF(!IS(exec, EXEC), CUDA_ERROR_INVALID_VALUE);
    exec_end(exec);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t *flags)
{
    REFUSE_IF(!IS(exec, EXEC) || !flags, CUDA_ERROR_INVALID_VALUE);
    *flags = exec->flags;
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
    REFUSE_IF(!clone, CUDA_ERROR_INVALID_VALUE);
    return graph_copy(graph, graph_owner(), clone);
}

static CUgraphNode find_copy(CUgraph g, uint64_t id)
{
    CUgraphNode found = NULL;
    for (int i = 0; i < g->n && !found; i++) {
        CUgraphNode node = g->nodes[i];
        found = node->origin == id ? node : node->type == CU_GRAPH_NODE_TYPE_GRAPH ? find_copy(node->child, id) : NULL;
        for (unsigned int k = 0; node->type == CU_GRAPH_NODE_TYPE_CONDITIONAL && k < node->cond.n && !found; k++)
            found = find_copy(node->cond.body[k], id);
    }
    return found;
}

CUDA_API CUresult cuGraphNodeFindInClone(CUgraphNode *copy, CUgraphNode node, CUgraph clone)
{
    REFUSE_IF(!copy || !IS(node, NODE) || !IS(clone, GRAPH), CUDA_ERROR_INVALID_VALUE);
    *copy = find_copy(clone, node->id);
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
} NodeList;

static void list_add(NodeList *l, CUgraphNode node)
{
    if (l->nodes && l->n < l->room)
        l->nodes[l->n] = node;
    l->n++;
}

static CUresult list_end(NodeList *l, size_t *count)
{
    for (size_t i = l->n; l->nodes && i < l->room; i++)
        l->nodes[i] = NULL;
    *count = l->nodes && l->room < l->n ? l->room : l->n;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    REFUSE_IF(!IS(graph, GRAPH) || !count, CUDA_ERROR_INVALID_VALUE);
    NodeList l = {nodes, *count, 0};
    for (int i = 0; i < graph->n; i++)
        list_add(&l, graph->nodes[i]);
    return list_end(&l, count);
}

CUDA_API CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    REFUSE_IF(!IS(graph, GRAPH) || !count, CUDA_ERROR_INVALID_VALUE);
    NodeList l = {nodes, *count, 0};
    for (int i = 0; i < graph->n; i++)
        if (!graph->nodes[i]->nafter)
            list_add(&l, graph->nodes[i]);
    return list_end(&l, count);
}

CUDA_API CUresult cuGraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *data, size_t *count)
{
    REFUSE_IF(!IS(graph, GRAPH) || !count || !from != !to, CUDA_ERROR_INVALID_VALUE);
    NodeList a = {from, *count, 0}, b = {to, *count, 0};
    for (int i = 0; i < graph->n; i++)
        for (int k = 0; k < graph->nodes[i]->nafter; k++) {
            if (data && a.n < a.room)
                memset(&data[a.n], 0, sizeof *data);
            list_add(&a, graph->nodes[i]->after[k]);
            list_add(&b, graph->nodes[i]);
        }
    list_end(&a, count);
    return list_end(&b, count);
}

CUDA_API CUresult cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *data, size_t *count)
{
    REFUSE_IF(!IS(node, NODE) || !count, CUDA_ERROR_INVALID_VALUE);
    NodeList l = {nodes, *count, 0};
    for (int i = 0; i < node->nafter; i++)
        list_add(&l, node->after[i]);
    CUresult status = list_end(&l, count);
    if (data && nodes)
        memset(data, 0, *count * sizeof *data);
    return status;
}

CUDA_API CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *data, size_t *count)
{
    REFUSE_IF(!IS(node, NODE) || !count, CUDA_ERROR_INVALID_VALUE);
    NodeList l = {nodes, *count, 0};
    for (int i = 0; i < node->graph->n; i++)
        for (int k = 0; k < node->graph->nodes[i]->nafter; k++)
            if (node->graph->nodes[i]->after[k] == node)
                list_add(&l, node->graph->nodes[i]);
    CUresult status = list_end(&l, count);
    if (data && nodes)
        memset(data, 0, *count * sizeof *data);
    return status;
}

CUDA_API CUresult cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *data,
                                            size_t n)
{
    (void)data;
    REFUSE_IF(!IS(graph, GRAPH) || (n && (!from || !to)), CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < n; i++) {
        REFUSE_IF(!IS(to[i], NODE) || to[i]->graph != graph, CUDA_ERROR_INVALID_VALUE);
        TRY(graph_depend(to[i], from[i]));
    }
    return CUDA_SUCCESS;
}

static bool forget_edge(CUgraphNode node, CUgraphNode on)
{
    for (int i = 0; i < node->nafter; i++)
        if (node->after[i] == on) {
            node->after[i] = node->after[--node->nafter];
            return true;
        }
    return false;
}

CUDA_API CUresult cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                               const CUgraphEdgeData *data, size_t n)
{
    (void)data;
    REFUSE_IF(!IS(graph, GRAPH) || (n && (!from || !to)), CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < n; i++)
        REFUSE_IF(!IS(to[i], NODE) || !forget_edge(to[i], from[i]), CUDA_ERROR_INVALID_VALUE);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphDestroyNode(CUgraphNode node)
{
    REFUSE_IF(!IS(node, NODE), CUDA_ERROR_INVALID_VALUE);
    CUgraph g = node->graph;
    for (int i = 0; i < g->n; i++)
        forget_edge(g->nodes[i], node);
    const int at = index_of(g, node);
    memmove(&g->nodes[at], &g->nodes[at + 1], (size_t)(g->n - at - 1) * sizeof *g->nodes);
    g->n--;
    node_end(node);
    return CUDA_SUCCESS;
}

/* The older forms, without data of edges. */
CUDA_API CUresult cuGraphGetEdges(CUgraph g, CUgraphNode *from, CUgraphNode *to, size_t *n) { return cuGraphGetEdges_v2(g, from, to, NULL, n); }
CUDA_API CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *to, size_t *n) { return cuGraphNodeGetDependencies_v2(node, to, NULL, n); }
CUDA_API CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *to, size_t *n) { return cuGraphNodeGetDependentNodes_v2(node, to, NULL, n); }
CUDA_API CUresult cuGraphAddDependencies(CUgraph g, const CUgraphNode *a, const CUgraphNode *b, size_t n) { return cuGraphAddDependencies_v2(g, a, b, NULL, n); }
CUDA_API CUresult cuGraphRemoveDependencies(CUgraph g, const CUgraphNode *a, const CUgraphNode *b, size_t n) { return cuGraphRemoveDependencies_v2(g, a, b, NULL, n); }

/* ---- nodes of each type ---------------------------------------------------------------------------------------------- */

#define NODE_OF(node, kind) REFUSE_IF(!IS(node, NODE) || (node)->type != CU_GRAPH_NODE_TYPE_##kind, CUDA_ERROR_INVALID_VALUE)

static CUresult check_set(const CUDA_MEMSET_NODE_PARAMS *p)
{
    Fill f;
    return fill_of(p, false, &f);
}

static CUresult set_child(CUgraphNode node, CUgraph child)
{
    CUgraph copy;
    TRY(graph_copy_body(child, &copy));
    if (node->child)
        graph_end(node->child);
    node->child = copy;
    return CUDA_SUCCESS;
}

/* What a node does, from parameters of any type. */
static CUresult node_set(CUgraphNode node, CUgraphNodeParams *p)
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
    case CU_GRAPH_NODE_TYPE_GRAPH: return set_child(node, p->graph.graph);
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
    case CU_GRAPH_NODE_TYPE_CONDITIONAL: return condition_set(node, &p->conditional);
    case CU_GRAPH_NODE_TYPE_EMPTY: return CUDA_SUCCESS;
    default: return CUDA_ERROR_NOT_SUPPORTED;
    }
}

static CUresult add_node(CUgraphNode *node, CUgraph g, const CUgraphNode *after, size_t n, CUgraphNodeParams *p)
{
    CUgraphNode made;
    TRY(graph_add(g, p->type, after, n, &made));
    CUresult status = node_set(made, p);
    if (status) {
        cuGraphDestroyNode(made);
        return status;
    }
    *node = made;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphAddNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, const CUgraphEdgeData *data, size_t n,
                                    CUgraphNodeParams *params)
{
    (void)data;
    REFUSE_IF(!node || !params, CUDA_ERROR_INVALID_VALUE);
    TRY(add_node(node, graph, after, n, params));
    if (params->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
        params->alloc.dptr = (*node)->alloc.dptr;
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
    CUgraphNode made;
    TRY(graph_add(graph, CU_GRAPH_NODE_TYPE_MEMSET, after, n, &made));
    made->set = *set;
    *node = made;
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
    return graph_add(graph, CU_GRAPH_NODE_TYPE_EMPTY, after, n, node);
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
    CONTEXT(ctx);
    REFUSE_IF(!node || !params, CUDA_ERROR_INVALID_VALUE);
    TRY(graph_add(graph, CU_GRAPH_NODE_TYPE_MEM_ALLOC, after, n, node));
    (*node)->alloc = *params;
    TRY(graph_allocate(*node, ctx, params->bytesize));
    params->dptr = (*node)->alloc.dptr;
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
    TRY(graph_add(graph, CU_GRAPH_NODE_TYPE_MEM_FREE, after, n, node));
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

static CUlaunchAttributeValue *unused_value(void)
{
    static _Thread_local CUlaunchAttributeValue v;
    memset(&v, 0, sizeof v);
    return &v;
}

CUDA_API CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID id, const CUkernelNodeAttrValue *value)
{
    NODE_OF(node, KERNEL);
    REFUSE_IF(!value, CUDA_ERROR_INVALID_VALUE);
    if (id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
        node->launch.cooperative = value->cooperative != 0;
    else if (id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
        node->launch.cluster = (ptx2c_dim3){value->clusterDim.x, value->clusterDim.y, value->clusterDim.z};
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID id, CUkernelNodeAttrValue *value)
{
    NODE_OF(node, KERNEL);
    REFUSE_IF(!value, CUDA_ERROR_INVALID_VALUE);
    *value = *unused_value();
    if (id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
        value->cooperative = node->launch.cooperative;
    else if (id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
        value->clusterDim.x = node->launch.cluster.x;
        value->clusterDim.y = node->launch.cluster.y;
        value->clusterDim.z = node->launch.cluster.z;
    }
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from)
{
    NODE_OF(to, KERNEL);
    NODE_OF(from, KERNEL);
    to->launch.cluster = from->launch.cluster;
    to->launch.cooperative = from->launch.cooperative;
    return CUDA_SUCCESS;
}

/* ---- changing executable graphs -------------------------------------------------------------------------------------- */

/* The executable graph's copy of a node. */
static CUresult exec_node(CUgraphExec e, CUgraphNode node, CUgraphNode *out)
{
    REFUSE_IF(!IS(e, EXEC) || !IS(node, NODE), CUDA_ERROR_INVALID_VALUE);
    *out = find_copy(e->graph, node->id);
    REFUSE_IF(!*out, CUDA_ERROR_INVALID_VALUE);
    exec_settle(e);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *params)
{
    CUgraphNode copy;
    REFUSE_IF(!params, CUDA_ERROR_INVALID_VALUE);
    TRY(exec_node(exec, node, &copy));
    TRY(node_set(copy, params));
    return copy->type == CU_GRAPH_NODE_TYPE_GRAPH ? sort_all(copy->child) : CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params)
{
    CUgraphNode copy;
    TRY(exec_node(exec, node, &copy));
    return cuGraphKernelNodeSetParams_v2(copy, params);
}

CUDA_API CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *params, CUcontext ctx)
{
    CUgraphNode copy;
    (void)ctx;
    TRY(exec_node(exec, node, &copy));
    return cuGraphMemcpyNodeSetParams(copy, params);
}

CUDA_API CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params, CUcontext ctx)
{
    CUgraphNode copy;
    (void)ctx;
    TRY(exec_node(exec, node, &copy));
    return cuGraphMemsetNodeSetParams(copy, params);
}

CUDA_API CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params)
{
    CUgraphNode copy;
    TRY(exec_node(exec, node, &copy));
    return cuGraphHostNodeSetParams(copy, params);
}

CUDA_API CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph child)
{
    CUgraphNode copy;
    TRY(exec_node(exec, node, &copy));
    NODE_OF(copy, GRAPH);
    TRY(set_child(copy, child));
    return sort_all(copy->child);
}

CUDA_API CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event)
{
    CUgraphNode copy;
    TRY(exec_node(exec, node, &copy));
    return cuGraphEventRecordNodeSetEvent(copy, event);
}

CUDA_API CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event)
{
    CUgraphNode copy;
    TRY(exec_node(exec, node, &copy));
    return cuGraphEventWaitNodeSetEvent(copy, event);
}

CUDA_API CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int enabled)
{
    CUgraphNode copy;
    TRY(exec_node(exec, node, &copy));
    REFUSE_IF(copy->type != CU_GRAPH_NODE_TYPE_KERNEL && copy->type != CU_GRAPH_NODE_TYPE_MEMSET && copy->type != CU_GRAPH_NODE_TYPE_MEMCPY,
              CUDA_ERROR_INVALID_VALUE);
    copy->disabled = !enabled;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int *enabled)
{
    CUgraphNode copy;
    REFUSE_IF(!enabled, CUDA_ERROR_INVALID_VALUE);
    TRY(exec_node(exec, node, &copy));
    *enabled = !copy->disabled;
    return CUDA_SUCCESS;
}

/* The node of the executable graph that stands for node number i of a graph: by where it came from, or by its place. */
static CUgraphNode counterpart(CUgraphExec e, CUgraph sorted, int i)
{
    CUgraphNode node = find_copy(e->graph, sorted->nodes[i]->origin);
    return node && node->graph == e->graph ? node : i < e->graph->n ? e->graph->nodes[i] : NULL;
}

static CUgraphExecUpdateResult update_check(CUgraphExec e, CUgraph sorted, CUgraphNode *wrong)
{
    *wrong = NULL;
    if (sorted->n != e->graph->n)
        return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    for (int i = 0; i < sorted->n; i++) {
        CUgraphNode to = counterpart(e, sorted, i), from = sorted->nodes[i];
        *wrong = from;
        if (!to || to->nafter != from->nafter)
            return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
        if (to->type != from->type)
            return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
        if (to->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
            return CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED;
    }
    *wrong = NULL;
    return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

CUDA_API CUresult cuGraphExecUpdate_v2(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info)
{
    REFUSE_IF(!IS(exec, EXEC) || !IS(graph, GRAPH) || !info, CUDA_ERROR_INVALID_VALUE);
    CUgraph sorted;
    TRY(graph_copy(graph, NULL, &sorted));
    CUresult status = sort_all(sorted);
    CUgraphNode wrong = NULL;
    *info = (CUgraphExecUpdateResultInfo){CU_GRAPH_EXEC_UPDATE_ERROR, NULL, NULL};
    if (!status)
        info->result = update_check(exec, sorted, &wrong);
    if (wrong)
        info->errorNode = find_copy(graph, wrong->origin);
    if (!status && info->result != CU_GRAPH_EXEC_UPDATE_SUCCESS)
        status = CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
    if (!status)
        exec_settle(exec);
    for (int i = 0; i < sorted->n && !status; i++) {
        CUgraphNode to = counterpart(exec, sorted, i);
        const uint64_t origin = to->origin;
        if (to->type == CU_GRAPH_NODE_TYPE_GRAPH && to->child) {
            graph_end(to->child);
            to->child = NULL;
        }
        status = node_copy_work(to, sorted->nodes[i]);
        to->origin = origin;
    }
    graph_end(sorted);
    return status;
}

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
            fprintf(f, "    n%d -> n%d;\n", index_of(graph, node->after[k]), i);
    }
    fprintf(f, "}\n");
    return fclose(f) ? CUDA_ERROR_OPERATING_SYSTEM : CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceGraphMemTrim(CUdevice device)
{
    return device >= 0 && device < device_count ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUDA_API CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value)
{
    REFUSE_IF(device < 0 || device >= device_count, CUDA_ERROR_INVALID_DEVICE);
    REFUSE_IF(!value || (unsigned)attribute > CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH, CUDA_ERROR_INVALID_VALUE);
    *(cuuint64_t *)value = 0;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value)
{
    (void)attribute;
    REFUSE_IF(device < 0 || device >= device_count, CUDA_ERROR_INVALID_DEVICE);
    return value ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
