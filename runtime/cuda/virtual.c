/* virtual.c: reserved addresses and what is mapped there. */
#include "internal.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static void *as_pointer(CUdeviceptr p) { return (void *)(uintptr_t)p; }
static CUdeviceptr as_device(const void *p) { return (CUdeviceptr)(uintptr_t)p; }

typedef struct Block {
    uint32_t magic;
    atomic_int refs;             /* the handle and the mappings */
    int fd;                      /* of the memory */
    size_t size;
    CUmemAllocationProp prop;
} Block;

static CUdevice device_of(const CUmemAllocationProp *p) { return p->location.type == CU_MEM_LOCATION_TYPE_DEVICE ? p->location.id : 0; }

/* Takes the file over. */
static CUresult block_new(CUmemGenericAllocationHandle *handle, int fd, size_t size, const CUmemAllocationProp *prop)
{
    const bool room = memory_take(device_of(prop), size);
    Block *b = room ? handle_new(MAGIC_BLOCK, sizeof *b, NULL, NULL) : NULL;
    if (!b) {
        if (room)
            memory_give(device_of(prop), size);
        close(fd);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    atomic_init(&b->refs, 1);
    b->fd = fd;
    b->size = size;
    b->prop = *prop;
    *handle = (CUmemGenericAllocationHandle)(uintptr_t)b;
    return CUDA_SUCCESS;
}

static size_t page(void) { return (size_t)2 << 20; }

CUDA_API CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop, CUmemAllocationGranularity_flags option)
{
    (void)option;
    REFUSE_IF(!granularity || !prop, CUDA_ERROR_INVALID_VALUE);
    *granularity = page();
    return CUDA_SUCCESS;
}

/* What is reserved. */
typedef struct Reserved {
    struct Reserved *next;
    uintptr_t begin;
    size_t size;
} Reserved;

static Reserved *reserved;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the list, and what is mapped there changes under it */

/* The link to the reservation that holds those bytes; to NULL: none does. */
static Reserved **reserved_at(CUdeviceptr p, size_t size)
{
    Reserved **at = &reserved;
    while (*at && ((uintptr_t)p < (*at)->begin || (uintptr_t)p - (*at)->begin > (*at)->size || size > (*at)->size - ((uintptr_t)p - (*at)->begin)))
        at = &(*at)->next;
    return at;
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
    Reserved *r = malloc(sizeof *r);
    if (!r) {
        munmap(begin, size);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    pthread_mutex_lock(&lock);
    *r = (Reserved){reserved, (uintptr_t)begin, size};
    reserved = r;
    pthread_mutex_unlock(&lock);
    *p = as_device(begin);
    return CUDA_SUCCESS;
}

/* A reservation as a whole, where nothing is mapped. */
CUDA_API CUresult cuMemAddressFree(CUdeviceptr p, size_t size)
{
    pthread_mutex_lock(&lock);
    Reserved **at = reserved_at(p, size), *r = *at;
    const bool good = size && r && r->begin == (uintptr_t)p && r->size == size && !range_any(as_pointer(p), size);
    if (good) {
        *at = r->next;
        munmap(as_pointer(p), size);
        free(r);
    }
    pthread_mutex_unlock(&lock);
    return good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDA_API CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *prop, unsigned long long flags)
{
    TRY(device_init());
    REFUSE_IF(!handle || !prop || flags || !size || size % page(), CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(prop->type != CU_MEM_ALLOCATION_TYPE_PINNED, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(prop->location.type == CU_MEM_LOCATION_TYPE_DEVICE && (prop->location.id < 0 || prop->location.id >= device_count),
              CUDA_ERROR_INVALID_DEVICE);
    REFUSE_IF(prop->requestedHandleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, CUDA_ERROR_NOT_SUPPORTED);
    REFUSE_IF(size > device_memory(), CUDA_ERROR_OUT_OF_MEMORY);
    uint64_t inode;
    const int fd = share_file(size, &inode);
    REFUSE_IF(fd < 0, CUDA_ERROR_OUT_OF_MEMORY);
    return block_new(handle, fd, size, prop);
}

bool block_is_shareable(const void *block) { return ((const Block *)block)->prop.requestedHandleTypes != 0; }

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
    memory_give(device_of(&b->prop), b->size);
    handle_end(b);
}

CUDA_API CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    Block *b = block_of(handle);
    REFUSE_IF(!b, CUDA_ERROR_INVALID_VALUE);
    block_release(b);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemExportToShareableHandle(void *out, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type, unsigned long long flags)
{
    Block *b = block_of(handle);
    REFUSE_IF(!b || !out || flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR || !(b->prop.requestedHandleTypes & type), CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!share_about(b->fd, b->size, &b->prop, sizeof b->prop), CUDA_ERROR_OPERATING_SYSTEM);
    const int fd = fcntl(b->fd, F_DUPFD_CLOEXEC, 0);
    REFUSE_IF(fd < 0, CUDA_ERROR_OPERATING_SYSTEM);
    *(int *)out = fd;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *os, CUmemAllocationHandleType type)
{
    CUmemAllocationProp prop;
    size_t size;
    int fd;
    TRY(device_init());
    REFUSE_IF(!handle || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!share_import((int)(intptr_t)os, &prop, sizeof prop, &size, &fd), CUDA_ERROR_INVALID_VALUE);
    return block_new(handle, fd, size, &prop);
}

static CUresult map(CUdeviceptr p, Block *b)
{
    REFUSE_IF(!*reserved_at(p, b->size) || range_any(as_pointer(p), b->size), CUDA_ERROR_INVALID_VALUE);
    const Range r = {.begin = (uintptr_t)p, .size = b->size, .kind = RANGE_VIRTUAL, .ctx = context_peek(), .device = device_of(&b->prop), .block = b};
    void *at = mmap(as_pointer(p), b->size, PROT_NONE, MAP_SHARED | MAP_FIXED, b->fd, 0);
    REFUSE_IF(at == MAP_FAILED, CUDA_ERROR_OUT_OF_MEMORY);
    TRY(range_add(&r));
    atomic_fetch_add(&b->refs, 1);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemMap(CUdeviceptr p, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags)
{
    Block *b = block_of(handle);
    REFUSE_IF(!b || !p || p % page() || flags || offset || size != b->size, CUDA_ERROR_INVALID_VALUE);
    pthread_mutex_lock(&lock);
    const CUresult status = map(p, b);
    pthread_mutex_unlock(&lock);
    return status;
}

static void unmap(CUdeviceptr p, CUdeviceptr end)
{
    for (Range r; p < end && range_take(as_pointer(p), RANGE_VIRTUAL, &r); p += r.size) {
        mmap(as_pointer(p), r.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        block_release(r.block);
    }
}

CUDA_API CUresult cuMemUnmap(CUdeviceptr p, size_t size)
{
    pthread_mutex_lock(&lock);
    const bool good = p && size && range_is_mapped(as_pointer(p), size, true);
    if (good)
        unmap(p, p + size);
    pthread_mutex_unlock(&lock);
    return good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDA_API CUresult cuMemSetAccess(CUdeviceptr p, size_t size, const CUmemAccessDesc *desc, size_t count)
{
    REFUSE_IF(!p || !size || !desc || !count, CUDA_ERROR_INVALID_VALUE);
    unsigned access = 0;
    for (size_t i = 0; i < count; i++)
        access |= (unsigned)desc[i].flags;
    const int prot = access == CU_MEM_ACCESS_FLAGS_PROT_READWRITE ? PROT_READ | PROT_WRITE : access ? PROT_READ : PROT_NONE;
    pthread_mutex_lock(&lock);
    const bool good = range_is_mapped(as_pointer(p), size, false) && mprotect(as_pointer(p), size, prot) == 0;
    if (good)
        range_set_access(as_pointer(p), size, access);
    pthread_mutex_unlock(&lock);
    return good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDA_API CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr p)
{
    Range r;
    REFUSE_IF(!flags || !location || !range_find(as_pointer(p), &r), CUDA_ERROR_INVALID_VALUE);
    *flags = r.kind == RANGE_VIRTUAL ? r.access : CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
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
