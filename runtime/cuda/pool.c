/* pool.c: pools, and memory in a stream's order. */
#include "internal.h"

#include <fcntl.h>
#include <unistd.h>

static void *as_pointer(CUdeviceptr p) { return (void *)(uintptr_t)p; }

/* Each place has pools of its own for pinned and for managed memory: the devices, the host, and none in particular. */
enum { PLACES = MOST_DEVICES + 2, HOST_PLACE = MOST_DEVICES, NO_PLACE };

static CUmemoryPool own_pools[PLACES][2];      /* NULL: no memory for them */
static CUmemoryPool current_pools[PLACES][2];  /* under the lock */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t own_pools_once = PTHREAD_ONCE_INIT;
static _Atomic(CUmemoryPool) created_pools;

static int is_managed(CUmemAllocationType type) { return type == CU_MEM_ALLOCATION_TYPE_MANAGED; }

static CUresult place_of(const CUmemLocation *l, CUmemAllocationType type, int *place)
{
    REFUSE_IF(!l || (type != CU_MEM_ALLOCATION_TYPE_PINNED && !is_managed(type)), CUDA_ERROR_INVALID_VALUE);
    switch (l->type) {
    case CU_MEM_LOCATION_TYPE_DEVICE:
        REFUSE_IF(l->id < 0 || l->id >= device_count, CUDA_ERROR_INVALID_DEVICE);
        *place = l->id;
        return CUDA_SUCCESS;
    case CU_MEM_LOCATION_TYPE_HOST:
    case CU_MEM_LOCATION_TYPE_HOST_NUMA:
    case CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT: *place = HOST_PLACE; return CUDA_SUCCESS;
    case CU_MEM_LOCATION_TYPE_NONE: *place = NO_PLACE; return is_managed(type) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

static void pool_begin(CUmemoryPool p, CUmemLocation location, CUmemAllocationType type)
{
    p->magic = MAGIC_POOL;
    p->location = location;
    p->type = type;
    p->device = location.type == CU_MEM_LOCATION_TYPE_DEVICE ? location.id : 0;
    p->threshold = 0;
    memset(p->access, CU_MEM_ACCESS_FLAGS_PROT_NONE, sizeof p->access);
    if (location.type != CU_MEM_LOCATION_TYPE_NONE)
        p->access[location.type == CU_MEM_LOCATION_TYPE_DEVICE ? location.id : HOST_PLACE] = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    p->reuse[0] = p->reuse[1] = p->reuse[2] = 1;
    atomic_store(&p->used.high, atomic_load(&p->used.now));
    atomic_store(&p->reserved.high, atomic_load(&p->reserved.now));
}

/* ---- blocks that a pool keeps ------------------------------------------------------------------------------------------- */

bool pool_reuse(CUmemoryPool pool, size_t size, MemoryBlock *b)
{
    pthread_mutex_lock(&lock);
    MemoryBlock **at = &pool->kept;
    while (*at && block_bytes(size, (*at)->before) != (*at)->bytes)
        at = &(*at)->next;
    MemoryBlock *found = *at;
    if (found) {
        *at = found->next;
        *b = *found;
        free(found);
    }
    pthread_mutex_unlock(&lock);
    return found != NULL;
}

/* Gives kept blocks back until the pool holds no more than that, those that it has had for longest first; the lock is held. */
static void pool_trim(CUmemoryPool pool, unsigned long long most)
{
    while (pool->kept && atomic_load(&pool->reserved.now) > most) {
        MemoryBlock **last = &pool->kept;
        while ((*last)->next)
            last = &(*last)->next;
        atomic_fetch_sub(&pool->reserved.now, (*last)->bytes);
        block_give_back(*last);
        free(*last);
        *last = NULL;
    }
}

void pool_keep(CUmemoryPool pool, const MemoryBlock *b)
{
    pthread_mutex_lock(&lock);
    const bool keeps = IS(pool, POOL) && atomic_load(&pool->reserved.now) <= atomic_load(&pool->threshold);
    MemoryBlock *kept = keeps ? malloc(sizeof *kept) : NULL;
    if (kept) {
        *kept = *b;
        kept->next = pool->kept;
        pool->kept = kept;
    } else {
        atomic_fetch_sub(&pool->reserved.now, b->bytes);
        block_give_back(b);
    }
    pthread_mutex_unlock(&lock);
}

static void pool_end(CUmemoryPool pool)
{
    pthread_mutex_lock(&lock);
    pool->magic = 0;
    pool_trim(pool, 0);
    pthread_mutex_unlock(&lock);
}

static void own_pools_make(void)
{
    for (int i = 0; i < PLACES; i++)
        for (int managed = 0; managed < 2; managed++) {
            const CUmemLocation l = {i == HOST_PLACE ? CU_MEM_LOCATION_TYPE_HOST : i == NO_PLACE ? CU_MEM_LOCATION_TYPE_NONE : CU_MEM_LOCATION_TYPE_DEVICE,
                                     i < MOST_DEVICES ? i : 0};
            CUmemoryPool p = own_pools[i][managed] = current_pools[i][managed] = handle_new(MAGIC_POOL, sizeof *p, NULL, NULL);
            if (p) {
                p->of_device = true;
                pool_begin(p, l, managed ? CU_MEM_ALLOCATION_TYPE_MANAGED : CU_MEM_ALLOCATION_TYPE_PINNED);
            }
        }
}

void pools_reset(CUdevice device)
{
    pthread_once(&own_pools_once, own_pools_make);
    for (CUmemoryPool p = atomic_load(&created_pools); p; p = p->next)
        if (p->device == device)
            pool_end(p);
    pthread_mutex_lock(&lock);
    for (int managed = 0; managed < 2; managed++) {
        CUmemoryPool p = own_pools[device][managed];
        if (p) {
            pool_trim(p, 0);
            pool_begin(p, p->location, p->type);
        }
        current_pools[device][managed] = p;
    }
    pthread_mutex_unlock(&lock);
}

static CUresult pool_of(CUmemoryPool *pool, const CUmemLocation *l, CUmemAllocationType type, bool own)
{
    int place;
    TRY(device_init());
    REFUSE_IF(!pool, CUDA_ERROR_INVALID_VALUE);
    TRY(place_of(l, type, &place));
    pthread_once(&own_pools_once, own_pools_make);
    pthread_mutex_lock(&lock);
    *pool = own ? own_pools[place][is_managed(type)] : current_pools[place][is_managed(type)];
    pthread_mutex_unlock(&lock);
    return *pool ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUDA_API CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type)
{
    return pool_of(pool, location, type, true);
}

CUDA_API CUresult cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type)
{
    return pool_of(pool, location, type, false);
}

CUDA_API CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool)
{
    int place, own;
    TRY(device_init());
    TRY(place_of(location, type, &place));
    REFUSE_IF(!IS(pool, POOL) || pool->imported || pool->type != type, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(place_of(&pool->location, type, &own) || own != place, CUDA_ERROR_INVALID_VALUE);
    pthread_once(&own_pools_once, own_pools_make);
    pthread_mutex_lock(&lock);
    current_pools[place][is_managed(type)] = pool;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device)
{
    return pool_of(pool, &(CUmemLocation){CU_MEM_LOCATION_TYPE_DEVICE, device}, CU_MEM_ALLOCATION_TYPE_PINNED, true);
}

CUDA_API CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device)
{
    return pool_of(pool, &(CUmemLocation){CU_MEM_LOCATION_TYPE_DEVICE, device}, CU_MEM_ALLOCATION_TYPE_PINNED, false);
}

CUDA_API CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool)
{
    CUmemLocation l = {CU_MEM_LOCATION_TYPE_DEVICE, device};
    return cuMemSetMemPool(&l, CU_MEM_ALLOCATION_TYPE_PINNED, pool);
}

static CUresult pool_new(CUmemoryPool *out, const CUmemPoolProps *props)
{
    CUmemoryPool p = handle_new(MAGIC_POOL, sizeof *p, NULL, NULL);
    REFUSE_IF(!p, CUDA_ERROR_OUT_OF_MEMORY);
    pool_begin(p, props->location, props->allocType);
    p->max = props->maxSize;
    p->fd = -1;
    *out = p;
    return CUDA_SUCCESS;
}

static void pool_link(CUmemoryPool p)
{
    p->next = atomic_load(&created_pools);
    while (!atomic_compare_exchange_weak(&created_pools, &p->next, p))
        continue;
}

/* What the importing process must know of it stands at the begin of its file, which grows. */
enum { HEAD = 4096 };
typedef struct PoolHead {
    char magic[8];
    CUmemPoolProps props;
} PoolHead;
static const char pool_magic[8] = "ptx2c P";

static CUresult pool_share(CUmemoryPool p, const CUmemPoolProps *props)
{
    PoolHead head = {.props = *props};
    memcpy(head.magic, pool_magic, sizeof head.magic);
    p->fd = share_file(HEAD, &p->inode);
    REFUSE_IF(p->fd < 0 || pwrite(p->fd, &head, sizeof head, 0) != (ssize_t)sizeof head, CUDA_ERROR_OUT_OF_MEMORY);
    p->shared = true;
    atomic_store(&p->end, HEAD);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *props)
{
    int place;
    TRY(device_init());
    REFUSE_IF(!pool || !props, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(props->handleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, CUDA_ERROR_NOT_SUPPORTED);
    TRY(place_of(&props->location, props->allocType, &place));
    REFUSE_IF(props->handleTypes && is_managed(props->allocType), CUDA_ERROR_INVALID_VALUE);
    TRY(pool_new(pool, props));
    if (props->handleTypes) {
        const CUresult status = pool_share(*pool, props);
        if (status) {
            handle_end(*pool);
            return status;
        }
    }
    pool_link(*pool);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemPoolExportToShareableHandle(void *out, CUmemoryPool pool, CUmemAllocationHandleType type, unsigned long long flags)
{
    REFUSE_IF(!IS(pool, POOL) || !out || flags || !pool->shared || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, CUDA_ERROR_INVALID_VALUE);
    const int fd = fcntl(pool->fd, F_DUPFD_CLOEXEC, 0);
    REFUSE_IF(fd < 0, CUDA_ERROR_OPERATING_SYSTEM);
    *(int *)out = fd;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool, void *handle, CUmemAllocationHandleType type, unsigned long long flags)
{
    PoolHead head;
    int place;
    TRY(device_init());
    REFUSE_IF(!pool || flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, CUDA_ERROR_INVALID_VALUE);
    const int fd = (int)(intptr_t)handle;
    REFUSE_IF(pread(fd, &head, sizeof head, 0) != (ssize_t)sizeof head || memcmp(head.magic, pool_magic, sizeof head.magic) != 0, CUDA_ERROR_INVALID_VALUE);
    TRY(place_of(&head.props.location, head.props.allocType, &place));
    TRY(pool_new(pool, &head.props));
    (*pool)->imported = true;
    (*pool)->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (!share_inode((*pool)->fd, &(*pool)->inode)) {
        handle_end(*pool);
        return CUDA_ERROR_OPERATING_SYSTEM;
    }
    pool_link(*pool);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
    REFUSE_IF(!IS(pool, POOL) || pool->of_device, CUDA_ERROR_INVALID_VALUE);
    pthread_once(&own_pools_once, own_pools_make);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < PLACES; i++)
        for (int managed = 0; managed < 2; managed++)
            if (current_pools[i][managed] == pool)
                current_pools[i][managed] = own_pools[i][managed];
    pthread_mutex_unlock(&lock);
    if (pool->imported)
        close(pool->fd);
    pool_end(pool); /* what came from it stays until it is freed: ranges name it */
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t keep)
{
    REFUSE_IF(!IS(pool, POOL), CUDA_ERROR_INVALID_VALUE);
    pthread_mutex_lock(&lock);
    pool_trim(pool, keep);
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
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
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: pool->threshold = *(cuuint64_t *)value; return CUDA_SUCCESS; /* for what is freed from now on */
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH: return count_reset(&pool->used, value);
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH: return count_reset(&pool->reserved, value);
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
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT: *(cuuint64_t *)value = atomic_load(&pool->used.now); return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH: *(cuuint64_t *)value = atomic_load(&pool->used.high); return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT: *(cuuint64_t *)value = atomic_load(&pool->reserved.now); return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH: *(cuuint64_t *)value = atomic_load(&pool->reserved.high); return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

static CUresult access_check(CUmemoryPool pool, const CUmemAccessDesc *d, int *place)
{
    int own;
    TRY(place_of(&d->location, CU_MEM_ALLOCATION_TYPE_PINNED, place));
    const bool owns = !place_of(&pool->location, pool->type, &own) && own == *place;
    switch (d->flags) {
    case CU_MEM_ACCESS_FLAGS_PROT_READ:
    case CU_MEM_ACCESS_FLAGS_PROT_READWRITE: return CUDA_SUCCESS;
    case CU_MEM_ACCESS_FLAGS_PROT_NONE: return owns ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS; /* it keeps what it has */
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUDA_API CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count)
{
    int place;
    REFUSE_IF(!IS(pool, POOL) || (!map && count), CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < count; i++)
        TRY(access_check(pool, &map[i], &place));
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++)
        if (!access_check(pool, &map[i], &place))
            pool->access[place] = (unsigned char)map[i].flags;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location)
{
    int place;
    REFUSE_IF(!IS(pool, POOL) || !flags || !location, CUDA_ERROR_INVALID_VALUE);
    TRY(place_of(location, CU_MEM_ALLOCATION_TYPE_PINNED, &place));
    pthread_mutex_lock(&lock);
    *flags = (CUmemAccess_flags)pool->access[place];
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemAllocFromPoolAsync(CUdeviceptr *p, size_t size, CUmemoryPool pool, CUstream stream)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!IS(pool, POOL) || pool->imported, CUDA_ERROR_INVALID_VALUE);
    if (s->capture)
        return capture_alloc(s, p, size);
    CUresult status;
    do
        status = pool->max && atomic_load(&pool->used.now) + size > pool->max ? CUDA_ERROR_OUT_OF_MEMORY
                 : memory_make(p, size, RANGE_POOL, 0, s->ctx, pool);
    while (status == CUDA_ERROR_OUT_OF_MEMORY && stream_wait_frees(s));
    return status;
}

CUDA_API CUresult cuMemAllocAsync(CUdeviceptr *p, size_t size, CUstream stream)
{
    CUstream s;
    CUmemoryPool pool;
    TRY(stream_of(stream, &s));
    TRY(cuDeviceGetMemPool(&pool, s->ctx->device));
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
    CUresult status;
    REFUSE_IF(memory_end_life(p, &status), status);
    FreeTask *t = task_new(sizeof *t, free_run);
    REFUSE_IF(!t, CUDA_ERROR_OUT_OF_MEMORY);
    if (!range_end(as_pointer(p))) {
        task_free(&t->task);
        return CUDA_ERROR_INVALID_VALUE;
    }
    t->p = p;
    t->task.even_failed = true;
    uint64_t ticket;
    TRY(stream_add_ticket(s, &t->task, &ticket));
    atomic_store(&s->frees, ticket);
    return CUDA_SUCCESS;
}
