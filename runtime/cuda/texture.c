/* texture.c: texture and surface objects, and references to them, over the runtime's own (ptx2c/image.h). */
#include "internal.h"

/* What an object was made of, by its handle. */
typedef struct Object {
    struct Object *next;
    uint64_t handle;
    CUcontext ctx;
    bool surface;
    CUDA_RESOURCE_DESC resource;
    CUDA_TEXTURE_DESC texture;
    CUDA_RESOURCE_VIEW_DESC view;
    bool viewed;
    ptx2c_level *levels;
} Object;

static Object *objects;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- formats --------------------------------------------------------------------------------------------------------- */

static uint32_t type_of(CUarray_format f)
{
    switch ((int)f) {
    case CU_AD_FORMAT_UNSIGNED_INT8: return PTX2C_UNSIGNED_INT8;
    case CU_AD_FORMAT_UNSIGNED_INT16: return PTX2C_UNSIGNED_INT16;
    case CU_AD_FORMAT_UNSIGNED_INT32: return PTX2C_UNSIGNED_INT32;
    case CU_AD_FORMAT_SIGNED_INT8: return PTX2C_SIGNED_INT8;
    case CU_AD_FORMAT_SIGNED_INT16: return PTX2C_SIGNED_INT16;
    case CU_AD_FORMAT_SIGNED_INT32: return PTX2C_SIGNED_INT32;
    case CU_AD_FORMAT_HALF: return PTX2C_HALF_FLOAT;
    case CU_AD_FORMAT_FLOAT: return PTX2C_FLOAT;
    case CU_AD_FORMAT_UNORM_INT8X1: case CU_AD_FORMAT_UNORM_INT8X2: case CU_AD_FORMAT_UNORM_INT8X4: return PTX2C_UNORM_INT8;
    case CU_AD_FORMAT_UNORM_INT16X1: case CU_AD_FORMAT_UNORM_INT16X2: case CU_AD_FORMAT_UNORM_INT16X4: return PTX2C_UNORM_INT16;
    case CU_AD_FORMAT_SNORM_INT8X1: case CU_AD_FORMAT_SNORM_INT8X2: case CU_AD_FORMAT_SNORM_INT8X4: return PTX2C_SNORM_INT8;
    case CU_AD_FORMAT_SNORM_INT16X1: case CU_AD_FORMAT_SNORM_INT16X2: case CU_AD_FORMAT_SNORM_INT16X4: return PTX2C_SNORM_INT16;
    default: return 0;
    }
}

static uint32_t order_of(unsigned channels) { return channels == 1 ? PTX2C_R : channels == 2 ? PTX2C_RG : PTX2C_RGBA; }

/* The format that a view gives an element of the same size; the array's own where it gives none. */
static void view_format(CUresourceViewFormat v, CUarray_format *f, unsigned *channels)
{
    static const CUarray_format formats[] = {
        CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_SIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_SIGNED_INT16,
        CU_AD_FORMAT_UNSIGNED_INT32, CU_AD_FORMAT_SIGNED_INT32, CU_AD_FORMAT_HALF, CU_AD_FORMAT_FLOAT};
    const int i = (int)v - CU_RES_VIEW_FORMAT_UINT_1X8;
    if (v == CU_RES_VIEW_FORMAT_NONE || i < 0 || i >= 24)
        return;
    *f = formats[i / 3];
    *channels = 1u << i % 3;
}

/* ---- images ---------------------------------------------------------------------------------------------------------- */

static void set_sizes(ptx2c_image *m, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
    m->width = (uint32_t)d->Width;
    m->height = (uint32_t)d->Height;
    m->cube = (d->Flags & CUDA_ARRAY3D_CUBEMAP) != 0;
    const uint32_t depth = (uint32_t)d->Depth;
    if (d->Flags & CUDA_ARRAY3D_LAYERED)
        m->layers = m->cube ? depth / 6 : depth;
    else if (!m->cube)
        m->depth = depth;
}

static ptx2c_image image_of_array(CUarray a)
{
    ptx2c_image m = {.data = a->data, .type = type_of(a->desc.Format), .order = order_of(a->desc.NumChannels),
                     .row_pitch = a->row, .slice_pitch = a->slice};
    set_sizes(&m, &a->desc);
    return m;
}

/* Levels and layers that a view leaves, and sizes that it repeats. */
typedef struct View {
    unsigned level, levels, layer, layers; /* the first, and how many: layers 0: as there are */
} View;

static CUresult view_of(const CUDA_RESOURCE_VIEW_DESC *v, const CUDA_ARRAY3D_DESCRIPTOR *d, unsigned levels, View *out)
{
    *out = (View){.levels = levels};
    REFUSE_IF(!v, CUDA_SUCCESS);
    REFUSE_IF(v->width != d->Width || v->height != d->Height || v->depth != d->Depth, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(v->firstMipmapLevel > v->lastMipmapLevel || v->lastMipmapLevel >= levels, CUDA_ERROR_INVALID_VALUE);
    out->level = v->firstMipmapLevel;
    out->levels = v->lastMipmapLevel - v->firstMipmapLevel + 1;
    REFUSE_IF(v->firstLayer > v->lastLayer, CUDA_ERROR_INVALID_VALUE);
    const bool layered = (d->Flags & CUDA_ARRAY3D_LAYERED) && !(d->Flags & CUDA_ARRAY3D_CUBEMAP);
    REFUSE_IF(layered ? v->lastLayer >= d->Depth : !(d->Flags & CUDA_ARRAY3D_CUBEMAP) && v->lastLayer, CUDA_ERROR_INVALID_VALUE);
    if (layered) {
        out->layer = v->firstLayer;
        out->layers = v->lastLayer - v->firstLayer + 1;
    }
    return CUDA_SUCCESS;
}

static ptx2c_image image_in_view(CUarray a, const View *v)
{
    ptx2c_image m = image_of_array(a);
    m.data = a->data + v->layer * a->slice;
    if (v->layers)
        m.layers = v->layers;
    return m;
}

static CUresult image_of_mipmap(CUmipmappedArray a, const View *v, ptx2c_image *m, ptx2c_level **levels)
{
    *m = image_in_view(a->level[v->level], v);
    m->levels = v->levels;
    *levels = calloc(v->levels, sizeof **levels);
    REFUSE_IF(!*levels, CUDA_ERROR_OUT_OF_MEMORY);
    for (unsigned i = 1; i < v->levels; i++) {
        const ptx2c_image l = image_in_view(a->level[v->level + i], v);
        (*levels)[i - 1] = (ptx2c_level){l.data, l.row_pitch, l.slice_pitch};
    }
    m->level = *levels;
    return CUDA_SUCCESS;
}

static CUresult image_of_resource(const CUDA_RESOURCE_DESC *r, const CUDA_RESOURCE_VIEW_DESC *v, ptx2c_image *m, ptx2c_level **levels)
{
    CUarray_format f = CU_AD_FORMAT_FLOAT;
    unsigned channels = 1;
    View view;
    *levels = NULL;
    *m = (ptx2c_image){0};
    switch (r->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        REFUSE_IF(!IS(r->res.array.hArray, ARRAY), CUDA_ERROR_INVALID_HANDLE);
        TRY(view_of(v, &r->res.array.hArray->desc, 1, &view));
        *m = image_in_view(r->res.array.hArray, &view);
        f = r->res.array.hArray->desc.Format;
        channels = r->res.array.hArray->desc.NumChannels;
        break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        REFUSE_IF(!IS(r->res.mipmap.hMipmappedArray, MIPMAP), CUDA_ERROR_INVALID_HANDLE);
        TRY(view_of(v, &r->res.mipmap.hMipmappedArray->desc, r->res.mipmap.hMipmappedArray->levels, &view));
        TRY(image_of_mipmap(r->res.mipmap.hMipmappedArray, &view, m, levels));
        f = r->res.mipmap.hMipmappedArray->desc.Format;
        channels = r->res.mipmap.hMipmappedArray->desc.NumChannels;
        break;
    case CU_RESOURCE_TYPE_LINEAR:
        f = r->res.linear.format;
        channels = r->res.linear.numChannels;
        REFUSE_IF(!r->res.linear.devPtr || !array_element(f, channels), CUDA_ERROR_INVALID_VALUE);
        REFUSE_IF(!range_holds((void *)(uintptr_t)r->res.linear.devPtr, r->res.linear.sizeInBytes, RANGE_READ), CUDA_ERROR_INVALID_VALUE);
        m->data = (void *)(uintptr_t)r->res.linear.devPtr;
        m->width = (uint32_t)(r->res.linear.sizeInBytes / array_element(f, channels));
        m->linear = true;
        break;
    case CU_RESOURCE_TYPE_PITCH2D:
        f = r->res.pitch2D.format;
        channels = r->res.pitch2D.numChannels;
        REFUSE_IF(!r->res.pitch2D.devPtr || !array_element(f, channels), CUDA_ERROR_INVALID_VALUE);
        m->data = (void *)(uintptr_t)r->res.pitch2D.devPtr;
        m->width = (uint32_t)r->res.pitch2D.width;
        m->height = (uint32_t)r->res.pitch2D.height;
        m->row_pitch = r->res.pitch2D.pitchInBytes;
        break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    if (v)
        view_format(v->format, &f, &channels);
    m->type = type_of(f);
    m->order = order_of(channels);
    return m->type ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static ptx2c_sampler sampler_of(const CUDA_TEXTURE_DESC *t, const ptx2c_image *m)
{
    static const uint8_t modes[] = {[CU_TR_ADDRESS_MODE_WRAP] = PTX2C_WRAP, [CU_TR_ADDRESS_MODE_CLAMP] = PTX2C_CLAMP,
                                    [CU_TR_ADDRESS_MODE_MIRROR] = PTX2C_MIRROR, [CU_TR_ADDRESS_MODE_BORDER] = PTX2C_BORDER};
    ptx2c_sampler s = {
        .filter = t->filterMode == CU_TR_FILTER_MODE_LINEAR ? PTX2C_LINEAR : PTX2C_NEAREST,
        .mip_filter = t->mipmapFilterMode == CU_TR_FILTER_MODE_LINEAR && m->levels ? PTX2C_LINEAR : PTX2C_NEAREST,
        .seamless = (t->flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0,
        .max_anisotropy = (uint8_t)(t->maxAnisotropy > 16 ? 16 : t->maxAnisotropy),
        .bias = t->mipmapLevelBias, .min_level = t->minMipmapLevelClamp, .max_level = t->maxMipmapLevelClamp,
        .normalized = (t->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0 || m->cube,
        .srgb = (t->flags & CU_TRSF_SRGB) != 0,
    };
    for (int i = 0; i < 3; i++) {
        const unsigned mode = (unsigned)t->addressMode[i];
        s.address[i] = modes[mode < 4 ? mode : 1];
        if (!s.normalized && (s.address[i] == PTX2C_WRAP || s.address[i] == PTX2C_MIRROR))
            s.address[i] = PTX2C_CLAMP;
    }
    memcpy(s.border, t->borderColor, sizeof s.border);
    const bool narrow = m->type == PTX2C_SIGNED_INT8 || m->type == PTX2C_UNSIGNED_INT8 || m->type == PTX2C_SIGNED_INT16 ||
                        m->type == PTX2C_UNSIGNED_INT16;
    s.read_normalized = narrow && !(t->flags & CU_TRSF_READ_AS_INTEGER);
    return s;
}

static CUresult status_of(int status) { return status == PTX2C_NO_MEMORY ? CUDA_ERROR_OUT_OF_MEMORY : status ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS; }

/* ---- objects --------------------------------------------------------------------------------------------------------- */

static CUresult object_new(uint64_t *handle, CUcontext ctx, const CUDA_RESOURCE_DESC *r, const CUDA_TEXTURE_DESC *t, const CUDA_RESOURCE_VIEW_DESC *v)
{
    Object *o = calloc(1, sizeof *o);
    REFUSE_IF(!o, CUDA_ERROR_OUT_OF_MEMORY);
    ptx2c_image m;
    CUresult status = image_of_resource(r, v, &m, &o->levels);
    if (!status && t) {
        const ptx2c_sampler s = sampler_of(t, &m);
        status = status_of(ptx2c_texture_create(handle, &m, &s));
    } else if (!status) {
        if (m.cube) /* kernels number the faces of all maps: a surface has each as a layer */
            m.layers = 6 * (m.layers ? m.layers : 1);
        m.cube = false;
        status = status_of(ptx2c_surface_create(handle, &m));
    }
    if (status) {
        free(o->levels);
        free(o);
        return status;
    }
    o->handle = *handle;
    o->ctx = ctx;
    o->surface = !t;
    o->resource = *r;
    if (t)
        o->texture = *t;
    if ((o->viewed = v != NULL))
        o->view = *v;
    pthread_mutex_lock(&lock);
    o->next = objects;
    objects = o;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

/* Ends the object that a list's link leads to. */
static CUresult object_drop(Object **at)
{
    Object *o = *at;
    *at = o->next;
    const CUresult status = status_of(o->surface ? ptx2c_surface_destroy(o->handle) : ptx2c_texture_destroy(o->handle));
    free(o->levels);
    free(o);
    return status;
}

static CUresult object_end(uint64_t handle, bool surface)
{
    CUresult status = CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    for (Object **at = &objects; *at; at = &(*at)->next)
        if ((*at)->handle == handle && (*at)->surface == surface) {
            status = object_drop(at);
            break;
        }
    pthread_mutex_unlock(&lock);
    return status;
}

void objects_end(CUcontext ctx)
{
    pthread_mutex_lock(&lock);
    for (Object **at = &objects; *at;)
        if ((*at)->ctx == ctx)
            object_drop(at);
        else
            at = &(*at)->next;
    pthread_mutex_unlock(&lock);
}

static CUresult object_look(uint64_t handle, Object *out)
{
    CUresult status = CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    for (const Object *o = objects; o; o = o->next)
        if (o->handle == handle) {
            *out = *o;
            status = CUDA_SUCCESS;
        }
    pthread_mutex_unlock(&lock);
    return status;
}

/* Does memory begin, and do its rows, where the attributes of the device say that textures' must? */
static bool is_aligned(const CUDA_RESOURCE_DESC *r)
{
    const bool rows = r->resType == CU_RESOURCE_TYPE_PITCH2D, memory = rows || r->resType == CU_RESOURCE_TYPE_LINEAR;
    const CUdeviceptr at = rows ? r->res.pitch2D.devPtr : memory ? r->res.linear.devPtr : 0;
    return at % TEXTURE_ALIGN == 0 && (!rows || r->res.pitch2D.pitchInBytes % TEXTURE_PITCH_ALIGN == 0);
}

CUDA_API CUresult cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *texture,
                                    const CUDA_RESOURCE_VIEW_DESC *view)
{
    CONTEXT(ctx);
    REFUSE_IF(!object || !resource || !texture || !is_aligned(resource), CUDA_ERROR_INVALID_VALUE);
    uint64_t handle;
    TRY(object_new(&handle, ctx, resource, texture, view));
    *object = handle;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexObjectDestroy(CUtexObject object) { return object_end(object, false); }

CUDA_API CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUtexObject object)
{
    Object o;
    REFUSE_IF(!resource, CUDA_ERROR_INVALID_VALUE);
    TRY(object_look(object, &o));
    *resource = o.resource;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *texture, CUtexObject object)
{
    Object o;
    REFUSE_IF(!texture, CUDA_ERROR_INVALID_VALUE);
    TRY(object_look(object, &o));
    *texture = o.texture;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *view, CUtexObject object)
{
    Object o;
    REFUSE_IF(!view, CUDA_ERROR_INVALID_VALUE);
    TRY(object_look(object, &o));
    REFUSE_IF(!o.viewed, CUDA_ERROR_INVALID_VALUE);
    *view = o.view;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuSurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *resource)
{
    CONTEXT(ctx);
    REFUSE_IF(!object || !resource || resource->resType != CU_RESOURCE_TYPE_ARRAY, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(IS(resource->res.array.hArray, ARRAY) && !(resource->res.array.hArray->desc.Flags & CUDA_ARRAY3D_SURFACE_LDST), CUDA_ERROR_INVALID_VALUE);
    uint64_t handle;
    TRY(object_new(&handle, ctx, resource, NULL, NULL));
    *object = handle;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuSurfObjectDestroy(CUsurfObject object) { return object_end(object, true); }

CUDA_API CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUsurfObject object)
{
    Object o;
    REFUSE_IF(!resource, CUDA_ERROR_INVALID_VALUE);
    TRY(object_look(object, &o));
    *resource = o.resource;
    return CUDA_SUCCESS;
}

/* ---- references ------------------------------------------------------------------------------------------------------ */

struct CUtexref_st {
    uint32_t magic;
    CUtexref next;
    CUmodule module;             /* NULL: of none (cuTexRefCreate) */
    char *name;
    CUDA_RESOURCE_DESC resource;
    CUDA_TEXTURE_DESC texture;
    uint64_t handle;             /* 0: nothing is bound */
    CUarray_format format;
    unsigned channels;
};

struct CUsurfref_st {
    uint32_t magic;
    CUsurfref next;
    CUmodule module;
    char *name;
    CUarray array;
    uint64_t handle;
};

static bool has_reference(CUmodule m, const char *name, uint32_t kind)
{
    for (const ptx2c_module *const *p = m->modules; *p; p++)
        if (ptx2c_find_opaque(*p, name, kind))
            return true;
    return false;
}

CUDA_API CUresult cuModuleGetTexRef(CUtexref *reference, CUmodule module, const char *name)
{
    REFUSE_IF(!reference || !name, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(module, MODULE), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(!has_reference(module, name, PTX2C_TEXTURE), CUDA_ERROR_NOT_FOUND);
    for (CUtexref r = module->textures; r; r = r->next)
        if (strcmp(r->name, name) == 0) {
            *reference = r;
            return CUDA_SUCCESS;
        }
    CUtexref r;
    TRY(cuTexRefCreate(&r));
    REFUSE_IF(!(r->name = strdup(name)), CUDA_ERROR_OUT_OF_MEMORY);
    r->module = module;
    r->next = module->textures;
    *reference = module->textures = r;
    return CUDA_SUCCESS;
}

/* Only a module's reference can be read by kernels: this one keeps what it is told. */
CUDA_API CUresult cuTexRefCreate(CUtexref *reference)
{
    TRY(device_init());
    REFUSE_IF(!reference, CUDA_ERROR_INVALID_VALUE);
    CUtexref r = handle_new(MAGIC_TEXREF, sizeof *r, NULL, NULL);
    REFUSE_IF(!r, CUDA_ERROR_OUT_OF_MEMORY);
    r->format = CU_AD_FORMAT_FLOAT;
    r->channels = 1;
    for (int i = 0; i < 3; i++)
        r->texture.addressMode[i] = CU_TR_ADDRESS_MODE_CLAMP;
    *reference = r;
    return CUDA_SUCCESS;
}

/* Kernels read a module's references as they are bound: a launch needs to be told nothing. */
CUDA_API CUresult cuParamSetTexRef(CUfunction function, int unit, CUtexref r)
{
    CUfunction f;
    TRY(function_of(function, &f));
    return unit != CU_PARAM_TR_DEFAULT || !IS(r, TEXREF) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUDA_API CUresult cuTexRefDestroy(CUtexref r)
{
    REFUSE_IF(!IS(r, TEXREF) || r->module, CUDA_ERROR_INVALID_VALUE);
    handle_end(r);
    return CUDA_SUCCESS;
}

/* Binds what the reference describes now. */
static CUresult rebind(CUtexref r)
{
    uint64_t handle;
    REFUSE_IF(!r->module, CUDA_SUCCESS);
    REFUSE_IF((r->resource.resType == CU_RESOURCE_TYPE_ARRAY && !r->resource.res.array.hArray) ||
              (r->resource.resType == CU_RESOURCE_TYPE_LINEAR && !r->resource.res.linear.devPtr), CUDA_SUCCESS);
    TRY(object_new(&handle, r->module->ctx, &r->resource, &r->texture, NULL));
    for (const ptx2c_module *const *p = r->module->modules; *p; p++)
        ptx2c_bind_texture(*p, r->name, handle);
    if (r->handle)
        object_end(r->handle, false);
    r->handle = handle;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexRefSetArray(CUtexref r, CUarray array, unsigned int flags)
{
    (void)flags;
    REFUSE_IF(!IS(r, TEXREF) || !IS(array, ARRAY), CUDA_ERROR_INVALID_VALUE);
    r->resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array};
    return rebind(r);
}

CUDA_API CUresult cuTexRefSetMipmappedArray(CUtexref r, CUmipmappedArray mipmap, unsigned int flags)
{
    (void)flags;
    REFUSE_IF(!IS(r, TEXREF) || !IS(mipmap, MIPMAP), CUDA_ERROR_INVALID_VALUE);
    r->resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY, .res.mipmap.hMipmappedArray = mipmap};
    return rebind(r);
}

CUDA_API CUresult cuTexRefSetAddress_v2(size_t *offset, CUtexref r, CUdeviceptr p, size_t bytes)
{
    REFUSE_IF(!IS(r, TEXREF), CUDA_ERROR_INVALID_VALUE);
    r->resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_LINEAR, .res.linear = {p, r->format, r->channels, bytes}};
    if (offset)
        *offset = 0;
    return rebind(r);
}

CUDA_API CUresult cuTexRefSetAddress2D_v3(CUtexref r, const CUDA_ARRAY_DESCRIPTOR *desc, CUdeviceptr p, size_t pitch)
{
    REFUSE_IF(!IS(r, TEXREF) || !desc, CUDA_ERROR_INVALID_VALUE);
    r->resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_PITCH2D,
                                       .res.pitch2D = {p, desc->Format, desc->NumChannels, desc->Width, desc->Height, pitch}};
    return rebind(r);
}

CUDA_API CUresult cuTexRefSetAddress2D_v2(CUtexref r, const CUDA_ARRAY_DESCRIPTOR *desc, CUdeviceptr p, size_t pitch)
{
    return cuTexRefSetAddress2D_v3(r, desc, p, pitch);
}

CUDA_API CUresult cuTexRefSetFormat(CUtexref r, CUarray_format format, int channels)
{
    REFUSE_IF(!IS(r, TEXREF) || !array_element(format, (unsigned)channels), CUDA_ERROR_INVALID_VALUE);
    r->format = format;
    r->channels = (unsigned)channels;
    if (r->resource.resType == CU_RESOURCE_TYPE_LINEAR) {
        r->resource.res.linear.format = format;
        r->resource.res.linear.numChannels = (unsigned)channels;
    }
    return rebind(r);
}

CUDA_API CUresult cuTexRefSetAddressMode(CUtexref r, int dimension, CUaddress_mode mode)
{
    REFUSE_IF(!IS(r, TEXREF) || dimension < 0 || dimension > 2, CUDA_ERROR_INVALID_VALUE);
    r->texture.addressMode[dimension] = mode;
    return rebind(r);
}

CUDA_API CUresult cuTexRefSetFilterMode(CUtexref r, CUfilter_mode mode)
{
    REFUSE_IF(!IS(r, TEXREF), CUDA_ERROR_INVALID_VALUE);
    r->texture.filterMode = mode;
    return rebind(r);
}

CUDA_API CUresult cuTexRefSetMipmapFilterMode(CUtexref r, CUfilter_mode mode)
{
    REFUSE_IF(!IS(r, TEXREF), CUDA_ERROR_INVALID_VALUE);
    r->texture.mipmapFilterMode = mode;
    return rebind(r);
}

CUDA_API CUresult cuTexRefSetMipmapLevelBias(CUtexref r, float bias)
{
    REFUSE_IF(!IS(r, TEXREF), CUDA_ERROR_INVALID_VALUE);
    r->texture.mipmapLevelBias = bias;
    return rebind(r);
}

CUDA_API CUresult cuTexRefSetMipmapLevelClamp(CUtexref r, float least, float most)
{
    REFUSE_IF(!IS(r, TEXREF), CUDA_ERROR_INVALID_VALUE);
    r->texture.minMipmapLevelClamp = least;
    r->texture.maxMipmapLevelClamp = most;
    return rebind(r);
}

CUDA_API CUresult cuTexRefSetMaxAnisotropy(CUtexref r, unsigned int most)
{
    REFUSE_IF(!IS(r, TEXREF), CUDA_ERROR_INVALID_VALUE);
    r->texture.maxAnisotropy = most;
    return rebind(r);
}

CUDA_API CUresult cuTexRefSetBorderColor(CUtexref r, float *colour)
{
    REFUSE_IF(!IS(r, TEXREF) || !colour, CUDA_ERROR_INVALID_VALUE);
    memcpy(r->texture.borderColor, colour, sizeof r->texture.borderColor);
    return rebind(r);
}

CUDA_API CUresult cuTexRefSetFlags(CUtexref r, unsigned int flags)
{
    REFUSE_IF(!IS(r, TEXREF), CUDA_ERROR_INVALID_VALUE);
    r->texture.flags = flags;
    return rebind(r);
}

CUDA_API CUresult cuTexRefGetFlags(unsigned int *flags, CUtexref r)
{
    REFUSE_IF(!IS(r, TEXREF) || !flags, CUDA_ERROR_INVALID_VALUE);
    *flags = r->texture.flags;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexRefGetFilterMode(CUfilter_mode *mode, CUtexref r)
{
    REFUSE_IF(!IS(r, TEXREF) || !mode, CUDA_ERROR_INVALID_VALUE);
    *mode = r->texture.filterMode;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexRefGetAddressMode(CUaddress_mode *mode, CUtexref r, int dimension)
{
    REFUSE_IF(!IS(r, TEXREF) || !mode || dimension < 0 || dimension > 2, CUDA_ERROR_INVALID_VALUE);
    *mode = r->texture.addressMode[dimension];
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexRefGetArray(CUarray *array, CUtexref r)
{
    REFUSE_IF(!IS(r, TEXREF) || !array || r->resource.resType != CU_RESOURCE_TYPE_ARRAY, CUDA_ERROR_INVALID_VALUE);
    *array = r->resource.res.array.hArray;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *mipmap, CUtexref r)
{
    REFUSE_IF(!IS(r, TEXREF) || !mipmap || r->resource.resType != CU_RESOURCE_TYPE_MIPMAPPED_ARRAY, CUDA_ERROR_INVALID_VALUE);
    *mipmap = r->resource.res.mipmap.hMipmappedArray;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexRefGetAddress_v2(CUdeviceptr *p, CUtexref r)
{
    REFUSE_IF(!IS(r, TEXREF) || !p, CUDA_ERROR_INVALID_VALUE);
    const bool linear = r->resource.resType == CU_RESOURCE_TYPE_LINEAR;
    REFUSE_IF(!linear && r->resource.resType != CU_RESOURCE_TYPE_PITCH2D, CUDA_ERROR_INVALID_VALUE);
    const CUdeviceptr at = linear ? r->resource.res.linear.devPtr : r->resource.res.pitch2D.devPtr;
    REFUSE_IF(!at, CUDA_ERROR_INVALID_VALUE);
    *p = at;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *mode, CUtexref r)
{
    REFUSE_IF(!IS(r, TEXREF) || !mode, CUDA_ERROR_INVALID_VALUE);
    *mode = r->texture.mipmapFilterMode;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexRefGetMipmapLevelBias(float *bias, CUtexref r)
{
    REFUSE_IF(!IS(r, TEXREF) || !bias, CUDA_ERROR_INVALID_VALUE);
    *bias = r->texture.mipmapLevelBias;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexRefGetMipmapLevelClamp(float *least, float *most, CUtexref r)
{
    REFUSE_IF(!IS(r, TEXREF) || !least || !most, CUDA_ERROR_INVALID_VALUE);
    *least = r->texture.minMipmapLevelClamp;
    *most = r->texture.maxMipmapLevelClamp;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexRefGetMaxAnisotropy(int *most, CUtexref r)
{
    REFUSE_IF(!IS(r, TEXREF) || !most, CUDA_ERROR_INVALID_VALUE);
    *most = (int)r->texture.maxAnisotropy;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexRefGetBorderColor(float *colour, CUtexref r)
{
    REFUSE_IF(!IS(r, TEXREF) || !colour, CUDA_ERROR_INVALID_VALUE);
    memcpy(colour, r->texture.borderColor, sizeof r->texture.borderColor);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTexRefGetFormat(CUarray_format *format, int *channels, CUtexref r)
{
    REFUSE_IF(!IS(r, TEXREF) || !format || !channels, CUDA_ERROR_INVALID_VALUE);
    *format = r->format;
    *channels = (int)r->channels;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuModuleGetSurfRef(CUsurfref *reference, CUmodule module, const char *name)
{
    REFUSE_IF(!reference || !name, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!IS(module, MODULE), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(!has_reference(module, name, PTX2C_SURFACE), CUDA_ERROR_NOT_FOUND);
    for (CUsurfref r = module->surfaces; r; r = r->next)
        if (strcmp(r->name, name) == 0) {
            *reference = r;
            return CUDA_SUCCESS;
        }
    CUsurfref r = handle_new(MAGIC_SURFREF, sizeof *r, NULL, NULL);
    REFUSE_IF(!r || !(r->name = strdup(name)), CUDA_ERROR_OUT_OF_MEMORY);
    r->module = module;
    r->next = module->surfaces;
    *reference = module->surfaces = r;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuSurfRefSetArray(CUsurfref r, CUarray array, unsigned int flags)
{
    REFUSE_IF(!IS(r, SURFREF) || !IS(array, ARRAY) || flags, CUDA_ERROR_INVALID_VALUE);
    const CUDA_RESOURCE_DESC d = {.resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array};
    uint64_t handle;
    TRY(object_new(&handle, r->module->ctx, &d, NULL, NULL));
    for (const ptx2c_module *const *p = r->module->modules; *p; p++)
        ptx2c_bind_surface(*p, r->name, handle);
    if (r->handle)
        object_end(r->handle, true);
    r->handle = handle;
    r->array = array;
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuSurfRefGetArray(CUarray *array, CUsurfref r)
{
    REFUSE_IF(!IS(r, SURFREF) || !array, CUDA_ERROR_INVALID_VALUE);
    *array = r->array;
    return CUDA_SUCCESS;
}

void references_end(CUmodule m)
{
    for (CUtexref r = m->textures, next; r; r = next) {
        next = r->next;
        if (r->handle)
            object_end(r->handle, false);
        free(r->name);
        handle_end(r);
    }
    for (CUsurfref r = m->surfaces, next; r; r = next) {
        next = r->next;
        if (r->handle)
            object_end(r->handle, true);
        free(r->name);
        handle_end(r);
    }
}
