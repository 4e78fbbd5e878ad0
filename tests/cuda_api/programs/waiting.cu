// Blocks that wait for each other: a lock, a table filled by compare-and-swap, a queue whose workers make work, sums that look back, a barrier
// by hand; and within a block or cluster a ring and halves that hand buffers over at named barriers.
// arch: 90
#include "say.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int lock;
__global__ void locked(int *count)
{
    for (bool done = false; !done;)
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence();
            *(volatile int *)count = *(volatile int *)count + 1;
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
}

__global__ void fill(unsigned *keys, int *counts, unsigned room, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned key = i * 7 % 1000;
    if (i >= n)
        return;
    for (unsigned s = key * 2654435761u % room;; s = (s + 1) % room) {
        const unsigned was = atomicCAS(&keys[s], ~0u, key);
        if (was == ~0u || was == key) {
            atomicAdd(&counts[s], 1);
            return;
        }
    }
}

// A tree's nodes, each of which is found by whoever works on the one above it.
struct Queue {
    unsigned first, last;
    int open, sum, node[256];
};
__global__ void work(Queue *q)
{
    for (;;) {
        const unsigned first = *(volatile unsigned *)&q->first, last = *(volatile unsigned *)&q->last;
        if (first >= last) {
            if (*(volatile int *)&q->open == 0)
                return;
            __nanosleep(50);
            continue;
        }
        if (atomicCAS(&q->first, first, first + 1) != first)
            continue;
        int v;
        while ((v = *(volatile int *)&q->node[first]) < 0)
            continue;
        if (v < 63) {
            const unsigned at = atomicAdd(&q->last, 2u);
            atomicAdd(&q->open, 2);
            *(volatile int *)&q->node[at] = 2 * v + 1;
            *(volatile int *)&q->node[at + 1] = 2 * v + 2;
        }
        atomicAdd(&q->sum, v);
        __threadfence();
        atomicSub(&q->open, 1);
    }
}

// The high word of a block's state: 1, its own sum is known; 2, that of all before it, too.
__global__ void sums(const int *in, int *out, volatile unsigned long long *state, unsigned *ticket, int n)
{
    __shared__ unsigned block;
    __shared__ int s[256], before;
    if (threadIdx.x == 0)
        block = atomicAdd(ticket, 1);
    __syncthreads();
    const int i = block * 256 + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;
    for (unsigned d = 1; d < 256; d *= 2) {
        __syncthreads();
        const int left = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
        __syncthreads();
        s[threadIdx.x] += left;
    }
    __syncthreads();
    if (threadIdx.x == 255) {
        state[block] = (block ? 1ull : 2ull) << 32 | (unsigned)s[255];
        before = 0;
        for (int b = (int)block - 1; b >= 0; b--) {
            unsigned long long there;
            while (!((there = state[b]) >> 32))
                continue;
            before += (int)(unsigned)there;
            if (there >> 32 == 2)
                break;
        }
        state[block] = 2ull << 32 | (unsigned)(before + s[255]);
    }
    __syncthreads();
    if (i < n)
        out[i] = s[threadIdx.x] + before;
}

__global__ void by_hand(int *p, volatile int *arrived, int *late)
{
    const int blocks = gridDim.x;
    for (int round = 0; round < 10; round++) {
        if (round % 2 == 0)
            p[blockIdx.x * blockDim.x + threadIdx.x] = round;
        else if (*(volatile int *)&p[(blockIdx.x + 1) % blocks * blockDim.x + threadIdx.x] != round - 1)
            atomicAdd(late, 1);
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) {
            atomicAdd((int *)arrived, 1);
            while (*arrived < (round + 1) * blocks)
                continue;
        }
        __syncthreads();
    }
}

__global__ void __cluster_dims__(4) ring(int *out)
{
    __shared__ int box;
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank();
    if (threadIdx.x == 0)
        box = 0;
    cluster.sync();
    for (int k = 0; k < 8; k++) {
        if (threadIdx.x == 0 && k % 4 == rank)
            *cluster.map_shared_rank(&box, (rank + 1) % 4) = k + box;
        cluster.sync();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = box;
}

// The first 64 threads fill two buffers in turn, the others empty them: barriers 1 and 2, full; 3 and 4, empty.
__global__ void halves(const int *in, int *out, int n)
{
    __shared__ int buffer[2][64];
    const int half = threadIdx.x / 64, lane = threadIdx.x % 64;
    for (int k = 0; k < n; k++) {
        const int b = k % 2;
        if (half == 0) {
            if (k >= 2)
                asm volatile("bar.sync %0, 128;" ::"r"(3 + b) : "memory");
            buffer[b][lane] = in[k * 64 + lane];
            asm volatile("bar.arrive %0, 128;" ::"r"(1 + b) : "memory");
        } else {
            asm volatile("bar.sync %0, 128;" ::"r"(1 + b) : "memory");
            out[k * 64 + lane] = buffer[b][63 - lane];
            if (k + 2 < n)
                asm volatile("bar.arrive %0, 128;" ::"r"(3 + b) : "memory");
        }
    }
}

template <class T> T *zeroes(size_t n)
{
    T *p;
    OK(cudaMallocManaged(&p, n * sizeof *p));
    OK(cudaMemset(p, 0, n * sizeof *p));
    OK(cudaDeviceSynchronize());
    return p;
}

int main()
{
    int *count = zeroes<int>(1);
    locked<<<8, 64>>>(count);
    OK(cudaDeviceSynchronize());
    printf("locked %d\n", *count);

    const unsigned room = 4096;
    unsigned *keys = zeroes<unsigned>(room);
    int *counts = zeroes<int>(room), used = 0, right = 0;
    OK(cudaMemset(keys, 0xff, room * sizeof *keys));
    fill<<<40, 256>>>(keys, counts, room, 10000);
    OK(cudaDeviceSynchronize());
    for (unsigned i = 0; i < room; i++)
        used += keys[i] != ~0u, right += counts[i] == 10;
    printf("table %d %d\n", used, right);

    Queue *q = zeroes<Queue>(1);
    OK(cudaMemset(q->node + 1, 0xff, sizeof q->node - sizeof *q->node));
    OK(cudaDeviceSynchronize());
    q->last = q->open = 1;
    work<<<4, 32>>>(q);
    OK(cudaDeviceSynchronize());
    printf("queue %d of %u nodes\n", q->sum, q->last);

    const int n = 20000;
    int *in = zeroes<int>(n), *out = zeroes<int>(n), sum = 0;
    for (int i = 0; i < n; i++)
        in[i] = i % 11 - 3;
    sums<<<(n + 255) / 256, 256>>>(in, out, zeroes<unsigned long long>(n / 256 + 1), zeroes<unsigned>(1), n);
    OK(cudaDeviceSynchronize());
    right = 0;
    for (int i = 0; i < n; i++)
        right += out[i] == (sum += in[i]);
    printf("sums %d\n", right);

    int *late = zeroes<int>(1);
    by_hand<<<6, 64>>>(zeroes<int>(6 * 64), zeroes<int>(1), late);
    OK(cudaDeviceSynchronize());
    printf("late %d\n", *late);

    ring<<<8, 32>>>(out);
    OK(cudaDeviceSynchronize());
    printf("rings %d %d\n", out[0], out[4]);

    halves<<<2, 128>>>(in, out, 10);
    OK(cudaDeviceSynchronize());
    right = 0;
    for (int i = 0; i < 640; i++)
        right += out[i] == in[i / 64 * 64 + 63 - i % 64];
    printf("halves %d\n", right);
}
