/* earlier.c: forms of functions before the newest, for programs that name them: those made with the headers of their time, and those
 * that look a function up by its bare name.  Not there: what had addresses of 32 bits. */
#include "internal.h"

#define FORM(name, params, call) CUDA_API CUresult name params { return call; }

/* ---- the same arguments, the same meaning ----------------------------------------------------------------------------- */

FORM(cuCtxCreate, (CUcontext *ctx, unsigned int flags, CUdevice device), cuCtxCreate_v2(ctx, flags, device))
FORM(cuCtxDestroy, (CUcontext ctx), cuCtxDestroy_v2(ctx))
FORM(cuCtxPopCurrent, (CUcontext *ctx), cuCtxPopCurrent_v2(ctx))
FORM(cuCtxPushCurrent, (CUcontext ctx), cuCtxPushCurrent_v2(ctx))
FORM(cuEventDestroy, (CUevent event), cuEventDestroy_v2(event))
FORM(cuStreamDestroy, (CUstream stream), cuStreamDestroy_v2(stream))
FORM(cuIpcOpenMemHandle, (CUdeviceptr *p, CUipcMemHandle handle, unsigned int flags), cuIpcOpenMemHandle_v2(p, handle, flags))
FORM(cuMemHostRegister, (void *p, size_t size, unsigned int flags), cuMemHostRegister_v2(p, size, flags))
FORM(cuLinkCreate, (unsigned int n, CUjit_option *options, void **values, CUlinkState *state), cuLinkCreate_v2(n, options, values, state))
FORM(cuLinkAddData, (CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned int n, CUjit_option
     *options, void **values), cuLinkAddData_v2(state, type, data, size, name, n, options, values))
FORM(cuLinkAddFile, (CUlinkState state, CUjitInputType type, const char *path, unsigned int n, CUjit_option *options, void **values),
     cuLinkAddFile_v2(state, type, path, n, options, values))
FORM(cuStreamWaitValue32, (CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned int flags),
     cuStreamWaitValue32_v2(stream, at, value, flags))
FORM(cuStreamWaitValue64, (CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned int flags),
     cuStreamWaitValue64_v2(stream, at, value, flags))
FORM(cuStreamWriteValue32, (CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned int flags),
     cuStreamWriteValue32_v2(stream, at, value, flags))
FORM(cuStreamWriteValue64, (CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned int flags),
     cuStreamWriteValue64_v2(stream, at, value, flags))
FORM(cuStreamBatchMemOp, (CUstream stream, unsigned int count, CUstreamBatchMemOpParams *ops, unsigned int flags),
     cuStreamBatchMemOp_v2(stream, count, ops, flags))

/* ---- a device's number instead of a place ----------------------------------------------------------------------------- */

static CUmemLocation place(CUdevice device) /* -1: the host */
{
    return (CUmemLocation){device < 0 ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE, device < 0 ? 0 : device};
}

FORM(cuMemAdvise, (CUdeviceptr p, size_t size, CUmem_advise advice, CUdevice device), cuMemAdvise_v2(p, size, advice, place(device)))
FORM(cuMemPrefetchAsync, (CUdeviceptr p, size_t size, CUdevice device, CUstream stream),
     cuMemPrefetchAsync_v2(p, size, place(device), 0, stream))

/* ---- graphs: kernels by function only, and less said ------------------------------------------------------------------ */

static CUDA_KERNEL_NODE_PARAMS widen(const CUDA_KERNEL_NODE_PARAMS_v1 *p)
{
    CUDA_KERNEL_NODE_PARAMS all = {0};
    memcpy(&all, p, sizeof *p);
    return all;
}

#define WIDE(call) \
    REFUSE_IF(!params, CUDA_ERROR_INVALID_VALUE); \
    const CUDA_KERNEL_NODE_PARAMS all = widen(params); \
    return call

CUDA_API CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n, const
                                       CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    WIDE(cuGraphAddKernelNode_v2(node, graph, after, n, &all));
}

CUDA_API CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    WIDE(cuGraphKernelNodeSetParams_v2(node, &all));
}

CUDA_API CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    WIDE(cuGraphExecKernelNodeSetParams_v2(exec, node, &all));
}

CUDA_API CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    CUDA_KERNEL_NODE_PARAMS all;
    REFUSE_IF(!params, CUDA_ERROR_INVALID_VALUE);
    TRY(cuGraphKernelNodeGetParams_v2(node, &all));
    memcpy(params, &all, sizeof *params);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode *wrong, CUgraphExecUpdateResult *result)
{
    CUgraphExecUpdateResultInfo info = {0};
    REFUSE_IF(!result, CUDA_ERROR_INVALID_VALUE);
    const CUresult status = cuGraphExecUpdate_v2(exec, graph, &info);
    *result = info.result;
    if (wrong)
        *wrong = info.errorNode;
    return status;
}

CUDA_API CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id)
{
    return cuStreamGetCaptureInfo_v3(stream, status, id, NULL, NULL, NULL, NULL);
}
