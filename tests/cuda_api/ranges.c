/* Copies and sets of memory that is not there: freed, never allocated, behind an allocation's end.  Each is refused and
 * writes nothing. */
#include "check.h"
#include "rt_types.h"

cudaError_t cudaMalloc(void **p, size_t size);
cudaError_t cudaFree(void *p);
cudaError_t cudaMemset(void *p, int value, size_t n);
cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent e);
cudaError_t cudaMemcpy(void *to, const void *from, size_t n, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpy2D(void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *after, size_t n, void *to,
                                     const void *from, size_t bytes, enum cudaMemcpyKind kind);

#define INVALID(call) REFUSED(call, CUDA_ERROR_INVALID_VALUE)
#define RT_INVALID(call) EXPECT((call) == cudaErrorInvalidValue)
#define RT_CHECK(call) EXPECT((call) == cudaSuccess)

enum { N = 256 };

static void *pointer(CUdeviceptr p) { return (void *)(uintptr_t)p; }

/* Everything that copies to or from device memory, or sets it, with memory that is not all there. */
static void refused(CUdeviceptr p, size_t n, CUdeviceptr good)
{
    unsigned char host[4 * N] = {0};
    CUDA_MEMCPY2D c2 = {.srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = host, .srcPitch = n / 2, .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                        .dstDevice = p, .dstPitch = n / 2, .WidthInBytes = n / 2, .Height = 2};
    CUDA_MEMCPY3D c3 = {.srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = p, .srcPitch = n / 4, .srcHeight = 2,
                        .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = host, .dstPitch = n / 4, .dstHeight = 2,
                        .WidthInBytes = n / 4, .Height = 2, .Depth = 2};
    INVALID(cuMemcpyHtoD_v2(p, host, n));
    INVALID(cuMemcpyDtoH_v2(host, p, n));
    INVALID(cuMemcpyDtoD_v2(p, good, n));
    INVALID(cuMemcpyDtoD_v2(good, p, n));
    INVALID(cuMemcpyHtoDAsync_v2(p, host, n, NULL));
    INVALID(cuMemcpyDtoHAsync_v2(host, p, n, NULL));
    INVALID(cuMemcpyDtoDAsync_v2(p, good, n, NULL));
    INVALID(cuMemcpy2D_v2(&c2));
    INVALID(cuMemcpy2DAsync_v2(&c2, NULL));
    INVALID(cuMemcpy3D_v2(&c3));
    INVALID(cuMemcpy3DAsync_v2(&c3, NULL));
    INVALID(cuMemsetD8_v2(p, 1, n));
    INVALID(cuMemsetD16_v2(p, 1, n / 2));
    INVALID(cuMemsetD32Async(p, 1, n / 4, NULL));
    INVALID(cuMemsetD2D8_v2(p, n / 2, 1, n / 2, 2));
    RT_INVALID(cudaMemset(pointer(p), 1, n));
    RT_INVALID(cudaMemcpy(pointer(p), host, n, cudaMemcpyHostToDevice));
    RT_INVALID(cudaMemcpy(host, pointer(p), n, cudaMemcpyDeviceToHost));
    RT_INVALID(cudaMemcpyAsync(pointer(good), pointer(p), n, cudaMemcpyDeviceToDevice, NULL));
    RT_INVALID(cudaMemcpy2D(pointer(p), n / 2, host, n / 2, n / 2, 2, cudaMemcpyHostToDevice));
}

static void behind_the_end(CUdeviceptr good)
{
    unsigned char host[2 * N] = {0};
    for (int i = 0; i < N; i++)
        host[i] = (unsigned char)i;
    CHECK(cuMemcpyHtoD_v2(good, host, N));
    refused(good + 4, N, good);
    refused(good, N + 4, good);
    RT_INVALID(cudaMemset3D((struct cudaPitchedPtr){pointer(good), N / 4, N / 4, 2}, 1, (struct cudaExtent){N / 4, 1, 3}));
    memset(host, 99, sizeof host);
    CHECK(cuMemcpyDtoH_v2(host, good, N));
    for (int i = 0; i < N; i++)
        EXPECT(host[i] == i);
}

/* The program's own memory: where the direction says so, or leaves it to the pointer. */
static void pageable(CUdeviceptr good)
{
    unsigned char host[N] = {1}, other[N] = {2};
    RT_INVALID(cudaMemset(host, 3, N));
    RT_INVALID(cudaMemcpy(host, other, N, cudaMemcpyHostToDevice));
    RT_INVALID(cudaMemcpy(host, other, N, cudaMemcpyDeviceToHost));
    RT_INVALID(cudaMemcpy(pointer(good), other, N, cudaMemcpyDeviceToDevice));
    EXPECT(host[0] == 1);
    RT_CHECK(cudaMemcpy(host, other, N, cudaMemcpyHostToHost));
    EXPECT(host[0] == 2);
    RT_CHECK(cudaMemcpy(pointer(good), host, N, cudaMemcpyDefault));
    RT_CHECK(cudaMemset(pointer(good), 5, N));
    RT_CHECK(cudaMemcpy(host, pointer(good), N, cudaMemcpyDefault));
    EXPECT(host[N - 1] == 5);
    CHECK(cuMemHostRegister_v2(host, N / 2, 0));
    CHECK(cuMemsetD8_v2((CUdeviceptr)(uintptr_t)host, 6, N / 2));
    INVALID(cuMemsetD8_v2((CUdeviceptr)(uintptr_t)host, 7, N));
    INVALID(cuMemcpyDtoH_v2(host, good, N)); /* a part is registered */
    EXPECT(host[0] == 6 && host[N - 1] == 5);
    CHECK(cuMemHostUnregister(host));
    CHECK(cuMemcpyDtoH_v2(host, good, N));
}

/* Two allocations mapped one behind the other are one to a copy. */
static void mapped(CUdeviceptr good)
{
    const size_t page = (size_t)2 << 20;
    const CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    const CUmemAccessDesc access = {.location = prop.location, .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUmemGenericAllocationHandle block[2];
    CUdeviceptr p;
    CHECK(cuMemAddressReserve(&p, 2 * page, 0, 0, 0));
    INVALID(cuMemcpyDtoD_v2(p, good, N));
    for (int i = 0; i < 2; i++) {
        CHECK(cuMemCreate(&block[i], page, &prop, 0));
        CHECK(cuMemMap(p + (CUdeviceptr)i * page, page, 0, block[i], 0));
    }
    CHECK(cuMemSetAccess(p, 2 * page, &access, 1));
    CHECK(cuMemcpyDtoD_v2(p + page - N / 2, good, N));
    INVALID(cuMemcpyDtoD_v2(p + 2 * page - N / 2, good, N));
    CHECK(cuMemUnmap(p, 2 * page));
    INVALID(cuMemcpyDtoD_v2(p, good, N));
    CHECK(cuMemRelease(block[0]));
    CHECK(cuMemRelease(block[1]));
    CHECK(cuMemAddressFree(p, 2 * page));
}

static void variables(CUmodule m, CUdeviceptr good)
{
    CUdeviceptr counter;
    size_t bytes;
    CHECK(cuModuleGetGlobal_v2(&counter, &bytes, m, "counter"));
    CHECK(cuMemcpyDtoD_v2(counter, good, bytes));
    INVALID(cuMemcpyDtoD_v2(counter, good, bytes + 1));
}

static void arrays(CUdeviceptr good)
{
    CUarray a;
    const CUDA_ARRAY_DESCRIPTOR d = {.Width = 5, .Height = 0, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1};
    CHECK(cuArrayCreate_v2(&a, &d));
    CHECK(cuMemcpyDtoA_v2(a, 0, good, 20));
    INVALID(cuMemcpyDtoA_v2(a, 0, good, 24));
    INVALID(cuMemcpyDtoA_v2(a, SIZE_MAX - 3, good, 8));
    CHECK(cuMemcpyAtoD_v2(good + N - 20, a, 0, 20));
    INVALID(cuMemcpyAtoD_v2(good + N - 16, a, 0, 20));
    CHECK(cuArrayDestroy(a));
}

/* What is freed in a stream's order is not there for what is given to any stream afterwards. */
static void freed_later(void)
{
    CUdeviceptr p;
    CHECK(cuMemAllocAsync(&p, N, NULL));
    CHECK(cuMemsetD8Async(p, 1, N, NULL));
    CHECK(cuMemFreeAsync(p, NULL));
    INVALID(cuMemsetD8Async(p, 1, N, NULL));
    INVALID(cuMemFreeAsync(p, NULL));
    INVALID(cuMemFree_v2(p));
    CHECK(cuCtxSynchronize());
}

static void graphs(CUdeviceptr good, CUdeviceptr freed)
{
    unsigned char host[N];
    CUgraph g;
    CUgraphNode node;
    CUgraphExec exec;
    CUdeviceptr p;
    CUmemorytype type = CU_MEMORYTYPE_DEVICE;
    CUDA_MEMCPY3D c = {.srcMemoryType = type, .srcDevice = good, .dstMemoryType = type, .dstDevice = freed, .WidthInBytes = N,
                       .Height = 1, .Depth = 1};
    CUDA_MEMSET_NODE_PARAMS set = {.dst = freed, .elementSize = 1, .width = N, .height = 1};
    CHECK(cuGraphCreate(&g, 0));
    INVALID(cuGraphAddMemcpyNode(&node, g, NULL, 0, &c, NULL));
    INVALID(cuGraphAddMemsetNode(&node, g, NULL, 0, &set, NULL));
    RT_INVALID(cudaGraphAddMemcpyNode1D(&node, g, NULL, 0, host, pointer(good), N, cudaMemcpyHostToDevice));
    CHECK(cuMemAlloc_v2(&p, N));
    set.dst = p;
    CHECK(cuGraphAddMemsetNode(&node, g, NULL, 0, &set, NULL));
    CHECK(cuGraphInstantiateWithFlags(&exec, g, 0));
    CHECK(cuGraphLaunch(exec, NULL));
    CHECK(cuMemFree_v2(p));
    CHECK(cuGraphLaunch(exec, NULL));
    REFUSED(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS); /* last: the context has failed */
}

/* What is mapped is all mapped, is not mapped over, has the access that was said, and keeps its reservation. */
static void mapped_wrongly(void)
{
    enum { UNIT = 2 << 20 };
    const CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    const CUmemAccessDesc access = {prop.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUmemGenericAllocationHandle h[2];
    CUdeviceptr p;
    unsigned long long flags;
    unsigned v = 5;
    size_t before, then, all;
    CHECK(cuMemGetInfo_v2(&before, &all));
    CHECK(cuMemAddressReserve(&p, 3 * UNIT, 0, 0, 0));
    for (int i = 0; i < 2; i++) {
        CHECK(cuMemCreate(&h[i], UNIT, &prop, 0));
        CHECK(cuMemMap(p + (unsigned)i * UNIT, UNIT, 0, h[i], 0));
    }
    CHECK(cuMemGetInfo_v2(&then, &all));
    EXPECT(then == before - 2 * UNIT);
    REFUSED(cuMemsetD32_v2(p, 1, 1), CUDA_ERROR_INVALID_VALUE); /* nobody may */
    CHECK(cuMemGetAccess(&flags, &access.location, p));
    EXPECT(flags == CU_MEM_ACCESS_FLAGS_PROT_NONE);
    CHECK(cuMemSetAccess(p, 2 * UNIT, &access, 1));
    CHECK(cuMemsetD32_v2(p + UNIT - 8, 7, 4));
    const CUmemAccessDesc read_only = {prop.location, CU_MEM_ACCESS_FLAGS_PROT_READ};
    CHECK(cuMemSetAccess(p, UNIT, &read_only, 1));
    REFUSED(cuMemsetD32_v2(p, 1, 1), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuMemcpyHtoD_v2(p + UNIT - 4, &v, 8), CUDA_ERROR_INVALID_VALUE); /* the second half of it might be written */
    CHECK(cuMemcpyDtoD_v2(p + UNIT, p + UNIT - 8, 4));
    CHECK(cuMemSetAccess(p, UNIT, &access, 1));
    REFUSED(cuMemMap(p, UNIT, 0, h[1], 0), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuMemMap(p + 3 * UNIT, UNIT, 0, h[1], 0), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuMemSetAccess(p + UNIT, 2 * UNIT, &access, 1), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuMemAddressFree(p, 3 * UNIT), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuMemUnmap(p, UNIT / 2), CUDA_ERROR_INVALID_VALUE);
    REFUSED(cuMemUnmap(p, 3 * UNIT), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemcpyDtoH_v2(&v, p + UNIT - 4, 4)); /* still there */
    EXPECT(v == 7);
    CHECK(cuMemUnmap(p + UNIT, UNIT));
    REFUSED(cuMemsetD32_v2(p + UNIT, 1, 1), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemMap(p + 2 * UNIT, UNIT, 0, h[1], 0)); /* the same memory elsewhere */
    CHECK(cuMemSetAccess(p + 2 * UNIT, UNIT, &access, 1));
    CHECK(cuMemcpyDtoH_v2(&v, p + 2 * UNIT + 4, 4));
    EXPECT(v == 7);
    CHECK(cuMemUnmap(p, UNIT));
    CHECK(cuMemUnmap(p + 2 * UNIT, UNIT));
    for (int i = 0; i < 2; i++)
        CHECK(cuMemRelease(h[i]));
    CHECK(cuMemGetInfo_v2(&then, &all));
    EXPECT(then == before);
    REFUSED(cuMemAddressFree(p, UNIT), CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemAddressFree(p, 3 * UNIT));
}

int main(int argc, char **argv)
{
    CUdeviceptr good, freed;
    void *twice = NULL;
    if (argc < 2)
        return 2;
    CUmodule m = begin(argv);
    RT_CHECK(cudaMalloc(&twice, N));
    RT_CHECK(cudaFree(twice));
    RT_INVALID(cudaFree(twice));
    int pageable_too; /* no: the program's own memory is no device's, as pageable() asks */
    CHECK(cuDeviceGetAttribute(&pageable_too, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, 0));
    EXPECT(!pageable_too);
    CHECK(cuDeviceGetAttribute(&pageable_too, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES, 0));
    EXPECT(!pageable_too);
    CHECK(cuMemAlloc_v2(&good, N));
    CHECK(cuMemAlloc_v2(&freed, N));
    CHECK(cuMemFree_v2(freed));
    INVALID(cuMemFree_v2(freed));
    refused(freed, N, good);
    refused(0, N, good);
    refused(64, N, good);
    behind_the_end(good);
    pageable(good);
    mapped(good);
    mapped_wrongly();
    variables(m, good);
    arrays(good);
    freed_later();
    graphs(good, freed);
    return 0;
}
