/* copy.c: copies and sets of one to three dimensions. */
#include "internal.h"

static void *as_pointer(CUdeviceptr p) { return (void *)(uintptr_t)p; }

/* ---- boxes ----------------------------------------------------------------------------------------------------------- */

/* One side of a copy. */
typedef struct Side {
    unsigned char *at;
    size_t row, slice;
} Side;

static bool within(size_t at, size_t n, size_t all) { return at <= all && n <= all - at; }

/* From the first byte of a box to behind the last one; false: more than there is. */
static bool box_span(size_t width, size_t height, size_t depth, size_t row, size_t slice, size_t *span)
{
    size_t rows, slices;
    *span = 0;
    if (!width || !height || !depth)
        return true;
    return !__builtin_mul_overflow(height - 1, row, &rows) && !__builtin_mul_overflow(depth - 1, slice, &slices) &&
           !__builtin_add_overflow(rows, slices, span) && !__builtin_add_overflow(*span, width, span);
}

static CUresult side_of(Side *s, CUmemorytype type, const void *host, CUdeviceptr device, CUarray array, size_t pitch, size_t height,
                        const size_t at[3], const CUDA_MEMCPY3D *p, unsigned use)
{
    unsigned char *base;
    switch (type) {
    case CU_MEMORYTYPE_HOST: base = (unsigned char *)(uintptr_t)host; break;
    case CU_MEMORYTYPE_DEVICE:
    case CU_MEMORYTYPE_UNIFIED: base = as_pointer(device); break;
    case CU_MEMORYTYPE_ARRAY:
        REFUSE_IF(!IS(array, ARRAY), CUDA_ERROR_INVALID_HANDLE);
        const size_t width = array->desc.Width * array_element(array->desc.Format, array->desc.NumChannels);
        const size_t rows = array->desc.Height ? array->desc.Height : 1;
        REFUSE_IF(!within(at[0], p->WidthInBytes, width) || !within(at[1], p->Height, rows) ||
                      !within(at[2], p->Depth, array_slices(&array->desc)),
                  CUDA_ERROR_INVALID_VALUE);
        base = array->data;
        pitch = array->row;
        s->slice = array->slice;
        break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    REFUSE_IF(!base && p->WidthInBytes && p->Height && p->Depth, CUDA_ERROR_INVALID_VALUE);
    s->row = pitch ? pitch : p->WidthInBytes + at[0];
    REFUSE_IF(p->Height > 1 && s->row < p->WidthInBytes, CUDA_ERROR_INVALID_VALUE);
    if (type != CU_MEMORYTYPE_ARRAY)
        s->slice = s->row * (height ? height : p->Height + at[1]);
    s->at = base + at[0] + at[1] * s->row + at[2] * s->slice;
    size_t span;
    REFUSE_IF(!box_span(p->WidthInBytes, p->Height, p->Depth, s->row, s->slice, &span), CUDA_ERROR_INVALID_VALUE);
    use |= type == CU_MEMORYTYPE_HOST || type == CU_MEMORYTYPE_UNIFIED ? RANGE_PAGEABLE : 0;
    return range_holds(s->at, span, use) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult box_of(const CUDA_MEMCPY3D *p, bool running, Box *b)
{
    const size_t from_at[3] = {p->srcXInBytes, p->srcY, p->srcZ}, to_at[3] = {p->dstXInBytes, p->dstY, p->dstZ};
    const unsigned use = running ? RANGE_RUNNING : RANGE_READ;
    Side from, to;
    TRY(side_of(&from, p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray, p->srcPitch, p->srcHeight, from_at, p, use));
    TRY(side_of(&to, p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray, p->dstPitch, p->dstHeight, to_at, p, use | RANGE_WRITTEN));
    *b = (Box){to.at, from.at, p->WidthInBytes, p->Height, p->Depth, to.row, to.slice, from.row, from.slice};
    return CUDA_SUCCESS;
}

void box_copy(const Box *b)
{
    for (size_t z = 0; z < b->depth; z++)
        for (size_t y = 0; y < b->height; y++) {
            unsigned char *to = b->to + z * b->to_slice + y * b->to_row;
            const unsigned char *from = b->from + z * b->from_slice + y * b->from_row;
            memmove(to, from, b->width);
            checks_written(to, b->width);
            flow_reads(from, b->width, "a copy");
            flow_writes(to, b->width, "a copy");
        }
}

/* ---- copies in a stream ---------------------------------------------------------------------------------------------- */

typedef struct CopyTask {
    Task task;
    Box box;
    unsigned char data[]; /* of a short copy from pageable memory */
} CopyTask;

enum { SHORT = 65536 };

static CUresult copy_run(Task *t)
{
    box_copy(&((CopyTask *)t)->box);
    return CUDA_SUCCESS;
}

/* As the program sees it: an asynchronous copy of pageable memory has read it, or written it, when the call returns. */
static CUresult copy_in(CUstream s, const Box *b, bool async)
{
    const size_t bytes = b->width * b->height * b->depth;
    const bool from = async && range_is_pageable(b->from), to = async && range_is_pageable(b->to);
    const bool keep = from && !to && bytes <= SHORT && b->height == 1 && b->depth == 1;
    CopyTask *t = task_new(sizeof *t + (keep ? bytes : 0), copy_run);
    REFUSE_IF(!t, CUDA_ERROR_OUT_OF_MEMORY);
    t->box = *b;
    if (keep) {
        memcpy(t->data, b->from, bytes);
        t->box.from = t->data;
    }
    t->task.unseen = !async && !flow_is_of_host(b->from) && !flow_is_of_host(b->to);
    return async && !to && (!from || keep) ? stream_add(s, &t->task) : stream_do(s, &t->task);
}

static CUresult copy_box(const CUDA_MEMCPY3D *p, CUstream stream, bool async)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!p, CUDA_ERROR_INVALID_VALUE);
    Box b;
    TRY(box_of(p, false, &b));
    if (s->capture)
        return async ? capture_copy(s, p) : CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    return b.width && b.height && b.depth ? copy_in(s, &b, async) : CUDA_SUCCESS;
}

/* One end of a plain copy. */
typedef struct End {
    CUmemorytype type;
    const void *p;
} End;

static CUresult copy_line(End to, End from, size_t bytes, CUstream stream, bool async)
{
    const CUDA_MEMCPY3D p = {
        .srcMemoryType = from.type, .srcHost = from.p, .srcDevice = (CUdeviceptr)(uintptr_t)from.p,
        .dstMemoryType = to.type, .dstHost = (void *)(uintptr_t)to.p, .dstDevice = (CUdeviceptr)(uintptr_t)to.p,
        .WidthInBytes = bytes, .Height = 1, .Depth = 1};
    return copy_box(&p, stream, async);
}

#define HOST(p) ((End){CU_MEMORYTYPE_HOST, (p)})
#define DEVICE(p) ((End){CU_MEMORYTYPE_DEVICE, (const void *)(uintptr_t)(p)})
#define UNIFIED(p) ((End){CU_MEMORYTYPE_UNIFIED, (const void *)(uintptr_t)(p)})

CUDA_API CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t n) { return copy_line(UNIFIED(to), UNIFIED(from), n, NULL, false); }
CUDA_API CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s) { return copy_line(UNIFIED(to), UNIFIED(from), n, s, true); }
CUDA_API CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t n) { return copy_line(DEVICE(to), HOST(from), n, NULL, false); }
CUDA_API CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t n) { return copy_line(HOST(to), DEVICE(from), n, NULL, false); }
CUDA_API CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t n) { return copy_line(DEVICE(to), DEVICE(from), n, NULL, false); }
CUDA_API CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t n, CUstream s) { return copy_line(DEVICE(to), HOST(from), n, s, true); }
CUDA_API CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t n, CUstream s) { return copy_line(HOST(to), DEVICE(from), n, s, true); }
CUDA_API CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s) { return copy_line(DEVICE(to), DEVICE(from), n, s, true); }

/* What comes later in any stream is behind a copy between devices, though it returns before it is done. */
static CUresult copied_by_peers(CUresult status)
{
    CUstream s;
    if (!status && stream_of(NULL, &s) == CUDA_SUCCESS)
        flow_host_finishes(s);
    return status;
}

/* A copy between devices that the host waits for comes behind all that both are doing. */
static CUresult finish_peers(CUcontext to, CUcontext from)
{
    TRY(context_check(to));
    TRY(context_check(from));
    TRY(context_finish(from));
    return context_finish(to);
}

CUDA_API CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_ctx, CUdeviceptr from, CUcontext from_ctx, size_t n)
{
    TRY(finish_peers(to_ctx, from_ctx));
    return copied_by_peers(copy_line(DEVICE(to), DEVICE(from), n, NULL, false));
}

CUDA_API CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_ctx, CUdeviceptr from, CUcontext from_ctx, size_t n, CUstream stream)
{
    TRY(context_check(to_ctx));
    TRY(context_check(from_ctx));
    return copy_line(DEVICE(to), DEVICE(from), n, stream, true);
}

static CUDA_MEMCPY3D from_2d(const CUDA_MEMCPY2D *p)
{
    return (CUDA_MEMCPY3D){
        .srcXInBytes = p->srcXInBytes, .srcY = p->srcY, .srcMemoryType = p->srcMemoryType, .srcHost = p->srcHost,
        .srcDevice = p->srcDevice, .srcArray = p->srcArray, .srcPitch = p->srcPitch, .dstXInBytes = p->dstXInBytes,
        .dstY = p->dstY, .dstMemoryType = p->dstMemoryType, .dstHost = p->dstHost, .dstDevice = p->dstDevice,
        .dstArray = p->dstArray, .dstPitch = p->dstPitch, .WidthInBytes = p->WidthInBytes, .Height = p->Height, .Depth = 1};
}

CUDA_API CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream)
{
    REFUSE_IF(!copy, CUDA_ERROR_INVALID_VALUE);
    const CUDA_MEMCPY3D p = from_2d(copy);
    return copy_box(&p, stream, true);
}

CUDA_API CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *copy)
{
    REFUSE_IF(!copy, CUDA_ERROR_INVALID_VALUE);
    const CUDA_MEMCPY3D p = from_2d(copy);
    return copy_box(&p, NULL, false);
}

CUDA_API CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *copy) { return cuMemcpy2D_v2(copy); }
CUDA_API CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *copy) { return copy_box(copy, NULL, false); }
CUDA_API CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *copy, CUstream stream) { return copy_box(copy, stream, true); }

static CUDA_MEMCPY3D from_peer(const CUDA_MEMCPY3D_PEER *p)
{
    CUDA_MEMCPY3D q;
    _Static_assert(sizeof q == sizeof *p, "they differ in contexts that stand where nothing else does");
    memcpy(&q, p, sizeof q);
    q.reserved0 = q.reserved1 = NULL;
    return q;
}

CUDA_API CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *copy)
{
    REFUSE_IF(!copy, CUDA_ERROR_INVALID_VALUE);
    const CUDA_MEMCPY3D p = from_peer(copy);
    if (copy->dstMemoryType == CU_MEMORYTYPE_DEVICE && copy->srcMemoryType == CU_MEMORYTYPE_DEVICE)
        TRY(finish_peers(copy->dstContext, copy->srcContext));
    return copied_by_peers(copy_box(&p, NULL, false));
}

CUDA_API CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *copy, CUstream stream)
{
    REFUSE_IF(!copy, CUDA_ERROR_INVALID_VALUE);
    const CUDA_MEMCPY3D p = from_peer(copy);
    return copy_box(&p, stream, true);
}

/* A part of an array of one row. */
static CUresult array_end_of(CUarray array, size_t offset, size_t n, End *end)
{
    REFUSE_IF(!IS(array, ARRAY), CUDA_ERROR_INVALID_HANDLE);
    REFUSE_IF(!within(offset, n, array->desc.Width * array_element(array->desc.Format, array->desc.NumChannels)), CUDA_ERROR_INVALID_VALUE);
    *end = DEVICE(array->data + offset);
    return CUDA_SUCCESS;
}

static CUresult copy_to_array(CUarray array, size_t offset, End from, size_t n, CUstream stream, bool async)
{
    End to;
    TRY(array_end_of(array, offset, n, &to));
    return copy_line(to, from, n, stream, async);
}

static CUresult copy_from_array(End to, CUarray array, size_t offset, size_t n, CUstream stream, bool async)
{
    End from;
    TRY(array_end_of(array, offset, n, &from));
    return copy_line(to, from, n, stream, async);
}

CUDA_API CUresult cuMemcpyHtoA_v2(CUarray a, size_t at, const void *p, size_t n) { return copy_to_array(a, at, HOST(p), n, NULL, false); }
CUDA_API CUresult cuMemcpyAtoH_v2(void *p, CUarray a, size_t at, size_t n) { return copy_from_array(HOST(p), a, at, n, NULL, false); }
CUDA_API CUresult cuMemcpyDtoA_v2(CUarray a, size_t at, CUdeviceptr p, size_t n) { return copy_to_array(a, at, DEVICE(p), n, NULL, false); }
CUDA_API CUresult cuMemcpyAtoD_v2(CUdeviceptr p, CUarray a, size_t at, size_t n) { return copy_from_array(DEVICE(p), a, at, n, NULL, false); }
CUDA_API CUresult cuMemcpyHtoAAsync_v2(CUarray a, size_t at, const void *p, size_t n, CUstream s) { return copy_to_array(a, at, HOST(p), n, s, true); }
CUDA_API CUresult cuMemcpyAtoHAsync_v2(void *p, CUarray a, size_t at, size_t n, CUstream s) { return copy_from_array(HOST(p), a, at, n, s, true); }

CUDA_API CUresult cuMemcpyAtoA_v2(CUarray to, size_t to_at, CUarray from, size_t from_at, size_t n)
{
    End source;
    TRY(array_end_of(from, from_at, n, &source));
    return copy_to_array(to, to_at, source, n, NULL, false);
}

/* ---- sets ------------------------------------------------------------------------------------------------------------ */

void fill_set(const Fill *f)
{
    for (size_t y = 0; y < f->height; y++) {
        unsigned char *row = f->to + y * f->pitch;
        checks_written(row, f->width * f->size);
        flow_writes(row, f->width * f->size, "a set");
        if (f->size == 1) {
            memset(row, (int)(f->value & 255), f->width);
            continue;
        }
        for (size_t x = 0; x < f->width; x++)
            memcpy(row + x * f->size, &f->value, f->size);
    }
}

typedef struct FillTask {
    Task task;
    Fill fill;
} FillTask;

static CUresult fill_run(Task *t)
{
    fill_set(&((FillTask *)t)->fill);
    return CUDA_SUCCESS;
}

CUresult fill_of(const CUDA_MEMSET_NODE_PARAMS *p, bool running, Fill *f)
{
    size_t width, span;
    REFUSE_IF(!p || !p->dst || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4), CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(p->dst % p->elementSize || __builtin_mul_overflow(p->width, p->elementSize, &width), CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(p->height > 1 && p->pitch < width, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!box_span(width, p->height, 1, p->pitch, 0, &span), CUDA_ERROR_INVALID_VALUE);
    *f = (Fill){as_pointer(p->dst), p->pitch, p->width, p->height, p->value, p->elementSize};
    return range_holds(f->to, span, RANGE_WRITTEN | (running ? RANGE_RUNNING : 0)) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult fill(CUdeviceptr to, size_t pitch, unsigned value, unsigned size, size_t width, size_t height, CUstream stream, bool async)
{
    const CUDA_MEMSET_NODE_PARAMS p = {to, pitch, value, size, width, height};
    CUstream s;
    Fill f;
    TRY(stream_of(stream, &s));
    REFUSE_IF(!width || !height, CUDA_SUCCESS);
    TRY(fill_of(&p, false, &f));
    if (s->capture)
        return async ? capture_set(s, &p) : CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    FillTask *t = task_new(sizeof *t, fill_run);
    REFUSE_IF(!t, CUDA_ERROR_OUT_OF_MEMORY);
    t->fill = f;
    t->task.unseen = !flow_is_of_host(f.to);
    return async ? stream_add(s, &t->task) : stream_do(s, &t->task);
}

#define SETS(bits, type) \
    CUDA_API CUresult cuMemsetD##bits##_v2(CUdeviceptr to, type v, size_t n) { return fill(to, 0, v, bits / 8, n, 1, NULL, false); } \
    CUDA_API CUresult cuMemsetD##bits##Async(CUdeviceptr to, type v, size_t n, CUstream s) { return fill(to, 0, v, bits / 8, n, 1, s, true); } \
    CUDA_API CUresult cuMemsetD2D##bits##_v2(CUdeviceptr to, size_t pitch, type v, size_t w, size_t h) { return fill(to, pitch, v, bits / 8, w, h, NULL, false); } \
    CUDA_API CUresult cuMemsetD2D##bits##Async(CUdeviceptr to, size_t pitch, type v, size_t w, size_t h, CUstream s) { return fill(to, pitch, v, bits / 8, w, h, s, true); }
SETS(8, unsigned char)
SETS(16, unsigned short)
SETS(32, unsigned int)
