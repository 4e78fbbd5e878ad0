/* internal.h: what the files of the CUDA library share, sectioned by file.
 *
 * A device is the host's processor, its memory the host's: a CUdeviceptr is a pointer.  A module is PTX that becomes C and
 * then a shared object (image.c); work goes to streams, whose tasks threads of a pool run in order (stream.c). */
#ifndef PTX2C_CUDA_INTERNAL_H
#define PTX2C_CUDA_INTERNAL_H

#include <ptx2c.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>

#include "support/key.h"

#if defined __GNUC__
#define CUDA_API __attribute__((visibility("default")))
#define CUDA_PRINTF(f, a) __attribute__((format(printf, f, a)))
#define CUDA_WEAK __attribute__((weak))
#else
#define CUDA_WEAK
#define CUDA_API
#define CUDA_PRINTF(f, a)
#endif

#include "cuda_api.h"

/* The first word of everything that a handle points to. */
typedef enum Magic {
    MAGIC_CONTEXT = 0x43743031, MAGIC_STREAM, MAGIC_EVENT, MAGIC_MODULE, MAGIC_FUNCTION, MAGIC_LIBRARY, MAGIC_KERNEL,
    MAGIC_ARRAY, MAGIC_MIPMAP, MAGIC_TEXREF, MAGIC_SURFREF, MAGIC_GRAPH, MAGIC_NODE, MAGIC_EXEC, MAGIC_POOL, MAGIC_LINK,
    MAGIC_BLOCK, MAGIC_LOG, MAGIC_DEVICE_NODE, MAGIC_RESOURCES, MAGIC_GREEN, MAGIC_USER_OBJECT
} Magic;
#define IS(h, kind) handle_is((h), MAGIC_##kind)

/* Returns the status of what fails. */
#define TRY(call) \
    do { \
        CUresult try_ = (call); \
        if (try_ != CUDA_SUCCESS) \
            return try_; \
    } while (0)
#define REFUSE_IF(condition, error) \
    do { \
        if (condition) \
            return (error); \
    } while (0)

/* ---- error.c ------------------------------------------------------------------------------------------------------- */

/* "ptx2c: …" on standard error, a line. */
void cuda_say(const char *fmt, ...) CUDA_PRINTF(1, 2);
/* Says once that a function is not there; CUDA_ERROR_NOT_SUPPORTED. */
CUresult cuda_missing(const char *name, atomic_bool *said);
/* A launch's status (ptx2c_launch) as CUDA has it. */
CUresult cuda_status(int status);

/* ---- log.c --------------------------------------------------------------------------------------------------------- */

void log_add(const char *text);

/* ---- handle.c ------------------------------------------------------------------------------------------------------ */

/* Zeroed memory that begins with its Magic.  When ctx (or NULL) ends, end ends it too. */
void *handle_new(Magic kind, size_t bytes, CUcontext ctx, void (*end)(void *handle));
/* Whether that, which may be anything, is a handle of this kind that has not ended. */
bool handle_is(const void *handle, Magic kind);
/* It is none from now on; what it owns is given back by the caller. */
void handle_leave(void *handle); /* it does not end with its context any more */
void handle_end(void *handle);
void handles_end(CUcontext ctx);

/* ---- device.c ------------------------------------------------------------------------------------------------------ */

enum { MOST_DEVICES = 16, TEXTURE_ALIGN = 512, TEXTURE_PITCH_ALIGN = 32 };

struct CUctx_st {
    uint32_t magic;
    CUdevice device;
    unsigned flags;
    uint64_t id;
    atomic_int failed;          /* CUresult of a launch that failed: every call returns it from then on */
    bool primary;
    int retained;               /* of a primary context */
    atomic_int attached;        /* uses by cuCtxAttach */
    pthread_mutex_t lock;       /* of the lists below */
    CUstream streams;           /* all but the default ones */
    CUstream legacy;            /* the default stream */
    CUstream gate;              /* its new streams come after what this one has been given: context_event.c; NULL: none */
    CUmodule modules;
    atomic_int blocking;        /* streams that wait for the default one */
    size_t limits[16];
    ptx2c_device told;          /* to kernels that ask */
    atomic_bool heap_asked;     /* by kernels */
    atomic_llong heap_used;
    CUfunc_cache cache;
    atomic_uint peers;          /* devices that may be reached: a bit each */
    atomic_ullong generation;   /* of the per-thread streams: reset makes them invalid */
};

extern int device_count;
CUresult device_init(void);      /* done once, by cuInit and whatever is called first */
CUresult context_current(CUcontext *ctx); /* the calling thread's; error: none, or it has failed */
CUcontext context_peek(void);    /* the same, NULL when there is none */
CUresult context_check(CUcontext ctx); /* a handle */
CUcontext context_primary(CUdevice device); /* without retaining it */
size_t device_memory(void);      /* bytes in all */
int device_attribute(CUdevice_attribute a, CUdevice device);
void device_tell(CUcontext ctx, const ptx2c_kernel *k); /* its kernel, if it asks for the device it runs on */
int device_sm(void);             /* 90: compute capability 9.0; PTX2C_SM */

#define CONTEXT(ctx) \
    CUcontext ctx; \
    TRY(context_current(&ctx))

/* ---- range.c: which memory is whose -------------------------------------------------------------------------------- */

typedef enum RangeKind { RANGE_DEVICE, RANGE_HOST, RANGE_REGISTERED, RANGE_MANAGED, RANGE_POOL, RANGE_VARIABLE, RANGE_VIRTUAL,
                         RANGE_ARRAY, RANGE_OPENED } RangeKind;

/* Memory of a file, which other processes may map, too. */
typedef struct Shared {
    int fd;                      /* -1: it is another process's, which it was opened of */
    bool own;                    /* the file, not a pool's */
    uint64_t inode, at;          /* the file, and where in it the block begins */
    size_t bytes;                /* of the block, from `before` bytes in front of the range on */
    int opened;                  /* how many times */
} Shared;

typedef struct MemoryCount { atomic_ullong now, high; } MemoryCount;

void count_add(MemoryCount *c, unsigned long long bytes);
CUresult count_reset(MemoryCount *c, const void *value); /* the highest is what it is now; the value, which must be 0 */

typedef struct Range {
    uintptr_t begin;
    size_t size;
    size_t before;               /* bytes of its block in front of it (memory_make) */
    RangeKind kind;
    unsigned flags;              /* that it was made with */
    CUcontext ctx;
    CUdevice device;
    CUmemoryPool pool;
    uint64_t id;
    bool sync_memops;
    bool managed;                /* a variable, or of a pool, that is managed memory */
    bool ending;                 /* its memory is given back as soon as work before has run: nothing new may use it */
    void *block;                 /* of mapped memory */
    unsigned access;             /* of it: CUmemAccess_flags; without any it is not there for copies and sets */
    Shared *shared;              /* NULL: the process's own */
    unsigned owners;             /* nodes of graphs whose memory it is, which keeps its place for all launches */
    bool alive;                  /* a launch of those has allocated it, and nothing has freed it since */
    bool graphs;                 /* nodes of graphs own it, or did */
} Range;

extern struct GraphMemory { MemoryCount used, reserved; } graph_memory[]; /* of the devices: of ranges that graphs own or have owned */

CUresult range_add(const Range *r);                   /* a copy is kept */
bool range_find(const void *p, Range *out);           /* that holds the byte at p */
bool range_take(const void *p, RangeKind kind, Range *out); /* removes the one that begins there */
void range_own(const void *p, uint64_t id);           /* by one node more */
bool range_disown(const void *p, uint64_t id);        /* by one less; none has it any more, and it is not alive */
typedef enum RangeLife { RANGE_UNOWNED, RANGE_DEAD, RANGE_ALIVE } RangeLife;
RangeLife range_set_alive(const void *p, bool on);    /* what it was before; of one that nodes own and that begins there */
bool range_end(const void *p);                        /* that cuMemFree may free, and begins there: ending; once */
/* May size bytes at p be read, or written?  When they lie in one range, or in neighbours that are mapped or registered;
 * or, where they may be the program's own (pageable), in none.  Running: by work that was given to a stream before, which
 * an ending range waits for. */
typedef enum RangeUse { RANGE_READ = 0, RANGE_WRITTEN = 1, RANGE_PAGEABLE = 2, RANGE_RUNNING = 4 } RangeUse;
bool range_holds(const void *p, size_t size, unsigned use);
void range_each(void (*f)(const Range *r, void *data), void *data);
bool range_set_sync(const void *p, bool on);
bool range_any(const void *p, size_t size);              /* does one lie there, or a part? */
/* Mapped memory alone lies there, and all of it is mapped: as wholes where that is asked for. */
bool range_is_mapped(const void *p, size_t size, bool wholes);
void range_set_access(const void *p, size_t size, unsigned access);
bool range_set_shared(const void *p, Shared *s);
void range_set_managed(const void *p);
bool range_is_managed(const Range *r);
bool range_is_pageable(const void *p);   /* the program's own memory */

/* ---- memory.c ------------------------------------------------------------------------------------------------------ */

CUresult memory_make(CUdeviceptr *p, size_t size, RangeKind kind, unsigned flags, CUcontext ctx, CUmemoryPool pool);
bool memory_end_life(CUdeviceptr p, CUresult *status); /* of memory that graphs' nodes own, which keep its place; false: they do not */
CUresult memory_free(CUdeviceptr p);
bool memory_take(CUdevice device, size_t size); /* so much of the device's memory; false when there is not enough */
void memory_give(CUdevice device, size_t size);
void *heap_take(const ptx2c_device *d, size_t bytes);
void heap_give(const ptx2c_device *d, void *p);
void memory_free_array(void *data);
void memory_free_all(CUcontext ctx); /* what was allocated in a context that ends */
/* Where an allocation lies. */
typedef struct MemoryBlock {
    char *at;
    size_t before, bytes;        /* in front of the allocation; of all */
    bool system;                 /* not of the heap */
    struct MemoryBlock *next;
} MemoryBlock;

size_t block_bytes(size_t size, size_t before); /* that an allocation of that size takes */
void block_give_back(const MemoryBlock *b);


/* ---- pool.c ---------------------------------------------------------------------------------------------------------- */

struct CUmemPoolHandle_st {
    uint32_t magic;
    CUdevice device;
    bool of_device;              /* the device's own: never destroyed */
    CUmemLocation location;
    CUmemAllocationType type;
    MemoryCount used, reserved;  /* bytes asked for; those of blocks, of which the pool keeps some */
    _Atomic cuuint64_t threshold;
    MemoryBlock *kept;                 /* the last first; under pool.c's lock */
    int reuse[3];
    unsigned char access[MOST_DEVICES + 1]; /* CUmemAccess_flags of each device and the host, as asked for: all reach it here */
    size_t max;
    bool shared;                 /* its memory is a file's, which others may open */
    bool imported;               /* of another process */
    int fd;
    uint64_t inode;
    atomic_ullong end;           /* of the file */
    CUmemoryPool next;           /* of those that were created */
};

bool pool_reuse(CUmemoryPool pool, size_t size, MemoryBlock *b); /* one that the pool has kept; false: none fits */
void pool_keep(CUmemoryPool pool, const MemoryBlock *b);        /* one whose memory is freed: kept as far as the threshold allows */
void pools_reset(CUdevice device);   /* its own pool is as new and the current one; the others end */
void objects_end(CUcontext ctx);     /* texture.c: its texture and surface objects */

bool block_is_shareable(const void *block); /* virtual.c; a range's */

/* ---- share.c: memory and events that other processes open -------------------------------------------------------------- */

int share_file(size_t bytes, uint64_t *inode);   /* a file of zeroes that has no name; -1: none */
bool share_inode(int fd, uint64_t *inode);
bool share_import(int fd, void *about, size_t bytes, size_t *size, int *own); /* what share_about has said of one, and its size; a descriptor of ours */
bool share_about(int fd, size_t size, const void *about, size_t bytes);       /* notes it behind the file's memory */
/* A block of a pool's file; NULL: none. */
void *share_block(CUmemoryPool pool, size_t bytes, Shared **out);
void share_end(void *block, Shared *s, bool from_heap); /* what of it is there is the process's own again, or no more */

typedef struct EventShare EventShare;
EventShare *event_share_make(void);
void event_share_keep(EventShare *s);
void event_share_release(EventShare *s);
uint32_t event_share_record(EventShare *s);             /* a number for the record */
void event_share_reach(EventShare *s, uint32_t number);
uint32_t event_share_last(EventShare *s);
bool event_share_reached(EventShare *s, uint32_t number);
void event_share_wait(EventShare *s, uint32_t number);
CUresult event_make(CUevent *out, unsigned flags, CUcontext ctx, EventShare *share); /* event.c; takes the reference over */

/* ---- stream.c ------------------------------------------------------------------------------------------------------ */

/* Work in a stream.  Whoever makes it fills run and, where it owns anything, drop. */
typedef struct Task Task;
typedef struct Record Record;
typedef struct Flow Flow;
typedef struct FlowTask FlowTask;
struct Task {
    Task *next;
    CUresult (*run)(Task *t);
    void (*drop)(Task *t);       /* gives back what the task owns, not the task; may be NULL */
    bool even_failed;            /* runs also when the context has failed */
    bool of_host;                /* the program's function: no thread of the program's that waits runs it */
    bool unseen;                 /* the program can't count on its end when the call returns */
    Record **waits;              /* what must have happened before */
    int nwaits;
    FlowTask *flow;              /* flow.c; NULL: not looked at */
};

/* A place in a stream's order: reached when the stream has done so many tasks. */
struct Record {
    atomic_int refs;
    CUstream stream;
    uint64_t ticket;
    atomic_ullong when;          /* nanoseconds; of events with times */
    struct Known *known;         /* flow.c; NULL */
};

/* Nodes of a captured graph, each once, and how those behind depend on them. */
typedef struct Tail { CUgraphNode *nodes; CUgraphEdgeData *data; int n; } Tail;

struct CUstream_st {
    uint32_t magic;
    atomic_int refs;
    CUcontext ctx;
    unsigned flags;
    bool per_thread;             /* a thread's default stream */
    bool leaves;                 /* the program has destroyed it: its last task takes the handle's reference */
    int priority;
    CUgreenCtx green;            /* green.c; NULL: none */
    uint64_t id, generation;
    pthread_mutex_t lock;
    pthread_cond_t moved;
    Task *first, *last;
    atomic_ullong given, done;
    atomic_ullong frees;         /* the last of those that free memory */
    enum { STREAM_IDLE, STREAM_QUEUED, STREAM_RUNNING } state;
    int waiting_workers, waiting_hosts; /* for moves to go up: alone.c */
    unsigned moves;
    bool in_pool;                /* under the pool's lock */
    CUstream pool_next;
    CUstream next;               /* of the context */
    struct Capture *capture;     /* capture.c; NULL: none */
    Tail tail;                   /* of the capture: what the next node comes after */
    CUlaunchAttributeValue window, sync_policy;
    Flow *flow;                  /* flow.c; NULL: not looked at */
};

struct CUgreenCtx_st {
    uint32_t magic;
    CUcontext ctx;
    CUdevResource sm;
    uint64_t id;
    CUstream gate;               /* as the context's */
};

struct CUevent_st {
    uint32_t magic;
    unsigned flags;
    CUcontext ctx;
    pthread_mutex_t lock;
    Record *last;                /* NULL: never recorded */
    struct Capture *capture;     /* recorded there, with these nodes */
    Tail tail;
    EventShare *share;           /* with other processes; NULL: not at all */
};

CUstream stream_after(CUcontext ctx, uint64_t id); /* that of the context with the next greater number, with a reference to it; NULL: none */
void stream_before(CUstream s, Task *t, CUstream other); /* t, of s, comes after what the other has been given so far */
void stream_pass(CUstream s, CUstream *gate);      /* context_event.c: what s is given comes after what the gate was */
CUstream stream_new(CUcontext ctx, unsigned flags, int priority);
void stream_release(CUstream s);
/* The stream that a handle means in the current context: NULL the default one. */
CUresult stream_of(CUstream handle, CUstream *out);
void *task_new(size_t bytes, CUresult (*run)(Task *t)); /* zeroed; begins with a Task */
void task_free(Task *t);
/* The task runs when its turn comes, and is freed. */
CUresult stream_add(CUstream s, Task *t);
/* The same; *ticket is its place in the stream, written before it can run. */
CUresult stream_add_ticket(CUstream s, Task *t, uint64_t *ticket);
/* The same, and waits for it. */
CUresult stream_do(CUstream s, Task *t);
void stream_wait(CUstream s, uint64_t ticket);
extern _Thread_local bool host_function; /* event.c: this thread is in a function of the program's in a stream, which may not call CUDA */
CUresult stream_finish(CUstream s);  /* waits for all of it; the context's error */
CUresult context_finish(CUcontext ctx);
bool stream_wait_frees(CUstream s);  /* waits for memory that its context's streams are to free, it first; false: they free none */
void context_end_streams(CUcontext ctx);
uint64_t clock_ns(void);
Record *record_make(CUstream s, uint64_t ticket);
void record_release(Record *r);
void task_wait_for(Task *t, Record *r); /* takes over the reference */
CUDA_API void ptx2c_cuda_per_thread(int change); /* of that count; for the runtime library */
extern _Thread_local int per_thread_default; /* within functions whose name ends with _ptsz or _ptds */

/* ---- event.c --------------------------------------------------------------------------------------------------------- */

CUresult event_record(CUevent e, CUstream s);    /* in the stream's order, as all of these */
CUresult event_wait(CUevent e, CUstream s);
void host_call(CUhostFn function, void *data);   /* now: the program's function, which may not call us */

/* ---- embedded.c: kernels made ahead of time ----------------------------------------------------------------------------- */

typedef struct Embedded Embedded;
bool embedded_any(void);
Embedded *embedded_find(const Key *keys, int n); /* NULL: none; in any order */
const ptx2c_module *const *embedded_modules(const Embedded *e);
/* As image_load does; *handle: NULL, or a copy's. */
CUresult embedded_load(Embedded *e, void **handle, const ptx2c_module *const **modules);
void embedded_unload(Embedded *e, void *handle);

/* ---- image.c: from PTX to a shared object ---------------------------------------------------------------------------- */

/* What a compilation says. */
typedef struct JitLog {
    char *error, *info;
    size_t error_size, info_size; /* room; then what was written */
} JitLog;

/* PTX of one or several modules that are linked, and what becomes of it. */
typedef struct Image {
    atomic_int refs;
    pthread_mutex_t lock;
    struct ImagePart { char *text; size_t size; } *parts;
    int nparts;
    bool built;
    CUresult result;             /* of building */
    char *path;                  /* the shared object */
    void *description;           /* instead of it: each kernel has its own (apart.c) */
    atomic_int loads;            /* that are alive */
    Embedded *linked;            /* instead of parts: what was made of them ahead of time */
} Image;

Image *image_new(void);
void image_release(Image *i);
CUresult image_add(Image *i, const void *text, size_t size);
/* What a pointer leads to: PTX text, a fat binary or its wrapper, or what cuLink has made.  size 0: not known. */
CUresult image_add_data(Image *i, const void *data, size_t size);
/* The same of an image that has nothing yet; or it becomes what was made ahead of time. */
CUresult image_set_data(Image *i, const void *data);
/* The parts as one piece of memory that image_add_data takes, from malloc. */
CUresult image_join(const Image *i, void **data, size_t *size);
CUresult image_build(Image *i, const JitLog *log);
/* Loads the object, each time with variables of its own. */
CUresult image_load(Image *i, void **handle, const ptx2c_module *const **modules);
void image_unload(Image *i, void *handle, const ptx2c_module *const *modules);
CUresult object_open(const char *path, void **handle); /* the object, or a copy where it is loaded already */
void object_close(void *handle);
void *object_copy(const char *path); /* a shared object, loaded with variables of its own */
/* Is that kernel in the text?  For images that are not built yet. */
bool image_has_entry(const Image *i, const char *name);
/* Whether its text declares a variable of that name so; what was made ahead of time does not tell. */
bool image_may_be_managed(const Image *i, const char *variable);
/* A function for each kernel's name in the text; stops when it gives false. */
void image_each_entry(const Image *i, bool (*f)(const char *name, size_t len, void *data), void *data);

/* ---- fatbin.c ------------------------------------------------------------------------------------------------------ */

/* Adds the PTX that suits the device best. */
CUresult fatbin_add(Image *i, const void *data);
Embedded *fatbin_embedded(const void *data); /* what was made of it ahead of time, or NULL */
bool fatbin_is(const void *data);

/* ---- build.c: translating, compiling, the cache ----------------------------------------------------------------------- */

/* The object of all kernels, or the image's description (support/description.h), whose kernels build_kernels makes: those
 * of a group in one object, or, which is half of it, rows: what blocks need whose x is a multiple of 32.
 * libcuda.a has no translator: NULL. */
CUresult build_object(const Image *i, char **path, void **description, const JitLog *log) CUDA_WEAK;
CUresult build_kernels(const Image *i, const char *const *entries, bool rows, char **path) CUDA_WEAK;
bool build_compiler_found(void) CUDA_WEAK; /* there is a C compiler to run */

/* ---- fault.c: kernels that access memory that is not there -------------------------------------------------------------- */

void fault_object(const ptx2c_kernel *k); /* its code is known for a kernel's from now on */
int fault_begin(const char *kernel, sigjmp_buf *back); /* it runs: a slot for fault_end; where a launch goes that ends so, or NULL */
bool fault_ending(void);                               /* others are ended just now: it must not begin */
void fault_ended(CUcontext ctx);                       /* a launch of that context has, or has not begun */
void fault_end(int slot);
void fault_spare(bool begins); /* the calling thread is the library's own, and is not stopped; until it ends */

/* ---- apart.c: modules whose kernels are made when they are launched --------------------------------------------------- */

typedef struct Apart Apart;
/* One with variables of its own, as the image's description has them; *modules has those, and of the kernels what a launch must
 * know before they are made: name, extents, memory, and where the parameters lie. */
CUresult apart_load(Image *i, Apart **out, const ptx2c_module *const **modules);
void apart_unload(Apart *a);
/* Begins to make a kernel that apart_load has described, in the background, if nobody has.  rows: for such blocks only. */
CUresult apart_begin(Apart *a, const ptx2c_kernel *described, bool rows);
/* The kernel itself; waits until it is made. */
CUresult apart_kernel(Apart *a, const ptx2c_kernel *described, bool rows, const ptx2c_kernel **out);

/* ---- module.c ------------------------------------------------------------------------------------------------------ */

struct CUfunc_st {
    uint32_t magic;
    CUmodule module;
    CUfunction next;
    const char *name;
    const ptx2c_kernel *kernel;  /* what a launch must know of it */
    _Atomic(const ptx2c_kernel *) made[2]; /* what is run, of any blocks or (1) of those whose x is a multiple of 32; NULL: not yet known */
    int target;                  /* of its PTX: 75 */
    CUkernel of;                 /* NULL: of a module that no library has loaded */
    atomic_int max_dynamic;      /* shared memory that a launch may ask for */
    int attributes[CU_FUNC_ATTRIBUTE_MAX];
    CUfunc_cache cache;
    struct OldLaunch *old;       /* old.c; NULL: nothing told */
};

struct CUmod_st {
    uint32_t magic;
    CUcontext ctx;
    CUmodule next;               /* of the context */
    Image *image;
    void *object;                /* dlopen's */
    Apart *apart;                /* instead of it */
    const ptx2c_module *const *modules; /* NULL-terminated */
    pthread_mutex_t lock;
    CUfunction functions;
    CUtexref textures;
    CUsurfref surfaces;
};

struct CUlib_st {
    uint32_t magic;
    pthread_mutex_t lock;
    Image *image;
    CUkernel kernels;
    CUmodule modules[MOST_DEVICES]; /* in each device's primary context */
    struct LibraryIn { struct LibraryIn *next; CUcontext ctx; uint64_t id; CUmodule module; } *others;
    CUlibrary next;
    void *managed;
};

struct CUkern_st {
    uint32_t magic;
    CUlibrary library;
    CUkernel next;
    char *name;
    atomic_uintptr_t last;       /* CUfunction that the last launch found */
    int attributes[CU_FUNC_ATTRIBUTE_MAX];
};

/* The function that a CUfunction, or a CUkernel in its place, means in the current context. */
CUresult function_of(CUfunction handle, CUfunction *out);
CUresult function_begin(CUfunction f, const ptx2c_dim3 *block); /* sees to it that its kernel is being made, if it isn't */
CUresult function_kernel(CUfunction f, const ptx2c_dim3 *block, const ptx2c_kernel **out); /* waits until it is; of blocks of any extent: NULL */
bool function_is_made(CUfunction f);
CUresult module_find_variable(CUmodule m, const char *name, void **at, size_t *bytes);
void module_end(CUmodule m);
void module_forget_context(CUcontext ctx);
void libraries_forget(CUcontext ctx);
void references_end(CUmodule m); /* texture.c: its texture and surface references */

/* ---- launch.c ------------------------------------------------------------------------------------------------------ */

/* A launch with its parameters, ready to run. */
typedef struct Launch {
    CUfunction function;
    ptx2c_dim3 grid, block, cluster;
    uint32_t shared;
    bool cooperative;
    unsigned char *param;        /* as PTX lays them out */
} Launch;

CUresult launch_fill(Launch *l, CUfunction f, const unsigned dims[6], unsigned shared, void **params, void **extra);
CUresult launch_run(const Launch *l);
bool launch_told(void); /* is the launch that the calling thread runs cooperative? */
CUresult launch_check(const Launch *l);
int occupancy(CUfunction f, int threads, size_t shared);

/* ---- checks.c: kernels that check themselves ------------------------------------------------------------------------- */

const char *checks_wanted(void);          /* as --sanitize has them; "": none */
void checks_add(const Range *r);          /* what range.c comes to know, and forgets */
void checks_freed(const Range *r);
void checks_variable_ends(const void *p); /* of a module that is unloaded */
void checks_written(const void *p, size_t bytes);
size_t checks_room(void);                 /* bytes to leave free around memory */
void checks_join(void *handle);           /* the kernels of an object use the library's table */
void leaks_tell(void);                    /* leak.c: memory that is never freed */
/* ptx2c_launch_any, where there are checks between others. */
int checks_launch(const Launch *l, const ptx2c_kernel *k, void *const *args);

/* ---- flow.c: accesses of several streams that nothing orders; all of it does nothing where that is not looked for --------- */

void flow_begin(CUstream s);
void flow_end(CUstream s);
void flow_given(CUstream s, Task *t);     /* in their order */
void flow_task_free(Task *t);
void flow_after(CUstream s, CUstream other); /* what s is given comes behind what other was given */
void flow_recorded(Record *r);            /* of all that its stream was given */
void flow_record_free(Record *r);
void flow_waits(CUstream s, const Record *r);
void flow_host_waits(const Record *r);    /* it has done so */
void flow_host_finishes(CUstream s);
FlowTask *flow_task_begins(FlowTask *t);  /* in this thread; what ran there */
void flow_task_ends(FlowTask *was);
void flow_host_knows(void);               /* of the task that runs in this thread, as that may tell it */
void flow_may_know(void);                 /* that task, and what comes behind it, of all that has begun */
void flow_reads(const void *p, size_t bytes, const char *what);
void flow_writes(const void *p, size_t bytes, const char *what);
bool flow_is_of_host(const void *p);      /* the host accesses this memory, too */
void flow_kernel_begins(const char *name); /* its accesses are told when it stops */
void flow_kernel_stops(void);             /* for others to run, or it ends */
bool flow_graph_begins(CUgraph g);        /* sorted, in this thread; false: its nodes are not looked at */
void flow_graph_node(int i);              /* that node of it runs now */
void flow_graph_ends(void);
void flow_memory_ends(uintptr_t at, size_t bytes);
void flow_tell(void);                     /* while no checked kernel runs */

/* ---- copy.c -------------------------------------------------------------------------------------------------------- */

/* A copy of a box of bytes. */
typedef struct Box {
    unsigned char *to;
    const unsigned char *from;
    size_t width, height, depth;       /* bytes, rows, slices */
    size_t to_row, to_slice, from_row, from_slice;
} Box;
CUresult box_of(const CUDA_MEMCPY3D *p, bool running, Box *b); /* refuses what range_holds does */
void box_copy(const Box *b);
/* Sets of 1, 2 or 4 bytes. */
typedef struct Fill {
    unsigned char *to;
    size_t pitch, width, height;       /* elements in a row, rows */
    unsigned value, size;
} Fill;
CUresult fill_of(const CUDA_MEMSET_NODE_PARAMS *p, bool running, Fill *f);
void fill_set(const Fill *f);

/* ---- array.c, texture.c --------------------------------------------------------------------------------------------- */

enum { MOST_LEVELS = 32 };

struct CUarray_st {
    uint32_t magic;
    CUcontext ctx;
    CUDA_ARRAY3D_DESCRIPTOR desc;
    unsigned char *data;
    size_t row, slice, bytes;
    bool of_mipmap;
};

struct CUmipmappedArray_st {
    uint32_t magic;
    CUcontext ctx;
    CUDA_ARRAY3D_DESCRIPTOR desc;
    unsigned levels;
    CUarray level[MOST_LEVELS];
};
size_t array_element(CUarray_format f, unsigned channels); /* bytes; 0: not a format */
size_t array_slices(const CUDA_ARRAY3D_DESCRIPTOR *d);

/* ---- graph.c --------------------------------------------------------------------------------------------------------- */

/* What kernels know of graphs: ptx2c_device. */
uint64_t graph_told(void);
uint32_t graph_may_launch(uint64_t exec, uint64_t stream, uint64_t by);
int graph_launch_told(uint64_t exec, uint64_t stream);
uint32_t node_change(uint64_t device_node, uint32_t field, const void *data, uint64_t offset, uint64_t bytes);

/* ---- alone.c --------------------------------------------------------------------------------------------------------- */

enum { ALONE_NAME = 16 }; /* bytes of a thread's name */
void alone_mark(char plain[ALONE_NAME]);         /* the caller's name says that it, and threads that it makes, are no threads of the program's; plain: what it was */
bool alone_marked(const char *name);
void alone_unmark(const char plain[ALONE_NAME]);
void alone_works(int change);                    /* in the number of threads that run tasks and do not wait for another one's */
void alone_in(int change);                       /* in that of the program's threads, not marked, that run tasks, or wait */
void alone_shared(void);                         /* other processes may write memory of this one's */
void alone_join(void *handle);                   /* the kernels of an object ask whether they are alone */
bool pool_has_work(void);                        /* stream.c: a stream waits for a thread */

/* ---- capture.c -------------------------------------------------------------------------------------------------------- */

/* What a call does instead of giving work to a stream that is being captured. */
CUresult capture_kernel(CUstream s, const Launch *l, CUlaunchAttribute *attributes, unsigned n);
CUresult capture_copy(CUstream s, const CUDA_MEMCPY3D *p);
CUresult capture_set(CUstream s, const CUDA_MEMSET_NODE_PARAMS *p);
CUresult capture_host(CUstream s, CUhostFn f, void *data);
CUresult capture_graph(CUstream s, CUgraph g);
CUresult capture_alloc(CUstream s, CUdeviceptr *p, size_t bytes);
CUresult capture_free(CUstream s, CUdeviceptr p);
CUresult capture_words(CUstream s, const CUstreamBatchMemOpParams *ops, unsigned n);
CUresult capture_event(CUstream s, CUevent e, unsigned flags);
CUresult capture_wait(CUstream s, CUevent e, unsigned flags);
void capture_forget(CUevent e);
void capture_event_early(CUevent e, const CUgraphEdgeData *d); /* what waits for it waits for that of the kernels, if it was captured */
void tail_end(Tail *t);

/* What is not allowed while streams are captured: such a call makes the captures that it would disturb invalid. */
CUresult capture_refuse(CUstream s);               /* a question for a stream that is captured, or waiting for it */
CUresult capture_refuse_event(CUevent e);          /* the same of an event recorded in one */
CUresult capture_refuse_context(CUcontext ctx);    /* waiting for all of a context; success: no stream is captured */
CUresult capture_refuse_legacy(CUstream s);        /* work for the default stream, which waits for others; success: not so */
CUresult capture_unsafe(void);                     /* calls that may wait; success: they may now */

#endif
