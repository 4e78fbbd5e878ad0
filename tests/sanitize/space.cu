// Memory that a kernel must not store to, give back or take for another's: constants and parameters, what malloc has not given, a space
// for another one, no memory at all; and neighbours that do it well.  A line that says FAULT stands where one is found; kernels whose
// name ends in _ok have none.  nvcc -ptx -lineinfo -arch=sm_90 -o space.ptx space.cu
//
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128. Not for 32-bit machines.
#define K extern "C" __global__ void
#define T threadIdx.x
#define I (64 * blockIdx.x + threadIdx.x)

typedef unsigned long long Word;

__constant__ int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ int4 wide[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
__constant__ unsigned char bytes[4] = {1, 2, 3, 4};
__device__ int counts[8];

__device__ __noinline__ void put(int *p, int v)
{
    *p = v; // FAULT memory-constant
}
__device__ __noinline__ int sum(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
__device__ __noinline__ int give_back(int *p)
{
    int v = *p;
    free(p);
    return v;
}

// ---- free

K middle(int *x, int *y, int n)
{
    int *p = (int *)malloc(16);
    for (int i = 0; i < n / 32; i++)
        *p++ = x[I];
    y[I] = p[-1];
    free(p - 3); // FAULT memory-bad-free
}
K middle_ok(int *x, int *y, int n)
{
    int *p = (int *)malloc(16);
    for (int i = 0; i < n / 32; i++)
        *p++ = x[I];
    y[I] = p[-1];
    free(p - 4);
}

K buffer(int *x, int *y, int n)
{
    int *p = n < 64 ? (int *)malloc(n) : x;
    y[I] = p[T];
    if (T == 3)
        free(p); // FAULT memory-bad-free
}
K buffer_ok(int *x, int *y, int n)
{
    int *p = n < 64 ? (int *)malloc(n) : x;
    y[I] = p[T];
    if (p != x)
        free(p);
}

K on_stack(int *x, int *y, int n)
{
    int few[4], *p = n > 100 ? few : (int *)malloc(n * 4);
    for (int i = 0; i < 4; i++)
        p[i & n - 1] = x[T + i];
    y[I] = sum(p, 4);
    free(p); // FAULT memory-bad-free
}
K on_stack_ok(int *x, int *y, int n)
{
    int few[4], *p = n > 100 ? few : (int *)malloc(n * 4);
    for (int i = 0; i < 4; i++)
        p[i & n - 1] = x[T + i];
    y[I] = sum(p, 4);
    if (p != few)
        free(p);
}

K of_block(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = x[T];
    __syncthreads();
    if (T == 0) {
        y[I] = sum(s, 64);
        free(s); // FAULT memory-bad-free
    }
}
K of_block_ok(int *x, int *y, int n)
{
    __shared__ int *s;
    if (T == 0)
        s = (int *)malloc(256);
    __syncthreads();
    s[T] = x[T];
    __syncthreads();
    if (T == 0) {
        y[I] = sum(s, 64);
        free(s);
    }
}

K of_module(int *x, int *y, int n)
{
    int *p = T ? (int *)malloc(4) : counts + blockIdx.x;
    *p = x[I];
    y[I] = *p;
    free(p); // FAULT memory-bad-free
}
K of_module_ok(int *x, int *y, int n)
{
    int *p = T ? (int *)malloc(4) : counts + blockIdx.x;
    *p = x[I];
    y[I] = *p;
    if (T)
        free(p);
}

K second_half(int *x, int *y, int n)
{
    int *p = (int *)malloc(32), *q = p + 4;
    *p = *q = x[I];
    y[I] = *p + *q;
    free(q); // FAULT memory-bad-free
    free(p);
}
K second_half_ok(int *x, int *y, int n)
{
    int *p = (int *)malloc(16), *q = (int *)malloc(16);
    *p = *q = x[I];
    y[I] = give_back(p) + *q;
    free(q);
}

// ---- constants and parameters

K constant(int *x, int *y, int n)
{
    int *p = n > 200 ? x : (int *)table;
    if (I == 0)
        p[3] = n; // FAULT memory-constant
    y[I] = p[I & 7];
}
K constant_ok(int *x, int *y, int n)
{
    int *p = n < 200 ? x : (int *)table;
    if (I == 0)
        p[100] = n;
    y[I] = p[I & 7];
}

K by_function(int *x, int *y, int n)
{
    y[I] = x[I];
    if (I == 5)
        put((int *)table + (n & 7), 1);
}
K by_function_ok(int *x, int *y, int n)
{
    put(y + I, x[I] + sum(table, n & 7));
}

K counted(int *x, int *y, int n)
{
    int old, *p = n == 128 ? (int *)&table[2] : x;
    asm volatile("atom.add.s32 %0, [%1], 1;" : "=r"(old) : "l"(p) : "memory"); // FAULT memory-constant
    y[I] = old;
}
K counted_ok(int *x, int *y, int n)
{
    int old, *p = n == 128 ? counts + (int)wide[0].x : x;
    asm volatile("atom.add.s32 %0, [%1], 1;" : "=r"(old) : "l"(p) : "memory");
    y[I] = old;
}

K four(int *x, int *y, int n)
{
    int4 *p = n > 127 ? (int4 *)wide : (int4 *)x;
    if (T == 1)
        p[blockIdx.x] = make_int4(n, n, n, n); // FAULT memory-constant
    y[I] = p[1].y;
}
K four_ok(int *x, int *y, int n)
{
    int4 *p = n > 127 ? (int4 *)x : (int4 *)wide;
    if (T == 1)
        p[8 + blockIdx.x] = make_int4(n, n, n, n);
    y[I] = p[1].y + wide[1].y;
}

K byte(int *x, int *y, int n)
{
    unsigned char *p = n > 127 ? (unsigned char *)bytes : (unsigned char *)x;
    if (I == 9)
        p[n & 3] = 5; // FAULT memory-constant
    y[I] = p[1];
}
K byte_ok(int *x, int *y, int n)
{
    unsigned char *p = n > 127 ? (unsigned char *)x : (unsigned char *)bytes;
    if (I == 9)
        p[n & 3] = 5;
    y[I] = p[100] + bytes[n & 3];
}

// A parameter's address, as a number.
K parameter(int *x, int *y, const __grid_constant__ int n)
{
    volatile int *p = n > 127 ? (volatile int *)&n : x;
    if (I == 9)
        *p = 5; // FAULT memory-constant
    y[I] = *p;
}
K parameter_ok(int *x, int *y, const __grid_constant__ int n)
{
    volatile int *p = n > 127 ? (volatile int *)&n : x;
    if (I == 9)
        y[I] = *p;
}

// ---- a space for another one

K shared_as_global(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = n;
    __syncthreads();
    int v, *p = n > 100 ? s : x;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(p + T) : "memory"); // FAULT memory-space
    y[I] = v;
}
K shared_as_global_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = n;
    __syncthreads();
    int v, *p = n > 100 ? s : x;
    asm volatile("ld.u32 %0, [%1];" : "=r"(v) : "l"(p + T) : "memory");
    y[I] = v;
}

K stored_as_global(int *x, int *y, int n)
{
    __shared__ int s[64];
    asm volatile("st.global.u32 [%0], %1;" :: "l"(n > 100 ? s + T : x + T), "r"(n) : "memory"); // FAULT memory-space
}
K stored_as_global_ok(int *x, int *y, int n)
{
    asm volatile("st.global.u32 [%0], %1;" :: "l"(n > 100 ? y + I : x + I), "r"(n) : "memory");
}

K added_as_global(int *x, int *y, int n)
{
    __shared__ int s[2];
    if (T < 2)
        s[T] = 0;
    __syncthreads();
    asm volatile("red.global.add.u32 [%0], %1;" :: "l"(n > 100 ? s + (T & 1) : x), "r"(n) : "memory"); // FAULT memory-space
    __syncthreads();
    y[I] = s[T & 1];
}
K added_as_global_ok(int *x, int *y, int n)
{
    __shared__ int s[2];
    if (T < 2)
        s[T] = 0;
    __syncthreads();
    asm volatile("red.add.u32 [%0], %1;" :: "l"(n > 100 ? s + (T & 1) : x), "r"(n) : "memory");
    __syncthreads();
    y[I] = s[T & 1];
}

K two_as_global(int *x, int *y, int n)
{
    __shared__ int2 s[64];
    s[T] = make_int2(n, n);
    int a, b;
    asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(n > 100 ? s + T : (int2 *)x) : "memory"); // FAULT memory-space
    y[I] = a + b;
}
K two_as_global_ok(int *x, int *y, int n)
{
    __shared__ int2 s[64];
    s[T] = make_int2(n, n);
    int a, b;
    asm volatile("ld.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(n > 100 ? s + T : (int2 *)x) : "memory");
    y[I] = a + b;
}

#define MAPPED(to, p, rank) asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"((unsigned)__cvta_generic_to_shared(p)), "r"(rank))
#define MEET asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory")

// The other block's, as if it were its own.
K __cluster_dims__(2) neighbour(int *x, int *y, int n)
{
    __shared__ int s[64];
    unsigned other;
    int v;
    s[T] = x[I];
    MEET;
    MAPPED(other, s + T, 1 - blockIdx.x);
    asm volatile("ld.shared::cta.u32 %0, [%1];" : "=r"(v) : "r"(other) : "memory"); // FAULT memory-space
    y[I] = v;
    MEET;
}
K __cluster_dims__(2) neighbour_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    unsigned other, own;
    int v, w;
    s[T] = x[I];
    MEET;
    MAPPED(other, s + T, 1 - blockIdx.x);
    MAPPED(own, s + T, blockIdx.x);
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(other) : "memory");
    asm volatile("ld.shared::cta.u32 %0, [%1];" : "=r"(w) : "r"(own) : "memory");
    y[I] = v + w;
    MEET;
}

// ---- no memory that anybody has declared

K far(int *x, int *y, int n)
{
    y[I] = x[((long long)n << 33) + T]; // FAULT memory-undeclared
}
K far_ok(int *x, int *y, int n)
{
    y[I] = x[((long long)(n & 1) << 33) + T];
}

// An address of which half is lost.
K half_lost(int *x, int *y, int n)
{
    int *p = (int *)(Word)(((unsigned)(Word)x | 1u << 20) & (n > 100 ? ~0u : 0)); // 1 MB or more, less than 4 GB
    p[T] = n; // FAULT memory-undeclared
}
K half_lost_ok(int *x, int *y, int n)
{
    Word low = (unsigned)(Word)y, high = (Word)y >> 32;
    int *p = (int *)(high << 32 | low);
    p[I] = n;
}

// What lies in memory as a number.
K number(int *x, int *y, int n)
{
    int **p = (int **)x;
    y[I] = *p[10]; // FAULT memory-undeclared
}
K number_ok(int *x, int *y, int n)
{
    __shared__ int *p[64];
    p[T] = y + I;
    *p[T] = n;
}

K flipped(int *x, int *y, int n)
{
    int old, *p = (int *)((Word)x ^ (Word)n << 38);
    asm volatile("atom.global.add.s32 %0, [%1], 1;" : "=r"(old) : "l"(p) : "memory"); // FAULT memory-undeclared
    y[I] = old;
}
K flipped_ok(int *x, int *y, int n)
{
    int old, *p = (int *)((Word)x ^ (Word)n << 38 ^ (Word)n << 38);
    asm volatile("atom.global.add.s32 %0, [%1], 1;" : "=r"(old) : "l"(p) : "memory");
    y[I] = old;
}

// By a distance that another array's has become.
K distance(int *x, int *y, int n)
{
    long long by = (y - x) * 1000003ll;
    if (T == 1)
        x[by + (by > 0 ? 1 << 20 : -(1 << 20))] = 1; // FAULT memory-undeclared
}
K distance_ok(int *x, int *y, int n)
{
    long long by = y - x;
    x[by + I] = 1;
}
