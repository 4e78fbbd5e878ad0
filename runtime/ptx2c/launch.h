/* launch.h: modules and kernels, as the host and the module that a kernel belongs to know them. */
#ifndef PTX2C_LAUNCH_H
#define PTX2C_LAUNCH_H

#include "types.h"

/* How grids of fewer CTAs than threads are run.  Sharing out a CTA costs a barrier of the team for each of its own, which
 * often takes longer than all of its work: at first it is; if that took next to no time, never again, until a thread
 * that runs CTAs whole takes long for it; from then on it always is. */
typedef enum ptx2c_few { PTX2C_FEW_NEW, PTX2C_FEW_BRIEF, PTX2C_FEW_LONG } ptx2c_few;

/* A kernel's parameter: its PTX name, size and place in bytes. */
typedef struct ptx2c_param { const char *name; uint32_t size, align, offset; } ptx2c_param;

typedef struct ptx2c_cta ptx2c_cta; /* cta.h */
typedef struct ptx2c_grid ptx2c_grid; /* run.h */

/* Kernels that a grid has launched: child.h. */
typedef struct ptx2c_child ptx2c_child;
typedef struct ptx2c_children ptx2c_children;
typedef struct ptx2c_family {
    void (*end)(ptx2c_grid *g, ptx2c_children *launched); /* the grid has finished: moves what it launched to launched */
    int (*run)(ptx2c_children *todo); /* runs all of the list, which is empty then */
} ptx2c_family;
struct ptx2c_children {
    ptx2c_child *first, *last;
    bool of_child; /* the grid that launched them is a child itself */
    const ptx2c_family *family; /* NULL: nothing was launched */
};

typedef struct ptx2c_object_table ptx2c_object_table; /* image.h */

/* Some of a grid's CTAs, numbered along x, then y, then z: count of them from number first on. */
typedef struct ptx2c_cta_range { uint64_t first, count; } ptx2c_cta_range;

/* What the host says of the device that a kernel runs on, to kernels that ask. */
typedef struct ptx2c_device {
    uint32_t number, count;    /* which of how many */
    bool (*attribute)(uint32_t attribute, uint32_t device, int *value); /* CUDA's cudaDeviceAttr; false: there is no such device or attribute */
    const size_t *limits;      /* cudaLimit */
    uint64_t (*graph)(void);   /* the graph that the calling thread runs a kernel of; with 1 added if kernels may not launch it; 0: none */
    uint32_t (*may_launch)(uint64_t graph, uint64_t stream, uint64_t by); /* a CUDA error */
    int (*launch)(uint64_t graph, uint64_t stream); /* when the grid has finished, by the thread that has launched it; a status */
    uint32_t (*change)(uint64_t node, uint32_t field, const void *data, uint64_t offset, uint64_t bytes); /* of a graph; field:
                                * cudaGraphKernelNodeField; a CUDA error */
    bool (*cooperative)(void); /* may the CTAs of the calling thread's launch wait for each other? */
    void *(*take)(const struct ptx2c_device *d, size_t bytes); /* memory of the kernels' heap: malloc and free */
    void (*give)(const struct ptx2c_device *d, void *p);
} ptx2c_device;

typedef struct ptx2c_kernel ptx2c_kernel;
/* How a kernel's CTAs are run.  PTX2C_ALONE: each by one OpenMP thread.  Besides PTX2C_ONE_BY_ONE: one thread runs them all, as what lanes of a
 * warp load at one address is the same for all of them; PTX2C_CLEARED: each begins with cleared states, as threads may have ended within
 * calls and with what alloca gave them. */
enum ptx2c_alone { PTX2C_ALONE = 1, PTX2C_ONE_BY_ONE = 2, PTX2C_CLEARED = 4 };

struct ptx2c_kernel {
    const char *name;          /* as in PTX */
    const ptx2c_param *params;
    uint32_t param_count;
    uint32_t param_bytes;
    const char *order;         /* a letter for each parameter: h a number in the host's order, m one in memory's, b bytes; NULL:
                                  all are h */
    uint32_t shared_bytes;     /* static shared memory */
    uint32_t cta_memory;       /* .minperctamemory: bytes that each CTA has for itself, a multiple of 1024 */
    uint32_t reserved_bytes;   /* those at its begin that are no variables: %reserved_smem_offset_cap */
    uint32_t chunk_bytes;      /* state of a chunk, a warp or a thread across barriers; see state_unit */
    uint32_t state_unit;       /* threads that one such state serves at the least: 1 or 32 */
    uint32_t kept_bytes;       /* of a CTA while it waits for others, between two loops over its threads; 0: its threads go their own ways */
    uint32_t reqntid[3], maxntid[3]; /* 0 where not given */
    uint32_t cluster[3];       /* .reqnctapercluster; 0 where not given */
    uint32_t max_cluster;      /* .maxclusterrank; 0 where not given */
    bool explicit_cluster;     /* .explicitcluster */
    bool blocks_are_clusters;  /* .blocksareclusters: the launch counts clusters */
    uint8_t alone;             /* of enum ptx2c_alone; 0: its CTAs may be shared by several OpenMP threads */
    void (*waits)(ptx2c_grid *g, bool share); /* nor do they run to their end at once: they may wait for each other; what runs
                                  a thread's share of such a grid; else NULL */
    bool clocked;              /* it does something when it is time: that it waits does not mean that it always will */
    const uint32_t *lines;     /* of such kernels: the lines in the PTX of the places at which CTAs wait, or of each region of threads that go their
                                  own ways */
    bool tensor_memory;        /* its CTAs have tensor memory */
    bool joins;                /* neighbouring CTAs of a row may be run as one: ptx2c_cta.row */
    bool daz;                  /* its threads take subnormal inputs of arithmetic for zeros, where PTX2C_DAZ (mode.h) */
    bool uneven;               /* some CTAs are likely to take far longer than others: threads take few at a time */
    void (*run)(ptx2c_cta *c, uint32_t ctas); /* runs a CTA, or this thread's share of it, then its neighbours with greater
                                  %ctaid.x: so many in all; waits: only the CTA, as far as it can go now */
    void (*run_transposed)(ptx2c_cta *c, uint32_t ctas); /* the same for a grid and CTAs whose x and y stand in each other's
                                  place, where that is the faster order; or NULL */
    int (*launch)(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                  size_t dynamic_shared_bytes, void *const args[], const ptx2c_cta_range *part /* NULL: all */,
                  ptx2c_object_table *objects); /* as the module was compiled, with OpenMP or not; the launching file's objects */
    int (*run_grid)(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 cluster, ptx2c_dim3 block,
                    uint32_t dynamic_shared_bytes, const void *param, const ptx2c_cta_range *part,
                    ptx2c_children *launched); /* runs the grid but not what it launches */
    const char *(*message)(void); /* what went wrong in the calling thread's last launch, more exactly than the status */
    void *memory;              /* PTX2C_STATIC: for parameters and a CTA, so many bytes; else NULL */
    size_t memory_bytes;
#if !defined PTX2C_STATIC
    uint32_t local_bytes, const_bytes; /* local memory of a thread, constants of the module: for hosts that ask */
    const ptx2c_device **device; /* where what is said of the device may be put: *device; NULL: nobody asks */
#endif
    uint32_t *few;             /* what is known of its grids of fewer CTAs than threads: ptx2c_few; NULL: never asked */
};

/* A .global or .const variable. */
typedef struct ptx2c_variable { const char *name; void *at; size_t bytes; } ptx2c_variable;

/* A variable of type .texref, .samplerref or .surfref, or an array of them: count handles at *at; image.h.  kind is
 * PTX2C_TEXTURE, PTX2C_SAMPLER or PTX2C_SURFACE. */
typedef struct ptx2c_opaque {
    const char *name;
    uint64_t *at;
    uint32_t count, kind;
    const char *unbound; /* what ptx2c_message adds when it is used but nothing is bound to it */
} ptx2c_opaque;

typedef struct ptx2c_module {
    const ptx2c_kernel *const *kernels;
    uint32_t kernel_count;
    const ptx2c_variable *variables;
    uint32_t variable_count;
    const ptx2c_opaque *opaques;
    uint32_t opaque_count;
    uint32_t target;           /* of the PTX: 75 is sm_75; 0 where it names none */
} ptx2c_module;

/* What ptx2c_launch returns. */
enum {
    PTX2C_OK,
    PTX2C_BAD_KERNEL,
    PTX2C_BAD_GRID,
    PTX2C_BAD_BLOCK,
    PTX2C_BAD_NTID,
    PTX2C_BAD_SHARED,
    PTX2C_BAD_ARGS,
    PTX2C_NO_MEMORY,
    PTX2C_TRAP,
    PTX2C_ASSERT,
    PTX2C_DEADLOCK,
    PTX2C_UNBOUND,
    PTX2C_BAD_HANDLE,
    PTX2C_BAD_KIND,
    PTX2C_BAD_GEOMETRY,
    PTX2C_BAD_IMAGE,
    PTX2C_BAD_SAMPLER,
    PTX2C_BAD_NAME,
    PTX2C_SURFACE_BOUNDS,
    PTX2C_STACK,
    PTX2C_BAD_CALL,
    PTX2C_BAD_CLUSTER,
    PTX2C_BAD_FLAGS,
    PTX2C_BAD_TENSOR,
    PTX2C_TENSOR_MEMORY,
    PTX2C_BAD_DESCRIPTOR,
    PTX2C_CHECKED,
    PTX2C_BAD_PART,
    PTX2C_STATUS_COUNT
};

/* The largest cluster. */
#define PTX2C_CLUSTER_CTAS 255

/* The message of a status; never NULL. */
PTX2C_INLINE const char *ptx2c_strerror(int status)
{
    static const char *const text[] = {
        [PTX2C_OK] = "success",
        [PTX2C_BAD_KERNEL] = "no such kernel",
        [PTX2C_BAD_GRID] = "grid dimension is zero or too large",
        [PTX2C_BAD_BLOCK] = "block dimension is zero or too large (at most 1024 x 1024 x 64 and 1024 threads)",
        [PTX2C_BAD_NTID] = "block does not fit the kernel's .reqntid or .maxntid",
        [PTX2C_BAD_SHARED] = "too much shared memory",
        [PTX2C_BAD_ARGS] = "an argument is missing",
        [PTX2C_NO_MEMORY] = "out of memory",
        [PTX2C_TRAP] = "the kernel executed trap",
        [PTX2C_ASSERT] = "a device assertion failed",
        [PTX2C_DEADLOCK] = "deadlock: threads wait for others that never come",
        [PTX2C_UNBOUND] = "a texture, sampler or surface is used but nothing is bound to it (its handle is 0)",
        [PTX2C_BAD_HANDLE] = "no such texture, sampler or surface: the handle was never made or is destroyed",
        [PTX2C_BAD_KIND] = "a handle of another kind: a texture, a sampler and a surface are three things",
        [PTX2C_BAD_GEOMETRY] = "a texture or surface of another geometry than the instruction's",
        [PTX2C_BAD_IMAGE] = "not an image: its sizes, format, pitches or levels do not fit each other",
        [PTX2C_BAD_SAMPLER] = "not a sampler, or not one for this texture's format",
        [PTX2C_BAD_NAME] = "the module has no .texref, .samplerref or .surfref variable of that name and kind",
        [PTX2C_SURFACE_BOUNDS] = "a surface instruction with .trap left its surface",
        [PTX2C_STACK] = "the stack of a thread is exhausted: functions call each other too deep, or alloca takes too much",
        [PTX2C_BAD_CALL] = "a function with barriers was called through a register in a way its module does not know",
        [PTX2C_BAD_CLUSTER] = "cluster does not fit the kernel or the grid, or has more than 255 blocks",
        [PTX2C_BAD_FLAGS] = "the module was compiled so that a * b + c is fused, which changes results: not with -ffp-contract=fast",
        [PTX2C_BAD_TENSOR] = "not a tensor map, or not one for this copy: its sizes, strides, box, type or layout",
        [PTX2C_TENSOR_MEMORY] = "tensor memory cannot be allocated: too little is free, or the block gave up the right to it",
        [PTX2C_BAD_DESCRIPTOR] = "a matrix or instruction descriptor of something that there is not",
        [PTX2C_CHECKED] = "the checks of --sanitize found faults",
        [PTX2C_BAD_PART] = "the grid has not so many blocks, or they form clusters, which a part of it does not keep together",
    };
    return status >= 0 && status < PTX2C_STATUS_COUNT ? text[status] : "unknown status";
}

/* The kernel of that PTX name, or NULL. */
PTX2C_INLINE const ptx2c_kernel *ptx2c_find_kernel(const ptx2c_module *m, const char *name)
{
    for (uint32_t i = 0; i < m->kernel_count; i++)
        if (strcmp(m->kernels[i]->name, name) == 0)
            return m->kernels[i];
    return NULL;
}

/* The memory of the .global or .const variable of that PTX name, its size in *bytes unless NULL; NULL if absent. */
PTX2C_INLINE void *ptx2c_find_variable(const ptx2c_module *m, const char *name, size_t *bytes)
{
    for (uint32_t i = 0; i < m->variable_count; i++)
        if (strcmp(m->variables[i].name, name) == 0) {
            if (bytes)
                *bytes = m->variables[i].bytes;
            return m->variables[i].at;
        }
    return NULL;
}

/* What went wrong in the calling thread's last launch of the kernel, or of one that was translated with it: kernel, block
 * and status in words; of a deadlock also which lanes wait where.  "" when the kernel did not run or nothing did.  It
 * holds until the next such launch. */
PTX2C_INLINE const char *ptx2c_message(const ptx2c_kernel *k)
{
    return k ? k->message() : "";
}

#endif
