/* green.c: green contexts: streams of a device's primary context, to each of which belong some of its multiprocessors.  What they are
 * given is counted as CUDA does it and told when asked for; it says nothing of when work runs. */
#include "internal.h"

enum { ALIGN = 8 }; /* multiprocessors that are given at once, from compute capability 9.0 on; the fewest, too */

struct CUdevResourceDesc_st {
    uint32_t magic;
    unsigned int count;          /* of multiprocessors */
};

static atomic_ullong ids = 1;

static CUdevResource multiprocessors(unsigned int count)
{
    CUdevResource r;
    memset(&r, 0, sizeof r);
    r.type = count ? CU_DEV_RESOURCE_TYPE_SM : CU_DEV_RESOURCE_TYPE_INVALID;
    r.sm = (CUdevSmResource){count, count ? ALIGN : 0, count ? ALIGN : 0};
    return r;
}

CUDA_API CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *resource, CUdevResourceType type)
{
    int count;
    REFUSE_IF(!resource, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(type != CU_DEV_RESOURCE_TYPE_SM, CUDA_ERROR_INVALID_RESOURCE_TYPE);
    TRY(cuDeviceGetAttribute(&count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
    *resource = multiprocessors((unsigned int)count);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxGetDevResource(CUcontext ctx, CUdevResource *resource, CUdevResourceType type)
{
    REFUSE_IF(!IS(ctx, CONTEXT), CUDA_ERROR_INVALID_CONTEXT);
    return cuDeviceGetDevResource(ctx->device, resource, type);
}

CUDA_API CUresult cuDevSmResourceSplitByCount(CUdevResource *result, unsigned int *groups, const CUdevResource *from, CUdevResource *rest,
                                              unsigned int flags, unsigned int least)
{
    REFUSE_IF(!groups || !from || flags > 3, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(from->type != CU_DEV_RESOURCE_TYPE_SM, CUDA_ERROR_INVALID_RESOURCE_TYPE);
    const unsigned int align = flags & CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING ? 2 : ALIGN, count = from->sm.smCount;
    REFUSE_IF(least > count, CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
    const unsigned int each = least ? (least + align - 1) / align * align : align, most = count / each;
    REFUSE_IF(!most, CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
    if (!result || *groups > most)
        *groups = most;
    for (unsigned int i = 0; result && i < *groups; i++)
        result[i] = multiprocessors(each);
    if (rest)
        *rest = multiprocessors(result ? count - *groups * each : count % each);
    return CUDA_SUCCESS;
}

/* It lasts as long as the program: nothing of CUDA's ends it. */
CUDA_API CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *desc, CUdevResource *resources, unsigned int n)
{
    unsigned int count = 0;
    REFUSE_IF(!desc || !resources || !n, CUDA_ERROR_INVALID_VALUE);
    for (unsigned int i = 0; i < n; i++) {
        REFUSE_IF(resources[i].type != CU_DEV_RESOURCE_TYPE_SM, CUDA_ERROR_INVALID_RESOURCE_TYPE);
        count += resources[i].sm.smCount;
    }
    CUdevResourceDesc d = handle_new(MAGIC_RESOURCES, sizeof *d, NULL, NULL);
    REFUSE_IF(!d, CUDA_ERROR_OUT_OF_MEMORY);
    d->count = count;
    *desc = d;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGreenCtxCreate(CUgreenCtx *green, CUdevResourceDesc desc, CUdevice device, unsigned int flags)
{
    CUcontext ctx;
    REFUSE_IF(!green || !IS(desc, RESOURCES) || flags != CU_GREEN_CTX_DEFAULT_STREAM, CUDA_ERROR_INVALID_VALUE);
    TRY(cuDevicePrimaryCtxRetain(&ctx, device));
    CUgreenCtx g = handle_new(MAGIC_GREEN, sizeof *g, NULL, NULL);
    if (!g) {
        cuDevicePrimaryCtxRelease_v2(device);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    g->ctx = ctx;
    g->sm = multiprocessors(desc->count);
    g->id = atomic_fetch_add(&ids, 1);
    *green = g;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGreenCtxDestroy(CUgreenCtx green)
{
    REFUSE_IF(!IS(green, GREEN), CUDA_ERROR_INVALID_CONTEXT);
    const CUdevice device = green->ctx->device;
    handle_end(green);
    return cuDevicePrimaryCtxRelease_v2(device);
}

CUDA_API CUresult cuCtxFromGreenCtx(CUcontext *ctx, CUgreenCtx green)
{
    REFUSE_IF(!ctx, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(green, GREEN), CUDA_ERROR_INVALID_CONTEXT);
    *ctx = green->ctx;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGreenCtxGetDevResource(CUgreenCtx green, CUdevResource *resource, CUdevResourceType type)
{
    REFUSE_IF(!resource, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(green, GREEN), CUDA_ERROR_INVALID_CONTEXT);
    REFUSE_IF(type != CU_DEV_RESOURCE_TYPE_SM, CUDA_ERROR_INVALID_RESOURCE_TYPE);
    *resource = green->sm;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGreenCtxGetId(CUgreenCtx green, unsigned long long *id)
{
    REFUSE_IF(!id, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(green, GREEN), CUDA_ERROR_INVALID_CONTEXT);
    *id = green->id;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuGreenCtxStreamCreate(CUstream *stream, CUgreenCtx green, unsigned int flags, int priority)
{
    CUcontext before;
    REFUSE_IF(!stream || flags != CU_STREAM_NON_BLOCKING, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(green, GREEN), CUDA_ERROR_INVALID_CONTEXT);
    TRY(cuCtxPushCurrent_v2(green->ctx));
    const CUresult status = cuStreamCreateWithPriority(stream, flags, priority);
    TRY(cuCtxPopCurrent_v2(&before));
    if (!status) {
        (*stream)->green = green;
        stream_pass(*stream, &green->gate);
    }
    return status;
}

CUDA_API CUresult cuStreamGetGreenCtx(CUstream stream, CUgreenCtx *green)
{
    CUstream s;
    REFUSE_IF(!green, CUDA_ERROR_INVALID_VALUE);
    TRY(stream_of(stream, &s));
    *green = s->green;
    return CUDA_SUCCESS;
}
