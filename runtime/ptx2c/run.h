/* run.h: a running grid, its status, and barriers of CTAs that several OpenMP threads share.  For generated code. */
#ifndef PTX2C_RUN_H
#define PTX2C_RUN_H

#include "launch.h"
#include "lock.h"
#include "run_chunks.h"
#include "system.h"

/* Addresses of shared memory in a cluster: an offset, and above it 1 + the rank of the CTA whose window it is, 0: one's own. */
enum { PTX2C_WINDOW_BITS = 24, PTX2C_WINDOW_MASK = (1 << PTX2C_WINDOW_BITS) - 1 };

/* Room for what ptx2c_message tells, in bytes; 1: nothing. */
#ifndef PTX2C_MESSAGE_BYTES
#if defined PTX2C_STATIC
#define PTX2C_MESSAGE_BYTES 1
#else
#define PTX2C_MESSAGE_BYTES 1200
#endif
#endif

/* Bytes behind the shared window, so that the address of its end is nobody else's; those of 32 lanes where lanes load beside it (edge.h). */
enum { PTX2C_GAP = PTX2C_SHORT ? 128 : 64 };

/* What the threads of the host that run a grid know of each other: grid.h. */
typedef struct ptx2c_calm {
    uint32_t runners; /* such threads */
    uint32_t epoch;   /* goes up when something happened */
    uint32_t phase;   /* goes up when all runners found in turn that nothing did */
    uint32_t count;   /* of those who found it in this phase */
    uint64_t since;   /* when the first of them did in this epoch */
    bool alone;       /* and nobody else could do anything then */
} ptx2c_calm;

struct ptx2c_grid {
    const ptx2c_kernel *kernel;
    void (*run)(ptx2c_cta *c, uint32_t ctas); /* the kernel's, or that for a grid whose x and y stand in each other's place, as here then */
    ptx2c_dim3 grid, block, cluster; /* cluster: CTAs in each dimension, at least 1 */
    uint32_t number;  /* %gridid: it counts the grids of the process */
    bool clustered;   /* the kernel or its launch said how large clusters are */
    uint32_t x, width; /* of the CTAs to be run: the first %ctaid.x and how many from there in each row */
    uint64_t row;     /* likewise: the first row, %ctaid.y + %ctaid.z * %nctaid.y */
    uint64_t ctas;    /* to be run, each of join neighbours or, at the end of a row, fewer */
    uint32_t join, across; /* 1 unless the kernel joins; of those in a row */
    uint64_t next;    /* the next CTA that no thread has taken, or cluster that none has started; changed atomically */
    uint32_t dynamic_shared_bytes, shared_bytes; /* shared_bytes: all of it, rounded up to 128 */
    size_t state_bytes; /* of a CTA's state */
    size_t cta_bytes; /* shared window, state, tensor memory and slack for alignment */
    const void *param;
    int status;       /* the first error; written atomically */
    ptx2c_children children[3]; /* child.h */
    const ptx2c_family *family; /* of those; NULL: there are none */
    bool whole;       /* no CTA is shared by a team: there are usually many such grids */
    uint32_t flag;    /* a vote of a team: see ptx2c_cta_all */
    ptx2c_calm calm;  /* of kernels whose CTAs wait for each other */
    char message[PTX2C_MESSAGE_BYTES]; /* of the first error: room for a name and for all that a deadlock tells */
#if !defined PTX2C_STATIC
    uint64_t graph;   /* ptx2c_device.graph */
#endif
    uint32_t workspace[4]; /* its size in bytes, then a counter: what cooperative groups keep of a grid-wide barrier */
};

PTX2C_SHARED_VARIABLE uint32_t ptx2c_grids;
#if defined PTX2C_PROCESSES
PTX2C_SHARED_VARIABLE int ptx2c_team_process; /* the first that has run a grid on several threads; 0: none yet */
#endif

PTX2C_INLINE uint32_t ptx2c_next_grid(void)
{
#if defined __GNUC__ && !PTX2C_ONE_THREAD
    return __atomic_fetch_add(&ptx2c_grids, 1, __ATOMIC_RELAXED);
#else
    return ptx2c_grids++;
#endif
}

/* %perctamemoryoffset: the address of the CTA's own global memory, behind its state. */
PTX2C_INLINE uint64_t ptx2c_cta_memory(const ptx2c_cta *c)
{
    return (uintptr_t)c->state + (c->grid->state_bytes + 127) / 128 * 128;
}

/* %total_smem_size: in units that depend on the target, without the reserved region (manual 10.30). */
PTX2C_INLINE uint32_t ptx2c_smem_size(const ptx2c_cta *c, uint32_t target)
{
    const uint32_t unit = target >= 30 && target < 80 ? 256 : 128;
    return (c->shared_bytes - c->grid->kernel->reserved_bytes + unit - 1) / unit * unit;
}

PTX2C_INLINE int ptx2c_status(const ptx2c_grid *g)
{
#if PTX2C_ONE_THREAD
    return g->status;
#elif defined __GNUC__
    return __atomic_load_n(&g->status, __ATOMIC_RELAXED);
#else
    return *(volatile const int *)&g->status;
#endif
}

#if PTX2C_MESSAGE_BYTES > 1
/* The bytes of a text, at most 400 of them and then "...", from at on but not behind end.  Where it ends. */
static PTX2C_PLAIN char *ptx2c_say_text(char *at, const char *end, const char *text)
{
    size_t n = strlen(text), room = (size_t)(end - at);
    const bool cut = n > 400;
    n = cut ? 400 : n;
    n = n < room ? n : room;
    memcpy(at, text, n);
    return cut ? ptx2c_say_text(at + n, end, "...") : at + n;
}

/* Appends to the launch's message; what has no room becomes "...".  %s: a text, %u: a number, %x: one of 8 hexadecimal
 * digits.  For the thread whose error was the first. */
static PTX2C_PLAIN void ptx2c_say(ptx2c_grid *g, const char *format, ...)
{
    char *const end = g->message + sizeof g->message, *const begin = g->message + strlen(g->message), *at = begin;
    va_list args;
    va_start(args, format);
    for (; *format && at < end; format++) {
        char digits[11], *d = digits + 10;
        *d = 0;
        if (*format != '%') {
            *at++ = *format;
        } else if (*++format == 's') {
            at = ptx2c_say_text(at, end, va_arg(args, const char *));
        } else {
            const bool hex = *format == 'x';
            uint32_t n = va_arg(args, unsigned);
            do {
                *--d = "0123456789abcdef"[hex ? n % 16 : n % 10];
                n = hex ? n / 16 : n / 10;
            } while (hex ? d > digits + 2 : n > 0);
            at = ptx2c_say_text(at, end, d);
        }
    }
    va_end(args);
    if (at < end)
        *at = 0;
    else
        memcpy(begin < end - 4 ? begin : end - 4, "...", 4);
}
#else
PTX2C_INLINE void ptx2c_say(ptx2c_grid *g, const char *format, ...)
{
    (void)g;
    (void)format;
}
#endif

/* Remembers an error of the running kernel and where it was; the launch returns the first one.  True for that. */
static PTX2C_PLAIN bool ptx2c_fail_first(const ptx2c_cta *c, int status)
{
    ptx2c_grid *g = c->grid;
#if defined __GNUC__ && !PTX2C_ONE_THREAD
    int none = 0;
    if (!__atomic_compare_exchange_n(&g->status, &none, status, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return false;
#else
    if (g->status)
        return false;
    g->status = status;
#endif
#if PTX2C_MESSAGE_BYTES > 1
    const unsigned x = c->ctaid.x, y = c->ctaid.y, z = c->ctaid.z;
    const unsigned last = c->row ? x + c->row / c->ntid.x - 1 : x;
    ptx2c_say(g, "kernel '%s', CTA (%u, %u, %u)", g->kernel->name, x, y, z);
    if (last > x)
        ptx2c_say(g, " to (%u, %u, %u)", last, y, z);
    ptx2c_say(g, ": %s", ptx2c_strerror(status));
#endif
    return true;
}

PTX2C_INLINE void ptx2c_fail(const ptx2c_cta *c, int status)
{
    ptx2c_fail_first(c, status);
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

#endif
