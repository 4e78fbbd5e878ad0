/* rt_reference.c: references to textures and surfaces, as the runtime library had them up to CUDA 11: variables of the program, which
 * nvcc's host code registers, and which are bound to memory by name.
 *
 * What the variable says of coordinates, filters and borders is taken when it is bound; how it is read, where it is registered. */
#include "rt.h"

#if RT_VERSION < 13

#include <pthread.h>

struct textureReference {
    int normalized;
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureAddressMode addressMode[3];
    struct cudaChannelFormatDesc channelDesc;
    int sRGB;
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization;
    int reserved[14];
};

struct surfaceReference { struct cudaChannelFormatDesc channelDesc; };

typedef struct Reference {
    struct Reference *next;
    const void *host;
    void **binary;
    const char *name;
    bool as_float;               /* of a texture: numbers of 8 and 16 bits from 0, or -1, to 1 */
} Reference;

static Reference *references;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void __cudaRegisterTexture(void **binary, const struct textureReference *host, const void **device, const char *name, int dim, int as_float, int ext);
void __cudaRegisterSurface(void **binary, const struct surfaceReference *host, const void **device, const char *name, int dim, int ext);
cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *t, const void *p, const struct cudaChannelFormatDesc *desc, size_t size);
cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *t, const void *p, const struct cudaChannelFormatDesc *desc,
                              size_t width, size_t height, size_t pitch);
cudaError_t cudaBindTextureToArray(const struct textureReference *t, cudaArray_const_t array, const struct cudaChannelFormatDesc *desc);
cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference *t, cudaMipmappedArray_const_t mipmap, const struct cudaChannelFormatDesc *desc);
cudaError_t cudaUnbindTexture(const struct textureReference *t);
cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *t);
cudaError_t cudaGetTextureReference(const struct textureReference **t, const void *symbol);
cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *s, cudaArray_const_t array, const struct cudaChannelFormatDesc *desc);
cudaError_t cudaGetSurfaceReference(const struct surfaceReference **s, const void *symbol);

static void add(void **binary, const void *host, const char *name, bool as_float)
{
    Reference *r = malloc(sizeof *r);
    if (!r)
        abort();
    pthread_mutex_lock(&lock);
    *r = (Reference){references, host, binary, name, as_float};
    references = r;
    pthread_mutex_unlock(&lock);
}

CUDA_API void __cudaRegisterTexture(void **binary, const struct textureReference *host, const void **device, const char *name, int dim,
                                    int as_float, int ext)
{
    (void)device, (void)dim, (void)ext;
    add(binary, host, name, as_float != 0);
}

CUDA_API void __cudaRegisterSurface(void **binary, const struct surfaceReference *host, const void **device, const char *name, int dim, int ext)
{
    (void)device, (void)dim, (void)ext;
    add(binary, host, name, false);
}

static const Reference *find(const void *host)
{
    pthread_mutex_lock(&lock);
    const Reference *r = references;
    while (r && r->host != host)
        r = r->next;
    pthread_mutex_unlock(&lock);
    return r;
}

/* The driver's reference gets all that the program's variable says but the memory. */
static cudaError_t describe(CUtexref to, const struct textureReference *t, bool as_float)
{
    const unsigned flags = (as_float ? 0u : CU_TRSF_READ_AS_INTEGER) | (t->normalized ? CU_TRSF_NORMALIZED_COORDINATES : 0u) |
                           (t->sRGB ? CU_TRSF_SRGB : 0u);
    for (int i = 0; i < 3; i++)
        RT_TRY(cuTexRefSetAddressMode(to, i, (CUaddress_mode)t->addressMode[i]));
    RT_TRY(cuTexRefSetFilterMode(to, (CUfilter_mode)t->filterMode));
    RT_TRY(cuTexRefSetMipmapFilterMode(to, (CUfilter_mode)t->mipmapFilterMode));
    RT_TRY(cuTexRefSetMipmapLevelBias(to, t->mipmapLevelBias));
    RT_TRY(cuTexRefSetMipmapLevelClamp(to, t->minMipmapLevelClamp, t->maxMipmapLevelClamp));
    RT_TRY(cuTexRefSetMaxAnisotropy(to, t->maxAnisotropy));
    RT_TRY(cuTexRefSetFlags(to, flags));
    return cudaSuccess;
}

static cudaError_t texture_of(const struct textureReference *t, const struct cudaChannelFormatDesc *desc, CUtexref *out)
{
    const Reference *r = t ? find(t) : NULL;
    CUmodule m;
    unsigned channels = 1;
    RT_REFUSE_IF(!r, cudaErrorInvalidTexture);
    RT_TRY(rt_module(r->binary, &m));
    const CUresult e = cuModuleGetTexRef(out, m, r->name);
    RT_REFUSE_IF(e == CUDA_ERROR_NOT_FOUND, cudaErrorInvalidTexture);
    RT_TRY(e);
    const CUarray_format f = rt_format(desc ? desc : &t->channelDesc, &channels);
    if (f)
        RT_TRY(cuTexRefSetFormat(*out, f, (int)channels));
    return describe(*out, t, r->as_float);
}

CUDA_API cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *t, const void *p, const struct cudaChannelFormatDesc *desc,
                                     size_t size)
{
    CUtexref r;
    CUdeviceptr base;
    size_t all;
    const cudaError_t e = texture_of(t, desc, &r);
    if (e)
        return e;
    RT_TRY(cuMemGetAddressRange_v2(&base, &all, rt_ptr(p)));
    const size_t rest = (size_t)(base + all - rt_ptr(p)); /* what is asked for may be as much as can be said */
    return rt_done(cuTexRefSetAddress_v2(offset, r, rt_ptr(p), size < rest ? size : rest));
}

CUDA_API cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *t, const void *p, const struct cudaChannelFormatDesc *desc,
                                       size_t width, size_t height, size_t pitch)
{
    CUtexref r;
    unsigned channels = 1;
    const cudaError_t e = texture_of(t, desc, &r);
    if (e)
        return e;
    const CUarray_format f = rt_format(desc ? desc : &t->channelDesc, &channels);
    const CUDA_ARRAY_DESCRIPTOR d = {.Width = width, .Height = height, .Format = f, .NumChannels = channels};
    if (offset)
        *offset = 0;
    return rt_done(cuTexRefSetAddress2D_v3(r, &d, rt_ptr(p), pitch));
}

CUDA_API cudaError_t cudaBindTextureToArray(const struct textureReference *t, cudaArray_const_t array, const struct cudaChannelFormatDesc *desc)
{
    CUtexref r;
    const cudaError_t e = texture_of(t, desc, &r);
    if (e)
        return e;
    return rt_done(cuTexRefSetArray(r, (CUarray)(uintptr_t)array, 1 /* its own format */));
}

CUDA_API cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference *t, cudaMipmappedArray_const_t mipmap,
                                                     const struct cudaChannelFormatDesc *desc)
{
    CUtexref r;
    const cudaError_t e = texture_of(t, desc, &r);
    if (e)
        return e;
    return rt_done(cuTexRefSetMipmappedArray(r, (CUmipmappedArray)(uintptr_t)mipmap, 1 /* its own format */));
}

/* What it was bound to stays readable until it is bound to something else, or that is freed. */
CUDA_API cudaError_t cudaUnbindTexture(const struct textureReference *t)
{
    RT_REFUSE_IF(!t || !find(t), cudaErrorInvalidTexture);
    return cudaSuccess;
}

CUDA_API cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *t)
{
    RT_REFUSE_IF(!offset, cudaErrorInvalidValue);
    RT_REFUSE_IF(!t || !find(t), cudaErrorInvalidTexture);
    *offset = 0;
    return cudaSuccess;
}

CUDA_API cudaError_t cudaGetTextureReference(const struct textureReference **t, const void *symbol)
{
    RT_REFUSE_IF(!t, cudaErrorInvalidValue);
    RT_REFUSE_IF(!find(symbol), cudaErrorInvalidTexture);
    *t = symbol;
    return cudaSuccess;
}

CUDA_API cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *s, cudaArray_const_t array, const struct cudaChannelFormatDesc *desc)
{
    const Reference *found = s ? find(s) : NULL;
    CUmodule m;
    CUsurfref r;
    (void)desc;
    RT_REFUSE_IF(!found, cudaErrorInvalidSurface);
    RT_TRY(rt_module(found->binary, &m));
    const CUresult e = cuModuleGetSurfRef(&r, m, found->name);
    return e == CUDA_ERROR_NOT_FOUND ? rt_error(cudaErrorInvalidSurface) : rt_done(e ? e : cuSurfRefSetArray(r, (CUarray)(uintptr_t)array, 0));
}

CUDA_API cudaError_t cudaGetSurfaceReference(const struct surfaceReference **s, const void *symbol)
{
    RT_REFUSE_IF(!s, cudaErrorInvalidValue);
    RT_REFUSE_IF(!find(symbol), cudaErrorInvalidSurface);
    *s = symbol;
    return cudaSuccess;
}

#endif
