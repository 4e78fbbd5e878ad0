/* device.h: what the host has said of the device and of the launch.  For generated code. */
#ifndef PTX2C_DEVICE_H
#define PTX2C_DEVICE_H

#include "run.h"

#include <stdlib.h>

#if defined PTX2C_STATIC
#define PTX2C_DEVICE_FIELD /* nobody tells it */
#else
#define PTX2C_DEVICE_FIELD .device = &ptx2c_device_here,
#endif

/* NULL: nothing, there is one. */
static const ptx2c_device *ptx2c_device_here PTX2C_UNUSED;

/* malloc on the device: of no bytes, NULL. */
PTX2C_INLINE uint64_t ptx2c_malloc(uint64_t size)
{
    if (!size || size > SIZE_MAX / 2)
        return 0;
    return (uint64_t)(uintptr_t)(ptx2c_device_here ? ptx2c_device_here->take(ptx2c_device_here, (size_t)size) : malloc((size_t)size));
}

PTX2C_INLINE void ptx2c_free(void *p)
{
    if (ptx2c_device_here)
        ptx2c_device_here->give(ptx2c_device_here, p);
    else
        free(p);
}

/* %envreg: 1 and 2 are the upper and lower half of the workspace's address, as CUDA's cooperative groups read it; the
 * others are 0, and all of a launch that is said not to be cooperative. */
PTX2C_INLINE uint32_t ptx2c_envreg(const ptx2c_cta *c, uint32_t n)
{
    const uint64_t a = c->grid->workspace[0] ? (uintptr_t)c->grid->workspace : 0;
    return n == 1 ? (uint32_t)(a >> 32) : n == 2 ? (uint32_t)a : 0;
}

/* %current_graph_exec */
PTX2C_INLINE uint64_t ptx2c_graph_here(const ptx2c_cta *c)
{
#if defined PTX2C_STATIC
    (void)c;
    return 0;
#else
    return c->grid->graph & 1 ? 0 : c->grid->graph;
#endif
}

#endif
