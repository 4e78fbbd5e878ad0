// Kernels that launch others, and race with them, and neighbours that do it well.  A line that says FAULT stands where a fault is found; kernels
// whose name ends in _ok have none.  nvcc -ptx -rdc=true -lineinfo -arch=sm_80 -o children.ptx children.cu
//
// Checked with --sanitize=memory,race,sync.
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128.  Those that are launched are also run by themselves.
#define K extern "C" __global__ void
#define T threadIdx.x
#define I (64 * blockIdx.x + threadIdx.x)
#define APART cudaStreamFireAndForget
#define LAST cudaStreamTailLaunch
#define CHILD(name) K name(int *x, int *y, int n); K name(int *x, int *y, int n)
#define DECLARE(name) K name(int *x, int *y, int n);
DECLARE(put) DECLARE(add) DECLARE(take) DECLARE(middle)
DECLARE(after_put) DECLARE(others_put) DECLARE(both_add) DECLARE(apart_put) DECLARE(apart_add) DECLARE(last_add) DECLARE(grand_add)

CHILD(put) { y[I] = x[I]; }
CHILD(add) { y[I] += x[I]; }
CHILD(take) { x[I] = y[I]; }

// What a thread stores after the launch.
K after(int *x, int *y, int n)
{
    if (blockIdx.x || T)
        return;
    after_put<<<2, 64>>>(x, y, n);
    y[3] = 1; // FAULT race
}
CHILD(after_put) { y[I] = x[I]; } // FAULT race
K after_ok(int *x, int *y, int n)
{
    if (blockIdx.x || T)
        return;
    y[3] = 1;
    put<<<2, 64>>>(x, y, n);
}

// What other threads have stored, with nothing between them and the launch.
K others(int *x, int *y, int n)
{
    if (blockIdx.x)
        return;
    y[T] = 1; // FAULT race
    if (T == 63)
        others_put<<<1, 64>>>(x, y, n);
}
CHILD(others_put) { y[I] = x[I]; } // FAULT race
K others_ok(int *x, int *y, int n)
{
    if (blockIdx.x)
        return;
    y[T] = 1;
    __syncthreads();
    if (T == 63)
        put<<<1, 64>>>(x, y, n);
}

// Blocks that launch the same.
K both(int *x, int *y, int n)
{
    if (T == 0)
        both_add<<<1, 64>>>(x, y, n);
}
CHILD(both_add) { y[I] += x[I]; } // FAULT race
K both_ok(int *x, int *y, int n)
{
    if (T == 0)
        add<<<1, 64>>>(x + 64 * blockIdx.x, y + 64 * blockIdx.x, n);
}

// One behind the other.
K behind_ok(int *x, int *y, int n)
{
    if (blockIdx.x || T)
        return;
    put<<<2, 64>>>(x, y, n);
    add<<<2, 64>>>(x, y, n);
    take<<<2, 64>>>(x, y, n);
}

// Into streams of their own.
K apart(int *x, int *y, int n)
{
    if (blockIdx.x || T)
        return;
    apart_put<<<2, 64, 0, APART>>>(x, y, n);
    apart_add<<<2, 64, 0, APART>>>(x, y, n);
}
CHILD(apart_put) { y[I] = x[I]; } // FAULT race
CHILD(apart_add) { y[I] += x[I]; } // FAULT race
K apart_ok(int *x, int *y, int n)
{
    if (blockIdx.x || T)
        return;
    put<<<1, 64, 0, APART>>>(x, y, n);
    add<<<1, 64, 0, APART>>>(x + 64, y + 64, n);
}

// At the end of the grid: behind all of it, and what it has launched.
K last(int *x, int *y, int n)
{
    y[I] = 1; // FAULT race
    if (T == 0 && blockIdx.x == 0)
        last_add<<<2, 64>>>(x, y, n);
}
CHILD(last_add) { y[I] += x[I]; } // FAULT race
K last_ok(int *x, int *y, int n)
{
    y[I] = 1;
    if (T == 0 && blockIdx.x == 0) {
        take<<<2, 64, 0, LAST>>>(x, y, n);
        add<<<2, 64, 0, LAST>>>(x, y, n);
    }
}

// A child's child, behind which its launcher's launcher does not wait.
CHILD(middle)
{
    y[I] = 2;
    __syncthreads();
    if (T == 0)
        grand_add<<<1, 64>>>(x, y + 64 * blockIdx.x, n);
}
K grand(int *x, int *y, int n)
{
    if (blockIdx.x || T)
        return;
    middle<<<2, 64>>>(x, y, n);
    x[5] = 1; // FAULT race
}
CHILD(grand_add) { y[I] += x[I]; } // FAULT race
K grand_ok(int *x, int *y, int n)
{
    if (blockIdx.x || T)
        return;
    x[5] = 1;
    middle<<<2, 64>>>(x, y, n);
    take<<<2, 64>>>(x, y, n);
}

// Memory that a kernel takes and gives back as the host does.
K heap(int *x, int *y, int n)
{
    int *p = 0;
    if (cudaMalloc(&p, 64 * sizeof *p) != cudaSuccess || !p)
        return;
    p[T % 64] = x[I];
    y[I] = p[T % 64];
    cudaFree(p);
    if (T == 5 && blockIdx.x == 1)
        y[I] += p[5]; // FAULT memory-freed
}
K heap_ok(int *x, int *y, int n)
{
    int *p = 0;
    if (cudaMalloc(&p, 64 * sizeof *p) != cudaSuccess || !p)
        return;
    p[T] = x[I];
    y[I] = p[T];
    if (cudaFree(p) == cudaSuccess)
        y[I]++;
}

// Memory of the heap, given back before the grid has run that was given it.
DECLARE(lent_freed) DECLARE(lent)
K lends(int *x, int *y, int n)
{
    if (blockIdx.x || T)
        return;
    int *p = (int *)malloc(64 * sizeof *p);
    for (int i = 0; i < 64; i++)
        p[i] = x[i];
    lent_freed<<<1, 64>>>(p, y, n);
    free(p);
}
CHILD(lent_freed) { y[I] = x[I]; } // FAULT memory-freed
K lends_ok(int *x, int *y, int n)
{
    if (blockIdx.x || T)
        return;
    int *p = (int *)malloc(64 * sizeof *p);
    for (int i = 0; i < 64; i++)
        p[i] = x[i];
    lent<<<1, 64>>>(p, y, n);
}
CHILD(lent) { y[I] = x[I]; }
