// What is read before it is written, beside launches by kernels.
// A line that says FAULT stands where a fault is found; kernels whose name ends in _ok have none.
// nvcc -ptx -rdc=true -lineinfo -arch=sm_80 -o launches.ptx launches.cu
//
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128.  Those that are launched are also run by themselves.
#define K extern "C" __global__ void
#define I (64 * blockIdx.x + threadIdx.x)
#define CHILD(name) K name(int *x, int *y, int n); K name(int *x, int *y, int n)
#define DECLARE(name) K name(int *x, int *y, int n);
#define ONE if (blockIdx.x || threadIdx.x) return
DECLARE(grow) DECLARE(chained_look) DECLARE(chained_look_ok) DECLARE(put) DECLARE(take) DECLARE(late_take)

// In memory of the heap that a kernel's kernel has taken.
struct Node { int value; Node *next; };
__device__ Node *list[128];
CHILD(grow)
{
    Node *c = (Node *)malloc(sizeof *c);
    c->value = x[I];
    if (n < 1000)
        c->next = 0;
    list[I] = c;
}
K chained(int *x, int *y, int n)
{
    ONE;
    grow<<<2, 64>>>(x, y, 1000);
    chained_look<<<2, 64>>>(x, y, 500);
}
CHILD(chained_look)
{
    if (n == 500 && list[I])
        y[I] = list[I]->next ? 1 : list[I]->value; // FAULT init
}
K chained_ok(int *x, int *y, int n)
{
    ONE;
    grow<<<2, 64>>>(x, y, n);
    chained_look_ok<<<2, 64>>>(x, y, n);
}
CHILD(chained_look_ok)
{
    if (list[I])
        y[I] = list[I]->next ? 1 : list[I]->value;
}

// In what one kernel writes and the next one reads, into a stream that is kept in a variable.
CHILD(put) { y[I] = x[I]; }
CHILD(take) { x[I] = n < 0 ? y[I] : 1; }
CHILD(late_take) { x[I] = n == 500 ? y[I] : 1; } // FAULT init
K late(int *x, int *y, int n)
{
    ONE;
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    late_take<<<2, 64, 0, s>>>(x, y, 500);
    put<<<2, 64, 0, s>>>(x, y, n);
}
K late_ok(int *x, int *y, int n)
{
    ONE;
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    put<<<2, 64, 0, s>>>(x, y, n);
    take<<<2, 64, 0, s>>>(x, y, -1);
    cudaStreamDestroy(s);
}
