// Loads of memory that nothing has written, and neighbours of what something has.  A line that says FAULT stands where one is
// found; kernels whose name ends in _ok have none.  nvcc -ptx -lineinfo -arch=sm_90 -o init.ptx init.cu
//
// Each kernel is run in 2 blocks of 64 threads, with 256 bytes of dynamic shared memory: x has 128 ints, which the host has
// written, y 128, which it has not.
#define K extern "C" __global__ void
#define T threadIdx.x
#define I (64 * blockIdx.x + threadIdx.x)

K fixed(int *x, int *y, int n)
{
    __shared__ int s[64];
    if (T < 32)
        s[T] = x[I];
    __syncthreads();
    y[I] = s[63 - T]; // FAULT init
}
K fixed_ok(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[T] = x[I];
    __syncthreads();
    y[I] = s[63 - T];
}

K dynamic(int *x, int *y, int n)
{
    extern __shared__ int d[];
    y[I] = d[T]; // FAULT init
}
K dynamic_ok(int *x, int *y, int n)
{
    extern __shared__ int d[];
    d[T ^ 1] = x[I];
    __syncthreads();
    y[I] = d[T];
}

K heap(int *x, int *y, int n)
{
    int *p = (int *)malloc(16);
    p[n & 1] = n;
    y[I] = p[2 + (n & 1)]; // FAULT init
    free(p);
}
K heap_ok(int *x, int *y, int n)
{
    int *p = (int *)malloc(16);
    p[2 + (n & 1)] = n;
    y[I] = p[n - 126];
    free(p);
}

K result(int *x, int *y, int n)
{
    x[I] += y[I]; // FAULT init
}
K result_ok(int *x, int *y, int n)
{
    y[I] = x[I];
    x[I] = ((volatile int *)y)[I];
}

K sum(int *x, int *y, int n)
{
    asm volatile("red.global.add.s32 [%0], 1;" :: "l"(y + I) : "memory"); // FAULT init
}
K sum_ok(int *x, int *y, int n)
{
    y[I] = 0;
    asm volatile("red.global.add.s32 [%0], 1;" :: "l"(y + I) : "memory");
}

K bytes(int *x, int *y, int n)
{
    __shared__ char c[128];
    c[2 * T] = (char)T;
    y[I] = c[2 * T + (n & 127) + 1]; // FAULT init
}
K bytes_ok(int *x, int *y, int n)
{
    __shared__ char c[128];
    c[2 * T] = (char)T;
    y[I] = c[2 * T + (n & 127)];
}

K own(int *x, int *y, int n)
{
    int a[16];
    for (int k = 0; k < 8; k++)
        a[(T + k) & 15] = x[I] + k;
    y[I] = a[(T + 8 + (n & 7)) & 15]; // FAULT init
}
K own_ok(int *x, int *y, int n)
{
    int a[16];
    for (int k = 0; k < 8; k++)
        a[(T + k) & 15] = x[I] + k;
    y[I] = a[(T + 7 - (n & 7)) & 15];
}

// Half of a value is known: compilers copy what has room between its parts.
struct Pair { short a; int b; };
K parts_ok(int *x, int *y, int n)
{
    Pair p[8];
    for (int k = 0; k < 8; k++) {
        p[(k + n) & 7].a = (short)(x[I] + k);
        p[(k + n) & 7].b = k;
    }
    Pair q = p[(T + n) & 7];
    y[I] = q.a + q.b;
}

// Memory that the system has reserved is not the program's: tiles of cooperative groups larger than a warp count bits there.
K reserved_ok(int *x, int *y, int n)
{
    unsigned at;
    asm volatile("mov.u32 %0, %%reserved_smem_offset_1;" : "=r"(at));
    asm volatile("red.and.release.cta.shared.b32 [%0+4], -2;" :: "r"(at) : "memory");
    y[I] = x[I];
}
