// Atomic operations made of a load and compare-and-swap in loops over more than the block: lanes need not go round together.  They do
// where the load, or what is no part of such an operation, sees what others have stored.
// swap_rounds.ptx comes from  nvcc -O3 -arch=sm_80 -ptx swap_rounds.cu, with a line of options
extern "C" __global__ void sums(const double *__restrict__ x, double *out, int n)
{
    __shared__ double s[16];
    if (threadIdx.x < 16)
        s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned long long *at = (unsigned long long *)&s[(unsigned)x[i] & 15], old = *at, assumed;
        do {
            assumed = old;
            old = atomicCAS(at, assumed, __double_as_longlong(x[i] + __longlong_as_double(assumed)));
        } while (assumed != old);
    }
    __syncthreads();
    if (threadIdx.x < 16)
        out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void least(const float *__restrict__ x, float *out, int n)
{
    __shared__ float s[16];
    if (threadIdx.x < 16)
        s[threadIdx.x] = 1e30f;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float *at = &s[(unsigned)(x[i] * 64) & 15], old = *at;
        while (x[i] < old) {
            const float assumed = old;
            old = __int_as_float(atomicCAS((int *)at, __float_as_int(assumed), __float_as_int(x[i])));
            if (__float_as_int(old) == __float_as_int(assumed))
                break;
        }
    }
    __syncthreads();
    if (threadIdx.x < 16)
        out[threadIdx.x] = s[threadIdx.x];
}

// What a neighbour has just stored is where the operation begins.
extern "C" __global__ void handed(const int *__restrict__ x, int *out, int n)
{
    __shared__ int s[64];
    for (int i = threadIdx.x; i < n; i += 64) {
        s[threadIdx.x ^ 1] = x[i];
        int old = s[threadIdx.x], assumed;
        do {
            assumed = old;
            old = atomicCAS(&s[threadIdx.x], assumed, assumed * 3);
        } while (assumed != old);
        out[i] = s[threadIdx.x];
        __syncthreads();
    }
}

// What a neighbour has put in place is read, and no swap asks for it.
extern "C" __global__ void placed(const int *__restrict__ x, int *out, int n)
{
    __shared__ int s[64];
    for (int i = threadIdx.x; i < n; i += 64) {
        s[threadIdx.x] = 0;
        __syncthreads();
        atomicCAS(&s[threadIdx.x ^ 1], 0, x[i]);
        out[i] = s[threadIdx.x];
        __syncthreads();
    }
}
