// some_sums.cu: some threads add to one number: how many, how much, and numbers that nobody may touch where nobody adds.
extern "C" __global__ void counted(const float *x, float *y, unsigned *count, float t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i] * 0.5f + 1;
    y[i] = v;
    if (v > t)
        atomicAdd(count, 1u);
}
extern "C" __global__ void strided(const float *x, int *sum, float t, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (x[i] > t)
            atomicSub(sum, (int)x[i]);
}
// May be called without a place for the number: then t is so large that nobody adds.
extern "C" __global__ void nowhere(const float *x, unsigned *count, float t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] * x[i] + 1 > t)
        atomicAdd(count, i);
}
// What is added is read only where it is to be.
extern "C" __global__ void chosen(const float *x, const int *from, const int *what, int *sum, float t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > t)
        atomicAdd(sum, what[from[i]]);
}
extern "C" __global__ void wide(const float *x, unsigned long long *all, unsigned long long *few, float t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    atomicAdd(all, 1ull << i % 40);
    if (x[i] > t)
        atomicAdd(few, (unsigned long long)i << 20);
}
__device__ unsigned found[2];
extern "C" __global__ void named(const float *x, float t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > t)
        atomicAdd(&found[1], 1u);
}
// nvcc takes the number's address into a register, under the condition.
__device__ unsigned tally;
extern "C" __global__ void plain(const float *x, float t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > t)
        atomicAdd(&tally, 1u);
}
extern "C" __global__ void shared_one(const float *x, unsigned *blocks, unsigned *odd, float t, int n)
{
    __shared__ unsigned count[4];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 4)
        count[threadIdx.x] = 0;
    __syncthreads();
    if (i < n && x[i] < t)
        atomicAdd(&count[blockIdx.x & 3], 2u);
    __syncthreads();
    if (i < n) // each on its way: its own sum, and then another's
        atomicAdd(odd, count[blockIdx.x & 3]);
    if (threadIdx.x == 0)
        blocks[blockIdx.x] = count[blockIdx.x & 3];
}
extern "C" __global__ void both(const float *__restrict__ x, unsigned *hits, unsigned *misses, int *total, float *sum, float t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (x[i] > t) {
        atomicAdd(hits, 1u);
        if (i & 1)
            atomicAdd(total, 100 - i);
    } else {
        atomicAdd(misses, (unsigned)i);
    }
    atomicAdd(sum, x[i] * 0.5f);
}
// Near miss: what is added is what this thread's own addition has made.
extern "C" __global__ void own(unsigned *mine, unsigned *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    atomicAdd(&mine[i], 3u);
    atomicAdd(sum, mine[i]);
}
// Near misses: floats, an old value that is asked for, one of several numbers.
extern "C" __global__ void near(const float *x, float *f, unsigned *tickets, unsigned *mine, unsigned *bins, float t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (x[i] > t)
        atomicAdd(f, x[i]);
    if (x[i] < t)
        mine[i] = atomicAdd(tickets, 1u);
    if (x[i] != t)
        atomicAdd(bins + (i & 3), 1u);
}
