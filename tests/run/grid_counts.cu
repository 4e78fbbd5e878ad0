// grid_counts.cu (sm_100): loops over a grid, with indices of 32 and 64 bits, that compilers unroll, of as many rounds as a maximum says.
extern "C" __global__ void axpy(float *y, const float *x, float a, int n)
{
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] += a * x[i];
}

extern "C" __global__ void mix(double *to, const double *from, long long n, double part)
{
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)blockDim.x * gridDim.x)
        to[i] = to[i] * part + from[i] * (1 - part);
}

extern "C" __global__ void sum(const int *x, unsigned n, int *sums)
{
    const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
    int s = 0;
#pragma unroll 4
    for (unsigned i = first; i < n; i += blockDim.x * gridDim.x)
        s = s * 3 + x[i];
    sums[first] = s;
}
