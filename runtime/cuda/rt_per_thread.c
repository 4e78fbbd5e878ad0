/* rt_per_thread.c: the forms of functions whose default stream is the calling thread's own (nvcc --default-stream
 * per-thread): they put that stream in the place of the default one. */
#include "rt.h"

#define PER_THREAD(name, suffix, params, args) \
    cudaError_t name params; \
    cudaError_t name##suffix params; \
    CUDA_API cudaError_t name##suffix params \
    { \
        ptx2c_cuda_per_thread(1); \
        const cudaError_t per_thread_result = name args; \
        ptx2c_cuda_per_thread(-1); \
        return per_thread_result; \
    }

PER_THREAD(__cudaLaunchKernel, _ptsz, (cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t
           stream), (kernel, grid, block, args, shared, stream))
PER_THREAD(cudaEventRecord, _ptsz, (cudaEvent_t e, cudaStream_t s), (e, s))
PER_THREAD(cudaEventRecordWithFlags, _ptsz, (cudaEvent_t e, cudaStream_t s, unsigned int flags), (e, s, flags))
PER_THREAD(cudaFreeAsync, _ptsz, (void *p, cudaStream_t stream), (p, stream))
PER_THREAD(cudaGetDriverEntryPoint, _ptsz, (const char *symbol, void **function, unsigned long long flags, enum
           cudaDriverEntryPointQueryResult *result), (symbol, function, flags, result))
PER_THREAD(cudaGetDriverEntryPointByVersion, _ptsz, (const char *symbol, void **function, unsigned int version,
           unsigned long long flags, enum cudaDriverEntryPointQueryResult *result), (symbol, function, version, flags,
           result))
PER_THREAD(cudaGraphInstantiateWithParams, _ptsz, (cudaGraphExec_t *e, cudaGraph_t g, cudaGraphInstantiateParams *p),
           (e, g, p))
PER_THREAD(cudaGraphLaunch, _ptsz, (cudaGraphExec_t e, cudaStream_t s), (e, s))
PER_THREAD(cudaGraphUpload, _ptsz, (cudaGraphExec_t e, cudaStream_t s), (e, s))
PER_THREAD(cudaLaunchCooperativeKernel, _ptsz, (const void *func, dim3 grid, dim3 block, void **args, size_t shared,
           cudaStream_t stream), (func, grid, block, args, shared, stream))
PER_THREAD(cudaLaunchHostFunc, _ptsz, (cudaStream_t s, cudaHostFn_t f, void *data), (s, f, data))
PER_THREAD(cudaLaunchKernel, _ptsz, (const void *func, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t
           stream), (func, grid, block, args, shared, stream))
PER_THREAD(cudaLaunchKernelExC, _ptsz, (const cudaLaunchConfig_t *config, const void *func, void **args), (config,
           func, args))
PER_THREAD(cudaMallocAsync, _ptsz, (void **p, size_t size, cudaStream_t stream), (p, size, stream))
PER_THREAD(cudaMallocFromPoolAsync, _ptsz, (void **p, size_t size, cudaMemPool_t pool, cudaStream_t stream), (p, size,
           pool, stream))
PER_THREAD(cudaMemcpy, _ptds, (void *to, const void *from, size_t n, enum cudaMemcpyKind kind), (to, from, n, kind))
PER_THREAD(cudaMemcpy2D, _ptds, (void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum
           cudaMemcpyKind k), (to, tp, from, fp, w, h, k))
PER_THREAD(cudaMemcpy2DArrayToArray, _ptds, (cudaArray_t to, size_t tx, size_t ty, cudaArray_const_t from, size_t fx,
           size_t fy, size_t w, size_t h, enum cudaMemcpyKind k), (to, tx, ty, from, fx, fy, w, h, k))
PER_THREAD(cudaMemcpy2DAsync, _ptsz, (void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum
           cudaMemcpyKind k, cudaStream_t s), (to, tp, from, fp, w, h, k, s))
PER_THREAD(cudaMemcpy2DFromArray, _ptds, (void *to, size_t tp, cudaArray_const_t from, size_t x, size_t y, size_t w,
           size_t h, enum cudaMemcpyKind k), (to, tp, from, x, y, w, h, k))
PER_THREAD(cudaMemcpy2DFromArrayAsync, _ptsz, (void *to, size_t tp, cudaArray_const_t from, size_t x, size_t y, size_t
           w, size_t h, enum cudaMemcpyKind k, cudaStream_t s), (to, tp, from, x, y, w, h, k, s))
PER_THREAD(cudaMemcpy2DToArray, _ptds, (cudaArray_t to, size_t x, size_t y, const void *from, size_t fp, size_t w,
           size_t h, enum cudaMemcpyKind k), (to, x, y, from, fp, w, h, k))
PER_THREAD(cudaMemcpy2DToArrayAsync, _ptsz, (cudaArray_t to, size_t x, size_t y, const void *from, size_t fp, size_t
           w, size_t h, enum cudaMemcpyKind k, cudaStream_t s), (to, x, y, from, fp, w, h, k, s))
PER_THREAD(cudaMemcpy3D, _ptds, (const struct cudaMemcpy3DParms *p), (p))
PER_THREAD(cudaMemcpy3DAsync, _ptsz, (const struct cudaMemcpy3DParms *p, cudaStream_t stream), (p, stream))
PER_THREAD(cudaMemcpy3DPeer, _ptds, (const struct cudaMemcpy3DPeerParms *p), (p))
PER_THREAD(cudaMemcpy3DPeerAsync, _ptsz, (const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream), (p, stream))
PER_THREAD(cudaMemcpyAsync, _ptsz, (void *to, const void *from, size_t n, enum cudaMemcpyKind kind, cudaStream_t
           stream), (to, from, n, kind, stream))
PER_THREAD(cudaMemcpyFromArray, _ptds, (void *to, cudaArray_const_t from, size_t x, size_t y, size_t n, enum
           cudaMemcpyKind k), (to, from, x, y, n, k))
PER_THREAD(cudaMemcpyFromArrayAsync, _ptsz, (void *to, cudaArray_const_t from, size_t x, size_t y, size_t n, enum
           cudaMemcpyKind k, cudaStream_t s), (to, from, x, y, n, k, s))
PER_THREAD(cudaMemcpyFromSymbol, _ptds, (void *to, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind
           kind), (to, symbol, n, offset, kind))
PER_THREAD(cudaMemcpyFromSymbolAsync, _ptsz, (void *to, const void *symbol, size_t n, size_t offset, enum
           cudaMemcpyKind kind, cudaStream_t stream), (to, symbol, n, offset, kind, stream))
PER_THREAD(cudaMemcpyArrayToArray, _ptds, (cudaArray_t to, size_t tx, size_t ty, cudaArray_const_t from, size_t fx, size_t
           fy, size_t n, enum cudaMemcpyKind k), (to, tx, ty, from, fx, fy, n, k))
PER_THREAD(cudaMemcpyToArray, _ptds, (cudaArray_t to, size_t x, size_t y, const void *from, size_t n, enum
           cudaMemcpyKind k), (to, x, y, from, n, k))
PER_THREAD(cudaMemcpyToArrayAsync, _ptsz, (cudaArray_t to, size_t x, size_t y, const void *from, size_t n, enum
           cudaMemcpyKind k, cudaStream_t s), (to, x, y, from, n, k, s))
PER_THREAD(cudaMemcpyToSymbol, _ptds, (const void *symbol, const void *from, size_t n, size_t offset, enum
           cudaMemcpyKind kind), (symbol, from, n, offset, kind))
PER_THREAD(cudaMemcpyToSymbolAsync, _ptsz, (const void *symbol, const void *from, size_t n, size_t offset, enum
           cudaMemcpyKind kind, cudaStream_t stream), (symbol, from, n, offset, kind, stream))
PER_THREAD(cudaMemset, _ptds, (void *p, int value, size_t n), (p, value, n))
PER_THREAD(cudaMemset2D, _ptds, (void *p, size_t pitch, int value, size_t w, size_t h), (p, pitch, value, w, h))
PER_THREAD(cudaMemset2DAsync, _ptsz, (void *p, size_t pitch, int value, size_t w, size_t h, cudaStream_t stream), (p,
           pitch, value, w, h, stream))
PER_THREAD(cudaMemset3D, _ptds, (struct cudaPitchedPtr p, int value, struct cudaExtent e), (p, value, e))
PER_THREAD(cudaMemset3DAsync, _ptsz, (struct cudaPitchedPtr p, int value, struct cudaExtent e, cudaStream_t stream),
           (p, value, e, stream))
PER_THREAD(cudaMemsetAsync, _ptsz, (void *p, int value, size_t n, cudaStream_t stream), (p, value, n, stream))
PER_THREAD(cudaStreamAddCallback, _ptsz, (cudaStream_t s, cudaStreamCallback_t f, void *data, unsigned int flags), (s,
           f, data, flags))
PER_THREAD(cudaStreamAttachMemAsync, _ptsz, (cudaStream_t s, void *p, size_t n, unsigned int flags), (s, p, n, flags))
PER_THREAD(cudaStreamBeginCapture, _ptsz, (cudaStream_t s, enum cudaStreamCaptureMode mode), (s, mode))
PER_THREAD(cudaStreamBeginCaptureToGraph, _ptsz, (cudaStream_t s, cudaGraph_t g, const cudaGraphNode_t *after, const
           cudaGraphEdgeData *data, size_t n, enum cudaStreamCaptureMode mode), (s, g, after, data, n, mode))
PER_THREAD(cudaStreamCopyAttributes, _ptsz, (cudaStream_t to, cudaStream_t from), (to, from))
PER_THREAD(cudaStreamEndCapture, _ptsz, (cudaStream_t s, cudaGraph_t *g), (s, g))
PER_THREAD(cudaStreamGetAttribute, _ptsz, (cudaStream_t s, enum cudaLaunchAttributeID id, cudaLaunchAttributeValue
           *v), (s, id, v))
PER_THREAD(cudaStreamGetDevice, _ptsz, (cudaStream_t s, int *device), (s, device))
PER_THREAD(cudaStreamGetFlags, _ptsz, (cudaStream_t s, unsigned int *flags), (s, flags))
PER_THREAD(cudaStreamGetId, _ptsz, (cudaStream_t s, unsigned long long *id), (s, id))
PER_THREAD(cudaStreamGetPriority, _ptsz, (cudaStream_t s, int *priority), (s, priority))
PER_THREAD(cudaStreamIsCapturing, _ptsz, (cudaStream_t s, enum cudaStreamCaptureStatus *status), (s, status))
PER_THREAD(cudaStreamQuery, _ptsz, (cudaStream_t s), (s))
PER_THREAD(cudaStreamSetAttribute, _ptsz, (cudaStream_t s, enum cudaLaunchAttributeID id, const
           cudaLaunchAttributeValue *v), (s, id, v))
PER_THREAD(cudaStreamSynchronize, _ptsz, (cudaStream_t s), (s))
PER_THREAD(cudaStreamWaitEvent, _ptsz, (cudaStream_t s, cudaEvent_t e, unsigned int flags), (s, e, flags))
PER_THREAD(cudaMemDiscardAndPrefetchBatchAsync, _ptsz, (void **p, size_t *sizes, size_t count, struct cudaMemLocation *places, size_t
           *first, size_t nplaces, unsigned long long flags, cudaStream_t stream), (p, sizes, count, places, first, nplaces, flags,
           stream))
PER_THREAD(cudaMemDiscardBatchAsync, _ptsz, (void **p, size_t *sizes, size_t count, unsigned long long flags, cudaStream_t stream),
           (p, sizes, count, flags, stream))
PER_THREAD(cudaMemPrefetchBatchAsync, _ptsz, (void **p, size_t *sizes, size_t count, struct cudaMemLocation *places, size_t *first,
           size_t nplaces, unsigned long long flags, cudaStream_t stream), (p, sizes, count, places, first, nplaces, flags, stream))
#if RT_VERSION >= 13
PER_THREAD(cudaMemcpyBatchAsync, _ptsz, (void *const *to, const void *const *from, const size_t *sizes, size_t count,
           struct cudaMemcpyAttributes *attrs, size_t *first, size_t nattrs, cudaStream_t stream), (to, from, sizes,
           count, attrs, first, nattrs, stream))
PER_THREAD(cudaMemcpy3DBatchAsync, _ptsz, (size_t count, struct cudaMemcpy3DBatchOp *ops, unsigned long long flags,
           cudaStream_t stream), (count, ops, flags, stream))
PER_THREAD(cudaMemPrefetchAsync, _ptsz, (const void *p, size_t n, struct cudaMemLocation location, unsigned int flags,
           cudaStream_t stream), (p, n, location, flags, stream))
PER_THREAD(cudaStreamGetCaptureInfo, _ptsz, (cudaStream_t s, enum cudaStreamCaptureStatus *status, unsigned long long
           *id, cudaGraph_t *g, const cudaGraphNode_t **after, const cudaGraphEdgeData **data, size_t *n), (s, status,
           id, g, after, data, n))
PER_THREAD(cudaStreamUpdateCaptureDependencies, _ptsz, (cudaStream_t s, cudaGraphNode_t *nodes, const
           cudaGraphEdgeData *data, size_t n, unsigned int flags), (s, nodes, data, n, flags))
#else
PER_THREAD(cudaMemcpyBatchAsync, _ptsz, (void **to, void **from, size_t *sizes, size_t count, struct cudaMemcpyAttributes
           *attrs, size_t *first, size_t nattrs, size_t *failed, cudaStream_t stream), (to, from, sizes, count, attrs,
           first, nattrs, failed, stream))
PER_THREAD(cudaMemcpy3DBatchAsync, _ptsz, (size_t count, struct cudaMemcpy3DBatchOp *ops, size_t *failed, unsigned long
           long flags, cudaStream_t stream), (count, ops, failed, flags, stream))
PER_THREAD(cudaMemPrefetchAsync, _ptsz, (const void *p, size_t n, int device, cudaStream_t stream), (p, n, device, stream))
PER_THREAD(cudaStreamGetCaptureInfo_v2, _ptsz,
           (cudaStream_t s, enum cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *g,
           const cudaGraphNode_t **after, size_t *n), (s, status, id, g, after, n))
PER_THREAD(cudaStreamGetCaptureInfo, _ptsz, (cudaStream_t s, enum cudaStreamCaptureStatus *status, unsigned long long *id), (s, status, id))
PER_THREAD(cudaStreamGetCaptureInfo_v3, _ptsz, (cudaStream_t s, enum cudaStreamCaptureStatus *status, unsigned long long
           *id, cudaGraph_t *g, const cudaGraphNode_t **after, const cudaGraphEdgeData **data, size_t *n), (s, status,
           id, g, after, data, n))
PER_THREAD(cudaStreamUpdateCaptureDependencies, _ptsz, (cudaStream_t s, cudaGraphNode_t *nodes, size_t n, unsigned int flags),
           (s, nodes, n, flags))
PER_THREAD(cudaStreamUpdateCaptureDependencies_v2, _ptsz, (cudaStream_t s, cudaGraphNode_t *nodes, const
           cudaGraphEdgeData *data, size_t n, unsigned int flags), (s, nodes, data, n, flags))
PER_THREAD(cudaMemPrefetchAsync_v2, _ptsz, (const void *p, size_t n, struct cudaMemLocation location, unsigned int flags,
           cudaStream_t stream), (p, n, location, flags, stream))
#endif
