// What functions that stay calls are passed, and give back, without a value: by value, in records, through pointers to functions, in recursion; and
// where it does not matter.
// A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -std=c++17 -lineinfo -arch=sm_80 -o passed.ptx passed.cu
//
// Checked with --sanitize=all.
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128, which nothing has written.
#define K extern "C" __global__ void
#define I (64 * blockIdx.x + threadIdx.x)
#define FUNCTION __device__ __noinline__
#define UNSET(v) asm volatile("{ .reg .pred p; setp.eq.u32 p, %1, 1; @p mov.u32 %0, 7; }" : "=r"(v) : "r"(n)) // n is 128

// ---- parameters

FUNCTION void put(int *p, int v)
{
    *p = v; // FAULT init
}
FUNCTION void put_other(int *p, int v)
{
    *p = v;
}
K value(int *x, int *y, int n)
{
    int v;
    UNSET(v);
    put(y + I, v);
}
K value_ok(int *x, int *y, int n)
{
    put_other(y + I, x[I]);
}

// Only one of them matters, the second time.
FUNCTION int choose(int which, int a, int b) { return which ? a : b; }
K chosen(int *x, int *y, int n)
{
    int v;
    UNSET(v);
    y[I] = choose(x[I] == 5, v, 1); // FAULT init
}
K chosen_ok(int *x, int *y, int n)
{
    int v;
    UNSET(v);
    y[I] = choose(x[I] == 1000, v, 1);
}

// Two callers of one function, the first of which passes nothing.
FUNCTION int twice(int v) { return 2 * v; }
K both(int *x, int *y, int n)
{
    int v;
    UNSET(v);
    int a = twice(x[I]);
    int b = twice(v);
    y[I] = a;
    x[I] = b; // FAULT init
}
K both_ok(int *x, int *y, int n)
{
    int v;
    UNSET(v);
    int b = twice(v);
    int a = twice(x[I]);
    y[I] = a;
    if (n < 100)
        x[I] = b;
}

struct Pair { int a, b, c, d, e, f; };
FUNCTION int second(Pair p) { return p.b + p.f; }
FUNCTION int third(Pair p) { return p.a + p.c; }
K record(int *x, int *y, int n)
{
    Pair p = {1, 2, 3, 4, 5, x[I]};
    UNSET(p.b);
    y[I] = second(p); // FAULT init
}
K record_ok(int *x, int *y, int n)
{
    Pair p = {1, 2, 3, 4, 5, x[I]};
    UNSET(p.b);
    y[I] = third(p);
}

FUNCTION double weigh(double a, long long b, int c) { return a * c + b; }
K wide(int *x, int *y, int n)
{
    int v;
    UNSET(v);
    y[I] = (int)weigh(x[I], x[I], v); // FAULT init
}
K wide_ok(int *x, int *y, int n)
{
    int v;
    UNSET(v);
    const int w = (int)weigh(x[I], x[I], 3);
    y[I] = n > 100 ? w : v;
}

// It decides a branch in the function.
FUNCTION int branch(int v, int *p)
{
    if (v > 3) // FAULT init
        *p = 1;
    return 4;
}
FUNCTION int branch_other(int v, int *p)
{
    if (v > 3)
        *p = 1;
    return 4;
}
K decides(int *x, int *y, int n)
{
    int v;
    UNSET(v);
    y[I] = branch(v, x + I);
}
K decides_ok(int *x, int *y, int n)
{
    y[I] = branch_other(x[I], x + I);
}

// ---- results

FUNCTION int found(const int *x, int n)
{
    int v;
    UNSET(v);
    for (int i = 0; i < 4; i++)
        if (x[i] == n)
            v = i;
    return v;
}
K result(int *x, int *y, int n)
{
    y[I] = found(x, n); // FAULT init
}
K result_ok(int *x, int *y, int n)
{
    int v = found(x, 3);
    int w = found(x, n);
    y[I] = x[3] == 3 ? v : w;
}

// ---- recursion and pointers to functions

FUNCTION int down(int v, int depth) { return depth == 0 ? v + 1 : down(v, depth - 1) + 1; }
K recursive(int *x, int *y, int n)
{
    int v;
    UNSET(v);
    y[I] = down(v, 5); // FAULT init
}
K recursive_ok(int *x, int *y, int n)
{
    y[I] = down(x[I], 5);
}

FUNCTION int first_of(int a, int b) { return a; }
FUNCTION int second_of(int a, int b) { return b; }
FUNCTION int none_of(int a, int b) { return 7; }
__device__ int (*const operations[])(int, int) = {first_of, second_of, none_of};
K pointer(int *x, int *y, int n)
{
    int v;
    UNSET(v);
    y[I] = operations[x[I] % 3](1, v); // FAULT init
}
K pointer_ok(int *x, int *y, int n)
{
    int v;
    UNSET(v);
    y[I] = operations[2 * (x[I] % 2)](1, v);
}

// ---- in a loop, where it has a value from the second round on

K rounds(int *x, int *y, int n)
{
    int v, s = 0;
    UNSET(v);
    for (int i = 0; i < 3; i++) {
        s += twice(v);
        v = x[I];
    }
    y[I] = s; // FAULT init
}
K rounds_ok(int *x, int *y, int n)
{
    int v, s = 0;
    UNSET(v);
    for (int i = 0; i < 3; i++) {
        const int t = twice(v);
        s += i ? t : 0;
        v = x[I];
    }
    y[I] = s;
}

// A function in which threads meet stands in the kernel.
FUNCTION int meets(int v, int *p)
{
    __syncthreads();
    const int w = __shfl_xor_sync(~0u, v, 1);
    *p = w; // FAULT init
    return 2 * w;
}
FUNCTION int meets_other(int v, int *p)
{
    __syncthreads();
    const int w = __shfl_xor_sync(~0u, v, 1);
    *p = w;
    return 2 * w;
}
K together(int *x, int *y, int n)
{
    int v;
    UNSET(v);
    meets(v, y + I);
}
K together_ok(int *x, int *y, int n)
{
    meets_other(x[I], y + I);
}
