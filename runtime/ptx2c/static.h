/* static.h: -DPTX2C_STATIC: grids run on one thread, in memory whose size is known when the file is compiled.  For generated code.
 *
 * A block has as many threads as the kernel says (.reqntid, .maxntid), or PTX2C_STATIC_THREADS, and PTX2C_STATIC_SHARED bytes
 * of dynamic shared memory; a launch that wants more gets PTX2C_NO_MEMORY.  Only one launch runs at a time. */
#ifndef PTX2C_STATIC_H
#define PTX2C_STATIC_H

#include "mode.h"
#include "check.h"
#include "place.h"

#if defined PTX2C_STATIC

#ifndef PTX2C_STATIC_THREADS
#define PTX2C_STATIC_THREADS 256
#endif
#ifndef PTX2C_STATIC_SHARED
#define PTX2C_STATIC_SHARED 0
#endif

/* The static memory is aligned; that from malloc, of kernels that wait, is not. */
#define PTX2C_SLACK(k) (PTX2C_HAS_RING && (k)->waits ? 320 : 0)

/* Memory of a kernel: parameters, then the CTA's: each part at a multiple of 128.  unit: threads that a state serves. */
#define PTX2C_UP(bytes) (((size_t)(bytes) + 127) / 128 * 128)
#define PTX2C_MEMORY(name, params, shared, state, unit, threads)                                                       \
    static _Alignas(128) unsigned char                                                                                 \
        name##_memory[PTX2C_UP(params) + 128 + PTX2C_UP((shared) + PTX2C_STATIC_SHARED) + PTX2C_GAP +                  \
                      (state) * (((threads) ? (threads) : PTX2C_STATIC_THREADS) + (unit) - 1) / (unit)];
#define PTX2C_MEMORY_FIELDS(name) .memory = name##_memory, .memory_bytes = sizeof name##_memory,

PTX2C_INLINE void ptx2c_run_grid(ptx2c_grid *g)
{
    const ptx2c_kernel *k = g->kernel;
    const size_t params = PTX2C_UP(k->param_bytes);
    ptx2c_mode before;
    if (PTX2C_HAS_RING && k->waits) {
        k->waits(g, false);
        return;
    }
    if (params + g->cta_bytes > k->memory_bytes) {
        g->status = PTX2C_NO_MEMORY;
        return;
    }
    ptx2c_mode_begin(&before, k->daz);
    for (ptx2c_dim3 at = {0, 0, 0}; at.z < g->grid.z && !ptx2c_status(g);) {
        ptx2c_cta c;
        ptx2c_place_at(&c, g, at, (unsigned char *)k->memory + params);
        k->run(&c, g->grid.x);
        if (++at.y == g->grid.y) {
            at.y = 0;
            at.z++;
        }
    }
    ptx2c_mode_end(&before);
}

#endif

#endif
