/* capture.c: work given to a stream becomes nodes of a graph. */
#include "graph.h"

/* A capture, shared by the stream where it began and those that joined it through events. */
typedef struct Capture {
    struct Capture *next;        /* of those that go on */
    atomic_int refs;             /* the origin's, until it ends, and those of events recorded in it */
    uint64_t id;
    CUgraph graph;
    CUstream origin;
    CUstreamCaptureMode mode;
    pthread_t thread;            /* that began it */
    bool given;                  /* the graph is the program's */
    bool ended;
    atomic_bool invalid;
} Capture;

static atomic_ullong capture_ids = 1;
static _Thread_local CUstreamCaptureMode thread_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;

static pthread_mutex_t captures_lock = PTHREAD_MUTEX_INITIALIZER;
static Capture *captures;        /* that go on */
static atomic_int capturing;     /* how many there are */

static void captures_add(Capture *c)
{
    pthread_mutex_lock(&captures_lock);
    c->next = captures;
    captures = c;
    atomic_fetch_add(&capturing, 1);
    pthread_mutex_unlock(&captures_lock);
}

static void capture_release(Capture *c)
{
    if (c && atomic_fetch_sub(&c->refs, 1) == 1)
        free(c);
}

static void captures_remove(Capture *c)
{
    pthread_mutex_lock(&captures_lock);
    Capture **at = &captures;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    atomic_fetch_sub(&capturing, 1);
    pthread_mutex_unlock(&captures_lock);
    c->ended = true;
    capture_release(c);
}

/* ---- what captures do not allow: it makes them invalid ---------------------------------------------------------------- */

static CUresult invalidate(Capture *c, CUresult status)
{
    atomic_store(&c->invalid, true);
    return status;
}

CUresult capture_refuse(CUstream s)
{
    const bool invalid = atomic_load(&s->capture->invalid);
    return invalidate(s->capture, invalid ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
}

CUresult capture_refuse_event(CUevent e) { return invalidate(e->capture, CUDA_ERROR_CAPTURED_EVENT); }

CUresult capture_refuse_context(CUcontext ctx)
{
    CUresult status = CUDA_SUCCESS;
    if (!atomic_load(&capturing))
        return status;
    pthread_mutex_lock(&captures_lock);
    for (Capture *c = captures; c; c = c->next)
        if (c->origin->ctx == ctx)
            status = invalidate(c, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    pthread_mutex_unlock(&captures_lock);
    return status;
}

/* Is a stream captured that the default stream would wait for?  Its capture becomes invalid, if so wished. */
static bool legacy_waits(CUcontext ctx, bool end)
{
    bool any = false;
    if (!atomic_load(&capturing))
        return false;
    pthread_mutex_lock(&ctx->lock);
    for (CUstream o = ctx->streams; o; o = o->next)
        if (o->capture && !(o->flags & CU_STREAM_NON_BLOCKING)) {
            any = true;
            if (end)
                atomic_store(&o->capture->invalid, true);
        }
    pthread_mutex_unlock(&ctx->lock);
    return any;
}

CUresult capture_refuse_legacy(CUstream s)
{
    return s == s->ctx->legacy && legacy_waits(s->ctx, true) ? CUDA_ERROR_STREAM_CAPTURE_IMPLICIT : CUDA_SUCCESS;
}

/* cuThreadExchangeStreamCaptureMode has the rules. */
CUresult capture_unsafe(void)
{
    CUresult status = CUDA_SUCCESS;
    if (!atomic_load(&capturing) || thread_mode == CU_STREAM_CAPTURE_MODE_RELAXED)
        return status;
    pthread_mutex_lock(&captures_lock);
    for (Capture *c = captures; c; c = c->next)
        if (pthread_equal(c->thread, pthread_self()) ? c->mode != CU_STREAM_CAPTURE_MODE_RELAXED
            : thread_mode == CU_STREAM_CAPTURE_MODE_GLOBAL && c->mode == CU_STREAM_CAPTURE_MODE_GLOBAL)
            status = invalidate(c, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    pthread_mutex_unlock(&captures_lock);
    return status;
}

/* ---- what the stream's next node comes after -------------------------------------------------------------------------- */

void tail_end(Tail *t)
{
    free(t->nodes);
    free(t->data);
    *t = (Tail){NULL, NULL, 0};
}

/* NULL: whole nodes.  Whoever waits for a node in two ways waits for the whole of it. */
static CUresult tail_add(Tail *t, CUgraphNode node, const CUgraphEdgeData *data)
{
    const CUgraphEdgeData whole = {0}, d = data ? *data : whole;
    for (int i = 0; i < t->n; i++)
        if (t->nodes[i] == node) {
            if (memcmp(&t->data[i], &d, sizeof d) != 0)
                t->data[i] = whole;
            return CUDA_SUCCESS;
        }
    CUgraphNode *nodes = realloc(t->nodes, (size_t)(t->n + 1) * sizeof *nodes);
    t->nodes = nodes ? nodes : t->nodes;
    CUgraphEdgeData *more = realloc(t->data, (size_t)(t->n + 1) * sizeof *more);
    t->data = more ? more : t->data;
    REFUSE_IF(!nodes || !more, CUDA_ERROR_OUT_OF_MEMORY);
    nodes[t->n] = node;
    more[t->n++] = d;
    return CUDA_SUCCESS;
}

static CUresult tail_set(Tail *t, const CUgraphNode *nodes, const CUgraphEdgeData *data, size_t n)
{
    Tail made = {NULL, NULL, 0};
    for (size_t i = 0; i < n; i++) {
        const CUresult status = tail_add(&made, nodes[i], data ? &data[i] : NULL);
        if (status) {
            tail_end(&made);
            return status;
        }
    }
    tail_end(t);
    *t = made;
    return CUDA_SUCCESS;
}

/* A node that was just made is the stream's next. */
static CUresult node_next(CUstream s, CUgraphNode node)
{
    for (int i = 0; i < s->tail.n; i++) {
        const CUresult status = graph_depend(node, s->tail.nodes[i], &s->tail.data[i]);
        if (status)
            return invalidate(s->capture, status);
    }
    return tail_set(&s->tail, &node, NULL, 1);
}

static CUresult node_here(CUstream s, CUgraphNodeType type, CUgraphNode *node)
{
    REFUSE_IF(s->capture->invalid, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    TRY(graph_add(s->capture->graph, type, NULL, NULL, 0, node));
    return node_next(s, *node);
}

/* ---- instead of work ------------------------------------------------------------------------------------------------- */

/* It may begin before the kernels that it comes after have ended. */
static void depend_early(CUgraphNode node)
{
    for (int i = 0; i < node->nafter; i++)
        if (node->after[i].on->type == CU_GRAPH_NODE_TYPE_KERNEL)
            node->after[i].data = (CUgraphEdgeData){.from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC, .type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC};
}

CUresult capture_kernel(CUstream s, const Launch *l, CUlaunchAttribute *attributes, unsigned n)
{
    CUgraphNode node;
    REFUSE_IF(s->capture->invalid, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    TRY(graph_add_launch(s->capture->graph, l, NULL, 0, &node));
    TRY(node_take_attributes(node, attributes, n));
    TRY(node_next(s, node));
    for (unsigned i = 0; i < n; i++)
        if (attributes[i].id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION && attributes[i].value.programmaticStreamSerializationAllowed)
            depend_early(node);
    return CUDA_SUCCESS;
}

CUresult capture_copy(CUstream s, const CUDA_MEMCPY3D *p)
{
    CUgraphNode node;
    TRY(node_here(s, CU_GRAPH_NODE_TYPE_MEMCPY, &node));
    node->copy = *p;
    return CUDA_SUCCESS;
}

CUresult capture_set(CUstream s, const CUDA_MEMSET_NODE_PARAMS *p)
{
    CUgraphNode node;
    TRY(node_here(s, CU_GRAPH_NODE_TYPE_MEMSET, &node));
    node->set = *p;
    return CUDA_SUCCESS;
}

CUresult capture_host(CUstream s, CUhostFn f, void *data)
{
    CUgraphNode node;
    TRY(node_here(s, CU_GRAPH_NODE_TYPE_HOST, &node));
    node->host = (CUDA_HOST_NODE_PARAMS){f, data};
    return CUDA_SUCCESS;
}

CUresult capture_alloc(CUstream s, CUdeviceptr *p, size_t bytes)
{
    CUgraphNode node;
    REFUSE_IF(!p, CUDA_ERROR_INVALID_VALUE);
    TRY(node_here(s, CU_GRAPH_NODE_TYPE_MEM_ALLOC, &node));
    TRY(graph_allocate(node, s->ctx, bytes));
    *p = node->alloc.dptr;
    return CUDA_SUCCESS;
}

CUresult capture_free(CUstream s, CUdeviceptr p)
{
    CUgraphNode node;
    TRY(node_here(s, CU_GRAPH_NODE_TYPE_MEM_FREE, &node));
    node->freed = p;
    return CUDA_SUCCESS;
}

CUresult capture_words(CUstream s, const CUstreamBatchMemOpParams *ops, unsigned n)
{
    CUgraphNode node;
    CUstreamBatchMemOpParams *all = (CUstreamBatchMemOpParams *)(uintptr_t)ops;
    TRY(node_here(s, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, &node));
    return node_set_words(node, &(CUDA_BATCH_MEM_OP_NODE_PARAMS){.ctx = s->ctx, .count = n, .paramArray = all});
}

CUresult capture_graph(CUstream s, CUgraph g)
{
    CUgraphNode node;
    REFUSE_IF(s->capture->invalid, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    TRY(cuGraphAddChildGraphNode(&node, s->capture->graph, NULL, 0, g));
    return node_next(s, node);
}

/* ---- events ---------------------------------------------------------------------------------------------------------- */

void capture_forget(CUevent e)
{
    tail_end(&e->tail);
    capture_release(e->capture);
    e->capture = NULL;
}

CUresult capture_event(CUstream s, CUevent e, unsigned flags)
{
    if (flags == CU_EVENT_RECORD_EXTERNAL) {
        CUgraphNode node;
        TRY(node_here(s, CU_GRAPH_NODE_TYPE_EVENT_RECORD, &node));
        node->event = e;
        return CUDA_SUCCESS;
    }
    capture_forget(e);
    TRY(tail_set(&e->tail, s->tail.nodes, s->tail.data, (size_t)s->tail.n));
    e->capture = s->capture;
    atomic_fetch_add(&e->capture->refs, 1);
    return CUDA_SUCCESS;
}

void capture_event_early(CUevent e, const CUgraphEdgeData *d)
{
    for (int i = 0; i < e->tail.n; i++)
        e->tail.data[i] = *d;
}

CUresult capture_wait(CUstream s, CUevent e, unsigned flags)
{
    if (flags == 1 && s->capture) { /* CU_EVENT_WAIT_EXTERNAL */
        CUgraphNode node;
        TRY(node_here(s, CU_GRAPH_NODE_TYPE_WAIT_EVENT, &node));
        node->event = e;
        return CUDA_SUCCESS;
    }
    REFUSE_IF(!s->capture && e->capture->ended, CUDA_ERROR_CAPTURED_EVENT);
    if (!e->capture || (s->capture && s->capture != e->capture)) {
        if (s->capture)
            atomic_store(&s->capture->invalid, true);
        return e->capture ? CUDA_ERROR_STREAM_CAPTURE_MERGE : CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
    }
    REFUSE_IF(s == s->ctx->legacy, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
    if (!s->capture) {
        tail_end(&s->tail);
        s->capture = e->capture;
    }
    for (int i = 0; i < e->tail.n; i++)
        TRY(tail_add(&s->tail, e->tail.nodes[i], &e->tail.data[i]));
    return CUDA_SUCCESS;
}

/* ---- begin and end --------------------------------------------------------------------------------------------------- */

CUDA_API CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph, const CUgraphNode *after, const CUgraphEdgeData *data,
                                              size_t n, CUstreamCaptureMode mode)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(s == s->ctx->legacy, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    REFUSE_IF(s->capture, CUDA_ERROR_ILLEGAL_STATE);
    REFUSE_IF((unsigned)mode > CU_STREAM_CAPTURE_MODE_RELAXED || (n && !after) || (graph && !IS(graph, GRAPH)), CUDA_ERROR_INVALID_VALUE);
    Capture *c = calloc(1, sizeof *c);
    REFUSE_IF(!c, CUDA_ERROR_OUT_OF_MEMORY);
    atomic_init(&c->refs, 1);
    c->thread = pthread_self();
    c->id = atomic_fetch_add(&capture_ids, 1);
    c->origin = s;
    c->mode = mode;
    c->graph = graph;
    c->given = graph != NULL;
    CUresult status = graph ? CUDA_SUCCESS : cuGraphCreate(&c->graph, 0);
    if (!status)
        status = tail_set(&s->tail, after, data, n);
    if (status) {
        free(c);
        return status;
    }
    s->capture = c;
    captures_add(c);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamBeginCapture_v2(CUstream stream, CUstreamCaptureMode mode)
{
    return cuStreamBeginCaptureToGraph(stream, NULL, NULL, NULL, 0, mode);
}

CUDA_API CUresult cuStreamBeginCapture(CUstream stream) { return cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL); }

/* Does all that was captured come before where the first stream stands? */
static bool joined(const Capture *c)
{
    for (int i = 0; i < c->graph->n; i++) {
        CUgraphNode node = c->graph->nodes[i];
        bool last = true, there = false;
        for (int k = 0; k < c->graph->n && last; k++)
            for (int d = 0; d < c->graph->nodes[k]->nafter && last; d++)
                last = c->graph->nodes[k]->after[d].on != node;
        for (int k = 0; k < c->origin->tail.n; k++)
            there |= c->origin->tail.nodes[k] == node;
        if (last && !there)
            return false;
    }
    return true;
}

static void leave(CUstream s)
{
    tail_end(&s->tail);
    s->capture = NULL;
}

CUDA_API CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    Capture *c = s->capture;
    REFUSE_IF(!c, CUDA_ERROR_ILLEGAL_STATE);
    REFUSE_IF(!graph && !c->given, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(c->origin != s, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
    CUresult status = c->invalid ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED
                      : c->given || joined(c) ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
    pthread_mutex_lock(&s->ctx->lock);
    for (CUstream o = s->ctx->streams; o; o = o->next)
        if (o->capture == c)
            leave(o);
    pthread_mutex_unlock(&s->ctx->lock);
    if (graph)
        *graph = status ? NULL : c->graph;
    if (status && !c->given)
        graph_end(c->graph);
    captures_remove(c);
    return status;
}

CUDA_API CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!status, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(s == s->ctx->legacy && legacy_waits(s->ctx, false), CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
    *status = !s->capture ? CU_STREAM_CAPTURE_STATUS_NONE
              : s->capture->invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED : CU_STREAM_CAPTURE_STATUS_ACTIVE;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamGetCaptureInfo_v3(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
                                            const CUgraphNode **after, const CUgraphEdgeData **data, size_t *n)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    TRY(cuStreamIsCapturing(stream, status));
    REFUSE_IF(*status != CU_STREAM_CAPTURE_STATUS_ACTIVE, CUDA_SUCCESS);
    for (int i = 0; i < s->tail.n && after && !data; i++)
        REFUSE_IF(s->tail.data[i].type || s->tail.data[i].from_port, CUDA_ERROR_LOSSY_QUERY);
    if (id)
        *id = s->capture->id;
    if (graph)
        *graph = s->capture->graph;
    if (after)
        *after = s->tail.nodes;
    if (data)
        *data = s->tail.data;
    if (n)
        *n = (size_t)s->tail.n;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
                                            const CUgraphNode **after, size_t *n)
{
    return cuStreamGetCaptureInfo_v3(stream, status, id, graph, after, NULL, n);
}

CUDA_API CUresult cuStreamUpdateCaptureDependencies_v2(CUstream stream, CUgraphNode *nodes, const CUgraphEdgeData *data, size_t n,
                                                       unsigned int flags)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!s->capture, CUDA_ERROR_ILLEGAL_STATE);
    REFUSE_IF(flags > 1 || (n && !nodes), CUDA_ERROR_INVALID_VALUE);
    if (flags == 1) /* CU_STREAM_SET_CAPTURE_DEPENDENCIES */
        return tail_set(&s->tail, nodes, data, n);
    for (size_t i = 0; i < n; i++)
        TRY(tail_add(&s->tail, nodes[i], data ? &data[i] : NULL));
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *nodes, size_t n, unsigned int flags)
{
    return cuStreamUpdateCaptureDependencies_v2(stream, nodes, NULL, n, flags);
}

CUDA_API CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    REFUSE_IF(!mode || (unsigned)*mode > CU_STREAM_CAPTURE_MODE_RELAXED, CUDA_ERROR_INVALID_VALUE);
    const CUstreamCaptureMode old = thread_mode;
    thread_mode = *mode;
    *mode = old;
    return CUDA_SUCCESS;
}
