/* cuda_api.h: the functions of the driver API that are there, under the names that the library exports. */
#ifndef PTX2C_CUDA_API_H
#define PTX2C_CUDA_API_H

#include "cuda_types.h"

#if !defined CUDA_API
#define CUDA_API
#endif

#if !defined PTX2C_CUDA_HEADERS
CUDA_API CUresult cuArray3DCreate_v2(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *desc);
CUDA_API CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *desc, CUarray array);
CUDA_API CUresult cuArrayCreate_v2(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *desc);
CUDA_API CUresult cuArrayDestroy(CUarray array);
CUDA_API CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *desc, CUarray array);
CUDA_API CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *r, CUarray array, CUdevice device);
CUDA_API CUresult cuArrayGetPlane(CUarray *plane, CUarray array, unsigned int index);
CUDA_API CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *p, CUarray array);
CUDA_API CUresult cuCtxAttach(CUcontext *ctx, unsigned int flags);
CUDA_API CUresult cuCtxCreate(CUcontext *ctx, unsigned int flags, CUdevice device);
CUDA_API CUresult cuCtxCreate_v2(CUcontext *ctx, unsigned int flags, CUdevice device);
CUDA_API CUresult cuCtxCreate_v3(CUcontext *ctx, CUexecAffinityParam *affinity, int n, unsigned int flags, CUdevice
    device);
CUDA_API CUresult cuCtxCreate_v4(CUcontext *ctx, CUctxCreateParams *params, unsigned int flags, CUdevice device);
CUDA_API CUresult cuCtxDestroy(CUcontext ctx);
CUDA_API CUresult cuCtxDestroy_v2(CUcontext ctx);
CUDA_API CUresult cuCtxDetach(CUcontext ctx);
CUDA_API CUresult cuCtxDisablePeerAccess(CUcontext peer);
CUDA_API CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags);
CUDA_API CUresult cuCtxFromGreenCtx(CUcontext *ctx, CUgreenCtx green);
CUDA_API CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int *version);
CUDA_API CUresult cuCtxGetCacheConfig(CUfunc_cache *config);
CUDA_API CUresult cuCtxGetCurrent(CUcontext *ctx);
CUDA_API CUresult cuCtxGetDevResource(CUcontext ctx, CUdevResource *resource, CUdevResourceType type);
CUDA_API CUresult cuCtxGetDevice(CUdevice *device);
CUDA_API CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext ctx);
CUDA_API CUresult cuCtxGetFlags(unsigned int *flags);
CUDA_API CUresult cuCtxGetId(CUcontext ctx, unsigned long long *id);
CUDA_API CUresult cuCtxGetLimit(size_t *value, CUlimit limit);
CUDA_API CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config);
CUDA_API CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest);
CUDA_API CUresult cuCtxPopCurrent(CUcontext *ctx);
CUDA_API CUresult cuCtxPopCurrent_v2(CUcontext *ctx);
CUDA_API CUresult cuCtxPushCurrent(CUcontext ctx);
CUDA_API CUresult cuCtxPushCurrent_v2(CUcontext ctx);
CUDA_API CUresult cuCtxRecordEvent(CUcontext ctx, CUevent event);
CUDA_API CUresult cuCtxResetPersistingL2Cache(void);
CUDA_API CUresult cuCtxSetCacheConfig(CUfunc_cache config);
CUDA_API CUresult cuCtxSetCurrent(CUcontext ctx);
CUDA_API CUresult cuCtxSetFlags(unsigned int flags);
CUDA_API CUresult cuCtxSetLimit(CUlimit limit, size_t value);
CUDA_API CUresult cuCtxSetSharedMemConfig(CUsharedconfig config);
CUDA_API CUresult cuCtxSynchronize(void);
CUDA_API CUresult cuCtxSynchronize_v2(CUcontext ctx);
CUDA_API CUresult cuCtxWaitEvent(CUcontext ctx, CUevent event);
CUDA_API CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *desc, CUdevResource *resources, unsigned int n);
CUDA_API CUresult cuDevSmResourceSplitByCount(CUdevResource *result, unsigned int *groups, const CUdevResource *from, CUdevResource *rest, unsigned int flags, unsigned int least);
CUDA_API CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer);
CUDA_API CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUDA_API CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUDA_API CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUDA_API CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id);
CUDA_API CUresult cuDeviceGetCount(int *count);
CUDA_API CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device);
CUDA_API CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *resource, CUdevResourceType type);
CUDA_API CUresult cuDeviceGetExecAffinitySupport(int *supported, CUexecAffinityType type, CUdevice device);
CUDA_API CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value);
CUDA_API CUresult cuDeviceGetHostAtomicCapabilities(unsigned int *out, const CUatomicOperation *operations, unsigned int n,
    CUdevice device);
CUDA_API CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device);
CUDA_API CUresult cuDeviceGetName(char *name, int length, CUdevice device);
CUDA_API CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int *out, const CUatomicOperation *operations, unsigned int n,
    CUdevice from, CUdevice to);
CUDA_API CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice device, CUdevice
    peer);
CUDA_API CUresult cuDeviceGetPCIBusId(char *id, int length, CUdevice device);
CUDA_API CUresult cuDeviceGetProperties(CUdevprop *p, CUdevice device);
CUDA_API CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *elements, CUarray_format format, unsigned channels,
    CUdevice device);
CUDA_API CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);
CUDA_API CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device);
CUDA_API CUresult cuDeviceGraphMemTrim(CUdevice device);
CUDA_API CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active);
CUDA_API CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUDA_API CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device);
CUDA_API CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUDA_API CUresult cuDevicePrimaryCtxReset_v2(CUdevice device);
CUDA_API CUresult cuDevicePrimaryCtxRetain(CUcontext *ctx, CUdevice device);
CUDA_API CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags);
CUDA_API CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned int flags);
CUDA_API CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value);
CUDA_API CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool);
CUDA_API CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device);
CUDA_API CUresult cuDriverGetVersion(int *version);
CUDA_API CUresult cuEventCreate(CUevent *event, unsigned int flags);
CUDA_API CUresult cuEventDestroy(CUevent event);
CUDA_API CUresult cuEventDestroy_v2(CUevent event);
CUDA_API CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end);
CUDA_API CUresult cuEventElapsedTime_v2(float *ms, CUevent start, CUevent end);
CUDA_API CUresult cuEventQuery(CUevent event);
CUDA_API CUresult cuEventRecord(CUevent event, CUstream stream);
CUDA_API CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags);
CUDA_API CUresult cuEventSynchronize(CUevent event);
CUDA_API CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target, CUflushGPUDirectRDMAWritesScope
    scope);
CUDA_API CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function);
CUDA_API CUresult cuFuncGetModule(CUmodule *module, CUfunction function);
CUDA_API CUresult cuFuncGetName(const char **name, CUfunction function);
CUDA_API CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *size);
CUDA_API CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function);
CUDA_API CUresult cuFuncLoad(CUfunction function);
CUDA_API CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value);
CUDA_API CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z);
CUDA_API CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config);
CUDA_API CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config);
CUDA_API CUresult cuFuncSetSharedSize(CUfunction function, unsigned int bytes);
CUDA_API CUresult cuGetErrorName(CUresult error, const char **name);
CUDA_API CUresult cuGetErrorString(CUresult error, const char **text);
CUDA_API CUresult cuGetExportTable(const void **table, const CUuuid *id);
CUDA_API CUresult cuGetProcAddress(const char *name, void **function, int version, cuuint64_t flags);
CUDA_API CUresult cuGetProcAddress_v2(const char *name, void **function, int version, cuuint64_t flags,
    CUdriverProcAddressQueryResult *result);
CUDA_API CUresult cuGraphAddBatchMemOpNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
                                           const CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
CUDA_API CUresult cuGraphAddChildGraphNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
    CUgraph child);
CUDA_API CUresult cuGraphAddDependencies(CUgraph g, const CUgraphNode *a, const CUgraphNode *b, size_t n);
CUDA_API CUresult cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const
    CUgraphEdgeData *data, size_t n);
CUDA_API CUresult cuGraphAddEmptyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n);
CUDA_API CUresult cuGraphAddEventRecordNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
    CUevent event);
CUDA_API CUresult cuGraphAddEventWaitNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
    CUevent event);
CUDA_API CUresult cuGraphAddHostNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n, const
    CUDA_HOST_NODE_PARAMS *params);
CUDA_API CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n, const
                                       CUDA_KERNEL_NODE_PARAMS_v1 *params);
CUDA_API CUresult cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n, const
    CUDA_KERNEL_NODE_PARAMS *params);
CUDA_API CUresult cuGraphAddMemAllocNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
    CUDA_MEM_ALLOC_NODE_PARAMS *params);
CUDA_API CUresult cuGraphAddMemFreeNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
    CUdeviceptr p);
CUDA_API CUresult cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n, const
    CUDA_MEMCPY3D *copy, CUcontext ctx);
CUDA_API CUresult cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n, const
    CUDA_MEMSET_NODE_PARAMS *set, CUcontext ctx);
CUDA_API CUresult cuGraphAddNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
    CUgraphNodeParams *params);
CUDA_API CUresult cuGraphAddNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, const CUgraphEdgeData
    *data, size_t n, CUgraphNodeParams *params);
CUDA_API CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode node, CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
CUDA_API CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
CUDA_API CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph);
CUDA_API CUresult cuGraphClone(CUgraph *clone, CUgraph graph);
CUDA_API CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph graph, CUcontext ctx, unsigned int first, unsigned int flags);
CUDA_API CUresult cuGraphCreate(CUgraph *graph, unsigned int flags);
CUDA_API CUresult cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned int flags);
CUDA_API CUresult cuGraphDestroy(CUgraph graph);
CUDA_API CUresult cuGraphDestroyNode(CUgraphNode node);
CUDA_API CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event);
CUDA_API CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event);
CUDA_API CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event);
CUDA_API CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event);
CUDA_API CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
CUDA_API CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph child);
CUDA_API CUresult cuGraphExecDestroy(CUgraphExec exec);
CUDA_API CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event);
CUDA_API CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event);
CUDA_API CUresult cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t *flags);
CUDA_API CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS
    *params);
CUDA_API CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1
                                                 *params);
CUDA_API CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS
    *params);
CUDA_API CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *params,
    CUcontext ctx);
CUDA_API CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS
    *params, CUcontext ctx);
CUDA_API CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *params);
CUDA_API CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode *wrong, CUgraphExecUpdateResult
                                    *result);
CUDA_API CUresult cuGraphExecUpdate_v2(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info);
CUDA_API CUresult cuGraphGetEdges(CUgraph g, CUgraphNode *from, CUgraphNode *to, size_t *n);
CUDA_API CUresult cuGraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *data, size_t
    *count);
CUDA_API CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count);
CUDA_API CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *count);
CUDA_API CUresult cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS *params);
CUDA_API CUresult cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params);
CUDA_API CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, CUgraphNode *bad, char *log, size_t size);
CUDA_API CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags);
CUDA_API CUresult cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS
    *params);
CUDA_API CUresult cuGraphInstantiate_v2(CUgraphExec *exec, CUgraph graph, CUgraphNode *bad, char *log, size_t size);
CUDA_API CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from);
CUDA_API CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID id, CUkernelNodeAttrValue
    *value);
CUDA_API CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1 *params);
CUDA_API CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params);
CUDA_API CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID id, const CUkernelNodeAttrValue
    *value);
CUDA_API CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *params);
CUDA_API CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params);
CUDA_API CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream);
CUDA_API CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params);
CUDA_API CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *p);
CUDA_API CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *params);
CUDA_API CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *params);
CUDA_API CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *params);
CUDA_API CUresult cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params);
CUDA_API CUresult cuGraphNodeFindInClone(CUgraphNode *copy, CUgraphNode node, CUgraph clone);
CUDA_API CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *to, size_t *n);
CUDA_API CUresult cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *data, size_t
    *count);
CUDA_API CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *to, size_t *n);
CUDA_API CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *data, size_t
    *count);
CUDA_API CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int *enabled);
CUDA_API CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type);
CUDA_API CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int enabled);
CUDA_API CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *params);
CUDA_API CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int n);
CUDA_API CUresult cuGraphRemoveDependencies(CUgraph g, const CUgraphNode *a, const CUgraphNode *b, size_t n);
CUDA_API CUresult cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const
    CUgraphEdgeData *data, size_t n);
CUDA_API CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int n, unsigned int flags);
CUDA_API CUresult cuGraphUpload(CUgraphExec exec, CUstream stream);
CUDA_API CUresult cuGreenCtxCreate(CUgreenCtx *green, CUdevResourceDesc desc, CUdevice device, unsigned int flags);
CUDA_API CUresult cuGreenCtxDestroy(CUgreenCtx green);
CUDA_API CUresult cuGreenCtxGetDevResource(CUgreenCtx green, CUdevResource *resource, CUdevResourceType type);
CUDA_API CUresult cuGreenCtxGetId(CUgreenCtx green, unsigned long long *id);
CUDA_API CUresult cuGreenCtxRecordEvent(CUgreenCtx green, CUevent event);
CUDA_API CUresult cuGreenCtxStreamCreate(CUstream *stream, CUgreenCtx green, unsigned int flags, int priority);
CUDA_API CUresult cuGreenCtxWaitEvent(CUgreenCtx green, CUevent event);
CUDA_API CUresult cuInit(unsigned int flags);
CUDA_API CUresult cuIpcCloseMemHandle(CUdeviceptr p);
CUDA_API CUresult cuIpcGetEventHandle(CUipcEventHandle *handle, CUevent event);
CUDA_API CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr p);
CUDA_API CUresult cuIpcOpenEventHandle(CUevent *event, CUipcEventHandle handle);
CUDA_API CUresult cuIpcOpenMemHandle(CUdeviceptr *p, CUipcMemHandle handle, unsigned int flags);
CUDA_API CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *p, CUipcMemHandle handle, unsigned int flags);
CUDA_API CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device);
CUDA_API CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel);
CUDA_API CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel);
CUDA_API CUresult cuKernelGetName(const char **name, CUkernel kernel);
CUDA_API CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *size);
CUDA_API CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device);
CUDA_API CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device);
CUDA_API CUresult cuLaunch(CUfunction function);
CUDA_API CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gx, unsigned int gy, unsigned int gz, unsigned
    int bx, unsigned int by, unsigned int bz, unsigned int shared, CUstream stream, void **params);
CUDA_API CUresult cuLaunchGrid(CUfunction function, int width, int height);
CUDA_API CUresult cuLaunchGridAsync(CUfunction function, int width, int height, CUstream stream);
CUDA_API CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data);
CUDA_API CUresult cuLaunchKernel(CUfunction f, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx,
    unsigned int by, unsigned int bz, unsigned int shared, CUstream stream, void **params, void **extra);
CUDA_API CUresult cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction f, void **params, void **extra);
CUDA_API CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int n, CUlibrary library);
CUDA_API CUresult cuLibraryGetGlobal(CUdeviceptr *p, size_t *bytes, CUlibrary library, const char *name);
CUDA_API CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name);
CUDA_API CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary library);
CUDA_API CUresult cuLibraryGetManaged(CUdeviceptr *p, size_t *bytes, CUlibrary library, const char *name);
CUDA_API CUresult cuLibraryGetUnifiedFunction(void **function, CUlibrary library, const char *symbol);
CUDA_API CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library);
CUDA_API CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jit, void **jit_values,
    unsigned int njit, CUlibraryOption *options, void **values, unsigned int n);
CUDA_API CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *jit, void **jit_values,
    unsigned int njit, CUlibraryOption *options, void **values, unsigned int n);
CUDA_API CUresult cuLibraryUnload(CUlibrary library);
CUDA_API CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name,
                                unsigned int n, CUjit_option *options, void **values);
CUDA_API CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name,
    unsigned int n, CUjit_option *options, void **values);
CUDA_API CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int n, CUjit_option
                                *options, void **values);
CUDA_API CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char *path, unsigned int n,
    CUjit_option *options, void **values);
CUDA_API CUresult cuLinkComplete(CUlinkState state, void **cubin, size_t *size);
CUDA_API CUresult cuLinkCreate(unsigned int n, CUjit_option *options, void **values, CUlinkState *state);
CUDA_API CUresult cuLinkCreate_v2(unsigned int n, CUjit_option *options, void **values, CUlinkState *state);
CUDA_API CUresult cuLinkDestroy(CUlinkState state);
CUDA_API CUresult cuLogsCurrent(CUlogIterator *at, unsigned int flags);
CUDA_API CUresult cuLogsDumpToFile(CUlogIterator *at, const char *path, unsigned int flags);
CUDA_API CUresult cuLogsDumpToMemory(CUlogIterator *at, char *buffer, size_t *size, unsigned int flags);
CUDA_API CUresult cuLogsRegisterCallback(CUlogsCallback function, void *data, CUlogsCallbackHandle *out);
CUDA_API CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle callback);
CUDA_API CUresult cuMemAddressFree(CUdeviceptr p, size_t size);
CUDA_API CUresult cuMemAddressReserve(CUdeviceptr *p, size_t size, size_t alignment, CUdeviceptr wanted, unsigned long
    long flags);
CUDA_API CUresult cuMemAdvise(CUdeviceptr p, size_t size, CUmem_advise advice, CUdevice device);
CUDA_API CUresult cuMemAdvise_v2(CUdeviceptr p, size_t size, CUmem_advise advice, CUmemLocation location);
CUDA_API CUresult cuMemAllocAsync(CUdeviceptr *p, size_t size, CUstream stream);
CUDA_API CUresult cuMemAllocFromPoolAsync(CUdeviceptr *p, size_t size, CUmemoryPool pool, CUstream stream);
CUDA_API CUresult cuMemAllocHost_v2(void **p, size_t size);
CUDA_API CUresult cuMemAllocManaged(CUdeviceptr *p, size_t size, unsigned int flags);
CUDA_API CUresult cuMemAllocPitch_v2(CUdeviceptr *p, size_t *pitch, size_t width, size_t height, unsigned int
    element);
CUDA_API CUresult cuMemAlloc_v2(CUdeviceptr *p, size_t size);
CUDA_API CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *prop,
    unsigned long long flags);
CUDA_API CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *p, size_t *sizes, size_t count, CUmemLocation *places, size_t
    *first, size_t nplaces, unsigned long long flags, CUstream stream);
CUDA_API CUresult cuMemDiscardBatchAsync(CUdeviceptr *p, size_t *sizes, size_t count, unsigned long long flags, CUstream stream);
CUDA_API CUresult cuMemExportToShareableHandle(void *out, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type, unsigned long long
    flags);
CUDA_API CUresult cuMemFreeAsync(CUdeviceptr p, CUstream stream);
CUDA_API CUresult cuMemFreeHost(void *p);
CUDA_API CUresult cuMemFree_v2(CUdeviceptr p);
CUDA_API CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr p);
CUDA_API CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *size, CUdeviceptr p);
CUDA_API CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
    CUmemAllocationGranularity_flags option);
CUDA_API CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop, CUmemGenericAllocationHandle
    handle);
CUDA_API CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type);
CUDA_API CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total);
CUDA_API CUresult cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type);
CUDA_API CUresult cuMemHostAlloc(void **p, size_t size, unsigned int flags);
CUDA_API CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *d, void *p, unsigned int flags);
CUDA_API CUresult cuMemHostGetFlags(unsigned int *flags, void *p);
CUDA_API CUresult cuMemHostRegister(void *p, size_t size, unsigned int flags);
CUDA_API CUresult cuMemHostRegister_v2(void *p, size_t size, unsigned int flags);
CUDA_API CUresult cuMemHostUnregister(void *p);
CUDA_API CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *os, CUmemAllocationHandleType type);
CUDA_API CUresult cuMemMap(CUdeviceptr p, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned
    long long flags);
CUDA_API CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *props);
CUDA_API CUresult cuMemPoolDestroy(CUmemoryPool pool);
CUDA_API CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *data, CUdeviceptr p);
CUDA_API CUresult cuMemPoolExportToShareableHandle(void *out, CUmemoryPool pool, CUmemAllocationHandleType type, unsigned long long flags);
CUDA_API CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location);
CUDA_API CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value);
CUDA_API CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool, void *handle, CUmemAllocationHandleType type, unsigned long long
    flags);
CUDA_API CUresult cuMemPoolImportPointer(CUdeviceptr *p, CUmemoryPool pool, CUmemPoolPtrExportData *data);
CUDA_API CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count);
CUDA_API CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value);
CUDA_API CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t keep);
CUDA_API CUresult cuMemPrefetchAsync(CUdeviceptr p, size_t size, CUdevice device, CUstream stream);
CUDA_API CUresult cuMemPrefetchAsync_v2(CUdeviceptr p, size_t size, CUmemLocation location, unsigned int flags,
    CUstream stream);
CUDA_API CUresult cuMemPrefetchBatchAsync(CUdeviceptr *p, size_t *sizes, size_t count, CUmemLocation *places, size_t *first,
    size_t nplaces, unsigned long long flags, CUstream stream);
CUDA_API CUresult cuMemRangeGetAttribute(void *to, size_t bytes, CUmem_range_attribute attribute, CUdeviceptr p,
    size_t size);
CUDA_API CUresult cuMemRangeGetAttributes(void **to, size_t *bytes, CUmem_range_attribute *attributes, size_t n,
    CUdeviceptr p, size_t size);
CUDA_API CUresult cuMemRelease(CUmemGenericAllocationHandle handle);
CUDA_API CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *p);
CUDA_API CUresult cuMemSetAccess(CUdeviceptr p, size_t size, const CUmemAccessDesc *desc, size_t count);
CUDA_API CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool);
CUDA_API CUresult cuMemUnmap(CUdeviceptr p, size_t size);
CUDA_API CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t n);
CUDA_API CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream);
CUDA_API CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *copy);
CUDA_API CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *copy);
CUDA_API CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *copy, CUstream stream);
CUDA_API CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *copy);
CUDA_API CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *copy, CUstream stream);
CUDA_API CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *copy);
CUDA_API CUresult cuMemcpyBatchAsync(CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count, CUmemcpyAttributes *attrs,
                                     size_t *first, size_t nattrs, size_t *failed, CUstream stream);
CUDA_API CUresult cuMemcpyBatchAsync_v2(CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count, CUmemcpyAttributes *attrs,
                                        size_t *first, size_t nattrs, CUstream stream);
CUDA_API CUresult cuMemcpy3DBatchAsync(size_t count, CUDA_MEMCPY3D_BATCH_OP *ops, size_t *failed, unsigned long long flags, CUstream stream);
CUDA_API CUresult cuMemcpy3DBatchAsync_v2(size_t count, CUDA_MEMCPY3D_BATCH_OP *ops, unsigned long long flags, CUstream stream);
CUDA_API CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *r, CUmipmappedArray mipmap,
    CUdevice device);
CUDA_API CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *p, CUmipmappedArray mipmap);
CUDA_API CUresult cuParamSetSize(CUfunction function, unsigned int bytes);
CUDA_API CUresult cuParamSetTexRef(CUfunction function, int unit, CUtexref reference);
CUDA_API CUresult cuParamSetf(CUfunction function, int offset, float value);
CUDA_API CUresult cuParamSeti(CUfunction function, int offset, unsigned int value);
CUDA_API CUresult cuParamSetv(CUfunction function, int offset, void *from, unsigned int bytes);
CUDA_API CUresult cuProfilerStart(void);
CUDA_API CUresult cuProfilerStop(void);
CUDA_API CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s);
CUDA_API CUresult cuMemcpyAtoA_v2(CUarray to, size_t to_at, CUarray from, size_t from_at, size_t n);
CUDA_API CUresult cuMemcpyAtoD_v2(CUdeviceptr p, CUarray a, size_t at, size_t n);
CUDA_API CUresult cuMemcpyAtoHAsync_v2(void *p, CUarray a, size_t at, size_t n, CUstream s);
CUDA_API CUresult cuMemcpyAtoH_v2(void *p, CUarray a, size_t at, size_t n);
CUDA_API CUresult cuMemcpyDtoA_v2(CUarray a, size_t at, CUdeviceptr p, size_t n);
CUDA_API CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s);
CUDA_API CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t n);
CUDA_API CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t n, CUstream s);
CUDA_API CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t n);
CUDA_API CUresult cuMemcpyHtoAAsync_v2(CUarray a, size_t at, const void *p, size_t n, CUstream s);
CUDA_API CUresult cuMemcpyHtoA_v2(CUarray a, size_t at, const void *p, size_t n);
CUDA_API CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t n, CUstream s);
CUDA_API CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t n);
CUDA_API CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_ctx, CUdeviceptr from, CUcontext from_ctx, size_t n);
CUDA_API CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_ctx, CUdeviceptr from, CUcontext from_ctx, size_t n,
    CUstream stream);
CUDA_API CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short v, size_t n, CUstream s);
CUDA_API CUresult cuMemsetD16_v2(CUdeviceptr to, unsigned short v, size_t n);
CUDA_API CUresult cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short v, size_t w, size_t h, CUstream s);
CUDA_API CUresult cuMemsetD2D16_v2(CUdeviceptr to, size_t pitch, unsigned short v, size_t w, size_t h);
CUDA_API CUresult cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned int v, size_t w, size_t h, CUstream s);
CUDA_API CUresult cuMemsetD2D32_v2(CUdeviceptr to, size_t pitch, unsigned int v, size_t w, size_t h);
CUDA_API CUresult cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char v, size_t w, size_t h, CUstream s);
CUDA_API CUresult cuMemsetD2D8_v2(CUdeviceptr to, size_t pitch, unsigned char v, size_t w, size_t h);
CUDA_API CUresult cuMemsetD32Async(CUdeviceptr to, unsigned int v, size_t n, CUstream s);
CUDA_API CUresult cuMemsetD32_v2(CUdeviceptr to, unsigned int v, size_t n);
CUDA_API CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char v, size_t n, CUstream s);
CUDA_API CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char v, size_t n);
CUDA_API CUresult cuMipmappedArrayCreate(CUmipmappedArray *mipmap, const CUDA_ARRAY3D_DESCRIPTOR *desc, unsigned int
    levels);
CUDA_API CUresult cuMipmappedArrayDestroy(CUmipmappedArray mipmap);
CUDA_API CUresult cuMipmappedArrayGetLevel(CUarray *array, CUmipmappedArray mipmap, unsigned int level);
CUDA_API CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int n, CUmodule module);
CUDA_API CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUDA_API CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule module);
CUDA_API CUresult cuModuleGetGlobal_v2(CUdeviceptr *p, size_t *bytes, CUmodule module, const char *name);
CUDA_API CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode);
CUDA_API CUresult cuModuleGetSurfRef(CUsurfref *reference, CUmodule module, const char *name);
CUDA_API CUresult cuModuleGetTexRef(CUtexref *reference, CUmodule module, const char *name);
CUDA_API CUresult cuModuleLoad(CUmodule *module, const char *path);
CUDA_API CUresult cuModuleLoadData(CUmodule *module, const void *data);
CUDA_API CUresult cuModuleLoadDataEx(CUmodule *module, const void *data, unsigned int n, CUjit_option *options, void
    **values);
CUDA_API CUresult cuModuleLoadFatBinary(CUmodule *module, const void *data);
CUDA_API CUresult cuModuleUnload(CUmodule module);
CUDA_API CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction function, int blocks, int
    threads);
CUDA_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads, size_t
    shared);
CUDA_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function, int threads,
    size_t shared, unsigned int flags);
CUDA_API CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction function, const CUlaunchConfig *config);
CUDA_API CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function, CUoccupancyB2DSize
    shared_for, size_t shared, int limit);
CUDA_API CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction function,
    CUoccupancyB2DSize shared_for, size_t shared, int limit, unsigned int flags);
CUDA_API CUresult cuOccupancyMaxPotentialClusterSize(int *size, CUfunction function, const CUlaunchConfig *config);
CUDA_API CUresult cuPointerGetAttribute(void *to, CUpointer_attribute attribute, CUdeviceptr p);
CUDA_API CUresult cuPointerGetAttributes(unsigned int n, CUpointer_attribute *attributes, void **to, CUdeviceptr p);
CUDA_API CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute, CUdeviceptr p);
CUDA_API CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data, unsigned int flags);
CUDA_API CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr p, size_t length, unsigned int flags);
CUDA_API CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *ops, unsigned int
                                     flags);
CUDA_API CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *ops, unsigned
    int flags);
CUDA_API CUresult cuStreamBeginCapture(CUstream stream);
CUDA_API CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph, const CUgraphNode *after, const
    CUgraphEdgeData *data, size_t n, CUstreamCaptureMode mode);
CUDA_API CUresult cuStreamBeginCapture_v2(CUstream stream, CUstreamCaptureMode mode);
CUDA_API CUresult cuStreamCopyAttributes(CUstream to, CUstream from);
CUDA_API CUresult cuStreamCreate(CUstream *stream, unsigned int flags);
CUDA_API CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority);
CUDA_API CUresult cuStreamDestroy(CUstream stream);
CUDA_API CUresult cuStreamDestroy_v2(CUstream stream);
CUDA_API CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph);
CUDA_API CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID id, CUstreamAttrValue *value);
CUDA_API CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id);
CUDA_API CUresult cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph
    *graph, const CUgraphNode **after, size_t *n);
CUDA_API CUresult cuStreamGetCaptureInfo_v3(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph
    *graph, const CUgraphNode **after, const CUgraphEdgeData **data, size_t *n);
CUDA_API CUresult cuStreamGetCtx(CUstream stream, CUcontext *ctx);
CUDA_API CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *ctx, CUgreenCtx *green);
CUDA_API CUresult cuStreamGetDevice(CUstream stream, CUdevice *device);
CUDA_API CUresult cuStreamGetFlags(CUstream stream, unsigned int *flags);
CUDA_API CUresult cuStreamGetGreenCtx(CUstream stream, CUgreenCtx *green);
CUDA_API CUresult cuStreamGetId(CUstream stream, unsigned long long *id);
CUDA_API CUresult cuStreamGetPriority(CUstream stream, int *priority);
CUDA_API CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status);
CUDA_API CUresult cuStreamQuery(CUstream stream);
CUDA_API CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID id, const CUstreamAttrValue *value);
CUDA_API CUresult cuStreamSynchronize(CUstream stream);
CUDA_API CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *nodes, size_t n, unsigned int
    flags);
CUDA_API CUresult cuStreamUpdateCaptureDependencies_v2(CUstream stream, CUgraphNode *nodes, const CUgraphEdgeData
    *data, size_t n, unsigned int flags);
CUDA_API CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags);
CUDA_API CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned int flags);
CUDA_API CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned int flags);
CUDA_API CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned int flags);
CUDA_API CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned int flags);
CUDA_API CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned int flags);
CUDA_API CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned int flags);
CUDA_API CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned int flags);
CUDA_API CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned int flags);
CUDA_API CUresult cuSurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *resource);
CUDA_API CUresult cuSurfObjectDestroy(CUsurfObject object);
CUDA_API CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUsurfObject object);
CUDA_API CUresult cuSurfRefGetArray(CUarray *array, CUsurfref r);
CUDA_API CUresult cuSurfRefSetArray(CUsurfref r, CUarray array, unsigned int flags);
CUDA_API CUresult cuTensorMapEncodeIm2col(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *data,
    const cuuint64_t *size, const cuuint64_t *stride, const int *lower, const int *upper, cuuint32_t channels,
    cuuint32_t pixels, const cuuint32_t *step, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
    CUtensorMapL2promotion l2, CUtensorMapFloatOOBfill fill);
CUDA_API CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *data,
    const cuuint64_t *size, const cuuint64_t *stride, const cuuint32_t *box, const cuuint32_t *step,
    CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2, CUtensorMapFloatOOBfill
    fill);
CUDA_API CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *data);
CUDA_API CUresult cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC
    *texture, const CUDA_RESOURCE_VIEW_DESC *view);
CUDA_API CUresult cuTexObjectDestroy(CUtexObject object);
CUDA_API CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUtexObject object);
CUDA_API CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *view, CUtexObject object);
CUDA_API CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *texture, CUtexObject object);
CUDA_API CUresult cuTexRefCreate(CUtexref *reference);
CUDA_API CUresult cuTexRefDestroy(CUtexref r);
CUDA_API CUresult cuTexRefGetAddressMode(CUaddress_mode *mode, CUtexref r, int dimension);
CUDA_API CUresult cuTexRefGetAddress_v2(CUdeviceptr *p, CUtexref r);
CUDA_API CUresult cuTexRefGetArray(CUarray *array, CUtexref r);
CUDA_API CUresult cuTexRefGetBorderColor(float *colour, CUtexref r);
CUDA_API CUresult cuTexRefGetFilterMode(CUfilter_mode *mode, CUtexref r);
CUDA_API CUresult cuTexRefGetFlags(unsigned int *flags, CUtexref r);
CUDA_API CUresult cuTexRefGetFormat(CUarray_format *format, int *channels, CUtexref r);
CUDA_API CUresult cuTexRefGetMaxAnisotropy(int *most, CUtexref r);
CUDA_API CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *mode, CUtexref r);
CUDA_API CUresult cuTexRefGetMipmapLevelBias(float *bias, CUtexref r);
CUDA_API CUresult cuTexRefGetMipmapLevelClamp(float *least, float *most, CUtexref r);
CUDA_API CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *mipmap, CUtexref r);
CUDA_API CUresult cuTexRefSetAddress2D_v2(CUtexref r, const CUDA_ARRAY_DESCRIPTOR *desc, CUdeviceptr p, size_t pitch);
CUDA_API CUresult cuTexRefSetAddress2D_v3(CUtexref r, const CUDA_ARRAY_DESCRIPTOR *desc, CUdeviceptr p, size_t pitch);
CUDA_API CUresult cuTexRefSetAddressMode(CUtexref r, int dimension, CUaddress_mode mode);
CUDA_API CUresult cuTexRefSetAddress_v2(size_t *offset, CUtexref r, CUdeviceptr p, size_t bytes);
CUDA_API CUresult cuTexRefSetArray(CUtexref r, CUarray array, unsigned int flags);
CUDA_API CUresult cuTexRefSetBorderColor(CUtexref r, float *colour);
CUDA_API CUresult cuTexRefSetFilterMode(CUtexref r, CUfilter_mode mode);
CUDA_API CUresult cuTexRefSetFlags(CUtexref r, unsigned int flags);
CUDA_API CUresult cuTexRefSetFormat(CUtexref r, CUarray_format format, int channels);
CUDA_API CUresult cuTexRefSetMaxAnisotropy(CUtexref r, unsigned int most);
CUDA_API CUresult cuTexRefSetMipmapFilterMode(CUtexref r, CUfilter_mode mode);
CUDA_API CUresult cuTexRefSetMipmapLevelBias(CUtexref r, float bias);
CUDA_API CUresult cuTexRefSetMipmapLevelClamp(CUtexref r, float least, float most);
CUDA_API CUresult cuTexRefSetMipmappedArray(CUtexref r, CUmipmappedArray mipmap, unsigned int flags);
CUDA_API CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode);
CUDA_API CUresult cuUserObjectCreate(CUuserObject *object, void *data, CUhostFn destroy, unsigned int refs, unsigned
    int flags);
CUDA_API CUresult cuUserObjectRelease(CUuserObject object, unsigned int n);
CUDA_API CUresult cuUserObjectRetain(CUuserObject object, unsigned int n);
#endif

#endif
