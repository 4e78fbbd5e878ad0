// Accesses that leave what they may, and neighbours that do not.  A line that says FAULT stands where one is found; kernels whose
// name ends in _ok have none.  nvcc -ptx -lineinfo -arch=sm_90 -o memory.ptx memory.cu
//
// Each kernel is run in 2 blocks of 64 threads, with 256 bytes of dynamic shared memory: x has 128 ints (0, 1, 2 ...), y 128.
#define K extern "C" __global__ void

K behind(int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i + 1]; // FAULT memory-bounds
}
K behind_ok(int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = i + 1 < n ? x[i + 1] : 0;
}

K before(int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i - 1] = 1; // FAULT memory-bounds
}
K before_ok(int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i)
        y[i - 1] = 1;
}

K wide(int *x, int *y, int n)
{
    int i = threadIdx.x + 64 * blockIdx.x;
    if (i < 32)
        *(int4 *)(y + 4 * i + 1) = make_int4(1, 2, 3, 4); // FAULT memory-alignment memory-bounds
}
K wide_ok(int *x, int *y, int n)
{
    int i = threadIdx.x + 64 * blockIdx.x;
    if (i < 32)
        *(int4 *)(y + 4 * i) = make_int4(1, 2, 3, 4);
}

K odd(int *x, int *y, int n)
{
    if (threadIdx.x == 5)
        y[blockIdx.x] = *(int *)((char *)x + 6); // FAULT memory-alignment
}
K odd_ok(int *x, int *y, int n)
{
    if (threadIdx.x == 5)
        y[blockIdx.x] = *(short *)((char *)x + 6);
}

K null(int *x, int *y, int n)
{
    int *p = n > 1000 ? x : (int *)(size_t)(n - 128);
    y[64 * blockIdx.x + threadIdx.x] = p[threadIdx.x]; // FAULT memory-null
}
K null_ok(int *x, int *y, int n)
{
    int *p = n > 1000 ? (int *)(size_t)(n - 128) : x;
    y[64 * blockIdx.x + threadIdx.x] = p[threadIdx.x];
}

K fixed(int *x, int *y, int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    __syncthreads();
    y[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x + n - 127]; // FAULT memory-bounds
}
K fixed_ok(int *x, int *y, int n)
{
    __shared__ int s[65];
    s[threadIdx.x] = 1;
    if (threadIdx.x == 0)
        s[64] = 1;
    __syncthreads();
    y[64 * blockIdx.x + threadIdx.x] = s[threadIdx.x + n - 127];
}

K dynamic(int *x, int *y, int n)
{
    extern __shared__ int d[];
    d[threadIdx.x * 2] = 1; // FAULT memory-bounds
}
K dynamic_ok(int *x, int *y, int n)
{
    extern __shared__ int d[];
    d[threadIdx.x] = 1;
}

K freed(int *x, int *y, int n)
{
    int *p = (int *)malloc(16);
    p[0] = n;
    free(p);
    y[64 * blockIdx.x + threadIdx.x] = p[0]; // FAULT memory-freed
}
K freed_ok(int *x, int *y, int n)
{
    int *p = (int *)malloc(16);
    p[0] = n;
    y[64 * blockIdx.x + threadIdx.x] = p[0];
    free(p);
}

K twice(int *x, int *y, int n)
{
    int *p = (int *)malloc(16);
    p[n & 3] = n;
    free(p);
    if (threadIdx.x == 3)
        free(p); // FAULT memory-double-free
}
K twice_ok(int *x, int *y, int n)
{
    int *p = (int *)malloc(16);
    p[n & 3] = n;
    if (threadIdx.x != 3)
        free(p);
    if (threadIdx.x == 3)
        free(p);
}

K heap(int *x, int *y, int n)
{
    int *p = (int *)malloc(4 * threadIdx.x);
    p[threadIdx.x] = 1; // FAULT memory-bounds
    free(p);
}
K heap_ok(int *x, int *y, int n)
{
    int *p = (int *)malloc(4 * threadIdx.x + 4);
    p[threadIdx.x] = 1;
    free(p);
}

K local(int *x, int *y, int n)
{
    int a[16];
    for (int i = 0; i < 16; i++)
        a[i] = x[i] + i;
    y[64 * blockIdx.x + threadIdx.x] = a[threadIdx.x & 31]; // FAULT memory-bounds
}
K local_ok(int *x, int *y, int n)
{
    int a[16];
    for (int i = 0; i < 16; i++)
        a[i] = x[i] + i;
    y[64 * blockIdx.x + threadIdx.x] = a[threadIdx.x & 15];
}

__device__ int table[32];
K variable(int *x, int *y, int n)
{
    if (blockIdx.x == 0)
        table[threadIdx.x] = 1; // FAULT memory-bounds
}
K variable_ok(int *x, int *y, int n)
{
    if (blockIdx.x == 0 && threadIdx.x < 32)
        table[threadIdx.x] = 1;
}

__device__ __noinline__ int get(const int *p, int i) { return p[i]; } // FAULT memory-bounds
K function(int *x, int *y, int n)
{
    y[64 * blockIdx.x + threadIdx.x] = get(x, 2 * threadIdx.x + 2);
}
K function_ok(int *x, int *y, int n)
{
    y[64 * blockIdx.x + threadIdx.x] = get(x, 2 * threadIdx.x);
}

K sum(int *x, int *y, int n)
{
    asm volatile("red.global.add.s32 [%0], 1;" :: "l"(y + n + threadIdx.x - 63)); // FAULT memory-bounds
}
K sum_ok(int *x, int *y, int n)
{
    asm volatile("red.global.add.s32 [%0], 1;" :: "l"(y + n + threadIdx.x - 64));
}

// Checked with --sanitize=memory,race,sync.
