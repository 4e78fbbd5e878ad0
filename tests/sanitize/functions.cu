// Calls through what is no function.
// A line that says FAULT stands where one is found; kernels whose name ends in _ok have none.
// nvcc -ptx -std=c++17 -lineinfo -arch=sm_80 -o functions.ptx functions.cu
//
// Checked with --sanitize=all.
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128, which nothing has written.
#define K extern "C" __global__ void
#define I (64 * blockIdx.x + threadIdx.x)

// Virtual ones of an object that is no more, and one of a table of which nobody has filled all.
struct Shape {
    int side;
    __device__ Shape(int n) : side(n) {}
    __device__ virtual int area() const { return side; }
    __device__ virtual ~Shape() {}
};
struct Square : Shape {
    __device__ Square(int n) : Shape(n) {}
    __device__ int area() const override { return side * side; }
};
__device__ __noinline__ int area_of(const Shape *s) { return s->area(); } // FAULT memory-freed memory-null
__device__ __noinline__ int area_of_other(const Shape *s) { return s->area(); }
__device__ __noinline__ Shape *make(int n) { return n & 1 ? new Shape(n) : new Square(n); }
K gone(int *x, int *y, int n)
{
    Shape *s = make(I);
    delete s;
    y[I] = area_of(s);
}
K gone_ok(int *x, int *y, int n)
{
    Shape *s = make(I);
    y[I] = area_of_other(s);
    delete s;
}
typedef int (*Function)(int);
__device__ __noinline__ int once(int v) { return v; }
__device__ __noinline__ int thrice(int v) { return 3 * v; }
__device__ Function functions[4] = {once, thrice};
K table(int *x, int *y, int n)
{
    y[I] = functions[x[I] % 3](x[I]); // FAULT memory-null
}
K table_ok(int *x, int *y, int n)
{
    y[I] = functions[x[I] % 2](x[I]);
}
K no_function(int *x, int *y, int n)
{
    Function f = x[I] == 5 ? (Function)(void *)y : functions[x[I] % 2];
    y[I] = f(x[I]); // FAULT memory-space
}
K no_function_ok(int *x, int *y, int n)
{
    Function f = x[I] == 500 ? (Function)(void *)y : functions[x[I] % 2];
    y[I] = f(x[I]);
}
