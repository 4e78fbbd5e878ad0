/* event.c: events, what streams wait for and what they do on the host. */
#include "internal.h"

/* ---- events ---------------------------------------------------------------------------------------------------------- */

static void event_end(void *handle)
{
    CUevent e = handle;
    capture_forget(e);
    record_release(e->last);
    event_share_release(e->share);
    pthread_mutex_destroy(&e->lock);
    handle_end(e);
}

CUresult event_make(CUevent *out, unsigned flags, CUcontext ctx, EventShare *share)
{
    CUevent e = handle_new(MAGIC_EVENT, sizeof *e, ctx, event_end);
    if (!e) {
        event_share_release(share);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    e->flags = flags;
    e->ctx = ctx;
    e->share = share;
    pthread_mutex_init(&e->lock, NULL);
    *out = e;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuEventCreate(CUevent *event, unsigned int flags)
{
    CONTEXT(ctx);
    REFUSE_IF(!event || flags > 7, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF((flags & CU_EVENT_INTERPROCESS) && !(flags & CU_EVENT_DISABLE_TIMING), CUDA_ERROR_INVALID_VALUE);
    EventShare *share = flags & CU_EVENT_INTERPROCESS ? event_share_make() : NULL;
    REFUSE_IF((flags & CU_EVENT_INTERPROCESS) && !share, CUDA_ERROR_OUT_OF_MEMORY);
    return event_make(event, flags, ctx, share);
}

CUDA_API CUresult cuEventDestroy_v2(CUevent event)
{
    REFUSE_IF(!IS(event, EVENT), CUDA_ERROR_INVALID_HANDLE);
    event_end(event);
    return CUDA_SUCCESS;
}

/* The event's last record with a reference; NULL when it was never recorded. */
static Record *event_last(CUevent e)
{
    pthread_mutex_lock(&e->lock);
    Record *r = e->last;
    if (r)
        atomic_fetch_add(&r->refs, 1);
    pthread_mutex_unlock(&e->lock);
    return r;
}

typedef struct Stamp {
    Task task;
    Record *record;
    EventShare *share;
    uint32_t number;             /* of the record, for other processes */
} Stamp;

static CUresult stamp_run(Task *t)
{
    const Stamp *s = (Stamp *)t;
    atomic_store(&s->record->when, clock_ns());
    if (s->share)
        event_share_reach(s->share, s->number);
    return CUDA_SUCCESS;
}

static void stamp_drop(Task *t)
{
    record_release(((Stamp *)t)->record);
    event_share_release(((Stamp *)t)->share);
}

CUresult event_record(CUevent e, CUstream s)
{
    Stamp *t = task_new(sizeof *t, stamp_run);
    Record *r = record_make(s, UINT64_MAX);
    if (!t || !r) {
        free(t);
        record_release(r);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    t->record = r;
    t->task.drop = stamp_drop;
    t->task.even_failed = true;
    atomic_fetch_add(&r->refs, 1);
    pthread_mutex_lock(&e->lock);
    uint32_t number = 0;
    if (e->share) {
        event_share_keep(t->share = e->share);
        t->number = number = event_share_record(e->share);
    }
    Record *old = e->last;
    const CUresult status = stream_add_ticket(s, &t->task, &r->ticket);
    if (!status) {
        e->last = r;
        flow_recorded(r);
    } else if (e->share)
        event_share_reach(e->share, number); /* nobody is to wait for it */
    pthread_mutex_unlock(&e->lock);
    if (!status)
        capture_forget(e);
    record_release(status ? r : old);
    return status;
}

CUDA_API CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags)
{
    CUstream s;
    REFUSE_IF(flags > CU_EVENT_RECORD_EXTERNAL, CUDA_ERROR_INVALID_VALUE);
    TRY(stream_of(stream, &s));
    REFUSE_IF(!IS(event, EVENT), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(event->ctx != s->ctx, CUDA_ERROR_INVALID_HANDLE);
    return s->capture ? capture_event(s, event, flags) : event_record(event, s);
}

CUDA_API CUresult cuEventRecord(CUevent event, CUstream stream) { return cuEventRecordWithFlags(event, stream, 0); }

CUDA_API CUresult cuEventQuery(CUevent event)
{
    REFUSE_IF(!IS(event, EVENT), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(event->capture, capture_refuse_event(event));
    TRY(capture_unsafe());
    Record *r = event_last(event);
    const bool here = !r || atomic_load(&r->stream->done) >= r->ticket;
    const bool done = here && (!event->share || event_share_reached(event->share, event_share_last(event->share)));
    if (r && done)
        flow_host_waits(r);
    record_release(r);
    return done ? (CUresult)atomic_load(&event->ctx->failed) : CUDA_ERROR_NOT_READY;
}

CUDA_API CUresult cuEventSynchronize(CUevent event)
{
    REFUSE_IF(!IS(event, EVENT), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(event->capture, capture_refuse_event(event));
    Record *r = event_last(event);
    if (r) {
        stream_wait(r->stream, r->ticket);
        flow_host_waits(r);
    }
    record_release(r);
    if (event->share)
        event_share_wait(event->share, event_share_last(event->share));
    return (CUresult)atomic_load(&event->ctx->failed);
}

CUDA_API CUresult cuEventElapsedTime_v2(float *ms, CUevent start, CUevent end)
{
    REFUSE_IF(!ms, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(start, EVENT) || !IS(end, EVENT), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF((start->flags | end->flags) & CU_EVENT_DISABLE_TIMING, CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(start->ctx->device != end->ctx->device, CUDA_ERROR_INVALID_HANDLE);
    Record *a = event_last(start), *b = event_last(end);
    CUresult status = !a || !b ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
    if (!status) {
        const uint64_t from = atomic_load(&a->when), to = atomic_load(&b->when);
        status = from && to ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
        *ms = (float)((double)(int64_t)(to - from) * 1e-6);
    }
    record_release(a);
    record_release(b);
    return status;
}

CUDA_API CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end)
{
    return cuEventElapsedTime_v2(ms, start, end);
}

/* For a record that may be another process's. */
typedef struct ShareTask {
    Task task;
    EventShare *share;
    uint32_t number;
} ShareTask;

static CUresult share_run(Task *t)
{
    event_share_wait(((ShareTask *)t)->share, ((ShareTask *)t)->number);
    flow_may_know();
    return CUDA_SUCCESS;
}

static void share_drop(Task *t) { event_share_release(((ShareTask *)t)->share); }

static CUresult share_wait(EventShare *share, CUstream s)
{
    const uint32_t number = event_share_last(share);
    REFUSE_IF(event_share_reached(share, number), CUDA_SUCCESS);
    ShareTask *t = task_new(sizeof *t, share_run);
    REFUSE_IF(!t, CUDA_ERROR_OUT_OF_MEMORY);
    t->task.drop = share_drop;
    t->number = number;
    event_share_keep(t->share = share);
    return stream_add(s, &t->task);
}

CUresult event_wait(CUevent e, CUstream s)
{
    Record *r = event_last(e);
    if (r)
        flow_waits(s, r);
    if (e->share) {
        record_release(r);
        return share_wait(e->share, s);
    }
    if (!r || r->stream == s || atomic_load(&r->stream->done) >= r->ticket) {
        record_release(r);
        return CUDA_SUCCESS;
    }
    Task *t = task_new(sizeof *t, NULL);
    if (!t) {
        record_release(r);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    task_wait_for(t, r);
    return stream_add(s, t);
}

CUDA_API CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags)
{
    CUstream s;
    REFUSE_IF(flags > 1, CUDA_ERROR_INVALID_VALUE);
    TRY(stream_of(stream, &s));
    REFUSE_IF(!IS(event, EVENT), CUDA_ERROR_INVALID_HANDLE);
    return event->capture || s->capture ? capture_wait(s, event, flags) : event_wait(event, s);
}

/* ---- the host's functions -------------------------------------------------------------------------------------------- */

typedef struct HostTask {
    Task task;
    CUhostFn function;
    CUstreamCallback callback;
    CUstream handle;
    CUcontext ctx;
    void *data;
} HostTask;

_Thread_local bool host_function;

void host_call(CUhostFn function, void *data)
{
    host_function = true;
    function(data);
    host_function = false;
}

static CUresult host_run(Task *t)
{
    const HostTask *h = (HostTask *)t;
    host_call(h->function, h->data);
    return CUDA_SUCCESS;
}

static CUresult callback_run(Task *t)
{
    const HostTask *h = (HostTask *)t;
    host_function = true;
    h->callback(h->handle, (CUresult)atomic_load(&h->ctx->failed), h->data);
    host_function = false;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!function, CUDA_ERROR_INVALID_VALUE);
    if (s->capture)
        return capture_host(s, function, data);
    HostTask *t = task_new(sizeof *t, host_run);
    REFUSE_IF(!t, CUDA_ERROR_OUT_OF_MEMORY);
    t->function = function;
    t->data = data;
    t->task.of_host = true;
    return stream_add(s, &t->task);
}

CUDA_API CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data, unsigned int flags)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!callback || flags, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(s->capture, capture_refuse(s));
    HostTask *t = task_new(sizeof *t, callback_run);
    REFUSE_IF(!t, CUDA_ERROR_OUT_OF_MEMORY);
    t->callback = callback;
    t->handle = stream;
    t->ctx = s->ctx;
    t->data = data;
    t->task.even_failed = t->task.of_host = true;
    return stream_add(s, &t->task);
}

/* ---- a stream's attributes ------------------------------------------------------------------------------------------- */

CUDA_API CUresult cuStreamGetPriority(CUstream stream, int *priority)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!priority, CUDA_ERROR_INVALID_VALUE);
    *priority = s->priority;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamGetFlags(CUstream stream, unsigned int *flags)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!flags, CUDA_ERROR_INVALID_VALUE);
    *flags = s->flags;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamGetId(CUstream stream, unsigned long long *id)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!id, CUDA_ERROR_INVALID_VALUE);
    *id = s->id;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamGetCtx(CUstream stream, CUcontext *ctx)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!ctx, CUDA_ERROR_INVALID_VALUE);
    *ctx = s->ctx;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *ctx, CUgreenCtx *green)
{
    TRY(cuStreamGetCtx(stream, ctx));
    return green ? cuStreamGetGreenCtx(stream, green) : CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamGetDevice(CUstream stream, CUdevice *device)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!device, CUDA_ERROR_INVALID_VALUE);
    *device = s->ctx->device;
    return CUDA_SUCCESS;
}

static CUlaunchAttributeValue *stream_attribute(CUstream s, CUstreamAttrID id)
{
    return id == CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW ? &s->window
           : id == CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY ? &s->sync_policy : NULL;
}

CUDA_API CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID id, const CUstreamAttrValue *value)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    CUlaunchAttributeValue *at = stream_attribute(s, id);
    REFUSE_IF(!value || (!at && id != CU_LAUNCH_ATTRIBUTE_PRIORITY), CUDA_ERROR_INVALID_VALUE);
    if (at)
        *at = *value;
    else
        s->priority = value->priority;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID id, CUstreamAttrValue *value)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    const CUlaunchAttributeValue *at = stream_attribute(s, id);
    REFUSE_IF(!value || (!at && id != CU_LAUNCH_ATTRIBUTE_PRIORITY), CUDA_ERROR_INVALID_VALUE);
    if (at)
        *value = *at;
    else
        value->priority = s->priority;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamCopyAttributes(CUstream to, CUstream from)
{
    CUstream a, b;
    TRY(stream_of(to, &a));
    TRY(stream_of(from, &b));
    a->window = b->window;
    a->sync_policy = b->sync_policy;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr p, size_t length, unsigned int flags)
{
    CUstream s;
    (void)length;
    TRY(stream_of(stream, &s));
    Range r;
    REFUSE_IF(!range_find((void *)(uintptr_t)p, &r) || !flags || flags > 4, CUDA_ERROR_INVALID_VALUE);
    return CUDA_SUCCESS;
}
