// Kernels that launch others into streams that they make: what these order, and events.
// A line that says FAULT stands where a fault is found; kernels whose name ends in _ok have none.
// nvcc -ptx -rdc=true -lineinfo -arch=sm_80 -o streams.ptx streams.cu
//
// Checked with --sanitize=memory,race,sync.
// Each kernel is run in 2 blocks of 64 threads: x has 128 ints (0, 1, 2 ...), y 128.  Those that are launched are also run by themselves.
#define K extern "C" __global__ void
#define I (64 * blockIdx.x + threadIdx.x)
#define CHILD(name) K name(int *x, int *y, int n); K name(int *x, int *y, int n)
#define DECLARE(name) K name(int *x, int *y, int n);
#define ONE if (blockIdx.x || threadIdx.x) return
DECLARE(put) DECLARE(add) DECLARE(two_put) DECLARE(two_add) DECLARE(kept_put) DECLARE(kept_add) DECLARE(late_put) DECLARE(late_add)
DECLARE(usual_put) DECLARE(usual_add) DECLARE(halves_put)
CHILD(put) { y[I] = x[I]; }
CHILD(add) { y[I] += x[I]; }

__device__ cudaStream_t make()
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    return s;
}

// Two streams.
K two(int *x, int *y, int n)
{
    ONE;
    two_put<<<2, 64, 0, make()>>>(x, y, n);
    two_add<<<2, 64, 0, make()>>>(x, y, n);
}
CHILD(two_put) { y[I] = x[I]; } // FAULT race
CHILD(two_add) { y[I] += x[I]; } // FAULT race
K two_ok(int *x, int *y, int n)
{
    ONE;
    cudaStream_t s = make(), t = make();
    put<<<1, 64, 0, s>>>(x, y, n);
    put<<<1, 64, 0, t>>>(x + 64, y + 64, n);
    add<<<1, 64, 0, s>>>(x, y, n);
    add<<<1, 64, 0, t>>>(x + 64, y + 64, n);
}

// Destroyed when they have been given work.
K kept(int *x, int *y, int n)
{
    ONE;
    cudaStream_t s = make();
    kept_put<<<2, 64, 0, s>>>(x, y, n);
    cudaStreamDestroy(s);
    s = make();
    kept_add<<<2, 64, 0, s>>>(x, y, n);
    cudaStreamDestroy(s);
}
CHILD(kept_put) { y[I] = x[I]; } // FAULT race
CHILD(kept_add) { y[I] += x[I]; } // FAULT race
K kept_ok(int *x, int *y, int n)
{
    ONE;
    cudaStream_t s = make();
    put<<<2, 64, 0, s>>>(x, y, n);
    add<<<2, 64, 0, s>>>(x, y, n);
    cudaStreamDestroy(s);
}

// The second waits for an event of the first, or should.
K late(int *x, int *y, int n)
{
    ONE;
    cudaStream_t s = make(), t = make();
    cudaEvent_t e;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    late_put<<<2, 64, 0, s>>>(x, y, n);
    cudaEventRecord(e, s);
    late_add<<<2, 64, 0, t>>>(x, y, n);
    cudaStreamWaitEvent(t, e, 0);
}
CHILD(late_put) { y[I] = x[I]; } // FAULT race
CHILD(late_add) { y[I] += x[I]; } // FAULT race
K late_ok(int *x, int *y, int n)
{
    ONE;
    cudaStream_t s = make(), t = make();
    cudaEvent_t e;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    put<<<2, 64, 0, s>>>(x, y, n);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    add<<<2, 64, 0, t>>>(x, y, n);
    add<<<2, 64, 0, t>>>(x, y, n);
}

// The block's own stream does not wait for those that do not block it.
K usual(int *x, int *y, int n)
{
    ONE;
    usual_put<<<2, 64, 0, make()>>>(x, y, n);
    usual_add<<<2, 64>>>(x, y, n);
}
CHILD(usual_put) { y[I] = x[I]; } // FAULT race
CHILD(usual_add) { y[I] += x[I]; } // FAULT race
K usual_ok(int *x, int *y, int n)
{
    ONE;
    put<<<2, 64>>>(x, y, n);
    add<<<2, 64>>>(x, y, n);
}

// A half each, and the middle for both.
CHILD(halves_put)
{
    if (blockIdx.x == 0 && threadIdx.x < n)
        y[threadIdx.x] += 1; // FAULT race
}
K halves(int *x, int *y, int n)
{
    ONE;
    halves_put<<<1, 64, 0, make()>>>(x, y, 33);
    halves_put<<<1, 64, 0, make()>>>(x, y + 32, 32);
}
CHILD(halves_put_ok)
{
    if (blockIdx.x == 0 && threadIdx.x < n)
        y[threadIdx.x] += 1;
}
K halves_ok(int *x, int *y, int n)
{
    ONE;
    halves_put_ok<<<1, 64, 0, make()>>>(x, y, 32);
    halves_put_ok<<<1, 64, 0, make()>>>(x, y + 32, 32);
}
