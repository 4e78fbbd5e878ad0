/* rt_share.c: memory and events of several processes, and the library's messages. */
#include "rt.h"

_Static_assert(sizeof(cudaIpcMemHandle_t) == sizeof(CUipcMemHandle) && sizeof(cudaIpcEventHandle_t) == sizeof(CUipcEventHandle), "the driver's");
_Static_assert(sizeof(struct cudaMemPoolPtrExportData) == sizeof(CUmemPoolPtrExportData), "the driver's");

CUDA_API cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *p)
{
    RT_CALL(cuIpcGetMemHandle((CUipcMemHandle *)(void *)handle, rt_ptr(p)));
}

CUDA_API cudaError_t cudaIpcOpenMemHandle(void **p, cudaIpcMemHandle_t handle, unsigned int flags)
{
    CUipcMemHandle h;
    memcpy(&h, &handle, sizeof h);
    RT_CALL(cuIpcOpenMemHandle_v2((CUdeviceptr *)(void *)p, h, flags));
}

CUDA_API cudaError_t cudaIpcCloseMemHandle(void *p) { RT_CALL(cuIpcCloseMemHandle(rt_ptr(p))); }

CUDA_API cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
    RT_CALL(cuIpcGetEventHandle((CUipcEventHandle *)(void *)handle, event));
}

CUDA_API cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
    CUipcEventHandle h;
    memcpy(&h, &handle, sizeof h);
    RT_CALL(cuIpcOpenEventHandle(event, h));
}

CUDA_API cudaError_t cudaMemPoolExportToShareableHandle(void *out, cudaMemPool_t pool, enum cudaMemAllocationHandleType type, unsigned int flags)
{
    RT_CALL(cuMemPoolExportToShareableHandle(out, pool, (CUmemAllocationHandleType)type, flags));
}

CUDA_API cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *pool, void *handle, enum cudaMemAllocationHandleType type, unsigned int flags)
{
    RT_CALL(cuMemPoolImportFromShareableHandle(pool, handle, (CUmemAllocationHandleType)type, flags));
}

CUDA_API cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *data, void *p)
{
    RT_CALL(cuMemPoolExportPointer((CUmemPoolPtrExportData *)(void *)data, rt_ptr(p)));
}

CUDA_API cudaError_t cudaMemPoolImportPointer(void **p, cudaMemPool_t pool, struct cudaMemPoolPtrExportData *data)
{
    RT_CALL(cuMemPoolImportPointer((CUdeviceptr *)(void *)p, pool, (CUmemPoolPtrExportData *)(void *)data));
}

/* ---- messages -------------------------------------------------------------------------------------------------------- */

CUDA_API cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t function, void *data, cudaLogsCallbackHandle *out)
{
    RT_CALL(cuLogsRegisterCallback((CUlogsCallback)(void (*)(void))function, data, out));
}

CUDA_API cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle callback) { RT_CALL(cuLogsUnregisterCallback(callback)); }
CUDA_API cudaError_t cudaLogsCurrent(cudaLogIterator *at, unsigned int flags) { RT_CALL(cuLogsCurrent(at, flags)); }
CUDA_API cudaError_t cudaLogsDumpToFile(cudaLogIterator *at, const char *path, unsigned int flags) { RT_CALL(cuLogsDumpToFile(at, path, flags)); }

CUDA_API cudaError_t cudaLogsDumpToMemory(cudaLogIterator *at, char *buffer, size_t *size, unsigned int flags)
{
    RT_CALL(cuLogsDumpToMemory(at, buffer, size, flags));
}
