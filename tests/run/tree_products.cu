// tree_products.cu: trees whose busy threads are those below a product, in several forms: 2 * s * t, shifts, numbers with signs, products
// that wrap, and with another condition beside it.
#define T 128

extern "C" __global__ void largest(const int *in, int *value, int *where, int n)
{
    __shared__ int v[T], at[T];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    v[t] = i < n ? in[i] : -1;
    at[t] = i;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        int k = 2 * s * t;
        if (k < blockDim.x && v[k + s] > v[k]) {
            v[k] = v[k + s];
            at[k] = at[k + s];
        }
        __syncthreads();
    }
    if (t == 0) {
        value[blockIdx.x] = v[0];
        where[blockIdx.x] = at[0];
    }
}

#define PUT(i) if (odd[t] != t) seen[i][(7 * t) % T] = t + 1

// Which threads a product lets through, and how it may be asked.
extern "C" __global__ void lets(int *out, int by, int bound, int other)
{
    __shared__ int seen[6][T], odd[T];
    int t = threadIdx.x;
    for (int i = 0; i < 6; i++)
        seen[i][t] = 0;
    odd[t] = t ^ 1;
    __syncthreads();
    if (by * t < bound)
        PUT(0);
    __syncthreads();
    if ((unsigned)(by * t) <= (unsigned)bound)
        PUT(1);
    __syncthreads();
    if (!(bound <= by * (2 * t + 1)))
        PUT(2);
    __syncthreads();
    if ((unsigned)(t << by) < (unsigned)bound)
        PUT(3);
    __syncthreads();
    if (by * t > bound)
        PUT(4);
    __syncthreads();
    if ((t + 1) % other == 0 && by * t < bound)
        PUT(5);
    __syncthreads();
    for (int i = 0; i < 6; i++)
        out[(blockIdx.x * 6 + i) * T + t] = seen[i][t];
}

// The same where lanes of a warp see each other, and where no thread sees another.
extern "C" __global__ void lets_warp(int *out, int by, int bound)
{
    int t = threadIdx.x, sum = t;
    for (int i = 16; i > 0; i /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, i);
    if (by * t < bound && sum != t)
        out[(7 * t) % T] = sum + t;
    if (__ballot_sync(0xffffffffu, t % 3) && by * (2 * t + 1) < bound && out[(7 * t) % T] < 0)
        out[(7 * t) % T] = sum - t;
}

extern "C" __global__ void lets_alone(int *out, unsigned by, unsigned bound)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (by * t < bound)
        for (int i = t; i < T + 5; i += T)
            out[(7 * i) % T] = t + 1;
}
