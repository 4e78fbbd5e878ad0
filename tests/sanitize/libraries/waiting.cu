/* libcu++: barriers, pipelines, latches, semaphores, atomic references and flags between threads and blocks. */
#include "../../cuda/check.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>

namespace cg = cooperative_groups;

enum { T = 64, STAGES = 3 };

using Block = cuda::barrier<cuda::thread_scope_block>;

/* One warp fetches, the other one adds up. */
__global__ void roles(const int *in, int *out, int parts)
{
    __shared__ int stage[2][32];
    __shared__ Block full[2], empty[2];
    auto block = cg::this_thread_block();
    if (block.thread_rank() < 2) {
        init(&full[threadIdx.x], block.size());
        init(&empty[threadIdx.x], block.size());
    }
    block.sync();
    const int l = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int k = 0; k < parts; k++) {
            empty[k % 2].arrive_and_wait();
            stage[k % 2][l] = in[k * 32 + l];
            (void)full[k % 2].arrive();
        }
    } else {
        int sum = 0;
        (void)empty[0].arrive();
        (void)empty[1].arrive();
        for (int k = 0; k < parts; k++) {
            full[k % 2].arrive_and_wait();
            sum += stage[k % 2][31 - l];
            if (k + 2 < parts)
                (void)empty[k % 2].arrive();
        }
        out[l] = sum;
    }
}

/* Producers and consumers of one pipeline. */
__global__ void parted(const int *in, int *out, int parts)
{
    __shared__ int stage[STAGES][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    auto block = cg::this_thread_block();
    const auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &state, role);
    const int l = threadIdx.x % 32;
    if (role == cuda::pipeline_role::producer)
        for (int k = 0; k < parts; k++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&stage[k % STAGES][l], in + k * 32 + l, sizeof(int), pipe);
            pipe.producer_commit();
        }
    else {
        int sum = 0;
        for (int k = 0; k < parts; k++) {
            pipe.consumer_wait();
            sum += stage[k % STAGES][31 - l];
            pipe.consumer_release();
        }
        out[l] = sum;
    }
}

/* Each thread has a pipeline of its own. */
__global__ void own(const int *in, int *out, int parts)
{
    __shared__ int stage[STAGES][T];
    auto pipe = cuda::make_pipeline();
    int sum = 0;
    for (int k = 0, j = 0; k < parts; k++) {
        for (; j < parts && j < k + STAGES; j++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&stage[j % STAGES][threadIdx.x], in + j * T + threadIdx.x, sizeof(int), pipe);
            pipe.producer_commit();
        }
        cuda::pipeline_consumer_wait_prior<STAGES - 1>(pipe);
        if (k + STAGES > parts)
            cuda::pipeline_consumer_wait_prior<0>(pipe);
        sum += stage[k % STAGES][threadIdx.x];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

/* The last block of all, by a counter, adds up what the others left. */
__global__ void last(const int *in, int *parts, unsigned *count, int *out)
{
    __shared__ bool mine;
    int sum = 0;
    for (int i = threadIdx.x; i < T; i += 32)
        sum += in[blockIdx.x * T + i];
    for (int d = 16; d; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = sum;
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> c(*count);
        mine = c.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
    }
    __syncthreads();
    if (mine && threadIdx.x == 0) {
        for (unsigned i = 0; i < gridDim.x; i++)
            sum = i ? sum + parts[i] : parts[0];
        *out = sum;
    }
}

/* The same with a fence. */
__global__ void fenced(const int *in, volatile int *parts, unsigned *count, int *out)
{
    __shared__ bool mine;
    parts[blockIdx.x * T + threadIdx.x] = in[blockIdx.x * T + threadIdx.x] * 2;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        mine = atomicAdd(count, 1) == gridDim.x - 1;
    __syncthreads();
    if (!mine)
        return;
    __threadfence();
    int sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x * T; i += T)
        sum += parts[i];
    atomicAdd(out, sum);
}

/* Blocks hand a number on, and count down. */
__global__ void chain(cuda::atomic<int, cuda::thread_scope_device> *turn, int *out, cuda::latch<cuda::thread_scope_device> *all)
{
    if (threadIdx.x == 0) {
        while (turn->load(cuda::memory_order_acquire) != (int)blockIdx.x)
            __nanosleep(20);
        out[0] = out[0] * 3 + blockIdx.x;
        turn->store(blockIdx.x + 1, cuda::memory_order_release);
        turn->notify_all();
    }
    __syncthreads();
    out[1 + blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        all->arrive_and_wait();
    __syncthreads();
    const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    out[1 + n + i] = out[1 + n - 1 - i];
}

/* A lock of two, one and of a word that is swapped. */
__global__ void locked(cuda::binary_semaphore<cuda::thread_scope_device> *s, int *count, int *word)
{
    s->acquire();
    ++*count;
    s->release();
    cuda::atomic_ref<int, cuda::thread_scope_device> w(*word);
    for (bool done = false; !done;) {
        int free = 0;
        if (w.compare_exchange_strong(free, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed)) {
            ++count[1];
            w.store(0, cuda::memory_order_release);
            done = true;
        }
    }
}

/* As older code has it. */
__global__ void old(int *lock, int *count)
{
    for (bool done = false; !done;)
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *(volatile int *)count += 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
}

__global__ void make(cuda::atomic<int, cuda::thread_scope_device> *turn, cuda::latch<cuda::thread_scope_device> *all,
                     cuda::binary_semaphore<cuda::thread_scope_device> *s, int blocks)
{
    new (turn) cuda::atomic<int, cuda::thread_scope_device>(0);
    new (all) cuda::latch<cuda::thread_scope_device>(blocks);
    new (s) cuda::binary_semaphore<cuda::thread_scope_device>(1);
}

int main()
{
    const int parts = 7, n = parts * T;
    std::vector<int> in(n), want(32, 0);
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[i] = i * 7919 % 1009;
    for (int i = 0; i < parts * 32; i++)
        want[31 - i % 32] += in[i];
    Device<int> a(in), b(n), c(2 * n + 1);
    Device<unsigned> count(1);
    roles<<<1, T>>>(a.p, b.p, parts);
    same("roles", b.host(), want);
    parted<<<1, T>>>(a.p, b.p, parts);
    same("parted", b.host(), want);
    want.assign(T, 0);
    for (int i = 0; i < n; i++)
        want[i % T] += in[i];
    own<<<1, T>>>(a.p, b.p, parts);
    same("own", b.host(), want);
    cudaMemset(count.p, 0, 4);
    last<<<parts, 32>>>(a.p, b.p, count.p, c.p);
    same("last", c.host(), {sum});
    cudaMemset(count.p, 0, 4);
    cudaMemset(c.p, 0, 4);
    fenced<<<parts, T>>>(a.p, b.p, count.p, c.p);
    same("fenced", c.host(), {2 * sum});
    Device<cuda::atomic<int, cuda::thread_scope_device>> turn(1);
    Device<cuda::latch<cuda::thread_scope_device>> all(1);
    Device<cuda::binary_semaphore<cuda::thread_scope_device>> s(1);
    make<<<1, 1>>>(turn.p, all.p, s.p, 4);
    cudaMemset(c.p, 0, 4);
    chain<<<4, T>>>(turn.p, c.p, all.p);
    want.assign(1, 1 * 9 + 2 * 3 + 3);
    for (int i = 0; i < 4 * T; i++)
        want.push_back(i / T);
    for (int i = 0; i < 4 * T; i++)
        want.push_back((4 * T - 1 - i) / T);
    same("chain", c.host(), want);
    cudaMemset(c.p, 0, 12);
    locked<<<3, 40>>>(s.p, c.p, c.p + 2);
    same("locked", c.host(), {120, 120, 0});
    cudaMemset(c.p, 0, 8);
    old<<<3, 40>>>(c.p, c.p + 1);
    same("old", c.host(), {0, 120});
    return cudaGetLastError() != cudaSuccess;
}
