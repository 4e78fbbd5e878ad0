/* memory.c: device, host and managed memory, pools, reserved addresses, and what a pointer is. */
#include "internal.h"

#include <sys/mman.h>
#include <unistd.h>

static void *as_pointer(CUdeviceptr p) { return (void *)(uintptr_t)p; }
static CUdeviceptr as_device(const void *p) { return (CUdeviceptr)(uintptr_t)p; }

/* ---- allocations ----------------------------------------------------------------------------------------------------- */

enum { ALIGN = 512, PAGE = 4096, LARGE = 1 << 20 }; /* of allocations, as on a GPU; large ones begin with a page, as programs rely on */

struct CUmemPoolHandle_st {
    uint32_t magic;
    CUdevice device;
    bool of_device;              /* the device's own: never destroyed */
    atomic_ullong used, used_high, reserved_high;
    cuuint64_t threshold;
    int reuse[3];
    size_t max;
    CUmemoryPool next;           /* of those that were created */
};

static atomic_size_t in_use[MOST_DEVICES];

/* Takes so much of the device's memory; false when there is not enough. */
static bool memory_take(CUdevice device, size_t size)
{
    size_t used = atomic_load(&in_use[device]);
    do {
        if (size > device_memory() || used > device_memory() - size)
            return false;
    } while (!atomic_compare_exchange_weak(&in_use[device], &used, used + size));
    return true;
}

/* Memory begins as zeroes, as that which a GPU's driver gives out does, and what lies a little before and behind it belongs to
 * nothing else: programs rely on both unknowingly.  Large blocks come from the system, in the units of a GPU's pages, and cost nothing
 * where they are not touched. */
typedef struct Room {
    bool system;
    size_t before, bytes;
} Room;

enum { UNIT = 2 << 20, COLORS = 15 };

static Room room(size_t size, size_t before)
{
    const size_t unit = size >= LARGE ? UNIT : PAGE;
    return (Room){size >= LARGE, before, (before + size + checks_room() + ALIGN + unit - 1) / unit * unit};
}

/* Large blocks don't all begin at the same place of a unit: the same elements of several would meet in few lines of a cache. */
static size_t room_before(size_t size, RangeKind kind)
{
    static atomic_uint color;
    if (size >= LARGE)
        return PAGE * (1 + atomic_fetch_add(&color, 1) % COLORS);
    return kind == RANGE_HOST || kind == RANGE_MANAGED ? PAGE : ALIGN;
}

static void *zeroes(const Room *r)
{
    if (r->system) {
        void *at = mmap(NULL, r->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return at == MAP_FAILED ? NULL : (char *)at + r->before;
    }
    void *at = aligned_alloc(r->before, r->bytes);
    return at ? (char *)memset(at, 0, r->bytes) + r->before : NULL;
}

static void give_back(void *p, const Room *r)
{
    void *at = (char *)p - r->before;
    if (r->system)
        munmap(at, r->bytes);
    else
        free(at);
}

CUresult memory_make(CUdeviceptr *p, size_t size, RangeKind kind, unsigned flags, CUcontext ctx, CUmemoryPool pool)
{
    REFUSE_IF(!p || !size, CUDA_ERROR_INVALID_VALUE);
    const CUdevice device = pool ? pool->device : ctx->device;
    REFUSE_IF(size > SIZE_MAX / 2 || !memory_take(device, size), CUDA_ERROR_OUT_OF_MEMORY);
    const Room place = room(size, room_before(size, kind));
    void *at = zeroes(&place);
    const Range r = {.begin = (uintptr_t)at, .size = size, .before = place.before, .kind = kind, .flags = flags, .ctx = ctx, .device = device, .pool = pool};
    if (!at || range_add(&r)) {
        atomic_fetch_sub(&in_use[device], size);
        if (at)
            give_back(at, &place);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (pool) {
        const unsigned long long now = atomic_fetch_add(&pool->used, size) + size;
        if (now > atomic_load(&pool->used_high))
            atomic_store(&pool->used_high, now);
    }
    *p = as_device(at);
    return CUDA_SUCCESS;
}

static void memory_gone(const Range *r)
{
    atomic_fetch_sub(&in_use[r->device], r->size);
    if (r->pool)
        atomic_fetch_sub(&r->pool->used, r->size);
    const Room place = room(r->size, r->before);
    give_back((void *)r->begin, &place);
}

static CUresult memory_free_kind(const void *p, RangeKind kind)
{
    Range r;
    REFUSE_IF(!range_take(p, kind, &r), CUDA_ERROR_INVALID_VALUE);
    memory_gone(&r);
    return CUDA_SUCCESS;
}

CUresult memory_free(CUdeviceptr p)
{
    static const RangeKind kinds[] = {RANGE_DEVICE, RANGE_POOL, RANGE_MANAGED};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (memory_free_kind(as_pointer(p), kinds[i]) == CUDA_SUCCESS)
            return CUDA_SUCCESS;
    return CUDA_ERROR_INVALID_VALUE;
}

void memory_free_array(void *data) { memory_free_kind(data, RANGE_ARRAY); }

typedef struct Found { CUcontext ctx; Range r; bool any; } Found;

static void find_of_context(const Range *r, void *data)
{
    Found *f = data;
    const bool stays = r->kind == RANGE_VARIABLE || r->kind == RANGE_VIRTUAL || (r->pool && !f->ctx->primary);
    if (!f->any && r->ctx == f->ctx && !stays) {
        f->r = *r;
        f->any = true;
    }
}

void memory_free_all(CUcontext ctx)
{
    for (;;) {
        Found f = {.ctx = ctx};
        range_each(find_of_context, &f);
        if (!f.any)
            return;
        Range r;
        if (range_take((void *)f.r.begin, f.r.kind, &r) && r.kind != RANGE_REGISTERED)
            memory_gone(&r);
    }
}

CUDA_API CUresult cuMemAlloc_v2(CUdeviceptr *p, size_t size)
{
    CONTEXT(ctx);
    TRY(capture_unsafe());
    return memory_make(p, size, RANGE_DEVICE, 0, ctx, NULL);
}

CUDA_API CUresult cuMemAllocPitch_v2(CUdeviceptr *p, size_t *pitch, size_t width, size_t height, unsigned int element)
{
    CONTEXT(ctx);
    REFUSE_IF(!pitch || !width || !height || (element != 4 && element != 8 && element != 16), CUDA_ERROR_INVALID_VALUE);
    *pitch = (width + ALIGN - 1) / ALIGN * ALIGN;
    REFUSE_IF(height > SIZE_MAX / 2 / *pitch, CUDA_ERROR_OUT_OF_MEMORY);
    TRY(capture_unsafe());
    return memory_make(p, *pitch * height, RANGE_DEVICE, 0, ctx, NULL);
}

CUDA_API CUresult cuMemFree_v2(CUdeviceptr p)
{
    CONTEXT(ctx);
    REFUSE_IF(!p, CUDA_SUCCESS);
    TRY(capture_unsafe());
    context_finish(ctx);
    REFUSE_IF(!range_end(as_pointer(p)), CUDA_ERROR_INVALID_VALUE);
    return memory_free(p);
}

CUDA_API CUresult cuMemAllocManaged(CUdeviceptr *p, size_t size, unsigned int flags)
{
    CONTEXT(ctx);
    REFUSE_IF(flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST, CUDA_ERROR_INVALID_VALUE);
    TRY(capture_unsafe());
    return memory_make(p, size, RANGE_MANAGED, flags, ctx, NULL);
}

CUDA_API CUresult cuMemHostAlloc(void **p, size_t size, unsigned int flags)
{
    CONTEXT(ctx);
    REFUSE_IF(!p || flags > 7, CUDA_ERROR_INVALID_VALUE);
    CUdeviceptr d;
    TRY(capture_unsafe());
    TRY(memory_make(&d, size, RANGE_HOST, flags | CU_MEMHOSTALLOC_DEVICEMAP, ctx, NULL));
    *p = as_pointer(d);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemAllocHost_v2(void **p, size_t size) { return cuMemHostAlloc(p, size, 0); }

CUDA_API CUresult cuMemFreeHost(void *p)
{
    CONTEXT(ctx);
    REFUSE_IF(!p, CUDA_SUCCESS);
    TRY(capture_unsafe());
    context_finish(ctx);
    return memory_free_kind(p, RANGE_HOST);
}

CUDA_API CUresult cuMemHostRegister_v2(void *p, size_t size, unsigned int flags)
{
    CONTEXT(ctx);
    REFUSE_IF(!p || !size || flags > 15, CUDA_ERROR_INVALID_VALUE);
    const Range r = {.begin = (uintptr_t)p, .size = size, .kind = RANGE_REGISTERED, .flags = flags, .ctx = ctx, .device = ctx->device};
    return range_add(&r);
}

CUDA_API CUresult cuMemHostUnregister(void *p)
{
    CONTEXT(ctx);
    Range r;
    REFUSE_IF(!p, CUDA_ERROR_INVALID_VALUE);
    context_finish(ctx);
    return range_take(p, RANGE_REGISTERED, &r) ? CUDA_SUCCESS : CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
}

CUDA_API CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *d, void *p, unsigned int flags)
{
    CONTEXT(ctx);
    Range r;
    (void)ctx;
    REFUSE_IF(!d || flags, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!range_find(p, &r) || (r.kind != RANGE_HOST && r.kind != RANGE_REGISTERED), CUDA_ERROR_INVALID_VALUE);
    *d = as_device(p);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemHostGetFlags(unsigned int *flags, void *p)
{
    CONTEXT(ctx);
    Range r;
    (void)ctx;
    REFUSE_IF(!flags || !range_find(p, &r) || r.kind != RANGE_HOST, CUDA_ERROR_INVALID_VALUE);
    *flags = r.flags;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total)
{
    CONTEXT(ctx);
    const size_t used = atomic_load(&in_use[ctx->device]), all = device_memory();
    if (free_bytes)
        *free_bytes = used < all ? all - used : 0;
    if (total)
        *total = all;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *size, CUdeviceptr p)
{
    CONTEXT(ctx);
    Range r;
    (void)ctx;
    REFUSE_IF(!range_find(as_pointer(p), &r), CUDA_ERROR_NOT_FOUND);
    if (base)
        *base = r.begin;
    if (size)
        *size = r.size;
    return CUDA_SUCCESS;
}

/* ---- pools and memory in a stream's order ---------------------------------------------------------------------------- */

static struct CUmemPoolHandle_st own_pools[MOST_DEVICES];
static CUmemoryPool current_pools[MOST_DEVICES];
static pthread_once_t own_pools_once = PTHREAD_ONCE_INIT;
static _Atomic(CUmemoryPool) created_pools;

static void pool_begin(CUmemoryPool p, CUdevice device)
{
    p->magic = MAGIC_POOL;
    p->device = device;
    p->threshold = 0;
    p->reuse[0] = p->reuse[1] = p->reuse[2] = 1;
    atomic_store(&p->used_high, atomic_load(&p->used));
}

static void own_pools_make(void)
{
    for (int i = 0; i < MOST_DEVICES; i++) {
        own_pools[i].of_device = true;
        pool_begin(&own_pools[i], i);
        current_pools[i] = &own_pools[i];
    }
}

void pools_reset(CUdevice device)
{
    pthread_once(&own_pools_once, own_pools_make);
    for (CUmemoryPool p = atomic_load(&created_pools); p; p = p->next)
        if (p->device == device)
            p->magic = 0;
    pool_begin(&own_pools[device], device);
    current_pools[device] = &own_pools[device];
}

static CUresult pool_of_device(CUmemoryPool *pool, CUdevice device, bool own)
{
    REFUSE_IF(!pool, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(device < 0 || device >= device_count, CUDA_ERROR_INVALID_DEVICE);
    pthread_once(&own_pools_once, own_pools_make);
    *pool = own ? &own_pools[device] : current_pools[device];
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device) { return pool_of_device(pool, device, true); }
CUDA_API CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device) { return pool_of_device(pool, device, false); }

CUDA_API CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool)
{
    CUmemoryPool old;
    TRY(pool_of_device(&old, device, false));
    REFUSE_IF(!IS(pool, POOL), CUDA_ERROR_INVALID_VALUE);
    current_pools[device] = pool;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *props)
{
    TRY(device_init());
    REFUSE_IF(!pool || !props || props->handleTypes, CUDA_ERROR_INVALID_VALUE);
    const bool device = props->location.type == CU_MEM_LOCATION_TYPE_DEVICE;
    REFUSE_IF(device && (props->location.id < 0 || props->location.id >= device_count), CUDA_ERROR_INVALID_DEVICE);
    CUmemoryPool p = handle_new(MAGIC_POOL, sizeof *p, NULL, NULL);
    REFUSE_IF(!p, CUDA_ERROR_OUT_OF_MEMORY);
    pool_begin(p, device ? props->location.id : 0);
    p->max = props->maxSize;
    p->next = atomic_load(&created_pools);
    while (!atomic_compare_exchange_weak(&created_pools, &p->next, p))
        continue;
    *pool = p;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
    REFUSE_IF(!IS(pool, POOL) || pool->of_device, CUDA_ERROR_INVALID_VALUE);
    pthread_once(&own_pools_once, own_pools_make);
    if (current_pools[pool->device] == pool)
        current_pools[pool->device] = &own_pools[pool->device];
    pool->magic = 0; /* its memory stays until what came from it is freed: ranges name it */
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t keep)
{
    (void)keep;
    return IS(pool, POOL) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDA_API CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    REFUSE_IF(!IS(pool, POOL) || !value, CUDA_ERROR_INVALID_VALUE);
    switch (attribute) {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        pool->reuse[attribute - CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES] = *(int *)value;
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: pool->threshold = *(cuuint64_t *)value; return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
        REFUSE_IF(*(cuuint64_t *)value, CUDA_ERROR_INVALID_VALUE);
        atomic_store(&pool->used_high, atomic_load(&pool->used));
        return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUDA_API CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    REFUSE_IF(!IS(pool, POOL) || !value, CUDA_ERROR_INVALID_VALUE);
    switch (attribute) {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        *(int *)value = pool->reuse[attribute - CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES];
        return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: *(cuuint64_t *)value = pool->threshold; return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT: *(cuuint64_t *)value = atomic_load(&pool->used); return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH: *(cuuint64_t *)value = atomic_load(&pool->used_high); return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUDA_API CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count)
{
    return IS(pool, POOL) && (map || !count) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDA_API CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location)
{
    REFUSE_IF(!IS(pool, POOL) || !flags || !location, CUDA_ERROR_INVALID_VALUE);
    *flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemAllocFromPoolAsync(CUdeviceptr *p, size_t size, CUmemoryPool pool, CUstream stream)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!IS(pool, POOL), CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(pool->max && atomic_load(&pool->used) + size > pool->max, CUDA_ERROR_OUT_OF_MEMORY);
    return s->capture ? capture_alloc(s, p, size) : memory_make(p, size, RANGE_POOL, 0, s->ctx, pool);
}

CUDA_API CUresult cuMemAllocAsync(CUdeviceptr *p, size_t size, CUstream stream)
{
    CUstream s;
    CUmemoryPool pool;
    TRY(stream_of(stream, &s));
    TRY(pool_of_device(&pool, s->ctx->device, false));
    return cuMemAllocFromPoolAsync(p, size, pool, stream);
}

typedef struct FreeTask { Task task; CUdeviceptr p; } FreeTask;

static CUresult free_run(Task *t)
{
    memory_free(((FreeTask *)t)->p);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemFreeAsync(CUdeviceptr p, CUstream stream)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!p, CUDA_SUCCESS);
    if (s->capture)
        return capture_free(s, p);
    FreeTask *t = task_new(sizeof *t, free_run);
    REFUSE_IF(!t, CUDA_ERROR_OUT_OF_MEMORY);
    if (!range_end(as_pointer(p))) {
        task_free(&t->task);
        return CUDA_ERROR_INVALID_VALUE;
    }
    t->p = p;
    t->task.even_failed = true;
    return stream_add(s, &t->task);
}

/* ---- what a pointer is ----------------------------------------------------------------------------------------------- */

/* Attributes that are fields of a range. */
static const struct { CUpointer_attribute attribute; size_t at, bytes; } pointer_fields[] = {
    {CU_POINTER_ATTRIBUTE_CONTEXT, offsetof(Range, ctx), sizeof(CUcontext)},
    {CU_POINTER_ATTRIBUTE_BUFFER_ID, offsetof(Range, id), sizeof(uint64_t)},
    {CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID, offsetof(Range, id), sizeof(uint64_t)},
    {CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, offsetof(Range, device), sizeof(CUdevice)},
    {CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, offsetof(Range, begin), sizeof(uintptr_t)},
    {CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR, offsetof(Range, begin), sizeof(uintptr_t)},
    {CU_POINTER_ATTRIBUTE_RANGE_SIZE, offsetof(Range, size), sizeof(size_t)},
    {CU_POINTER_ATTRIBUTE_MAPPING_SIZE, offsetof(Range, size), sizeof(size_t)},
    {CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, offsetof(Range, pool), sizeof(CUmemoryPool)},
};
_Static_assert(sizeof(CUdeviceptr) == sizeof(uintptr_t) && sizeof(uint64_t) == sizeof(unsigned long long), "attributes are fields");

/* r: the range that p lies in, or NULL. */
static CUresult pointer_attribute(void *to, CUpointer_attribute a, CUdeviceptr p, const Range *r)
{
    static const Range none = {.device = -2};
    const bool host = r && (r->kind == RANGE_HOST || r->kind == RANGE_REGISTERED), managed = r && range_is_managed(r);
    for (size_t i = 0; i < sizeof pointer_fields / sizeof *pointer_fields; i++)
        if (pointer_fields[i].attribute == a) {
            memcpy(to, (const char *)(r ? r : &none) + pointer_fields[i].at, pointer_fields[i].bytes);
            return CUDA_SUCCESS;
        }
    switch (a) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: *(unsigned *)to = !r ? 0 : host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE; break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *(CUdeviceptr *)to = r ? p : 0; break;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        *(void **)to = host || managed ? as_pointer(p) : NULL;
        return host || managed ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: *(unsigned *)to = r && r->sync_memops; break;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(unsigned *)to = managed; break;
    case CU_POINTER_ATTRIBUTE_MAPPED: *(unsigned *)to = r != NULL; break;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS: *(unsigned *)to = r ? 3 : 0; break;
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: *(unsigned *)to = 0; break;
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: *(cuuint64_t *)to = 0; break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuPointerGetAttribute(void *to, CUpointer_attribute attribute, CUdeviceptr p)
{
    TRY(device_init());
    Range r;
    REFUSE_IF(!to || !range_find(as_pointer(p), &r), CUDA_ERROR_INVALID_VALUE);
    return pointer_attribute(to, attribute, p, &r);
}

CUDA_API CUresult cuPointerGetAttributes(unsigned int n, CUpointer_attribute *attributes, void **to, CUdeviceptr p)
{
    TRY(device_init());
    Range r;
    REFUSE_IF(!attributes || !to, CUDA_ERROR_INVALID_VALUE);
    const bool known = range_find(as_pointer(p), &r);
    for (unsigned i = 0; i < n; i++) {
        CUresult e = pointer_attribute(to[i], attributes[i], p, known ? &r : NULL);
        REFUSE_IF(e && attributes[i] != CU_POINTER_ATTRIBUTE_HOST_POINTER, e);
    }
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute, CUdeviceptr p)
{
    TRY(device_init());
    REFUSE_IF(!value || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, CUDA_ERROR_INVALID_VALUE);
    return range_set_sync(as_pointer(p), *(const unsigned *)value != 0) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* ---- reserved addresses and what is mapped there --------------------------------------------------------------------- */

typedef struct Block {
    uint32_t magic;
    atomic_int refs;             /* the handle and the mappings */
    int fd;                      /* of the memory */
    size_t size;
    CUmemAllocationProp prop;
} Block;

static size_t page(void) { return (size_t)2 << 20; }

CUDA_API CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop, CUmemAllocationGranularity_flags option)
{
    (void)option;
    REFUSE_IF(!granularity || !prop, CUDA_ERROR_INVALID_VALUE);
    *granularity = page();
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemAddressReserve(CUdeviceptr *p, size_t size, size_t alignment, CUdeviceptr wanted, unsigned long long flags)
{
    TRY(device_init());
    REFUSE_IF(!p || !size || size % page() || flags || (alignment & (alignment - 1)), CUDA_ERROR_INVALID_VALUE);
    const size_t align = alignment > page() ? alignment : page(), all = size + align;
    unsigned char *at = mmap(as_pointer(wanted), all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    REFUSE_IF(at == MAP_FAILED, CUDA_ERROR_OUT_OF_MEMORY);
    unsigned char *begin = (unsigned char *)(((uintptr_t)at + align - 1) / align * align);
    if (begin > at)
        munmap(at, (size_t)(begin - at));
    if (at + all > begin + size)
        munmap(begin + size, (size_t)(at + all - begin - size));
    *p = as_device(begin);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemAddressFree(CUdeviceptr p, size_t size)
{
    return !p || !size || munmap(as_pointer(p), size) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUDA_API CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *prop, unsigned long long flags)
{
    TRY(device_init());
    REFUSE_IF(!handle || !prop || flags || !size || size % page(), CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(prop->type != CU_MEM_ALLOCATION_TYPE_PINNED, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(prop->location.type == CU_MEM_LOCATION_TYPE_DEVICE && (prop->location.id < 0 || prop->location.id >= device_count),
              CUDA_ERROR_INVALID_DEVICE);
    REFUSE_IF(size > device_memory(), CUDA_ERROR_OUT_OF_MEMORY);
    Block *b = handle_new(MAGIC_BLOCK, sizeof *b, NULL, NULL);
    REFUSE_IF(!b, CUDA_ERROR_OUT_OF_MEMORY);
    b->fd = memfd_create("ptx2c", MFD_CLOEXEC);
    if (b->fd < 0 || ftruncate(b->fd, (off_t)size)) {
        if (b->fd >= 0)
            close(b->fd);
        handle_end(b);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    atomic_init(&b->refs, 1);
    b->size = size;
    b->prop = *prop;
    *handle = (CUmemGenericAllocationHandle)(uintptr_t)b;
    return CUDA_SUCCESS;
}

static Block *block_of(CUmemGenericAllocationHandle handle)
{
    Block *b = (Block *)(uintptr_t)handle;
    return IS(b, BLOCK) ? b : NULL;
}

static void block_release(Block *b)
{
    if (atomic_fetch_sub(&b->refs, 1) != 1)
        return;
    close(b->fd);
    handle_end(b);
}

CUDA_API CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    Block *b = block_of(handle);
    REFUSE_IF(!b, CUDA_ERROR_INVALID_VALUE);
    block_release(b);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemMap(CUdeviceptr p, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags)
{
    Block *b = block_of(handle);
    REFUSE_IF(!b || !p || flags || offset || size != b->size, CUDA_ERROR_INVALID_VALUE);
    void *at = mmap(as_pointer(p), size, PROT_NONE, MAP_SHARED | MAP_FIXED, b->fd, 0);
    REFUSE_IF(at == MAP_FAILED, CUDA_ERROR_OUT_OF_MEMORY);
    const int device = b->prop.location.type == CU_MEM_LOCATION_TYPE_DEVICE ? b->prop.location.id : 0;
    const Range r = {.begin = (uintptr_t)p, .size = size, .kind = RANGE_VIRTUAL, .ctx = context_peek(), .device = device, .block = b};
    TRY(range_add(&r));
    atomic_fetch_add(&b->refs, 1);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemUnmap(CUdeviceptr p, size_t size)
{
    const CUdeviceptr end = p + size;
    while (p < end) {
        Range r;
        REFUSE_IF(!range_take(as_pointer(p), RANGE_VIRTUAL, &r), CUDA_ERROR_INVALID_VALUE);
        mmap(as_pointer(p), r.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        block_release(r.block);
        p += r.size;
    }
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemSetAccess(CUdeviceptr p, size_t size, const CUmemAccessDesc *desc, size_t count)
{
    REFUSE_IF(!desc || !count, CUDA_ERROR_INVALID_VALUE);
    int prot = PROT_NONE;
    for (size_t i = 0; i < count; i++)
        prot |= desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE ? PROT_READ | PROT_WRITE
                : desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READ ? PROT_READ : PROT_NONE;
    return mprotect(as_pointer(p), size, prot) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUDA_API CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr p)
{
    Range r;
    REFUSE_IF(!flags || !location || !range_find(as_pointer(p), &r), CUDA_ERROR_INVALID_VALUE);
    *flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle)
{
    Block *b = block_of(handle);
    REFUSE_IF(!b || !prop, CUDA_ERROR_INVALID_VALUE);
    *prop = b->prop;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *p)
{
    Range r;
    REFUSE_IF(!handle || !range_find(p, &r) || r.kind != RANGE_VIRTUAL, CUDA_ERROR_INVALID_VALUE);
    atomic_fetch_add(&((Block *)r.block)->refs, 1);
    *handle = (CUmemGenericAllocationHandle)(uintptr_t)r.block;
    return CUDA_SUCCESS;
}
