/* old.c: the first API of launches (deprecated since CUDA 4), whose functions keep a launch's block and parameters until it comes,
 * and the use counts of contexts that went with it. */
#include "internal.h"

enum { MOST_BYTES = 32764 }; /* of parameters */

/* What a function's next launch has been told. */
struct OldLaunch {
    unsigned block[3], shared;
    size_t size;                 /* of the parameters, in all */
    _Alignas(16) unsigned char param[MOST_BYTES];
};

static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

/* The function that a handle means and what it has been told, until now a block of one thread. */
static CUresult old_of(CUfunction handle, CUfunction *f, struct OldLaunch **out)
{
    TRY(function_of(handle, f));
    pthread_mutex_lock(&making);
    if (!(*f)->old && ((*f)->old = calloc(1, sizeof *(*f)->old)))
        for (int i = 0; i < 3; i++)
            (*f)->old->block[i] = 1;
    pthread_mutex_unlock(&making);
    *out = (*f)->old;
    return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

#define OLD(handle) \
    CUfunction f; \
    struct OldLaunch *l; \
    TRY(old_of(handle, &f, &l))

CUDA_API CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z)
{
    OLD(function);
    REFUSE_IF(x <= 0 || y <= 0 || z <= 0, CUDA_ERROR_INVALID_VALUE);
    l->block[0] = (unsigned)x;
    l->block[1] = (unsigned)y;
    l->block[2] = (unsigned)z;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuFuncSetSharedSize(CUfunction function, unsigned int bytes)
{
    OLD(function);
    l->shared = bytes;
    return CUDA_SUCCESS;
}

/* ---- parameters: the caller says where each lies ---------------------------------------------------------------------- */

CUDA_API CUresult cuParamSetSize(CUfunction function, unsigned int bytes)
{
    OLD(function);
    REFUSE_IF(bytes > MOST_BYTES, CUDA_ERROR_INVALID_VALUE);
    l->size = bytes;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuParamSetv(CUfunction function, int offset, void *from, unsigned int bytes)
{
    OLD(function);
    REFUSE_IF(offset < 0 || !from || offset > MOST_BYTES || bytes > (unsigned)(MOST_BYTES - offset), CUDA_ERROR_INVALID_VALUE);
    memcpy(l->param + offset, from, bytes);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuParamSeti(CUfunction function, int offset, unsigned int value)
{
    return cuParamSetv(function, offset, &value, sizeof value);
}

CUDA_API CUresult cuParamSetf(CUfunction function, int offset, float value)
{
    return cuParamSetv(function, offset, &value, sizeof value);
}

/* ---- launches --------------------------------------------------------------------------------------------------------- */

CUDA_API CUresult cuLaunchGridAsync(CUfunction function, int width, int height, CUstream stream)
{
    OLD(function);
    REFUSE_IF(width <= 0 || height <= 0, CUDA_ERROR_INVALID_VALUE);
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, l->param, CU_LAUNCH_PARAM_BUFFER_SIZE, &l->size, CU_LAUNCH_PARAM_END};
    return cuLaunchKernel(function, (unsigned)width, (unsigned)height, 1, l->block[0], l->block[1], l->block[2], l->shared, stream,
                          NULL, extra);
}

CUDA_API CUresult cuLaunchGrid(CUfunction function, int width, int height)
{
    return cuLaunchGridAsync(function, width, height, NULL);
}

CUDA_API CUresult cuLaunch(CUfunction function) { return cuLaunchGrid(function, 1, 1); }

/* ---- contexts --------------------------------------------------------------------------------------------------------- */

CUDA_API CUresult cuCtxAttach(CUcontext *ctx, unsigned int flags)
{
    CONTEXT(current);
    REFUSE_IF(!ctx || flags, CUDA_ERROR_INVALID_VALUE);
    atomic_fetch_add(&current->attached, 1);
    *ctx = current;
    return CUDA_SUCCESS;
}

/* The last use ends the context. */
CUDA_API CUresult cuCtxDetach(CUcontext ctx)
{
    TRY(context_check(ctx));
    REFUSE_IF(ctx != context_peek(), CUDA_ERROR_INVALID_CONTEXT);
    int uses = atomic_load(&ctx->attached);
    while (uses > 0)
        if (atomic_compare_exchange_weak(&ctx->attached, &uses, uses - 1))
            return CUDA_SUCCESS;
    return cuCtxDestroy_v2(ctx);
}
