/* cta.h: a CTA, its warps and its lanes while they run: what generated code and the runtime share. */
#ifndef PTX2C_CTA_H
#define PTX2C_CTA_H

#include "launch.h"
#include "types.h"

#if defined PTX2C_MATRIX /* modules with matrix instructions */
/* The lanes' registers of a matrix fragment: [register][lane], and one behind the other. */
typedef union ptx2c_fragment {
    _Alignas(PTX2C_LINE) uint32_t u[8][32];
    uint32_t u_flat[256];
    float f[8][32], f_flat[256];
    double d[8][32];
} ptx2c_fragment;

/* What lanes put for a matrix instruction; c is also its result. */
typedef struct ptx2c_matrix {
    ptx2c_fragment a, b, c;
    uint32_t meta[2][32];   /* of mma.sp: places of A's elements; the selector */
    uint64_t tile[2][32];   /* of wgmma: descriptors of A and B, */
    uint32_t how[32];       /* and what its last operands say: ptx2c_wgmma_how */
    uint32_t scale[4][32];  /* of A: the scales' bytes, the byte's number + 256 * the thread's; likewise of B */
    unsigned char *row[32]; /* addresses of a load or store */
    uint32_t stride[32];    /* elements from a row (or column) to the next */
} ptx2c_matrix;
#endif

/* One warp of the running CTA. */
typedef struct ptx2c_warp {
    uint32_t x32[32], high[32]; /* exchange area of collectives: a value for each lane; lanes in different ones share it */
    uint32_t index;   /* %warpid */
    uint32_t active;  /* lanes that execute the current collective */
    uint32_t alive;   /* lanes that exist and have not exited */
    uint32_t pred[4]; /* exchange area of collectives: one bit a lane */
#if defined PTX2C_TCGEN05 /* modules that use tensor memory */
    uint32_t *tensor[32]; /* where a lane's first register lies in it */
#endif
#if defined PTX2C_MATRIX
    ptx2c_matrix matrix;
#endif
} ptx2c_warp;

/* A CTA's tensor memory (manual 9.7.17.1): the 128 lanes of a column lie side by side. */
enum { PTX2C_TENSOR_COLUMNS = 576 }; /* of which 512 are given away in powers of two */
typedef struct ptx2c_tensor_memory {
    uint32_t used;        /* a bit for each 32 columns */
    bool closed;          /* nothing more is allocated */
    uint32_t fill[14];
    uint32_t word[][128]; /* of each column */
} ptx2c_tensor_memory;

typedef struct ptx2c_far ptx2c_far; /* stack.h */
typedef struct ptx2c_sched ptx2c_sched; /* sched.h */
typedef struct ptx2c_cluster ptx2c_cluster; /* sched.h */

/* The CTA that the current OpenMP thread runs, alone or as one of a team. */
struct ptx2c_cta {
    ptx2c_dim3 ctaid, ntid, nctaid;
    uint32_t threads;       /* ntid.x * ntid.y * ntid.z */
    bool alone;             /* no other OpenMP thread runs lanes of this CTA */
    uint32_t rank, team;    /* this OpenMP thread among those that share the CTA */
    uint32_t row;           /* threads of a row: ntid.x, or those of several CTAs that are run as one */
    uint32_t lanes;         /* width of a chunk in the current pass over the CTA: 32, 16 or 1 */
    bool again;             /* a chunk that was run has another round to go: quotient.h */
    uint32_t line, across, down; /* chunks that lie in a line, 0: they don't; from one to the next in x, in y */
    unsigned char *shared;  /* the .shared window */
    uint32_t shared_bytes;  /* its size: static and dynamic */
    uint32_t dynamic_shared_bytes;
    const void *param;      /* the kernel's parameters, laid out as PTX says */
    struct ptx2c_red *red;  /* counts of bar.red; run.h */
    void *state;            /* values that live across a barrier, as the kernel's code lays them out */
    uintptr_t stack;        /* where the stack of the host thread was that runs this CTA: the frames of its code follow */
    ptx2c_far *far;         /* what alloca took from malloc; stack.h */
    ptx2c_grid *grid;
    uint32_t *errors;       /* of each thread, the last of its calls of CUDA's device runtime that failed; NULL: no such */
    ptx2c_sched *sched;     /* of kernels whose threads go their own ways, else NULL */
    ptx2c_cluster *cluster; /* likewise */
    uint32_t rank_in_cluster; /* %cluster_ctarank */
    ptx2c_tensor_memory *tensor; /* of kernels that use it */
    void (*release)(ptx2c_cta *c); /* gives back what the CTA's threads have taken from malloc, far and errors, and looks at nothing else; NULL: nothing */
};

/* A run of neighbouring threads of one row of the CTA (%tid.x counts up, %tid.y and %tid.z are the same), or a warp. */
typedef struct ptx2c_chunk {
    uint32_t index;   /* position in the CTA's list of chunks */
    uint32_t x, y, z; /* %tid of its first lane */
    uint32_t n;       /* lanes; 0 after the last chunk */
} ptx2c_chunk;

/* One thread, for device functions. */
typedef struct ptx2c_thread {
    ptx2c_cta *cta;
    ptx2c_dim3 tid;
    bool exited;      /* it executed exit or trap inside a function */
    uintptr_t stack;  /* where the host's stack was at its first call that counts; 0: none yet */
    unsigned char *local; /* the kernel's .local window: .local addresses are offsets from it, also in functions */
} ptx2c_thread;

/* Teams of threads are OpenMP's. */
#if defined _OPENMP
#define PTX2C_ALONE(c) ((c)->alone)
#define PTX2C_RANK(c) ((c)->rank)
#define PTX2C_TEAM(c) ((c)->team)
#else
#define PTX2C_ALONE(c) ((void)(c), true)
#define PTX2C_RANK(c) ((void)(c), 0u)
#define PTX2C_TEAM(c) ((void)(c), 1u)
#endif

/* Where the frame of the calling function is on the host's stack. */
PTX2C_ALWAYS_INLINE uintptr_t ptx2c_frame(void)
{
#if defined __GNUC__
    return (uintptr_t)__builtin_frame_address(0);
#else
    volatile char mark = 0;
    return (uintptr_t)&mark;
#endif
}

/* The .local address of a place in a device function's frame. */
#define PTX2C_LOCAL_OF(t, at) ((uint64_t)((uintptr_t)(at) - (uintptr_t)(t)->local))

/* How many chunks lie in a line; code that is to be small does without. */
#if defined __OPTIMIZE_SIZE__
#define PTX2C_IN_LINE(c) ((void)(c), 0u)
#else
#define PTX2C_IN_LINE(c) ((c)->line)
#endif

/* Sets the width of chunks.  Rows that are one chunk each, and equal parts of a single row, lie in a line. */
PTX2C_INLINE void ptx2c_set_lanes(ptx2c_cta *c, uint32_t lanes)
{
    c->lanes = lanes;
#if !defined __OPTIMIZE_SIZE__
    c->line = c->across = c->down = 0;
    if (c->ntid.z == 1 && c->row <= lanes) {
        c->line = c->ntid.y;
        c->down = 1;
    } else if (c->ntid.z == 1 && c->ntid.y == 1 && c->row % lanes == 0) {
        c->line = c->row / lanes;
        c->across = lanes;
    }
#endif
}

PTX2C_INLINE ptx2c_chunk ptx2c_chunk_at(const ptx2c_cta *c, uint32_t index)
{
    const uint32_t most = c->row < c->lanes ? c->row : c->lanes;
    if (!index) {
        ptx2c_chunk first = {0, 0, 0, 0, most};
        return first;
    }
    if (PTX2C_IN_LINE(c)) {
        ptx2c_chunk next = {index, index * c->across, index * c->down, 0, index < PTX2C_IN_LINE(c) ? most : 0};
        return next;
    }
    uint32_t row = (c->row + c->lanes - 1) / c->lanes, y = index / row;
    ptx2c_chunk k = {index, index % row * c->lanes, y % c->ntid.y, y / c->ntid.y, 0};
    if (k.z < c->ntid.z)
        k.n = c->row - k.x < c->lanes ? c->row - k.x : c->lanes;
    return k;
}

PTX2C_INLINE ptx2c_chunk ptx2c_chunk_next(const ptx2c_cta *c, ptx2c_chunk k)
{
    if (PTX2C_IN_LINE(c)) {
        k.index += PTX2C_TEAM(c);
        k.x += PTX2C_TEAM(c) * c->across;
        k.y += PTX2C_TEAM(c) * c->down;
        k.n = k.index < c->line ? k.n : 0;
        return k;
    }
    if (PTX2C_TEAM(c) > 1)
        return ptx2c_chunk_at(c, k.index + PTX2C_TEAM(c));
    k.index++;
    k.x += c->lanes;
    if (k.x >= c->row) {
        k.x = 0;
        if (++k.y == c->ntid.y) {
            k.y = 0;
            k.z++;
        }
    }
    k.n = k.z == c->ntid.z ? 0 : c->row - k.x < c->lanes ? c->row - k.x : c->lanes;
    return k;
}

/* The same for rows that are one chunk each, by rows on; not for a team. */
PTX2C_INLINE ptx2c_chunk ptx2c_row_next(const ptx2c_cta *c, ptx2c_chunk k, uint32_t by)
{
    k.index += by;
    k.y += by;
    if (k.y >= c->ntid.y) {
        k.y = 0;
        if (++k.z == c->ntid.z)
            k.n = 0;
    }
    return k;
}

/* Warp number index: 32 threads in the order of their linear index. */
PTX2C_INLINE ptx2c_chunk ptx2c_warp_at(const ptx2c_cta *c, uint32_t index)
{
    if (!index) {
        ptx2c_chunk zero = {0, 0, 0, 0, c->threads < 32 ? c->threads : 32};
        return zero;
    }
    uint32_t first = index * 32, row = c->ntid.x * c->ntid.y;
    ptx2c_chunk k = {index, first % c->ntid.x, first / c->ntid.x % c->ntid.y, first / row, 0};
    if (first < c->threads)
        k.n = c->threads - first < 32 ? c->threads - first : 32;
    return k;
}

/* The next warp that this OpenMP thread runs: without a division as long as it lies in the same row. */
PTX2C_INLINE ptx2c_chunk ptx2c_warp_next(const ptx2c_cta *c, ptx2c_chunk k)
{
    const uint32_t by = 32 * PTX2C_TEAM(c), left = c->threads - k.index * 32;
    k.index += PTX2C_TEAM(c);
    if (left <= by) {
        k.n = 0;
        return k;
    }
    if (c->ntid.x - k.x <= by)
        return ptx2c_warp_at(c, k.index);
    k.x += by;
    k.n = left - by < 32 ? left - by : 32;
    return k;
}

/* The mask of the first n lanes, n in 1..32. */
PTX2C_INLINE uint32_t ptx2c_lanes(uint32_t n)
{
    return 0xffffffffu >> (32 - n);
}

/* The lowest lane of a mask that is not 0. */
PTX2C_INLINE uint32_t ptx2c_lowest(uint32_t m)
{
#if defined __GNUC__
    return (uint32_t)__builtin_ctz(m | 1u << 31);
#else
    uint32_t l = 0;
    while (l < 31 && !(m >> l & 1))
        l++;
    return l;
#endif
}

/* %tid of thread number i of the CTA. */
PTX2C_INLINE ptx2c_dim3 ptx2c_tid(const ptx2c_cta *c, uint32_t i)
{
    ptx2c_dim3 t = {i % c->ntid.x, i / c->ntid.x % c->ntid.y, i / c->ntid.x / c->ntid.y};
    return t;
}

/* Whether what grows by so much from thread to thread, and so much from row to row, does so from chunk to chunk. */
PTX2C_INLINE bool ptx2c_chunks_rise(const ptx2c_cta *c, uint32_t row, uint32_t step)
{
    return c->ntid.z == 1 && (c->ntid.y == 1 || row >= (uint64_t)step * c->ntid.x);
}

#define PTX2C_FOR_CHUNKS(k, c) \
    for (ptx2c_chunk k = ptx2c_chunk_at((c), PTX2C_RANK(c)); k.n; k = ptx2c_chunk_next((c), k))
/* Chunks of one lane: what is known of a row or a layer is found once for it. */
#define PTX2C_FOR_THREADS(k, c)                                                                                        \
    for (ptx2c_chunk k = {PTX2C_RANK(c), PTX2C_RANK(c), 0, 0, 1}; k.z < (c)->ntid.z; k.z++)                            \
        for (k.y = 0; k.y < (c)->ntid.y; k.y++, k.x -= (c)->row)                                                       \
            for (; k.x < (c)->row; k.x += PTX2C_TEAM(c), k.index += PTX2C_TEAM(c))
/* Chunks of which by stand below each other, at the head of rows that are one chunk each; R == 1: any chunks. */
#define PTX2C_FOR_ROWS(k, c, by)                                                                                       \
    for (ptx2c_chunk k = R > 1 ? (ptx2c_chunk){0, 0, 0, 0, (c)->row} : ptx2c_chunk_at((c), PTX2C_RANK(c)); k.n;           \
         k = R > 1 ? ptx2c_row_next((c), k, by) : ptx2c_chunk_next((c), k))
#define PTX2C_FOR_WARPS(k, c) \
    for (ptx2c_chunk k = ptx2c_warp_at((c), PTX2C_RANK(c)); k.n; k = ptx2c_warp_next((c), k))

/* Index of a thread in its CTA. */
PTX2C_INLINE uint32_t ptx2c_linear(const ptx2c_thread *t)
{
    return (t->tid.z * t->cta->ntid.y + t->tid.y) * t->cta->ntid.x + t->tid.x;
}

#endif
