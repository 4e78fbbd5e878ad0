// Waiting for phases of an mbarrier by their parity, which is the same for every other one: waits for a phase that the next one may have
// followed before the thread comes, or that is not known to be the next; and neighbours without.
// A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -std=c++17 -lineinfo -arch=sm_90 -o parity.ptx parity.cu
#include <cuda_runtime.h>
typedef unsigned long long Bar;
#define K extern "C" __global__ void
#define T threadIdx.x
#define W (threadIdx.x / 32)
#define AT(b) ((unsigned)__cvta_generic_to_shared(&(b)))
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(AT(b)) : "memory")
#define EXPECT(b, n) asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" :: "r"(AT(b)), "n"(n) : "memory")
#define COPY(to, from, n, b) asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" \
    :: "r"(AT(to)), "l"(from), "n"(n), "r"(AT(b)) : "memory")
#define WAIT(b, parity) { unsigned over; do { asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" \
    : "=r"(over) : "r"(AT(b)), "r"(parity) : "memory"); } while (!over); }

__device__ void init(Bar &b, int n)
{
    if (T == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(AT(b)), "r"(n) : "memory");
    __syncthreads();
}

// ---- who is waited for goes on

K two_phases(int *x, int *y, int n)
{
    __shared__ Bar full;
    init(full, 1);
    if (T == 32) {
        ARRIVE(full);
        ARRIVE(full);
    }
    if (T == 0)
        WAIT(full, 0); // FAULT sync-mbarrier
}
K two_phases_ok(int *x, int *y, int n)
{
    __shared__ Bar full, empty;
    init(full, 1);
    init(empty, 1);
    if (T == 32) {
        ARRIVE(full);
        WAIT(empty, 0);
        ARRIVE(full);
    }
    if (T == 0) {
        WAIT(full, 0);
        ARRIVE(empty);
    }
}
K barrier_between_ok(int *x, int *y, int n)
{
    __shared__ Bar full;
    init(full, 1);
    if (T == 32)
        ARRIVE(full);
    if (T == 0)
        WAIT(full, 0);
    __syncthreads();
    if (T == 32)
        ARRIVE(full);
}

// ---- a ring whose places are not given back

K ring(int *x, int *y, int n)
{
    __shared__ Bar full[2];
    init(full[0], 1);
    init(full[1], 1);
#pragma unroll 1
    for (int k = 0; k < 6 && T == 32; k++)
        ARRIVE(full[k % 2]);
#pragma unroll 1
    for (int k = 0; k < 6 && T == 0; k++)
        WAIT(full[k % 2], k / 2 % 2); // FAULT sync-mbarrier
}
K ring_ok(int *x, int *y, int n)
{
    __shared__ Bar full[2], empty[2];
    init(full[0], 1);
    init(full[1], 1);
    init(empty[0], 1);
    init(empty[1], 1);
#pragma unroll 1
    for (int k = 0; k < 6 && T == 32; k++) {
        WAIT(empty[k % 2], k / 2 % 2 ^ 1);
        ARRIVE(full[k % 2]);
    }
#pragma unroll 1
    for (int k = 0; k < 6 && T == 0; k++) {
        WAIT(full[k % 2], k / 2 % 2);
        ARRIVE(empty[k % 2]);
    }
}

// ---- several wait, and one of them says that it is done

K one_gives_back(int *x, int *y, int n)
{
    __shared__ Bar full, empty;
    init(full, 1);
    init(empty, 1);
#pragma unroll 1
    for (int k = 0; k < 3; k++) {
        if (T == 0) {
            WAIT(empty, k % 2 ^ 1);
            ARRIVE(full);
        }
        WAIT(full, k % 2); // FAULT sync-mbarrier
        if (T == 1)
            ARRIVE(empty);
    }
}
K all_give_back_ok(int *x, int *y, int n)
{
    __shared__ Bar full, empty;
    init(full, 1);
    init(empty, 2);
#pragma unroll 1
    for (int k = 0; k < 3; k++) {
        if (T == 0) {
            WAIT(empty, k % 2 ^ 1);
            ARRIVE(full);
        }
        WAIT(full, k % 2);
        __syncwarp();
        if (T % 32 == 0)
            ARRIVE(empty);
    }
}

// ---- another phase than meant

K phase_skipped(int *x, int *y, int n)
{
    __shared__ Bar full;
    init(full, 1);
    if (T == 32)
        ARRIVE(full);
    if (T == 0)
        WAIT(full, 1); // FAULT sync-mbarrier
}
K phase_skipped_ok(int *x, int *y, int n)
{
    __shared__ Bar full;
    init(full, 1);
    if (T == 32)
        ARRIVE(full);
    __syncthreads();
    if (T == 32)
        ARRIVE(full);
    if (T == 0)
        WAIT(full, 1);
}

// ---- copies

K copies(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[32];
    __shared__ Bar full;
    init(full, 1);
    if (T == 32) {
        EXPECT(full, 64);
        COPY(tile[0], x, 64, full);
        EXPECT(full, 64);
        COPY(tile[16], x + 16, 64, full);
        WAIT(full, 1);
    }
    if (T == 0)
        WAIT(full, 0); // FAULT sync-mbarrier
}
K copies_ok(int *x, int *y, int n)
{
    __shared__ alignas(16) int tile[32];
    __shared__ Bar full, empty;
    init(full, 1);
    init(empty, 1);
    if (T == 32) {
        EXPECT(full, 64);
        COPY(tile[0], x, 64, full);
        WAIT(empty, 0);
        EXPECT(full, 64);
        COPY(tile[16], x + 16, 64, full);
        WAIT(empty, 1);
    }
    if (T == 0)
        for (int k = 0; k < 2; k++) {
            WAIT(full, k);
            ARRIVE(empty);
        }
}

// Copies of the threads' own, of whose end the mbarrier hears: those who copy and those who add up tell each other nothing else.
K copied_ring_ok(int *x, int *y, int n)
{
    __shared__ int ring[2][32];
    __shared__ Bar full[2], empty[2];
    for (int i = 0; i < 2; i++) {
        init(full[i], 32);
        init(empty[i], 32);
    }
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < 6; k++)
        if (W == 0) {
            WAIT(empty[k % 2], k / 2 % 2 ^ 1);
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(AT(ring[k % 2][T])), "l"(x + 16 * k + T) : "memory");
            asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" :: "r"(AT(full[k % 2])) : "memory");
        } else {
            WAIT(full[k % 2], k / 2 % 2);
            sum += ring[k % 2][63 - T];
            ARRIVE(empty[k % 2]);
        }
    if (W == 1)
        y[64 * blockIdx.x + T] = sum;
}
