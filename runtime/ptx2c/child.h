/* child.h: kernels that kernels launch (CUDA's dynamic parallelism), with the copies they order between them.
 *
 * What a grid launches is kept until the grid has finished and then run in the order of the launches, each child with
 * its own children before the next; tail launches come last.  That is one of the orders that CUDA's streams and events
 * allow.  cudaDeviceSynchronize runs what its CTA has launched. */
#ifndef PTX2C_CHILD_H
#define PTX2C_CHILD_H

#include "check.h"
#include "child_hook.h"
#include "device.h"
#include "memory.h"
#include "stack.h"

#ifdef PTX2C_CHECK /* see child_hook.h; sanitize_place.h has it, which knows places */
static void ptx2c_child_stored(const ptx2c_thread *t, uint64_t to, uint32_t n) PTX2C_UNUSED;
#endif

/* CUDA's numbers of errors. */
enum {
    PTX2C_CUDA_BAD_VALUE = 1,
    PTX2C_CUDA_NO_MEMORY = 2,
    PTX2C_CUDA_BAD_CONFIG = 9,
    PTX2C_CUDA_BAD_KERNEL = 98,
    PTX2C_CUDA_BAD_DEVICE = 101,
    PTX2C_CUDA_BAD_LIMIT = 215,
    PTX2C_CUDA_NOT_SUPPORTED = 801
};

typedef enum ptx2c_task { PTX2C_TASK_KERNEL, PTX2C_TASK_COPY, PTX2C_TASK_SET, PTX2C_TASK_GRAPH } ptx2c_task;

struct ptx2c_child {
    ptx2c_child *next, *prev;
    const ptx2c_cta *by;   /* who launched it */
    void *known;           /* sanitize_hook.h */
    ptx2c_task task;
    const ptx2c_kernel *kernel;
    ptx2c_dim3 grid, block;
    uint32_t shared;
    void *dst;             /* of a copy, or of what is filled with the byte value */
    const void *src;
    uint64_t size;         /* bytes of a row */
    uint64_t rows, dst_pitch, src_pitch;
    int value;
    uint64_t graph, stream;
    _Alignas(16) unsigned char param[];
};

/* Lists of a grid: to run, to run at its end, and parameter buffers that nothing was launched with yet. */
enum { PTX2C_CHILD_QUEUE, PTX2C_CHILD_TAIL, PTX2C_CHILD_MADE };

PTX2C_INLINE void ptx2c_child_unlink(ptx2c_children *l, ptx2c_child *x)
{
    *(x->prev ? &x->prev->next : &l->first) = x->next;
    *(x->next ? &x->next->prev : &l->last) = x->prev;
}

PTX2C_INLINE void ptx2c_child_append(ptx2c_children *l, ptx2c_child *x)
{
    x->next = NULL;
    x->prev = l->last;
    *(l->last ? &l->last->next : &l->first) = x;
    l->last = x;
}

PTX2C_INLINE void ptx2c_children_free(ptx2c_children *l)
{
    for (ptx2c_child *x = l->first, *next; x; x = next) {
        next = x->next;
        free(x);
    }
    l->first = l->last = NULL;
}

/* ---- running them ------------------------------------------------------------------------------------------------ */

/* Runs one and puts its children into more. */
PTX2C_INLINE int ptx2c_child_run(ptx2c_child *x, ptx2c_children *more)
{
    switch (x->task) {
    case PTX2C_TASK_COPY:
        for (uint64_t r = 0; r < x->rows; r++)
            memmove((char *)x->dst + (size_t)(r * x->dst_pitch), (const char *)x->src + (size_t)(r * x->src_pitch), (size_t)x->size);
        return PTX2C_OK;
    case PTX2C_TASK_SET:
        for (uint64_t r = 0; r < x->rows; r++)
            memset((char *)x->dst + (size_t)(r * x->dst_pitch), x->value, (size_t)x->size);
        return PTX2C_OK;
    case PTX2C_TASK_GRAPH: return ptx2c_device_here->launch(x->graph, x->stream);
    default:
        ptx2c_turn_params(x->kernel, x->param, 'h'); /* a kernel has stored them */
        ptx2c_child_next(x->known);
        return x->kernel->run_grid(x->kernel, x->grid, (ptx2c_dim3){0, 0, 0}, x->block, x->shared, x->param, NULL, more);
    }
}

/* Runs all of the list, which is empty then. */
static PTX2C_NOINLINE int ptx2c_children_run(ptx2c_children *todo)
{
    int status = PTX2C_OK;
    while (todo->first && !status) {
        ptx2c_child *x = todo->first;
        ptx2c_children more = {NULL, NULL, true, NULL};
        ptx2c_child_unlink(todo, x);
        status = ptx2c_child_run(x, &more);
        if (status && x->task == PTX2C_TASK_KERNEL && x->kernel->message != ptx2c_message_here) { /* of another module */
            const char *message = x->kernel->message();
            const size_t n = strlen(message), most = sizeof ptx2c_here_message - 1;
            memcpy(ptx2c_here_message, message, n < most ? n : most);
            ptx2c_here_message[n < most ? n : most] = 0;
        }
        free(x);
        if (more.first) {
            more.last->next = todo->first;
            *(todo->first ? &todo->first->prev : &todo->last) = more.last;
            todo->first = more.first;
        }
    }
    ptx2c_children_free(todo);
    return status;
}

/* Hands what a grid has launched to its own launcher; after an error nothing of it is run. */
static PTX2C_NOINLINE void ptx2c_children_end(ptx2c_grid *g, ptx2c_children *launched)
{
    ptx2c_children_free(&g->children[PTX2C_CHILD_MADE]);
    launched->first = g->children[PTX2C_CHILD_QUEUE].first;
    launched->last = g->children[PTX2C_CHILD_QUEUE].last;
    launched->family = g->family;
    for (ptx2c_child *x = g->children[PTX2C_CHILD_TAIL].first, *next; x; x = next) {
        next = x->next;
        ptx2c_child_append(launched, x);
    }
    if (g->status)
        ptx2c_children_free(launched);
}

static const ptx2c_family ptx2c_family_here PTX2C_UNUSED = {ptx2c_children_end, ptx2c_children_run};

/* ---- what device code calls -------------------------------------------------------------------------------------- */

/* ptx2c_cta.release */
static PTX2C_NOINLINE void ptx2c_child_release(ptx2c_cta *c)
{
    free(c->errors);
    c->errors = NULL;
    ptx2c_far_release(c);
}

/* Where the last error of a thread is kept; NULL when no thread of its CTA has one, or without memory. */
static PTX2C_NOINLINE uint32_t *ptx2c_child_error_of(ptx2c_thread *t, bool make)
{
    ptx2c_cta *c = t->cta;
    if (!c->errors && make) {
        c->errors = calloc(c->threads, sizeof *c->errors);
        c->release = ptx2c_child_release;
    }
    return c->errors ? &c->errors[ptx2c_linear(t)] : NULL;
}

static PTX2C_NOINLINE uint32_t ptx2c_child_fails(ptx2c_thread *t, uint32_t error)
{
    uint32_t *e = ptx2c_child_error_of(t, true);
    if (e)
        *e = error;
    return error;
}

/* A new task among the grid's list; NULL without memory. */
static PTX2C_NOINLINE ptx2c_child *ptx2c_child_make(ptx2c_thread *t, size_t param_bytes, int list)
{
    ptx2c_cta *c = t->cta;
    ptx2c_child *x = calloc(1, sizeof *x + (param_bytes + 127) / 128 * 128); /* all of the kernel's struct is read */
    if (!x) {
        ptx2c_child_fails(t, PTX2C_CUDA_NO_MEMORY);
        return NULL;
    }
    x->by = c;
    ptx2c_lock *l = ptx2c_lock_of(c->grid);
    c->grid->family = &ptx2c_family_here;
    ptx2c_child_append(&c->grid->children[list], x);
    PTX2C_UNLOCK(l);
    return x;
}

PTX2C_INLINE ptx2c_child *ptx2c_child_of(uint64_t buffer)
{
    return (ptx2c_child *)(void *)(PTX2C_PTR(buffer) - offsetof(ptx2c_child, param));
}

/* cudaGetParameterBuffer: the kernel is named at the launch. */
static PTX2C_NOINLINE uint64_t ptx2c_child_buffer(ptx2c_thread *t, uint64_t bytes)
{
    ptx2c_child *x = ptx2c_child_make(t, (size_t)bytes, PTX2C_CHILD_MADE);
    if (x)
        ptx2c_child_made(x->param, (size_t)bytes);
    return x ? (uint64_t)(uintptr_t)x->param : 0;
}

PTX2C_INLINE void ptx2c_child_describe(ptx2c_child *x, uint64_t kernel, const void *grid, const void *block,
                                       uint32_t shared)
{
    x->kernel = (const ptx2c_kernel *)(const void *)PTX2C_PTR(kernel);
    memcpy(&x->grid, grid, sizeof x->grid);
    memcpy(&x->block, block, sizeof x->block);
    ptx2c_little_endian(&x->grid, 4, 3);
    ptx2c_little_endian(&x->block, 4, 3);
    x->shared = shared;
}

/* cudaGetParameterBufferV2 */
static PTX2C_NOINLINE uint64_t ptx2c_child_new(ptx2c_thread *t, uint64_t kernel, const void *grid, const void *block,
                                      uint32_t shared)
{
    if (!kernel) {
        ptx2c_child_fails(t, PTX2C_CUDA_BAD_KERNEL);
        return 0;
    }
    uint64_t buffer = ptx2c_child_buffer(t, ((const ptx2c_kernel *)(const void *)PTX2C_PTR(kernel))->param_bytes);
    if (buffer)
        ptx2c_child_describe(ptx2c_child_of(buffer), kernel, grid, block, shared);
    return buffer;
}

/* cudaLaunchDeviceV2 */
static PTX2C_NOINLINE uint32_t ptx2c_child_launch(ptx2c_thread *t, uint64_t buffer, uint64_t stream)
{
    if (!buffer)
        return ptx2c_child_fails(t, PTX2C_CUDA_BAD_VALUE);
    ptx2c_child *x = ptx2c_child_of(buffer);
    ptx2c_dim3 cluster = {0, 0, 0};
    int bad = ptx2c_count_blocks(x->kernel, &x->grid);
    if (!bad)
        bad = ptx2c_check_launch(x->kernel, x->grid, x->block, x->shared);
    if (!bad)
        bad = ptx2c_check_cluster(x->kernel, x->grid, &cluster, x->shared);
    ptx2c_grid *g = t->cta->grid;
    ptx2c_lock *l = ptx2c_lock_of(g);
    ptx2c_child_unlink(&g->children[PTX2C_CHILD_MADE], x);
    x->known = bad ? NULL : ptx2c_child_known(t, stream);
    if (!bad) /* 3: cudaStreamTailLaunch */
        ptx2c_child_append(&g->children[stream == 3 ? PTX2C_CHILD_TAIL : PTX2C_CHILD_QUEUE], x);
    PTX2C_UNLOCK(l);
    if (!bad)
        return 0;
    free(x);
    return ptx2c_child_fails(t, bad == PTX2C_BAD_SHARED ? PTX2C_CUDA_BAD_VALUE : PTX2C_CUDA_BAD_CONFIG);
}

/* cudaLaunchDevice */
PTX2C_INLINE uint32_t ptx2c_child_start(ptx2c_thread *t, uint64_t kernel, uint64_t buffer, const void *grid,
                                        const void *block, uint32_t shared, uint64_t stream)
{
    if (!kernel)
        return ptx2c_child_fails(t, PTX2C_CUDA_BAD_KERNEL);
    if (!buffer && !(buffer = ptx2c_child_buffer(t, 0)))
        return PTX2C_CUDA_NO_MEMORY;
    ptx2c_child_describe(ptx2c_child_of(buffer), kernel, grid, block, shared);
    return ptx2c_child_launch(t, buffer, stream);
}

/* cudaDeviceSynchronize: of what this CTA has launched.  One thread of the host runs the CTAs of such kernels. */
static PTX2C_NOINLINE uint32_t ptx2c_child_wait(const ptx2c_thread *t)
{
    ptx2c_cta *c = t->cta;
    ptx2c_children own = {NULL, NULL, true, NULL}, *all = &c->grid->children[PTX2C_CHILD_QUEUE];
    ptx2c_lock *l = ptx2c_lock_of(c->grid);
    for (ptx2c_child *x = all->first, *next; x; x = next) {
        next = x->next;
        if (x->by != c)
            continue;
        ptx2c_child_unlink(all, x);
        ptx2c_child_append(&own, x);
    }
    PTX2C_UNLOCK(l);
    int status = ptx2c_children_run(&own);
    ptx2c_child_awaited(t);
    if (status)
        ptx2c_fail(c, status);
    return 0;
}

/* A task that writes rows of size bytes from dst on; NULL: no memory for it. */
PTX2C_INLINE ptx2c_child *ptx2c_child_writes(ptx2c_thread *t, uint64_t dst, uint64_t pitch, uint64_t size, uint64_t rows, uint64_t stream)
{
    ptx2c_child *x = ptx2c_child_make(t, 0, stream == 3 ? PTX2C_CHILD_TAIL : PTX2C_CHILD_QUEUE);
    if (x) {
        x->dst = PTX2C_PTR(dst);
        x->dst_pitch = pitch;
        x->size = size;
        x->rows = rows;
    }
    return x;
}

/* cudaMemcpy2DAsync */
PTX2C_INLINE uint32_t ptx2c_child_copy_rows(ptx2c_thread *t, uint64_t dst, uint64_t dst_pitch, uint64_t src, uint64_t src_pitch,
                                            uint64_t size, uint64_t rows, uint64_t stream)
{
    ptx2c_child *x = ptx2c_child_writes(t, dst, dst_pitch, size, rows, stream);
    if (!x)
        return PTX2C_CUDA_NO_MEMORY;
    x->task = PTX2C_TASK_COPY;
    x->src = PTX2C_PTR(src);
    x->src_pitch = src_pitch;
    return 0;
}

PTX2C_INLINE uint32_t ptx2c_child_copy(ptx2c_thread *t, uint64_t dst, uint64_t src, uint64_t size, uint64_t stream)
{
    return ptx2c_child_copy_rows(t, dst, 0, src, 0, size, 1, stream);
}

/* cudaMemcpy3DAsync of a struct cudaMemcpy3DParms, without arrays. */
static PTX2C_NOINLINE uint32_t ptx2c_child_copy_box(ptx2c_thread *t, uint64_t params, uint64_t stream)
{
    enum { SRC_ARRAY, SRC_X, SRC_Y, SRC_Z, SRC, SRC_PITCH, SRC_WIDTH, SRC_HEIGHT,
           DST_ARRAY, DST_X, DST_Y, DST_Z, DST, DST_PITCH, DST_WIDTH, DST_HEIGHT, WIDTH, HEIGHT, DEPTH, FIELDS };
    uint64_t p[FIELDS];
    for (int i = 0; i < FIELDS; i++)
        p[i] = ptx2c_ld_u64(PTX2C_PTR(params) + 8 * i);
    if (p[SRC_ARRAY] || p[DST_ARRAY])
        return ptx2c_child_fails(t, PTX2C_CUDA_BAD_VALUE);
    uint32_t error = 0;
    for (uint64_t z = 0; z < p[DEPTH] && !error; z++)
        error = ptx2c_child_copy_rows(t, p[DST] + ((p[DST_Z] + z) * p[DST_HEIGHT] + p[DST_Y]) * p[DST_PITCH] + p[DST_X], p[DST_PITCH],
                                      p[SRC] + ((p[SRC_Z] + z) * p[SRC_HEIGHT] + p[SRC_Y]) * p[SRC_PITCH] + p[SRC_X], p[SRC_PITCH],
                                      p[WIDTH], p[HEIGHT], stream);
    return error;
}

/* cudaMemset2DAsync */
PTX2C_INLINE uint32_t ptx2c_child_set_rows(ptx2c_thread *t, uint64_t dst, uint64_t pitch, uint32_t value, uint64_t size, uint64_t rows,
                                           uint64_t stream)
{
    ptx2c_child *x = ptx2c_child_writes(t, dst, pitch, size, rows, stream);
    if (!x)
        return PTX2C_CUDA_NO_MEMORY;
    x->task = PTX2C_TASK_SET;
    x->value = (int)(value & 255);
    return 0;
}

PTX2C_INLINE uint32_t ptx2c_child_set(ptx2c_thread *t, uint64_t dst, uint32_t value, uint64_t size, uint64_t stream)
{
    return ptx2c_child_set_rows(t, dst, 0, value, size, 1, stream);
}

/* cudaMemset3DAsync of a struct cudaPitchedPtr and a struct cudaExtent. */
static PTX2C_NOINLINE uint32_t ptx2c_child_set_box(ptx2c_thread *t, const unsigned char *at, uint32_t value, const unsigned char *extent,
                                                   uint64_t stream)
{
    const uint64_t dst = ptx2c_ld_u64(at), pitch = ptx2c_ld_u64(at + 8), height = ptx2c_ld_u64(at + 24);
    const uint64_t width = ptx2c_ld_u64(extent), rows = ptx2c_ld_u64(extent + 8), depth = ptx2c_ld_u64(extent + 16);
    uint32_t error = 0;
    for (uint64_t z = 0; z < depth && !error; z++)
        error = ptx2c_child_set_rows(t, dst + z * height * pitch, pitch, value, width, rows, stream);
    return error;
}

/* The end of cudaMalloc: p is what the heap has given. */
PTX2C_INLINE uint32_t ptx2c_child_malloc(ptx2c_thread *t, uint64_t to, uint64_t size, uint64_t p)
{
    ptx2c_child_stored(t, to, 8);
    ptx2c_st_u64(PTX2C_PTR(to), p);
    return p || !size ? 0 : ptx2c_child_fails(t, PTX2C_CUDA_NO_MEMORY);
}

PTX2C_INLINE uint32_t ptx2c_child_free(uint64_t p)
{
    ptx2c_free(PTX2C_PTR(p));
    return 0;
}

/* A stream or an event: any number that is none of CUDA's own. */
PTX2C_INLINE uint32_t ptx2c_child_stream(const ptx2c_thread *t, uint64_t to)
{
    ptx2c_child_stored(t, to, 8);
    ptx2c_st_u64(PTX2C_PTR(to), 16 + ptx2c_child_new_stream());
    return 0;
}

PTX2C_INLINE uint32_t ptx2c_child_wait_event(const ptx2c_thread *t, uint64_t stream)
{
    ptx2c_child_joins(t, stream);
    return 0;
}

PTX2C_INLINE uint32_t ptx2c_processors(void)
{
#ifdef _OPENMP
    return (uint32_t)omp_get_num_procs();
#else
    return 1;
#endif
}

PTX2C_INLINE uint32_t ptx2c_child_number(uint64_t to, uint32_t value)
{
    ptx2c_st_u32(PTX2C_PTR(to), value);
    return 0;
}

PTX2C_INLINE uint32_t ptx2c_child_threads(const ptx2c_kernel *k)
{
    const uint32_t *most = k->reqntid[0] ? k->reqntid : k->maxntid;
    return most[0] ? most[0] * (most[1] ? most[1] : 1) * (most[2] ? most[2] : 1) : 1024;
}

PTX2C_INLINE uint32_t ptx2c_child_device(uint64_t to) { return ptx2c_child_number(to, ptx2c_device_here ? ptx2c_device_here->number : 0); }
PTX2C_INLINE uint32_t ptx2c_child_devices(uint64_t to) { return ptx2c_child_number(to, ptx2c_device_here ? ptx2c_device_here->count : 1); }

/* What can be said of a kernel: cudaFuncGetAttributes, the fields that all versions of the struct have. */
static PTX2C_NOINLINE uint32_t ptx2c_child_attributes(ptx2c_thread *t, uint64_t to, uint64_t kernel)
{
    if (!to || !kernel)
        return ptx2c_child_fails(t, to ? PTX2C_CUDA_BAD_KERNEL : PTX2C_CUDA_BAD_VALUE);
    const ptx2c_kernel *k = (const ptx2c_kernel *)(const void *)PTX2C_PTR(kernel);
    unsigned char *p = PTX2C_PTR(to);
    ptx2c_st_u64(p, k->shared_bytes);
    ptx2c_st_u64(p + 8, 0);  /* of constants */
    ptx2c_st_u64(p + 16, 0); /* of a thread's local memory */
    ptx2c_st_u32(p + 24, ptx2c_child_threads(k));
    ptx2c_st_u32(p + 28, 32); /* registers: as the host is told */
    for (int i = 32; i < 44; i += 4)
        ptx2c_st_u32(p + i, 0);
    ptx2c_st_u32(p + 44, 49152); /* dynamic shared memory, at most */
    return 0;
}

/* cudaDeviceGetAttribute: what the host has said; else what does not depend on the machine, how many processors there are, and the
 * module's target as the compute capability. */
static PTX2C_NOINLINE uint32_t ptx2c_child_attribute(ptx2c_thread *t, uint64_t to, uint32_t attribute, uint32_t device, uint32_t target)
{
    static const struct { uint32_t attribute, value; } known[] = {
        {1, 1024}, {2, 1024}, {3, 1024}, {4, 64}, {5, 0x7fffffff}, {6, 65535}, {7, 65535}, /* threads of a block, blocks of a grid */
        {8, 49152}, {9, 65536}, {10, 32}, {12, 65536}, /* shared and constant memory, a warp, registers */
        {39, 2048}, {81, 233472}, {82, 65536}, {97, 232448}, {106, 32}, {111, 1024}, /* of a multiprocessor */
    };
    const ptx2c_device *said = ptx2c_device_here;
    int value;
    if (!to || device >= (said ? said->count : 1))
        return ptx2c_child_fails(t, to ? PTX2C_CUDA_BAD_DEVICE : PTX2C_CUDA_BAD_VALUE);
    if (said)
        return said->attribute(attribute, device, &value) ? ptx2c_child_number(to, (uint32_t)value) : ptx2c_child_fails(t, PTX2C_CUDA_BAD_VALUE);
    if (attribute == 16)
        return ptx2c_child_number(to, ptx2c_processors());
    if (attribute == 75 || attribute == 76)
        return ptx2c_child_number(to, attribute == 75 ? target / 10 : target % 10);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].attribute == attribute)
            return ptx2c_child_number(to, known[i].value);
    return ptx2c_child_fails(t, PTX2C_CUDA_BAD_VALUE);
}

/* The blocks of a kernel that a multiprocessor holds: as the host's library says. */
static PTX2C_NOINLINE uint32_t ptx2c_child_occupancy(ptx2c_thread *t, uint64_t to, uint64_t kernel, uint32_t threads, uint64_t dynamic,
                                                     uint32_t flags)
{
    if (!to || !kernel || threads - 1 >= INT32_MAX || flags > 1)
        return ptx2c_child_fails(t, to && !kernel ? PTX2C_CUDA_BAD_KERNEL : PTX2C_CUDA_BAD_VALUE);
    const ptx2c_kernel *k = (const ptx2c_kernel *)(const void *)PTX2C_PTR(kernel);
    if (threads > ptx2c_child_threads(k) || dynamic > 232448 || k->shared_bytes + dynamic > 232448)
        return ptx2c_child_number(to, 0);
    const uint32_t warps = (threads + 31) / 32, bytes = (uint32_t)(k->shared_bytes + dynamic) + 1024;
    const uint32_t by_threads = warps > 2 ? 64 / warps : 32, by_bytes = 233472 / bytes;
    return ptx2c_child_number(to, by_threads < by_bytes ? by_threads : by_bytes);
}

/* cudaDeviceGetLimit: what the host has said; else what a context begins with. */
static PTX2C_NOINLINE uint32_t ptx2c_child_limit(ptx2c_thread *t, uint64_t to, uint32_t limit)
{
    static const uint32_t limits[] = {1024, 7340032, 8388608, 2, 2048, 64};
    if (!to || limit >= sizeof limits / sizeof *limits)
        return ptx2c_child_fails(t, to ? PTX2C_CUDA_BAD_LIMIT : PTX2C_CUDA_BAD_VALUE);
    ptx2c_st_u64(PTX2C_PTR(to), ptx2c_device_here ? ptx2c_device_here->limits[limit] : limits[limit]);
    return 0;
}

/* ---- graphs ------------------------------------------------------------------------------------------------------ */

/* cudaGraphLaunch: what the host's library does when the grid has finished. */
static PTX2C_NOINLINE uint32_t ptx2c_child_graph_launch(ptx2c_thread *t, uint64_t graph, uint64_t stream)
{
#if defined PTX2C_STATIC
    (void)graph, (void)stream;
    return ptx2c_child_fails(t, PTX2C_CUDA_NOT_SUPPORTED);
#else
    const ptx2c_device *said = ptx2c_device_here;
    const uint32_t error = said ? said->may_launch(graph, stream, t->cta->grid->graph) : PTX2C_CUDA_NOT_SUPPORTED;
    if (error)
        return ptx2c_child_fails(t, error);
    ptx2c_child *x = ptx2c_child_make(t, 0, PTX2C_CHILD_QUEUE);
    if (!x)
        return PTX2C_CUDA_NO_MEMORY;
    x->graph = graph;
    x->stream = stream;
    x->task = PTX2C_TASK_GRAPH;
    return 0;
#endif
}

/* A change of a graph's node; field: cudaGraphKernelNodeField: 1: the grid, 2: bytes of its parameters, 3: whether it runs. */
static PTX2C_NOINLINE uint32_t ptx2c_child_change(ptx2c_thread *t, uint64_t node, uint32_t field, const void *data, uint64_t offset,
                                                  uint64_t bytes)
{
    const ptx2c_device *said = ptx2c_device_here;
    const uint32_t error = said ? said->change(node, field, data, offset, bytes) : PTX2C_CUDA_NOT_SUPPORTED;
    return error ? ptx2c_child_fails(t, error) : 0;
}

PTX2C_INLINE uint32_t ptx2c_child_enable(ptx2c_thread *t, uint64_t node, uint32_t on)
{
    const unsigned char data = (on & 255) != 0;
    return ptx2c_child_change(t, node, 3, &data, 0, 0);
}

/* cudaGraphKernelNodeUpdatesApply: node, field, and what it is to be. */
static PTX2C_NOINLINE uint32_t ptx2c_child_changes(ptx2c_thread *t, uint64_t updates, uint64_t n)
{
    enum { SIZE = 40, FIELD = 8, DATA = 16 };
    uint32_t error = n && !updates ? ptx2c_child_fails(t, PTX2C_CUDA_BAD_VALUE) : 0;
    for (uint64_t i = 0; i < n && !error; i++) {
        const unsigned char *at = PTX2C_PTR(updates + i * SIZE);
        const uint64_t node = ptx2c_ld_u64(at);
        const uint32_t field = ptx2c_ld_u32(at + FIELD);
        error = field == 2 ? ptx2c_child_change(t, node, field, PTX2C_PTR(ptx2c_ld_u64(at + DATA)), ptx2c_ld_u64(at + DATA + 8),
                                                ptx2c_ld_u64(at + DATA + 16))
              : field == 3 ? ptx2c_child_enable(t, node, ptx2c_ld_u32(at + DATA) != 0)
                           : ptx2c_child_change(t, node, field, at + DATA, 0, 0);
    }
    return error;
}

/* The last error of the thread's calls. */
PTX2C_INLINE uint32_t ptx2c_child_error(ptx2c_thread *t, bool forget)
{
    uint32_t *at = ptx2c_child_error_of(t, false), e = at ? *at : 0;
    if (at && forget)
        *at = 0;
    return e;
}

PTX2C_INLINE const char *ptx2c_child_message(uint32_t error, bool name)
{
    switch (error) {
    case 0: return name ? "cudaSuccess" : "no error";
    case PTX2C_CUDA_BAD_VALUE: return name ? "cudaErrorInvalidValue" : "invalid argument";
    case PTX2C_CUDA_NO_MEMORY: return name ? "cudaErrorMemoryAllocation" : "out of memory";
    case PTX2C_CUDA_BAD_CONFIG: return name ? "cudaErrorInvalidConfiguration" : "invalid configuration argument";
    case PTX2C_CUDA_BAD_LIMIT: return name ? "cudaErrorUnsupportedLimit" : "limit is not supported on this architecture";
    case PTX2C_CUDA_BAD_DEVICE: return name ? "cudaErrorInvalidDevice" : "invalid device ordinal";
    case PTX2C_CUDA_BAD_KERNEL: return name ? "cudaErrorInvalidDeviceFunction" : "invalid device function";
    default: return "unrecognized error code";
    }
}

#endif
