// called_atomics.cu: functions that stay functions and hold an atomic operation, called in loops that wait for nobody, and in some that do.
// nvcc -arch=sm_80 -ptx

static __device__ __noinline__ int take(int *counter) { return atomicAdd(counter, 1); }
static __device__ __noinline__ bool lock(int *l) { return atomicCAS(l, 0, 1) == 0; }
static __device__ __noinline__ int look(volatile int *at) { return *at; }
static __device__ __noinline__ void look_into(volatile int *at, int *to) { *to = *at; }

// Each takes places for what it keeps.
extern "C" __global__ void keep(const int *in, int *out, int *counter, int n, int limit)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (in[i] < limit)
            out[take(counter)] = in[i];
}

// A sum under a lock that others hold for a while.
extern "C" __global__ void locked(int *l, int *sum, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (bool done = false; !done;)
        if (lock(l)) {
            *(volatile int *)sum = *(volatile int *)sum + in[i];
            __threadfence();
            atomicExch(l, 0);
            done = true;
        }
}

// The thread of the last number says so; all others wait for it.
extern "C" __global__ void wait(int *flag, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == n - 1) {
        __threadfence();
        *(volatile int *)flag = 7;
    }
    int seen = 0;
    while (!(seen = look(flag)))
        ;
    if (i < n)
        out[i] = seen;
}

// Likewise, what was seen comes by way of memory.
extern "C" __global__ void wait_stored(int *flag, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == n - 1)
        *(volatile int *)flag = 9;
    int seen[4] = {0, 0, 0, 0};
    do
        look_into(flag, &seen[i & 3]);
    while (!seen[i & 3]);
    if (i < n)
        out[i] = seen[i & 3];
}
