/* graph_exec.c: executable graphs: what makes, runs and changes them.  Their nodes run one after the other, in an order that their edges
 * allow. */
#include <sched.h>

#include "graph.h"

struct CUgraphExec_st {
    uint32_t magic;
    CUgraph graph, source;       /* a copy of source, which may have ended */
    atomic_int refs;             /* and launches of it that have not run yet */
    CUcontext ctx;
    cuuint64_t flags;
    CUgraphExec *forks, *tails;  /* that kernels of it have launched: to be run at once; when it has ended */
    int nforks, ntails;
    Record *last;                /* the end of its last launch: the next one comes after it, whatever its stream */
};

/* ---- graphs that kernels launch ---------------------------------------------------------------------------------------- *
 *
 * They run in the thread that runs the graph of the kernel: after the kernel, or, tails, after that graph. */

static _Thread_local CUgraphExec running;

/* Streams of kernels that mean how a graph is launched. */
static const uint64_t graph_tail = (uint64_t)1 << 56, graph_fork = (uint64_t)2 << 56, graph_sibling = (uint64_t)3 << 56;

uint64_t graph_told(void)
{
    return running ? (uint64_t)(uintptr_t)running | !(running->flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) : 0;
}

uint32_t graph_may_launch(uint64_t handle, uint64_t stream, uint64_t by)
{
    const CUgraphExec exec = (CUgraphExec)(uintptr_t)handle;
    REFUSE_IF(!by || !IS(exec, EXEC) || !(exec->flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH), CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(stream != graph_tail && stream != graph_fork && stream != graph_sibling, CUDA_ERROR_INVALID_VALUE);
    return stream != graph_tail && handle == (by & ~(uint64_t)1) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS; /* it runs already */
}

int graph_launch_told(uint64_t handle, uint64_t stream)
{
    CUgraphExec **list = stream == graph_tail ? &running->tails : &running->forks;
    int *n = stream == graph_tail ? &running->ntails : &running->nforks;
    CUgraphExec *more = realloc(*list, (size_t)(*n + 1) * sizeof *more);
    if (!more)
        return PTX2C_NO_MEMORY;
    *list = more;
    more[(*n)++] = (CUgraphExec)(uintptr_t)handle;
    return PTX2C_OK;
}

/* Its nodes, without its tails. */
static CUresult exec_run(CUgraphExec e)
{
    const CUgraphExec was = running;
    REFUSE_IF(!IS(e, EXEC), CUDA_ERROR_INVALID_HANDLE);
    running = e;
    const CUresult status = graph_run(e->graph);
    running = was;
    return status;
}

/* All that were launched to come after it, each with its own before the next. */
static CUresult run_tails(CUgraphExec e)
{
    CUresult status = CUDA_SUCCESS;
    CUgraphExec *todo = e->tails;
    int n = e->ntails;
    e->tails = NULL;
    e->ntails = 0;
    while (n && !status) {
        CUgraphExec x = todo[0];
        memmove(todo, todo + 1, (size_t)--n * sizeof *todo);
        status = exec_run(x);
        CUgraphExec *all = !status && x->ntails ? malloc((size_t)(n + x->ntails) * sizeof *all) : NULL;
        if (!status && x->ntails && !all)
            status = CUDA_ERROR_OUT_OF_MEMORY;
        if (all) {
            memcpy(all, x->tails, (size_t)x->ntails * sizeof *all);
            memcpy(all + x->ntails, todo, (size_t)n * sizeof *all);
            n += x->ntails;
            free(todo);
            todo = all;
            free(x->tails);
            x->tails = NULL;
            x->ntails = 0;
        }
    }
    free(todo);
    return status;
}

/* What the kernel that has just ended has launched beside its graph. */
static CUresult run_forks(void)
{
    const CUgraphExec by = running;
    for (int i = 0; by && i < by->nforks; i++) {
        TRY(exec_run(by->forks[i]));
        TRY(run_tails(by->forks[i]));
    }
    if (by)
        by->nforks = 0;
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
        TRY(launch_run(&node->launch));
        return run_forks();
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
    default: return CUDA_SUCCESS; /* events: graph_launch; words: node_ready */
    }
}

/* Can a node that is due be run now?  What it does with words is then done. */
static bool node_ready(CUgraphNode node)
{
    bool ready = true;
    for (int k = 0; k < node->nafter && ready; k++)
        ready = !node->after[k].on->due;
    return ready && (node->type != CU_GRAPH_NODE_TYPE_BATCH_MEM_OP || words_go_on(node->words.paramArray, node->words.count, &node->words_done));
}

/* In the graph's order; but what waits for a word lets go first what does not depend on it, which may write that word. */
static CUresult nodes_run(CUgraph g, int from, int to)
{
    CUresult status = CUDA_SUCCESS;
    const bool looked_at = flow_graph_begins(g);
    for (int i = from; i < to; i++) {
        g->nodes[i]->due = true;
        g->nodes[i]->words_done = 0;
    }
    for (int left = to - from, before = 0; left && !status; before = left) {
        if (left == before)
            sched_yield();
        for (int i = from; i < to && !status; i++) {
            CUgraphNode node = g->nodes[i];
            if (looked_at)
                flow_graph_node(i);
            if (!node->due || !node_ready(node))
                continue;
            status = node->disabled ? CUDA_SUCCESS : node_run(node);
            node->due = false;
            left--;
        }
    }
    for (int i = from; i < to && status; i++)
        g->nodes[i]->due = false;
    if (looked_at)
        flow_graph_ends();
    return status;
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
    free(e->forks);
    free(e->tails);
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
    running = g->exec;
    CUresult status = nodes_run(g->graph, g->from, g->to);
    if (!status && g->graph == g->exec->graph && g->to == g->graph->n)
        status = run_tails(g->exec);
    running = NULL;
    return status;
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
    if (last)
        flow_waits(s, last);
    if (last && last->stream != s) {
        atomic_fetch_add(&last->refs, 1);
        task_wait_for(&t->task, last);
    }
    const CUresult status = stream_add_ticket(s, &t->task, &r->ticket);
    if (!status) {
        exec->last = r;
        flow_recorded(r);
    }
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
        if (from < i || !from || !node) /* the end of it, too, where what it has launched comes after it */
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

/* May a launch allocate what its nodes do?  Not what is alive, where the launch does not free that itself. */
static bool may_allocate(CUgraph g)
{
    Range r;
    for (int i = 0; i < g->n; i++) {
        CUgraphNode node = g->nodes[i];
        if ((node->type == CU_GRAPH_NODE_TYPE_GRAPH && !may_allocate(node->child)) ||
            (node->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC && range_find((void *)(uintptr_t)node->alloc.dptr, &r) && r.alive))
            return false;
    }
    return true;
}

/* The lives of memory after a launch, in the order of the host's calls, which is a stream's; what no graph owns is freed behind it. */
static CUresult allocate_and_free(CUgraph g, CUstream s)
{
    for (int i = 0; i < g->n; i++) {
        CUgraphNode node = g->nodes[i];
        if (node->type == CU_GRAPH_NODE_TYPE_GRAPH)
            TRY(allocate_and_free(node->child, s));
        else if (node->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
            range_set_alive((void *)(uintptr_t)node->alloc.dptr, true);
        else if (node->type == CU_GRAPH_NODE_TYPE_MEM_FREE && range_set_alive((void *)(uintptr_t)node->freed, false) == RANGE_UNOWNED)
            TRY(cuMemFreeAsync(node->freed, s));
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
    REFUSE_IF(!(exec->flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH) && !may_allocate(exec->graph), CUDA_ERROR_INVALID_VALUE);
    TRY(graph_launch(exec, exec->graph, s));
    return allocate_and_free(exec->graph, s);
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
    REFUSE_IF(IS(graph->exec, EXEC) && graph->exec->source == graph && graph_has_memory(graph), CUDA_ERROR_NOT_SUPPORTED);
    CUgraphExec e = handle_new(MAGIC_EXEC, sizeof *e, ctx, exec_end);
    REFUSE_IF(!e, CUDA_ERROR_OUT_OF_MEMORY);
    CUresult status = graph_copy(graph, NULL, &e->graph);
    if (!status && ((status = sort_all(e->graph)) || (status = graph_lend_updatable(graph, e->graph))))
        graph_end(e->graph);
    if (status) {
        handle_end(e);
        return status;
    }
    atomic_init(&e->refs, 1);
    e->ctx = ctx;
    e->flags = flags;
    e->source = graph;
    *exec = graph->exec = e;
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

/* ---- changing executable graphs -------------------------------------------------------------------------------------- */

/* The executable graph's copy of a node. */
static CUresult exec_node(CUgraphExec e, CUgraphNode node, CUgraphNode *out)
{
    REFUSE_IF(!IS(e, EXEC) || !IS(node, NODE), CUDA_ERROR_INVALID_VALUE);
    *out = graph_find_copy(e->graph, node->id);
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
    TRY(node_set_child(copy, child, CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE));
    return sort_all(copy->child);
}

CUDA_API CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
{
    CUgraphNode copy;
    TRY(exec_node(exec, node, &copy));
    return cuGraphBatchMemOpNodeSetParams(copy, params);
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
    CUgraphNode node = graph_find_copy(e->graph, sorted->nodes[i]->origin);
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
        if (to->type == CU_GRAPH_NODE_TYPE_CONDITIONAL || to->device)
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
        info->errorNode = graph_find_copy(graph, wrong->origin);
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
