/* rt.h: what the files of the runtime library share.  It is written over the driver API alone. */
#ifndef PTX2C_CUDA_RT_H
#define PTX2C_CUDA_RT_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined __GNUC__
#define CUDA_API __attribute__((visibility("default")))
#endif
#include "rt_types.h"

/* Remembers an error as the thread's last one, and gives it back. */
cudaError_t rt_error(cudaError_t e);
/* The driver's status as the runtime's: the numbers are the same. */
static inline cudaError_t rt_done(CUresult e) { return e == CUDA_SUCCESS ? cudaSuccess : rt_error((cudaError_t)e); }
/* Sees to it that the thread has a context: its device's primary one. */
CUresult rt_ready(void);

/* The body of a function that is one call of the driver's. */
#define RT_CALL(call) \
    do { \
        CUresult rt_ = rt_ready(); \
        return rt_done(rt_ != CUDA_SUCCESS ? rt_ : (call)); \
    } while (0)
#define RT_REFUSE_IF(condition, error) \
    do { \
        if (condition) \
            return rt_error(error); \
    } while (0)
#define RT_TRY(call) \
    do { \
        CUresult rt_ = (call); \
        if (rt_ != CUDA_SUCCESS) \
            return rt_done(rt_); \
    } while (0)

static inline CUdeviceptr rt_ptr(const void *p) { return (CUdeviceptr)(uintptr_t)p; }

/* rt_register.c: the kernel that a host function stands for; the variable's memory. */
CUresult rt_kernel(const void *function, CUkernel *kernel);
const void *rt_host_of(CUfunction function); /* the other way; NULL: none of nvcc's */
CUresult rt_symbol(const void *symbol, CUdeviceptr *p, size_t *bytes);
CUresult rt_module(void **handle, CUmodule *module); /* of a fat binary that is registered, in the thread's context */

/* The driver's, not CUDA's: 1 makes the thread's own default stream stand for the default one, -1 ends that. */
CUDA_API void ptx2c_cuda_per_thread(int change);

/* rt_array.c */
CUarray_format rt_format(const struct cudaChannelFormatDesc *d, unsigned *channels); /* 0: none */
struct cudaChannelFormatDesc rt_channels(CUarray_format f, unsigned channels);

/* rt_memory.c: copies in the driver's form; the direction says which side is the host's. */
cudaError_t rt_copy_3d(const struct cudaMemcpy3DParms *p, CUDA_MEMCPY3D *out);
CUDA_MEMCPY3D rt_copy_line(void *to, const void *from, size_t n, enum cudaMemcpyKind kind);
enum cudaMemcpyKind rt_copy_kind(const CUDA_MEMCPY3D *c);
bool rt_bad_kind(enum cudaMemcpyKind kind);

extern _Thread_local int rt_device_wanted;

#endif
