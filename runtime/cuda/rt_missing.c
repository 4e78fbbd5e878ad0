/* rt_missing.c: what is not there: each function says so once and refuses. */
#include "rt.h"
#include "rt_missing.h"

#include <stdatomic.h>

#define REFUSE(name) \
    CUDA_API cudaError_t name(void); \
    CUDA_API cudaError_t name(void) \
    { \
        static atomic_bool said; \
        if (!atomic_exchange(&said, true)) \
            fprintf(stderr, "ptx2c: %s is not there yet\n", #name); \
        return rt_error(cudaErrorNotSupported); \
    }
RT_MISSING(REFUSE)
RT_MISSING_12(REFUSE)
