/* export.c: NVIDIA's own runtime library asks the driver for tables of functions that no documentation describes.  There
 * are none here: libcudart of this library takes that one's place. */
#include "internal.h"

CUresult cuGetExportTable(const void **table, const CUuuid *id)
{
    static atomic_bool said;
    REFUSE_IF(!table || !id, CUDA_ERROR_INVALID_VALUE);
    *table = NULL;
    if (!atomic_exchange(&said, true))
        cuda_say("this program holds NVIDIA's runtime library, which works with NVIDIA's driver alone: start it with ptx2c-run, "
                 "or build it with nvcc -cudart shared");
    return CUDA_ERROR_NOT_SUPPORTED;
}
