// What programs do in practice: sums by the last block, warps that count together, queues and locks, tiles copied ahead, barriers and
// pipelines of CUDA's library, cooperative groups; and each with the fault that is easily made there.
// A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -std=c++17 -lineinfo -arch=sm_80 -o practice.ptx practice.cu
//
// Checked with --sanitize=all.
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128, which nothing has written.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
#define K extern "C" __global__ void
#define T threadIdx.x
#define I (64 * blockIdx.x + threadIdx.x)
#define COPY(to, from) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory")
#define CAS(old, p) asm volatile("atom.global.cas.b32 %0, [%1], 0, 1;" : "=r"(old) : "l"(p) : "memory")
#define SCOPE_BLOCK cuda::thread_scope_block

// ---- the last block adds up what all have

__device__ unsigned arrived[8];
__device__ int part_of[8][2];

__device__ int sum_of_block(int v)
{
    __shared__ int s[64];
    s[T] = v;
    __syncthreads();
    for (int n = 32; n; n /= 2) {
        if (T < n)
            s[T] += s[T + n];
        __syncthreads();
    }
    return s[0];
}
K last_block_ok(int *x, int *y, int n)
{
    __shared__ bool last;
    const int sum = sum_of_block(x[I]);
    if (T == 0) {
        part_of[0][blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&arrived[0], 1) == 1;
        __threadfence();
    }
    __syncthreads();
    if (last && T < 2)
        y[T] = part_of[0][T];
}
K last_block_without_fence(int *x, int *y, int n)
{
    __shared__ bool last;
    const int sum = sum_of_block(x[I]);
    if (T == 0) {
        part_of[1][blockIdx.x] = sum; // FAULT race
        last = atomicAdd(&arrived[1], 1) == 1;
    }
    __syncthreads();
    if (last && T < 2)
        y[T] = part_of[1][T]; // FAULT race
}
K last_block_fence_too_early(int *x, int *y, int n)
{
    __shared__ bool last;
    const int sum = sum_of_block(x[I]);
    __threadfence();
    if (T == 0) {
        part_of[2][blockIdx.x] = sum; // FAULT race
        last = atomicAdd(&arrived[2], 1) == 1;
    }
    __syncthreads();
    if (last && T < 2)
        y[T] = part_of[2][T]; // FAULT race
}
K last_block_without_barrier(int *x, int *y, int n)
{
    __shared__ bool last;
    const int sum = sum_of_block(x[I]);
    if (T == 0) {
        part_of[3][blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&arrived[3], 1) == 1; // FAULT race
        __threadfence();
    }
    if (last) // FAULT race
        y[T] = 1;
}

// ---- a warp counts for all of its lanes

__device__ int count_of[4];
K aggregated_ok(int *x, int *y, int n)
{
    if (x[I] % 3 == 0) {
        const cg::coalesced_group g = cg::coalesced_threads();
        int at = 0;
        if (g.thread_rank() == 0)
            at = atomicAdd(&count_of[0], (int)g.size());
        y[g.shfl(at, 0) + g.thread_rank()] = x[I];
    }
}
K aggregated_by_hand_ok(int *x, int *y, int n)
{
    const unsigned m = __ballot_sync(~0u, x[I] % 3 == 0);
    const int lane = T % 32, leader = __ffs(m) - 1;
    int at = 0;
    if (lane == leader)
        at = atomicAdd(&count_of[1], __popc(m));
    at = __shfl_sync(~0u, at, leader);
    if (m >> lane & 1)
        y[at + __popc(m & ((1u << lane) - 1))] = x[I];
}
K aggregated_everybody_first(int *x, int *y, int n)
{
    const unsigned m = __ballot_sync(~0u, x[I] % 3 == 0);
    const int lane = T % 32, leader = __ffs(m) - 1;
    int at = 0;
    if (lane == leader)
        at = atomicAdd(&count_of[2], __popc(m));
    at = __shfl_sync(~0u, at, leader);
    if (m >> lane & 1)
        y[at] = x[I]; // FAULT race
}
K shuffle_of_those_that_are_left_ok(int *x, int *y, int n)
{
    if (T % 32 >= 16)
        return;
    y[I] = __shfl_xor_sync(0xffff, x[I], 8);
}

// ---- locks, flags and queues

__device__ int lock_of[4], guarded[4];
K locked_ok(int *x, int *y, int n)
{
    if (T == 0) {
        while (atomicCAS(&lock_of[0], 0, 1))
            ;
        __threadfence();
        guarded[0] += x[I] + 1;
        __threadfence();
        atomicExch(&lock_of[0], 0);
    }
    y[I] = 0;
}
K locked_without_acquire(int *x, int *y, int n)
{
    if (T == 0) {
        while (atomicCAS(&lock_of[1], 0, 1))
            ;
        guarded[1] += x[I] + 1; // FAULT race
        atomicExch(&lock_of[1], 0);
    }
    y[I] = 0;
}
K unlocked_by_a_store(int *x, int *y, int n)
{
    int old = 1;
    if (T == 0) {
        while (old)
            CAS(old, &lock_of[2]); // FAULT race
        __threadfence();
        guarded[2] += x[I] + 1; // FAULT race
        lock_of[2] = 0; // FAULT race
    }
    y[I] = 0;
}
struct Queue { cuda::atomic<int, cuda::thread_scope_device> tail; int item[128]; };
__device__ Queue queue_of[2];
K queue_ok(int *x, int *y, int n)
{
    Queue &q = queue_of[0];
    if (blockIdx.x == 0) {
        q.item[T] = x[I];
        __syncthreads();
        if (T == 0)
            q.tail.store(64, cuda::memory_order_release);
    } else {
        while (q.tail.load(cuda::memory_order_acquire) < 64)
            ;
        y[I] = q.item[T];
    }
}
K queue_relaxed(int *x, int *y, int n)
{
    Queue &q = queue_of[1];
    if (blockIdx.x == 0) {
        q.item[T] = x[I]; // FAULT race
        __syncthreads();
        if (T == 0)
            q.tail.store(64, cuda::memory_order_relaxed);
    } else {
        while (q.tail.load(cuda::memory_order_relaxed) < 64)
            ;
        y[I] = q.item[T]; // FAULT race
    }
}
__device__ volatile int flag_of[2];
__device__ int sent[2];
K flag_ok(int *x, int *y, int n)
{
    if (T == 0 && blockIdx.x == 0) {
        sent[0] = 5;
        __threadfence();
        flag_of[0] = 1;
    } else if (T == 0) {
        while (!flag_of[0])
            ;
        __threadfence();
        y[0] = sent[0];
    }
}
K flag_without_fence(int *x, int *y, int n)
{
    if (T == 0 && blockIdx.x == 0) {
        sent[1] = 5; // FAULT race
        flag_of[1] = 1;
    } else if (T == 0) {
        while (!flag_of[1])
            ;
        y[0] = sent[1]; // FAULT race
    }
}

// ---- tiles copied ahead

K pipeline_ok(int *x, int *y, int n)
{
    __shared__ int s[2][64];
    COPY(&s[0][T], &x[T]);
    __pipeline_commit();
    for (int i = 0; i < 2; i++) {
        if (i == 0) {
            COPY(&s[1][T], &x[64 + T]);
            __pipeline_commit();
        }
        __pipeline_wait_prior(i == 0);
        __syncthreads();
        if (blockIdx.x == 0)
            y[64 * i + T] = s[i][63 - T];
        __syncthreads();
    }
}
K pipeline_waits_for_too_few(int *x, int *y, int n)
{
    __shared__ int s[2][64];
    for (int i = 0; i < 2; i++) {
        COPY(&s[i][T], &x[64 * i + T]); // FAULT race sync-copy
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    y[I] = s[0][63 - T] + s[1][63 - T]; // FAULT race
}
K pipeline_without_barrier(int *x, int *y, int n)
{
    __shared__ int s[64];
    COPY(&s[T], &x[T]); // FAULT race
    __pipeline_commit();
    __pipeline_wait_prior(0);
    y[I] = s[63 - T]; // FAULT race
}
K pipeline_overwrites(int *x, int *y, int n)
{
    __shared__ int s[64];
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        COPY(&s[T], &x[64 * i + T]); // FAULT race
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        sum += s[63 - T]; // FAULT race
    }
    y[I] = sum;
}

// ---- barriers of CUDA's library

K barrier_ok(int *x, int *y, int n)
{
    __shared__ cuda::barrier<SCOPE_BLOCK> b;
    __shared__ int s[64];
    if (T == 0)
        init(&b, 64);
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        s[T] = x[I] + i;
        b.arrive_and_wait();
        y[I] = s[63 - T];
        b.arrive_and_wait();
    }
}
K barrier_arrives_and_reads(int *x, int *y, int n)
{
    __shared__ cuda::barrier<SCOPE_BLOCK> b;
    __shared__ int s[64];
    if (T == 0)
        init(&b, 64);
    __syncthreads();
    s[T] = x[I]; // FAULT race
    auto token = b.arrive();
    y[I] = s[63 - T]; // FAULT race
    b.wait(std::move(token));
}
K barrier_splits_ok(int *x, int *y, int n)
{
    __shared__ cuda::barrier<SCOPE_BLOCK> b;
    __shared__ int s[64];
    if (T == 0)
        init(&b, 64);
    __syncthreads();
    s[T] = x[I];
    auto token = b.arrive();
    const int own = x[I] * 2;
    b.wait(std::move(token));
    y[I] = own + s[63 - T];
}
K barrier_copy_ok(int *x, int *y, int n)
{
    __shared__ cuda::barrier<SCOPE_BLOCK> b;
    __shared__ int s[64];
    const cg::thread_block g = cg::this_thread_block();
    if (T == 0)
        init(&b, 64);
    g.sync();
    cuda::memcpy_async(g, s, x, sizeof s, b);
    b.arrive_and_wait();
    y[I] = s[63 - T];
}
K group_copy_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    const cg::thread_block g = cg::this_thread_block();
    cg::memcpy_async(g, s, x, sizeof s);
    cg::wait(g);
    y[I] = s[63 - T];
}

// ---- groups

K tiles_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s[T] = x[I];
    tile.sync();
    y[I] = s[T / 8 * 8 + 7 - T % 8] + cg::reduce(tile, x[I], cg::plus<int>());
}
K tiles_too_small(int *x, int *y, int n)
{
    __shared__ int s[64];
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s[T] = x[I]; // FAULT race
    tile.sync();
    y[I] = s[T / 16 * 16 + 15 - T % 16]; // FAULT race
}
K warp_sync_of_a_part(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = x[I]; // FAULT race
    if (T % 32 < 16)
        __syncwarp(0xffff);
    else
        __syncwarp(0xffff0000);
    y[I] = s[T ^ 16]; // FAULT race
}
K warp_sync_of_a_part_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = x[I];
    if (T % 32 < 16)
        __syncwarp(0xffff);
    else
        __syncwarp(0xffff0000);
    y[I] = s[T ^ 8];
}

// ---- vectors, padding and ends

K vector_misaligned(int *x, int *y, int n)
{
    if (T < 8 && blockIdx.x == 0)
        *(int4 *)&y[4 * T] = *(int4 *)&x[4 * T + 1]; // FAULT memory-alignment
}
K vector_behind_the_end(int *x, int *y, int n)
{
    if (T < 2 && blockIdx.x == 1) {
        const int2 v = *(int2 *)&x[126 + 2 * T]; // FAULT memory-bounds
        y[T] = v.x + v.y;
    }
}
K padding(int *x, int *y, int n)
{
    __shared__ int s[8][9];
    s[T / 8][T % 8] = x[I];
    __syncthreads();
    y[I] = ((int *)s)[T]; // FAULT init
}
K padding_ok(int *x, int *y, int n)
{
    __shared__ int s[8][9];
    s[T / 8][T % 8] = x[I];
    __syncthreads();
    y[I] = s[T % 8][T / 8];
}
K guard_off_by_one(int *x, int *y, int n)
{
    if (I + 1 <= n)
        y[I] = x[I + 1]; // FAULT memory-bounds
}
K guard_ok(int *x, int *y, int n)
{
    if (I + 1 < n)
        y[I] = x[I + 1];
}
