/* grid.h: runs the CTAs of a grid over OpenMP threads, or without OpenMP.  For generated code.
 *
 * Many CTAs: each thread takes whole CTAs.  Fewer CTAs than threads: the team shares one CTA after the other, and a
 * CTA barrier is an OpenMP barrier.  CTAs that wait for each other: ring.h. */
#ifndef PTX2C_GRID_H
#define PTX2C_GRID_H

#if defined PTX2C_POOL && (defined _OPENMP || defined PTX2C_STATIC)
#error "PTX2C_POOL takes the place of OpenMP, and its threads need memory of their own"
#endif

#include "check.h"
#include "mode.h"
#include "place.h"
#include "static.h"

#if !defined PTX2C_STATIC

/* Bytes of a CTA's memory (shared window and values across barriers) that are taken from the stack; more comes from
 * malloc for the time of the launch. */
#ifndef PTX2C_STACK_BYTES
#if defined __wasm__ /* whose linker gives a program 65536 bytes of stack unless told otherwise */
#define PTX2C_STACK_BYTES 16384
#else
#define PTX2C_STACK_BYTES 262144
#endif
#endif

#ifndef PTX2C_BRIEF_US
#define PTX2C_BRIEF_US 20 /* microseconds for a CTA; 0: they are always shared out */
#endif
enum { PTX2C_LONG_US = 40 };

/* Runs CTAs number first to last - 1 on this thread, in memory of cta_bytes. */
static PTX2C_PLAIN void ptx2c_run_some(ptx2c_grid *g, uint64_t first, uint64_t last, unsigned char *mem)
{
    while (first < last && !ptx2c_status(g)) {
        ptx2c_cta c;
        ptx2c_place_cta(&c, g, first, mem);
        const uint32_t n = g->clustered ? 1 : last - first < 1 << 30 ? (uint32_t)(last - first) : 1 << 30;
        g->run(&c, n);
        first += n;
    }
}

/* Runs the CTAs of a thread, one of so many: neighbours, so that it finds in its caches what it needs, and the next launch
 * does, too; or a few, then again a few, where that would leave threads without work. */
static PTX2C_PLAIN void ptx2c_run_share(ptx2c_grid *g, uint32_t thread, uint32_t threads, unsigned char *mem)
{
    if (g->kernel->uneven && threads > 1) {
        const uint64_t step = g->ctas / (32 * (uint64_t)threads) + 1;
        for (uint64_t i; (i = ptx2c_next_ctas(g, step)) < g->ctas;)
            ptx2c_run_some(g, i, g->ctas - i < step ? g->ctas : i + step, mem);
        return;
    }
    const uint64_t each = g->ctas / threads, more = g->ctas % threads;
    const uint64_t first = thread * each + (thread < more ? thread : more);
    ptx2c_run_some(g, first, first + each + (thread < more), mem);
}

static PTX2C_NOINLINE void ptx2c_run_stack(ptx2c_grid *g, uint32_t thread, uint32_t threads)
{
    ptx2c_b128 mem[PTX2C_STACK_BYTES / sizeof(ptx2c_b128)];
    ptx2c_run_share(g, thread, threads, (unsigned char *)mem);
}

/* This thread's CTAs. */
PTX2C_ONCE void ptx2c_run_ctas(ptx2c_grid *g, uint32_t thread, uint32_t threads)
{
    unsigned char *mem = NULL;
    ptx2c_mode before;
    ptx2c_mode_begin(&before, g->kernel->daz);
    if (g->cta_bytes <= PTX2C_STACK_BYTES) {
        ptx2c_run_stack(g, thread, threads);
    } else if ((mem = malloc(g->cta_bytes))) {
        ptx2c_run_share(g, thread, threads, mem);
    } else {
        ptx2c_cta c = {.grid = g};
        ptx2c_fail(&c, PTX2C_NO_MEMORY);
    }
    free(mem);
    ptx2c_mode_end(&before);
}

#if defined _OPENMP
/* The team shares each CTA. */
PTX2C_ONCE void ptx2c_run_team(ptx2c_grid *g, int threads)
{
    unsigned char *mem = malloc(g->cta_bytes);
    if (!mem) {
        g->status = PTX2C_NO_MEMORY;
        return;
    }
#pragma omp parallel num_threads(threads)
    {
        ptx2c_mode before;
        ptx2c_mode_begin(&before, g->kernel->daz);
        for (uint64_t i = 0; i < g->ctas; i++) {
            int stop = ptx2c_status(g);
            ptx2c_cta c;
            ptx2c_place_cta(&c, g, i, mem);
            c.rank = (uint32_t)omp_get_thread_num();
            c.team = (uint32_t)omp_get_num_threads();
            c.alone = c.team == 1;
            if (ptx2c_cta_all(&c, !stop))
                g->run(&c, 1);
            ptx2c_cta_release(&c);
#pragma omp barrier
        }
        ptx2c_mode_end(&before);
    }
    free(mem);
}
#endif

/* ---- grids ------------------------------------------------------------------------------------------------------- */

/* Threads in a row of joined CTAs, at most: of CTAs with many rows, whose memory may lie far apart, and of others.  What
 * each OpenMP thread gets at least, so that their shares can be alike. */
enum { PTX2C_ROW = 1024, PTX2C_ONLY_ROW = 4096, PTX2C_SHARES = 16 };

/* Joins as many neighbouring CTAs as long chunks need, as long as that leaves work for all threads. */
PTX2C_ONCE void ptx2c_join(ptx2c_grid *g, int threads)
{
    const uint64_t rows = g->ctas / g->width;
    uint32_t n = (g->block.y * g->block.z > 1 ? PTX2C_ROW : PTX2C_ONLY_ROW) / g->block.x;
    if (threads > 1) {
        const uint64_t parts = ((uint64_t)threads * PTX2C_SHARES + rows - 1) / rows; /* of a row of the grid */
        n = g->width / parts < n ? (uint32_t)(g->width / parts) : n;
    }
    if (!g->kernel->joins || g->clustered || n < 2)
        return;
    g->join = n < g->width ? n : g->width;
    g->across = (g->width + g->join - 1) / g->join;
    g->ctas = g->across * rows;
}

#if defined _OPENMP
/* Runs a grid of fewer CTAs than threads.  False: they are best run whole, which the caller does. */
PTX2C_ONCE bool ptx2c_share_few(ptx2c_grid *g, int threads, uint32_t few)
{
    const uint32_t warps = (g->block.x * g->block.y * g->block.z + 31) / 32;
    if (warps == 1 || few == PTX2C_FEW_BRIEF)
        return false;
    const double begin = omp_get_wtime();
    ptx2c_run_team(g, (uint32_t)threads < warps ? threads : (int)warps);
    if (few == PTX2C_FEW_NEW && omp_get_wtime() - begin < 1e-6 * PTX2C_BRIEF_US * (double)g->ctas) {
#pragma omp atomic write
        *g->kernel->few = PTX2C_FEW_BRIEF;
    }
    return true;
}
#endif

#if defined PTX2C_POOL
/* -DPTX2C_POOL=f: f is the program's, and calls work(what, i) for i = 0 … n - 1, each once, in any order, on threads of its
 * own (tasks of an operating system, a pool); it returns when all calls have.  n is PTX2C_POOL_WORKERS, or fewer. */
extern void PTX2C_POOL(void (*work)(void *what, unsigned i), void *what, unsigned n);
#ifndef PTX2C_POOL_WORKERS
#define PTX2C_POOL_WORKERS 4
#endif

typedef struct ptx2c_pooled { ptx2c_grid *g; uint32_t threads; } ptx2c_pooled;

static PTX2C_PLAIN void ptx2c_run_pooled(void *what, unsigned i)
{
    const ptx2c_pooled *p = (const ptx2c_pooled *)what;
    ptx2c_run_ctas(p->g, i, p->threads);
}
#endif

/* Each CTA is run by one thread. */
PTX2C_ONCE void ptx2c_run_whole(ptx2c_grid *g, int threads)
{
    ptx2c_join(g, threads);
#if defined PTX2C_POOL
    if (threads > 1) {
        ptx2c_pooled p = {g, (uint32_t)threads};
        PTX2C_POOL(ptx2c_run_pooled, &p, (unsigned)threads);
        return;
    }
#endif
#if defined _OPENMP
    if (threads > 1) {
#pragma omp parallel num_threads(threads)
        ptx2c_run_ctas(g, (uint32_t)omp_get_thread_num(), (uint32_t)omp_get_num_threads());
        return;
    }
#endif
    ptx2c_run_ctas(g, 0, 1);
}

#if defined _OPENMP
/* How many threads run a grid that this one has launched.  gcc's OpenMP keeps its threads and would wait for them in a child
 * of the process, too, where they are not: a child whose parent has had some does without. */
PTX2C_ONCE int ptx2c_team_size(void)
{
    const int threads = omp_in_parallel() ? 1 : omp_get_max_threads();
#if defined PTX2C_PROCESSES
    if (threads > 1) {
        const int here = (int)getpid();
        int none = 0;
        if (!__atomic_compare_exchange_n(&ptx2c_team_process, &none, here, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
            none != here)
            return 1;
    }
#endif
    return threads;
}
#endif

PTX2C_ONCE void ptx2c_run_grid(ptx2c_grid *g)
{
#if defined _OPENMP
    int threads = g->kernel->alone & PTX2C_ONE_BY_ONE ? 1 : ptx2c_team_size();
    if (g->kernel->waits) {
        uint64_t clusters = g->ctas / ((uint64_t)g->cluster.x * g->cluster.y * g->cluster.z);
        threads = (uint64_t)threads > clusters ? (int)clusters : threads;
        if (threads > 1) {
#pragma omp parallel num_threads(threads)
            g->kernel->waits(g, true);
        } else {
            g->kernel->waits(g, false);
        }
        return;
    }
    if (threads > 1 && g->ctas < (uint64_t)threads && !g->kernel->alone && !g->whole) {
        uint32_t few;
#pragma omp atomic read
        few = *g->kernel->few;
        if (ptx2c_share_few(g, threads, few))
            return;
        const double begin = omp_get_wtime();
        ptx2c_run_whole(g, (int)g->ctas);
        if (few == PTX2C_FEW_BRIEF && omp_get_wtime() - begin > 1e-6 * PTX2C_LONG_US) {
#pragma omp atomic write
            *g->kernel->few = PTX2C_FEW_LONG;
        }
        return;
    }
    ptx2c_run_whole(g, (uint64_t)threads > g->ctas ? (int)g->ctas : threads);
#else
#if defined PTX2C_POOL
    const int threads = g->kernel->alone & PTX2C_ONE_BY_ONE ? 1 : g->ctas < PTX2C_POOL_WORKERS ? (int)g->ctas : PTX2C_POOL_WORKERS;
#else
    const int threads = 1;
#endif
    if (g->kernel->waits)
        g->kernel->waits(g, false);
    else
        ptx2c_run_whole(g, g->whole ? 1 : threads);
#endif
}

/* Slack for the alignment of a CTA's memory. */
#define PTX2C_SLACK(k) 320
#define PTX2C_MEMORY(name, params, shared, state, unit, threads)
#define PTX2C_MEMORY_FIELDS(name)
#endif

#if defined PTX2C_STATIC
/* Whole grids only. */
PTX2C_ONCE void ptx2c_run_part(ptx2c_grid *g, const ptx2c_cta_range *part)
{
    (void)part;
    g->width = g->across = g->grid.x;
    g->join = 1;
    if (PTX2C_HAS_RING)
        g->ctas = part->count;
    ptx2c_run_grid(g);
}
#else
/* Runs the CTAs of so many rows from number row on, in each so many from x on. */
static PTX2C_PLAIN void ptx2c_run_rows(ptx2c_grid *g, uint32_t x, uint32_t width, uint64_t row, uint64_t rows)
{
    if (!width || !rows || ptx2c_status(g))
        return;
    const ptx2c_calm none = {0, 0, 0, 0, 0, false};
    g->x = x;
    g->width = g->across = width;
    g->row = row;
    g->ctas = width * rows;
    g->join = 1;
    g->next = 0;
    g->calm = none;
    ptx2c_run_grid(g);
}

/* Part of the grid: the rest of a row, whole rows, the begin of one. */
PTX2C_ONCE void ptx2c_run_part(ptx2c_grid *g, const ptx2c_cta_range *part)
{
    const uint32_t across = g->grid.x;
    uint64_t first = part->first, count = part->count;
    if (first % across) {
        const uint32_t x = (uint32_t)(first % across), n = count < across - x ? (uint32_t)count : across - x;
        ptx2c_run_rows(g, x, n, first / across, 1);
        first += n;
        count -= n;
    }
    ptx2c_run_rows(g, 0, across, first / across, count / across);
    ptx2c_run_rows(g, 0, (uint32_t)(count % across), first / across + count / across, 1);
}
#endif

#if !defined PTX2C_STATIC
/* Threads in a row along y from which on lanes along it are worth their while. */
enum { PTX2C_TRANSPOSED_ROW = 8 };

/* Turns a grid whose kernel is the faster for it: see ptx2c_kernel.run_transposed. */
PTX2C_ONCE void ptx2c_transpose(ptx2c_grid *g)
{
    const ptx2c_dim3 grid = g->grid, block = g->block;
    if (!g->kernel->run_transposed || (uint64_t)grid.y * block.y < PTX2C_TRANSPOSED_ROW)
        return;
    g->run = g->kernel->run_transposed;
    g->grid.x = grid.y;
    g->grid.y = grid.x;
    g->block.x = block.y;
    g->block.y = block.x;
}
#endif

/* The grid, not what it launches. */
PTX2C_ONCE int ptx2c_run_one(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                             uint32_t dynamic_shared_bytes, const void *param, const ptx2c_cta_range *part,
                             ptx2c_children *launched)
{
    const bool clustered = cluster.x || k->cluster[0];
    if (PTX2C_MESSAGE_BYTES > 1)
        ptx2c_here_message[0] = 0;
    int bad = ptx2c_check_cluster(k, grid, &cluster, dynamic_shared_bytes);
    const ptx2c_cta_range all = {0, (uint64_t)grid.x * grid.y * grid.z};
#if defined PTX2C_STATIC
    bad = !bad && part ? PTX2C_BAD_PART : bad;
#else
    if (!bad && part && (part->first > all.count || part->count > all.count - part->first ||
                         cluster.x * cluster.y * cluster.z > 1))
        bad = PTX2C_BAD_PART;
#endif
    if (bad)
        return bad;
    ptx2c_grid g = {
        .kernel = k,
        .run = k->run,
        .grid = grid,
        .block = block,
        .cluster = cluster,
        .number = ptx2c_next_grid(),
        .clustered = clustered,
        .dynamic_shared_bytes = dynamic_shared_bytes,
        .param = param,
        .whole = launched->of_child,
        .workspace = {PTX2C_LE(32, (uint32_t)sizeof g.workspace)},
    };
    uint32_t threads = block.x * block.y * block.z;
    uint32_t units = k->state_unit == 1 ? threads : (threads + 31) / 32;
    g.shared_bytes = (k->shared_bytes + g.dynamic_shared_bytes + 127) / 128 * 128;
    g.state_bytes = (size_t)units * k->chunk_bytes;
    if (PTX2C_HAS_RING && k->kept_bytes)
        g.state_bytes = (g.state_bytes + 15) / 16 * 16 + k->kept_bytes;
    g.cta_bytes = 128 + (size_t)g.shared_bytes + PTX2C_GAP + g.state_bytes + PTX2C_SLACK(k) + (k->cta_memory ? k->cta_memory + 128 : 0) +
                  (PTX2C_HAS_TENSOR_MEMORY && k->tensor_memory ? PTX2C_TENSOR_BYTES : 0) + PTX2C_WINDOW_ALIGN(&g) - 128;
#if !defined PTX2C_STATIC
    if (k->device && *k->device) {
        g.graph = (*k->device)->graph();
        g.workspace[0] = (*k->device)->cooperative() ? g.workspace[0] : 0;
    }
    if (!part && !clustered)
        ptx2c_transpose(&g);
#endif
    ptx2c_run_part(&g, part ? part : &all);
    if (PTX2C_HAS_CHILDREN && g.family)
        g.family->end(&g, launched);
    if (g.status && PTX2C_MESSAGE_BYTES > 1)
        memcpy(ptx2c_here_message, g.message, sizeof g.message);
    return g.status;
}

/* ptx2c_kernel.run_grid of kernels compiled in this file; where none launches others nobody asks for it. */
#if PTX2C_HAS_CHILDREN || defined PTX2C_SANITIZE_RUN_H
static PTX2C_PLAIN int ptx2c_run_here(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                                      uint32_t dynamic_shared_bytes, const void *param, const ptx2c_cta_range *part,
                                      ptx2c_children *launched)
{
    return ptx2c_run_one(k, grid, cluster, block, dynamic_shared_bytes, param, part, launched);
}
#define PTX2C_RUN_ONE ptx2c_run_here
#else
#define ptx2c_run_here NULL
#define PTX2C_RUN_ONE ptx2c_run_one
#endif

/* The grid and all that it launches. */
PTX2C_ONCE int ptx2c_run_all(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                             uint32_t dynamic_shared_bytes, const void *param, const ptx2c_cta_range *part)
{
    ptx2c_children launched = {NULL, NULL, false, NULL};
    const int bad = PTX2C_RUN_ONE(k, grid, cluster, block, dynamic_shared_bytes, param, part, &launched);
    return PTX2C_HAS_CHILDREN && !bad && launched.first ? launched.family->run(&launched) : bad;
}

/* The same with the handles that the launching file has made. */
PTX2C_ONCE int ptx2c_run_lent(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                              uint32_t dynamic_shared_bytes, const void *param, const ptx2c_cta_range *part,
                              ptx2c_object_table *objects)
{
#if defined PTX2C_IMAGE_H /* the module has textures */
    const bool lent = objects && objects != &ptx2c_objects;
    if (lent && !ptx2c_objects_lend(objects))
        return PTX2C_NO_MEMORY;
    const int bad = ptx2c_run_all(k, grid, cluster, block, dynamic_shared_bytes, param, part);
    if (lent)
        ptx2c_objects_return(objects);
    return bad;
#else
    (void)objects;
    return ptx2c_run_all(k, grid, cluster, block, dynamic_shared_bytes, param, part);
#endif
}

/* ptx2c_kernel.launch of kernels compiled in this file. */
static PTX2C_PLAIN int ptx2c_launch_here(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster,
                                         ptx2c_dim3 block, size_t dynamic_shared_bytes, void *const args[],
                                         const ptx2c_cta_range *part, ptx2c_object_table *objects)
{
    if (PTX2C_MESSAGE_BYTES > 1)
        ptx2c_here_message[0] = 0;
    int bad = ptx2c_count_blocks(k, &grid);
    if (!bad)
        bad = ptx2c_check_launch(k, grid, block, dynamic_shared_bytes);
    if (!bad && ptx2c_mode_fuses())
        bad = PTX2C_BAD_FLAGS;
    if (bad)
        return bad;
#if defined PTX2C_STATIC
    unsigned char *param = (unsigned char *)k->memory;
    if (k->param_bytes > k->memory_bytes)
        return PTX2C_NO_MEMORY;
#else
    enum { ALIGN = 128, FEW = 1024 }; /* bytes; a parameter may be aligned so */
    unsigned char few[FEW + ALIGN], *many = NULL;
    if (k->param_bytes > FEW) {
        many = malloc(k->param_bytes + ALIGN);
        if (!many)
            return PTX2C_NO_MEMORY;
    }
    unsigned char *param = many ? many : few;
    param += (0 - (uintptr_t)param) % ALIGN;
#endif
    memset(param, 0, k->param_bytes);
    for (uint32_t i = 0; i < k->param_count && !bad; i++) {
        if (!args || !args[i])
            bad = PTX2C_BAD_ARGS;
        else
            memcpy(param + k->params[i].offset, args[i], k->params[i].size);
    }
    if (!bad)
        ptx2c_turn_params(k, param, 'm');
    if (!bad)
        bad = ptx2c_run_lent(k, grid, cluster, block, (uint32_t)dynamic_shared_bytes, param, part, objects);
#if !defined PTX2C_STATIC
    free(many);
#endif
    return bad;
}

/* A parameter of the kernel of that name, which says what the parameter's own name begins with. */
#define PTX2C_PARAM(name, param, align)                                                                                \
    {#name "_" #param, sizeof((const name##_params *)0)->param, align, offsetof(name##_params, param)}

/* Its local memory for each thread and the module's constants, in bytes, for hosts that ask; with a comma. */
#if defined PTX2C_STATIC
#define PTX2C_TELLS(local, constants)
#else
#define PTX2C_TELLS(local, constants) .local_bytes = (local), .const_bytes = (constants),
#endif
/* Fields of the descriptor of the kernel of that name: its parameters; how its launches are done. */
#define PTX2C_PARAMS(name)                                                                                             \
    .params = name##_param_list, .param_count = sizeof name##_param_list / sizeof *name##_param_list,                  \
    .param_bytes = sizeof(name##_params)
#define PTX2C_LAUNCHES(name, by, grid_by) \
    .launch = by, .run_grid = grid_by, .message = ptx2c_message_here, PTX2C_MEMORY_FIELDS(name)
#define PTX2C_LAUNCH(name) PTX2C_LAUNCHES(name, ptx2c_launch_here, ptx2c_run_here)

#endif
