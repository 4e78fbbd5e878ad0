/* place.h: where a CTA lies in its grid, and its memory.  For generated code. */
#ifndef PTX2C_PLACE_H
#define PTX2C_PLACE_H

#include "check.h"

/* Threads of a row of the CTAs that are run as one from this %ctaid.x on. */
PTX2C_INLINE uint32_t ptx2c_row(const ptx2c_grid *g, uint32_t x)
{
#if defined PTX2C_STATIC /* none are */
    (void)x;
    return g->block.x;
#else
    const uint32_t left = g->x + g->width - x;
    return (left < g->join ? left : g->join) * g->block.x;
#endif
}

/* With slack for its alignment. */
#define PTX2C_TENSOR_BYTES (sizeof(ptx2c_tensor_memory) + PTX2C_TENSOR_COLUMNS * 128 * sizeof(uint32_t) + 128)

#if defined PTX2C_STATIC && !defined PTX2C_TCGEN05
#define PTX2C_HAS_TENSOR_MEMORY 0
#else
#define PTX2C_HAS_TENSOR_MEMORY 1
#endif

/* Nothing is allocated in the CTA's tensor memory. */
PTX2C_INLINE void ptx2c_tensor_begin(ptx2c_cta *c)
{
    if (PTX2C_HAS_TENSOR_MEMORY && c->tensor) {
        c->tensor->used = 0;
        c->tensor->closed = false;
    }
}

/* How shared windows are aligned.  Programs exchange pieces of 16 bytes within 1024 by the bits of generic addresses, as CuTe does, where the
 * matrices' descriptors do so by those of offsets. */
#if defined PTX2C_STATIC
#define PTX2C_WINDOW_ALIGN(g) 128u
#else
#define PTX2C_WINDOW_ALIGN(g) ((g)->shared_bytes < 256 ? 128u : 1024u)
#endif

/* The CTA with that %ctaid, in memory of g->cta_bytes. */
PTX2C_ALWAYS_INLINE void ptx2c_place_at(ptx2c_cta *c, ptx2c_grid *g, ptx2c_dim3 ctaid, unsigned char *mem)
{
    if (PTX2C_HAS_RING) /* else it is static and aligned */
        mem += (0 - ((uintptr_t)mem + 128)) % PTX2C_WINDOW_ALIGN(g);
    *c = (ptx2c_cta){
        .ctaid = ctaid,
        .ntid = g->block,
        .nctaid = g->grid,
        .threads = g->block.x * g->block.y * g->block.z,
        .alone = true,
        .team = 1,
        .lanes = 32,
        .red = (ptx2c_red *)(void *)mem,
        .shared = mem + 128,
        .shared_bytes = g->kernel->shared_bytes + g->dynamic_shared_bytes,
        .dynamic_shared_bytes = g->dynamic_shared_bytes,
        .param = g->param,
        .stack = ptx2c_frame(),
        .state = mem + 128 + g->shared_bytes + PTX2C_GAP,
        .grid = g,
    };
    c->row = ptx2c_row(g, c->ctaid.x);
    if (PTX2C_HAS_TENSOR_MEMORY && g->kernel->tensor_memory) {
        c->tensor = (ptx2c_tensor_memory *)(uintptr_t)(ptx2c_cta_memory(c) + g->kernel->cta_memory);
        ptx2c_tensor_begin(c);
    }
    const ptx2c_dim3 n = g->cluster;
    if (PTX2C_HAS_RING && g->clustered)
        c->rank_in_cluster = (c->ctaid.z % n.z * n.y + c->ctaid.y % n.y) * n.x + c->ctaid.x % n.x;
}

/* The same for CTA number i. */
PTX2C_ALWAYS_INLINE void ptx2c_place_cta(ptx2c_cta *c, ptx2c_grid *g, uint64_t i, unsigned char *mem)
{
    const uint64_t row = g->row + i / g->across;
    const ptx2c_dim3 ctaid = {g->x + (uint32_t)(i % g->across) * g->join, (uint32_t)(row % g->grid.y),
                              (uint32_t)(row / g->grid.y)};
    ptx2c_place_at(c, g, ctaid, mem);
}

/* At the end of a CTA: what its threads still have. */
PTX2C_INLINE void ptx2c_cta_release(ptx2c_cta *c)
{
#if defined __OPTIMIZE_SIZE__
    if (c->release)
        c->release(c);
#else
    if (c->release) { /* of another one: no function gets the address of the CTA that loops over chunks run, which may lie in registers */
        ptx2c_cta ended = {.far = c->far, .errors = c->errors};
        c->release(&ended);
        c->far = ended.far;
        c->errors = ended.errors;
    }
#endif
    c->release = NULL;
}

/* Goes on to the next CTA of the row, or those that are run as one. */
PTX2C_INLINE void ptx2c_cta_next(ptx2c_cta *c)
{
    ptx2c_cta_release(c);
    c->ctaid.x += c->grid->join;
    ptx2c_tensor_begin(c);
    if (c->grid->join > 1)
        c->row = ptx2c_row(c->grid, c->ctaid.x);
}

#if !defined PTX2C_STATIC
/* Takes those that are left of its row, or stand in the next one, off so many CTAs. */
PTX2C_INLINE uint32_t ptx2c_cta_row(ptx2c_cta *c, uint32_t *ctas)
{
    const ptx2c_grid *g = c->grid;
    ptx2c_dim3 *at = &c->ctaid;
    if (at->x - g->x >= g->width) {
        c->row = ptx2c_row(g, at->x = g->x);
        at->y = (at->y + 1) % g->grid.y;
        at->z += !at->y;
    }
    uint32_t n = g->across - (at->x - g->x) / g->join;
    n = *ctas < n ? *ctas : n;
    *ctas -= n;
    return n;
}
#endif

/* The number of the first of the next CTAs (or clusters) that no thread has taken, of step at a time. */
PTX2C_INLINE uint64_t ptx2c_next_ctas(ptx2c_grid *g, uint64_t step)
{
    uint64_t i;
#if defined PTX2C_POOL
    i = __atomic_fetch_add(&g->next, step, __ATOMIC_RELAXED);
#else
#if defined _OPENMP
#pragma omp atomic capture
#endif
    {
        i = g->next;
        g->next += step;
    }
#endif
    return i;
}

#endif
