/* run.h: runs the CTAs of a grid over OpenMP threads, or without OpenMP.  For generated code.
 *
 * Many CTAs: each thread takes whole CTAs.  Fewer CTAs than threads: the team shares one CTA after the other, and a
 * CTA barrier is an OpenMP barrier. */
#ifndef PTX2C_RUN_H
#define PTX2C_RUN_H

#include "launch.h"
#if defined _OPENMP
#include <omp.h>
#endif

struct ptx2c_grid {
    const ptx2c_kernel *kernel;
    ptx2c_dim3 grid, block;
    uint64_t ctas;
    uint32_t dynamic_shared_bytes, shared_bytes; /* shared_bytes: all of it, rounded up to 128 */
    size_t cta_bytes; /* shared window, state and slack for alignment */
    const void *param;
    int status;       /* the first error; written atomically */
    ptx2c_children children[3]; /* child.h */
    uint32_t flag;    /* a vote of a team: see ptx2c_cta_all */
};

PTX2C_INLINE int ptx2c_status(const ptx2c_grid *g)
{
#if defined __GNUC__
    return __atomic_load_n(&g->status, __ATOMIC_RELAXED);
#else
    return *(volatile const int *)&g->status;
#endif
}

/* Remembers an error of the running kernel; the launch returns the first one. */
PTX2C_INLINE void ptx2c_fail(const ptx2c_cta *c, int status)
{
#if defined __GNUC__
    int none = 0;
    __atomic_compare_exchange_n(&c->grid->status, &none, status, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#else
    if (!c->grid->status)
        c->grid->status = status;
#endif
}

/* The boundary between two phases of a CTA. */
PTX2C_INLINE void ptx2c_cta_barrier(const ptx2c_cta *c)
{
#if defined _OPENMP
    if (!c->alone) {
#pragma omp barrier
    }
#else
    (void)c;
#endif
}

/* True when ok is true for all OpenMP threads of the CTA's team. */
PTX2C_INLINE bool ptx2c_cta_all(const ptx2c_cta *c, bool ok)
{
#if defined _OPENMP
    if (!c->alone) {
        uint32_t bad;
#pragma omp barrier
        if (!ok) {
#pragma omp atomic write
            c->grid->flag = 1;
        }
#pragma omp barrier
#pragma omp atomic read
        bad = c->grid->flag;
#pragma omp barrier
#pragma omp single
        c->grid->flag = 0;
        return !bad;
    }
#else
    (void)c;
#endif
    return ok;
}

/* bar.red: begin, put for each thread, barrier, read, end.  The counts stand at the head of the CTA's memory. */
typedef struct ptx2c_red {
    uint32_t yes, all;
} ptx2c_red;

PTX2C_INLINE void ptx2c_red_begin(const ptx2c_cta *c)
{
    ptx2c_cta_barrier(c);
    if (c->rank == 0)
        *c->red = (ptx2c_red){0, 0};
    ptx2c_cta_barrier(c);
}

PTX2C_INLINE void ptx2c_red_put(const ptx2c_cta *c, bool p)
{
#if defined _OPENMP
    if (!c->alone) {
#pragma omp atomic
        c->red->yes += p;
#pragma omp atomic
        c->red->all += 1;
        return;
    }
#endif
    c->red->yes += p;
    c->red->all++;
}

PTX2C_INLINE uint32_t ptx2c_red_popc(const ptx2c_cta *c) { return c->red->yes; }
PTX2C_INLINE bool ptx2c_red_and(const ptx2c_cta *c) { return c->red->yes == c->red->all; }
PTX2C_INLINE bool ptx2c_red_or(const ptx2c_cta *c) { return c->red->yes != 0; }

PTX2C_INLINE void ptx2c_place_cta(ptx2c_cta *c, ptx2c_grid *g, uint64_t i, unsigned char *mem)
{
    mem += (128 - (uintptr_t)mem % 128) % 128;
    *c = (ptx2c_cta){
        .ctaid = {(uint32_t)(i % g->grid.x), (uint32_t)(i / g->grid.x % g->grid.y),
                  (uint32_t)(i / g->grid.x / g->grid.y)},
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
        .state = mem + 128 + g->shared_bytes,
        .grid = g,
    };
}

/* Runs CTAs first, first + step, … one after the other on this thread, in memory of cta_bytes. */
PTX2C_INLINE void ptx2c_run_some(ptx2c_grid *g, uint64_t first, uint64_t step, unsigned char *mem)
{
    for (uint64_t i = first; i < g->ctas && !ptx2c_status(g); i += step) {
        ptx2c_cta c;
        ptx2c_place_cta(&c, g, i, mem);
        g->kernel->run(&c);
    }
}

static PTX2C_NOINLINE void ptx2c_run_stack(ptx2c_grid *g, uint64_t first, uint64_t step)
{
    ptx2c_b128 mem[PTX2C_STACK_BYTES / sizeof(ptx2c_b128)];
    ptx2c_run_some(g, first, step, (unsigned char *)mem);
}

/* This thread's CTAs. */
PTX2C_INLINE void ptx2c_run_ctas(ptx2c_grid *g, uint64_t first, uint64_t step)
{
    if (g->cta_bytes <= PTX2C_STACK_BYTES) {
        ptx2c_run_stack(g, first, step);
        return;
    }
    unsigned char *mem = malloc(g->cta_bytes);
    if (mem) {
        ptx2c_run_some(g, first, step, mem);
    } else {
        ptx2c_cta c = {.grid = g};
        ptx2c_fail(&c, PTX2C_NO_MEMORY);
    }
    free(mem);
}

#if defined _OPENMP
/* The team shares each CTA. */
PTX2C_INLINE void ptx2c_run_team(ptx2c_grid *g, int threads)
{
    unsigned char *mem = malloc(g->cta_bytes);
    if (!mem) {
        g->status = PTX2C_NO_MEMORY;
        return;
    }
#pragma omp parallel num_threads(threads)
    for (uint64_t i = 0; i < g->ctas; i++) {
        int stop = ptx2c_status(g);
        ptx2c_cta c;
        ptx2c_place_cta(&c, g, i, mem);
        c.rank = (uint32_t)omp_get_thread_num();
        c.team = (uint32_t)omp_get_num_threads();
        c.alone = c.team == 1;
        if (ptx2c_cta_all(&c, !stop))
            g->kernel->run(&c);
#pragma omp barrier
    }
    free(mem);
}
#endif

PTX2C_INLINE void ptx2c_run_grid(ptx2c_grid *g)
{
#if defined _OPENMP
    int threads = omp_in_parallel() ? 1 : omp_get_max_threads();
    uint32_t warps = (g->block.x * g->block.y * g->block.z + 31) / 32;
    if (threads > 1 && g->ctas < (uint64_t)threads && !g->kernel->alone && warps > 1) {
        ptx2c_run_team(g, (uint32_t)threads < warps ? threads : (int)warps);
        return;
    }
    if ((uint64_t)threads > g->ctas)
        threads = (int)g->ctas;
    if (threads > 1) {
#pragma omp parallel num_threads(threads)
        ptx2c_run_ctas(g, (uint64_t)omp_get_thread_num(), (uint64_t)omp_get_num_threads());
        return;
    }
#endif
    ptx2c_run_ctas(g, 0, 1);
}

PTX2C_INLINE int ptx2c_check_launch(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared)
{
    const uint32_t dim[3] = {block.x, block.y, block.z};
    if (!grid.x || !grid.y || !grid.z || grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535)
        return PTX2C_BAD_GRID;
    if (!block.x || !block.y || !block.z || block.x > 1024 || block.y > 1024 || block.z > 64 ||
        (uint64_t)block.x * block.y * block.z > 1024)
        return PTX2C_BAD_BLOCK;
    for (int i = 0; i < 3; i++)
        if (k->reqntid[i] && dim[i] != k->reqntid[i])
            return PTX2C_BAD_NTID;
    if (k->maxntid[0] &&
        (uint64_t)block.x * block.y * block.z > (uint64_t)k->maxntid[0] * k->maxntid[1] * k->maxntid[2])
        return PTX2C_BAD_NTID;
    return dynamic_shared > 0x3fffffff ? PTX2C_BAD_SHARED : PTX2C_OK;
}

#include "child.h"

/* ptx2c_kernel.run_grid of kernels compiled in this file. */
static PTX2C_NOINLINE int ptx2c_run_here(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 block,
                                        uint32_t dynamic_shared_bytes, const void *param, ptx2c_children *launched)
{
    ptx2c_grid g = {
        .kernel = k,
        .grid = grid,
        .block = block,
        .ctas = (uint64_t)grid.x * grid.y * grid.z,
        .dynamic_shared_bytes = dynamic_shared_bytes,
        .param = param,
    };
    uint32_t threads = block.x * block.y * block.z;
    uint32_t units = k->state_unit == 1 ? threads : (threads + 31) / 32;
    g.shared_bytes = (k->shared_bytes + g.dynamic_shared_bytes + 127) / 128 * 128;
    g.cta_bytes = (size_t)g.shared_bytes + (size_t)units * k->chunk_bytes + 512;
    ptx2c_run_grid(&g);
    ptx2c_children_free(&g.children[PTX2C_CHILD_MADE]);
    *launched = g.children[PTX2C_CHILD_QUEUE];
    for (ptx2c_child *x = g.children[PTX2C_CHILD_TAIL].first, *next; x; x = next) {
        next = x->next;
        ptx2c_child_append(launched, x);
    }
    if (g.status)
        ptx2c_children_free(launched);
    return g.status;
}

/* ptx2c_kernel.launch of kernels compiled in this file. */
static PTX2C_NOINLINE int ptx2c_launch_here(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 block,
                                           size_t dynamic_shared_bytes, void *const args[])
{
    int bad = ptx2c_check_launch(k, grid, block, dynamic_shared_bytes);
    if (bad)
        return bad;
    ptx2c_b128 few[64] = {{0, 0}};
    unsigned char *param = (unsigned char *)few;
    if (k->param_bytes > sizeof few) {
        param = calloc(1, k->param_bytes);
        if (!param)
            return PTX2C_NO_MEMORY;
    }
    for (uint32_t i = 0; i < k->param_count && !bad; i++) {
        if (!args || !args[i])
            bad = PTX2C_BAD_ARGS;
        else
            memcpy(param + k->params[i].offset, args[i], k->params[i].size);
    }
    ptx2c_children launched = {NULL, NULL};
    if (!bad)
        bad = ptx2c_run_here(k, grid, block, (uint32_t)dynamic_shared_bytes, param, &launched);
    if (!bad && launched.first)
        bad = ptx2c_children_run(&launched);
    if (param != (unsigned char *)few)
        free(param);
    return bad;
}

#endif
