/* rt_of_11.c: functions that in CUDA 11 had other parameters, or a structure that has grown since: ptx2c-run's hook puts them, NAME_11, in the
 * place of NAME in programs that hold that version's runtime library. */
#include "rt.h"

#include <stddef.h>

#if RT_VERSION < 13

CUDA_API cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *func);
CUDA_API cudaError_t cudaGraphInstantiate(cudaGraphExec_t *e, cudaGraph_t g, unsigned long long flags);
CUDA_API cudaError_t cudaGraphExecUpdate(cudaGraphExec_t e, cudaGraph_t g, cudaGraphExecUpdateResultInfo *info);
CUDA_API cudaError_t cudaFuncGetAttributes_11(void *a, const void *func);
CUDA_API cudaError_t cudaGraphInstantiate_11(cudaGraphExec_t *e, cudaGraph_t g, cudaGraphNode_t *wrong, char *log, size_t bytes);
CUDA_API cudaError_t cudaGraphExecUpdate_11(cudaGraphExec_t e, cudaGraph_t g, cudaGraphNode_t *wrong, enum cudaGraphExecUpdateResult *result);

CUDA_API cudaError_t cudaFuncGetAttributes_11(void *a, const void *func)
{
    struct cudaFuncAttributes all;
    RT_REFUSE_IF(!a, cudaErrorInvalidValue);
    const cudaError_t e = cudaFuncGetAttributes(&all, func);
    if (!e)
        memcpy(a, &all, offsetof(struct cudaFuncAttributes, clusterDimMustBeSet));
    return e;
}

CUDA_API cudaError_t cudaGraphInstantiate_11(cudaGraphExec_t *e, cudaGraph_t g, cudaGraphNode_t *wrong, char *log, size_t bytes)
{
    if (wrong)
        *wrong = NULL;
    if (log && bytes)
        *log = 0;
    return cudaGraphInstantiate(e, g, 0);
}

CUDA_API cudaError_t cudaGraphExecUpdate_11(cudaGraphExec_t e, cudaGraph_t g, cudaGraphNode_t *wrong, enum cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info;
    memset(&info, 0, sizeof info);
    const cudaError_t error = cudaGraphExecUpdate(e, g, &info);
    if (wrong)
        *wrong = info.errorNode;
    if (result)
        *result = (enum cudaGraphExecUpdateResult)info.result;
    return error;
}

#endif
