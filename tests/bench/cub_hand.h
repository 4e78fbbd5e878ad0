/* cub_hand.h: what the benchmarks of CUB's algorithms share: their launches, through nvcc's host code. */
#ifndef CUB_HAND_H
#define CUB_HAND_H

#include "bench.h"

#include <stdlib.h>

/* The module that CUDA's runtime (tests/cuda/runtime.c) looks for kernels in. */
extern const struct ptx2c_module *cuda_module;

typedef int Cub(void *space, size_t *bytes, const uint32_t *in, uint32_t *out, int n);

static inline void cub_launch(Run *r, const char *name, Cub *cub, const uint32_t *in, uint32_t *out, int n)
{
    static void *space;
    static size_t bytes;
    int status = 0;
    cuda_module = bench_module(r);
    if (!space) {
        status = cub(NULL, &bytes, in, out, n);
        space = malloc(bytes);
    }
    if (!status)
        status = cub(space, &bytes, in, out, n);
    if (status)
        bench_failed(r, name, status);
}

#endif
