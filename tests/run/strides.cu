// strides.cu: what the threads of a block share in strides of a constant, loops that compilers unroll: places that are sums of several numbers.
// nvcc -arch=sm_80 -ptx

// Two arrays, whose places go on together.
extern "C" __global__ void products(const float *x, const float *y, float *out, int n)
{
    const float *p = x + blockIdx.x * n, *q = y + blockIdx.x * n;
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 128)
        sum += p[i] * q[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Of different sizes, one of them written.
extern "C" __global__ void copies(const int *x, const short *y, long long *out, int n)
{
    x += (size_t)blockIdx.x * n;
    out += (size_t)blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += 64)
        out[i] = (long long)x[i] * y[i] + 1;
}

// Numbers without a sign, from a place of the thread's own on, to one that is read.
extern "C" __global__ void between(const unsigned *x, const unsigned *ends, unsigned *out, int n)
{
    unsigned sum = 0, first = ends[blockIdx.x], end = ends[blockIdx.x + 1];
    for (unsigned i = first + threadIdx.x; i < end; i += 32)
        sum = sum * 31 + x[i] + x[i + n];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// What one array's place is multiplied by the other's is not.
extern "C" __global__ void apart(const float *x, const double *y, double *out, int n)
{
    double sum = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        sum += x[3 * i + blockIdx.x] * y[i + 2 * blockIdx.x];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Several rows, one after the other: compilers write out the rounds that are left over.
extern "C" __global__ void rows(const int *x, const int *y, long long *out, int n)
{
    __shared__ int most[256];
    const int t = threadIdx.x;
    for (int r = blockIdx.x; r < 7; r += gridDim.x) {
        int m = -2000000000, sum = 0;
        for (int i = t; i < n; i += 128)
            m = max(m, x[r * n + i]);
        most[t] = m;
        __syncthreads();
        m = most[t ^ (blockDim.x % 2 ? 0 : 1)];
        for (int i = t; i < n; i += 128)
            sum = sum * 3 + (x[r * n + i] ^ m);
        __syncthreads();
        for (int i = t; i < n; i += 128)
            out[r * n + i] = x[r * n + i] + (long long)sum * y[i];
        for (int i = t; i < n; i += 64)
            sum -= x[r * n + i] * y[i] + i;
        most[t] = sum;
        __syncthreads();
        if (t == 0)
            out[7 * n + r] = most[blockDim.x - 1];
        __syncthreads();
    }
}
