/* condition.c: conditional nodes of graphs.
 *
 * A handle is the address of a value, which kernels set (cudaGraphSetConditional: src/ir/syscall.c).  It belongs to the graph
 * for which it was made and that graph's copies, of which CUDA lets only one run at a time. */
#include "graph.h"

struct Condition {
    uint32_t value; /* first: kernels know it by its address */
    uint32_t first;
    bool assign;    /* first is the value with which each run of the graph begins */
    atomic_int graphs;
};

CUDA_API CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph graph, CUcontext ctx, unsigned int first,
                                                 unsigned int flags)
{
    (void)ctx;
    REFUSE_IF(!handle || !IS(graph, GRAPH) || flags > 1, CUDA_ERROR_INVALID_VALUE);
    Condition *c = calloc(1, sizeof *c);
    Condition **more = c ? realloc(graph->conditions, (size_t)(graph->nconditions + 1) * sizeof *more) : NULL;
    if (!more) {
        free(c);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *c = (Condition){.value = first, .first = first, .assign = flags & 1};
    atomic_init(&c->graphs, 1);
    graph->conditions = more;
    more[graph->nconditions++] = c;
    *handle = (uintptr_t)c;
    return CUDA_SUCCESS;
}

CUresult conditions_share(CUgraph to, CUgraph from)
{
    to->conditions = from->nconditions ? malloc((size_t)from->nconditions * sizeof *to->conditions) : NULL;
    REFUSE_IF(from->nconditions && !to->conditions, CUDA_ERROR_OUT_OF_MEMORY);
    for (to->nconditions = 0; to->nconditions < from->nconditions; to->nconditions++) {
        to->conditions[to->nconditions] = from->conditions[to->nconditions];
        atomic_fetch_add(&to->conditions[to->nconditions]->graphs, 1);
    }
    return CUDA_SUCCESS;
}

void conditions_begin(CUgraph g)
{
    for (int i = 0; i < g->nconditions; i++)
        if (g->conditions[i]->assign)
            g->conditions[i]->value = g->conditions[i]->first;
}

void conditions_end(CUgraph g)
{
    for (int i = 0; i < g->nconditions; i++)
        if (atomic_fetch_sub(&g->conditions[i]->graphs, 1) == 1)
            free(g->conditions[i]);
    free(g->conditions);
}

/* ---- nodes ----------------------------------------------------------------------------------------------------------- */

CUresult condition_set(CUgraphNode node, CUDA_CONDITIONAL_NODE_PARAMS *p)
{
    Condition *on = NULL;
    for (int i = 0; i < node->graph->nconditions && !on; i++)
        on = (uintptr_t)node->graph->conditions[i] == p->handle ? node->graph->conditions[i] : NULL;
    const unsigned int most = p->type == CU_GRAPH_COND_TYPE_IF ? 2 : p->type == CU_GRAPH_COND_TYPE_WHILE ? 1 : UINT32_MAX;
    REFUSE_IF(!on || node->cond.body || !p->size || p->size > most || (unsigned int)p->type > CU_GRAPH_COND_TYPE_SWITCH, CUDA_ERROR_INVALID_VALUE);
    node->cond.body = calloc(p->size, sizeof *node->cond.body);
    REFUSE_IF(!node->cond.body, CUDA_ERROR_OUT_OF_MEMORY);
    node->cond.on = on;
    node->cond.type = p->type;
    for (; node->cond.n < p->size; node->cond.n++)
        TRY(graph_make_body(&node->cond.body[node->cond.n]));
    p->phGraph_out = node->cond.body;
    return CUDA_SUCCESS;
}

CUresult condition_copy(CUgraphNode to, CUgraphNode from)
{
    to->cond.body = calloc(from->cond.n, sizeof *to->cond.body);
    REFUSE_IF(!to->cond.body, CUDA_ERROR_OUT_OF_MEMORY);
    to->cond.on = from->cond.on;
    to->cond.type = from->cond.type;
    for (; to->cond.n < from->cond.n; to->cond.n++)
        TRY(graph_copy_body(from->cond.body[to->cond.n], &to->cond.body[to->cond.n]));
    return CUDA_SUCCESS;
}

void condition_end(CUgraphNode node)
{
    for (unsigned int i = 0; i < node->cond.n; i++)
        graph_end(node->cond.body[i]);
    free(node->cond.body);
    node->cond.body = NULL;
    node->cond.n = 0;
}

CUresult condition_run(CUgraphNode node)
{
    const volatile uint32_t *value = &node->cond.on->value;
    switch (node->cond.type) {
    case CU_GRAPH_COND_TYPE_WHILE:
        while (*value)
            TRY(graph_run(node->cond.body[0]));
        return CUDA_SUCCESS;
    case CU_GRAPH_COND_TYPE_IF: {
        const unsigned int which = *value == 0;
        return which < node->cond.n ? graph_run(node->cond.body[which]) : CUDA_SUCCESS;
    }
    default: return *value < node->cond.n ? graph_run(node->cond.body[*value]) : CUDA_SUCCESS;
    }
}
