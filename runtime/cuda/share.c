/* share.c: memory and events that other processes open.
 *
 * What is shared is a file without a name (memfd).  Handles that are bytes say whose file it is, and by what number; as long as the process
 * that made it has it, others of the same user open it through /proc.  Handles that are descriptors are the file itself. */
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 4096 };

/* ---- files ----------------------------------------------------------------------------------------------------------- */

bool share_inode(int fd, uint64_t *inode)
{
    struct stat s;
    alone_shared();
    if (fstat(fd, &s))
        return false;
    *inode = (uint64_t)s.st_ino;
    return true;
}

int share_file(size_t bytes, uint64_t *inode)
{
    const int fd = memfd_create("ptx2c", MFD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, (off_t)bytes) == 0 && share_inode(fd, inode))
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* The file that another process has under that number; -1: none, or another one by now. */
static int open_of(int pid, int number, uint64_t inode)
{
    char path[64];
    uint64_t found;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, number);
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd >= 0 && share_inode(fd, &found) && found == inode)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* What stands behind a file's memory, in a page of its own. */
typedef struct About {
    char magic[8];
    uint64_t bytes;
    unsigned char text[PAGE - 16];
} About;
static const char about_magic[8] = "ptx2c 1";

bool share_about(int fd, size_t size, const void *about, size_t bytes)
{
    About a = {.bytes = bytes};
    memcpy(a.magic, about_magic, sizeof a.magic);
    memcpy(a.text, about, bytes);
    return pwrite(fd, &a, sizeof a, (off_t)size) == (ssize_t)sizeof a;
}

bool share_import(int fd, void *about, size_t bytes, size_t *size, int *own)
{
    About a;
    struct stat s;
    if (fd < 0 || fstat(fd, &s) || s.st_size < PAGE || pread(fd, &a, sizeof a, s.st_size - PAGE) != (ssize_t)sizeof a)
        return false;
    if (memcmp(a.magic, about_magic, sizeof a.magic) != 0 || a.bytes != bytes)
        return false;
    memcpy(about, a.text, bytes);
    *size = (size_t)s.st_size - PAGE;
    *own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    alone_shared();
    return *own >= 0;
}

/* ---- memory ---------------------------------------------------------------------------------------------------------- */

static Shared *shared_new(int fd, uint64_t inode, uint64_t at, size_t bytes)
{
    Shared *s = calloc(1, sizeof *s);
    if (s)
        *s = (Shared){.fd = fd, .inode = inode, .at = at, .bytes = bytes, .opened = 1};
    return s;
}

void *share_block(CUmemoryPool pool, size_t bytes, Shared **out)
{
    const uint64_t at = atomic_fetch_add(&pool->end, bytes);
    Shared *s = shared_new(pool->fd, pool->inode, at, bytes);
    void *block = MAP_FAILED;
    if (s && fallocate(pool->fd, 0, (off_t)at, (off_t)bytes) == 0)
        block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, pool->fd, (off_t)at);
    if (block == MAP_FAILED) {
        free(s);
        return NULL;
    }
    *out = s;
    return block;
}

void share_end(void *block, Shared *s, bool from_heap)
{
    if (from_heap)
        mmap(block, s->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    else
        munmap(block, s->bytes);
    if (s->own)
        close(s->fd);
    else if (s->fd >= 0)
        fallocate(s->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)s->at, (off_t)s->bytes);
    free(s);
}

static bool is_zero(const unsigned char *page)
{
    return !page[0] && memcmp(page, page + 1, PAGE - 1) == 0;
}

/* Puts a file with the same contents in the place of a block's pages. */
static Shared *move_to_file(unsigned char *block, size_t bytes)
{
    uint64_t inode;
    const int fd = share_file(bytes, &inode);
    Shared *s = fd < 0 ? NULL : shared_new(fd, inode, 0, bytes);
    bool good = s != NULL;
    for (size_t at = 0; good && at < bytes; at += PAGE)
        good = is_zero(block + at) || pwrite(fd, block + at, PAGE, (off_t)at) == PAGE;
    if (good && mmap(block, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) != MAP_FAILED) {
        s->own = true;
        return s;
    }
    free(s);
    if (fd >= 0)
        close(fd);
    return NULL;
}

/* What a CUipcMemHandle, and CUmemPoolPtrExportData without whose it is, holds. */
typedef struct MemHandle {
    char magic[8];
    int pid, fd;
    uint64_t inode, at, bytes, before, size;
} MemHandle;
_Static_assert(sizeof(MemHandle) <= CU_IPC_HANDLE_SIZE && sizeof(MemHandle) <= sizeof(CUmemPoolPtrExportData), "handles hold it");
static const char mem_magic[8] = "ptx2c m", pointer_magic[8] = "ptx2c p", event_magic[8] = "ptx2c e";

static MemHandle handle_of(const Range *r, const char magic[8])
{
    const Shared *s = r->shared;
    MemHandle h = {.pid = getpid(), .fd = s->fd, .inode = s->inode, .at = s->at, .bytes = s->bytes, .before = r->before, .size = r->size};
    memcpy(h.magic, magic, sizeof h.magic);
    return h;
}

/* Whether what comes from elsewhere makes sense: the block holds the range, in whole pages. */
static bool is_sound(const MemHandle *h, const char magic[8])
{
    return memcmp(h->magic, magic, sizeof h->magic) == 0 && h->size && h->before <= h->bytes && h->size <= h->bytes - h->before &&
           h->bytes % PAGE == 0 && h->at % PAGE == 0 && h->at <= INT64_MAX - h->bytes;
}

CUDA_API CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr p)
{
    static pthread_mutex_t moving = PTHREAD_MUTEX_INITIALIZER;
    CONTEXT(ctx);
    Range r;
    void *at = (void *)(uintptr_t)p;
    REFUSE_IF(!handle || !range_find(at, &r) || r.kind != RANGE_DEVICE || r.ending, CUDA_ERROR_INVALID_VALUE);
    TRY(capture_unsafe());
    context_finish(ctx); /* nothing must write to the pages while they are moved */
    pthread_mutex_lock(&moving);
    CUresult status = range_find(at, &r) && r.kind == RANGE_DEVICE ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    if (!status && !r.shared) {
        r.shared = move_to_file((unsigned char *)r.begin - r.before, block_bytes(r.size, r.before));
        status = r.shared && range_set_shared(at, r.shared) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (!status) {
        const MemHandle h = handle_of(&r, mem_magic);
        memset(handle, 0, sizeof *handle);
        memcpy(handle, &h, sizeof h);
    }
    pthread_mutex_unlock(&moving);
    return status;
}

/* Maps a file's block as a range of that kind, and tells where it begins. */
static CUresult map(CUdeviceptr *p, const MemHandle *h, int fd, Range r)
{
    char *block = mmap(NULL, h->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)h->at);
    REFUSE_IF(block == MAP_FAILED, CUDA_ERROR_MAP_FAILED);
    r.begin = (uintptr_t)(block + h->before);
    r.size = h->size;
    r.before = h->before;
    r.shared = shared_new(-1, h->inode, h->at, h->bytes);
    if (!r.shared || range_add(&r)) {
        munmap(block, h->bytes);
        free(r.shared);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *p = r.begin;
    return CUDA_SUCCESS;
}

typedef struct Same { CUcontext ctx; const MemHandle *h; Range found; bool any; } Same;

static void find_same(const Range *r, void *data)
{
    Same *s = data;
    if (r->kind != RANGE_OPENED || r->ctx != s->ctx || r->shared->inode != s->h->inode)
        return;
    s->found = *r;
    s->any = true;
}

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

static CUresult open_memory(CUdeviceptr *p, CUcontext ctx, const MemHandle *h)
{
    Same same = {.ctx = ctx, .h = h};
    range_each(find_same, &same);
    if (same.any) {
        same.found.shared->opened++;
        *p = same.found.begin;
        return CUDA_SUCCESS;
    }
    const int fd = open_of(h->pid, h->fd, h->inode);
    REFUSE_IF(fd < 0, CUDA_ERROR_MAP_FAILED);
    const CUresult status = map(p, h, fd, (Range){.kind = RANGE_OPENED, .ctx = ctx, .device = ctx->device});
    close(fd);
    return status;
}

CUDA_API CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *p, CUipcMemHandle handle, unsigned int flags)
{
    CONTEXT(ctx);
    MemHandle h;
    memcpy(&h, &handle, sizeof h);
    REFUSE_IF(!p || flags > CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS || !is_sound(&h, mem_magic), CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(h.pid == getpid(), CUDA_ERROR_INVALID_CONTEXT); /* other processes' only */
    pthread_mutex_lock(&opening);
    const CUresult status = open_memory(p, ctx, &h);
    pthread_mutex_unlock(&opening);
    return status;
}

static CUresult close_memory(void *at)
{
    Range r;
    REFUSE_IF(!range_find(at, &r) || r.kind != RANGE_OPENED || (void *)r.begin != at, CUDA_ERROR_INVALID_VALUE);
    if (--r.shared->opened == 0 && range_take(at, RANGE_OPENED, &r))
        share_end((char *)r.begin - r.before, r.shared, false);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuIpcCloseMemHandle(CUdeviceptr p)
{
    CONTEXT(ctx);
    TRY(capture_unsafe());
    context_finish(ctx);
    pthread_mutex_lock(&opening);
    const CUresult status = close_memory((void *)(uintptr_t)p);
    pthread_mutex_unlock(&opening);
    return status;
}

/* ---- memory of pools ------------------------------------------------------------------------------------------------- */

CUDA_API CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *data, CUdeviceptr p)
{
    TRY(device_init());
    Range r;
    REFUSE_IF(!data || !range_find((void *)(uintptr_t)p, &r) || !r.pool || !r.pool->shared || !r.shared, CUDA_ERROR_INVALID_VALUE);
    const MemHandle h = handle_of(&r, pointer_magic);
    memset(data, 0, sizeof *data);
    memcpy(data, &h, sizeof h);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemPoolImportPointer(CUdeviceptr *p, CUmemoryPool pool, CUmemPoolPtrExportData *data)
{
    CONTEXT(ctx);
    MemHandle h;
    REFUSE_IF(!p || !data || !IS(pool, POOL) || !pool->imported, CUDA_ERROR_INVALID_VALUE);
    memcpy(&h, data, sizeof h);
    REFUSE_IF(!is_sound(&h, pointer_magic) || h.inode != pool->inode, CUDA_ERROR_INVALID_VALUE);
    return map(p, &h, pool->fd, (Range){.kind = RANGE_POOL, .ctx = ctx, .device = pool->device, .pool = pool});
}

/* ---- events ---------------------------------------------------------------------------------------------------------- */

/* Records have numbers from 1 on; that one is reached is noted in the place that it has among so many. */
enum { PLACES = 64 };

typedef struct EventWords {
    atomic_uint last, reached[PLACES];
    atomic_uint moved;           /* what waiting processes sleep on */
} EventWords;

struct EventShare {
    atomic_int refs;
    int pid, fd;                 /* whose it is, and the file there */
    uint64_t inode;
    EventWords *words;
};

/* Takes the file over where it is ours. */
static EventShare *event_share_map(int fd, int pid, int number, uint64_t inode)
{
    EventShare *s = calloc(1, sizeof *s);
    void *at = s ? mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (at == MAP_FAILED) {
        free(s);
        return NULL;
    }
    atomic_init(&s->refs, 1);
    s->pid = pid;
    s->fd = number;
    s->inode = inode;
    s->words = at;
    return s;
}

EventShare *event_share_make(void)
{
    uint64_t inode;
    const int fd = share_file(PAGE, &inode);
    EventShare *s = fd < 0 ? NULL : event_share_map(fd, getpid(), fd, inode);
    if (!s && fd >= 0)
        close(fd);
    return s;
}

void event_share_keep(EventShare *s) { atomic_fetch_add(&s->refs, 1); }

void event_share_release(EventShare *s)
{
    if (!s || atomic_fetch_sub(&s->refs, 1) != 1)
        return;
    munmap(s->words, PAGE);
    if (s->pid == getpid())
        close(s->fd);
    free(s);
}

uint32_t event_share_record(EventShare *s) { return atomic_fetch_add(&s->words->last, 1) + 1; }
uint32_t event_share_last(EventShare *s) { return atomic_load(&s->words->last); }

bool event_share_reached(EventShare *s, uint32_t number)
{
    return (int32_t)(atomic_load(&s->words->reached[number % PLACES]) - number) >= 0;
}

void event_share_reach(EventShare *s, uint32_t number)
{
    atomic_uint *place = &s->words->reached[number % PLACES];
    unsigned was = atomic_load(place);
    while ((int32_t)(was - number) < 0 && !atomic_compare_exchange_weak(place, &was, number))
        continue;
    atomic_fetch_add(&s->words->moved, 1);
    syscall(SYS_futex, &s->words->moved, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

void event_share_wait(EventShare *s, uint32_t number)
{
    for (;;) {
        const unsigned moved = atomic_load(&s->words->moved);
        if (event_share_reached(s, number))
            return;
        syscall(SYS_futex, &s->words->moved, FUTEX_WAIT, moved, NULL, NULL, 0);
    }
}

typedef struct EventHandle {
    char magic[8];
    int pid, fd;
    uint64_t inode;
} EventHandle;

CUDA_API CUresult cuIpcGetEventHandle(CUipcEventHandle *handle, CUevent event)
{
    REFUSE_IF(!IS(event, EVENT), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(!handle || !event->share || event->share->pid != getpid(), CUDA_ERROR_INVALID_VALUE);
    EventHandle h = {.pid = event->share->pid, .fd = event->share->fd, .inode = event->share->inode};
    memcpy(h.magic, event_magic, sizeof h.magic);
    memset(handle, 0, sizeof *handle);
    memcpy(handle, &h, sizeof h);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuIpcOpenEventHandle(CUevent *event, CUipcEventHandle handle)
{
    CONTEXT(ctx);
    EventHandle h;
    memcpy(&h, &handle, sizeof h);
    REFUSE_IF(!event || memcmp(h.magic, event_magic, sizeof h.magic) != 0, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(h.pid == getpid(), CUDA_ERROR_INVALID_CONTEXT);
    const int fd = open_of(h.pid, h.fd, h.inode);
    REFUSE_IF(fd < 0, CUDA_ERROR_MAP_FAILED);
    EventShare *s = event_share_map(fd, h.pid, h.fd, h.inode);
    close(fd);
    REFUSE_IF(!s, CUDA_ERROR_OUT_OF_MEMORY);
    return event_make(event, CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS, ctx, s);
}
