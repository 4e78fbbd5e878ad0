// Functions that call themselves more often than a thread's stack allows, or no more often than it does.  A line that says FAULT is one
// where it is found; kernels whose name ends in _ok have none.
// Checked with --sanitize=memory.  nvcc -ptx -lineinfo -arch=sm_80 -o deep.ptx deep.cu
#define K extern "C" __global__ void

__device__ __noinline__ int sum(volatile int *x, int n)
{
    volatile int kept[64];
    kept[n & 63] = n;
    if (n == 0)
        return x[0];
    return sum(x, n - 1) + kept[n & 63]; // FAULT memory-stack
}

K deep(int *x, int *y, int n) { y[blockIdx.x * 64 + threadIdx.x] = sum(x, 1 << 20); }
K deep_ok(int *x, int *y, int n) { y[blockIdx.x * 64 + threadIdx.x] = sum(x, 5); }

__device__ __noinline__ int odd(int n, int *y);
__device__ __noinline__ int even(int n, int *y)
{
    volatile int kept[64];
    kept[n & 63] = n;
    return n == 0 ? kept[0] : odd(n - 1, y) + kept[n & 63]; // FAULT memory-stack
}
__device__ __noinline__ int odd(int n, int *y)
{
    return n == 0 ? *y : even(n - 1, y) + 1;
}

// One thread is too deep, the others go on.
K turns(int *x, int *y, int n)
{
    int r = even(threadIdx.x == 3 ? 1 << 20 : 4, x);
    y[blockIdx.x * 64 + threadIdx.x] = r;
}

K turns_ok(int *x, int *y, int n)
{
    int r = even(threadIdx.x & 7, x);
    y[blockIdx.x * 64 + threadIdx.x] = r;
}

// Lanes meet in it: what it keeps lies in memory like that of alloca.
__device__ __noinline__ int met(int n, int *x)
{
    int kept = __ballot_sync(~0u, n & 1);
    if (n == 0)
        return x[0];
    return met(n - 1, x) + kept; // FAULT memory-stack
}

K meets(int *x, int *y, int n) { y[blockIdx.x * 64 + threadIdx.x] = met(n << 12, x); }
K meets_ok(int *x, int *y, int n) { y[blockIdx.x * 64 + threadIdx.x] = met(3, x); }

// A walk over a tree whose child of a leaf is the leaf.
__device__ __noinline__ int walk(volatile int *x, int node, int leaf)
{
    volatile int path[32];
    path[node & 31] = x[node];
    return node >= leaf ? path[node & 31] : walk(x, 2 * node, leaf) + path[node & 31]; // FAULT memory-stack
}
K walks(int *x, int *y, int n) { y[blockIdx.x * 64 + threadIdx.x] = walk(x, 0, n); }
K walks_ok(int *x, int *y, int n) { y[blockIdx.x * 64 + threadIdx.x] = walk(x, 1, n / 2); }

// Room for a row whose length is taken for that of all.
K rows(int *x, int *y, int n)
{
    int *row = (int *)__builtin_alloca((size_t)n * n * n); // FAULT memory-stack
    for (int i = 0; i < 8; i++)
        row[i] = x[(threadIdx.x + i) % n];
    y[blockIdx.x * 64 + threadIdx.x] = row[threadIdx.x % 8];
}
K rows_ok(int *x, int *y, int n)
{
    int *row = (int *)__builtin_alloca(n * sizeof *row);
    for (int i = 0; i < 8; i++)
        row[i] = x[(threadIdx.x + i) % n];
    y[blockIdx.x * 64 + threadIdx.x] = row[threadIdx.x % 8];
}
