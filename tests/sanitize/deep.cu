// Functions that call themselves more often than a thread's stack allows, or no more often than it does.  A line that says FAULT is one
// where it is found; kernels whose name ends in _ok have none.
// Checked with --sanitize=memory.  nvcc -ptx -lineinfo -arch=sm_80 -o deep.ptx deep.cu
#define K(name) extern "C" __global__ void name(int *x, int *y, int n)

__device__ __noinline__ int sum(volatile int *x, int n)
{
    volatile int kept[64];
    kept[n & 63] = n;
    if (n == 0)
        return x[0];
    return sum(x, n - 1) + kept[n & 63]; // FAULT memory-stack
}

K(deep) { y[blockIdx.x * 64 + threadIdx.x] = sum(x, 1 << 20); }
K(deep_ok) { y[blockIdx.x * 64 + threadIdx.x] = sum(x, 5); }

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
K(turns)
{
    int r = even(threadIdx.x == 3 ? 1 << 20 : 4, x);
    y[blockIdx.x * 64 + threadIdx.x] = r;
}

K(turns_ok)
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

K(meets) { y[blockIdx.x * 64 + threadIdx.x] = met(n << 12, x); }
K(meets_ok) { y[blockIdx.x * 64 + threadIdx.x] = met(3, x); }
