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
enum { PTX2C_TENSOR_COLUMNS = 512 };
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
    void (*release)(ptx2c_cta *c); /* gives back what the CTA's threads have taken from malloc; NULL: nothing */
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
PTX2C_INLINE uintptr_t ptx2c_frame(void)
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

#define PTX2C_FOR_CHUNKS(k, c) \
    for (ptx2c_chunk k = ptx2c_chunk_at((c), PTX2C_RANK(c)); k.n; k = ptx2c_chunk_next((c), k))
/* Chunks of which by stand below each other, at the head of rows that are one chunk each; R == 1: any chunks. */
#define PTX2C_FOR_ROWS(k, c, by)                                                                                       \
    for (ptx2c_chunk k = R > 1 ? (ptx2c_chunk){0, 0, 0, 0, (c)->row} : ptx2c_chunk_at((c), PTX2C_RANK(c)); k.n;           \
         k = R > 1 ? ptx2c_row_next((c), k, by) : ptx2c_chunk_next((c), k))
#define PTX2C_FOR_WARPS(k, c) \
    for (ptx2c_chunk k = ptx2c_warp_at((c), PTX2C_RANK(c)); k.n; k = ptx2c_warp_next((c), k))

/* A number that gcc is not to see. */
PTX2C_INLINE size_t ptx2c_hidden(size_t x)
{
#if defined __GNUC__ && !defined __clang__
    __asm__("" : "+r"(x));
#endif
    return x;
}

/* A constant that clang is not to see as one: it would make a switch of comparisons with it, which are then no vectors. */
PTX2C_INLINE uint32_t ptx2c_not_constant(uint32_t x)
{
#if defined __clang__
    __asm__("" : "+r"(x));
#endif
    return x;
}

/* Loops over lanes.  PTX2C_LANES: the lanes' work has no order among them and may be done side by side. */
#define PTX2C_PRAGMA(x) _Pragma(#x)
#if defined _OPENMP
#define PTX2C_SIMD_OR(x) PTX2C_PRAGMA(omp simd reduction(| : x)) /* and the results are collected in x */
#define PTX2C_SIMD _Pragma("omp simd")
#elif defined __clang__
#define PTX2C_SIMD _Pragma("clang loop vectorize(assume_safety)")
#elif defined __GNUC__
#define PTX2C_SIMD _Pragma("GCC ivdep") _Pragma("GCC unroll 1") /* unrolled whole, it would not be vectorised */
#else
#define PTX2C_SIMD
#endif
#if defined __clang__ /* a loop that stays scalar is no fault of the source */
#pragma clang diagnostic ignored "-Wpass-failed"
#endif
#if !defined PTX2C_SIMD_OR
#define PTX2C_SIMD_OR(x) PTX2C_SIMD
#endif
/* clang, told to make vectors, would all the same first unroll a short loop whole, and then see no loop; told not to, it
 * would keep the loop around a single vector, too, and lanes' arrays in memory.  So it learns only when it makes vectors how
 * often such a loop goes round: n times.  Until then it knows that this is not more than n, or, for a warp's few lanes, not
 * even that: else it would copy them by memcpy, which leaves the array in memory, too. */
#if defined __clang__
PTX2C_INLINE uint32_t ptx2c_late(uint32_t n, bool few)
{
    uint32_t x;
    __asm__("" : "=r"(x)); /* no constant, but that is not decided before */
    return __builtin_constant_p(x) ? few ? x : n / 2 : n;
}
#define PTX2C_LOOP(from, to) for (uint32_t l = (from), to_ = ptx2c_late(to, false); l < to_; l++)
#define PTX2C_LOOP_FEW(from, to) for (uint32_t l = (from), to_ = ptx2c_late(to, true); l < to_; l++)
#define PTX2C_SIMD_LOOP(from, to) _Pragma("clang loop vectorize(assume_safety)") PTX2C_LOOP(from, to)
#else
#define PTX2C_LOOP(from, to) for (uint32_t l = (from); l < (to); l++)
#define PTX2C_SIMD_LOOP(from, to) PTX2C_SIMD PTX2C_LOOP(from, to)
#endif
/* n and to are at most 1024; what compilers can see of that tells them that 4 * l does not wrap. */
#define PTX2C_LANES(n) PTX2C_SIMD_LOOP(0, (n) % 2048)
#if defined __clang__ /* a part of a chunk's lanes is too few for several vectors a round */
#define PTX2C_LANES_FROM(from, to) \
    _Pragma("clang loop vectorize(assume_safety) interleave(disable)") PTX2C_LOOP(from, (to) % 2048)
#else
#define PTX2C_LANES_FROM(from, to) PTX2C_SIMD_LOOP(from, (to) % 2048)
#endif
/* Lanes that branch to loads or stores of bytes and half words: vectors only where they have masks for those. */
#if defined __AVX512BW__ || defined __ARM_FEATURE_SVE || defined __riscv_vector
#define PTX2C_LANES_NARROW(from, to) PTX2C_LANES_FROM(from, to)
#else
#define PTX2C_LANES_NARROW(from, to) PTX2C_EACH_LANE_FROM(from, to)
#endif
#define PTX2C_EACH_LANE(n) for (uint32_t l = 0; l < (n) % 2048; l++)
/* A few instructions for each lane in order.  clang does many lanes without a jump by itself; gcc when it is told how. */
#if defined __GNUC__ && !defined __clang__
#define PTX2C_EACH_LANE_FEW(n)                                                                                         \
    for (uint32_t from_ = 0, by_ = (n) % 8 ? 1 : 8; from_ < (n) % 2048; from_ += by_)                                  \
        _Pragma("GCC unroll 8") for (uint32_t l = from_; l < from_ + by_; l++)
#else
#define PTX2C_EACH_LANE_FEW(n) PTX2C_EACH_LANE(n)
#endif
/* Of n lanes that number from and each by-th behind it. */
#define PTX2C_LANES_EVERY(n, from, by) for (uint32_t l = (from); l < (n) % 2048; l += (by))
#define PTX2C_EACH_LANE_FROM(from, to) for (uint32_t l = (from); l < (to) % 2048; l++)
/* The rows of a group, at most, which compilers unroll. */
enum { PTX2C_ROWS = 8 };
#if defined __clang__
#define PTX2C_EACH_ROW _Pragma("clang loop unroll(full)") for (uint32_t j = 0; j < R; j++)
#elif defined __GNUC__
#define PTX2C_EACH_ROW _Pragma("GCC unroll 8") for (uint32_t j = 0; j < R; j++)
#else
#define PTX2C_EACH_ROW for (uint32_t j = 0; j < R; j++)
#endif
/* A loop that each lane goes round as often as it likes: unrolled, it would have one more end for the processor to guess. */
#if defined __clang__
#define PTX2C_ROLLED _Pragma("clang loop unroll(disable)")
#elif defined __GNUC__
#define PTX2C_ROLLED _Pragma("GCC unroll 1")
#else
#define PTX2C_ROLLED
#endif
/* In a loop that adds to a float several times: gcc before 11.5, 12.4 and 13.2 that makes vectors of such a loop may take the
 * terms in the order that they have in memory, and some of them twice (GCC PR 110381).  With this in it, it does not. */
#if defined __GNUC__ && !defined __clang__ && \
    (__GNUC__ < 11 || (__GNUC__ == 11 && __GNUC_MINOR__ < 5) || (__GNUC__ == 12 && __GNUC_MINOR__ < 4) || \
     (__GNUC__ == 13 && __GNUC_MINOR__ < 2))
#define PTX2C_IN_ORDER __asm__ volatile("")
#else
#define PTX2C_IN_ORDER (void)0
#endif
/* The lanes of a mask; of a full one without a test, which compilers don't see in a shift. */
#define PTX2C_MASKED(m) for (uint32_t l = 0; l < 32; l++) if ((m) == 0xffffffffu || ((m) >> l & 1))

/* The same, side by side: for clang as a single vector where the machine has masks for that.  Elsewhere it would store
 * each lane's element on its own: many times the code. */
#if defined __clang__ && !defined __AVX2__
#define PTX2C_SIMD_MASKED(m) PTX2C_SIMD_MASKED_FROM(m, 0, 32)
#elif defined __clang__ && __clang_major__ < 16
#define PTX2C_SIMD_MASKED(m) \
    _Pragma("clang loop vectorize(assume_safety) vectorize_width(32) interleave(disable)") \
    PTX2C_LOOP_FEW(0, 32) if ((m) == 0xffffffffu || ((m) >> l & 1))
#elif defined __clang__
#define PTX2C_SIMD_MASKED(m) \
    _Pragma("clang loop vectorize(assume_safety) vectorize_width(32) interleave(disable) unroll(disable)") \
    PTX2C_MASKED(m)
#else
#define PTX2C_SIMD_MASKED(m) PTX2C_SIMD PTX2C_MASKED(m)
#endif
/* Those of the mask with from <= l < to; lane number at alone, if it is in the mask. */
#define PTX2C_MASKED_FROM(m, from, to) \
    for (uint32_t l = (from); l < (to); l++) if ((m) == 0xffffffffu || ((m) >> l & 1))
#if defined __clang__
#define PTX2C_SIMD_MASKED_FROM(m, from, to) \
    _Pragma("clang loop vectorize(assume_safety)") \
    PTX2C_LOOP_FEW(from, to) if ((m) == 0xffffffffu || ((m) >> l & 1))
#else
#define PTX2C_SIMD_MASKED_FROM(m, from, to) PTX2C_SIMD PTX2C_MASKED_FROM(m, from, to)
#endif
#define PTX2C_MASKED_EVERY(m, from, by) for (uint32_t l = (from); l < 32; l += (by)) if ((m) == 0xffffffffu || ((m) >> l & 1))
#define PTX2C_MASKED_ONE(m, at) \
    for (uint32_t l = (at), end_ = l + (l < 32 && ((m) >> (l & 31) & 1)); l < end_; l++)

/* The mask of the lanes from <= l < to; to may be 32. */
PTX2C_INLINE uint32_t ptx2c_lane_range(uint32_t from, uint32_t to)
{
    return from < to ? (0xffffffffu >> (32 - (to - from))) << from : 0;
}

/* Reads ahead, where the machine can, what lies at p: some later chunk's. */
PTX2C_INLINE void ptx2c_read_ahead(const void *p, uint32_t bytes)
{
#if defined __GNUC__
    for (uint32_t i = 0; i < bytes; i += 64)
        __builtin_prefetch((const char *)p + i);
#else
    (void)p;
    (void)bytes;
#endif
}

/* For how many of the lanes l = 0..n-1 a + step * l is below b; step > 0. */
PTX2C_INLINE uint32_t ptx2c_lanes_below(int64_t a, uint32_t step, int64_t b, uint32_t n)
{
    const uint64_t lanes = b <= a ? 0 : ((uint64_t)(b - a) + (step - 1)) / step;
    return lanes < n ? (uint32_t)lanes : n;
}

/* The first lane l from 0 on for which (a + l) % by can be c; by > 0. */
PTX2C_INLINE uint32_t ptx2c_lane_of(uint32_t a, uint32_t by, uint32_t c) { return ((uint64_t)c + by - a % by) % by; }

/* The lane l of 0..n-1 whose a + step * l is b, or n; step > 0. */
PTX2C_INLINE uint32_t ptx2c_lane_at(int64_t a, uint32_t step, int64_t b, uint32_t n)
{
    const uint64_t lane = (uint64_t)(b - a) / step;
    return b >= a && lane < n && (uint64_t)(b - a) % step == 0 ? (uint32_t)lane : n;
}

/* How many of the first of n lanes are alike: a + step * l is below b as it is for l = 0, or is not as it isn't there. */
PTX2C_INLINE uint32_t ptx2c_lanes_alike(int64_t a, int64_t step, int64_t b, uint32_t n)
{
    const uint64_t lanes = a < b ? (step > 0 ? ((uint64_t)(b - a) - 1) / (uint64_t)step + 1 : n)
                                 : (step < 0 ? (uint64_t)(a - b) / (uint64_t)-step + 1 : n);
    return lanes < n ? (uint32_t)lanes : n;
}

/* Masks of lanes that go round a loop together: all bits set in lanes that are still in it.  Whether any of n is, and
 * whether any that is a lane of m. */
PTX2C_INLINE bool ptx2c_any(const uint32_t *mask, uint32_t n)
{
    uint32_t any = 0;
#if defined __clang__ /* which sees by itself that it can be done side by side */
    PTX2C_LOOP(0, n % 2048)
#else
    PTX2C_SIMD_OR(any) PTX2C_LOOP(0, n % 2048)
#endif
        any |= mask[l];
    return any != 0;
}

PTX2C_INLINE bool ptx2c_any_of(const uint32_t *mask, uint32_t m)
{
    uint32_t any = 0;
    PTX2C_SIMD_OR(any) PTX2C_MASKED(m) any |= mask[l];
    return any != 0;
}

/* Whether a + step * i, i in 0..n-1, stays inside the signed (unsigned) 32-bit numbers.  Always true for one lane. */
PTX2C_INLINE bool ptx2c_steps_s32(uint32_t a, int64_t step, uint32_t n)
{
    int64_t last = (int64_t)(int32_t)a + step * (int64_t)(n - 1);
    return n == 1 || (last >= INT32_MIN && last <= INT32_MAX);
}

PTX2C_INLINE bool ptx2c_steps_u32(uint32_t a, int64_t step, uint32_t n)
{
    int64_t last = (int64_t)a + step * (int64_t)(n - 1);
    return n == 1 || (last >= 0 && last <= UINT32_MAX);
}

/* In how many rounds, of a loop in which a grows by by each round, a + step * i stays below end for all i in 0..n-1, step > 0:
 * at least.  None of them wraps there. */
PTX2C_INLINE uint32_t ptx2c_rounds_s32(uint32_t a, int64_t step, uint32_t n, uint32_t by, uint32_t end)
{
    const int64_t left = (int64_t)(int32_t)end - 1 - step * (int64_t)(n - 1) - (int32_t)a;
    return left < 0 || (int32_t)by <= 0 ? 0 : (uint32_t)left / by + 1;
}

PTX2C_INLINE uint32_t ptx2c_rounds_u32(uint32_t a, int64_t step, uint32_t n, uint32_t by, uint32_t end)
{
    const int64_t left = (int64_t)end - 1 - step * (int64_t)(n - 1) - (int64_t)a;
    return left < 0 || !by ? 0 : (uint32_t)left / by + 1;
}

/* The same for all rows of the CTA's lanes: thread (x, y, z) has base + row * y + step * x, and the rows don't wrap from one
 * to the next either.  Always true for chunks of one lane. */
PTX2C_INLINE bool ptx2c_cta_steps_s32(const ptx2c_cta *c, uint32_t base, uint32_t row, int64_t step)
{
    const int64_t first = (int32_t)base, last = first + (int64_t)(int32_t)row * (int64_t)(c->ntid.y - 1);
    return c->lanes == 1 || (last >= INT32_MIN && last <= INT32_MAX && ptx2c_steps_s32(base, step, c->ntid.x) &&
                             ptx2c_steps_s32((uint32_t)last, step, c->ntid.x));
}

PTX2C_INLINE bool ptx2c_cta_steps_u32(const ptx2c_cta *c, uint32_t base, uint32_t row, int64_t step)
{
    const uint64_t last = base + (uint64_t)row * (c->ntid.y - 1);
    return c->lanes == 1 || (last <= UINT32_MAX && ptx2c_steps_u32((uint32_t)last, step, c->ntid.x));
}

PTX2C_INLINE bool ptx2c_steps_u64(uint64_t a, int64_t step, uint32_t n)
{
    uint64_t last = a + (uint64_t)step * (n - 1);
    return n == 1 || (step < 0 ? last <= a : last >= a);
}

PTX2C_INLINE bool ptx2c_steps_s64(uint64_t a, int64_t step, uint32_t n)
{
    return ptx2c_steps_u64(a ^ UINT64_C(0x8000000000000000), step, n);
}

/* Whether no a + step * i wraps and all are at least (at most) other: a minimum or maximum is none but theirs.  Always true for
 * one lane. */
PTX2C_INLINE bool ptx2c_least_in_s32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return ptx2c_steps_s32(a, step, n) && (int32_t)a >= (int32_t)other && (int64_t)(int32_t)a + step * (int64_t)(n - 1) >= (int32_t)other;
}

PTX2C_INLINE bool ptx2c_least_s32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return n == 1 || ptx2c_least_in_s32(a, step, n, other);
}

PTX2C_INLINE bool ptx2c_least_in_u32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return ptx2c_steps_u32(a, step, n) && a >= other && (int64_t)a + step * (int64_t)(n - 1) >= (int64_t)other;
}

PTX2C_INLINE bool ptx2c_least_u32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return n == 1 || ptx2c_least_in_u32(a, step, n, other);
}

PTX2C_INLINE bool ptx2c_most_in_s32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return ptx2c_steps_s32(a, step, n) && (int32_t)a <= (int32_t)other && (int64_t)(int32_t)a + step * (int64_t)(n - 1) <= (int32_t)other;
}

PTX2C_INLINE bool ptx2c_most_s32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return n == 1 || ptx2c_most_in_s32(a, step, n, other);
}

PTX2C_INLINE bool ptx2c_most_in_u32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return ptx2c_steps_u32(a, step, n) && a <= other && (int64_t)a + step * (int64_t)(n - 1) <= (int64_t)other;
}

PTX2C_INLINE bool ptx2c_most_u32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    return n == 1 || ptx2c_most_in_u32(a, step, n, other);
}

/* Whether no a + step * i, modulo 2^32, is equal to other; |step| * n is less than 2^32.  Always true for one lane. */
PTX2C_INLINE bool ptx2c_apart_u32(uint32_t a, int64_t step, uint32_t n, uint32_t other)
{
    const uint32_t away = step > 0 ? other - a : a - other, by = (uint32_t)(step > 0 ? step : -step);
    return n == 1 || away % by != 0 || away / by >= n;
}

/* Whether a, a + 1, …, n numbers, agree in the bits above mask (2^k - 1).  Always true for one lane. */
PTX2C_INLINE bool ptx2c_spans(uint64_t a, uint64_t mask, uint32_t n)
{
    return (a & mask) + (n - 1) <= mask;
}

/* Index of a thread in its CTA. */
PTX2C_INLINE uint32_t ptx2c_linear(const ptx2c_thread *t)
{
    return (t->tid.z * t->cta->ntid.y + t->tid.y) * t->cta->ntid.x + t->tid.x;
}

/* In a function that runs a chunk of n lanes and returns how many it ran: what follows is true of the chunk only when
 * holds is, a condition on n that is true for one lane and, where for some lanes, for fewer.  If it is not, the chunk ends
 * where it stops being true; but with cut false the function returns 0.  No lane has touched memory yet. */
#define PTX2C_CUT(holds)                                                                                               \
    do {                                                                                                               \
        uint32_t some_ = 1, all_ = n;                                                                                  \
        if (holds)                                                                                                     \
            break;                                                                                                     \
        if (!cut)                                                                                                      \
            return 0;                                                                                                  \
        while (all_ - some_ > 1) {                                                                                     \
            n = (some_ + all_) / 2;                                                                                    \
            if (holds)                                                                                                 \
                some_ = n;                                                                                             \
            else                                                                                                       \
                all_ = n;                                                                                              \
        }                                                                                                              \
        n = some_;                                                                                                            \
    } while (0)

/* The same where it is known of how many lanes, at least one, it is true. */
#define PTX2C_CUT_TO(lanes)                                                                                            \
    do {                                                                                                               \
        const uint32_t lanes_ = (lanes);                                                                               \
        if (lanes_ == n)                                                                                               \
            break;                                                                                                     \
        if (!cut)                                                                                                      \
            return 0;                                                                                                  \
        n = lanes_;                                                                                                    \
    } while (0)

/* Does what follows for so many neighbouring CTAs, of which c is the first: for that one even when another thread of its
 * team has failed, which waits at its barriers. */
#define PTX2C_FOR_CTAS(c, ctas)                                                                                        \
    for (uint32_t left_ = (ctas); left_; left_ = ptx2c_status((c)->grid) ? 0 : left_ - 1, ptx2c_cta_next(c))

/* Runs a chunk that could not be run at once, cut where its lanes differ. */
#define PTX2C_RUN_PIECES(c, f, k)                                                                                      \
    for (uint32_t done_ = 0; done_ < (k).n;) {                                                                         \
        const ptx2c_chunk piece_ = {(k).index, (k).x + done_, (k).y, (k).z, (k).n - done_};                            \
        done_ += f((c), &piece_, piece_.n, true);                                                                      \
    }

/* Runs a chunk function over the CTA in chunks of up to whole lanes.  Constants are what makes its code fast: chunks of
 * whole or of part lanes get code of their own, others that for any number.  Short chunks are those with loops under masks:
 * without vectors, each lane goes round by itself. */
#define PTX2C_RUN_CHUNKS(c, f, whole, part)                                                                            \
    do {                                                                                                               \
        ptx2c_set_lanes((c), PTX2C_SINGLE && (whole) <= 64 ? 1 : (whole));                                             \
        PTX2C_FOR_CHUNKS(k_, (c))                                                                                      \
        {                                                                                                              \
            if (PTX2C_SINGLE && (whole) <= 64)                                                                         \
                f((c), &k_, 1, true);                                                                                  \
            else if (PTX2C_SCALAR)                                                                                     \
                PTX2C_RUN_PIECES((c), f, k_)                                                                           \
            else if (!(k_.n == (whole)  ? f((c), &k_, (whole), false)                                                  \
                       : k_.n == (part) ? f((c), &k_, (part), false)                                                   \
                                        : 0))                                                                          \
                PTX2C_RUN_PIECES((c), f, k_)                                                                           \
        }                                                                                                              \
    } while (0)

/* The CTA, whose rows are known to be n threads wide, none behind the other, and no other OpenMP thread's: so that the compiler
 * knows that each chunk is a whole row. */
PTX2C_INLINE ptx2c_cta ptx2c_rows_of(const ptx2c_cta *c, uint32_t n)
{
    ptx2c_cta rows = *c;
    rows.row = rows.ntid.x = rows.lanes = n;
    rows.ntid.z = rows.team = rows.down = 1;
    rows.line = rows.ntid.y;
    rows.across = rows.rank = 0;
    rows.alone = true;
    return rows;
}

/* Runs a CTA function with barriers: with chunks of 32 or 16 lanes where rows divide so, else of any width; again with
 * one lane a chunk when it returns false (before it touched memory). */
#if PTX2C_SCALAR
#define PTX2C_RUN_CTA(c, f)                                                                                            \
    do {                                                                                                               \
        ptx2c_set_lanes((c), 32);                                                                                      \
        while (!f((c), 0))                                                                                             \
            ptx2c_set_lanes((c), 1);                                                                                   \
    } while (0)
#define PTX2C_RUN_CTA_ROWS(c, f)                                                                                       \
    do {                                                                                                               \
        ptx2c_set_lanes((c), 32);                                                                                      \
        while (!f((c), 0, 1))                                                                                          \
            ptx2c_set_lanes((c), 1);                                                                                   \
    } while (0)
#define PTX2C_RUN_CTA_WIDE(c, f) PTX2C_RUN_CTA(c, f)
#define PTX2C_RUN_CTA_NARROW(c, f, most)                                                                               \
    do {                                                                                                               \
        ptx2c_set_lanes((c), (most));                                                                                  \
        while (!f((c), 0))                                                                                             \
            ptx2c_set_lanes((c), 1);                                                                                   \
    } while (0)
#else
#define PTX2C_RUN_CTA(c, f)                                                                                            \
    do {                                                                                                               \
        if ((c)->ntid.x == 16 && (c)->ntid.z == 1 && (c)->alone) {                                                     \
            ptx2c_cta rows_ = ptx2c_rows_of((c), 16);                                                                  \
            if (f(&rows_, 16))                                                                                         \
                break;                                                                                                 \
        }                                                                                                              \
        ptx2c_set_lanes((c), 32);                                                                                      \
        if ((c)->ntid.x % 32 == 0 && f((c), 32))                                                                       \
            break;                                                                                                     \
        ptx2c_set_lanes((c), (c)->ntid.x % 32 ? 32 : 1);                                                               \
        while (!f((c), 0))                                                                                             \
            ptx2c_set_lanes((c), 1);                                                                                   \
    } while (0)

/* The same in chunks of so many lanes, a power of two, and no more. */
#define PTX2C_RUN_CTA_NARROW(c, f, most)                                                                               \
    do {                                                                                                               \
        ptx2c_set_lanes((c), (most));                                                                                  \
        if ((c)->ntid.x % (most) == 0 && ((most) != 16 || (c)->alone) && f((c), (most)))                               \
            break;                                                                                                     \
        ptx2c_set_lanes((c), (c)->ntid.x % (most) ? (most) : 1);                                                       \
        while (!f((c), 0))                                                                                             \
            ptx2c_set_lanes((c), 1);                                                                                   \
    } while (0)

/* The same with 4 rows of 32 threads or PTX2C_ROWS of 16 at once where the CTA has such. */
#define PTX2C_RUN_CTA_ROWS(c, f)                                                                                       \
    do {                                                                                                               \
        const bool rows_ = (c)->ntid.z == 1 && (c)->alone;                                                             \
        if (rows_ && (c)->ntid.x == 32 && (c)->ntid.y % 4 == 0) {                                                      \
            ptx2c_cta of_ = ptx2c_rows_of((c), 32);                                                                    \
            if (f(&of_, 32, 4))                                                                                        \
                break;                                                                                                 \
        }                                                                                                              \
        if (rows_ && (c)->ntid.x == 16 && (c)->ntid.y % PTX2C_ROWS == 0) {                                             \
            ptx2c_cta of_ = ptx2c_rows_of((c), 16);                                                                    \
            if (f(&of_, 16, PTX2C_ROWS))                                                                               \
                break;                                                                                                 \
        }                                                                                                              \
        ptx2c_set_lanes((c), 32);                                                                                      \
        if ((c)->ntid.x % 32 == 0 ? f((c), 32, 1) : f((c), 0, 1))                                                      \
            break;                                                                                                     \
        ptx2c_set_lanes((c), 1);                                                                                       \
        f((c), 0, 1);                                                                                                  \
    } while (0)

/* The CTA, which is known to be one row of n threads that no other OpenMP thread shares: so that the compiler knows it. */
PTX2C_INLINE ptx2c_cta ptx2c_one_row(const ptx2c_cta *c, uint32_t n)
{
    ptx2c_cta one = ptx2c_rows_of(c, n);
    one.threads = n;
    one.ntid.y = one.line = 1;
    return one;
}

/* The same in chunks of 128 threads where rows divide so and no other OpenMP thread shares the CTA; for code that allocates
 * nothing.  A CTA of 256 is a single chunk, with no loop over chunks. */
#define PTX2C_RUN_CTA_WIDE(c, f)                                                                                       \
    do {                                                                                                               \
        if ((c)->threads == 256 && (c)->ntid.x == 256 && (c)->alone) {                                                 \
            ptx2c_cta one_ = ptx2c_one_row((c), 256);                                                                  \
            if (f(&one_, 256))                                                                                         \
                break;                                                                                                 \
        }                                                                                                              \
        ptx2c_set_lanes((c), 128);                                                                                     \
        if ((c)->ntid.x % 128 || !(c)->alone || !f((c), 128))                                                          \
            PTX2C_RUN_CTA((c), f);                                                                                     \
    } while (0)

#endif

/* Ends a CTA's function once all chunks, or warps, are gone: what it does for all of them might go on for ever. */
#define PTX2C_RETURN_IF_GONE(c, each, type, gone)                                                                      \
    do {                                                                                                               \
        bool none_ = true;                                                                                             \
        PTX2C_FOR_##each(k_, (c)) none_ &= ((const type *)(c)->state + k_.index)->gone;                                \
        if (ptx2c_cta_all((c), none_))                                                                                 \
            return true;                                                                                               \
    } while (0)

/* Whether each warp of the CTA lies in one row. */
PTX2C_INLINE bool ptx2c_rows(const ptx2c_cta *c)
{
    return c->ntid.x % 32 == 0 || (c->ntid.y == 1 && c->ntid.z == 1);
}

/* Runs a warp function over the CTA; any is its version for CTAs whose warps span rows, and for warps that rows can't
 * run (it returned false before it touched memory).  They are inlined as often as they occur here: _ONE where both are the
 * same, _FULL for kernels whose CTAs have no warp with fewer than 32 threads. */
#if PTX2C_SCALAR
#define PTX2C_FULL_OR_NOT(full, part, ...) part(__VA_ARGS__, false)
#else
#define PTX2C_FULL_OR_NOT(full, part, ...) ((full) ? part(__VA_ARGS__, true) : part(__VA_ARGS__, false))
#endif
#define PTX2C_RUN_WARPS(c, rows, any)                                                                                  \
    do {                                                                                                               \
        const bool in_rows_ = ptx2c_rows(c);                                                                           \
        PTX2C_FOR_WARPS(k_, (c))                                                                                       \
        {                                                                                                              \
            if (!in_rows_ || !PTX2C_FULL_OR_NOT(k_.n == 32, rows, (c), &k_))                                           \
                any((c), &k_, false);                                                                                  \
        }                                                                                                              \
    } while (0)
#define PTX2C_RUN_WARPS_FULL(c, rows, any)                                                                             \
    do {                                                                                                               \
        const bool in_rows_ = ptx2c_rows(c);                                                                           \
        PTX2C_FOR_WARPS(k_, (c))                                                                                       \
        {                                                                                                              \
            if (!in_rows_ || !rows((c), &k_, true))                                                                    \
                any((c), &k_, true);                                                                                   \
        }                                                                                                              \
    } while (0)
#define PTX2C_RUN_WARPS_ONE(c, part) PTX2C_FOR_WARPS(k_, (c)) (void)PTX2C_FULL_OR_NOT(k_.n == 32, part, (c), &k_)
#define PTX2C_RUN_WARPS_ONE_FULL(c, part) PTX2C_FOR_WARPS(k_, (c)) part((c), &k_, true)

/* The same for a CTA function with barriers. */
#define PTX2C_RUN_WARP_CTA(c, rows, any)                                                                               \
    do {                                                                                                               \
        if (!(ptx2c_rows(c) && PTX2C_FULL_OR_NOT((c)->threads % 32 == 0, rows, (c))))                                  \
            any((c), false);                                                                                           \
    } while (0)
#define PTX2C_RUN_WARP_CTA_FULL(c, rows, any)                                                                          \
    do {                                                                                                               \
        if (!(ptx2c_rows(c) && rows((c), true)))                                                                       \
            any((c), true);                                                                                            \
    } while (0)
#define PTX2C_RUN_WARP_CTA_ONE(c, part) (void)PTX2C_FULL_OR_NOT((c)->threads % 32 == 0, part, (c))
#define PTX2C_RUN_WARP_CTA_ONE_FULL(c, part) part((c), true)

#endif
