/* rt_stream.c: streams, events and capturing. */
#include "rt.h"

CUDA_API cudaError_t cudaStreamCreate(cudaStream_t *s) { RT_CALL(cuStreamCreate(s, 0)); }
CUDA_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned int flags) { RT_CALL(cuStreamCreate(s, flags)); }
CUDA_API cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned int flags, int priority) { RT_CALL(cuStreamCreateWithPriority(s, flags, priority)); }
CUDA_API cudaError_t cudaStreamDestroy(cudaStream_t s) { RT_CALL(cuStreamDestroy_v2(s)); }
CUDA_API cudaError_t cudaStreamSynchronize(cudaStream_t s) { RT_CALL(cuStreamSynchronize(s)); }
CUDA_API cudaError_t cudaStreamQuery(cudaStream_t s) { RT_CALL(cuStreamQuery(s)); }
CUDA_API cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned int flags) { RT_CALL(cuStreamWaitEvent(s, e, flags)); }
CUDA_API cudaError_t cudaStreamGetPriority(cudaStream_t s, int *priority) { RT_CALL(cuStreamGetPriority(s, priority)); }
CUDA_API cudaError_t cudaStreamGetFlags(cudaStream_t s, unsigned int *flags) { RT_CALL(cuStreamGetFlags(s, flags)); }
CUDA_API cudaError_t cudaStreamGetId(cudaStream_t s, unsigned long long *id) { RT_CALL(cuStreamGetId(s, id)); }
CUDA_API cudaError_t cudaStreamGetDevice(cudaStream_t s, int *device) { RT_CALL(cuStreamGetDevice(s, device)); }
CUDA_API cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) { RT_CALL(cuStreamCopyAttributes(to, from)); }
CUDA_API cudaError_t cudaStreamGetAttribute(cudaStream_t s, enum cudaLaunchAttributeID id, cudaLaunchAttributeValue *v) { RT_CALL(cuStreamGetAttribute(s, (CUstreamAttrID)id, (CUstreamAttrValue *)(void *)v)); }
CUDA_API cudaError_t cudaStreamSetAttribute(cudaStream_t s, enum cudaLaunchAttributeID id, const cudaLaunchAttributeValue *v) { RT_CALL(cuStreamSetAttribute(s, (CUstreamAttrID)id, (const CUstreamAttrValue *)(const void *)v)); }
CUDA_API cudaError_t cudaStreamAttachMemAsync(cudaStream_t s, void *p, size_t n, unsigned int flags) { RT_CALL(cuStreamAttachMemAsync(s, rt_ptr(p), n, flags)); }
CUDA_API cudaError_t cudaLaunchHostFunc(cudaStream_t s, cudaHostFn_t f, void *data) { RT_CALL(cuLaunchHostFunc(s, f, data)); }

typedef struct Callback {
    cudaStreamCallback_t f;
    void *data;
} Callback;

static void call_back(CUstream s, CUresult status, void *data)
{
    const Callback c = *(Callback *)data;
    free(data);
    c.f(s, (cudaError_t)status, c.data);
}

CUDA_API cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t f, void *data, unsigned int flags)
{
    RT_TRY(rt_ready());
    RT_REFUSE_IF(!f, cudaErrorInvalidValue);
    Callback *c = malloc(sizeof *c);
    RT_REFUSE_IF(!c, cudaErrorMemoryAllocation);
    *c = (Callback){f, data};
    const CUresult e = cuStreamAddCallback(s, call_back, c, flags);
    if (e)
        free(c);
    return rt_done(e);
}

/* ---- events ---------------------------------------------------------------------------------------------------------- */

CUDA_API cudaError_t cudaEventCreate(cudaEvent_t *e) { RT_CALL(cuEventCreate(e, 0)); }
CUDA_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned int flags) { RT_CALL(cuEventCreate(e, flags)); }
CUDA_API cudaError_t cudaEventDestroy(cudaEvent_t e) { RT_CALL(cuEventDestroy_v2(e)); }
CUDA_API cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s) { RT_CALL(cuEventRecord(e, s)); }
CUDA_API cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t s, unsigned int flags) { RT_CALL(cuEventRecordWithFlags(e, s, flags)); }
CUDA_API cudaError_t cudaEventQuery(cudaEvent_t e) { RT_CALL(cuEventQuery(e)); }
CUDA_API cudaError_t cudaEventSynchronize(cudaEvent_t e) { RT_CALL(cuEventSynchronize(e)); }
CUDA_API cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t a, cudaEvent_t b) { RT_CALL(cuEventElapsedTime_v2(ms, a, b)); }

/* ---- capturing ------------------------------------------------------------------------------------------------------- */

CUDA_API cudaError_t cudaStreamBeginCapture(cudaStream_t s, enum cudaStreamCaptureMode mode) { RT_CALL(cuStreamBeginCapture_v2(s, (CUstreamCaptureMode)mode)); }
CUDA_API cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *g) { RT_CALL(cuStreamEndCapture(s, g)); }
CUDA_API cudaError_t cudaStreamIsCapturing(cudaStream_t s, enum cudaStreamCaptureStatus *status) { RT_CALL(cuStreamIsCapturing(s, (CUstreamCaptureStatus *)(void *)status)); }
CUDA_API cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) { RT_CALL(cuThreadExchangeStreamCaptureMode((CUstreamCaptureMode *)(void *)mode)); }

CUDA_API cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t s, cudaGraph_t g, const cudaGraphNode_t *after, const cudaGraphEdgeData *data,
                                                   size_t n, enum cudaStreamCaptureMode mode)
{
    RT_CALL(cuStreamBeginCaptureToGraph(s, g, after, (const CUgraphEdgeData *)(const void *)data, n, (CUstreamCaptureMode)mode));
}

static CUresult capture_info(cudaStream_t s, enum cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *g,
                             const cudaGraphNode_t **after, const cudaGraphEdgeData **data, size_t *n)
{
    cuuint64_t number = 0;
    const CUresult e = cuStreamGetCaptureInfo_v3(s, (CUstreamCaptureStatus *)(void *)status, &number, g, after,
                                                 (const CUgraphEdgeData **)(void *)data, n);
    if (id)
        *id = number;
    return e;
}

#if RT_VERSION >= 13
CUDA_API cudaError_t cudaStreamGetCaptureInfo(cudaStream_t s, enum cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *g,
                                              const cudaGraphNode_t **after, const cudaGraphEdgeData **data, size_t *n)
{
    RT_CALL(capture_info(s, status, id, g, after, data, n));
}

CUDA_API cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t s, cudaGraphNode_t *nodes, const cudaGraphEdgeData *data, size_t n,
                                                         unsigned int flags)
{
    RT_CALL(cuStreamUpdateCaptureDependencies_v2(s, nodes, (const CUgraphEdgeData *)(const void *)data, n, flags));
}
#else
CUDA_API cudaError_t cudaStreamGetCaptureInfo(cudaStream_t s, enum cudaStreamCaptureStatus *status, unsigned long long *id)
{
    RT_CALL(capture_info(s, status, id, NULL, NULL, NULL, NULL));
}

CUDA_API cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t s, enum cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *g,
                                                 const cudaGraphNode_t **after, size_t *n)
{
    RT_CALL(capture_info(s, status, id, g, after, NULL, n));
}

CUDA_API cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t s, enum cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *g,
                                                 const cudaGraphNode_t **after, const cudaGraphEdgeData **data, size_t *n)
{
    RT_CALL(capture_info(s, status, id, g, after, data, n));
}

CUDA_API cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t s, cudaGraphNode_t *nodes, size_t n, unsigned int flags)
{
    RT_CALL(cuStreamUpdateCaptureDependencies(s, nodes, n, flags));
}

CUDA_API cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t s, cudaGraphNode_t *nodes, const cudaGraphEdgeData *data,
                                                            size_t n, unsigned int flags)
{
    RT_CALL(cuStreamUpdateCaptureDependencies_v2(s, nodes, (const CUgraphEdgeData *)(const void *)data, n, flags));
}

/* What CUDA 12 still had. */
CUDA_API cudaError_t cudaEventElapsedTime_v2(float *ms, cudaEvent_t a, cudaEvent_t b) { RT_CALL(cuEventElapsedTime_v2(ms, a, b)); }
CUDA_API cudaError_t cudaThreadSynchronize(void) { RT_CALL(cuCtxSynchronize()); }
CUDA_API cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value) { RT_CALL(cuCtxSetLimit((CUlimit)limit, value)); }
CUDA_API cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit) { RT_CALL(cuCtxGetLimit(value, (CUlimit)limit)); }
#endif
