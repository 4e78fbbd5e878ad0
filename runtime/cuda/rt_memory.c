/* rt_memory.c: memory, pools, copies and sets. */
#include "rt.h"

static CUdeviceptr *out(void **p) { return (CUdeviceptr *)(void *)p; }

/* ---- memory ---------------------------------------------------------------------------------------------------------- */

CUDA_API cudaError_t cudaMalloc(void **p, size_t size)
{
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    if (!size) {
        *p = NULL;
        return cudaSuccess;
    }
    RT_CALL(cuMemAlloc_v2(out(p), size));
}

CUDA_API cudaError_t cudaFree(void *p) { RT_CALL(cuMemFree_v2(rt_ptr(p))); }

CUDA_API cudaError_t cudaMallocHost(void **p, size_t size) { RT_CALL(cuMemHostAlloc(p, size, 0)); }
CUDA_API cudaError_t cudaHostAlloc(void **p, size_t size, unsigned int flags) { RT_CALL(cuMemHostAlloc(p, size, flags)); }
CUDA_API cudaError_t cudaFreeHost(void *p) { RT_CALL(cuMemFreeHost(p)); }
CUDA_API cudaError_t cudaHostRegister(void *p, size_t size, unsigned int flags) { RT_CALL(cuMemHostRegister_v2(p, size, flags)); }
CUDA_API cudaError_t cudaHostUnregister(void *p) { RT_CALL(cuMemHostUnregister(p)); }
CUDA_API cudaError_t cudaHostGetDevicePointer(void **d, void *p, unsigned int flags) { RT_CALL(cuMemHostGetDevicePointer_v2(out(d), p, flags)); }
CUDA_API cudaError_t cudaHostGetFlags(unsigned int *flags, void *p) { RT_CALL(cuMemHostGetFlags(flags, p)); }
CUDA_API cudaError_t cudaMallocManaged(void **p, size_t size, unsigned int flags) { RT_CALL(cuMemAllocManaged(out(p), size, flags)); }
CUDA_API cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total) { RT_CALL(cuMemGetInfo_v2(free_bytes, total)); }

CUDA_API cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height)
{
    RT_CALL(cuMemAllocPitch_v2(out(p), pitch, width, height, 4));
}

CUDA_API cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent extent)
{
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    p->xsize = extent.width;
    p->ysize = extent.height;
    RT_CALL(cuMemAllocPitch_v2(out(&p->ptr), &p->pitch, extent.width, extent.height * extent.depth, 4));
}

CUDA_API cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *a, const void *p)
{
    unsigned kind = 0, managed = 0;
    int device = -2;
    RT_REFUSE_IF(!a, cudaErrorInvalidValue);
    RT_TRY(rt_ready());
    CUpointer_attribute what[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    void *to[] = {&kind, &managed, &device};
    RT_TRY(cuPointerGetAttributes(3, what, to, rt_ptr(p)));
    memset(a, 0, sizeof *a);
    a->type = !kind ? cudaMemoryTypeUnregistered : managed ? cudaMemoryTypeManaged : kind == CU_MEMORYTYPE_HOST ? cudaMemoryTypeHost : cudaMemoryTypeDevice;
    a->device = device;
    a->devicePointer = kind ? (void *)(uintptr_t)p : NULL;
    a->hostPointer = a->type == cudaMemoryTypeDevice ? NULL : (void *)(uintptr_t)p;
    return cudaSuccess;
}

/* ---- pools ----------------------------------------------------------------------------------------------------------- */

CUDA_API cudaError_t cudaMallocAsync(void **p, size_t size, cudaStream_t stream) { RT_CALL(cuMemAllocAsync(out(p), size, stream)); }
CUDA_API cudaError_t cudaFreeAsync(void *p, cudaStream_t stream) { RT_CALL(cuMemFreeAsync(rt_ptr(p), stream)); }
CUDA_API cudaError_t cudaMallocFromPoolAsync(void **p, size_t size, cudaMemPool_t pool, cudaStream_t stream) { RT_CALL(cuMemAllocFromPoolAsync(out(p), size, pool, stream)); }
CUDA_API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) { RT_CALL(cuDeviceGetDefaultMemPool(pool, device)); }
CUDA_API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) { RT_CALL(cuDeviceGetMemPool(pool, device)); }
CUDA_API cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) { RT_CALL(cuDeviceSetMemPool(device, pool)); }
static CUmemLocation *place(struct cudaMemLocation *l) { return (CUmemLocation *)(void *)l; }
CUDA_API cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, struct cudaMemLocation *l, enum cudaMemAllocationType t) { RT_CALL(cuMemGetDefaultMemPool(pool, place(l), (CUmemAllocationType)t)); }
CUDA_API cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, struct cudaMemLocation *l, enum cudaMemAllocationType t) { RT_CALL(cuMemGetMemPool(pool, place(l), (CUmemAllocationType)t)); }
CUDA_API cudaError_t cudaMemSetMemPool(struct cudaMemLocation *l, enum cudaMemAllocationType t, cudaMemPool_t pool) { RT_CALL(cuMemSetMemPool(place(l), (CUmemAllocationType)t, pool)); }
CUDA_API cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props) { RT_CALL(cuMemPoolCreate(pool, (const CUmemPoolProps *)(const void *)props)); }
CUDA_API cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) { RT_CALL(cuMemPoolDestroy(pool)); }
CUDA_API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep) { RT_CALL(cuMemPoolTrimTo(pool, keep)); }
CUDA_API cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr a, void *v) { RT_CALL(cuMemPoolSetAttribute(pool, (CUmemPool_attribute)a, v)); }
CUDA_API cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr a, void *v) { RT_CALL(cuMemPoolGetAttribute(pool, (CUmemPool_attribute)a, v)); }
CUDA_API cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *d, size_t n) { RT_CALL(cuMemPoolSetAccess(pool, (const CUmemAccessDesc *)(const void *)d, n)); }
CUDA_API cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *f, cudaMemPool_t pool, struct cudaMemLocation *l) { RT_CALL(cuMemPoolGetAccess((CUmemAccess_flags *)(void *)f, pool, (CUmemLocation *)(void *)l)); }

/* ---- managed memory -------------------------------------------------------------------------------------------------- */

static CUmemLocation where(struct cudaMemLocation l) { return (CUmemLocation){(CUmemLocationType)l.type, l.id}; }
#if RT_VERSION < 13
static CUmemLocation at_device(int device)
{
    return (CUmemLocation){device < 0 ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE, device < 0 ? 0 : device};
}

CUDA_API cudaError_t cudaMemAdvise(const void *p, size_t n, enum cudaMemoryAdvise advice, int device)
{
    RT_CALL(cuMemAdvise_v2(rt_ptr(p), n, (CUmem_advise)advice, at_device(device)));
}

CUDA_API cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, int device, cudaStream_t stream)
{
    RT_CALL(cuMemPrefetchAsync_v2(rt_ptr(p), n, at_device(device), 0, stream));
}
#define cudaMemAdvise cudaMemAdvise_v2
#define cudaMemPrefetchAsync cudaMemPrefetchAsync_v2
#endif

CUDA_API cudaError_t cudaMemAdvise(const void *p, size_t n, enum cudaMemoryAdvise advice, struct cudaMemLocation location)
{
    RT_CALL(cuMemAdvise_v2(rt_ptr(p), n, (CUmem_advise)advice, where(location)));
}

CUDA_API cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, struct cudaMemLocation location, unsigned int flags, cudaStream_t stream)
{
    RT_CALL(cuMemPrefetchAsync_v2(rt_ptr(p), n, where(location), flags, stream));
}

CUDA_API cudaError_t cudaMemPrefetchBatchAsync(void **p, size_t *sizes, size_t count, struct cudaMemLocation *places, size_t *first, size_t nplaces,
                                                unsigned long long flags, cudaStream_t stream)
{
    RT_CALL(cuMemPrefetchBatchAsync(out(p), sizes, count, place(places), first, nplaces, flags, stream));
}

CUDA_API cudaError_t cudaMemDiscardBatchAsync(void **p, size_t *sizes, size_t count, unsigned long long flags, cudaStream_t stream)
{
    RT_CALL(cuMemDiscardBatchAsync(out(p), sizes, count, flags, stream));
}

CUDA_API cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void **p, size_t *sizes, size_t count, struct cudaMemLocation *places, size_t *first,
                                                          size_t nplaces, unsigned long long flags, cudaStream_t stream)
{
    RT_CALL(cuMemDiscardAndPrefetchBatchAsync(out(p), sizes, count, place(places), first, nplaces, flags, stream));
}

CUDA_API cudaError_t cudaMemRangeGetAttributes(void **to, size_t *bytes, enum cudaMemRangeAttribute *a, size_t count, const void *p, size_t n)
{
    RT_CALL(cuMemRangeGetAttributes(to, bytes, (CUmem_range_attribute *)(void *)a, count, rt_ptr(p), n));
}

CUDA_API cudaError_t cudaMemRangeGetAttribute(void *to, size_t bytes, enum cudaMemRangeAttribute a, const void *p, size_t n)
{
    RT_CALL(cuMemRangeGetAttribute(to, bytes, (CUmem_range_attribute)a, rt_ptr(p), n));
}

/* ---- copies ---------------------------------------------------------------------------------------------------------- */

bool rt_bad_kind(enum cudaMemcpyKind kind) { return (unsigned)kind > cudaMemcpyDefault; }

/* What a direction says of a side. */
static CUmemorytype side_type(enum cudaMemcpyKind kind, bool to)
{
    if (kind == cudaMemcpyDefault)
        return CU_MEMORYTYPE_UNIFIED;
    const bool host = kind == cudaMemcpyHostToHost || kind == (to ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice);
    return host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

enum cudaMemcpyKind rt_copy_kind(const CUDA_MEMCPY3D *c)
{
    const bool from = c->srcMemoryType == CU_MEMORYTYPE_HOST, to = c->dstMemoryType == CU_MEMORYTYPE_HOST;
    if (c->srcMemoryType == CU_MEMORYTYPE_UNIFIED || c->dstMemoryType == CU_MEMORYTYPE_UNIFIED)
        return cudaMemcpyDefault;
    return from ? to ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice : to ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

CUDA_MEMCPY3D rt_copy_line(void *to, const void *from, size_t n, enum cudaMemcpyKind kind)
{
    return (CUDA_MEMCPY3D){
        .srcMemoryType = side_type(kind, false), .srcHost = from, .srcDevice = rt_ptr(from),
        .dstMemoryType = side_type(kind, true), .dstHost = to, .dstDevice = rt_ptr(to), .WidthInBytes = n, .Height = 1, .Depth = 1};
}

static cudaError_t copy(void *to, const void *from, size_t n, enum cudaMemcpyKind kind, cudaStream_t stream, bool async)
{
    RT_REFUSE_IF(rt_bad_kind(kind), cudaErrorInvalidMemcpyDirection);
    if (!n)
        RT_CALL(CUDA_SUCCESS);
    RT_REFUSE_IF(!to || !from, cudaErrorInvalidValue);
    const CUDA_MEMCPY3D c = rt_copy_line(to, from, n, kind);
    RT_CALL(async ? cuMemcpy3DAsync_v2(&c, stream) : cuMemcpy3D_v2(&c));
}

CUDA_API cudaError_t cudaMemcpy(void *to, const void *from, size_t n, enum cudaMemcpyKind kind) { return copy(to, from, n, kind, NULL, false); }
CUDA_API cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, enum cudaMemcpyKind kind, cudaStream_t stream) { return copy(to, from, n, kind, stream, true); }

/* Are there two such devices? */
static CUresult devices_check(int a, int b)
{
    CUdevice d;
    CUresult status = rt_ready();
    if (!status)
        status = cuDeviceGet(&d, a);
    return status ? status : cuDeviceGet(&d, b);
}

static void peers_release(int a, int b)
{
    cuDevicePrimaryCtxRelease_v2(b);
    cuDevicePrimaryCtxRelease_v2(a);
}

/* The contexts of two devices, until they are given back. */
static CUresult peers_retain(CUcontext *of_a, int a, CUcontext *of_b, int b)
{
    CUresult status = devices_check(a, b);
    if (!status)
        status = cuDevicePrimaryCtxRetain(of_a, a);
    if (status)
        return status;
    status = cuDevicePrimaryCtxRetain(of_b, b);
    if (status)
        cuDevicePrimaryCtxRelease_v2(a);
    return status;
}

CUDA_API cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t n)
{
    CUcontext of_to, of_from;
    RT_TRY(peers_retain(&of_to, to_device, &of_from, from_device));
    const CUresult e = cuMemcpyPeer(rt_ptr(to), of_to, rt_ptr(from), of_from, n);
    peers_release(to_device, from_device);
    return rt_done(e);
}

CUDA_API cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t n, cudaStream_t stream)
{
    RT_TRY(devices_check(to_device, from_device));
    return copy(to, from, n, cudaMemcpyDeviceToDevice, stream, true);
}

static cudaError_t copy_symbol(const void *symbol, void *other, size_t n, size_t offset, enum cudaMemcpyKind kind, bool to_symbol,
                               cudaStream_t stream, bool async)
{
    CUdeviceptr p;
    size_t size;
    RT_TRY(rt_symbol(symbol, &p, &size));
    RT_REFUSE_IF(offset > size || n > size - offset, cudaErrorInvalidValue);
    char *at = (char *)(uintptr_t)p + offset;
    return to_symbol ? copy(at, other, n, kind, stream, async) : copy(other, at, n, kind, stream, async);
}

CUDA_API cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
    return copy_symbol(symbol, (void *)(uintptr_t)from, n, offset, kind, true, NULL, false);
}

CUDA_API cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
    return copy_symbol(symbol, to, n, offset, kind, false, NULL, false);
}

CUDA_API cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t n, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_symbol(symbol, (void *)(uintptr_t)from, n, offset, kind, true, stream, true);
}

CUDA_API cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_symbol(symbol, to, n, offset, kind, false, stream, true);
}

/* One side of a copy of two dimensions: memory with a pitch, or an array from a place on. */
typedef struct Side {
    const void *p;
    size_t pitch;
    cudaArray_const_t array;
    size_t x, y;
} Side;

static cudaError_t copy_2d(Side to, Side from, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream, bool async)
{
    RT_REFUSE_IF(rt_bad_kind(kind), cudaErrorInvalidMemcpyDirection);
    RT_REFUSE_IF((!to.array && height > 1 && to.pitch < width) || (!from.array && height > 1 && from.pitch < width), cudaErrorInvalidPitchValue);
    if (!width || !height)
        RT_CALL(CUDA_SUCCESS);
    const CUDA_MEMCPY2D c = {
        .srcXInBytes = from.x, .srcY = from.y, .srcMemoryType = from.array ? CU_MEMORYTYPE_ARRAY : side_type(kind, false),
        .srcHost = from.p, .srcDevice = rt_ptr(from.p), .srcArray = (CUarray)(uintptr_t)from.array, .srcPitch = from.pitch,
        .dstXInBytes = to.x, .dstY = to.y, .dstMemoryType = to.array ? CU_MEMORYTYPE_ARRAY : side_type(kind, true),
        .dstHost = (void *)(uintptr_t)to.p, .dstDevice = rt_ptr(to.p), .dstArray = (CUarray)(uintptr_t)to.array, .dstPitch = to.pitch,
        .WidthInBytes = width, .Height = height};
    RT_CALL(async ? cuMemcpy2DAsync_v2(&c, stream) : cuMemcpy2D_v2(&c));
}

#define MEMORY(p, pitch) ((Side){(p), (pitch), NULL, 0, 0})
#define ARRAY(a, x, y) ((Side){NULL, 0, (a), (x), (y)})

CUDA_API cudaError_t cudaMemcpy2D(void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind k) { return copy_2d(MEMORY(to, tp), MEMORY(from, fp), w, h, k, NULL, false); }
CUDA_API cudaError_t cudaMemcpy2DAsync(void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind k, cudaStream_t s) { return copy_2d(MEMORY(to, tp), MEMORY(from, fp), w, h, k, s, true); }
CUDA_API cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind k) { return copy_2d(ARRAY(to, x, y), MEMORY(from, fp), w, h, k, NULL, false); }
CUDA_API cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind k, cudaStream_t s) { return copy_2d(ARRAY(to, x, y), MEMORY(from, fp), w, h, k, s, true); }
CUDA_API cudaError_t cudaMemcpy2DFromArray(void *to, size_t tp, cudaArray_const_t from, size_t x, size_t y, size_t w, size_t h, enum cudaMemcpyKind k) { return copy_2d(MEMORY(to, tp), ARRAY(from, x, y), w, h, k, NULL, false); }
CUDA_API cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t tp, cudaArray_const_t from, size_t x, size_t y, size_t w, size_t h, enum cudaMemcpyKind k, cudaStream_t s) { return copy_2d(MEMORY(to, tp), ARRAY(from, x, y), w, h, k, s, true); }
CUDA_API cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t tx, size_t ty, cudaArray_const_t from, size_t fx, size_t fy, size_t w, size_t h, enum cudaMemcpyKind k) { return copy_2d(ARRAY(to, tx, ty), ARRAY(from, fx, fy), w, h, k, NULL, false); }

static CUresult row_of(cudaArray_const_t array, size_t *bytes)
{
    CUDA_ARRAY_DESCRIPTOR d;
    const CUresult e = cuArrayGetDescriptor_v2(&d, (CUarray)(uintptr_t)array);
    if (e)
        return e;
    const struct cudaChannelFormatDesc c = rt_channels(d.Format, d.NumChannels);
    *bytes = d.Width * (size_t)(c.x + c.y + c.z + c.w) / 8;
    return CUDA_SUCCESS;
}

/* Lines of memory and an array's rows: whole rows, and what is left of them at both ends. */
static cudaError_t copy_rows(cudaArray_const_t array, size_t x, size_t y, void *memory, size_t n, enum cudaMemcpyKind kind, bool to_array,
                             cudaStream_t stream, bool async)
{
    unsigned char *p = memory;
    size_t row;
    RT_TRY(rt_ready());
    RT_TRY(row_of(array, &row));
    while (n) {
        const size_t rest = row > x ? row - x : 0, w = n < rest ? n : rest, h = x == 0 && n >= row ? n / row : 1;
        RT_REFUSE_IF(!w, cudaErrorInvalidValue);
        const Side a = ARRAY(array, x, y), m = MEMORY(p, w);
        const cudaError_t e = to_array ? copy_2d(a, m, w, h, kind, stream, async) : copy_2d(m, a, w, h, kind, stream, async);
        if (e != cudaSuccess)
            return e;
        p += w * h;
        n -= w * h;
        y += h;
        x = 0;
    }
    return cudaSuccess;
}

CUDA_API cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t n, enum cudaMemcpyKind k) { return copy_rows(to, x, y, (void *)(uintptr_t)from, n, k, true, NULL, false); }
CUDA_API cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t n, enum cudaMemcpyKind k) { return copy_rows(from, x, y, to, n, k, false, NULL, false); }
CUDA_API cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t n, enum cudaMemcpyKind k, cudaStream_t s) { return copy_rows(to, x, y, (void *)(uintptr_t)from, n, k, true, s, true); }
CUDA_API cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y, size_t n, enum cudaMemcpyKind k, cudaStream_t s) { return copy_rows(from, x, y, to, n, k, false, s, true); }

/* Piece by piece, each in one row of both. */
CUDA_API cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t tx, size_t ty, cudaArray_const_t from, size_t fx, size_t fy, size_t n, enum cudaMemcpyKind k)
{
    size_t to_row, from_row;
    RT_TRY(rt_ready());
    RT_TRY(row_of(to, &to_row));
    RT_TRY(row_of(from, &from_row));
    RT_REFUSE_IF(tx > to_row || fx > from_row || !to_row || !from_row, cudaErrorInvalidValue);
    while (n) {
        const size_t least = to_row - tx < from_row - fx ? to_row - tx : from_row - fx, w = n < least ? n : least;
        const cudaError_t e = copy_2d(ARRAY(to, tx, ty), ARRAY(from, fx, fy), w, 1, k, NULL, false);
        if (e != cudaSuccess)
            return e;
        n -= w;
        tx += w;
        fx += w;
        ty += tx / to_row;
        fy += fx / from_row;
        tx %= to_row;
        fx %= from_row;
    }
    return cudaSuccess;
}

/* Bytes of an array's element. */
static CUresult element(cudaArray_t array, size_t *bytes)
{
    CUDA_ARRAY3D_DESCRIPTOR d;
    const CUresult e = cuArray3DGetDescriptor_v2(&d, (CUarray)(void *)array);
    if (e)
        return e;
    const struct cudaChannelFormatDesc c = rt_channels(d.Format, d.NumChannels);
    *bytes = (size_t)(c.x + c.y + c.z + c.w) / 8;
    return CUDA_SUCCESS;
}

/* Positions and the extent count elements where an array takes part, else bytes. */
cudaError_t rt_copy_3d(const struct cudaMemcpy3DParms *p, CUDA_MEMCPY3D *c)
{
    size_t unit = 1;
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    RT_REFUSE_IF(rt_bad_kind(p->kind), cudaErrorInvalidMemcpyDirection);
    RT_REFUSE_IF((p->srcArray && p->srcPtr.ptr) || (p->dstArray && p->dstPtr.ptr), cudaErrorInvalidValue);
    if (p->srcArray || p->dstArray)
        RT_TRY(element(p->srcArray ? p->srcArray : p->dstArray, &unit));
    *c = (CUDA_MEMCPY3D){
        .srcXInBytes = p->srcPos.x * (p->srcArray ? unit : 1), .srcY = p->srcPos.y, .srcZ = p->srcPos.z,
        .srcMemoryType = p->srcArray ? CU_MEMORYTYPE_ARRAY : side_type(p->kind, false), .srcHost = p->srcPtr.ptr,
        .srcDevice = rt_ptr(p->srcPtr.ptr),
        .srcArray = (CUarray)(void *)p->srcArray, .srcPitch = p->srcPtr.pitch, .srcHeight = p->srcPtr.ysize,
        .dstXInBytes = p->dstPos.x * (p->dstArray ? unit : 1), .dstY = p->dstPos.y, .dstZ = p->dstPos.z,
        .dstMemoryType = p->dstArray ? CU_MEMORYTYPE_ARRAY : side_type(p->kind, true), .dstHost = p->dstPtr.ptr,
        .dstDevice = rt_ptr(p->dstPtr.ptr),
        .dstArray = (CUarray)(void *)p->dstArray, .dstPitch = p->dstPtr.pitch, .dstHeight = p->dstPtr.ysize,
        .WidthInBytes = p->extent.width * unit, .Height = p->extent.height, .Depth = p->extent.depth};
    return cudaSuccess;
}

static cudaError_t copy_3d(const struct cudaMemcpy3DParms *p, cudaStream_t stream, bool async)
{
    CUDA_MEMCPY3D c;
    RT_TRY(rt_ready());
    const cudaError_t e = rt_copy_3d(p, &c);
    if (e != cudaSuccess)
        return e;
    return rt_done(async ? cuMemcpy3DAsync_v2(&c, stream) : cuMemcpy3D_v2(&c));
}

static struct cudaMemcpy3DParms from_peer(const struct cudaMemcpy3DPeerParms *p)
{
    return (struct cudaMemcpy3DParms){p->srcArray, p->srcPos, p->srcPtr, p->dstArray, p->dstPos, p->dstPtr, p->extent, cudaMemcpyDeviceToDevice};
}

CUDA_API cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p) { return copy_3d(p, NULL, false); }
CUDA_API cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream) { return copy_3d(p, stream, true); }

CUDA_API cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    const struct cudaMemcpy3DParms q = from_peer(p);
    CUDA_MEMCPY3D box;
    CUDA_MEMCPY3D_PEER peer;
    RT_TRY(devices_check(p->dstDevice, p->srcDevice));
    const cudaError_t refused = rt_copy_3d(&q, &box);
    if (refused != cudaSuccess)
        return refused;
    _Static_assert(sizeof peer == sizeof box, "they differ in contexts that stand where nothing else does");
    memcpy(&peer, &box, sizeof peer);
    RT_TRY(peers_retain(&peer.dstContext, p->dstDevice, &peer.srcContext, p->srcDevice));
    const CUresult e = cuMemcpy3DPeer(&peer);
    peers_release(p->dstDevice, p->srcDevice);
    return rt_done(e);
}

CUDA_API cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream)
{
    RT_REFUSE_IF(!p, cudaErrorInvalidValue);
    RT_TRY(devices_check(p->dstDevice, p->srcDevice));
    const struct cudaMemcpy3DParms q = from_peer(p);
    return copy_3d(&q, stream, true);
}

/* ---- sets ------------------------------------------------------------------------------------------------------------ */

static cudaError_t set(void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream, bool async)
{
    if (async)
        RT_CALL(cuMemsetD2D8Async(rt_ptr(p), pitch, (unsigned char)value, width, height, stream));
    RT_CALL(cuMemsetD2D8_v2(rt_ptr(p), pitch, (unsigned char)value, width, height));
}

CUDA_API cudaError_t cudaMemset(void *p, int value, size_t n) { return set(p, n, value, n, 1, NULL, false); }
CUDA_API cudaError_t cudaMemsetAsync(void *p, int value, size_t n, cudaStream_t stream) { return set(p, n, value, n, 1, stream, true); }
CUDA_API cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t w, size_t h) { return set(p, pitch, value, w, h, NULL, false); }
CUDA_API cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t w, size_t h, cudaStream_t stream) { return set(p, pitch, value, w, h, stream, true); }

static cudaError_t set_3d(struct cudaPitchedPtr p, int value, struct cudaExtent e, cudaStream_t stream, bool async)
{
    for (size_t z = e.depth; z-- > 0;) { /* what lies behind the allocation is refused before anything is written */
        const cudaError_t status = set((char *)p.ptr + z * p.pitch * p.ysize, p.pitch, value, e.width, e.height, stream, async);
        if (status != cudaSuccess)
            return status;
    }
    return cudaSuccess;
}

CUDA_API cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent e) { return set_3d(p, value, e, NULL, false); }
CUDA_API cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent e, cudaStream_t stream) { return set_3d(p, value, e, stream, true); }

/* ---- batches: the driver's types are the same by other names --------------------------------------------------------------- */

static cudaError_t batch(CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count, void *attrs, size_t *first, size_t nattrs,
                         size_t *failed, cudaStream_t stream)
{
    _Static_assert(sizeof(struct cudaMemcpyAttributes) == sizeof(CUmemcpyAttributes), "the same by another name");
    RT_TRY(rt_ready());
    return rt_done(cuMemcpyBatchAsync(to, from, sizes, count, attrs, first, nattrs, failed, stream));
}

static cudaError_t batch_3d(size_t count, void *ops, size_t *failed, unsigned long long flags, cudaStream_t stream)
{
    _Static_assert(sizeof(struct cudaMemcpy3DBatchOp) == sizeof(CUDA_MEMCPY3D_BATCH_OP), "the same by another name");
    RT_TRY(rt_ready());
    return rt_done(cuMemcpy3DBatchAsync(count, ops, failed, flags, stream));
}

#define POINTERS(p) ((CUdeviceptr *)(uintptr_t)(p))
#if RT_VERSION >= 13
CUDA_API cudaError_t cudaMemcpyBatchAsync(void *const *to, const void *const *from, const size_t *sizes, size_t count,
                                          struct cudaMemcpyAttributes *attrs, size_t *first, size_t nattrs, cudaStream_t stream)
{
    return batch(POINTERS(to), POINTERS(from), (size_t *)(uintptr_t)sizes, count, attrs, first, nattrs, NULL, stream);
}

CUDA_API cudaError_t cudaMemcpy3DBatchAsync(size_t count, struct cudaMemcpy3DBatchOp *ops, unsigned long long flags, cudaStream_t stream)
{
    return batch_3d(count, ops, NULL, flags, stream);
}
#else
CUDA_API cudaError_t cudaMemcpyBatchAsync(void **to, void **from, size_t *sizes, size_t count, struct cudaMemcpyAttributes *attrs,
                                          size_t *first, size_t nattrs, size_t *failed, cudaStream_t stream)
{
    return batch(POINTERS(to), POINTERS(from), sizes, count, attrs, first, nattrs, failed, stream);
}

CUDA_API cudaError_t cudaMemcpy3DBatchAsync(size_t count, struct cudaMemcpy3DBatchOp *ops, size_t *failed, unsigned long long flags, cudaStream_t stream)
{
    return batch_3d(count, ops, failed, flags, stream);
}
#endif
