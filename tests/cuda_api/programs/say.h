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
