// What programs get wrong again and again, as lists of faults in CUDA's programs have it: ten of each kind, and beside each what is right.
// A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -std=c++17 -lineinfo -arch=sm_80 -o faults.ptx faults.cu
//
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128, which nothing has written.
#include <cuda_runtime.h>
#define K extern "C" __global__ void
#define ADD(p, v) asm volatile("red.shared.add.u32 [%0], %1;" :: "r"((unsigned)__cvta_generic_to_shared(p)), "r"(v) : "memory")
#define SHUFFLE(how, v, lane, mask) asm volatile("shfl.sync." how ".b32 %0, %0, %1, 31, %2;" : "+r"(v) : "r"(lane), "r"(mask))
#define MEET(mask) asm volatile("bar.warp.sync %0;" :: "r"(mask) : "memory")

// ==== memory

// A stencil whose first and last points have one neighbour only.
K stencil_edges(const int *x, int *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i - 1] + x[i] + x[i + 1]; // FAULT memory-bounds
}
K stencil_edges_ok(const int *x, int *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        y[i] = x[i - 1] + x[i] + x[i + 1];
}
// Each thread takes four, and only the first of them is compared with the end.
K four_at_once(const int *x, int *y, int n)
{
    const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x) - 2;
    if (i >= 0 && i < n) {
        int s = 0;
        for (int k = 0; k < 4; k++)
            s += x[i + k]; // FAULT memory-bounds
        y[i / 4] = s;
    }
}
K four_at_once_ok(const int *x, int *y, int n)
{
    const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x) - 2;
    if (i >= 0 && i < n) {
        int s = 0;
        for (int k = 0; k < 4 && i + k < n; k++)
            s += x[i + k];
        y[i / 4] = s;
    }
}
// An image of 16 x 8, addressed as one of 8 x 16.
K rows_and_columns(const int *x, int *y, int n)
{
    const int c = threadIdx.x % 16, r = threadIdx.x / 16 + 4 * blockIdx.x;
    y[c * 16 + r] = x[r * 16 + c]; // FAULT memory-bounds
}
K rows_and_columns_ok(const int *x, int *y, int n)
{
    const int c = threadIdx.x % 16, r = threadIdx.x / 16 + 4 * blockIdx.x;
    y[c * 8 + r] = x[r * 16 + c];
}
// A tile has no room for the neighbour of the last thread.
K tile_without_edge(const int *x, int *y, int n)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = x[64 * blockIdx.x + threadIdx.x];
    __syncthreads();
    y[64 * blockIdx.x + threadIdx.x] = tile[threadIdx.x + 1] - tile[threadIdx.x]; // FAULT memory-bounds
}
K tile_without_edge_ok(const int *x, int *y, int n)
{
    __shared__ int tile[65];
    tile[threadIdx.x] = x[64 * blockIdx.x + threadIdx.x];
    if (threadIdx.x == 0)
        tile[64] = 0;
    __syncthreads();
    y[64 * blockIdx.x + threadIdx.x] = tile[threadIdx.x + 1] - tile[threadIdx.x];
}
// Buckets of a thread: one too few.
K buckets(const int *x, int *y, int n)
{
    int count[8] = {};
    for (int i = 0; i < 16; i++)
        count[x[i] % 9]++; // FAULT memory-bounds
    y[64 * blockIdx.x + threadIdx.x] = count[x[threadIdx.x] % 8];
}
K buckets_ok(const int *x, int *y, int n)
{
    int count[9] = {};
    for (int i = 0; i < 16; i++)
        count[x[i] % 9]++;
    y[64 * blockIdx.x + threadIdx.x] = count[x[threadIdx.x] % 8];
}
// Two numbers as one, from an odd place.
K pairs(const int *x, int *y, int n)
{
    const int i = threadIdx.x;
    const int2 p = *(const int2 *)(x + i); // FAULT memory-alignment
    y[64 * blockIdx.x + i] = p.x + p.y;
}
K pairs_ok(const int *x, int *y, int n)
{
    const int i = threadIdx.x;
    const int2 p = *(const int2 *)(x + i / 2 * 2);
    y[64 * blockIdx.x + i] = p.x + p.y;
}
struct Node {
    Node *next;
    int value;
};
// The next node is asked of one that is gone.
K list_freed(const int *x, int *y, int n)
{
    Node *head = nullptr;
    for (int i = 0; i < 3; i++) {
        Node *node = new Node;
        node->next = head;
        node->value = x[i];
        head = node;
    }
    int sum = 0;
    while (head) {
        sum += head->value;
        delete head;
        head = head->next; // FAULT memory-freed
    }
    y[64 * blockIdx.x + threadIdx.x] = sum;
}
K list_freed_ok(const int *x, int *y, int n)
{
    Node *head = nullptr;
    for (int i = 0; i < 3; i++) {
        Node *node = new Node;
        node->next = head;
        node->value = x[i];
        head = node;
    }
    int sum = 0;
    while (head) {
        Node *const next = head->next;
        sum += head->value;
        delete head;
        head = next;
    }
    y[64 * blockIdx.x + threadIdx.x] = sum;
}
// All threads give back what one of them has got for the block.
K freed_by_all(const int *x, int *y, int n)
{
    __shared__ int *room;
    if (threadIdx.x == 0)
        room = (int *)malloc(64 * sizeof(int));
    __syncthreads();
    room[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    y[64 * blockIdx.x + threadIdx.x] = room[63 - threadIdx.x];
    __syncthreads();
    free(room); // FAULT memory-double-free
}
K freed_by_all_ok(const int *x, int *y, int n)
{
    __shared__ int *room;
    if (threadIdx.x == 0)
        room = (int *)malloc(64 * sizeof(int));
    __syncthreads();
    room[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    y[64 * blockIdx.x + threadIdx.x] = room[63 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        free(room);
}
// Pointers to rows, of which some are none.
K pointer_unset(int *x, int *y, int n)
{
    __shared__ int *volatile row[64];
    row[threadIdx.x] = threadIdx.x < 60 ? y + 64 * blockIdx.x + threadIdx.x : nullptr;
    __syncthreads();
    *row[63 - threadIdx.x] = 1; // FAULT memory-null
}
K pointer_unset_ok(int *x, int *y, int n)
{
    __shared__ int *volatile row[64];
    row[threadIdx.x] = threadIdx.x < 60 ? y + 64 * blockIdx.x + threadIdx.x : nullptr;
    __syncthreads();
    int *const to = row[63 - threadIdx.x];
    if (to)
        *to = 1;
}
// Rounds of a grid, counted down below 0.
K counted_down(const int *x, int *y, int n)
{
    for (int i = n - 1 - (blockIdx.x * blockDim.x + threadIdx.x); i >= -1; i -= gridDim.x * blockDim.x)
        y[i] = 1; // FAULT memory-bounds
}
K counted_down_ok(const int *x, int *y, int n)
{
    for (int i = n - 1 - (blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= gridDim.x * blockDim.x)
        y[i] = 1;
}

// ==== init

// The edges of a tile, which nobody loads.
K edges_unloaded(const int *x, int *y, int n)
{
    __shared__ int tile[66];
    const int t = threadIdx.x + 1;
    tile[t] = x[64 * blockIdx.x + threadIdx.x];
    __syncthreads();
    y[64 * blockIdx.x + threadIdx.x] = tile[t - 1] + tile[t] + tile[t + 1]; // FAULT init
}
K edges_unloaded_ok(const int *x, int *y, int n)
{
    __shared__ int tile[66];
    const int t = threadIdx.x + 1;
    tile[t] = x[64 * blockIdx.x + threadIdx.x];
    if (threadIdx.x < 2)
        tile[65 * threadIdx.x] = 0;
    __syncthreads();
    y[64 * blockIdx.x + threadIdx.x] = tile[t - 1] + tile[t] + tile[t + 1];
}
// Counters of a block that nobody clears.
K uncleared(const int *x, int *y, int n)
{
    __shared__ int count[16];
    ADD(&count[x[threadIdx.x] % 16], 1); // FAULT init
    __syncthreads();
    if (threadIdx.x < 16)
        y[64 * blockIdx.x + threadIdx.x] = count[threadIdx.x];
}
K uncleared_ok(const int *x, int *y, int n)
{
    __shared__ int count[16];
    if (threadIdx.x < 16)
        count[threadIdx.x] = 0;
    __syncthreads();
    ADD(&count[x[threadIdx.x] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        y[64 * blockIdx.x + threadIdx.x] = count[threadIdx.x];
}
// The result is added to, and was never cleared.
K added_to(const int *x, int *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] += x[i]; // FAULT init
}
K added_to_ok(const int *x, int *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i];
    y[i] += x[i];
}
// Sums of 32 warps, of which there are two.
K sums_of_warps(const int *x, int *y, int n)
{
    __shared__ int sum[32];
    int v = x[64 * blockIdx.x + threadIdx.x];
    for (int d = 16; d; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0)
        sum[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = sum[threadIdx.x]; // FAULT init
        for (int d = 16; d; d /= 2)
            v += __shfl_down_sync(~0u, v, d);
        if (threadIdx.x == 0)
            y[64 * blockIdx.x] = v;
    }
}
K sums_of_warps_ok(const int *x, int *y, int n)
{
    __shared__ int sum[32];
    int v = x[64 * blockIdx.x + threadIdx.x];
    for (int d = 16; d; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0)
        sum[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? sum[threadIdx.x] : 0;
        for (int d = 16; d; d /= 2)
            v += __shfl_down_sync(~0u, v, d);
        if (threadIdx.x == 0)
            y[64 * blockIdx.x] = v;
    }
}
// Memory of the heap is no zeros.
K heap_unset(const int *x, int *y, int n)
{
    int *p = (int *)malloc(8 * sizeof(int));
    for (int i = 0; i < 4; i++)
        p[2 * i] = x[i];
    y[64 * blockIdx.x + threadIdx.x] = p[x[3]]; // FAULT init
    free(p);
}
K heap_unset_ok(const int *x, int *y, int n)
{
    int *p = (int *)malloc(8 * sizeof(int));
    for (int i = 0; i < 4; i++)
        p[2 * i] = x[i];
    y[64 * blockIdx.x + threadIdx.x] = p[x[2]];
    free(p);
}
// The last block to come is to see a flag that the first thread alone would have set.
K flag_unset(const int *x, int *y, int n)
{
    __shared__ volatile int found;
    __syncthreads();
    if (x[64 * blockIdx.x + threadIdx.x] == 200)
        found = 1;
    __syncthreads();
    if (found) // FAULT init
        y[64 * blockIdx.x + threadIdx.x] = 1;
}
K flag_unset_ok(const int *x, int *y, int n)
{
    __shared__ volatile int found;
    if (threadIdx.x == 0)
        found = 0;
    __syncthreads();
    if (x[64 * blockIdx.x + threadIdx.x] == 200)
        found = 1;
    __syncthreads();
    if (found)
        y[64 * blockIdx.x + threadIdx.x] = 1;
}
// An array of the thread, filled up to where another loop reads it.
K half_filled(const int *x, int *y, int n)
{
    int window[8];
#pragma unroll 1
    for (int i = 0; i < x[7]; i++)
        window[i] = x[i];
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < x[8]; i++)
        sum += window[i]; // FAULT init
    y[64 * blockIdx.x + threadIdx.x] = sum;
}
K half_filled_ok(const int *x, int *y, int n)
{
    int window[8];
#pragma unroll 1
    for (int i = 0; i < x[8]; i++)
        window[i] = x[i];
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < x[8]; i++)
        sum += window[i];
    y[64 * blockIdx.x + threadIdx.x] = sum;
}
struct Best {
    int value, place;
};
// Of a record in shared memory one part is set.
K part_of_a_record(const int *x, int *y, int n)
{
    __shared__ Best best[64];
    best[threadIdx.x].value = x[threadIdx.x];
    __syncthreads();
    y[64 * blockIdx.x + threadIdx.x] = best[63 - threadIdx.x].place; // FAULT init
}
K part_of_a_record_ok(const int *x, int *y, int n)
{
    __shared__ Best best[64];
    best[threadIdx.x].value = x[threadIdx.x];
    best[threadIdx.x].place = threadIdx.x;
    __syncthreads();
    y[64 * blockIdx.x + threadIdx.x] = best[63 - threadIdx.x].place;
}
// A tile at the end of the data: what lies behind it is compared all the same.
K tile_at_the_end(const int *x, int *y, int n)
{
    __shared__ int tile[64];
    const int i = 64 * blockIdx.x + threadIdx.x;
    if (i < n - 10)
        tile[threadIdx.x] = x[i];
    __syncthreads();
    int larger = 0;
    for (int k = 0; k < 64; k++)
        if (tile[k] > x[i]) // FAULT init
            larger++;
    y[i] = larger;
}
K tile_at_the_end_ok(const int *x, int *y, int n)
{
    __shared__ int tile[64];
    const int i = 64 * blockIdx.x + threadIdx.x;
    if (i < n - 10)
        tile[threadIdx.x] = x[i];
    __syncthreads();
    int larger = 0;
    for (int k = 0; k < 64 && 64 * blockIdx.x + k < n - 10; k++)
        if (tile[k] > x[i])
            larger++;
    y[i] = larger;
}
// The first half of a result is made, and all of it read by the next loop.
K two_loops(const int *x, int *y, int n)
{
    for (int i = threadIdx.x; i < n / 2 - 1; i += blockDim.x)
        if (blockIdx.x == 0)
            y[i] = x[i];
    __syncthreads();
    if (blockIdx.x == 0)
        y[64 + threadIdx.x] = y[63 - threadIdx.x] + 1; // FAULT init
}
K two_loops_ok(const int *x, int *y, int n)
{
    for (int i = threadIdx.x; i < n / 2; i += blockDim.x)
        if (blockIdx.x == 0)
            y[i] = x[i];
    __syncthreads();
    if (blockIdx.x == 0)
        y[64 + threadIdx.x] = y[63 - threadIdx.x] + 1;
}

// ==== race

// A sum by halves, without a barrier between two of them.
K sum_by_halves(const int *x, int *y, int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = x[64 * blockIdx.x + threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int d = 32; d; d /= 2)
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d]; // FAULT race
    if (threadIdx.x == 0)
        y[64 * blockIdx.x] = s[0];
}
K sum_by_halves_ok(const int *x, int *y, int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = x[64 * blockIdx.x + threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int d = 32; d; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        y[64 * blockIdx.x] = s[0];
}
// A warp by itself, as if its lanes still went in step.
K last_warp(const int *x, int *y, int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = x[64 * blockIdx.x + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
        s[threadIdx.x] += s[threadIdx.x + 32]; // FAULT race
        if (threadIdx.x < 16)
            s[threadIdx.x] += s[threadIdx.x + 16]; // FAULT race
    }
    __syncthreads();
    if (threadIdx.x == 0)
        y[64 * blockIdx.x] = s[0];
}
K last_warp_ok(const int *x, int *y, int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = x[64 * blockIdx.x + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
        s[threadIdx.x] += s[threadIdx.x + 32];
        __syncwarp();
        if (threadIdx.x < 16)
            s[threadIdx.x] += s[threadIdx.x + 16];
    }
    __syncthreads();
    if (threadIdx.x == 0)
        y[64 * blockIdx.x] = s[0];
}
// The next tile is stored while others still read the one before.
K tiles_overwritten(const int *x, int *y, int n)
{
    __shared__ int tile[64];
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < n / 64; k++) {
        tile[threadIdx.x] = x[64 * k + threadIdx.x]; // FAULT race
        __syncthreads();
        sum += tile[63 - threadIdx.x]; // FAULT race
    }
    y[64 * blockIdx.x + threadIdx.x] = sum;
}
K tiles_overwritten_ok(const int *x, int *y, int n)
{
    __shared__ int tile[64];
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < n / 64; k++) {
        tile[threadIdx.x] = x[64 * k + threadIdx.x];
        __syncthreads();
        sum += tile[63 - threadIdx.x];
        __syncthreads();
    }
    y[64 * blockIdx.x + threadIdx.x] = sum;
}
// Counters of a block without atomics.
K counted_plainly(const int *x, int *y, int n)
{
    __shared__ int count[16];
    if (threadIdx.x < 16)
        count[threadIdx.x] = 0;
    __syncthreads();
    count[x[threadIdx.x] % 16]++; // FAULT race
    __syncthreads();
    if (threadIdx.x < 16)
        y[64 * blockIdx.x + threadIdx.x] = count[threadIdx.x];
}
K counted_plainly_ok(const int *x, int *y, int n)
{
    __shared__ int count[16];
    if (threadIdx.x < 16)
        count[threadIdx.x] = 0;
    __syncthreads();
    ADD(&count[x[threadIdx.x] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        y[64 * blockIdx.x + threadIdx.x] = count[threadIdx.x];
}
// A sum of all blocks by atomics that are of one.
K total_of_blocks(int *x, int *y, int n)
{
    asm volatile("red.relaxed.cta.global.add.u32 [%0], %1;" :: "l"(x), "r"(x[1 + threadIdx.x]) : "memory"); // FAULT race
}
K total_of_blocks_ok(int *x, int *y, int n)
{
    asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" :: "l"(x), "r"(x[1 + threadIdx.x]) : "memory");
}
// A block tells another one that a number is there, with no fence before.
__device__ int number[2], is_there[2];
K told_without_fence(int *x, int *y, int n)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        number[0] = x[5]; // FAULT race
        *(volatile int *)&is_there[0] = 1;
    }
    if (threadIdx.x == 0 && blockIdx.x == 1) {
        while (!*(volatile int *)&is_there[0])
            ;
        y[0] = number[0]; // FAULT race
    }
}
K told_without_fence_ok(int *x, int *y, int n)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        number[1] = x[5];
        __threadfence();
        *(volatile int *)&is_there[1] = 1;
    }
    if (threadIdx.x == 0 && blockIdx.x == 1) {
        while (!*(volatile int *)&is_there[1])
            ;
        __threadfence();
        y[0] = number[1];
    }
}
// A field is smoothed where it stands.
K in_place(int *x, int *y, int n)
{
    const int i = 64 * blockIdx.x + threadIdx.x;
    if (threadIdx.x > 0)
        x[i] = x[i] + x[i - 1]; // FAULT race
}
K in_place_ok(int *x, int *y, int n)
{
    const int i = 64 * blockIdx.x + threadIdx.x;
    const int v = threadIdx.x > 0 ? x[i] + x[i - 1] : x[i];
    __syncthreads();
    x[i] = v;
}
// A scan with one row, in which each round reads what it stores.
K scan_in_one_row(const int *x, int *y, int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int d = 1; d < 64; d *= 2) {
        if (threadIdx.x >= d)
            s[threadIdx.x] += s[threadIdx.x - d]; // FAULT race
        __syncthreads();
    }
    y[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x];
}
K scan_in_one_row_ok(const int *x, int *y, int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int d = 1; d < 64; d *= 2) {
        const int before = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
        __syncthreads();
        s[threadIdx.x] += before;
        __syncthreads();
    }
    y[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x];
}
// A square is turned where it stands, by both threads of each pair.
K turned_twice(int *x, int *y, int n)
{
    const int r = threadIdx.x / 8, c = threadIdx.x % 8, at = 64 * blockIdx.x;
    const int v = x[at + 8 * r + c]; // FAULT race
    x[at + 8 * c + r] = v; // FAULT race
}
K turned_twice_ok(int *x, int *y, int n)
{
    const int r = threadIdx.x / 8, c = threadIdx.x % 8, at = 64 * blockIdx.x;
    if (r < c) {
        const int v = x[at + 8 * r + c], w = x[at + 8 * c + r];
        x[at + 8 * c + r] = v;
        x[at + 8 * r + c] = w;
    }
}
// What a copy brings is read by a thread that has waited for its own copies only.
K copied_by_others(const int *x, int *y, int n)
{
    __shared__ int tile[64];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"((unsigned)__cvta_generic_to_shared(&tile[threadIdx.x])), "l"(x + threadIdx.x) : "memory"); // FAULT race
    asm volatile("cp.async.wait_all;" ::: "memory");
    y[64 * blockIdx.x + threadIdx.x] = tile[63 - threadIdx.x]; // FAULT race
}
K copied_by_others_ok(const int *x, int *y, int n)
{
    __shared__ int tile[64];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"((unsigned)__cvta_generic_to_shared(&tile[threadIdx.x])), "l"(x + threadIdx.x) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    y[64 * blockIdx.x + threadIdx.x] = tile[63 - threadIdx.x];
}

// ==== sync

// A barrier for half of the block: the others come to the next one meanwhile, which is the same to PTX.
K barrier_for_some(const int *x, int *y, int n)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    if (threadIdx.x < 32) {
        __syncthreads();
        tile[threadIdx.x] += tile[threadIdx.x + 32]; // FAULT race
    }
    __syncthreads();
    y[64 * blockIdx.x + threadIdx.x] = tile[threadIdx.x % 32]; // FAULT race
}
K barrier_for_some_ok(const int *x, int *y, int n)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32)
        tile[threadIdx.x] += tile[threadIdx.x + 32];
    __syncthreads();
    y[64 * blockIdx.x + threadIdx.x] = tile[threadIdx.x % 32];
}
// Rounds with a barrier, of which warps have different numbers.
K rounds_of_warps(const int *x, int *y, int n)
{
    int v = 0;
#pragma unroll 1
    for (int k = 0; k < x[1 + threadIdx.x / 32]; k++) { // FAULT sync-skipped
        v += x[k];
        __syncthreads(); // FAULT sync-skipped
    }
    y[64 * blockIdx.x + threadIdx.x] = v;
}
K rounds_of_warps_ok(const int *x, int *y, int n)
{
    int v = 0;
#pragma unroll 1
    for (int k = 0; k < x[2]; k++) {
        if (k < x[1 + threadIdx.x / 32])
            v += x[k];
        __syncthreads();
    }
    y[64 * blockIdx.x + threadIdx.x] = v;
}
// Both sides of a branch have a barrier, and a warp comes to both.
K barrier_on_both_sides(const int *x, int *y, int n)
{
    __shared__ int s[64];
    if (threadIdx.x % 2) {
        s[threadIdx.x] = x[threadIdx.x];
        asm volatile("bar.sync 0;" ::: "memory"); // FAULT sync-divergence
    } else {
        s[threadIdx.x] = -x[threadIdx.x];
        asm volatile("bar.sync 0; // the other one" ::: "memory"); // FAULT sync-divergence
    }
    y[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x];
}
K barrier_on_both_sides_ok(const int *x, int *y, int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x % 2 ? x[threadIdx.x] : -x[threadIdx.x];
    __syncthreads();
    y[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x];
}
// The mask of a shuffle leaves out who calls it.
K mask_too_small(const int *x, int *y, int n)
{
    int v = x[threadIdx.x];
    SHUFFLE("bfly", v, 1, 0xffff); // FAULT sync-mask
    y[64 * blockIdx.x + threadIdx.x] = v;
}
K mask_too_small_ok(const int *x, int *y, int n)
{
    int v = x[threadIdx.x];
    SHUFFLE("bfly", v, 1, 0xffffffff);
    y[64 * blockIdx.x + threadIdx.x] = v;
}
// Lanes of a branch ask one that is not in it.
K lane_elsewhere(const int *x, int *y, int n)
{
    int v = x[threadIdx.x];
    if (threadIdx.x % 32 >= 8)
        SHUFFLE("idx", v, 0, 0xffffff00); // FAULT sync-shuffle
    y[64 * blockIdx.x + threadIdx.x] = v;
}
K lane_elsewhere_ok(const int *x, int *y, int n)
{
    int v = x[threadIdx.x];
    if (threadIdx.x % 32 >= 8)
        SHUFFLE("idx", v, 8, 0xffffff00);
    y[64 * blockIdx.x + threadIdx.x] = v;
}
// A named barrier of which sides expect different numbers.
K numbers_differ(const int *x, int *y, int n)
{
    if (threadIdx.x < 32) {
        asm volatile("bar.arrive 1, 64;" ::: "memory"); // FAULT sync-count
    } else {
        asm volatile("bar.sync 1, 32;" ::: "memory"); // FAULT sync-count
        y[64 * blockIdx.x + threadIdx.x] = threadIdx.x;
    }
}
K numbers_differ_ok(const int *x, int *y, int n)
{
    __shared__ int s[32];
    if (threadIdx.x < 32) {
        s[threadIdx.x] = x[threadIdx.x];
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        y[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x - 32];
    }
}
// Nobody waits for what is copied ahead.
K copied_ahead(const int *x, int *y, int n)
{
    __shared__ int tile[64];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"((unsigned)__cvta_generic_to_shared(&tile[threadIdx.x])), "l"(x + threadIdx.x) : "memory"); // FAULT sync-copy
    y[64 * blockIdx.x + threadIdx.x] = x[threadIdx.x];
}
K copied_ahead_ok(const int *x, int *y, int n)
{
    __shared__ int tile[64];
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"((unsigned)__cvta_generic_to_shared(&tile[threadIdx.x])), "l"(x + threadIdx.x) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    y[64 * blockIdx.x + threadIdx.x] = tile[threadIdx.x];
}
// An mbarrier for half of those who come.
K too_many_come(const int *x, int *y, int n)
{
    __shared__ unsigned long long bar;
    const unsigned at = (unsigned)__cvta_generic_to_shared(&bar);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 48;" :: "r"(at) : "memory");
    __syncthreads();
    asm volatile("{ .reg .b64 t; mbarrier.arrive.noComplete.shared.b64 t, [%0], 1; }" :: "r"(at) : "memory"); // FAULT sync-mbarrier
}
K too_many_come_ok(const int *x, int *y, int n)
{
    __shared__ unsigned long long bar;
    const unsigned at = (unsigned)__cvta_generic_to_shared(&bar);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 65;" :: "r"(at) : "memory");
    __syncthreads();
    asm volatile("{ .reg .b64 t; mbarrier.arrive.noComplete.shared.b64 t, [%0], 1; }" :: "r"(at) : "memory");
}
// Two blocks wait for each other, each before it lets the other one go.
__device__ volatile int let_go[2];
K each_for_the_other(int *x, int *y, int n)
{
    if (threadIdx.x == 0) {
        while (!let_go[1 - blockIdx.x]) // FAULT sync-deadlock
            ;
        let_go[blockIdx.x] = 1;
    }
}
__device__ volatile int let_go_ok[2];
K each_for_the_other_ok(int *x, int *y, int n)
{
    if (threadIdx.x == 0) {
        let_go_ok[blockIdx.x] = 1;
        while (!let_go_ok[1 - blockIdx.x])
            ;
    }
}
// A warp is to meet for a part of it, and the rest comes there, too.
K part_of_a_warp(const int *x, int *y, int n)
{
    const unsigned lane = threadIdx.x % 32;
    if (lane < 20)
        MEET(0x000fffff);
    MEET(0x0000ffff); // FAULT sync-mask
    y[64 * blockIdx.x + threadIdx.x] = lane;
}
K part_of_a_warp_ok(const int *x, int *y, int n)
{
    const unsigned lane = threadIdx.x % 32;
    if (lane < 20)
        MEET(0x000fffff);
    if (lane < 16)
        MEET(0x0000ffff);
    y[64 * blockIdx.x + threadIdx.x] = lane;
}
