// Whole programs whose threads, warps and blocks wait for each other.  programs.ptx comes from
//     nvcc -arch=sm_75 -std=c++17 -ptx programs.cu
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

// ---- a spin lock that all lanes of a warp fight for --------------------------------------------------------------------

extern "C" __global__ void spin_lock(int *lock, unsigned *sum, unsigned *order)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            unsigned n = *(volatile unsigned *)sum;
            order[n] = blockIdx.x * blockDim.x + threadIdx.x;
            *(volatile unsigned *)sum = n + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

// The same in the way that hangs where lanes of a warp have no progress of their own.
extern "C" __global__ void spin_lock_hard(int *lock, unsigned *sum)
{
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    *(volatile unsigned *)sum += 1;
    __threadfence();
    atomicExch(lock, 0);
}

// ---- a ticket lock between blocks --------------------------------------------------------------------------------------

struct Ticket {
    unsigned next, serving;
};

extern "C" __global__ void ticket_lock(Ticket *t, unsigned *log, unsigned *shared_sum)
{
    __shared__ unsigned turn;
    if (threadIdx.x == 0) {
        turn = atomicAdd(&t->next, 1);
        while (*(volatile unsigned *)&t->serving != turn)
            __nanosleep(20);
        __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 0)
        log[turn] = blockIdx.x;
    shared_sum[threadIdx.x] += blockIdx.x + 1; // nobody else's turn: no atomics
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        *(volatile unsigned *)&t->serving = turn + 1;
}

// ---- scan of a whole array in one pass: blocks look back at those before them --------------------------------------------

// state: 0 nothing, 1 the block's own sum, 2 the sum of all up to it; above it the sum
extern "C" __global__ void look_back(const unsigned *in, unsigned *out, unsigned long long *tiles, unsigned *ticket,
                                     unsigned n)
{
    __shared__ unsigned tile, before, warp_sum[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (threadIdx.x == 0)
        tile = atomicAdd(ticket, 1);
    __syncthreads();
    unsigned i = tile * blockDim.x + threadIdx.x, x = i < n ? in[i] : 0, sum = x;
    for (int d = 1; d < 32; d *= 2) {
        unsigned y = __shfl_up_sync(~0u, sum, d);
        sum += lane >= d ? y : 0;
    }
    if (lane == 31)
        warp_sum[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        unsigned s = lane < blockDim.x / 32 ? warp_sum[lane] : 0;
        for (int d = 1; d < 32; d *= 2) {
            unsigned y = __shfl_up_sync(~0u, s, d);
            s += lane >= d ? y : 0;
        }
        warp_sum[lane] = s;
    }
    __syncthreads();
    sum += warp ? warp_sum[warp - 1] : 0;
    if (warp == 0) { // one warp looks back, 32 tiles at a time
        unsigned all = warp_sum[blockDim.x / 32 - 1], prefix = 0;
        volatile unsigned long long *v = tiles;
        if (lane == 0)
            v[tile] = (tile ? 1ull : 2ull) << 32 | all;
        for (int first = (int)tile - 1; first >= 0;) {
            int at = first - (int)lane;
            unsigned long long s = 2ull << 32;
            if (at >= 0)
                do
                    s = v[at];
                while (s == 0);
            unsigned whole = __ballot_sync(~0u, s >> 32 == 2);
            unsigned last = whole ? __ffs(whole) - 1 : 31;
            unsigned part = lane <= last ? (unsigned)s : 0;
            for (int d = 16; d; d /= 2)
                part += __shfl_xor_sync(~0u, part, d);
            prefix += part;
            if (whole)
                break;
            first -= 32;
        }
        if (lane == 0) {
            before = prefix;
            if (tile)
                v[tile] = 2ull << 32 | (prefix + all);
        }
    }
    __syncthreads();
    if (i < n)
        out[i] = before + sum;
}

// ---- cooperative groups ------------------------------------------------------------------------------------------------

// Jacobi steps over a ring; the grid meets between them
extern "C" __global__ void grid_steps(unsigned *a, unsigned *b, unsigned n, unsigned steps)
{
    unsigned stride = gridDim.x * blockDim.x;
    for (unsigned s = 0; s < steps; s++) {
        for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
            b[i] = a[i] + a[(i + 1) % n] * 3;
        cg::this_grid().sync();
        unsigned *t = a;
        a = b;
        b = t;
    }
}

// Sums of tiles of every size, of the lanes that are together in a branch, and of labelled partitions.
extern "C" __global__ void tiles(const unsigned *in, unsigned *out)
{
    cg::thread_block block = cg::this_thread_block();
    unsigned i = block.thread_rank(), x = in[i];
    auto t32 = cg::tiled_partition<32>(block);
    auto t8 = cg::tiled_partition<8>(t32);
    auto t4 = cg::tiled_partition<4>(block);
    unsigned s32 = cg::reduce(t32, x, cg::plus<unsigned>()), s8 = cg::reduce(t8, x, cg::plus<unsigned>()), s4 = x;
    for (int d = t4.size() / 2; d; d /= 2)
        s4 += t4.shfl_xor(s4, d);
    unsigned odd = 0, rank = 0;
    if (x & 1) {
        auto active = cg::coalesced_threads();
        odd = cg::reduce(active, x, cg::plus<unsigned>());
        rank = active.thread_rank();
        active.sync();
    }
    auto same = cg::labeled_partition(t32, x % 5);
    unsigned label = cg::reduce(same, x, cg::plus<unsigned>());
    auto half = cg::binary_partition(t32, x < 50);
    unsigned count = half.size();
    block.sync();
    unsigned *o = out + i * 8;
    o[0] = s32, o[1] = s8, o[2] = s4, o[3] = odd, o[4] = rank, o[5] = label, o[6] = count, o[7] = t8.meta_group_rank();
}

// ---- producers and consumers with named barriers --------------------------------------------------------------------------

static __device__ void bar_sync(int id, int n) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }
static __device__ void bar_arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory"); }

// The first half of the block's warps fills two buffers in turn, the second half empties them.
extern "C" __global__ void pipeline(const unsigned *in, unsigned *out, int rounds)
{
    extern __shared__ unsigned buffer[];
    int half = blockDim.x / 2, all = blockDim.x, me = threadIdx.x % half;
    if (threadIdx.x < half)
        for (int r = 0; r < rounds; r++) {
            int k = r & 1;
            if (r >= 2)
                bar_sync(3 + k, all); // it is empty
            buffer[k * half + me] = in[(r * gridDim.x + blockIdx.x) * half + me] * 2;
            bar_arrive(1 + k, all); // it is full
        }
    else
        for (int r = 0; r < rounds; r++) {
            int k = r & 1;
            bar_sync(1 + k, all);
            unsigned x = buffer[k * half + (me + 1) % half];
            if (r + 2 < rounds)
                bar_arrive(3 + k, all);
            out[(r * gridDim.x + blockIdx.x) * half + me] = x;
        }
}

// ---- a hash table that lanes with the same key enter together -------------------------------------------------------------

extern "C" __global__ void hash_count(const unsigned *keys, unsigned n, unsigned *slot_key, unsigned *slot_count,
                                      unsigned mask)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned key = keys[i];
        unsigned peers = __match_any_sync(__activemask(), key);
        if (__ffs(peers) - 1 == threadIdx.x % 32) {
            unsigned at = key * 2654435761u >> 16 & mask;
            for (;;) {
                unsigned old = atomicCAS(&slot_key[at], 0, key);
                if (old == 0 || old == key)
                    break;
                at = (at + 1) & mask;
            }
            atomicAdd(&slot_count[at], __popc(peers));
        }
    }
}
