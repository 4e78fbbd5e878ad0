// Bulk copies whose end nobody waits for, and neighbours where somebody does.  A line that says FAULT stands where one is found; kernels
// whose name ends in _ok have none.  nvcc -ptx -lineinfo -arch=sm_90 -o unwaited.ptx unwaited.cu
//
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128.
#define K extern "C" __global__ void
#define T threadIdx.x
#define I (64 * blockIdx.x + threadIdx.x)

typedef unsigned long long Word;

__device__ __forceinline__ unsigned at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void make(Word *m, int n)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(at(m)), "r"(n) : "memory");
}
__device__ __forceinline__ void expect(Word *m, int bytes)
{
    asm volatile("{.reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], %1;}" :: "r"(at(m)), "r"(bytes) : "memory");
}
__device__ __forceinline__ bool over(Word *m, int parity)
{
    int done;
    asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p;}"
                 : "=r"(done) : "r"(at(m)), "r"(parity) : "memory");
    return done;
}
__device__ __forceinline__ void wait(Word *m, int parity)
{
    while (!over(m, parity)) {}
}
#define COPY(to, from, bytes, m) \
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" \
                 :: "r"(at(to)), "l"(from), "r"(bytes), "r"(at(m)) : "memory")
#define BEGIN(n) \
    __shared__ __align__(16) int s[2][64]; \
    __shared__ Word m[2]; \
    if (T == 0) { \
        make(m, n); \
        make(m + 1, n); \
    } \
    __syncthreads()

// Whose bytes the block does not need after all.
K never(int *x, int *y, int n)
{
    BEGIN(1);
    if (T == 0) {
        expect(m, 256);
        COPY(s[0], x + 64 * blockIdx.x, 256, m); // FAULT sync-copy
    }
    y[I] = T;
}
K never_ok(int *x, int *y, int n)
{
    BEGIN(1);
    if (T == 0) {
        expect(m, 256);
        COPY(s[0], x + 64 * blockIdx.x, 256, m);
        wait(m, 0);
    }
    y[I] = T;
}

// Of two copies the first is waited for.
K second(int *x, int *y, int n)
{
    BEGIN(1);
    if (T == 0) {
        expect(m, 256);
        COPY(s[0], x, 256, m);
        expect(m + 1, 256);
        COPY(s[1], x + 64, 256, m + 1); // FAULT sync-copy
    }
    wait(m, 0);
    y[I] = s[0][63 - T];
}
K second_ok(int *x, int *y, int n)
{
    BEGIN(1);
    if (T == 0) {
        expect(m, 256);
        COPY(s[0], x, 256, m);
        expect(m + 1, 256);
        COPY(s[1], x + 64, 256, m + 1);
    }
    wait(m, 0);
    y[I] = s[0][63 - T];
    if (T == 63)
        wait(m + 1, 0);
}

// The next part is always fetched, also behind the last one.
K ahead(int *x, int *y, int n)
{
    BEGIN(1);
    int sum = 0;
    for (int i = 0; i <= n / 64; i++) {
        if (T == 0 && i == 0) {
            expect(m, 256);
            COPY(s[0], x, 256, m);
        }
        if (i == n / 64)
            break;
        __syncthreads();
        if (T == 0) {
            expect(m + (i + 1) % 2, 256);
            COPY(s[(i + 1) % 2], x + (i + 1) % 2 * 64, 256, m + (i + 1) % 2); // FAULT sync-copy
        }
        wait(m + i % 2, i / 2);
        sum += s[i % 2][63 - T];
    }
    y[I] = sum;
}
K ahead_ok(int *x, int *y, int n)
{
    BEGIN(1);
    int sum = 0;
    for (int i = 0; i < n / 64; i++) {
        if (T == 0 && i == 0) {
            expect(m, 256);
            COPY(s[0], x, 256, m);
        }
        __syncthreads();
        if (T == 0 && i + 1 < n / 64) {
            expect(m + (i + 1) % 2, 256);
            COPY(s[(i + 1) % 2], x + (i + 1) % 2 * 64, 256, m + (i + 1) % 2);
        }
        wait(m + i % 2, i / 2);
        sum += s[i % 2][63 - T];
    }
    y[I] = sum;
}

// A look at the mbarrier before the copy is none at its end.
K look(int *x, int *y, int n)
{
    BEGIN(1);
    y[I] = over(m, 0);
    __syncthreads();
    if (T == 0) {
        expect(m, 256);
        COPY(s[0], x, 256, m); // FAULT sync-copy
    }
}
K look_ok(int *x, int *y, int n)
{
    BEGIN(1);
    y[I] = over(m, 0);
    __syncthreads();
    if (T == 0) {
        expect(m, 256);
        COPY(s[0], x, 256, m);
    }
    if (T == 5)
        wait(m, 0);
}

// The size of what is fetched into the cache.
K fetched(int *x, int *y, int n)
{
    y[I] = n;
    if (T == 0)
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" :: "l"(x), "r"(n / 4 - 4 * (int)blockIdx.x) : "memory"); // FAULT memory-size
}
K fetched_ok(int *x, int *y, int n)
{
    y[I] = n;
    if (T < blockIdx.x)
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" :: "l"(x), "r"(n / 4 - 16 * (int)blockIdx.x) : "memory");
}

K fetched_from(int *x, int *y, int n)
{
    y[I] = n;
    if (T == 7)
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" :: "l"(x + 2), "r"(n) : "memory"); // FAULT memory-alignment
}
K fetched_from_ok(int *x, int *y, int n)
{
    y[I] = n;
    if (T == 7)
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" :: "l"(x + 4), "r"(n) : "memory");
}
