/* batch.c: many copies in one call.  They are given to the stream one after the other, which is an order they may have. */
#include "internal.h"

/* Such copies are not for the default stream of old. */
static CUresult check_stream(CUstream stream)
{
    CUstream s;
    TRY(stream_of(stream, &s));
    return s == s->ctx->legacy ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

static bool is_order(CUmemcpySrcAccessOrder o) { return o >= CU_MEMCPY_SRC_ACCESS_ORDER_STREAM && o <= CU_MEMCPY_SRC_ACCESS_ORDER_ANY; }

/* What was copied must have been read when the call returns. */
static CUresult read_now(CUmemcpySrcAccessOrder o, CUstream stream)
{
    return o == CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL ? cuStreamSynchronize(stream) : CUDA_SUCCESS;
}

/* Attributes number k hold from copy first[k] on. */
static bool good_attributes(const CUmemcpyAttributes *attrs, const size_t *first, size_t n, size_t count)
{
    if (!attrs || !first || !n || n > count || first[0])
        return false;
    for (size_t k = 0; k < n; k++)
        if (!is_order(attrs[k].srcAccessOrder) || attrs[k].flags > 1 || first[k] >= count || (k && first[k] <= first[k - 1]))
            return false;
    return true;
}

CUDA_API CUresult cuMemcpyBatchAsync(CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count, CUmemcpyAttributes *attrs,
                                     size_t *first, size_t nattrs, size_t *failed, CUstream stream)
{
    if (failed)
        *failed = SIZE_MAX; /* no copy of its own */
    TRY(check_stream(stream));
    REFUSE_IF(!to || !from || !sizes || !count || !good_attributes(attrs, first, nattrs, count), CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0, k = 0; i < count; i++) {
        k += k + 1 < nattrs && first[k + 1] == i;
        CUresult status = to[i] && from[i] && sizes[i] ? cuMemcpyAsync(to[i], from[i], sizes[i], stream) : CUDA_ERROR_INVALID_VALUE;
        if (!status)
            status = read_now(attrs[k].srcAccessOrder, stream);
        if (status && failed)
            *failed = i;
        REFUSE_IF(status, status);
    }
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemcpyBatchAsync_v2(CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count, CUmemcpyAttributes *attrs,
                                        size_t *first, size_t nattrs, CUstream stream)
{
    return cuMemcpyBatchAsync(to, from, sizes, count, attrs, first, nattrs, NULL, stream);
}

/* ---- boxes ------------------------------------------------------------------------------------------------------------ */

/* Bytes of an element: an array's; 1 of other memory. */
static CUresult unit_of(const CUmemcpy3DOperand *o, size_t *unit)
{
    REFUSE_IF(o->type != CU_MEMCPY_OPERAND_TYPE_POINTER && o->type != CU_MEMCPY_OPERAND_TYPE_ARRAY, CUDA_ERROR_INVALID_VALUE);
    *unit = 1;
    if (o->type == CU_MEMCPY_OPERAND_TYPE_ARRAY) {
        REFUSE_IF(!IS(o->op.array.array, ARRAY), CUDA_ERROR_INVALID_HANDLE);
        *unit = array_element(o->op.array.array->desc.Format, o->op.array.array->desc.NumChannels);
    }
    return CUDA_SUCCESS;
}

/* Rows and layers of memory that lie behind each other if they don't say otherwise. */
static bool good_pitch(const CUmemcpy3DOperand *o, const CUextent3D *e, size_t unit, size_t *pitch, size_t *height)
{
    if (o->type == CU_MEMCPY_OPERAND_TYPE_ARRAY)
        return true;
    const size_t row = o->op.ptr.rowLength ? o->op.ptr.rowLength : e->width;
    *height = o->op.ptr.layerHeight ? o->op.ptr.layerHeight : e->height;
    return row >= e->width && *height >= e->height && !__builtin_mul_overflow(row, unit, pitch);
}

static CUresult box_copy_of(const CUDA_MEMCPY3D_BATCH_OP *op, CUDA_MEMCPY3D *c)
{
    size_t from, to;
    TRY(unit_of(&op->src, &from));
    TRY(unit_of(&op->dst, &to));
    const bool from_array = op->src.type == CU_MEMCPY_OPERAND_TYPE_ARRAY, to_array = op->dst.type == CU_MEMCPY_OPERAND_TYPE_ARRAY;
    const size_t unit = from_array ? from : to;
    REFUSE_IF(from_array && to_array && from != to, CUDA_ERROR_INVALID_VALUE);
    *c = (CUDA_MEMCPY3D){.srcMemoryType = CU_MEMORYTYPE_UNIFIED, .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
                         .Height = op->extent.height, .Depth = op->extent.depth};
    if (from_array) {
        const CUoffset3D *at = &op->src.op.array.offset;
        c->srcMemoryType = CU_MEMORYTYPE_ARRAY;
        c->srcArray = op->src.op.array.array;
        REFUSE_IF(__builtin_mul_overflow(at->x, unit, &c->srcXInBytes), CUDA_ERROR_INVALID_VALUE);
        c->srcY = at->y;
        c->srcZ = at->z;
    } else {
        c->srcDevice = op->src.op.ptr.ptr;
    }
    if (to_array) {
        const CUoffset3D *at = &op->dst.op.array.offset;
        c->dstMemoryType = CU_MEMORYTYPE_ARRAY;
        c->dstArray = op->dst.op.array.array;
        REFUSE_IF(__builtin_mul_overflow(at->x, unit, &c->dstXInBytes), CUDA_ERROR_INVALID_VALUE);
        c->dstY = at->y;
        c->dstZ = at->z;
    } else {
        c->dstDevice = op->dst.op.ptr.ptr;
    }
    REFUSE_IF(__builtin_mul_overflow(op->extent.width, unit, &c->WidthInBytes), CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF(!c->WidthInBytes || !c->Height || !c->Depth || !is_order(op->srcAccessOrder) || op->flags > 1, CUDA_ERROR_INVALID_VALUE);
    return good_pitch(&op->src, &op->extent, unit, &c->srcPitch, &c->srcHeight) &&
                   good_pitch(&op->dst, &op->extent, unit, &c->dstPitch, &c->dstHeight)
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

CUDA_API CUresult cuMemcpy3DBatchAsync(size_t count, CUDA_MEMCPY3D_BATCH_OP *ops, size_t *failed, unsigned long long flags, CUstream stream)
{
    if (failed)
        *failed = SIZE_MAX;
    TRY(check_stream(stream));
    REFUSE_IF(!count || !ops || flags, CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < count; i++) {
        CUDA_MEMCPY3D c;
        CUresult status = box_copy_of(&ops[i], &c);
        if (!status)
            status = cuMemcpy3DAsync_v2(&c, stream);
        if (!status)
            status = read_now(ops[i].srcAccessOrder, stream);
        if (status && failed)
            *failed = i;
        REFUSE_IF(status, status);
    }
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemcpy3DBatchAsync_v2(size_t count, CUDA_MEMCPY3D_BATCH_OP *ops, unsigned long long flags, CUstream stream)
{
    return cuMemcpy3DBatchAsync(count, ops, NULL, flags, stream);
}
