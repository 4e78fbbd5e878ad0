/* The part of the CUDA runtime that the programs of this folder need, over a module translated by ptx2c: nvcc's host code
 * runs as it is, device memory is the host's, streams are always done.
 *
 * nvcc's objects register their kernels and variables by name before main; launches find them in the module. */
#include <cuda_runtime_api.h>
#include <ptx2c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The module with the kernels: the one called `kernels`, or what the program sets. */
extern const ptx2c_module kernels __attribute__((weak));
const ptx2c_module *cuda_module = &kernels;

enum { MOST = 4096 };

static struct { const void *host; const char *name; } functions[MOST], variables[MOST];
static int nfunctions, nvariables;
static cudaError_t last;

static cudaError_t result(cudaError_t e)
{
    if (e != cudaSuccess)
        last = e;
    return e;
}

/* ---- what nvcc's objects call ------------------------------------------------------------------------------------ */

void **__cudaRegisterFatBinary(void *binary);
void **__cudaRegisterFatBinary(void *binary)
{
    static void *handle;
    handle = binary;
    return &handle;
}

void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }
void __cudaUnregisterFatBinary(void **handle);
void __cudaUnregisterFatBinary(void **handle) { (void)handle; }
char __cudaInitModule(void **handle);
char __cudaInitModule(void **handle) { (void)handle; return 1; }

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, void *tid,
                            void *bid, void *block, void *grid, int *warp);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, void *tid,
                            void *bid, void *block, void *grid, int *warp)
{
    (void)handle, (void)device, (void)limit, (void)tid, (void)bid, (void)block, (void)grid, (void)warp;
    if (nfunctions == MOST)
        abort();
    functions[nfunctions].host = host;
    functions[nfunctions++].name = name;
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext, size_t size, int constant,
                       int global);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext, size_t size, int constant,
                       int global)
{
    (void)handle, (void)device, (void)ext, (void)size, (void)constant, (void)global;
    if (nvariables == MOST)
        abort();
    variables[nvariables].host = host;
    variables[nvariables++].name = name;
}

static struct { dim3 grid, block; size_t shared; struct CUstream_st *stream; } calls[16];
static int ncalls;

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream)
{
    calls[ncalls].grid = grid;
    calls[ncalls].block = block;
    calls[ncalls].shared = shared;
    calls[ncalls++].stream = stream;
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
    ncalls--;
    *grid = calls[ncalls].grid;
    *block = calls[ncalls].block;
    *shared = calls[ncalls].shared;
    *(struct CUstream_st **)stream = calls[ncalls].stream;
    return cudaSuccess;
}

/* ---- kernels ------------------------------------------------------------------------------------------------------- */

static const ptx2c_kernel *kernel_of(const void *host)
{
    for (int i = 0; i < nfunctions; i++)
        if (functions[i].host == host)
            return ptx2c_find_kernel(cuda_module, functions[i].name);
    return NULL;
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **args, size_t shared,
                             cudaStream_t stream)
{
    const ptx2c_kernel *k = kernel_of(function);
    (void)stream;
    if (!k)
        return result(cudaErrorInvalidDeviceFunction);
    int status = ptx2c_launch(k, (ptx2c_dim3){grid.x, grid.y, grid.z}, (ptx2c_dim3){block.x, block.y, block.z}, shared,
                              args);
    if (status)
        fprintf(stderr, "%s: %s\n", k->name, ptx2c_strerror(status));
    return result(status ? cudaErrorLaunchFailure : cudaSuccess);
}

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function);
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function)
{
    *kernel = (cudaKernel_t)(uintptr_t)function;
    return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared,
                               cudaStream_t stream);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared,
                               cudaStream_t stream)
{
    return cudaLaunchKernel((const void *)kernel, grid, block, args, shared, stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *function, void **args)
{
    return cudaLaunchKernel(function, c->gridDim, c->blockDim, args, c->dynamicSmemBytes, c->stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **args, size_t shared,
                                        cudaStream_t stream)
{
    return cudaLaunchKernel(function, grid, block, args, shared, stream);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *function)
{
    (void)function;
    memset(a, 0, sizeof *a);
    a->maxThreadsPerBlock = 1024;
    a->numRegs = 32;
    a->ptxVersion = a->binaryVersion = 80;
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value)
{
    (void)function, (void)attribute, (void)value;
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function, int threads,
                                                                   size_t shared, unsigned flags)
{
    (void)function, (void)threads, (void)shared, (void)flags;
    *blocks = 2;
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int threads, size_t shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared, 0);
}

/* ---- memory -------------------------------------------------------------------------------------------------------- */

cudaError_t cudaMalloc(void **p, size_t size)
{
    *p = aligned_alloc(256, size / 256 * 256 + 256);
    return result(*p ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaMallocAsync(void **p, size_t size, cudaStream_t stream) { (void)stream; return cudaMalloc(p, size); }
cudaError_t cudaMallocHost(void **p, size_t size) { return cudaMalloc(p, size); }
cudaError_t cudaMallocManaged(void **p, size_t size, unsigned flags) { (void)flags; return cudaMalloc(p, size); }
cudaError_t cudaFree(void *p) { free(p); return cudaSuccess; }
cudaError_t cudaFreeAsync(void *p, cudaStream_t stream) { (void)stream; return cudaFree(p); }
cudaError_t cudaFreeHost(void *p) { return cudaFree(p); }

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind)
{
    (void)kind;
    if (size)
        memmove(to, from, size);
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy(to, from, size, kind);
}

cudaError_t cudaMemset(void *to, int value, size_t size)
{
    memset(to, value, size);
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t size, cudaStream_t stream)
{
    (void)stream;
    return cudaMemset(to, value, size);
}

cudaError_t cudaGetSymbolAddress(void **p, const void *symbol)
{
    *p = NULL;
    for (int i = 0; i < nvariables && !*p; i++)
        if (variables[i].host == symbol)
            *p = ptx2c_find_variable(cuda_module, variables[i].name, NULL);
    return result(*p ? cudaSuccess : cudaErrorInvalidSymbol);
}

/* ---- the device, streams, errors ----------------------------------------------------------------------------------- */

cudaError_t cudaGetDevice(int *device) { *device = 0; return cudaSuccess; }
cudaError_t cudaSetDevice(int device) { (void)device; return cudaSuccess; }
cudaError_t cudaGetDeviceCount(int *n) { *n = 1; return cudaSuccess; }
cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { (void)stream; return cudaSuccess; }
cudaError_t cudaPeekAtLastError(void) { return last; }
const char *cudaGetErrorString(cudaError_t e) { return e ? "error" : "no error"; }
const char *cudaGetErrorName(cudaError_t e) { return e ? "cudaError" : "cudaSuccess"; }

cudaError_t cudaGetLastError(void)
{
    cudaError_t e = last;
    last = cudaSuccess;
    return e;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    (void)stream;
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
    (void)device;
    switch ((int)attribute) {
    case cudaDevAttrComputeCapabilityMajor: *value = 8; break;
    case cudaDevAttrComputeCapabilityMinor: *value = 0; break;
    case cudaDevAttrMultiProcessorCount: *value = 4; break;
    case cudaDevAttrMaxThreadsPerBlock: *value = 1024; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = 2048; break;
    case cudaDevAttrWarpSize: *value = 32; break;
    case cudaDevAttrMaxGridDimX: *value = 0x7fffffff; break;
    case cudaDevAttrMaxGridDimY: case cudaDevAttrMaxGridDimZ: *value = 65535; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = 49152; break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = 163 * 1024; break;
    case cudaDevAttrCooperativeLaunch: *value = 1; break;
    default: *value = 0;
    }
    return cudaSuccess;
}
