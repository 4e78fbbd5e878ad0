// Barriers, collectives, mbarriers and copies used wrongly, and neighbours that use them well.  A line that says FAULT stands
// where a fault is found; kernels whose name ends in _ok have none.  nvcc -ptx -lineinfo -arch=sm_90 -o sync.ptx sync.cu
//
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128.
#define K extern "C" __global__ void
#define T threadIdx.x
#define SHFL(v, m, x) asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 31, %2;" : "=r"(v) : "r"(x), "r"(m))
#define I (64 * blockIdx.x + threadIdx.x)

K half(int *x, int *y, int n)
{
    if (T % 32 < 16)
        __syncthreads(); // FAULT sync-divergence
    y[I] = x[I];
    __syncthreads(); // FAULT sync-divergence
}
K half_ok(int *x, int *y, int n)
{
    if (n > 16)
        __syncthreads();
    y[I] = x[I];
}

K arms(int *x, int *y, int n)
{
    if (x[I] & 1) {
        y[I] = 1;
        asm volatile("bar.sync 0;" ::: "memory"); // FAULT sync-divergence
        y[I] += x[I];
    } else {
        y[I] = 2;
        asm volatile("bar.sync 0;" ::: "memory"); // FAULT sync-divergence
        y[I] -= 3;
    }
}
K arms_ok(int *x, int *y, int n)
{
    if (T < 32) {
        y[I] = 1;
        asm volatile("bar.sync 0;" ::: "memory");
        y[I] += x[I];
    } else {
        y[I] = 2;
        asm volatile("bar.sync 0;" ::: "memory");
        y[I] -= 3;
    }
}

K early_ok(int *x, int *y, int n)
{
    if (T % 32 == 7)
        return;
    y[I] = x[I];
    __syncthreads();
}
K leave_ok(int *x, int *y, int n)
{
    if (T >= 32)
        return;
    __syncthreads();
    y[I] = x[I];
}

K counts(int *x, int *y, int n)
{
    if (T < 32)
        asm volatile("bar.sync 1, 64;" ::: "memory"); // FAULT sync-count
    else
        asm volatile("bar.sync 1, 96;" ::: "memory"); // FAULT sync-count
    y[I] = x[I];
}
K counts_ok(int *x, int *y, int n)
{
    if (T < 32)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    else
        asm volatile("bar.sync 1, 64;" ::: "memory");
    y[I] = x[I];
}

K mask(int *x, int *y, int n)
{
    int v = 0;
    if (T % 32 < 8)
        SHFL(v, 0xfe, x[I]); // FAULT sync-mask sync-shuffle
    y[I] = v;
}
K mask_ok(int *x, int *y, int n)
{
    int v = 0;
    if (T % 32 < 8)
        SHFL(v, 0xff, x[I]);
    y[I] = v;
}

K members(int *x, int *y, int n)
{
    int v;
    if (T % 32 < 16)
        SHFL(v, 0xffffffff, x[I]); // FAULT sync-members
    else
        asm volatile("redux.sync.add.s32 %0, %1, 0xffffffff;" : "=r"(v) : "r"(x[I])); // FAULT sync-members
    y[I] = v;
}
K members_ok(int *x, int *y, int n)
{
    int v;
    if (T % 32 < 16)
        SHFL(v, 0xffff, x[I]);
    else
        asm volatile("redux.sync.add.s32 %0, %1, 0xffff0000;" : "=r"(v) : "r"(x[I]));
    y[I] = v;
}

K places_ok(int *x, int *y, int n) // the same instruction in two places
{
    int v;
    if (T % 32 < 16)
        SHFL(v, 0xffffffff, x[I]);
    else
        SHFL(v, 0xffffffff, y[I] = 3);
    y[I] = v;
}

K absent(int *x, int *y, int n)
{
    int v = 1;
    if (T % 32 < 16)
        asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); // FAULT sync-deadlock
    else
        asm volatile("bar.sync 1, 64;" ::: "memory"); // FAULT sync-deadlock
    y[I] = v;
}
K absent_ok(int *x, int *y, int n)
{
    int v = 1;
    if (T % 32 < 16)
        __syncwarp(0xffff);
    asm volatile("bar.sync 1, 64;" ::: "memory");
    y[I] = v;
}

#define BAR unsigned b = (unsigned)__cvta_generic_to_shared(&bar)
#define INIT(n) asm volatile("mbarrier.init.shared.b64 [%0], " #n ";" :: "r"(b) : "memory")
#define ARRIVE asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" :: "r"(b) : "memory")

K unmade(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR;
    if (T == 0 && n < 100)
        INIT(64);
    __syncthreads();
    ARRIVE; // FAULT sync-mbarrier
    y[I] = x[I];
}
K unmade_ok(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR;
    if (T == 0)
        INIT(64);
    __syncthreads();
    ARRIVE;
    y[I] = x[I];
}

K gone(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR;
    if (T == 0) {
        INIT(64);
        asm volatile("mbarrier.inval.shared.b64 [%0];" :: "r"(b) : "memory");
    }
    __syncthreads();
    ARRIVE; // FAULT sync-mbarrier
    y[I] = x[I];
}
K gone_ok(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR;
    if (T == 0)
        INIT(64);
    __syncthreads();
    ARRIVE;
    __syncthreads();
    if (T == 0)
        asm volatile("mbarrier.inval.shared.b64 [%0];" :: "r"(b) : "memory");
    y[I] = x[I];
}

K forgotten(int *x, int *y, int n)
{
    __shared__ int a[64];
    unsigned to = (unsigned)__cvta_generic_to_shared(a + T);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(to), "l"(x + I) : "memory"); // FAULT sync-copy
    asm volatile("cp.async.commit_group;" ::: "memory");
    y[I] = 1;
}
K forgotten_ok(int *x, int *y, int n)
{
    __shared__ int a[64];
    unsigned to = (unsigned)__cvta_generic_to_shared(a + T);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(to), "l"(x + I) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    y[I] = a[T];
}

// No arrival is expected.
K none(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR;
    if (T == 0)
        INIT(0); // FAULT sync-mbarrier
    y[I] = x[I];
}
K none_ok(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR;
    if (T == 0)
        INIT(1048575);
    y[I] = x[I];
}

// Two arrivals at once, where one is left.
K twofold(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR;
    if (T == 0) {
        INIT(3);
        asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0], 2; }" :: "r"(b) : "memory");
        asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0], 2; }" :: "r"(b) : "memory"); // FAULT sync-mbarrier
    }
    y[I] = x[I];
}
K twofold_ok(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR;
    if (T == 0) {
        INIT(4);
        asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0], 2; }" :: "r"(b) : "memory");
        asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0], 2; }" :: "r"(b) : "memory");
    }
    y[I] = x[I];
}

// More bytes than can be counted.
#define EXPECT(n) asm volatile("mbarrier.expect_tx.relaxed.cta.shared.b64 [%0], " #n ";" :: "r"(b) : "memory")
#define COMPLETE(n) asm volatile("mbarrier.complete_tx.relaxed.cta.shared.b64 [%0], " #n ";" :: "r"(b) : "memory")
K bytes(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR;
    if (T == 0) {
        INIT(1);
        EXPECT(1000000);
        EXPECT(100000); // FAULT sync-mbarrier
    }
    y[I] = x[I];
}
K bytes_ok(int *x, int *y, int n)
{
    __shared__ long long bar;
    BAR;
    if (T == 0) {
        INIT(1);
        EXPECT(1000000);
        COMPLETE(1000000);
        EXPECT(1048575);
    }
    y[I] = x[I];
}

// Checked with --sanitize=memory,race,sync.

// ---- some threads go past a barrier

K skipped_ok(int *x, int *y, int n)
{
    if (T >= 40)
        return;
    __syncthreads();
    y[I] = x[I];
}
K skipped(int *x, int *y, int n)
{
    if (T < 40) // FAULT sync-skipped
        __syncthreads(); // FAULT sync-skipped
    y[I] = x[I];
}
K skipped_by_odd(int *x, int *y, int n)
{
    if (T % 2 == 0) // FAULT sync-skipped
        __syncthreads(); // FAULT sync-skipped
    y[I] = x[I];
}
K skipped_by_warp(int *x, int *y, int n)
{
    if (T < 32) { // FAULT sync-skipped
        y[I] = x[I];
        __syncthreads(); // FAULT sync-skipped
        y[I] += x[64 * blockIdx.x + 63 - T];
    }
    y[I] = x[I];
}
K skipped_by_block_ok(int *x, int *y, int n)
{
    if (blockIdx.x)
        __syncthreads();
    y[I] = x[I];
}
K fewer_rounds(int *x, int *y, int n)
{
#pragma unroll 1
    for (int i = 0; i < 3 + (int)T / 32; i++) // FAULT sync-skipped
        __syncthreads(); // FAULT sync-skipped
    y[I] = x[I];
}
K fewer_rounds_ok(int *x, int *y, int n)
{
#pragma unroll 1
    for (int i = 0; i < 3 + (int)blockIdx.x; i++)
        __syncthreads();
    y[I] = x[I];
}
K deep(int *x, int *y, int n)
{
    if (n > 3) // FAULT sync-skipped
        if (T != 9)
            if (x[I] >= 0)
                __syncthreads(); // FAULT sync-skipped
    y[I] = x[I];
}
K left_in_a_round_ok(int *x, int *y, int n)
{
#pragma unroll 1
    for (int k = 0; k < n / 32; k++) {
#pragma unroll 1
        for (int i = 0; i < 3; i++) {
            y[I] = x[I] + i;
            __syncthreads();
        }
        if (T == 7 * k)
            return;
        x[I] = y[I];
    }
    y[I] = 2 * x[I];
}
K one_after_the_other_ok(int *x, int *y, int n)
{
    if (T < 32) {
        asm volatile("bar.sync 0;" ::: "memory");
        y[I] = x[I];
    }
    x[I] = T;
    if (T >= 32) {
        asm volatile("bar.sync 0;" ::: "memory");
        y[I] = 1;
    }
    y[I] += x[I];
}

// ---- the same barriers where all come to them

K skipped_by_odd_ok(int *x, int *y, int n)
{
    if (T % 2 == 0)
        y[I] = x[I];
    __syncthreads();
    if (T % 2)
        y[I] = x[I];
}
K skipped_by_warp_ok(int *x, int *y, int n)
{
    if (T < 32) {
        y[I] = x[I];
        asm volatile("bar.sync 1, 32;" ::: "memory");
        y[I] += x[64 * blockIdx.x + 63 - T];
    }
    y[I] = x[I];
}
K deep_ok(int *x, int *y, int n)
{
    if (n > 3)
        if (T != 9)
            if (x[I] >= 0)
                y[I] = x[I];
    __syncthreads();
}
