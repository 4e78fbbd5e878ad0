// How kernels are written that meet in other ways than by barriers of all: tiles and coalesced groups, tokens, named barriers, bytes that barriers
// expect, tickets, lists, look-back, fragments; and each with the fault that is easily made there.
// A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -std=c++17 -lineinfo -arch=sm_90 -o styles.ptx styles.cu
//
// Checked with --sanitize=all.
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128, which nothing has written.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
namespace cg = cooperative_groups;
#define K extern "C" __global__ void
#define T threadIdx.x
#define L (threadIdx.x % 32)
#define W (threadIdx.x / 32)
#define I (64 * blockIdx.x + threadIdx.x)
#define AT(p) ((unsigned)__cvta_generic_to_shared(p))
#define COPY(to, from) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(AT(to)), "l"(from) : "memory")
#define COPY16(to, from) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(AT(to)), "l"(from) : "memory")
#define ADD(p) asm volatile("red.shared.add.u32 [%0], 1;" :: "r"(AT(p)) : "memory")
#define BULK(to, from, n, bar) asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" \
    :: "r"(AT(to)), "l"(from), "r"(n), "r"(AT(bar)) : "memory")
#define SYNC(id, n) asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory")
#define ARRIVE(id, n) asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory")

// ---- sums of tiles

K tiles_ok(int *x, int *y, int n)
{
    __shared__ int part[4];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int v = x[I];
    for (int by = 8; by; by /= 2)
        v += tile.shfl_down(v, by);
    if (tile.thread_rank() == 0)
        part[tile.meta_group_rank()] = v;
    block.sync();
    y[I] = part[T % 4];
}
K tiles(int *x, int *y, int n)
{
    __shared__ int part[4];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int v = x[I];
    for (int by = 8; by; by /= 2)
        v += tile.shfl_down(v, by);
    if (tile.thread_rank() == 0)
        part[tile.meta_group_rank()] = v; // FAULT race
    tile.sync();
    y[I] = part[T % 4]; // FAULT race
}
K scan_of_tiles_ok(int *x, int *y, int n)
{
    __shared__ int last[2];
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const int v = cg::inclusive_scan(tile, x[I]);
    if (tile.thread_rank() == 31)
        last[W] = v;
    __syncthreads();
    y[I] = v + (W ? last[0] : 0);
    __syncthreads();
    if (tile.thread_rank() == 0)
        last[W] = v;
}
K scan_of_tiles(int *x, int *y, int n)
{
    __shared__ int last[2];
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const int v = cg::inclusive_scan(tile, x[I]);
    if (tile.thread_rank() == 31)
        last[W] = v;
    __syncthreads();
    y[I] = v + (W ? last[0] : 0); // FAULT race
    if (tile.thread_rank() == 0)
        last[W] = v; // FAULT race
}

// ---- those that are together

K together_ok(int *x, int *y, int n)
{
    __shared__ int list[64], count;
    if (T == 0)
        count = 0;
    __syncthreads();
    if (x[I] % 3 == 0) {
        auto g = cg::coalesced_threads();
        int first = 0;
        if (g.thread_rank() == 0)
            first = atomicAdd(&count, (int)g.size());
        list[g.shfl(first, 0) + g.thread_rank()] = I;
    }
    __syncthreads();
    if (T < count)
        y[I] = list[T];
}
K together(int *x, int *y, int n)
{
    __shared__ int list[64], count;
    if (T == 0)
        count = 0;
    __syncthreads();
    if (x[I] % 3 == 0) {
        auto g = cg::coalesced_threads();
        int first = 0;
        if (g.thread_rank() == 0)
            first = atomicAdd(&count, (int)g.size());
        list[g.shfl(first, 0) + g.thread_rank()] = I; // FAULT race
        g.sync();
        y[I] = list[63 - T > 20 ? 0 : 63 - T]; // FAULT race
    }
}
K alike_ok(int *x, int *y, int n)
{
    __shared__ int seen[4][2];
    if (T < 8)
        seen[T % 4][T / 4] = 0;
    __syncthreads();
    const unsigned peers = __match_any_sync(0xffffffff, x[I] % 4);
    if ((int)L == __ffs(peers) - 1)
        seen[x[I] % 4][W] = __popc(peers);
    __syncwarp();
    y[I] = seen[L % 4][W];
}
K alike(int *x, int *y, int n)
{
    __shared__ int seen[4][2];
    if (T < 8)
        seen[T % 4][T / 4] = 0;
    __syncthreads();
    const unsigned peers = __match_any_sync(0xffffffff, x[I] % 4);
    if ((int)L == __ffs(peers) - 1)
        seen[x[I] % 4][W] = __popc(peers); // FAULT race
    y[I] = seen[L % 4][W]; // FAULT race
}

// ---- one warp fetches, the other works: named barriers

K named_ok(int *x, int *y, int n)
{
    __shared__ int stage[2][32];
    if (W == 0) {
        for (int k = 0; k < 4; k++) {
            if (k >= 2)
                SYNC(3 + k % 2, 64);
            stage[k % 2][L] = x[k * 32 + L];
            ARRIVE(1 + k % 2, 64);
        }
    } else {
        int sum = 0;
        for (int k = 0; k < 4; k++) {
            SYNC(1 + k % 2, 64);
            sum += stage[k % 2][31 - L];
            if (k < 2)
                ARRIVE(3 + k % 2, 64);
        }
        y[I] = sum;
    }
}
K named(int *x, int *y, int n)
{
    __shared__ int stage[2][32];
    if (W == 0) {
        for (int k = 0; k < 4; k++) {
            if (k >= 2)
                SYNC(3 + k % 2, 64);
            stage[k % 2][L] = x[k * 32 + L]; // FAULT race
            ARRIVE(1 + k % 2, 64);
        }
    } else {
        int sum = 0;
        for (int k = 0; k < 4; k++) {
            SYNC(1 + k % 2, 64);
            if (k < 2)
                ARRIVE(3 + k % 2, 64);
            sum += stage[k % 2][31 - L]; // FAULT race
        }
        y[I] = sum;
    }
}

// ---- tokens of barriers

K tokens_ok(int *x, int *y, int n)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar[2];
    __shared__ int s[2][64];
    if (T < 2)
        init(&bar[T], 64);
    __syncthreads();
    int v = x[I];
    for (int k = 0; k < 4; k++) {
        s[k % 2][T] = v;
        auto token = bar[k % 2].arrive();
        bar[k % 2].wait(std::move(token));
        v += s[k % 2][63 - T];
    }
    y[I] = v;
}

// ---- copies ahead, by the primitives

K ahead_ok(int *x, int *y, int n)
{
    __shared__ int s[2][64];
    int sum = 0;
    COPY(&s[0][T], &x[T]);
    __pipeline_commit();
    for (int k = 0; k < 2; k++) {
        if (k < 1) {
            COPY(&s[1][T], &x[64 + T]);
            __pipeline_commit();
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        sum += s[k][63 - T];
        __syncthreads();
    }
    y[I] = sum;
}
K ahead(int *x, int *y, int n)
{
    __shared__ int s[2][64];
    int sum = 0;
    COPY(&s[0][T], &x[T]);
    __pipeline_commit();
    for (int k = 0; k < 2; k++) {
        if (k < 1) {
            COPY(&s[1][T], &x[64 + T]); // FAULT race
            __pipeline_commit();
        }
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += s[k][63 - T]; // FAULT race
    }
    y[I] = sum;
    __pipeline_wait_prior(0);
}
K ring_ok(int *x, int *y, int n)
{
    __shared__ __align__(16) int s[3][64];
    int sum = 0;
    for (int k = 0; k < 2; k++) {
        if (T < 16)
            COPY16(&s[k][4 * T], &x[16 * k + 4 * T % 64]);
        __pipeline_commit();
    }
    for (int k = 0; k < 6; k++) {
        __pipeline_wait_prior(1);
        __syncthreads();
        if (k + 2 < 6 && T < 16)
            COPY16(&s[(k + 2) % 3][4 * T], &x[16 * k + 4 * T % 64]);
        __pipeline_commit();
        sum += s[k % 3][63 - T];
    }
    y[I] = sum;
}
K ring(int *x, int *y, int n)
{
    __shared__ __align__(16) int s[2][64];
    int sum = 0;
    if (T < 16)
        COPY16(&s[0][4 * T], &x[4 * T]);
    __pipeline_commit();
#pragma unroll 1
    for (int k = 0; k < 4; k++) {
        if (k + 1 < 4 && T < 16)
            COPY16(&s[(k + 1) % 2][4 * T], &x[16 * k + 4 * T % 64]); // FAULT race
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += s[k % 2][63 - T]; // FAULT race
    }
    y[I] = sum;
    __pipeline_wait_prior(0);
}

// ---- bytes that a barrier expects

K bytes_ok(int *x, int *y, int n)
{
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t bar;
    if (T == 0) {
        cuda::ptx::mbarrier_init(&bar, 1);
        cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
        cuda::ptx::mbarrier_arrive_expect_tx(cuda::ptx::sem_release, cuda::ptx::scope_cta, cuda::ptx::space_shared, &bar, 256);
        cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, s, x + 64 * blockIdx.x, 128, &bar);
        cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, s + 32, x + 64 * blockIdx.x + 32, 128, &bar);
    }
    __syncthreads();
    while (!cuda::ptx::mbarrier_try_wait_parity(&bar, 0)) {}
    y[I] = s[63 - T];
}
K bytes_unwaited(int *x, int *y, int n)
{
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t bar[2];
    if (T == 0) {
        cuda::ptx::mbarrier_init(&bar[0], 1);
        cuda::ptx::mbarrier_init(&bar[1], 1);
        cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
        cuda::ptx::mbarrier_arrive_expect_tx(cuda::ptx::sem_release, cuda::ptx::scope_cta, cuda::ptx::space_shared, &bar[0], 128);
        cuda::ptx::mbarrier_arrive_expect_tx(cuda::ptx::sem_release, cuda::ptx::scope_cta, cuda::ptx::space_shared, &bar[1], 128);
        cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, s, x + 64 * blockIdx.x, 128, &bar[0]);
        BULK(s + 32, x + 64 * blockIdx.x + 32, 128, &bar[1]); // FAULT race
    }
    __syncthreads();
    while (!cuda::ptx::mbarrier_try_wait_parity(&bar[0], 0)) {}
    y[I] = s[63 - T]; // FAULT race
    while (!cuda::ptx::mbarrier_try_wait_parity(&bar[1], 0)) {}
}

// ---- fragments

K fragments_ok(int *x, int *y, int n)
{
    using namespace nvcuda::wmma;
    __shared__ __align__(32) half a[16 * 16], b[16 * 16];
    __shared__ __align__(32) float c[2][16 * 16];
    for (int i = T; i < 256; i += 64)
        a[i] = b[i] = __int2half_rn(x[i % 128]);
    __syncthreads();
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, row_major> fb;
    fragment<accumulator, 16, 16, 16, float> fc;
    fill_fragment(fc, 0.0f);
    load_matrix_sync(fa, a, 16);
    load_matrix_sync(fb, b, 16);
    mma_sync(fc, fa, fb, fc);
    store_matrix_sync(c[W], fc, 16, mem_row_major);
    __syncwarp();
    y[I] = (int)c[W][L * 7];
}
K rows_ok(int *x, int *y, int n)
{
    __shared__ __align__(16) int s[2][32 * 4];
    for (int k = 0; k < 4; k++)
        s[W][4 * L + k] = x[(L + k) % 128];
    __syncwarp();
    unsigned r0, r1, r2, r3;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(AT(&s[W][4 * L])) : "memory");
    y[I] = r0 + r1 + r2 + r3;
}
K rows(int *x, int *y, int n)
{
    __shared__ __align__(16) int s[2][32 * 4];
    for (int k = 0; k < 4; k++)
        s[1 - W][4 * L + k] = x[(L + k) % 128]; // FAULT race
    __syncwarp();
    unsigned r0, r1, r2, r3;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(AT(&s[W][4 * L])) : "memory"); // FAULT race
    y[I] = r0 + r1 + r2 + r3;
}

// ---- scopes

__device__ int counts[8], data[8];

K scope_ok(int *x, int *y, int n)
{
    if (T)
        return;
    int set = 0;
    if (blockIdx.x == 0) {
        data[3] = 5;
        asm volatile("st.release.gpu.global.s32 [%0], 1;" :: "l"(&counts[0]) : "memory");
    } else {
        while (!set)
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(set) : "l"(&counts[0]) : "memory");
        y[0] = data[3];
    }
}
K scope(int *x, int *y, int n)
{
    if (T)
        return;
    int set = 0;
    if (blockIdx.x == 0) {
        data[4] = 5; // FAULT race
        asm volatile("st.release.cta.global.s32 [%0], 1;" :: "l"(&counts[1]) : "memory"); // FAULT race
    } else {
        while (!set)
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(set) : "l"(&counts[1]) : "memory"); // FAULT race
        y[0] = data[4]; // FAULT race
    }
}
K fences_ok(int *x, int *y, int n)
{
    if (T)
        return;
    cuda::atomic_ref<int, cuda::thread_scope_device> flag(counts[2]);
    if (blockIdx.x == 0) {
        data[0] = 5;
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        flag.store(1, cuda::memory_order_relaxed);
    } else {
        while (!flag.load(cuda::memory_order_relaxed)) {}
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        y[0] = data[0];
    }
}
K fences(int *x, int *y, int n)
{
    if (T)
        return;
    cuda::atomic_ref<int, cuda::thread_scope_device> flag(counts[3]);
    if (blockIdx.x == 0) {
        data[1] = 5; // FAULT race
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        flag.store(1, cuda::memory_order_relaxed);
    } else {
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        while (!flag.load(cuda::memory_order_relaxed)) {}
        y[0] = data[1]; // FAULT race
    }
}
K fence_of_block(int *x, int *y, int n)
{
    if (T)
        return;
    volatile int *flag = &counts[4];
    if (blockIdx.x == 0) {
        data[2] = 5; // FAULT race
        __threadfence_block();
        *flag = 1;
    } else {
        while (!*flag) {}
        __threadfence();
        y[0] = data[2]; // FAULT race
    }
}

// ---- the last block

__device__ unsigned done[4];
__device__ int results[4][128];

K last_ok(int *x, int *y, int n)
{
    __shared__ bool last;
    results[0][I] = 2 * x[I];
    __syncthreads();
    if (T == 0) {
        __threadfence();
        last = atomicInc(&done[0], 1) == 1;
        __threadfence();
    }
    __syncthreads();
    if (last)
        y[I] = results[0][I ^ 64];
}
K last_all_ok(int *x, int *y, int n)
{
    __shared__ bool last;
    results[1][I] = 2 * x[I];
    __threadfence();
    __syncthreads();
    if (T == 0) {
        last = atomicInc(&done[1], 1) == 1;
        __threadfence();
    }
    __syncthreads();
    if (last)
        y[I] = results[1][I ^ 64];
}
K last_fence_too_early(int *x, int *y, int n)
{
    __shared__ bool last;
    results[2][I] = 2 * x[I]; // FAULT race
    if (T == 0)
        __threadfence();
    __syncthreads();
    if (T == 0) {
        last = atomicInc(&done[2], 1) == 1;
        __threadfence();
    }
    __syncthreads();
    if (last)
        y[I] = results[2][I ^ 64]; // FAULT race
}
K last_of_block(int *x, int *y, int n)
{
    __shared__ bool last;
    results[3][I] = 2 * x[I]; // FAULT race
    __threadfence_block();
    __syncthreads();
    if (T == 0) {
        __threadfence_block();
        last = atomicInc(&done[3], 1) == 1;
        __threadfence();
    }
    __syncthreads();
    if (last)
        y[I] = results[3][I ^ 64]; // FAULT race
}

// ---- tickets, lists, look-back

__device__ unsigned ticket[2], serving[2];
__device__ int total[2];

K tickets_ok(int *x, int *y, int n)
{
    if (L)
        return;
    const unsigned mine = atomicAdd(&ticket[0], 1);
    while (*(volatile unsigned *)&serving[0] != mine) {}
    __threadfence();
    total[0] += x[I];
    __threadfence();
    *(volatile unsigned *)&serving[0] = mine + 1;
}
K tickets(int *x, int *y, int n)
{
    if (L)
        return;
    const unsigned mine = atomicAdd(&ticket[1], 1);
    while (*(volatile unsigned *)&serving[1] != mine) {}
    total[1] += x[I]; // FAULT race
    __threadfence();
    *(volatile unsigned *)&serving[1] = mine + 1;
}

struct Node { Node *next; int v; };
__device__ Node node[2][128];
__device__ Node *head[2];

K list_ok(int *x, int *y, int n)
{
    Node *const own = &node[0][I];
    own->v = x[I];
    Node *old = *(Node *volatile *)&head[0], *seen;
    do {
        own->next = seen = old;
        __threadfence();
        old = (Node *)atomicCAS((unsigned long long *)&head[0], (unsigned long long)seen, (unsigned long long)own);
    } while (old != seen);
    __threadfence();
    int sum = 0;
    for (const Node *p = old; p; p = p->next)
        sum += p->v;
    y[I] = sum;
}
K list(int *x, int *y, int n)
{
    Node *const own = &node[1][I];
    own->v = x[I];
    __threadfence();
    Node *old = (Node *)atomicExch((unsigned long long *)&head[1], (unsigned long long)own);
    own->next = old; // FAULT race
    __threadfence();
    int sum = 0;
    if (old)
        sum = old->v + (old->next == nullptr); // FAULT race
    y[I] = sum;
}

__device__ unsigned long long state[2];
__device__ int values[2];

K look_back_ok(int *x, int *y, int n)
{
    if (T)
        return;
    int before = 0;
    if (blockIdx.x) {
        unsigned long long s;
        while (!((s = *(volatile unsigned long long *)&state[0]) >> 32)) {}
        before = (int)s;
    }
    if (!blockIdx.x)
        *(volatile unsigned long long *)&state[0] = 1ull << 32 | (unsigned)x[I + 1];
    y[I] = before;
}
K look_back(int *x, int *y, int n)
{
    if (T)
        return;
    int before = 0;
    if (blockIdx.x) {
        while (!(*(volatile unsigned long long *)&state[1] >> 32)) {}
        before = values[1]; // FAULT race
    } else {
        values[1] = x[I + 1]; // FAULT race
        *(volatile unsigned long long *)&state[1] = 1ull << 32;
    }
    y[I] = before;
}

// ---- warps that write for themselves

K compact_ok(int *x, int *y, int n)
{
    __shared__ int base[2], out[64];
    const bool keep = x[I] & 1;
    const unsigned m = __ballot_sync(0xffffffff, keep);
    if (L == 0)
        base[W] = __popc(m);
    __syncthreads();
    const int at = (W ? base[0] : 0) + __popc(m & ((1u << L) - 1));
    if (keep)
        out[at] = x[I];
    __syncthreads();
    if (T < base[0] + base[1])
        y[I] = out[T];
}
K compact(int *x, int *y, int n)
{
    __shared__ int base[2], out[64];
    const bool keep = x[I] & 1;
    const unsigned m = __ballot_sync(0xffffffff, keep);
    if (L == 0)
        base[W] = __popc(m);
    __syncthreads();
    const int at = (W ? base[0] : 0) + __popc(m & ((1u << L) - 1));
    if (keep)
        out[at] = x[I];
    __syncthreads();
    y[I] = out[T]; // FAULT init
}
K histogram_ok(int *x, int *y, int n)
{
    __shared__ unsigned bins[16];
    if (T < 16)
        bins[T] = 0;
    __syncthreads();
    atomicAdd(&bins[x[I] % 16], 1);
    __syncthreads();
    if (T < 16)
        y[64 * blockIdx.x + T] = bins[T];
}
K histogram(int *x, int *y, int n)
{
    __shared__ unsigned bins[16];
    if (T < 16)
        bins[T] = 0;
    __syncthreads();
    ADD(&bins[x[I] % 16]); // FAULT race-weak-read
    __syncwarp();
    if (T < 16)
        y[64 * blockIdx.x + T] = bins[T]; // FAULT race-weak-read
}

// ---- clusters

extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    auto c = cg::this_cluster();
    s[T] = x[I];
    c.sync();
    y[I] = c.map_shared_rank(s, 1 - c.block_rank())[63 - T];
    c.sync();
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_split_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    auto c = cg::this_cluster();
    s[T] = x[I];
    c.barrier_arrive();
    int v = x[I] * 3;
    c.barrier_wait();
    y[I] = v + c.map_shared_rank(s, 1 - c.block_rank())[63 - T];
    c.sync();
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster(int *x, int *y, int n)
{
    __shared__ int s[64];
    auto c = cg::this_cluster();
    s[T] = x[I]; // FAULT race
    __syncthreads();
    y[I] = c.map_shared_rank(s, 1 - c.block_rank())[63 - T]; // FAULT race
    c.sync();
}
