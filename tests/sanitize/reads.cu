// Shared memory that is only loaded for a while: what was loaded since the last barrier is told of when somebody stores, and not before.
// A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -lineinfo -arch=sm_90 -o reads.ptx reads.cu
//
// Checked with --sanitize=race.
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128.
#define K extern "C" __global__ void
#define T threadIdx.x
#define I (64 * blockIdx.x + T)

// What all of them begin with.
#define BEGIN              \
    __shared__ int s[128]; \
    s[T] = x[I];           \
    s[T + 64] = n;         \
    __syncthreads();       \
    int a = 0;

// ---- one load, then a store

K barrier_ok(int *x, int *y, int n)
{
    BEGIN
    a = s[(T + 1) % 64];
    __syncthreads();
    s[T] = a;
}
K no_barrier(int *x, int *y, int n)
{
    BEGIN
    a = s[(T + 1) % 64]; // FAULT race
    s[T] = a; // FAULT race
}
K itself_ok(int *x, int *y, int n)
{
    BEGIN
    a = s[T];
    s[T] = a + 1;
    y[I] = a;
}
K store_first(int *x, int *y, int n)
{
    BEGIN
    s[T] = a; // FAULT race
    y[I] = s[(T + 1) % 64]; // FAULT race
}
K other_warp(int *x, int *y, int n)
{
    BEGIN
    if (T < 32)
        y[I] = s[T + 32]; // FAULT race
    if (T == 40)
        s[40] = 1; // FAULT race
}
K other_warp_ok(int *x, int *y, int n)
{
    BEGIN
    if (T < 32)
        y[I] = s[T + 32];
    if (T == 40)
        s[80] = 1;
}
K phases_before_ok(int *x, int *y, int n)
{
    BEGIN
    a = s[63 - T];
    __syncthreads();
    a += s[T ^ 5];
    __syncthreads();
    s[(T + 1) % 64] = a;
    __syncthreads();
    y[I] = s[T] + s[63 - T];
}
K phase_with(int *x, int *y, int n)
{
    BEGIN
    a = s[63 - T];
    __syncthreads();
    a += s[T ^ 5]; // FAULT race
    if (T == 7)
        s[9] = a; // FAULT race
}

// ---- several at fixed distances

K distances(int *x, int *y, int n)
{
    BEGIN
    a = s[T];
    a += s[T + 4];
    a += s[T + 8]; // FAULT race
    y[I] = a;
    if (T == 0)
        s[70] = 1; // FAULT race
}
K distances_ok(int *x, int *y, int n)
{
    BEGIN
    a = s[T];
    a += s[T + 4];
    a += s[T + 8];
    y[I] = a;
    if (T == 0)
        s[72] = 1;
}

// ---- in loops

K rounds(int *x, int *y, int n)
{
    BEGIN
#pragma unroll 1
    for (int i = 0; i < (T & 7) + n / 16; i++)
        a += s[T + i]; // FAULT race
    y[I] = a;
    if (T == 1)
        s[70] = 1; // FAULT race
}
K rounds_ok(int *x, int *y, int n)
{
    BEGIN
#pragma unroll 1
    for (int i = 0; i < (T & 7) + n / 16; i++)
        a += s[T + i];
    y[I] = a;
    __syncthreads();
    if (T == 1)
        s[70] = 1;
}
K many(int *x, int *y, int n)
{
    BEGIN
#pragma unroll 1
    for (int k = 0; k < 30; k++)
#pragma unroll 1
        for (int i = 0; i < n; i++)
            a += s[(i + k) % 100]; // FAULT race
    y[I] = a;
    if (T == 1)
        s[99] = 1; // FAULT race
}
K many_ok(int *x, int *y, int n)
{
    BEGIN
#pragma unroll 1
    for (int k = 0; k < 30; k++)
#pragma unroll 1
        for (int i = 0; i < n; i++)
            a += s[(i + k) % 100];
    y[I] = a;
    if (T == 1)
        s[100] = 1;
}

// ---- with other ways to wait

K warps_ok(int *x, int *y, int n)
{
    BEGIN
    const int w = T & ~31;
    a = s[w + (T + 1) % 32];
    __syncwarp();
    s[T] = a;
}
K warps(int *x, int *y, int n)
{
    BEGIN
    a = s[(T + 32) % 64]; // FAULT race
    __syncwarp();
    s[T] = a; // FAULT race
}
K named_ok(int *x, int *y, int n)
{
    BEGIN
    if (T < 32) {
        y[I] = s[T + 32];
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        s[T] = 1;
    }
}
K named(int *x, int *y, int n)
{
    BEGIN
    if (T < 32) {
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        y[I] = s[T + 32]; // FAULT race
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        s[T] = 1; // FAULT race
    }
}

// ---- other accesses

#define ADD(p) asm volatile("red.shared.add.s32 [%0], 1;" ::"r"((unsigned)__cvta_generic_to_shared(p)) : "memory")

K atomics(int *x, int *y, int n)
{
    BEGIN
    y[I] = s[T ^ 1]; // FAULT race-weak-read
    ADD(&s[T]); // FAULT race-weak-read
}
K atomics_ok(int *x, int *y, int n)
{
    BEGIN
    y[I] = s[T ^ 1];
    ADD(&s[T + 64]);
}
K bytes(int *x, int *y, int n)
{
    BEGIN
    const unsigned char *c = (const unsigned char *)s;
    a = c[2 * T + 1]; // FAULT race
    y[I] = a;
    if (T == 9)
        ((unsigned char *)s)[33] = 1; // FAULT race
}
K bytes_ok(int *x, int *y, int n)
{
    BEGIN
    const unsigned char *c = (const unsigned char *)s;
    a = c[2 * T + 1];
    y[I] = a;
    if (T == 9)
        ((unsigned char *)s)[34] = 1;
}
K fours(int *x, int *y, int n)
{
    BEGIN
    const int4 v = ((const int4 *)s)[T % 32]; // FAULT race
    y[I] = v.x + v.w;
    if (T == 3)
        s[78] = 1; // FAULT race
}
K fours_ok(int *x, int *y, int n)
{
    BEGIN
    const int4 v = ((const int4 *)s)[T % 16];
    y[I] = v.x + v.w;
    if (T == 3)
        s[64] = 1;
}
