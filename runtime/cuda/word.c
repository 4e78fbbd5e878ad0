/* word.c: streams and graphs that write words in memory, and wait for them. */
#include <sched.h>

#include "graph.h"

typedef CUstreamBatchMemOpParams Op;

static bool is_wide(const Op *o) { return o->operation == CU_STREAM_MEM_OP_WAIT_VALUE_64 || o->operation == CU_STREAM_MEM_OP_WRITE_VALUE_64; }
static bool is_write(const Op *o) { return o->operation == CU_STREAM_MEM_OP_WRITE_VALUE_32 || o->operation == CU_STREAM_MEM_OP_WRITE_VALUE_64; }
static bool is_fence(const Op *o) { return o->operation == CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES || o->operation == CU_STREAM_MEM_OP_BARRIER; }

/* Waits and writes have their fields at the same places. */
static uint64_t value_of(const Op *o) { return is_wide(o) ? o->waitValue.value64 : o->waitValue.value; }

static CUresult words_check(const Op *ops, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const Op *o = &ops[i];
        const size_t bytes = is_wide(o) ? 8 : 4;
        if (is_fence(o))
            continue;
        REFUSE_IF(!is_write(o) && o->operation != CU_STREAM_MEM_OP_WAIT_VALUE_32 && o->operation != CU_STREAM_MEM_OP_WAIT_VALUE_64,
                  CUDA_ERROR_INVALID_VALUE);
        REFUSE_IF(o->waitValue.address % bytes, CUDA_ERROR_INVALID_VALUE);
        REFUSE_IF(!range_holds((void *)(uintptr_t)o->waitValue.address, bytes, is_write(o) ? RANGE_WRITTEN : RANGE_READ), CUDA_ERROR_INVALID_VALUE);
    }
    return CUDA_SUCCESS;
}

static void word_write(const Op *o)
{
    void *at = (void *)(uintptr_t)o->writeValue.address;
    if (is_wide(o))
        __atomic_store_n((uint64_t *)at, value_of(o), __ATOMIC_SEQ_CST);
    else
        __atomic_store_n((uint32_t *)at, (uint32_t)value_of(o), __ATOMIC_SEQ_CST);
    flow_host_knows();
}

static bool word_there(const Op *o)
{
    const void *at = (void *)(uintptr_t)o->waitValue.address;
    const bool wide = is_wide(o);
    const uint64_t value = value_of(o);
    const uint64_t v = wide ? __atomic_load_n((const uint64_t *)at, __ATOMIC_SEQ_CST) : __atomic_load_n((const uint32_t *)at, __ATOMIC_SEQ_CST);
    switch (o->waitValue.flags & 3) {
    case CU_STREAM_WAIT_VALUE_GEQ: return wide ? (int64_t)(v - value) >= 0 : (int32_t)(v - value) >= 0;
    case CU_STREAM_WAIT_VALUE_EQ: return v == value;
    case CU_STREAM_WAIT_VALUE_AND: return (v & value) != 0;
    default: return (~(v | value) & (wide ? UINT64_MAX : UINT32_MAX)) != 0;
    }
}

bool words_go_on(const Op *ops, unsigned n, unsigned *next)
{
    for (; *next < n; ++*next) {
        const Op *o = &ops[*next];
        if (is_fence(o))
            continue;
        if (is_write(o)) {
            word_write(o);
            continue;
        }
        if (!word_there(o))
            return false;
        flow_may_know();
    }
    return true;
}

/* ---- in streams ------------------------------------------------------------------------------------------------------- */

typedef struct WordTask {
    Task task;
    unsigned n;
    Op ops[];
} WordTask;

static CUresult words_run(Task *t)
{
    const WordTask *w = (WordTask *)t;
    unsigned next = 0;
    while (!words_go_on(w->ops, w->n, &next))
        sched_yield();
    return CUDA_SUCCESS;
}

static CUresult words_task(CUstream stream, const Op *ops, unsigned n)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    TRY(words_check(ops, n));
    if (s->capture)
        return capture_words(s, ops, n);
    WordTask *t = task_new(sizeof *t + n * sizeof *ops, words_run);
    REFUSE_IF(!t, CUDA_ERROR_OUT_OF_MEMORY);
    t->n = n;
    memcpy(t->ops, ops, n * sizeof *ops);
    return stream_add(s, &t->task);
}

static CUresult word_task(CUstream stream, CUstreamBatchMemOpType operation, CUdeviceptr at, uint64_t value, unsigned flags)
{
    Op o = {.operation = operation};
    o.waitValue.address = at;
    o.waitValue.flags = flags;
    if (is_wide(&o))
        o.waitValue.value64 = value;
    else
        o.waitValue.value = (uint32_t)value;
    return words_task(stream, &o, 1);
}

CUDA_API CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned int flags)
{
    return word_task(stream, CU_STREAM_MEM_OP_WAIT_VALUE_32, at, value, flags);
}

CUDA_API CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned int flags)
{
    return word_task(stream, CU_STREAM_MEM_OP_WAIT_VALUE_64, at, value, flags);
}

CUDA_API CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned int flags)
{
    return word_task(stream, CU_STREAM_MEM_OP_WRITE_VALUE_32, at, value, flags);
}

CUDA_API CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned int flags)
{
    return word_task(stream, CU_STREAM_MEM_OP_WRITE_VALUE_64, at, value, flags);
}

CUDA_API CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *ops, unsigned int flags)
{
    REFUSE_IF(!ops || flags, CUDA_ERROR_INVALID_VALUE);
    return words_task(stream, ops, count);
}

/* ---- in graphs -------------------------------------------------------------------------------------------------------- */

CUresult node_set_words(CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *p)
{
    REFUSE_IF((p->count && !p->paramArray) || p->flags, CUDA_ERROR_INVALID_VALUE);
    TRY(words_check(p->paramArray, p->count));
    Op *ops = calloc(p->count + 1u, sizeof *ops);
    REFUSE_IF(!ops, CUDA_ERROR_OUT_OF_MEMORY);
    if (p->count)
        memcpy(ops, p->paramArray, p->count * sizeof *ops);
    free(node->words.paramArray);
    node->words = *p;
    node->words.paramArray = ops;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphAddBatchMemOpNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
                                           const CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
{
    REFUSE_IF(!node || !params, CUDA_ERROR_INVALID_VALUE);
    CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP};
    _Static_assert(sizeof p.memOp == sizeof *params, "versions 1 and 2 are the same");
    memcpy(&p.memOp, params, sizeof p.memOp);
    return cuGraphAddNode_v2(node, graph, after, NULL, n, &p);
}

CUDA_API CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode node, CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
{
    NODE_OF(node, BATCH_MEM_OP);
    REFUSE_IF(!params, CUDA_ERROR_INVALID_VALUE);
    *params = node->words;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params)
{
    NODE_OF(node, BATCH_MEM_OP);
    REFUSE_IF(!params, CUDA_ERROR_INVALID_VALUE);
    return node_set_words(node, params);
}
