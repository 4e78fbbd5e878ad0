/* Handles of a context that has ended, of what has been destroyed, and made-up ones: each is refused. */
#include "check.h"
#include "rt_types.h"

cudaError_t cudaDeviceReset(void);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaMalloc(void **p, size_t size);
cudaError_t cudaFree(void *p);
cudaError_t cudaMallocAsync(void **p, size_t size, cudaStream_t stream);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaLaunchKernel(const void *func, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream);

#define RT_CHECK(call) EXPECT((call) == cudaSuccess)
#define STALE(call) REFUSED(call, CUDA_ERROR_INVALID_HANDLE)
#define INVALID(call) REFUSED(call, CUDA_ERROR_INVALID_VALUE)

typedef struct Handles {
    CUmodule module;
    CUfunction function;
    CUevent event;
    CUstream stream;
    CUarray array;
    CUmipmappedArray mipmap;
    CUtexObject texture;
    CUsurfObject surface;
    CUgraph graph;               /* with a kernel node */
    CUgraphExec exec;
    CUdeviceptr memory, pooled, counter;
} Handles;

static const CUDA_ARRAY3D_DESCRIPTOR shape = {.Width = 4, .Height = 4, .Format = CU_AD_FORMAT_SIGNED_INT32, .NumChannels = 1,
                                             .Flags = CUDA_ARRAY3D_SURFACE_LDST};

static void make(Handles *h, const char *path)
{
    size_t bytes;
    CUgraphNode node;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    const CUDA_TEXTURE_DESC sampling = {.mipmapFilterMode = CU_TR_FILTER_MODE_LINEAR}; /* of integers: there are no levels to filter between */
    CHECK(cuModuleLoadData(&h->module, read_text(path)));
    CHECK(cuModuleGetFunction(&h->function, h->module, "count"));
    CHECK(cuModuleGetGlobal_v2(&h->counter, &bytes, h->module, "counter"));
    CHECK(cuEventCreate(&h->event, 0));
    CHECK(cuStreamCreate(&h->stream, 0));
    CHECK(cuArray3DCreate_v2(&h->array, &shape));
    CHECK(cuMipmappedArrayCreate(&h->mipmap, &shape, 3));
    resource.res.array.hArray = h->array;
    CHECK(cuTexObjectCreate(&h->texture, &resource, &sampling, NULL));
    CHECK(cuSurfObjectCreate(&h->surface, &resource));
    CHECK(cuMemAlloc_v2(&h->memory, 64));
    CHECK(cuMemAllocAsync(&h->pooled, 64, NULL));
    const CUDA_KERNEL_NODE_PARAMS p = {.func = h->function, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 1,
                                       .blockDimY = 1, .blockDimZ = 1};
    CHECK(cuGraphCreate(&h->graph, 0));
    CHECK(cuGraphAddKernelNode_v2(&node, h->graph, NULL, 0, &p));
    CHECK(cuGraphInstantiateWithFlags(&h->exec, h->graph, 0));
    CHECK(cuGraphLaunch(h->exec, h->stream));
    CHECK(cuEventRecord(h->event, h->stream));
}

/* In a context of now; reset: the device's, which has ended all that it had. */
static void refused(const Handles *h, int reset)
{
    CUfunction f;
    CUDA_ARRAY3D_DESCRIPTOR d;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = h->array};
    CUarray level;
    CUgraphExec exec;
    size_t bytes;
    int value;
    float ms;
    STALE(cuModuleGetFunction(&f, h->module, "count"));
    STALE(cuModuleGetGlobal_v2(NULL, &bytes, h->module, "counter"));
    STALE(cuModuleUnload(h->module));
    STALE(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, h->function));
    STALE(cuLaunchKernel(h->function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    STALE(cuEventQuery(h->event));
    STALE(cuEventSynchronize(h->event));
    STALE(cuEventRecord(h->event, NULL));
    STALE(cuEventElapsedTime(&ms, h->event, h->event));
    STALE(cuStreamWaitEvent(NULL, h->event, 0));
    STALE(cuEventDestroy_v2(h->event));
    STALE(cuStreamQuery(h->stream));
    STALE(cuStreamSynchronize(h->stream));
    STALE(cuLaunchHostFunc(h->stream, NULL, NULL));
    STALE(cuStreamDestroy_v2(h->stream));
    STALE(cuArray3DGetDescriptor_v2(&d, h->array));
    STALE(cuArrayDestroy(h->array));
    STALE(cuMipmappedArrayGetLevel(&level, h->mipmap, 0));
    STALE(cuMipmappedArrayDestroy(h->mipmap));
    INVALID(cuTexObjectGetResourceDesc(&resource, h->texture));
    INVALID(cuTexObjectDestroy(h->texture));
    INVALID(cuSurfObjectDestroy(h->surface));
    INVALID(cuGraphLaunch(h->exec, NULL));
    INVALID(cuGraphExecDestroy(h->exec));
    if (reset) {
        INVALID(cuGraphInstantiateWithFlags(&exec, h->graph, 0));
        INVALID(cuGraphDestroy(h->graph));
    } else {
        STALE(cuGraphInstantiateWithFlags(&exec, h->graph, 0)); /* its kernel's module is no more */
        CHECK(cuGraphDestroy(h->graph));
        INVALID(cuGraphDestroy(h->graph));
    }
}

/* Before anything new may lie there. */
static void memory_refused(const Handles *h, int reset)
{
    INVALID(cuMemsetD8_v2(h->memory, 1, 4));
    INVALID(cuMemFree_v2(h->memory));
    INVALID(cuMemsetD8_v2(h->counter, 1, 4));
    REFUSED(cuMemFree_v2(h->pooled), reset ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS);
}

/* What still works after a reset; and that it can be repeated. */
static void resets(const char *path)
{
    Handles first, now;
    cudaEvent_t event;
    cudaStream_t stream;
    void *p;
    RT_CHECK(cudaSetDevice(0));
    make(&first, path);
    RT_CHECK(cudaEventCreate(&event));
    RT_CHECK(cudaStreamCreate(&stream));
    RT_CHECK(cudaMalloc(&p, 64));
    RT_CHECK(cudaDeviceReset());
    EXPECT(cudaEventQuery(event) == cudaErrorInvalidResourceHandle);
    EXPECT(cudaStreamQuery(stream) == cudaErrorInvalidResourceHandle);
    EXPECT(cudaFree(p) == cudaErrorInvalidValue);
    memory_refused(&first, 1);
    for (int i = 0; i < 3; i++) {
        make(&now, path);
        refused(&first, 1);
        CHECK(cuEventSynchronize(now.event));
        CHECK(cuLaunchKernel(now.function, 1, 1, 1, 1, 1, 1, 0, now.stream, NULL, NULL));
        RT_CHECK(cudaDeviceReset());
        RT_CHECK(cudaSetDevice(0));
        memory_refused(&now, 1);
        refused(&now, 1);
    }
}

/* A context of the program's own. */
static void contexts(const char *path)
{
    CUcontext old, ctx;
    Handles h;
    CHECK(cuCtxCreate_v2(&ctx, 0, 0));
    CHECK(cuCtxCreate_v2(&old, 0, 0));
    make(&h, path);
    CHECK(cuCtxDestroy_v2(old));
    REFUSED(cuCtxDestroy_v2(old), CUDA_ERROR_INVALID_CONTEXT);
    REFUSED(cuCtxSetCurrent(old), CUDA_ERROR_INVALID_CONTEXT);
    CHECK(cuCtxSetCurrent(ctx));
    memory_refused(&h, 0);
    refused(&h, 0);
    CHECK(cuCtxDestroy_v2(ctx));
}

/* A graph whose kernel's module was unloaded after it was made. */
static void unloaded(const char *path)
{
    Handles h;
    CUcontext ctx;
    CHECK(cuCtxCreate_v2(&ctx, 0, 0));
    make(&h, path);
    CHECK(cuModuleUnload(h.module));
    CHECK(cuGraphLaunch(h.exec, h.stream));
    STALE(cuStreamSynchronize(h.stream));
    CHECK(cuGraphDestroy(h.graph));
}

/* Numbers that never were handles: of no memory, of the program's own, within a handle's, and of another kind. */
static void made_up(void)
{
    static _Alignas(16) unsigned char zeroes[256];
    CUstream stream;
    CUlinkState link;
    CUcontext ctx;
    CUkernel kernel;
    CHECK(cuCtxCreate_v2(&ctx, 0, 0));
    CHECK(cuStreamCreate(&stream, 0));
    CHECK(cuLinkCreate_v2(0, NULL, NULL, &link));
    char *const wrong[] = {(char *)0x1234, (char *)zeroes, (char *)stream + 16, (char *)stream + 4, (char *)(UINTPTR_MAX - 15), (char *)link};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        void *const w = wrong[i];
        const Handles h = {w, w, w, w, w, w, (uintptr_t)w, (uintptr_t)w, w, w, (uintptr_t)zeroes, (uintptr_t)zeroes, (uintptr_t)zeroes};
        CUgraphNode nodes[] = {w}, node;
        CUgraph graph;
        refused(&h, 1);
        REFUSED(cuCtxSetCurrent(w), CUDA_ERROR_INVALID_CONTEXT);
        REFUSED(cuCtxDestroy_v2(w), CUDA_ERROR_INVALID_CONTEXT);
        STALE(cuLibraryGetKernel(&kernel, w, "count"));
        STALE(cuLibraryUnload(w));
        STALE(cuKernelGetFunction(&(CUfunction){0}, w));
        INVALID(cuMemPoolDestroy(w));
        INVALID(cuMemAllocFromPoolAsync(&(CUdeviceptr){0}, 16, w, NULL));
        INVALID(cuMemRelease((uintptr_t)w));
        INVALID(cuUserObjectRelease(w, 1));
        CHECK(cuGraphCreate(&graph, 0));
        INVALID(cuGraphAddEmptyNode(&node, graph, nodes, 1));
        CHECK(cuGraphDestroy(graph));
        EXPECT(cudaStreamQuery(w) == cudaErrorInvalidResourceHandle);
        EXPECT(cudaEventQuery(w) == cudaErrorInvalidResourceHandle);
        EXPECT(cudaLaunchKernel(w, (dim3){1, 1, 1}, (dim3){1, 1, 1}, NULL, 0, NULL) == cudaErrorInvalidDeviceFunction);
    }
    CHECK(cuLinkDestroy(link));
    CHECK(cuCtxDestroy_v2(ctx));
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    CHECK(cuInit(0));
    resets(argv[1]);
    contexts(argv[1]);
    unloaded(argv[1]);
    made_up();
    return 0;
}
