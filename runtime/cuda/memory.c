/* memory.c: device, host and managed memory, and what a pointer is. */
#include "internal.h"

#include <sys/mman.h>

static void *as_pointer(CUdeviceptr p) { return (void *)(uintptr_t)p; }
static CUdeviceptr as_device(const void *p) { return (CUdeviceptr)(uintptr_t)p; }

/* ---- allocations ----------------------------------------------------------------------------------------------------- */

enum { ALIGN = 512, PAGE = 4096, LARGE = 1 << 20 }; /* of allocations, as on a GPU; large ones begin with a page, as programs rely on */

static atomic_size_t in_use[MOST_DEVICES];

bool memory_take(CUdevice device, size_t size)
{
    size_t used = atomic_load(&in_use[device]);
    do {
        if (size > device_memory() || used > device_memory() - size)
            return false;
    } while (!atomic_compare_exchange_weak(&in_use[device], &used, used + size));
    return true;
}

void memory_give(CUdevice device, size_t size) { atomic_fetch_sub(&in_use[device], size); }

/* Memory begins as zeroes, as that which a GPU's driver gives out does, and what lies a little before and behind it belongs to
 * nothing else: programs rely on both unknowingly.  Large blocks come from the system, in the units of a GPU's pages, and cost nothing
 * where they are not touched.  All have pages of their own, which share.c can put others in the place of. */
enum { UNIT = 2 << 20, COLORS = 15 };

size_t block_bytes(size_t size, size_t before)
{
    const size_t unit = size >= LARGE ? UNIT : PAGE;
    return (before + size + checks_room() + ALIGN + unit - 1) / unit * unit;
}

/* Blocks don't all begin at the same place of a unit: the same elements of several would meet in few lines of a cache. */
static size_t room_before(size_t size, RangeKind kind)
{
    static atomic_uint color;
    if (size >= LARGE)
        return PAGE * (1 + atomic_fetch_add(&color, 1) % COLORS);
    return kind == RANGE_HOST || kind == RANGE_MANAGED ? PAGE : ALIGN * (1 + atomic_fetch_add(&color, 1) % (PAGE / ALIGN - 1));
}

static char *zeroes(const MemoryBlock *b)
{
    if (b->system) {
        void *at = mmap(NULL, b->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return at == MAP_FAILED ? NULL : at;
    }
    void *at = aligned_alloc(PAGE, b->bytes);
    return at ? memset(at, 0, b->bytes) : NULL;
}

void block_give_back(const MemoryBlock *b)
{
    if (b->system)
        munmap(b->at, b->bytes);
    else
        free(b->at);
}

/* Of what the pool has kept, of its file, or new; at: NULL where there is none. */
static MemoryBlock find_block(size_t size, RangeKind kind, CUmemoryPool pool, Shared **shared)
{
    MemoryBlock b;
    if (pool && pool_reuse(pool, size, &b))
        return b;
    b = (MemoryBlock){.before = room_before(size, kind), .system = size >= LARGE};
    b.bytes = block_bytes(size, b.before);
    b.at = pool && pool->shared ? share_block(pool, b.bytes, shared) : zeroes(&b);
    if (b.at && pool)
        count_add(&pool->reserved, b.bytes);
    return b;
}

static void lose_block(CUmemoryPool pool, const MemoryBlock *b, Shared *shared)
{
    if (shared) {
        share_end(b->at, shared, false);
        atomic_fetch_sub(&pool->reserved.now, b->bytes);
    } else if (pool) {
        pool_keep(pool, b);
    } else {
        block_give_back(b);
    }
}

CUresult memory_make(CUdeviceptr *p, size_t size, RangeKind kind, unsigned flags, CUcontext ctx, CUmemoryPool pool)
{
    REFUSE_IF(!p || !size, CUDA_ERROR_INVALID_VALUE);
    const CUdevice device = pool ? pool->device : ctx->device;
    REFUSE_IF(size > SIZE_MAX / 2 || !memory_take(device, size), CUDA_ERROR_OUT_OF_MEMORY);
    Shared *shared = NULL;
    const MemoryBlock b = find_block(size, kind, pool, &shared);
    const Range r = {.begin = (uintptr_t)b.at + b.before, .size = size, .before = b.before, .kind = kind, .flags = flags, .ctx = ctx, .device = device,
                     .pool = pool, .managed = pool && pool->type == CU_MEM_ALLOCATION_TYPE_MANAGED, .shared = shared};
    if (!b.at || range_add(&r)) {
        memory_give(device, size);
        if (b.at)
            lose_block(pool, &b, shared);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (pool)
        count_add(&pool->used, size);
    *p = r.begin;
    return CUDA_SUCCESS;
}

static void memory_gone(const Range *r)
{
    const MemoryBlock b = {.at = (char *)r->begin - r->before, .before = r->before, .bytes = block_bytes(r->size, r->before), .system = r->size >= LARGE};
    const bool here = !r->shared || r->shared->fd >= 0, heap = here && r->kind == RANGE_DEVICE && !b.system;
    if (here) {
        memory_give(r->device, r->size);
        if (r->pool)
            atomic_fetch_sub(&r->pool->used.now, r->size);
        if (r->pool && r->shared)
            atomic_fetch_sub(&r->pool->reserved.now, b.bytes);
    }
    if (r->shared)
        share_end(b.at, r->shared, heap);
    if (!r->shared && r->pool)
        pool_keep(r->pool, &b);
    else if (!r->shared || heap)
        block_give_back(&b);
}

static CUresult memory_free_kind(const void *p, RangeKind kind)
{
    Range r;
    REFUSE_IF(!range_take(p, kind, &r), CUDA_ERROR_INVALID_VALUE);
    memory_gone(&r);
    return CUDA_SUCCESS;
}

bool memory_end_life(CUdeviceptr p, CUresult *status)
{
    const RangeLife was = range_set_alive(as_pointer(p), false);
    *status = was == RANGE_ALIVE ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    return was != RANGE_UNOWNED;
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
    CUresult status;
    do
        status = memory_make(p, size, RANGE_DEVICE, 0, ctx, NULL);
    while (status == CUDA_ERROR_OUT_OF_MEMORY && stream_wait_frees(ctx->legacy));
    return status;
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
    TRY(capture_unsafe()); /* also where there is nothing to free: programs initialise so */
    REFUSE_IF(!p, CUDA_SUCCESS);
    context_finish(ctx);
    CUresult status;
    REFUSE_IF(memory_end_life(p, &status), status);
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
    alone_shared(); /* it may be a file's */
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
    const bool share = r && ((r->pool && r->pool->shared) || (r->block && block_is_shareable(r->block)));
    const bool managed = r && range_is_managed(r), pool_of_host = r && r->pool && !managed && r->pool->location.type != CU_MEM_LOCATION_TYPE_DEVICE;
    const bool host = r && (r->kind == RANGE_HOST || r->kind == RANGE_REGISTERED || pool_of_host);
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
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE: *(unsigned *)to = r && r->kind == RANGE_DEVICE; break;
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: *(unsigned *)to = 0; break;
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: *(cuuint64_t *)to = share ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : 0; break;
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
