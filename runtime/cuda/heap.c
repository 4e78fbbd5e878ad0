/* heap.c: malloc and free of kernels, as far as CU_LIMIT_MALLOC_HEAP_SIZE goes. */
#include "internal.h"

#include <malloc.h>

/* What a block counts as: what was asked for, and at most 15 bytes more.  That of a GPU's heap takes no less. */
static long long counted(void *p)
{
    const size_t n = malloc_usable_size(p);
    return (long long)(n > sizeof(size_t) ? n - sizeof(size_t) : n);
}

static CUcontext of(const ptx2c_device *d) { return (CUcontext)(uintptr_t)((const char *)d - offsetof(struct CUctx_st, told)); }

void *heap_take(const ptx2c_device *d, size_t bytes)
{
    const CUcontext ctx = of(d);
    atomic_store(&ctx->heap_asked, true);
    const long long most = (long long)ctx->limits[CU_LIMIT_MALLOC_HEAP_SIZE];
    void *p = (long long)bytes <= most ? malloc(bytes) : NULL;
    if (p && atomic_fetch_add(&ctx->heap_used, counted(p)) + counted(p) > most) {
        heap_give(d, p);
        return NULL;
    }
    return p;
}

void heap_give(const ptx2c_device *d, void *p)
{
    if (p)
        atomic_fetch_sub(&of(d)->heap_used, counted(p));
    free(p);
}
