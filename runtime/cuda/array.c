/* array.c: arrays and mipmapped arrays: images in plain memory, row by row. */
#include "internal.h"

enum { ROW = 32 }; /* bytes that rows are aligned to */

size_t array_element(CUarray_format f, unsigned channels)
{
    if (channels != 1 && channels != 2 && channels != 4)
        return 0;
    switch ((int)f) {
    case CU_AD_FORMAT_UNSIGNED_INT8: case CU_AD_FORMAT_SIGNED_INT8:
    case CU_AD_FORMAT_UNORM_INT8X1: case CU_AD_FORMAT_UNORM_INT8X2: case CU_AD_FORMAT_UNORM_INT8X4:
    case CU_AD_FORMAT_SNORM_INT8X1: case CU_AD_FORMAT_SNORM_INT8X2: case CU_AD_FORMAT_SNORM_INT8X4:
        return channels;
    case CU_AD_FORMAT_UNSIGNED_INT16: case CU_AD_FORMAT_SIGNED_INT16: case CU_AD_FORMAT_HALF:
    case CU_AD_FORMAT_UNORM_INT16X1: case CU_AD_FORMAT_UNORM_INT16X2: case CU_AD_FORMAT_UNORM_INT16X4:
    case CU_AD_FORMAT_SNORM_INT16X1: case CU_AD_FORMAT_SNORM_INT16X2: case CU_AD_FORMAT_SNORM_INT16X4:
        return 2u * channels;
    case CU_AD_FORMAT_UNSIGNED_INT32: case CU_AD_FORMAT_SIGNED_INT32: case CU_AD_FORMAT_FLOAT:
        return 4u * channels;
    default: return 0;
    }
}

size_t array_slices(const CUDA_ARRAY3D_DESCRIPTOR *d) { return d->Depth ? d->Depth : 1; }

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static void array_end(void *handle)
{
    CUarray a = handle;
    memory_free_array(a->data);
    handle_end(a);
}

/* of_mipmap: one of its levels, which ends with it. */
static CUresult array_new(CUarray *out, CUcontext ctx, const CUDA_ARRAY3D_DESCRIPTOR *d, bool of_mipmap)
{
    const size_t element = array_element(d->Format, d->NumChannels);
    REFUSE_IF(!element || !d->Width, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF((d->Flags & CUDA_ARRAY3D_CUBEMAP) && (d->Width != d->Height || d->Depth % 6 || !d->Depth), CUDA_ERROR_INVALID_VALUE);
    CUarray a = handle_new(MAGIC_ARRAY, sizeof *a, of_mipmap ? NULL : ctx, array_end);
    REFUSE_IF(!a, CUDA_ERROR_OUT_OF_MEMORY);
    a->ctx = ctx;
    a->of_mipmap = of_mipmap;
    a->desc = *d;
    a->row = (d->Width * element + ROW - 1) / ROW * ROW;
    a->slice = a->row * larger(d->Height, 1);
    a->bytes = a->slice * array_slices(d);
    CUdeviceptr p;
    CUresult status = memory_make(&p, a->bytes, RANGE_ARRAY, 0, ctx, NULL);
    if (status) {
        handle_end(a);
        return status;
    }
    a->data = (unsigned char *)(uintptr_t)p;
    memset(a->data, 0, a->bytes);
    *out = a;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuArray3DCreate_v2(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *desc)
{
    CONTEXT(ctx);
    REFUSE_IF(!array || !desc, CUDA_ERROR_INVALID_VALUE);
    return array_new(array, ctx, desc, false);
}

CUDA_API CUresult cuArrayCreate_v2(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *desc)
{
    REFUSE_IF(!desc, CUDA_ERROR_INVALID_VALUE);
    const CUDA_ARRAY3D_DESCRIPTOR d = {desc->Width, desc->Height, 0, desc->Format, desc->NumChannels, 0};
    return cuArray3DCreate_v2(array, &d);
}

CUDA_API CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *desc, CUarray array)
{
    REFUSE_IF(!desc, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(array, ARRAY), CUDA_ERROR_INVALID_HANDLE);
    *desc = array->desc;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *desc, CUarray array)
{
    REFUSE_IF(!desc, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(array, ARRAY), CUDA_ERROR_INVALID_HANDLE);
    const CUDA_ARRAY3D_DESCRIPTOR *d = &array->desc;
    *desc = (CUDA_ARRAY_DESCRIPTOR){d->Width, d->Height, d->Format, d->NumChannels};
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuArrayDestroy(CUarray array)
{
    CONTEXT(ctx);
    REFUSE_IF(!IS(array, ARRAY), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(array->of_mipmap, CUDA_ERROR_INVALID_VALUE);
    context_finish(ctx);
    array_end(array);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *r, CUarray array, CUdevice device)
{
    (void)device;
    REFUSE_IF(!r, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(array, ARRAY), CUDA_ERROR_INVALID_HANDLE);
    *r = (CUDA_ARRAY_MEMORY_REQUIREMENTS){.size = array->bytes, .alignment = 512};
    return CUDA_SUCCESS;
}

/* No format has planes of its own, and no array is sparse or mapped later. */
CUDA_API CUresult cuArrayGetPlane(CUarray *plane, CUarray array, unsigned int index)
{
    (void)plane, (void)index;
    return IS(array, ARRAY) ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
}

CUDA_API CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *p, CUarray array)
{
    (void)p;
    return IS(array, ARRAY) ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
}

CUDA_API CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *p, CUmipmappedArray mipmap)
{
    (void)p;
    return IS(mipmap, MIPMAP) ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
}

CUDA_API CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *r, CUmipmappedArray mipmap, CUdevice device)
{
    (void)device;
    REFUSE_IF(!r, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(mipmap, MIPMAP), CUDA_ERROR_INVALID_HANDLE);
    *r = (CUDA_ARRAY_MEMORY_REQUIREMENTS){.alignment = 512};
    for (unsigned i = 0; i < mipmap->levels; i++)
        r->size += mipmap->level[i]->bytes;
    return CUDA_SUCCESS;
}

/* ---- mipmaps --------------------------------------------------------------------------------------------------------- */

static size_t halved(size_t n, unsigned level) { return n ? larger(n >> level, 1) : 0; }

static void mipmap_end(void *handle)
{
    CUmipmappedArray m = handle;
    for (unsigned i = 0; i < m->levels; i++)
        array_end(m->level[i]);
    handle_end(m);
}

CUDA_API CUresult cuMipmappedArrayCreate(CUmipmappedArray *mipmap, const CUDA_ARRAY3D_DESCRIPTOR *desc, unsigned int levels)
{
    CONTEXT(ctx);
    REFUSE_IF(!mipmap || !desc || !levels, CUDA_ERROR_INVALID_VALUE);
    const bool layered = desc->Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP);
    const size_t longest = larger(larger(desc->Width, desc->Height), layered ? 0 : desc->Depth);
    unsigned most = 1;
    while (most < MOST_LEVELS && longest >> most)
        most++;
    levels = levels < most ? levels : most;
    CUmipmappedArray m = handle_new(MAGIC_MIPMAP, sizeof *m, ctx, mipmap_end);
    REFUSE_IF(!m, CUDA_ERROR_OUT_OF_MEMORY);
    m->ctx = ctx;
    m->desc = *desc;
    for (; m->levels < levels; m->levels++) {
        CUDA_ARRAY3D_DESCRIPTOR d = *desc;
        d.Width = halved(desc->Width, m->levels);
        d.Height = halved(desc->Height, m->levels);
        d.Depth = layered ? desc->Depth : halved(desc->Depth, m->levels);
        CUresult status = array_new(&m->level[m->levels], ctx, &d, true);
        if (status) {
            mipmap_end(m);
            return status;
        }
    }
    *mipmap = m;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMipmappedArrayGetLevel(CUarray *array, CUmipmappedArray mipmap, unsigned int level)
{
    REFUSE_IF(!IS(mipmap, MIPMAP), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(!array || level >= mipmap->levels, CUDA_ERROR_INVALID_VALUE);
    *array = mipmap->level[level];
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMipmappedArrayDestroy(CUmipmappedArray mipmap)
{
    CONTEXT(ctx);
    REFUSE_IF(!IS(mipmap, MIPMAP), CUDA_ERROR_INVALID_HANDLE);
    context_finish(ctx);
    mipmap_end(mipmap);
    return CUDA_SUCCESS;
}
