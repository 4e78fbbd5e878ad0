// What programs for newer machines do, and what goes wrong there: rings of tiles with full and empty barriers, bytes that are expected, bulk copies
// both ways, tables in the cluster's blocks, roles at named barriers, masks of matches and sums, barriers of the grid made by hand, flags and bits,
// memory of the heap that blocks share, arrays of threads, vectors.
// A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -std=c++17 -lineinfo -arch=sm_90 -o newer.ptx newer.cu
//
// Checked with --sanitize=all.
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128, which nothing has written.
#include <cooperative_groups.h>
#include <cstdint>
namespace cg = cooperative_groups;
#define K extern "C" __global__ void
#define T threadIdx.x
#define L (threadIdx.x % 32)
#define W (threadIdx.x / 32)
#define I (64 * blockIdx.x + threadIdx.x)
#define AT(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(bar, n) asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(AT(bar)), "r"(n) : "memory")
#define DROP(bar) asm volatile("mbarrier.inval.shared.b64 [%0];" :: "r"(AT(bar)) : "memory")
#define EXPECT(bar, n) asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" :: "r"(AT(bar)), "r"(n) : "memory")
#define ARRIVE(bar) asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(AT(bar)) : "memory")
#define WAIT(bar, parity) asm volatile("{ .reg .pred p; AGAIN: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra AGAIN; }" \
    :: "r"(AT(bar)), "r"(parity) : "memory")
#define LOAD(to, from, n, bar) asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" \
    :: "r"(AT(to)), "l"(from), "r"(n), "r"(AT(bar)) : "memory")
#define STORE(to, from, n) asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" :: "l"(to), "r"(AT(from)), "r"(n) : "memory")
#define COMMIT asm volatile("cp.async.bulk.commit_group;" ::: "memory")
#define STORED asm volatile("cp.async.bulk.wait_group 0;" ::: "memory")
#define READ asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory")
#define PROXY asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define SYNC(id, n) asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory")
#define ADD(p, v) asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" :: "l"(p), "r"(v) : "memory")
#define SHARED_ADD(p, v) asm volatile("red.shared.add.u32 [%0], %1;" :: "r"(AT(p)), "r"(v) : "memory")
#define MATCH(to, v, m) asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(to) : "r"(v), "r"(m))
#define SUM(to, v, m) asm volatile("redux.sync.add.s32 %0, %1, %2;" : "=r"(to) : "r"(v), "r"(m))
#define MEET(m) asm volatile("bar.warp.sync %0;" :: "r"(m) : "memory")
#define TOGETHER asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory")
#define FAR(to, p, rank) asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(AT(p)), "r"(rank))
#define FAR_ADD(a, v) asm volatile("red.shared::cluster.add.u32 [%0], %1;" :: "r"(a), "r"(v) : "memory")

// ---- rings of tiles

// A tile is given back before it has been read.
#define RING(FILL)                                                                                      \
    __shared__ alignas(16) int tile[2][32];                                                             \
    __shared__ uint64_t full[2], empty[2];                                                              \
    if (T == 0)                                                                                         \
        for (int i = 0; i < 2; i++) {                                                                   \
            INIT(&full[i], 1);                                                                          \
            INIT(&empty[i], 32);                                                                        \
        }                                                                                               \
    __syncthreads();                                                                                    \
    if (T == 32) {                                                                                      \
        for (int k = 0; k < 4; k++) {                                                                   \
            WAIT(&empty[k % 2], (k / 2 & 1) ^ 1);                                                       \
            EXPECT(&full[k % 2], 128);                                                                  \
            FILL                                                                                        \
        }                                                                                               \
    } else if (T < 32) {                                                                                \
        int s = 0;
K ring_released_early_ok(int *x, int *y, int n)
{
    RING(LOAD(tile[k % 2], x + k % 4 * 32, 128, &full[k % 2]);)
        for (int k = 0; k < 4; k++) {
            WAIT(&full[k % 2], k / 2 & 1);
            s += tile[k % 2][T];
            ARRIVE(&empty[k % 2]);
        }
        y[64 * blockIdx.x + T] = s;
    }
}
K ring_released_early(int *x, int *y, int n)
{
    RING(LOAD(tile[k % 2], x + k % 4 * 32, 128, &full[k % 2]);) // FAULT race
        for (int k = 0; k < 4; k++) {
            WAIT(&full[k % 2], k / 2 & 1);
            ARRIVE(&empty[k % 2]);
            s += tile[k % 2][T]; // FAULT race
        }
        y[64 * blockIdx.x + T] = s;
    }
}
// Not all that comes is expected: the phase never ends.
K too_few_bytes(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[64];
    __shared__ uint64_t full;
    if (T == 0) {
        INIT(&full, 1);
        EXPECT(&full, 128);
        LOAD(tile, x, 256, &full);
    }
    __syncthreads();
    WAIT(&full, 0); // FAULT sync-deadlock
    y[I] = tile[T];
}
K too_few_bytes_ok(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[64];
    __shared__ uint64_t full;
    if (T == 0) {
        INIT(&full, 1);
        EXPECT(&full, 256);
        LOAD(tile, x, 256, &full);
    }
    __syncthreads();
    WAIT(&full, 0);
    y[I] = tile[T];
}

// One thread waits, and the others go on.
K one_waits(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[64];
    __shared__ uint64_t full;
    if (T == 0)
        INIT(&full, 1);
    __syncthreads();
    if (T == 0) {
        EXPECT(&full, 256);
        LOAD(tile, x, 256, &full); // FAULT race
        WAIT(&full, 0);
    }
    y[I] = tile[T]; // FAULT race
}
K one_waits_ok(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[64];
    __shared__ uint64_t full;
    if (T == 0)
        INIT(&full, 1);
    __syncthreads();
    if (T == 0) {
        EXPECT(&full, 256);
        LOAD(tile, x, 256, &full);
        WAIT(&full, 0);
    }
    __syncthreads();
    y[I] = tile[T];
}

// A row that begins 4 bytes on, and one of 100 bytes.
K crooked_row(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[64];
    __shared__ uint64_t full;
    if (T == 0) {
        INIT(&full, 1);
        EXPECT(&full, 128);
        LOAD(tile, x + 1, 128, &full); // FAULT memory-alignment
    }
    __syncthreads();
    WAIT(&full, 0);
    y[I] = tile[T % 32];
}
K crooked_row_ok(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[64];
    __shared__ uint64_t full;
    if (T == 0) {
        INIT(&full, 1);
        EXPECT(&full, 128);
        LOAD(tile, x + 4, 128, &full);
    }
    __syncthreads();
    WAIT(&full, 0);
    y[I] = tile[T % 32];
}

// ---- results by bulk copies

K stored_unfenced(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[64];
    tile[T] = x[I]; // FAULT race-proxy
    __syncthreads();
    if (T == 0) {
        STORE(y + 64 * blockIdx.x, tile, 256); // FAULT race-proxy
        COMMIT;
        STORED;
    }
}
K stored_unfenced_ok(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[64];
    tile[T] = x[I];
    PROXY;
    __syncthreads();
    if (T == 0) {
        STORE(y + 64 * blockIdx.x, tile, 256);
        COMMIT;
        STORED;
    }
}

// The next tile is written while the last one is on its way.
K stored_twice(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[32];
    for (int k = 0; k < 2; k++) {
        if (T < 32)
            tile[T] = x[32 * k + T]; // FAULT race
        PROXY;
        __syncthreads();
        if (T == 0) {
            STORE(y + 64 * blockIdx.x + 32 * k, tile, 128); // FAULT race
            COMMIT;
        }
        __syncthreads();
    }
    if (T == 0)
        STORED;
}
K stored_twice_ok(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[32];
    for (int k = 0; k < 2; k++) {
        if (T < 32)
            tile[T] = x[32 * k + T];
        PROXY;
        __syncthreads();
        if (T == 0) {
            STORE(y + 64 * blockIdx.x + 32 * k, tile, 128);
            COMMIT;
            READ;
        }
        __syncthreads();
    }
    if (T == 0)
        STORED;
}

// ---- tables in the cluster's blocks

K __cluster_dims__(2, 1, 1) counted_far(int *x, int *y, int n)
{
    __shared__ unsigned table[32], a;
    if (T < 32)
        table[T] = 0;
    TOGETHER;
    FAR(a, &table[x[I] % 32], x[I] / 32 % 2);
    FAR_ADD(a, 1); // FAULT race-weak-read
    __syncthreads();
    y[I] = table[L]; // FAULT race-weak-read
    TOGETHER;
}
K __cluster_dims__(2, 1, 1) counted_far_ok(int *x, int *y, int n)
{
    __shared__ unsigned table[32];
    unsigned a;
    if (T < 32)
        table[T] = 0;
    TOGETHER;
    FAR(a, &table[x[I] % 32], x[I] / 32 % 2);
    FAR_ADD(a, 1);
    TOGETHER;
    y[I] = table[L];
}

// ---- roles at named barriers

// Two pairs of roles have one barrier: the second one expects another count.
K same_number(int *x, int *y, int n)
{
    __shared__ int half[64];
    half[T] = x[I];
    if (T < 32)
        SYNC(1, 32); // FAULT sync-count
    SYNC(1, 64); // FAULT sync-count
    y[I] = half[63 - T];
}
K same_number_ok(int *x, int *y, int n)
{
    __shared__ int half[64];
    half[T] = x[I];
    if (T < 32)
        SYNC(2, 32);
    SYNC(1, 64);
    y[I] = half[63 - T];
}

// ---- masks

K matched_by_some(int *x, int *y, int n)
{
    unsigned m = 0;
    if (L < 20)
        MATCH(m, x[I] / 4, ~0u); // FAULT sync-members
    MEET(~0u); // FAULT sync-members
    y[I] = m;
}
K matched_by_some_ok(int *x, int *y, int n)
{
    unsigned m = 0;
    if (L < 20)
        MATCH(m, x[I] / 4, 0xfffff);
    MEET(~0u);
    y[I] = m;
}
K summed_for_others(int *x, int *y, int n)
{
    int sum;
    SUM(sum, x[I], 0xffff); // FAULT sync-mask
    y[I] = sum;
}
K summed_for_others_ok(int *x, int *y, int n)
{
    int sum;
    SUM(sum, x[I], L < 16 ? 0xffff : 0xffff0000);
    y[I] = sum;
}

// Half of a warp meets, and reads what the other half has stored.
K half_meets(int *x, int *y, int n)
{
    __shared__ int part[64];
    part[T] = x[I]; // FAULT race
    MEET(L < 16 ? 0xffff : 0xffff0000);
    y[I] = part[T ^ 16]; // FAULT race
}
K half_meets_ok(int *x, int *y, int n)
{
    __shared__ int part[64];
    part[T] = x[I];
    __syncwarp();
    y[I] = part[T ^ 16];
}

// ---- barriers of the grid made by hand

__device__ unsigned came[4];

#define GRID(i, before, behind)                              \
    before;                                                  \
    if (T == 0) {                                            \
        __threadfence();                                     \
        ADD(&came[i], 1);                                    \
        while (*(volatile unsigned *)&came[i] < gridDim.x)   \
            ;                                                \
        __threadfence();                                     \
    }                                                        \
    behind

K grid_goes_on(int *x, int *y, int n)
{
    y[I] = x[I]; // FAULT race
    GRID(0, __syncthreads(), );
    x[I] += y[127 - I]; // FAULT race
}
K grid_goes_on_ok(int *x, int *y, int n)
{
    y[I] = x[I];
    GRID(1, __syncthreads(), __syncthreads());
    x[I] += y[127 - I];
}
K grid_leaves(int *x, int *y, int n)
{
    y[I] = x[I]; // FAULT race
    GRID(2, , __syncthreads());
    x[I] += y[127 - I]; // FAULT race
}

// ---- flags and bits

// Bits of one word by plain loads and stores; bytes of their own are right.
K bits(int *x, int *y, int n)
{
    __shared__ unsigned seen[2];
    if (T < 2)
        seen[T] = 0;
    __syncthreads();
    if (x[I] % 3 == 0)
        seen[T / 32] |= 1u << L; // FAULT race
    __syncthreads();
    y[I] = seen[T / 32] >> L & 1;
}
K bits_ok(int *x, int *y, int n)
{
    __shared__ unsigned char seen[64];
    seen[T] = x[I] % 3 == 0;
    __syncthreads();
    y[I] = seen[T ^ 1];
}

// ---- memory of the heap that a block has

K given_back(int *x, int *y, int n)
{
    __shared__ int *p;
    if (T == 0)
        p = (int *)malloc(64 * sizeof *p);
    __syncthreads();
    p[T] = x[I];
    __syncthreads();
    y[I] = p[63 - T];
    __syncthreads();
    if (T < 2)
        free(p); // FAULT memory-double-free
}
K given_back_ok(int *x, int *y, int n)
{
    __shared__ int *p;
    if (T == 0)
        p = (int *)malloc(64 * sizeof *p);
    __syncthreads();
    p[T] = x[I];
    __syncthreads();
    y[I] = p[63 - T];
    __syncthreads();
    if (T == 0)
        free(p);
}
K half_filled(int *x, int *y, int n)
{
    __shared__ int *p;
    if (T == 0)
        p = (int *)malloc(64 * sizeof *p);
    __syncthreads();
    if (T < 63)
        p[T] = x[I];
    __syncthreads();
    y[I] = p[63 - T]; // FAULT init
    __syncthreads();
    if (T == 0)
        free(p);
}

// ---- arrays of threads, and vectors

K stack_of_eight(int *x, int *y, int n)
{
    int stack[8], top = 0;
    for (int v = x[I]; v; v /= 2)
        if (v % 2)
            stack[top++] = v;
    y[I] = top ? stack[top] : 0; // FAULT init
}
K stack_of_eight_ok(int *x, int *y, int n)
{
    int stack[8], top = 0;
    for (int v = x[I]; v; v /= 2)
        if (v % 2)
            stack[top++] = v;
    y[I] = top ? stack[top - 1] : 0;
}
K stack_overflows(int *x, int *y, int n)
{
    int stack[4], top = 0;
    for (int v = x[I]; v; v /= 2)
        if (v % 2)
            stack[top++] = v; // FAULT memory-bounds
    y[I] = top ? stack[top / 2] : 0;
}
K pairs(int *x, int *y, int n)
{
    if (T >= 32)
        return;
    int2 v = *(int2 *)&x[32 * blockIdx.x + T]; // FAULT memory-alignment
    y[I] = v.x + v.y;
}
K pairs_ok(int *x, int *y, int n)
{
    if (T >= 32)
        return;
    int2 v = *(int2 *)&x[64 * blockIdx.x + 2 * T];
    y[I] = v.x + v.y;
}
K quads_of_shared(int *x, int *y, int n)
{
    __shared__ alignas(16) int row[68];
    row[T] = x[I];
    if (T < 4)
        row[64 + T] = 0;
    __syncthreads();
    int4 v = *(int4 *)&row[T / 4 * 4 + (T % 4 == 3)]; // FAULT memory-alignment
    y[I] = v.x + v.w;
}
K quads_of_shared_ok(int *x, int *y, int n)
{
    __shared__ alignas(16) int row[68];
    row[T] = x[I];
    if (T < 4)
        row[64 + T] = 0;
    __syncthreads();
    int4 v = *(int4 *)&row[T / 4 * 4 + (T % 4 == 3) * 4];
    y[I] = v.x + v.w;
}

// ---- barriers that are taken away

K taken_away(int *x, int *y, int n)
{
    __shared__ int part[64];
    __shared__ uint64_t bar;
    if (T == 0)
        INIT(&bar, 64);
    __syncthreads();
    part[T] = x[I];
    if (T == 0)
        DROP(&bar);
    __syncthreads();
    ARRIVE(&bar); // FAULT sync-mbarrier
    y[I] = part[T];
}
K taken_away_ok(int *x, int *y, int n)
{
    __shared__ int part[64];
    __shared__ uint64_t bar;
    if (T == 0)
        INIT(&bar, 64);
    __syncthreads();
    part[T] = x[I];
    ARRIVE(&bar);
    WAIT(&bar, 0);
    y[I] = part[63 - T];
    __syncthreads();
    if (T == 0)
        DROP(&bar);
}
