// say.h: what the programs share.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define OK(call) \
    do { \
        cudaError_t e_ = (call); \
        if (e_ != cudaSuccess) { \
            printf("line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(e_)); \
            exit(1); \
        } \
    } while (0)

// All of an array gets what lies there in words.
inline void fill_array(cudaArray_t a, const void *words, cudaExtent e)
{
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(const_cast<void *>(words), e.width * 4, e.width, e.height);
    p.dstArray = a;
    p.extent = e;
    p.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&p));
}

inline cudaResourceDesc in_array(cudaArray_t a)
{
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    return r;
}
