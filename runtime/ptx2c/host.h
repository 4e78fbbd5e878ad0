/* host.h: how a host program runs a kernel. */
#ifndef PTX2C_HOST_H
#define PTX2C_HOST_H

#include "launch.h"

#if defined PTX2C_IMAGE_H
#define PTX2C_OBJECTS (&ptx2c_objects)
#else /* a module without textures launches its own kernels */
#define PTX2C_OBJECTS NULL
#endif

/* Whether args has an element for each parameter, as far as the compiler knows the array where the launch stands. */
#if defined __GNUC__
#define PTX2C_HAS_ARGS(k, args) (__builtin_object_size((args), 0) / sizeof *(args) >= (k)->param_count)
#else
#define PTX2C_HAS_ARGS(k, args) true
#endif

/* Runs the kernel over the grid and returns when it has finished: 0, or a status that ptx2c_strerror explains.
 * args[i] points to the value of parameter i; cluster is {0, 0, 0} where the launch does not say how large clusters are;
 * part says which of its CTAs run, NULL: all. */
PTX2C_INLINE int ptx2c_launch_range(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                                    size_t dynamic_shared_bytes, void *const args[], const ptx2c_cta_range *part)
{
    if (!k)
        return PTX2C_BAD_KERNEL;
    if (!PTX2C_HAS_ARGS(k, args))
        return PTX2C_BAD_ARGS;
    return k->launch(k, grid, cluster, block, dynamic_shared_bytes, args, part, PTX2C_OBJECTS);
}

PTX2C_INLINE int ptx2c_launch_any(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                                  size_t dynamic_shared_bytes, void *const args[])
{
    return ptx2c_launch_range(k, grid, cluster, block, dynamic_shared_bytes, args, NULL);
}

/* An argument for a parameter that is a pointer, which has 64 bits whatever pointers have here; C++ has no such expression. */
#if !defined __cplusplus
#define PTX2C_POINTER(p) ((void *)&(uint64_t){(uint64_t)(uintptr_t)(p)})
#endif

PTX2C_INLINE int ptx2c_launch(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes,
                              void *const args[])
{
    const ptx2c_dim3 none = {0, 0, 0}; /* and not ptx2c_launch_any: compilers copy what is handed on */
    if (!k)
        return PTX2C_BAD_KERNEL;
    if (!PTX2C_HAS_ARGS(k, args))
        return PTX2C_BAD_ARGS;
    return k->launch(k, grid, none, block, dynamic_shared_bytes, args, NULL, PTX2C_OBJECTS);
}

/* The same with blocks that form clusters of that size (manual 2.2.2): it divides the grid, and is the kernel's own where
 * that says .reqnctapercluster. */
PTX2C_INLINE int ptx2c_launch_clusters(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                                       size_t dynamic_shared_bytes, void *const args[])
{
    if (k && (!cluster.x || !cluster.y || !cluster.z))
        return PTX2C_BAD_CLUSTER;
    return ptx2c_launch_any(k, grid, cluster, block, dynamic_shared_bytes, args);
}

/* Runs count of the grid's blocks, from number first on, as if the whole grid ran: block (x, y, z) is number
 * (z * grid.y + y) * grid.x + x, and %ctaid and %nctaid are those of the whole grid.  Parts that together are the grid do
 * what the grid does, in one process or in several with memory of their own, provided that no block waits for or reads
 * what one of another part does.  0, also for a count of 0; PTX2C_BAD_PART when the grid has fewer blocks than
 * first + count, or blocks that form clusters of several, and where the module was compiled with PTX2C_STATIC. */
PTX2C_INLINE int ptx2c_launch_part(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes,
                                   void *const args[], uint64_t first, uint64_t count)
{
    const ptx2c_dim3 none = {0, 0, 0};
    const ptx2c_cta_range part = {first, count};
    return ptx2c_launch_range(k, grid, none, block, dynamic_shared_bytes, args, &part);
}

#endif
