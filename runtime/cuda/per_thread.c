/* per_thread.c: the forms of functions whose default stream is the calling thread's own (nvcc --default-stream per-thread). */
#include "internal.h"

#define PER_THREAD(name, suffix, params, args) \
    CUDA_API CUresult name##suffix params; \
    CUDA_API CUresult name##suffix params \
    { \
        per_thread_default++; \
        const CUresult per_thread_result = name args; \
        per_thread_default--; \
        return per_thread_result; \
    }

PER_THREAD(cuEventRecord, _ptsz, (CUevent event, CUstream stream), (event, stream))
PER_THREAD(cuEventRecordWithFlags, _ptsz, (CUevent event, CUstream stream, unsigned int flags), (event, stream,
           flags))
PER_THREAD(cuGraphInstantiateWithParams, _ptsz, (CUgraphExec *exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS
           *params), (exec, graph, params))
PER_THREAD(cuGraphLaunch, _ptsz, (CUgraphExec exec, CUstream stream), (exec, stream))
PER_THREAD(cuGraphUpload, _ptsz, (CUgraphExec exec, CUstream stream), (exec, stream))
PER_THREAD(cuLaunchCooperativeKernel, _ptsz, (CUfunction f, unsigned int gx, unsigned int gy, unsigned int gz,
           unsigned int bx, unsigned int by, unsigned int bz, unsigned int shared, CUstream stream, void **params),
           (f, gx, gy, gz, bx, by, bz, shared, stream, params))
PER_THREAD(cuLaunchHostFunc, _ptsz, (CUstream stream, CUhostFn function, void *data), (stream, function, data))
PER_THREAD(cuLaunchKernel, _ptsz, (CUfunction f, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx,
           unsigned int by, unsigned int bz, unsigned int shared, CUstream stream, void **params, void **extra), (f,
           gx, gy, gz, bx, by, bz, shared, stream, params, extra))
PER_THREAD(cuLaunchKernelEx, _ptsz, (const CUlaunchConfig *c, CUfunction f, void **params, void **extra), (c, f,
           params, extra))
PER_THREAD(cuMemAllocAsync, _ptsz, (CUdeviceptr *p, size_t size, CUstream stream), (p, size, stream))
PER_THREAD(cuMemAllocFromPoolAsync, _ptsz, (CUdeviceptr *p, size_t size, CUmemoryPool pool, CUstream stream), (p,
           size, pool, stream))
PER_THREAD(cuMemDiscardAndPrefetchBatchAsync, _ptsz, (CUdeviceptr *p, size_t *sizes, size_t count, CUmemLocation *places, size_t
           *first, size_t nplaces, unsigned long long flags, CUstream stream), (p, sizes, count, places, first, nplaces, flags,
           stream))
PER_THREAD(cuMemDiscardBatchAsync, _ptsz, (CUdeviceptr *p, size_t *sizes, size_t count, unsigned long long flags, CUstream
           stream), (p, sizes, count, flags, stream))
PER_THREAD(cuMemFreeAsync, _ptsz, (CUdeviceptr p, CUstream stream), (p, stream))
PER_THREAD(cuMemPrefetchAsync_v2, _ptsz, (CUdeviceptr p, size_t size, CUmemLocation location, unsigned int flags,
           CUstream stream), (p, size, location, flags, stream))
PER_THREAD(cuMemPrefetchBatchAsync, _ptsz, (CUdeviceptr *p, size_t *sizes, size_t count, CUmemLocation *places, size_t *first,
           size_t nplaces, unsigned long long flags, CUstream stream), (p, sizes, count, places, first, nplaces, flags, stream))
PER_THREAD(cuMemcpy, _ptds, (CUdeviceptr to, CUdeviceptr from, size_t n), (to, from, n))
PER_THREAD(cuMemcpy2D_v2, _ptds, (const CUDA_MEMCPY2D *copy), (copy))
PER_THREAD(cuMemcpy2DAsync_v2, _ptsz, (const CUDA_MEMCPY2D *copy, CUstream stream), (copy, stream))
PER_THREAD(cuMemcpy2DUnaligned_v2, _ptds, (const CUDA_MEMCPY2D *copy), (copy))
PER_THREAD(cuMemcpy3D_v2, _ptds, (const CUDA_MEMCPY3D *copy), (copy))
PER_THREAD(cuMemcpy3DAsync_v2, _ptsz, (const CUDA_MEMCPY3D *copy, CUstream stream), (copy, stream))
PER_THREAD(cuMemcpy3DPeer, _ptds, (const CUDA_MEMCPY3D_PEER *copy), (copy))
PER_THREAD(cuMemcpy3DPeerAsync, _ptsz, (const CUDA_MEMCPY3D_PEER *copy, CUstream stream), (copy, stream))
PER_THREAD(cuMemcpyBatchAsync, _ptsz, (CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count, CUmemcpyAttributes
           *attrs, size_t *first, size_t nattrs, size_t *failed, CUstream stream), (to, from, sizes, count, attrs, first,
           nattrs, failed, stream))
PER_THREAD(cuMemcpyBatchAsync_v2, _ptsz, (CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count,
           CUmemcpyAttributes *attrs, size_t *first, size_t nattrs, CUstream stream), (to, from, sizes, count, attrs,
           first, nattrs, stream))
PER_THREAD(cuMemcpy3DBatchAsync, _ptsz, (size_t count, CUDA_MEMCPY3D_BATCH_OP *ops, size_t *failed, unsigned long long
           flags, CUstream stream), (count, ops, failed, flags, stream))
PER_THREAD(cuMemcpy3DBatchAsync_v2, _ptsz, (size_t count, CUDA_MEMCPY3D_BATCH_OP *ops, unsigned long long flags,
           CUstream stream), (count, ops, flags, stream))
PER_THREAD(cuMemcpyAsync, _ptsz, (CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s), (to, from, n, s))
PER_THREAD(cuMemcpyAtoA_v2, _ptds, (CUarray to, size_t to_at, CUarray from, size_t from_at, size_t n), (to, to_at,
           from, from_at, n))
PER_THREAD(cuMemcpyAtoD_v2, _ptds, (CUdeviceptr p, CUarray a, size_t at, size_t n), (p, a, at, n))
PER_THREAD(cuMemcpyAtoH_v2, _ptds, (void *p, CUarray a, size_t at, size_t n), (p, a, at, n))
PER_THREAD(cuMemcpyAtoHAsync_v2, _ptsz, (void *p, CUarray a, size_t at, size_t n, CUstream s), (p, a, at, n, s))
PER_THREAD(cuMemcpyDtoA_v2, _ptds, (CUarray a, size_t at, CUdeviceptr p, size_t n), (a, at, p, n))
PER_THREAD(cuMemcpyDtoD_v2, _ptds, (CUdeviceptr to, CUdeviceptr from, size_t n), (to, from, n))
PER_THREAD(cuMemcpyDtoDAsync_v2, _ptsz, (CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s), (to, from, n, s))
PER_THREAD(cuMemcpyDtoH_v2, _ptds, (void *to, CUdeviceptr from, size_t n), (to, from, n))
PER_THREAD(cuMemcpyDtoHAsync_v2, _ptsz, (void *to, CUdeviceptr from, size_t n, CUstream s), (to, from, n, s))
PER_THREAD(cuMemcpyHtoA_v2, _ptds, (CUarray a, size_t at, const void *p, size_t n), (a, at, p, n))
PER_THREAD(cuMemcpyHtoAAsync_v2, _ptsz, (CUarray a, size_t at, const void *p, size_t n, CUstream s), (a, at, p, n, s))
PER_THREAD(cuMemcpyHtoD_v2, _ptds, (CUdeviceptr to, const void *from, size_t n), (to, from, n))
PER_THREAD(cuMemcpyHtoDAsync_v2, _ptsz, (CUdeviceptr to, const void *from, size_t n, CUstream s), (to, from, n, s))
PER_THREAD(cuMemcpyPeer, _ptds, (CUdeviceptr to, CUcontext to_ctx, CUdeviceptr from, CUcontext from_ctx, size_t n),
           (to, to_ctx, from, from_ctx, n))
PER_THREAD(cuMemcpyPeerAsync, _ptsz, (CUdeviceptr to, CUcontext to_ctx, CUdeviceptr from, CUcontext from_ctx, size_t
           n, CUstream stream), (to, to_ctx, from, from_ctx, n, stream))
PER_THREAD(cuMemsetD16_v2, _ptds, (CUdeviceptr to, unsigned short v, size_t n), (to, v, n))
PER_THREAD(cuMemsetD16Async, _ptsz, (CUdeviceptr to, unsigned short v, size_t n, CUstream s), (to, v, n, s))
PER_THREAD(cuMemsetD2D16_v2, _ptds, (CUdeviceptr to, size_t pitch, unsigned short v, size_t w, size_t h), (to, pitch,
           v, w, h))
PER_THREAD(cuMemsetD2D16Async, _ptsz, (CUdeviceptr to, size_t pitch, unsigned short v, size_t w, size_t h, CUstream
           s), (to, pitch, v, w, h, s))
PER_THREAD(cuMemsetD2D32_v2, _ptds, (CUdeviceptr to, size_t pitch, unsigned int v, size_t w, size_t h), (to, pitch, v,
           w, h))
PER_THREAD(cuMemsetD2D32Async, _ptsz, (CUdeviceptr to, size_t pitch, unsigned int v, size_t w, size_t h, CUstream s),
           (to, pitch, v, w, h, s))
PER_THREAD(cuMemsetD2D8_v2, _ptds, (CUdeviceptr to, size_t pitch, unsigned char v, size_t w, size_t h), (to, pitch, v,
           w, h))
PER_THREAD(cuMemsetD2D8Async, _ptsz, (CUdeviceptr to, size_t pitch, unsigned char v, size_t w, size_t h, CUstream s),
           (to, pitch, v, w, h, s))
PER_THREAD(cuMemsetD32_v2, _ptds, (CUdeviceptr to, unsigned int v, size_t n), (to, v, n))
PER_THREAD(cuMemsetD32Async, _ptsz, (CUdeviceptr to, unsigned int v, size_t n, CUstream s), (to, v, n, s))
PER_THREAD(cuMemsetD8_v2, _ptds, (CUdeviceptr to, unsigned char v, size_t n), (to, v, n))
PER_THREAD(cuMemsetD8Async, _ptsz, (CUdeviceptr to, unsigned char v, size_t n, CUstream s), (to, v, n, s))
PER_THREAD(cuStreamAddCallback, _ptsz, (CUstream stream, CUstreamCallback callback, void *data, unsigned int flags),
           (stream, callback, data, flags))
PER_THREAD(cuStreamAttachMemAsync, _ptsz, (CUstream stream, CUdeviceptr p, size_t length, unsigned int flags),
           (stream, p, length, flags))
PER_THREAD(cuStreamBatchMemOp_v2, _ptsz, (CUstream stream, unsigned int count, CUstreamBatchMemOpParams *ops, unsigned
           int flags), (stream, count, ops, flags))
PER_THREAD(cuStreamBeginCapture_v2, _ptsz, (CUstream stream, CUstreamCaptureMode mode), (stream, mode))
PER_THREAD(cuStreamBeginCaptureToGraph, _ptsz, (CUstream stream, CUgraph graph, const CUgraphNode *after, const
           CUgraphEdgeData *data, size_t n, CUstreamCaptureMode mode), (stream, graph, after, data, n, mode))
PER_THREAD(cuStreamCopyAttributes, _ptsz, (CUstream to, CUstream from), (to, from))
PER_THREAD(cuStreamEndCapture, _ptsz, (CUstream stream, CUgraph *graph), (stream, graph))
PER_THREAD(cuStreamGetAttribute, _ptsz, (CUstream stream, CUstreamAttrID id, CUstreamAttrValue *value), (stream, id,
           value))
PER_THREAD(cuStreamGetCaptureInfo_v3, _ptsz, (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph
           *graph, const CUgraphNode **after, const CUgraphEdgeData **data, size_t *n), (stream, status, id, graph,
           after, data, n))
PER_THREAD(cuStreamGetCtx, _ptsz, (CUstream stream, CUcontext *ctx), (stream, ctx))
PER_THREAD(cuStreamGetCtx_v2, _ptsz, (CUstream stream, CUcontext *ctx, CUgreenCtx *green), (stream, ctx, green))
PER_THREAD(cuStreamGetDevice, _ptsz, (CUstream stream, CUdevice *device), (stream, device))
PER_THREAD(cuStreamGetFlags, _ptsz, (CUstream stream, unsigned int *flags), (stream, flags))
PER_THREAD(cuStreamGetId, _ptsz, (CUstream stream, unsigned long long *id), (stream, id))
PER_THREAD(cuStreamGetPriority, _ptsz, (CUstream stream, int *priority), (stream, priority))
PER_THREAD(cuStreamIsCapturing, _ptsz, (CUstream stream, CUstreamCaptureStatus *status), (stream, status))
PER_THREAD(cuStreamQuery, _ptsz, (CUstream stream), (stream))
PER_THREAD(cuStreamSetAttribute, _ptsz, (CUstream stream, CUstreamAttrID id, const CUstreamAttrValue *value), (stream,
           id, value))
PER_THREAD(cuStreamSynchronize, _ptsz, (CUstream stream), (stream))
PER_THREAD(cuStreamUpdateCaptureDependencies_v2, _ptsz, (CUstream stream, CUgraphNode *nodes, const CUgraphEdgeData
           *data, size_t n, unsigned int flags), (stream, nodes, data, n, flags))
PER_THREAD(cuStreamWaitEvent, _ptsz, (CUstream stream, CUevent event, unsigned int flags), (stream, event, flags))
PER_THREAD(cuStreamWaitValue32_v2, _ptsz, (CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned int flags),
           (stream, at, value, flags))
PER_THREAD(cuStreamWaitValue64_v2, _ptsz, (CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned int flags),
           (stream, at, value, flags))
PER_THREAD(cuStreamWriteValue32_v2, _ptsz, (CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned int flags),
           (stream, at, value, flags))
PER_THREAD(cuStreamWriteValue64_v2, _ptsz, (CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned int flags),
           (stream, at, value, flags))

/* Earlier forms. */
PER_THREAD(cuMemPrefetchAsync, _ptsz, (CUdeviceptr p, size_t size, CUdevice device, CUstream stream), (p, size,
           device, stream))
PER_THREAD(cuStreamBatchMemOp, _ptsz, (CUstream stream, unsigned int count, CUstreamBatchMemOpParams *ops, unsigned
           int flags), (stream, count, ops, flags))
PER_THREAD(cuStreamBeginCapture, _ptsz, (CUstream stream), (stream))
PER_THREAD(cuStreamGetCaptureInfo, _ptsz, (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id), (stream,
           status, id))
PER_THREAD(cuStreamGetCaptureInfo_v2, _ptsz, (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph
           *graph, const CUgraphNode **after, size_t *n), (stream, status, id, graph, after, n))
PER_THREAD(cuStreamUpdateCaptureDependencies, _ptsz, (CUstream stream, CUgraphNode *nodes, size_t n, unsigned int
           flags), (stream, nodes, n, flags))
PER_THREAD(cuStreamWaitValue32, _ptsz, (CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned int flags),
           (stream, at, value, flags))
PER_THREAD(cuStreamWaitValue64, _ptsz, (CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned int flags),
           (stream, at, value, flags))
PER_THREAD(cuStreamWriteValue32, _ptsz, (CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned int flags),
           (stream, at, value, flags))
PER_THREAD(cuStreamWriteValue64, _ptsz, (CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned int flags),
           (stream, at, value, flags))
