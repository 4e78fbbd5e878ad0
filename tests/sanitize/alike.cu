// Stores of the same value by what goes on beside threads: copies of both kinds, bulk copies, stores of which an mbarrier hears; the same
// with other values; and neighbours that store elsewhere.
// A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -std=c++17 -lineinfo -arch=sm_90 -o alike.ptx alike.cu
#include <cuda_runtime.h>
typedef unsigned long long Bar;
#define K extern "C" __global__ void
#define T threadIdx.x
#define AT(b) ((unsigned)__cvta_generic_to_shared(&(b)))
#define COPY(to, from) asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(AT(to)), "l"(from) : "memory")
#define OUT(to, from, n) asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" :: "l"(to), "r"(AT(from)), "n"(n) : "memory")
#define OUT_DONE asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory")
#define COPIED asm volatile("cp.async.wait_all;" ::: "memory")
#define PROXY asm volatile("fence.proxy.async;" ::: "memory")

// Blocks copy the same tile to one place: its last row, of another number in each of them, too.
K blocks_alike(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[64];
    tile[T] = T;
    PROXY;
    __syncthreads();
    if (T == 0) {
        OUT(y, tile[0], 256); // FAULT race-same-value
        OUT_DONE;
    }
}
K blocks_differ(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[64];
    tile[T] = T + blockIdx.x;
    PROXY;
    __syncthreads();
    if (T == 0) {
        OUT(y, tile[0], 256); // FAULT race
        OUT_DONE;
    }
}
K blocks_apart_ok(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[64];
    tile[T] = T + blockIdx.x;
    PROXY;
    __syncthreads();
    if (T == 0) {
        OUT(y + 64 * blockIdx.x, tile[0], 256);
        OUT_DONE;
    }
}

// Two warps load one row.
K rows_alike(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[64];
    if (T == 0 || T == 32)
        COPY(tile[0], x); // FAULT race-same-value
    COPIED;
    __syncthreads();
    y[64 * blockIdx.x + T] = tile[T % 4];
}
K rows_differ(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[64];
    if (T == 0 || T == 32)
        COPY(tile[0], x + T); // FAULT race
    COPIED;
    __syncthreads();
    y[64 * blockIdx.x + T] = tile[T % 4];
}
K rows_apart_ok(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[64];
    if (T == 0 || T == 32)
        COPY(tile[T], x + T);
    COPIED;
    __syncthreads();
    y[64 * blockIdx.x + T] = tile[T / 32 * 32 + T % 4];
}

// A thread clears what another one's copy fills with zeros.
K cleared_alike(int *x, int *y, int n)
{
    __shared__ alignas(16) int zeros[4];
    if (T < 4)
        zeros[T] = 0;
    PROXY;
    __syncthreads();
    if (T == 0) {
        OUT(y + 64 * blockIdx.x, zeros[0], 16); // FAULT race-same-value
        OUT_DONE;
    }
    if (T == 33)
        y[64 * blockIdx.x] = 0; // FAULT race-same-value
}
K cleared_otherwise(int *x, int *y, int n)
{
    __shared__ alignas(16) int zeros[4];
    if (T < 4)
        zeros[T] = 0;
    PROXY;
    __syncthreads();
    if (T == 0) {
        OUT(y + 64 * blockIdx.x, zeros[0], 16); // FAULT race
        OUT_DONE;
    }
    if (T == 33)
        y[64 * blockIdx.x] = 1; // FAULT race
}
K cleared_first_ok(int *x, int *y, int n)
{
    __shared__ alignas(16) int zeros[4];
    if (T < 4)
        zeros[T] = 0;
    if (T == 33)
        y[64 * blockIdx.x] = 1;
    PROXY;
    __syncthreads();
    if (T == 0) {
        OUT(y + 64 * blockIdx.x, zeros[0], 16);
        OUT_DONE;
    }
}
// A sum by copies is no store: what it adds may be nothing, and others do not agree with it by that.
K sums(int *x, int *y, int n)
{
    __shared__ alignas(16) int zeros[4];
    if (T < 4)
        zeros[T] = 0;
    PROXY;
    __syncthreads();
    if (T == 0) {
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], 16;" :: "l"(x + 64 * blockIdx.x), "r"(AT(zeros[0])) : "memory"); // FAULT race
        OUT_DONE;
    }
    if (T == 33)
        x[64 * blockIdx.x] = 0; // FAULT race
}
