/* jitlink.c: libnvJitLink over the driver's linking: what it gives are PTX texts together, which the driver takes. */
#include "cuda_api.h"

#include <stdlib.h>
#include <string.h>

#define API __attribute__((visibility("default")))
#if RT_VERSION >= 13
#define VERSIONED(name) name##_13_0
#else
#define VERSIONED(name) name##_12_0
#endif

typedef enum nvJitLinkResult {
    NVJITLINK_SUCCESS = 0, NVJITLINK_ERROR_INVALID_INPUT = 3, NVJITLINK_ERROR_PTX_COMPILE = 4, NVJITLINK_ERROR_INTERNAL = 6,
    NVJITLINK_ERROR_LTO_NOT_ENABLED = 18
} nvJitLinkResult;
typedef enum nvJitLinkInputType {
    NVJITLINK_INPUT_NONE, NVJITLINK_INPUT_CUBIN, NVJITLINK_INPUT_PTX, NVJITLINK_INPUT_LTOIR, NVJITLINK_INPUT_FATBIN, NVJITLINK_INPUT_OBJECT,
    NVJITLINK_INPUT_LIBRARY, NVJITLINK_INPUT_INDEX, NVJITLINK_INPUT_ANY = 10
} nvJitLinkInputType;

typedef struct nvJitLink {
    CUlinkState state;
    void *result;
    size_t size;
    CUjit_option options[2];
    void *values[2];
    char log[8192];
} nvJitLink;
typedef nvJitLink *nvJitLinkHandle;

/* Defines a function under its own name and the one that the header of that version calls. */
#define FUNCTION(name, params, args) \
    nvJitLinkResult name params; \
    nvJitLinkResult VERSIONED(__##name) params; \
    API nvJitLinkResult VERSIONED(__##name) params { return name args; } \
    API nvJitLinkResult name params

static nvJitLinkResult result_of(CUresult e)
{
    return e == CUDA_SUCCESS ? NVJITLINK_SUCCESS : e == CUDA_ERROR_INVALID_PTX ? NVJITLINK_ERROR_PTX_COMPILE
           : e == CUDA_ERROR_INVALID_VALUE || e == CUDA_ERROR_INVALID_IMAGE || e == CUDA_ERROR_NO_BINARY_FOR_GPU ? NVJITLINK_ERROR_INVALID_INPUT
           : NVJITLINK_ERROR_INTERNAL;
}

FUNCTION(nvJitLinkCreate, (nvJitLinkHandle *handle, uint32_t n, const char **options), (handle, n, options))
{
    (void)n, (void)options;
    nvJitLink *l = handle ? calloc(1, sizeof *l) : NULL;
    if (!l)
        return NVJITLINK_ERROR_INTERNAL;
    l->options[0] = CU_JIT_ERROR_LOG_BUFFER;
    l->values[0] = l->log;
    l->options[1] = CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES;
    l->values[1] = (void *)sizeof l->log;
    if (cuInit(0) || cuLinkCreate_v2(2, l->options, l->values, &l->state)) {
        free(l);
        return NVJITLINK_ERROR_INTERNAL;
    }
    *handle = l;
    return NVJITLINK_SUCCESS;
}

FUNCTION(nvJitLinkDestroy, (nvJitLinkHandle *handle), (handle))
{
    if (!handle || !*handle)
        return NVJITLINK_ERROR_INVALID_INPUT;
    cuLinkDestroy((*handle)->state);
    free(*handle);
    *handle = NULL;
    return NVJITLINK_SUCCESS;
}

static CUjitInputType type_of(nvJitLinkInputType t)
{
    return t == NVJITLINK_INPUT_LIBRARY ? CU_JIT_INPUT_LIBRARY : t == NVJITLINK_INPUT_FATBIN ? CU_JIT_INPUT_FATBINARY : CU_JIT_INPUT_PTX;
}

FUNCTION(nvJitLinkAddData, (nvJitLinkHandle l, nvJitLinkInputType type, const void *data, size_t size, const char *name),
         (l, type, data, size, name))
{
    if (!l || !data || !size)
        return NVJITLINK_ERROR_INVALID_INPUT;
    if (type == NVJITLINK_INPUT_LTOIR)
        return NVJITLINK_ERROR_LTO_NOT_ENABLED;
    return result_of(cuLinkAddData_v2(l->state, type_of(type), (void *)(uintptr_t)data, size, name, 0, NULL, NULL));
}

FUNCTION(nvJitLinkAddFile, (nvJitLinkHandle l, nvJitLinkInputType type, const char *path), (l, type, path))
{
    if (!l || !path)
        return NVJITLINK_ERROR_INVALID_INPUT;
    return result_of(cuLinkAddFile_v2(l->state, type_of(type), path, 0, NULL, NULL));
}

FUNCTION(nvJitLinkComplete, (nvJitLinkHandle l), (l))
{
    return l ? result_of(cuLinkComplete(l->state, &l->result, &l->size)) : NVJITLINK_ERROR_INVALID_INPUT;
}

FUNCTION(nvJitLinkGetLinkedCubinSize, (nvJitLinkHandle l, size_t *size), (l, size))
{
    if (!l || !size)
        return NVJITLINK_ERROR_INVALID_INPUT;
    *size = l->size;
    return NVJITLINK_SUCCESS;
}

FUNCTION(nvJitLinkGetLinkedCubin, (nvJitLinkHandle l, void *cubin), (l, cubin))
{
    if (!l || !cubin || !l->result)
        return NVJITLINK_ERROR_INVALID_INPUT;
    memcpy(cubin, l->result, l->size);
    return NVJITLINK_SUCCESS;
}

FUNCTION(nvJitLinkGetLinkedPtxSize, (nvJitLinkHandle l, size_t *size), (l, size))
{
    (void)l, (void)size;
    return NVJITLINK_ERROR_LTO_NOT_ENABLED; /* there is one only with -lto */
}

FUNCTION(nvJitLinkGetLinkedPtx, (nvJitLinkHandle l, char *ptx), (l, ptx))
{
    (void)l, (void)ptx;
    return NVJITLINK_ERROR_LTO_NOT_ENABLED;
}

FUNCTION(nvJitLinkGetErrorLogSize, (nvJitLinkHandle l, size_t *size), (l, size))
{
    if (!l || !size)
        return NVJITLINK_ERROR_INVALID_INPUT;
    *size = strlen(l->log) + 1;
    return NVJITLINK_SUCCESS;
}

FUNCTION(nvJitLinkGetErrorLog, (nvJitLinkHandle l, char *log), (l, log))
{
    if (!l || !log)
        return NVJITLINK_ERROR_INVALID_INPUT;
    strcpy(log, l->log);
    return NVJITLINK_SUCCESS;
}

FUNCTION(nvJitLinkGetInfoLogSize, (nvJitLinkHandle l, size_t *size), (l, size))
{
    if (!l || !size)
        return NVJITLINK_ERROR_INVALID_INPUT;
    *size = 1;
    return NVJITLINK_SUCCESS;
}

FUNCTION(nvJitLinkGetInfoLog, (nvJitLinkHandle l, char *log), (l, log))
{
    if (!l || !log)
        return NVJITLINK_ERROR_INVALID_INPUT;
    *log = 0;
    return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkVersion(unsigned int *major, unsigned int *minor);
API nvJitLinkResult nvJitLinkVersion(unsigned int *major, unsigned int *minor)
{
    *major = 12; /* what it can do: later ones link LTO-IR as well, and clients then make nothing else */
    *minor = 0;
    return NVJITLINK_SUCCESS;
}
