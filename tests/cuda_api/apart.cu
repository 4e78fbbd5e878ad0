// Kernels that share variables of every kind, each launched by itself: apart.c.  nvcc -ptx -arch=sm_75 apart.cu
__device__ int counter = 40;
__constant__ int table[4] = {1, 2, 3, 4};
__constant__ double narrow = 0.5;
static __device__ int hidden = 3;
__device__ int *where = &counter;
__device__ __align__(256) char wide[300];
struct Pair { float first; int *second; };
__device__ Pair pairs[2] = {{1.5f, &counter}, {2.5f, &counter}};

static __device__ __noinline__ int turn(int x) { return x * table[x & 3] + hidden; }

extern "C" __global__ void read(int *p)
{
    p[threadIdx.x] = turn(threadIdx.x) + counter;
}

extern "C" __global__ void write(int by)
{
    atomicAdd(&counter, by);
    if (threadIdx.x == 0)
        hidden = by;
}

extern "C" __global__ void addresses(unsigned long long *p, float *f)
{
    static __device__ int calls = 7;
    p[0] = (unsigned long long)&counter;
    p[1] = (unsigned long long)where;
    p[2] = (unsigned long long)pairs[1].second;
    p[3] = *pairs[0].second;
    p[4] = (unsigned long long)wide % 256;
    p[5] = ++calls;
    f[0] = pairs[0].first + pairs[1].first + (float)narrow;
}

extern "C" __global__ void grow(void **p)
{
    *p = malloc(64);
    *(int *)*p = counter;
}

extern "C" __global__ void shrink(void **p, int *out)
{
    *out = *(int *)*p;
    free(*p);
}

#define MORE(n) \
    extern "C" __global__ void more##n(int *p) { p[threadIdx.x] += counter * n; }
MORE(1) MORE(2) MORE(3) MORE(4) MORE(5) MORE(6) MORE(7) MORE(8)
