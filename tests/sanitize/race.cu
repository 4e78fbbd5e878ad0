// Accesses of different threads that nothing orders, and neighbours that are ordered.  A line that says FAULT stands where one
// is found; kernels whose name ends in _ok have none.  nvcc -ptx -lineinfo -arch=sm_90 -o race.ptx race.cu
//
// Each kernel is run in 2 blocks of 64 threads, with 256 bytes of dynamic shared memory: x has 128 ints (0, 1, 2 ...), y 128.
#define K extern "C" __global__ void
#define T threadIdx.x
#define I (64 * blockIdx.x + threadIdx.x)
typedef volatile int *V;

// ---- barriers of a block

K turned(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = x[I]; // FAULT race
    y[I] = s[63 - T]; // FAULT race
}
K turned_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = x[I];
    __syncthreads();
    y[I] = s[63 - T];
}

K again(int *x, int *y, int n)
{
    __shared__ int s[64];
    int v = 0;
    for (int i = 0; i < n / 32; i++) {
        s[T] = x[I] + i; // FAULT race
        __syncthreads();
        v += s[T ^ 33]; // FAULT race
    }
    y[I] = v;
}
K again_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    int v = 0;
    for (int i = 0; i < n / 32; i++) {
        s[T] = x[I] + i;
        __syncthreads();
        v += s[T ^ 33];
        __syncthreads();
    }
    y[I] = v;
}

K bytes(int *x, int *y, int n)
{
    __shared__ char s[80];
    s[T] = (char)T;
    __syncthreads();
    s[T + 1] = s[T] + 1; // FAULT race
    __syncthreads();
    y[I] = s[T];
}
K bytes_ok(int *x, int *y, int n)
{
    __shared__ char s[80];
    s[T] = (char)T;
    __syncthreads();
    char v = s[T ^ 1];
    __syncthreads();
    s[T] = v;
    y[I] = s[T];
}

// ---- warps

K warp(int *x, int *y, int n)
{
    __shared__ V s;
    __shared__ int a[64];
    a[T] = I; // FAULT race
    y[I] = a[T ^ 1]; // FAULT race
    (void)s;
}
K warp_ok(int *x, int *y, int n)
{
    __shared__ int a[64];
    a[T] = I;
    __syncwarp();
    y[I] = a[T ^ 1];
}

K masked(int *x, int *y, int n)
{
    __shared__ int a[64];
    a[T] = I; // FAULT race
    if (T % 32 < 16)
        __syncwarp(0xffff);
    y[I] = a[T ^ 16]; // FAULT race
}
K masked_ok(int *x, int *y, int n)
{
    __shared__ int a[64];
    a[T] = I;
    if (T % 32 < 16)
        __syncwarp(0xffff);
    else
        __syncwarp(0xffff0000);
    y[I] = a[T ^ 8];
}

// ---- named barriers

K named(int *x, int *y, int n)
{
    __shared__ int a[64];
    a[T] = I; // FAULT race
    if (T < 32)
        asm volatile("bar.sync 1, 32;" ::: "memory");
    else
        asm volatile("bar.sync 2, 32;" ::: "memory");
    y[I] = a[T ^ 32]; // FAULT race
}
K named_ok(int *x, int *y, int n)
{
    __shared__ int a[64];
    a[T] = I;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    y[I] = a[T ^ 32];
}

K produce(int *x, int *y, int n)
{
    __shared__ int a[64];
    if (T < 32) {
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        a[T] = I; // FAULT race
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        y[I] = a[T - 32]; // FAULT race
    }
}
K produce_ok(int *x, int *y, int n)
{
    __shared__ int a[64];
    if (T < 32) {
        a[T] = I;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        y[I] = a[T - 32];
    }
}

// ---- blocks

K blocks(int *x, int *y, int n)
{
    y[T] = I; // FAULT race
}
K blocks_ok(int *x, int *y, int n)
{
    y[I] = I;
}

K same(int *x, int *y, int n)
{
    y[0] = 7; // FAULT race-same-value
}
K same_ok(int *x, int *y, int n)
{
    if (I == 0)
        y[0] = 7;
}

K count(int *x, int *y, int n)
{
    y[x[T] & 3] += 1; // FAULT race
}
K count_ok(int *x, int *y, int n)
{
    asm volatile("red.global.add.s32 [%0], 1;" :: "l"(y + (x[T] & 3)) : "memory");
}

K scope(int *x, int *y, int n)
{
    asm volatile("red.relaxed.cta.global.add.s32 [%0], 1;" :: "l"(y) : "memory"); // FAULT race
}
K scope_ok(int *x, int *y, int n)
{
    asm volatile("red.relaxed.cta.global.add.s32 [%0], 1;" :: "l"(y + blockIdx.x) : "memory");
}

// ---- flags: block 0 hands a value to block 1

K flag(int *x, int *y, int n)
{
    if (I == 0) {
        y[1] = 5; // FAULT race
        asm volatile("st.relaxed.gpu.global.s32 [%0], 1;" :: "l"(y) : "memory");
    } else if (I == 64) {
        int seen;
        do
            asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(y) : "memory");
        while (!seen);
        y[2] = y[1]; // FAULT race
    }
}
K flag_ok(int *x, int *y, int n)
{
    if (I == 0) {
        y[1] = 5;
        asm volatile("st.release.gpu.global.s32 [%0], 1;" :: "l"(y) : "memory");
    } else if (I == 64) {
        int seen;
        do
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(y) : "memory");
        while (!seen);
        y[2] = y[1];
    }
}

K narrow(int *x, int *y, int n)
{
    if (I == 0) {
        y[1] = 5; // FAULT race
        asm volatile("st.release.cta.global.s32 [%0], 1;" :: "l"(y) : "memory"); // FAULT race
    } else if (I == 64) {
        int seen;
        do
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(y) : "memory"); // FAULT race
        while (!seen);
        y[2] = y[1]; // FAULT race
    }
}
K fenced_ok(int *x, int *y, int n)
{
    if (I == 0) {
        y[1] = 5;
        __threadfence();
        *(V)y = 1;
    } else if (I == 64) {
        while (!*(V)y)
            ;
        __threadfence();
        y[2] = y[1];
    }
}

K last(int *x, int *y, int n)
{
    int before;
    y[I & 63] = 1; // FAULT race-same-value race
    asm volatile("atom.global.add.s32 %0, [%1], 1;" : "=r"(before) : "l"(y + 127) : "memory");
    if (before == 127)
        y[126] = y[1]; // FAULT race
}
K last_ok(int *x, int *y, int n)
{
    int before;
    if (I < 100)
        y[I] = 1;
    __threadfence();
    asm volatile("atom.global.add.s32 %0, [%1], 1;" : "=r"(before) : "l"(y + 127) : "memory");
    __threadfence();
    if (before == 127)
        y[126] = y[1] + y[99];
}

// ---- copies that go on by themselves

K copied(int *x, int *y, int n)
{
    __shared__ int a[64];
    unsigned to = (unsigned)__cvta_generic_to_shared(a + T);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(to), "l"(x + I) : "memory"); // FAULT race sync-copy
    asm volatile("cp.async.commit_group;" ::: "memory");
    y[I] = a[T]; // FAULT race
}
K copied_ok(int *x, int *y, int n)
{
    __shared__ int a[64];
    unsigned to = (unsigned)__cvta_generic_to_shared(a + T);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(to), "l"(x + I) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    y[I] = a[T];
}

K waited(int *x, int *y, int n)
{
    __shared__ int a[64];
    unsigned to = (unsigned)__cvta_generic_to_shared(a + T);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(to), "l"(x + I) : "memory"); // FAULT race
    asm volatile("cp.async.wait_all;" ::: "memory");
    y[I] = a[T ^ 1]; // FAULT race
}
K waited_ok(int *x, int *y, int n)
{
    __shared__ int a[64];
    unsigned to = (unsigned)__cvta_generic_to_shared(a + T);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(to), "l"(x + I) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    y[I] = a[T ^ 1];
}

K arrive(int *x, int *y, int n)
{
    __shared__ int a[64];
    __shared__ long long bar;
    unsigned b = (unsigned)__cvta_generic_to_shared(&bar), done = 0;
    if (T == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 64;" :: "r"(b) : "memory");
    __syncthreads();
    asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" :: "r"(b) : "memory");
    a[T] = I; // FAULT race
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(b) : "memory");
    y[I] = a[T ^ 32]; // FAULT race
}
K arrive_ok(int *x, int *y, int n)
{
    __shared__ int a[64];
    __shared__ long long bar;
    unsigned b = (unsigned)__cvta_generic_to_shared(&bar), done = 0;
    if (T == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 64;" :: "r"(b) : "memory");
    __syncthreads();
    a[T] = I;
    asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" :: "r"(b) : "memory");
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(b) : "memory");
    y[I] = a[T ^ 32];
}

// ---- clusters

K __cluster_dims__(2, 1, 1) remote(int *x, int *y, int n)
{
    __shared__ int a[64];
    unsigned to, v;
    a[T] = I; // FAULT race
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"((unsigned)__cvta_generic_to_shared(a + T)), "r"(blockIdx.x ^ 1));
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(to) : "memory"); // FAULT race
    y[I] = v;
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}
K __cluster_dims__(2, 1, 1) remote_ok(int *x, int *y, int n)
{
    __shared__ int a[64];
    unsigned to, v;
    a[T] = I;
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"((unsigned)__cvta_generic_to_shared(a + T)), "r"(blockIdx.x ^ 1));
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(to) : "memory");
    y[I] = v;
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}

// ---- bulk copies: each block's to its own window, or the first block's to those of both

#define WAIT(bar) while (!done) \
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(bar) : "memory")
#define EXPECT(bar, bytes) \
    asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], %1; }" :: "r"(bar), "r"(bytes) : "memory")

K bulk(int *x, int *y, int n)
{
    __shared__ __align__(16) int a[64];
    __shared__ long long bar;
    unsigned b = (unsigned)__cvta_generic_to_shared(&bar), to = (unsigned)__cvta_generic_to_shared(a), done = 0;
    if (T == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(b) : "memory");
        EXPECT(b, 256);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" :: "r"(to), "l"(x + 64 * blockIdx.x), "r"(b) : "memory"); // FAULT race
    }
    __syncthreads();
    y[I] = a[T]; // FAULT race
    WAIT(b);
}
K bulk_ok(int *x, int *y, int n)
{
    __shared__ __align__(16) int a[64];
    __shared__ long long bar;
    unsigned b = (unsigned)__cvta_generic_to_shared(&bar), to = (unsigned)__cvta_generic_to_shared(a), done = 0;
    if (T == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(b) : "memory");
        EXPECT(b, 256);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" :: "r"(to), "l"(x + 64 * blockIdx.x), "r"(b) : "memory");
    }
    __syncthreads();
    WAIT(b);
    y[I] = a[T];
}

K __cluster_dims__(2, 1, 1) several(int *x, int *y, int n)
{
    __shared__ __align__(16) int a[64];
    __shared__ long long bar;
    unsigned b = (unsigned)__cvta_generic_to_shared(&bar), to = (unsigned)__cvta_generic_to_shared(a), done = 0;
    if (T == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(b) : "memory");
        EXPECT(b, 256);
    }
    a[T] = 0;
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
    if (T == 0 && blockIdx.x == 0)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 256, [%2], %3;" :: "r"(to), "l"(x), "r"(b), "h"((short)3) : "memory"); // FAULT race
    if (blockIdx.x == 1)
        a[T] = 1; // FAULT race
    WAIT(b);
    y[I] = a[T];
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}
K __cluster_dims__(2, 1, 1) several_ok(int *x, int *y, int n)
{
    __shared__ __align__(16) int a[64];
    __shared__ long long bar;
    unsigned b = (unsigned)__cvta_generic_to_shared(&bar), to = (unsigned)__cvta_generic_to_shared(a), done = 0;
    if (T == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(b) : "memory");
        EXPECT(b, 256);
    }
    a[T] = 0;
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
    if (T == 0 && blockIdx.x == 0)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 256, [%2], %3;" :: "r"(to), "l"(x), "r"(b), "h"((short)3) : "memory");
    WAIT(b);
    y[I] = a[T];
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}

// ---- many stores of one value

K many(int *x, int *y, int n)
{
    if (T == 0)
        asm volatile("st.global.u32 [%0], 7;" :: "l"(y) : "memory"); // FAULT race-same-value
    if (T == 1)
        asm volatile("st.global.u32 [%0], 7;" :: "l"(y) : "memory"); // FAULT race-same-value
    if (T == 2)
        asm volatile("st.global.u32 [%0], 7;" :: "l"(y) : "memory"); // FAULT race-same-value
    if (T == 3)
        asm volatile("st.global.u32 [%0], 7;" :: "l"(y) : "memory"); // FAULT race-same-value
    if (T == 4)
        asm volatile("st.global.u32 [%0], 7;" :: "l"(y) : "memory"); // FAULT race-same-value
    if (T == 5)
        asm volatile("st.global.u32 [%0], 7;" :: "l"(y) : "memory"); // FAULT race-same-value
    if (T == 6)
        asm volatile("st.global.u32 [%0], 7;" :: "l"(y) : "memory"); // FAULT race-same-value
    if (T == 7)
        asm volatile("st.global.u32 [%0], 7;" :: "l"(y) : "memory"); // FAULT race-same-value
    if (T == 8)
        asm volatile("st.global.u32 [%0], 7;" :: "l"(y) : "memory"); // FAULT race-same-value
    if (T == 9)
        asm volatile("st.global.u32 [%0], 7;" :: "l"(y) : "memory"); // FAULT race-same-value
    if (T == 10)
        asm volatile("st.global.u32 [%0], 7;" :: "l"(y) : "memory"); // FAULT race-same-value
}

// ---- memory that the system has reserved, as tiles of cooperative groups larger than a warp use it

K reserved_ok(int *x, int *y, int n)
{
    unsigned at, got;
    asm volatile("mov.u32 %0, %%reserved_smem_offset_1;" : "=r"(at));
    asm volatile("st.shared.u32 [%0+32], 5;" :: "r"(at) : "memory");
    asm volatile("red.and.release.cta.shared.b32 [%0+4], -2;" :: "r"(at) : "memory");
    __syncthreads();
    asm volatile("ld.shared.u32 %0, [%1+32];" : "=r"(got) : "r"(at) : "memory");
    y[I] = got;
}
K reserved(int *x, int *y, int n)
{
    unsigned at;
    asm volatile("mov.u32 %0, %%reserved_smem_offset_1;" : "=r"(at));
    asm volatile("st.shared.u32 [%0+32], %1;" :: "r"(at), "r"(T) : "memory"); // FAULT race
}

// Checked with --sanitize=memory,race,sync.
