// Ways to meet that CUDA's library and its groups have beside barriers: latches, semaphores, threads that leave a barrier for good, halves of
// barriers, roles of a pipeline, fences and atomic operations of a scope, blocks of a cluster, dynamic shared memory cut into arrays; and
// each with the fault that is easily made there.
// A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -std=c++17 -lineinfo -arch=sm_90 -o ways.ptx ways.cu
//
// Checked with --sanitize=all.
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128, which nothing has written.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
namespace cg = cooperative_groups;
#define K extern "C" __global__ void
#define T threadIdx.x
#define L (threadIdx.x % 32)
#define W (threadIdx.x / 32)
#define I (64 * blockIdx.x + threadIdx.x)
// Without the lines of headers, which faults would be told at.
#define CAS(old, p) asm volatile("atom.global.cta.cas.b32 %0, [%1], 0, 1;" : "=r"(old) : "l"(p) : "memory")
#define EXCHANGE(p, v) asm volatile("{ .reg .b32 old; atom.global.cta.exch.b32 old, [%0], %1; }" :: "l"(p), "r"(v) : "memory")
#define ADD(p, v) asm volatile("red.add.s32 [%0], %1;" :: "l"(p), "r"(v) : "memory")
#define DOWN(to, v, d) asm volatile("shfl.sync.down.b32 %0, %1, %2, 31, -1;" : "=r"(to) : "r"(v), "r"(d))
#define SUM(to, v, m) asm volatile("redux.sync.add.s32 %0, %1, %2;" : "=r"(to) : "r"(v), "r"(m))
constexpr auto block = cuda::thread_scope_block;
constexpr auto device = cuda::thread_scope_device;

// ---- a fence between what is told and what is not

K behind_the_fence_ok(int *x, int *y, int n)
{
    __shared__ int data[32];
    __shared__ volatile int flag[32];
    if (T < 32)
        flag[T] = 0;
    __syncthreads();
    if (W == 0) {
        data[L] = x[I];
        __threadfence_block();
        flag[L] = 1;
    } else {
        while (!flag[L])
            ;
        __threadfence_block();
        y[I] = data[L];
    }
}
K behind_the_fence(int *x, int *y, int n)
{
    __shared__ int data[32];
    __shared__ volatile int flag[32];
    if (T < 32)
        flag[T] = 0;
    __syncthreads();
    if (W == 0) {
        __threadfence_block();
        data[L] = x[I]; // FAULT race
        flag[L] = 1;
    } else {
        while (!flag[L])
            ;
        __threadfence_block();
        y[I] = data[L]; // FAULT race
    }
}
// The same without a loop that waits: who finds the flag set may read.
K perhaps_told_too_much_ok(int *x, int *y, int n)
{
    __shared__ int data[64];
    __shared__ volatile int flag[64];
    flag[T] = 0;
    __syncthreads();
    data[T] = x[I];
    __threadfence_block();
    flag[T] = 1;
    const int told = flag[T ^ 32];
    __threadfence_block();
    y[I] = told ? data[T ^ 32] : -1;
}
K perhaps_told_too_much(int *x, int *y, int n)
{
    __shared__ int data[64], more[64];
    __shared__ volatile int flag[64];
    flag[T] = 0;
    __syncthreads();
    data[T] = x[I];
    __threadfence_block();
    more[T] = x[I]; // FAULT race
    flag[T] = 1;
    while (!flag[T ^ 32])
        ;
    __threadfence_block();
    y[I] = data[T ^ 32] + more[T ^ 32]; // FAULT race
}

// ---- fences and atomic operations of a scope

__device__ int handed[4], hand[4];
K handed_by_a_fence_of_the_block_ok(int *x, int *y, int n)
{
    cuda::atomic_ref<int, device> flag(hand[0]);
    if (T)
        return;
    if (blockIdx.x == 0) {
        handed[0] = x[5];
        cuda::atomic_thread_fence(cuda::memory_order_release, device);
        flag.store(1, cuda::memory_order_relaxed);
    } else {
        while (!flag.load(cuda::memory_order_relaxed))
            ;
        cuda::atomic_thread_fence(cuda::memory_order_acquire, device);
        y[0] = handed[0];
    }
}
K handed_by_a_fence_of_the_block(int *x, int *y, int n)
{
    cuda::atomic_ref<int, device> flag(hand[1]);
    if (T)
        return;
    if (blockIdx.x == 0) {
        handed[1] = x[5]; // FAULT race
        cuda::atomic_thread_fence(cuda::memory_order_release, block);
        flag.store(1, cuda::memory_order_relaxed);
    } else {
        while (!flag.load(cuda::memory_order_relaxed))
            ;
        cuda::atomic_thread_fence(cuda::memory_order_acquire, block);
        y[0] = handed[1]; // FAULT race
    }
}
__device__ int locks[2], sums[2];
__device__ void add_under_lock(int *lock, int *sum, int v)
{
    while (atomicCAS(lock, 0, 1))
        ;
    __threadfence();
    *sum += v;
    __threadfence();
    atomicExch(lock, 0);
}
K lock_of_the_block_ok(int *x, int *y, int n)
{
    if (T == 0)
        add_under_lock(&locks[0], &sums[0], x[I] + 1);
}
K lock_of_the_block(int *x, int *y, int n)
{
    if (T)
        return;
    int old = 1;
    while (old)
        CAS(old, &locks[1]); // FAULT race
    __threadfence_block();
    sums[1] += x[I] + 1; // FAULT race
    __threadfence_block();
    EXCHANGE(&locks[1], 0); // FAULT race
}

// ---- latches and semaphores

using Latch = cuda::latch<block>;
K latch_of_too_few_ok(int *x, int *y, int n)
{
    __shared__ alignas(Latch) char here[sizeof(Latch)];
    __shared__ int s[32];
    Latch &ready = *(Latch *)here;
    if (T == 0)
        new (here) Latch(32);
    __syncthreads();
    if (W == 0) {
        s[L] = x[I];
        ready.count_down();
    } else {
        ready.wait();
        y[I] = s[31 - L];
    }
}
K latch_of_too_few(int *x, int *y, int n)
{
    __shared__ alignas(Latch) char here[sizeof(Latch)];
    __shared__ int s[32];
    Latch &ready = *(Latch *)here;
    if (T == 0)
        new (here) Latch(16);
    __syncthreads();
    if (W == 0) {
        s[L] = x[I]; // FAULT race
        if (L < 16)
            ready.count_down();
    } else {
        ready.wait();
        y[I] = s[31 - L]; // FAULT race
    }
}
K semaphore_too_late_ok(int *x, int *y, int n)
{
    using Semaphore = cuda::binary_semaphore<block>;
    __shared__ alignas(Semaphore) char here[sizeof(Semaphore)];
    __shared__ int sum;
    Semaphore &one = *(Semaphore *)here;
    if (T == 0) {
        new (here) Semaphore(1);
        sum = 0;
    }
    __syncthreads();
    if (L == 0) {
        one.acquire();
        sum += x[I];
        one.release();
    }
    __syncthreads();
    y[I] = sum;
}
K semaphore_too_late(int *x, int *y, int n)
{
    using Semaphore = cuda::binary_semaphore<block>;
    __shared__ alignas(Semaphore) char here[sizeof(Semaphore)];
    __shared__ int sum;
    Semaphore &one = *(Semaphore *)here;
    if (T == 0) {
        new (here) Semaphore(1);
        sum = 0;
    }
    __syncthreads();
    if (L == 0) {
        sum += x[I]; // FAULT race
        one.acquire();
        one.release();
    }
    __syncthreads();
    y[I] = sum;
}

// ---- threads that leave a barrier for good

K dropped_and_reads_ok(int *x, int *y, int n)
{
    __shared__ cuda::barrier<block> b;
    __shared__ int s[64];
    if (T == 0)
        init(&b, 64);
    __syncthreads();
    s[T] = x[I];
    if (W == 1) {
        b.arrive_and_drop();
        return;
    }
    b.arrive_and_wait();
    y[I] = s[T + 32];
    s[T] = y[I];
    b.arrive_and_wait();
    y[I] += s[31 - T];
}
K dropped_and_reads(int *x, int *y, int n)
{
    __shared__ cuda::barrier<block> b;
    __shared__ int s[64];
    if (T == 0)
        init(&b, 64);
    __syncthreads();
    s[T] = x[I]; // FAULT race
    if (W == 1) {
        b.arrive_and_drop();
        y[I] = 2 * s[T - 32]; // FAULT race
        return;
    }
    b.arrive_and_wait();
    y[I] = s[T + 32];
}

// ---- what the last to come does for all

struct Total {
    int *sum, *total;
    __device__ void operator()() noexcept
    {
        *total += *sum; // FAULT race
        *sum = 0;
    }
};
K completes_while_read_ok(int *x, int *y, int n)
{
    __shared__ alignas(cuda::barrier<block, Total>) char room[sizeof(cuda::barrier<block, Total>)];
    __shared__ int sum, total;
    auto *b = (cuda::barrier<block, Total> *)room;
    if (T == 0) {
        sum = total = 0;
        new (b) cuda::barrier<block, Total>(64, Total{&sum, &total});
    }
    __syncthreads();
    for (int i = 0; i < 2; i++) {
        atomicAdd_block(&sum, x[I]);
        b->arrive_and_wait();
    }
    y[I] = total;
}
K completes_while_read(int *x, int *y, int n)
{
    __shared__ alignas(cuda::barrier<block, Total>) char room[sizeof(cuda::barrier<block, Total>)];
    __shared__ int sum, total;
    auto *b = (cuda::barrier<block, Total> *)room;
    if (T == 0) {
        sum = total = 0;
        new (b) cuda::barrier<block, Total>(64, Total{&sum, &total});
    }
    __syncthreads();
    atomicAdd_block(&sum, x[I]);
    auto token = b->arrive();
    y[I] = total; // FAULT race
    b->wait(std::move(token));
}

// ---- roles of a pipeline

K pipeline_of_roles_ok(int *x, int *y, int n)
{
    __shared__ cuda::pipeline_shared_state<block, 2> state;
    __shared__ int s[2][32];
    auto p = cuda::make_pipeline(cg::this_thread_block(), &state, W ? cuda::pipeline_role::consumer : cuda::pipeline_role::producer);
    int sum = 0;
    for (int i = 0; i < 4; i++)
        if (W == 0) {
            p.producer_acquire();
            cuda::memcpy_async(&s[i % 2][L], &x[32 * i + L], sizeof(int), p);
            p.producer_commit();
        } else {
            p.consumer_wait();
            sum += s[i % 2][31 - L];
            p.consumer_release();
        }
    y[I] = sum;
}
K pipeline_of_roles(int *x, int *y, int n)
{
    __shared__ cuda::pipeline_shared_state<block, 2> state;
    __shared__ int s[2][32];
    auto p = cuda::make_pipeline(cg::this_thread_block(), &state, W ? cuda::pipeline_role::consumer : cuda::pipeline_role::producer);
    int sum = 0;
    for (int i = 0; i < 4; i++)
        if (W == 0) {
            p.producer_acquire();
            s[i % 2][L] = x[32 * i + L]; // FAULT race
            p.producer_commit();
        } else {
            p.consumer_wait();
            p.consumer_release();
            sum += s[i % 2][31 - L]; // FAULT race
        }
    y[I] = sum;
}

// ---- halves of barriers of a cluster and of tiles

K __cluster_dims__(2, 1, 1) cluster_reads_between_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    const cg::cluster_group c = cg::this_cluster();
    int *other = c.map_shared_rank(s, c.block_rank() ^ 1);
    s[T] = x[I];
    auto token = c.barrier_arrive();
    const int own = x[I] * 2;
    c.barrier_wait(std::move(token));
    y[I] = own + other[63 - T];
    c.sync();
}
K __cluster_dims__(2, 1, 1) cluster_reads_between(int *x, int *y, int n)
{
    __shared__ int s[64];
    const cg::cluster_group c = cg::this_cluster();
    int *other = c.map_shared_rank(s, c.block_rank() ^ 1);
    s[T] = x[I]; // FAULT race
    auto token = c.barrier_arrive();
    y[I] = other[63 - T]; // FAULT race
    c.barrier_wait(std::move(token));
    c.sync();
}
K __cluster_dims__(2, 1, 1) counted_before_the_cluster_is_there_ok(int *x, int *y, int n)
{
    __shared__ int count;
    const cg::cluster_group c = cg::this_cluster();
    if (T == 0)
        count = 0;
    c.sync();
    ADD(c.map_shared_rank(&count, 0), x[I] % 3);
    c.sync();
    if (c.block_rank() == 0)
        y[I] = count;
}
K __cluster_dims__(2, 1, 1) counted_before_the_cluster_is_there(int *x, int *y, int n)
{
    __shared__ int count;
    const cg::cluster_group c = cg::this_cluster();
    if (T == 0)
        count = 0; // FAULT race
    __syncthreads();
    ADD(c.map_shared_rank(&count, 0), x[I] % 3); // FAULT race
    c.sync();
    if (c.block_rank() == 0)
        y[I] = count;
}

// ---- dynamic shared memory cut into arrays

extern __shared__ int room[];
K cut_by_elements_ok(int *x, int *y, int n)
{
    int *a = room;
    short *b = (short *)(a + 32);
    if (W == 0)
        a[L] = x[I];
    else
        b[L] = (short)x[I];
    __syncthreads();
    y[I] = a[L] + b[31 - L];
}
K cut_by_elements(int *x, int *y, int n)
{
    int *a = room;
    short *b = (short *)a + 32;
    if (W == 0)
        a[L] = x[I]; // FAULT race
    else
        b[L] = (short)x[I]; // FAULT race
    __syncthreads();
    y[I] = a[L] + b[31 - L];
}

// ---- shuffles of lanes that part

K tree_of_those_below_ok(int *x, int *y, int n)
{
    int v = x[I];
    for (int d = 16; d; d /= 2) {
        int other;
        DOWN(other, v, d);
        if (L < d)
            v += other;
    }
    y[I] = v;
}
K tree_of_those_below(int *x, int *y, int n)
{
    int v = x[I];
    for (int d = 16; d; d /= 2)
        if (L < d) {
            int other;
            DOWN(other, v, d); // FAULT sync-shuffle
            v += other;
        }
    y[I] = v;
}
K odd_ones_for_all_ok(int *x, int *y, int n)
{
    if (T % 2)
        SUM(y[I], x[I], 0xaaaaaaaa);
}
K odd_ones_for_all(int *x, int *y, int n)
{
    if (T % 2)
        SUM(y[I], x[I], 0x55555555); // FAULT sync-mask
}
