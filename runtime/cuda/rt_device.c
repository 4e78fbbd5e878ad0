/* rt_device.c: errors, devices and their properties, functions' attributes, occupancy. */
#include "rt.h"
#include "rt_error.h"

/* ---- errors ---------------------------------------------------------------------------------------------------------- */

static _Thread_local cudaError_t last;

/* Work that goes on is no error: who asks for one later, as CUB does with each call, does not mean that. */
cudaError_t rt_error(cudaError_t e)
{
    if (e != cudaSuccess && e != cudaErrorNotReady)
        last = e;
    return e;
}

/* Errors that a context does not recover from. */
static bool is_sticky(cudaError_t e)
{
    return e == cudaErrorAssert || e == cudaErrorLaunchFailure || e == cudaErrorIllegalAddress || e == cudaErrorHardwareStackError;
}

CUDA_API cudaError_t cudaPeekAtLastError(void) { return last; }

CUDA_API cudaError_t cudaGetLastError(void)
{
    const cudaError_t e = last;
    if (!is_sticky(e))
        last = cudaSuccess;
    return e;
}

static const struct { cudaError_t code; const char *name, *text; } errors[] = {
#define X(code, number, text) {code, #code, text},
    RT_ERRORS(X)
#undef X
};

static int error_index(cudaError_t error)
{
    int i = sizeof errors / sizeof *errors;
    while (i-- && errors[i].code != error) {}
    return i;
}

CUDA_API const char *cudaGetErrorName(cudaError_t error)
{
    const int i = error_index(error);
    return i < 0 ? "unrecognized error code" : errors[i].name;
}

CUDA_API const char *cudaGetErrorString(cudaError_t error)
{
    const int i = error_index(error);
    const char *text = i < 0 ? NULL : errors[i].text;
    if (i >= 0 && !text)
        cuGetErrorString((CUresult)error, &text);
    return text ? text : "unrecognized error code";
}

/* ---- devices --------------------------------------------------------------------------------------------------------- */

_Thread_local int rt_device_wanted;
static _Thread_local bool had_context;

static CUresult use_device(int device)
{
    CUcontext ctx;
    CUresult e = cuInit(0);
    if (!e)
        e = cuDevicePrimaryCtxRetain(&ctx, device); /* held until the process ends */
    if (!e)
        e = cuCtxSetCurrent(ctx);
    had_context = !e;
    return e;
}

CUresult rt_ready(void)
{
    CUcontext ctx = NULL;
    if (had_context && cuCtxGetCurrent(&ctx) == CUDA_SUCCESS && ctx)
        return CUDA_SUCCESS;
    CUresult e = cuInit(0);
    if (!e)
        e = cuCtxGetCurrent(&ctx);
    return e || ctx ? e : use_device(rt_device_wanted);
}

CUDA_API cudaError_t cudaSetDevice(int device)
{
    const CUresult e = use_device(device);
    if (!e)
        rt_device_wanted = device;
    return rt_done(e);
}

CUDA_API cudaError_t cudaGetDevice(int *device)
{
    CUdevice d;
    RT_REFUSE_IF(!device, cudaErrorInvalidValue);
    RT_TRY(cuInit(0));
    *device = cuCtxGetDevice(&d) == CUDA_SUCCESS ? d : rt_device_wanted;
    return cudaSuccess;
}

CUDA_API cudaError_t cudaGetDeviceCount(int *count)
{
    RT_TRY(cuInit(0));
    return rt_done(cuDeviceGetCount(count));
}

CUDA_API cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags)
{
    (void)device_flags, (void)flags;
    return rt_done(use_device(device));
}

CUDA_API cudaError_t cudaSetValidDevices(int *devices, int n) { return rt_error(devices && n > 0 ? cudaSuccess : cudaErrorInvalidValue); }

CUDA_API cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    RT_TRY(cuInit(0));
    return rt_done(cuDevicePrimaryCtxSetFlags_v2(rt_device_wanted, flags));
}

CUDA_API cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
    unsigned f;
    int active;
    RT_REFUSE_IF(!flags, cudaErrorInvalidValue);
    RT_TRY(cuInit(0));
    RT_TRY(cuDevicePrimaryCtxGetState(rt_device_wanted, &f, &active));
    *flags = f | 8; /* cudaDeviceMapHost */
    return cudaSuccess;
}

CUDA_API cudaError_t cudaDeviceReset(void)
{
    RT_TRY(cuInit(0));
    last = cudaSuccess;
    had_context = false;
    const CUresult e = cuDevicePrimaryCtxReset_v2(rt_device_wanted);
    return rt_done(e);
}

CUDA_API cudaError_t cudaDeviceSynchronize(void) { RT_CALL(cuCtxSynchronize()); }
CUDA_API cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) { RT_CALL(cuCtxSetLimit((CUlimit)limit, value)); }
CUDA_API cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) { RT_CALL(cuCtxGetLimit(value, (CUlimit)limit)); }
CUDA_API cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) { RT_CALL(cuCtxGetCacheConfig((CUfunc_cache *)config)); }
CUDA_API cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) { RT_CALL(cuCtxSetCacheConfig((CUfunc_cache)config)); }
#if RT_VERSION < 13
CUDA_API cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }
CUDA_API cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config) { return cudaDeviceGetCacheConfig(config); }
CUDA_API cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }
CUDA_API cudaError_t cudaSetDoubleForDevice(double *d) { return d ? cudaSuccess : rt_error(cudaErrorInvalidValue); }
CUDA_API cudaError_t cudaSetDoubleForHost(double *d) { return d ? cudaSuccess : rt_error(cudaErrorInvalidValue); }
#endif
CUDA_API cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) { RT_CALL(cuCtxGetSharedMemConfig((CUsharedconfig *)config)); }
CUDA_API cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) { RT_CALL(cuCtxSetSharedMemConfig((CUsharedconfig)config)); }
CUDA_API cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) { RT_CALL(cuCtxGetStreamPriorityRange(least, greatest)); }
CUDA_API cudaError_t cudaCtxResetPersistingL2Cache(void) { RT_CALL(cuCtxResetPersistingL2Cache()); }

CUDA_API cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned int *to, const enum cudaAtomicOperation *operations, unsigned int n, int device)
{
    RT_CALL(cuDeviceGetHostAtomicCapabilities(to, (const CUatomicOperation *)(const void *)operations, n, device));
}

CUDA_API cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned int *to, const enum cudaAtomicOperation *operations, unsigned int n, int from,
                                                         int other)
{
    RT_CALL(cuDeviceGetP2PAtomicCapabilities(to, (const CUatomicOperation *)(const void *)operations, n, from, other));
}

CUDA_API cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    RT_TRY(cuInit(0));
    return rt_done(cuDeviceGetAttribute(value, (CUdevice_attribute)attribute, device));
}

CUDA_API cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device)
{
    RT_TRY(cuInit(0));
    return rt_done(cuDeviceGetPCIBusId(id, length, device));
}

CUDA_API cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
    RT_TRY(cuInit(0));
    return rt_done(cuDeviceGetByPCIBusId(device, id));
}

CUDA_API cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device, int peer)
{
    RT_TRY(cuInit(0));
    return rt_done(cuDeviceGetP2PAttribute(value, (CUdevice_P2PAttribute)attribute, device, peer));
}

CUDA_API cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *elements, const struct cudaChannelFormatDesc *desc, int device)
{
    unsigned channels;
    RT_REFUSE_IF(!desc, cudaErrorInvalidValue);
    const CUarray_format f = rt_format(desc, &channels);
    RT_CALL(cuDeviceGetTexture1DLinearMaxWidth(elements, f, channels, device));
}

CUDA_API cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    RT_TRY(cuInit(0));
    return rt_done(cuDeviceCanAccessPeer(can, device, peer));
}

CUDA_API cudaError_t cudaDeviceEnablePeerAccess(int device, unsigned int flags)
{
    CUcontext peer;
    RT_TRY(rt_ready());
    RT_TRY(cuDevicePrimaryCtxRetain(&peer, device));
    return rt_done(cuCtxEnablePeerAccess(peer, flags));
}

CUDA_API cudaError_t cudaDeviceDisablePeerAccess(int device)
{
    CUcontext peer;
    RT_TRY(rt_ready());
    RT_TRY(cuDevicePrimaryCtxRetain(&peer, device));
    return rt_done(cuCtxDisablePeerAccess(peer));
}

CUDA_API cudaError_t cudaDriverGetVersion(int *version) { return rt_done(cuDriverGetVersion(version)); }

CUDA_API cudaError_t cudaRuntimeGetVersion(int *version)
{
    RT_REFUSE_IF(!version, cudaErrorInvalidValue);
    *version = RT_VERSION >= 13 ? 13000 : 12080;
    return cudaSuccess;
}

CUDA_API cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
    RT_REFUSE_IF(!device || !prop, cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

CUDA_API cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(enum cudaFlushGPUDirectRDMAWritesTarget target,
                                                        enum cudaFlushGPUDirectRDMAWritesScope scope)
{
    RT_CALL(cuFlushGPUDirectRDMAWrites((CUflushGPUDirectRDMAWritesTarget)target, (CUflushGPUDirectRDMAWritesScope)scope));
}

CUDA_API cudaError_t cudaProfilerStart(void) { return cudaSuccess; }
CUDA_API cudaError_t cudaProfilerStop(void) { return cudaSuccess; }

/* ---- properties ------------------------------------------------------------------------------------------------------ */

/* Field, attribute. */
#define PROPERTIES(X) \
    X(regsPerBlock, MAX_REGISTERS_PER_BLOCK) X(warpSize, WARP_SIZE) X(maxThreadsPerBlock, MAX_THREADS_PER_BLOCK) \
    X(maxThreadsDim[0], MAX_BLOCK_DIM_X) X(maxThreadsDim[1], MAX_BLOCK_DIM_Y) X(maxThreadsDim[2], MAX_BLOCK_DIM_Z) \
    X(maxGridSize[0], MAX_GRID_DIM_X) X(maxGridSize[1], MAX_GRID_DIM_Y) X(maxGridSize[2], MAX_GRID_DIM_Z) \
    X(major, COMPUTE_CAPABILITY_MAJOR) X(minor, COMPUTE_CAPABILITY_MINOR) X(multiProcessorCount, MULTIPROCESSOR_COUNT) \
    X(integrated, INTEGRATED) X(canMapHostMemory, CAN_MAP_HOST_MEMORY) X(maxTexture1D, MAXIMUM_TEXTURE1D_WIDTH) \
    X(maxTexture1DMipmap, MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH) X(maxTexture2D[0], MAXIMUM_TEXTURE2D_WIDTH) \
    X(maxTexture2D[1], MAXIMUM_TEXTURE2D_HEIGHT) X(maxTexture2DMipmap[0], MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH) \
    X(maxTexture2DMipmap[1], MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT) X(maxTexture2DLinear[0], MAXIMUM_TEXTURE2D_LINEAR_WIDTH) \
    X(maxTexture2DLinear[1], MAXIMUM_TEXTURE2D_LINEAR_HEIGHT) X(maxTexture2DLinear[2], MAXIMUM_TEXTURE2D_LINEAR_PITCH) \
    X(maxTexture2DGather[0], MAXIMUM_TEXTURE2D_GATHER_WIDTH) X(maxTexture2DGather[1], MAXIMUM_TEXTURE2D_GATHER_HEIGHT) \
    X(maxTexture3D[0], MAXIMUM_TEXTURE3D_WIDTH) X(maxTexture3D[1], MAXIMUM_TEXTURE3D_HEIGHT) \
    X(maxTexture3D[2], MAXIMUM_TEXTURE3D_DEPTH) X(maxTexture3DAlt[0], MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE) \
    X(maxTexture3DAlt[1], MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE) X(maxTexture3DAlt[2], MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE) \
    X(maxTextureCubemap, MAXIMUM_TEXTURECUBEMAP_WIDTH) X(maxTexture1DLayered[0], MAXIMUM_TEXTURE1D_LAYERED_WIDTH) \
    X(maxTexture1DLayered[1], MAXIMUM_TEXTURE1D_LAYERED_LAYERS) X(maxTexture2DLayered[0], MAXIMUM_TEXTURE2D_LAYERED_WIDTH) \
    X(maxTexture2DLayered[1], MAXIMUM_TEXTURE2D_LAYERED_HEIGHT) X(maxTexture2DLayered[2], MAXIMUM_TEXTURE2D_LAYERED_LAYERS) \
    X(maxTextureCubemapLayered[0], MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH) \
    X(maxTextureCubemapLayered[1], MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS) X(maxSurface1D, MAXIMUM_SURFACE1D_WIDTH) \
    X(maxSurface2D[0], MAXIMUM_SURFACE2D_WIDTH) X(maxSurface2D[1], MAXIMUM_SURFACE2D_HEIGHT) \
    X(maxSurface3D[0], MAXIMUM_SURFACE3D_WIDTH) X(maxSurface3D[1], MAXIMUM_SURFACE3D_HEIGHT) \
    X(maxSurface3D[2], MAXIMUM_SURFACE3D_DEPTH) X(maxSurface1DLayered[0], MAXIMUM_SURFACE1D_LAYERED_WIDTH) \
    X(maxSurface1DLayered[1], MAXIMUM_SURFACE1D_LAYERED_LAYERS) X(maxSurface2DLayered[0], MAXIMUM_SURFACE2D_LAYERED_WIDTH) \
    X(maxSurface2DLayered[1], MAXIMUM_SURFACE2D_LAYERED_HEIGHT) X(maxSurface2DLayered[2], MAXIMUM_SURFACE2D_LAYERED_LAYERS) \
    X(maxSurfaceCubemap, MAXIMUM_SURFACECUBEMAP_WIDTH) X(maxSurfaceCubemapLayered[0], MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH) \
    X(maxSurfaceCubemapLayered[1], MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS) X(concurrentKernels, CONCURRENT_KERNELS) \
    X(pciBusID, PCI_BUS_ID) X(asyncEngineCount, ASYNC_ENGINE_COUNT) X(unifiedAddressing, UNIFIED_ADDRESSING) \
    X(memoryBusWidth, GLOBAL_MEMORY_BUS_WIDTH) X(l2CacheSize, L2_CACHE_SIZE) \
    X(maxThreadsPerMultiProcessor, MAX_THREADS_PER_MULTIPROCESSOR) X(streamPrioritiesSupported, STREAM_PRIORITIES_SUPPORTED) \
    X(globalL1CacheSupported, GLOBAL_L1_CACHE_SUPPORTED) X(localL1CacheSupported, LOCAL_L1_CACHE_SUPPORTED) \
    X(regsPerMultiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR) X(managedMemory, MANAGED_MEMORY) X(isMultiGpuBoard, MULTI_GPU_BOARD) \
    X(hostNativeAtomicSupported, HOST_NATIVE_ATOMIC_SUPPORTED) X(pageableMemoryAccess, PAGEABLE_MEMORY_ACCESS) \
    X(concurrentManagedAccess, CONCURRENT_MANAGED_ACCESS) X(computePreemptionSupported, COMPUTE_PREEMPTION_SUPPORTED) \
    X(canUseHostPointerForRegisteredMem, CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM) X(cooperativeLaunch, COOPERATIVE_LAUNCH) \
    X(pageableMemoryAccessUsesHostPageTables, PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES) \
    X(directManagedMemAccessFromHost, DIRECT_MANAGED_MEM_ACCESS_FROM_HOST) \
    X(maxBlocksPerMultiProcessor, MAX_BLOCKS_PER_MULTIPROCESSOR) X(hostRegisterSupported, HOST_REGISTER_SUPPORTED) \
    X(hostRegisterReadOnlySupported, READ_ONLY_HOST_REGISTER_SUPPORTED) X(memoryPoolsSupported, MEMORY_POOLS_SUPPORTED) \
    X(memoryPoolSupportedHandleTypes, MEMPOOL_SUPPORTED_HANDLE_TYPES) X(ipcEventSupported, IPC_EVENT_SUPPORTED) \
    X(clusterLaunch, CLUSTER_LAUNCH) X(unifiedFunctionPointers, UNIFIED_FUNCTION_POINTERS) \
    X(sharedMemPerBlock, MAX_SHARED_MEMORY_PER_BLOCK) X(sharedMemPerBlockOptin, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) \
    X(sharedMemPerMultiprocessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR) X(reservedSharedMemPerBlock, RESERVED_SHARED_MEMORY_PER_BLOCK) \
    X(totalConstMem, TOTAL_CONSTANT_MEMORY) X(memPitch, MAX_PITCH) X(textureAlignment, TEXTURE_ALIGNMENT) \
    X(texturePitchAlignment, TEXTURE_PITCH_ALIGNMENT) X(surfaceAlignment, SURFACE_ALIGNMENT)
#if RT_VERSION < 13
#define VERSION_PROPERTIES(X) \
    X(clockRate, CLOCK_RATE) X(deviceOverlap, GPU_OVERLAP) X(memoryClockRate, MEMORY_CLOCK_RATE) \
    X(maxTexture1DLinear, MAXIMUM_TEXTURE1D_LINEAR_WIDTH) X(singleToDoublePrecisionPerfRatio, SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO)
#define cudaGetDeviceProperties cudaGetDeviceProperties_v2
#else
#define VERSION_PROPERTIES(X) X(hostNumaId, HOST_NUMA_ID)
#endif

CUDA_API cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device)
{
    int v;
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    RT_TRY(cuInit(0));
    memset(p, 0, sizeof *p);
    RT_TRY(cuDeviceGetName(p->name, sizeof p->name, device));
    RT_TRY(cuDeviceGetUuid_v2(&p->uuid, device));
    RT_TRY(cuDeviceTotalMem_v2(&p->totalGlobalMem, device));
#define FILL(field, attribute) \
    RT_TRY(cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_##attribute, device)); \
    p->field = (__typeof__(p->field))v;
    PROPERTIES(FILL)
    VERSION_PROPERTIES(FILL)
    return cudaSuccess;
}

#if RT_VERSION < 13
#undef cudaGetDeviceProperties
CUDA_API cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device);

/* As CUDA 11 has it, whose structure ends where this one goes on with what was new. */
CUDA_API cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device)
{
    struct cudaDeviceProp all;
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    const cudaError_t e = cudaGetDeviceProperties_v2(&all, device);
    if (!e)
        memcpy(p, &all, offsetof(struct cudaDeviceProp, hostRegisterSupported));
    return e;
}
#endif

/* ---- functions ------------------------------------------------------------------------------------------------------- */

static CUresult function(const void *f, CUfunction *out)
{
    CUkernel k;
    CUresult e = rt_ready();
    if (!e)
        e = rt_kernel(f, &k);
    return e ? e : cuKernelGetFunction(out, k);
}

CUDA_API cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *func)
{
    CUfunction f;
    RT_REFUSE_IF(!a, cudaErrorInvalidValue);
    RT_TRY(function(func, &f));
    memset(a, 0, sizeof *a);
#define GET(field, attribute) \
    do { \
        int v; \
        RT_TRY(cuFuncGetAttribute(&v, CU_FUNC_ATTRIBUTE_##attribute, f)); \
        a->field = (__typeof__(a->field))v; \
    } while (0)
    GET(sharedSizeBytes, SHARED_SIZE_BYTES);
    GET(constSizeBytes, CONST_SIZE_BYTES);
    GET(localSizeBytes, LOCAL_SIZE_BYTES);
    GET(maxThreadsPerBlock, MAX_THREADS_PER_BLOCK);
    GET(numRegs, NUM_REGS);
    GET(ptxVersion, PTX_VERSION);
    GET(binaryVersion, BINARY_VERSION);
    GET(maxDynamicSharedSizeBytes, MAX_DYNAMIC_SHARED_SIZE_BYTES);
    GET(preferredShmemCarveout, PREFERRED_SHARED_MEMORY_CARVEOUT);
    GET(clusterDimMustBeSet, CLUSTER_SIZE_MUST_BE_SET);
    GET(requiredClusterWidth, REQUIRED_CLUSTER_WIDTH);
    GET(requiredClusterHeight, REQUIRED_CLUSTER_HEIGHT);
    GET(requiredClusterDepth, REQUIRED_CLUSTER_DEPTH);
    GET(nonPortableClusterSizeAllowed, NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
    return cudaSuccess;
}

CUDA_API cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attribute, int value)
{
    CUfunction f;
    RT_TRY(function(func, &f));
    return rt_done(cuFuncSetAttribute(f, (CUfunction_attribute)attribute, value));
}

CUDA_API cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attribute, int value, int device)
{
    RT_CALL(cuKernelSetAttribute((CUfunction_attribute)attribute, value, kernel, device));
}

CUDA_API cudaError_t cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache config)
{
    CUfunction f;
    RT_TRY(function(func, &f));
    return rt_done(cuFuncSetCacheConfig(f, (CUfunc_cache)config));
}

CUDA_API cudaError_t cudaFuncSetSharedMemConfig(const void *func, enum cudaSharedMemConfig config)
{
    CUfunction f;
    RT_TRY(function(func, &f));
    return rt_done(cuFuncSetSharedMemConfig(f, (CUsharedconfig)config));
}

CUDA_API cudaError_t cudaFuncGetName(const char **name, const void *func)
{
    CUfunction f;
    RT_TRY(function(func, &f));
    return rt_done(cuFuncGetName(name, f));
}

CUDA_API cudaError_t cudaFuncGetParamInfo(const void *func, size_t index, size_t *offset, size_t *size)
{
    CUfunction f;
    RT_TRY(function(func, &f));
    return rt_done(cuFuncGetParamInfo(f, index, offset, size));
}

CUDA_API cudaError_t cudaGetFuncBySymbol(cudaFunction_t *out, const void *func) { return rt_done(function(func, out)); }

CUDA_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *func, int threads, size_t shared,
                                                                            unsigned int flags)
{
    CUfunction f;
    RT_TRY(function(func, &f));
    return rt_done(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, f, threads, shared, flags));
}

CUDA_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *func, int threads, size_t shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, func, threads, shared, 0);
}

CUDA_API cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *func, int blocks, int threads)
{
    CUfunction f;
    RT_TRY(function(func, &f));
    return rt_done(cuOccupancyAvailableDynamicSMemPerBlock(bytes, f, blocks, threads));
}

static CUlaunchConfig config_of(const cudaLaunchConfig_t *c)
{
    return (CUlaunchConfig){
        .gridDimX = c->gridDim.x, .gridDimY = c->gridDim.y, .gridDimZ = c->gridDim.z, .blockDimX = c->blockDim.x,
        .blockDimY = c->blockDim.y, .blockDimZ = c->blockDim.z, .sharedMemBytes = (unsigned)c->dynamicSmemBytes, .hStream = c->stream,
        .attrs = (CUlaunchAttribute *)(void *)c->attrs, .numAttrs = c->numAttrs};
}

CUDA_API cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *func, const cudaLaunchConfig_t *config)
{
    CUfunction f;
    RT_REFUSE_IF(!config, cudaErrorInvalidValue);
    RT_TRY(function(func, &f));
    const CUlaunchConfig c = config_of(config);
    return rt_done(cuOccupancyMaxPotentialClusterSize(size, f, &c));
}

CUDA_API cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *func, const cudaLaunchConfig_t *config)
{
    CUfunction f;
    RT_REFUSE_IF(!config, cudaErrorInvalidValue);
    RT_TRY(function(func, &f));
    const CUlaunchConfig c = config_of(config);
    return rt_done(cuOccupancyMaxActiveClusters(clusters, f, &c));
}

/* ---- launches -------------------------------------------------------------------------------------------------------- */

/* What the driver calls an invalid value the runtime calls an invalid configuration. */
static bool bad_sizes(dim3 grid, dim3 block)
{
    return !grid.x || !grid.y || !grid.z || grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535 || !block.x || !block.y || !block.z ||
           block.x > 1024 || block.y > 1024 || block.z > 64 || (unsigned long long)block.x * block.y * block.z > 1024;
}

static cudaError_t launch(CUkernel k, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
    RT_REFUSE_IF(bad_sizes(grid, block), cudaErrorInvalidConfiguration);
    return rt_done(cuLaunchKernel((CUfunction)(void *)k, grid.x, grid.y, grid.z, block.x, block.y, block.z, (unsigned)shared, stream, args, NULL));
}

CUDA_API cudaError_t cudaLaunchKernel(const void *func, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
    CUkernel k;
    RT_TRY(rt_ready());
    RT_TRY(rt_kernel(func, &k));
    return launch(k, grid, block, args, shared, stream);
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream);
CUDA_API cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
    RT_TRY(rt_ready());
    return launch(kernel, grid, block, args, shared, stream);
}

CUDA_API cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
    CUkernel k;
    RT_TRY(rt_ready());
    RT_TRY(rt_kernel(func, &k));
    RT_REFUSE_IF(bad_sizes(grid, block), cudaErrorInvalidConfiguration);
    return rt_done(cuLaunchCooperativeKernel((CUfunction)(void *)k, grid.x, grid.y, grid.z, block.x, block.y, block.z, (unsigned)shared,
                                             stream, args));
}

CUDA_API cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **args)
{
    CUkernel k;
    RT_REFUSE_IF(!config, cudaErrorInvalidValue);
    RT_TRY(rt_ready());
    RT_TRY(rt_kernel(func, &k));
    RT_REFUSE_IF(bad_sizes(config->gridDim, config->blockDim), cudaErrorInvalidConfiguration);
    const CUlaunchConfig c = config_of(config);
    return rt_done(cuLaunchKernelEx(&c, (CUfunction)(void *)k, args, NULL));
}
