/* context_event.c: events of whole contexts: recorded behind all that their streams have been given, and waited for by all that those
 * will be given.  Of a green context these are its own streams; the primary context has them, too. */
#include "internal.h"

/* What streams made from now on come after: a stream that does nothing but wait, made at the first need; it ends with the context's others. */
static CUresult gate_of(CUcontext ctx, CUstream *gate)
{
    CUstream made;
    pthread_mutex_lock(&ctx->lock);
    const bool there = *gate != NULL;
    pthread_mutex_unlock(&ctx->lock);
    REFUSE_IF(there, CUDA_SUCCESS);
    TRY(cuStreamCreate(&made, CU_STREAM_NON_BLOCKING));
    pthread_mutex_lock(&ctx->lock);
    CUstream extra = *gate ? made : NULL;
    if (!extra)
        *gate = made;
    pthread_mutex_unlock(&ctx->lock);
    return extra ? cuStreamDestroy_v2(extra) : CUDA_SUCCESS;
}

void stream_pass(CUstream s, CUstream *gate)
{
    pthread_mutex_lock(&s->ctx->lock);
    CUstream g = *gate;
    pthread_mutex_unlock(&s->ctx->lock);
    const uint64_t given = g ? atomic_load(&g->given) : 0;
    if (!g || atomic_load(&g->done) >= given)
        return;
    Task *t = task_new(sizeof *t, NULL);
    if (!t) {
        stream_wait(g, given); /* no memory: the caller waits */
        return;
    }
    stream_before(s, t, g);
    stream_add(s, t);
}

/* A task that does nothing but come after what those streams have been given so far. */
static CUresult come_after(CUstream s, CUcontext ctx, CUgreenCtx green)
{
    Task *t = task_new(sizeof *t, NULL);
    REFUSE_IF(!t, CUDA_ERROR_OUT_OF_MEMORY);
    if (!green)
        stream_before(s, t, ctx->legacy);
    uint64_t id = 0;
    for (CUstream o; (o = stream_after(ctx, id)); stream_release(o)) {
        id = o->id;
        if (o != s && (!green || o->green == green))
            stream_before(s, t, o);
    }
    return stream_add(s, t);
}

static CUresult record(CUcontext ctx, CUgreenCtx green, CUevent event)
{
    CUstream s;
    TRY(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    CUresult status = come_after(s, ctx, green);
    if (!status)
        status = event_record(event, s);
    const CUresult ended = cuStreamDestroy_v2(s);
    return status ? status : ended;
}

static CUresult wait_for(CUcontext ctx, CUgreenCtx green, CUstream *gate, CUevent event)
{
    TRY(gate_of(ctx, gate));
    CUresult status = event_wait(event, *gate);
    if (!green && !status)
        status = event_wait(event, ctx->legacy);
    uint64_t id = 0;
    for (CUstream o; (o = stream_after(ctx, id)); stream_release(o)) {
        id = o->id;
        if (!status && o != *gate && !o->leaves && (!green || o->green == green))
            status = event_wait(event, o);
    }
    return status;
}

static CUresult check(CUcontext ctx, CUevent event)
{
    REFUSE_IF(!IS(event, EVENT), CUDA_ERROR_INVALID_HANDLE);
    TRY(capture_refuse_context(ctx));
    return (CUresult)atomic_load(&ctx->failed);
}

static CUresult context_record(CUcontext ctx, CUgreenCtx green, CUevent event)
{
    CUcontext before;
    TRY(check(ctx, event));
    REFUSE_IF(event->ctx != ctx, CUDA_ERROR_INVALID_HANDLE);
    TRY(cuCtxPushCurrent_v2(ctx));
    const CUresult status = record(ctx, green, event);
    TRY(cuCtxPopCurrent_v2(&before));
    return status;
}

static CUresult context_wait(CUcontext ctx, CUgreenCtx green, CUstream *gate, CUevent event)
{
    CUcontext before;
    TRY(check(ctx, event));
    REFUSE_IF(event->capture, capture_refuse_event(event));
    TRY(cuCtxPushCurrent_v2(ctx));
    const CUresult status = wait_for(ctx, green, gate, event);
    TRY(cuCtxPopCurrent_v2(&before));
    return status;
}

CUDA_API CUresult cuCtxRecordEvent(CUcontext ctx, CUevent event)
{
    REFUSE_IF(!IS(ctx, CONTEXT), CUDA_ERROR_INVALID_CONTEXT);
    return context_record(ctx, NULL, event);
}

CUDA_API CUresult cuCtxWaitEvent(CUcontext ctx, CUevent event)
{
    REFUSE_IF(!IS(ctx, CONTEXT), CUDA_ERROR_INVALID_CONTEXT);
    return context_wait(ctx, NULL, &ctx->gate, event);
}

CUDA_API CUresult cuGreenCtxRecordEvent(CUgreenCtx green, CUevent event)
{
    REFUSE_IF(!IS(green, GREEN), CUDA_ERROR_INVALID_CONTEXT);
    return context_record(green->ctx, green, event);
}

CUDA_API CUresult cuGreenCtxWaitEvent(CUgreenCtx green, CUevent event)
{
    REFUSE_IF(!IS(green, GREEN), CUDA_ERROR_INVALID_CONTEXT);
    return context_wait(green->ctx, green, &green->gate, event);
}
