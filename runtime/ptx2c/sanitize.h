/* sanitize.h: what host programs say to modules translated with --sanitize, and learn from them.
 *
 * Such modules check themselves (sanitize_memory.h, sanitize_race.h): each access to memory, before it is made, and each barrier.
 * What is wrong is printed to standard error as a compiler would, each fault once however often it happens, and the launch
 * returns PTX2C_CHECKED.  A wild access is reported and left out; a load gives 0 then.
 *
 *   ptx2c_memory_add(p, bytes, name)      memory of the host that kernels may use; its bytes count as written
 *   ptx2c_memory_add_fresh(…)             likewise, but nothing has written it yet
 *   ptx2c_memory_remove(p), _freed(p)     no longer; accesses to what was freed are told as such
 *   ptx2c_memory_new(bytes, name)         memory with room around it, which nothing has written yet; NULL: there is none
 *   ptx2c_memory_free(p)                  gives that back
 *   ptx2c_check_undeclared(how)           whether other memory is a fault
 *   ptx2c_check_call(f, user)             f gets each fault once; NULL: they are printed
 *   ptx2c_check_faults(), _reset()        how many different faults there were; forgets them
 *   ptx2c_explore(k, …, n, &found)        runs a launch in n orders of its threads and compares what they leave in memory
 *
 * Any thread may call them while no checked kernel runs.  Environment:
 *
 *   PTX2C_CHECK_LIMIT=N          print at most so many different faults (100; 0: all)
 *   PTX2C_CHECK_JSON=FILE        append each as a line of JSON
 *   PTX2C_CHECK_SUPPRESS=LIST    leave out KIND, KIND@FILE:LINE or @FILE:LINE, separated by commas; LINE of the PTX or of the
 *                                CUDA source; a KIND like "race" stands for all that begin so
 *   PTX2C_CHECK_UNDECLARED=trust|report
 *   PTX2C_CHECK_COLOR=always|never
 *   PTX2C_SCHEDULE=SEED          blocks, warps and lanes proceed in an order that this number chooses; 0: as usual */
#ifndef PTX2C_SANITIZE_H
#define PTX2C_SANITIZE_H

#include "launch.h"
#include "lock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined __unix__ || defined __APPLE__
#include <unistd.h>
#endif

/* A place in the PTX where memory is accessed or threads meet. */
typedef struct ptx2c_site {
    const char *file, *text;   /* of the PTX; the instruction's name */
    const char *source;        /* by .loc; NULL */
    const char *caller;        /* where a function that holds it was called and inlined, the outermost one; NULL */
    const char *object;        /* the variable that the address names; NULL */
    uint32_t line, column, source_line, caller_line;
    uint32_t bytes;            /* of an access; 0: told when it is made */
    uint32_t object_at, object_bytes; /* in its window */
    uint32_t flags;            /* ptx2c_site_flag */
} ptx2c_site;

/* What PTX2C_CHECK, which generated files define, is a sum of. */
#define PTX2C_CHECK_MEMORY 1
#define PTX2C_CHECK_INIT 2
#define PTX2C_CHECK_RACE 4
#define PTX2C_CHECK_SYNC 8
#define PTX2C_CHECK_ORDER (PTX2C_CHECK_RACE | PTX2C_CHECK_SYNC) /* either asks what comes before what */
#define PTX2C_CHECK_LOCKSTEP 16
#define PTX2C_CHECK_COARSE 32 /* nothing but barriers of all orders the warps of a CTA */
#define PTX2C_CHECK_BESIDE 64 /* there may be bulk copies, products and what else goes on beside threads */
#define PTX2C_CHECK_ELSEWHERE 128 /* tables of variables name the words where a loader says where they lie */

enum ptx2c_site_flag {
    PTX2C_SITE_READ = 1, PTX2C_SITE_WRITE = 2,
    PTX2C_SITE_STRONG = 4,                              /* volatile, relaxed or stronger */
    PTX2C_SITE_ACQUIRE = 8, PTX2C_SITE_RELEASE = 16,
    PTX2C_SITE_ATOMIC = 32,                             /* reads and writes at once */
    PTX2C_SITE_ASYNC = 64,                              /* a copy that goes on by itself */
    PTX2C_SITE_OPAQUE = 128,                            /* an mbarrier, whose content is nobody's business */
    PTX2C_SITE_GLOBAL = 256, PTX2C_SITE_SHARED = 512, PTX2C_SITE_LOCAL = 1024, PTX2C_SITE_CONST = 2048,
    PTX2C_SITE_PARAM = 4096, PTX2C_SITE_SPACES = 7936,  /* none of them: a generic address */
    PTX2C_SITE_CLUSTER = 8192,                          /* of the cluster's shared memory */
    PTX2C_SITE_SCOPE = 1 << 14,                         /* times 1 (cta), 2 (cluster), 3 (gpu, sys) */
    PTX2C_SITE_LOOSE = 1 << 16,                         /* it may lie at any address */
    PTX2C_SITE_ALIGNED = 1 << 17,                       /* of a barrier: all of a warp come there together */
    PTX2C_SITE_TOLD = 1 << 18,                          /* of a copy: an mbarrier hears of its end */
    PTX2C_SITE_ALIGN = 1 << 19,                         /* times n: at a multiple of 1 << n; 0: as its size wants, or any if loose */
    PTX2C_SITE_SIXTEENS = 1 << 22,                      /* of bytes that are a multiple of 16 */
    PTX2C_SITE_PRODUCT = 1 << 23,                       /* with ASYNC: by a matrix instruction, or an arrival when those are done */
    PTX2C_SITE_FOLLOWED = 1 << 24,                      /* a read of what nothing has written is told where it matters */
    PTX2C_SITE_WHOLE = 1 << 25,                         /* of all lanes of a warp, none of which may have exited */
    PTX2C_SITE_BULK = 1 << 26,                          /* with ASYNC: by a bulk copy, whose groups are others than cp.async's */
    PTX2C_SITE_MAP = 1 << 28,                           /* with ASYNC: of a tensor map, by a copy */
    PTX2C_SITE_WORDS = 1 << 29, PTX2C_SITE_DOUBLES = 1 << 30, /* a read of elements of 4, 8 bytes, each of which must have been written */
    PTX2C_SITE_TENSOR = 1 << 27                         /* of tensor memory: with ASYNC, and PRODUCT but for loads and stores */
};

/* A fault, as the function of ptx2c_check_call gets it.  Strings live until that returns. */
typedef struct ptx2c_fault {
    const char *kind;          /* "memory-bounds", "race", … */
    const char *message;       /* one line */
    const char *notes;         /* further lines, each ended by a newline; "" */
    const ptx2c_site *site;    /* where */
    const ptx2c_site *other;   /* of a race: the access before; NULL */
    const char *kernel;        /* its PTX name */
    ptx2c_dim3 block, thread;
    const char *object;        /* its name, or "" */
    int64_t offset;            /* in the object */
} ptx2c_fault;

/* How a kernel has accessed memory: strong is what orders other CTAs' accesses, or may meet them. */
typedef enum ptx2c_access_kind {
    PTX2C_ACCESS_READ, PTX2C_ACCESS_WRITE, PTX2C_ACCESS_STRONG, /* and the sum of this and one of those */
    PTX2C_ACCESSES = 4
} ptx2c_access_kind;

typedef enum ptx2c_undeclared {
    PTX2C_UNDECLARED_AUTO,   /* a fault once the host has declared anything */
    PTX2C_UNDECLARED_TRUST,
    PTX2C_UNDECLARED_REPORT
} ptx2c_undeclared;

enum { PTX2C_EXTENT_NAME = 48, PTX2C_RED_ZONE = 256 };

/* A piece of memory that kernels may use. */
typedef struct ptx2c_extent {
    uintptr_t at;
    size_t bytes;
    const char *kind;           /* "memory", "variable", "device heap" */
    char name[PTX2C_EXTENT_NAME];
    bool freed, read_only;
    uint8_t *written;           /* a bit for each byte that something has written; NULL: all */
    void *base;                 /* what malloc gave */
    const ptx2c_site *made, *gone; /* on the device: by this call of malloc, of free */
} ptx2c_extent;

/* A fault that was found: each is told once. */
typedef struct ptx2c_known_fault {
    const char *kind;
    const ptx2c_site *site, *other;
    char object[PTX2C_EXTENT_NAME];
    uint64_t last;              /* which of all faults it was at the last time */
} ptx2c_known_fault;

typedef struct ptx2c_check_table {
    ptx2c_lock lock;            /* of the extents */
    ptx2c_lock running;         /* a checked launch: one at a time */
    ptx2c_extent *extent;       /* by address */
    size_t extents, room;
    bool declared;              /* the host has declared something */
    int undeclared;             /* ptx2c_undeclared */
    ptx2c_known_fault *fault;
    size_t faults, fault_room;
    uint64_t total;             /* how often there was one */
    void (*call)(const ptx2c_fault *f, void *user);
    void *user;
    void (*accessed)(uintptr_t at, size_t bytes, ptx2c_access_kind how, const ptx2c_site *site, void *user); /* told of each launch's accesses,
                                                                                                where races are looked for; NULL */
    void *accessed_user;
    bool fenced;                /* a thread of the launch has made a fence beyond its CTA */
    bool (*others)(void);       /* whether other launches wait for this one to end, or pause; NULL: it need not */
    void (*pass_on)(void);      /* lets them run */
    uint64_t seed, random;      /* of the order in which threads proceed; 0: as usual */
    bool exploring;             /* by ptx2c_explore: launches do not sum up what they found */
} ptx2c_check_table;
PTX2C_SHARED_VARIABLE ptx2c_check_table ptx2c_own_checks;
/* Modules that are loaded apart may share one: who loads them says so. */
PTX2C_SHARED_VARIABLE ptx2c_check_table *ptx2c_checks_at = &ptx2c_own_checks;
#define ptx2c_checks (*ptx2c_checks_at)

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* The number of extents that begin at or before a. */
PTX2C_INLINE size_t ptx2c_extents_to(uintptr_t a)
{
    size_t from = 0, to = ptx2c_checks.extents;
    while (from < to) {
        const size_t mid = from + (to - from) / 2;
        if (ptx2c_checks.extent[mid].at <= a)
            from = mid + 1;
        else
            to = mid;
    }
    return from;
}

PTX2C_INLINE void ptx2c_extents_lock(void)
{
    while (!PTX2C_TRY_LOCK(&ptx2c_checks.lock)) {}
}

static PTX2C_NOINLINE void ptx2c_extent_drop(size_t i)
{
    ptx2c_check_table *t = &ptx2c_checks;
    free(t->extent[i].written);
    free(t->extent[i].base);
    t->extents--;
    memmove(&t->extent[i], &t->extent[i + 1], (t->extents - i) * sizeof *t->extent);
}

/* A new extent in its place; those that it covers are gone.  It is valid until the next call.  NULL: no memory. */
static PTX2C_NOINLINE ptx2c_extent *ptx2c_extent_put(const void *p, size_t bytes, const char *kind, const char *name)
{
    ptx2c_check_table *t = &ptx2c_checks;
    if (t->extents == t->room) {
        const size_t room = t->room ? 2 * t->room : 64;
        ptx2c_extent *more = (ptx2c_extent *)realloc(t->extent, room * sizeof *more);
        if (!more)
            return NULL;
        t->extent = more;
        t->room = room;
    }
    const uintptr_t a = (uintptr_t)p;
    size_t i = ptx2c_extents_to(a + (bytes ? bytes - 1 : 0));
    while (i && t->extent[i - 1].at + (t->extent[i - 1].bytes ? t->extent[i - 1].bytes : 1) > a)
        ptx2c_extent_drop(--i);
    memmove(&t->extent[i + 1], &t->extent[i], (t->extents - i) * sizeof *t->extent);
    t->extents++;
    ptx2c_extent *e = &t->extent[i];
    memset(e, 0, sizeof *e);
    e->at = a;
    e->bytes = bytes;
    e->kind = kind;
    snprintf(e->name, sizeof e->name, "%s", name ? name : "");
    return e;
}

PTX2C_INLINE void ptx2c_memory_add(const void *p, size_t bytes, const char *name)
{
    ptx2c_extents_lock();
    ptx2c_checks.declared = true;
    ptx2c_extent_put(p, bytes, "memory", name);
    PTX2C_UNLOCK(&ptx2c_checks.lock);
}

/* The same of memory that nothing has written yet. */
PTX2C_INLINE void ptx2c_memory_add_fresh(const void *p, size_t bytes, const char *name)
{
    uint8_t *written = (uint8_t *)calloc(1, bytes / 8 + 1);
    ptx2c_extents_lock();
    ptx2c_checks.declared = true;
    ptx2c_extent *e = ptx2c_extent_put(p, bytes, "memory", name);
    if (e)
        e->written = written;
    else
        free(written);
    PTX2C_UNLOCK(&ptx2c_checks.lock);
}

/* Of memory that ptx2c_memory_add declared; other addresses are left alone. */
PTX2C_INLINE void ptx2c_memory_remove(const void *p)
{
    ptx2c_extents_lock();
    const size_t i = ptx2c_extents_to((uintptr_t)p);
    if (i && ptx2c_checks.extent[i - 1].at == (uintptr_t)p)
        ptx2c_extent_drop(i - 1);
    PTX2C_UNLOCK(&ptx2c_checks.lock);
}

/* It is no longer, and whoever uses it uses what was freed. */
PTX2C_INLINE void ptx2c_memory_freed(const void *p)
{
    ptx2c_extents_lock();
    const size_t i = ptx2c_extents_to((uintptr_t)p);
    if (i && ptx2c_checks.extent[i - 1].at == (uintptr_t)p)
        ptx2c_checks.extent[i - 1].freed = true;
    PTX2C_UNLOCK(&ptx2c_checks.lock);
}

/* Aligned to 256 bytes. */
PTX2C_INLINE void *ptx2c_memory_new(size_t bytes, const char *name)
{
    unsigned char *base = (unsigned char *)calloc(1, bytes + 3 * PTX2C_RED_ZONE);
    uint8_t *written = (uint8_t *)calloc(1, bytes / 8 + 1);
    if (base && written) {
        unsigned char *p = base + PTX2C_RED_ZONE;
        p += (0 - (uintptr_t)p) % PTX2C_RED_ZONE;
        ptx2c_extents_lock();
        ptx2c_checks.declared = true;
        ptx2c_extent *e = ptx2c_extent_put(p, bytes, "memory", name);
        if (e) {
            e->base = base;
            e->written = written;
        }
        PTX2C_UNLOCK(&ptx2c_checks.lock);
        if (e)
            return p;
    }
    free(base);
    free(written);
    return NULL;
}

PTX2C_INLINE void ptx2c_memory_free(void *p) { ptx2c_memory_remove(p); }

/* The host has written these bytes, or will have, before the next launch. */
PTX2C_INLINE void ptx2c_memory_written(const void *p, size_t bytes)
{
    ptx2c_extents_lock();
    const size_t i = ptx2c_extents_to((uintptr_t)p);
    ptx2c_extent *e = i ? &ptx2c_checks.extent[i - 1] : NULL;
    if (e && e->written && (uintptr_t)p - e->at < e->bytes) {
        size_t at = (uintptr_t)p - e->at;
        const size_t end = bytes < e->bytes - at ? at + bytes : e->bytes;
        for (; at < end && at % 8; at++)
            e->written[at / 8] |= (uint8_t)(1 << at % 8);
        if (at < end)
            memset(e->written + at / 8, 255, (end - at) / 8);
        for (at += (end - at) / 8 * 8; at < end; at++)
            e->written[at / 8] |= (uint8_t)(1 << at % 8);
    }
    PTX2C_UNLOCK(&ptx2c_checks.lock);
}

PTX2C_INLINE void ptx2c_check_undeclared(ptx2c_undeclared how) { ptx2c_checks.undeclared = (int)how; }

/* ---- faults ------------------------------------------------------------------------------------------------------ */

PTX2C_INLINE void ptx2c_check_call(void (*f)(const ptx2c_fault *fault, void *user), void *user)
{
    ptx2c_checks.call = f;
    ptx2c_checks.user = user;
}

/* Launches proceed in the order that belongs to this number; 0: as usual, or as PTX2C_SCHEDULE says. */
PTX2C_INLINE void ptx2c_check_schedule(uint64_t seed) { ptx2c_checks.seed = seed; }

PTX2C_INLINE size_t ptx2c_check_faults(void) { return ptx2c_checks.faults; }

PTX2C_INLINE void ptx2c_check_reset(void)
{
    free(ptx2c_checks.fault);
    ptx2c_checks.fault = NULL;
    ptx2c_checks.faults = ptx2c_checks.fault_room = 0;
    ptx2c_checks.total = 0;
}

/* ---- orders ------------------------------------------------------------------------------------------------------ */

/* What ptx2c_explore has found. */
typedef struct ptx2c_explored {
    uint64_t orders, different;       /* orders other than the usual one; how many of them left something else in memory */
    uint64_t seed;                    /* the first of those, for PTX2C_SCHEDULE; 0: none */
    char object[PTX2C_EXTENT_NAME];   /* the memory where that differs first, */
    size_t offset;                    /* and the byte of it */
    size_t faults;                    /* different ones that the checks have found in all these runs */
} ptx2c_explored;

/* Declared memory as it is, and as the usual order leaves it. */
typedef struct ptx2c_explored_memory {
    unsigned char *at, *first, *want;
    size_t bytes;
    char name[PTX2C_EXTENT_NAME];
} ptx2c_explored_memory;

static PTX2C_NOINLINE void ptx2c_explored_free(ptx2c_explored_memory *m, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free(m[i].first);
        free(m[i].want);
    }
    free(m);
}

/* Copies of what the host has declared; NULL: no memory. */
static PTX2C_NOINLINE ptx2c_explored_memory *ptx2c_explored_copy(size_t *n)
{
    const ptx2c_check_table *t = &ptx2c_checks;
    ptx2c_explored_memory *m = (ptx2c_explored_memory *)calloc(t->extents + 1, sizeof *m);
    *n = 0;
    for (size_t i = 0; m && i < t->extents; i++) {
        const ptx2c_extent *e = &t->extent[i];
        if (strcmp(e->kind, "memory") != 0 || !e->bytes)
            continue;
        ptx2c_explored_memory *x = &m[(*n)++];
        x->at = (unsigned char *)e->at;
        x->bytes = e->bytes;
        memcpy(x->name, e->name, sizeof x->name);
        x->first = (unsigned char *)malloc(e->bytes);
        x->want = (unsigned char *)malloc(e->bytes);
        if (!x->first || !x->want) {
            ptx2c_explored_free(m, *n);
            return NULL;
        }
        memcpy(x->first, x->at, x->bytes);
    }
    return m;
}

/* Whether memory is as the usual order left it; notes the first difference of all. */
static PTX2C_NOINLINE void ptx2c_explored_compare(const ptx2c_explored_memory *m, size_t n, uint64_t seed, ptx2c_explored *found)
{
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        if (memcmp(m[i].at, m[i].want, m[i].bytes) == 0)
            continue;
        if (found->different++)
            return;
        while (m[i].at[k] == m[i].want[k])
            k++;
        found->seed = seed;
        found->offset = k;
        memcpy(found->object, m[i].name, sizeof found->object);
        return;
    }
}

/* Runs a launch of a kernel translated with --sanitize as usual, and then in the orders of threads that belong to the numbers
 * 1 to orders, each time with the same content of the memory that the host has declared, and compares what they leave there;
 * it stays as the first run left it.  Variables of the module are not among it unless they are declared, too.  objects is
 * PTX2C_OBJECTS.  Returns the status of the last run that had one, or 0; another than PTX2C_CHECKED ends it. */
PTX2C_INLINE int ptx2c_explore_with(const ptx2c_kernel *k, ptx2c_dim3 grid, ptx2c_dim3 block, size_t dynamic_shared_bytes,
                                    void *const args[], uint64_t orders, ptx2c_explored *found, ptx2c_object_table *objects)
{
    const ptx2c_dim3 cluster = {0, 0, 0};
    const uint64_t was = ptx2c_checks.seed;
    size_t n = 0;
    int status = 0;
    memset(found, 0, sizeof *found);
    if (!k)
        return PTX2C_BAD_KERNEL;
    ptx2c_explored_memory *m = ptx2c_explored_copy(&n);
    if (!m)
        return PTX2C_NO_MEMORY;
    ptx2c_checks.exploring = true;
    for (uint64_t seed = 0; seed <= orders && (!status || status == PTX2C_CHECKED); seed++) {
        for (size_t i = 0; i < n; i++)
            memcpy(m[i].at, m[i].first, m[i].bytes);
        ptx2c_checks.seed = seed;
        const int now = k->launch(k, grid, cluster, block, dynamic_shared_bytes, args, NULL, objects);
        status = now ? now : status;
        for (size_t i = 0; i < n && !seed; i++)
            memcpy(m[i].want, m[i].at, m[i].bytes);
        if (seed)
            ptx2c_explored_compare(m, n, seed, found);
        found->orders = seed;
    }
    for (size_t i = 0; i < n; i++)
        memcpy(m[i].at, m[i].want, m[i].bytes);
    ptx2c_explored_free(m, n);
    ptx2c_checks.seed = was;
    ptx2c_checks.exploring = false;
    found->faults = ptx2c_checks.faults;
    return status;
}

#define ptx2c_explore(k, grid, block, dynamic_shared_bytes, args, orders, found) \
    ptx2c_explore_with(k, grid, block, dynamic_shared_bytes, args, orders, found, PTX2C_OBJECTS)

#endif
