/* rt_array.c: arrays, mipmaps, textures and surfaces. */
#include "rt.h"

/* ---- formats --------------------------------------------------------------------------------------------------------- */

/* The channels' bits and kind, and the driver's format of them. */
static const struct { int bits; enum cudaChannelFormatKind kind; CUarray_format format; } formats[] = {
    {8, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT8},
    {16, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT16},
    {32, cudaChannelFormatKindUnsigned, CU_AD_FORMAT_UNSIGNED_INT32},
    {8, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT8},
    {16, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT16},
    {32, cudaChannelFormatKindSigned, CU_AD_FORMAT_SIGNED_INT32},
    {16, cudaChannelFormatKindFloat, CU_AD_FORMAT_HALF},
    {32, cudaChannelFormatKindFloat, CU_AD_FORMAT_FLOAT},
    {8, cudaChannelFormatKindUnsignedNormalized8X1, CU_AD_FORMAT_UNORM_INT8X1},
    {8, cudaChannelFormatKindUnsignedNormalized8X2, CU_AD_FORMAT_UNORM_INT8X2},
    {8, cudaChannelFormatKindUnsignedNormalized8X4, CU_AD_FORMAT_UNORM_INT8X4},
    {16, cudaChannelFormatKindUnsignedNormalized16X1, CU_AD_FORMAT_UNORM_INT16X1},
    {16, cudaChannelFormatKindUnsignedNormalized16X2, CU_AD_FORMAT_UNORM_INT16X2},
    {16, cudaChannelFormatKindUnsignedNormalized16X4, CU_AD_FORMAT_UNORM_INT16X4},
    {8, cudaChannelFormatKindSignedNormalized8X1, CU_AD_FORMAT_SNORM_INT8X1},
    {8, cudaChannelFormatKindSignedNormalized8X2, CU_AD_FORMAT_SNORM_INT8X2},
    {8, cudaChannelFormatKindSignedNormalized8X4, CU_AD_FORMAT_SNORM_INT8X4},
    {16, cudaChannelFormatKindSignedNormalized16X1, CU_AD_FORMAT_SNORM_INT16X1},
    {16, cudaChannelFormatKindSignedNormalized16X2, CU_AD_FORMAT_SNORM_INT16X2},
    {16, cudaChannelFormatKindSignedNormalized16X4, CU_AD_FORMAT_SNORM_INT16X4},
};

CUarray_format rt_format(const struct cudaChannelFormatDesc *d, unsigned *channels)
{
    *channels = d->w ? 4 : d->z ? 3 : d->y ? 2 : 1;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].bits == d->x && formats[i].kind == d->f && (!d->y || d->y == d->x) && (!d->z || d->z == d->x) && (!d->w || d->w == d->x))
            return formats[i].format;
    return (CUarray_format)0;
}

struct cudaChannelFormatDesc rt_channels(CUarray_format f, unsigned channels)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].format == f) {
            const int b = formats[i].bits;
            return (struct cudaChannelFormatDesc){b, channels > 1 ? b : 0, channels > 2 ? b : 0, channels > 3 ? b : 0, formats[i].kind};
        }
    return (struct cudaChannelFormatDesc){0, 0, 0, 0, cudaChannelFormatKindNone};
}

CUDA_API struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

/* ---- arrays ---------------------------------------------------------------------------------------------------------- */

static bool describe(CUDA_ARRAY3D_DESCRIPTOR *d, const struct cudaChannelFormatDesc *desc, struct cudaExtent e, unsigned flags)
{
    unsigned channels;
    const CUarray_format f = desc ? rt_format(desc, &channels) : (CUarray_format)0;
    if (!f || channels == 3)
        return false;
    *d = (CUDA_ARRAY3D_DESCRIPTOR){e.width, e.height, e.depth, f, channels, flags};
    return true;
}

CUDA_API cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent, unsigned int flags)
{
    CUDA_ARRAY3D_DESCRIPTOR d;
    RT_REFUSE_IF(!array, cudaErrorInvalidValue);
    RT_REFUSE_IF(!describe(&d, desc, extent, flags), cudaErrorInvalidChannelDescriptor);
    RT_CALL(cuArray3DCreate_v2((CUarray *)(void *)array, &d));
}

CUDA_API cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width, size_t height, unsigned int flags)
{
    return cudaMalloc3DArray(array, desc, (struct cudaExtent){width, height, 0}, flags);
}

CUDA_API cudaError_t cudaFreeArray(cudaArray_t array)
{
    if (!array)
        return cudaSuccess;
    RT_CALL(cuArrayDestroy((CUarray)(void *)array));
}

CUDA_API cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
                                              unsigned int levels, unsigned int flags)
{
    CUDA_ARRAY3D_DESCRIPTOR d;
    RT_REFUSE_IF(!mipmap, cudaErrorInvalidValue);
    RT_REFUSE_IF(!describe(&d, desc, extent, flags), cudaErrorInvalidChannelDescriptor);
    RT_CALL(cuMipmappedArrayCreate((CUmipmappedArray *)(void *)mipmap, &d, levels));
}

CUDA_API cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t mipmap, unsigned int level)
{
    RT_CALL(cuMipmappedArrayGetLevel((CUarray *)(void *)array, (CUmipmappedArray)(uintptr_t)mipmap, level));
}

CUDA_API cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap)
{
    if (!mipmap)
        return cudaSuccess;
    RT_CALL(cuMipmappedArrayDestroy((CUmipmappedArray)(void *)mipmap));
}

CUDA_API cudaError_t cudaArrayGetPlane(cudaArray_t *plane, cudaArray_t array, unsigned int index) { RT_CALL(cuArrayGetPlane((CUarray *)(void *)plane, (CUarray)array, index)); }

CUDA_API cudaError_t cudaArrayGetSparseProperties(struct cudaArraySparseProperties *p, cudaArray_t array)
{
    RT_CALL(cuArrayGetSparseProperties((CUDA_ARRAY_SPARSE_PROPERTIES *)(void *)p, (CUarray)array));
}

CUDA_API cudaError_t cudaMipmappedArrayGetSparseProperties(struct cudaArraySparseProperties *p, cudaMipmappedArray_t mipmap)
{
    RT_CALL(cuMipmappedArrayGetSparseProperties((CUDA_ARRAY_SPARSE_PROPERTIES *)(void *)p, (CUmipmappedArray)mipmap));
}

CUDA_API cudaError_t cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *r, cudaArray_t array, int device)
{
    RT_CALL(cuArrayGetMemoryRequirements((CUDA_ARRAY_MEMORY_REQUIREMENTS *)(void *)r, (CUarray)array, device));
}

CUDA_API cudaError_t cudaMipmappedArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *r, cudaMipmappedArray_t mipmap, int device)
{
    RT_CALL(cuMipmappedArrayGetMemoryRequirements((CUDA_ARRAY_MEMORY_REQUIREMENTS *)(void *)r, (CUmipmappedArray)mipmap, device));
}

CUDA_API cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags, cudaArray_t array)
{
    CUDA_ARRAY3D_DESCRIPTOR d;
    RT_TRY(rt_ready());
    RT_TRY(cuArray3DGetDescriptor_v2(&d, (CUarray)(void *)array));
    if (desc)
        *desc = rt_channels(d.Format, d.NumChannels);
    if (extent)
        *extent = (struct cudaExtent){d.Width, d.Height, d.Depth};
    if (flags)
        *flags = d.Flags;
    return cudaSuccess;
}

CUDA_API cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array)
{
    return cudaArrayGetInfo(desc, NULL, NULL, (cudaArray_t)(uintptr_t)array);
}

/* ---- textures and surfaces ------------------------------------------------------------------------------------------- */

static bool resource(CUDA_RESOURCE_DESC *to, const struct cudaResourceDesc *r)
{
    unsigned channels = 1;
    *to = (CUDA_RESOURCE_DESC){.resType = (CUresourcetype)r->resType};
    switch (r->resType) {
    case cudaResourceTypeArray: to->res.array.hArray = (CUarray)(void *)r->res.array.array; return true;
    case cudaResourceTypeMipmappedArray: to->res.mipmap.hMipmappedArray = (CUmipmappedArray)(void *)r->res.mipmap.mipmap; return true;
    case cudaResourceTypeLinear:
        to->res.linear.devPtr = rt_ptr(r->res.linear.devPtr);
        to->res.linear.format = rt_format(&r->res.linear.desc, &channels);
        to->res.linear.numChannels = channels;
        to->res.linear.sizeInBytes = r->res.linear.sizeInBytes;
        return to->res.linear.format != (CUarray_format)0;
    case cudaResourceTypePitch2D:
        to->res.pitch2D.devPtr = rt_ptr(r->res.pitch2D.devPtr);
        to->res.pitch2D.format = rt_format(&r->res.pitch2D.desc, &channels);
        to->res.pitch2D.numChannels = channels;
        to->res.pitch2D.width = r->res.pitch2D.width;
        to->res.pitch2D.height = r->res.pitch2D.height;
        to->res.pitch2D.pitchInBytes = r->res.pitch2D.pitchInBytes;
        return to->res.pitch2D.format != (CUarray_format)0;
    default: return false;
    }
}

static void resource_back(struct cudaResourceDesc *to, const CUDA_RESOURCE_DESC *r)
{
    memset(to, 0, sizeof *to);
    to->resType = (enum cudaResourceType)r->resType;
    if (r->resType == CU_RESOURCE_TYPE_ARRAY) {
        to->res.array.array = (cudaArray_t)(void *)r->res.array.hArray;
    } else if (r->resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY) {
        to->res.mipmap.mipmap = (cudaMipmappedArray_t)(void *)r->res.mipmap.hMipmappedArray;
    } else if (r->resType == CU_RESOURCE_TYPE_LINEAR) {
        to->res.linear.devPtr = (void *)(uintptr_t)r->res.linear.devPtr;
        to->res.linear.desc = rt_channels(r->res.linear.format, r->res.linear.numChannels);
        to->res.linear.sizeInBytes = r->res.linear.sizeInBytes;
    } else {
        to->res.pitch2D.devPtr = (void *)(uintptr_t)r->res.pitch2D.devPtr;
        to->res.pitch2D.desc = rt_channels(r->res.pitch2D.format, r->res.pitch2D.numChannels);
        to->res.pitch2D.width = r->res.pitch2D.width;
        to->res.pitch2D.height = r->res.pitch2D.height;
        to->res.pitch2D.pitchInBytes = r->res.pitch2D.pitchInBytes;
    }
}

static CUDA_TEXTURE_DESC texture(const struct cudaTextureDesc *t)
{
    CUDA_TEXTURE_DESC d = {
        .filterMode = (CUfilter_mode)t->filterMode, .maxAnisotropy = t->maxAnisotropy, .mipmapFilterMode = (CUfilter_mode)t->mipmapFilterMode,
        .mipmapLevelBias = t->mipmapLevelBias, .minMipmapLevelClamp = t->minMipmapLevelClamp, .maxMipmapLevelClamp = t->maxMipmapLevelClamp};
    for (int i = 0; i < 3; i++)
        d.addressMode[i] = (CUaddress_mode)t->addressMode[i];
    memcpy(d.borderColor, t->borderColor, sizeof d.borderColor);
    d.flags = (t->readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0u) |
              (t->normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0u) | (t->sRGB ? CU_TRSF_SRGB : 0u) |
              (t->seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0u);
    return d;
}

static CUDA_RESOURCE_VIEW_DESC view_of(const struct cudaResourceViewDesc *v)
{
    return (CUDA_RESOURCE_VIEW_DESC){
        .format = (CUresourceViewFormat)v->format, .width = v->width, .height = v->height, .depth = v->depth,
        .firstMipmapLevel = v->firstMipmapLevel, .lastMipmapLevel = v->lastMipmapLevel, .firstLayer = v->firstLayer, .lastLayer = v->lastLayer};
}

/* Whole numbers are neither filtered nor, of 32 bits, read as parts of 1; of a view with a format of its own the driver judges. */
static CUresult check_modes(const CUDA_RESOURCE_DESC *r, const struct cudaTextureDesc *t, const struct cudaResourceViewDesc *view)
{
    CUDA_ARRAY3D_DESCRIPTOR d = {.Format = r->res.linear.format};
    CUresult status = CUDA_SUCCESS;
    if (r->resType == CU_RESOURCE_TYPE_ARRAY)
        status = cuArray3DGetDescriptor_v2(&d, r->res.array.hArray);
    else if (r->resType == CU_RESOURCE_TYPE_PITCH2D)
        d.Format = r->res.pitch2D.format;
    else if (r->resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
        return CUDA_SUCCESS;
    const bool wide = d.Format == CU_AD_FORMAT_UNSIGNED_INT32 || d.Format == CU_AD_FORMAT_SIGNED_INT32;
    const bool whole = wide || (d.Format <= CU_AD_FORMAT_SIGNED_INT16 && t->readMode == cudaReadModeElementType);
    if (status || view)
        return status;
    return wide && t->readMode == cudaReadModeNormalizedFloat     ? (CUresult)cudaErrorInvalidNormSetting
           : whole && t->filterMode == cudaFilterModeLinear ? (CUresult)cudaErrorInvalidFilterSetting
                                                            : CUDA_SUCCESS;
}

CUDA_API cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *res, const struct cudaTextureDesc *tex,
                                             const struct cudaResourceViewDesc *view)
{
    CUDA_RESOURCE_DESC r;
    RT_REFUSE_IF(!object || !res || !tex || !resource(&r, res), cudaErrorInvalidValue);
    const CUDA_TEXTURE_DESC t = texture(tex);
    CUDA_RESOURCE_VIEW_DESC v;
    RT_TRY(check_modes(&r, tex, view));
    if (view)
        v = view_of(view);
    RT_CALL(cuTexObjectCreate(object, &r, &t, view ? &v : NULL));
}

CUDA_API cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) { RT_CALL(object ? cuTexObjectDestroy(object) : CUDA_SUCCESS); }

CUDA_API cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *res, cudaTextureObject_t object)
{
    CUDA_RESOURCE_DESC r;
    RT_REFUSE_IF(!res, cudaErrorInvalidValue);
    RT_TRY(cuTexObjectGetResourceDesc(&r, object));
    resource_back(res, &r);
    return cudaSuccess;
}

CUDA_API cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *tex, cudaTextureObject_t object)
{
    CUDA_TEXTURE_DESC d;
    RT_REFUSE_IF(!tex, cudaErrorInvalidValue);
    RT_TRY(cuTexObjectGetTextureDesc(&d, object));
    *tex = (struct cudaTextureDesc){
        .filterMode = (enum cudaTextureFilterMode)d.filterMode,
        .readMode = d.flags & CU_TRSF_READ_AS_INTEGER ? cudaReadModeElementType : cudaReadModeNormalizedFloat,
        .sRGB = (d.flags & CU_TRSF_SRGB) != 0, .normalizedCoords = (d.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0,
        .maxAnisotropy = d.maxAnisotropy, .mipmapFilterMode = (enum cudaTextureFilterMode)d.mipmapFilterMode,
        .mipmapLevelBias = d.mipmapLevelBias, .minMipmapLevelClamp = d.minMipmapLevelClamp, .maxMipmapLevelClamp = d.maxMipmapLevelClamp};
    for (int i = 0; i < 3; i++)
        tex->addressMode[i] = (enum cudaTextureAddressMode)d.addressMode[i];
    memcpy(tex->borderColor, d.borderColor, sizeof tex->borderColor);
    return cudaSuccess;
}

#if RT_VERSION < 13 /* CUDA 11's names for these */
CUDA_API cudaError_t cudaCreateTextureObject_v2(cudaTextureObject_t *object, const struct cudaResourceDesc *res,
                                                const struct cudaTextureDesc *tex, const struct cudaResourceViewDesc *view);
CUDA_API cudaError_t cudaGetTextureObjectTextureDesc_v2(struct cudaTextureDesc *tex, cudaTextureObject_t object);

CUDA_API cudaError_t cudaCreateTextureObject_v2(cudaTextureObject_t *object, const struct cudaResourceDesc *res,
                                                const struct cudaTextureDesc *tex, const struct cudaResourceViewDesc *view)
{
    return cudaCreateTextureObject(object, res, tex, view);
}

CUDA_API cudaError_t cudaGetTextureObjectTextureDesc_v2(struct cudaTextureDesc *tex, cudaTextureObject_t object)
{
    return cudaGetTextureObjectTextureDesc(tex, object);
}
#endif

CUDA_API cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view, cudaTextureObject_t object)
{
    CUDA_RESOURCE_VIEW_DESC v;
    RT_REFUSE_IF(!view, cudaErrorInvalidValue);
    RT_TRY(cuTexObjectGetResourceViewDesc(&v, object));
    *view = (struct cudaResourceViewDesc){
        .format = (enum cudaResourceViewFormat)v.format, .width = v.width, .height = v.height, .depth = v.depth,
        .firstMipmapLevel = v.firstMipmapLevel, .lastMipmapLevel = v.lastMipmapLevel, .firstLayer = v.firstLayer, .lastLayer = v.lastLayer};
    return cudaSuccess;
}

CUDA_API cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const struct cudaResourceDesc *res)
{
    CUDA_RESOURCE_DESC r;
    RT_REFUSE_IF(!object || !res || !resource(&r, res), cudaErrorInvalidValue);
    RT_CALL(cuSurfObjectCreate(object, &r));
}

CUDA_API cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) { RT_CALL(object ? cuSurfObjectDestroy(object) : CUDA_SUCCESS); }

CUDA_API cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *res, cudaSurfaceObject_t object)
{
    CUDA_RESOURCE_DESC r;
    RT_REFUSE_IF(!res, cudaErrorInvalidValue);
    RT_TRY(cuSurfObjectGetResourceDesc(&r, object));
    resource_back(res, &r);
    return cudaSuccess;
}
