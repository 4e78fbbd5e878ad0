/* tensor.c: tensor maps, over the runtime's own (ptx2c/tensor_map.h). */
#include "internal.h"

static int type_of(CUtensorMapDataType t)
{
    static const signed char types[] = {
        [CU_TENSOR_MAP_DATA_TYPE_UINT8] = PTX2C_TENSOR_U8, [CU_TENSOR_MAP_DATA_TYPE_UINT16] = PTX2C_TENSOR_U16,
        [CU_TENSOR_MAP_DATA_TYPE_UINT32] = PTX2C_TENSOR_U32, [CU_TENSOR_MAP_DATA_TYPE_INT32] = PTX2C_TENSOR_S32,
        [CU_TENSOR_MAP_DATA_TYPE_UINT64] = PTX2C_TENSOR_U64, [CU_TENSOR_MAP_DATA_TYPE_INT64] = PTX2C_TENSOR_S64,
        [CU_TENSOR_MAP_DATA_TYPE_FLOAT16] = PTX2C_TENSOR_F16, [CU_TENSOR_MAP_DATA_TYPE_FLOAT32] = PTX2C_TENSOR_F32,
        [CU_TENSOR_MAP_DATA_TYPE_FLOAT64] = PTX2C_TENSOR_F64, [CU_TENSOR_MAP_DATA_TYPE_BFLOAT16] = PTX2C_TENSOR_BF16,
        [CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ] = PTX2C_TENSOR_F32_FTZ, [CU_TENSOR_MAP_DATA_TYPE_TFLOAT32] = PTX2C_TENSOR_TF32,
        [CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ] = PTX2C_TENSOR_TF32_FTZ,
        [CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B] = PTX2C_TENSOR_B4X16,
        [CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B] = PTX2C_TENSOR_B4X16_P64,
        [CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B] = PTX2C_TENSOR_B6X16};
    return (unsigned)t < sizeof types ? types[t] : -1;
}

/* What both kinds of maps have. */
static CUresult begin(ptx2c_tensor *t, CUtensorMapDataType type, cuuint32_t rank, void *data, const cuuint64_t *size,
                      const cuuint64_t *stride, const cuuint32_t *step, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle)
{
    REFUSE_IF(!data || !size || !step || rank < 1 || rank > 5 || (rank > 1 && !stride) || type_of(type) < 0, CUDA_ERROR_INVALID_VALUE);
    REFUSE_IF((unsigned)interleave > CU_TENSOR_MAP_INTERLEAVE_32B || (unsigned)swizzle > CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B, CUDA_ERROR_INVALID_VALUE);
    *t = (ptx2c_tensor){.data = data, .type = type_of(type), .rank = rank, .interleave = (int)interleave,
                         .swizzle = (int)swizzle < CU_TENSOR_MAP_SWIZZLE_128B ? (int)swizzle : PTX2C_SWIZZLE_128B,
                         .atomicity = (int)swizzle < CU_TENSOR_MAP_SWIZZLE_128B ? 0 : (int)swizzle - CU_TENSOR_MAP_SWIZZLE_128B};
    for (cuuint32_t i = 0; i < rank; i++) {
        REFUSE_IF(!size[i] || size[i] > UINT64_C(0x100000000), CUDA_ERROR_INVALID_VALUE);
        t->size[i] = (uint32_t)(size[i] > UINT32_MAX ? UINT32_MAX : size[i]);
        t->step[i] = i || interleave ? step[i] : 1; /* as the driver has it */
        if (i)
            t->stride[i - 1] = stride[i - 1];
    }
    return CUDA_SUCCESS;
}

static CUresult end(CUtensorMap *map, const ptx2c_tensor *t)
{
    ptx2c_tensor_map m;
    REFUSE_IF(!map || ptx2c_tensor_map_create(&m, t), CUDA_ERROR_INVALID_VALUE);
    memcpy(map->opaque, m.opaque, sizeof map->opaque);
    return CUDA_SUCCESS;
}

CUDA_API CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *data, const cuuint64_t *size,
                                         const cuuint64_t *stride, const cuuint32_t *box, const cuuint32_t *step,
                                         CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2,
                                         CUtensorMapFloatOOBfill fill)
{
    ptx2c_tensor t;
    (void)l2;
    REFUSE_IF(!box, CUDA_ERROR_INVALID_VALUE);
    TRY(begin(&t, type, rank, data, size, stride, step, interleave, swizzle));
    memcpy(t.box, box, rank * sizeof *box);
    t.nan = fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
    return end(map, &t);
}

CUDA_API CUresult cuTensorMapEncodeIm2col(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *data, const cuuint64_t *size,
                                          const cuuint64_t *stride, const int *lower, const int *upper, cuuint32_t channels,
                                          cuuint32_t pixels, const cuuint32_t *step, CUtensorMapInterleave interleave,
                                          CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2, CUtensorMapFloatOOBfill fill)
{
    ptx2c_tensor t;
    (void)l2;
    REFUSE_IF(!lower || !upper || rank < 3, CUDA_ERROR_INVALID_VALUE);
    TRY(begin(&t, type, rank, data, size, stride, step, interleave, swizzle));
    t.im2col = true;
    t.channels = channels;
    t.pixels = pixels;
    t.nan = fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
    for (cuuint32_t i = 0; i < rank - 2; i++) {
        t.lower[i] = (int16_t)lower[i];
        t.upper[i] = (int16_t)upper[i];
    }
    return end(map, &t);
}

CUDA_API CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *data)
{
    ptx2c_tensor_fields f;
    REFUSE_IF(!map || !data || (uintptr_t)data % 16, CUDA_ERROR_INVALID_VALUE);
    memcpy(&f, map->opaque, sizeof f);
    REFUSE_IF(f.magic != PTX2C_TENSOR_MAGIC, CUDA_ERROR_INVALID_VALUE);
    f.address = (uintptr_t)data;
    memcpy(map->opaque, &f, sizeof f);
    return CUDA_SUCCESS;
}
